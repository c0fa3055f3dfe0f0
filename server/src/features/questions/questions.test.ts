// Questions on the real server: who may ask and answer, what open ones block, and attacks on the links for people without an account.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { attachmentLimitBytes, getDocument } from '@talaan/contract/documents.ts'
import { closeMonth } from '@talaan/contract/closing.ts'
import {
  answerQuestion,
  answerQuestionLink,
  askQuestion,
  downloadAnswer,
  getQuestion,
  linkDays,
  linkHeader,
  listQuestions,
  makeQuestionLink,
  openQuestionLink,
  pinTries,
  questionProblems,
  settleQuestion,
} from '@talaan/contract/questions.ts'
import type { AskedTo, QuestionSubject } from '@talaan/contract/questions.ts'
import { viewTask } from '@talaan/contract/tasks.ts'
import { workOff } from '../../../test/jobs.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { recordNow, viewerOf } from '../../../test/race.ts'
import { messageOf } from '../../books/mail.ts'
import { sealAuditEvents } from '../../platform/audit/sealing.ts'
import { remindsOfQuestions, workingDaysAfter } from './reminders.ts'

let portal: Portal
let ana: Caller
let ben: Caller
let documentId: string

const env = { SMTP_URL: 'smtp://localhost', PUBLIC_URL: 'https://talaan.example' }
beforeAll(async () => void (portal = await openPortal({ env })))
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
  documentId = await recorded()
})

/** A journal voucher of January. */
async function recorded(): Promise<string> {
  const lines = [
    { account: '6050', debit: '5000000' },
    { account: '2020', credit: '5000000' },
  ]
  const fields = { day: '2026-01-31', memo: 'Rent that is not billed yet', lines }
  const { documentId: id } = await recordNow(portal, await viewerOf(portal, 'ben'), ['journalvoucher', fields])
  return id
}

type Asking = { to?: AskedTo; subject?: QuestionSubject; who?: Caller; due?: string; words?: string }

async function asked({
  to = { person: null },
  subject = { document: documentId },
  who = ben,
  due = '2026-03-20',
  words = 'Which contract is this?',
}: Asking = {}) {
  const questionId = crypto.randomUUID()
  const query = Object.fromEntries(Object.entries(subject).map(([key, value]) => [key, String(value)]))
  const reply = await who.call(askQuestion, { params: { questionId }, query, body: { words, due, to } })
  return { questionId, reply }
}

const pdfFile = Buffer.from('%PDF-1.4\n%%EOF').toString('base64')
const supplier = { name: 'Sikat Guards', email: 'billing@sikat.example' }

/** A question to a person without an account, and the token of its link. */
async function linked({ pin = '', ...asking }: Asking & { pin?: string } = {}) {
  const { questionId } = await asked({ to: supplier, ...asking })
  return { questionId, token: await newLink(questionId, pin) }
}

