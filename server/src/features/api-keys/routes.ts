// API keys: created by an administrator, shown once, revoked by an administrator or the accountant.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import {
  allowRecording,
  apiKeyProblems,
  createApiKey,
  listApiKeys,
  longestKeyDays,
  maximumApiKeys,
  revokeApiKey,
} from '@talaan/contract/api-keys.ts'
import type { ApiKey, Scope } from '@talaan/contract/api-keys.ts'
import type { BodyOf } from '@talaan/contract/endpoint.ts'
import { recordersOf } from '@talaan/contract/documents.ts'
import { common, Refusal } from '@talaan/contract/problem.ts'
import type { Problem } from '@talaan/contract/problem.ts'
import type { Role } from '@talaan/contract/roles.ts'
import { daysBetween } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { keyPrefix, networkIn, newKey } from '../../http/api/key.ts'
import type { NewKey } from '../../http/api/key.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp, today } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Trx = Transaction<Tables>

export const apiKeys: Feature = ({ db: { kysely: db }, clock, env }) => {
  const keyById = async (trx: Kysely<Tables>, keyId: string): Promise<ApiKey> => {
    const [key] = await keysOf(trx, today(clock), keyId)
    if (key === undefined) throw new Refusal(apiKeyProblems.notThere)
    return key
  }
  return [
    answers(listApiKeys, async () => ({ keys: await keysOf(db, today(clock)) })),

    answers(createApiKey, async ({ params: { keyId }, body, viewer, address }) => {
      const made = newKey(keyPrefix(env))
      const key = await db.transaction().execute(async (trx) => {
        await create(trx, { ...body, keyId, made, by: viewer.userId, at: timestamp(clock.now()), on: today(clock) })
        const detail = { ...body, start: made.start }
        const object = { type: 'apiKey', id: keyId }
        await audit(trx, clock, { viewer, address, action: createApiKey.name, object, detail })
        return keyById(trx, keyId)
      })
      return { key, secret: made.text }
    }),

    answers(revokeApiKey, async ({ params: { keyId }, viewer, address }) => {
      const key = await db.transaction().execute(async (trx) => {
        const before = await keyById(trx, keyId)
        if (before.state === 'revoked') return before
        await trx
          .updateTable('api_key')
          .set({ revoked_by: viewer.userId, revoked_at: timestamp(clock.now()) })
          .where('id', '=', keyId)
          .execute()
        const object = { type: 'apiKey', id: keyId }
        await audit(trx, clock, { viewer, address, action: revokeApiKey.name, object, detail: { name: before.name } })
        return keyById(trx, keyId)
      })
      return { key }
    }),

    answers(allowRecording, async ({ params: { keyId }, body: { recording }, viewer, address }) => {
      const key = await db.transaction().execute(async (trx) => {
        const { state, name, owner } = await keyById(trx, keyId)
        if (state !== 'active') throw new Refusal(apiKeyProblems.revoked)
        const { role } = await trx
          .selectFrom('users')
          .select('role')
          .where('client_id', '=', owner)
          .executeTakeFirstOrThrow()
        if (recording.some(({ kind }) => !recordersOf(kind).includes(role as Role)))
          throw new Refusal(common.notAllowed)
        await trx.deleteFrom('api_key_recording').where('key_id', '=', keyId).execute()
        for (const { kind, upTo } of recording)
          await trx
            .insertInto('api_key_recording')
            .values({ key_id: keyId, kind, up_to: upTo, allowed_by: viewer.userId, allowed_at: timestamp(clock.now()) })
            .execute()
        const detail = { name, recording: recording.map(({ kind, upTo }) => ({ kind, upTo: upTo.toString() })) }
        const object = { type: 'apiKey', id: keyId }
        await audit(trx, clock, { viewer, address, action: allowRecording.name, object, detail })
        return keyById(trx, keyId)
      })
      return { key }
    }),
  ]
}

type New = BodyOf<typeof createApiKey> & { keyId: string; made: NewKey; by: string; at: string; on: Day }

async function create(
  trx: Trx,
  { keyId, name, owner, scopes, networks, expiresOn, made, by, at, on }: New,
): Promise<void> {
  // One at a time, so that the keys are counted.
  await sql`select pg_advisory_xact_lock(hashtext('API keys'))`.execute(trx)
  const keys = await keysOf(trx, on)
  const active = keys.filter(({ state }) => state === 'active')
  const account = await trx
    .selectFrom('users')
    .select('id')
    .where(sql`lower(client_id)`, '=', owner.toLowerCase())
    .where('seat', 'is not', null)
    .executeTakeFirst()
  const lasts = daysBetween(on, expiresOn)
  if (keys.some(({ id }) => id === keyId)) throw new Refusal(apiKeyProblems.shownBefore)
  if (account === undefined) throw atField('owner', apiKeyProblems.noSuchAccount)
  if (lasts < 1 || lasts > longestKeyDays) throw atField('expiresOn', apiKeyProblems.expiry)
  if (networks.some((network) => networkIn(network) === undefined)) throw atField('networks', apiKeyProblems.network)
  // An expired key keeps its name until it is revoked.
  if (keys.some((key) => key.state !== 'revoked' && key.name.toLowerCase() === name.toLowerCase()))
    throw atField('name', apiKeyProblems.nameTaken)
  if (active.length >= maximumApiKeys) throw new Refusal(apiKeyProblems.tooMany)
  await trx
    .insertInto('api_key')
    .values({
      id: keyId,
      name,
      owner: account.id,
      start: made.start,
      secret_hash: made.secretHash,
      scopes,
      networks: networks.map((network) => network.trim()),
      created_by: by,
      created_at: at,
      expires_on: expiresOn,
    })
    .execute()
}

const atField = (field: string, problem: Problem): Refusal =>
  new Refusal(problem, [{ path: [field], message: problem.sentence }])

/** All keys, the active ones first, or one. */
async function keysOf(db: Kysely<Tables>, on: Day, keyId?: string): Promise<ApiKey[]> {
  let query = db
    .selectFrom('api_key')
    .innerJoin('users as owner', 'owner.id', 'api_key.owner')
    .innerJoin('users as creator', 'creator.id', 'api_key.created_by')
    .leftJoin('api_key_use', 'api_key_use.key_id', 'api_key.id')
    .select([
      'api_key.id',
      'api_key.name',
      'start',
      'owner.client_id as owner',
      'scopes',
      'networks',
      'api_key.created_at as createdAt',
      'creator.client_id as createdBy',
      'expires_on as expiresOn',
      'revoked_at as revokedAt',
      'last_used_at as lastUsedAt',
      'last_used_from as lastUsedFrom',
    ])
    .orderBy(sql`revoked_at is not null or expires_on < ${on}`)
    .orderBy('api_key.created_at', 'desc')
    .orderBy('api_key.id')
  if (keyId !== undefined) query = query.where('api_key.id', '=', keyId)
  const rows = await query.execute()
  const recording = await db
    .selectFrom('api_key_recording')
    .innerJoin('users', 'users.id', 'allowed_by')
    .select(['key_id as keyId', 'kind', 'up_to as upTo', 'client_id as by'])
    .orderBy('kind')
    .execute()
  return rows.map(({ revokedAt, ...row }) => ({
    ...row,
    scopes: row.scopes as Scope[],
    recording: recording
      .filter((one) => one.keyId === row.id)
      .map(({ kind, upTo, by }) => ({ kind: kind as DocumentTypeName, upTo, by })),
    state: revokedAt !== null ? 'revoked' : row.expiresOn < on ? 'expired' : 'active',
  }))
}
