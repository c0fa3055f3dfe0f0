// The register of cheque books with every leaf, and the schedule of post-dated cheques.
import { leafStates, leafWords } from '../banking/cheques.ts'
import type { LeafState } from '../banking/cheques.ts'
import { formatLongDay } from '../core/date.ts'
import type { Day } from '../core/date.ts'
import type { DocumentTypeName } from '../documents/words.ts'
import type { Money } from '../core/money.ts'
import { sumColumn } from './table.ts'
import type { Column, Row, Table } from './table.ts'

export type RegisteredLeaf = {
  no: string
  state: LeafState
  since: Day | null
  reason: string
  document: {
    id: string
    kind: DocumentTypeName
    number: string
    payee: string
    day: Day
    amount: Money
    isVoid: boolean
  } | null
}
export type RegisteredBook = {
  accountLabel: string
  account: string
  firstNo: string
  lastNo: string
  receivedOn: Day
  leaves: readonly RegisteredLeaf[]
}

export function chequeRegister({
  company,
  today,
  books,
}: {
  company: Table['company']
  today: Day
  books: readonly RegisteredBook[]
}): Table {
  const columns: Column[] = [
    { key: 'no', title: 'Cheque no.', kind: 'text', width: 2 },
    { key: 'state', title: 'Status', kind: 'text', width: 1.6 },
    { key: 'since', title: 'Since', kind: 'day' },
    { key: 'payee', title: 'Payee', kind: 'text', width: 3.4 },
    { key: 'day', title: 'Cheque date', kind: 'day' },
    { key: 'document', title: 'Document', kind: 'code', width: 1.6 },
    { key: 'amount', title: 'Amount', kind: 'money', width: 1.6 },
    { key: 'reason', title: 'Note', kind: 'text', width: 2.4 },
  ]
  const skipped = books.flatMap(skippedLeaves)
  return {
    name: 'cheque-register',
    title: 'Cheque Register',
    period: `As of ${formatLongDay(today)}`,
    company,
    columns,
    rows: books.flatMap(bookRows),
    notes: [
      'Each cheque is listed once. A void cheque is listed with its number and an amount of 0.00.',
      skipped.length === 0
        ? 'No cheques are missing: every cheque before the last one used is accounted for.'
        : `${skipped.length} ${skipped.length === 1 ? 'cheque was' : 'cheques were'} skipped: ${skipped.slice(0, 20).join(', ')}${skipped.length > 20 ? ' and others' : ''}. ${skipped.length === 1 ? 'Use it or mark it' : 'Use them or mark them'} as spoiled.`,
    ],
  }
}

/** Unused leaves before a used one. */
export function skippedLeaves({ leaves }: Pick<RegisteredBook, 'leaves'>): string[] {
  const last = leaves.findLastIndex(({ state }) => state !== 'unused')
  return leaves.flatMap(({ no, state }, at) => (state === 'unused' && at < last ? [no] : []))
}

function bookRows({ account, accountLabel, firstNo, lastNo, receivedOn, leaves }: RegisteredBook): Row[] {
  const counts = leafStates.flatMap((state) => {
    const count = leaves.filter((leaf) => leaf.state === state).length
    return count === 0 ? [] : [`${count} ${leafWords[state].toLowerCase()}`]
  })
  const amount = leaves.reduce((all, { document }) => (document && !document.isVoid ? all + document.amount : all), 0n)
  return [
    {
      cells: [`${firstNo} to ${lastNo}`, null, receivedOn, `${account} ${accountLabel}`, null, null, null, null],
      emphasis: 'heading',
    },
    ...runs(leaves).map(leafRow),
    {
      cells: [
        leaves.length === 1 ? '1 leaf' : `${leaves.length} leaves`,
        null,
        null,
        counts.join(', '),
        null,
        null,
        amount,
        null,
      ],
      emphasis: 'subtotal',
    },
  ]
}

/** Consecutive unused leaves share one row. */
function runs(leaves: readonly RegisteredLeaf[]): RegisteredLeaf[][] {
  const found: RegisteredLeaf[][] = []
  for (const leaf of leaves) {
    const run = found.at(-1)
    if (run && leaf.state === 'unused' && run[0]?.state === 'unused') run.push(leaf)
    else found.push([leaf])
  }
  return found
}

function leafRow(run: RegisteredLeaf[]): Row {
  const [first, last] = [run[0], run.at(-1)]
  if (first === undefined || last === undefined) return { cells: [] }
  const { no, state, since, reason, document } = first
  const range = run.length === 1 ? no : `${no} to ${last.no}`
  const words = run.length === 1 ? leafWords[state] : `${leafWords[state]} (${run.length})`
  if (document === null) return { cells: [range, words, since, null, null, null, null, reason || null] }
  const { id, kind, number, payee, day, amount, isVoid } = document
  return {
    cells: [range, words, since, payee, day, number, isVoid ? 0n : amount, reason || (isVoid ? 'Void' : null)],
    link: { to: 'document', id, kind },
  }
}

export type PostDated = {
  id: string
  kind: DocumentTypeName
  number: string
  recorded: Day
  account: string
  accountLabel: string
  no: string
  payee: string
  day: Day
  amount: Money
}

/** Issued cheques with a future date; they are posted on that date. */
export function postDatedCheques({
  company,
  asOf,
  cheques,
}: {
  company: Table['company']
  asOf: Day
  cheques: readonly PostDated[]
}): Table {
  const columns: Column[] = [
    { key: 'day', title: 'Cheque date', kind: 'day' },
    { key: 'no', title: 'Cheque no.', kind: 'code', width: 1.3 },
    { key: 'bank', title: 'Drawn on', kind: 'text', width: 2.6 },
    { key: 'payee', title: 'Payee', kind: 'text', width: 3 },
    { key: 'document', title: 'Document', kind: 'code', width: 1.5 },
    { key: 'recorded', title: 'Recorded', kind: 'day' },
    { key: 'amount', title: 'Amount', kind: 'money', width: 1.5 },
  ]
  const rows: Row[] = cheques.map(({ id, kind, number, recorded, account, accountLabel, no, payee, day, amount }) => ({
    cells: [day, no, `${account} ${accountLabel}`, payee, number, recorded, amount],
    link: { to: 'document', id, kind },
  }))
  const total = sumColumn({ columns, rows }, 'amount')
  return {
    name: 'post-dated-cheques',
    title: 'Post-dated Cheques Issued',
    period: `As of ${formatLongDay(asOf)}`,
    company,
    columns,
    rows:
      rows.length === 0 ? [] : [...rows, { cells: [null, null, null, 'Total', null, null, total], emphasis: 'total' }],
    notes: ['A post-dated cheque is posted on its own date. Until then it appears only in this schedule.'],
  }
}
