// Bank reconciliation: the calls of the screen. The database enforces matches; the rules of the ledger make
// suggestions.
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import {
  getReconciliation,
  listMatches,
  listOutstanding,
  listReconciliations,
  listUnidentified,
  markLine,
  matchLines,
  matchTogether,
  previewReopening,
  previewUndo,
  previewUndoTogether,
  reconciliationProblems,
  refuseSuggestion,
  reopenMonth,
  searchForLine,
  setStart,
  signOffMonth,
  undoMatch,
  undoTogether,
} from '@talaan/contract/reconciliation.ts'
import type { BodyOf } from '@talaan/contract/endpoint.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { table } from '@talaan/contract/reports.ts'
import { refusalKey } from '@talaan/ledger/banking/matching/lines.ts'
import { positionOf } from '@talaan/ledger/banking/matching/position.ts'
import { bankReconciliation } from '@talaan/ledger/reports/bank-reconciliation.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { audit } from '../../platform/audit/audit.ts'
import { followMark } from '../../books/questions.ts'
import { bookBalance, signedMonth, bankMonthOf } from '../../books/bank-positions.ts'
import { instant, timestamp, today } from '../../platform/clock.ts'
import { companyHeader } from '../../print/company.ts'
import { printTime } from '../../print/page.ts'
import { assertMatches, inAccount, matchesOf, matchOf, writeMatch, writeStart } from './matches.ts'
import { reverseMatch, withdrawSent } from './acting.ts'
import { reopeningPreview, undoPreview, undoPreviewOfAll } from './previews.ts'
import { accountOf, checksOf, monthOf, reconciliations } from './month.ts'
import { outstandingBooks, searchFor } from './outstanding.ts'
import { rules } from './rules.ts'
import { unidentifiedDeposits } from './unidentified.ts'
import { answers } from '../../http/route.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { Route } from '../../http/route.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Trx = Transaction<Tables>
type Matching = { account: string; body: BodyOf<typeof matchLines>; viewer: Viewer; address: string; at: string }

