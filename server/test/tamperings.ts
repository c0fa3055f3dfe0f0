// Changes by someone with full access to the database, with the triggers disabled: single cells and rows, the newest document with
// all its rows, and each of the two chains recomputed.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { auditColumns, digestOfEvent, sealOfEvent } from '../src/platform/audit/sealing.ts'
import type { AuditEvent } from '@talaan/ledger/proof/audit-events.ts'
import { instant, timestamp } from '../src/platform/clock.ts'
import { tableNames, tableOf } from '../src/platform/backup/write.ts'
import type { Tables } from '../src/platform/db/tables.ts'
import { hashOfEntry, lineOf } from '../src/books/journal.ts'
import { sealOf } from '../src/books/seal.ts'
import { linksAfter } from '../src/books/verify/chain.ts'
import { changeOne } from './changes.ts'
import type { Row } from './changes.ts'
import type { Random } from './extent.ts'

type Db = Kysely<Tables>
/** The change and its table; null if the database refused it. */
export type Tampering = { what: string; table: string; place: string } | null
export type Attack = (trx: Db, random: Random, tables: readonly Table[]) => Promise<Tampering>
export type Table = { name: string; rows: number; columns: readonly string[] }

/** The tables that have rows, with their number. */
export async function filledTables(db: { kysely: Db; pool: Parameters<typeof tableNames>[0] }): Promise<Table[]> {
  const found: Table[] = []
  for (const name of await tableNames(db.pool)) {
    const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.raw(tableOf(name))}`.execute(
      db.kysely,
    )
    const columns = await sql<{ name: string }>`
      select attname as name from pg_attribute
      where attrelid = ${tableOf(name)}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
      db.kysely,
    )
    const count = rows[0]?.rows ?? 0
    if (count > 0) found.push({ name, rows: count, columns: columns.rows.map((column) => column.name) })
  }
  return found
}

const rowAt = async (trx: Db, { name, rows }: Table, random: Random): Promise<Row> =>
  (
    await sql<Row>`select ctid::text as ctid, noted.* from ${sql.raw(tableOf(name))} as noted
      order by ctid offset ${random(rows)} limit 1`.execute(trx)
  ).rows[0]!

const oneOf = <T>(all: readonly T[], random: Random): T => all[random(all.length)]!

const changeCell: Attack = async (trx, random, tables) => {
  const table = oneOf(tables, random)
  const row = await rowAt(trx, table, random)
  const column = await changeOne(trx, { table: table.name, row, keys: ['ctid'], random })
  return column === null ? null : { what: `change`, ...placed(table.name, row, column) }
}

/** Copies the value of this column from another row of the table. */
const changeToAnothers: Attack = async (trx, random, tables) => {
  const table = oneOf(tables, random)
  const column = oneOf(table.columns, random)
  const [row, other] = [await rowAt(trx, table, random), await rowAt(trx, table, random)]
  const { ctid } = row
  const isDone = await taken(
    trx,
    sql`update ${sql.raw(tableOf(table.name))} set ${sql.ref(column)} =
      (select ${sql.ref(column)} from ${sql.raw(tableOf(table.name))} where ctid = ${other['ctid']}::tid)
      where ctid = ${ctid}::tid and ${sql.ref(column)} is distinct from
        (select ${sql.ref(column)} from ${sql.raw(tableOf(table.name))} where ctid = ${other['ctid']}::tid)`,
  )
  return isDone ? { what: 'take over', ...placed(table.name, row, column) } : null
}

const swap: Attack = async (trx, random, tables) => {
  const table = oneOf(tables, random)
  const column = oneOf(table.columns, random)
  const [one, other] = [await rowAt(trx, table, random), await rowAt(trx, table, random)]
  const name = sql.raw(tableOf(table.name))
  const isDone = await taken(
    trx,
    sql`update ${name} as one set ${sql.ref(column)} = other.${sql.ref(column)} from ${name} as other
      where ((one.ctid, other.ctid) = (${one['ctid']}::tid, ${other['ctid']}::tid)
          or (one.ctid, other.ctid) = (${other['ctid']}::tid, ${one['ctid']}::tid))
        and one.${sql.ref(column)} is distinct from other.${sql.ref(column)}`,
  )
  if (!isDone) return null
  // If the rows are equal in all other columns, nothing has changed.
  const rest = ({ ctid: _, [column]: __, ...row }: Row) => JSON.stringify(row, plain)
  return rest(one) === rest(other) ? null : { what: 'swap', ...placed(table.name, one, column) }
}

const removeRow: Attack = async (trx, random, tables) => {
  const table = oneOf(tables, random)
  const row = await rowAt(trx, table, random)
  const isDone = await taken(trx, sql`delete from ${sql.raw(tableOf(table.name))} where ctid = ${row['ctid']}::tid`)
  return isDone ? { what: 'remove', ...placed(table.name, row) } : null
}

