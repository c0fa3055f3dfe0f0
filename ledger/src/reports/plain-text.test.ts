import { expect, test } from 'vitest'
import { standardChart } from '../accounts/chart.ts'
import { accountName, plainTextEntry, plainTextHead } from './plain-text.ts'
import type { PlainAccount, PlainEntry } from './plain-text.ts'

const chart = new Map<string, PlainAccount>([
  ['1110', { code: '1110', name: 'Accounts receivable - trade', type: 'asset', normal: 'debit' }],
  ['1040', { code: '1040', name: 'Cash in bank - USD', type: 'asset', normal: 'debit' }],
  ['2110', { code: '2110', name: 'Output VAT', type: 'liability', normal: 'credit' }],
  ['4010', { code: '4010', name: 'Sales - goods', type: 'revenue', normal: 'credit' }],
])
const sale: PlainEntry = {
  no: 7n,
  day: '2026-03-16',
  journal: 'SJ',
  memo: 'Lumber; 2" | nails',
  document: { number: 'SI-2026-000007', externalNo: '000101', kind: 'Sales Invoice' },
  party: { name: 'Niño "Nonoy" Cruz', tin: '213-456-781-00000' },
  reverses: null,
  voided: false,
  lines: [
    { account: '1110', debit: 112_00n, credit: 0n, memo: '', foreign: null },
    { account: '4010', debit: 0n, credit: 100_00n, memo: 'first  delivery', foreign: null },
    { account: '2110', debit: 0n, credit: 12_00n, memo: '', foreign: null },
  ],
}

test('an entry for hledger and ledger has its number, party, memo and document, and no accidental comment', () => {
  expect(plainTextEntry('hledger', sale, chart)).toBe(`
2026-03-16 * (SI-2026-000007) Niño "Nonoy" Cruz | Lumber, 2" / nails
    ; entry: 7
    ; book: SJ
    ; kind: Sales Invoice
    ; number: SI-2026-000007
    ; paper: 000101
    ; tin: 213-456-781-00000
    Assets:1110-Accounts-receivable-trade  112.00 PHP
    Income:4010-Sales-goods                -100.00 PHP  ; first delivery
    Liabilities:2110-Output-VAT            -12.00 PHP
`)
})

test('no memo becomes a tag or a date for hledger and ledger', () => {
  const memo = 'date:2026-01-01, [2026-02-01] due: now'
  const [first, ...others] = sale.lines
  const lines = [{ ...first!, memo }, ...others]
  expect(plainTextEntry('hledger', { ...sale, lines }, chart)).toContain(
    '  112.00 PHP  ; date\u22362026-01-01, (2026-02-01) due\u2236 now\n',
  )
})

test('an entry for beancount has quoted texts, a link to its document, and a tag if it is a void', () => {
  expect(plainTextEntry('beancount', { ...sale, voided: true }, chart)).toBe(`
2026-03-16 * "Niño \\"Nonoy\\" Cruz" "Lumber; 2\\" | nails" ^SI-2026-000007 #void
  entry: "7"
  book: "SJ"
  kind: "Sales Invoice"
  number: "SI-2026-000007"
  paper: "000101"
  tin: "213-456-781-00000"
  status: "void"
  Assets:1110-Accounts-receivable-trade  112.00 PHP
  Income:4010-Sales-goods                -100.00 PHP ; first delivery
  Liabilities:2110-Output-VAT            -12.00 PHP
`)
})

test('foreign currency carries its peso cost, on either side', () => {
  const foreign = { currency: 'USD', amount: 100_00n }
  const line = { account: '1040', memo: '', foreign }
  const lines = [
    { ...line, debit: 5_612_34n, credit: 0n },
    { ...line, debit: 0n, credit: 5_612_34n },
  ]
  for (const format of ['hledger', 'beancount'] as const) {
    const text = plainTextEntry(format, { ...sale, lines }, chart)
    expect(text).toContain('Assets:1040-Cash-in-bank-USD  100.00 USD @@ 5612.34 PHP\n')
    expect(text).toContain('Assets:1040-Cash-in-bank-USD  -100.00 USD @@ 5612.34 PHP\n')
  }
})

test('every account of the standard chart has a unique name that beancount accepts', () => {
  const names = standardChart.map(accountName)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^(Assets|Liabilities|Equity|Income|Expenses):\d{4}(-[A-Za-z0-9]+)+$/)
  expect(accountName({ code: '1999', name: '₱', type: 'other', normal: 'credit' })).toBe('Income:1999')
})

test('the header names the company and opens every account', () => {
  const head = { company: 'Peña & "Sons"', period: 'January 2026', from: '2026-01-01', accounts: [...chart.values()] }
  expect(plainTextHead('hledger', head)).toContain('; Peña & "Sons"\n; January 2026, in PHP\n')
  expect(plainTextHead('hledger', head)).toContain('\naccount Assets:1040-Cash-in-bank-USD\n')
  expect(plainTextHead('beancount', head)).toContain('\noption "title" "Peña & \\"Sons\\""\n')
  expect(plainTextHead('beancount', head)).toContain('\n2026-01-01 open Income:4010-Sales-goods\n  code: "4010"\n')
})

test('a line with a tax has the tags for the returns, and an entry those of its open items, discounts and claim', () => {
  const government = { kind: 'non_individual', government: true, noTin: '', vatStatus: 'vat' } as const
  const foreigner = { ...government, kind: 'individual', government: false, noTin: 'foreign' } as const
  const line = { debit: 0n, credit: 0n, memo: '', foreign: null }
  const taxed: PlainEntry = {
    ...sale,
    dueDay: '2026-04-15',
    items: [
      { account: '1110', number: 'SI-2026-000007', amount: 112_00n },
      { account: '2060', number: 'CR-2026-000001', amount: -1_50n },
    ],
    discounts: [{ number: 'SI-2026-000003', amount: 5_00n }],
    claimed: { form: '2550Q', period: '2026-03-31' },
    lines: [
      {
        ...line,
        account: '4010',
        credit: 100_00n,
        party: government,
        tax: { vatClass: 'vatable', base: 100_00n, vat: 12_00n },
      },
      {
        ...line,
        account: '1110',
        debit: 100_00n,
        party: foreigner,
        tax: { vatClass: 'vatable', base: -100_00n, vat: -12_00n, category: 'importation' },
        withheld: { atc: 'WI120', rate: '0.02', base: 100_00n, tax: 2_00n },
        taxDay: null,
      },
    ],
  }
  const tags = (format: 'hledger' | 'beancount') =>
    plainTextEntry(format, taxed, chart)
      .split('\n')
      .flatMap((row) => /^\s+(?:; )?([a-z-]+): "?(.*?)"?$/.exec(row)?.slice(1).join('=') ?? [])
  expect(tags('hledger')).toEqual(tags('beancount'))
  expect(tags('hledger').slice(6)).toEqual([
    'due=2026-04-15',
    'items=1110/SI-2026-000007=112.00 2060/CR-2026-000001=-1.50',
    'discounts=SI-2026-000003=5.00',
    'claimed=2550Q 2026-03-31',
    'vat=vatable',
    'direction=sale',
    'vat-base=100.00',
    'vat-amount=12.00',
    'party-kind=non_individual',
    'party-status=government',
    'vat=vatable',
    'direction=purchase',
    'category=importation',
    'vat-base=-100.00',
    'vat-amount=-12.00',
    'atc=WI120',
    'withheld-base=100.00',
    'withheld-rate=0.02',
    'withheld-amount=2.00',
    'party-kind=individual',
    'party-status=foreign',
    'tax-date=unknown',
  ])
})
