// Links by which a person without an account answers one question. A link is the id of its row with a signature; it is written
// nowhere: e-mails have a placeholder, which becomes the link when the message is sent.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'

type Db = Kysely<Tables>
export type LinkKey = Buffer

export const answerPath = '/answer'
const placeholder = /\{answer-link ([0-9a-f-]{36})\}/g

/** The key in the database, made at first use; a restored backup has none, so that earlier links stop working. */
export async function linkKey(trx: Db, at: string): Promise<LinkKey> {
  const stored = await storedKey(trx)
  if (stored !== null) return stored
  await sql`select pg_advisory_xact_lock(741637)`.execute(trx)
  const other = await storedKey(trx)
  if (other !== null) return other
  const key = randomBytes(32)
  await trx
    .insertInto('signing_key')
    .values({
      id: crypto.randomUUID(),
      purpose: 'question-link',
      private_jwk: JSON.stringify({ kty: 'oct', k: key.toString('base64url') }),
      created_at: at,
    })
    .execute()
  return key
}

export async function storedKey(db: Db): Promise<LinkKey | null> {
  const row = await db
    .selectFrom('signing_key')
    .select('private_jwk as jwk')
    .where('purpose', '=', 'question-link')
    .executeTakeFirst()
  return row === undefined ? null : Buffer.from((row.jwk as { k: string }).k, 'base64url')
}

const signatureOf = (key: LinkKey, linkId: string): Buffer =>
  createHmac('sha256', key).update(`talaan question link ${linkId}`).digest()

export const tokenOf = (key: LinkKey, linkId: string): string =>
  `${linkId}.${signatureOf(key, linkId).toString('base64url')}`

/** The token is in the fragment, which browsers don't send: opening the page shows and changes nothing. */
export const linkOf = (key: LinkKey, { publicUrl, linkId }: { publicUrl: string | null; linkId: string }): string =>
  `${publicUrl ?? ''}${answerPath}#${tokenOf(key, linkId)}`

/** The id of a token with a valid signature. */
export function linkIdOf(key: LinkKey, token: string): string | null {
  const [, linkId, signature] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(token) ?? []
  if (linkId === undefined || signature === undefined) return null
  return timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(key, linkId)) ? linkId : null
}

/** Four digits have few values, so their digest needs the key. */
export const pinHash = (key: LinkKey, linkId: string, pin: string): string =>
  createHmac('sha256', key).update(`talaan question pin ${linkId} ${pin}`).digest('hex')

export const placeholderOf = (linkId: string): string => `{answer-link ${linkId}}`

/** A message as sent. */
export async function withLinks(db: Db, body: string, publicUrl: string | null): Promise<string> {
  if (!body.includes('{answer-link ')) return body
  const key = await storedKey(db)
  return body.replace(placeholder, (_, linkId: string) =>
    key === null ? '(this link no longer works)' : linkOf(key, { publicUrl, linkId }),
  )
}
