// Builds the portal without listening, so that tests can call it directly. Contains the list of features.
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { documentProblems } from '@talaan/contract/documents.ts'
import type { Endpoint } from '@talaan/contract/endpoint.ts'
import { common, Refusal, saying } from '@talaan/contract/problem.ts'
import type { Failure, FieldMistake, Problem } from '@talaan/contract/problem.ts'
import { readiness } from '@talaan/contract/monitoring.ts'
import { health } from '@talaan/contract/portal.ts'
import { reconciliationProblems } from '@talaan/contract/reconciliation.ts'
import { statementProblems } from '@talaan/contract/statements.ts'
import { accounts } from './features/accounts/routes.ts'
import { apiKeys } from './features/api-keys/routes.ts'
import { apiRoutesOf } from './features/api/routes.ts'
import { readsArrivals } from './features/arrivals/read.ts'
import { readsAttachedFiles } from './features/find/read-files.ts'
import { readsFolder } from './features/arrivals/read-folder.ts'
import { readsMailbox } from './features/arrivals/read-mailbox.ts'
import { arrivals } from './features/arrivals/routes.ts'
import { auditTrail } from './features/audit-trail/routes.ts'
import { annual } from './features/annual/routes.ts'
import { makesBackups } from './features/backups/jobs.ts'
import { keepsLog } from './features/backups/log-jobs.ts'
import { backups } from './features/backups/routes.ts'
import { bookmarks } from './features/bookmarks/routes.ts'
import { enterPaths } from './features/enter-paths/routes.ts'
import { listSettings } from './features/list-settings/routes.ts'
import { savedViews } from './features/saved-views/routes.ts'
import { certificates } from './features/certificates/routes.ts'
import { launches } from './features/launches/routes.ts'
import { makesBooks } from './features/looseleaf/handler.ts'
import { books } from './features/looseleaf/routes.ts'
import { jobs } from './features/jobs/routes.ts'
import { readsReturnedMail } from './features/mail/returned.ts'
import { sendsMail } from './features/mail/send.ts'
import { budgets } from './features/budgets/routes.ts'
import { cheques } from './features/cheques/routes.ts'
import { closing } from './features/closing/routes.ts'
import { contact } from './features/contact/routes.ts'
import { documents } from './features/documents/routes.ts'
import { eInvoices } from './features/einvoices/routes.ts'
import { batches } from './features/batches/routes.ts'
import { imports } from './features/imports/routes.ts'
import { inventory } from './features/inventory/routes.ts'
import { undo } from './features/undo/routes.ts'
import { transactions } from './features/transactions/routes.ts'
import { remindsCustomers } from './features/customer-mail/reminders.ts'
import { customerMail } from './features/customer-mail/routes.ts'
import { sendsReminders } from './features/filings/reminders.ts'
import { filings } from './features/filings/routes.ts'
import { find } from './features/find/routes.ts'
import type { HttpContext } from './http/context.ts'
import { money } from './features/money-accounts/routes.ts'
import { storesProjections } from './features/overview/back-test.ts'
import { overview } from './features/overview/routes.ts'
import { parties } from './features/parties/routes.ts'
import { mailsNotifications } from './features/notifications/digest.ts'
import { notifications } from './features/notifications/routes.ts'
import { notes } from './features/notes/routes.ts'
import { partyAccounts } from './features/party-accounts/routes.ts'
import { payroll } from './features/payroll/routes.ts'
import { pettyCash } from './features/petty-cash/routes.ts'
import { mcpRoute } from './features/mcp/routes.ts'
import { monitoring } from './features/monitoring/routes.ts'
import { portal } from './features/portal/routes.ts'
import { proof } from './features/proof/routes.ts'
import { purchases } from './features/purchases/routes.ts'
import { reconciliation } from './features/reconciliation/routes.ts'
import { reports } from './features/reports/routes.ts'
import { reportSchedules, sendsReports } from './features/reports/schedules.ts'
import { reportStars } from './features/reports/stars.ts'
import { isApiPath, problemAt, problemJson } from './http/api/problem-json.ts'
import { apiHeaders, headersOfAll, servePages } from './http/pages.ts'
import { requestMetrics } from './http/request-metrics.ts'
import { logOf, RequestLog } from './http/request-log.ts'
import { hasCommitted, serve, viewerOf } from './http/serve.ts'
import type { Feature } from './http/feature.ts'
import { hasSecureAddress } from './http/session/session.ts'
import type { Route } from './http/route.ts'
import { makesRecurring } from './features/recurring/make.ts'
import { recurring } from './features/recurring/routes.ts'
import { session } from './features/session/routes.ts'
import { approvals } from './features/approvals/routes.ts'
import { questions } from './features/questions/routes.ts'
import { remindsOfQuestions } from './features/questions/reminders.ts'
import { settings } from './features/settings/routes.ts'
import { tasks } from './features/tasks/routes.ts'
import { tags } from './features/tags/routes.ts'
import { taxLists } from './features/tax-lists/routes.ts'
import { statements } from './features/statements/routes.ts'
import { trust } from './features/trust/routes.ts'
import { runsTrust } from './features/trust/run.ts'
import { users } from './features/users/routes.ts'
import { deliversWebhooks } from './features/webhooks/deliver.ts'
import { webhooks } from './features/webhooks/routes.ts'
import { bodyBudget, longestBodyMs } from './http/bodies.ts'
import { callCounter } from './http/calls.ts'
import { readEvents } from './http/read-events.ts'
import { limitConnections } from './http/connections.ts'
import { diskProblems, troubleOf } from './platform/disk/trouble.ts'
import { isConnectionLost, isNotConnected } from './platform/db/lost.ts'
import { sealsAudit } from './platform/audit/sealing.ts'
import type { AppContext } from './platform/context.ts'
import type { JobHandler } from './platform/jobs/handler.ts'