async function newLink(questionId: string, pin = ''): Promise<string> {
  const { answer, status } = await ben.call(makeQuestionLink, { params: { questionId }, body: { pin } })
  expect(status).toBe(200)
  expect(answer.url).toMatch(/^https:\/\/talaan\.example\/answer#/)
  return answer.url.split('#')[1] ?? ''
}

const open = (token: string, pin = '', address?: string) =>
  portal.nobody.call(openQuestionLink, { body: { token, pin }, ...(address !== undefined && { address }) })
const reply = (token: string, { pin = '', words = 'The contract of 2025.', file = null as object | null } = {}) =>
  portal.nobody.call(answerQuestionLink, { body: { token, pin, words, file }, headers: { [linkHeader]: token } })
const stateOf = async (questionId: string) =>
  (await ben.call(getQuestion, { params: { questionId } })).answer.question.state

test('a question is asked about what one can open, of a person with an active account, and once', async () => {
  expect((await asked({ who: ana })).reply.status).toBe(200)
  expect((await asked({ who: ana, subject: { month: '2026-01' } })).reply.status).toBe(403)
  expect((await asked({ subject: { document: crypto.randomUUID() } })).reply.status).toBe(404)
  expect((await asked({ subject: { document: documentId, line: 9 } })).reply.status).toBe(404)
  expect((await asked({ to: { person: 'dino' } })).reply.body.code).toBe('questions.noPerson')
  expect((await asked({ due: '2026-03-15' })).reply.body.code).toBe('questions.duePassed')

  const questionId = crypto.randomUUID()
  const send = (words: string) =>
    ben.call(askQuestion, {
      params: { questionId },
      query: { document: documentId, line: '2' },
      body: { words, due: '2026-03-20', to: { person: 'ana' } },
    })
  const [one, again] = await Promise.all([send('Who owes this?'), send('Who owes this?')])
  expect([one.status, again.status]).toEqual([200, 200])
  expect((await send('Something else?')).body.code).toBe('questions.idUsed')
  const { questions } = (await ben.call(listQuestions, { query: { document: documentId } })).answer
  expect(questions).toMatchObject([
    { words: 'Who owes this?', state: 'open', by: 'ben', to: { name: 'ana' } },
    { words: 'Which contract is this?', by: 'ana', to: { name: null } },
  ])
})

test('the person asked has it as a task, sees only the question, and answers it; the history stays', async () => {
  const { questionId } = await asked({ to: { person: 'ana' }, subject: { month: '2026-01' } })
  const task = () => ana.call(viewTask, { params: { kind: 'questions' } })
  expect((await task()).answer.rows).toMatchObject([
    { title: 'Which contract is this?', detail: 'From ben', due: '2026-03-20', ref: questionId },
  ])
  const { about } = (await ana.call(getQuestion, { params: { questionId } })).answer
  expect(about).toEqual({ words: 'January 2026', place: null })
  expect((await ana.call(listQuestions, { query: { month: '2026-01' } })).status).toBe(403)
  const carla = await portal.signIn('carla')
  expect((await carla.call(answerQuestion, { params: { questionId }, body: { words: 'I know' } })).status).toBe(403)
  expect((await ana.call(settleQuestion, { params: { questionId }, body: { act: 'withdraw' } })).status).toBe(403)

  const file = { name: 'contract.pdf', content: pdfFile }
  const answer = () => ana.call(answerQuestion, { params: { questionId }, body: { words: 'The one of 2025', file } })
  expect(
    (
      await ana.call(answerQuestion, {
        params: { questionId },
        body: { words: 'No', file: { ...file, name: 'a.png' } },
      })
    ).status,
  ).toBe(415)
  expect((await answer()).status).toBe(200)
  expect((await answer()).body.code).toBe('questions.notOpen')
  expect((await task()).answer.rows).toEqual([])
  expect(await stateOf(questionId)).toBe('closed')
  expect(Buffer.from((await ben.call(downloadAnswer, { params: { questionId } })).bytes).toString('base64')).toBe(
    pdfFile,
  )

  const ofEvent = async (event: string) =>
    (await ben.call(downloadAnswer, { params: { questionId }, query: { event } })).status
  expect([await ofEvent('0'), await ofEvent('1'), await ofEvent('2')]).toEqual([404, 200, 404])

  const again = { act: 'askAgain', words: 'And who signed it?', to: { person: null } } as const
  expect((await ben.call(settleQuestion, { params: { questionId }, body: again })).status).toBe(200)
  expect((await ben.call(settleQuestion, { params: { questionId }, body: { act: 'withdraw' } })).status).toBe(200)
  const { question } = (await ben.call(getQuestion, { params: { questionId } })).answer
  expect(question.state).toBe('withdrawn')
  expect(question.events.map(({ act, words, by }) => [act, words, by])).toEqual([
    ['asked', '', 'ben'],
    ['answered', 'The one of 2025', 'ana'],
    ['asked', 'And who signed it?', 'ben'],
    ['withdrawn', '', 'ben'],
  ])
  await expect(portal.db.pool.query(`update question_event set words = ''`)).rejects.toThrow()
})

test('an open question blocks closing its month until it is resolved, and cannot be explained away', async () => {
  const closing = () => ben.call(closeMonth, { params: { month: '2026-01' }, body: {} })
  const { questionId } = await asked({ to: { person: 'ana' } })
  expect((await closing()).body.error).toContain('Which contract is this?')
  const { questionId: other } = await asked({ subject: { month: '2026-01' } })
  const { questionId: later } = await asked({ subject: { month: '2026-02' } })
  await ana.call(answerQuestion, { params: { questionId }, body: { words: 'The one of 2025' } })
  expect((await closing()).status).toBe(409)
  await ben.call(settleQuestion, { params: { questionId: other }, body: { act: 'withdraw' } })
  expect((await closing()).status).toBe(200)
  expect(await stateOf(later)).toBe('open')
})

test('an answer by a link is a suggestion until it is accepted, with its file, and the link then works no more', async () => {
  const { questionId, token } = await linked({ subject: { month: '2026-01' } })
  expect((await open(token)).answer).toEqual({
    company: expect.any(String),
    by: 'ben',
    to: 'Sikat Guards',
    words: 'Which contract is this?',
    about: 'January 2026',
    due: '2026-03-20',
    picture: null,
  })
  const photograph = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(3_000_000), Buffer.from('%%EOF')])
  const file = { name: 'contract.pdf', content: photograph.toString('base64') }
  const [one, two] = await Promise.all([reply(token, { file }), reply(token, { file })])
  expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 404])
  expect(await stateOf(questionId)).toBe('answered')
  for (const again of [await open(token), await reply(token)]) expect(again.body.code).toBe('questions.badLink')

  expect((await ana.call(downloadAnswer, { params: { questionId } })).status).toBe(403)
  expect(Buffer.from((await ben.call(downloadAnswer, { params: { questionId } })).bytes).toString()).toContain('%PDF')
  expect((await ben.call(settleQuestion, { params: { questionId }, body: { act: 'accept' } })).status).toBe(200)
  expect(await stateOf(questionId)).toBe('closed')
  const { rows } = await portal.db.pool.query<{ action: string; actor_name: string }>(
    `select action, actor_name from audit where action like 'questions.%Link' order by seq`,
  )
  expect(rows).toEqual(
    ['questions.openLink', 'questions.answerLink'].map((action) => ({ action, actor_name: 'Sikat Guards' })),
  )
})

