// The bank adjustment as it is printed, mailed and shown.
import { adjustmentWords } from '../../banking/matching/adjustments.ts'
import { amountInWords } from '../../core/money.ts'
import { companyHeading, journalOf, partyHeading } from '../common/receipt.ts'
import type { Receipt } from '../receipt.ts'
import type { Posting } from '../type.ts'
import type { BankAdjustmentFields } from './fields.ts'
import type { BankAdjustmentFacts } from './posting.ts'

export function bankAdjustmentReceipt(
  fields: BankAdjustmentFields,
  facts: BankAdjustmentFacts,
  posting: Posting,
  number: string | null,
): Receipt {
  const account = fields.account === null ? undefined : facts.money.get(fields.account)
  return {
    title: 'Bank Adjustment',
    number,
    status: number === null ? 'review' : 'recorded',
    day: fields.day,
    note: adjustmentWords[fields.type],
    company: companyHeading(facts.company),
    party: partyHeading('Party', facts.party),
    facts: [
      ...(account === undefined ? [] : [{ label: 'Bank account', value: `${account.code} ${account.name}` }]),
      { label: 'Bank description', value: fields.description },
      ...(fields.reference === '' ? [] : [{ label: 'Reference', value: fields.reference }]),
      ...(fields.rate === null
        ? []
        : [{ label: 'Exchange rate', value: `PHP ${fields.rate} per ${account?.currency}` }]),
    ],
    lines: [],
    tables: [],
    totals: posting.totals,
    amountInWords: amountInWords(posting.total),
    memo: fields.memo,
    journal: journalOf(posting.entry, facts),
    attachments: facts.attachments.map(({ name }) => name),
  }
}
