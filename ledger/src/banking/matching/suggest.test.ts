// Suggestions for a bank line: each way of matching alone, and all of them combined.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../core/date.ts'
import type { WithholdingCode } from '../../documents/facts.ts'
import { nothingRemembered, refusalKey } from './lines.ts'
import type { BankLine, BookLine, OpenDocument, Sides } from './lines.ts'
import { suggest } from './suggest.ts'
import { standardWithholdingCodes } from '../../tax/standard-codes.ts'
import { standardRates } from '../../tax/rates.ts'
import type { Suggestion } from './suggestion.ts'

const taxes = {
  codes: standardWithholdingCodes,
  rates: standardRates,
  registrations: [{ kind: 'vat', value: 'yes', validFrom: '1990-01-01' }] as const,
}
const account = { code: '1031', name: 'Cash in bank', currency: 'PHP' }
let made = 0
const bank = (amount: bigint, like: Partial<BankLine> = {}): BankLine => ({
  id: `bank-${(made += 1)}`,
  day: '2026-03-16',
  amount,
  description: 'CREDIT MEMO',
  position: made,
  reference: null,
  chequeNo: null,
  ...like,
})
const book = (amount: bigint, like: Partial<BookLine> = {}): BookLine => ({
  key: `${(made += 1)}/1`,
  day: '2026-03-15',
  amount,
  chequeNo: null,
  references: [],
  party: '',
  memo: '',
  document: { id: `doc-${made}`, kind: 'deposit', number: `DS-2026-${made}` },
  otherSide: null,
  ...like,
})
const invoice = (net: bigint, like: Partial<OpenDocument> = {}): OpenDocument => ({
  documentId: `open-${(made += 1)}`,
  number: `SI-2026-${made}`,
  day: '2026-03-01',
  dueDay: null,
  net,
  vat: (net * 12n) / 100n,
  open: net + (net * 12n) / 100n,
  side: 'receivable',
  partyId: 'p1',
  party: 'Mabuhay Hardware and Construction Supply, Inc.',
  government: false,
  ...like,
})
const asked = (given: Partial<Sides>) =>
  suggest({ account, bank: [], books: [], open: [], elsewhere: [], memory: nothingRemembered, taxes, ...given })
/** The best suggestion of a line, with its reasons as one text. */
const bestOf = (line: BankLine, given: Partial<Sides>) => {
  const best = asked({ bank: [line], ...given }).get(line.id)?.[0]
  return best && { ...best, why: best.reasons.map(({ words }) => words).join('; ') }
}

test('matches the only equal amount a day later', () => {
  const [line, ours] = [bank(11_200_000n), book(11_200_000n)]
  expect(bestOf(line, { books: [ours, book(11_200_001n)] })).toMatchObject({
    lines: [line.id],
    books: [ours.key],
    record: null,
    certainty: 'likely',
    why: 'Same amount; 1 day later; No other item has this amount',
  })
})

test('a number on both sides makes a match certain, and finds it among many equal amounts', () => {
  const line = bank(500_000n, { description: 'FUND TRANSFER FT123456 LUZON' })
  const same = Array.from({ length: 40 }, (_, at) => book(500_000n, { references: [`FT${200_000 + at}`] }))
  const ours = book(500_000n, { references: ['FT 123456'], day: '2026-03-12' })
  expect(bestOf(line, { books: [...same, ours] })).toMatchObject({ books: [ours.key], certainty: 'certain' })
})

test('a cheque is found by its number however late it is cashed, and never by another number', () => {
  const line = bank(-4_750_000n, { chequeNo: '4501', description: 'CHECK ENCASHMENT' })
  const ours = book(-4_750_000n, { chequeNo: '0004501', day: '2025-11-02', party: 'Haligi Realty' })
  const near = book(-4_750_000n, { chequeNo: '0004502', day: '2026-03-16' })
  expect(bestOf(line, { books: [near, ours] })).toMatchObject({
    books: [ours.key],
    certainty: 'certain',
    why: expect.stringContaining('Same cheque no. 0004501'),
  })
  expect(asked({ bank: [line], books: [near] }).get(line.id)).toBeUndefined()
})