test('a link shows the picture that its question was asked with, and no other one', async () => {
  const picture = (name: string, color: number) => ({
    name,
    content: Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(50, color)]).toString('base64'),
  })
  const slip = picture('slip.png', 1)
  const questionId = crypto.randomUUID()
  const ask = (sent: object | null, words = 'What is this?') =>
    ben.call(askQuestion, {
      params: { questionId },
      query: { document: documentId },
      body: { words, due: '2026-03-20', to: supplier, picture: sent } as never,
    })
  const stored = async () => (await portal.db.pool.query('select from attachment_content')).rowCount
  // Only pictures, not too large, and what they say they are.
  expect((await ask({ name: 'contract.pdf', content: pdfFile })).body.code).toBe('questions.badPicture')
  expect((await ask({ ...slip, name: 'slip.jpg' })).status).toBe(415)
  expect((await ask({ ...slip, content: 'A'.repeat(2_700_000) })).status).toBe(400)
  expect(await stored()).toBe(0)

  expect((await ask(slip)).status).toBe(200)
  const shown = async () => (await ben.call(getQuestion, { params: { questionId } })).answer.picture
  expect(await shown()).toEqual({ ...slip, type: 'image/png' })
  const token = await newLink(questionId)
  expect((await open(token)).answer.picture).toEqual({ ...slip, type: 'image/png' })
  const { token: other } = await linked({ words: 'Another question?' })
  expect((await open(other)).answer.picture).toBeNull()
  // It is no answer, and only those who may read the question get the file.
  expect((await ben.call(downloadAnswer, { params: { questionId } })).status).toBe(404)
  const file = { params: { questionId }, query: { event: '0' } }
  expect((await portal.nobody.call(downloadAnswer, file)).status).toBe(401)
  expect(Buffer.from((await ben.call(downloadAnswer, file)).bytes).toString('base64')).toBe(slip.content)

  // Asked again, with another picture or without one, the link shows what is asked now.
  const again = (sent: object | null) =>
    ben.call(settleQuestion, {
      params: { questionId },
      body: { act: 'askAgain', words: 'And this?', to: supplier, picture: sent } as never,
    })
  const receipt = picture('receipt.png', 2)
  expect((await again(receipt)).status).toBe(200)
  expect((await open(await newLink(questionId))).answer.picture).toEqual({ ...receipt, type: 'image/png' })
  expect((await again(null)).status).toBe(200)
  expect((await open(await newLink(questionId))).answer.picture).toBeNull()
  const { rows } = await portal.db.pool.query<{ detail: { file?: string } }>(
    `select detail from audit where action in ('questions.ask', 'questions.settle') and outcome = 'done' order by seq`,
  )
  expect(rows.map(({ detail }) => detail.file)).toEqual(['slip.png', undefined, 'receipt.png', undefined])
})

