// Returns, lists and books agree in any year: every difference is explained, and nothing is left over.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centavos, readAlphalist } from '../../../test/dat-reader.ts'
import { randomBooks } from '../../../test/random-year.ts'
import type { RandomCertificate } from '../../../test/random-year.ts'
import { filingFacts, posted } from '../../../test/tax-lines.ts'
import { accounts } from '../../accounts/chart.ts'
import { monthOf } from '../../core/date.ts'
import { credit, debit, entry } from '../../accounts/journal.ts'
import { sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { standardWithholdingCodes } from '../standard-codes.ts'
import { certificatesOf } from '../certificates/form2307.ts'
import { shifted } from '../calendar/forms.ts'
import type { Period } from '../calendar/forms.ts'
import { closingEntry } from './closing-entry.ts'
import { carriedFrom } from './excess.ts'
import { corporationQuarter } from './corporation-returns.ts'
import { qapFile } from '../lists/alphalist.ts'
import { exemptByPayee, withheldByPayee } from '../lists/summaries.ts'
import { filerFrom } from '../lists/taxpayer.ts'
import { percentageReturn } from './percentage-return.ts'
import { within } from '../tax-line.ts'
import type { TaxLine } from '../tax-line.ts'
import { matrixTable, taxReconciliations, reconciliationTable } from './reconciliation.ts'
import type { ReceivedCertificate, ReconciliationFacts } from './reconciliation.ts'
import { vatReturn } from './vat-return.ts'
import { quarterlyWithholding } from './withholding-returns.ts'
import { boxesOf, referenceKey, worksheetOf } from './worksheet.ts'
import type { Figures, FilingFacts, FormRevision } from './worksheet.ts'

const company = { name: 'Bituin Supply Co.', tinLine: '', address: '' }
const filer = filerFrom({
  name: 'Bituin Supply Co.',
  tin9: '009876543',
  branchCode: '00000',
  address: '1 Mabini Street, Manila 1000',
  rdoCode: '033',
  fiscalYearEnd: 12,
  taxpayer: 'corporation',
  lastName: '',
  firstName: '',
  middleName: '',
  tradeName: '',
  zipCode: '',
})
const codes = standardWithholdingCodes
const history = [{ kind: 'vat' as const, value: 'yes', validFrom: '1990-01-01' }]
const first = { from: '2026-01-01', to: '2026-03-31' }
const quarters = [0, 1, 2, 3].map((count) => shifted(first, count))
/** Two thousand years take ten seconds. The soak computes as many for each of its seeds. */
const years = process.env.TALAAN_SOAK === '1' ? 2_000 : 200

test('in random years all returns reconcile to lists, files, certificates and accounts, and no excess is lost', () => {
  eachRandomYear(({ year, certificates, vatRegistered, seed }) => {
    let before: ReadonlyMap<string, Figures> = new Map()
    let paid: Money = 0n
    let credited: Money = 0n
    let settled: Money = 0n
    // Accounts 1315, and 1325 without certificates not claimed yet, with the closing entries alone.
    const onAccount = { '1315': 0n, '1325': 0n }
    for (const period of quarters) {
      const lines = within(year, period.from, period.to)
      const { claims, received } = claimedIn(period, certificates, year)
      const others = new Map([[referenceKey('2550Q', shifted(period, -1).to), before]])
      const { business, income, withholding } = returnsOf({ vatRegistered, period, lines, claims, others })
      const credits = [
        { form: vatRegistered ? ('2550Q' as const) : ('2551Q' as const), boxes: business },
        { form: '1702Q' as const, boxes: income },
      ]
      const own = { credits, claims, received, issued: issuedIn(period, lines, seed) }
      const [vat, percentage] = vatRegistered ? [business, undefined] : [undefined, business]
      const found = taxReconciliations({
        period,
        lines,
        history: [{ kind: 'vat' as const, value: vatRegistered ? 'yes' : 'no', validFrom: '1990-01-01' }],
        vat,
        percentage,
        withholding,
        filer,
        codes,
        carried: {
          inputVat: onAccount['1315'],
          withheld: onAccount['1325'],
          taken: carriedFrom('2550Q', before),
          claimedBack: 0n,
          missing: [],
        },
        ...own,
      })
      for (const { name, open } of found)
        if (open !== 0n) throw new Error(`${name} is open by ${open} in ${period.to}.`)
      for (const { account, withheld } of lines)
        if (withheld !== null) expect(account === '1325').toBe(/^W[VB]/.test(withheld.atc))
      const quarter = monthOf(period.from)
      const [rows, exempt] = [withheldByPayee(lines), exemptByPayee(lines)]
      const file = readAlphalist(qapFile({ filer, quarter, rows, exempt }).text)
      expect(centavos(file.control['tax'] ?? '')).toBe(withholding.get('19')?.tax)
      const exemptPaid = lines.flatMap(({ withheld }) => (withheld?.rate === '0' ? [withheld.base] : []))
      expect(sum(file.exempt.map(({ base }) => centavos(base ?? '')))).toBe(sum(exemptPaid))
      expect(found.some(({ name }) => name === 'Paid without withholding')).toBe(exemptPaid.length > 0)
      if (!vatRegistered) {
        expect(business.get('14')?.tax).toBe(rounded(sum(lines.filter(isTaxedSale).map(saleOf)) * 3n, 100n))
        continue
      }
      const payable = business.get('61')?.tax ?? 0n
      if (payable > 0n) paid += payable
      onAccount['1325'] += business.get('16')?.tax ?? 0n
      const sheet = worksheetOf(vatReturn, filingFacts({ period, lines, claims, others }))
      for (const { account, debit: dr, credit: cr } of closingEntry(sheet)?.lines ?? [])
        if (account === '1315' || account === '1325') onAccount[account] += dr - cr
      credited += business.get('16')?.tax ?? 0n
      settled += (payable > 0n ? payable : 0n) - (sheet.payable > 0n ? sheet.payable : 0n)
      before = business
    }
    if (!vatRegistered) return
    // Over the year: output tax less allowable input tax equals the tax paid less the carry-over.
    const carried = before.get('61')?.tax ?? 0n
    const due = sum(quarters.map((period) => dueOf(within(year, period.from, period.to))))
    expect(due).toBe(paid + (carried < 0n ? carried : 0n))
    // Every certificate paid for VAT, or is still carried over as a credit.
    expect(credited).toBe(settled + carriedFrom('2550Q', before))
  }, years)
})

test('a posting after filing changes the boxes by exactly its amount, and the amendment pays the difference', () => {
  eachRandomYear(({ year, certificates, vatRegistered, seed }) => {
    const period = quarters[seed % 4] ?? first
    const lines = within(year, period.from, period.to)
    const { claims } = claimedIn(period, certificates, year)
    const given = { vatRegistered, period, claims, others: new Map() }
    const cut = lines[Math.floor(lines.length / 2)]?.entryNo ?? 0n
    const later = lines.filter(({ entryNo }) => entryNo > cut)
    const filed = returnsOf({ ...given, lines: lines.filter(({ entryNo }) => entryNo <= cut) })
    const current = returnsOf({ ...given, lines })
    const amended = returnsOf({ ...given, lines, filed })
    const payable = { business: vatRegistered ? '21' : '19', income: 'S', withholding: '25' }
    for (const form of ['business', 'income', 'withholding'] as const) {
      const tax = (of: typeof filed) => of[form].get(payable[form])?.tax ?? 0n
      expect(tax(amended)).toBe(tax(current) - (tax(filed) > 0n ? tax(filed) : 0n))
    }
    const moved = (form: 'business' | 'withholding', box: string, column: keyof Figures) =>
      (current[form].get(box)?.[column] ?? 0n) - (filed[form].get(box)?.[column] ?? 0n)
    const counted = later.filter(({ tax }) => tax?.vatClass !== (vatRegistered ? 'not_subject' : 'exempt'))
    expect(moved('business', vatRegistered ? '34' : 'S1', 'base')).toBe(sum(counted.map(saleOf)))
    const withheld = later.flatMap((line) => (line.account === '2140' && line.withheld ? [line.withheld.tax] : []))
    expect(moved('withholding', '19', 'tax')).toBe(sum(withheld))
  }, 500)
})

type RandomYear = Omit<ReturnType<typeof randomBooks>, 'lines'> & { year: readonly TaxLine[]; seed: number }

function eachRandomYear(holds: (year: RandomYear) => void, numRuns: number): void {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
      const { lines: year, ...books } = randomBooks(seed)
      holds({ year, seed, ...books })
    }),
    { numRuns },
  )
}

