// A draft that another program prepared opens in its form completely, and the form sends the same document.
import { expect, test } from 'vitest'
import type { MoneyAccount } from '@talaan/contract/money-accounts.ts'
import type { PartyRow } from '@talaan/contract/parties.ts'
import { isEditedInForm } from '@talaan/contract/cards.ts'
import { documentTypeOf } from '@talaan/ledger/documents/types.ts'
import { documentTypeNames, type DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { z } from '@talaan/ledger/core/zod.ts'
import { billModel, billOf } from '../forms/bill/BillForm.tsx'
import * as cheque from '../forms/cheque/typedCheque.ts'
import { creditMemoModel } from '../forms/creditmemo/typedCreditMemo.ts'
import * as debitMemo from '../forms/debitmemo/typedDebitMemo.ts'
import * as deposit from '../forms/deposit/typedDeposit.ts'
import * as invoice from '../forms/invoice/typedInvoice.ts'
import { voucherModel as journalVoucherModel } from '../forms/journalvoucher/typedJournalVoucher.ts'
import { payrollModel } from '../forms/payroll/typedPayroll.ts'
import { voucherModel, voucherOf } from '../forms/pettycash/PettyCashVoucher.tsx'
import * as fund from '../forms/pettycashfund/typedFund.ts'
import * as settling from '../forms/settling/typedSettling.ts'
import * as transfer from '../forms/transfer/typedTransfer.ts'
import * as withdrawal from '../forms/withdrawal/typedWithdrawal.ts'
import type { CheckedForm } from './formModel.ts'
import { sampleParty } from '../../../test/party.ts'

const today = '2026-04-02'
const party: PartyRow = {
  ...sampleParty,
  supplier: true,
}
const partyId = party.id
const [first, second, third] = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
  '33333333-3333-4333-8333-333333333333',
] as const
const account = (code: string, kind: MoneyAccount['kind'], currency = 'PHP'): MoneyAccount =>
  ({ code, label: code, kind, currency, held: 0n, active: true }) as MoneyAccount
const money = [account('1031', 'bank'), account('1040', 'bank', 'USD'), account('1020', 'petty_cash')]

type Stored = Record<string, unknown>
const partyOf = ({ partyId: id }: Stored) => (typeof id === 'string' ? party : null)
type Opened = (stored: Stored) => CheckedForm

const settlement = (side: 'receivable' | 'payable'): Opened => {
  const loaded: settling.SettlingReferenceData = { side, money, withholdingCodes: [], registrations: [] }
  return (stored) => {
    const typed = { ...settling.settlingModels[side].empty({ today }), ...settling.prepared(side)(stored, party) }
    return settling.fieldsOf(typed, today, loaded)
  }
}

/** The fields that the form of a type sends after it was opened with the fields of a draft. */
const forms: Partial<Record<DocumentTypeName, Opened>> = {
  invoice: (stored) =>
    invoice.fieldsOf(
      { ...invoice.invoiceModel.empty({ today }), ...invoice.invoiceModel.prepared(stored, party) },
      today,
    ),
  creditmemo: (stored) =>
    creditMemoModel.fieldsOf(
      { ...creditMemoModel.empty({ today }), ...creditMemoModel.prepared(stored, party) },
      { today },
    ),
  debitmemo: (stored) =>
    debitMemo.fieldsOf(
      { ...debitMemo.debitMemoModel.empty({ today }), ...debitMemo.debitMemoModel.prepared(stored, party) },
      today,
    ),
  collection: settlement('receivable'),
  payment: settlement('payable'),
  bill: (stored) => billOf({ ...billModel.empty({ today }), ...billModel.prepared(stored, party) }, { today }),
  pettycash: (stored) =>
    voucherOf(
      {
        ...voucherModel.empty({ today }),
        ...voucherModel.prepared(stored, partyOf(stored)),
      },
      { today, fund: '1020' },
    ),
  pettycashfund: (stored) =>
    fund.fieldsOf(
      { ...fund.fundModel.empty({ today }), ...fund.fundModel.prepared(stored, null) },
      { today, now: { held: 0n, float: 0n, custodian: '' } },
    ),
  cheque: (stored) =>
    cheque.fieldsOf({ ...cheque.chequeModel.empty({ today }), ...cheque.prepared(stored, partyOf(stored)) }, today),
  deposit: (stored) =>
    deposit.fieldsOf(
      { ...deposit.depositModel.empty({ today }), ...deposit.depositModel.prepared(stored, null) },
      today,
      { money },
    ),
  withdrawal: (stored) =>
    withdrawal.fieldsOf(
      { ...withdrawal.withdrawalModel.empty({ today }), ...withdrawal.withdrawalModel.prepared(stored, party) },
      today,
      { money },
    ),
  transfer: (stored) =>
    transfer.fieldsOf(
      { ...transfer.transferModel.empty({ today }), ...transfer.transferModel.prepared(stored, null) },
      today,
      money,
    ),
  journalvoucher: (stored) =>
    journalVoucherModel.fieldsOf(
      { ...journalVoucherModel.empty({ today }), ...journalVoucherModel.prepared(stored, party) },
      { today },
    ),
  payroll: (stored) =>
    payrollModel.fieldsOf({ ...payrollModel.empty({ today }), ...payrollModel.prepared(stored, null) }, { today }),
}

