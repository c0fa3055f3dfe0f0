// Approvals: documents of some types, from an amount on, are recorded by a second person. Who prepared one sends its draft; an
// approver records or returns it.
import { day } from '@talaan/ledger/core/date.ts'
import { formatMoney, money } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { documentTypeNames, documentWords as types } from '@talaan/ledger/documents/words.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { approvalOutdated } from './approval-outdated.ts'
import { attachment, receipt } from './documents.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { admins, adminsAndAccountants, everyone } from './roles.ts'

export const returnReasonLength = 1000

/** 'Bills of 50,000.00 or more need an approval': without a point. */
export const ruleWords = (kind: DocumentTypeName, from: Money): string =>
  from === 0n
    ? `${types[kind].words.plural} need an approval`
    : `${types[kind].words.plural} of ${formatMoney(from)} or more need an approval`

export const approvalProblems = {
  ...approvalOutdated,
  notThere: {
    code: 'approvals.notThere',
    status: 404,
    sentence: 'This document was not sent for approval. Check the address.',
  },
  notWaiting: {
    code: 'approvals.notWaiting',
    status: 409,
    sentence: 'This document is no longer waiting for approval. Reload the page.',
  },
  notYours: {
    code: 'approvals.notYours',
    status: 403,
    sentence: 'You may not approve this document. Ask one of its approvers.',
  },
  notSender: {
    code: 'approvals.notSender',
    status: 403,
    sentence: 'Only the person who sent this document may withdraw it. As its approver, return it with a reason.',
  },
  noSuchType: {
    code: 'approvals.noSuchType',
    status: 422,
    sentence: "Documents of this type can't have an approval rule. Choose another type.",
  },
  notActive: {
    code: 'approvals.notActive',
    status: 422,
    sentence:
      'One of these people has no active account, or may not record this type of document. Choose other people.',
  },
} satisfies Record<string, Problem>

export const approvalWords = {
  sent: 'Sent for approval',
  approve: 'Approve and record',
  giveBack: 'Return',
  withdraw: 'Withdraw',
} as const

const kind = z.enum(documentTypeNames)
const person = z.string().check(z.minLength(1), z.maxLength(64))

const rule = z.object({
  kind,
  from: money,
  /** Empty: every accountant and administrator. */
  approvers: z.array(person).check(z.maxLength(10)),
})
export type ListedApprovalRule = z.infer<typeof rule>

export const listApprovalRules = endpoint({
  name: 'approvals.rules',
  method: 'GET',
  path: '/api/approval-rules',
  access: adminsAndAccountants,
  answer: z.object({
    rules: z.array(rule),
    /** Active accounts, with the types that each may record. */
    people: z.array(z.object({ name: z.string(), types: z.array(kind) })),
  }),
  failure: 'The approval rules could not be loaded. Try again.',
})

const byKind = z.strictObject({ kind })

export const saveApprovalRule = endpoint({
  name: 'approvals.saveRule',
  method: 'PUT',
  path: '/api/approval-rules/:kind',
  access: admins,
  params: byKind,
  body: z.strictObject({
    from: money.check(z.refine((amount) => amount >= 0n, 'Enter an amount of 0.00 or more.')),
    approvers: z.array(person).check(z.maxLength(10, 'Choose at most 10 people.')),
  }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The approval rule may not have been saved. Reload the page and check.',
})

export const removeApprovalRule = endpoint({
  name: 'approvals.removeRule',
  method: 'DELETE',
  path: '/api/approval-rules/:kind',
  access: admins,
  params: byKind,
  answer: z.object({ success: z.literal(true) }),
  failure: 'The approval rule may not have been removed. Reload the page and check.',
})

/** Sends the draft as it was reviewed. Sending the same review again changes nothing. */
export const sendForApproval = endpoint({
  name: 'approvals.send',
  method: 'POST',
  path: '/api/approvals',
  access: everyone,
  frame: true,
  body: z.strictObject({
    draftId: z.uuid(),
    digest: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'This review is no longer valid. Review again.')),
  }),
  answer: z.object({ approvers: z.array(z.string()) }),
  failure: "The document may not have been sent. Send it again; it won't be sent twice.",
})

export const approvalActs = ['sent', 'approved', 'returned', 'withdrawn', 'changed'] as const
export type ApprovalAct = (typeof approvalActs)[number]

export const approvalActWords: Readonly<Record<ApprovalAct, string>> = {
  sent: 'Sent for approval',
  approved: 'Approved and recorded',
  returned: 'Returned',
  withdrawn: 'Withdrawn',
  changed: 'Changed after it was sent',
}

const byDraft = z.strictObject({ draftId: z.uuid() })

/** A document that was sent for approval: what it would record now, and what happened to it. */
export const getApproval = endpoint({
  name: 'approvals.get',
  method: 'GET',
  path: '/api/approvals/:draftId',
  access: everyone,
  params: byDraft,
  answer: z.object({
    kind,
    title: z.string(),
    day,
    total: money,
    /** The newest event; or it was recorded without an approval, or discarded. */
    state: z.enum([...approvalActs, 'recorded', 'discarded']),
    /** Newest last. */
    events: z.array(z.object({ act: z.enum(approvalActs), by: z.string(), at: z.string(), reason: z.string() })),
    approvers: z.array(z.string()),
    /** The API key that prepared it; null if a person did. */
    preparedWith: z.nullable(z.string()),
    mayApprove: z.boolean(),
    mayWithdraw: z.boolean(),
    /** Null unless it waits, and if it can't be recorded as it is: then the problems say why. */
    review: z.nullable(
      z.object({ digest: z.string(), receipt, warnings: z.array(z.string()), numberToBe: z.string() }),
    ),
    problems: z.array(z.string()),
    attachments: z.array(attachment),
    documentId: z.nullable(z.uuid()),
  }),
  failure: 'The document could not be loaded. Try again.',
})

export const approveDocument = endpoint({
  name: 'approvals.approve',
  method: 'POST',
  path: '/api/approvals/:draftId/approve',
  access: everyone,
  params: byDraft,
  body: z.strictObject({ digest: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Reload the page and review again.')) }),
  answer: z.object({ documentId: z.uuid(), number: z.string() }),
  failure: "The document may not have been recorded. Approve it again; it won't be recorded twice.",
})

export const returnDocument = endpoint({
  name: 'approvals.return',
  method: 'POST',
  path: '/api/approvals/:draftId/return',
  access: everyone,
  params: byDraft,
  body: z.strictObject({
    reason: z
      .string()
      .check(
        z.trim(),
        z.minLength(3, 'Enter a reason, so that the preparer knows what to change.'),
        z.maxLength(returnReasonLength, `A reason can have at most ${returnReasonLength} characters.`),
      ),
  }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The document may not have been returned. Reload the page and check.',
})

export const withdrawDocument = endpoint({
  name: 'approvals.withdraw',
  method: 'POST',
  path: '/api/approvals/:draftId/withdraw',
  access: everyone,
  frame: true,
  params: byDraft,
  answer: z.object({ success: z.literal(true) }),
  failure: 'The document may not have been withdrawn. Reload the page and check.',
})
