// The portal's log, as JSON lines on standard error, for log collectors. Messages for the operator at the console go to
// standard output.
import { isatty } from 'node:tty'
import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'

export type Log = Logger

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Values of secrets are never written, anywhere in an object. */
const secrets = [
  ...['password', 'oneTimePassword', 'token', 'idToken', 'refreshToken', 'customToken', 'bearer'],
  ...['authorization', 'cookie', 'set-cookie', 'secret'],
]
const below = ['', '*.', '*.*.', '*.*.*.']

type Output = { to?: DestinationStream; isTerminal?: boolean }

/**
 * Each line is written at once, so that it survives a crash. On a terminal, audit events would hide the messages for the operator;
 * there they are shown only with `debug`.
 */
export function openLog(level: LogLevel, { to = standardError(), isTerminal = isatty(2) }: Output = {}): Log {
  const hidesAudit = isTerminal && level !== 'debug' && level !== 'trace'
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: {
        err: errorFields,
        req: requestFields,
        res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
      },
      redact: {
        paths: secrets.flatMap((name) =>
          below.map((path) => (path === '' ? `["${name}"]` : `${path.slice(0, -1)}["${name}"]`)),
        ),
        censor: '[redacted]',
      },
      hooks: {
        logMethod([first, ...others], write) {
          if (!hidesAudit || !isAuditEvent(first)) write.call(this, first, ...others)
        },
      },
    },
    to,
  )
}

const standardError = () => pino.destination({ fd: 2, sync: true })

const isAuditEvent = (fields: unknown) => typeof fields === 'object' && fields !== null && 'audit' in fields

/** Nothing else of an error is written: errors of libraries contain the values they failed on. */
const errorFields = (error: unknown) => {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code } = error as NodeJS.ErrnoException
  return { type: error.name, message: error.message, stack: error.stack, ...(code !== undefined && { code }) }
}

/** A request without its headers and search terms. */
const requestFields = ({ method, url }: { method: string; url: string }) => ({ method, path: url.split('?')[0] })

/** An error in one line of limited length. */
export function errorLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)
}
