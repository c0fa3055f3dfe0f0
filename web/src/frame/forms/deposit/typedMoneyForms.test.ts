// The input of deposits, withdrawals and transfers becomes exactly the fields to send.
import { expect, test } from 'vitest'
import type { MoneyAccount } from '@talaan/contract/money-accounts.ts'
import type { OpenItemAnswer } from '@talaan/contract/open-items.ts'
import type { PartyRow } from '@talaan/contract/parties.ts'
import { depositFields } from '@talaan/ledger/documents/deposit/fields.ts'
import { transferFields } from '@talaan/ledger/documents/transfer/fields.ts'
import { withdrawalFields } from '@talaan/ledger/documents/withdrawal/fields.ts'
import { standardVatRates } from '@talaan/ledger/tax/vat.ts'
import * as deposit from './typedDeposit.ts'
import { shownRate } from '../../fields/typedMoney.ts'
import * as transfer from '../transfer/typedTransfer.ts'
import * as withdrawal from '../withdrawal/typedWithdrawal.ts'
import { sampleParty } from '../../../../test/party.ts'

const today = '2026-03-15'
const email = 'ana@example.com'
const account = (code: string, currency: string, held: bigint, balance = held): MoneyAccount => ({
  code,
  name: code,
  label: code,
  kind: 'bank',
  currency,
  active: true,
  balance,
  held,
  lowest: balance,
  lowestHeld: held,
  overdraft: 0n,
  overLimit: 'refuse',
  undeposited: 0n,
  custodian: '',
  float: 0n,
})
const money = [
  account('1031', 'PHP', 100_000_000n),
  account('1032', 'PHP', 0n),
  account('1040', 'USD', 200_000n, 11_170_000n),
  account('1041', 'USD', 0n),
]
const receipt = (documentId: string, open: bigint): OpenItemAnswer => ({
  documentId,
  account: '1010',
  kind: 'collection',
  number: 'CR-2026-000001',
  externalNo: null,
  day: today,
  dueDay: null,
  partyId: null,
  partyName: null,
  opened: open,
  open,
  net: 0n,
  vat: 0n,
  withheld: 0n,
  services: false,
})
const [one, two] = ['22222222-2222-4222-8222-222222222222', '33333333-3333-4333-8333-333333333333']
const asSent = (fields: unknown): unknown => JSON.parse(JSON.stringify(fields))
const at = (mistakes: readonly { path: (string | number)[]; message: string }[]) =>
  mistakes.map(({ path }) => path.join('.'))

test('ticked receipts, other money and a charge are sent as a deposit that totals the amount received', () => {
  const begun = { ...deposit.depositModel.empty({ today }), email, account: '1031', charge: '25' }
  const others = [
    { id: '1', description: '', account: '', amount: '' },
    { id: '2', description: 'Unknown sender', account: '2065', amount: '=1000+500' },
  ]
  const typed = { ...deposit.ticked(begun, [one, two], true), others }
  const { fields, mistakes } = deposit.fieldsOf(typed, today, { money })
  expect(mistakes).toEqual([])
  expect(fields).toEqual({
    email,
    day: today,
    account: '1031',
    reference: '',
    receipts: [one, two],
    charge: '2500',
    rate: null,
    memo: '',
    others: [{ description: 'Unknown sender', account: '2065', amount: '150000' }],
  })
  expect(depositFields.safeParse(asSent(fields)).success).toBe(true)
  const figures = deposit.figuresOf(typed, { money, undeposited: [receipt(one, 112_000n), receipt(two, 8_000n)] })
  expect(figures.arrived).toBe(267_500n)
  expect(figures.totals.at(-1)).toEqual({ label: 'Total deposited', amount: 267_500n, emphasis: 'grand' })
})

test('a tick can be removed, and a form with only carried-over values is blank', () => {
  const begun = { ...deposit.depositModel.empty({ today }), email, account: '1031' }
  const next = deposit.depositModel.next({ ...begun, reference: 'S-1' }, { today })
  expect(next).toMatchObject({ email, account: '1031', receipts: [] })
  expect(deposit.depositModel.isBlank(next)).toBe(true)
  const ticked = deposit.ticked(next, [one], true)
  expect(deposit.depositModel.isBlank(ticked)).toBe(false)
  expect(deposit.ticked(ticked, [one], false)).toEqual(next)
  expect(deposit.depositModel.restored({ typed: asSent(ticked) })).toEqual(ticked)
  expect(deposit.depositModel.restored({ typed: 7 })).toBeNull()
})

test('mistakes of a deposit name the rows of the screen, in the order of the form', () => {
  const typed = {
    ...deposit.depositModel.empty({ today }),
    account: '1040',
    rate: 'many',
    others: [
      { id: '1', description: '', account: '', amount: '' },
      { id: '2', description: 'Capital', account: '', amount: 'x' },
    ],
  }
  const { mistakes, onForm } = deposit.fieldsOf(typed, today, { money })
  expect(at(mistakes)).toEqual(['rate', 'others.1.account', 'others.1.amount'])
  expect(at(onForm([{ path: ['fields', 'others', 0, 'account'], message: '' }]))).toEqual(['others.1.account'])
})

