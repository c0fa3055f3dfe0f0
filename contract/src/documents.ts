// Documents: saving drafts, reviewing with a digest, recording once, lists, printing and voiding; and their
// attachments.
import { money, unitPrice } from '@talaan/ledger/core/money.ts'
import { day, daysBetween, formatDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { accountants, adminsAndAccountants, everyone } from './roles.ts'
import type { Role } from './roles.ts'
import { tagFilters, tagLabel } from './tag-kinds.ts'

const typeName = z.enum(documentTypeNames)

/** The roles that may fill in and record documents of a type; entries without a source document are restricted. */
export const recordersOf = (kind: DocumentTypeName): readonly Role[] => {
  if (kind === 'certificate' || kind === 'bankadjustment' || kind === 'yearend') return accountants
  return kind === 'opening' || kind === 'journalvoucher' || kind === 'payroll' || kind === 'unapply'
    ? adminsAndAccountants
    : everyone
}

/** The roles that may see documents of a type; payroll registers contain personal data. */
export const readersOf = (kind: DocumentTypeName): readonly Role[] =>
  kind === 'payroll' ? adminsAndAccountants : everyone

/** The types whose documents are often similar. Documents that settle or correct another document refer to only one. */
export const copiedTypes: readonly DocumentTypeName[] = [
  'invoice',
  'bill',
  'pettycash',
  'cheque',
  'deposit',
  'withdrawal',
  'transfer',
  'journalvoucher',
  'payroll',
]

export const maximumAttachments = 10
export const attachmentLimitBytes = 10 * 1024 * 1024
export const draftTextLimit = 4000
/** Why a HEIC picture is refused. */
export const heicSentence =
  "Talaan can't read HEIC pictures. On the iPhone, choose Settings > Camera > Formats > Most Compatible, or send the picture as JPEG."

export const attachmentTypes = { 'application/pdf': 'PDF', 'image/jpeg': 'JPEG', 'image/png': 'PNG' } as const

export const documentProblems = {
  notThere: {
    code: 'documents.notThere',
    status: 404,
    sentence: 'This document does not exist. Check the address.',
  },
  draftNotThere: {
    code: 'documents.draftNotThere',
    status: 404,
    sentence: 'This draft no longer exists. Start a new one; you can still copy the text on this screen.',
  },
  draftOfOther: {
    code: 'documents.draftOfOther',
    status: 404,
    sentence: 'This draft belongs to someone else. Start your own.',
  },
  draftRecorded: {
    code: 'documents.draftRecorded',
    status: 409,
    sentence: 'This draft has already been recorded. Start a new one.',
  },
  mistakes: {
    code: 'documents.mistakes',
    status: 422,
    sentence: 'Correct the marked fields before you record this document.',
  },
  reviewAgain: {
    code: 'documents.reviewAgain',
    status: 409,
    sentence: 'The balances or rates changed after the review. Review again, then confirm.',
  },
  alreadyVoid: { code: 'documents.alreadyVoid', status: 409, sentence: 'This document is already void.' },
  restedOn: {
    code: 'documents.restedOn',
    status: 409,
    sentence: 'Later documents depend on this one. Void those first.',
  },
  monthClosed: {
    code: 'documents.monthClosed',
    status: 409,
    sentence: 'This month is closed. Choose a date in an open month, or ask an accountant to reopen it.',
  },
  textTooLong: {
    code: 'documents.textTooLong',
    status: 413,
    sentence: `A field of the draft is longer than ${draftTextLimit.toLocaleString('en')} characters. Shorten it; the last saved draft is unchanged.`,
  },
  attachmentType: {
    code: 'documents.attachmentType',
    status: 415,
    sentence: 'This is not a PDF, JPEG or PNG file. Choose another file.',
  },
  attachmentTooLarge: {
    code: 'documents.attachmentTooLarge',
    status: 413,
    sentence: 'The file is larger than 10 MB. Scan it at a lower resolution or split it.',
  },
  attachmentEmpty: {
    code: 'documents.attachmentEmpty',
    status: 400,
    sentence: 'This file is empty. Choose another one.',
  },
  noPages: {
    code: 'documents.noPages',
    status: 422,
    sentence: "The pages of this file can't be shown. Download the file.",
  },
  tooManyAttachments: {
    code: 'documents.tooManyAttachments',
    status: 409,
    sentence: 'A document can have at most 10 files.',
  },
  noReceipt: {
    code: 'documents.noReceipt',
    status: 404,
    sentence: 'This document has no receipt, because it has no receipt e-mail address.',
  },
} satisfies Record<string, Problem>

export const documentWords = {
  reviewTitle: 'Check before recording',
  copy: 'Record a copy',
  yes: 'Yes',
  no: 'No',
  /** Instead of Yes, if the document needs an approval. */
  send: 'Send for approval',
  receiptWaiting: 'You can read and download it here.',
  receiptQueued: 'The receipt will be sent shortly.',
  receiptRetried: 'Talaan will try to send the receipt again.',
} as const

export const attachment = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.enum(['application/pdf', 'image/jpeg', 'image/png']),
  bytes: z.int(),
})
export type Attachment = z.infer<typeof attachment>

