// Starts the portal: validates the environment, opens and migrates the database, listens, and shuts down cleanly.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildApp, jobHandlersOf } from './app.ts'
import { sealLastAuditEvents } from './platform/audit/sealing.ts'
import { removeDeadSocket } from './http/connections.ts'
import { wallClock } from './platform/clock.ts'
import { DatabaseRefusal, openDatabase } from './platform/db/db.ts'
import { watchDisk } from './platform/disk/reserve.ts'
import { startRefusal } from './platform/disk/trouble.ts'
import { migrate } from './platform/db/migrate.ts'
import { EnvironmentMistake, readEnvironment } from './platform/env/env.ts'
import type { Environment } from './platform/env/env.ts'
import type { HttpContext } from './http/context.ts'
import { copiesLog } from './features/backups/log-jobs.ts'
import { resolveIdentity } from './http/identity/identity.ts'
import { defaultLimits } from './http/limits.ts'
import { startWorker } from './platform/jobs/worker.ts'
import { openLog } from './platform/log.ts'
import { standardCost } from './http/passwords.ts'
import { markPages, practiceMark } from './print/pdf-file.ts'
import { setUp } from './cli/setup.ts'
import { version } from './platform/version.ts'

const webDir = fileURLToPath(new URL('../../web/dist', import.meta.url))

// Asked to stop before there is anything to finish.
const endEarly = () => process.exit(0)
const signals = ['SIGTERM', 'SIGINT', 'disconnect'] as const
for (const signal of signals) process.on(signal, endEarly)

try {
  await start()
} catch (error) {
  const sentence = isExpected(error) ? error.message : startRefusal(error, resolve(process.env.DATA_DIR ?? 'data'))
  if (sentence === undefined) throw error
  console.error(sentence)
  process.exit(1)
}

function isExpected(error: unknown): error is Error {
  return error instanceof EnvironmentMistake || error instanceof DatabaseRefusal
}

async function start(): Promise<void> {
  const env = readEnvironment(process.env)
  const log = openLog(env.logLevel)
  const clock = wallClock
  if (env.isPractice) markPages(practiceMark)
  await assertPortIsFree(env)
  const db = await openDatabase(
    env.databaseUrl === null ? { dataDir: env.dataDir, mirror: env.mirror } : { databaseUrl: env.databaseUrl },
    { log: (sentence) => log.warn(sentence), patienceMs: 60_000 },
  )
  await migrate(db)
  const first = await setUp({ db, env, clock, passwordCost: standardCost })
  // Printed at once: whatever fails later, the password is known.
  if (first !== undefined) {
    console.log('')
    console.log(`  Client ID           ${first.clientId}`)
    console.log(`  One-time password   ${first.oneTimePassword}`)
    console.log('')
    console.log('Talaan shows this password only once. Change it at the first login.')
  }
  const identity = await resolveIdentity({ db, env, clock })
  const context: HttpContext = {
    db,
    clock,
    env,
    identity,
    limits: defaultLimits,
    passwordCost: standardCost,
    version,
    log,
    jobsAreDue: () => worker.wake(),
  }
  const worker = startWorker(context, jobHandlersOf(context))
  const copying = copiesLog(context)
  let draining = false
  const app = await buildApp(context, { webDir, isDraining: () => draining })
  const leaveDisk = env.databaseUrl === null ? watchDisk(env.dataDir, log) : () => {}

  let ending = false
  const end = async (signal: (typeof signals)[number]) => {
    if (ending) return
    ending = true
    log.info(
      `${signal === 'disconnect' ? 'The parent process has ended' : signal}: stopping after the current requests.`,
    )
    // A balancer sees at the next health check that it should use another portal.
    draining = env.drainSeconds > 0
    if (draining) await new Promise((resolve) => setTimeout(resolve, env.drainSeconds * 1000))
    // Running requests get twenty seconds; slower connections are closed.
    let waitsFor = 'requests'
    setTimeout(() => {
      log.error(`The ${waitsFor} did not end within 20 seconds; Talaan stops anyway.`)
      process.exit(1)
    }, 20_000).unref()
    leaveDisk()
    await app.close()
    waitsFor = 'jobs'
    await worker.stop()
    waitsFor = 'database'
    await sealLastAuditEvents(context).catch((error: unknown) =>
      log.error({ err: error }, 'The latest audit events could not be sealed; Talaan seals them at the next start.'),
    )
    await copying.stop()
    await db.close()
    process.exit(0)
  }
  for (const signal of signals) process.off(signal, endEarly).on(signal, () => void end(signal))

  if (env.unencrypted.length > 0)
    log.warn(`ALLOW_UNENCRYPTED is set, so these connections may be unencrypted: ${env.unencrypted.join(', ')}.`)
  await app.listen(listensAt(env)).catch(async (error: NodeJS.ErrnoException) => {
    await db.close()
    throw portRefusal(env, error)
  })

  console.log(`Talaan is ready at ${env.publicUrl ?? localAddress(env, app.server.address())}`)
  console.log(
    env.databaseUrl === null
      ? `The books are in ${env.dataDir}.`
      : 'The books are on the PostgreSQL server of DATABASE_URL.',
  )
  if (env.smtpUrl === null)
    console.log(
      env.isPractice
        ? 'PRACTICE is on: no e-mails, no webhooks to other machines, no backups.'
        : 'SMTP_URL is not set: e-mails stay queued. You can read and download receipts in Talaan.',
    )
  if (!existsSync(webDir))
    console.log('The web pages are not built; only the API is available. Start with npm start to build them.')
}

/** The proxy is another user, so everyone who can reach the folder of a Unix socket may connect to it. */
function listensAt({ host, port }: Environment) {
  return host.startsWith('/') ? { path: host, readableAll: true, writableAll: true } : { host, port }
}

function localAddress({ host, tls }: Environment, address: AddressInfo | string | null): string {
  if (typeof address !== 'object' || address === null) return host
  return `${tls === null ? 'http' : 'https'}://${host === '0.0.0.0' ? 'localhost' : host}:${address.port}`
}

/** Checked before the database is opened, so that no one-time password is shown by a portal that cannot listen. */
async function assertPortIsFree(env: Environment): Promise<void> {
  if (env.host.startsWith('/')) await removeDeadSocket(env.host)
  const probe = createServer()
  try {
    probe.listen(listensAt(env))
    await once(probe, 'listening')
  } catch (error) {
    throw portRefusal(env, error as NodeJS.ErrnoException)
  }
  probe.close()
  await once(probe, 'close')
}

function portRefusal({ port, host }: Environment, error: NodeJS.ErrnoException): Error {
  if (host.startsWith('/') && error.code !== undefined)
    return new EnvironmentMistake(
      `HOST is '${host}', and no socket can be opened there (${error.code}). Choose another path.`,
    )
  if (!['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(error.code ?? '')) return error
  return new EnvironmentMistake(`Port ${port} on ${host} cannot be used (${error.code}); choose another with PORT.`)
}