export function reconciliation(context: AppContext): Route[] {
  const {
    db: { kysely: db },
    clock,
  } = context
  const now = () => timestamp(clock.now())
  const matched = async (trx: Trx, { account, body, viewer, address, at }: Matching) => {
    if (!(await writeMatch(trx, { ...body, account, userId: viewer.userId, at }))) return
    const { matchId, lines, books: with_, documents, how } = body
    await withdrawSent(trx, context, { viewer, address, lines })
    const detail = { account, lines, books: with_, documents, how }
    const object = { type: 'bank-match', id: matchId }
    await audit(trx, clock, { viewer, address, action: matchLines.name, object, detail })
  }
  const reversed = async (trx: Trx, undoing: Parameters<typeof reverseMatch>[2]) => {
    const undone = await reverseMatch(trx, context, undoing)
    if (undone === undefined) return undefined
    const { account, matchId, viewer, address } = undoing
    const object = { type: 'bank-match', id: matchId }
    await audit(trx, clock, { viewer, address, action: undoMatch.name, object, detail: { account } })
    return undone
  }
  return [
    ...rules(context),

    answers(listReconciliations, async () => ({ accounts: await reconciliations(db, today(clock)) })),

    answers(listUnidentified, async () => ({ deposits: await unidentifiedDeposits(db) })),

    answers(getReconciliation, ({ params, query }) => monthOf(db, { ...params, ...query, today: today(clock) })),

    answers(listOutstanding, async ({ params, query }) => {
      await accountOf(db, params.account)
      return outstandingBooks(db, { ...params, ...query })
    }),

    answers(listMatches, async ({ params, query }) => {
      await accountOf(db, params.account)
      return matchesOf(db, { ...params, ...query })
    }),

    answers(searchForLine, async ({ params, query }) => {
      await accountOf(db, params.account)
      return searchFor(db, { ...params, ...query })
    }),

    answers(matchLines, async ({ params: { account }, body, ...caller }) => {
      await accountOf(db, account)
      await inAccount(db, (trx) => matched(trx, { account, body, ...caller, at: now() }))
      const match = await matchOf(db, account, body.matchId)
      if (match === undefined) throw new Refusal(reconciliationProblems.noSuchMatch)
      return { match }
    }),

    answers(matchTogether, async ({ params: { account }, body: { matches }, ...caller }) => {
      await accountOf(db, account)
      const at = now()
      await inAccount(db, async (trx) => {
        for (const body of matches) await matched(trx, { account, body, ...caller, at })
      })
      return { success: true as const }
    }),

    answers(undoMatch, async ({ params: { account, matchId }, viewer, address }) => {
      const undone = await inAccount(db, (trx) => reversed(trx, { account, matchId, viewer, address }))
      return undone ?? { voided: [], kept: [] }
    }),

    answers(previewUndo, async ({ params: { account, matchId } }) => {
      await assertMatches(db, account, [matchId])
      return db.transaction().execute((trx) => undoPreview(trx, context, { account, matchId }))
    }),

    answers(previewUndoTogether, async ({ params: { account }, body: { matches } }) =>
      db.transaction().execute(async (trx) => {
        await assertMatches(trx, account, matches)
        return undoPreviewOfAll(trx, context, { account, matchIds: matches })
      }),
    ),

    answers(undoTogether, async ({ params: { account }, body: { matches }, viewer, address }) => {
      await inAccount(db, async (trx) => {
        for (const matchId of matches) await reversed(trx, { account, matchId, viewer, address })
      })
      return { success: true as const }
    }),

    answers(refuseSuggestion, async ({ params: { account, lineId }, body, viewer }) => {
      await inAccount(db, async (trx) => {
        await assertLineOfAccount(trx, account, lineId)
        const record = body.record === null ? null : { ...body.record, fields: {} }
        await trx
          .insertInto('bank_refusal')
          .values({
            bank_line_id: lineId,
            proposal: refusalKey(lineId, { books: body.books, record }),
            refused_by: viewer.userId,
            refused_at: now(),
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      })
      return { success: true as const }
    }),

    answers(markLine, async ({ params: { account, lineId }, body, viewer, address }) => {
      await inAccount(db, async (trx) => {
        await assertLineOfAccount(trx, account, lineId)
        await trx
          .insertInto('bank_line_mark')
          .values({ bank_line_id: lineId, ...body, marked_by: viewer.userId, marked_at: now() })
          .execute()
        await followMark(trx, { bankLineId: lineId, ...body, by: viewer.userId, at: now() })
        const object = { type: 'bank-line', id: lineId }
        await audit(trx, clock, { viewer, address, action: markLine.name, object, detail: body })
      })
      return { success: true as const }
    }),

    answers(setStart, async ({ params: { account }, body, viewer, address }) => {
      await accountOf(db, account)
      await inAccount(db, async (trx) => {
        await lockAccount(trx, account)
        await writeStart(trx, { account, ...body, userId: viewer.userId, at: now() })
        const object = { type: 'account', id: account }
        const { day, balance, items } = body
        const detail = { day, balance: balance.toString(), items: items.length }
        await audit(trx, clock, { viewer, address, action: setStart.name, object, detail })
      })
      return { success: true as const }
    }),

    answers(signOffMonth, async ({ params: { account: code, month }, body, viewer, address }) => {
      const account = await accountOf(db, code)
      const signed = await inAccount(db, async (trx) => {
        await lockAccount(trx, code)
        const before = await signedMonth(trx, code, month)
        if (before !== undefined) return before
        const position = positionOf(await bankMonthOf(trx, code, month))
        const { obstacles } = await checksOf(trx, { account, month, position, today: today(clock) })
        if (obstacles.length > 0) throw new Refusal(saying(reconciliationProblems.notReady, obstacles.join(' ')))
        const at = now()
        const signOff = { by: viewer.clientId, at, note: body.note }
        const printed = { ...signOff, at: printTime(instant(at)) }
        const report = bankReconciliation({ company: await companyHeader(trx), account, position, signOff: printed })
        const { balance, pesos } = await bookBalance(trx, code, position.asOf)
        const id = crypto.randomUUID()
        await trx
          .insertInto('bank_reconciliation')
          .values({
            id,
            account: code,
            month,
            note: body.note,
            signed_by: viewer.userId,
            signed_at: at,
            statement_balance: position.statementBalance,
            book_balance: balance,
            book_pesos: pesos,
            difference: position.difference,
            report: JSON.stringify(z.encode(table, report)),
          })
          .execute()
        const object = { type: 'bank-reconciliation', id }
        await audit(trx, clock, {
          viewer,
          address,
          action: signOffMonth.name,
          object,
          detail: { account: code, month },
        })
        return signOff
      })
      return { signed: { by: signed.by, at: signed.at, note: signed.note } }
    }),

    answers(previewReopening, async ({ params: { account, month } }) => {
      if ((await signedMonth(db, account, month)) === undefined) throw new Refusal(reconciliationProblems.notSigned)
      return reopeningPreview(db, account, month)
    }),

    answers(reopenMonth, async ({ params: { account, month }, body, viewer, address }) => {
      await inAccount(db, async (trx) => {
        await lockAccount(trx, account)
        const signed = await signedMonth(trx, account, month)
        if (signed === undefined) throw new Refusal(reconciliationProblems.notSigned)
        await trx
          .insertInto('bank_reconciliation_reopening')
          .values({ reconciliation_id: signed.id, reason: body.reason, reopened_by: viewer.userId, reopened_at: now() })
          .execute()
        const object = { type: 'bank-reconciliation', id: signed.id }
        await audit(trx, clock, {
          viewer,
          address,
          action: reopenMonth.name,
          object,
          detail: { account, month, ...body },
        })
      })
      return { success: true as const }
    }),
  ]
}

/** The same lock that the database takes for every match of the account. */
const lockAccount = (trx: Trx, account: string) => sql`select lock_bank_account(${account})`.execute(trx)

async function assertLineOfAccount(trx: Trx, account: string, lineId: string): Promise<void> {
  const line = await trx.selectFrom('bank_line').select('account').where('id', '=', lineId).executeTakeFirst()
  if (line?.account !== account) throw new Refusal(reconciliationProblems.noSuchLine)
}