test('the supplier is sent only if a line has a VAT invoice, and never gets the receipt', () => {
  const supplier = { id: one, name: 'Kuryente', email: 'billing@kuryente.example' } as PartyRow
  const line = { id: '1', description: 'Electricity', account: '6060', tax: 'services' as const, amount: '5,600' }
  const begun = { ...withdrawal.withdrawalModel.empty({ today }), email: '', account: '1031', lines: [line] }
  const typed = { ...withdrawal.supplierPicked(begun, supplier), email }
  expect(withdrawal.supplierPicked(begun, supplier).email).toBe('')
  const { fields, mistakes } = withdrawal.fieldsOf(typed, today, { money })
  expect(mistakes).toEqual([])
  expect(fields.partyId).toBe(one)
  expect(fields.lines).toEqual([
    { description: 'Electricity', account: '6060', amount: '560000', vatClass: 'vatable', category: 'services' },
  ])
  expect(withdrawalFields.safeParse(asSent(fields)).success).toBe(true)
  const { taken, totals } = withdrawal.figuresOf(typed, today, { money, vatRates: standardVatRates })
  expect([taken, totals.map(({ amount }) => amount)]).toEqual([560_000n, [500_000n, 60_000n, 560_000n]])
  const without = { ...typed, lines: [{ ...line, tax: 'none' as const }] }
  expect(withdrawal.fieldsOf(without, today, { money }).fields.partyId).toBeNull()
})

test('dollars withdrawn show their gain over the carrying amount', () => {
  const line = { id: '1', description: 'Drawing', account: '3020', tax: 'none' as const, amount: '1000' }
  const typed = { ...withdrawal.withdrawalModel.empty({ today }), account: '1040', rate: '56.5', lines: [line] }
  const { taken, gain } = withdrawal.figuresOf(typed, today, { money, vatRates: [] })
  expect([taken, gain]).toEqual([100_000n, 65_000n])
})

const sold = { ...transfer.transferModel.empty({ today }), email, type: 'foreign' as const, from: '1040', to: '1031' }

test.each([
  ['amount and rate', { amount: '1000', rate: '56.5' }, ['100000', '56.5', null], 5_650_000n],
  [
    'amount and the rate the other way around',
    { amount: '1000', inverse: '0.02' },
    ['100000', '50', '5000000'],
    5_000_000n,
  ],
  ['amount and amount received', { amount: '1000', received: '56,500' }, ['100000', '56.5', '5650000'], 5_650_000n],
  ['rate and amount received', { rate: '56.5', received: '56,500' }, ['100000', '56.5', '5650000'], 5_650_000n],
])('%s of a foreign transfer determine the third value', (_, what, sent, arriving) => {
  const typed = { ...sold, ...what }
  const { fields, mistakes } = transfer.fieldsOf(typed, today, money)
  expect(mistakes).toEqual([])
  expect([fields.amount, fields.rate, fields.received]).toEqual(sent)
  expect(transferFields.safeParse(asSent(fields)).success).toBe(true)
  expect(transfer.figuresOf(typed, money).arriving).toBe(arriving)
})

test('any number of pesos on the slip for one dollar gives exactly the dollars bought', () => {
  const typed = { ...sold, from: '1031', to: '1040', amount: '9,999,999,999.99', inverse: '56.37' }
  expect(transfer.fieldsOf(typed, today, money).fields).toMatchObject({ rate: '0.0177399326', received: '17739932588' })
})

test('outgoing and incoming amounts, fee and gain are shown while typing', () => {
  const typed = { ...sold, amount: '1000', rate: '56.5', fee: '150', feeFrom: 'received' as const }
  expect(transfer.figuresOf(typed, money)).toEqual({
    out: 100_000n,
    arriving: 5_635_000n,
    gain: 65_000n,
    totals: [
      { label: 'Leaves USD', amount: 100_000n },
      { label: 'Fee PHP', amount: 15_000n },
      { label: 'Arrives PHP', amount: 5_635_000n, emphasis: 'grand' },
    ],
  })
  // The amount exceeds the balance, so the carrying amount of the excess is unknown.
  expect(transfer.figuresOf({ ...typed, amount: '5000' }, money)).toMatchObject({ out: 500_000n, gain: null })
})

test('a type allows the accounts that fit: pesos for local, from or to foreign currency for foreign', () => {
  const codes = (accounts: readonly MoneyAccount[]) => accounts.map(({ code }) => code)
  expect(codes(transfer.sources({ type: 'local' }, money))).toEqual(['1031', '1032'])
  expect(codes(transfer.targets({ type: 'foreign', from: '1031' }, money))).toEqual(['1040', '1041'])
  expect(codes(transfer.targets({ type: 'foreign', from: '1040' }, money))).toEqual(['1031', '1032', '1041'])
  expect(transfer.typeChosen(sold, 'local', money)).toMatchObject({ type: 'local', from: '', to: '1031' })
})

