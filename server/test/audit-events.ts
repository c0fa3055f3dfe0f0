// Every feature test also checks the audit trail: each change is recorded once, with an authorized user.
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '@talaan/contract/endpoint.ts'
import type { Role } from '@talaan/contract/roles.ts'
import type { Database } from '../src/platform/db/db.ts'

/**
 * They leave no event of their own: they change nothing, change the user's own data, or write events for their effects.
 */
const leavesNone = new Set([
  ...[
    'bankStatements.preview',
    'customerMail.previewDocuments',
    'imports.check',
    'imports.read',
    'inventory.check',
    'opening.check',
    'opening.readFile',
    'parties.check',
  ],
  ...[
    'drafts.save',
    'drafts.review',
    'drafts.discard',
    'drafts.attach',
    'drafts.detach',
    'bundles.keep',
    'templates.use',
  ],
  ...[
    'bookmarks.add',
    'bookmarks.remove',
    'reportStars.add',
    'reportStars.remove',
    'views.save',
    'views.remove',
    'lists.arrange',
    'enterPaths.save',
    'launches.open',
    'session.online',
    'session.ping',
    'tasks.snooze',
    'notifications.read',
  ],
  ...['imports.record', 'reconciliation.applyRules', 'reconciliation.matchTogether', 'reconciliation.tryRule'],
  'reconciliation.previewUndoTogether',
  'reconciliation.undoTogether',
  ...['documents.retryReceipt', 'reconciliation.refuse'],
])
/** Audit events that other calls also cause, that tests write themselves, or that one call writes for several documents. */
const comesOtherwise = new Set([
  ...['documents.record', 'documents.void', 'parties.register', 'reconciliation.match', 'imports.begin'],
  'reconciliation.undo',
  ...['documents.tag', 'customerMail.mailDocuments'],
  ...['closing.close', 'closing.reopen', 'session.logOut', 'approvals.send'],
  // Calls of the public API cause them too; choice.test.ts counts these.
  ...['notes.attach', 'webhooks.save', 'webhooks.test', 'webhooks.resend', 'webhooks.changeSecret', 'webhooks.remove'],
])

export type Calls = { endpoints: readonly Endpoint[]; times: Map<string, number> }

/** Counts the calls by endpoint name. */
export function countCalls(app: FastifyInstance, endpoints: readonly Endpoint[]): Calls {
  const times = new Map<string, number>()
  const names = new Map(endpoints.map(({ method, path, name }) => [`${method} ${path}`, name]))
  app.addHook('onSend', async (request, reply) => {
    const name = names.get(`${request.method} ${request.routeOptions.url?.replaceAll('::', ':')}`)
    if (name !== undefined && reply.statusCode === 200) times.set(name, (times.get(name) ?? 0) + 1)
  })
  return { endpoints, times }
}

export async function lastAuditEvent({ kysely }: Database): Promise<bigint> {
  const { last } = await kysely
    .selectFrom('audit')
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0n
}

/** Errors in the events after a given one, compared with the calls counted meanwhile; resets the count. */
export async function auditMistakes(
  db: Database,
  { endpoints, times }: Calls,
  { after, atRandom }: { after: bigint; atRandom: boolean },
): Promise<string[]> {
  const { rows } = await db.pool.query<{ action: string; role: Role; count: bigint }>(
    `select action, role, count(*) as count from audit
     where outcome = 'done' and role is not null and seq > $1 group by 1, 2`,
    [after],
  )
  const mistakes: string[] = []
  for (const { name, method, access } of endpoints) {
    const own = rows.filter(({ action }) => action === name)
    for (const { role } of own)
      if (access !== 'open' && !access.includes(role)) mistakes.push(`${name} was done by a person of role ${role}.`)
    if (method === 'GET' || access === 'open') continue
    const calls = times.get(name) ?? 0
    const events = own.reduce((sum, { count }) => sum + Number(count), 0)
    // A repeated call changes nothing, so fewer events than calls are right, but none is not.
    const isRight = leavesNone.has(name)
      ? events === 0
      : (events > 0 || calls === 0 || atRandom) && (events <= calls || comesOtherwise.has(name))
    if (!isRight) mistakes.push(`${name} was done ${calls} times and stands ${events} times in the audit trail.`)
  }
  times.clear()
  return mistakes
}
