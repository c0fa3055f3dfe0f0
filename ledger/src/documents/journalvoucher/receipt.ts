// The journal voucher as it is printed, mailed and shown.
import { formatDay } from '../../core/date.ts'
import { amountInWords, formatMoney } from '../../core/money.ts'
import { balancesTable, companyHeading, journalOf, partyHeading } from '../common/receipt.ts'
import type { Receipt } from '../receipt.ts'
import { itemKey } from '../facts.ts'
import type { Posting } from '../type.ts'
import { reversedOn } from './fields.ts'
import type { JournalVoucherFields } from './fields.ts'
import { movesOf } from './posting.ts'
import type { JournalVoucherFacts } from './posting.ts'

export function journalVoucherReceipt(
  fields: JournalVoucherFields,
  facts: JournalVoucherFacts,
  posting: Posting,
  number: string | null,
): Receipt {
  const explained = fields.lines.some((line) => line.memo !== '' || line.settles !== null || line.foreign !== null)
  const moved = [...movesOf(fields, facts)].map(([account, figure]) => ({ account, amount: figure }))
  return {
    title: 'Journal Voucher',
    number,
    status: number === null ? 'review' : 'recorded',
    day: fields.day,
    note: fields.reverses === null ? '' : `Reversal of ${fields.reverses}`,
    company: companyHeading(facts.company),
    party: partyHeading('Party', facts.party),
    facts: [
      ...(fields.reference === '' ? [] : [{ label: 'Reference', value: fields.reference }]),
      ...(fields.reverse ? [{ label: 'Reversed on', value: formatDay(reversedOn(fields)) }] : []),
    ],
    lines: [],
    tables: [...(explained ? [explanations(fields, facts)] : []), ...(moved.length > 0 ? [balancesTable(moved)] : [])],
    totals: posting.totals,
    amountInWords: amountInWords(posting.total),
    memo: fields.memo,
    journal: journalOf(posting.entry, facts),
    attachments: facts.attachments.map(({ name }) => name),
  }
}

function explanations({ lines }: JournalVoucherFields, { accounts: chart, items, money: held }: JournalVoucherFacts) {
  const foreign = lines.some((line) => line.foreign !== null)
  return {
    title: 'Lines',
    columns: [
      { label: 'Account', numeric: false },
      { label: 'Explanation', numeric: false },
      ...(foreign ? [{ label: 'Foreign', numeric: true }] : []),
      { label: 'Debit', numeric: true },
      { label: 'Credit', numeric: true },
    ],
    rows: lines.map((line) => {
      const item = line.settles === null ? undefined : items.get(itemKey(line.settles, line.account))
      const settled = item === undefined ? '' : `settles ${item.number}`
      const inForeign =
        line.foreign === null ? '' : `${held.get(line.account)?.currency ?? ''} ${formatMoney(line.foreign)}`
      return [
        `${line.account} ${chart.get(line.account)?.name ?? ''}`.trim(),
        [line.memo, settled].filter((text) => text !== '').join('; '),
        ...(foreign ? [inForeign] : []),
        line.debit === 0n ? '' : formatMoney(line.debit),
        line.credit === 0n ? '' : formatMoney(line.credit),
      ]
    }),
  }
}
