// Withholding tax certificates (forms 2307 and 2306): those issued to suppliers, and those received from customers.
import { day, month } from '@talaan/ledger/core/date.ts'
import { provedAccounts } from '@talaan/ledger/documents/certificate/fields.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { sawtForms } from '@talaan/ledger/tax/lists/alphalist.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { accountants } from './roles.ts'

export const certificateProblems = {
  notThere: {
    code: 'certificates.notThere',
    status: 404,
    sentence: 'This certificate does not exist. Reload the page and choose it from the list.',
  },
  noneIssued: {
    code: 'certificates.noneIssued',
    status: 404,
    sentence: 'No certificates have been issued for this quarter yet. Issue them first.',
  },
  notOver: {
    code: 'certificates.notOver',
    status: 409,
    sentence: 'This quarter has not ended. Issue certificates after it ends.',
  },
  companyUnknown: {
    code: 'certificates.companyUnknown',
    status: 409,
    sentence: 'Your company has no TIN. Enter it in the company settings, then issue certificates.',
  },
  tooEarly: {
    code: 'certificates.tooEarly',
    status: 422,
    sentence: 'The delivery date must be between the date of issue and today.',
  },
  noAddress: {
    code: 'certificates.noAddress',
    status: 409,
    sentence: 'This customer has no e-mail address. Add one to the customer record, or call the customer.',
  },
  nothingExpected: {
    code: 'certificates.nothingExpected',
    status: 409,
    sentence: 'No certificate is expected from this customer anymore. Reload the page.',
  },
  askedToday: {
    code: 'certificates.askedToday',
    status: 409,
    sentence: 'A reminder was already sent to this customer today. Try again tomorrow.',
  },
  notClaimable: {
    code: 'certificates.notClaimable',
    status: 409,
    sentence: 'One of these certificates is void, written off or already claimed. Reload the page.',
  },
} satisfies Record<string, Problem>

/** A quarter is identified by its first month. */
const quarter = month.check(
  z.refine((text) => ['01', '04', '07', '10'].includes(text.slice(5, 7)), {
    error: 'A quarter starts in January, April, July or October. Choose one of these months.',
  }),
)

const mailStatus = z.enum(['waiting', 'sent', 'failed'])

/** How a certificate was delivered; null until it is delivered. */
const delivery = z.union([
  z.object({
    by: z.literal('mail'),
    to: z.string(),
    status: mailStatus,
    at: z.nullable(z.string()),
    lastError: z.nullable(z.string()),
  }),
  z.object({ by: z.literal('hand'), day, note: z.string() }),
])
export type Delivery = z.infer<typeof delivery>

const issued = z.object({
  certificateId: z.uuid(),
  /** 1 for the first version; the certificate is issued again if later postings change it. */
  revision: z.int(),
  tax: money,
  by: z.string(),
  at: z.string(),
  delivery: z.nullable(delivery),
})

/** Creditable tax is on form 2307; final tax and withheld VAT are on form 2306. */
export const certificateForms = ['2307', '2306'] as const

/** The tax withheld from a supplier in a quarter, with its certificate. */
export const owedCertificate = z.object({
  form: z.enum(certificateForms),
  partyId: z.uuid(),
  name: z.string(),
  tin: z.string(),
  email: z.nullable(z.string()),
  /** From the books: the income net of VAT, and the tax. */
  rows: z.array(z.object({ atc: z.string(), description: z.string(), total: money, tax: money })),
  tax: money,
  issued: z.nullable(issued),
  /** Not issued; issued but not delivered; delivered; or issued, but the books have changed since. */
  state: z.enum(['owed', 'issued', 'delivered', 'changed']),
})
export type OwedCertificate = z.infer<typeof owedCertificate>

export const listOwedCertificates = endpoint({
  name: 'certificates.owed',
  method: 'GET',
  path: '/api/certificates/issued',
  access: accountants,
  query: z.strictObject({ quarter }),
  answer: z.object({
    certificates: z.array(owedCertificate),
    due: z.nullable(day),
    over: z.boolean(),
    mailReady: z.boolean(),
  }),
  failure: 'The certificates could not be loaded. Try again.',
})

/** Issues certificates from the books. An issued certificate whose figures are the same does not change. */
export const issueCertificates = endpoint({
  name: 'certificates.issue',
  method: 'POST',
  path: '/api/certificates/issued',
  access: accountants,
  body: z.strictObject({
    quarter,
    partyIds: z.array(z.uuid()).check(z.minLength(1, 'Select at least one supplier.'), z.maxLength(2000)),
    /** Only this form; the default is both. */
    form: z.optional(z.enum(certificateForms)),
  }),
  answer: z.object({ issued: z.int() }),
  failure: 'The certificates may not have been issued. Reload the page and check.',
})

export const printCertificate = endpoint({
  name: 'certificates.print',
  method: 'GET',
  path: '/api/certificates/issued/:certificateId/form2307.pdf',
  access: accountants,
  params: z.strictObject({ certificateId: z.uuid() }),
  bytesOut: true,
  failure: 'The certificate could not be printed. Try again.',
})

