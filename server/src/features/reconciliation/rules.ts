// The calls of rules: list with track records, try, save, switch on and off, remove, and undo their matches.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import {
  applyRules,
  listRules,
  reconciliationProblems,
  retireRule,
  saveRule,
  switchRule,
  tryRule,
  previewUndoRule,
  undoRule,
} from '@talaan/contract/reconciliation.ts'
import type { BankRuleAnswer, TrackRecordAnswer } from '@talaan/contract/reconciliation.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { suggestedRules } from '@talaan/ledger/banking/matching/rule-suggestions.ts'
import { hasEarned, onlySuggests, recordWords } from '@talaan/ledger/banking/matching/rules.ts'
import { ruleFields, transferMistake } from '@talaan/ledger/banking/matching/rule.ts'
import type { RuleFields } from '@talaan/ledger/banking/matching/rule.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { BankAccount } from '../../books/bank-positions.ts'
import { timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { answers } from '../../http/route.ts'
import type { Route } from '../../http/route.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { actAlone, undoableOfRule, undoRuleMatches } from './acting.ts'
import { undoPreviewOfAll } from './previews.ts'
import { accountOf } from './month.ts'
import { rulesOf } from './stored-rules.ts'
import type { StoredRule } from './stored-rules.ts'
import { historyOf } from './track.ts'
import type { History } from './track.ts'

type Db = Kysely<Tables>

/** The maximum number of rules per account: all of them are tried on every line. */
const maxRules = 100

/** The maximum of wrong lines and automatic matches shown per rule. */
const shownWrong = 10
const shownDeeds = 100

/** The maximum number of suggested rules. */
const shownSuggestions = 5

export function rules(context: AppContext): Route[] {
  const { clock } = context
  const db = context.db.kysely
  const now = () => timestamp(clock.now())

  /** Writes a rule; a built-in one is stored at its first change. */
  const keep = ({ account, id, fields, acting, retired, viewer, address, action }: Keeping) =>
    db.transaction().execute(async (trx) => {
      const plain = z.encode(ruleFields, fields)
      const said = {
        fields: JSON.stringify(plain),
        acting,
        stopped: null,
        stopped_at: null,
        changed_by: viewer.userId,
        changed_at: now(),
        retired_at: retired ? now() : null,
      }
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('bank_rule')
        .values({ id, account, ...said })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(said).where('bank_rule.account', '=', account))
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 0n) throw new Refusal(reconciliationProblems.noSuchRule)
      const object = { type: 'bank-rule', id }
      await audit(trx, clock, { viewer, address, action, object, detail: { account, acting, retired, fields: plain } })
    })
  const ruleOf = async (account: string, ruleId: string): Promise<StoredRule> => {
    const rule = (await rulesOf(db, account)).find(({ id, retired }) => id === ruleId && !retired)
    if (rule === undefined) throw new Refusal(reconciliationProblems.noSuchRule)
    return rule
  }

  return [
    answers(listRules, async ({ params }) => {
      const account = await accountOf(db, params.account)
      const all = await rulesOf(db, account.code)
      const live = all.filter(({ retired }) => !retired)
      const history = await historyOf(
        db,
        account,
        live.map(({ fields }) => fields),
      )
      const deeds = await deedsOf(db, account.code)
      const suggested = suggestedRules(
        history.decisions,
        all.map(({ fields }) => fields),
        account.code,
      )
      return {
        account,
        rules: live.map(({ id, fields, acting, stopped }) => ({
          id,
          fields,
          acting,
          stopped,
          record: recordAnswer(history, fields, account),
          did: (deeds.get(id) ?? []).slice(0, shownDeeds),
        })),
        suggestions: suggested.slice(0, shownSuggestions),
      }
    }),

    answers(tryRule, async ({ params, body }) => {
      const account = await accountOf(db, params.account)
      await assertTransferAllowed(db, body, account)
      return { record: recordAnswer(await historyOf(db, account, [body]), body, account) }
    }),

    answers(saveRule, async ({ params, body, viewer, address }) => {
      const account = await accountOf(db, params.account)
      await assertTransferAllowed(db, body, account)
      const { code } = account
      const live = (await rulesOf(db, code)).filter(({ retired }) => !retired)
      if (live.length >= maxRules && !live.some(({ id }) => id === params.ruleId))
        throw new Refusal(reconciliationProblems.tooManyRules)
      const actor = { viewer, address, action: saveRule.name }
      await keep({ account: code, id: params.ruleId, fields: body, acting: false, retired: false, ...actor })
      return { success: true as const }
    }),

    answers(switchRule, async ({ params, body: { acting }, viewer, address }) => {
      const account = await accountOf(db, params.account)
      const rule = await ruleOf(account.code, params.ruleId)
      if (acting) {
        await assertTransferAllowed(db, rule.fields, account)
        const { earned, words } = recordAnswer(await historyOf(db, account, [rule.fields]), rule.fields, account)
        if (!earned) throw new Refusal(saying(reconciliationProblems.notEarned, words))
      }
      const { id, fields } = rule
      const actor = { viewer, address, action: switchRule.name }
      await keep({ account: account.code, id, fields, acting, retired: false, ...actor })
      return { matched: acting ? await actAlone(context, { account, viewer, address }) : 0 }
    }),

    answers(retireRule, async ({ params, viewer, address }) => {
      const { code } = await accountOf(db, params.account)
      const { id, fields } = await ruleOf(code, params.ruleId)
      const actor = { viewer, address, action: retireRule.name }
      await keep({ account: code, id, fields, acting: false, retired: true, ...actor })
      return { success: true as const }
    }),

    answers(previewUndoRule, async ({ params: { account, ruleId } }) => {
      await ruleOf(account, ruleId)
      return db.transaction().execute(async (trx) => {
        const matchIds = await undoableOfRule(trx, account, ruleId)
        return { ...(await undoPreviewOfAll(trx, context, { account, matchIds })), matches: matchIds.length }
      })
    }),

    answers(undoRule, async ({ params: { account, ruleId }, viewer, address }) => {
      await ruleOf(account, ruleId)
      const undone = await undoRuleMatches(context, { account, ruleId, viewer, address })
      const object = { type: 'bank-rule', id: ruleId }
      await db
        .transaction()
        .execute((trx) =>
          audit(trx, clock, { viewer, address, action: undoRule.name, object, detail: { account, undone } }),
        )
      return { undone }
    }),

    answers(applyRules, async ({ params, viewer, address }) => {
      const account = await accountOf(db, params.account)
      return { matched: await actAlone(context, { account, viewer, address }) }
    }),
  ]
}

