// One digest of everything that returns and deadlines are calculated from, read in one statement. What is calculated is stored
// under it, so it is calculated again exactly when something has changed. After a posting, only the returns of its month and of
// later ones are calculated again.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { monthOf } from '@talaan/ledger/core/date.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { nothingKnown } from './calculate-return.ts'
import type { Known, ReturnFigures } from './calculate-return.ts'

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

/** Rows of these are only added, and a row of the second is long. A void also changes returns of the months before it. */
const counted = ['party_correction', 'filing', 'document_void'] as const satisfies readonly (keyof Tables)[]

type TaxState = { settings: string; head: string }

async function taxState(db: Db): Promise<TaxState> {
  const digests = compared.map(
    (table) =>
      sql`(select md5(coalesce(string_agg(own::text, '|' order by own::text), '')) from ${sql.table(table)} as own)`,
  )
  const counts = counted.map((table) => sql`(select count(*)::text from ${sql.table(table)})`)
  const { rows } = await sql<TaxState>`
    select concat_ws(' ', ${sql.join([...digests, ...counts])}) as settings, (select last_hash from ledger_head) as head`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('The head of the ledger is missing.')
  return row
}

/** For each month with entries, the hash of the newest entry that is dated in it or earlier. It covers all of these entries. */
type Newest = readonly { month: Month; hash: string }[]

async function newestEntries(db: Db): Promise<Newest> {
  const { rows } = await sql<{ month: Month; hash: string }>`
    select month, hash
    from (
      select to_char(day, 'YYYY-MM') as month, max(max(no)) over (order by to_char(day, 'YYYY-MM')) as no
      from entry group by 1
    ) as newest join entry using (no) order by month`.execute(db)
  return rows
}

const newestUntil = (newest: Newest, month: Month): string => newest.findLast((own) => own.month <= month)?.hash ?? ''

/** The latest results of each calculation that are kept, and the latest returns. */
const [maxResults, maxReturns] = [8, 400]

/** The figures of returns, each under the settings and the entries that it was calculated from. */
const returns = new Map<string, { from: string; figures: ReturnFigures | undefined }>()

const stateOfReturn = (key: string, settings: string, newest: Newest): string =>
  `${settings} ${newestUntil(newest, monthOf(key.slice(-10)))}`

/**
 * A calculation from the books and the settings of returns that is made once for each state of them. It is stored only if nothing
 * has changed meanwhile, so it needs no transaction, which would occupy the embedded database until its end.
 */
export function fromTaxState<Asked, T>(
  calculate: (db: Db, asked: Asked, known: Known) => Promise<T>,
): (db: Db, asked: Asked) => Promise<T> {
  const results = new Map<string, T>()
  return async (db, asked) => {
    const before = await taxState(db)
    const key = `${before.settings} ${before.head} ${JSON.stringify(asked)}`
    const stored = results.get(key)
    if (stored !== undefined) return stored

    const newest = await newestEntries(db)
    const known = nothingKnown()
    for (const [name, { from, figures }] of returns)
      if (from === stateOfReturn(name, before.settings, newest)) known.returns.set(name, figures)
    const result = await calculate(db, asked, known)

    const after = await taxState(db)
    if (after.settings !== before.settings) return result
    const newestAfter = after.head === before.head ? newest : await newestEntries(db)
    for (const [name, figures] of known.returns) {
      const from = stateOfReturn(name, before.settings, newest)
      if (from === stateOfReturn(name, after.settings, newestAfter)) keep(returns, name, { from, figures }, maxReturns)
    }
    if (after.head === before.head) keep(results, key, result, maxResults)
    return result
  }
}

function keep<T>(kept: Map<string, T>, key: string, value: T, atMost: number): void {
  kept.delete(key)
  kept.set(key, value)
  for (const oldest of kept.keys()) if (kept.size > atMost) kept.delete(oldest)
}
