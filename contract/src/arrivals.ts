// Arrivals: files to be recorded. Each is stored once, unchanged. Its status follows from the decisions of users and
// from the books, and is never stored.
import { grades, paperKinds, readFieldNames } from '@talaan/ledger/capture/names.ts'
import { day, month } from '@talaan/ledger/core/date.ts'
import { accountCode } from '@talaan/ledger/core/fields.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { attachmentLimitBytes, attachmentTypes } from './documents.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { accountants, everyone } from './roles.ts'

export const arrivalNoteLength = 500
export const dismissalReasonLength = 200
/** Used in place of a person; no Client ID contains a space. */
export const nobody = 'no one'
/** Files listed at once. */
export const maxArrivals = 200

export const arrivalProblems = {
  notThere: { code: 'arrivals.notThere', status: 404, sentence: 'This file is not in Arrivals. Reload the page.' },
  idUsed: {
    code: 'arrivals.idUsed',
    status: 409,
    sentence: 'Another file was already added under this id. Reload the page and add the file again.',
  },
  noPerson: {
    code: 'arrivals.noPerson',
    status: 422,
    sentence: 'This person has no active account. Choose another person.',
  },
  unreadable: {
    code: 'arrivals.unreadable',
    status: 422,
    sentence: "This file can't be read. Enter the document manually.",
  },
  tooHeavy: {
    code: 'arrivals.tooHeavy',
    status: 422,
    sentence: 'This file takes too long or needs too much memory to read. Enter the document manually.',
  },
  recorded: {
    code: 'arrivals.recorded',
    status: 409,
    sentence: 'A document has already been recorded from this file. Open it from the list of recorded files.',
  },
  notDocument: {
    code: 'arrivals.notDocument',
    status: 409,
    sentence: 'This file is marked as not a document. Mark it as a document first.',
  },
  drafted: {
    code: 'arrivals.drafted',
    status: 409,
    sentence: 'Someone else has a draft from this file. Ask them to record or discard it.',
  },
  hasDraft: {
    code: 'arrivals.hasDraft',
    status: 409,
    sentence: 'This file has a draft. Record or discard the draft first.',
  },
  dayPassed: { code: 'arrivals.dayPassed', status: 422, sentence: 'Choose a date after today.' },
  neverInvoice: {
    code: 'arrivals.neverInvoice',
    status: 422,
    sentence:
      "Certificates of tax withheld and bank statements can't be recorded as invoices. Match the certificate, upload the bank statement, or mark the file as not a document.",
  },
  noLine: {
    code: 'arrivals.noLine',
    status: 404,
    sentence: 'This bank line is no longer available. Its statement was removed. Reload the page.',
  },
  lineIncoming: {
    code: 'arrivals.lineIncoming',
    status: 422,
    sentence: 'You can add a receipt only to a payment from a peso account.',
  },
  lineMatched: {
    code: 'arrivals.lineMatched',
    status: 409,
    sentence: 'This bank line is already matched. Undo its match first, or add the file to the document.',
  },
  lineTaken: {
    code: 'arrivals.lineTaken',
    status: 409,
    sentence: 'This bank line already has a receipt. Remove that receipt from the line first.',
  },
  rearranged: {
    code: 'arrivals.rearranged',
    status: 409,
    sentence: 'This file was split or merged. Undo that first.',
  },
  hasLine: {
    code: 'arrivals.hasLine',
    status: 409,
    sentence: 'This file is the receipt of a bank line. Remove it from the line first.',
  },
  onePage: {
    code: 'arrivals.onePage',
    status: 422,
    sentence: 'You can split only a PDF with several pages.',
  },
  tooLarge: {
    code: 'arrivals.tooLarge',
    status: 422,
    sentence: `The new file is larger than ${attachmentLimitBytes / 1024 / 1024} MB. Choose fewer files.`,
  },
  sameFile: {
    code: 'arrivals.sameFile',
    status: 409,
    sentence:
      'One of the new files would be a copy of a file that has a draft, is recorded, or was split or merged. Use that file. If nothing else is left to record, mark this one as not a document.',
  },
  notRearranged: {
    code: 'arrivals.notRearranged',
    status: 404,
    sentence: 'These files were not split or merged, or the split or merge was already undone. Reload the page.',
  },
  partUsed: {
    code: 'arrivals.partUsed',
    status: 409,
    sentence:
      'One of the new files has a draft, is recorded, or was itself split or merged. Discard the draft, void the document, or undo the later split or merge first.',
  },
  noPage: { code: 'arrivals.noPage', status: 404, sentence: "This page can't be shown. Download the file to see it." },
} satisfies Record<string, Problem>

