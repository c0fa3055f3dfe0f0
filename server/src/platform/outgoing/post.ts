// Sends a message to an address that someone else has named. The name is resolved once, all of its addresses have to be allowed, and
// the connection goes to one of them; redirects are not followed.
import { lookup } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Environment } from '../env/env.ts'
import { reachOf } from './addresses.ts'

export type Resolve = (name: string) => Promise<string[]>
export type Answer = { status: number; text: string }
export class NotSent extends Error {}

export const resolveByDns: Resolve = async (name) => (await lookup(name, { all: true })).map(({ address }) => address)

type Guard = Pick<Environment, 'webhookPrivateNetworks' | 'port' | 'publicUrl' | 'isPractice'>
type Message = { url: string; headers: Record<string, string>; body: string }
type How = { resolve: Resolve; limitMs: number; signal?: AbortSignal }

/** An answer longer than this is cut off. */
const longestAnswer = 16_384

/** Why an address can be no receiver, whatever its name resolves to; undefined if it may be one. */
export function refusalOf(text: string, { publicUrl, port }: Guard): 'address' | 'ownAddress' | undefined {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    return 'address'
  if (url.hostname === '') return 'address'
  if (publicUrl !== null && new URL(publicUrl).host === url.host) return 'ownAddress'
  const isThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname.replace(/\.$/, ''))
  return isThisMachine && portOf(url) === port ? 'ownAddress' : undefined
}

const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80))

/** The addresses to which a message may be sent. Throws with the reason if there are none, or if one of them is not allowed. */
export async function allowedAddresses(text: string, guard: Guard, resolve: Resolve): Promise<string[]> {
  const url = new URL(text)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  // A lookup is never made for a literal address.
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => [])
  if (addresses.length === 0) throw new NotSent(`The host name ${host} was not found.`)
  const own = Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address))
  for (const address of addresses) {
    const reach = reachOf(address)
    // A restored copy has the webhooks of the live books.
    if (guard.isPractice && !isInside(thisMachine, address))
      throw new NotSent('A practice portal sends webhooks only to 127.0.0.1 and ::1.')
    const isAllowed = guard.isPractice || (reach === 'private' && isInside(guard.webhookPrivateNetworks, address))
    if (reach !== 'public' && !isAllowed) throw new NotSent(`The address ${address} is not allowed for webhooks.`)
    if (own.includes(address) && portOf(url) === guard.port) throw new NotSent('This is an address of Talaan itself.')
    if (url.protocol === 'http:' && !isAllowed) throw new NotSent('Messages sent over the internet require https://.')
  }
  return addresses
}

const thisMachine = ['127.0.0.0/8', '::1/128']

function isInside(networks: readonly string[], address: string): boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [of = '', bits = ''] = network.split('/')
    list.addSubnet(of, Number(bits), isIP(of) === 6 ? 'ipv6' : 'ipv4')
  }
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

export async function post(
  { url: text, headers, body }: Message,
  guard: Guard,
  { resolve, limitMs, signal }: How,
): Promise<Answer> {
  const url = new URL(text)
  const [address = ''] = await allowedAddresses(text, guard, resolve)
  const limit = AbortSignal.timeout(limitMs)
  return new Promise<Answer>((done, fail) => {
    const isSecure = url.protocol === 'https:'
    const request = (isSecure ? requestHttps : requestHttp)(
      {
        method: 'POST',
        host: address,
        port: portOf(url),
        path: `${url.pathname}${url.search}`,
        headers: { ...headers, host: url.host, 'content-length': String(Buffer.byteLength(body)) },
        // No connection is shared between receivers.
        agent: false,
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
        ...(isSecure && { servername: isIP(url.hostname) ? '' : url.hostname }),
      },
      (response) => {
        const status = response.statusCode ?? 0
        let answer = Buffer.alloc(0)
        const end = () => done({ status, text: answer.toString('utf8') })
        response.on('data', (chunk: Buffer) => {
          answer = Buffer.concat([answer, chunk]).subarray(0, longestAnswer)
          if (answer.byteLength < longestAnswer) return
          response.destroy()
          end()
        })
        response.on('end', end)
        response.on('error', fail)
      },
    )
    request.on('error', (error) =>
      fail(limit.aborted ? new NotSent(`The receiver took longer than ${limitMs / 1000} seconds.`) : error),
    )
    request.end(body)
  })
}