const features: readonly Feature[] = [
  portal,
  session,
  users,
  bookmarks,
  savedViews,
  enterPaths,
  listSettings,
  contact,
  customerMail,
  parties,
  partyAccounts,
  accounts,
  money,
  purchases,
  pettyCash,
  cheques,
  documents,
  approvals,
  arrivals,
  notes,
  find,
  recurring,
  tags,
  tasks,
  notifications,
  transactions,
  undo,
  batches,
  imports,
  reconciliation,
  reports,
  reportStars,
  reportSchedules,
  overview,
  annual,
  filings,
  closing,
  taxLists,
  inventory,
  eInvoices,
  certificates,
  books,
  proof,
  budgets,
  payroll,
  settings,
  auditTrail,
  backups,
  jobs,
  trust,
  questions,
  statements,
  apiKeys,
  launches,
  webhooks,
]

/** All background work of the portal. */
export const jobHandlersOf = (context: AppContext): JobHandler[] => [
  ...sendsMail(context),
  ...readsReturnedMail(context),
  sendsReminders(context),
  makesRecurring(context),
  readsArrivals(context),
  readsAttachedFiles(context),
  ...readsMailbox(context),
  ...readsFolder(context),
  sendsReports(context),
  remindsCustomers(context),
  mailsNotifications(context),
  sealsAudit(context),
  ...makesBackups(context),
  ...keepsLog(context),
  makesBooks(context),
  deliversWebhooks(context),
  ...runsTrust(context),
  remindsOfQuestions(context),
  storesProjections(context),
]

/** Every route of the portal's API, as the permission test calls them. */
export const routesOf = (context: HttpContext, requests = requestMetrics()): Route[] => [
  ...context.identity.routes,
  ...features.flatMap((feature) => feature(context)),
  ...monitoring(context, requests),
]

export type AppOptions = {
  /** Where the built web apps are; without it only the API is served. */
  webDir?: string
  /** Called on every crash, besides the log. The caller gets no details. */
  onCrash?: (error: unknown) => void
  /** The portal still answers, but a balancer should send its next calls to another one. */
  isDraining?: () => boolean
}

