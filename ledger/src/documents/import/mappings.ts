// The mapping of each import type. The browser uses templates.ts.
import { supplierCreditImport } from '../bill/import-credit.ts'
import { billImport } from '../bill/import.ts'
import { chequeImport } from '../cheque/import.ts'
import { collectionImport } from '../collection/import.ts'
import { creditMemoImport } from '../creditmemo/import.ts'
import { depositImport } from '../deposit/import.ts'
import { invoiceImport } from '../invoice/import.ts'
import { paymentImport } from '../payment/import.ts'
import { payrollImport } from '../payroll/import.ts'
import { cashAdvanceImport } from '../pettycash/import-advance.ts'
import { pettyCashImport } from '../pettycash/import.ts'
import { transferImport } from '../transfer/import.ts'
import { withdrawalImport } from '../withdrawal/import.ts'
import type { ImportKind } from './kinds.ts'
import type { ImportMapping } from './mapping.ts'
import { partyImport } from './party.ts'

export const importMappings: Readonly<Record<ImportKind, ImportMapping>> = {
  invoice: invoiceImport,
  creditmemo: creditMemoImport,
  collection: collectionImport,
  bill: billImport,
  suppliercredit: supplierCreditImport,
  pettycash: pettyCashImport,
  cashadvance: cashAdvanceImport,
  payment: paymentImport,
  cheque: chequeImport,
  deposit: depositImport,
  withdrawal: withdrawalImport,
  transfer: transferImport,
  payroll: payrollImport,
  customer: partyImport('customer'),
  supplier: partyImport('supplier'),
}
