// The public API, version 1: every endpoint with its schemas. Amounts are decimal strings, dates are YYYY-MM-DD, moments are UTC.
import { accountTypes } from '@talaan/ledger/accounts/chart.ts'
import { day, month } from '@talaan/ledger/core/date.ts'
import { accountCode } from '@talaan/ledger/core/fields.ts'
import { partyFields } from '@talaan/ledger/core/party.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { plainTextFormats } from '@talaan/ledger/reports/plain-text.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { attachment, attachmentLimitBytes, documentStatus, listOrders, stateFilter } from '../documents.ts'
import { importColumns, importKind, importRows } from '../imports.ts'
import { launchStates } from '../launches.ts'
import { openSide } from '../open-items.ts'
import { partyRole, partyRow } from '../parties.ts'
import { reportFormats, reportNames, reportQuery } from '../reports.ts'
import { accountants, admins, adminsAndAccountants, everyone } from '../roles.ts'
import { tagFilters } from '../tag-kinds.ts'
import { delivery, eventTypes, saveWebhook } from '../webhooks.ts'
import type { EventType } from '../webhooks.ts'
import { viewBoxWhy, viewWhy } from '../why.ts'
import { amount } from './amount.ts'
import { endpoint } from '../endpoint.ts'
import { apiEndpoint } from './endpoint.ts'
import type { ApiEndpoint, Link } from './endpoint.ts'

const kind = z.enum(documentTypeNames)
/** One or several, with commas between them. */
const kinds = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(300)),
    z.transform((text) => text.split(',')),
  ),
  z.array(
    z.enum(documentTypeNames, 'This type of document does not exist. GET /api/v1/document-types lists the types.'),
  ),
)
const search = z.optional(z.string().check(z.maxLength(100)))
const fileName = z.string().check(z.minLength(1, 'Send the name of the file.'), z.maxLength(200))
const after = z.optional(z.string().check(z.maxLength(600)))
const page = { next: z.nullable(z.string()) }

// ── Records that others name by their id, to be expanded in place.

const widened = (call: unknown) => call as ApiEndpoint
const partyBy = (idIn: Link['idIn']): Link => ({ call: () => widened(readParty), path: ['party'], idIn })
const documentBy = (idIn: Link['idIn']): Link => ({ call: () => widened(readDocument), path: ['document'], idIn })
const partOfDocument = (part: 'entry' | 'attachments'): Link => ({
  call: () => widened(readDocument),
  path: ['document', part],
  idIn: ({ id }) => id,
})
const draftLinks = {
  party: partyBy(({ fields }) => (fields as { partyId?: unknown }).partyId),
  document: documentBy(({ documentId }) => documentId),
}
const aboutDocuments: ReadonlySet<unknown> = new Set<EventType>([
  'document.recorded',
  'document.voided',
  'payment.received',
])

// ── The company.

export const readCompany = apiEndpoint({
  name: 'api.company',
  method: 'GET',
  path: '/api/v1/company',
  access: everyone,
  scope: 'company:read',
  group: 'Company',
  summary: 'The company, the current date in Manila, and the permissions of this key',
  answer: z.object({
    name: z.string(),
    today: day,
    version: z.string(),
    key: z.object({
      name: z.string(),
      owner: z.string(),
      role: z.string(),
      scopes: z.array(z.string()),
      expiresOn: day,
    }),
  }),
})

