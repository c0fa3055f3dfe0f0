// Each return calculated by hand from the boxes of its form: figures in, boxes out.
import { expect, test } from 'vitest'
import { filingFacts, posted } from '../../../test/tax-lines.ts'
import { accounts } from '../../accounts/chart.ts'
import { credit, debit, entry, reversal } from '../../accounts/journal.ts'
import type { Entry, LineTax, Withheld } from '../../accounts/journal.ts'
import type { Day } from '../../core/date.ts'
import { formatMoney } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import type { StatementAccount } from '../../reports/statements.ts'
import { revisionOf, standardForms } from './all.ts'
import { closingEntry } from './closing-entry.ts'
import { restoredWorksheet, storedWorksheet, worksheetFigures } from './stored.ts'
import { shifted } from '../calendar/forms.ts'
import type { WorksheetForm } from '../calendar/forms.ts'
import type { TaxLine } from '../tax-line.ts'
import { boxesOf, boxTable, referenceKey, sinceFiling, worksheetOf, worksheetTable } from './worksheet.ts'
import type { Entered, Figures, FilingFacts, Worksheet } from './worksheet.ts'

const q2 = { from: '2026-04-01', to: '2026-06-30' }
const q1 = shifted(q2, -1)
const day = '2026-05-15'
const company = { name: 'Bituin Supply Co.', tinLine: 'TIN 009-876-543-00000', address: '1 Mabini Street, Manila' }
/** 1_000 pesos are 1_000_00n; saves the zeros. */
const peso = (amount: number): Money => BigInt(Math.round(amount * 100))

const sale = (vatClass: LineTax['vatClass'], base: number, vat = 0) => ({
  kind: 'invoice' as const,
  entry: entry(
    'SJ',
    day,
    '',
    debit(accounts.receivables, peso(base + vat)),
    credit('4010', peso(base), { tax: { vatClass, base: peso(base), vat: peso(vat) } }),
    credit(accounts.outputVat, peso(vat)),
  ),
})
const purchase = (vatClass: LineTax['vatClass'], category: LineTax['category'], base: number, vat = 0) => {
  const cost = category === 'not_creditable' ? base + vat : base
  const input = category === 'not_creditable' ? 0 : vat
  return {
    kind: 'bill' as const,
    entry: entry(
      'PJ',
      day,
      '',
      debit('6130', peso(cost), { tax: { vatClass, base: peso(base), vat: peso(vat), category } }),
      debit(accounts.inputVat, peso(input)),
      credit(accounts.payables, peso(cost + input)),
    ),
  }
}
const withheldBy = (atc: string, rate: string, base: number, tax: number) => {
  const withheld: Withheld = { atc, rate, base: peso(base), tax: peso(tax) }
  return {
    kind: 'bill' as const,
    entry: entry(
      'PJ',
      day,
      '',
      debit('6130', peso(base)),
      credit(accounts.ewtPayable, peso(tax), { withheld }),
      credit(accounts.payables, peso(base - tax)),
    ),
  }
}

function worked(form: WorksheetForm, given: Partial<FilingFacts> = {}): Worksheet {
  const facts = filingFacts({ period: q2, ...given })
  const revision = revisionOf(form, facts.period.to, standardForms)
  if (revision === undefined) throw new Error(`${form} is not known for ${facts.period.to}.`)
  return worksheetOf(revision, facts)
}

/** A return on the working lines that preceded the boxes of the income tax returns. */
function onWorkingLines(form: '1702Q' | '1701Q', given: Partial<FilingFacts>): Worksheet {
  const row = { form, layout: `${form} working lines`, revision: 'working lines', source: '', validFrom: '2018-01-01' }
  const revision = revisionOf(form, q2.to, [...standardForms.filter((one) => one.form !== form), row])
  if (revision === undefined) throw new Error(`${form} has no working lines.`)
  return worksheetOf(revision, filingFacts({ period: q2, ...given }))
}

/** 'amount / tax' of some boxes, as they are written on the form. */
function shown(sheet: Worksheet, ...boxes: string[]): Record<string, string> {
  const all = boxesOf(sheet)
  return Object.fromEntries(
    boxes.map((no) => {
      const { base, tax } = all.get(no) ?? { base: -1n, tax: -1n }
      return [no, `${formatMoney(base)} / ${formatMoney(tax)}`]
    }),
  )
}

const entries = (all: Record<string, [number, number]>): Map<string, Entered> =>
  new Map(
    Object.entries(all).map(([no, [base, tax]]) => [
      no,
      { base: peso(base), tax: peso(tax), reason: 'As the paper says' },
    ]),
  )
const boxes = (all: Record<string, number>): Map<string, Figures> =>
  new Map(Object.entries(all).map(([no, tax]) => [no, { base: 0n, tax: peso(tax) }]))

