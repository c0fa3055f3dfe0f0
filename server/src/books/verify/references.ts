// Checks all foreign keys again, because the database does not check them while triggers are disabled.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'

type Reference = { table: string; to: string; columns: string[]; keys: string[] }

export async function referenceProblems(db: Kysely<Tables>): Promise<string[]> {
  const { rows: references } = await sql<Reference>`
    select own.relname as "table", other.relname as "to", array_agg(mine.attname::text order by at) as columns,
      array_agg(theirs.attname::text order by at) as keys
    from pg_constraint
    join pg_class as own on own.oid = conrelid join pg_class as other on other.oid = confrelid
    cross join lateral unnest(conkey, confkey) with ordinality as pair (my, their, at)
    join pg_attribute as mine on mine.attrelid = conrelid and mine.attnum = my
    join pg_attribute as theirs on theirs.attrelid = confrelid and theirs.attnum = their
    where contype = 'f' and connamespace = 'public'::regnamespace
    group by pg_constraint.oid, own.relname, other.relname order by own.relname, pg_constraint.conname`.execute(db)
  const { rows } = await sql<{
    problem: string
  }>`${sql.join(references.map(lostIn), sql` union all `)} limit 20`.execute(db)
  return rows.map(({ problem }) => problem)
}

const lostIn = ({ table, to, columns, keys }: Reference) => {
  const pairs = columns.map((column, at) => [sql.ref(`own.${column}`), sql.ref(`other.${keys[at]}`)] as const)
  const isGiven = sql.join(
    pairs.map(([own]) => sql`${own} is not null`),
    sql` and `,
  )
  const isSame = sql.join(
    pairs.map(([own, other]) => sql`${own} = ${other}`),
    sql` and `,
  )
  const value = sql`concat_ws(' ', ${sql.join(pairs.map(([own]) => own))})`
  return sql`(select ${`A row of ${table} refers to the missing row `}::text || ${value} || ${` of ${to}.`}::text as problem
    from ${sql.table(`public.${table}`)} as own
    where ${isGiven} and not exists (select from ${sql.table(`public.${to}`)} as other where ${isSame}) limit 5)`
}