export const arrivalStateWords = {
  new: 'New',
  reading: 'Reading',
  ready: 'Ready',
  attention: 'Needs attention',
  drafted: 'Drafted',
  recorded: 'Recorded',
  notDocument: 'Not a document',
} as const
export type ArrivalState = keyof typeof arrivalStateWords
const states = Object.keys(arrivalStateWords) as [ArrivalState, ...ArrivalState[]]

/** The lists of the page. */
export const arrivalLists = ['open', 'later', 'recorded', 'notDocument'] as const
export type ArrivalListName = (typeof arrivalLists)[number]

export const arrival = z.object({
  id: z.uuid(),
  state: z.enum(states),
  file: z.object({
    name: z.string(),
    type: z.enum(Object.keys(attachmentTypes) as (keyof typeof attachmentTypes)[]),
    bytes: z.int(),
  }),
  /** A small picture of its first page was made when it was read. */
  hasThumbnail: z.boolean(),
  /** The user who added the file; null if it came from a mailbox or from the watched folder. */
  by: z.nullable(z.string()),
  /** The e-mail with which the file came. */
  mail: z.nullable(
    z.object({
      id: z.uuid(),
      sender: z.string(),
      senderName: z.string(),
      subject: z.string(),
      sentAt: z.nullable(z.string()),
    }),
  ),
  at: z.string(),
  note: z.string(),
  assignedTo: z.nullable(z.string()),
  dismissed: z.nullable(z.object({ by: z.string(), at: z.string(), reason: z.string() })),
  /** The file is postponed until this date; a past date has no effect. */
  laterUntil: z.nullable(day),
  /** The registered supplier, or the name that was read. */
  party: z.nullable(z.object({ id: z.nullable(z.uuid()), name: z.string() })),
  number: z.nullable(z.string()),
  day: z.nullable(day),
  total: z.nullable(money),
  /** The draft of the file with its owner, or the document recorded from it. */
  draft: z.nullable(z.object({ id: z.uuid(), kind: z.enum(documentTypeNames), by: z.string() })),
  document: z.nullable(z.object({ id: z.uuid(), kind: z.enum(documentTypeNames), number: z.string() })),
})
export type Arrival = z.output<typeof arrival>

/** The bank line to which a receipt belongs; null for users who do not reconcile. */
const arrivalLine = z.object({
  id: z.uuid(),
  account: accountCode,
  /** 'Bank of Luzon ·7890'. */
  accountLabel: z.string(),
  day,
  amount: money,
  description: z.string(),
  matched: z.boolean(),
})
export type ArrivalLine = z.output<typeof arrivalLine>

/** The place where a value is printed, in fractions of the page from its upper left corner. */
const evidence = z.object({
  page: z.int(),
  x0: z.number(),
  y0: z.number(),
  x1: z.number(),
  y1: z.number(),
  confidence: z.number(),
})

/** The maximum number of words stored for a file; invoices have fewer. */
export const maxArrivalWords = 4000

/** The page, the text, and its place as in `evidence`. */
export const arrivalWord = z.tuple([z.int(), z.string(), z.number(), z.number(), z.number(), z.number()])
export type ArrivalWord = z.output<typeof arrivalWord>

/** A value that was read, in the notation of the ledger: an amount in centavos, a date as 2026-03-16. */
const readField = z.object({
  name: z.enum(readFieldNames),
  value: z.string(),
  grade: z.enum(grades),
  evidence,
})
export type ReadValue = z.output<typeof readField>

export const arrivalReading = z.object({
  at: z.string(),
  result: z.enum(['read', 'poor', 'failed']),
  source: z.enum(['text', 'picture', 'none']),
  kind: z.enum(paperKinds),
  isOwn: z.boolean(),
  /** The number of pages that have a picture of their own. */
  pictures: z.int(),
  fields: z.array(readField),
  /** Points that a person has to check. */
  points: z.array(z.string()),
})
export type ArrivalReading = z.output<typeof arrivalReading>

/** A file or document that may be the same invoice, and why. */
const arrivalAlike = z.object({
  why: z.enum(['file', 'same', 'number', 'amount', 'noSupplier']),
  /** The number of the document, or the name of the other file. */
  label: z.string(),
  document: z.nullable(z.object({ id: z.uuid(), kind: z.enum(documentTypeNames) })),
  arrivalId: z.nullable(z.uuid()),
})
export type ArrivalAlike = z.output<typeof arrivalAlike>