const taken = sale('vatable', 10_000, 1_200)
const quarter: TaxLine[] = posted([
  sale('vatable', 100_000, 12_000),
  sale('govt_vatable', 100_000, 12_000),
  { ...taken, reverses: true, entry: reversal(taken.entry, day, '') },
  sale('zero_rated', 50_000),
  sale('exempt', 30_000),
  sale('not_subject', 4_000),
  purchase('vatable', 'goods', 50_000, 6_000),
  purchase('vatable', 'services', 20_000, 2_400),
  purchase('vatable', 'capital_goods', 80_000, 9_600),
  purchase('vatable', 'importation', 10_000, 1_200),
  purchase('exempt', 'importation', 2_500),
  purchase('exempt', 'goods', 5_000),
  purchase('not_subject', 'services', 3_000),
  purchase('vatable', 'not_creditable', 1_000, 120),
  purchase('not_subject', 'not_creditable', 7_000),
  {
    kind: 'collection',
    entry: entry(
      'CRJ',
      day,
      '',
      debit('1031', peso(107_000)),
      debit(accounts.vatWithheld, peso(5_000)),
      credit(accounts.receivables, peso(112_000)),
    ),
  },
])
const owed = {
  document: { id: 'x', kind: 'invoice' as const, number: 'SI-1', externalNo: null },
  party: null,
  day: '2025-11-01',
  lostBefore: 0n,
  lostNow: 0n,
}
const uncollected = [
  // Due in the previous quarter and half of it still open: 6,000.00 of VAT may be recovered.
  {
    ...owed,
    dueDay: '2026-02-15',
    total: peso(112_000),
    vat: peso(12_000),
    openBefore: peso(112_000),
    openNow: peso(56_000),
  },
  // Due two quarters before, recovered then, and collected now: 12,000.00 are payable again.
  { ...owed, dueDay: '2025-12-31', total: peso(112_000), vat: peso(12_000), openBefore: peso(112_000), openNow: 0n },
]
/** A certificate of a customer: income tax moves to 1320, VAT stays on 1325. */
function proof(account: string, withheld: Withheld): { kind: 'certificate'; entry: Entry } {
  const awaiting = account === accounts.vatWithheld ? account : accounts.withheldAwaitingCertificate
  return {
    kind: 'certificate',
    entry: entry('GJ', day, '', debit(account, withheld.tax, { withheld }), credit(awaiting, withheld.tax)),
  }
}
const vatProof: Withheld = { atc: 'WV010', rate: '0.05', base: peso(100_000), tax: peso(5_000) }
const incomeProof: Withheld = { atc: 'WC160', rate: '0.02', base: peso(150_000), tax: peso(3_000) }
const claims = posted([proof(accounts.vatWithheld, vatProof), proof(accounts.withheldWithCertificate, incomeProof)])

const vatQuarter: Partial<FilingFacts> = {
  lines: quarter,
  claims,
  uncollected,
  profile: { ...filingFacts({ period: q2 }).profile, uncollectedFrom: '2025-01-01' },
  others: new Map([[referenceKey('2550Q', q1.to), boxes({ '61': -5_000 })]]),
  entries: entries({ '53.1': [0, 600], '53.2': [0, 9_600] }),
}

test('the quarterly VAT return matches the form, box by box', () => {
  const sheet = worked('2550Q', vatQuarter)
  expect(shown(sheet, '31', '32', '33', '34')).toEqual({
    '31': '190,000.00 / 22,800.00',
    '32': '50,000.00 / 0.00',
    '33': '30,000.00 / 0.00',
    '34': '270,000.00 / 22,800.00',
  })
  expect(shown(sheet, '35', '36', '37')).toEqual({
    '35': '0.00 / 6,000.00',
    '36': '0.00 / 12,000.00',
    '37': '0.00 / 28,800.00',
  })
  expect(shown(sheet, '38', '43', '44', '46', '48', '49', '50', '51')).toEqual({
    '38': '0.00 / 5,000.00',
    '43': '0.00 / 5,000.00',
    '44': '150,000.00 / 18,000.00',
    '46': '10,000.00 / 1,200.00',
    // Exempt 5,000, a supplier without VAT 3,000, and 1,120 with non-creditable VAT.
    '48': '9,120.00 / 0.00',
    '49': '2,500.00 / 0.00',
    '50': '171,620.00 / 19,200.00',
    '51': '0.00 / 24,200.00',
  })
  // 19,200 less 600 and 9,600 is 9,000 in common, of which 30,000 of 270,000 is exempt: 1,000.
  expect(shown(sheet, '53.3', '53.4', '53', '57', '59', '60', '61')).toEqual({
    '53.3': '0.00 / 9,000.00',
    '53.4': '0.00 / 1,000.00',
    '53': '0.00 / 1,600.00',
    '57': '0.00 / 1,600.00',
    '59': '0.00 / 1,600.00',
    '60': '0.00 / 22,600.00',
    '61': '0.00 / 6,200.00',
  })
  expect(shown(sheet, '15', '16', '20', '21', '26')).toEqual({
    '15': '0.00 / 6,200.00',
    '16': '0.00 / 5,000.00',
    '20': '0.00 / 5,000.00',
    '21': '0.00 / 1,200.00',
    '26': '0.00 / 1,200.00',
  })
  expect(sheet.payable).toBe(peso(1_200))
})

test('an excess of input tax is a negative box 61, and nothing is payable', () => {
  const sheet = worked('2550Q', { lines: posted([purchase('vatable', 'goods', 100_000, 12_000)]) })
  expect(shown(sheet, '61', '21', '53.4')).toEqual({
    '61': '0.00 / -12,000.00',
    '21': '0.00 / -12,000.00',
    '53.4': '0.00 / 0.00',
  })
  expect(sheet.notes.join(' ')).toContain('Enter the input tax carried over from that quarter in box 38')
})

