// Automatic rules: what they confirm is matched, and what they record uses the regular write path. Any contradiction
// sets a rule back to suggesting, with the reason.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { approvalProblems } from '@talaan/contract/approvals.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { reconciliationProblems } from '@talaan/contract/reconciliation.ts'
import type { Undoing as UndoingAnswer } from '@talaan/contract/reconciliation.ts'
import { formatDay, monthOf } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { suggest } from '@talaan/ledger/banking/matching/suggest.ts'
import type { Suggestion } from '@talaan/ledger/banking/matching/suggestion.ts'
import { confirmedBy, hasEarned, onlySuggests, recordWords } from '@talaan/ledger/banking/matching/rules.ts'
import { accountLabel } from '../../books/account-label.ts'
import { audit } from '../../platform/audit/audit.ts'
import { bankLineIsFree, bankLineStands, lastMark } from '../../books/bank-positions.ts'
import type { BankAccount } from '../../books/bank-positions.ts'
import { timestamp, today } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { uuidOf } from '../../books/journal.ts'
import { endWaiting, waitingRequest } from '../../books/approvals.ts'
import { recordAtOnce } from '../../books/recording/record.ts'
import type { Preparer, Within } from '../../books/recording/record.ts'
import { sendPrepared } from '../../books/recording/send.ts'
import { assertVoidable, voidDocument } from '../../books/recording/void.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { inAccount, recordedFor, undo, writeMatch } from './matches.ts'
import { firstOpenDay } from './month.ts'
import { rulesOf } from './stored-rules.ts'
import type { StoredRule } from './stored-rules.ts'
import { sidesOf } from './sides.ts'
import { historyOf } from './track.ts'

type Trx = Transaction<Tables>

type Actor = { viewer: Viewer; address: string }

/** The acting user: a rule acts in the name of the person who uploaded the statement, or opened the month. */
type Acting = Actor & { account: BankAccount }

/** Applies the automatic rules of an account to all open lines; returns the number of matched lines. */
export async function actAlone(context: AppContext, { account, ...actor }: Acting): Promise<number> {
  const db = context.db.kysely
  const rules = (await rulesOf(db, account.code)).filter(({ retired }) => !retired)
  const acting = rules.filter((rule) => rule.acting)
  const month = acting.length === 0 ? undefined : await lastOpenMonth(db, account.code)
  if (month === undefined) return 0
  const trusted = await stillTrusted(context, { account, ...actor }, acting)
  if (trusted.length === 0) return 0
  const sides = await sidesOf(db, account, month)
  const suggestions = suggest({
    ...sides,
    bank: sides.bank.filter(({ mark }) => mark === null),
    rules: rules.map(({ fields }) => fields),
  })
  const decided = await decidedBefore(db, account.code)
  const openFrom = await firstOpenDay(db)
  let matched = 0
  const taken = new Set<string>()
  const stopped = new Set<string>()
  for (const line of sides.bank) {
    const candidates = suggestions.get(line.id) ?? []
    const says = trusted.flatMap((rule) => {
      const suggestion = stopped.has(rule.id) ? undefined : confirmedBy(rule.fields, line, candidates)
      return suggestion === undefined ? [] : [{ rule, suggestion }]
    })
    const [first] = says
    if (first === undefined || says.some(({ suggestion }) => suggestion !== first.suggestion)) continue
    const { rule, suggestion } = first
    const touched = [...suggestion.lines, ...suggestion.books]
    const isLate = openFrom !== null && suggestion.record !== null && line.day < openFrom
    if (isLate || touched.some((key) => taken.has(key)) || suggestion.lines.some((id) => decided.has(id))) continue
    try {
      const decided = await decide(context, {
        ...actor,
        account,
        rule,
        suggestion,
        lineId: line.id,
        day: line.day,
      })
      for (const key of touched) taken.add(key)
      if (decided) matched += suggestion.lines.length
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // Someone matched one of the lines first, which says nothing about the rule.
      if (error.problem === reconciliationProblems.matchedMeanwhile) continue
      // Neither does a document that needs an approval.
      if (error.problem.code === approvalProblems.needed.code) {
        await sendRecord(context, { ...actor, account, suggestion, lineId: line.id })
        continue
      }
      stopped.add(rule.id)
      const reason = error.problem.sentence
      await db.transaction().execute((trx) => stopRule(trx, context, { ...actor, ruleId: rule.id, reason }))
    }
  }
  return matched
}

