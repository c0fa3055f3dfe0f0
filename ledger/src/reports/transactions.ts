// All recorded documents that match the filters, one per row; the totals are below, by type.
import type { Day } from '../core/date.ts'
import type { DocumentTypeName } from '../documents/words.ts'
import { documentWords } from '../documents/words.ts'
import { formatMoney } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import type { Table } from './table.ts'

export type Transaction = {
  id: string
  kind: DocumentTypeName
  number: string
  externalNo: string | null
  day: Day
  dueDay: Day | null
  partyName: string | null
  partyTin: string | null
  memo: string
  total: Money
  open: Money
  status: 'recorded' | 'void'
  /** 'Paid', 'Overdue 12 d' */
  state: string
  recordedBy: string
  /** 'Project: Tower, Branch: Cebu' */
  tags: string
}

export type TypeSum = { kind: DocumentTypeName; documents: number; voided: number; total: Money; open: Money }

/** `period` describes the filters. A void document keeps its row and its amount, but is not in the totals. */
export function transactions({
  company,
  period,
  rows,
}: {
  company: Table['company']
  period: string
  rows: readonly Transaction[]
}): Table {
  const areTagged = rows.some(({ tags }) => tags !== '')
  return {
    name: 'transactions',
    title: 'Transactions',
    period,
    company,
    columns: [
      { key: 'number', title: 'Number', kind: 'code', width: 2 },
      { key: 'kind', title: 'Type', kind: 'text', width: 2 },
      { key: 'day', title: 'Date', kind: 'day', width: 1.4 },
      { key: 'due', title: 'Due date', kind: 'day', width: 1.4 },
      { key: 'party', title: 'Party', kind: 'text', width: 3 },
      { key: 'tin', title: 'TIN', kind: 'code', width: 2.2 },
      { key: 'paper', title: 'Reference no.', kind: 'code', width: 1.6 },
      { key: 'memo', title: 'Memo', kind: 'text', width: 3 },
      { key: 'total', title: 'Total', kind: 'money', width: 2 },
      { key: 'open', title: 'Balance', kind: 'money', width: 2 },
      { key: 'status', title: 'Status', kind: 'text', width: 1.2 },
      { key: 'by', title: 'Recorded by', kind: 'text', width: 1.6 },
      ...(areTagged ? [{ key: 'tags', title: 'Tags', kind: 'text' as const, width: 2 }] : []),
    ],
    rows: rows.map((row) => ({
      cells: [
        row.number,
        documentWords[row.kind].words.title,
        row.day,
        row.dueDay,
        row.partyName,
        row.partyTin,
        row.externalNo,
        row.memo,
        row.total,
        row.open,
        row.state,
        row.recordedBy,
        ...(areTagged ? [row.tags] : []),
      ],
      link: { to: 'document' as const, id: row.id, kind: row.kind },
    })),
    notes: sumsByType(rows).map(sumInWords),
  }
}

/** Totals of documents by type in the order of first rows; void ones are counted but not added. */
export function sumsByType(rows: readonly Pick<Transaction, 'kind' | 'status' | 'total' | 'open'>[]): TypeSum[] {
  const sums = new Map<DocumentTypeName, TypeSum>()
  for (const { kind, status, total, open } of rows) {
    const before = sums.get(kind) ?? { kind, documents: 0, voided: 0, total: 0n, open: 0n }
    const live = status === 'recorded'
    sums.set(kind, {
      kind,
      documents: before.documents + 1,
      voided: before.voided + (live ? 0 : 1),
      total: before.total + (live ? total : 0n),
      open: before.open + (live ? open : 0n),
    })
  }
  return [...sums.values()]
}

/** 'Invoices: 12, of these 1 void; total 1,234.00, balance 100.00.' */
export function sumInWords({ kind, documents, voided, total, open }: TypeSum): string {
  const count = documents.toLocaleString('en')
  const void_ = voided === 0 ? '' : `, ${voided.toLocaleString('en')} void`
  const balance = open === 0n ? '' : `, balance ${formatMoney(open)}`
  return `${documentWords[kind].words.plural}: ${count}${void_}; total ${formatMoney(total)}${balance}.`
}
