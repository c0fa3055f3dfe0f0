import { expect, test } from 'vitest'
import { facts, holding, item, party, posting, today, entryText } from '../../../test/facts.ts'
import { standardChart, standardMoneyAccounts } from '../../accounts/chart.ts'
import { leafKey } from '../facts.ts'
import type { FactKey, Facts } from '../facts.ts'
import type { DocumentTypeName } from '../words.ts'
import type { PostingResult } from '../type.ts'
import { documentTypeOf, documentTypes } from '../types.ts'
import { standardExpenseTypes } from '../../accounts/expense-types.ts'
import { partyFields } from '../../core/party.ts'
import { standardWithholdingCodes } from '../../tax/standard-codes.ts'
import { importKinds } from './kinds.ts'
import { importMappings } from './mappings.ts'
import type { ImportKind } from './kinds.ts'
import { addToBatch, afterBatch, emptyBatch } from './batch.ts'
import { contentOf, groupRows, matchColumns } from './mapping.ts'
import type { ImportRow, Names } from './mapping.ts'

const { invoice } = importMappings
const sold = '22222222-2222-4222-8222-222222222222'
const mabuhay = party()

const typesBySeries: Readonly<Record<string, DocumentTypeName>> = {
  SI: 'invoice',
  CM: 'creditmemo',
  CR: 'collection',
  BL: 'bill',
  PV: 'payment',
  PC: 'pettycash',
}

const names: Names = {
  today,
  registrations: [{ kind: 'vat', value: 'yes', validFrom: '1990-01-01' }],
  partyOf: (text) =>
    text === 'Nobody'
      ? { mistake: 'Nobody is called so.' }
      : { id: mabuhay.id, name: 'Mabuhay Services Corp.', kind: mabuhay.kind, vatStatus: mabuhay.vatStatus, noTin: '' },
  documentsOf: (text) =>
    text.endsWith('000001')
      ? [
          {
            id: sold,
            kind: typesBySeries[text.slice(0, 2)] ?? 'opening',
            number: text,
            externalNo: '000101',
            partyId: mabuhay.id,
          },
        ]
      : [],
  accounts: standardChart,
  money: standardMoneyAccounts.map(({ code, currency }) => ({ code, currency, name: holding(code, 0n).name })),
  types: standardExpenseTypes,
}

/** Books with everything that the templates name. */
const books = (like: Partial<Facts<FactKey>> = {}): Facts<FactKey> => ({
  ...facts({
    party: mabuhay,
    money: ['1010', '1020', '1031', '1032'].map((code) => holding(code, 100_000_00n)),
    items: [
      item({ documentId: sold, account: '1110', opened: 1_100_00n, net: 1_000_00n, vat: 100_00n }),
      item({ documentId: sold, account: '2010', opened: 1_120_00n, kind: 'bill', number: 'BL-2026-000001' }),
      item({ documentId: sold, account: '2060', opened: 300_00n, kind: 'creditmemo', number: 'CM-2026-000001' }),
      item({ documentId: sold, account: '1140', opened: 200_00n, kind: 'payment', number: 'PV-2026-000001' }),
      item({ documentId: sold, account: '1130', opened: 500_00n, kind: 'pettycash', number: 'PCV-2026-000001' }),
      item({ documentId: sold, account: '1010', opened: 2_000_00n, kind: 'collection', number: 'CR-2026-000001' }),
    ],
    withholdingCodes: standardWithholdingCodes,
  }),
  leaves: new Map([
    [leafKey('1031', '0000123'), { account: '1031', no: '0000123', state: 'unused' as const, usedBy: null }],
  ]),
  employees: new Map([
    [
      'E-001',
      {
        ...{ no: 'E-001', lastName: 'Cruz', firstName: 'Ana', middleName: '', tin: '123-456-789-00000' },
        ...{ hiredOn: '2024-01-02', separatedOn: null, minimumWage: false, minimumWageUntil: null },
        ...{ paid: [], previous: null },
      },
    ],
  ]),
  ...like,
})

const exampleOf = (kind: ImportKind): ImportRow =>
  Object.fromEntries(importMappings[kind].columns.map(({ key, example }) => [key, example]))

test('columns are found by their titles, ignoring case and punctuation, and each only once', () => {
  expect(matchColumns(invoice, ['INVOICE NO', 'tin', 'Qty.', 'Quantity', 'Color'])).toEqual([
    ...['number', 'customer', 'quantity', null, null],
  ])
  for (const kind of importKinds) {
    const { columns } = importMappings[kind]
    expect(
      matchColumns(
        importMappings[kind],
        columns.map(({ title }) => title),
      ),
      kind,
    ).toEqual(columns.map(({ key }) => key))
  }
})