export async function buildApp(
  context: HttpContext,
  { webDir, onCrash = () => {}, isDraining = () => false }: AppOptions = {},
): Promise<FastifyInstance> {
  const { host, tls, trustedProxies } = context.env
  const isSocket = host.startsWith('/')
  // By default, Node checks for slow connections only every thirty seconds.
  const timeouts = { headersTimeout: 8_000, connectionsCheckingInterval: 2_000 }
  // Fastify's types make the server with TLS another type, although it is used alike.
  const listening = (tls === null ? { http: timeouts } : { https: { ...tls, ...timeouts } }) as {
    http: typeof timeouts
  }
  const app = Fastify({
    loggerInstance: context.log as FastifyBaseLogger,
    logController: new RequestLog(context.log),
    childLoggerFactory: (log) => log,
    // Only a proxy can open a Unix socket.
    trustProxy: isSocket ? (_address, hop) => hop === 0 : trustedProxies.length > 0 && trustedProxies,
    bodyLimit: 256 * 1024,
    connectionTimeout: 60_000,
    ...listening,
    requestTimeout: longestBodyMs,
    keepAliveTimeout: 10_000,
    maxRequestsPerSocket: 100_000,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    routerOptions: { maxParamLength: 200 },
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    // A path that cannot be decoded is a client error.
    frameworkErrors: (error, request, reply) => void refuse(error, request, reply, onCrash),
  })
  app.server.maxConnections = 512
  if (!isSocket && trustedProxies.length === 0) limitConnections(app.server)

  await app.register(cookie)
  readBodies(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(isApi(request.url) ? apiHeaders : headersOfAll)
    if (isApiPath(request.url)) reply.header('request-id', request.id)
    if (hasSecureAddress(context.env)) reply.header('strict-transport-security', 'max-age=63072000; includeSubDomains')
    if (!isDraining()) return
    void reply.header('connection', 'close')
    const { endpoint } = request.routeOptions.config
    if (endpoint === health || endpoint === readiness) throw new Refusal(common.stopping)
  })
  const requests = requestMetrics()
  requests.watch(app)
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply, onCrash))

  const bodies = bodyBudget()
  const calls = callCounter(context)
  const logRead = readEvents(context)
  const portalRoutes = routesOf(context, requests)
  for (const route of [...portalRoutes, ...apiRoutesOf(context, portalRoutes)])
    serve(app, context, route, bodies, { calls, logRead })
  serve(app, context, mcpRoute(app, context), bodies, { calls, logRead })
  app.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    handler: async (_request, reply) => reply.status(405).headers(apiHeaders).header('allow', 'POST').send(),
  })
  await servePages(app, context, webDir)
  app.setNotFoundHandler((request, reply) => refuse(new Refusal(problemAt(request.url)), request, reply, onCrash))
  return app
}

const isApi = (url: string) => /^\/(api|identity|healthz|readyz|metrics|mcp)(\/|\?|$)/.test(url)

