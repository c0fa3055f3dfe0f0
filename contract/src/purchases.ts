// Data for bill and petty cash forms while the user types: types of expense, withholding codes, the supplier's last
// document, and similar documents.
import { day } from '@talaan/ledger/core/date.ts'
import { paidForWhat, withholders } from '@talaan/ledger/documents/facts.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { purchaseCategories } from '@talaan/ledger/tax/vat.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { registration } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { everyone } from './roles.ts'

export const expenseType = z.object({
  code: z.string(),
  name: z.string(),
  account: z.string(),
  vatClass: z.enum(['vatable', 'zero_rated', 'exempt', 'not_subject']),
  category: z.enum(purchaseCategories),
  atcIndividual: z.nullable(z.string()),
  atcNonIndividual: z.nullable(z.string()),
  topAgentOnly: z.boolean(),
})
export type ExpenseTypeAnswer = z.infer<typeof expenseType>

export const withholdingCode = z.object({
  code: z.string(),
  payee: z.enum(['individual', 'non_individual']),
  description: z.string(),
  rate: z.string(),
  tax: z.enum(['ewt', 'final', 'vat', 'percentage']),
  withheldBy: z.enum(withholders),
  paidFor: z.enum(paidForWhat),
  likely: z.boolean(),
  validFrom: day,
  validTo: z.nullable(day),
  source: z.string(),
})

/** Active types in order, all withholding codes with their dates, and the company's registrations. */
export const listExpenseTypes = endpoint({
  name: 'expenseTypes.list',
  method: 'GET',
  path: '/api/expense-types',
  access: everyone,
  frame: true,
  answer: z.object({
    types: z.array(expenseType),
    withholdingCodes: z.array(withholdingCode),
    registrations: z.array(registration),
    /** The company withholds final tax, so the lines have a column for its code. */
    withholdsFinalTax: z.boolean(),
  }),
  failure: 'The types of expense could not be loaded. Try again.',
})

/** The reasons why two documents may be the same, in display order. */
export const likenesses = ['same_number', 'near_number', 'same_amount'] as const

export const alikeDocument = z.object({
  documentId: z.uuid(),
  kind: z.enum(documentTypeNames),
  number: z.string(),
  externalNo: z.nullable(z.string()),
  day,
  /** Including VAT and before tax is withheld, as on the supplier's invoice. */
  gross: money,
  likeness: z.enum(likenesses),
})
export type AlikeDocument = z.infer<typeof alikeDocument>

/**
 * Bills and petty cash vouchers of a supplier that are similar to the one being typed: the same number, a number in
 * which one digit differs or two are swapped, or the same amount within a week. Newest first, at most five.
 */
export const listAlike = endpoint({
  name: 'documents.alike',
  method: 'GET',
  path: '/api/documents/alike',
  access: everyone,
  frame: true,
  query: z.strictObject({
    partyId: z.uuid(),
    externalNo: z.optional(z.string().check(z.maxLength(30))),
    day: z.optional(day),
    gross: z.optional(money),
    /** The draft being typed; the document recorded from it is left out. */
    draftId: z.optional(z.uuid()),
  }),
  answer: z.object({ documents: z.array(alikeDocument) }),
  failure: 'Talaan could not check for duplicates. Check the list before you record the document.',
})

/** The printed number after that of the last recorded receipt or invoice; null if none has a number yet. */
export const nextReceiptNo = endpoint({
  name: 'documents.nextReceiptNo',
  method: 'GET',
  path: '/api/documents/next-receipt-no',
  access: everyone,
  frame: true,
  query: z.strictObject({ kind: z._default(z.enum(['collection', 'invoice']), 'collection') }),
  answer: z.object({ no: z.nullable(z.string()) }),
  failure: 'The next receipt number could not be loaded. Enter it from the booklet.',
})

/**
 * The last recorded document of a type for a party or, without a party, of the user, as a source of suggestions. Void
 * documents do not count.
 */
export const getLastDocument = endpoint({
  name: 'documents.last',
  method: 'GET',
  path: '/api/documents/last',
  access: everyone,
  frame: true,
  query: z.strictObject({ kind: z.enum(documentTypeNames), partyId: z.optional(z.uuid()) }),
  answer: z.object({
    document: z.nullable(
      z.object({ documentId: z.uuid(), number: z.string(), day, fields: z.record(z.string(), z.unknown()) }),
    ),
    /** The values in the lines of the last five documents, most frequent first. */
    usual: z.object({ expenseType: z.array(z.string()), account: z.array(z.string()), atc: z.array(z.string()) }),
  }),
  failure: 'The last document could not be loaded, so nothing is suggested. Fill in the fields manually.',
})
