// Approvals: the rules of the company, and documents that are sent, approved, returned and withdrawn.
import type { Kysely, Transaction } from 'kysely'
import {
  approvalProblems,
  approveDocument,
  getApproval,
  listApprovalRules,
  removeApprovalRule,
  returnDocument,
  saveApprovalRule,
  sendForApproval,
  withdrawDocument,
} from '@talaan/contract/approvals.ts'
import { isEditedInForm } from '@talaan/contract/cards.ts'
import { documentProblems, recordersOf } from '@talaan/contract/documents.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { documentTypeNames, documentWords } from '@talaan/ledger/documents/words.ts'
import { approversOfSent, endRequest, waitingRequest } from '../../books/approvals.ts'
import { notify } from '../../books/notify.ts'
import { checkFields } from '../../books/recording/check-fields.ts'
import { inBooks, recordDraft } from '../../books/recording/record.ts'
import type { Preparer, Within } from '../../books/recording/record.ts'
import { sendReviewed } from '../../books/recording/send.ts'
import type { Feature } from '../../http/feature.ts'
import { answers } from '../../http/route.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp, today } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { matchingSent } from '../reconciliation/acting.ts'
import { payingFromLine } from '../reconciliation/receipts.ts'
import { approvalOf } from './read.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

export const approvals: Feature = (context) => {
  const { clock, jobsAreDue } = context
  const db = context.db.kysely
  const now = () => timestamp(clock.now())

  return [
    answers(listApprovalRules, async () => ({ rules: await rules(db), people: await people(db) })),

    answers(saveApprovalRule, async ({ params: { kind }, body, viewer, address }) => {
      if (!isEditedInForm(kind)) throw new Refusal(approvalProblems.noSuchType)
      await inBooks(db, async (trx) => {
        const named = await namedIn(trx, kind, body.approvers)
        const row = { from_amount: body.from, set_by: viewer.userId, set_at: now() }
        await trx
          .insertInto('approval_rule')
          .values({ kind, ...row })
          .onConflict((conflict) => conflict.column('kind').doUpdateSet(row))
          .execute()
        await trx.deleteFrom('approval_approver').where('kind', '=', kind).execute()
        if (named.length > 0)
          await trx
            .insertInto('approval_approver')
            .values(named.map((userId) => ({ kind, user_id: userId })))
            .execute()
        await audit(trx, clock, {
          viewer,
          address,
          action: saveApprovalRule.name,
          object: { type: 'approval-rule', id: kind },
          detail: {
            type: documentWords[kind].words.plural,
            from: body.from.toString(),
            approvers: body.approvers,
          },
        })
      })
      return { success: true as const }
    }),

    answers(removeApprovalRule, async ({ params: { kind }, viewer, address }) => {
      await inBooks(db, async (trx) => {
        await trx.deleteFrom('approval_rule').where('kind', '=', kind).execute()
        await audit(trx, clock, {
          viewer,
          address,
          action: removeApprovalRule.name,
          object: { type: 'approval-rule', id: kind },
          detail: { type: documentWords[kind].words.plural },
        })
      })
      return { success: true as const }
    }),

    answers(sendForApproval, async ({ body: { draftId, digest }, viewer, address }) => {
      const draft = await db
        .selectFrom('draft')
        .select(['kind', 'reviewed', 'review_digest as reviewDigest'])
        .where('id', '=', draftId)
        .where('user_id', '=', viewer.userId)
        .executeTakeFirst()
      if (draft === undefined) throw new Refusal(documentProblems.draftNotThere)
      const kind = draft.kind as DocumentTypeName
      if (!recordersOf(kind).includes(viewer.role)) throw new Refusal(approvalProblems.notYours)
      if (draft.reviewDigest !== digest) throw new Refusal(documentProblems.reviewAgain)
      const request = { typeName: kind, draftId, input: draft.reviewed, today: today(clock) }
      return inBooks(db, async (trx) => {
        // Together with a change of the draft, one of them comes first.
        await trx.selectFrom('draft').select('id').where('id', '=', draftId).forUpdate().execute()
        const checked = await checkFields(trx, request)
        if (checked.digest !== digest) throw new Refusal(documentProblems.reviewAgain)
        const approvers = await sendReviewed(trx, context, { viewer, address, draftId, checked })
        if (approvers === null) throw new Refusal(approvalProblems.notNeeded)
        return { approvers }
      })
    }),

    answers(getApproval, ({ params, viewer }) => approvalOf(db, context, { ...params, viewer })),

    answers(approveDocument, async ({ params: { draftId }, body: { digest }, viewer, address }) => {
      const before = await approvedBefore(db, draftId, viewer)
      if (before !== undefined) return before
      const { request, preparer } = await inBooks(db, async (trx) => {
        const found = await assertMayDecide(trx, draftId, viewer)
        const { reviewed } = await trx
          .selectFrom('draft')
          .select('reviewed')
          .where('id', '=', draftId)
          .executeTakeFirstOrThrow()
        const request = { typeName: found.request.kind, draftId, input: reviewed, today: today(clock) }
        const checked = await checkFields(trx, request)
        if (checked.digest !== digest) throw new Refusal(documentProblems.reviewAgain)
        // The approver saw facts that have changed since it was sent, such as a balance.
        await trx.updateTable('draft').set({ review_digest: digest }).where('id', '=', draftId).execute()
        return found
      })
      const withLine =
        request.kind === 'bill'
          ? await payingFromLine(context, draftId, { viewer, address })
          : request.kind === 'transfer'
            ? await matchingSent(context, draftId, { viewer, address, preparer })
            : undefined
      const approving: Within = async (trx, record) => {
        const recorded = await (withLine === undefined ? record() : withLine(trx, record))
        if (recorded === undefined) return undefined
        const { documentId, number } = recorded
        const isFirst = await endRequest(trx, {
          requestId: request.id,
          act: 'approved',
          by: viewer,
          at: now(),
          documentId,
        })
        if (!isFirst) throw new Refusal(approvalProblems.notWaiting)
        await decided(trx, { request, viewer, title: `${viewer.clientId} approved ${number}`, ref: documentId })
        await audit(trx, clock, {
          viewer,
          address,
          action: approveDocument.name,
          object: { type: 'document', id: documentId },
          detail: { number, preparedBy: preparer.name },
        })
        return recorded
      }
      const recorded = await recordDraft(db, context, viewer, { draftId, digest, address, preparer }, () =>
        Promise.resolve(approving),
      ).catch(async (error: unknown) => {
        // Another approver, or the preparer, was faster; or the same call came twice.
        if (!(error instanceof Refusal) || (await waitingRequest(db, draftId)) !== undefined) throw error
        const twice = await approvedBefore(db, draftId, viewer)
        if (twice === undefined) throw new Refusal(approvalProblems.notWaiting)
        return twice
      })
      jobsAreDue()
      return { documentId: recorded.documentId, number: recorded.number }
    }),

    answers(returnDocument, async ({ params: { draftId }, body: { reason }, viewer, address }) => {
      await inBooks(db, async (trx) => {
        const { request } = await assertMayDecide(trx, draftId, viewer)
        if (!(await endRequest(trx, { requestId: request.id, act: 'returned', by: viewer, at: now(), reason })))
          throw new Refusal(approvalProblems.notWaiting)
        const { title } = documentWords[request.kind].words
        await decided(trx, {
          request,
          viewer,
          title: `${viewer.clientId} returned a document: ${title}`,
          detail: reason,
          ref: draftId,
        })
        await audit(trx, clock, {
          viewer,
          address,
          action: returnDocument.name,
          object: { type: 'draft', id: draftId },
          detail: { title: request.title, reason },
        })
      })
      return { success: true as const }
    }),

    answers(withdrawDocument, async ({ params: { draftId }, viewer, address }) => {
      await inBooks(db, async (trx) => {
        const request = await waitingRequest(trx, draftId)
        if (request === undefined) throw new Refusal(approvalProblems.notWaiting)
        if (request.sent_by !== viewer.userId) throw new Refusal(approvalProblems.notSender)
        if (!(await endRequest(trx, { requestId: request.id, act: 'withdrawn', by: viewer, at: now() })))
          throw new Refusal(approvalProblems.notWaiting)
        await audit(trx, clock, {
          viewer,
          address,
          action: withdrawDocument.name,
          object: { type: 'draft', id: draftId },
          detail: { title: request.title },
        })
      })
      return { success: true as const }
    }),
  ]

  function decided(
    trx: Trx,
    { request, viewer, ...words }: { request: Waiting; viewer: Viewer; title: string; detail?: string; ref: string },
  ) {
    return notify(trx, context, {
      ...words,
      kind: 'approvalDecided',
      key: request.id,
      document: request.kind,
      owners: [request.sent_by],
      except: viewer.userId,
    })
  }
}