test('a cheque recorded with a different amount is suggested with its correction', () => {
  const line = bank(-540_000n, { chequeNo: '0004505' })
  const ours = book(-450_000n, { chequeNo: '0004505' })
  expect(bestOf(line, { books: [ours] })).toMatchObject({
    books: [ours.key],
    record: { kind: 'bankadjustment', fields: { type: 'correction', side: 'out', amount: '90000' } },
    why: expect.stringContaining('Books show 4,500.00'),
  })
})

test('a deposit of several receipts matches all of one day or a subset', () => {
  const line = bank(600_000n)
  const three = [100_000n, 200_000n, 300_000n].map((amount) => book(amount))
  expect(bestOf(line, { books: [...three, book(700_000n)] })).toMatchObject({
    books: three.map(({ key }) => key),
    why: expect.stringContaining('Same date or deposit slip'),
  })
  const chosen = bestOf(bank(500_000n), { books: [...three, book(70_000n)] })
  expect(chosen?.books.toSorted()).toEqual([three[1]?.key, three[2]?.key].toSorted())
})

test('cheques that the bank credits one by one match one deposit', () => {
  const lines = [bank(123_400n), bank(76_600n)]
  const ours = book(200_000n)
  expect(asked({ bank: lines, books: [ours] }).get(lines[0]?.id ?? '')?.[0]).toMatchObject({
    lines: lines.map(({ id }) => id),
    books: [ours.key],
    best: true,
  })
})

test('a payment and a separate bank fee match one payment', () => {
  const [line, fee] = [
    bank(-1_000_000n, { description: 'INSTAPAY TRANSFER' }),
    bank(-1_500n, { description: 'INSTAPAY FEE' }),
  ]
  const ours = book(-1_001_500n)
  const found = asked({ bank: [line, fee], books: [ours] })
  for (const { id } of [line, fee])
    expect(found.get(id)?.[0]).toMatchObject({ lines: [line.id, fee.id], books: [ours.key], record: null })
})

test('a payment reduced by the bank is recorded with a bank charge', () => {
  const ours = book(1_000_000n)
  expect(bestOf(bank(997_500n), { books: [ours] })).toMatchObject({
    books: [ours.key],
    record: { kind: 'bankadjustment', what: 'charge', fields: { amount: '2500', account: '1031' } },
    why: expect.stringContaining('Same amount less a charge of 25.00'),
  })
  // Card sales less 2 %.
  const sales = book(10_000_000n)
  expect(bestOf(bank(9_800_000n), { books: [sales] })).toMatchObject({ record: { fields: { amount: '200000' } } })
})

test.each([
  ['nothing withheld', '0', 11_200_000n, null],
  ['1% withheld', '100000', 11_100_000n, 'WC158'],
  ['2% withheld', '200000', 11_000_000n, 'WC160'],
  ['5% withheld', '500000', 10_700_000n, 'WC100'],
  ['10% withheld', '1000000', 10_200_000n, 'WC010'],
  ['15% withheld', '1500000', 9_700_000n, 'WC011'],
])('an open invoice of 112,000.00 is paid with %s', (_, withheld, amount, atc) => {
  const open = invoice(10_000_000n)
  const line = bank(amount, { description: 'CREDIT MABUHAY HARDWARE' })
  expect(bestOf(line, { open: [open] })).toMatchObject({
    books: [],
    record: {
      kind: 'collection',
      fields: { rows: [{ documentId: open.documentId, pay: amount.toString(), withheld, atc, vatWithheld: '0' }] },
    },
    why: expect.stringContaining('Names Mabuhay Hardware'),
  })
})