export const readDocumentTypes = apiEndpoint({
  name: 'api.documentTypes',
  records: ['documentTypes'],
  method: 'GET',
  path: '/api/v1/document-types',
  access: everyone,
  scope: 'company:read',
  group: 'Company',
  summary: 'The types of documents, with the JSON Schema of their fields',
  answer: z.object({
    documentTypes: z.array(
      z.object({
        kind,
        name: z.string(),
        series: z.string(),
        mayPrepare: z.boolean(),
        fields: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
})

export const readAccounts = apiEndpoint({
  name: 'api.accounts',
  records: ['accounts'],
  method: 'GET',
  path: '/api/v1/accounts',
  access: everyone,
  scope: 'company:read',
  group: 'Company',
  summary: 'The chart of accounts',
  answer: z.object({
    accounts: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        type: z.enum(accountTypes),
        normal: z.enum(['debit', 'credit']),
        active: z.boolean(),
      }),
    ),
  }),
})

// ── Customers and suppliers.

const apiParty = z.object({
  id: z.uuid(),
  name: z.string(),
  tin: z.string(),
  customer: z.boolean(),
  supplier: z.boolean(),
  address: z.string(),
  email: z.nullable(z.string()),
  vatStatus: z.enum(['vat', 'non_vat', 'unknown']),
})
const partyId = z.strictObject({ partyId: z.uuid() })

export const searchApiParties = apiEndpoint({
  name: 'api.parties',
  records: ['parties'],
  pages: true,
  method: 'GET',
  path: '/api/v1/parties',
  access: everyone,
  scope: 'parties:read',
  group: 'Customers and suppliers',
  summary: 'Customers and suppliers, all by name or found by name or TIN',
  notes: [
    'Without "search", all customers and suppliers are returned in pages of 100. With it, only the best matches are returned. If the one you need is not among them, search for a longer part of its name.',
  ],
  query: z.strictObject({ search, role: z.optional(partyRole), after }),
  answer: z.object({ parties: z.array(apiParty), ...page }),
})

export const readParty = apiEndpoint({
  name: 'api.party',
  records: ['party'],
  method: 'GET',
  path: '/api/v1/parties/:partyId',
  access: everyone,
  scope: 'parties:read',
  group: 'Customers and suppliers',
  summary: 'One customer or supplier with all registered details',
  params: partyId,
  answer: z.object({
    party: z.object({
      id: z.uuid(),
      name: z.string(),
      customer: z.boolean(),
      supplier: z.boolean(),
      fields: partyFields,
      mergedInto: z.nullable(z.uuid()),
    }),
  }),
})

export const registerApiParty = apiEndpoint({
  name: 'api.registerParty',
  method: 'POST',
  path: '/api/v1/parties',
  access: everyone,
  scope: 'parties:write',
  group: 'Customers and suppliers',
  summary: 'Register a customer or supplier',
  notes: [
    'If a similar registration exists, the call returns 409 and lists it. Use that registration, or send lookAlikesSeen: true to register the party anyway.',
  ],
  body: z.strictObject({ role: partyRole, fields: partyFields, lookAlikesSeen: z._default(z.boolean(), false) }),
  answer: z.object({ party: z.pick(partyRow, { id: true, name: true, tin: true, customer: true, supplier: true }) }),
})

export const checkApiParty = apiEndpoint({
  name: 'api.lookAlikes',
  idempotencyKey: 'none',
  method: 'POST',
  path: '/api/v1/parties/look-alikes',
  access: everyone,
  scope: 'parties:read',
  group: 'Customers and suppliers',
  summary: 'Possible duplicates of a TIN or name',
  notes: ['Changes nothing, so it needs no Idempotency-Key.'],
  body: z.strictObject({ tin: z.string().check(z.maxLength(40)), name: z.string().check(z.maxLength(200)) }),
  answer: z.object({
    lookAlikes: z.array(
      z.object({ id: z.uuid(), name: z.string(), tin: z.string(), reason: z.string(), isSame: z.boolean() }),
    ),
  }),
})

// ── Open items.

const openItem = z.object({
  documentId: z.uuid(),
  kind,
  number: z.string(),
  externalNo: z.nullable(z.string()),
  day,
  dueDay: z.nullable(day),
  partyId: z.nullable(z.uuid()),
  partyName: z.nullable(z.string()),
  account: z.string(),
  original: amount,
  balance: amount,
})

export const readOpenParties = apiEndpoint({
  name: 'api.openParties',
  records: ['parties'],
  links: { party: partyBy(({ partyId }) => partyId) },
  method: 'GET',
  path: '/api/v1/open-items/parties',
  access: everyone,
  scope: 'documents:read',
  group: 'Open items',
  summary: 'Customers with unpaid invoices (receivable) or suppliers with unpaid bills (payable)',
  query: z.strictObject({ side: openSide, search }),
  answer: z.object({
    parties: z.array(
      z.object({
        partyId: z.uuid(),
        name: z.string(),
        tin: z.string(),
        documents: z.int(),
        balance: amount,
        credit: amount,
        oldestDue: z.nullable(day),
      }),
    ),
  }),
})

export const readOpenItemsPage = apiEndpoint({
  name: 'api.openItemsPage',
  method: 'GET',
  path: '/api/v1/open-items/pages/:page',
  access: everyone,
  scope: 'documents:read',
  group: 'Open items',
  summary: 'Vendors with unpaid bills or customers with unpaid invoices as an HTML page, to show in an external form',
  params: z.strictObject({ page: z.enum(['unpaid-vendors', 'unpaid-customers']) }),
  query: z.strictObject({ search }),
  bytesOut: true,
})

export const readOpenItems = apiEndpoint({
  name: 'api.openItems',
  records: ['items', 'credits'],
  links: { party: partyBy(({ partyId }) => partyId), document: documentBy(({ documentId }) => documentId) },
  pages: true,
  method: 'GET',
  path: '/api/v1/open-items',
  access: everyone,
  scope: 'documents:read',
  group: 'Open items',
  summary: 'Unpaid documents and unused credits, of one customer or supplier or of all',
  notes: ['Earliest due date first. With partyId, all are returned; without it, a page has at most 100.'],
  query: z.strictObject({ side: openSide, partyId: z.optional(z.uuid()), after }),
  answer: z.object({ items: z.array(openItem), credits: z.array(openItem), ...page }),
})

// ── Drafts.

const typedFields = z.record(z.string().check(z.maxLength(64)), z.unknown())
const apiDraft = z.object({
  id: z.uuid(),
  kind,
  fields: typedFields,
  attachments: z.array(attachment),
  savedAt: z.string(),
  /** Set once the draft is recorded. */
  documentId: z.nullable(z.uuid()),
  /** The address at which a person confirms the draft. */
  url: z.string(),
})
const draftId = z.strictObject({ draftId: z.uuid() })
const draftNotes = [
  'The response has an ETag. Send it as If-Match, so that your change is refused if someone else has changed the draft.',
]

export const listApiDrafts = apiEndpoint({
  name: 'api.drafts',
  records: ['drafts'],
  links: draftLinks,
  pages: true,
  method: 'GET',
  path: '/api/v1/drafts',
  access: everyone,
  scope: 'drafts:write',
  group: 'Drafts',
  summary: "The drafts of the API key's user",
  notes: ['Newest first, in pages of 50.'],
  query: z.strictObject({ kind: z.optional(kind), after }),
  answer: z.object({ drafts: z.array(apiDraft), ...page }),
})

export const createApiDraft = apiEndpoint({
  name: 'api.createDraft',
  method: 'POST',
  path: '/api/v1/drafts',
  access: everyone,
  scope: 'drafts:write',
  group: 'Drafts',
  summary: 'Prepare a draft',
  notes: ['Repeating the call with the same Idempotency-Key returns the same draft.'],
  body: z.strictObject({ kind, fields: typedFields }),
  bodyLimit: 2 * 1024 * 1024,
  answer: z.object({ draft: apiDraft }),
})

export const readApiDraft = apiEndpoint({
  name: 'api.draft',
  records: ['draft'],
  links: draftLinks,
  method: 'GET',
  path: '/api/v1/drafts/:draftId',
  access: everyone,
  scope: 'drafts:write',
  group: 'Drafts',
  summary: 'One draft',
  notes: draftNotes,
  params: draftId,
  answer: z.object({ draft: apiDraft }),
})

export const changeApiDraft = apiEndpoint({
  name: 'api.changeDraft',
  method: 'PUT',
  path: '/api/v1/drafts/:draftId',
  access: everyone,
  scope: 'drafts:write',
  group: 'Drafts',
  summary: 'Replace the fields of a draft',
  notes: draftNotes,
  params: draftId,
  body: z.strictObject({ kind, fields: typedFields }),
  bodyLimit: 2 * 1024 * 1024,
  answer: z.object({ draft: apiDraft }),
})

export const discardApiDraft = apiEndpoint({
  name: 'api.discardDraft',
  method: 'DELETE',
  path: '/api/v1/drafts/:draftId',
  access: everyone,
  scope: 'drafts:write',
  group: 'Drafts',
  summary: 'Discard a draft',
  params: draftId,
  answer: z.object({ discarded: z.literal(true) }),
})

const reviewDigest = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Send the digest of the review.'))
const entryLine = z.object({ account: z.string(), name: z.string(), debit: amount, credit: amount })

export const reviewApiDraft = apiEndpoint({
  name: 'api.review',
  idempotencyKey: 'none',
  method: 'POST',
  path: '/api/v1/drafts/:draftId/review',
  access: everyone,
  scope: 'drafts:write',
  group: 'Drafts',
  summary: 'Check a draft: its journal entry, totals and warnings, or its errors',
  notes: [
    'Posts nothing, so it needs no Idempotency-Key. Errors are returned with status 422 and a pointer to each field.',
  ],
  params: draftId,
  answer: z.object({
    /** Send this with the call that records the draft. */
    digest: z.string(),
    title: z.string(),
    numberToBe: z.string(),
    total: amount,
    totals: z.array(z.object({ label: z.string(), amount })),
    entry: z.array(entryLine),
    warnings: z.array(z.string()),
    /** Null unless the user of the key needs an approval for it: then it can be sent, but not recorded. */
    approval: z.nullable(z.object({ rule: z.string(), approvers: z.array(z.string()) })),
  }),
})

export const sendApiDraft = apiEndpoint({
  name: 'api.send',
  idempotencyKey: 'accepted',
  method: 'POST',
  path: '/api/v1/drafts/:draftId/send-for-approval',
  access: everyone,
  scope: 'drafts:write',
  group: 'Drafts',
  summary: 'Send a reviewed draft for approval',
  notes: [
    'For a draft whose review has an approval. Posts nothing: an approver records or returns it in Talaan. Sending the same review again changes nothing. A draft that is changed must be sent again.',
  ],
  params: draftId,
  body: z.strictObject({ digest: reviewDigest }),
  answer: z.object({ approvers: z.array(z.string()) }),
})

// ── External forms.

const launch = z.object({
  id: z.uuid(),
  form: z.string(),
  /** The types of documents that this form records. */
  kinds: z.array(kind),
  /** Save the draft under this id. */
  draftId: z.uuid(),
  /** Whether the form may record the document when the person confirms it. */
  mayRecord: z.boolean(),
  person: z.object({ name: z.string(), role: z.string() }),
  /** The customer, supplier or document for which the form was opened. */
  partyId: z.nullable(z.uuid()),
  about: z.nullable(z.uuid()),
  today: day,
  /** The page to open at the end, if the form can't send messages to the portal. */
  returnUrl: z.string(),
  state: z.enum(launchStates),
})

export const exchangeLaunch = apiEndpoint({
  name: 'api.exchangeLaunch',
  idempotencyKey: 'none',
  method: 'POST',
  path: '/api/v1/launches/exchange',
  access: everyone,
  scope: 'launches:prepare',
  group: 'External forms',
  summary: 'Exchange the launch code in the address of a form for a token',
  notes: [
    "Use a code only once, within ten minutes. A second use ends the launch. Send the token instead of the key in the following calls. The token expires when the person's session ends.",
  ],
  body: z.strictObject({
    code: z.string().check(z.maxLength(100)),
    form: z.string().check(z.maxLength(40)),
  }),
  answer: z.object({ token: z.string(), launch }),
})

export const readLaunch = apiEndpoint({
  name: 'api.launch',
  method: 'GET',
  path: '/api/v1/launches/current',
  access: everyone,
  scope: 'launches:prepare',
  group: 'External forms',
  summary: 'The form, the person and the status of a launch',
  answer: z.object({ launch }),
})

export const finishLaunch = apiEndpoint({
  name: 'api.finishLaunch',
  idempotencyKey: 'none',
  method: 'POST',
  path: '/api/v1/launches/finish',
  access: everyone,
  scope: 'launches:prepare',
  group: 'External forms',
  summary: 'End a launch after its draft is prepared or the person has cancelled it',
  notes: ['If the outcome is "prepared", the person reviews the draft in Talaan. The token is then no longer valid.'],
  body: z.strictObject({ outcome: z.enum(['prepared', 'cancelled']) }),
  answer: z.object({ launch }),
})

// ── Documents.

const apiDocument = z.object({
  id: z.uuid(),
  kind,
  number: z.string(),
  externalNo: z.nullable(z.string()),
  day,
  dueDay: z.nullable(day),
  partyId: z.nullable(z.uuid()),
  partyName: z.nullable(z.string()),
  memo: z.string(),
  total: amount,
  balance: amount,
  status: documentStatus,
  recordedBy: z.string(),
})
const documentId = z.strictObject({ documentId: z.uuid() })

export const recordApiDraft = apiEndpoint({
  name: 'api.record',
  idempotencyKey: 'accepted',
  method: 'POST',
  path: '/api/v1/documents',
  access: everyone,
  scope: 'drafts:write',
  group: 'Documents',
  summary: 'Record a reviewed draft',
  notes: [
    'Needs an API key that an accountant has authorized to record this type of document, up to a set amount. Recording a draft again returns the same document. A draft that needs an approval is refused: send it for approval.',
  ],
  body: z.strictObject({ draftId: z.uuid(), digest: reviewDigest }),
  answer: z.object({ documentId: z.uuid(), number: z.string(), already: z.boolean() }),
})

export const listApiDocuments = apiEndpoint({
  name: 'api.documents',
  records: ['documents'],
  links: {
    party: partyBy(({ partyId }) => partyId),
    entry: partOfDocument('entry'),
    attachments: partOfDocument('attachments'),
  },
  pages: true,
  method: 'GET',
  path: '/api/v1/documents',
  access: everyone,
  scope: 'documents:read',
  group: 'Documents',
  summary: 'Documents, newest recorded first',
  notes: [
    'The filters are those of the Transactions page. Several types are separated by commas. A page has at most 50 documents. To get the next page, send the value of "next" as the parameter "after".',
  ],
  query: z.strictObject({
    kind: z.optional(kinds),
    search,
    status: z.optional(stateFilter),
    from: z.optional(day),
    to: z.optional(day),
    partyId: z.optional(z.uuid()),
    recordedBy: z.optional(z.string().check(z.maxLength(64))),
    /** The smallest and the largest total. */
    totalFrom: z.optional(amount),
    totalTo: z.optional(amount),
    files: z.optional(z.enum(['with', 'without'])),
    ...tagFilters,
    /** Only documents with an open balance or unused credit. */
    open: z.optional(z.literal('yes')),
    order: z.optional(z.enum(listOrders)),
    ascending: z.optional(z.literal('yes')),
    after,
  }),
  answer: z.object({ documents: z.array(apiDocument), ...page }),
})

export const readDocument = apiEndpoint({
  name: 'api.document',
  records: ['document'],
  links: { party: partyBy(({ partyId }) => partyId) },
  method: 'GET',
  path: '/api/v1/documents/:documentId',
  access: everyone,
  scope: 'documents:read',
  group: 'Documents',
  summary: 'One document with its fields, journal entry and files',
  params: documentId,
  answer: z.object({
    document: z.extend(apiDocument, {
      fields: typedFields,
      entryNo: z.int(),
      entryDay: day,
      entry: z.array(entryLine),
      attachments: z.array(attachment),
      recordedAt: z.string(),
      voided: z.nullable(z.object({ reason: z.string(), by: z.string(), at: z.string(), day, entryNo: z.int() })),
    }),
  }),
})

export const readVoucher = apiEndpoint({
  name: 'api.voucher',
  method: 'GET',
  path: '/api/v1/documents/:documentId/voucher.pdf',
  access: everyone,
  scope: 'documents:read',
  group: 'Documents',
  summary: 'The printed voucher as a PDF',
  params: documentId,
  bytesOut: true,
})

// ── Files.

const apiFile = z.extend(attachment, {
  /** Null for a file that was attached before its document was recorded. */
  addedBy: z.nullable(z.string()),
  addedAt: z.nullable(z.string()),
})

export const listDocumentFiles = apiEndpoint({
  name: 'api.documentFiles',
  records: ['attachments'],
  method: 'GET',
  path: '/api/v1/documents/:documentId/attachments',
  access: everyone,
  scope: 'files:read',
  group: 'Files',
  summary: 'The files of a document, including those added after it was recorded',
  params: documentId,
  answer: z.object({ attachments: z.array(apiFile) }),
})

export const addDocumentFile = apiEndpoint({
  name: 'api.addDocumentFile',
  method: 'POST',
  path: '/api/v1/documents/:documentId/attachments',
  access: everyone,
  scope: 'files:write',
  group: 'Files',
  summary: 'Add a PDF, JPEG or PNG file of at most 10 MB to a recorded document',
  notes: ['The document stays as it was recorded; the file is listed with the name of the account and the time.'],
  params: documentId,
  query: z.strictObject({ name: fileName }),
  bytesIn: true,
  bodyLimit: attachmentLimitBytes,
  answer: z.object({ attachment: apiFile }),
})

export const listDraftFiles = apiEndpoint({
  name: 'api.draftFiles',
  records: ['attachments'],
  method: 'GET',
  path: '/api/v1/drafts/:draftId/attachments',
  access: everyone,
  scope: 'files:read',
  group: 'Files',
  summary: 'The files of a draft',
  params: draftId,
  answer: z.object({ attachments: z.array(attachment) }),
})

export const attachToApiDraft = apiEndpoint({
  name: 'api.attach',
  method: 'POST',
  path: '/api/v1/drafts/:draftId/attachments',
  access: everyone,
  scope: 'drafts:write',
  group: 'Files',
  summary: 'Attach a PDF, JPEG or PNG file of at most 10 MB to a draft',
  params: draftId,
  query: z.strictObject({ kind, name: fileName }),
  bytesIn: true,
  bodyLimit: attachmentLimitBytes,
  answer: z.object({ attachment }),
})

export const detachFromApiDraft = apiEndpoint({
  name: 'api.detach',
  method: 'DELETE',
  path: '/api/v1/drafts/:draftId/attachments/:attachmentId',
  access: everyone,
  scope: 'drafts:write',
  group: 'Files',
  summary: 'Remove a file from a draft',
  params: z.strictObject({ draftId: z.uuid(), attachmentId: z.uuid() }),
  answer: z.object({ removed: z.literal(true) }),
})

export const readAttachment = apiEndpoint({
  name: 'api.attachment',
  logsRead: true,
  method: 'GET',
  path: '/api/v1/attachments/:attachmentId',
  access: everyone,
  scope: 'files:read',
  group: 'Files',
  summary: 'The content of a file of a document or draft',
  params: z.strictObject({ attachmentId: z.uuid() }),
  bytesOut: true,
})

// ── The bank.

export const readBankAccounts = apiEndpoint({
  name: 'api.bankAccounts',
  records: ['accounts'],
  method: 'GET',
  path: '/api/v1/bank-accounts',
  access: everyone,
  scope: 'bank:read',
  group: 'Bank',
  summary: 'Cash and bank accounts with their balances in the books',
  answer: z.object({
    accounts: z.array(z.object({ code: z.string(), name: z.string(), currency: z.string(), balance: amount })),
  }),
})

export const readBankStatements = apiEndpoint({
  name: 'api.bankStatements',
  records: ['statements'],
  method: 'GET',
  path: '/api/v1/bank-statements',
  access: accountants,
  scope: 'bank:read',
  group: 'Bank',
  summary: 'Uploaded bank statements',
  query: z.strictObject({ account: z.optional(accountCode) }),
  answer: z.object({
    statements: z.array(z.object({ id: z.uuid(), account: z.string(), from: day, to: day, lines: z.int() })),
  }),
})

export const readBankLines = apiEndpoint({
  name: 'api.bankLines',
  records: ['lines'],
  method: 'GET',
  path: '/api/v1/bank-statements/:statementId/lines',
  access: accountants,
  scope: 'bank:read',
  group: 'Bank',
  summary: 'The lines of a bank statement',
  params: z.strictObject({ statementId: z.uuid() }),
  answer: z.object({
    lines: z.array(
      z.object({
        day,
        amount,
        balance: z.nullable(amount),
        reference: z.nullable(z.string()),
        chequeNo: z.nullable(z.string()),
        description: z.string(),
      }),
    ),
  }),
})

export const readUnmatched = apiEndpoint({
  name: 'api.unmatchedBankLines',
  records: ['lines'],
  pages: true,
  method: 'GET',
  path: '/api/v1/bank-accounts/:account/unmatched/:month',
  access: accountants,
  scope: 'bank:read',
  group: 'Bank',
  summary: 'The unmatched lines of a bank account up to the end of a month, with suggested matches',
  notes: ['Oldest first. Talaan suggests matches; a person confirms them on the page whose address is in "url".'],
  params: z.strictObject({ account: accountCode, month }),
  query: z.strictObject({ after }),
  answer: z.object({
    open: z.int(),
    lines: z.array(
      z.object({
        id: z.uuid(),
        day,
        amount,
        reference: z.nullable(z.string()),
        chequeNo: z.nullable(z.string()),
        description: z.string(),
        suggestions: z.array(
          z.object({
            certainty: z.enum(['certain', 'likely', 'possible']),
            reasons: z.array(z.string()),
            /** The lines of the books with which the bank line would be matched. */
            books: z.array(z.object({ day, amount, documentId: z.nullable(z.uuid()), number: z.nullable(z.string()) })),
            /** The document that has to be recorded first. */
            records: z.nullable(z.string()),
          }),
        ),
      }),
    ),
    url: z.string(),
    ...page,
  }),
})

// ── Imports.

export const importRowsByApi = apiEndpoint({
  name: 'api.import',
  idempotencyKey: 'accepted',
  method: 'POST',
  path: '/api/v1/imports',
  access: adminsAndAccountants,
  scope: 'drafts:write',
  group: 'Imports',
  summary: 'Record many documents, or register many parties, from the rows of a table',
  notes: [
    "In the field columns, send a list with the field name for each column of the table, as on the import page, or null to skip a column. All rows are checked before any is recorded. To record documents, the key needs an accountant's permission for this type of document, up to a set amount. To register parties, it needs parties:write. Rows that were recorded before are not recorded again, so a call can be repeated.",
  ],
  body: z.strictObject({
    kind: importKind,
    columns: importColumns,
    rows: importRows,
    count: z.int().check(z.minimum(0)),
    total: z.nullable(amount),
  }),
  bodyLimit: 4 * 1024 * 1024,
  answer: z.object({
    documents: z.array(
      z.object({ rows: z.array(z.int()), label: z.string(), number: z.string(), already: z.boolean() }),
    ),
  }),
})

// ── Events.

export const readEventList = apiEndpoint({
  name: 'api.events',
  records: ['events'],
  links: { document: documentBy(({ type, objectId }) => (aboutDocuments.has(type) ? objectId : null)) },
  method: 'GET',
  path: '/api/v1/events',
  access: everyone,
  scope: 'events:read',
  group: 'Events',
  summary: 'Events after a given event, oldest first',
  notes: [
    'As the parameter "after", send the sequence number of the last event that you read. Sequence numbers increase, with gaps. Once you have read an event, no event with a lower number is added.',
  ],
  query: z.strictObject({
    after: z.optional(z.string().check(z.regex(/^\d{1,18}$/, 'Send the sequence number of an event.'))),
    type: z.optional(z.enum(eventTypes)),
  }),
  answer: z.object({
    events: z.array(
      z.object({
        id: z.uuid(),
        sequence: z.string(),
        type: z.string(),
        at: z.string(),
        kind: z.nullable(z.string()),
        objectId: z.string(),
        label: z.nullable(z.string()),
      }),
    ),
    /** Send it as after. */
    next: z.nullable(z.string()),
  }),
})

// ── Webhooks.

const webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  types: z.array(z.enum(eventTypes)),
  paused: z.boolean(),
  pauseReason: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
  /** Messages that have not arrived yet. */
  waiting: z.int(),
})
const webhookId = z.strictObject({ webhookId: z.uuid() })
const webhookBody = { url: saveWebhook.body.shape.url, types: saveWebhook.body.shape.types }
const secretNotes = [
  'Use the secret to verify the signatures of the messages. Only this response contains it; repeat the call with the same Idempotency-Key to get it again.',
]

