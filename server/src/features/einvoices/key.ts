// The key that signs exported sales documents: the operator's, or one made at first use and stored.
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import type { JWK } from 'jose'
import { sql } from 'kysely'
import { timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'

export type ExportKey = { algorithm: 'RS256' | 'ES256'; id: string; privateKey: KeyObject; publicKey: KeyObject }

export async function exportKey({ db, clock, env }: Pick<AppContext, 'db' | 'clock' | 'env'>): Promise<ExportKey> {
  const privateKey = env.eInvoiceKey ?? (await storedKey({ db, clock }))
  const publicKey = createPublicKey(privateKey)
  const der = publicKey.export({ type: 'spki', format: 'der' })
  return {
    algorithm: privateKey.asymmetricKeyType === 'ec' ? 'ES256' : 'RS256',
    id: createHash('sha256').update(der).digest('hex').slice(0, 16),
    privateKey,
    publicKey,
  }
}

const storedKey = ({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<KeyObject> =>
  db.kysely.transaction().execute(async (trx) => {
    // Two exports at once use the same key.
    await sql`select pg_advisory_xact_lock(741634)`.execute(trx)
    const stored = await trx
      .selectFrom('signing_key')
      .select('private_jwk as jwk')
      .where('purpose', '=', 'sales-export')
      .executeTakeFirst()
    if (stored !== undefined) return createPrivateKey({ key: stored.jwk as JWK, format: 'jwk' })
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    const jwk = await exportJWK(privateKey)
    await trx
      .insertInto('signing_key')
      .values({
        id: crypto.randomUUID(),
        purpose: 'sales-export',
        private_jwk: JSON.stringify(jwk),
        created_at: timestamp(clock.now()),
      })
      .execute()
    return createPrivateKey({ key: jwk, format: 'jwk' })
  })
