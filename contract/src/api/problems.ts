// All problems by their code, for the address in the member "type" of an error.
import { annualProblems } from '../annual.ts'
import { apiKeyProblems } from '../api-keys.ts'
import { apiProblems } from './endpoint.ts'
import { approvalProblems } from '../approvals.ts'
import { arrivalMailProblems } from '../arrival-mails.ts'
import { arrivalProblems } from '../arrivals.ts'
import { auditTrailProblems } from '../audit-trail.ts'
import { backupProblems } from '../backups.ts'
import { batchProblems } from '../batches.ts'
import { bookmarkProblems } from '../bookmarks.ts'
import { bookProblems } from '../books.ts'
import { budgetProblems } from '../budgets.ts'
import { certificateProblems } from '../certificates.ts'
import { chequeProblems } from '../cheques.ts'
import { closingProblems } from '../closing.ts'
import { completenessProblems } from '../completeness.ts'
import { contactProblems } from '../contact.ts'
import { customerMailProblems } from '../customer-mail.ts'
import { documentProblems } from '../documents.ts'
import { eInvoiceProblems } from '../einvoices.ts'
import { filingProblems } from '../filings.ts'
import { importProblems } from '../imports.ts'
import { inventoryProblems } from '../inventory.ts'
import { jobProblems } from '../jobs.ts'
import { launchProblems } from '../launches.ts'
import { monitoringProblems } from '../monitoring.ts'
import { noteProblems } from '../notes.ts'
import { openingProblems } from '../opening.ts'
import { partyProblems } from '../parties.ts'
import { partyAccountProblems } from '../party-accounts.ts'
import { payrollProblems } from '../payroll.ts'
import { pettyCashProblems } from '../petty-cash.ts'
import { common } from '../problem.ts'
import { proofProblems } from '../proof.ts'
import { questionProblems } from '../questions.ts'
import { reconciliationProblems } from '../reconciliation.ts'
import { recurringProblems } from '../recurring.ts'
import { scheduleProblems } from '../report-schedules.ts'
import { reportProblems } from '../reports.ts'
import { savedViewProblems } from '../saved-views.ts'
import { sessionProblems } from '../session.ts'
import { settingsProblems } from '../settings.ts'
import { statementProblems } from '../statements.ts'
import { tagProblems } from '../tags.ts'
import { taskProblems } from '../tasks.ts'
import { taxListProblems } from '../tax-lists.ts'
import { transactionProblems } from '../transactions.ts'
import { trustProblems } from '../trust.ts'
import { userProblems } from '../users.ts'
import { webhookProblems } from '../webhooks.ts'
import { whyProblems } from '../why.ts'
import type { Problem } from '../problem.ts'

const lists: readonly Record<string, Problem>[] = [
  annualProblems,
  apiKeyProblems,
  apiProblems,
  approvalProblems,
  arrivalMailProblems,
  arrivalProblems,
  auditTrailProblems,
  backupProblems,
  batchProblems,
  bookmarkProblems,
  bookProblems,
  budgetProblems,
  certificateProblems,
  chequeProblems,
  closingProblems,
  completenessProblems,
  contactProblems,
  customerMailProblems,
  documentProblems,
  eInvoiceProblems,
  filingProblems,
  importProblems,
  inventoryProblems,
  jobProblems,
  launchProblems,
  monitoringProblems,
  noteProblems,
  openingProblems,
  partyProblems,
  partyAccountProblems,
  payrollProblems,
  pettyCashProblems,
  common,
  proofProblems,
  questionProblems,
  reconciliationProblems,
  recurringProblems,
  scheduleProblems,
  reportProblems,
  savedViewProblems,
  sessionProblems,
  settingsProblems,
  statementProblems,
  tagProblems,
  taskProblems,
  taxListProblems,
  transactionProblems,
  trustProblems,
  userProblems,
  webhookProblems,
  whyProblems,
]

export type KnownProblem = Omit<Problem, 'status'> & { status: number }

/** An unexpected error; the response has its own message. */
const crash: KnownProblem = {
  code: 'crash',
  status: 500,
  sentence: 'Something went wrong on the server. The log has the details under the request id.',
}

export const problemsByCode: ReadonlyMap<string, KnownProblem> = new Map(
  [...lists.flatMap((list): KnownProblem[] => Object.values(list)), crash].map((problem) => [problem.code, problem]),
)

/** What to do about a problem of each status, besides what its own message says. */
const adviceByStatus: Record<number, string> = {
  400: 'Correct the fields that the response names, then send the request again.',
  401: 'Send a valid API key in the Authorization header.',
  403: 'Use a key that has the permission, or ask an administrator or an accountant to allow it.',
  404: 'Check the address and the id. The response is the same if the account of the key may not see the record.',
  408: 'Send the request again on a faster connection.',
  409: 'The request conflicts with recorded data. Read the records again before you send another request.',
  412: 'Read the draft again, then repeat your change with its new ETag.',
  413: 'Send less data in one request.',
  415: 'Send JSON with the content type application/json, or a file of an allowed type.',
  422: 'Correct the fields that the response names, then send the request again.',
  429: 'Wait for the number of seconds in the Retry-After header, then send the request again.',
  500: 'Send the request again with the same Idempotency-Key. If it keeps failing, give the request id to your system administrator.',
  503: 'Wait for the number of seconds in the Retry-After header, then send the request again with the same Idempotency-Key.',
  507: 'Ask your system administrator to free disk space, then send the request again.',
}

export const adviceOf = ({ status }: KnownProblem): string => adviceByStatus[status] ?? ''
