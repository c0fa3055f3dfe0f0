// What a figure consists of, as an answer: its parts, the lines behind them page by page, and what was recorded since a date.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { whyLines } from '@talaan/contract/why.ts'
import type { Why, WhyLine } from '@talaan/contract/why.ts'
import { addDays } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { sum } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { instant, timestamp } from '../platform/clock.ts'
import type { Tables } from '../platform/db/tables.ts'

type Db = Kysely<Tables>
export type DocumentRef = { id: string; kind: DocumentTypeName; number: string }

/** Part of a figure that is no line of the journal, or only a share of one; with the entry it comes from, if there is one. */
export type Item = {
  key: string
  words: string
  amount: Money
  part?: { key: string; words: string }
  day?: Day | null
  document?: DocumentRef | null
  entryNo?: bigint | null
}

/** Another figure of the same table. */
export type PartFigure = { key: string; words: string; amount: Money; figure: Why['parts'][number]['figure'] }

export type Basis = {
  rule: string
  source?: string | null
  isFormula?: boolean
  /** A query with the columns entry_no, position, part, part_words and amount. */
  lines?: RawBuilder<unknown>
  items?: readonly Item[]
  /** The figures that it is calculated from; then the lines and items are those behind them. */
  figures?: readonly PartFigure[]
}

/** The lines of several bases together, such as those behind the figures of a total. */
export function joined(bases: readonly { basis: Basis; sign: 1n | -1n }[]): Pick<Basis, 'lines' | 'items'> {
  const lines = bases.flatMap(({ basis, sign }) =>
    basis.lines === undefined
      ? []
      : [
          sql`select entry_no, position, part, part_words, ${sign}::bigint * amount as amount from (${basis.lines}) as signed`,
        ],
  )
  const items = bases.flatMap(({ basis, sign }) =>
    (basis.items ?? []).map((item) => ({ ...item, amount: sign * item.amount })),
  )
  return { ...(lines.length > 0 && { lines: sql`${sql.join(lines, sql` union all `)}` }), items }
}

type Shown = { part?: string | undefined; since?: Day | undefined; offset?: string | undefined }
type Figure = Pick<Why, 'title' | 'period' | 'row' | 'column' | 'kind' | 'amount'>

const maxParts = 200

/** `before` is the figure as known at the end of `since`, or null if the report had no such row. */
export async function whyOf(
  db: Db,
  figure: Figure,
  basis: Basis,
  { part, since, offset = '0', before }: Shown & { before?: Money | null },
): Promise<Why> {
  const all = await partsOf(db, basis)
  const chosen = part === undefined ? undefined : all.find(({ key }) => key === part)
  const inPart = basis.figures === undefined ? part : undefined
  const amount = chosen?.amount ?? figure.amount
  const { lines, count } = await linesOf(db, basis, { part: inPart, from: Number(offset), limit: whyLines })
  const next = Number(offset) + lines.length
  const [listed, rest] = [all.slice(0, maxParts), all.slice(maxParts)]
  const isSum = basis.isFormula !== true
  return {
    ...figure,
    row: chosen === undefined ? figure.row : `${figure.row}: ${chosen.words}`,
    amount,
    rule: basis.rule,
    source: basis.source ?? null,
    isFormula: !isSum,
    parts: part === undefined ? listed : [],
    more:
      part === undefined
        ? { parts: rest.length, amount: sum(rest.map((one) => one.amount)) }
        : { parts: 0, amount: 0n },
    difference: isSum && part === undefined ? figure.amount - sum(all.map((one) => one.amount)) : 0n,
    lines,
    count,
    next: next < count ? String(next) : null,
    notCounted: await notCounted(db),
    changed: since === undefined ? null : await changedSince(db, basis, { since, part: inPart, figure, before }),
  }
}

async function partsOf(db: Db, { lines, items = [], figures }: Basis): Promise<Why['parts']> {
  if (figures !== undefined) return figures.map((one) => ({ ...one, lines: 0, document: null }))
  const parts = new Map<string, Why['parts'][number]>()
  if (lines !== undefined) {
    const { rows } = await sql<{ key: string; words: string; amount: Money; lines: number }>`
      select part as key, max(part_words) as words, sum(amount)::bigint as amount, count(*)::int as lines
      from (${lines}) as made group by part order by part`.execute(db)
    for (const row of rows) parts.set(row.key, { ...row, figure: null, document: null })
  }
  for (const item of items) {
    const { key, words } = item.part ?? item
    const known = parts.get(key)
    if (known === undefined) {
      const document = item.part === undefined ? (item.document ?? null) : null
      parts.set(key, { key, words, amount: item.amount, lines: 1, figure: null, document })
    } else {
      known.amount += item.amount
      known.lines += 1
    }
  }
  return [...parts.values()].filter(({ amount, lines: count }) => amount !== 0n || count > 0)
}

