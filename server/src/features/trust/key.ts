// The Ed25519 key that signs reports of the Trust page, made at first use and stored. A signature shows that the report came from
// this portal; the same report has the same signature.
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import type { JWK } from 'jose'
import { sql } from 'kysely'
import { timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'

type KeyContext = Pick<AppContext, 'db' | 'clock'>

export const signed = async (context: KeyContext, bytes: Uint8Array): Promise<Uint8Array> =>
  sign(null, bytes, await reportKey(context))

export const publicKeyPem = async (context: KeyContext): Promise<string> =>
  createPublicKey(await reportKey(context))
    .export({ type: 'spki', format: 'pem' })
    .toString()

const reportKey = ({ db, clock }: KeyContext): Promise<KeyObject> =>
  db.kysely.transaction().execute(async (trx) => {
    // Two reports at once use the same key.
    await sql`select pg_advisory_xact_lock(741635)`.execute(trx)
    const stored = await trx
      .selectFrom('signing_key')
      .select('private_jwk as jwk')
      .where('purpose', '=', 'trust-report')
      .executeTakeFirst()
    if (stored !== undefined) return createPrivateKey({ key: stored.jwk as JWK, format: 'jwk' })
    const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
    const jwk = await exportJWK(privateKey)
    await trx
      .insertInto('signing_key')
      .values({
        id: crypto.randomUUID(),
        purpose: 'trust-report',
        private_jwk: JSON.stringify(jwk),
        created_at: timestamp(clock.now()),
      })
      .execute()
    return createPrivateKey({ key: jwk, format: 'jwk' })
  })
