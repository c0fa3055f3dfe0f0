// The stale cheque as it is printed, mailed and shown.
import { formatDay } from '../../core/date.ts'
import { amountInWords } from '../../core/money.ts'
import { balancesTable, companyHeading, journalOf, partyHeading } from '../common/receipt.ts'
import type { Receipt } from '../receipt.ts'
import { leafKey } from '../facts.ts'
import type { Posting } from '../type.ts'
import type { StaleChequeFields } from './fields.ts'
import type { StaleChequeFacts } from './posting.ts'

export function staleChequeReceipt(
  fields: StaleChequeFields,
  facts: StaleChequeFacts,
  posting: Posting,
  number: string | null,
): Receipt {
  const account = facts.money.get(fields.account)
  const leaf = facts.leaves.get(leafKey(fields.account, fields.chequeNo))
  return {
    title: 'Stale Cheque',
    number,
    status: number === null ? 'review' : 'recorded',
    day: fields.day,
    note: 'Written back to payables until paid again',
    company: companyHeading(facts.company),
    party: partyHeading('Payee', facts.party),
    facts: [
      { label: 'Cheque no.', value: fields.chequeNo },
      { label: 'Drawn on', value: account ? `${account.code} ${account.name}` : fields.account },
      { label: 'Payee on cheque', value: leaf?.written?.payee ?? '' },
      { label: 'Cheque date', value: leaf?.written ? formatDay(leaf.written.day) : '' },
      { label: 'Recorded as', value: leaf?.usedBy ?? '' },
    ],
    lines: [],
    tables: account ? [balancesTable([{ account, amount: posting.total }])] : [],
    totals: posting.totals,
    amountInWords: amountInWords(posting.total),
    memo: fields.memo,
    journal: journalOf(posting.entry, facts),
    attachments: facts.attachments.map(({ name }) => name),
  }
}
