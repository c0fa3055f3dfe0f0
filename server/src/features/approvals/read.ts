// A document that was sent for approval, for its preparer, its approvers, accountants and administrators.
import type { Kysely } from 'kysely'
import { approvalProblems } from '@talaan/contract/approvals.ts'
import type { ApprovalAct, getApproval } from '@talaan/contract/approvals.ts'
import { readersOf } from '@talaan/contract/documents.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { adminsAndAccountants } from '@talaan/contract/roles.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { approversOfSent } from '../../books/approvals.ts'
import { checkFields } from '../../books/recording/check-fields.ts'
import { companyWarnings } from '../documents/company-warnings.ts'
import { numberToBe } from '../documents/drafts.ts'
import { today } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'

type Db = Kysely<Tables>
type Approval = AnswerOf<typeof getApproval>

export async function approvalOf(
  db: Db,
  { clock }: { clock: Clock },
  { draftId, viewer }: { draftId: string; viewer: Viewer },
): Promise<Approval> {
  const requests = await db
    .selectFrom('approval_request')
    .leftJoin('approval_decision', 'request_id', 'approval_request.id')
    .innerJoin('users as sender', 'sender.id', 'sent_by')
    .leftJoin('users as decider', 'decider.id', 'by_user')
    .select(['approval_request.kind', 'title', 'day', 'total', 'sent_by as sentBy', 'sent_at as sentAt'])
    .select(['act', 'reason', 'at', 'document_id as documentId'])
    .select(['sender.client_id as sender', 'decider.client_id as decider'])
    .where('draft_id', '=', draftId)
    .orderBy('sent_at')
    .execute()
  const newest = requests.at(-1)
  if (newest === undefined) throw new Refusal(approvalProblems.notThere)
  const kind = newest.kind as DocumentTypeName
  const { title, day, total, sentBy } = newest
  const able = await approversOfSent(db, { kind, sentBy })
  const isApprover = able.some(({ id }) => id === viewer.userId)
  const mayRead =
    isApprover || adminsAndAccountants.includes(viewer.role) || requests.some((one) => one.sentBy === viewer.userId)
  if (!mayRead || !readersOf(kind).includes(viewer.role)) throw new Refusal(approvalProblems.notThere)

  const draft = await db
    .selectFrom('draft')
    .leftJoin('api_key', 'api_key.id', 'prepared_by')
    .select(['reviewed', 'api_key.name as preparedWith'])
    .where('draft.id', '=', draftId)
    .executeTakeFirst()
  const recorded = await db.selectFrom('document').select('id').where('draft_id', '=', draftId).executeTakeFirst()
  const isWaiting = newest.act === null && draft !== undefined && recorded === undefined
  const act = (newest.act as ApprovalAct | null) ?? 'sent'
  const checked = isWaiting
    ? await reviewNow(db, { typeName: kind, draftId, input: draft.reviewed, today: today(clock) })
    : { review: null, problems: [] }
  return {
    kind,
    title,
    day,
    total,
    state: act === 'approved' || draft !== undefined ? act : recorded === undefined ? 'discarded' : 'recorded',
    events: requests.flatMap((one) => [
      { act: 'sent' as const, by: one.sender, at: one.sentAt, reason: '' },
      ...(one.act === null || one.at === null
        ? []
        : [{ act: one.act as ApprovalAct, by: one.decider ?? '', at: one.at, reason: one.reason ?? '' }]),
    ]),
    approvers: able.map(({ name }) => name),
    preparedWith: draft?.preparedWith ?? null,
    mayApprove: isWaiting && isApprover,
    mayWithdraw: isWaiting && sentBy === viewer.userId,
    ...checked,
    attachments: await db
      .selectFrom('attachment')
      .select(['id', 'name', 'type', 'bytes'])
      .where('draft_id', '=', draftId)
      .orderBy('seq')
      .execute(),
    documentId: recorded?.id ?? null,
  }
}

/** What it would record now, or why it can't be recorded: a month that was closed, or a supplier that was merged. */
async function reviewNow(
  db: Db,
  request: Parameters<typeof checkFields>[1],
): Promise<Pick<Approval, 'review' | 'problems'>> {
  try {
    const checked = await checkFields(db, request)
    const { digest, receipt, posting, facts } = checked
    const warnings = [
      ...companyWarnings(facts.company, { kindName: request.typeName, party: receipt.party }),
      ...posting.warnings,
    ]
    return { review: { digest, receipt, warnings, numberToBe: await numberToBe(db, checked) }, problems: [] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const found = (error.fields ?? []).map(({ message }) => message)
    return { review: null, problems: found.length > 0 ? found : [error.problem.sentence] }
  }
}
