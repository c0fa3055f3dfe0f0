// Compares the books with the model: balances, open items, numbers, and each confirmed change once and no other.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../src/platform/db/tables.ts'
import { movements, openItems } from './company.ts'
import type { Company } from './company.ts'

type Db = Kysely<Tables>

/** The difference that costs the least to find, after each act: the number of documents and of entries. */
export async function difference(db: Db, { documents }: Company): Promise<string[]> {
  const { rows } = await sql<{ documents: number; entries: number }>`
    select (select count(*)::int from document) as documents,
      coalesce((select last_entry::int from ledger_head), 0) as entries`.execute(db)
  const voids = [...documents.values()].filter(({ voidedOn }) => voidedOn !== null).length
  const found = { documents: rows[0]?.documents, entries: rows[0]?.entries }
  const meant = { documents: documents.size, entries: documents.size + voids }
  return found.documents === meant.documents && found.entries === meant.entries
    ? []
    : [
        `The books have ${found.documents} documents and ${found.entries} entries, the model ${meant.documents} and ${meant.entries}.`,
      ]
}

/** Every difference between the books and the model. */
export async function differences(db: Db, company: Company): Promise<string[]> {
  return [
    ...(await documentDifferences(db, company)),
    ...(await balanceDifferences(db, company)),
    ...(await itemDifferences(db, company)),
    ...(await otherDifferences(db, company)),
  ]
}

async function documentDifferences(db: Db, { documents }: Company): Promise<string[]> {
  const { rows } = await sql<{ key: string; id: string; number: string; voided: string | null; by: string }>`
    select draft_id as key, document.id, document.number, reversal.day as voided, client_id as by
    from document join users on users.id = recorded_by
    left join document_void on document_void.document_id = document.id
    left join entry as reversal on reversal.no = document_void.reversal`.execute(db)
  const problems: string[] = []
  const seen = new Map<string, number>()
  for (const { key, id, number, voided, by } of rows) {
    seen.set(number, (seen.get(number) ?? 0) + 1)
    const meant = documents.get(key)
    if (meant === undefined) problems.push(`${number} is in the books, and nobody was told that it was recorded.`)
    else if (meant.number !== number) problems.push(`${meant.number} was confirmed, and is ${number} in the books.`)
    else if (meant.documentId !== '' && meant.documentId !== id)
      problems.push(`${number} has another id than the one confirmed.`)
    else if (meant.by !== by) problems.push(`${number} was recorded by ${meant.by}, the books say ${by}.`)
    else if (meant.voidedOn !== voided)
      problems.push(`${number} is ${voidWords(voided)} in the books, and ${voidWords(meant.voidedOn)} in the model.`)
  }
  const keys = new Set(rows.map(({ key }) => key))
  for (const { key, number } of documents.values())
    if (!keys.has(key)) problems.push(`${number} was confirmed, and is not in the books.`)
  for (const [number, times] of seen) if (times > 1) problems.push(`${number} is in the books ${times} times.`)
  return [...problems, ...numberGaps([...seen.keys()])]
}

const voidWords = (day: string | null) => (day === null ? 'not void' : `void on ${day}`)

function numberGaps(numbers: readonly string[]): string[] {
  const series = Map.groupBy(numbers, (number) => number.slice(0, -7))
  return [...series].flatMap(([name, of]) => {
    const serials = of.map((number) => Number(number.slice(-6))).toSorted((a, b) => a - b)
    const missing = serials.findIndex((serial, at) => serial !== at + 1)
    return missing === -1 ? [] : [`Series ${name} has a gap or a double number at ${missing + 1}.`]
  })
}

async function balanceDifferences(db: Db, company: Company): Promise<string[]> {
  const { rows } = await sql<{ source: string; account: string; day: string; net: string }>`
    select 'lines' as source, account, day, sum(debit - credit)::text as net from line group by account, day
    union all select 'daily totals', account, day, (debit - credit)::text from account_day
    union all select 'dollars', account, day, sum(case when debit > 0 then currency_amount else -currency_amount end)::text
      from line where currency_amount is not null group by account, day`.execute(db)
  return (['lines', 'daily totals', 'dollars'] as const).flatMap((source) => {
    const meant = movements(company, source === 'dollars' ? 'dollars' : 'amount')
    const found = new Map(
      rows
        .filter((row) => row.source === source && row.net !== '0')
        .map(({ account, day, net }) => [`${account} ${day}`, BigInt(net)]),
    )
    return unequal(found, meant).map(
      (key) => `Account ${key}: ${found.get(key) ?? 0n} in the ${source}, ${meant.get(key) ?? 0n} in the model.`,
    )
  })
}