test('a guessed, changed, foreign, replaced, withdrawn or expired link shows nothing, and all say the same', async () => {
  const { questionId, token } = await linked()
  const { token: foreign } = await linked({ words: 'Another question?' })
  const [id = '', signature = ''] = token.split('.')
  const guesses = [
    crypto.randomUUID(),
    `${id}.${'A'.repeat(43)}`,
    `${crypto.randomUUID()}.${signature}`,
    `${foreign.split('.')[0]}.${signature}`,
    `${questionId}.${signature}`,
    token.slice(0, -1),
    `${token}A`,
    `${id}.`,
  ]
  const answers = new Set<string>()
  for (const guess of guesses)
    for (const { status, body } of [await open(guess), await reply(guess)]) answers.add(`${status} ${body.error}`)
  const replaced = await newLink(questionId)
  for (const { status, body } of [await open(token), await reply(token)]) answers.add(`${status} ${body.error}`)
  await ben.call(settleQuestion, { params: { questionId }, body: { act: 'withdraw' } })
  for (const { status, body } of [await open(replaced), await reply(replaced)]) answers.add(`${status} ${body.error}`)
  portal.clock.forward(linkDays * 86_400)
  for (const { status, body } of [await open(foreign), await reply(foreign)]) answers.add(`${status} ${body.error}`)
  expect([...answers]).toEqual([`404 ${questionProblems.badLink.sentence}`])
  const { rows } = await portal.db.pool.query(`select from question_event where act = 'answered'`)
  expect(rows).toEqual([])
})

