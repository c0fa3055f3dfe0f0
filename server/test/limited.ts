// A second connection to a test's database on PostgreSQL, with only the rights that the portal needs.
import { openDatabase } from '../src/platform/db/db.ts'
import type { Database } from '../src/platform/db/db.ts'
import { grantRights } from '../src/platform/db/rights.ts'

export const limitedRole = 'talaan_limited'

/** The role belongs to the whole server, so another test may have created it. */
export async function createLimitedRole({ pool }: Database): Promise<void> {
  await pool.query(`
    do $$ begin create role ${limitedRole} login;
    exception when duplicate_object or unique_violation then null; end $$`)
}

export async function openLimited(owner: Database): Promise<Database> {
  await createLimitedRole(owner)
  await grantRights(owner.pool, limitedRole)
  const url = new URL(await urlOf(owner))
  url.username = limitedRole
  return openDatabase({ databaseUrl: url.href }, { log: () => {} })
}

/** The address of a test's database. */
export async function urlOf({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  const url = new URL(process.env.TALAAN_TEST_DATABASE_URL ?? '')
  url.pathname = `/${rows[0]?.name}`
  return url.href
}