type Asked = { part: string | undefined; from: number; limit: number; after?: Day }

const noLines = sql`
  select null::bigint as entry_no, null::smallint as position, null::text as part, null::text as part_words, 0::bigint as amount
  where false`

/** A page of the lines and items by date, and how many there are; `after` leaves only those recorded after a date. */
async function linesOf(
  db: Db,
  { lines = noLines, items = [] }: Basis,
  { part, from, limit, after }: Asked,
): Promise<{ lines: WhyLine[]; count: number; total: Money }> {
  const own = items.filter((item) => part === undefined || (item.part ?? item).key === part)
  const asItems = sql`
    select given.entry_no, null::smallint as position, given.part, given.words as part_words, given.amount, given.key, given.words,
      given.day, given.document_id
    from unnest(
      ${own.map(({ entryNo }) => entryNo ?? null)}::bigint[], ${own.map((item) => (item.part ?? item).key)}::text[],
      ${own.map(({ words }) => words)}::text[], ${own.map(({ amount }) => amount)}::bigint[], ${own.map(({ key }) => key)}::text[],
      ${own.map(({ day }) => day ?? null)}::date[], ${own.map(({ document }) => document?.id ?? null)}::uuid[]
    ) as given (entry_no, part, words, amount, key, day, document_id)`
  const { rows } = await sql<WhyRow & { count: number; total: Money }>`
    select made.key, coalesce(made.day, line.day, entry.day) as day,
      case when made.words is not null then made.words else coalesce(nullif(line.memo, ''), entry.memo) end as words,
      document.id, document.kind, document.number, entry.reverses is not null as "isReversal", made.amount,
      users.client_id as by, entry.posted_at as at,
      (select count(*) from attachment where attachment.document_id = document.id)::int as files,
      count(*) over ()::int as count, sum(made.amount) over ()::bigint as total
    from (
      select entry_no, position, part, max(part_words) as part_words, sum(amount)::bigint as amount,
        concat_ws('.', entry_no, position, part) as key, null::text as words, null::date as day, null::uuid as document_id
      from (${lines}) as one where ${part === undefined ? sql`true` : sql`part = ${part}`}
      group by entry_no, position, part having sum(amount) <> 0
      union all ${asItems}
    ) as made
    left join entry on entry.no = made.entry_no
    left join line on line.entry_no = made.entry_no and line.position = made.position
    left join document on document.id = coalesce(made.document_id, entry.document_id)
    left join users on users.id = entry.posted_by
    where ${after === undefined ? sql`true` : sql`entry.posted_at >= (${addDays(after, 1)}::date)::timestamp at time zone 'Asia/Manila'`}
    order by ${after === undefined ? sql`coalesce(made.day, line.day, entry.day), entry.no, made.key` : sql`entry.posted_at desc, made.key`}
    limit ${limit} offset ${from}`.execute(db)
  return {
    lines: rows.map(({ id, kind, number, at, ...row }) => ({
      key: row.key,
      day: row.day,
      words: row.words ?? '',
      document: id === null || kind === null || number === null ? null : { id, kind, number },
      isReversal: row.isReversal,
      amount: row.amount,
      by: row.by,
      at: at === null ? null : timestamp(instant(at)),
      files: row.files,
    })),
    count: rows[0]?.count ?? 0,
    total: rows[0]?.total ?? 0n,
  }
}

type WhyRow = {
  key: string
  day: Day | null
  words: string | null
  id: string | null
  kind: DocumentTypeName | null
  number: string | null
  isReversal: boolean
  amount: Money
  by: string | null
  at: string | null
  files: number
}

type Changed = { since: Day; part: string | undefined; figure: Figure; before: Money | null | undefined }

async function changedSince(
  db: Db,
  basis: Basis,
  { since, part, figure, before }: Changed,
): Promise<NonNullable<Why['changed']>> {
  const { lines, count, total } = await linesOf(db, basis, { part, from: 0, limit: whyLines, after: since })
  const was = part === undefined ? (before ?? null) : null
  const isSum = basis.isFormula !== true && figure.kind === 'money' && part === undefined && before !== undefined
  return { since, was, lines, count, other: isSum ? figure.amount - (was ?? 0n) - total : 0n }
}

async function notCounted(db: Db): Promise<string[]> {
  const { count } = await db
    .selectFrom('draft')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(sql<boolean>`not exists (select from document where document.draft_id = draft.id)`)
    .executeTakeFirstOrThrow()
  return count === 0 ? [] : [`${count === 1 ? '1 draft is' : `${count} drafts are`} not in the books yet.`]
}
