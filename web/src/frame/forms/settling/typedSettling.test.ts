// The input of a collection or payment becomes exactly the fields to send, and taxes follow the amounts.
import { expect, test } from 'vitest'
import type { OpenItemAnswer } from '@talaan/contract/open-items.ts'
import type { PartyAnswer } from '@talaan/contract/parties.ts'
import { partyFields } from '@talaan/ledger/core/party.ts'
import { standardWithholdingCodes } from '@talaan/ledger/tax/standard-codes.ts'
import {
  allFilled,
  codesFor,
  differenceHints,
  dueWords,
  fieldsOf,
  figuresOf,
  freed,
  onlyPaid,
  refreshed,
  restTaken,
  rowsTyped,
  setSettling,
  settlingModels,
  creditRows,
  leftOfTotal,
  totalSpread,
  withChosen,
  withPicked,
  type SettlingReferenceData,
  type TypedSettling,
} from './typedSettling.ts'

const today = '2026-03-20'
const [first, second, third] = [
  '22222222-2222-4222-8222-222222222222',
  '33333333-3333-4333-8333-333333333333',
  '44444444-4444-4444-8444-444444444444',
] as const

const account = (code: string, kind: 'cash' | 'bank' | 'ewallet', currency = 'PHP') => ({
  code,
  name: code,
  label: code,
  kind,
  currency,
  active: true,
  custodian: '',
  float: 0n,
  overdraft: 0n,
  overLimit: 'refuse' as const,
  undeposited: 0n,
  balance: 0n,
  held: 0n,
  lowest: 0n,
  lowestHeld: 0n,
})
const loaded: SettlingReferenceData = {
  side: 'receivable',
  money: [account('1010', 'cash'), account('1031', 'bank'), account('1040', 'bank', 'USD'), account('1045', 'ewallet')],
  withholdingCodes: standardWithholdingCodes,
  registrations: [{ kind: 'vat', value: 'yes', validFrom: '1990-01-01' }],
}

const item = (documentId: string, more: Partial<OpenItemAnswer> = {}): OpenItemAnswer => ({
  documentId,
  account: '1110',
  kind: 'invoice',
  number: 'SI-2026-000001',
  externalNo: '1001',
  day: '2026-01-10',
  dueDay: '2026-03-10',
  partyId: null,
  partyName: null,
  opened: 11_200_000n,
  open: 11_200_000n,
  net: 10_000_000n,
  vat: 1_200_000n,
  withheld: 0n,
  services: false,
  ...more,
})

const party = (more: Record<string, unknown> = {}): PartyAnswer => ({
  corrections: 0,
  mergedInto: null,
  merged: [],
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Lakbay Trading Inc.',
  customer: true,
  supplier: false,
  fields: partyFields.parse({
    kind: 'non_individual',
    tin: '123-456-789',
    registeredName: 'Lakbay Trading Inc.',
    email: 'ap@lakbay.example',
    ...more,
  }),
})

const open = { items: [item(first), item(second, { services: true })], credits: [], refundable: [] }
const picked = (more: Record<string, unknown> = {}, last: Parameters<typeof withPicked>[1]['last'] = null) =>
  withPicked(settlingModels.receivable.empty({ today }), { party: party(more), open, last }, loaded)
const amounts = ({ rows }: TypedSettling) =>
  rows.map(({ pay, atc, withheld, vatWithheld }) => [pay, atc, withheld, vatWithheld])

test('the next receipt number is suggested, but never over a typed one, and a payment has none', () => {
  const typedAs = (receiptNo: string) => ({ ...settlingModels.receivable.empty({ today }), receiptNo })
  const withNext = (typed: TypedSettling) =>
    withPicked(typed, { party: party(), open, last: null, receiptNo: '000232' }, loaded).receiptNo
  expect(withNext(typedAs(''))).toBe('000232')
  expect(withNext(typedAs('000500'))).toBe('000500')
  expect(picked().receiptNo).toBe('')
})

test('a withholding customer gets the code of goods or services suggested, a government office its own', () => {
  expect(amounts(picked())).toEqual([
    ['', '', '', ''],
    ['', '', '', ''],
  ])
  expect(picked({ withholdingAgent: true }).rows.map(({ atc }) => atc)).toEqual(['WC158', 'WC160'])
  expect(picked({ government: true }).rows.map(({ atc }) => atc)).toEqual(['WC640', 'WC157'])
  expect(picked().email).toBe('ap@lakbay.example')
})

