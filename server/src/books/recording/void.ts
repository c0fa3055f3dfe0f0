// The void: the reversal of a document's entry and of each of its effects, in one transaction or not at all.
import type { Transaction } from 'kysely'
import { documentProblems } from '@talaan/contract/documents.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { reversal } from '@talaan/ledger/accounts/journal.ts'
import { formatDay, formatMonth, monthOf } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { documentTypeOf } from '@talaan/ledger/documents/types.ts'
import { isDocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp, today } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { RowOf, Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { assertCanBeVoided, undoEffects } from '../effects/effects.ts'
import { entryOf, lockHead, postEntry, timeAfter } from '../journal.ts'
import { sealedWith, sealOf } from '../seal.ts'

type Trx = Transaction<Tables>
type VoidRequest = { documentId: string; day: Day; reason: string; address: string }

/** Posts the reversal of a document. Voiding a void document changes nothing. */
export async function voidDocument(
  trx: Trx,
  { clock }: Pick<AppContext, 'clock'>,
  viewer: Viewer,
  { documentId, day, reason, address }: VoidRequest,
): Promise<void> {
  const head = await lockHead(trx)
  const document = await trx.selectFrom('document').selectAll().where('id', '=', documentId).executeTakeFirst()
  if (document === undefined) throw new Refusal(documentProblems.notThere)
  const before = await trx
    .selectFrom('document_void')
    .select('reversal')
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  if (before !== undefined) return

  const original = await trx
    .selectFrom('entry')
    .select(['no', 'day'])
    .where('document_id', '=', documentId)
    .where('reverses', 'is', null)
    .executeTakeFirstOrThrow()
  await assertVoidable(trx, { document, day, posted: original.day, today: today(clock) })

  const entry = await entryOf(trx, original.no)
  const { attachments, leaves } = await sealedWith(trx, [documentId])
  const at = timestamp(timeAfter(head, clock.now()))
  const { lastEntry, lastHash } = await postEntry(trx, head, {
    documentId,
    seal: sealOf(document, attachments.get(documentId) ?? [], leaves.get(documentId) ?? null, reason),
    entry: reversal(entry, day, `Void of ${document.number}: ${reason}`),
    reverses: original.no,
    postedBy: viewer.userId,
    postedAt: at,
  })
  await trx
    .insertInto('document_void')
    .values({ document_id: documentId, reversal: lastEntry, reason, voided_by: viewer.userId, voided_at: at })
    .execute()
  await undoEffects(trx, { documentId, entry, day, reason, voidedBy: viewer.userId, at })
  await audit(trx, clock, {
    viewer,
    address,
    action: 'documents.void',
    object: { type: 'document', id: documentId },
    outcome: 'done',
    detail: { number: document.number, entry: lastEntry.toString(), reason, hash: lastHash },
  })
}

type Posted = { document: Pick<RowOf<'document'>, 'id' | 'kind' | 'number'>; posted: Day; today: Day }

/** Refuses the void of a document with dependants, on a date that is not allowed, or in a closed month. */
export async function assertVoidable(trx: Trx, { document, day, ...dates }: Posted & { day: Day }): Promise<void> {
  await assertCanBeVoided(trx, document)
  await assertDayOfVoid(trx, day, { document, ...dates })
}

/** Refuses a date that the type, the posting or a closed month does not allow. */
export async function assertDayOfVoid(trx: Trx, day: Day, posted: Posted): Promise<void> {
  assertVoidedOn(day, posted)
  await assertOpenMonth(trx, day)
}

function assertVoidedOn(day: Day, { document: { kind, number }, posted, today: now }: Posted): void {
  const refuse = (message: string) => {
    throw new Refusal(saying(documentProblems.mistakes, message), [{ path: ['day'], message }])
  }
  if (day < posted) refuse(`${number} was posted on ${formatDay(posted)}. The void date cannot be earlier.`)
  const isOnItsDay = isDocumentTypeName(kind) && documentTypeOf(kind).isVoidedOnItsDay === true
  if (isOnItsDay && day !== posted)
    refuse(
      `The void of ${number} must be dated ${formatDay(posted)}. Choose that date; if its month is closed, reopen the month first.`,
    )
  // A document with a later posting date, such as a post-dated cheque, is voided on that date.
  if (day > now && day > posted)
    refuse(`A void cannot be dated in the future; ${formatDay(day)} is after today. Choose today or an earlier date.`)
}

async function assertOpenMonth(trx: Trx, day: Day): Promise<void> {
  const closed = await trx.selectFrom('period').select('month').where('month', '>=', monthOf(day)).executeTakeFirst()
  if (closed === undefined) return
  const message = `${formatMonth(monthOf(day))} is closed. Choose a date in an open month, or ask an accountant to reopen it.`
  throw new Refusal(saying(documentProblems.monthClosed, message), [{ path: ['day'], message }])
}
