// The calls that a form may request, by endpoint name. The portal forwards them unchanged, so it needs only their
// addresses, not their schemas. A test compares every line with its endpoint.
import type { Endpoint } from './endpoint.ts'

export type FrameCall = Pick<Endpoint, 'method' | 'path' | 'activity' | 'bytesIn' | 'bytesOut'>

/** Everything else is refused. */
export const frameCalls: Readonly<Record<string, FrameCall>> = {
  'drafts.save': to('PUT', '/api/drafts/:draftId'),
  'drafts.get': to('GET', '/api/drafts/:draftId'),
  'drafts.list': to('GET', '/api/drafts'),
  'drafts.discard': to('DELETE', '/api/drafts/:draftId'),
  'drafts.review': to('POST', '/api/drafts/:draftId/review'),
  'drafts.attach': to('POST', '/api/drafts/:draftId/attachments', { bytesIn: true }),
  'drafts.detach': to('DELETE', '/api/drafts/:draftId/attachments/:attachmentId'),
  'documents.record': to('POST', '/api/documents'),
  'documents.get': to('GET', '/api/documents/:documentId'),
  'documents.voucher': to('GET', '/api/documents/:documentId/voucher.pdf', { bytesOut: true }),
  'documents.printed': to('POST', '/api/documents/:documentId/prints'),
  'documents.alike': to('GET', '/api/documents/alike'),
  'documents.last': to('GET', '/api/documents/last'),
  'documents.nextReceiptNo': to('GET', '/api/documents/next-receipt-no'),
  'parties.search': to('GET', '/api/parties'),
  'parties.get': to('GET', '/api/parties/:partyId'),
  'partyAccounts.list': to('GET', '/api/parties/:partyId/bank-accounts'),
  'parties.check': to('POST', '/api/parties/check'),
  'parties.register': to('POST', '/api/parties'),
  'parties.correct': to('POST', '/api/parties/:partyId/corrections'),
  'calendar.view': to('GET', '/api/calendar', { activity: false }),
  'accounts.list': to('GET', '/api/accounts'),
  'moneyAccounts.list': to('GET', '/api/money-accounts'),
  'openItems.parties': to('GET', '/api/open-items/parties'),
  'openItems.list': to('GET', '/api/open-items'),
  'openItems.undeposited': to('GET', '/api/open-items/undeposited'),
  'openItems.on': to('GET', '/api/open-items/on/:account'),
  'cheques.nextLeaf': to('GET', '/api/cheque-books/next/:account'),
  'cheques.stale': to('GET', '/api/stale-cheques'),
  'expenseTypes.list': to('GET', '/api/expense-types'),
  'pettyCash.fund': to('GET', '/api/petty-cash-funds/:account'),
  'pettyCash.keepCount': to('POST', '/api/petty-cash-counts'),
  'bankStatements.preview': to('POST', '/api/bank-statements/preview', { bytesIn: true }),
  'bankStatements.store': to('POST', '/api/bank-statements', { bytesIn: true }),
  'bankStatements.list': to('GET', '/api/bank-statements'),
  'enterPaths.get': to('GET', '/api/enter-paths/:form', { activity: false }),
  'enterPaths.save': to('PUT', '/api/enter-paths/:form'),
  'tags.list': to('GET', '/api/tags', { activity: false }),
  'templates.list': to('GET', '/api/templates'),
  'templates.save': to('PUT', '/api/templates/:templateId'),
  'templates.use': to('POST', '/api/templates/:templateId/drafts/:draftId'),
  'payroll.employees': to('GET', '/api/payroll/employees'),
  'books.choices': to('GET', '/api/books/choices'),
  'books.start': to('POST', '/api/books/jobs'),
  'books.job': to('GET', '/api/books/jobs/:jobId', { activity: false }),
  'books.cancel': to('POST', '/api/books/jobs/:jobId/cancel'),
  'books.file': to('GET', '/api/books/files/:fileId', { bytesOut: true }),
}

/** The lists to reload after a form has recorded a document. */
export const changedByForms = [
  'documents.list',
  'documents.get',
  'documents.related',
  'parties.search',
  'parties.get',
  'parties.overview',
  'parties.corrections',
  'bankStatements.list',
  'recurring.list',
  'tasks.list',
  'tasks.view',
] as const

function to(method: FrameCall['method'], path: string, more: Partial<FrameCall> = {}): FrameCall {
  return { method, path, activity: true, bytesIn: false, bytesOut: false, ...more }
}