test('rows with the same number and customer are one document; an identical row is a duplicate', () => {
  const each = { ...invoice, together: [] }
  const rows = [
    ['1', 'A'],
    ['2', 'A'],
    ['', ''],
    ['1', 'a'],
    ['1', 'A'],
    ['', 'A'],
    ['', 'A'],
  ]
  expect(groupRows(invoice, ['number', 'customer'], rows).map((group) => group.rows)).toEqual([
    [0, 3, 4],
    [1],
    [5],
    [6],
  ])
  expect(groupRows(each, ['number', 'customer'], rows).map((group) => group.copy)).toEqual([0, 0, 0, 1, 0, 1])
  // An empty column does not make the rows different.
  const [bare] = groupRows(invoice, ['number'], [['1']])
  const [wide] = groupRows(invoice, ['number', 'memo'], [['1', '']])
  expect(bare && wide && contentOf(bare) === contentOf(wide)).toBe(true)
})

test('a row that contradicts the first row of its invoice is an error at its cell', () => {
  const row = { number: '1', customer: 'A', day: '2026-03-01', description: 'Paper', price: '1,120.00' }
  const rows = [row, { ...row, day: '2026-03-02', discount: '10%', vat: 'exempt' }, { ...row, day: '', vat: 'none' }]
  const { fields, mistakes } = invoice.read(rows, names)
  expect(mistakes.map(({ row: at, column }) => [at, column])).toEqual([
    [1, 'day'],
    [2, 'vat'],
  ])
  expect(fields).toMatchObject({
    externalNo: '1',
    partyId: mabuhay.id,
    day: '2026-03-01',
    dueDay: null,
    priceMode: 'inclusive',
  })
  expect(fields['lines']).toMatchObject([
    { quantity: '1', unitPrice: '112000', vatClass: 'vatable', account: '4010', discountPercent: null },
    { discountPercent: '10', discountAmount: null, vatClass: 'exempt' },
    {},
  ])
})

/** The entry of the example row of each template. */
const examples: [ImportKind, string][] = [
  ['invoice', 'Dr 1110 1,120.00 | Cr 4010 1,000.00 | Cr 2110 120.00'],
  ['creditmemo', 'Cr 1110 224.00 | Dr 4080 200.00 | Dr 2110 24.00'],
  ['collection', 'Dr 1010 1,100.00 | Cr 1110 1,100.00'],
  ['bill', 'Dr 6070 1,000.00 | Dr 1310 120.00 | Cr 2010 1,120.00'],
  ['suppliercredit', 'Cr 6070 1,000.00 | Cr 1310 120.00 | Dr 2010 1,120.00'],
  ['cashadvance', 'Dr 1130 500.00 | Cr 1020 500.00'],
  ['pettycash', 'Dr 6090 180.00 | Cr 1020 180.00'],
  ['payment', 'Dr 2010 1,120.00 | Cr 1031 1,120.00'],
  ['cheque', 'Dr 2010 1,120.00 | Cr 1031 1,120.00'],
  ['deposit', 'Dr 1031 2,000.00 | Cr 1010 2,000.00'],
  ['withdrawal', 'Dr 1010 5,000.00 | Cr 1031 5,000.00'],
  ['transfer', 'Dr 1032 10,000.00 | Cr 1031 10,000.00'],
  [
    'payroll',
    'Dr 6010 30,000.00 | Dr 6030 3,980.00 | Cr 2146 1,007.50 | Cr 2150 4,530.00 | Cr 2151 1,500.00 | Cr 2152 400.00 | Cr 2160 26,542.50',
  ],
]

test.each(examples)('the example in the template of %s is a valid document: %s', (kind, entry) => {
  const { records, read } = importMappings[kind]
  if ('role' in records) throw new Error('This is no document.')
  const { fields, mistakes } = read([{ ...exampleOf(kind), email: 'ap@mabuhay.example' }], names)
  expect(mistakes).toEqual([])
  const document = documentTypeOf(records.kind)
  expect(entryText(posting(document.post(document.fields.parse(fields), books())).entry)).toBe(entry)
})

