// Reading a report and downloading a file are events of the audit trail. The event is written before the answer, in a transaction of
// its own that locks nothing and waits for no standby; the same reading again within fifteen minutes is the same event.
import type { Endpoint } from '@talaan/contract/endpoint.ts'
import { audit } from '../platform/audit/audit.ts'
import type { AppContext } from '../platform/context.ts'
import { notWaiting } from '../platform/db/replicated.ts'
import type { Viewer } from '../platform/viewer.ts'

const sameReadingMs = 15 * 60_000
/** Readings that are remembered; forgetting one early only writes its event again. */
const maxRemembered = 5_000

type Reading = {
  endpoint: Pick<Endpoint, 'name'>
  viewer: Viewer
  address: string
  params: Readonly<Record<string, unknown>>
  query: Readonly<Record<string, unknown>>
}

/** The record that a parameter of a path names. */
const recordTypes: Readonly<Record<string, string>> = {
  report: 'report',
  partyId: 'party',
  documentId: 'document',
  attachmentId: 'attachment',
  statementId: 'bank-statement',
  noteId: 'note',
  list: 'payroll-list',
  year: 'payroll-year',
  account: 'account',
  backupId: 'backup',
}

export function readEvents({ db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>) {
  const last = new Map<string, number>()
  return async ({ endpoint: { name }, viewer, address, params, query }: Reading): Promise<void> => {
    const key = `${viewer.sessionId} ${name} ${textOf(params)} ${textOf(query)}`
    const now = clock.now()
    const before = last.get(key)
    if (before !== undefined && now >= before && now - before < sameReadingMs) return
    const [param] = Object.keys(params).filter((each) => Object.hasOwn(recordTypes, each))
    const { [param ?? '']: id, ...others } = params
    const object = param === undefined ? undefined : { type: recordTypes[param] ?? param, id: String(id) }
    try {
      await db.kysely.transaction().execute(async (trx) => {
        await trx.selectNoFrom(notWaiting.as('commit')).execute()
        await audit(trx, clock, {
          viewer,
          address,
          action: name,
          object,
          detail: JSON.parse(textOf({ ...others, ...query })),
        })
      })
    } catch (error) {
      // Reports can be read while nothing can be written, such as on a full disk. The log has what the trail lacks.
      log.error(
        { err: error, clientId: viewer.clientId, action: name },
        'A view or download could not be written to the audit trail.',
      )
      return
    }
    last.delete(key)
    last.set(key, now)
    if (last.size > maxRemembered) last.delete(last.keys().next().value ?? '')
  }
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))