/** The maximum number of documents and bank lines without a file in a list. */
export const maxMissing = 200

export const missingFile = z.object({
  what: z.enum(['document', 'line']),
  id: z.uuid(),
  /** Of a document. */
  kind: z.nullable(z.enum(documentTypeNames)),
  /** The number of the document, or the bank's text. */
  label: z.string(),
  /** The bank account, if this is a bank line. */
  account: z.nullable(z.string()),
  day,
  party: z.nullable(z.string()),
  amount: money,
  /** Files in Arrivals with this amount and a nearby date, nearest first. */
  found: z.array(z.object({ id: z.uuid(), name: z.string(), day: z.nullable(day) })),
})
export type MissingFile = z.output<typeof missingFile>

/** Files that were created from other files, and those other files. */
const rearrangement = z.object({
  id: z.uuid(),
  how: z.enum(['split', 'merge']),
  from: z.array(z.object({ id: z.uuid(), name: z.string() })),
  to: z.array(z.object({ id: z.uuid(), name: z.string() })),
})
export type Rearrangement = z.output<typeof rearrangement>

/** The maximum number of new files from a PDF, or of files merged into one. */
export const maxRearranged = 20

const byArrival = z.strictObject({ arrivalId: z.uuid() })

/** Oldest first, in the order of arrival; closed files newest first. */
export const listArrivals = endpoint({
  name: 'arrivals.list',
  method: 'GET',
  path: '/api/arrivals',
  access: everyone,
  activity: false,
  /** The files assigned to a person, or with 'no one' the files that are not assigned. */
  query: z.strictObject({
    list: z.optional(z.enum(arrivalLists)),
    assignedTo: z.optional(z.string().check(z.maxLength(60))),
  }),
  answer: z.object({
    arrivals: z.array(arrival).check(z.maxLength(maxArrivals)),
    /** The number of files in the list, including those that are not returned. */
    count: z.int(),
    today: day,
  }),
  failure: 'The arrivals could not be loaded. Try again.',
})

/** The request body is the file, whose type is detected from its content. The same file is stored only once. */
export const addArrival = endpoint({
  name: 'arrivals.add',
  method: 'POST',
  path: '/api/arrivals',
  access: everyone,
  query: z.strictObject({
    id: z.uuid(),
    name: z.string().check(z.minLength(1, 'Enter a file name.'), z.maxLength(200)),
  }),
  bytesIn: true,
  bodyLimit: attachmentLimitBytes,
  answer: z.object({
    arrival,
    /** The same file was already in Arrivals, so nothing was stored. */
    already: z.boolean(),
    /** Recorded documents to which the same file is attached. */
    attachedTo: z.array(z.object({ id: z.uuid(), kind: z.enum(documentTypeNames), number: z.string() })),
  }),
  failure: "The file may not have been added. Try again; it won't be added twice.",
})

export const getArrival = endpoint({
  name: 'arrivals.get',
  method: 'GET',
  path: '/api/arrivals/:arrivalId',
  access: everyone,
  activity: false,
  params: byArrival,
  /** The reading is null until the file has been read. */
  answer: z.object({
    arrival,
    reading: z.nullable(arrivalReading),
    alike: z.array(arrivalAlike),
    /** The last split or merge of this file that was not undone. */
    rearrangement: z.nullable(rearrangement),
    line: z.nullable(arrivalLine),
  }),
  failure: 'The file could not be loaded. Try again.',
})

/** A page of a PDF as a picture. */
export const getArrivalPage = endpoint({
  name: 'arrivals.page',
  method: 'GET',
  path: '/api/arrivals/:arrivalId/pages/:page',
  access: everyone,
  params: z.strictObject({
    arrivalId: z.uuid(),
    page: z.string().check(z.regex(/^([1-9]|1\d|20)$/, 'Enter a page number from 1 to 20.')),
  }),
  bytesOut: true,
  failure: 'The page could not be loaded. Try again.',
})

export const getArrivalThumbnail = endpoint({
  name: 'arrivals.thumbnail',
  method: 'GET',
  path: '/api/arrivals/:arrivalId/thumbnail',
  access: everyone,
  activity: false,
  params: byArrival,
  bytesOut: true,
  failure: 'The thumbnail of the file could not be loaded. Try again.',
})

/**
 * All words of a file, including those that no rule recognized. A user who records the file takes them from the page.
 */