type Waiting = { id: string; kind: DocumentTypeName; title: string; sent_by: string }

/** The request that waits for this person, with who prepared it; its draft is locked. */
async function assertMayDecide(
  trx: Trx,
  draftId: string,
  viewer: Viewer,
): Promise<{ request: Waiting; preparer: Preparer }> {
  const draft = await trx.selectFrom('draft').select('user_id').where('id', '=', draftId).forUpdate().executeTakeFirst()
  const request = await waitingRequest(trx, draftId)
  if (draft === undefined || request === undefined) throw new Refusal(approvalProblems.notWaiting)
  const kind = request.kind as DocumentTypeName
  const able = await approversOfSent(trx, { kind, sentBy: request.sent_by })
  if (!able.some(({ id }) => id === viewer.userId)) throw new Refusal(approvalProblems.notYours)
  const { name } = await trx
    .selectFrom('users')
    .select('client_id as name')
    .where('id', '=', draft.user_id)
    .executeTakeFirstOrThrow()
  return { request: { ...request, kind }, preparer: { userId: draft.user_id, name } }
}

/** The same approval, sent again. */
const approvedBefore = (db: Db, draftId: string, { userId }: Viewer) =>
  db
    .selectFrom('approval_decision')
    .innerJoin('document', 'document.id', 'document_id')
    .select(['document.id as documentId', 'document.number'])
    .where('document.draft_id', '=', draftId)
    .where('by_user', '=', userId)
    .executeTakeFirst()

