// The withdrawal as it is printed, mailed and shown.
import { amountInWords, formatMoney } from '../../core/money.ts'
import { balancesTable, companyHeading, journalOf, partyHeading } from '../common/receipt.ts'
import type { Receipt } from '../receipt.ts'
import type { Posting } from '../type.ts'
import type { WithdrawalFields } from './fields.ts'
import type { WithdrawalFacts } from './posting.ts'
import { computeWithdrawal } from './figures.ts'

export function withdrawalReceipt(
  fields: WithdrawalFields,
  facts: WithdrawalFacts,
  posting: Posting,
  number: string | null,
): Receipt {
  const account = facts.money.get(fields.account)
  const { taken } = computeWithdrawal(fields, facts)
  return {
    title: 'Withdrawal',
    number,
    status: number === null ? 'review' : 'recorded',
    day: fields.day,
    note: '',
    company: companyHeading(facts.company),
    party: partyHeading('Paid to', facts.party),
    facts: [
      { label: 'From', value: account ? `${account.code} ${account.name}` : fields.account },
      ...(fields.reference === '' ? [] : [{ label: 'Reference', value: fields.reference }]),
      ...(fields.rate === null
        ? []
        : [{ label: 'Exchange rate', value: `PHP ${fields.rate} per ${account?.currency}` }]),
    ],
    lines: [],
    tables: [
      {
        title: 'Purpose',
        columns: [
          { label: 'Description', numeric: false },
          { label: 'Account', numeric: false },
          { label: 'VAT', numeric: false },
          { label: 'Amount', numeric: true },
        ],
        rows: fields.lines.map((line) => [
          line.description,
          `${line.account} ${facts.accounts.get(line.account)?.name ?? ''}`.trim(),
          line.vatClass === 'vatable' ? 'VAT invoice' : '',
          formatMoney(line.amount),
        ]),
      },
      ...(account ? [balancesTable([{ account, amount: -taken }])] : []),
    ],
    totals: posting.totals,
    amountInWords: amountInWords(posting.total),
    memo: fields.memo,
    journal: journalOf(posting.entry, facts),
    attachments: facts.attachments.map(({ name }) => name),
  }
}
