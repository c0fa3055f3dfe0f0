// API keys: talaan_live_ or in a practice portal talaan_test_, 12 characters by which a key is found, 43 of its secret, and 6 of a checksum, so that scanners for leaked
// secrets recognise it without asking anybody. Tokens of external forms have the same form with talaan_launch_.
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { crc32 } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { apiProblems, lacksScope, scopesOf } from '@talaan/contract/api/endpoint.ts'
import type { ApiEndpoint } from '@talaan/contract/api/endpoint.ts'
import type { Scope } from '@talaan/contract/api-keys.ts'
import { common, Refusal } from '@talaan/contract/problem.ts'
import type { Problem } from '@talaan/contract/problem.ts'
import type { Role } from '@talaan/contract/roles.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp, today } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Environment } from '../../platform/env/env.ts'
import type { ApiKeyOfCall, Viewer } from '../../platform/viewer.ts'
import type { HttpContext } from '../context.ts'
import { endOf } from '../session/life.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
export type Prefix = 'talaan_live_' | 'talaan_test_' | 'talaan_launch_'
/** The pattern for scanners of leaked secrets. */
const keyPattern = /^(talaan_(?:live|test|launch)_[0-9A-Za-z]{12})([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

export type NewKey = { text: string; start: string; secretHash: string }

export const keyPrefix = ({ isPractice }: Pick<Environment, 'isPractice'>): Prefix =>
  isPractice ? 'talaan_test_' : 'talaan_live_'

export function newKey(prefix: Prefix): NewKey {
  const start = `${prefix}${randomText(12)}`
  const secret = randomText(43)
  const body = `${start}${secret}`
  return { text: `${body}${checksum(body)}`, start, secretHash: hashOfSecret(secret) }
}

/** 43 characters have 256 random bits. */
export const randomText = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** CRC-32 in base 62. */
function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let at = 0; at < 6; at += 1) {
    digits = `${alphabet[rest % 62]}${digits}`
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** The secret has 256 random bits, so a plain digest cannot be reversed. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** The account that a key acts for. Refuses with 401 without a valid key, and 403 without the permission. */
export async function authenticateKey(
  context: HttpContext,
  { request, address }: { request: FastifyRequest; address: string },
  endpoint: ApiEndpoint,
  known: (viewer: Viewer) => void,
): Promise<Viewer> {
  if (request.headers.origin !== undefined || request.headers.cookie !== undefined)
    throw new Refusal(apiProblems.fromBrowser)
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (bearer === undefined) throw new Refusal(apiProblems.noKey)
  assertOfThisPortal(context, bearer)
  const found = await behind(context, bearer)
  if (found === undefined) throw new Refusal(apiProblems.badKey)
  const { viewer, networks, lastUse } = found
  if (!isInside(networks, address))
    return refuse(context, { viewer, endpoint, address, problem: apiProblems.otherNetwork })
  known(viewer)
  if (isNewUse(context.clock, lastUse, address)) await noteUse(context, viewer.apiKey.id, address)
  if (!endpoint.access.includes(viewer.role))
    return refuse(context, { viewer, endpoint, address, problem: common.notAllowed })
  const lacking = scopesOf(endpoint).find((scope) => !viewer.apiKey.scopes.includes(scope))
  if (lacking !== undefined) return refuse(context, { viewer, endpoint, address, problem: lacksScope(lacking) })
  return viewer
}

/** A key of the live books must not work on a restored copy, and a practice key not on the live books. */
function assertOfThisPortal({ env }: HttpContext, text: string): void {
  if (text.startsWith('talaan_test_') && !env.isPractice) throw new Refusal(apiProblems.practiceKey)
  if (text.startsWith('talaan_live_') && env.isPractice) throw new Refusal(apiProblems.liveKey)
}

type KeyViewer = Viewer & { apiKey: ApiKeyOfCall }

type Found = { viewer: KeyViewer; networks: string[]; lastUse: LastUse }
type LastUse = { lastUsedAt: string | null; lastUsedFrom: string | null }

async function behind(context: HttpContext, text: string): Promise<Found | undefined> {
  const [, start, secret, sum] = keyPattern.exec(text) ?? []
  if (start === undefined || secret === undefined || checksum(`${start}${secret}`) !== sum) return undefined
  return start.startsWith('talaan_launch_') ? launchOf(context, start, secret) : keyOf(context, start, secret)
}

/** A key with its account, for the call of the key itself and of a launch token. */
const ofKey = [
  'api_key.id as keyId',
  'api_key.name',
  'api_key.scopes',
  'api_key.networks',
  'api_key.expires_on as expiresOn',
  'api_key_use.last_used_at as lastUsedAt',
  'api_key_use.last_used_from as lastUsedFrom',
  'users.id as userId',
  'users.client_id as clientId',
  'users.role',
  'company.name as company',
] as const

async function keyOf({ db, clock }: HttpContext, start: string, secret: string): Promise<Found | undefined> {
  const row = await db.kysely
    .selectFrom('api_key')
    .innerJoin('users', 'users.id', 'api_key.owner')
    .innerJoin('company', (join) => join.onTrue())
    .leftJoin('api_key_use', 'api_key_use.key_id', 'api_key.id')
    .select(ofKey)
    .select('api_key.secret_hash as secretHash')
    .where('api_key.start', '=', start)
    .where('api_key.revoked_at', 'is', null)
    .where('users.seat', 'is not', null)
    .executeTakeFirst()
  if (row === undefined || row.expiresOn < today(clock)) return undefined
  if (!isSecret(secret, row.secretHash)) return undefined
  const viewer: KeyViewer = {
    userId: row.userId,
    clientId: row.clientId,
    role: row.role as Role,
    sessionId: row.keyId,
    company: row.company,
    firstLogin: false,
    apiKey: { id: row.keyId, name: row.name, scopes: row.scopes as Scope[], expiresOn: row.expiresOn },
  }
  return { viewer, networks: row.networks, lastUse: row }
}

/** What an external form may do, however much its key may. */
const launchScopes: readonly Scope[] = [
  'company:read',
  'parties:read',
  'parties:write',
  'documents:read',
  'drafts:write',
  'files:read',
  'bank:read',
  'launches:prepare',
]

/** A token of an external form is valid as long as the session of the person, and as its key. */
async function launchOf({ db, clock }: HttpContext, start: string, secret: string): Promise<Found | undefined> {
  const row = await db.kysely
    .selectFrom('launch')
    .innerJoin('users', 'users.id', 'launch.user_id')
    .innerJoin('session', 'session.id', 'launch.session_id')
    .innerJoin('api_key', 'api_key.id', 'launch.key_id')
    .innerJoin('company', (join) => join.onTrue())
    .leftJoin('api_key_use', 'api_key_use.key_id', 'api_key.id')
    .select(ofKey)
    .select([
      'launch.id',
      'launch.form',
      'launch.draft_id as draftId',
      'launch.reviews',
      'launch.token_hash as tokenHash',
      'session.id as sessionId',
      'session.created_at as createdAt',
      'session.active_at as activeAt',
      'session.pinged_at as pingedAt',
      'session.closing_at as closingAt',
    ])
    .where('launch.token_start', '=', start)
    .where('launch.ended_at', 'is', null)
    .where('session.ended_at', 'is', null)
    .where('api_key.revoked_at', 'is', null)
    .where('users.seat', 'is not', null)
    .executeTakeFirst()
  if (row === undefined || row.expiresOn < today(clock) || !isSecret(secret, row.tokenHash ?? '')) return undefined
  if (endOf(row, clock.now()) !== undefined || !row.scopes.includes('launches:prepare')) return undefined
  const mayRecord = row.scopes.includes('launches:record') && !row.reviews
  const launch = { id: row.id, form: row.form, draftId: row.draftId, mayRecord }
  const viewer: KeyViewer = {
    userId: row.userId,
    clientId: row.clientId,
    role: row.role as Role,
    sessionId: row.sessionId,
    company: row.company,
    firstLogin: false,
    apiKey: { id: row.keyId, name: row.name, scopes: launchScopes, expiresOn: row.expiresOn, launch },
  }
  return { viewer, networks: row.networks, lastUse: row }
}

function isSecret(secret: string, hash: string): boolean {
  const [expected, actual] = [Buffer.from(hash), Buffer.from(hashOfSecret(secret))]
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

const isNewUse = (clock: Clock, { lastUsedAt, lastUsedFrom }: LastUse, address: string): boolean =>
  lastUsedAt === null || lastUsedFrom !== address || clock.now() - Date.parse(lastUsedAt) > 60_000

/** Written at most once a minute from the same address. */
async function noteUse({ db, clock }: HttpContext, keyId: string, address: string): Promise<void> {
  const at = timestamp(clock.now())
  const use = { last_used_at: at, last_used_from: address }
  await db.kysely
    .insertInto('api_key_address')
    .values({ key_id: keyId, address, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.kysely
    .insertInto('api_key_use')
    .values({ key_id: keyId, ...use })
    .onConflict((conflict) => conflict.column('key_id').doUpdateSet(use))
    .execute()
}

type Refused = { viewer: Viewer; endpoint: ApiEndpoint; address: string; problem: Problem; at?: string }

/** Notes the refusal in the audit trail. */
export async function refuse(
  { db, clock }: HttpContext,
  { viewer, endpoint, address, problem, at }: Refused,
): Promise<never> {
  const act = { viewer, address, action: endpoint.name, outcome: 'refused', detail: { why: problem.code } } as const
  await db.kysely.transaction().execute((trx) => audit(trx, clock, act))
  throw new Refusal(problem, at === undefined ? undefined : [{ path: [at], message: problem.sentence }])
}

/** Whether an address is in one of the networks; no networks allow every address. */
function isInside(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true
  const list = new BlockList()
  for (const network of networks) {
    const read = networkIn(network)
    if (read !== undefined) list.addSubnet(read.address, read.bits, read.family)
  }
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%')[0] ?? ''
  return isIPv4(plain) ? list.check(plain, 'ipv4') : isIPv6(plain) && list.check(plain, 'ipv6')
}

type Network = { address: string; bits: number; family: 'ipv4' | 'ipv6' }

/** Reads '203.0.113.7', '192.168.1.0/24' or the same of IPv6; undefined for anything else. */
export function networkIn(text: string): Network | undefined {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? []
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : undefined
  if (family === undefined) return undefined
  const most = family === 'ipv4' ? 32 : 128
  const bits = length === undefined ? most : Number(length)
  return bits <= most && bits > 0 ? { address, bits, family } : undefined
}
