// The removed allocation as it is printed, mailed and shown.
import { formatDay } from '../../core/date.ts'
import { amountInWords, formatMoney } from '../../core/money.ts'
import { companyHeading, journalOf, partyHeading } from '../common/receipt.ts'
import type { Receipt } from '../receipt.ts'
import type { Posting } from '../type.ts'
import type { UnapplyFields } from './fields.ts'
import { freedBy } from './posting.ts'
import type { UnapplyFacts } from './posting.ts'

export function unapplyReceipt(
  fields: UnapplyFields,
  facts: UnapplyFacts,
  posting: Posting,
  number: string | null,
): Receipt {
  const freed = freedBy(fields, facts)
  const discount = freed?.allocation.discount ?? 0n
  return {
    title: 'Removed Allocation',
    number,
    status: number === null ? 'review' : 'recorded',
    day: fields.day,
    note: '',
    company: companyHeading(facts.company),
    party: partyHeading(freed?.side.incoming === false ? 'Supplier' : 'Customer', facts.party),
    facts:
      freed === undefined
        ? []
        : [
            { label: 'Removed from', value: `${freed.item.number}, ${formatDay(freed.item.day)}` },
            { label: 'Allocation of', value: freed.allocation.number },
            ...(discount === 0n ? [] : [{ label: 'Discount reversed', value: formatMoney(discount) }]),
            ...freed.taxes.map(({ amount, frozen }) => ({
              label: 'Tax withheld reversed',
              value: `${frozen === null ? '' : `${frozen.atc}, `}${formatMoney(amount)}`,
            })),
            ...freed.returned.map((one) => ({
              label: 'Credit returned to',
              value: `${one.number}, ${formatMoney(one.amount)}`,
            })),
            ...(freed.credited === 0n ? [] : [{ label: 'New credit', value: formatMoney(freed.credited) }]),
          ],
    lines: [],
    totals: posting.totals,
    amountInWords: amountInWords(posting.total),
    memo: fields.memo,
    journal: journalOf(posting.entry, facts),
    attachments: facts.attachments.map(({ name }) => name),
  }
}
