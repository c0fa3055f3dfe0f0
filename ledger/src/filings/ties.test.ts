// Returns, lists and books say the same, in whatever year: every difference is named, and nothing is left over.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomBooks } from '../../test/random-year.ts'
import type { RandomCertificate } from '../../test/random-year.ts'
import { filingFacts, posted } from '../../test/tax-lines.ts'
import { accounts } from '../chart.ts'
import { monthOf } from '../day.ts'
import { credit, debit, entry } from '../journal.ts'
import { sum } from '../money.ts'
import type { Money } from '../money.ts'
import { standardWithholdingCodes } from '../withholding.ts'
import { certificatesOf } from './form2307.ts'
import { shifted } from './forms.ts'
import type { Period } from './forms.ts'
import { corporationReturn } from './income-returns.ts'
import { filerFrom } from './lists/taxpayer.ts'
import { within } from './tax-line.ts'
import type { TaxLine } from './tax-line.ts'
import { matrixTable, tiesOf, tiesTable } from './ties.ts'
import type { ReceivedCertificate, TieFacts } from './ties.ts'
import { vatReturn } from './vat-return.ts'
import { quarterlyWithholding } from './withholding-returns.ts'
import { boxesOf, referenceKey, worksheetOf } from './worksheet.ts'
import type { Figures } from './worksheet.ts'

const company = { name: 'Bituin Supply Co.', tinLine: '', address: '' }
const filer = filerFrom({
  ...{ name: 'Bituin Supply Co.', tin9: '009876543', branchCode: '00000', address: '1 Mabini Street, Manila 1000' },
  ...{ rdoCode: '033', fiscalYearEnd: 12 },
})
const codes = standardWithholdingCodes
const first = { from: '2026-01-01', to: '2026-03-31' }
const quarters = [0, 1, 2, 3].map((count) => shifted(first, count))

test('in 2,000 random years all returns tie with lists, certificates and accounts, and excess input tax is never lost', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
      const { lines: year, certificates } = randomBooks(seed)
      let before: ReadonlyMap<string, Figures> = new Map()
      let paid: Money = 0n
      for (const period of quarters) {
        const lines = within(year, period.from, period.to)
        const others = new Map([[referenceKey('2550Q', shifted(period, -1).to), before]])
        const { claims, received } = claimedIn(period, certificates, year)
        const vat = boxesOf(worksheetOf(vatReturn, filingFacts({ period, lines, claims, others })))
        const income = boxesOf(worksheetOf(corporationReturn, filingFacts({ period, lines, claims })))
        const credits = [
          { form: '2550Q' as const, boxes: vat },
          { form: '1702Q' as const, boxes: income },
        ]
        const withholding = boxesOf(worksheetOf(quarterlyWithholding, filingFacts({ period, lines })))
        const issued = issuedIn(period, lines, seed)
        const own = { credits, claims, received, issued }
        for (const { name, open } of tiesOf({ period, lines, vat, withholding, filer, codes, ...own }))
          if (open !== 0n) throw new Error(`${name} is open by ${open} in ${period.to}.`)
        const payable = vat.get('61')?.tax ?? 0n
        if (payable > 0n) paid += payable
        before = vat
      }
      // Over the year: output tax less allowable input tax is what was paid, less what is carried on.
      const carried = before.get('61')?.tax ?? 0n
      const due = sum(quarters.map((period) => dueOf(within(year, period.from, period.to))))
      return due === paid + (carried < 0n ? carried : 0n)
    }),
    { numRuns: 2_000 },
  )
})

/** The certificates claimed with the returns of a quarter, by their lines, and how each stands to that quarter. */
function claimedIn(
  period: Period,
  certificates: readonly RandomCertificate[],
  year: readonly TaxLine[],
): { claims: TaxLine[]; received: ReceivedCertificate[] } {
  const received = certificates.map(({ claimedIn: to, ...paper }): ReceivedCertificate => ({
    ...paper,
    claimed: to === null ? null : to === period.to ? 'here' : 'elsewhere',
  }))
  const here = new Set(received.filter(({ claimed }) => claimed === 'here').map(({ document }) => document.id))
  return { claims: year.filter(({ document }) => here.has(document.id)), received }
}

/** Certificates of the quarter as they were issued, one of them wrong and one not at all. */
function issuedIn({ from }: Period, lines: readonly TaxLine[], seed: number): TieFacts['issued'] {
  const due = certificatesOf({ quarter: monthOf(from), filer, lines, codes })
  return new Map(
    due
      .filter((_, at) => (at + seed) % 3 !== 0)
      .map(({ payee, tax, form }, at) => [
        payee.id,
        { name: form.payee.name, tax: (at + seed) % 4 === 0 ? tax + 1n : tax },
      ]),
  )
}