test('a government office also withholds VAT; several invoices are paid together; a bill is debited', () => {
  const [one, two] = [invoice(10_000_000n, { government: true }), invoice(5_000_000n, { partyId: 'p2' })]
  // 112,000 less 1 % of 100,000 and 5 % of 100,000, as in entry C7.
  expect(bestOf(bank(10_600_000n), { open: [one] })).toMatchObject({
    record: { fields: { rows: [{ withheld: '100000', atc: 'WC640', vatWithheld: '500000', pay: '10600000' }] } },
  })
  const three = invoice(1_000_000n, { partyId: 'p2', day: '2026-03-02' })
  expect(bestOf(bank(6_720_000n), { open: [two, three] })).toMatchObject({
    record: { fields: { rows: [{ documentId: two.documentId }, { documentId: three.documentId }] } },
    why: expect.stringContaining('the 2 oldest invoices'),
  })
  const bill = invoice(2_000_000n, { side: 'payable', number: 'BL-2026-000009' })
  expect(bestOf(bank(-2_240_000n), { open: [bill] })).toMatchObject({
    record: { kind: 'payment', fields: { account: '1031', rows: [{ documentId: bill.documentId, pay: '2240000' }] } },
  })
})

test('the rates withheld by customers and government offices are those in force on the bank date', () => {
  const changed = (code: string, from: string, more: Partial<WithholdingCode>) => {
    const row = standardWithholdingCodes.find((one) => one.code === code && one.payee === 'non_individual')!
    return [
      ...standardWithholdingCodes.filter((one) => one !== row),
      { ...row, validTo: addDays(from, -1) },
      { ...row, ...more, validFrom: from },
    ]
  }
  const open = invoice(10_000_000n)
  const rows = (day: string, amount: bigint, codes: readonly WithholdingCode[]) =>
    bestOf(bank(amount, { day }), { open: [open], taxes: { ...taxes, codes } })?.record?.fields['rows']
  const dearer = changed('WC160', '2026-03-16', { rate: '0.03' })
  expect(rows('2026-03-15', 11_000_000n, dearer)).toMatchObject([{ withheld: '200000', atc: 'WC160' }])
  expect(rows('2026-03-16', 10_900_000n, dearer)).toMatchObject([{ withheld: '300000', atc: 'WC160' }])
  expect(rows('2026-03-15', 10_900_000n, dearer)).toBeUndefined()
  expect(rows('2026-03-16', 11_000_000n, dearer)).toBeUndefined()
  const unusual = changed('WC160', '2026-03-16', { likely: false })
  expect(rows('2026-03-16', 11_000_000n, unusual)).toBeUndefined()
  const office = invoice(10_000_000n, { government: true })
  const less = { ...taxes, codes: changed('WV010', '2026-03-16', { rate: '0.03' }) }
  expect(bestOf(bank(10_800_000n), { open: [office], taxes: less })).toMatchObject({
    record: { fields: { rows: [{ withheld: '100000', atc: 'WC640', vatWithheld: '300000' }] } },
    why: expect.stringContaining('less 1% income tax and 3% VAT withheld'),
  })
  const exempt = invoice(10_000_000n, { government: true, vat: 0n, open: 10_000_000n })
  const best = bestOf(bank(9_900_000n), { open: [exempt] })
  expect(best).toMatchObject({ record: { fields: { rows: [{ withheld: '100000', vatWithheld: '0' }] } } })
  expect(best?.why).not.toContain('VAT')
  // A seller without VAT: 100,000 less 1 % of income tax and 3 % of percentage tax.
  expect(
    bestOf(bank(9_600_000n), {
      open: [exempt],
      taxes: { ...taxes, registrations: [{ kind: 'vat', value: 'no', validFrom: '1990-01-01' }] },
    }),
  ).toMatchObject({
    record: { fields: { rows: [{ withheld: '100000', atc: 'WC640', vatWithheld: '300000', pay: '9600000' }] } },
    why: expect.stringContaining('less 1% income tax and 3% percentage tax withheld'),
  })
})