async function itemDifferences(db: Db, company: Company): Promise<string[]> {
  const { rows } = await sql<{ account: string; number: string; open: bigint }>`
    select account, number, open from item_balance join document on document.id = document_id
    where open <> 0`.execute(db)
  const found = new Map(rows.map(({ account, number, open }) => [`${account} ${number}`, open]))
  const meant = new Map([...openItems(company)].map(([key, { open }]) => [key, open]))
  return unequal(found, meant).map(
    (key) => `Open on ${key}: ${found.get(key) ?? 0n} in the books, ${meant.get(key) ?? 0n} in the model.`,
  )
}

async function otherDifferences(db: Db, company: Company): Promise<string[]> {
  const { rows } = await sql<{ what: string; name: string; count: string }>`
    select 'closed month' as what, month as name, '1' as count from period
    union all select 'inactive account', client_id, '1' from users where seat is null
    union all select 'customer or supplier', registration_id::text, '1' from party where registered_by is not null
    union all select 'receipt', document.number, count(*)::text
      from outbox join document on document.id = document_id where topic = 'receipt' group by 2
    union all select 'file', id::text, sha256 from attachment
    union all select 'fixed asset', id::text, (cost - salvage)::text from asset
    union all select 'bank statement', sha256, from_day || ' to ' || to_day || ', removed: ' || (removed_at is not null)
      from bank_statement
    union all select 'bank line', bank_line.account || ' ' || day || ' ' || amount, count(distinct bank_line.id)::text
      from bank_line join bank_line_seen on line_id = bank_line.id
      join bank_statement on bank_statement.id = statement_id and removed_at is null group by 2
    union all select 'audit event', action, count(*)::text from audit
      where outcome = 'done' and action in (${sql.join([...company.acts.keys(), ''])}) group by 2`.execute(db)
  const found = new Map(rows.map(({ what, name, count }) => [`${what} ${name}`, count]))
  const meant = new Map<string, string>([
    ...company.closed.map((month) => [`closed month ${month}`, '1'] as const),
    ...[...company.inactive].map((name) => [`inactive account ${name}`, '1'] as const),
    ...[...company.parties.keys()].map((id) => [`customer or supplier ${id}`, '1'] as const),
    ...[...company.documents.values()]
      .filter(({ mailed }) => mailed === true)
      .map(({ number }) => [`receipt ${number}`, '1'] as const),
    ...[...company.attachments].map(([id, { sha256 }]) => [`file ${id}`, sha256] as const),
    ...[...company.assets].map(
      ([id, { monthly, months }]) => [`fixed asset ${id}`, String(monthly * BigInt(months))] as const,
    ),
    ...[...company.statements].map(
      ([sha256, { from, to, isRemoved }]) =>
        [`bank statement ${sha256}`, `${from} to ${to}, removed: ${isRemoved}`] as const,
    ),
    ...[...Map.groupBy(bankLines(company), (name) => name)].map(
      ([name, same]) => [`bank line ${name}`, String(same.length)] as const,
    ),
    ...[...company.acts].map(([action, times]) => [`audit event ${action}`, String(times)] as const),
  ])
  return unequal(found, meant).map(
    (key) => `The ${key}: ${found.get(key) ?? 'missing'} in the books, ${meant.get(key) ?? 'missing'} in the model.`,
  )
}

/** The lines of the statements that are not removed. */
const bankLines = ({ statements }: Company): string[] =>
  [...statements.values()].flatMap(({ account, lines, isRemoved }) =>
    isRemoved ? [] : lines.map(({ day, amount }) => `${account} ${day} ${amount}`),
  )

const unequal = <T>(one: ReadonlyMap<string, T>, other: ReadonlyMap<string, T>): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((key) => one.get(key) !== other.get(key)).toSorted()
