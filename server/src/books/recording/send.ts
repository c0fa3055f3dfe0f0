// Sending for approval: a draft waits as it was reviewed, and its approvers are told.
import type { Transaction } from 'kysely'
import { sendForApproval } from '@talaan/contract/approvals.ts'
import { displayName } from '@talaan/ledger/core/party.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp, today } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { approvalNeeded, waitingRequest } from '../approvals.ts'
import { notify } from '../notify.ts'
import type { NotifyContext } from '../notify.ts'
import { checkFields } from './check-fields.ts'
import type { CheckedDocument } from './check-fields.ts'
import { storeReview } from './reviews.ts'

type Trx = Transaction<Tables>
type Sending = { viewer: Viewer; address: string; draftId: string; checked: CheckedDocument }

/** The names of the approvers; null if this person may record the document. A draft that waits already is not sent again. */
export async function sendReviewed(
  trx: Trx,
  context: NotifyContext,
  { viewer, address, draftId, checked }: Sending,
): Promise<string[] | null> {
  const needed = await approvalNeeded(trx, checked.approvalRule, viewer)
  if (needed === null) return null
  const approvers = needed.approvers.map(({ name }) => name)
  if ((await waitingRequest(trx, draftId)) !== undefined) return approvers
  const { type, posting, digest } = checked
  const id = crypto.randomUUID()
  const title = titleOf(checked)
  await trx
    .insertInto('approval_request')
    .values({
      id,
      draft_id: draftId,
      kind: type.kind,
      title,
      day: posting.day,
      total: posting.total,
      digest,
      sent_by: viewer.userId,
      sent_at: timestamp(context.clock.now()),
    })
    .execute()
  await notify(trx, context, {
    kind: 'approvalWaiting',
    key: id,
    title: `${viewer.clientId} sent a document for approval: ${type.words.title}`,
    detail: title,
    document: type.kind,
    ref: draftId,
    owners: needed.approvers.map((one) => one.id),
  })
  await audit(trx, context.clock, {
    viewer,
    address,
    action: sendForApproval.name,
    object: { type: 'draft', id: draftId },
    detail: { title, total: posting.total.toString() },
  })
  return approvers
}

type Prepared = {
  viewer: Viewer
  address: string
  draftId: string
  typeName: DocumentTypeName
  input: unknown
  /** What its form begins with, for a draft that is not saved yet. */
  typed: Record<string, unknown>
}

/** Reviews a document that no person reviewed, and sends it if it needs an approval. */
export async function sendPrepared(
  trx: Trx,
  context: NotifyContext,
  { viewer, address, draftId, typeName, input, typed }: Prepared,
): Promise<string[] | null> {
  const checked = await checkFields(trx, { typeName, draftId, input, today: today(context.clock) })
  if ((await approvalNeeded(trx, checked.approvalRule, viewer)) === null) return null
  await storeReview(trx, viewer, { draftId, checked, typed, savedAt: timestamp(context.clock.now()) })
  return sendReviewed(trx, context, { viewer, address, draftId, checked })
}

/** Who or what the document is about. */
const titleOf = ({ facts, posting, type }: CheckedDocument): string =>
  [facts.party === undefined ? posting.payee : displayName(facts.party), posting.externalNo, posting.memo]
    .find((words) => words !== null && words !== undefined && words.trim() !== '')
    ?.slice(0, 200) ?? type.words.title