export const listApiWebhooks = apiEndpoint({
  name: 'api.webhooks',
  records: ['webhooks'],
  method: 'GET',
  path: '/api/v1/webhooks',
  access: adminsAndAccountants,
  scope: 'webhooks:manage',
  group: 'Webhooks',
  summary: 'The webhooks, with the number of messages waiting for each',
  answer: z.object({ webhooks: z.array(webhook) }),
})

export const createApiWebhook = apiEndpoint({
  name: 'api.createWebhook',
  method: 'POST',
  path: '/api/v1/webhooks',
  access: admins,
  scope: 'webhooks:manage',
  group: 'Webhooks',
  summary: 'Create a webhook',
  notes: secretNotes,
  carriesToken: true,
  body: z.strictObject(webhookBody),
  answer: z.object({ webhook, secret: z.string() }),
})

export const changeApiWebhook = apiEndpoint({
  name: 'api.changeWebhook',
  method: 'PUT',
  path: '/api/v1/webhooks/:webhookId',
  access: admins,
  scope: 'webhooks:manage',
  group: 'Webhooks',
  summary: 'Change the address or the events of a webhook, pause it or resume it',
  notes: ['A webhook that is resumed gets the messages about the events that happened while it was paused.'],
  params: webhookId,
  body: z.strictObject({ ...webhookBody, paused: z.boolean() }),
  answer: z.object({ webhook }),
})

