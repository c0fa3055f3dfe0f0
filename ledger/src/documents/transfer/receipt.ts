// The fund transfer as it is printed, mailed and shown.
import { inverseRate } from '../../accounts/exchange.ts'
import { amountInWords } from '../../core/money.ts'
import { balancesTable, companyHeading, journalOf } from '../common/receipt.ts'
import type { Receipt } from '../receipt.ts'
import type { MoneyFact } from '../facts.ts'
import type { Posting } from '../type.ts'
import { transferTypeWords } from './fields.ts'
import type { TransferFields } from './fields.ts'
import { sidesOf } from './posting.ts'
import type { TransferFacts } from './posting.ts'

export function transferReceipt(
  fields: TransferFields,
  facts: TransferFacts,
  posting: Posting,
  number: string | null,
): Receipt {
  const from = facts.money.get(fields.from)
  const to = facts.money.get(fields.to)
  const sides = sidesOf(fields, facts)
  const named = (account: MoneyFact | undefined, code: string) => (account ? `${code} ${account.name}` : code)
  return {
    title: 'Fund Transfer',
    number,
    status: number === null ? 'review' : 'recorded',
    day: fields.day,
    note: transferTypeWords[fields.type],
    company: companyHeading(facts.company),
    party: null,
    facts: [
      { label: 'From', value: named(from, fields.from) },
      { label: 'To', value: named(to, fields.to) },
      ...(fields.reference === '' ? [] : [{ label: 'Reference', value: fields.reference }]),
      ...(fields.rate === null
        ? []
        : [
            { label: 'Rate', value: `1 ${from?.currency} = ${fields.rate} ${to?.currency}` },
            { label: 'Inverse rate', value: `1 ${to?.currency} = ${inverseRate(fields.rate)} ${from?.currency}` },
          ]),
      ...(fields.arrived ? [] : [{ label: 'Status', value: 'In transit until a deposit is recorded' }]),
    ],
    lines: [],
    tables: sides.ok
      ? [
          balancesTable([
            { account: sides.from, amount: -sides.moved.out },
            ...(fields.arrived ? [{ account: sides.to, amount: sides.moved.arriving }] : []),
          ]),
        ]
      : [],
    totals: posting.totals,
    amountInWords: amountInWords(fields.amount, from?.currency),
    memo: fields.memo,
    journal: journalOf(posting.entry, facts),
    attachments: facts.attachments.map(({ name }) => name),
  }
}