/** Rules with a clean record; others are set back to suggesting. */
async function stillTrusted(
  context: AppContext,
  { account, ...actor }: Acting,
  rules: readonly StoredRule[],
): Promise<StoredRule[]> {
  const db = context.db.kysely
  const history = await historyOf(
    db,
    account,
    rules.map(({ fields }) => fields),
  )
  const trusted: StoredRule[] = []
  for (const rule of rules) {
    const record = history.recordOf(rule.fields)
    const why = onlySuggests(rule.fields, account.currency)
    if (hasEarned(record) && why === undefined) trusted.push(rule)
    else {
      const reason = why ?? recordWords(record)
      await db.transaction().execute((trx) => stopRule(trx, context, { ...actor, ruleId: rule.id, reason }))
    }
  }
  return trusted
}

/** The last month with an open line; undefined without open lines. */
async function lastOpenMonth(db: Kysely<Tables>, account: string) {
  const { rows } = await sql<{ day: Day | null }>`
    select max(day) as day from bank_line where account = ${account}
      and not exists (select from bank_matched where bank_matched.bank_line_id = bank_line.id)
      and coalesce(${lastMark}, 'none') = 'none'`.execute(db)
  const day = rows[0]?.day ?? null
  return day === null ? undefined : monthOf(day)
}

