// What is connected with a recorded document: the linked documents, its history with comments, and the effects of a
// void.
import { day } from '@talaan/ledger/core/date.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { documentStatus } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { adminsAndAccountants, everyone } from './roles.ts'

const typeName = z.enum(documentTypeNames)
const byDocument = z.strictObject({ documentId: z.uuid() })

/** How a document is connected with another one, from the point of view of the document whose page is shown. */
export const relationWords = {
  settles: 'Applied to',
  settledBy: 'Settled by',
  usesCredit: 'Uses credit from',
  creditUsedBy: 'Credit used by',
  deposits: 'Deposits',
  depositedBy: 'Deposited by',
  certifies: 'Certificate for',
  certifiedBy: 'Certificate received',
  credits: 'Credits',
  creditedBy: 'Credited by',
  debits: 'Debits',
  debitedBy: 'Debited by',
  reverses: 'Reverses',
  reversedBy: 'Reversed by',
  accountsFor: 'Accounts for',
  accountedForBy: 'Accounted for by',
  reopens: 'Reopens',
  reopenedBy: 'Reopened by',
  returnsCredit: 'Returns credit to',
  creditReturnedBy: 'Credit returned by',
  unapplies: 'Removes allocation of',
  unappliedBy: 'Allocation removed by',
  copyOf: 'Copied from',
  copies: 'Copies',
} as const
export type RelationName = keyof typeof relationWords

/** The actions in a document's audit trail that its history shows. */
export const historyWords: Readonly<Record<string, string>> = {
  'documents.record': 'Recorded',
  'documents.void': 'Voided',
  'documents.comment': 'Comment',
  'notes.add': 'Note added',
  'notes.attach': 'File added',
  'notes.remove': 'File or note removed',
  'documents.tag': 'Tags changed',
  'documents.voucher': 'Voucher saved as PDF',
  'customerMail.mailDocuments': 'E-mailed',
  'documents.printed': 'Voucher printed',
  'cheques.print': 'Cheque printed',
  'certificates.claim': 'Certificate claimed',
  'certificates.unclaim': 'Claim removed',
  'taxLists.customsEntry': 'Customs entry saved',
  receiptSent: 'Receipt e-mailed',
  matched: 'Matched with the bank',
}

export const relatedDocument = z.object({
  relation: z.enum(Object.keys(relationWords) as [RelationName, ...RelationName[]]),
  id: z.uuid(),
  kind: typeName,
  number: z.string(),
  day,
  partyName: z.nullable(z.string()),
  /** The part of the amount that concerns this document; null if the connection has no amount. */
  amount: z.nullable(money),
  /** The open balance of the other document; null if it never had one. */
  open: z.nullable(money),
  status: documentStatus,
  /** For an allocation: whether it can be removed, or was removed. */
  allocation: z.nullable(z.enum(['applied', 'removed'])),
  /** Its attachments, and files that were added to it later. */
  files: z.array(z.object({ id: z.uuid(), name: z.string(), added: z.boolean() })),
})
export type RelatedDocument = z.infer<typeof relatedDocument>

/**
 * Everything before and after a document: the documents that it settles, those that settle it, its bank lines, and its
 * history.
 */
export const getRelated = endpoint({
  name: 'documents.related',
  method: 'GET',
  path: '/api/documents/:documentId/related',
  access: everyone,
  params: byDocument,
  answer: z.object({
    documents: z.array(relatedDocument),
    /** Only for accountants. The amount is in the currency of the account. */
    bankLines: z.array(
      z.object({
        id: z.uuid(),
        day,
        account: z.string(),
        accountLabel: z.string(),
        description: z.string(),
        reference: z.nullable(z.string()),
        amount: money,
        currency: z.string(),
      }),
    ),
    /** Money received that is not deposited yet, or a transfer in transit. */
    undeposited: money,
    /** Newest first. */
    history: z.array(z.object({ at: z.string(), by: z.string(), action: z.string(), detail: z.string() })),
  }),
  failure: 'The linked documents and the history could not be loaded. Try again.',
})

/** The effects of a void on a date in addition to its reversal, and the documents that have to be voided first. */
export const previewVoid = endpoint({
  name: 'documents.previewVoid',
  method: 'GET',
  path: '/api/documents/:documentId/void',
  access: adminsAndAccountants,
  params: byDocument,
  query: z.strictObject({ day }),
  answer: z.object({
    /** Documents that depend on it, directly or indirectly, in the order in which they can be voided. */
    steps: z.array(z.object({ id: z.uuid(), kind: typeName, number: z.string() })),
    /** Other reasons why it cannot be voided on this date. */
    refusal: z.nullable(z.string()),
    /** The sentences; if there is a document, its number comes before the sentence. */
    consequences: z.array(
      z.object({
        words: z.string(),
        document: z.nullable(z.object({ id: z.uuid(), kind: typeName, number: z.string() })),
      }),
    ),
  }),
  failure: 'The effects of the void could not be loaded. Try again.',
})

/** A comment is an event of the history: it cannot be changed or removed. */
export const commentOnDocument = endpoint({
  name: 'documents.comment',
  method: 'POST',
  path: '/api/documents/:documentId/comments',
  access: everyone,
  params: byDocument,
  body: z.strictObject({
    text: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Enter a comment.'),
        z.maxLength(500, 'A comment can have at most 500 characters.'),
      ),
  }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The comment may not have been saved. Reload the page and check.',
})
