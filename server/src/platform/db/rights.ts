// The rights of a second account, with which the portal runs while another one owns the tables and migrates them.
import type pg from 'pg'

/**
 * Gives a role the rights that the portal needs: it reads and adds rows, and changes or deletes them only in tables that have no
 * trigger against both. It creates, truncates and alters nothing, and disables no trigger.
 */
export async function grantRights(pool: pg.Pool, role: string): Promise<void> {
  const client = await pool.connect()
  try {
    const { rows: tables } = await client.query<{ name: string; rights: string }>(rightsByTable)
    const to = client.escapeIdentifier(role)
    const statements = [
      'begin',
      `revoke all on schema public from ${to}`,
      `grant usage on schema public to ${to}`,
      `grant usage, select on all sequences in schema public to ${to}`,
      ...tables.flatMap(({ name, rights }) => [
        `revoke all on ${name} from ${to}`,
        `grant ${rights} on ${name} to ${to}`,
      ]),
      'commit',
    ]
    await client.query(statements.join(';\n'))
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

// In pg_trigger.tgtype, 1 means for each row, 8 delete and 16 update; a trigger with a tgqual is for some rows only. Two append-only
// tables have rows that the portal locks, which needs the right to update a column; their triggers refuse the update itself.
const rightsByTable = `
  select format('%I.%I', 'public', relname) as name,
    case
      when relkind = 'v' or relname = 'schema_migration' then 'select'
      when exists (
        select from pg_trigger
        where tgrelid = pg_class.oid and tgfoid = 'refuse_change'::regproc and tgtype & 25 = 25 and tgqual is null
      ) then 'select, insert' || case when relname in ('document', 'certificate_issued') then ', update (id)' else '' end
      else 'select, insert, update, delete'
    end as rights
  from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')`