/** Exactly JSON, or bytes where an endpoint takes bytes; every other content type is refused before it is read. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(/^application\/json(; ?charset=utf-8)?$/i, { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    return parseJson(request, text as string, done)
  })
  app.addContentTypeParser(
    /^application\/(octet-stream|pdf|csp-report|reports\+json)$|^image\/(png|jpeg)$/i,
    { parseAs: 'buffer' },
    (_request, bytes, done) => done(null, bytes),
  )
}

type OnCrash = NonNullable<AppOptions['onCrash']>

async function refuse(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  onCrash: OnCrash,
): Promise<FastifyReply> {
  const { problem, fields } = asProblem(error, request)
  if (troubleOf(error) !== undefined)
    logOf(request).error({ req: request, err: error }, 'The disk is full or read-only.')
  if (error instanceof Refusal && error.cause !== undefined)
    logOf(request).warn({ req: request, err: error.cause }, `A request was refused: ${error.problem.code}`)
  if (problem === undefined) {
    logOf(request).error({ req: request, err: error, clientId: viewerOf(request)?.clientId }, 'A request crashed.')
    onCrash(error)
    const crash: Failure = {
      success: false,
      code: 'crash',
      error: `${crashSentence(request.routeOptions.config.endpoint)} If this keeps happening, give your system administrator this number: ${request.id}`,
    }
    return answerFailure(request, reply, 500, crash)
  }
  if ((problem.status === 429 || problem.status === 503) && !reply.hasHeader('retry-after'))
    void reply.header('retry-after', problem.status === 429 ? '60' : '5')
  logRefusal(request, problem)
  const failure: Failure = { success: false, code: problem.code, error: problem.sentence, ...(fields && { fields }) }
  return answerFailure(request, reply, problem.status, failure)
}

/** The public API has the standard format of problems, the portal its own. */
function answerFailure(request: FastifyRequest, reply: FastifyReply, status: number, failure: Failure): FastifyReply {
  void reply.status(status).headers(apiHeaders)
  return isApiPath(request.url)
    ? reply
        .type('application/problem+json; charset=utf-8')
        .send(JSON.stringify(problemJson(request.id, status, failure)))
    : reply.type('application/json; charset=utf-8').send(JSON.stringify(failure))
}

/** Logs refused calls of signed-in users. Strangers are not logged, because they could fill the log. */
function logRefusal(request: FastifyRequest, { code, status }: Problem): void {
  const viewer = viewerOf(request)
  if (viewer === undefined || status === 503) return
  const facts = { req: request, clientId: viewer.clientId, role: viewer.role, address: request.ip, code, status }
  logOf(request).info(facts, 'A call was refused.')
}

/** A change may have been made before the crash, so the endpoint's own message says what to check. */
const crashSentence = (endpoint: Endpoint | undefined): string =>
  changes(endpoint)
    ? `Something went wrong on the server. ${endpoint.failure}`
    : 'Something went wrong on the server. Try again.'

const changes = (endpoint: Endpoint | undefined): endpoint is Endpoint =>
  endpoint !== undefined && endpoint.method !== 'GET'

function asProblem(error: unknown, request: FastifyRequest): { problem?: Problem; fields?: FieldMistake[] } {
  const { endpoint } = request.routeOptions.config
  const uncertain = changes(endpoint) ? saying(common.uncertain, endpoint.failure) : common.unavailable
  const unavailable = hasCommitted(request) ? uncertain : common.unavailable
  if (error instanceof Refusal) return { problem: error.problem, ...(error.fields && { fields: error.fields }) }
  if (isNotConnected(error)) return { problem: unavailable }
  if (isConnectionLost(error)) return { problem: uncertain }
  const trouble = troubleOf(error)
  if (trouble !== undefined) return { problem: hasCommitted(request) ? uncertain : diskProblems[trouble] }
  const { code, statusCode } = error as FastifyError
  const known = typeof code === 'string' ? problemsByCode[code] : undefined
  if (known !== undefined) return { problem: known === common.unavailable ? unavailable : known }
  // A 4xx from Fastify itself is a client error.
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) return { problem: common.badInput }
  return {}
}

/** Errors of Fastify and PostgreSQL that are operating conditions, not bugs. */
const problemsByCode: Record<string, Problem> = {
  FST_ERR_CTP_BODY_TOO_LARGE: common.tooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: common.wrongType,
  FST_ERR_NOT_FOUND: common.notThere,
  // A closed month, detected by the database.
  TA003: documentProblems.monthClosed,
  // A signed-off month of a bank account, and matched statement lines, likewise.
  TA006: reconciliationProblems.monthSigned,
  TA007: statementProblems.inUse,
  // Lock or statement timeout, serialization, deadlock: the transaction is rolled back.
  '55P03': common.unavailable,
  '57014': common.unavailable,
  '40001': common.unavailable,
  '40P01': common.unavailable,
}
