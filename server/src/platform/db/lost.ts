// The state of a write after the database connection fails.

/** The outcome is unknown: the server may have committed although its response never arrived. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message = '' } = error as { code?: unknown; message?: string }
  return (
    (typeof code === 'string' && lostCodes.has(code)) ||
    /^(Connection terminated|Client has encountered a connection error|Query read timeout)/.test(message)
  )
}

/** Terminated, crashed, connection exception and failure; and the equivalent socket errors. */
const lostCodes = new Set(['57P01', '57P02', '08000', '08003', '08006', '08007', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])

/** Connected to a server that accepts no changes; its code is that of a server that is not ready yet. */
export class StandbyError extends Error {
  readonly code = '57P03'
  override message = 'The PostgreSQL server is a standby.'
}

/** No connection could be made, so nothing was sent. */
export function isNotConnected(error: unknown): boolean {
  const { code, message = '' } = error as { code?: unknown; message?: string }
  return (
    (typeof code === 'string' && unreachableCodes.has(code)) || /^timeout exceeded when trying to connect/.test(message)
  )
}

/**
 * Starting up or shutting down, too many connections, wrong password, no such database; and the equivalent socket
 * errors.
 */
const unreachableCodes = new Set([
  '57P03',
  '53300',
  '28P01',
  '28000',
  '3D000',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
