// The lists attached to tax returns. Each is available as a table and as the text file to submit, and is checked before
// submission.
import { day, month } from '@talaan/ledger/core/date.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { sawtForms } from '@talaan/ledger/tax/lists/alphalist.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { reportFormats, table } from './reports.ts'
import { accountants } from './roles.ts'

export const taxListNames = [
  'sales',
  'purchases',
  'importations',
  'qap',
  'annual',
  'final',
  'finalAnnual',
  'sawt',
] as const
export type TaxListName = (typeof taxListNames)[number]

/** The period of a list: a month, a calendar quarter, a year, or the period of the return to which it is attached. */
export type TaxListSpan = 'month' | 'quarter' | 'year' | 'return'

export const taxListWords = {
  sales: {
    title: 'Sales',
    file: 'RELIEF',
    span: 'month',
    about: 'Monthly summary list of sales, submitted with form 2550Q.',
  },
  purchases: {
    title: 'Purchases',
    file: 'RELIEF',
    span: 'month',
    about: 'Monthly summary list of purchases, submitted with form 2550Q.',
  },
  importations: {
    title: 'Importations',
    file: 'RELIEF',
    span: 'month',
    about: 'Monthly summary list of importations, submitted with form 2550Q.',
  },
  qap: {
    title: 'Payees of the quarter',
    file: '1601-EQ',
    span: 'quarter',
    about: 'Quarterly alphalist of payees (QAP), submitted with form 1601-EQ.',
  },
  annual: {
    title: 'Payees of the year',
    file: '1604-E',
    span: 'year',
    about: 'Annual alphalist of payees, submitted with form 1604-E.',
  },
  final: {
    title: 'Payees subject to final tax, quarter',
    file: '1601-FQ',
    span: 'quarter',
    about: 'Quarterly alphalist of payees subject to final tax, submitted with form 1601-FQ.',
  },
  finalAnnual: {
    title: 'Payees subject to final tax, year',
    file: '1604-F',
    span: 'year',
    about: 'Annual alphalist of payees subject to final tax, submitted with form 1604-F.',
  },
  sawt: {
    title: 'Taxes withheld by customers',
    file: 'SAWT',
    span: 'return',
    about:
      'Summary alphalist of withholding taxes (SAWT), listing the certificates claimed in an income tax, VAT or percentage tax return.',
  },
} as const satisfies Record<TaxListName, { title: string; file: string; span: TaxListSpan; about: string }>

export const taxListProblems = {
  stopped: {
    code: 'taxLists.stopped',
    status: 409,
    sentence: 'The BIR would reject this file. Correct the problems listed first.',
  },
  unconfirmed: {
    code: 'taxLists.unconfirmed',
    status: 409,
    sentence: 'Some details of this file format are not confirmed. Read the notes, then confirm the download.',
  },
  noImportation: {
    code: 'taxLists.noImportation',
    status: 404,
    sentence: 'This bill is not an importation. Choose a bill from the list of importations.',
  },
} satisfies Record<string, Problem>

const listedDocument = z.object({
  id: z.uuid(),
  kind: z.enum(documentTypeNames),
  number: z.string(),
  externalNo: z.nullable(z.string()),
  day,
})

export const finding = z.object({
  weight: z.enum(['stops', 'confirm', 'warns']),
  sentence: z.string(),
  about: z.nullable(
    z.union([
      z.object({ at: z.literal('company') }),
      z.object({ at: z.literal('registrations') }),
      z.object({ at: z.literal('party'), id: z.string(), tin: z.string() }),
      z.object({ at: z.literal('document'), document: listedDocument }),
    ]),
  ),
})
export type FindingAnswer = z.infer<typeof finding>

const line = (what: string, most: number) =>
  z
    .string(`Enter the ${what}.`)
    .check(
      z.trim(),
      z.minLength(1, `Enter the ${what}.`),
      z.maxLength(most, `The ${what} can have at most ${most} characters.`),
    )

const value = (what: string) => money.check(z.refine((given) => given >= 0n, `${what} cannot be negative.`))

/** The customs data of one importation. */
export const customsEntry = z.strictObject({
  entryNo: line('import entry number', 30),
  released: day,
  imported: day,
  country: line('country of origin', 50),
  dutiable: value('The dutiable value'),
  charges: value('Other charges'),
  receiptNo: line('number of the customs receipt', 30),
  paid: day,
})
export type CustomsEntry = z.infer<typeof customsEntry>

const importation = z.object({
  document: listedDocument,
  supplier: z.string(),
  exempt: money,
  taxable: money,
  vat: money,
  entry: z.nullable(customsEntry),
})
export type ImportationAnswer = z.infer<typeof importation>

/** `period` is the last month that the list covers. */
const listQuery = { period: month, form: z.optional(z.enum(sawtForms)) }

export const viewTaxList = endpoint({
  name: 'taxLists.view',
  method: 'GET',
  path: '/api/tax-lists/:list',
  access: accountants,
  params: z.strictObject({ list: z.enum(taxListNames) }),
  query: z.strictObject(listQuery),
  answer: z.object({
    table,
    findings: z.array(finding),
    /** The name of the text file. */
    file: z.string(),
    /** For the list of importations: the customs entries, which can be edited. */
    importations: z.array(importation),
  }),
  failure: 'The list could not be created. Try again.',
})

export const taxListFormats = ['dat', ...reportFormats] as const
export type TaxListFormat = (typeof taxListFormats)[number]

export const printTaxList = endpoint({
  name: 'taxLists.print',
  method: 'GET',
  path: '/api/tax-lists/:list/:format',
  access: accountants,
  params: z.strictObject({ list: z.enum(taxListNames), format: z.enum(taxListFormats) }),
  query: z.strictObject({
    ...listQuery,
    /** The user has read the points that are not confirmed, and wants the text file anyway. */
    confirmed: z.optional(z.literal('yes')),
  }),
  bytesOut: true,
  failure: 'The file could not be created. Try again.',
})

export const saveCustomsEntry = endpoint({
  name: 'taxLists.customsEntry',
  method: 'PUT',
  path: '/api/tax-lists/importations/:documentId',
  access: accountants,
  params: z.strictObject({ documentId: z.uuid() }),
  body: customsEntry,
  answer: z.object({ success: z.literal(true) }),
  failure: 'The customs entry may not have been saved. Reload the page and check.',
})