type Boxes = ReadonlyMap<string, Figures>
type ComparisonInput = Pick<FilingFacts, 'period' | 'lines' | 'claims' | 'others'> & {
  vatRegistered: boolean
  filed?: Returns
}
type Returns = { business: Boxes; income: Boxes; withholding: Boxes }

/** The returns of a quarter: of VAT or percentage tax, of income tax, and of tax withheld. */
function returnsOf({ vatRegistered, filed, ...given }: ComparisonInput): Returns {
  const boxes = (form: FormRevision, before: Boxes | undefined) =>
    boxesOf(worksheetOf(form, filingFacts({ ...given, filed: before ?? null })))
  return {
    business: boxes(vatRegistered ? vatReturn : percentageReturn, filed?.business),
    income: boxes(corporationQuarter, filed?.income),
    withholding: boxes(quarterlyWithholding, filed?.withholding),
  }
}

const isTaxedSale = ({ tax }: TaxLine): boolean => tax?.vatClass !== 'exempt'
const saleOf = ({ tax }: TaxLine): Money => (tax !== null && tax.category === undefined ? tax.base : 0n)

/** The certificates claimed in the returns of a quarter, by line, and their relation to that quarter. */
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

/** Issued certificates of the quarter, one of them wrong and one missing. */
function issuedIn({ from }: Period, lines: readonly TaxLine[], seed: number): ReconciliationFacts['issued'] {
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

/** Output tax less input tax of a quarter from the lines alone, with the input tax share of exempt sales. */
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

const nothingClaimed = { carried: undefined, credits: [], claims: [], received: [], issued: new Map() }
const peso = (amount: number): Money => BigInt(amount) * 100n

test('each difference is listed on its side by the document that causes it', () => {
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
  const reconciliations = taxReconciliations({
    period,
    lines,
    history,
    vat,
    percentage: undefined,
    withholding: undefined,
    filer,
    codes,
    ...nothingClaimed,
  })
  const [, output] = reconciliations
  expect(output).toEqual({
    name: 'Output tax',
    sides: [
      { what: '2550Q box 34', amount: peso(13), named: [] },
      {
        what: 'Summary list of sales',
        amount: 0n,
        named: [
          {
            what: 'No TIN, not on any list',
            amount: -peso(12),
            document: expect.objectContaining({ number: 'SI-1' }),
          },
          { what: 'Manual entry in the return', amount: -peso(1), document: null },
        ],
      },
      {
        what: 'Account 2110, credits less debits',
        amount: peso(7),
        named: [
          { what: 'Other entry', amount: -peso(5), document: expect.objectContaining({ number: 'JV-1' }) },
          { what: 'Manual entry in the return', amount: -peso(1), document: null },
        ],
      },
    ],
    open: 0n,
  })
  const table = reconciliationTable(reconciliations, period, company)
  expect(table.rows.find(({ cells }) => cells[1] === 'JV-1')).toMatchObject({
    cells: ['of which:  Other entry', 'JV-1', null, -peso(5)],
    link: { to: 'document', kind: 'journalvoucher' },
  })
  // A line missing from the return is not explained by anything.
  const short = new Map(vat).set('34', { base: 0n, tax: 0n })
  const broken = taxReconciliations({
    period,
    lines: lines.slice(0, 2),
    history,
    vat: short,
    percentage: undefined,
    withholding: undefined,
    filer,
    codes,
    ...nothingClaimed,
  })
  expect(broken.map(({ open }) => open)).toContain(-peso(12))
  // It comes before the figures that agree.
  const unequal = broken.find(({ open }) => open !== 0n)?.name
  expect(reconciliationTable(broken, period, company).rows[0]?.cells[0]).toBe(unequal)
  expect(broken[0]?.name).not.toBe(unequal)
})

test('a bill with an importation paid to Customs in another quarter is explained, also if it has domestic purchases', () => {
  const lines = posted([
    {
      kind: 'bill',
      number: 'BL-1',
      parties: [],
      entry: entry(
        'PJ',
        '2026-05-15',
        '',
        debit('6130', peso(100), {
          tax: { vatClass: 'vatable', base: peso(100), vat: peso(12), category: 'services' },
        }),
        debit('1210', peso(50), {
          tax: { vatClass: 'vatable', base: peso(50), vat: peso(6), category: 'importation' },
        }),
        debit(accounts.inputVat, peso(18)),
        credit(accounts.payables, peso(168)),
      ),
    },
  ]).filter(({ tax }) => tax?.category !== 'importation')
  const period = quarters[1] ?? first
  const vat = boxesOf(worksheetOf(vatReturn, filingFacts({ period, lines })))
  const returns = {
    period,
    lines,
    history,
    vat,
    percentage: undefined,
    withholding: undefined,
    filer,
    codes,
    ...nothingClaimed,
  }
  const input = (imports: ReadonlySet<string>) => taxReconciliations({ ...returns, imports })[2]
  expect(input(new Set())?.open).toBe(peso(6))
  expect(input(new Set(['BL-1']))).toMatchObject({
    open: 0n,
    sides: [{}, {}, {}, { named: [{ what: 'Importation, VAT paid to Customs in another period', amount: peso(6) }] }],
  })
})

test('the comparison matrix shows four sources of sales by month and by return, and links to the documents', () => {
  const figures = {
    books: peso(150),
    declared: peso(100),
    outside: peso(40),
    income: peso(140),
    collected: peso(90),
    vat: peso(12),
  }
  const document = { id: 'x', kind: 'journalvoucher' as const, number: 'JV-1', externalNo: null, day: '2026-01-31' }
  const untaxed = [{ what: 'without a VAT type', amount: peso(10), document }]
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
    ['of which:  JV-1 without a VAT type', null, null, null, peso(10), null, null, null, null],
    ['January to March 2026, as filed', ...same],
    ['April to June 2026, as filed', ...same],
    ['Total for the year', peso(300), peso(200), peso(80), peso(20), peso(280), peso(20), peso(24), peso(180)],
  ])
  expect(table.rows.map(({ link }) => link?.to)).toEqual(['salesList', 'document', undefined, undefined, undefined])
})

