// The input of a bill or petty cash voucher becomes exactly its fields, and typing replaces suggestions.
import { expect, test } from 'vitest'
import type { PartyRow } from '@talaan/contract/parties.ts'
import { billFields } from '@talaan/ledger/documents/bill/fields.ts'
import { pettyCashFields } from '@talaan/ledger/documents/pettycash/fields.ts'
import { standardExpenseTypes } from '@talaan/ledger/accounts/expense-types.ts'
import { standardVatRates } from '@talaan/ledger/tax/vat.ts'
import { standardWithholdingCodes } from '@talaan/ledger/tax/standard-codes.ts'
import { billOf, billModel } from '../forms/bill/BillForm.tsx'
import { fieldsOf as fundOf, figuresOf, fundModel } from '../forms/pettycashfund/typedFund.ts'
import { linesChanged, purchaseLines, withoutSuggestion, withLast, withoutLast, withSupplier } from './typedPurchase.ts'
import type { PurchaseReferenceData, TypedLine, TypedPurchase } from './typedPurchase.ts'
import { voucherOf, voucherModel } from '../forms/pettycash/PettyCashVoucher.tsx'
import { withParty } from '../runtime/documentParty.ts'
import { sampleParty } from '../../../test/party.ts'

const today = '2026-03-15'
const loaded: PurchaseReferenceData = {
  types: standardExpenseTypes,
  codes: standardWithholdingCodes,
  vatRates: standardVatRates,
  registrations: [{ kind: 'vat', value: 'yes', validFrom: '1990-01-01' }],
  withholdsFinalTax: false,
}
const agency: PartyRow = {
  ...sampleParty,
  name: 'Bantay Security Agency Inc.',
  tin: '222-333-444-00000',
  address: '',
  email: null,
  customer: false,
  supplier: true,
}

const empty = () => billModel.empty({ today })
const typing = (typed: TypedPurchase, field: keyof TypedLine & string, value: string, id = '1') =>
  linesChanged(typed, { type: 'line', id, field: field as 'amount', value }, loaded, today)

/** A bill of one line, typed key by key. */
function typedBill(): TypedPurchase {
  let typed = withParty({ ...empty(), email: 'ana@example.com', externalNo: 's-1007', terms: '30 days' }, agency)
  typed = typing(typed, 'expenseType', 'security')
  return typing(typed, 'amount', '100,000+12,000')
}

test('a type of expense fills in its description, account and usual taxes, and an empty line follows', () => {
  const { lines } = typedBill()
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatchObject({
    description: 'Security and janitorial agency',
    vat: 'vatable.services',
    atc: 'WC120',
    account: '6130',
  })
})

test('the typed bill becomes exactly the submitted fields', () => {
  const { fields, mistakes } = billOf(typedBill(), { today })
  expect(mistakes).toEqual([])
  expect(billFields.parse(fields)).toMatchObject({
    nature: 'invoice',
    externalNo: 'S-1007',
    day: today,
    dueDay: '2026-04-14',
    vatPrinted: null,
    advances: [],
    lines: [
      {
        expenseType: 'security',
        amount: 11_200_000n,
        vatClass: 'vatable',
        category: 'services',
        atc: 'WC120',
        account: '6130',
      },
    ],
  })
})

test('mistakes are at the cells of the screen, even if lines above them were skipped', () => {
  let typed = typedBill()
  typed = typing(typed, 'description', 'Second', '2')
  typed = typing(typed, 'amount', 'two', '2')
  const at = billOf({ ...typed, email: '' }, { today }).mistakes.map(({ path }) => path.join('.'))
  expect(at).toEqual(['lines.1.amount', 'lines.1.vat', 'lines.1.account'])
})

test('another supplier brings its own usual taxes, but does not replace chosen ones', () => {
  const noVat = withParty(typedBill(), { ...agency, id: 'other', kind: 'individual', vatStatus: 'non_vat' })
  expect(withSupplier(noVat, agency, loaded, today).lines[0]).toMatchObject({ vat: 'not_subject', atc: 'WI120' })
  const enterprise = withParty(typedBill(), {
    ...agency,
    id: 'other',
    vatStatus: 'non_vat',
    registeredEnterprise: true,
  })
  expect(withSupplier(enterprise, agency, loaded, today).lines[0]).toMatchObject({
    vat: 'vatable.services',
    atc: 'WV110',
  })
  const chosen = typing(typedBill(), 'atc', 'WC100')
  const other = withParty(chosen, { ...agency, id: 'other', vatStatus: 'non_vat' })
  expect(withSupplier(other, agency, loaded, today).lines[0]).toMatchObject({ vat: 'vatable.services', atc: 'WC100' })
})