test('the rate of final tax on interest is the one in force on its date', () => {
  const rates = standardRates.flatMap((row) =>
    row.name === 'final_tax_pesos'
      ? [
          { ...row, validTo: '2026-03-15' },
          { ...row, value: '0.25', validFrom: '2026-03-16', source: 'RA 99999' },
        ]
      : [row],
  )
  const fields = (day: string, amount: bigint) =>
    bestOf(bank(amount, { day, description: 'INTEREST EARNED' }), { taxes: { ...taxes, rates } })?.record?.fields
  expect(fields('2026-03-15', 8_000n)).toMatchObject({ amount: '10000', tax: '2000' })
  expect(fields('2026-03-16', 7_500n)).toMatchObject({ amount: '10000', tax: '2500' })
  expect(fields('2017-12-31', 8_000n)).toMatchObject({ amount: '8000', tax: '0' })
})

test('interest is never suggested as an unidentified deposit, even if it was recorded as one before', () => {
  const line = bank(8_000n, { description: 'INTEREST EARNED' })
  const before = new Map([['EARNED INTEREST', new Map([['record:direct', 3]])]])
  const found = asked({ bank: [line], memory: { confirmed: before, refused: new Set() } }).get(line.id) ?? []
  expect(found.map(({ record }) => record?.what)).toEqual(['interest'])
})

test('charges, interest with its tax, and returned cheques are recognized by the words of the bank', () => {
  expect(bestOf(bank(-30_000n, { description: 'SERVICE CHARGE' }), {})).toMatchObject({
    record: { fields: { type: 'charge', amount: '30000', description: 'SERVICE CHARGE' } },
  })
  expect(bestOf(bank(-15_000n, { description: 'DOC STAMPS CHECKBOOK' }), {})).toMatchObject({
    record: { fields: { type: 'charge', counter: '6240' } },
  })
  const [interest, tax] = [
    bank(310n, { description: 'INTEREST PAY SYS-GEN' }),
    bank(-62n, { description: 'INTEREST WITHHELD' }),
  ]
  expect(asked({ bank: [interest, tax] }).get(tax.id)?.[0]).toMatchObject({
    lines: [interest.id, tax.id],
    record: { fields: { type: 'interest', amount: '310', tax: '62' } },
  })
  // 100.00 less 20 %.
  expect(bestOf(bank(8_000n, { description: 'INTEREST EARNED' }), {})).toMatchObject({
    record: { fields: { type: 'interest', amount: '10000', tax: '2000' } },
  })
  expect(bestOf(bank(-1_120_000n, { description: 'RETURNED CHECK DAIF', chequeNo: '778' }), {})).toMatchObject({
    record: { fields: { type: 'returned', amount: '1120000', description: 'Returned cheque 778' } },
  })
})

test('an unrecorded transfer is found by its other side; a half-matched one ranks higher', () => {
  const other = { id: 'e1', day: '2026-03-17', amount: 2_000_000n, reference: null, account: '1032', name: 'Bank 2' }
  expect(bestOf(bank(-2_000_000n), { elsewhere: [other] })).toMatchObject({
    record: { kind: 'transfer', fields: { from: '1031', to: '1032', amount: '2000000', day: '2026-03-16' } },
  })
  const [plain, half] = [book(-2_000_000n), book(-2_000_000n, { otherSide: { account: '1032', day: '2026-03-16' } })]
  expect(bestOf(bank(-2_000_000n), { books: [plain, half] })?.books).toEqual([half.key])
})

test('foreign currency lines are compared in their own currency', () => {
  const dollars = { code: '1040', name: 'Dollars', currency: 'USD' }
  const [line, ours] = [bank(100_000n), book(100_000n)]
  expect(asked({ account: dollars, bank: [line], books: [ours] }).get(line.id)?.[0]?.books).toEqual([ours.key])
})

