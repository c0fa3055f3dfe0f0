// Callers without a session, over real connections: their bodies are not read, and they cannot block others.
import type { Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { attachFile } from '@talaan/contract/documents.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { addressOf, endpoint } from '@talaan/contract/endpoint.ts'
import { health } from '@talaan/contract/portal.ts'
import { dashboard, logIn } from '@talaan/contract/session.ts'
import { buildApp } from '../app.ts'
import { testEngine } from '../../test/database.ts'
import { openPortal } from '../../test/portal.ts'
import type { Portal } from '../../test/portal.ts'
import { bodyBudget, officePace } from './bodies.ts'
import type { Pace } from './bodies.ts'
import { maxConnectionsPerAddress } from './connections.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { answers } from './route.ts'
import { serve } from './serve.ts'

let portal: Portal
let app: FastifyInstance
let port: number
const sockets: Socket[] = []

beforeAll(async () => {
  portal = await openPortal()
  app = await buildApp(portal.context)
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(async () => {
  await app.close()
  await portal.close()
})

type Line = { socket: Socket; answer: () => string; isClosed: () => boolean }

function opened(text = '', at = port): Line {
  const socket = connect(at, '127.0.0.1', () => void socket.write(text))
  sockets.push(socket)
  let answer = ''
  let isClosed = false
  socket.on('data', (bytes) => (answer += bytes.toString())).on('error', () => {})
  socket.on('close', () => (isClosed = true))
  return { socket, answer: () => answer, isClosed: () => isClosed }
}

const request = (method: string, path: string, headers: string[]) =>
  [`${method} ${path} HTTP/1.1`, 'host: localhost', ...headers, '', ''].join('\r\n')

test('an upload without a session gets 401 and is closed before its body is sent', async () => {
  const path = addressOf(attachFile, { draftId: crypto.randomUUID(), attachmentId: crypto.randomUUID() })
  const line = opened(
    request(attachFile.method, path, ['content-type: application/octet-stream', 'content-length: 9900000']),
  )
  await expect.poll(line.isClosed).toBe(true)
  expect(line.answer()).toMatch(/^HTTP\/1\.1 401 /)
  expect(line.answer()).toMatch(/\r\nconnection: close\r\n/i)
})

test('an open call accepts at most 16 kB', async () => {
  const line = opened(request('POST', logIn.path, ['content-type: application/json', 'content-length: 20000']))
  await expect.poll(line.answer).toMatch(/^HTTP\/1\.1 413 /)
})

test('a request with two different lengths is refused', async () => {
  const both = ['content-type: application/json', 'content-length: 2', 'transfer-encoding: chunked']
  const line = opened(request('POST', logIn.path, both) + '0\r\n\r\n')
  await expect.poll(line.isClosed).toBe(true)
  expect(line.answer()).toMatch(/^HTTP\/1\.1 400 /)
})

test('the total size of all bodies is limited, and is freed when a body was received', () => {
  const bodies = bodyBudget(100)
  const sending = (length: number) => ({ headers: { 'content-length': String(length) } }) as unknown as FastifyRequest
  const [first, second, third] = [sending(60), sending(60), sending(40)]
  bodies.reserve(first, 1000)
  expect(() => bodies.reserve(second, 1000)).toThrow('Too many files are being received')
  bodies.reserve(third, 1000)
  bodies.release(first)
  bodies.reserve(second, 1000)
  const chunked = { headers: { 'transfer-encoding': 'chunked' } } as unknown as FastifyRequest
  expect(() => bodies.reserve(chunked, 1000)).toThrow('Too many files are being received')
})

test('the memory of a body is freed if its sender disconnects before the response', async () => {
  const slow = endpoint({
    name: 'test.slow',
    method: 'POST',
    path: '/api/slow',
    access: 'open',
    body: z.strictObject({ text: z.string() }),
    answer: z.object({}),
    failure: 'This may not have been done.',
  })
  let asked = 0
  let go = (): void => {}
  const gate = new Promise<void>((resolve) => (go = resolve))
  await using other = Fastify()
  await other.register(cookie)
  other.setErrorHandler((_, __, reply) => reply.status(503).send())
  const handle = async () => {
    asked += 1
    await gate
    return {}
  }
  serve(other, portal.context, answers(slow, handle), bodyBudget(100))
  await other.listen({ port: 0, host: '127.0.0.1' })
  const { port: own } = other.server.address() as AddressInfo
  const body = JSON.stringify({ text: 'x'.repeat(60) })
  const headers = ['content-type: application/json', `content-length: ${body.length}`]
  const gone = connect(own, '127.0.0.1', () => void gone.write(request('POST', slow.path, headers) + body))
  await expect.poll(() => asked).toBe(1)
  gone.destroy()
  const open = () => new Promise<number>((resolve) => other.server.getConnections((_, count) => resolve(count)))
  await expect.poll(open).toBe(0)
  go()
  const again = () =>
    fetch(`http://127.0.0.1:${own}${slow.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  await expect.poll(async () => (await again()).status).toBe(200)
})

describe('a body', () => {
  const file = endpoint({
    name: 'test.file',
    method: 'POST',
    path: '/api/file',
    access: 'open',
    bytesIn: true,
    answer: z.object({ bytes: z.number() }),
    failure: 'The file may not have been stored.',
  })
  const parts = Buffer.alloc(1000)

  /** A portal whose windows end when the test ends them, with a body budget for one body of four parts. */
  async function receiver() {
    const looks = new Set<() => void>()
    const pace: Pace = {
      minimumBytes: parts.length,
      everyWindow(look) {
        looks.add(look)
        return () => void looks.delete(look)
      },
    }
    const other = Fastify()
    await other.register(cookie)
    other.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, bytes, done) => done(null, bytes))
    other.setErrorHandler((error, _, reply) =>
      reply.status(error instanceof Refusal ? error.problem.status : 500).send(),
    )
    let sender: Socket | undefined
    other.addHook('onRequest', async ({ raw: { socket } }) => {
      sender ??= socket
    })
    const received = () => sender?.bytesRead ?? 0
    const handle = async ({ bytes }: { bytes: Buffer }) => ({ bytes: bytes.length })
    serve(other, portal.context, answers(file, handle), bodyBudget(4 * parts.length), { pace })
    await other.listen({ port: 0, host: '127.0.0.1' })
    const { port } = other.server.address() as AddressInfo
    const line = opened(
      request('POST', file.path, ['content-type: application/octet-stream', `content-length: ${4 * parts.length}`]),
      port,
    )
    await expect.poll(() => looks.size).toBe(1)
    return {
      line,
      looks,
      async send(bytes: Buffer) {
        const before = received()
        line.socket.write(bytes)
        await expect.poll(received).toBe(before + bytes.length)
      },
      endWindow: () => looks.forEach((look) => look()),
      again: () =>
        fetch(`http://127.0.0.1:${port}${file.path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/octet-stream' },
          body: parts,
        }),
      [Symbol.asyncDispose]: () => other.close(),
    }
  }

  test('that arrives slowly and steadily is received over any number of windows', async () => {
    await using slow = await receiver()
    slow.endWindow()
    for (let part = 0; part < 3; part++) {
      await slow.send(parts)
      slow.endWindow()
    }
    slow.line.socket.write(parts)
    await expect.poll(slow.line.answer).toMatch(/^HTTP\/1\.1 200 [^]*\{"bytes":4000\}$/)
    expect(slow.looks.size).toBe(0)
  })

  test('that arrives too slowly gets 408, is closed, and its memory is freed', async () => {
    await using slow = await receiver()
    slow.endWindow()
    expect((await slow.again()).status).toBe(503)
    await slow.send(parts.subarray(0, 999))
    slow.endWindow()
    await expect.poll(slow.line.isClosed).toBe(true)
    expect(slow.line.answer()).toMatch(/^HTTP\/1\.1 408 /)
    expect((await slow.again()).status).toBe(200)
  })
})