/** Lines whose match a person has undone: they are left to people. */
async function decidedBefore(db: Kysely<Tables>, account: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct bank_line_id as id from bank_match join bank_match_undo on bank_match_undo.match_id = bank_match.id
    join bank_match_part on bank_match_part.match_id = bank_match.id
    where account = ${account} and bank_line_id is not null`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

type Deciding = Acting & { rule: StoredRule; suggestion: Suggestion; lineId: string; day: Day }

/** Records and matches in one transaction, or neither; false if a person was faster than the rule. */
function decide(context: AppContext, deciding: Deciding): Promise<boolean> {
  const { viewer, address, account, rule, suggestion, lineId, day } = deciding
  const { record, lines } = suggestion
  const matchId = uuidOf(`match of the bank rule ${rule.id} for ${lineId}`)
  const at = timestamp(context.clock.now())
  return inAccount(context.db.kysely, async (trx) => {
    await sql`select lock_bank_account(${account.code})`.execute(trx)
    if (!(await isStillForIt(trx, { rule, lines }))) return false
    if (record !== null && (await wasSent(trx, lineId))) return false
    const documents =
      record === null
        ? []
        : [(await recordAtOnce(trx, context, { viewer, address, draftId: draftIdOf(lineId), ...record })).documentId]
    const reasons = suggestion.reasons.map(({ words }) => words)
    const wrote = await writeMatch(trx, {
      matchId,
      account: account.code,
      month: monthOf(day),
      how: 'rule',
      ruleId: rule.id,
      lines: [...lines],
      books: [...suggestion.books],
      documents,
      reasons,
      userId: viewer.userId,
      at,
    })
    if (!wrote) return false
    await withdrawSent(trx, context, { viewer, address, lines })
    const object = { type: 'bank-match', id: matchId }
    const detail = { account: account.code, rule: rule.fields.name, lines, books: suggestion.books, documents }
    await audit(trx, context.clock, { viewer, address, action: 'reconciliation.ruleActed', object, detail })
    return true
  })
}

/** Sends the document of a rule for approval. Then the rule leaves the line alone, and the approval matches it. */
async function sendRecord(
  context: AppContext,
  { viewer, address, account, suggestion, lineId }: Acting & Pick<Deciding, 'suggestion' | 'lineId'>,
): Promise<void> {
  const { record } = suggestion
  if (record === null) return
  const { kind: typeName, fields: input } = record
  await inAccount(context.db.kysely, async (trx) => {
    await sql`select lock_bank_account(${account.code})`.execute(trx)
    await sendPrepared(trx, context, { viewer, address, draftId: draftIdOf(lineId), typeName, input, typed: input })
  })
}

/** The approval of a document that a rule sent also matches it with its line, if both still have the same amount. */
export async function matchingSent(
  context: AppContext,
  draftId: string,
  { viewer, address, preparer }: Actor & { preparer: Preparer },
): Promise<Within | undefined> {
  const { rows } = await sql<{ id: string; account: string; day: Day }>`
    select bank_line.id, bank_line.account, bank_line.day from bank_line
    where ${bankLineIsFree} and ${bankLineStands} and not bank_month_is_signed(bank_line.account, bank_line.day)`.execute(
    context.db.kysely,
  )
  const line = rows.find(({ id }) => draftIdOf(id) === draftId)
  if (line === undefined) return undefined
  const { id, account, day } = line
  return async (trx, record) => {
    // In the order of a rule that matches and records.
    await sql`select lock_bank_account(${account})`.execute(trx)
    const recorded = await record()
    if (recorded === undefined) return undefined
    const parts = { lines: [id], books: [], documents: [recorded.documentId] }
    const matchId = uuidOf(`match of ${recorded.documentId} with its bank line`)
    const matching = { ...parts, matchId, account, month: monthOf(day), how: 'proposal' as const }
    const reasons = ['Prepared by a bank rule, and approved']
    const at = timestamp(context.clock.now())
    try {
      await writeMatch(trx, { ...matching, reasons, userId: preparer.userId, at })
    } catch (error) {
      // Its amount was changed before it was sent again: a person matches the line.
      if (!(error instanceof Refusal)) throw error
      return recorded
    }
    const object = { type: 'bank-match', id: matchId }
    const detail = { account, ...parts }
    await audit(trx, context.clock, { viewer, address, action: 'reconciliation.ruleActed', object, detail })
    return recorded
  }
}

/** A line that is matched otherwise needs the document no more that its rule sent for approval. */
export async function withdrawSent(
  trx: Trx,
  { clock }: Pick<AppContext, 'clock'>,
  { viewer, address, lines }: Actor & { lines: readonly string[] },
): Promise<void> {
  for (const draftId of lines.map(draftIdOf)) {
    if ((await waitingRequest(trx, draftId)) === undefined) continue
    await endWaiting(trx, clock, { draftId, viewer, address, how: 'discarded' })
    await trx.deleteFrom('draft').where('id', '=', draftId).execute()
  }
}

/** Whether the document of a line was sent for approval, whatever became of it. */
async function wasSent(trx: Trx, lineId: string): Promise<boolean> {
  const requests = trx.selectFrom('approval_request').select('id').where('draft_id', '=', draftIdOf(lineId))
  return (await requests.executeTakeFirst()) !== undefined
}

/** The rule is still automatic, and none of its lines was matched, undone or marked since the check. */
async function isStillForIt(
  trx: Trx,
  { rule, lines }: { rule: StoredRule; lines: readonly string[] },
): Promise<boolean> {
  const stored = await trx
    .selectFrom('bank_rule')
    .select('acting')
    .where('id', '=', rule.id)
    .forShare()
    .executeTakeFirst()
  if (stored?.acting !== true) return false
  const { rows } = await sql`
    select from bank_line where id = any(${[...lines]}::uuid[]) and (
      exists (select from bank_match_part where bank_match_part.bank_line_id = bank_line.id)
      or coalesce(${lastMark}, 'none') <> 'none')`.execute(trx)
  return rows.length === 0
}

/** A rule records a line once, whatever happens in between. */
const draftIdOf = (lineId: string) => uuidOf(`bank rule on ${lineId}`)

type Undoing = Actor & { account: string; matchId: string }

/**
 * Undoes a match, and voids the documents that were recorded for it. The rule of an automatic match only suggests from now
 * on. Undefined if it was undone before.
 */
export async function reverseMatch(
  trx: Trx,
  context: AppContext,
  { account, matchId, viewer, address }: Undoing,
): Promise<UndoingAnswer | undefined> {
  const at = timestamp(context.clock.now())
  const undone = await undo(trx, { account, matchId, userId: viewer.userId, at })
  if (!undone) return undefined
  const { rows } = await sql<{ ruleId: string | null; day: Day; amount: Money; description: string }>`
    select rule_id as "ruleId", bank_line.day, amount, description from bank_match
    join bank_match_part on match_id = bank_match.id join bank_line on bank_line.id = bank_line_id
    where bank_match.id = ${matchId}::uuid order by bank_match_part.position limit 1`.execute(trx)
  const [line] = rows
  const words =
    line === undefined ? 'this match' : `${line.description}, ${formatMoney(line.amount)} of ${formatDay(line.day)}`
  const ruleId = line?.ruleId ?? null
  if (ruleId !== null)
    await stopRule(trx, context, { viewer, address, ruleId, reason: `${viewer.clientId} undid ${words}.` })
  const planned = await plannedUndo(trx, context, matchId)
  for (const { id, on } of planned.voided)
    await voidDocument(trx, context, viewer, {
      documentId: id,
      day: on,
      reason: `${ruleId === null ? 'The match was undone:' : 'The rule matched this line incorrectly:'} ${words}`.slice(
        0,
        200,
      ),
      address,
    })
  return planned
}

/** The documents that undoing a match voids, each on its own date or the first open one, and those it has to keep. */
export async function plannedUndo(
  trx: Trx,
  { clock }: Pick<AppContext, 'clock'>,
  matchId: string,
): Promise<UndoingAnswer> {
  const documents = (await recordedFor(trx, [matchId])).get(matchId) ?? []
  const openFrom = await firstOpenDay(trx)
  const planned: UndoingAnswer = { voided: [], kept: [] }
  for (const { day: recordedOn, ...document } of documents) {
    const on = openFrom !== null && recordedOn < openFrom ? openFrom : recordedOn
    const reason =
      (await matchedElsewhere(trx, { documentId: document.id, matchId })) ??
      (await whyNotVoidable(trx, { document, day: on, posted: recordedOn, today: today(clock) }))
    if (reason === undefined) planned.voided.push({ ...document, on })
    else planned.kept.push({ ...document, reason })
  }
  return planned
}

/** Voiding one side of a transfer would leave the other bank's line matched with nothing. */
async function matchedElsewhere(
  trx: Trx,
  { documentId, matchId }: { documentId: string; matchId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ label: string; description: string }>`
    select ${accountLabel('bank_line.account')} as label, bank_line.description
    from entry join bank_matched as book on book.entry_no = entry.no and book.match_id <> ${matchId}::uuid
    join bank_matched as bank on bank.match_id = book.match_id
    join bank_line on bank_line.id = bank.bank_line_id
    where entry.document_id = ${documentId}::uuid limit 1`.execute(trx)
  const [other] = rows
  return other && `This line is also matched with '${other.description}' of ${other.label}. Undo that match first.`
}

async function whyNotVoidable(trx: Trx, voiding: Parameters<typeof assertVoidable>[1]): Promise<string | undefined> {
  try {
    await assertVoidable(trx, voiding)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.problem.sentence
  }
}

/** Sets the rule back to suggesting, with the reason. */
async function stopRule(
  trx: Trx,
  context: AppContext,
  { viewer, address, ruleId, reason }: Actor & { ruleId: string; reason: string },
): Promise<void> {
  const stopped = await trx
    .updateTable('bank_rule')
    .set({ acting: false, stopped: reason, stopped_at: timestamp(context.clock.now()) })
    .where('id', '=', ruleId)
    .where('acting', '=', true)
    .returning(['account', 'fields'])
    .executeTakeFirst()
  if (stopped === undefined) return
  const object = { type: 'bank-rule', id: ruleId }
  const detail = { ...stopped, acting: false, retired: false, reason }
  await audit(trx, context.clock, { viewer, address, action: 'reconciliation.ruleStopped', object, detail })
}

/** All automatic matches of a rule in open months, undone one after the other. */
export async function undoRuleMatches(
  context: AppContext,
  { account, ruleId, ...actor }: Actor & { account: string; ruleId: string },
): Promise<number> {
  const db = context.db.kysely
  let undone = 0
  for (const matchId of await undoableOfRule(db, account, ruleId)) {
    const took = await inAccount(db, (trx) => reverseMatch(trx, context, { account, matchId, ...actor }))
    if (took !== undefined) undone += 1
  }
  return undone
}

/** The automatic matches of a rule in open months, the newest first. */
export async function undoableOfRule(db: Kysely<Tables>, account: string, ruleId: string): Promise<string[]> {
  const { rows } = await sql<{ matchId: string }>`
    select bank_match.id as "matchId" from bank_match where bank_match.account = ${account} and rule_id = ${ruleId}::uuid
      and exists (select from bank_matched where match_id = bank_match.id)
      and not exists (
        select from bank_match_part left join bank_line on bank_line.id = bank_line_id
        left join line on line.entry_no = bank_match_part.entry_no and line.position = line_position
        where match_id = bank_match.id and bank_month_is_signed(bank_match.account, coalesce(bank_line.day, line.day)))
    order by matched_at desc, bank_match.id`.execute(db)
  return rows.map(({ matchId }) => matchId)
}