test('the last document is suggested without amounts, and only lines with an amount are sent', () => {
  const last = {
    number: 'BL-2026-000007',
    fields: { terms: 'COD', lines: [lastLine('Guards'), lastLine('Relievers')] },
  }
  let typed = withLast(withParty(empty(), agency), last)
  expect(typed.lines.map(({ description, amount }) => [description, amount])).toEqual([
    ['Guards', ''],
    ['Relievers', ''],
    ['', ''],
  ])
  typed = typing(typed, 'amount', '500', '2')
  expect(purchaseLines.sentRows(typed.lines)).toEqual([1])
  expect(typed).toMatchObject({ terms: 'COD', suggestedFrom: 'BL-2026-000007' })
  expect(withoutLast(typed)).toMatchObject({ terms: '', suggestedFrom: '', lines: [{ description: '' }] })
  const started = typedBill()
  expect(withLast(started, last)).toBe(started)
})

test('a suggested line of ballpens becomes a line of pantry supplies, and is not recorded under its old description', () => {
  const last = { number: 'BL-2026-000007', fields: { lines: [lastLine('Ballpens, 100 boxes')] } }
  let typed = withLast(withParty({ ...empty(), email: 'ana@example.com', externalNo: '1' }, agency), last)
  typed = typing(typed, 'amount', '560')
  typed = typing(typed, 'expenseType', 'pantry')
  const { fields } = billOf(typed, { today })
  expect(fields).toMatchObject({
    lines: [{ expenseType: 'pantry', description: 'Pantry and cleaning supplies', account: '6070' }],
  })
  // Typing also clears it after another cell was changed, and in a copy.
  const changed = typing(typing(withLast(withParty(empty(), agency), last), 'atc', ''), 'expenseType', 'pantry')
  expect(changed.lines[0]?.description).toBe('Pantry and cleaning supplies')
  const copy = billModel.like({ ...recordedBill, lines: [{ ...lastLine('Ballpens'), amount: '500' }] }, agency, {
    today,
  })
  expect(copy && typing(copy, 'expenseType', 'pantry').lines[0]?.description).toBe('Pantry and cleaning supplies')
  const own = typing(
    typing(withLast(withParty(empty(), agency), last), 'description', 'Coffee'),
    'expenseType',
    'pantry',
  )
  expect(own.lines[0]?.description).toBe('Coffee')
})

const recordedBill = {
  email: 'ana@example.com',
  partyId: agency.id,
  externalNo: 'S-1',
  day: today,
  terms: '',
  dueDay: null,
  priceMode: 'inclusive',
}

const lastLine = (description: string) => ({
  expenseType: 'security',
  description,
  vatClass: 'vatable',
  category: 'services',
  atc: 'WC120',
  account: '6130',
})

test('a bill becomes a petty cash voucher with all its input', () => {
  const { fields, mistakes } = voucherOf(typedBill(), { today, fund: '1020' })
  expect(mistakes).toEqual([])
  expect(pettyCashFields.parse(fields)).toMatchObject({
    nature: 'expense',
    fund: '1020',
    partyId: agency.id,
    externalNo: 'S-1007',
    lines: [{ amount: 11_200_000n }],
  })
})

test('a cash advance requires only the recipient and the amount', () => {
  const advance = { ...empty(), handed: 'advance' as const, paidTo: 'Leo Santos', amount: '2,000' }
  expect(voucherOf(advance, { today, fund: '1020' })).toMatchObject({
    fields: { nature: 'advance', amount: '200000', paidTo: 'Leo Santos' },
    mistakes: [],
  })
  const nobody = voucherOf({ ...advance, paidTo: '', amount: '' }, { today, fund: '1020' }).mistakes
  expect(nobody.map(({ path }) => path.join('.'))).toEqual(['paidTo', 'amount'])
})

test('a supplier that was typed but not picked is requested', () => {
  const typed = { ...typedBill(), party: null, partySearch: 'Bantay' }
  expect(voucherOf(typed, { today, fund: '1020' }).mistakes[0]).toMatchObject({ path: ['party'] })
})

