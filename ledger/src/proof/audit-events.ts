// The texts sealed by the chain of the audit trail: with the events and SHA-256, every seal can be recomputed.
import { canonical } from '../core/digest.ts'

/** A stored event; every column is sealed. */
export type AuditEvent = {
  seq: bigint
  /** In UTC, as the database writes it: '2026-03-16 01:00:00.123'. */
  at: string
  actor_id: string | null
  actor_name: string
  role: string | null
  session_id: string | null
  address: string
  action: string
  object_type: string | null
  object_id: string | null
  outcome: string
  /** The database's own text of it, so that no number passes through a float. */
  detail: string
}

/** The text whose SHA-256 is the digest of an event. */
export function auditEventText(event: AuditEvent): string {
  const { seq, at, actor_id, actor_name, role, session_id, address } = event
  const { action, object_type, object_id, outcome, detail } = event
  return canonical({
    seq,
    at,
    actor_id,
    actor_name,
    role,
    session_id,
    address,
    action,
    object_type,
    object_id,
    outcome,
    detail,
  })
}

/** The text whose SHA-256 is the hash of a seal; the first follows 64 zeros. */
export const auditSealText = ({ digest, previousHash }: { digest: string; previousHash: string }): string =>
  canonical({ digest, previousHash })