test('a manual adjustment is added to the calculated box and shown with its reason', () => {
  const sheet = worked('2550Q', {
    ...vatQuarter,
    entries: entries({ '17': [0, 200], '31': [500, 60], '58': [0, -40], '61': [0, 999] }),
  })
  expect(shown(sheet, '17', '31', '58', '59')).toEqual({
    '17': '0.00 / 200.00',
    '31': '190,500.00 / 22,860.00',
    '58': '0.00 / -40.00',
    // 19,200 in common, a ninth of it less the 500 added to all sales: 30,000 of 270,500.
    '59': '0.00 / 2,089.39',
  })
  expect(sheet.boxes.find(({ no }) => no === '31')?.entered?.reason).toBe('As the paper says')
  expect(sheet.boxes.find(({ no }) => no === '61')?.entered).toBeNull()
})

test('tax withheld by customers counts in the return that claims its certificates, each tax in its own', () => {
  const without = worked('2550Q', { ...vatQuarter, claims: [] })
  expect(shown(without, '16')).toEqual({ '16': '0.00 / 0.00' })
  expect(without.notes.join(' ')).toContain(
    'Government offices withheld 5,000.00 from collections of the quarter, but box 16',
  )
  const percentage = posted([
    proof(accounts.vatWithheld, { atc: 'WB080', rate: '0.03', base: peso(10_000), tax: peso(300) }),
    proof(accounts.withheldWithCertificate, incomeProof),
  ])
  expect(shown(worked('2551Q', { claims: percentage }), '15')).toEqual({ '15': '0.00 / 300.00' })
  // A void reverses the claim.
  const voided = posted([{ ...proof(accounts.vatWithheld, vatProof), reverses: true }]).map((line) => ({
    ...line,
    withheld: line.withheld && { ...line.withheld, tax: -line.withheld.tax },
  }))
  expect(boxesOf(worked('2550Q', { claims: [...claims, ...voided] })).get('16')?.tax).toBe(0n)
})

test('uncollected receivables are ignored until the company sets the date from which it recovers their VAT', () => {
  const never = worked('2550Q', { ...vatQuarter, profile: filingFacts({ period: q2 }).profile })
  expect(shown(never, '35', '36')).toEqual({ '35': '0.00 / 0.00', '36': '0.00 / 0.00' })
})

test('VAT recovered on an uncollected invoice is paid back in full, however the invoice is collected', () => {
  const odd = { ...owed, dueDay: '2025-12-31', total: 100_01n, vat: 10_72n }
  const periods = [-2, -1, 0, 1].map((count) => shifted(q2, count))
  const opened = [100_01n, 100_01n, 66_67n, 33_34n, 0n]
  const figures = periods.map((period, at) => {
    const sheet = worked('2550Q', {
      period,
      uncollected: [{ ...odd, openBefore: opened[at] ?? 0n, openNow: opened[at + 1] ?? 0n }],
      profile: { ...filingFacts({ period }).profile, uncollectedFrom: '2025-01-01' },
    })
    return [boxesOf(sheet).get('35')?.tax, boxesOf(sheet).get('36')?.tax]
  })
  // Due in the last quarter of 2025, so claimed in the first of 2026 for the open amount, and paid back in the next
  // two.
  expect(figures).toEqual([
    [0n, 0n],
    [7_15n, 0n],
    [0n, 3_58n],
    [0n, 3_57n],
  ])
})

test('a write-off or a discount is no recovery: only what is collected is added back', () => {
  const due = { ...owed, dueDay: '2025-12-31', total: peso(112_000), vat: peso(12_000), openBefore: peso(112_000) }
  const box36 = (given: Partial<typeof due & { openNow: Money; lostNow: Money }>) =>
    shown(
      worked('2550Q', {
        uncollected: [{ ...due, openNow: 0n, ...given }],
        profile: { ...filingFacts({ period: q2 }).profile, uncollectedFrom: '2025-01-01' },
      }),
      '36',
    )
  expect(box36({ lostNow: peso(112_000) })).toEqual({ '36': '0.00 / 0.00' })
  // 100,800.00 collected with a discount of 11,200.00.
  expect(box36({ lostNow: peso(11_200) })).toEqual({ '36': '0.00 / 10,800.00' })
  // Written off before, and 56,000.00 of it collected after all.
  expect(box36({ openBefore: 0n, lostBefore: peso(112_000), lostNow: peso(56_000) })).toEqual({
    '36': '0.00 / 6,000.00',
  })
})

test('input VAT on bills unpaid past their due date is deducted in the quarter after, and restored when they are paid', () => {
  const owing = {
    ...owed,
    document: { ...owed.document, kind: 'bill' as const },
    total: peso(110_000),
    vat: peso(12_000),
  }
  const of = (dueDay: string, openBefore: number, openNow: number) => ({
    ...owing,
    dueDay,
    openBefore: peso(openBefore),
    openNow: peso(openNow),
  })
  const bought = {
    lines: posted([purchase('vatable', 'services', 100_000, 12_000)]),
    unpaid: [of('2026-02-15', 110_000, 55_000), of('2025-12-31', 110_000, 27_500)],
  }
  expect(shown(worked('2550Q', bought), '55', '58')).toEqual({ '55': '0.00 / 0.00', '58': '0.00 / 0.00' })
  const sheet = worked('2550Q', {
    ...bought,
    profile: { ...filingFacts({ period: q2 }).profile, unpaidFrom: '2025-01-01' },
  })
  expect(shown(sheet, '55', '57', '58', '59', '60')).toEqual({
    '55': '0.00 / 6,000.00',
    '57': '0.00 / 6,000.00',
    '58': '0.00 / -9,000.00',
    '59': '0.00 / -3,000.00',
    '60': '0.00 / 15,000.00',
  })
  // Account 1310 keeps the VAT of the bills that are unpaid.
  expect(toldBy(sheet)).toBe('Cr 1310 15,000.00 | Dr 1315 15,000.00')
})