test('tax withheld from employees agrees with account 2146, and a remittance is named', () => {
  const register = posted([
    {
      kind: 'payroll',
      entry: entry(
        'GJ',
        '2026-03-31',
        'Payroll',
        debit('6010', 3_000_000n),
        credit('2146', 145_750n),
        credit('2160', 2_854_250n),
      ),
    },
  ])
  const paid = posted([
    {
      kind: 'withdrawal',
      entry: entry('CDJ', '2026-03-10', 'Tax', debit('2146', 100_000n), credit('1031', 100_000n)),
    },
  ]).map((line) => ({ ...line, entryNo: 2n }))
  const compensation = { withheld: 150_000n, entered: 4_250n }
  const of = onlyReturnsOfMonths({ lines: [...register, ...paid], compensation }, 'Tax withheld from employees')
  expect(of?.open).toBe(0n)
  expect(of?.sides[1]).toMatchObject({
    amount: 45_750n,
    named: [
      { what: 'Other entry', amount: -100_000n },
      { what: 'Manual entry in the return', amount: -4_250n },
    ],
  })
})

test('VAT withheld from suppliers agrees with account 2147, and a remittance and a manual entry are named', () => {
  const withheld = (account: string, atc: string) =>
    posted([
      {
        kind: 'bill',
        entry: entry(
          'PJ',
          '2026-02-10',
          '',
          debit('1310', 12_000n),
          credit(account, 12_000n, { withheld: { atc, rate: '0.12', base: 100_000n, tax: 12_000n } }),
        ),
      },
    ])
  const paid = posted([
    { kind: 'withdrawal', entry: entry('CDJ', '2026-03-10', '', debit('2147', 9_000n), credit('1031', 9_000n)) },
  ])
  const bills = [withheld('2147', 'WV110'), withheld('2147', 'WV080'), withheld('2145', 'WV080'), paid]
  const lines = bills.flatMap((own, at) => own.map((line) => ({ ...line, entryNo: BigInt(at + 1) })))
  const of = onlyReturnsOfMonths({ lines, vatWithheld: { withheld: 37_000n, entered: 1_000n } }, 'VAT withheld')
  expect(of?.open).toBe(0n)
  expect(of?.sides[1]).toMatchObject({
    amount: 15_000n,
    named: [
      { what: 'Other entry', amount: -9_000n },
      { what: 'On account 2145', amount: -12_000n },
      { what: 'Manual entry in the return', amount: -1_000n },
    ],
  })
  expect(onlyReturnsOfMonths({ lines, vatWithheld: { withheld: 36_001n, entered: 0n } }, 'VAT withheld')?.open).toBe(
    -1n,
  )
})

/** One reconciliation of a quarter in which only monthly returns are filed. */
const onlyReturnsOfMonths = (given: Partial<ReconciliationFacts>, wanted: string) =>
  taxReconciliations({
    period: first,
    lines: [],
    history,
    vat: undefined,
    percentage: undefined,
    withholding: undefined,
    carried: undefined,
    credits: [],
    claims: [],
    received: [],
    issued: new Map(),
    filer,
    codes: [],
    ...given,
  }).find(({ name }) => name.startsWith(wanted))
