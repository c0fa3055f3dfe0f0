// A browser in which a user has signed in before is a known device. Its login attempts are counted separately, so that others cannot
// use them up. https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Environment } from '../../platform/env/env.ts'
import { hasSecureAddress } from './session.ts'

const lifeSeconds = 180 * 86_400

type Account = { id: string; passwordHash: string }
type DeviceContext = { clock: Clock; env: Environment }

/** Signed with the password hash, so that a changed password makes all devices unknown. */
export function rememberDevice(reply: FastifyReply, { clock, env }: DeviceContext, account: Account): void {
  const stated = `${Math.floor(clock.now() / 1000)}.${randomBytes(16).toString('base64url')}`
  const { name, options } = deviceCookie(env, account.id)
  reply.setCookie(name, `${stated}.${signature(account, stated)}`, { ...options, maxAge: lifeSeconds })
}

/** An id of the known device for counting its attempts, or undefined for an unknown browser. */
export function knownDevice(
  request: FastifyRequest,
  { clock, env }: DeviceContext,
  account: Account,
): string | undefined {
  const cookie = request.cookies[deviceCookie(env, account.id).name]
  const [, stated, since, nonce, signed] = /^((\d{1,12})\.([\w-]{22}))\.([\w-]{43})$/.exec(cookie ?? '') ?? []
  if (stated === undefined || signed === undefined) return undefined
  if (!timingSafeEqual(Buffer.from(signed), Buffer.from(signature(account, stated)))) return undefined
  return clock.now() < (Number(since) + lifeSeconds) * 1000 ? `${account.id}:${nonce}` : undefined
}

const signature = ({ id, passwordHash }: Account, stated: string) =>
  createHmac('sha256', passwordHash).update(`device of ${id} since ${stated}`).digest('base64url')

/** One per account, because colleagues may share a computer. */
const deviceCookie = (env: Environment, userId: string) => {
  const secure = hasSecureAddress(env)
  return {
    name: `${secure ? '__Host-' : ''}device-${userId}`,
    options: { httpOnly: true, sameSite: 'strict', path: '/', secure } as const,
  }
}