test('paying everything in full withholds tax on the part without VAT', () => {
  expect(amounts(allFilled(picked({ withholdingAgent: true }), loaded, today))).toEqual([
    ['111,000.00', 'WC158', '1,000.00', ''],
    ['110,000.00', 'WC160', '2,000.00', ''],
  ])
  expect(amounts(allFilled(picked({ government: true }), loaded, today))[0]).toEqual([
    '106,000.00',
    'WC640',
    '1,000.00',
    '5,000.00',
  ])
  const nonVat = { ...loaded, registrations: [{ kind: 'vat', value: 'no', validFrom: '1990-01-01' }] as const }
  const without = {
    items: [item(first, { opened: 10_000_000n, open: 10_000_000n, vat: 0n })],
    credits: [],
    refundable: [],
  }
  const office = withPicked(
    settlingModels.receivable.empty({ today }),
    { party: party({ government: true }), open: without, last: null },
    nonVat,
  )
  expect(amounts(allFilled(office, nonVat, today))).toEqual([['96,000.00', 'WC640', '1,000.00', '3,000.00']])
})

test('a form opened for one document pays only that one, in full', () => {
  expect(amounts(withChosen(picked(), second, loaded, today)).map(([pay]) => pay)).toEqual(['', '112,000.00'])
  const settled = refreshed(picked(), { items: [], credits: [], refundable: [] })
  expect(withChosen(settled, second, loaded, today).rows).toEqual([])
})

test('one total is applied oldest first, and the excess is an advance', () => {
  const spread = totalSpread(picked(), '120,000', loaded, today)
  expect(amounts(spread).map(([pay]) => pay)).toEqual(['112,000.00', '8,000.00'])
  expect(spread.advance).toBe('')
  const over = totalSpread(picked(), '230,000', loaded, today)
  expect(over.advance).toBe('6,000.00')
  expect(figuresOf(over, today, loaded).totals).toEqual([
    { label: 'Invoices settled', amount: 22_400_000n },
    { label: 'To be credited', amount: 600_000n },
    { label: 'Amount received', amount: 23_000_000n, emphasis: 'grand' },
  ])
})

test('a typed row stays as typed when the total changes, and what is left of the total is named', () => {
  const pay = (typed: TypedSettling, id: string, value: string) =>
    rowsTyped(typed, { type: 'line', id, field: 'pay', value }, loaded, today)
  const pays = (typed: TypedSettling) => amounts(typed).map(([paid]) => paid)
  const typed = pay(totalSpread(picked(), '120,000', loaded, today), first, '50,000.00')
  expect(typed.total).toBe('120,000')
  expect(pays(typed)).toEqual(['50,000.00', '8,000.00'])
  expect(leftOfTotal(typed)).toBe(6_200_000n)
  expect(fieldsOf(typed, today, loaded).mistakes).toContainEqual({
    path: ['total'],
    message: '62,000.00 of this total is not applied to a document. Apply it, or change the total.',
  })

  const totals = ['120,000', '60,000', '200,000', '40,000', '100,000'].map((total) =>
    totalSpread(typed, total, loaded, today),
  )
  expect(totals.map((spread) => [...pays(spread), spread.advance])).toEqual([
    ['50,000.00', '70,000.00', ''],
    ['50,000.00', '10,000.00', ''],
    ['50,000.00', '112,000.00', '38,000.00'],
    ['50,000.00', '', ''],
    ['50,000.00', '50,000.00', ''],
  ])
  expect(totals.map(leftOfTotal)).toEqual([0n, 0n, 0n, -1_000_000n, 0n])

  const credit = { ...creditRows.empty('credit'), amount: '10,000.00' }
  const credited = totalSpread({ ...typed, credits: [credit] }, '60,000', loaded, today)
  expect([pays(credited), leftOfTotal(credited)]).toEqual([['50,000.00', '20,000.00'], 0n])
  expect(figuresOf({ ...typed, credits: [], refunds: [] }, today, loaded).cash).toBe(5_800_000n)
  expect(figuresOf(credited, today, loaded).cash).toBe(6_000_000n)
  expect(leftOfTotal({ ...credited, refunds: [credit] })).toBe(-1_000_000n)

  const freed = rowsTyped(typed, { type: 'line', id: first, field: 'tick', value: '' }, loaded, today)
  expect(pays(totalSpread(freed, '60,000', loaded, today))).toEqual(['60,000.00', ''])
})

