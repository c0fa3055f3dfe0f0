// The input of a cheque becomes exactly the fields of its schema, and typing replaces suggestions.
import type { PartyRow } from '@talaan/contract/parties.ts'
import { expect, test } from 'vitest'
import type { OpenedFor } from '../../runtime/openedFor.ts'
import {
  arrived,
  chequeModel,
  fieldsOf,
  figuresOf,
  like,
  opened,
  paidInFull,
  paidRows,
  picked,
  postDatedTo,
  set,
  withLast,
  withLeaf,
  withOpen,
  withoutLast,
  type TypedCheque,
} from './typedCheque.ts'
import { sampleParty } from '../../../../test/party.ts'

const today = '2026-03-20'
const email = 'ana@example.com'
const first = '22222222-2222-4222-8222-222222222222'
const supplier: PartyRow = {
  ...sampleParty,
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Mabuhay Services Corp.',
  tin: '009-876-544-00000',
  address: 'Manila',
  email: 'ar@mabuhay.example',
  customer: false,
  supplier: true,
}
const bill = { id: first, number: 'BL-2026-000001', externalNo: '0007', day: '1 Mar 2026', due: '', open: '4750000' }
const row = { ...paidRows.empty(first), ...bill }
const loaded = {
  codes: [],
  vatRates: [],
  registrations: [{ kind: 'vat', value: 'yes', validFrom: '1990-01-01' }] as const,
  withholdsFinalTax: false,
}

const typed = (like: Partial<TypedCheque> = {}): TypedCheque => ({
  ...withOpen(picked(chequeModel.empty({ today }, { account: '1031' }), supplier), [bill]),
  ...like,
})

test('a cheque for bills sends the rows with an amount, the number with its zeros, and no lines', () => {
  const { fields, mistakes } = fieldsOf(
    withLeaf(paidInFull(typed({ chequeNo: '123', chequeDay: '+30' })), { no: '0000120', digits: 7 }),
    today,
  )
  expect(mistakes).toEqual([])
  expect(fields).toEqual({
    email: 'ar@mabuhay.example',
    partyId: supplier.id,
    payee: 'Mabuhay Services Corp.',
    day: '2026-03-20',
    account: '1031',
    chequeNo: '0000123',
    chequeDay: '2026-04-19',
    pays: 'bills',
    rows: [{ documentId: first, pay: '4750000', withheld: '0', atc: null, vatWithheld: '0', discount: '0' }],
    priceMode: 'inclusive',
    lines: [],
    memo: '',
  })
})

test('a direct cheque sends its lines, and mistakes return to their cells', () => {
  const [empty] = chequeModel.empty({ today }).lines
  const line = { ...empty!, description: 'License', account: '6240', amount: '8,000', vat: 'vatable.goods' }
  const { fields, mistakes, onForm } = fieldsOf(
    typed({ pays: 'direct', chequeNo: '0000123', lines: [empty!, { ...line, id: '2' }] }),
    today,
  )
  expect(mistakes).toEqual([])
  expect(fields.rows).toEqual([])
  expect(fields.lines).toEqual([
    {
      description: 'License',
      amount: '800000',
      vatClass: 'vatable',
      category: 'goods',
      atc: null,
      finalAtc: null,
      account: '6240',
      expenseType: null,
    },
  ])
  expect(onForm([{ path: ['lines', 0, 'vatClass'], message: 'No.' }])).toEqual([
    { path: ['lines', 1, 'vat'], message: 'No.' },
  ])
  expect(onForm([{ path: ['partyId'], message: 'No.' }])).toEqual([{ path: ['party'], message: 'No.' }])
})

test('the name on the cheque follows the picked party until another name is typed', () => {
  const other = { ...supplier, id: first, name: 'Silahis Supplies' }
  expect(picked(typed(), other)).toMatchObject({ payee: 'Silahis Supplies', rows: [] })
  expect(picked(typed({ payee: 'Juan Santos' }), other).payee).toBe('Juan Santos')
  expect(arrived(chequeModel.empty({ today }), supplier).payee).toBe('Mabuhay Services Corp.')
})

test('the next leaf is suggested until a number is typed', () => {
  const suggested = withLeaf(typed(), { no: '0000120', digits: 7 })
  expect(suggested.chequeNo).toBe('0000120')
  expect(withLeaf(suggested, { no: '0000121', digits: 7 }).chequeNo).toBe('0000121')
  expect(withLeaf({ ...suggested, chequeNo: '0000130' }, { no: '0000121', digits: 7 }).chequeNo).toBe('0000130')
  expect(withLeaf(suggested, { no: null, digits: null }).chequeNo).toBe('')
})

test('open items are refreshed and keep their input; a stale cheque is suggested in full', () => {
  const paid = typed({ rows: [{ ...row, pay: '100' }] })
  expect(withOpen(paid, [{ ...bill, open: '4000000' }]).rows).toEqual([{ ...row, open: '4000000', pay: '100' }])
  expect(withOpen(set(paid, { pays: 'stale' }), [bill]).rows[0]?.pay).toBe('47,500.00')
  expect(set(paid, { pays: 'direct' }).rows).toEqual([])
})