test('the example in the customer template is a valid registration', () => {
  const { fields, mistakes } = importMappings.customer.read([{ ...exampleOf('customer'), tin: '213-456-781' }], names)
  expect(mistakes).toEqual([])
  expect(partyFields.parse(fields)).toMatchObject({
    kind: 'non_individual',
    vatStatus: 'vat',
    address: { zip: '1112' },
  })
  const person = importMappings.supplier.read(
    [{ tin: '188-245-660', lastName: 'Cruz', firstName: 'Ana', vatStatus: 'non VAT' }],
    names,
  )
  expect(partyFields.parse(person.fields)).toMatchObject({ kind: 'individual', vatStatus: 'non_vat' })
  expect(importMappings.supplier.read([{ government: 'perhaps', vatStatus: 'maybe' }], names).mistakes).toMatchObject([
    { column: 'vatStatus', message: 'Enter one of these: VAT, non-VAT, unknown.' },
    { column: 'government', message: 'Enter yes or no.' },
  ])
})

/** One wrong cell in the example of a type, and its message. */
const wrong: [ImportKind, ImportRow, string, string][] = [
  ['bill', { party: 'Nobody' }, 'party', 'Nobody is called so.'],
  [
    'bill',
    { type: 'Rockets' },
    'type',
    "There is no type of expense 'Rockets'. Enter it as it is spelled in the company settings.",
  ],
  ['bill', { type: '', account: '' }, 'type', 'Enter the type of expense or the account.'],
  ['bill', { account: 'Wages' }, 'account', "There is no account 'Wages'. Enter an account code, such as 6070."],
  [
    'collection',
    { document: 'SI-9' },
    'document',
    "No invoice 'SI-9' is open for this customer or supplier. Enter the number it has in Talaan, or record it first.",
  ],
  [
    'creditmemo',
    { invoice: 'SI-9' },
    'invoice',
    "No invoice 'SI-9' is open for this customer or supplier. Enter the number it has in Talaan, or record it first.",
  ],
  ['collection', { method: 'barter' }, 'method', 'Enter one of these: Cash, Cheque, Bank transfer, E-wallet, Card.'],
  ['payment', { account: '' }, 'account', 'Enter the account the money was paid from.'],
  ['deposit', { amount: '5' }, 'amount', 'A receipt must be deposited in full. Clear this cell or the receipt number.'],
  ['withdrawal', { amount: '' }, 'amount', 'Enter the amount.'],
  ['transfer', { arrived: 'soon' }, 'arrived', 'Enter yes or no.'],
  ['cheque', { day: '' }, 'day', 'Enter the date of the voucher.'],
  ['payroll', { day: '' }, 'day', 'Enter the date of payment.'],
]

test.each(wrong)('%s: an error in %j is reported at %s', (kind, cells, column, message) => {
  const { mistakes } = importMappings[kind].read([{ ...exampleOf(kind), ...cells }], names)
  expect(mistakes).toEqual([{ row: 0, column, message }])
})

test('the number of a collection is that of its receipt; only cash needs no reference', () => {
  const read = (more: Record<string, string>) =>
    importMappings.collection.read([{ ...exampleOf('collection'), reference: '', ...more }], names).fields
  expect(read({ method: 'Cash' })).toMatchObject({ receiptNo: '000231', reference: '' })
  expect(read({ method: 'Cheque', reference: '150' })).toMatchObject({ receiptNo: '000231', reference: '150' })
  expect(read({ method: 'Bank transfer' })).toMatchObject({ receiptNo: '000231', reference: '000231' })
  expect(importMappings.payment.read([exampleOf('payment')], names).fields).toMatchObject({ receiptNo: '' })
})

test('a row without an invoice is an advance, and a rule that refuses a row is reported at its cell', () => {
  const example = exampleOf('collection')
  const { fields, mistakes, cellOf } = importMappings.collection.read(
    [example, { ...example, document: '', amount: '50' }, { ...example, document: 'SI-2026-000001', amount: '30' }],
    names,
  )
  expect(mistakes).toEqual([])
  expect(fields).toMatchObject({ advance: '5000', rows: [{ pay: '110000' }, { pay: '3000' }] })
  expect(cellOf(['rows', 1, 'pay'])).toEqual({ row: 2, column: 'amount' })
  expect(cellOf(['advance'])).toEqual({ row: 1, column: 'amount' })
})

test('the rows of a pay period are one register, and an unknown employee is reported at its cell', () => {
  const { payroll } = importMappings
  const example = exampleOf('payroll')
  expect(
    groupRows(
      payroll,
      ['payPeriod', 'employee'],
      [
        ['March', 'E-001'],
        ['March', 'E-002'],
        ['April', 'E-001'],
      ],
    ),
  ).toMatchObject([{ rows: [0, 1] }, { rows: [2] }])
  const { fields, cellOf } = payroll.read([example, { ...example, employee: 'E-002' }], names)
  const { payroll: document } = documentTypes
  const result = document.post(document.fields.parse(fields), books())
  expect(result.ok ? [] : result.mistakes.map(({ path }) => cellOf(path))).toEqual([{ row: 1, column: 'employee' }])
  expect(
    posting(document.post(document.fields.parse(payroll.read([example], names).fields), books())).warnings,
  ).toEqual([])
})