test('a link that works opens only its question: no call takes it as a login, and once asked again it is dead', async () => {
  const { questionId, token } = await linked()
  const { questionId: other } = await linked({ words: 'Another question?' })
  const asLogin = { authorization: `Bearer ${token}`, [linkHeader]: token, cookie: `bind=${token}` }
  const replies = [
    await portal.nobody.call(getQuestion, { params: { questionId }, headers: asLogin }),
    await portal.nobody.call(getQuestion, { params: { questionId: other }, headers: asLogin }),
    await portal.nobody.call(listQuestions, { query: { document: documentId }, headers: asLogin }),
    await portal.nobody.call(downloadAnswer, { params: { questionId }, headers: asLogin }),
    await portal.nobody.call(getDocument, { params: { documentId }, headers: asLogin }),
    await portal.nobody.call(makeQuestionLink, { params: { questionId: other }, body: { pin: '' }, headers: asLogin }),
    await portal.nobody.call(settleQuestion, { params: { questionId }, body: { act: 'accept' }, headers: asLogin }),
    await portal.nobody.call(answerQuestion, { params: { questionId: other }, body: { words: 'x' }, headers: asLogin }),
  ]
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 401))
  // The header that lets a large file in is that of another link than the body, which then decides nothing.
  const { token: second } = await linked({ words: 'A third question?' })
  const crossed = await portal.nobody.call(answerQuestionLink, {
    body: { token: 'guess', pin: '', words: 'Yes', file: null },
    headers: { [linkHeader]: second },
  })
  expect([crossed.status, crossed.body.code]).toEqual([404, 'questions.badLink'])

  const again = { act: 'askAgain', words: 'And this?', to: supplier } as const
  expect((await ben.call(settleQuestion, { params: { questionId }, body: again })).status).toBe(200)
  for (const { status, body } of [await open(token), await reply(token)])
    expect([status, body.code]).toEqual([404, 'questions.badLink'])
  expect(await stateOf(questionId)).toBe('open')
})

test('GET and HEAD of the page and of the calls change nothing and show no question', async () => {
  const { questionId, token } = await linked()
  for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
    for (const path of ['/answer', openQuestionLink.path, answerQuestionLink.path])
      for (const url of [path, `${path}?token=${token}`]) {
        const { body } = await portal.app.inject({ method, url })
        expect(body, `${method} ${url}`).not.toContain('Which contract')
      }
  const { question } = (await ben.call(getQuestion, { params: { questionId } })).answer
  expect(question).toMatchObject({ state: 'open', link: { hasPin: false } })
  expect((await open(token)).status).toBe(200)
  const other = await portal.nobody.call(openQuestionLink, {
    body: { token, pin: '' },
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  })
  expect(other.status).toBe(403)
})

test('the digits protect a forwarded link: after five wrong ones it is dead, even with the right ones', async () => {
  const { token } = await linked({ pin: '4711' })
  expect((await open(token, '0000')).body.code).toBe('questions.badPin')
  expect((await open(token, '4711')).status).toBe(200)
  for (let tries = 0; tries < pinTries; tries += 1) expect((await reply(token, { pin: '0000' })).status).toBe(422)
  expect((await open(token, '4711')).body.code).toBe('questions.badPin')
  expect((await reply(token, { pin: '4711' })).status).toBe(422)
})

test('attempts are limited for each network', async () => {
  const { token } = await linked()
  const statuses: number[] = []
  for (let tries = 0; tries < 21; tries += 1) statuses.push((await open('guess', '', '198.51.100.7')).status)
  expect(statuses).toEqual([...Array<number>(20).fill(404), 429])
  expect((await open(token, '', '198.51.100.7')).status).toBe(429)
  expect((await open(token, '', '203.0.113.9')).status).toBe(200)
})

