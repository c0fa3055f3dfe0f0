// Strangers send as many requests as the computer can take, while users record documents and log in.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { listDocuments } from '@talaan/contract/documents.ts'
import { signInWithCustomToken } from '@talaan/contract/identity.ts'
import { logIn, logOut } from '@talaan/contract/session.ts'
import { verify } from '../../src/books/verify/verify.ts'
import { soakSeconds } from '../extent.ts'
import { newBooks } from '../crash/books.ts'
import { anInvoice, ask, firstPassword, openOffice, password, record, review } from '../crash/people.ts'
import { startPortal } from '../crash/portal.ts'
import { quantile } from './statistics.ts'

/** From one address; the portal takes 128 connections of each. */
const connections = 32
const recordingLimitMs = 1_000
const loginLimitMs = 2_000

test('with many requests from strangers, users still record within a second and log in within two', async ({
  task,
}) => {
  await using books = await newBooks()
  await using portal = await startPortal({ ...books.environment, ADMIN_PASSWORD: firstPassword })
  const { people, partyId } = await openOffice(portal.url)
  const [, ben] = people
  const admin = await logInAgain(portal.url)
  await logOutFrom(portal.url, admin)

  const seconds = Math.max(15, soakSeconds)
  const wrongLogin = JSON.stringify({ ClientId: 'nobody', Password: 'Maling-Salita.2026' })
  const strangers = Promise.all([
    flood(`${portal.url}/`, seconds),
    flood(`${portal.url}${listDocuments.path}`, seconds),
    flood(`${portal.url}${logIn.path}`, seconds, [
      ...['--method', 'POST', '--body', wrongLogin],
      ...['--headers', 'content-type=application/json'],
    ]),
  ])
  let isOver = false
  strangers.then(
    () => (isOver = true),
    () => (isOver = true),
  )

  const recordings: number[] = []
  const logins: number[] = []
  const recordOn = async () => {
    for (let externalNo = 1; !isOver; externalNo += 1) {
      const draft = await review(portal.url, ben, anInvoice(partyId, `O-${externalNo}`))
      recordings.push(await timed(() => record(portal.url, ben, draft)))
    }
  }
  const logInOn = async () => {
    let { device } = admin
    while (!isOver) {
      const login = await logInAgain(portal.url, device)
      logins.push(login.tookMs)
      device = login.device
      await logOutFrom(portal.url, login)
    }
  }
  await Promise.all([recordOn(), logInOn()])

  const floods = await strangers
  const perSecond = Math.round(floods.reduce((sum, { requests }) => sum + requests.average, 0))
  const crashes = floods.map((each) => each['5xx']).reduce((sum, count) => sum + count, 0)
  expect(crashes).toBe(0)
  expect(recordings.length).toBeGreaterThan(5)
  expect(logins.length).toBeGreaterThan(3)
  const [recording, login] = [quantile(recordings, 0.99), quantile(logins, 0.99)]
  const stated = `${perSecond} requests per second from strangers: p99 of ${recordings.length} recordings ${recording.toFixed(0)} ms, of ${logins.length} logins from a known browser ${login.toFixed(0)} ms`
  console.log(stated)
  expect(recording, stated).toBeLessThan(recordingLimitMs)
  expect(login, stated).toBeLessThan(loginLimitMs)
  await using db = await books.open()
  expect((await verify(db.kysely)).checks.flatMap(({ problems }) => problems)).toEqual([])
  task.meta.figures = stated
})

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

type Login = { tookMs: number; device: string; sessionId: string; headers: Record<string, string> }

/** Logs the administrator in from the browser with this device cookie. */
async function logInAgain(url: string, device?: string): Promise<Login> {
  const begun = performance.now()
  const { status, text, cookies } = await ask(url + logIn.path, {
    method: 'POST',
    headers: device === undefined ? {} : { cookie: device },
    body: JSON.stringify({ ClientId: 'admin', Password: password, ...(device === undefined && { forceLogout: true }) }),
  })
  const tookMs = performance.now() - begun
  expect(status, text).toBe(200)
  const { sessionId, customToken } = JSON.parse(text) as { sessionId: string; customToken: string }
  const [set, bind] = ['device-', 'bind='].map((name) => cookies.find((cookie) => cookie.includes(name))?.split(';')[0])
  const headers = { authorization: `Bearer ${await idTokenOf(url, customToken)}`, cookie: bind ?? '' }
  return { tookMs, device: set ?? device ?? '', sessionId, headers }
}

async function idTokenOf(url: string, token: string): Promise<string> {
  const { text } = await ask(`${url}${signInWithCustomToken.path}?key=embedded`, {
    method: 'POST',
    body: JSON.stringify({ token, returnSecureToken: true }),
  })
  return (JSON.parse(text) as { idToken: string }).idToken
}

async function logOutFrom(url: string, { sessionId, headers }: Login): Promise<void> {
  const body = JSON.stringify({ sessionId })
  const { status, text } = await ask(url + logOut.path, { method: 'POST', headers, body })
  expect(status, text).toBe(204)
}

type Flood = { requests: { average: number }; '5xx': number }

/** One request again and again, from a process of its own. */
async function flood(url: string, seconds: number, how: string[] = []): Promise<Flood> {
  const program = createRequire(new URL('../../../bench/package.json', import.meta.url)).resolve('autocannon')
  const words = ['--json', '--no-progress', '--connections', String(connections), '--duration', String(seconds)]
  const child = spawn(process.execPath, [program, ...words, ...how, url], { stdio: ['ignore', 'pipe', 'pipe'] })
  let [output, errors] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`autocannon failed: ${errors}`)
  return JSON.parse(output) as Flood
}
