// The audit trail: who did what, when, from where, allowed or refused. Rows are only ever added.
import type { Insertable, Transaction } from 'kysely'
import { timestamp } from '../clock.ts'
import type { Clock } from '../clock.ts'
import type { Viewer } from '../viewer.ts'
import type { Tables } from '../db/tables.ts'

/** A signed-in person, or the name of a caller without a session: an operator, a person at the login screen. */
type Actor = { viewer: Viewer } | { actorName: string; actorId?: string | undefined }

export type NewAuditEvent = Actor & {
  /** noun.verb, the endpoint's name where there is one. */
  action: string
  object?: { type: string; id: string } | undefined
  outcome?: 'done' | 'refused'
  /** Details of the event; never a password, a token or a hash. */
  detail?: Record<string, unknown>
  address?: string
}

export async function audit(trx: Transaction<Tables>, clock: Clock, event: NewAuditEvent): Promise<void> {
  await trx.insertInto('audit').values(auditRow(clock, event)).execute()
}

/** The row alone, for a statement that also writes other rows. */
export function auditRow(clock: Clock, event: NewAuditEvent): Insertable<Tables['audit']> {
  const { action, object, outcome = 'done', detail = {}, address = '' } = event
  return {
    at: timestamp(clock.now()),
    ...actorOf(event),
    address,
    action,
    object_type: object?.type ?? null,
    object_id: object?.id ?? null,
    outcome,
    detail: JSON.stringify(
      'viewer' in event && event.viewer.apiKey ? { ...detail, apiKey: event.viewer.apiKey.name } : detail,
    ),
  }
}

const actorOf = (event: Actor) =>
  'viewer' in event
    ? {
        actor_id: event.viewer.userId,
        actor_name: event.viewer.clientId,
        role: event.viewer.role,
        session_id: event.viewer.sessionId,
      }
    : { actor_id: event.actorId ?? null, actor_name: event.actorName, role: null, session_id: null }
