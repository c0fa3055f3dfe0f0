// The deposit as it is printed, mailed and shown.
import { formatDay } from '../../core/date.ts'
import { amountInWords, formatMoney } from '../../core/money.ts'
import { balancesTable, companyHeading, journalOf } from '../common/receipt.ts'
import type { Receipt } from '../receipt.ts'
import type { Posting } from '../type.ts'
import type { DepositFields } from './fields.ts'
import type { DepositFacts } from './posting.ts'
import { computeDeposit } from './figures.ts'

export function depositReceipt(
  fields: DepositFields,
  facts: DepositFacts,
  posting: Posting,
  number: string | null,
): Receipt {
  const { items, arrived } = computeDeposit(fields, facts)
  const account = facts.money.get(fields.account)
  return {
    title: 'Deposit',
    number,
    status: number === null ? 'review' : 'recorded',
    day: fields.day,
    note: '',
    company: companyHeading(facts.company),
    party: null,
    facts: [
      { label: 'Into', value: account ? `${account.code} ${account.name}` : fields.account },
      ...(fields.reference === '' ? [] : [{ label: 'Slip no.', value: fields.reference }]),
      ...(fields.rate === null
        ? []
        : [{ label: 'Exchange rate', value: `PHP ${fields.rate} per ${account?.currency}` }]),
    ],
    lines: [],
    tables: [
      {
        title: 'Receipts deposited',
        columns: [
          { label: 'Document', numeric: false },
          { label: 'Date', numeric: false },
          { label: 'Reference no.', numeric: false },
          { label: 'Amount', numeric: true },
        ],
        rows: items.map((item) => [item.number, formatDay(item.day), item.externalNo ?? '', formatMoney(item.open)]),
      },
      {
        title: 'Other money',
        columns: [
          { label: 'Description', numeric: false },
          { label: 'Account', numeric: false },
          { label: 'Amount', numeric: true },
        ],
        rows: fields.others.map((line) => [
          line.description,
          `${line.account} ${facts.accounts.get(line.account)?.name ?? ''}`.trim(),
          formatMoney(line.amount),
        ]),
      },
      ...(account ? [balancesTable([{ account, amount: arrived }])] : []),
    ],
    totals: posting.totals,
    amountInWords: amountInWords(posting.total),
    memo: fields.memo,
    journal: journalOf(posting.entry, facts),
    attachments: facts.attachments.map(({ name }) => name),
  }
}