/** Adds a copy of a row with another key. */
const addRow: Attack = async (trx, random, tables) => {
  const table = oneOf(tables, random)
  const row = await rowAt(trx, table, random)
  const { rows } = await sql<{ column: string; type: string }>`
    select attname as column, format_type(atttypid, null) as type from pg_index
    join pg_attribute on attrelid = indrelid and attnum = any(indkey)
    where indrelid = ${tableOf(table.name)}::regclass and indisunique and indexprs is null and attgenerated = ''`.execute(
    trx,
  )
  const keys = new Map(rows.map(({ column, type }) => [column, type]))
  const other = (column: string) => {
    const ref = sql.ref(column)
    const type = keys.get(column)
    if (type === 'uuid') return sql`gen_random_uuid()`
    if (type === 'bigint' || type === 'integer' || type === 'smallint') return sql`${ref} + 1000`
    if (type === 'date') return sql`${ref} + 1000`
    return ref
  }
  const columns = table.columns.map((column) => sql.ref(column))
  const isDone = await taken(
    trx,
    sql`insert into ${sql.raw(tableOf(table.name))} (${sql.join(columns)}) overriding system value
      select ${sql.join(table.columns.map(other))} from ${sql.raw(tableOf(table.name))} where ctid = ${row['ctid']}::tid`,
  )
  if (!isDone) return null
  const at = table.name === 'audit' ? { table: 'audit', place: 'event added at the end' } : placed(table.name, row)
  return { what: 'add', ...at }
}

/** Removes the newest document with all its rows, and resets every sum and number. */
export const removeNewest: Attack = async (trx, _, tables) => {
  const { document_id: id, number } = await newest(trx)
  const first = await trx
    .selectFrom('entry')
    .select((is) => is.fn.min('no').as('no'))
    .where('document_id', '=', id)
    .executeTakeFirstOrThrow()
  await sql`delete from line where entry_no >= ${first.no}`.execute(trx)
  for (const { name, columns } of tables)
    if (columns.includes('document_id'))
      await sql`delete from ${sql.raw(tableOf(name))} where document_id = ${id}`.execute(trx)
  await sql`delete from document where id = ${id}`.execute(trx)
  await sql`update number_series set last = coalesce((
    select max(serial) from document where (document.series, document.year) = (number_series.series, number_series.year)), 0)`.execute(
    trx,
  )
  await sql`delete from number_series where last = 0`.execute(trx)
  await sumAgain(trx)
  return { what: 'remove the newest document', table: 'document', place: number }
}

/** Changes the amount of the newest document, and recomputes its hash and every sum. */
export const rewriteNewest: Attack = async (trx) => {
  const { document_id: id, number } = await newest(trx)
  await sql`update line set debit = debit * 2, credit = credit * 2 where entry_no in (select no from entry where document_id = ${id})`.execute(
    trx,
  )
  await sql`update open_item set amount = amount * 2 where document_id = ${id}`.execute(trx)
  await sql`update document set total = total * 2, memo = memo || ' again' where id = ${id}`.execute(trx)
  const { rows } = await sql<{ no: bigint }>`select min(no) as no from entry where document_id = ${id}`.execute(trx)
  const from = (rows[0]?.no ?? 1n) - 1n
  const before = await trx.selectFrom('entry').select('hash').where('no', '=', from).executeTakeFirst()
  let previousHash = before?.hash ?? '0'.repeat(64)
  for (const { entry, document, lines, attachments, leaf, reason } of await linksAfter(trx, from)) {
    const hash = hashOfEntry({
      no: entry.no,
      documentId: entry.document_id,
      seal: sealOf(document!, attachments, leaf, entry.reverses === null ? null : reason),
      entry: { journal: entry.journal, day: entry.day, memo: entry.memo, lines: lines.map(lineOf) },
      reverses: entry.reverses,
      postedBy: entry.posted_by,
      postedAt: timestamp(instant(entry.posted_at)),
      previousHash,
    })
    await trx.updateTable('entry').set({ hash, previous_hash: previousHash }).where('no', '=', entry.no).execute()
    previousHash = hash
  }
  await sumAgain(trx)
  return { what: 'rewrite the newest document', table: 'document', place: number }
}

/** Gives an account another role, changes its event, and recomputes the chain of the audit trail from there. */
export const rewriteEvents: Attack = async (trx, random) => {
  const users = await trx.selectFrom('users').select(['id', 'role', 'client_id']).orderBy('client_id').execute()
  const { id, role, client_id: place } = oneOf(users, random)
  await trx
    .updateTable('users')
    .set({ role: role === 'admin' ? 'user' : 'admin' })
    .where('id', '=', id)
    .execute()
  const { rows } = await sql<{ seq: bigint }>`
    update audit set detail = jsonb_set(detail, array['rows', ${id}::text], (
      select to_jsonb(encode(sha256(convert_to((
        select jsonb_object_agg(name, value) from jsonb_each(to_jsonb(users)) as part (name, value) where value <> 'null')::text, 'UTF8')), 'hex')) from users where id = ${id}))
    where seq = (select max(seq) from audit where object_type = 'users' and action like 'rows.%' and detail -> 'rows' ? ${id}::text)
    returning seq`.execute(trx)
  await sealAgain(trx, rows[0]!.seq)
  return { what: 'rewrite an event of', table: 'users', place }
}

