// Which connections could be read on a network.
import { isIPv4 } from 'node:net'

/** A loopback address, or the path of a Unix socket. */
export const isThisMachine = (host: string): boolean =>
  host.startsWith('/') || ['localhost', '::1', '[::1]'].includes(host) || (isIPv4(host) && host.startsWith('127.'))

/** The option of a mail server's address that turns off TLS or the check of certificates; none on this machine. */
export function clearTextIn(smtpUrl: string): string | undefined {
  const { hostname, searchParams } = new URL(smtpUrl)
  if (isThisMachine(hostname)) return undefined
  const allowed: Record<string, string> = { requireTLS: 'true', ignoreTLS: 'false', 'tls.rejectUnauthorized': 'true' }
  const [name, value] = [...searchParams].find(([key, said]) => key in allowed && allowed[key] !== said) ?? []
  return name === undefined ? undefined : `${name}=${value}`
}