export const deleteApiWebhook = apiEndpoint({
  name: 'api.deleteWebhook',
  method: 'DELETE',
  path: '/api/v1/webhooks/:webhookId',
  access: admins,
  scope: 'webhooks:manage',
  group: 'Webhooks',
  summary: 'Delete a webhook',
  params: webhookId,
  answer: z.object({ deleted: z.literal(true) }),
})

export const changeApiWebhookSecret = apiEndpoint({
  name: 'api.changeWebhookSecret',
  method: 'POST',
  path: '/api/v1/webhooks/:webhookId/secret',
  access: admins,
  scope: 'webhooks:manage',
  group: 'Webhooks',
  summary: 'Create a new secret; for 24 hours, messages are signed with both the old and the new one',
  notes: secretNotes,
  carriesToken: true,
  params: webhookId,
  answer: z.object({ secret: z.string() }),
})

export const testApiWebhook = apiEndpoint({
  name: 'api.testWebhook',
  method: 'POST',
  path: '/api/v1/webhooks/:webhookId/test',
  access: admins,
  scope: 'webhooks:manage',
  group: 'Webhooks',
  summary: 'Send a test message',
  params: webhookId,
  answer: z.object({ deliveryId: z.uuid() }),
})

export const listApiDeliveries = apiEndpoint({
  name: 'api.webhookDeliveries',
  records: ['deliveries'],
  pages: true,
  method: 'GET',
  path: '/api/v1/webhooks/:webhookId/deliveries',
  access: adminsAndAccountants,
  scope: 'webhooks:manage',
  group: 'Webhooks',
  summary: 'The messages of a webhook with their attempts, newest first',
  params: webhookId,
  query: z.strictObject({ after }),
  answer: z.object({
    deliveries: z.array(delivery),
    ...page,
  }),
})