test('a draft keeps every keystroke, and a form with only an e-mail address is blank', () => {
  const typed = typedBill()
  expect(billModel.restored({ typed: JSON.parse(JSON.stringify(typed)) })).toEqual(typed)
  expect(billModel.restored({})).toBeNull()
  expect(billModel.isBlank({ ...empty(), email: 'ana@example.com' })).toBe(true)
  expect(billModel.isBlank(typed)).toBe(false)
  expect(typed.lines.every(purchaseLines.isEmpty)).toBe(false)
})

// ── The fund.

const now = { held: 838_000n, float: 1_000_000n, custodian: 'Tess Cruz' }
const count = (...pieces: string[]) =>
  fundModel.empty({ today }).count.map((row, i) => ({ ...row, pieces: pieces[i] ?? '' }))

test('a replenishment without an amount uses the shortage of the count', () => {
  const typed = {
    ...fundModel.empty({ today }, { fund: '1020', account: '1031', countedBy: 'ana' }),
    count: count('8', '', '1', '1', '1'),
    reason: 'Lost',
  }
  expect(figuresOf(typed, now)).toMatchObject({ counted: 835_000n, difference: -3_000n, moves: 165_000n })
  const { fields, mistakes } = fundOf(typed, { today, now })
  expect(mistakes).toEqual([])
  expect(fields).toMatchObject({
    act: 'replenish',
    amount: '165000',
    count: [8, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0],
    chequeNo: '',
  })
})

test('invalid pieces are reported at their denomination', () => {
  const typed = {
    ...fundModel.empty({ today }, { fund: '1020', account: '1031', countedBy: 'ana' }),
    count: count('8', 'two'),
  }
  expect(fundOf(typed, { today, now }).mistakes).toMatchObject([{ path: ['count', 1, 'pieces'] }])
})

test('an amount without a count requires the count first', () => {
  const typed = fundModel.empty({ today }, { fund: '1020', account: '1031', countedBy: 'ana' })
  expect(fundModel.isBlank(typed)).toBe(true)
  expect(fundOf(typed, { today, now }).mistakes.map(({ path }) => path.join('.'))).toEqual(['count', 'amount'])
})

test('a copy keeps supplier, lines and amounts, but not the number, due date, printed VAT and advances', () => {
  const typed = {
    ...withParty(empty(), agency),
    externalNo: 'A-1',
    dueDay: '+30',
    vatPrinted: '1',
    advances: { x: '5' },
  }
  expect(withoutSuggestion(billModel.copied(typed))).toEqual({
    ...typed,
    externalNo: '',
    dueDay: '',
    vatPrinted: '',
    advances: {},
  })
})

test('a recorded bill opens as a copy of today, with its lines and taxes and without its number', () => {
  const { fields } = billOf(typedBill(), { today })
  const copy = billModel.like({ ...fields, day: '2026-02-01', dueDay: '2026-02-15' }, agency, { today })
  if (copy === null) throw new Error('It is no bill.')
  expect(copy).toMatchObject({ externalNo: '', dueDay: '', party: agency, suggestedFor: agency.id })
  expect(billOf({ ...copy, externalNo: 's-1007' }, { today }).fields).toEqual(fields)
  expect(billModel.like({ lines: [] }, agency, { today })).toBeNull()
})

test('a recorded voucher opens as a copy of today, with its fund, payee and lines, or with its advance', () => {
  const { lines, priceMode } = typedBill()
  const spent = { ...voucherModel.empty({ today }, { fund: '1020', email: 'ana@example.com' }), lines, priceMode }
  const { fields } = voucherOf({ ...withParty(spent, agency), paidTo: 'Ernie', externalNo: '77' }, { today, fund: '' })
  const copy = voucherModel.like({ ...fields, day: '2026-02-01', advance: agency.id }, agency, { today })
  if (copy === null) throw new Error('It is no voucher.')
  expect(copy).toMatchObject({ externalNo: '', advance: '', suggestedFor: agency.id, email: 'ana@example.com' })
  expect(voucherOf(copy, { today, fund: '' }).fields).toEqual({ ...fields, externalNo: '' })

  const advance = {
    ...voucherModel.empty({ today }, { fund: '1020' }),
    handed: 'advance' as const,
    paidTo: 'Ernie',
    amount: '500',
  }
  const handed = voucherOf(advance, { today, fund: '' }).fields
  expect(voucherOf(voucherModel.like(handed, null, { today }) ?? advance, { today, fund: '' }).fields).toEqual(handed)
  expect(voucherModel.like({ nature: 'expense', lines: [] }, null, { today })).toBeNull()
})