export const listArrivalWords = endpoint({
  name: 'arrivals.words',
  method: 'GET',
  path: '/api/arrivals/:arrivalId/words',
  access: everyone,
  activity: false,
  params: byArrival,
  answer: z.object({ words: z.array(arrivalWord).check(z.maxLength(maxArrivalWords)) }),
  failure: 'The text of the file could not be loaded. Try again.',
})

/**
 * Recorded bills and petty cash vouchers without a file and, for accountants, unmatched payments on bank statements
 * without a file.
 */
export const listMissing = endpoint({
  name: 'arrivals.missing',
  method: 'GET',
  path: '/api/arrivals/missing',
  access: everyone,
  query: z.strictObject({ from: z.optional(day), to: z.optional(day) }),
  /** Oldest first; the count includes those that are not returned. */
  answer: z.object({ missing: z.array(missingFile).check(z.maxLength(maxMissing)), count: z.int() }),
  failure: 'The list of missing files could not be loaded. Try again.',
})

/**
 * Receipts for a month of a bank account. For unmatched money out up to the end of the month: the file of each line, or
 * files in Arrivals with its amount and a nearby date. For matched lines of the month: the documents without a file.
 */
export const listMonthReceipts = endpoint({
  name: 'arrivals.ofMonth',
  method: 'GET',
  path: '/api/arrivals/of-month/:account/:month',
  access: accountants,
  activity: false,
  params: z.strictObject({ account: accountCode, month }),
  answer: z.object({
    /** Only lines that have a file. */
    lines: z.array(
      z.object({ lineId: z.uuid(), receipt: z.nullable(arrival), found: z.array(arrival).check(z.maxLength(3)) }),
    ),
    missing: z.array(missingFile).check(z.maxLength(maxMissing)),
    missingCount: z.int(),
  }),
  failure: 'The receipts of this month could not be loaded. Try again.',
})

/**
 * Makes the file the receipt of a bank line, or removes it from the line. The bill recorded from the file is then paid
 * and matched with the line.
 */
export const setArrivalLine = endpoint({
  name: 'arrivals.line',
  method: 'PUT',
  path: '/api/arrivals/:arrivalId/line',
  access: accountants,
  params: byArrival,
  body: z.strictObject({ lineId: z.nullable(z.uuid()) }),
  answer: z.object({ arrival, line: z.nullable(arrivalLine) }),
  failure: 'The receipt may not have been added to the bank line. Reload the page and check.',
})

/** Adds the file to a document that is already recorded, so the file no longer has to be recorded. */
export const attachArrival = endpoint({
  name: 'arrivals.attach',
  method: 'PUT',
  path: '/api/arrivals/:arrivalId/document',
  access: everyone,
  params: byArrival,
  body: z.strictObject({ documentId: z.uuid() }),
  answer: z.object({ arrival }),
  failure: "The file may not have been added to the document. Try again; it won't be added twice.",
})

/** The types of documents that can be recorded from a file. */
export const arrivalDraftKinds = ['bill', 'pettycash', 'invoice', 'collection'] as const
export type ArrivalDraftKind = (typeof arrivalDraftKinds)[number]

/**
 * Creates a draft from the values that were read, with the file attached. As long as that draft exists, the call
 * returns the same draft.
 */
export const draftArrival = endpoint({
  name: 'arrivals.draft',
  method: 'POST',
  path: '/api/arrivals/:arrivalId/draft',
  access: everyone,
  params: byArrival,
  body: z.strictObject({ kind: z.enum(arrivalDraftKinds) }),
  answer: z.object({ draftId: z.uuid(), kind: z.enum(documentTypeNames) }),
  failure: "The draft may not have been created. Try again; it won't be created twice.",
})

/** The file from which a draft, or the document recorded from it, was created. */
export const getArrivalOfDraft = endpoint({
  name: 'arrivals.ofDraft',
  method: 'GET',
  path: '/api/arrivals/of-draft/:draftId',
  access: everyone,
  activity: false,
  params: z.strictObject({ draftId: z.uuid() }),
  answer: z.object({
    arrival: z.nullable(arrival),
    reading: z.nullable(arrivalReading),
    line: z.nullable(arrivalLine),
  }),
  failure: 'The file of this draft could not be loaded. Try again.',
})

/** Reads the file again, for example after its supplier was registered. */
export const readArrivalAgain = endpoint({
  name: 'arrivals.readAgain',
  method: 'POST',
  path: '/api/arrivals/:arrivalId/readings',
  access: everyone,
  params: byArrival,
  answer: z.object({ arrival }),
  failure: 'The file may not have been read again. Reload the page and check.',
})