export const resendApiDelivery = apiEndpoint({
  name: 'api.resendDelivery',
  method: 'POST',
  path: '/api/v1/webhook-deliveries/:deliveryId/resend',
  access: admins,
  scope: 'webhooks:manage',
  group: 'Webhooks',
  summary: 'Send a message again',
  params: z.strictObject({ deliveryId: z.uuid() }),
  answer: z.object({ queued: z.literal(true) }),
})

// ── Reports and taxes.

const report = z.enum(reportNames)

export const readReport = apiEndpoint({
  name: 'api.report',
  pages: true,
  logsRead: true,
  method: 'GET',
  path: '/api/v1/reports/:report',
  access: accountants,
  scope: 'reports:read',
  group: 'Reports',
  summary: 'A report as rows of cells',
  notes: ["Cells of money columns are amounts; all other cells are text. Only an accountant's key can read reports."],
  params: z.strictObject({ report }),
  query: z.extend(reportQuery, { after }),
  answer: z.object({
    title: z.string(),
    period: z.string(),
    columns: z.array(z.object({ key: z.string(), title: z.string(), kind: z.string() })),
    rows: z.array(z.object({ cells: z.array(z.nullable(z.string())), emphasis: z.nullable(z.string()) })),
    notes: z.array(z.string()),
    ...page,
  }),
})

