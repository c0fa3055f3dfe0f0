// The cheque books of the company's bank accounts, the status of their leaves, and the printing of cheques.
import { chequeTemplate, leafStates, noteFields } from '@talaan/ledger/banking/cheques.ts'
import { day } from '@talaan/ledger/core/date.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { accountCode } from '@talaan/ledger/core/fields.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { adminsAndAccountants, everyone } from './roles.ts'

/** The maximum number of leaves in a book. */
export const maximumLeaves = 1000

export const chequeProblems = {
  mistakes: {
    code: 'cheques.mistakes',
    status: 422,
    sentence: 'Correct the marked fields of this cheque book.',
  },
  noSuchAccount: {
    code: 'cheques.noSuchAccount',
    status: 404,
    sentence: 'This account has no cheque books. Choose a bank account from the list.',
  },
  noSuchBook: {
    code: 'cheques.noSuchBook',
    status: 404,
    sentence: 'This cheque book does not exist. Choose one from the list.',
  },
  noSuchLeaf: {
    code: 'cheques.noSuchLeaf',
    status: 404,
    sentence: 'This cheque is not in any cheque book of this account. Check the number.',
  },
  notNow: {
    code: 'cheques.notNow',
    status: 409,
    sentence: "The cheque can't have this status now. Reload the page.",
  },
  noCheque: {
    code: 'cheques.noCheque',
    status: 404,
    sentence: 'This document has no cheque. Choose another document.',
  },
  notPrintable: {
    code: 'cheques.notPrintable',
    status: 409,
    sentence: 'This cheque cannot be printed, because a bank would reject it. Correct it first.',
  },
} satisfies Record<string, Problem>

const leafNumber = z
  .string('Enter the cheque number.')
  .check(z.trim(), z.regex(/^\d{4,12}$/, 'A cheque number has 4 to 12 digits, including leading zeros.'))

const leafState = z.enum(leafStates)

export const chequeBook = z.object({
  id: z.uuid(),
  account: z.string(),
  accountLabel: z.string(),
  firstNo: z.string(),
  lastNo: z.string(),
  receivedOn: day,
  registeredBy: z.string(),
  leaves: z.int(),
  /** The number of leaves with each status; together, they are all leaves of the book. */
  counts: z.partialRecord(leafState, z.int()),
})
export type ChequeBook = z.infer<typeof chequeBook>

/** All cheque books with their leaves counted by status, and the accounts that can have cheque books. */
export const listChequeBooks = endpoint({
  name: 'cheques.books',
  method: 'GET',
  path: '/api/cheque-books',
  access: everyone,
  answer: z.object({
    books: z.array(chequeBook),
    accounts: z.array(z.object({ code: z.string(), label: z.string(), currency: z.string() })),
  }),
  failure: 'The cheque books could not be loaded. Try again.',
})

export const bookFields = z
  .strictObject({
    account: accountCode,
    firstNo: leafNumber,
    lastNo: leafNumber,
    receivedOn: day,
  })
  .check(
    z.superRefine(({ firstNo, lastNo }, context) => {
      const mistake = (message: string) => context.addIssue({ code: 'custom', path: ['lastNo'], message })
      if (firstNo.length !== lastNo.length) mistake('The first and last number must have the same number of digits.')
      else if (lastNo < firstNo) mistake('The last number is lower than the first. Swap them.')
      else if (Number(lastNo) - Number(firstNo) >= maximumLeaves)
        mistake(`A cheque book can have at most ${maximumLeaves} leaves. Register the rest as another cheque book.`)
    }),
  )

/** The book is created once, even if the call is repeated with the same id. */
export const registerChequeBook = endpoint({
  name: 'cheques.registerBook',
  method: 'PUT',
  path: '/api/cheque-books/:bookId',
  access: adminsAndAccountants,
  params: z.strictObject({ bookId: z.uuid() }),
  body: bookFields,
  answer: z.object({ book: chequeBook }),
  failure: "The cheque book may not have been registered. Try again; it won't be registered twice.",
})

export const chequeLeaf = z.object({
  account: z.string(),
  no: z.string(),
  state: leafState,
  /** Data of the last event: its date, its reason and its user. */
  since: z.nullable(day),
  reason: z.string(),
  document: z.nullable(
    z.object({
      id: z.uuid(),
      kind: z.enum(documentTypeNames),
      number: z.string(),
      isVoid: z.boolean(),
      partyId: z.nullable(z.uuid()),
      payee: z.string(),
      day,
      amount: money,
    }),
  ),
  /** The document that wrote back the cheque. */
  staleBy: z.nullable(z.object({ id: z.uuid(), number: z.string() })),
})
export type ChequeLeaf = z.infer<typeof chequeLeaf>