test('an unreadable rate is reported at the field it was typed in', () => {
  expect(at(transfer.fieldsOf({ ...sold, amount: '1', rate: 'x' }, today, money).mistakes)).toEqual(['rate'])
  expect(at(transfer.fieldsOf({ ...sold, amount: '1', inverse: '0' }, today, money).mistakes)).toEqual(['inverse'])
})

test.each([
  ['56.5', '56.5'],
  ['56.4212345', '56.4212'],
  ['0.0177777778', '0.0177778'],
  ['0.9999999999', '1'],
  ['1', '1'],
])('a rate of %s is shown as %s', (rate, shown) => expect(shownRate(rate)).toBe(shown))

test('the supplier of a withdrawal suggests the last account for VAT invoices without one', () => {
  const line = { id: '1', description: 'Water', account: '', tax: 'services', amount: '560' } as const
  const typed = { ...withdrawal.withdrawalModel.empty({ today }), lines: [line, { ...line, id: '2', account: '6070' }] }
  const last = { number: 'WD-2026-000003', fields: { lines: [{ account: '6060', category: 'services' }] } }
  const suggested = withdrawal.withLast(typed, last)
  expect(suggested.lines.map(({ account }) => account)).toEqual(['6060', '6070'])
  expect(suggested.suggestedFrom).toBe('WD-2026-000003')
  const untaxed = { ...typed, lines: [{ ...line, tax: 'none' as const }] }
  expect(withdrawal.withLast(untaxed, last)).toBe(untaxed)
})

test('a recorded deposit opens as a copy dated today, without its receipts and the cash kept', () => {
  const begun = {
    ...deposit.depositModel.empty({ today }),
    email,
    account: '1031',
    charge: '25',
    reference: 'S-1',
    memo: 'Share',
  }
  const others = [{ id: '1', description: 'Capital', account: '3010', amount: '1,500' }]
  const sent = deposit.fieldsOf({ ...deposit.ticked(begun, [one], true), others }, today, { money }).fields
  const copy = deposit.depositModel.like({ ...sent, day: '2026-02-01' }, null, { today })
  if (copy === null) throw new Error('It is no deposit.')
  expect(deposit.fieldsOf(copy, today, { money }).fields).toEqual({ ...sent, receipts: [], charge: '0', reference: '' })
  expect(deposit.depositModel.like({ others: 1 }, null, { today })).toBeNull()
})

test('a recorded withdrawal opens as a copy of today, with its lines and supplier, and without its rate', () => {
  const party: PartyRow = {
    ...sampleParty,
    id: one,
    name: 'Bantay Security Agency Inc.',
    tin: '222-333-444-00000',
    address: '',
    email: 'a@bantay.example',
    customer: false,
    supplier: true,
  }
  const lines = [
    { id: '1', description: 'Guards', account: '6170', tax: 'services' as const, amount: '1,120' },
    { id: '2', description: 'For the till', account: '1010', tax: 'none' as const, amount: '200' },
  ]
  const typed = {
    ...withdrawal.withdrawalModel.empty({ today }),
    email,
    account: '1040',
    reference: 'R-1',
    rate: '56.5',
    lines,
  }
  const sent = withdrawal.fieldsOf({ ...typed, party }, today, { money }).fields
  const copy = withdrawal.withdrawalModel.like({ ...sent, day: '2026-02-01' }, party, { today })
  if (copy === null) throw new Error('It is no withdrawal.')
  expect(copy).toMatchObject({ party, email, suggestedFor: one })
  expect(withdrawal.fieldsOf(copy, today, { money }).fields).toEqual({ ...sent, reference: '', rate: null })
  expect(withdrawal.withdrawalModel.like({ lines: [] }, null, { today })).toBeNull()
})

test('a recorded transfer opens as a copy of today, with its accounts, amount and fee', () => {
  const typed = {
    ...transfer.transferModel.empty({ today }),
    email,
    from: '1031',
    to: '1032',
    amount: '5,000',
    fee: '25',
  }
  const sent = transfer.fieldsOf({ ...typed, reference: 'A-1', arrived: 'no' }, today, money).fields
  const copy = transfer.transferModel.like({ ...sent, day: '2026-02-01' }, null, { today })
  if (copy === null) throw new Error('It is no transfer.')
  expect(transfer.fieldsOf(copy, today, money).fields).toEqual({ ...sent, reference: '', arrived: true })
  const dollars = { ...typed, type: 'foreign' as const, from: '1040', amount: '400', rate: '57', to: '1031' }
  const sold = transfer.fieldsOf(dollars, today, money).fields
  expect(transfer.transferModel.like(sold, null, { today })).toMatchObject({
    amount: '400.00',
    rate: '',
    inverse: '',
    received: '',
  })
  expect(transfer.transferModel.like({ ...sold, from: '1031' }, null, { today })).toBeNull()
})
