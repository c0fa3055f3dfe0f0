// One digest of everything that returns and deadlines are calculated from, read in one statement. What is calculated is stored
// under it, so it is calculated again exactly when something has changed.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>

/** Settings of few rows, and what people add to returns: compared as a whole. Every posting changes the head of the ledger. */
const compared = [
  'account',
  'certificate_claim',
  'company',
  'custom_duty',
  'custom_duty_done',
  'customs_entry',
  'deadline_override',
  'employee',
  'excess_use',
  'filing_deadline',
  'filing_entry',
  'filing_rate',
  'form_revision',
  'non_working_day',
  'other_duties',
  'party_merge',
  'previous_employer',
  'registration',
  'tax_profile',
  'vat_rate',
  'withholding_code',
] as const satisfies readonly (keyof Tables)[]

/** Rows of these are only added, and a row of the second is long. */
const counted = ['party_correction', 'filing'] as const satisfies readonly (keyof Tables)[]

async function taxState(db: Db): Promise<string> {
  const digests = compared.map(
    (table) =>
      sql`(select md5(coalesce(string_agg(own::text, '|' order by own::text), '')) from ${sql.table(table)} as own)`,
  )
  const counts = counted.map((table) => sql`(select count(*)::text from ${sql.table(table)})`)
  const { rows } = await sql<{ state: string }>`
    select concat_ws(' ', (select last_hash from ledger_head), ${sql.join([...digests, ...counts])}) as state`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('The head of the ledger is missing.')
  return row.state
}

/** The latest results of each calculation that are kept. */
const maxResults = 8

/**
 * A calculation from the books and the settings of returns that is made once for each state of them. A new one is made in one
 * snapshot together with its state, so that it is never stored under another.
 */
export function fromTaxState<Asked, T>(
  calculate: (db: Db, asked: Asked) => Promise<T>,
): (db: Db, asked: Asked) => Promise<T> {
  const results = new Map<string, T>()
  const keyOf = async (db: Db, asked: Asked) => `${await taxState(db)} ${JSON.stringify(asked)}`
  const calculated = async (db: Db, asked: Asked): Promise<T> => {
    const key = await keyOf(db, asked)
    const result = await calculate(db, asked)
    results.set(key, result)
    for (const oldest of results.keys()) if (results.size > maxResults) results.delete(oldest)
    return result
  }
  return async (db, asked) => {
    const known = results.get(await keyOf(db, asked))
    if (known !== undefined) return known
    if (db.isTransaction) return calculated(db, asked)
    const snapshot = db.transaction().setIsolationLevel('repeatable read')
    return snapshot.execute((trx) => calculated(trx, asked))
  }
}
