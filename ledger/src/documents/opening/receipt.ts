// The opening balance as it is printed, mailed and shown.
import { formatDay } from '../../core/date.ts'
import { amountInWords, formatMoney } from '../../core/money.ts'
import { companyHeading, journalOf, partyHeading } from '../common/receipt.ts'
import type { Receipt } from '../receipt.ts'
import type { Posting } from '../type.ts'
import { openingItems } from './fields.ts'
import type { OpeningFields, Row } from './fields.ts'
import type { OpeningFacts } from './posting.ts'

export function openingReceipt(
  fields: OpeningFields,
  facts: OpeningFacts,
  posting: Posting,
  number: string | null,
): Receipt {
  const { item } = fields
  return {
    title: item === null ? 'Opening Balances' : 'Opening Balance',
    number,
    status: number === null ? 'review' : 'recorded',
    day: fields.day,
    note: item === null ? '' : (openingItems[item.account]?.word ?? ''),
    company: companyHeading(facts.company),
    party: item === null ? null : partyHeading('Party', facts.party),
    facts:
      item === null
        ? []
        : [
            { label: 'Document no.', value: item.number },
            { label: 'Document date', value: formatDay(item.day) },
            ...(item.dueDay === null ? [] : [{ label: 'Due', value: formatDay(item.dueDay) }]),
            { label: 'Account', value: `${item.account} ${facts.accounts.get(item.account)?.name ?? ''}` },
          ],
    lines: [],
    tables: item === null ? [balancesIn(fields.rows, facts)] : [],
    totals: posting.totals,
    amountInWords: amountInWords(posting.total),
    memo: fields.memo,
    journal: journalOf(posting.entry, facts),
    attachments: facts.attachments.map(({ name }) => name),
  }
}

function balancesIn(rows: readonly Row[], { accounts: chart, money: held }: OpeningFacts) {
  const hasForeign = rows.some(({ foreign }) => foreign !== null)
  return {
    title: 'Balances',
    columns: [
      { label: 'Account', numeric: false },
      ...(hasForeign ? [{ label: 'Foreign', numeric: true }] : []),
      { label: 'Debit', numeric: true },
      { label: 'Credit', numeric: true },
    ],
    rows: rows.map((row) => [
      `${row.account} ${chart.get(row.account)?.name ?? ''}`,
      ...(hasForeign
        ? [row.foreign === null ? '' : `${held.get(row.account)?.currency ?? ''} ${formatMoney(row.foreign)}`]
        : []),
      row.debit === 0n ? '' : formatMoney(row.debit),
      row.credit === 0n ? '' : formatMoney(row.credit),
    ]),
  }
}