test('credits are used and refunded in rows of their own, and may cover the full amount', () => {
  const { document, ...example } = exampleOf('collection')
  const rows = [
    { ...example, document: document ?? '', amount: '600' },
    { ...example, credit: 'CM-2026-000001', amount: '300' },
    { ...example, refund: 'PV-2026-000001', amount: '50' },
  ]
  const { fields, mistakes, cellOf } = importMappings.collection.read(rows, names)
  expect(mistakes).toEqual([])
  const { collection, payment, bill, pettycash } = documentTypes
  const posts = (made: PostingResult) => entryText(posting(made).entry)
  expect(posts(collection.post(collection.fields.parse(fields), books()))).toBe(
    'Dr 1010 350.00 | Dr 2060 300.00 | Cr 1110 600.00 | Cr 1140 50.00',
  )
  expect(cellOf(['credits', 0, 'amount'])).toEqual({ row: 1, column: 'amount' })
  expect(cellOf(['refunds', 0, 'documentId'])).toEqual({ row: 2, column: 'refund' })

  const paid = exampleOf('payment')
  const noMoney = [
    { ...paid, account: '', amount: '200' },
    { ...paid, account: '', document: '', credit: 'PV-2026-000001', amount: '200' },
  ]
  const settled = payment.fields.parse(importMappings.payment.read(noMoney, names).fields)
  expect(posts(payment.post(settled, books()))).toBe('Dr 2010 200.00 | Cr 1140 200.00')
  const both = { ...paid, credit: 'PV-2026-000001', refund: 'SI-2026-000001', withheld: '1' }
  expect(importMappings.payment.read([both], names).mistakes).toEqual([
    ...[{ row: 0, column: 'refund', message: expect.stringContaining("No credit 'SI-2026-000001'") }],
    ...['credit', 'refund'].map((column) => ({
      row: 0,
      column,
      message: 'Each row can have only one document number. Use a separate row for each document.',
    })),
  ])

  const using = { ...exampleOf('bill'), email: 'ap@mabuhay.example', advance: 'PV-2026-000001', used: '200' }
  expect(posts(bill.post(bill.fields.parse(importMappings.bill.read([using], names).fields), books()))).toContain(
    'Dr 2010 200.00 | Cr 1140 200.00',
  )
  const spent = { ...exampleOf('pettycash'), advance: 'PCV-2026-000001' }
  expect(
    posts(pettycash.post(pettycash.fields.parse(importMappings.pettycash.read([spent], names).fields), books())),
  ).toBe('Dr 6090 180.00 | Dr 1020 320.00 | Cr 1130 500.00')
})

test('an account in foreign currency takes an amount and a rate, and a transfer takes the rate in either direction', () => {
  const { collection, transfer } = documentTypes
  const dollars = (like = {}) =>
    books({
      money: new Map(
        ['1040', '1031'].map((code) => [
          code,
          holding(code, 100_000_00n, code === '1040' ? { currency: 'USD', ...like } : {}),
        ]),
      ),
    })
  const given: Names = {
    ...names,
    money: names.money.map((one) => (one.code === '1032' ? { ...one, code: '1040', currency: 'USD' } : one)),
  }
  const received = { ...exampleOf('collection'), account: '1040', amount: '560', moved: '10', rate: '56.10' }
  const check = (row: ImportRow) => {
    const read = importMappings.collection.read([row], given)
    const result = collection.post(collection.fields.parse(read.fields), dollars())
    return result.ok ? entryText(result.posting.entry) : result.mistakes.map(({ path }) => read.cellOf(path).column)
  }
  expect(check(received)).toBe('Dr 1040 561.00 | Cr 1110 560.00 | Cr 7030 1.00')
  expect(check({ ...received, moved: '' })).toEqual(['moved'])
  expect(check({ ...received, rate: '' })).toEqual(['rate'])
  expect(check({ ...received, account: '1031' })).toEqual(['moved'])

  const sent = {
    ...exampleOf('transfer'),
    email: 'ap@mabuhay.example',
    to: '1040',
    amount: '5,625.00',
    inverse: '56.25',
  }
  const read = importMappings.transfer.read([sent], given)
  expect(read.mistakes).toEqual([])
  expect(read.fields).toMatchObject({ type: 'foreign', received: '10000', rate: '0.0177777778' })
  expect(entryText(posting(transfer.post(transfer.fields.parse(read.fields), dollars())).entry)).toBe(
    'Dr 1040 5,625.00 | Cr 1031 5,625.00',
  )
  expect(read.cellOf(['rate'])).toEqual({ row: 0, column: 'inverse' })
  const wrongly = ['0', 'x'].map((inverse) => importMappings.transfer.read([{ ...sent, inverse }], given).mistakes)
  expect(wrongly.map((all) => all.map(({ column }) => column))).toEqual([['inverse'], ['inverse']])
  expect(importMappings.transfer.read([{ ...sent, rate: '0.0178' }], given).mistakes).toMatchObject([
    { column: 'inverse' },
  ])
})

