// The rules of an account as they are kept: what accountants said, and what every account begins with.
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
  /** It confirms by itself. */
  acting: boolean
  /** Why it only suggests again. */
  stopped: string | null
  retired: boolean
}

/** All of them, the retired ones too: what was retired is not suggested again. */
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

/** A rule that every account begins with has its id before anybody touches it. */
const firstRuleId = (account: string, { name }: RuleFields) => uuidOf(`bank rule of ${account}: ${name}`)