test('the documents that are exactly the total are named and paid alone, and an amount can be freed again', () => {
  const typed = totalSpread(picked(), '112,000', loaded, today)
  expect(differenceHints(typed, loaded, today)).toEqual([])
  const partly = rowsTyped(typed, { type: 'line', id: first, field: 'pay', value: '50,000' }, loaded, today)
  const [hint] = differenceHints({ ...partly, rows: partly.rows.slice(1) }, loaded, today)
  expect(hint).toEqual({ words: 'SI-2026-000001 has an open balance of exactly 112,000.00.', only: [second] })
  const alone = onlyPaid(partly, [second], loaded, today)
  expect(amounts(alone).map(([pay]) => pay)).toEqual(['', '112,000.00'])
  expect(leftOfTotal(alone)).toBe(0n)
  expect(differenceHints({ ...partly, total: '' }, loaded, today)).toEqual([])

  expect(amounts(freed(partly, 0, loaded, today)).map(([pay]) => pay)).toEqual(['112,000.00', ''])
  expect(freed(typed, 1, loaded, today)).toBe(typed)
  expect(amounts(freed({ ...partly, total: '' }, 0, loaded, today))[0]?.[0]).toBe('')
})

test('the rest key takes what is left of the total for a row, at most its open amount, and the whole without a total', () => {
  const none = { ...picked(), total: '' }
  expect(restTaken(none, second, loaded, today).rows[1]).toMatchObject({
    ...allFilled(none, loaded, today).rows[1],
    pinned: 'yes',
  })
  const spreadOver = totalSpread(picked(), '3,000', loaded, today)
  const rest = restTaken(spreadOver, second, loaded, today)
  expect([rest.total, rest.rows[1]?.pinned, leftOfTotal(rest)]).toEqual(['3,000', 'yes', 0n])
  const paid = rest.rows.map(({ pay }) => pay)
  expect(paid[1]).toBe('3,000.00')
  expect(paid[0]).toBe('')
})

test('ticking a row fills it and unticking clears it; a typed amount ticks; taxes follow until they are changed', () => {
  const type = (typed: TypedSettling, field: 'tick' | 'pay' | 'atc' | 'withheld' | 'discount', value: string) =>
    rowsTyped(typed, { type: 'line', id: first, field, value }, loaded, today)
  const ticked = type(picked({ withholdingAgent: true }), 'tick', 'yes')
  expect(amounts(ticked)[0]).toEqual(['111,000.00', 'WC158', '1,000.00', ''])
  expect(amounts(type(ticked, 'atc', 'WC160'))[0]).toEqual(['110,000.00', 'WC160', '2,000.00', ''])
  expect(amounts(type(ticked, 'atc', ''))[0]).toEqual(['112,000.00', '', '', ''])
  expect(type(ticked, 'discount', '500').rows[0]?.pay).toBe('110,500.00')
  expect(amounts(type(ticked, 'tick', ''))[0]).toEqual(['', 'WC158', '', ''])

  const half = type(picked({ withholdingAgent: true }), 'pay', '55500')
  expect([half.rows[0]?.tick, half.rows[0]?.withheld]).toEqual(['yes', '500.00'])
  const own = type(type(half, 'withheld', '499.99'), 'pay', '55500.01')
  expect(own.rows[0]?.withheld).toBe('499.99')
})

test('the typed form becomes exactly the fields, rows by their documents', () => {
  const typed = rowsTyped(
    { ...picked({ withholdingAgent: true }), account: '1031', method: 'transfer', reference: 'FT-1', charge: '25' },
    { type: 'line', id: second, field: 'tick', value: 'yes' },
    loaded,
    today,
  )
  const { fields, mistakes } = fieldsOf(typed, today, loaded)
  expect(mistakes).toEqual([])
  expect(fields).toMatchObject({
    partyId: party().id,
    day: '2026-03-20',
    account: '1031',
    method: 'transfer',
    reference: 'FT-1',
    chequeDay: null,
    rows: [{ documentId: second, pay: '11000000', withheld: '200000', atc: 'WC160', vatWithheld: '0', discount: '0' }],
    credits: [],
    advance: '0',
    charge: '2500',
    rate: null,
  })
})