test('cheque rows name bills or a purpose, but not both', () => {
  const example = exampleOf('cheque')
  const said = importMappings.cheque.read([example, { ...example, bill: '', type: 'Legal' }], names).mistakes
  expect(said).toMatchObject([{ row: 1, column: 'bill' }])
  const direct = importMappings.cheque.read([{ ...example, bill: '', type: 'Donations', payee: 'Red Cross' }], names)
  expect(direct.fields).toMatchObject({
    pays: 'direct',
    payee: 'Red Cross',
    lines: [{ account: '6290', amount: '112000' }],
  })
})

test('a batch is checked as it will be recorded: a row cannot use what an earlier row has used', () => {
  const check = (
    kind: 'collection' | 'creditmemo' | 'withdrawal' | 'cheque' | 'bill',
    cells: ImportRow[],
    given: Facts<FactKey>,
  ) => {
    const batch = emptyBatch()
    const document = documentTypeOf(kind)
    return cells.map((row, i) => {
      const read = importMappings[kind].read([{ ...exampleOf(kind), ...row }], names)
      const fields = document.fields.parse({ ...read.fields, email: 'ap@mabuhay.example' })
      const request = document.facts(fields)
      const result = document.post(fields, afterBatch(given, request, batch))
      if (result.ok) addToBatch(batch, request, result.posting, `row ${i + 2}`)
      return result.ok ? 'posts' : result.mistakes[0]?.message
    })
  }
  const receipts: ImportRow[] = [{ amount: '600' }, { number: '232', amount: '500' }, { number: '233', amount: '1' }]
  expect(check('collection', receipts, books())).toEqual([
    'posts',
    'posts',
    'SI-2026-000001 is already paid by row 3. Deselect it, or record the money as an advance.',
  ])
  expect(check('collection', [{ amount: '1' }, { amount: '2' }], books())).toEqual([
    'posts',
    'Receipt no. 000231 is already recorded as row 2. Void that document first, or correct the number.',
  ])
  const credit = { quantity: '1', price: '600' }
  expect(check('creditmemo', [credit, { ...credit, number: '18' }], books())).toEqual([
    'posts',
    'The total of SI-2026-000001 is 1,100.00, of which 600.00 was credited by row 2. This memo credits 600.00, which is too much. Lower the quantities or prices.',
  ])
  // After an earlier credit, the VAT of the invoice is not available for a second memo.
  const taxed = [
    { ...credit, price: '500' },
    { ...credit, number: '18', prices: 'VAT exclusive', price: '530', vat: 'Vatable' },
  ]
  expect(check('creditmemo', taxed, books())).toEqual([
    'posts',
    'The VAT on SI-2026-000001 is 100.00, of which 53.57 was credited by row 2. This memo credits 63.60 of VAT, which is too much. Check the VAT of each line.',
  ])
  const little = books({
    money: new Map([
      ['1031', holding('1031', 6_000_00n)],
      ['1010', holding('1010', 0n)],
    ]),
  })
  expect(check('withdrawal', [{ amount: '5,000' }, { amount: '1,000' }, { amount: '0.01' }], little)).toEqual([
    'posts',
    'posts',
    expect.stringContaining('is 0.00 on'),
  ])
  // Earlier in the file, but with a later date: the balance on the earlier date is unaffected, the later balance is
  // not.
  expect(
    check(
      'withdrawal',
      [
        { amount: '5,000', day: '2026-03-18' },
        { amount: '1,000.01', day: '2026-03-17' },
      ],
      little,
    ),
  ).toEqual(['posts', expect.stringContaining('but later documents reduce it to 1,000.00')])
  const first = { bill: '', type: 'Donations', party: '', payee: 'Red Cross' }
  expect(check('cheque', [first, first], books())).toEqual([
    'posts',
    'Cheque 0000123 was used for row 2. Use the next cheque.',
  ])
  expect(check('bill', [{}, {}], books())).toEqual(['posts', expect.stringContaining('is already recorded as row 2')])
})