test('VAT withheld from suppliers is remitted by code, and the VAT of non-residents moves from box 44 to box 45', () => {
  const bill = (atc: string, base: number) => ({
    kind: 'bill' as const,
    entry: entry(
      'PJ',
      day,
      '',
      debit('6130', peso(base), {
        tax: { vatClass: 'vatable', base: peso(base), vat: peso(base * 0.12), category: 'services' },
      }),
      debit(accounts.inputVat, peso(base * 0.12)),
      credit('2145', peso(base * 0.12), {
        withheld: { atc, rate: '0.12', base: peso(base), tax: peso(base * 0.12) },
      }),
      credit(accounts.payables, peso(base)),
    ),
  })
  const lines = posted([bill('WV080', 100_000), bill('WV110', 50_000), bill('WV100', 10_000)])
  const may = worked('1600-VT', { period: { from: '2026-05-01', to: '2026-05-31' }, lines })
  expect(shown(may, 'WV080', 'WV090', 'WV100', 'WV110', 'A', 'C')).toEqual({
    WV080: '100,000.00 / 12,000.00',
    WV090: '0.00 / 0.00',
    WV100: '10,000.00 / 1,200.00',
    WV110: '50,000.00 / 6,000.00',
    A: '160,000.00 / 19,200.00',
    C: '0.00 / 19,200.00',
  })
  expect(may.notes).toEqual([expect.stringContaining('form 2306'), expect.stringContaining('form 0605')])
  const others = new Map([[referenceKey('1600-VT', '2026-05-31'), boxesOf(may)]])
  expect(shown(worked('2550Q', { lines, others }), '44', '45', '50')).toEqual({
    '44': '50,000.00 / 6,000.00',
    '45': '110,000.00 / 13,200.00',
    '50': '160,000.00 / 19,200.00',
  })
})

test('VAT on services of a non-resident that is no input tax is in neither box 44 nor box 45', () => {
  const bill = (category: 'services' | 'not_creditable') => ({
    kind: 'bill' as const,
    entry: entry(
      'PJ',
      day,
      '',
      debit('6130', peso(category === 'services' ? 1_000 : 1_120), {
        tax: { vatClass: 'vatable', base: peso(1_000), vat: peso(120), category },
      }),
      debit(accounts.inputVat, peso(category === 'services' ? 120 : 0)),
      credit('2145', peso(120), { withheld: { atc: 'WV080', rate: '0.12', base: peso(1_000), tax: peso(120) } }),
      credit(accounts.payables, peso(1_000)),
    ),
  })
  const period = { from: '2026-05-01', to: '2026-05-31' }
  const returnOf = (own: readonly TaxLine[], otherLines: readonly TaxLine[] = []) => {
    const may = worked('1600-VT', { period, lines: [...own, ...otherLines] })
    const others = new Map([[referenceKey('1600-VT', '2026-05-31'), boxesOf(may)]])
    return shown(worked('2550Q', { lines: own, otherLines, others }), '44', '45', '48')
  }
  const cost = { '44': '0.00 / 0.00', '45': '0.00 / 0.00', '48': '1,120.00 / 0.00' }
  expect(returnOf(posted([bill('not_creditable')]))).toEqual(cost)
  const claimed = { ...cost, '45': '1,000.00 / 120.00' }
  expect(returnOf(posted([bill('services'), bill('not_creditable')]))).toEqual(claimed)
  // Nothing was bought from an economic zone.
  expect(worked('1600-VT', { period, lines: posted([bill('services')]) }).notes).toEqual([
    expect.stringContaining('form 2306'),
  ])
  // Bought in the same quarter, before the company was registered for VAT.
  expect(returnOf(posted([bill('services')]), posted([bill('not_creditable')]))).toEqual({
    ...claimed,
    '48': '0.00 / 0.00',
  })
})

test('VAT withheld from non-residents in a month without VAT registration is no input tax', () => {
  const may = worked('1600-VT', {
    period: { from: '2026-05-01', to: '2026-05-31' },
    entries: entries({ WV080: [1_000, 120] }),
  })
  const others = new Map([[referenceKey('1600-VT', '2026-05-31'), boxesOf(may)]])
  const registeredFrom = (validFrom: Day) =>
    shown(
      worked('2550Q', {
        profile: { ...filingFacts({ period: q2 }).profile, history: [{ kind: 'vat', value: 'yes', validFrom }] },
        others,
      }),
      '45',
      '61',
    )
  expect(registeredFrom('2026-05-31')).toEqual({ '45': '1,000.00 / 120.00', '61': '0.00 / -120.00' })
  expect(registeredFrom('2026-06-01')).toEqual({ '45': '0.00 / 0.00', '61': '0.00 / 0.00' })
})

