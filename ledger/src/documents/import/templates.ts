// The columns of each import type without their mapping, for the browser.
import { billTemplate, supplierCreditTemplate } from '../bill/columns.ts'
import { chequeTemplate } from '../cheque/columns.ts'
import { collectionTemplate } from '../collection/columns.ts'
import { creditMemoTemplate } from '../creditmemo/columns.ts'
import { depositTemplate } from '../deposit/columns.ts'
import { invoiceTemplate } from '../invoice/columns.ts'
import { paymentTemplate } from '../payment/columns.ts'
import { payrollTemplate } from '../payroll/columns.ts'
import { cashAdvanceTemplate, pettyCashTemplate } from '../pettycash/columns.ts'
import { transferTemplate } from '../transfer/columns.ts'
import { withdrawalTemplate } from '../withdrawal/columns.ts'
import type { ImportKind } from './kinds.ts'
import type { ImportTemplate } from './mapping.ts'
import { partyTemplate } from './party-columns.ts'

export const importTemplates: Readonly<Record<ImportKind, ImportTemplate>> = {
  invoice: invoiceTemplate,
  creditmemo: creditMemoTemplate,
  collection: collectionTemplate,
  bill: billTemplate,
  suppliercredit: supplierCreditTemplate,
  pettycash: pettyCashTemplate,
  cashadvance: cashAdvanceTemplate,
  payment: paymentTemplate,
  cheque: chequeTemplate,
  deposit: depositTemplate,
  withdrawal: withdrawalTemplate,
  transfer: transferTemplate,
  payroll: payrollTemplate,
  customer: partyTemplate('customer'),
  supplier: partyTemplate('supplier'),
}