const day = '2026-03-31'
const sale = { description: 'Bamboo', quantity: '2.5', unitPrice: '560000.125', vatClass: 'vatable', account: '4010' }
const purchase = {
  expenseType: 'rent',
  description: 'Rent of March',
  amount: '1120000',
  vatClass: 'vatable',
  category: 'services',
  atc: 'WC100',
  account: '6010',
}
const letters = { email: 'books@example.com', memo: 'As agreed.\nSecond line' }
const settled = { partyId, day, account: '1031', reference: '55-12', ...letters }

const drafts: { [Kind in DocumentTypeName]?: Stored[] } = {
  invoice: [
    {
      ...{
        ...letters,
        partyId,
        externalNo: '1001',
        day,
        dueDay: '2026-04-30',
        terms: '30 days',
        priceMode: 'exclusive',
      },
      lines: [
        { ...sale, discountPercent: '12.5' },
        { ...sale, vatClass: 'exempt', discountAmount: '50' },
        { ...sale, vatClass: 'zero_rated' },
      ],
      zeroRating: 'export_enterprise',
      zeroRatingCertificate: 'PEZA-1',
    },
    {
      ...{ partyId, externalNo: '1002', day, priceMode: 'inclusive', lines: [{ ...sale, vatClass: 'exempt' }] },
      ...{ discountFor: 'senior', beneficiary: 'Ramos, Nena', beneficiaryId: '1234567' },
    },
  ],
  creditmemo: [
    {
      ...letters,
      partyId,
      creditOf: first,
      externalNo: '7',
      day,
      reason: 'Damaged',
      priceMode: 'inclusive',
      lines: [sale],
    },
  ],
  debitmemo: [
    {
      ...{ ...letters, partyId, debitOf: first, externalNo: '8', day, dueDay: day, terms: 'COD', reason: 'Freight' },
      ...{ priceMode: 'exclusive', lines: [sale] },
    },
  ],
  collection: [
    {
      ...{ ...settled, method: 'cheque', receiptNo: '000101', chequeDay: '2026-04-15', chequeBank: 'BPI' },
      rows: [
        { documentId: first, pay: '1100000', withheld: '20000', atc: 'WC158', vatWithheld: '500', discount: '100' },
        { documentId: second, pay: '0', discount: '250' },
      ],
      credits: [{ documentId: third, amount: '777' }],
      refunds: [{ documentId: first, amount: '5' }],
      ...{ advance: '100', advanceWithheld: '2', advanceAtc: 'WC158', charge: '15' },
    },
    {
      ...settled,
      account: '1040',
      method: 'transfer',
      rows: [{ documentId: first, pay: '1' }],
      moved: '99',
      rate: '56.5',
    },
  ],
  payment: [{ ...settled, method: 'transfer', payeeAccount: third, rows: [{ documentId: first, pay: '112000' }] }],
  bill: [
    {
      ...{ ...letters, partyId, nature: 'invoice', externalNo: 'A-77', day, dueDay: '2026-04-30', terms: '' },
      ...{ priceMode: 'inclusive', vatPrinted: '120001' },
      lines: [purchase, { ...purchase, expenseType: null, vatClass: 'not_subject', atc: null, finalAtc: 'WC230' }],
      advances: [{ documentId: first, amount: '4500' }],
    },
    { partyId, nature: 'credit', creditOf: second, externalNo: 'C1', day, priceMode: 'exclusive', lines: [purchase] },
  ],
  pettycash: [
    {
      ...{ ...letters, nature: 'expense', fund: '1020', paidTo: 'Jun', day, partyId, externalNo: '0012' },
      ...{ priceMode: 'inclusive', vatPrinted: null, lines: [purchase], advance: first },
    },
    { nature: 'advance', fund: '1020', paidTo: 'Jun', day, amount: '50000' },
  ],
  pettycashfund: [
    {
      ...{ ...letters, fund: '1020', act: 'replenish', day, count: [1, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5] },
      ...{ countedBy: 'Ana', witness: 'Ben', reason: 'Rounding', account: '1031', amount: '70000', chequeNo: '0001' },
      custodian: 'Ana',
    },
    { fund: '1020', act: 'establish', day, account: '1031', amount: '1000000', custodian: 'Ana' },
  ],
  cheque: [
    {
      ...{ ...letters, partyId, payee: 'Metro Retail', day, account: '1031', chequeNo: '0000101' },
      ...{
        chequeDay: '2026-04-30',
        pays: 'bills',
        rows: [{ documentId: first, pay: '110000', withheld: '2000', atc: 'WC100' }],
      },
    },
    {
      payee: 'Cash',
      day,
      account: '1031',
      chequeNo: '0102',
      pays: 'direct',
      priceMode: 'inclusive',
      lines: [purchase],
    },
  ],
  deposit: [
    {
      ...{ ...letters, day, account: '1031', reference: 'SLIP 1', receipts: [first, second], charge: '25' },
      others: [{ description: 'Loan', account: '2210', amount: '30000000' }],
    },
    { day, account: '1040', rate: '56.25', others: [{ description: 'Loan', account: '2210', amount: '1' }] },
  ],
  withdrawal: [
    {
      ...{ ...letters, day, account: '1031', reference: '9', partyId },
      lines: [
        { description: 'Supplies', account: '6020', amount: '11200', vatClass: 'vatable', category: 'goods' },
        { description: 'Cash', account: '1010', amount: '5' },
      ],
    },
  ],
  transfer: [
    {
      ...{ ...letters, type: 'local', day, from: '1031', to: '1020', amount: '5000000', fee: '2500' },
      ...{ feeFrom: 'received', arrived: false, reference: 'T1' },
    },
    {
      ...{ type: 'foreign', day, from: '1031', to: '1040', amount: '5650000', rate: '0.017699115' },
      ...{ received: '99999', fee: '0', arrived: true },
    },
  ],
  journalvoucher: [
    {
      ...{ day, reference: 'JV-9', partyId, memo: 'Accrual', reverse: true, reverseOn: '2026-04-05', reverses: null },
      lines: [
        { account: '6010', debit: '100', memo: 'Rent' },
        { account: '2065', credit: '100', settles: first },
      ],
    },
  ],
  payroll: [
    {
      ...{ day, payPeriod: 'March 2026', salaryAccount: '6110', deductionsAccount: '2090', memo: 'x' },
      lines: [{ employee: 'E-1', basic: '5000000', tax: '-10000', net: '5010000' }],
      ...{ controlGross: '5000000', controlTax: '-10000', controlNet: '5010000' },
    },
  ],
}