test('the tax withheld in a month is remitted, and an amendment deducts earlier remittances', () => {
  const lines = posted([withheldBy('WC160', '0.02', 100_000, 2_000), withheldBy('WI011', '0.1', 20_000, 2_000)])
  const month = { from: '2026-05-01', to: '2026-05-31' }
  expect(shown(worked('0619-E', { period: month, lines }), '14', '16', '18')).toEqual({
    '14': '120,000.00 / 4,000.00',
    '16': '0.00 / 4,000.00',
    '18': '0.00 / 4,000.00',
  })
  const amended = worked('0619-E', {
    period: month,
    lines,
    filed: boxes({ '14': 3_500 }),
    entries: entries({ '17B': [0, 12.5] }),
  })
  expect(shown(amended, '15', '16', '18')).toEqual({
    '15': '0.00 / 3,500.00',
    '16': '0.00 / 500.00',
    '18': '0.00 / 512.50',
  })
})

test('the quarterly withholding return has a line for each code, and deducts both months and earlier overpayments', () => {
  const back = withheldBy('WC160', '0.02', 10_000, 200)
  const sheet = worked('1601-EQ', {
    lines: posted([
      withheldBy('WI011', '0.1', 20_000, 2_000),
      withheldBy('WC160', '0.02', 100_000, 2_000),
      { ...back, entry: reversal(back.entry, day, '') },
    ]),
    others: new Map([
      [referenceKey('0619-E', '2026-04-30'), boxes({ '14': 1_000 })],
      [referenceKey('0619-E', '2026-05-31'), boxes({ '14': 500 })],
      [referenceKey('1601-EQ', q1.to), boxes({ '25': -300 })],
    ]),
  })
  expect(sheet.boxes.slice(0, 2).map(({ no, label }) => `${no} ${label}`)).toEqual(['13 WC160, 2%', '14 WI011, 10%'])
  // Nobody is exempt from withholding.
  expect(sheet.notes).toEqual([])
  expect(shown(sheet, '13', '14', '19', '20', '21', '23', '24', '25', '30')).toEqual({
    '13': '90,000.00 / 1,800.00',
    '14': '20,000.00 / 2,000.00',
    '19': '110,000.00 / 3,800.00',
    '20': '0.00 / 1,000.00',
    '21': '0.00 / 500.00',
    '23': '0.00 / 300.00',
    '24': '0.00 / 1,800.00',
    '25': '0.00 / 2,000.00',
    '30': '0.00 / 2,000.00',
  })
})

test('VAT withheld above the VAT due is carried over as a credit, never as input tax, and stays on 1325 until used', () => {
  const government = (amount: number) => posted([proof(accounts.vatWithheld, { ...vatProof, tax: peso(amount) })])
  const second = worked('2550Q', { lines: posted([sale('vatable', 10_000, 1_200)]), claims: government(5_000) })
  expect(shown(second, '61', '16', '21', '21.1')).toEqual({
    '61': '0.00 / 1,200.00',
    '16': '0.00 / 5,000.00',
    '21': '0.00 / -3,800.00',
    '21.1': '0.00 / 3,800.00',
  })
  expect(toldBy(second)).toBe('Dr 2110 1,200.00 | Cr 1325 1,200.00')
  const q3 = shifted(q2, 1)
  const after = (sheet: Worksheet, given: Partial<FilingFacts> = {}) =>
    worked('2550Q', { period: q3, others: new Map([[referenceKey('2550Q', q2.to), boxesOf(sheet)]]), ...given })
  const sold = { lines: posted([sale('vatable', 20_000, 2_400)]) }
  const third = after(second, sold)
  expect(shown(third, '19', '38', '21', '21.1')).toEqual({
    '19': '0.00 / 3,800.00',
    '38': '0.00 / 0.00',
    '21': '0.00 / -1,400.00',
    '21.1': '0.00 / 1,400.00',
  })
  expect(toldBy(third)).toBe('Dr 2110 2,400.00 | Cr 1325 2,400.00')
  // Input tax in excess goes to box 38 alone, and all the credits stay.
  const bought = worked('2550Q', {
    lines: posted([purchase('vatable', 'goods', 10_000, 1_200)]),
    claims: government(5_000),
  })
  expect(shown(bought, '61', '21', '21.1')).toEqual({
    '61': '0.00 / -1,200.00',
    '21': '0.00 / -6,200.00',
    '21.1': '0.00 / 5,000.00',
  })
  expect(toldBy(bought)).toBe('Cr 1310 1,200.00 | Dr 1315 1,200.00')
  expect(shown(after(bought), '19', '38')).toEqual({ '19': '0.00 / 5,000.00', '38': '0.00 / 1,200.00' })
  // An excess claimed as a refund or certificate is not deducted again, and the claim stays on 1325.
  for (const [use, row] of [
    ['refund', '21.2'],
    ['tcc', '21.3'],
  ] as const) {
    const claimed = worked('2550Q', { ...sold, claims: government(5_000), excessUse: use })
    expect(shown(claimed, row)).toEqual({ [row]: '0.00 / 2,600.00' })
    expect(boxesOf(claimed).has('21.1')).toBe(false)
    expect(shown(after(claimed), '19', '38')).toEqual({ '19': '0.00 / 0.00', '38': '0.00 / 0.00' })
  }
  // A return filed before the row existed carried its excess over, and the row alone is no change of it.
  const old = new Map([...boxesOf(second)].filter(([no]) => no !== '21.1'))
  expect(shown(worked('2550Q', { period: q3, others: new Map([[referenceKey('2550Q', q2.to), old]]) }), '19')).toEqual({
    '19': '0.00 / 3,800.00',
  })
  expect(sinceFiling(second, old)).toEqual([])
})