/** The document as it is printed; see ledger/receipt.ts. */
export const receipt = z.object({
  title: z.string(),
  number: z.nullable(z.string()),
  status: z.enum(['review', 'recorded', 'void']),
  day: z.string(),
  note: z.string(),
  company: z.object({ name: z.string(), tinLine: z.string(), address: z.string() }),
  party: z.nullable(z.object({ label: z.string(), name: z.string(), tinLine: z.string(), address: z.string() })),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  lines: z.array(
    z.object({ description: z.string(), quantity: z.string(), unitPrice, vatClass: z.string(), amount: money }),
  ),
  tables: z.optional(
    z.array(
      z.object({
        title: z.string(),
        columns: z.array(z.object({ label: z.string(), numeric: z.boolean() })),
        rows: z.array(z.array(z.string())),
      }),
    ),
  ),
  totals: z.array(z.object({ label: z.string(), amount: money, emphasis: z.optional(z.literal('grand')) })),
  amountInWords: z.string(),
  memo: z.string(),
  journal: z.array(z.object({ account: z.string(), name: z.string(), debit: money, credit: money })),
  attachments: z.array(z.string()),
  signatories: z.optional(z.object({ preparedBy: z.string(), checkedBy: z.string(), approvedBy: z.string() })),
})

/** The fields as typed; they are validated only at review. */
const typedFields = z.record(z.string().check(z.maxLength(64)), z.unknown())
const byDraft = z.strictObject({ draftId: z.uuid() })
const byDocument = z.strictObject({ documentId: z.uuid() })

export const draft = z.object({
  draftId: z.uuid(),
  kind: typeName,
  fields: typedFields,
  attachments: z.array(attachment),
  savedAt: z.string(),
  /** The name of the recurring document that created the draft. */
  madeBy: z.nullable(z.string()),
  /** The name of the API key whose program prepared the draft, until a person changes the draft. */
  preparedBy: z.nullable(z.string()),
  /** The document recorded from this draft. */
  documentId: z.nullable(z.uuid()),
  /** Whether it waits for an approval, or was returned by an approver and not sent again. */
  approval: z.nullable(
    z.object({ state: z.enum(['waiting', 'returned']), by: z.string(), at: z.string(), reason: z.string() }),
  ),
})
export type Draft = z.infer<typeof draft>

export const saveDraft = endpoint({
  name: 'drafts.save',
  method: 'PUT',
  path: '/api/drafts/:draftId',
  access: everyone,
  frame: true,
  params: byDraft,
  body: z.strictObject({ kind: typeName, fields: typedFields }),
  bodyLimit: 2 * 1024 * 1024,
  answer: z.object({ savedAt: z.string() }),
  failure: 'The draft is not saved yet. Keep this screen open; Talaan will try again.',
})

export const getDraft = endpoint({
  name: 'drafts.get',
  method: 'GET',
  path: '/api/drafts/:draftId',
  access: everyone,
  frame: true,
  params: byDraft,
  /** Null until the user saves something under this id; each new form asks for its draft once. */
  answer: z.object({ draft: z.nullable(draft) }),
  failure: 'The draft could not be loaded. Try again.',
})