export const readReportFile = apiEndpoint({
  name: 'api.reportFile',
  method: 'GET',
  path: '/api/v1/reports/:report/:format',
  access: accountants,
  scope: 'reports:read',
  group: 'Reports',
  summary: 'A report as an XLSX, PDF or CSV file',
  params: z.strictObject({ report, format: z.enum(reportFormats) }),
  query: reportQuery,
  bytesOut: true,
})

const explanation = z.object({
  title: z.string(),
  period: z.string(),
  row: z.string(),
  column: z.string(),
  /** An amount, or a percentage with one decimal. */
  figure: z.string(),
  rule: z.string(),
  source: z.nullable(z.string()),
  /** The figure is calculated from its parts, but is not their sum. */
  isFormula: z.boolean(),
  /** Send the key as `part` to get the entries of one part. If the part is a figure itself, it can be explained too. */
  parts: z.array(
    z.object({
      key: z.string(),
      words: z.string(),
      amount,
      figure: z.nullable(z.object({ row: z.string(), nth: z.int(), column: z.string() })),
    }),
  ),
  lines: z.array(
    z.object({
      day: z.nullable(day),
      words: z.string(),
      amount,
      documentId: z.nullable(z.uuid()),
      number: z.nullable(z.string()),
      recordedBy: z.nullable(z.string()),
      recordedAt: z.nullable(z.string()),
    }),
  ),
  count: z.int(),
  /** Sentences about what the figure does not include. */
  notCounted: z.array(z.string()),
  /** Send it as offset. */
  next: z.nullable(z.string()),
})