test('an advance payment above the VAT due joins the credits on 1325', () => {
  const sheet = worked('2550Q', {
    lines: posted([sale('vatable', 1_000, 120)]),
    entries: entries({ '17': [0, 500] }),
  })
  expect(shown(sheet, '21', '21.1')).toEqual({ '21': '0.00 / -380.00', '21.1': '0.00 / 380.00' })
  expect(toldBy(sheet)).toBe('Dr 2110 120.00 | Dr 1325 380.00 | Cr 2120 500.00')
})

test('an over-remittance is carried over within the calendar year; after its end it is refunded or credited', () => {
  const of = (to: string, excessUse: FilingFacts['excessUse'] = null) => {
    const period = { from: `${to.slice(0, 5)}${to.endsWith('12-31') ? '10' : '07'}-01`, to }
    const first = `${to.slice(0, 5)}${to.endsWith('12-31') ? '10-31' : '07-31'}`
    const others = new Map([[referenceKey('0619-E', first), boxes({ '14': 300 })]])
    return worked('1601-EQ', { period, others, excessUse })
  }
  const third = of('2026-09-30')
  expect(shown(third, '25', '25.1')).toEqual({ '25': '0.00 / -300.00', '25.1': '0.00 / 300.00' })
  const next = (sheet: Worksheet) =>
    worked('1601-EQ', {
      period: shifted(sheet.period, 1),
      others: new Map([[referenceKey('1601-EQ', sheet.period.to), boxesOf(sheet)]]),
    })
  expect(shown(next(third), '23')).toEqual({ '23': '0.00 / 300.00' })
  expect(shown(next(of('2026-09-30', 'tcc')), '23')).toEqual({ '23': '0.00 / 0.00' })
  for (const [chosen, row] of [
    [null, '25.2'],
    ['carried', '25.2'],
    ['tcc', '25.3'],
  ] as const) {
    const last = of('2026-12-31', chosen)
    expect(shown(last, row)).toEqual({ [row]: '0.00 / 300.00' })
    expect(last.boxes.find(({ no }) => no === row)?.rule).toContain('cannot be carried over to the next year')
    expect(shown(next(last), '23')).toEqual({ '23': '0.00 / 0.00' })
  }
  // As filed by an earlier version, without the row.
  const filed = worked('1601-EQ', {
    period: { from: '2027-01-01', to: '2027-03-31' },
    others: new Map([[referenceKey('1601-EQ', '2026-12-31'), boxes({ '25': -300 })]]),
  })
  expect(shown(filed, '23')).toEqual({ '23': '0.00 / 0.00' })
})

test('a month with more reversals than tax withheld is a nil remittance', () => {
  const back = withheldBy('WC160', '0.02', 250, 5)
  const reversed = posted([{ ...back, reverses: true, entry: reversal(back.entry, day, '') }])
  const month = worked('0619-E', { period: { from: '2026-05-01', to: '2026-05-31' }, lines: reversed })
  expect(shown(month, '14', '16', '18')).toEqual({
    '14': '0.00 / 0.00',
    '16': '0.00 / 0.00',
    '18': '0.00 / 0.00',
  })
  expect(boxTable(month, '14', company)?.rows.map(({ cells }) => [cells[1], cells.at(-1)])).toEqual([
    ['bill-1', -5_00n],
    ['Not counted', 5_00n],
    ['Total', 0n],
  ])
  const quarterly = (may: Map<string, Figures>) =>
    shown(worked('1601-EQ', { others: new Map([[referenceKey('0619-E', '2026-05-31'), may]]) }), '21')
  expect(quarterly(boxesOf(month))).toEqual({ '21': '0.00 / 0.00' })
  expect(quarterly(boxes({ '14': -5 }))).toEqual({ '21': '0.00 / 0.00' })
  // 100.00 were remitted before the month was amended to 40.00.
  expect(quarterly(boxes({ '14': 40, '15': 100 }))).toEqual({ '21': '0.00 / 100.00' })
})

test('more than six codes continue on a continuation sheet', () => {
  const codes = ['WC010', 'WC020', 'WC030', 'WC040', 'WC050', 'WC060', 'WC070', 'WC080']
  const sheet = worked('1601-EQ', { lines: posted(codes.map((atc) => withheldBy(atc, '0.1', 1_000, 100))) })
  expect(sheet.boxes.slice(0, 8).map(({ no }) => no)).toEqual(['13', '14', '15', '16', '17', '18', 'S1', 'S2'])
  expect(shown(sheet, '19')).toEqual({ '19': '8,000.00 / 800.00' })
})

test('the percentage tax rate is the one on the last day of the quarter', () => {
  const lines = posted([sale('not_subject', 30_000), sale('exempt', 20_000)])
  expect(shown(worked('2551Q', { lines }), 'S1', 'S3', '14', '19', '24')).toEqual({
    // The exempt 20,000 are not taxed: section 116 reaches sales exempt by section 109(CC) only.
    S1: '30,000.00 / 0.00',
    S3: '30,000.00 / 900.00',
    '14': '0.00 / 900.00',
    '19': '0.00 / 900.00',
    '24': '0.00 / 900.00',
  })
  const earlier = { from: '2023-04-01', to: '2023-06-30' }
  expect(shown(worked('2551Q', { lines, period: earlier }), '14')).toEqual({ '14': '0.00 / 300.00' })
})

