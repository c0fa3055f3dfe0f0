// The certificate of tax withheld as shown.
import { formatDay } from '../../core/date.ts'
import { amountInWords, formatMoney } from '../../core/money.ts'
import { companyHeading, journalOf, partyHeading } from '../common/receipt.ts'
import type { Receipt } from '../receipt.ts'
import type { Posting } from '../type.ts'
import type { CertificateFields } from './fields.ts'
import { itemOf } from './posting.ts'
import type { CertificateFacts } from './posting.ts'

export function certificateReceipt(
  fields: CertificateFields,
  facts: CertificateFacts,
  posting: Posting,
  number: string | null,
): Receipt {
  const isWrittenOff = fields.act === 'written_off'
  return {
    title: isWrittenOff ? 'Certificate Written Off' : 'Certificate of Tax Withheld',
    number,
    status: number === null ? 'review' : 'recorded',
    day: fields.day,
    note: isWrittenOff ? 'Form 2307 not received' : 'Form 2307 received',
    company: companyHeading(facts.company),
    party: partyHeading('Withheld by', facts.party),
    facts:
      fields.from === null || fields.to === null
        ? []
        : [{ label: 'Period', value: `${formatDay(fields.from)} to ${formatDay(fields.to)}` }],
    lines: [],
    tables: [
      {
        title: isWrittenOff ? 'Receipts written off' : 'Receipts covered',
        columns: [
          { label: 'Receipt', numeric: false },
          { label: 'Expected', numeric: true },
          { label: isWrittenOff ? 'Written off' : 'Proved', numeric: true },
          { label: 'Left', numeric: true },
        ],
        rows: fields.rows.map(({ documentId, account, amount }) => {
          const item = itemOf({ documentId, account }, facts)
          const open = item?.open ?? 0n
          const receipt = item === undefined ? '' : `${item.number}, ${formatDay(item.day)}`
          return [receipt, formatMoney(open), formatMoney(amount), formatMoney(open - amount)]
        }),
      },
      {
        title: 'Certificate lines',
        columns: [
          { label: 'ATC', numeric: false },
          { label: 'Income payment', numeric: true },
          { label: 'Tax withheld', numeric: true },
        ],
        rows: fields.taxes.map(({ atc, base, tax }) => [atc, formatMoney(base), formatMoney(tax)]),
      },
    ].filter(({ rows }) => rows.length > 0),
    totals: posting.totals,
    amountInWords: amountInWords(posting.total),
    memo: fields.memo,
    journal: journalOf(posting.entry, facts),
    attachments: facts.attachments.map(({ name }) => name),
  }
}