/** The document described by the fields, with its defaults. */
const documentOf = (kind: DocumentTypeName, fields: Stored): unknown =>
  (documentTypeOf(kind).fields as z.ZodMiniType).parse(fields)

const edited = documentTypeNames.filter(isEditedInForm)

test('every type of document with a form has examples here', () => {
  expect(Object.keys(forms).toSorted()).toEqual(edited.toSorted())
  expect(Object.keys(drafts).toSorted()).toEqual(edited.toSorted())
})

test.each(edited.flatMap((kind) => (drafts[kind] ?? []).map((stored, at) => [kind, at + 1, stored] as const)))(
  'a prepared %s (%i) opens in its form, which sends the same document',
  (kind, _, stored) => {
    const { fields, mistakes } = forms[kind]?.(stored) ?? { fields: {}, mistakes: [] }
    expect(mistakes).toEqual([])
    expect(documentOf(kind, fields)).toEqual(documentOf(kind, stored))
  },
)

test.each(edited)('an incomplete or wrong draft of type %s opens as far as it goes', (kind) => {
  const open = forms[kind]
  expect(() => open?.({})).not.toThrow()
  const text = Object.fromEntries(Object.keys(drafts[kind]?.[0] ?? {}).map((name) => [name, 'wrong']))
  expect(() => open?.(text)).not.toThrow()
  const rows = Object.fromEntries(Object.keys(text).map((name) => [name, [null, 1, {}, { amount: 'x' }]]))
  expect(() => open?.(rows)).not.toThrow()
})

test('what a program wrote wrongly is shown to be corrected', () => {
  const typed = invoice.invoiceModel.prepared(
    { day: 'yesterday', externalNo: '#1', lines: [{ unitPrice: '100' }] },
    null,
  )
  expect(typed).toMatchObject({ day: 'yesterday', externalNo: '#1', lines: [{ unitPrice: '1.00' }, {}] })
})
