// Bank statements: previewed, stored, listed and removed.
import { sql } from 'kysely'
import {
  getStatement,
  getStatementFile,
  listStatements,
  previewStatement,
  removeStatement,
  statementProblems,
  storeStatement,
} from '@talaan/contract/statements.ts'
import type { StatementPreview } from '@talaan/contract/statements.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp, today } from '../../platform/clock.ts'
import { countStored, newContent } from '../../platform/disk/quota.ts'
import { assertRoomForFiles } from '../../platform/disk/space.ts'
import { sha256 } from '../../books/journal.ts'
import { cleanName } from '../../print/file-name.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import { bankAccounts as reconciled } from '../../books/bank-positions.ts'
import { actAlone } from '../reconciliation/acting.ts'
import { linesOf, statementById, statementsWhere } from './list.ts'
import { bankAccount, bankAccounts, previewFile, readStatementFile } from './preview.ts'
import type { CheckedFile } from './preview.ts'
import type { FileRead } from '../../platform/reading/statement.ts'
import { alreadyStored, lockAccount, store, storedBefore } from './store.ts'

export const statements: Feature = (context) => {
  const { clock } = context
  const db = context.db.kysely
  return [
    answers(previewStatement, async ({ query, bytes }) => {
      const account = await bankAccount(db, query.account)
      const already = await db.transaction().execute((trx) => alreadyStored(trx, account.code, bytes))
      if (already !== undefined) throw already
      const read = await readStatementFile(db, query, bytes)
      return previewOf(read, await previewFile(db, { account, read, part: query.part, bytes, today: today(clock) }))
    }),

    answers(storeStatement, async ({ query, bytes, viewer, address }) => {
      const { digest, reason, part } = query
      const account = await bankAccount(db, query.account)
      const before = await db.transaction().execute((trx) => storedBefore(trx, account.code, sha256(bytes)))
      if (before !== undefined) return before
      await assertRoomForFiles(context.env)
      const read = await readStatementFile(db, query, bytes)
      const kept = await db.transaction().execute(async (trx) => {
        await countStored(trx, context, viewer, newContent(sha256(bytes), bytes.byteLength))
        const upload = { account, read, part, bytes, digest, reason, viewer, today: today(clock) }
        const stored = await store(trx, { ...upload, name: cleanName(query.name), at: timestamp(clock.now()) })
        if (stored.already) return stored
        const object = { type: 'bank-statement', id: stored.statementId }
        const detail = {
          account: account.code,
          file: cleanName(query.name),
          sha256: sha256(bytes),
          lines: stored.lines,
          newLines: stored.newLines,
          reason,
        }
        await audit(trx, clock, { viewer, address, action: storeStatement.name, object, detail })
        return stored
      })
      const [reconciledAs] = await reconciled(db, account.code)
      if (reconciledAs !== undefined) await actAlone(context, { account: reconciledAs, viewer, address })
      return kept
    }),

    answers(listStatements, async ({ query: { account } }) => ({
      accounts: await bankAccounts(db),
      statements: await statementsWhere(
        db,
        account === undefined ? sql`true` : sql`bank_statement.account = ${account}`,
      ),
    })),

    answers(getStatement, async ({ params: { statementId } }) => ({
      statement: await statementById(db, statementId),
      lines: await linesOf(db, statementId),
    })),

    answers(getStatementFile, async ({ params: { statementId } }) => {
      const found = await db
        .selectFrom('bank_statement')
        .innerJoin('attachment_content', 'attachment_content.sha256', 'bank_statement.sha256')
        .select(['file_name as name', 'content', 'bank_statement.sha256 as digest'])
        .where('id', '=', statementId)
        .executeTakeFirst()
      if (found === undefined) throw new Refusal(statementProblems.notThere)
      if (sha256(found.content) !== found.digest)
        throw new Error(`The file of statement ${statementId} was changed after it was stored.`)
      // Uploaded content is untrusted: the file can only be downloaded, never displayed.
      return { bytes: found.content, type: 'application/octet-stream', name: found.name }
    }),

    answers(removeStatement, async ({ params: { statementId }, body: { reason }, viewer, address }) => {
      await db.transaction().execute(async (trx) => {
        const { account, removed } = await statementById(trx, statementId)
        await lockAccount(trx, account)
        if (removed !== null) throw new Refusal(statementProblems.removed)
        const taken = { removed_by: viewer.userId, removed_at: timestamp(clock.now()), removal_reason: reason }
        const { numUpdatedRows } = await trx
          .updateTable('bank_statement')
          .set(taken)
          .where('id', '=', statementId)
          .where('removed_at', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw new Refusal(statementProblems.removed)
        const object = { type: 'bank-statement', id: statementId }
        await audit(trx, clock, { viewer, address, action: removeStatement.name, object, detail: { account, reason } })
      })
      return { statement: await statementById(db, statementId) }
    }),
  ]
}

function previewOf(read: FileRead, { accounts, statement, aligned, findings, digest }: CheckedFile): StatementPreview {
  const { format, tables, layout, layoutFrom, ready, open, changed, mistakes, leftOut } = read
  const sum = (sign: bigint) =>
    (statement?.lines ?? []).reduce((all, { amount }) => (amount * sign > 0n ? all + amount * sign : all), 0n)
  return {
    format,
    tables,
    layout,
    layoutFrom,
    ready,
    open,
    changed,
    mistakes,
    leftOut,
    accounts,
    findings,
    digest,
    statement: statement && {
      account: statement.account ?? null,
      currency: statement.currency ?? null,
      from: statement.from,
      to: statement.to,
      opening: statement.opening ?? null,
      closing: statement.closing ?? null,
      moneyIn: sum(1n),
      moneyOut: sum(-1n),
      lines: aligned.map(({ line: { valueDay, balance, reference, chequeNo, ...line }, known }) => ({
        ...line,
        valueDay: valueDay ?? null,
        balance: balance ?? null,
        reference: reference ?? null,
        chequeNo: chequeNo ?? null,
        isNew: known === null,
      })),
    },
  }
}