async function rules(db: Db) {
  const stored = await db.selectFrom('approval_rule').select(['kind', 'from_amount as from']).execute()
  const named = await db
    .selectFrom('approval_approver')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['kind', 'client_id as name'])
    .orderBy('client_id')
    .execute()
  return documentTypeNames.flatMap((kind) =>
    stored
      .filter((rule) => rule.kind === kind)
      .map(({ from }) => ({
        kind,
        from,
        approvers: named.filter((one) => one.kind === kind).map(({ name }) => name),
      })),
  )
}

async function people(db: Db) {
  const active = await db
    .selectFrom('users')
    .select(['client_id as name', 'role'])
    .where('seat', 'is not', null)
    .orderBy('client_id')
    .execute()
  const types = documentTypeNames.filter(isEditedInForm)
  return active.map(({ name, role }) => ({ name, types: types.filter((kind) => recordersOf(kind).includes(role)) }))
}

/** The ids of the named people, all active and able to record the type. */
async function namedIn(trx: Trx, kind: DocumentTypeName, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const found = await trx
    .selectFrom('users')
    .select('id')
    .where('client_id', 'in', [...names])
    .where('seat', 'is not', null)
    .where('role', 'in', [...recordersOf(kind)])
    .execute()
  if (found.length < new Set(names).size) {
    const { sentence: message } = approvalProblems.notActive
    throw new Refusal(approvalProblems.notActive, [{ path: ['approvers'], message }])
  }
  return found.map(({ id }) => id)
}
