// The year-end entry as it is printed, mailed and shown.
import { formatLongDay } from '../../core/date.ts'
import { amountInWords } from '../../core/money.ts'
import { companyHeading, journalOf } from '../common/receipt.ts'
import type { Receipt } from '../receipt.ts'
import type { Posting } from '../type.ts'
import type { YearEndFields } from './fields.ts'
import type { YearEndFacts } from './posting.ts'

export function yearEndReceipt(
  fields: YearEndFields,
  facts: YearEndFacts,
  posting: Posting,
  number: string | null,
): Receipt {
  const [result] = posting.totals
  return {
    title: 'Year-End Entry',
    number,
    status: number === null ? 'review' : 'recorded',
    day: fields.day,
    note: `For the year ended ${formatLongDay(fields.day)}`,
    company: companyHeading(facts.company),
    party: null,
    facts: [],
    lines: [],
    tables: [],
    totals: posting.totals,
    amountInWords: amountInWords(result?.amount ?? 0n),
    memo: fields.memo,
    journal: journalOf(posting.entry, facts),
    attachments: facts.attachments.map(({ name }) => name),
  }
}
