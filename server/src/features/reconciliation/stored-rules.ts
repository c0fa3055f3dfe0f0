// The stored rules of an account, and the built-in ones.
import type { Kysely } from 'kysely'
import { firstRules } from '@talaan/ledger/banking/matching/rules.ts'
import { ruleFields } from '@talaan/ledger/banking/matching/rule.ts'
import type { RuleFields } from '@talaan/ledger/banking/matching/rule.ts'
import { uuidOf } from '../../books/journal.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>

export type StoredRule = {
  id: string
  fields: RuleFields
  /** It confirms automatically. */
  acting: boolean
  /** Why it only suggests again. */
  stopped: string | null
  retired: boolean
}

/** All of them, including retired ones, which are not suggested again. */
export async function rulesOf(db: Db, account: string): Promise<StoredRule[]> {
  const rows = await db
    .selectFrom('bank_rule')
    .select(['id', 'fields', 'acting', 'stopped', 'retired_at'])
    .where('account', '=', account)
    .orderBy('changed_at')
    .orderBy('id')
    .execute()
  const kept = rows.map(({ id, fields, acting, stopped, retired_at: retiredAt }) => ({
    id,
    acting,
    stopped,
    fields: ruleFields.parse(fields),
    retired: retiredAt !== null,
  }))
  const first = firstRules
    .map((fields) => ({ id: firstRuleId(account, fields), fields, acting: false, stopped: null, retired: false }))
    .filter(({ id }) => !kept.some((rule) => rule.id === id))
  return [...first, ...kept]
}

/** A built-in rule has its id before it is first changed. */
const firstRuleId = (account: string, { name }: RuleFields) => uuidOf(`bank rule of ${account}: ${name}`)