export const explainFigure = apiEndpoint({
  name: 'api.figure',
  method: 'GET',
  path: '/api/v1/figures/:report',
  access: accountants,
  scope: 'reports:read',
  group: 'Reports',
  summary: 'How a report figure is calculated: its rule, parts and entries',
  notes: [
    'To choose the figure, send the texts of its row as "row" and the key of its column as "column". The other parameters are those of the report.',
  ],
  params: z.strictObject({ report }),
  query: viewWhy.query,
  answer: explanation,
})

// ── Exports.

const exportPeriod = z.strictObject({ from: day, to: day })
const exportNotes = [
  'The response is streamed. It contains everything that was recorded when the call began. If the connection breaks, send the call again.',
]

export const readJournal = apiEndpoint({
  name: 'api.journal',
  logsRead: true,
  method: 'GET',
  path: '/api/v1/exports/journal/:format',
  access: accountants,
  scope: 'reports:read',
  group: 'Exports',
  summary: 'The journal in Ledger, hledger or Beancount format, or as CSV',
  notes: exportNotes,
  params: z.strictObject({ format: z.enum(['ledger', ...plainTextFormats, 'csv']) }),
  query: exportPeriod,
  bytesOut: true,
})

export const readGeneralLedger = apiEndpoint({
  name: 'api.generalLedger',
  logsRead: true,
  method: 'GET',
  path: '/api/v1/exports/general-ledger.csv',
  access: accountants,
  scope: 'reports:read',
  group: 'Exports',
  summary: 'The general ledger as CSV: each account with its opening balance, lines and balances',
  notes: exportNotes,
  query: exportPeriod,
  bytesOut: true,
})