async function assertTransferAllowed(db: Db, rule: RuleFields, account: BankAccount): Promise<void> {
  if (rule.does !== 'transfer') return
  const holdingMoney = await db
    .selectFrom('money_account')
    .innerJoin('account', 'account.code', 'money_account.code')
    .select(['money_account.code', 'currency'])
    .where('account.active', '=', true)
    .execute()
  const message = transferMistake(rule, account, holdingMoney)
  if (message !== undefined)
    throw new Refusal(saying(reconciliationProblems.noTransfer, message), [{ path: ['other'], message }])
}

type Keeping = Pick<StoredRule, 'id' | 'fields' | 'acting' | 'retired'> & {
  account: string
  viewer: Viewer
  address: string
  action: string
}

function recordAnswer(history: History, rule: RuleFields, { currency }: BankAccount): TrackRecordAnswer {
  const record = history.recordOf(rule)
  const { hits, misses, moved, conflicts } = record
  const why = onlySuggests(rule, currency)
  const wrong = new Set(conflicts.slice(0, shownWrong))
  return {
    right: hits,
    wrong: conflicts.length,
    silent: misses,
    moved,
    words: why ?? recordWords(record),
    earned: why === undefined && hasEarned(record),
    wrongLines: history.decisions.flatMap(({ line: { id, day, amount, description } }) =>
      wrong.has(id) ? [{ day, amount, words: description }] : [],
    ),
  }
}

/** Automatic matches by rule, newest first: each match once, by its first line. */
async function deedsOf(db: Db, account: string): Promise<Map<string, BankRuleAnswer['did']>> {
  const { rows } = await sql<BankRuleAnswer['did'][number] & { ruleId: string }>`
    select distinct on (matched_at, bank_match.id) bank_match.id as "matchId", rule_id as "ruleId", bank_line.day, amount,
      description as words, matched_at as at, bank_match_undo.match_id is not null as undone,
      bank_month_is_signed(bank_match.account, bank_line.day) as signed
    from bank_match
    join bank_match_part on bank_match_part.match_id = bank_match.id
    join bank_line on bank_line.id = bank_match_part.bank_line_id
    left join bank_match_undo on bank_match_undo.match_id = bank_match.id
    where bank_match.account = ${account} and rule_id is not null
    order by matched_at desc, bank_match.id, bank_match_part.position`.execute(db)
  return Map.groupBy(rows, ({ ruleId }) => ruleId)
}