/** The user's unfinished drafts, newest first. */
export const listDrafts = endpoint({
  name: 'drafts.list',
  method: 'GET',
  path: '/api/drafts',
  access: everyone,
  frame: true,
  query: z.strictObject({
    kind: z.optional(typeName),
    after: z.optional(
      z.string().check(
        z.regex(
          /^\d{4}-\d\d-\d\d ([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?\+00\|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
          'The list has changed. Load it again.',
        ),
        z.refine((after) => day.safeParse(after.slice(0, 10)).success, 'The list has changed. Load it again.'),
      ),
    ),
  }),
  answer: z.object({ drafts: z.array(draft), next: z.nullable(z.string()) }),
  failure: 'The drafts could not be loaded. Try again.',
})

/** Called by No on the confirmation page, and by Discard. */
export const discardDraft = endpoint({
  name: 'drafts.discard',
  method: 'DELETE',
  path: '/api/drafts/:draftId',
  access: everyone,
  frame: true,
  params: byDraft,
  answer: z.object({ success: z.literal(true) }),
  failure: 'The draft may not have been discarded. Try again.',
})

/** Validates the draft, and returns exactly what Yes will record, with the digest that the next call has to send. */
export const reviewDraft = endpoint({
  name: 'drafts.review',
  method: 'POST',
  path: '/api/drafts/:draftId/review',
  access: everyone,
  frame: true,
  params: byDraft,
  body: z.strictObject({ kind: typeName, fields: typedFields }),
  bodyLimit: 2 * 1024 * 1024,
  answer: z.object({
    digest: z.string(),
    receipt,
    warnings: z.array(z.string()),
    numberToBe: z.string(),
    /** If this person may not record it without an approval: the rule in words, and who may approve it. */
    approval: z.nullable(z.object({ rule: z.string(), approvers: z.array(z.string()) })),
  }),
  failure: 'The review failed. Your entries are still here; try again.',
})

/** Called by Yes. Recording the same draft twice returns the same document. */
export const recordDocument = endpoint({
  name: 'documents.record',
  method: 'POST',
  path: '/api/documents',
  access: everyone,
  frame: true,
  body: z.strictObject({
    draftId: z.uuid(),
    digest: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'This review is no longer valid. Review the document again.')),
  }),
  answer: z.object({
    documentId: z.uuid(),
    number: z.string(),
    receiptTo: z.nullable(z.string()),
    mailReady: z.boolean(),
    already: z.boolean(),
  }),
  failure: "The document may not have been recorded. Press Yes again; it won't be recorded twice.",
})

export const documentStatus = z.enum(['recorded', 'void'])

/** The types that have a due date and are paid by other documents. */
export const paidTypes: readonly DocumentTypeName[] = ['invoice', 'debitmemo', 'bill']

/** The statuses by which lists are filtered. An overdue document is also unpaid or partly paid. */
export const stateFilterWords = {
  open: 'With balance',
  unpaid: 'Unpaid',
  partly: 'Partly paid',
  overdue: 'Overdue',
  paid: 'Paid',
  recorded: 'Not void',
  void: 'Void',
} as const
export type StateFilter = keyof typeof stateFilterWords
export const stateFilter = z.enum(Object.keys(stateFilterWords) as [StateFilter, ...StateFilter[]])

export const listOrders = ['recorded', 'day', 'due', 'total', 'party', 'status'] as const
export type ListOrder = (typeof listOrders)[number]

/** The cursor of a page can contain the name of a customer or supplier. */
export const listCursor = z.string().check(z.maxLength(400))

/** The status of a document on a date, as its badge shows it. */
export function stateOf(
  {
    kind,
    status,
    open,
    opened,
    day: of,
    dueDay,
    clearing,
  }: Pick<DocumentRow, 'kind' | 'status' | 'open' | 'opened' | 'day' | 'dueDay' | 'clearing'>,
  today: Day,
): { tone: 'good' | 'look' | 'bad' | 'plain'; words: string } {
  if (status === 'void') return { tone: 'bad', words: 'Void' }
  if (kind === 'transfer' && open > 0n) return { tone: 'look', words: 'In transit' }
  if (!paidTypes.includes(kind)) {
    if (open > 0n) return { tone: 'look', words: 'Credit' }
    if (clearing === 'cleared') return { tone: 'good', words: 'Cleared' }
    return { tone: 'plain', words: kind === 'cheque' && clearing === 'outstanding' ? 'Outstanding' : 'Recorded' }
  }
  if (open === 0n) return { tone: 'good', words: 'Paid' }
  const late = daysBetween(dueDay ?? of, today)
  if (late > 0) return { tone: 'look', words: `Overdue ${late} d` }
  return { tone: 'plain', words: open < opened ? 'Partly paid' : 'Unpaid' }
}

