// The entries of an account in a period with running balances: paged on the screen, complete in a file.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { z } from '@talaan/ledger/core/zod.ts'
import { common, Refusal, saying } from '@talaan/contract/problem.ts'
import { reportProblems } from '@talaan/contract/reports.ts'
import { tagFilters } from '@talaan/contract/tag-kinds.ts'
import type { TagFilters } from '@talaan/contract/tag-kinds.ts'
import { day, monthOf, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { accountEntries } from '@talaan/ledger/reports/account-entries.ts'
import type { AccountLine } from '@talaan/ledger/reports/account-entries.ts'
import type { Share, Table } from '@talaan/ledger/reports/table.ts'
import { hasTags, tagFilterWords } from '../../books/tags.ts'
import { letOthersWork } from '../../platform/event-loop.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { companyHeader, ofPeriod, report } from './report.ts'
import { sharesBasis } from './shares.ts'

export const linesOnScreen = 100
const linesAtOnce = 1_000

const badCursor = 'This page does not exist. Open the report again.'
/** The last line of the previous page: its date, entry and position. */
const cursor = z
  .pipe(
    z.pipe(
      z.string().check(z.regex(/^\d{4}-\d\d-\d\d\.\d{1,18}\.\d{1,4}$/, badCursor)),
      z.transform((text) => text.split('.')),
    ),
    z.transform(([of = '', entryNo = '0', position = '0']) => ({
      day: of,
      entryNo: BigInt(entryNo),
      position: Number(position),
    })),
  )
  .check(z.refine((after) => day.safeParse(after.day).success, badCursor))

type Place = { day: Day; entryNo: bigint; position: number }
type Stretch = { account: string; from: Day; to: Day; tags: TagFilters }

type Query = Omit<Stretch, 'tags'> & TagFilters & { after?: Place | undefined }

export const accountEntriesReport = report({
  dates: { kind: 'period', usual: 'year-to-date' },
  query: z.strictObject(
    {
      account: z.string('Enter an account code.'),
      ...ofPeriod,
      ...tagFilters,
      after: z.optional(cursor),
    },
    'Enter an account code, a start date and an end date.',
  ),
  async build(db, query, { whole }) {
    if (whole) return { table: await joined(partsOf(db, query)), next: null }
    const { after } = query
    const { head, stretch } = await meant(db, query)
    const sums = await sumsAround(db, stretch, after)
    const lines = await someLines(db, stretch, after, { head: sums.head, limit: linesOnScreen + 1 })
    const page = lines.slice(0, linesOnScreen)
    const last = page.at(-1)
    const next = lines.length > page.length && last ? `${last.day}.${last.entryNo}.${last.position}` : null
    const table = accountEntries({ ...head, opening: sums.opening, lines: page })
    return { table: asPage(table, { first: after === undefined, last: next === null, sums }), next }
  },
  async basis(db, { account, from, to, project, department, branch }, { row, column }) {
    const { normal } = await db
      .selectFrom('account')
      .select('normal')
      .where('code', '=', account)
      .executeTakeFirstOrThrow()
    const isOpening = row.cells[3] === 'Balance brought forward'
    const tags: TagFilters = { project, department, branch }
    if (column.key === 'balance') {
      const share: Share = { account, sign: normal === 'debit' ? 1 : -1, span: isOpening ? 'before' : 'until' }
      return sharesBasis(db, { shares: [share], period: { from, to }, tags })
    }
    const side = column.key === 'debit' ? sql`line.debit` : sql`line.credit`
    return {
      rule: `The ${column.key}s of account ${account} in the period.`,
      lines: sql`
        select line.entry_no, line.position, document.kind as part, document.kind as part_words, ${side} as amount
        from line join entry on entry.no = line.entry_no join document on document.id = entry.document_id
        where line.account = ${account} and line.day between ${from}::date and ${to}::date and ${side} <> 0
          and ${hasTags('entry.document_id', tags) ?? sql`true`}`,
    }
  },
  parts: partsOf,
})

/** The requested account and period, for the header of the report. */
async function meant(db: Kysely<Tables>, { account: code, after, from, to, project, department, branch }: Query) {
  if (after !== undefined && (after.day < from || after.day > to)) throw new Refusal(saying(common.badInput, badCursor))
  const account = await db
    .selectFrom('account')
    .select(['code', 'name', 'normal'])
    .where('code', '=', code)
    .executeTakeFirst()
  if (account === undefined) throw new Refusal(reportProblems.noSuchAccount)
  const tags: TagFilters = { project, department, branch }
  const words = await tagFilterWords(db, tags)
  return {
    head: {
      company: await companyHeader(db),
      account,
      from,
      to,
      notes:
        words.length === 0
          ? []
          : [`The entries and the balance include only documents with these tags: ${words.join(', ')}.`],
    },
    stretch: { account: code, from, to, tags },
  }
}

/**
 * The whole report in chunks, up to the last entry when the sums were read: the journal is append-only, so reading in
 * several steps still gives one snapshot without blocking anyone.
 */
async function* partsOf(db: Kysely<Tables>, query: Query): AsyncGenerator<Table> {
  const { head, stretch } = await meant(db, query)
  const sums = await sumsAround(db, stretch, undefined)
  const read = (after: Place | undefined, limit: number) => someLines(db, stretch, after, { head: sums.head, limit })
  let { opening } = sums
  const part = (lines: PlacedLine[], which: { first: boolean; last: boolean }): Table => {
    const table = asPage(accountEntries({ ...head, opening, lines }), { ...which, sums })
    for (const { debit, credit } of lines) opening += debit - credit
    return table
  }

  // A small first chunk, so that a download starts soon; then the next chunk is read while one is sent.
  const begun = await read(undefined, linesOnScreen)
  const isShort = begun.length < linesOnScreen
  yield part(begun, { first: true, last: isShort })
  let coming = isShort ? undefined : read(begun.at(-1), linesAtOnce)
  while (coming !== undefined) {
    const lines: PlacedLine[] = await coming
    coming = lines.length < linesAtOnce ? undefined : read(lines.at(-1), linesAtOnce)
    // The reader may be gone.
    coming?.catch(() => {})
    await letOthersWork()
    yield part(lines, { first: false, last: coming === undefined })
  }
}

async function joined(parts: AsyncGenerator<Table>): Promise<Table> {
  const first = await parts.next()
  if (first.done === true) throw new Error('The report has no parts.')
  const { rows } = first.value
  for await (const part of parts) rows.push(...part.rows)
  return { ...first.value, rows }
}

type Sums = { head: bigint; opening: Money; debit: Money; credit: Money }

/**
 * The pages together are the whole report: only the first has the balance brought forward, only the last has the
 * totals, which cover all pages.
 */
function asPage(table: Table, { first, last, sums }: { first: boolean; last: boolean; sums: Sums }): Table {
  const [opening, ...rows] = table.rows
  const closing = rows.pop()
  if (opening === undefined || closing === undefined) throw new Error('The account has no opening or closing balance.')
  const total = { debit: sums.debit, credit: sums.credit }
  const cells = table.columns.map(({ key }, i) =>
    key === 'debit' || key === 'credit' ? total[key] : (closing.cells[i] ?? null),
  )
  return { ...table, rows: [...(first ? [opening] : []), ...rows, ...(last ? [{ ...closing, cells }] : [])] }
}

/**
 * From the stored sums, in one query and so one snapshot: the last entry, the balance before the page, and the debits
 * and credits of the whole period. Only lines of the page's first date are read one by one.
 */
async function sumsAround(db: Kysely<Tables>, stretch: Stretch, after: Place | undefined): Promise<Sums> {
  const { account, from, to, tags } = stretch
  const tagged = hasTags('entry.document_id', tags)
  if (tagged !== undefined) return sumsOfTagged(db, stretch, { after, tagged })
  const kept = (before: Day) => sql`
    select debit, credit from account_month where account = ${account} and month < ${monthOf(before)}
    union all
    select debit, credit from account_day
    where account = ${account} and day >= ${startOfMonth(monthOf(before))}::date and day < ${before}::date`
  const pageDay = after?.day ?? from
  const already = sql`
    select debit, credit from line
    where account = ${account} and day = ${pageDay}::date
      and (entry_no, position) <= (${after?.entryNo ?? 0n}::bigint, ${after?.position ?? 0}::smallint)`
  const { rows } = await sql<Record<keyof Sums, string>>`
    select
      (select last_entry from ledger_head) as head,
      (select coalesce(sum(debit - credit), 0) from (${kept(pageDay)} union all ${already}) as earlier) as opening,
      (select coalesce(sum(debit), 0) from (${kept(to)}) as upto) - (select coalesce(sum(debit), 0) from (${kept(from)}) as before)
        + (select coalesce(sum(debit), 0) from account_day where account = ${account} and day = ${to}::date) as debit,
      (select coalesce(sum(credit), 0) from (${kept(to)}) as upto) - (select coalesce(sum(credit), 0) from (${kept(from)}) as before)
        + (select coalesce(sum(credit), 0) from account_day where account = ${account} and day = ${to}::date) as credit`.execute(
    db,
  )
  const [sums] = rows
  if (sums === undefined) throw new Error('The totals of the account could not be read.')
  const { head, opening, debit, credit } = sums
  return { head: BigInt(head), opening: BigInt(opening), debit: BigInt(debit), credit: BigInt(credit) }
}

/** The stored sums have the documents with any tags, so those of some tags are summed from their lines. */
async function sumsOfTagged(
  db: Kysely<Tables>,
  { account, from, to }: Stretch,
  { after, tagged }: { after: Place | undefined; tagged: RawBuilder<boolean> },
): Promise<Sums> {
  const earlier =
    after === undefined
      ? sql`line.day < ${from}::date`
      : sql`(line.day, line.entry_no, line.position)
          <= (${after.day}::date, ${after.entryNo}::bigint, ${after.position}::smallint)`
  const inPeriod = sql`line.day >= ${from}::date`
  const { rows } = await sql<Record<keyof Sums, string>>`
    select (select last_entry from ledger_head) as head,
      coalesce(sum(line.debit - line.credit) filter (where ${earlier}), 0) as opening,
      coalesce(sum(line.debit) filter (where ${inPeriod}), 0) as debit,
      coalesce(sum(line.credit) filter (where ${inPeriod}), 0) as credit
    from line join entry on entry.no = line.entry_no
    where line.account = ${account} and line.day <= ${to}::date and ${tagged}`.execute(db)
  const [sums] = rows
  if (sums === undefined) throw new Error('The totals of the account could not be read.')
  const { head, opening, debit, credit } = sums
  return { head: BigInt(head), opening: BigInt(opening), debit: BigInt(debit), credit: BigInt(credit) }
}

type PlacedLine = AccountLine & { position: number }

async function someLines(
  db: Kysely<Tables>,
  { account, from, to, tags }: Stretch,
  after: Place | undefined,
  { head, limit }: { head: bigint; limit: number },
): Promise<PlacedLine[]> {
  const query = db
    .selectFrom('line')
    .innerJoin('entry', 'entry.no', 'line.entry_no')
    .innerJoin('document', 'document.id', 'entry.document_id')
    .select([
      'line.day',
      'line.entry_no as entryNo',
      'line.position',
      'document.id',
      'document.number',
      sql<DocumentTypeName>`kind`.as('kind'),
      sql<string>`coalesce(nullif(line.memo, ''), entry.memo)`.as('memo'),
      'line.debit',
      'line.credit',
    ])
    .where('line.account', '=', account)
    .where('line.day', '>=', from)
    .where('line.day', '<=', to)
    .where('line.entry_no', '<=', head)
    .orderBy('line.day')
    .orderBy('line.entry_no')
    .orderBy('line.position')
    .limit(limit)
  const beyond = ({ day: of, entryNo, position }: Place) => sql<boolean>`
    (line.day, line.entry_no, line.position) > (${of}::date, ${entryNo}::bigint, ${position}::smallint)`
  const tagged = hasTags('entry.document_id', tags)
  const rows = await query
    .$if(after !== undefined, (lines) => lines.where(beyond(after ?? { day: from, entryNo: 0n, position: 0 })))
    .$if(tagged !== undefined, (lines) => lines.where(tagged ?? sql<boolean>`true`))
    .execute()
  return rows.map(({ id, number, kind, ...line }) => ({ ...line, document: { id, number, kind } }))
}