/** All certificates of a quarter in one file, with the newest version for each payee. */
export const printCertificates = endpoint({
  name: 'certificates.printQuarter',
  method: 'GET',
  path: '/api/certificates/issued/form2307.pdf',
  access: accountants,
  query: z.strictObject({ quarter }),
  bytesOut: true,
  failure: 'The certificates could not be printed. Try again.',
})

/**
 * All certificates of a quarter in one archive: one file for each, and one with all of them. The archive is streamed as
 * it is created, so that the browser can show the progress and cancel.
 */
export const packCertificates = endpoint({
  name: 'certificates.packQuarter',
  method: 'GET',
  path: '/api/certificates/issued/form2307.zip',
  access: accountants,
  query: z.strictObject({ quarter }),
  bytesOut: true,
  failure: 'The ZIP file could not be created. Try again.',
})

/** Queues issued certificates for e-mail, each to its payee's registered address. */
export const mailCertificates = endpoint({
  name: 'certificates.mail',
  method: 'POST',
  path: '/api/certificates/issued/mail',
  access: accountants,
  body: z.strictObject({
    certificateIds: z.array(z.uuid()).check(z.minLength(1, 'Select at least one supplier.'), z.maxLength(2000)),
  }),
  answer: z.object({
    queued: z.int(),
    /** Payees without a registered e-mail address. */
    withoutAddress: z.array(z.string()),
  }),
  failure: 'The e-mails may not have been queued. Reload the page and check.',
})

export const handCertificate = endpoint({
  name: 'certificates.hand',
  method: 'POST',
  path: '/api/certificates/issued/:certificateId/handed-over',
  access: accountants,
  params: z.strictObject({ certificateId: z.uuid() }),
  body: z.strictObject({
    day,
    note: z._default(z.string().check(z.trim(), z.maxLength(200, 'Shorten the note to 200 characters.')), ''),
  }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The delivery may not have been saved. Reload the page and check.',
})

/** Tax that a customer withheld on one receipt, without a certificate so far. */
export const expectedCertificate = z.object({
  documentId: z.uuid(),
  /** 1321 for income tax, 1325 for VAT and percentage tax. */
  account: z.enum(provedAccounts),
  kind: z.enum(documentTypeNames),
  number: z.string(),
  day,
  /** The first month of the quarter, and the due date of the certificate; null if no deadline applies. */
  quarter: month,
  due: z.nullable(day),
  opened: money,
  open: money,
  taxes: z.array(z.object({ atc: z.string(), base: money, tax: money })),
})
export type ExpectedCertificate = z.infer<typeof expectedCertificate>

const expectedOf = z.object({
  partyId: z.uuid(),
  name: z.string(),
  tin: z.string(),
  email: z.nullable(z.string()),
  open: money,
  items: z.array(expectedCertificate),
  /** The last e-mail in which certificates were requested. */
  asked: z.nullable(z.object({ at: z.string(), status: mailStatus })),
})
export type ExpectedOf = z.infer<typeof expectedOf>

/** A received certificate, and the return in which it is claimed. */
const inHand = z.object({
  documentId: z.uuid(),
  number: z.string(),
  day,
  partyId: z.uuid(),
  name: z.string(),
  from: day,
  to: day,
  /** Whether it is for income tax, or for VAT and percentage tax, which are claimed in different returns. */
  of: z.enum(['income', 'business']),
  tax: money,
  attachments: z.int(),
  claim: z.nullable(z.object({ form: z.enum(sawtForms), period: month })),
})
export type CertificateInHand = z.infer<typeof inHand>

export const listReceivedCertificates = endpoint({
  name: 'certificates.received',
  method: 'GET',
  path: '/api/certificates/received',
  access: accountants,
  answer: z.object({
    expected: z.array(expectedOf),
    inHand: z.array(inHand),
    writtenOff: z.array(
      z.object({ documentId: z.uuid(), number: z.string(), day, name: z.string(), tax: money, memo: z.string() }),
    ),
  }),
  failure: 'The certificates could not be loaded. Try again.',
})

/** E-mails a customer about expected certificates, at most once a day. */
export const chaseCertificates = endpoint({
  name: 'certificates.chase',
  method: 'POST',
  path: '/api/certificates/received/chase',
  access: accountants,
  body: z.strictObject({ partyId: z.uuid() }),
  answer: z.object({ to: z.string(), mailReady: z.boolean() }),
  failure: 'The e-mail may not have been queued. Reload the page and check.',
})

/** Claims certificates in a return and in its summary list of taxes withheld. */
export const claimCertificates = endpoint({
  name: 'certificates.claim',
  method: 'POST',
  path: '/api/certificates/received/claims',
  access: accountants,
  body: z.strictObject({
    documentIds: z.array(z.uuid()).check(z.minLength(1, 'Select at least one certificate.'), z.maxLength(2000)),
    form: z.enum(sawtForms),
    /** The last month of the return. */
    period: month,
  }),
  answer: z.object({ claimed: z.int() }),
  failure: 'The certificates may not have been claimed. Reload the page and check.',
})

export const unclaimCertificate = endpoint({
  name: 'certificates.unclaim',
  method: 'DELETE',
  path: '/api/certificates/received/claims/:documentId',
  access: accountants,
  params: z.strictObject({ documentId: z.uuid() }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The claim may not have been undone. Reload the page and check.',
})