/** Output tax less input tax of a quarter from the lines alone, exempt sales taking their part of the input tax. */
function dueOf(lines: readonly TaxLine[]): Money {
  const sales = lines.flatMap(({ tax }) =>
    tax !== null && tax.category === undefined && tax.vatClass !== 'not_subject' ? [tax] : [],
  )
  const base = (of: (vatClass: string) => boolean) =>
    sum(sales.filter(({ vatClass }) => of(vatClass)).map((tax) => tax.base))
  const bought = lines.flatMap(({ tax }) =>
    tax?.category === undefined || tax.category === 'not_creditable' ? [] : [tax.vat],
  )
  const [input, exempt, all] = [sum(bought), base((vatClass) => vatClass === 'exempt'), base(() => true)]
  const share = all <= 0n || exempt <= 0n ? 0n : rounded(input * exempt, all)
  return sum(sales.map(({ vat }) => vat)) - (input - share)
}

const rounded = (n: Money, d: Money): Money => (n < 0n ? -((-n * 2n + d) / (d * 2n)) : (n * 2n + d) / (d * 2n))

const nothingClaimed = { credits: [], claims: [], received: [], issued: new Map() }
const peso = (amount: number): Money => BigInt(amount) * 100n

test('each difference stands under its side by the document that makes it', () => {
  const period = quarters[1] ?? first
  const day = '2026-05-15'
  const lines = posted([
    {
      kind: 'invoice',
      number: 'SI-1',
      parties: [],
      entry: entry(
        'SJ',
        day,
        '',
        debit('1110', peso(112)),
        credit('4010', peso(100), { tax: { vatClass: 'vatable', base: peso(100), vat: peso(12) } }),
        credit('2110', peso(12)),
      ),
    },
    {
      kind: 'journalvoucher',
      number: 'JV-1',
      entry: entry('GJ', day, '', debit(accounts.outputVat, peso(5)), credit('2120', peso(5))),
    },
  ])
  const vat = boxesOf(
    worksheetOf(
      vatReturn,
      filingFacts({ period, lines, entries: new Map([['31', { base: 0n, tax: peso(1), reason: 'Rounding' }]]) }),
    ),
  )
  const ties = tiesOf({ period, lines, vat, withholding: undefined, filer, codes, ...nothingClaimed })
  const [, output] = ties
  expect(output).toEqual({
    name: 'Output tax',
    sides: [
      { what: '2550Q box 34', amount: peso(13), named: [] },
      {
        what: 'Summary list of sales',
        amount: 0n,
        named: [
          {
            what: 'Nobody with a TIN, so on no list',
            amount: -peso(12),
            document: expect.objectContaining({ number: 'SI-1' }),
          },
          { what: 'Entered by hand into the return', amount: -peso(1), document: null },
        ],
      },
      {
        what: 'Account 2110, credits less debits',
        amount: peso(7),
        named: [
          { what: 'Other entry', amount: -peso(5), document: expect.objectContaining({ number: 'JV-1' }) },
          { what: 'Entered by hand into the return', amount: -peso(1), document: null },
        ],
      },
    ],
    open: 0n,
  })
  const table = tiesTable(ties, period, company)
  expect(table.rows.find(({ cells }) => cells[1] === 'JV-1')).toMatchObject({
    cells: ['of it: Other entry', 'JV-1', null, -peso(5)],
    link: { to: 'document', kind: 'journalvoucher' },
  })
  // What the return leaves out is not explained by anything.
  const short = new Map(vat).set('34', { base: 0n, tax: 0n })
  const broken = tiesOf({
    period,
    lines: lines.slice(0, 2),
    vat: short,
    withholding: undefined,
    filer,
    codes,
    ...nothingClaimed,
  })
  expect(broken.map(({ open }) => open)).toContain(-peso(12))
})

test("the examiner's matrix sets four sources of sales side by side, by month and by return, and leads to the papers", () => {
  const figures = {
    ...{ books: peso(150), declared: peso(100), outside: peso(40) },
    ...{ income: peso(140), collected: peso(90), vat: peso(12) },
  }
  const document = { id: 'x', kind: 'journalvoucher' as const, number: 'JV-1', externalNo: null, day: '2026-01-31' }
  const untaxed = [{ what: 'without a VAT class', amount: peso(10), document }]
  const months = [{ ...figures, month: '2026-01', untaxed }]
  const period = quarters[1] ?? first
  const table = matrixTable(
    [
      { ...figures, period: first, months },
      { ...figures, period, months: [] },
    ],
    '',
    company,
  )
  const same = [peso(150), peso(100), peso(40), peso(10), peso(140), peso(10), peso(12), peso(90)]
  expect(table.rows.map(({ cells }) => cells)).toEqual([
    ['January 2026', ...same],
    ['of it: JV-1 without a VAT class', null, null, null, peso(10), null, null, null, null],
    ['January to March 2026, as returned', ...same],
    ['April to June 2026, as returned', ...same],
    ['The year', peso(300), peso(200), peso(80), peso(20), peso(280), peso(20), peso(24), peso(180)],
  ])
  expect(table.rows.map(({ link }) => link?.to)).toEqual(['salesList', 'document', undefined, undefined, undefined])
})