test('the figures are those of the posting rule, with the amount in words', () => {
  expect(figuresOf(paidInFull(typed()), { today, loaded })).toEqual({
    totals: [{ label: 'Cheque amount', amount: 4_750_000n, emphasis: 'grand' }],
    amount: 4_750_000n,
    words: 'FORTY-SEVEN THOUSAND FIVE HUNDRED PESOS ONLY',
  })
  const beyond = figuresOf(typed({ rows: [{ ...row, pay: '50000' }] }), { today, loaded })
  expect(beyond.totals[0]).toEqual({ label: 'Supplier advance', amount: 250_000n })
})

test('a form is blank until something is typed, is restored from its draft, and is copied without leaf and rows', () => {
  const leaf = withLeaf(chequeModel.empty({ today }, { account: '1031' }), { no: '0000120', digits: 7 })
  expect(chequeModel.isBlank(leaf)).toBe(true)
  expect(chequeModel.isBlank({ ...leaf, memo: 'x' })).toBe(false)
  expect(chequeModel.restored({ typed: typed() })).toEqual(typed())
  expect(chequeModel.restored({ typed: 'nothing' })).toBe(null)
  expect(chequeModel.copied({ ...typed(), chequeNo: '0000120', chequeDay: '+30' })).toMatchObject({
    chequeNo: '',
    chequeDay: '',
    rows: [],
    payee: 'Mabuhay Services Corp.',
  })
  expect(postDatedTo(typed({ chequeDay: '+30' }), today)).toBe('2026-04-19')
  expect(postDatedTo(typed({ chequeDay: '' }), today)).toBe(null)
})

test('the last cheque to a payee suggests its account and purpose, without amounts, and is cleared with the payee', () => {
  const fields = {
    pays: 'direct',
    account: '1032',
    priceMode: 'exclusive',
    lines: [
      {
        description: 'Guards',
        account: '6130',
        amount: '100',
        vatClass: 'vatable',
        category: 'services',
        atc: 'WC120',
      },
    ],
  }
  const last = { number: 'CV-2026-000007', fields }
  const fresh = withoutLast(picked(chequeModel.empty({ today }), supplier), supplier.id)
  const suggested = withLast(fresh, last)
  expect(suggested).toMatchObject({
    pays: 'direct',
    account: '1032',
    priceMode: 'exclusive',
    suggestedFrom: 'CV-2026-000007',
    lines: [
      { description: 'Guards', account: '6130', vat: 'vatable.services', atc: 'WC120', amount: '' },
      { account: '' },
    ],
  })
  expect(withoutLast(suggested, first).lines).toEqual(chequeModel.empty({ today }).lines)
  expect(withLast({ ...fresh, account: '1031' }, last).account).toBe('1031')
  // The input stays, and a stale cheque suggests nothing for the next cheque.
  expect(withLast(typed({ rows: [{ ...row, pay: '100' }] }), last).lines).toEqual(chequeModel.empty({ today }).lines)
  expect(withLast(fresh, { ...last, fields: { ...fields, pays: 'stale' } })).toBe(fresh)
})

test('a recorded cheque opens as a copy of today, with its payee and lines, and without its leaf, bills and dates', () => {
  const lines = [
    {
      id: '1',
      description: 'Rent',
      account: '6050',
      vat: 'vatable.services',
      atc: 'WC100',
      finalAtc: '',
      amount: '50,000.00',
      expenseType: '',
    },
  ]
  const direct = { ...typed({ pays: 'direct', rows: [], lines, memo: 'Office' }), payee: 'Mabuhay', email }
  const sent = fieldsOf({ ...direct, chequeNo: '0000120', chequeDay: '+30' }, today).fields
  const copy = like({ ...sent, day: '2026-02-01' }, supplier, { today })
  if (copy === null) throw new Error('It is no cheque.')
  expect(copy).toMatchObject({ party: supplier, payee: 'Mabuhay', payeeFrom: '', suggestedFor: supplier.id })
  expect(fieldsOf(copy, today).fields).toEqual({ ...sent, chequeNo: '', chequeDay: null })

  const settled = fieldsOf(paidInFull(typed({ chequeNo: '0000121' })), today).fields
  expect(like({ ...settled, pays: 'stale' }, supplier, { today })).toMatchObject({
    pays: 'bills',
    rows: [],
    chequeNo: '',
    payeeFrom: 'Mabuhay Services Corp.',
  })
  expect(like({ ...settled, rows: [], pays: 'direct' }, supplier, { today })).toBeNull()
})

test('a cheque opened for a bill pays that bill in full; other open bills and the last cheque change nothing of it', () => {
  const recorded = {
    id: first,
    number: 'BL-2026-000001',
    externalNo: '0007',
    day: '2026-03-01',
    dueDay: null,
    open: 4_750_000n,
  }
  const other = { ...bill, id: '33333333-3333-4333-8333-333333333333', number: 'BL-2026-000002' }
  const filled = opened(chequeModel.empty({ today }, {}), recorded as OpenedFor, supplier)
  const merged = withOpen(withLast(filled, { number: 'CV-2026-000001', fields: { pays: 'direct' } }), [bill, other])
  expect([merged.pays, merged.payee, merged.party?.id]).toEqual(['bills', supplier.name, supplier.id])
  expect(merged.rows.map(({ number, pay }) => [number, pay])).toEqual([
    ['BL-2026-000001', '47,500.00'],
    ['BL-2026-000002', ''],
  ])
})