test('mistakes are at the rows of the screen, not those of the request', () => {
  const typed = rowsTyped(picked(), { type: 'line', id: second, field: 'pay', value: 'ten' }, loaded, today)
  const { mistakes, onForm } = fieldsOf({ ...typed, account: '1031', method: 'transfer' }, today, loaded)
  expect(mistakes.map(({ path }) => path.join('.'))).toEqual(['rows.1.pay'])
  expect(onForm([{ path: ['rows', 0, 'pay'], message: 'settled' }])).toEqual([
    { path: ['rows', 1, 'pay'], message: 'settled' },
  ])
})

test('when credits pay everything no account is sent, even if one was suggested', () => {
  const credit = item(third, { account: '2060', number: 'CR-2026-000003', open: 11_200_000n })
  const with_ = refreshed(picked(), { ...open, credits: [credit] })
  const typed = {
    ...allFilled({ ...with_, rows: with_.rows.slice(0, 1) }, loaded, today),
    account: '1031',
    credits: with_.credits.map((row) => ({ ...row, amount: '112,000.00' })),
  }
  const { fields, mistakes } = fieldsOf(typed, today, loaded)
  expect([fields.account, mistakes]).toEqual([null, []])
  expect(fields.credits).toEqual([{ documentId: third, amount: '11200000' }])
})

test('items settled meanwhile leave the form, unless they have input', () => {
  const typed = rowsTyped(picked(), { type: 'line', id: first, field: 'pay', value: '100' }, loaded, today)
  expect(refreshed(typed, open)).toBe(typed)
  const later = refreshed(typed, { ...open, items: [item(third)] })
  expect(later.rows.map(({ id, open: left, pay }) => [id, left, pay])).toEqual([
    [third, '11200000', ''],
    [first, '0', '100'],
  ])
})

test('the last document of the same party suggests account, method and code', () => {
  const last = {
    number: 'CR-2026-000007',
    fields: {
      partyId: party().id,
      day: '2026-02-01',
      account: '1045',
      method: 'ewallet',
      reference: 'G-1',
      rows: [{ documentId: third, pay: '100', withheld: '2', atc: 'WC120' }],
    },
  }
  const typed = picked({}, last)
  expect([typed.account, typed.method, typed.asIn, typed.rows[0]?.atc]).toEqual([
    '1045',
    'ewallet',
    'CR-2026-000007',
    'WC120',
  ])
})

test('an account brings its usual method, and a peso account clears the rate', () => {
  const at = (code: string, more: Partial<TypedSettling> = {}) =>
    setSettling({ ...picked(), rate: '56', moved: '1', ...more }, { account: code }, loaded.money)
  expect([at('1031').method, at('1045').method, at('1010', { method: 'transfer' }).method]).toEqual([
    'transfer',
    'ewallet',
    'cash',
  ])
  expect(at('1010', { method: 'cheque' }).method).toBe('cheque')
  expect([at('1031').rate, at('1040').rate]).toEqual(['', '56'])
})

test('codes are offered with their rates, the usual ones first; a payment offers those of the supplier', () => {
  expect(codesFor(picked(), loaded, today).slice(0, 2)).toEqual([
    { value: 'WC158', label: 'WC158 1%' },
    { value: 'WC160', label: 'WC160 2%' },
  ])
  expect(codesFor(picked({ government: true }), loaded, today)[0]).toEqual({ value: 'WC157', label: 'WC157 2%' })
  const paying = codesFor(picked(), { ...loaded, side: 'payable' }, today).map(({ value }) => value)
  expect(paying).toContain('WC120')
  expect(paying).not.toContain('WC158')
  expect(codesFor(picked(), loaded, today)).toContainEqual({ value: 'WC156', label: 'WC156 0.5%' })
})

test('an overdue date says by how many days, and a draft is restored unchanged', () => {
  expect(dueWords({ day: '2026-01-10', dueDay: '2026-03-10' }, today)).toBe('10 Mar 2026\n10 days late')
  expect(dueWords({ day: '2026-03-20', dueDay: '' }, today)).toBe('20 Mar 2026')
  const typed = allFilled(picked({ government: true }), loaded, today)
  expect(settlingModels.receivable.restored(JSON.parse(JSON.stringify({ typed })))).toEqual(typed)
  expect(settlingModels.receivable.restored({ typed: 'nonsense' })).toBeNull()
})
