// The origin of the portal, as the caller of a request knows it.
import type { Environment } from '../platform/env/env.ts'

/** 'none' in quotes, as in a policy, if the host is not one. */
export function ownOrigin(env: Environment, host: string | undefined): string {
  if (env.publicUrl !== null) return new URL(env.publicUrl).origin
  return /^[A-Za-z0-9.:[\]-]{1,255}$/.test(host ?? '') ? `${env.tls === null ? 'http' : 'https'}://${host}` : "'none'"
}
