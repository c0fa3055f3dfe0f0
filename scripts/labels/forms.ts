// The labels and choices of each form, read from the field tables of the forms themselves.
import { billTable, voucherTable } from '../../web/src/frame/fields/typedPurchase.ts'
import { chequeModel } from '../../web/src/frame/forms/cheque/typedCheque.ts'
import { depositModel } from '../../web/src/frame/forms/deposit/typedDeposit.ts'
import { invoiceModel } from '../../web/src/frame/forms/invoice/typedInvoice.ts'
import { fundModel } from '../../web/src/frame/forms/pettycashfund/typedFund.ts'
import { settlingModels } from '../../web/src/frame/forms/settling/typedSettling.ts'
import { transferModel } from '../../web/src/frame/forms/transfer/typedTransfer.ts'
import { withdrawalModel } from '../../web/src/frame/forms/withdrawal/typedWithdrawal.ts'
import type { Table } from '../../web/src/frame/runtime/field.ts'

const tables = {
  invoice: invoiceModel.table,
  collection: settlingModels.receivable.table,
  payment: settlingModels.payable.table,
  bill: billTable,
  pettyCash: voucherTable,
  fund: fundModel.table,
  cheque: chequeModel.table,
  deposit: depositModel.table,
  withdrawal: withdrawalModel.table,
  transfer: transferModel.table,
} satisfies Record<string, Table>

type Named<T> = Record<string, Record<string, T>>

/** The labels by form and field, without “(optional)”. */
export const formLabels = (): Named<string> =>
  ofEachForm((table) =>
    Object.entries(table).flatMap(([name, { box }]) =>
      box.label === '' ? [] : [[name, box.label.replace(' (optional)', '')]],
    ),
  )

/** The choices by form, field and value. */
export const formChoices = (): Named<Record<string, string>> =>
  ofEachForm((table) =>
    Object.entries(table).flatMap(([name, { box }]) =>
      box.data === undefined || box.label === ''
        ? []
        : [[name, Object.fromEntries(box.data.map(({ value, label }) => [value, label]))]],
    ),
  )

const ofEachForm = <T>(entriesOf: (table: Table) => [string, T][]): Named<T> =>
  Object.fromEntries(Object.entries(tables).map(([form, table]) => [form, Object.fromEntries(entriesOf(table))]))