export const documentRow = z.object({
  id: z.uuid(),
  kind: typeName,
  number: z.string(),
  externalNo: z.nullable(z.string()),
  day,
  dueDay: z.nullable(day),
  partyId: z.nullable(z.uuid()),
  partyName: z.nullable(z.string()),
  partyTin: z.nullable(z.string()),
  memo: z.string(),
  total: money,
  open: money,
  /** The open balance right after recording; zero for a document that is never open. */
  opened: money,
  /** Whether every line in a bank account is matched with a bank line; null if there is no such line. */
  clearing: z.nullable(z.enum(['cleared', 'outstanding'])),
  /** The money accounts, for documents that move money. */
  accountFrom: z.nullable(z.string()),
  accountTo: z.nullable(z.string()),
  /** The memo, or else the description of the entry. */
  purpose: z.string(),
  status: documentStatus,
  attachments: z.int(),
  recordedBy: z.string(),
  tags: z.array(tagLabel),
})
export type DocumentRow = z.infer<typeof documentRow>

/** Newest first, paged; `after` is the cursor of the previous page. */
export const listDocuments = endpoint({
  name: 'documents.list',
  method: 'GET',
  path: '/api/documents',
  access: everyone,
  query: z.strictObject({
    kind: z.optional(typeName),
    search: z.optional(z.string().check(z.maxLength(100))),
    status: z.optional(stateFilter),
    from: z.optional(day),
    to: z.optional(day),
    ...tagFilters,
    order: z.optional(z.enum(listOrders)),
    ascending: z.optional(z.literal('yes')),
    after: z.optional(listCursor),
    /** A smaller page, for places that show only the first few. */
    atMost: z.optional(
      z.pipe(
        z.string().check(z.regex(/^([1-9]|[1-4]\d|50)$/, 'A page can have 1 to 50 documents.')),
        z.transform(Number),
      ),
    ),
  }),
  answer: z.object({ documents: z.array(documentRow), next: z.nullable(z.string()) }),
  failure: 'The list could not be loaded. Try again.',
})

/** A receipt e-mail: waiting (queued, or no mail server), sent, or failed with the mail server's response. */
export const receiptMail = z.object({
  to: z.string(),
  subject: z.string(),
  status: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.int(),
  lastError: z.nullable(z.string()),
  sentAt: z.nullable(z.string()),
})

export const documentDetail = z.extend(documentRow, {
  /** The current registered details, if the document was recorded with another name, TIN or address. */
  partyNow: z.nullable(z.object({ id: z.uuid(), name: z.string(), tinLine: z.string(), address: z.string() })),
  /** The recorded fields in wire format. */
  fields: typedFields,
  receipt,
  /** The code that identifies the document on prints. */
  code: z.string(),
  attached: z.array(attachment),
  recordedAt: z.string(),
  /** If it was recorded by an approver: who prepared and sent it. */
  approval: z.nullable(z.object({ preparedBy: z.string(), sentAt: z.string() })),
  entryNo: z.int(),
  /** The posting date, which is later than the document date for a post-dated cheque. */
  entryDay: day,
  mail: z.nullable(receiptMail),
  /** Whether a mail server is configured. */
  mailReady: z.boolean(),
  voided: z.nullable(z.object({ reason: z.string(), by: z.string(), at: z.string(), day, entryNo: z.int() })),
  /** The closed batch of the document, with the difference from the control total and its explanation. */
  batch: z.nullable(
    z.object({
      count: z.int(),
      controlTotal: money,
      difference: money,
      missing: z.int(),
      explanation: z.string(),
      by: z.string(),
      at: z.string(),
    }),
  ),
})

export const getDocument = endpoint({
  name: 'documents.get',
  method: 'GET',
  path: '/api/documents/:documentId',
  access: everyone,
  frame: true,
  params: byDocument,
  answer: z.object({ document: documentDetail }),
  failure: 'The document could not be loaded. Try again.',
})

export const printVoucher = endpoint({
  name: 'documents.voucher',
  method: 'GET',
  path: '/api/documents/:documentId/voucher.pdf',
  access: everyone,
  frame: true,
  params: byDocument,
  bytesOut: true,
  failure: 'The voucher could not be printed. Try again.',
})

/** The mark on every printed copy after the first: 'Reprint 2, 23 Nov 2026'. */
export const reprintMark = (reprint: number, on: Day): string =>
  reprint === 0 ? '' : `Reprint ${reprint}, ${formatDay(on)}`

/** Called before a document's page is printed. It counts the print and returns the number of earlier prints. */
export const countPrint = endpoint({
  name: 'documents.printed',
  method: 'POST',
  path: '/api/documents/:documentId/prints',
  access: everyone,
  frame: true,
  params: byDocument,
  answer: z.object({ reprint: z.int(), day }),
  failure: 'The voucher was not printed. Talaan could not confirm that the print was counted. Try again.',
})