test('unexplained receipts are suggested as unidentified deposits last; unexplained payments are left to people', () => {
  expect(bestOf(bank(777_777n), {})).toMatchObject({ record: { fields: { type: 'direct' } }, certainty: 'possible' })
  expect(bestOf(bank(-777_777n), {})).toBeUndefined()
})

test('two equal withdrawals on one day match their two entries, one each', () => {
  const lines = [bank(-2_000_000n), bank(-2_000_000n)]
  const ours = [book(-2_000_000n), book(-2_000_000n)]
  const found = asked({ bank: lines, books: ours })
  const best = lines.map(({ id }) => found.get(id)?.[0])
  expect(best.every((suggestion) => suggestion?.best)).toBe(true)
  expect(new Set(best.flatMap((suggestion) => suggestion?.books ?? []))).toEqual(new Set(ours.map(({ key }) => key)))
})

test('a rejected suggestion is not offered again, and frequent confirmation raises the rank', () => {
  const [line, ours] = [
    bank(11_200_000n, { description: 'PAYMAYA PAYOUT' }),
    book(11_200_000n, { party: 'Bayani Logistics' }),
  ]
  const refused = new Set([refusalKey(line.id, { books: [ours.key], record: null })])
  expect(asked({ bank: [line], books: [ours], memory: { ...nothingRemembered, refused } }).get(line.id)).toBeUndefined()
  const confirmed = new Map([['PAYMAYA PAYOUT', new Map([['party:Bayani Logistics', 14]])]])
  expect(bestOf(line, { books: [ours], memory: { ...nothingRemembered, confirmed } })?.why).toContain(
    'Confirmed 14 times before',
  )
  const debit = bank(-99_900n, { description: 'AUTO DEBIT MERALCO 0031' })
  const usual = new Map([['AUTO DEBIT MERALCO', new Map([['record:debit:6060', 3]])]])
  expect(bestOf(debit, { memory: { ...nothingRemembered, confirmed: usual } })).toMatchObject({
    record: { fields: { type: 'debit', counter: '6060', amount: '99900' } },
  })
})

test('no two best suggestions share a line, book entry or document, and both sides of every match are equal', () => {
  const amount = fc.constantFrom(1_000n, 2_000n, 3_000n, 5_000n, 11_200n, -1_000n, -2_000n, -1_500n)
  const day = fc.integer({ min: 0, max: 12 }).map((days) => addDays('2026-03-10', days))
  const sides = fc.record({
    bank: fc.array(fc.record({ amount, day, fee: fc.boolean() }), { maxLength: 12 }),
    books: fc.array(fc.record({ amount, day }), { maxLength: 12 }),
  })
  fc.assert(
    fc.property(sides, (given) => {
      const lines = given.bank.map((one, at) =>
        bank(one.amount, { day: one.day, id: `l${at}`, description: one.fee ? 'SERVICE CHARGE' : 'MEMO' }),
      )
      const books = given.books.map((one, at) => book(one.amount, { day: one.day, key: `${at}/1` }))
      const open = [invoice(10_000n), invoice(5_000n)]
      const found = asked({ bank: lines, books, open })
      const best = new Set([...found.values()].flat().filter((suggestion) => suggestion.best))
      const taken = [...best].flatMap((suggestion) => [...suggestion.lines, ...suggestion.books])
      expect(new Set(taken).size).toBe(taken.length)
      for (const suggestion of [...found.values()].flat())
        if (suggestion.record === null) expectEqual(suggestion, lines, books)
    }),
    { numRuns: 150 },
  )
})

function expectEqual(suggestion: Suggestion, lines: readonly BankLine[], books: readonly BookLine[]): void {
  const bankSum = suggestion.lines.reduce((all, id) => all + (lines.find((line) => line.id === id)?.amount ?? 0n), 0n)
  const bookSum = suggestion.books.reduce((all, key) => all + (books.find((one) => one.key === key)?.amount ?? 0n), 0n)
  expect(bankSum).toBe(bookSum)
}