export const downloadArrival = endpoint({
  name: 'arrivals.download',
  logsRead: true,
  method: 'GET',
  path: '/api/arrivals/:arrivalId/file',
  access: everyone,
  params: byArrival,
  bytesOut: true,
  failure: 'The file could not be loaded. Try again.',
})

export const noteArrival = endpoint({
  name: 'arrivals.note',
  method: 'PUT',
  path: '/api/arrivals/:arrivalId/note',
  access: everyone,
  params: byArrival,
  body: z.strictObject({
    text: z
      .string()
      .check(z.trim(), z.maxLength(arrivalNoteLength, `A note can have at most ${arrivalNoteLength} characters.`)),
  }),
  answer: z.object({ arrival }),
  failure: 'The note may not have been saved. Reload the page and check.',
})

/** Null: nobody. */
export const assignArrival = endpoint({
  name: 'arrivals.assign',
  method: 'PUT',
  path: '/api/arrivals/:arrivalId/assignee',
  access: everyone,
  params: byArrival,
  body: z.strictObject({ to: z.nullable(z.string().check(z.minLength(1), z.maxLength(60))) }),
  answer: z.object({ arrival }),
  failure: 'The assignment may not have been saved. Reload the page and check.',
})

/** Null: now. */
export const postponeArrival = endpoint({
  name: 'arrivals.postpone',
  method: 'PUT',
  path: '/api/arrivals/:arrivalId/later',
  access: everyone,
  params: byArrival,
  body: z.strictObject({ until: z.nullable(day) }),
  answer: z.object({ arrival }),
  failure: 'The date may not have been saved. Reload the page and check.',
})

/** Marks the file as not a document, or as a document again; the file itself stays. */
export const dismissArrival = endpoint({
  name: 'arrivals.dismiss',
  method: 'PUT',
  path: '/api/arrivals/:arrivalId/dismissal',
  access: everyone,
  params: byArrival,
  body: z.strictObject({
    isDocument: z.boolean(),
    reason: z.optional(z.string().check(z.trim(), z.maxLength(dismissalReasonLength))),
  }),
  answer: z.object({ arrival }),
  failure: 'The change may not have been saved. Reload the page and check.',
})

/** Splits a PDF with several documents into one file each, and sets the PDF aside. */
export const splitArrival = endpoint({
  name: 'arrivals.split',
  method: 'POST',
  path: '/api/arrivals/:arrivalId/parts',
  access: everyone,
  params: byArrival,
  body: z.strictObject({
    /** The id of the split; if the call is repeated, nothing is split again. */
    id: z.uuid(),
    /** The pages on which the next document begins. */
    starts: z.array(z.int().check(z.minimum(2), z.maximum(maxRearranged))).check(
      z.minLength(1, 'Choose the page on which the next document begins.'),
      z.maxLength(maxRearranged - 1),
      z.refine(
        (starts) => starts.every((page, at) => at === 0 || page > (starts[at - 1] ?? 0)),
        'List the pages in ascending order.',
      ),
    ),
  }),
  answer: z.object({ arrivals: z.array(arrival).check(z.maxLength(maxRearranged)) }),
  failure: 'The file may not have been split. Reload the page and check.',
})

/** Merges several files of one document into one PDF, and sets the files aside. */
export const mergeArrivals = endpoint({
  name: 'arrivals.merge',
  method: 'POST',
  path: '/api/arrivals/merged',
  access: everyone,
  body: z.strictObject({
    id: z.uuid(),
    /** In the order of their pages. */
    arrivalIds: z.array(z.uuid()).check(
      z.minLength(2, 'Choose at least two files.'),
      z.maxLength(maxRearranged, `Choose at most ${maxRearranged} files.`),
      z.refine((ids) => new Set(ids).size === ids.length, 'Choose each file once.'),
    ),
  }),
  answer: z.object({ arrival }),
  failure: 'The files may not have been merged. Reload the page and check.',
})

/** Restores the files to what they were before the split or merge. */
export const undoRearrangement = endpoint({
  name: 'arrivals.undoRearrangement',
  method: 'POST',
  path: '/api/arrivals/rearrangements/:rearrangementId/undo',
  access: everyone,
  params: z.strictObject({ rearrangementId: z.uuid() }),
  body: z.strictObject({}),
  answer: z.object({ arrivals: z.array(arrival).check(z.maxLength(maxRearranged)) }),
  failure: 'The files may not have been restored. Reload the page and check.',
})