export const readDocumentArchive = apiEndpoint({
  name: 'api.documentArchive',
  logsRead: true,
  method: 'GET',
  path: '/api/v1/exports/documents.zip',
  access: accountants,
  scope: 'documents:read',
  alsoNeeds: ['files:read'],
  group: 'Exports',
  summary: 'All documents as a ZIP archive, each with its data, voucher and files',
  notes: [
    'Each document has a folder with document.json (as in the call for one document), voucher.pdf and its attached files.',
    ...exportNotes,
  ],
  query: exportPeriod,
  bytesOut: true,
})

export const readTaxCalendar = apiEndpoint({
  name: 'api.taxReturns',
  records: ['returns'],
  method: 'GET',
  path: '/api/v1/tax-returns',
  access: accountants,
  scope: 'taxes:read',
  group: 'Taxes',
  summary: 'The tax returns of a year with their due dates and statuses',
  query: z.strictObject({
    year: z.optional(z.string().check(z.regex(/^(199|20[0-9])\d$/, 'Send a year, for example 2026.'))),
  }),
  answer: z.object({
    returns: z.array(
      z.object({ form: z.string(), from: day, to: day, due: day, state: z.string(), payable: z.nullable(amount) }),
    ),
  }),
})

export const explainBox = apiEndpoint({
  name: 'api.box',
  method: 'GET',
  path: '/api/v1/tax-returns/:duty/:period/boxes/:box',
  access: accountants,
  scope: 'taxes:read',
  group: 'Taxes',
  summary: 'The rule, the parts and the entries of a box of a tax return',
  notes: ['"period" is the last date of the period, and "column" is "base" or "tax".'],
  params: viewBoxWhy.params,
  query: viewBoxWhy.query,
  answer: explanation,
})

// ── Assistants.

/**
 * A message of the Model Context Protocol. It is not part of the API description, because the protocol describes
 * itself.
 */
export const callMcp = apiEndpoint({
  name: 'api.mcp',
  method: 'POST',
  path: '/mcp',
  access: everyone,
  scope: null,
  group: 'Assistants',
  summary: 'The MCP server for AI assistants',
  body: z.record(z.string().check(z.maxLength(64)), z.unknown()),
  bodyLimit: 4 * 1024 * 1024,
  bytesOut: true,
})

// ── The reference.

export const readOpenApi = endpoint({
  name: 'api.openApi',
  method: 'GET',
  path: '/api/v1/openapi.json',
  access: 'open',
  activity: false,
  answer: z.record(z.string(), z.unknown()),
  failure: 'The description of the API could not be loaded. Try again.',
})

/** Where the member "type" of an error leads. */
export const readProblem = endpoint({
  name: 'api.problem',
  method: 'GET',
  path: '/api/v1/problems/:code',
  access: 'open',
  activity: false,
  params: z.strictObject({ code: z.string().check(z.maxLength(80)) }),
  answer: z.object({ code: z.string(), status: z.int(), title: z.string(), remedy: z.string() }),
  failure: 'The description of the problem could not be loaded. Try again.',
})

export const apiEndpoints: readonly ApiEndpoint[] = [
  readCompany,
  readDocumentTypes,
  readAccounts,
  searchApiParties,
  readParty,
  registerApiParty,
  checkApiParty,
  readOpenParties,
  readOpenItemsPage,
  readOpenItems,
  listApiDrafts,
  createApiDraft,
  readApiDraft,
  changeApiDraft,
  discardApiDraft,
  reviewApiDraft,
  sendApiDraft,
  exchangeLaunch,
  readLaunch,
  finishLaunch,
  recordApiDraft,
  listApiDocuments,
  readDocument,
  readVoucher,
  listDocumentFiles,
  addDocumentFile,
  listDraftFiles,
  attachToApiDraft,
  detachFromApiDraft,
  readAttachment,
  readBankAccounts,
  readBankStatements,
  readBankLines,
  readUnmatched,
  importRowsByApi,
  readEventList,
  listApiWebhooks,
  createApiWebhook,
  changeApiWebhook,
  deleteApiWebhook,
  changeApiWebhookSecret,
  testApiWebhook,
  listApiDeliveries,
  resendApiDelivery,
  readReport,
  readReportFile,
  explainFigure,
  readJournal,
  readGeneralLedger,
  readDocumentArchive,
  readTaxCalendar,
  explainBox,
] as unknown as readonly ApiEndpoint[]