export const listLeaves = endpoint({
  name: 'cheques.leaves',
  method: 'GET',
  path: '/api/cheque-books/:bookId/leaves',
  access: everyone,
  params: z.strictObject({ bookId: z.uuid() }),
  answer: z.object({ leaves: z.array(chequeLeaf) }),
  failure: 'The leaves of the cheque book could not be loaded. Try again.',
})

/** The next unused leaf of an account, from the oldest book with unused leaves; null if every leaf is used. */
export const nextLeaf = endpoint({
  name: 'cheques.nextLeaf',
  method: 'GET',
  path: '/api/cheque-books/next/:account',
  access: everyone,
  frame: true,
  params: z.strictObject({ account: accountCode }),
  answer: z.object({ no: z.nullable(z.string()), digits: z.nullable(z.int()), left: z.int() }),
  failure: 'The next cheque number could not be loaded. Enter it from the cheque book.',
})

/** Stale cheques that were written back and are still payable. */
export const listStaleCheques = endpoint({
  name: 'cheques.stale',
  method: 'GET',
  path: '/api/stale-cheques',
  access: everyone,
  frame: true,
  answer: z.object({
    cheques: z.array(
      z.object({
        documentId: z.uuid(),
        number: z.string(),
        day,
        partyId: z.nullable(z.uuid()),
        payee: z.string(),
        chequeNo: z.string(),
        open: money,
      }),
    ),
  }),
  failure: 'The stale cheques could not be loaded. Try again.',
})

/** Changes the status of a leaf. */
export const noteLeaf = endpoint({
  name: 'cheques.note',
  method: 'POST',
  path: '/api/cheques/:account/:no/notes',
  access: everyone,
  params: z.strictObject({ account: accountCode, no: leafNumber }),
  body: noteFields,
  answer: z.object({ leaf: chequeLeaf }),
  failure: 'The cheque status may not have been changed. Reload the page and check.',
})

/** The cheque of a document, and the problems for which a bank would refuse it. */
export const getCheque = endpoint({
  name: 'cheques.ofDocument',
  method: 'GET',
  path: '/api/documents/:documentId/cheque',
  access: everyone,
  params: z.strictObject({ documentId: z.uuid() }),
  answer: z.object({
    cheque: z.nullable(
      z.object({
        account: z.string(),
        accountLabel: z.string(),
        no: z.string(),
        state: leafState,
        payee: z.string(),
        day,
        amount: money,
        words: z.string(),
        /** The page on which its leaf is listed. */
        bookId: z.nullable(z.uuid()),
        /** Whether the layout was adjusted to the account's own cheques. */
        measured: z.boolean(),
        stops: z.array(z.string()),
        looks: z.array(z.string()),
      }),
    ),
  }),
  failure: 'The cheque could not be loaded. Try again.',
})

export const printCheque = endpoint({
  name: 'cheques.print',
  method: 'GET',
  path: '/api/documents/:documentId/cheque/pdf',
  access: everyone,
  params: z.strictObject({ documentId: z.uuid() }),
  bytesOut: true,
  failure: 'The cheque could not be printed. Try again.',
})

export const getChequeTemplate = endpoint({
  name: 'cheques.template',
  method: 'GET',
  path: '/api/cheque-templates/:account',
  access: everyone,
  params: z.strictObject({ account: accountCode }),
  answer: z.object({ template: chequeTemplate, measured: z.boolean() }),
  failure: 'The print layout could not be loaded. Try again.',
})

export const saveChequeTemplate = endpoint({
  name: 'cheques.saveTemplate',
  method: 'PUT',
  path: '/api/cheque-templates/:account',
  access: adminsAndAccountants,
  params: z.strictObject({ account: accountCode }),
  body: chequeTemplate,
  answer: z.object({ template: chequeTemplate, measured: z.boolean() }),
  failure: 'The print layout may not have been saved. Reload the page and check.',
})

/** A plain page with a millimeter grid and every field in its place. */
export const printTestCheque = endpoint({
  name: 'cheques.printTest',
  logsRead: true,
  method: 'GET',
  path: '/api/cheque-templates/:account/test',
  access: everyone,
  params: z.strictObject({ account: accountCode }),
  bytesOut: true,
  failure: 'The test page could not be printed. Try again.',
})

export const chequeWordsOf = {
  books: 'Cheque books',
  noBooks: 'No cheque books yet.',
  register: 'Register a cheque book',
  layout: 'Print layout',
  testPrint: 'Test print',
  print: 'Print the cheque',
} as const
