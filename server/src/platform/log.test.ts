// Log lines are JSON and contain no secrets.
import { expect, test } from 'vitest'
import { errorLine, openLog } from './log.ts'
import type { Log, LogLevel } from './log.ts'

function logged(level: LogLevel, write: (log: Log) => void, isTerminal = false) {
  const lines: string[] = []
  write(openLog(level, { to: { write: (line) => void lines.push(line) }, isTerminal }))
  return lines
}

test('passwords, tokens and cookies are redacted anywhere in a log entry', () => {
  const lines = logged('info', (log) => {
    log.info({ password: 'MANGO-1', token: 'MANGO-2', body: { oneTimePassword: 'MANGO-3' } }, 'typed')
    log.info({
      call: { answer: { headers: { 'set-cookie': 'MANGO-4', authorization: 'MANGO-5', cookie: 'MANGO-6' } } },
    })
    log
      .child({ requestId: 'r1' })
      .warn({ req: { method: 'GET', url: '/api/parties?search=MANGO-7', headers: {} } }, 'asked')
    log.error({ err: Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(MANGO-8)' }) })
  })
  expect(lines.join()).not.toContain('MANGO')
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 'info', msg: 'typed', password: '[redacted]', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
    { call: { answer: { headers: { cookie: '[redacted]' } } } },
    { level: 'warn', requestId: 'r1', req: { method: 'GET', path: '/api/parties' } },
    { level: 'error', err: { type: 'Error', message: 'duplicate key', code: '23505', stack: expect.any(String) } },
  ])
})

test('only entries at or above the level are written', () => {
  expect(logged('error', (log) => log.warn('no'))).toEqual([])
  expect(logged('silent', (log) => log.fatal('no'))).toEqual([])
})

test('audit events are left out on a terminal, unless the level is debug', () => {
  const write = (log: Log) => {
    log.info({ audit: { position: 1 } }, 'Audit event')
    log.warn('The disk is nearly full.')
  }
  expect(logged('info', write)).toHaveLength(2)
  expect(logged('info', write, true)).toEqual([expect.stringContaining('The disk is nearly full.')])
  expect(logged('debug', write, true)).toHaveLength(2)
})

test('an error becomes one line that can be shown and stored', () => {
  expect(errorLine(new Error('451 Come\r\nlater \u0000\u202Eplease'))).toBe('451 Come later please')
  expect(errorLine('x'.repeat(1000))).toHaveLength(300)
})
