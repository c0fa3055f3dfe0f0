// The cheque as it is printed, mailed and shown.
import { accounts } from '../../accounts/chart.ts'
import { formatDay } from '../../core/date.ts'
import { amountInWords, formatMoney } from '../../core/money.ts'
import { balancesTable, companyHeading, journalOf, partyHeading } from '../common/receipt.ts'
import { paymentReceipt } from '../payment/receipt.ts'
import { purchaseTable } from '../purchase-lines/receipt.ts'
import type { Receipt } from '../receipt.ts'
import { itemKey } from '../facts.ts'
import type { Posting } from '../type.ts'
import type { ChequeFields } from './fields.ts'
import { asPayment, ledgerDay, writtenDay } from './posting.ts'
import type { ChequeFacts } from './posting.ts'

export function chequeReceipt(
  fields: ChequeFields,
  facts: ChequeFacts,
  posting: Posting,
  number: string | null,
): Receipt {
  const account = facts.money.get(fields.account)
  return {
    title: 'Cheque Disbursement',
    number,
    status: number === null ? 'review' : 'recorded',
    day: fields.day,
    note: 'Cheque voucher',
    company: companyHeading(facts.company),
    party: partyHeading('Paid to', facts.party),
    facts: [
      { label: 'Pay to the order of', value: fields.payee },
      { label: 'From', value: account ? `${account.code} ${account.name}` : fields.account },
      { label: 'Cheque no.', value: fields.chequeNo },
      { label: 'Cheque date', value: formatDay(writtenDay(fields)) },
      ...(ledgerDay(fields) === fields.day ? [] : [{ label: 'Posted on', value: formatDay(ledgerDay(fields)) }]),
    ],
    lines: [],
    tables: [
      ...(fields.pays === 'direct' ? [purchaseTable({ ...fields, vatPrinted: null }, facts)] : []),
      ...(fields.pays === 'bills' ? billTables(fields, facts, posting) : []),
      ...(fields.pays === 'stale' ? [staleTable(fields, facts)] : []),
      ...(account ? [balancesTable([{ account, amount: -posting.total }])] : []),
    ],
    totals: posting.totals,
    amountInWords: amountInWords(posting.total),
    memo: fields.memo,
    journal: journalOf(posting.entry, facts),
    attachments: facts.attachments.map(({ name }) => name),
  }
}

function billTables(fields: ChequeFields, facts: ChequeFacts, posting: Posting) {
  const { tables = [] } = paymentReceipt(asPayment(fields), { ...facts, payeeAccount: null }, posting, null)
  return tables.filter(({ title, rows }) => title !== 'Balances' && rows.length > 0)
}

const staleTable = (fields: ChequeFields, { items }: ChequeFacts) => ({
  title: 'Stale cheques replaced',
  columns: [
    { label: 'Document', numeric: false },
    { label: 'Stale since', numeric: false },
    { label: 'Amount', numeric: true },
  ],
  rows: fields.rows.map(({ documentId, pay }) => {
    const found = items.get(itemKey(documentId, accounts.staleCheques))
    return [found?.number ?? '', found ? formatDay(found.day) : '', formatMoney(pay)]
  }),
})