const account = (
  code: string,
  type: StatementAccount['type'],
  normal: 'debit' | 'credit',
  amount: number,
): StatementAccount => ({
  code,
  type,
  normal,
  name: code,
  statementLine: 'Operating',
  amounts: [normal === 'debit' ? peso(amount) : -peso(amount)],
})
const yearToDate = [
  account('4010', 'revenue', 'credit', 1_000_000.4),
  account('5010', 'cost', 'debit', 400_000),
  account('7050', 'other', 'credit', 10_000),
  account('7010', 'other', 'credit', 1_000),
  account('7035', 'other', 'credit', 900),
  account('6010', 'expense', 'debit', 300_000),
  account('6270', 'expense', 'debit', 5_000),
  account('8010', 'other', 'debit', 12_000),
  account('8050', 'other', 'debit', 200),
]

test('on the working lines, income tax is computed on the year to date, without income under final tax, unrealized amounts and penalties', () => {
  const others = new Map([[referenceKey('1702Q', q1.to), boxes({ S: 30_000, O: 2_000 })]])
  const sheet = onWorkingLines('1702Q', { statement: yearToDate, claims, others })
  expect(shown(sheet, 'A', 'C', 'D', 'E', 'F', 'H')).toEqual({
    A: '1,000,000.40 / 0.00',
    C: '600,000.40 / 0.00',
    D: '10,000.00 / 0.00',
    E: '610,000.40 / 0.00',
    F: '312,000.00 / 0.00',
    H: '298,000.40 / 0.00',
  })
  // 25% of 298,000.40 is 74,500.10, and a return is in whole pesos.
  expect(shown(sheet, 'I', 'J', 'K', 'M', 'N', 'O', 'R', 'S')).toEqual({
    I: '0.00 / 74,500.00',
    J: '0.00 / 0.00',
    K: '0.00 / 74,500.00',
    M: '0.00 / 30,000.00',
    N: '0.00 / 2,000.00',
    O: '150,000.00 / 3,000.00',
    R: '0.00 / 35,000.00',
    S: '0.00 / 39,500.00',
  })
})

test('on the working lines, the minimum income tax applies from its set date, if it is higher', () => {
  const profile = { ...filingFacts({ period: q2 }).profile, minimumTaxFrom: '2026-01-01' }
  const loss = [...yearToDate, account('6020', 'expense', 'debit', 290_000)]
  // Taxable 8,000.40: 25% is 2,000.10; 2% of the gross income of 610,000.40 is 12,200.008.
  expect(shown(onWorkingLines('1702Q', { statement: loss, profile }), 'I', 'J', 'K')).toEqual({
    I: '0.00 / 2,000.00',
    J: '0.00 / 12,200.00',
    K: '0.00 / 12,200.00',
  })
})

test('on the working lines, an individual who chose 8% pays it on sales above the yearly deduction', () => {
  const profile = {
    ...filingFacts({ period: q2 }).profile,
    taxpayer: 'individual' as const,
    incomeTax: 'eight_percent' as const,
  }
  // (1,000,000.40 + 10,000.00 - 250,000.00) x 8% = 60,800.032
  expect(shown(onWorkingLines('1701Q', { statement: yearToDate, profile }), 'K', 'S')).toEqual({
    K: '0.00 / 60,800.00',
    S: '0.00 / 60,800.00',
  })
})

test('an unknown form for a period is not guessed', () => {
  expect(revisionOf('2550Q', '2022-12-31', standardForms)).toBeUndefined()
  const revised = { form: '2550Q', revision: 'July 2027 (ENCS)', validFrom: '2027-09-30', source: 'RMC' } as const
  const forms = [...standardForms, { ...revised, layout: '2550Q 2024-04' }]
  expect(revisionOf('2550Q', '2027-06-30', forms)?.revision).toBe('April 2024 (ENCS)')
  expect(revisionOf('2550Q', '2027-09-30', forms)).toMatchObject({ revision: 'July 2027 (ENCS)', source: 'RMC' })
  expect(revisionOf('2550Q', '2027-09-30', [{ ...revised, layout: 'unknown' }])).toBeUndefined()
})

test('a worksheet and a box are tables with the same figures as the boxes', () => {
  const sheet = worked('2550Q', vatQuarter)
  const table = worksheetTable(sheet, company, [{ label: 'RDO code', value: '' }])
  expect(table.rows[0]?.cells[1]).toBe('RDO code: not entered')
  const row = table.rows.find(({ cells }) => cells[0] === '44')
  expect(row?.cells.slice(0, 4)).toEqual(['44', 'Domestic purchases', peso(150_000), peso(18_000)])
  const drill = boxTable(sheet, '31', company)
  expect(drill?.rows.map(({ cells }) => cells.at(-1))).toEqual([12_000_00n, 12_000_00n, -1_200_00n, 22_800_00n])
  expect(drill?.rows[0]?.link).toEqual({ to: 'document', id: 'invoice-1', kind: 'invoice' })
  expect(drill?.rows[2]?.cells[3]).toContain('Void of invoice-3')
  expect(boxTable(sheet, '37', company)?.rows.map(({ cells }) => [cells[1], cells.at(-1)])).toEqual([
    ['Box 34', 22_800_00n],
    ['Box 36', 12_000_00n],
    ['Box 35', -6_000_00n],
    ['Total', 28_800_00n],
  ])
  expect(boxTable(sheet, '99', company)).toBeUndefined()
})

