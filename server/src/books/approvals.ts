// Approvals: which documents need one, who may give it, and how a request ends.
import { sql } from 'kysely'
import type { Kysely, RawBuilder, Transaction } from 'kysely'
import { approvalProblems, ruleWords } from '@talaan/contract/approvals.ts'
import { recordersOf } from '@talaan/contract/documents.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { adminsAndAccountants, roles } from '@talaan/contract/roles.ts'
import type { Role } from '@talaan/contract/roles.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { audit } from '../platform/audit/audit.ts'
import { timestamp } from '../platform/clock.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { Viewer } from '../platform/viewer.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

export type ApprovalRule = { kind: DocumentTypeName; from: Money }
type Person = { id: string; name: string }

/** The rule of a type, if it applies to the total. */
export const ruleFor = (
  rules: readonly ApprovalRule[],
  { kind, total }: { kind: DocumentTypeName; total: Money },
): ApprovalRule | null => rules.find((rule) => rule.kind === kind && total >= rule.from) ?? null

/**
 * Who may approve documents of a type that a person prepared: the named people who are active and may record the type, or else every
 * active accountant and administrator who may. Nobody approves their own document. Without anybody else it needs no approval.
 */
export const approversOf = (kind: RawBuilder<unknown>, preparer: RawBuilder<unknown>) => sql<Person>`
  select id, name from (
    select users.id, client_id as name, role, user_id is not null as is_named, bool_or(user_id is not null) over () as has_named
    from users left join approval_approver on approval_approver.kind = ${kind} and user_id = users.id
    where seat is not null and users.id <> ${preparer} and (${sql.join(
      roles.map((role) => sql`role = ${role} and ${kind} = any(${recordedBy(role)}::text[])`),
      sql` or `,
    )})
  ) as able
  where is_named or (not has_named and role = any(${[...adminsAndAccountants]}::text[]))
  order by name`

/** The types that a role may record. */
export const recordedBy = (role: Role) => documentTypeNames.filter((kind) => recordersOf(kind).includes(role))

/** The approval that this person needs; null if they may record the document. */
export async function approvalNeeded(
  db: Db,
  rule: ApprovalRule | null,
  { userId }: Pick<Viewer, 'userId'>,
): Promise<{ rule: string; approvers: Person[] } | null> {
  if (rule === null) return null
  const approvers = await approversOfSent(db, { kind: rule.kind, sentBy: userId })
  return approvers.length === 0 ? null : { rule: `${ruleWords(rule.kind, rule.from)}.`, approvers }
}

/** The refusal of every way to record that does not end in an approval. */
export async function assertNeedsNoApproval(db: Db, rule: ApprovalRule | null, viewer: Viewer): Promise<void> {
  const needed = await approvalNeeded(db, rule, viewer)
  if (needed === null) return
  throw new Refusal(
    saying(approvalProblems.needed, `${needed.rule} Review this document on its form, and choose Send for approval.`),
  )
}

type Sent = { kind: DocumentTypeName; sentBy: string }

/** Who may approve what this person sends, by the rule of its type as it is now, also for a smaller total. */
export async function approversOfSent(db: Db, { kind, sentBy }: Sent): Promise<Person[]> {
  const { rows } = await approversOf(sql`${kind}::text`, sql`${sentBy}::uuid`).execute(db)
  return rows
}

/** The request of a draft that waits. */
export const waitingRequest = (db: Db, draftId: string) =>
  db
    .selectFrom('approval_request')
    .innerJoin('approval_waiting', 'approval_waiting.id', 'approval_request.id')
    .selectAll('approval_request')
    .where('approval_request.draft_id', '=', draftId)
    .orderBy('approval_request.sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()

type Ending = {
  requestId: string
  act: 'approved' | 'returned' | 'withdrawn' | 'changed'
  by: Viewer
  at: string
  reason?: string
  documentId?: string
}

/** Ends a request once; false if it has ended already. */
export async function endRequest(
  trx: Trx,
  { requestId, act, by, at, reason = '', documentId }: Ending,
): Promise<boolean> {
  const ended = await trx
    .insertInto('approval_decision')
    .values({ request_id: requestId, act, reason, document_id: documentId ?? null, by_user: by.userId, at })
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .returning('request_id')
    .executeTakeFirst()
  return ended !== undefined
}

/** A draft that is changed or discarded after it was sent must be sent again. */
export async function endWaiting(
  trx: Trx,
  clock: Clock,
  { draftId, viewer, address, how }: { draftId: string; viewer: Viewer; address: string; how: 'changed' | 'discarded' },
): Promise<void> {
  const request = await waitingRequest(trx, draftId)
  if (request === undefined) return
  const at = timestamp(clock.now())
  const act = how === 'changed' ? 'changed' : 'withdrawn'
  if (!(await endRequest(trx, { requestId: request.id, act, by: viewer, at }))) return
  await audit(trx, clock, {
    viewer,
    address,
    action: `approvals.${how}`,
    object: { type: 'draft', id: draftId },
    detail: { title: request.title },
  })
}

/** Whether a draft waits with other contents than these. */
export function differsFromSent(
  draftId: string,
  contents: { fields: unknown } | { reviewed: unknown },
): RawBuilder<boolean> {
  const [[column, value] = ['', null]] = Object.entries(contents)
  return sql<boolean>`exists (
    select from draft join approval_waiting on draft_id = draft.id
    where draft.id = ${draftId}::uuid and draft.${sql.ref(column)} is distinct from ${JSON.stringify(value)}::jsonb)`
}

export async function isOwnDraft(trx: Trx, { userId }: Viewer, draftId: string): Promise<boolean> {
  const own = await trx
    .selectFrom('draft')
    .select('id')
    .where('id', '=', draftId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return own !== undefined
}

/** Whether the draft waits for an approval that this person may give. */
export async function mayApprove(db: Db, draftId: string, { userId }: Viewer): Promise<boolean> {
  const request = await waitingRequest(db, draftId)
  if (request === undefined) return false
  const approvers = await approversOfSent(db, { kind: request.kind as DocumentTypeName, sentBy: request.sent_by })
  return approvers.some(({ id }) => id === userId)
}
