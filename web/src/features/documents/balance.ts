// The balance of a document in a list. Types of documents that are never open have none.
import { paidTypes, type DocumentRow } from '@talaan/contract/documents.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'

export const balanceOf = ({ kind, open, opened }: Pick<DocumentRow, 'kind' | 'open' | 'opened'>) =>
  paidTypes.includes(kind) || opened > 0n ? formatMoney(open) : ''
