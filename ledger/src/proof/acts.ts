// What the chain of the audit trail seals, as texts: whoever has the acts and SHA-256 can make every seal again.
import { canonical } from '../core/digest.ts'

/** An act as it was written down; every column of it is sealed. */
export type Act = {
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
  /** The database's own spelling of it, so that no number in it passes through a float. */
  detail: string
}

/** The text whose SHA-256 is the digest of an act. */
export function actText(act: Act): string {
  const { seq, at, actor_id, actor_name, role, session_id, address } = act
  const { action, object_type, object_id, outcome, detail } = act
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
export const actSealText = ({ digest, previousHash }: { digest: string; previousHash: string }): string =>
  canonical({ digest, previousHash })