/** Removes the last events with their seals. */
export const cutEvents: Attack = async (trx, random) => {
  const most = 1 + random(8)
  await sql`delete from audit where seq in (select seq from audit_seal order by position desc limit ${most})`.execute(
    trx,
  )
  await sql`delete from audit_seal where seq not in (select seq from audit)`.execute(trx)
  await sql`update audit_head set (last_position, last_hash) = (select position, hash from audit_seal order by position desc limit 1)`.execute(
    trx,
  )
  return { what: `cut ${most} events off`, table: 'audit', place: 'audit' }
}

/** Removes the end of both chains, which only a line outside the database can reveal. */
export const removeNewestFromBoth: Attack = async (trx, random, tables) => {
  const { document_id: id } = await newest(trx)
  await sql`delete from audit where seq >= (select min(seq) from audit where object_id = ${id}::text)`.execute(trx)
  await sql`delete from audit_seal where seq not in (select seq from audit)`.execute(trx)
  await sql`update audit_head set (last_position, last_hash) = (select position, hash from audit_seal order by position desc limit 1)`.execute(
    trx,
  )
  return removeNewest(trx, random, tables)
}

/** Mostly changes of single rows. */
export const attacks: readonly Attack[] = [
  ...Array.from({ length: 8 }, () => changeCell),
  ...Array.from({ length: 4 }, () => changeToAnothers),
  swap,
  swap,
  ...Array.from({ length: 3 }, () => removeRow),
  ...Array.from({ length: 3 }, () => addRow),
  removeNewest,
  rewriteNewest,
  rewriteEvents,
  cutEvents,
]

const newest = (trx: Db) =>
  trx
    .selectFrom('entry')
    .innerJoin('document', 'document.id', 'document_id')
    .select(['document_id', 'number'])
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

async function sumAgain(trx: Db): Promise<void> {
  await sql`update ledger_head set (last_entry, last_hash, last_posted_at) =
    (select no, hash, posted_at from entry order by no desc limit 1)`.execute(trx)
  await sql`delete from account_day`.execute(trx)
  await sql`insert into account_day (account, day, debit, credit)
    select account, day, sum(debit), sum(credit) from line group by 1, 2`.execute(trx)
  await sql`delete from account_month`.execute(trx)
  await sql`insert into account_month (account, month, debit, credit)
    select account, to_char(day, 'YYYY-MM'), sum(debit), sum(credit) from line group by 1, 2`.execute(trx)
  await sql`update item_balance set (open, opened) = (
    select sum(amount), coalesce(sum(amount) filter (where open_item.document_id = settles), 0) from open_item
    where settles = item_balance.document_id and open_item.account = item_balance.account)
    where exists (select from open_item where settles = item_balance.document_id and open_item.account = item_balance.account)`.execute(
    trx,
  )
}

async function sealAgain(trx: Db, from: bigint): Promise<void> {
  const { rows } = await sql<AuditEvent & { position: bigint }>`
    select position, ${auditColumns} from audit_seal join audit using (seq)
    where position >= (select position from audit_seal where seq = ${from}) order by position`.execute(trx)
  const [first] = rows
  const before = await trx
    .selectFrom('audit_seal')
    .select('hash')
    .where('position', '=', first!.position - 1n)
    .executeTakeFirst()
  let hash = before?.hash ?? '0'.repeat(64)
  const made = rows.map(({ position, ...event }) => {
    const digest = digestOfEvent(event)
    hash = sealOfEvent(digest, hash)
    return { position: position.toString(), digest, hash }
  })
  await sql`update audit_seal set digest = made.digest, hash = made.hash
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made (position bigint, digest text, hash text)
    where made.position = audit_seal.position`.execute(trx)
  await sql`update audit_head set last_hash = ${hash}`.execute(trx)
}

async function taken(trx: Db, change: ReturnType<typeof sql>): Promise<boolean> {
  await sql`savepoint changed`.execute(trx)
  try {
    return ((await change.execute(trx)).numAffectedRows ?? 0n) > 0n
  } catch {
    await sql`rollback to savepoint changed`.execute(trx)
    return false
  }
}

function placed(table: string, row: Row, column?: string): { table: string; place: string } {
  const isOfDraft = table === 'attachment' && row['document_id'] === null
  const of = isOfDraft ? 'attachment of a draft' : table
  return { table: of, place: column === undefined ? of : `${of}.${column}` }
}

const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)