/** The maximum number of documents that can be selected in a list and printed, voided, e-mailed or tagged together. */
export const maxTogether = 100

/** Documents that are selected in a list, each only once. */
export const selectedDocuments = (done: string) =>
  z.array(z.uuid()).check(
    z.minLength(1, 'Select at least one document.'),
    z.maxLength(maxTogether, `At most ${maxTogether} documents can be ${done} at a time. Select fewer.`),
    z.refine((ids) => new Set(ids).size === ids.length, 'Select each document once.'),
  )

/** Recorded documents in one file, in the given order, each beginning on a new page. */
export const printVouchers = endpoint({
  name: 'documents.vouchers',
  method: 'POST',
  path: '/api/documents/vouchers',
  access: everyone,
  body: z.strictObject({ documentIds: selectedDocuments('printed in one file') }),
  bytesOut: true,
  failure: 'The documents could not be printed. Try again.',
})

/** The receipt e-mail with its PDF. */
export const downloadReceiptMail = endpoint({
  name: 'documents.receiptMail',
  logsRead: true,
  method: 'GET',
  path: '/api/documents/:documentId/receipt.eml',
  access: everyone,
  params: byDocument,
  bytesOut: true,
  failure: 'The receipt could not be loaded. Try again.',
})

export const retryReceipt = endpoint({
  name: 'documents.retryReceipt',
  method: 'POST',
  path: '/api/documents/:documentId/receipt/retry',
  access: everyone,
  params: byDocument,
  answer: z.object({ mail: receiptMail }),
  failure: 'The receipt may not have been queued. Reload the page and check.',
})

/** Voids a document: a linked reversal is posted, and the number stays, with the reason. */
export const voidDocument = endpoint({
  name: 'documents.void',
  method: 'POST',
  path: '/api/documents/:documentId/void',
  access: adminsAndAccountants,
  params: byDocument,
  body: z.strictObject({
    day,
    reason: z.string().check(z.trim(), z.minLength(5, 'Enter the reason for voiding.'), z.maxLength(500)),
  }),
  answer: z.object({ document: documentDetail }),
  failure: "The document may not have been voided. Try again; it won't be voided twice.",
})

/** The request body is the file, whose type is detected from its content. */
export const attachFile = endpoint({
  name: 'drafts.attach',
  method: 'POST',
  path: '/api/drafts/:draftId/attachments',
  access: everyone,
  frame: true,
  params: byDraft,
  query: z.strictObject({
    /** The form creates the id, so that a retry attaches the file only once. */
    id: z.uuid(),
    kind: typeName,
    name: z.string().check(z.minLength(1, 'Enter a file name.'), z.maxLength(200, 'Use at most 200 characters.')),
  }),
  bytesIn: true,
  bodyLimit: attachmentLimitBytes,
  answer: z.object({ attachment }),
  failure: "The file may not have been attached. Try again; it won't be attached twice.",
})

export const detachFile = endpoint({
  name: 'drafts.detach',
  method: 'DELETE',
  path: '/api/drafts/:draftId/attachments/:attachmentId',
  access: everyone,
  frame: true,
  params: z.strictObject({ draftId: z.uuid(), attachmentId: z.uuid() }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The file may not have been removed. Try again.',
})

/** The number of a page of a PDF in an address. */
export const pageOfPdf = z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'Enter a page number of 1 or more.'))

/** The number of pages of a PDF. They are shown as pictures, so that no browser opens an uploaded PDF. */
export const listAttachmentPages = endpoint({
  name: 'attachments.pages',
  logsRead: true,
  method: 'GET',
  path: '/api/attachments/:attachmentId/pages',
  access: everyone,
  params: z.strictObject({ attachmentId: z.uuid() }),
  answer: z.object({ pages: z.int() }),
  failure: 'The pages of the file could not be loaded. Try again.',
})

export const getAttachmentPage = endpoint({
  name: 'attachments.page',
  method: 'GET',
  path: '/api/attachments/:attachmentId/pages/:page',
  access: everyone,
  params: z.strictObject({ attachmentId: z.uuid(), page: pageOfPdf }),
  bytesOut: true,
  failure: 'The page could not be loaded. Try again.',
})

export const downloadAttachment = endpoint({
  name: 'attachments.download',
  logsRead: true,
  method: 'GET',
  path: '/api/attachments/:attachmentId',
  access: everyone,
  params: z.strictObject({ attachmentId: z.uuid() }),
  bytesOut: true,
  failure: 'The file could not be loaded. Try again.',
})