test('10 MB over a slow office line are within both limits, and no body is received for more than fifteen minutes', () => {
  const bytesPerSecond = (10 * 1024 * 1024) / (app.server.requestTimeout / 1000)
  expect(app.server.requestTimeout).toBe(15 * 60_000)
  expect(bytesPerSecond).toBeLessThan(12_000)
  expect(officePace.minimumBytes / 10).toBe(8_000)
})

test('a connection that sends no complete headers is closed after eight seconds, and looked for every two', () => {
  const { headersTimeout, connectionsCheckingInterval } = app.server as Server & { connectionsCheckingInterval: number }
  expect([headersTimeout, connectionsCheckingInterval]).toEqual([8_000, 2_000])
})

test('six hundred connections of one address do not block other addresses', async () => {
  const lines = Array.from({ length: 600 }, () => opened())
  await expect.poll(() => lines.filter(({ isClosed }) => isClosed()).length).toBe(600 - maxConnectionsPerAddress)
  const { socket } = lines.find(({ isClosed }) => !isClosed()) ?? lines[0]!
  socket.destroy()
  await expect
    .poll(async () => (await fetch(`http://127.0.0.1:${port}${health.path}`).catch(() => undefined))?.status)
    .toBe(200)
})

// The embedded database has one connection, which nobody can hold from outside.
test.runIf(testEngine === 'server')(
  'while many strangers try to log in, users get their answers',
  async () => {
    const ana = await portal.signIn('ana')
    const body = { ClientId: 'nobody', Password: 'Maling-Salita.2026' }
    const attempt = () => portal.nobody.call(logIn, { body })
    await attempt()
    const lock = await portal.db.pool.connect()
    await lock.query(`begin; select from limiter where bucket like 'login:minute:%' for update`)
    const strangers = Array.from({ length: 40 }, attempt)
    try {
      expect((await ana.call(dashboard)).status).toBe(200)
    } finally {
      await lock.query('rollback')
      lock.release()
    }
    expect(new Set((await Promise.all(strangers)).map(({ status }) => status))).toEqual(new Set([401]))
  },
  60_000,
)