test('files that are not what they say, too large, or sent without a working link are refused', async () => {
  const { questionId, token } = await linked({ subject: { month: '2026-01' } })
  const send = async (name: string, content: string) => (await reply(token, { file: { name, content } })).status
  expect(await send('a.pdf', Buffer.from('<html>').toString('base64'))).toBe(415)
  expect(await send('a.pdf', 'not base64!')).toBe(422)
  expect(await send('a.exe', Buffer.from('%PDF-1.4\n%%EOF').toString('base64'))).toBe(415)
  expect(await send('a.png', Buffer.from('%PDF-1.4\n%%EOF').toString('base64'))).toBe(415)
  expect(await send('a.pdf', '')).toBe(400)
  expect(await send('', pdfFile)).toBe(400)
  expect(await send(`${'a'.repeat(200)}.pdf`, pdfFile)).toBe(400)
  expect(
    await send('a.pdf', Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(attachmentLimitBytes)]).toString('base64')),
  ).toBe(400)
  const noted = () => portal.db.pool.query('select from attachment_content')
  expect((await noted()).rowCount).toBe(0)

  // Without a working link, or without the right digits, nothing is stored, whatever is sent with it.
  const file = { name: 'a.pdf', content: pdfFile }
  const protectedLink = await linked({ pin: '4711', words: 'Another question?' })
  expect((await reply('guess', { file })).status).toBe(404)
  const body = { token, pin: '', words: 'Yes', file }
  expect((await portal.nobody.call(answerQuestionLink, { body })).body.code).toBe('questions.badLink')
  expect((await reply(protectedLink.token, { pin: '0000', file })).status).toBe(422)
  expect((await noted()).rowCount).toBe(0)

  // A name is a name, and never a path or a header.
  expect((await reply(token, { file: { ...file, name: '../../a"\r\nSet-Cookie: x\u202efdp.pdf' } })).status).toBe(200)
  const download = await ben.call(downloadAnswer, { params: { questionId } })
  expect(download.headers).toMatchObject({
    'content-disposition': expect.stringMatching(/^attachment; [^\r\n\u202e/]*$/),
    'x-content-type-options': 'nosniff',
  })
  expect(download.headers['set-cookie']).toBeUndefined()
  // The file opens no other one, and other people don't get it.
  expect((await ben.call(downloadAnswer, { params: { questionId: protectedLink.questionId } })).status).toBe(404)
  expect((await portal.nobody.call(downloadAnswer, { params: { questionId } })).status).toBe(401)
  const { rows } = await portal.db.pool.query<{ detail: { sha256: string } }>(
    `select detail from audit where action = 'questions.answerLink' and outcome = 'done'`,
  )
  expect(rows.map(({ detail }) => detail)).toMatchObject([{ file: expect.any(String), sha256: expect.any(String) }])
})

test('the link is written nowhere: the queued e-mail has a placeholder, and the message as sent has the link', async () => {
  const { token } = await linked()
  const rows = await portal.db.kysely.selectFrom('outbox').selectAll().where('topic', '=', 'question').execute()
  expect(rows).toHaveLength(1)
  const [row] = rows
  if (row === undefined) throw new Error('There is no message.')
  expect(row.body).not.toContain(token)
  expect(row.subject + row.body).not.toContain('contract')
  const { bytes } = await messageOf(portal.db.kysely, row, portal.context.env)
  expect(
    bytes
      .toString()
      .replace(/=\r?\n/g, '')
      .replaceAll('=3D', '='),
  ).toContain(`https://talaan.example/answer#${token}`)
  const { rows: found } = await portal.db.pool.query(`select from audit where detail::text like '%' || $1 || '%'`, [
    token.split('.')[1],
  ])
  expect(found).toEqual([])
})

test('an unanswered link is reminded of after three and seven working days, and the person who asked gets a task when it is late', async () => {
  const { questionId } = await linked({ due: '2026-03-18' })
  const sent = async () => {
    await sealAuditEvents(portal.db.kysely)
    await workOff(portal.context, [remindsOfQuestions(portal.context)])
    const { rows } = await portal.db.pool.query(`select from outbox where topic = 'question'`)
    return rows.length
  }
  const counts: number[] = []
  for (let days = 0; days < 10; days += 1) {
    counts.push(await sent())
    portal.clock.forward(86_400)
  }
  // Asked on Monday, 16 March; 20 March 2026 is a holiday.
  expect(counts.at(-1)).toBe(3)
  ben = await portal.signIn('ben', { force: true })
  const { rows } = (await ben.call(viewTask, { params: { kind: 'questions' } })).answer
  expect(rows).toMatchObject([{ detail: 'Sikat Guards has not answered', ref: questionId }])
})

test('working days leave out weekends and holidays', () => {
  const holidays = [{ day: '2026-03-20', name: 'Eid', source: '' }]
  expect(workingDaysAfter('2026-03-16', 3, holidays)).toBe('2026-03-19')
  expect(workingDaysAfter('2026-03-17', 3, holidays)).toBe('2026-03-23')
})