test('a return filed with other labels, hints and notes has the same figures', () => {
  const now = worked('2550Q', vatQuarter)
  const filed = restoredWorksheet(
    storedWorksheet({
      ...now,
      source: 'An earlier source.',
      notes: [],
      boxes: now.boxes.map((box) => ({ ...box, label: 'An earlier label', rule: 'An earlier hint.', heading: 'Tax' })),
    }),
  )
  expect(sinceFiling(now, boxesOf(filed))).toEqual([])
  expect(worksheetFigures(filed)).toEqual(worksheetFigures(now))
  const [first, ...others] = now.boxes
  const moved = { ...now, boxes: [...(first ? [{ ...first, tax: first.tax + 1n }] : []), ...others] }
  expect(worksheetFigures(moved)).not.toEqual(worksheetFigures(now))
})

test('a posting after filing shows its effect on each box', () => {
  const filed = boxesOf(worked('2550Q', vatQuarter))
  const late = [...quarter, ...posted([sale('vatable', 1_000, 120)])]
  const now = worked('2550Q', { ...vatQuarter, lines: late })
  const moved = sinceFiling(now, filed).map(
    ({ no, filed: was, now: is }) => `${no} ${formatMoney(is.base - was.base)} / ${formatMoney(is.tax - was.tax)}`,
  )
  // 30,000 of 271,000 instead of 270,000 allocates 996.31 of the common input tax instead of 1,000.00.
  expect(moved).toEqual([
    '15 0.00 / 116.31',
    '21 0.00 / 116.31',
    '26 0.00 / 116.31',
    '31 1,000.00 / 120.00',
    '34 1,000.00 / 120.00',
    '37 0.00 / 120.00',
    '53 0.00 / -3.69',
    '53.4 0.00 / -3.69',
    '57 0.00 / -3.69',
    '59 0.00 / -3.69',
    '60 0.00 / 3.69',
    '61 0.00 / 116.31',
  ])
  const amendment = worked('2550Q', { ...vatQuarter, lines: late, filed })
  expect(shown(amendment, '18', '21')).toEqual({ '18': '0.00 / 1,200.00', '21': '0.00 / 116.31' })
})

const toldBy = (sheet: Worksheet): string =>
  (closingEntry(sheet)?.lines ?? [])
    .map(({ account: code, debit: dr, credit: cr }) =>
      dr > 0n ? `Dr ${code} ${formatMoney(dr)}` : `Cr ${code} ${formatMoney(cr)}`,
    )
    .join(' | ')
const vatOf = (given: Record<string, number>): Worksheet => {
  const figures = boxes(given)
  return {
    ...worked('2550Q'),
    boxes: worked('2550Q').boxes.map((box) => ({ ...box, tax: figures.get(box.no)?.tax ?? 0n })),
  }
}

test.each([
  [
    'V1 payable',
    { '34': 120_000, '50': 80_000, '16': 5_000 },
    'Dr 2110 120,000.00 | Cr 1310 80,000.00 | Cr 1325 5,000.00 | Cr 2120 35,000.00',
  ],
  [
    'V2 carried over',
    { '34': 60_000, '50': 80_000, '61': -20_000 },
    'Dr 2110 60,000.00 | Cr 1310 80,000.00 | Dr 1315 20,000.00',
  ],
  ['V3 uncollected', { '34': 12_000, '35': 12_000 }, 'Dr 2110 12,000.00 | Cr 2115 12,000.00'],
  ['V3 recovered', { '36': 12_000 }, 'Dr 2115 12,000.00 | Cr 2120 12,000.00'],
  ['B11 exempt sales', { '50': 3_000, '53': 3_000 }, 'Dr 6260 3,000.00 | Cr 1310 3,000.00'],
  [
    'carried in and used',
    { '34': 50_000, '50': 10_000, '38': 20_000 },
    'Dr 2110 50,000.00 | Cr 1310 10,000.00 | Cr 1315 20,000.00 | Cr 2120 20,000.00',
  ],
])('the closing entry of a VAT quarter, %s', (_, given, expected) => {
  expect(toldBy(vatOf(given))).toBe(expected)
})

test('the closing entry equals the amount payable on the return, and there is none for zero', () => {
  const sheet = worked('2550Q', vatQuarter)
  const payableLine = closingEntry(sheet)?.lines.at(-1)
  expect(payableLine).toMatchObject({ account: '2120', credit: sheet.payable })
  expect(closingEntry(worked('2550Q'))).toBeNull()
  expect(closingEntry(worked('1601-EQ'))).toBeNull()
  const percentage = worked('2551Q', { lines: posted([sale('not_subject', 50_000)]) })
  expect(toldBy(percentage)).toBe('Dr 6240 1,500.00 | Cr 2130 1,500.00')
  expect(closingEntry(percentage)).toMatchObject({
    day: '2026-06-30',
    reference: '2551Q 2026-06-30',
    memo: '2551Q for April to June 2026',
  })
})
