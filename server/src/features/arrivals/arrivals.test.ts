// Arrivals on the real server: files are stored once, as they came, and every decision is kept and can be undone.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  addArrival,
  assignArrival,
  dismissArrival,
  downloadArrival,
  listArrivals,
  noteArrival,
} from '@talaan/contract/arrivals.ts'
import { attachFile, discardDraft } from '@talaan/contract/documents.ts'
import { viewTask } from '@talaan/contract/tasks.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { verify } from '../../books/verify/verify.ts'

let portal: Portal
let ana: Caller
let ben: Caller

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
)
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')

beforeAll(async () => void (portal = await openPortal()))
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
})

test('a file is stored once whoever sends it, is downloaded unchanged, and outlives a draft with the same file', async () => {
  expect((await added(ana, 'a.pdf', png)).body.code).toBe('documents.attachmentType')
  expect((await added(ana, 'a.png', Buffer.from(''))).status).toBe(400)
  const id = crypto.randomUUID()
  const first = (await added(ana, 'receipt.png', png, id)).answer
  expect(first).toMatchObject({ already: false, attachedTo: [] })
  expect(first.arrival).toMatchObject({
    id,
    state: 'new',
    by: 'ana',
    note: '',
    file: { name: 'receipt.png', type: 'image/png', bytes: png.length },
  })
  // A repeated call is the same call; another person learns that it is already there.
  expect((await added(ana, 'receipt.png', png, id)).answer).toEqual(first)
  expect((await added(ben, 'again.png', png)).answer).toEqual({ ...first, already: true })
  expect((await added(ben, 'other.pdf', pdf, id)).body.code).toBe('arrivals.idUsed')

  const draftId = crypto.randomUUID()
  const query = { id: crypto.randomUUID(), kind: 'bill', name: 'receipt.png' } as const
  await ana.call(attachFile, { params: { draftId }, query, bytes: png })
  await ana.call(discardDraft, { params: { draftId } })
  const file = await ben.call(downloadArrival, { params: { arrivalId: id } })
  expect(file.bytes.equals(png)).toBe(true)
  expect(file.headers['content-disposition']).toContain('attachment')
  expect((await ben.call(downloadArrival, { params: { arrivalId: crypto.randomUUID() } })).status).toBe(404)

  await expect(portal.db.pool.query('delete from arrival')).rejects.toThrow()
  await expect(portal.db.pool.query(`update arrival set file_name = 'x.png'`)).rejects.toThrow('does not change')
  const { checks } = await verify(portal.db.kysely)
  expect(checks.flatMap(({ problems }) => problems)).toEqual([])
})

test('a file is a task for everyone until it is not a document, which is undone; notes and persons are kept', async () => {
  const { id } = (await added(ana, 'first.pdf', pdf)).answer.arrival
  portal.clock.forward(60)
  await added(ana, 'second.png', png)
  expect(await listed()).toEqual(['first.pdf', 'second.png'])

  const params = { arrivalId: id }
  expect((await ben.call(noteArrival, { params, body: { text: ' For the Cebu branch ' } })).answer.arrival.note).toBe(
    'For the Cebu branch',
  )
  expect((await ben.call(assignArrival, { params, body: { to: 'dino' } })).body.code).toBe('arrivals.noPerson')
  expect((await ben.call(assignArrival, { params, body: { to: 'ana' } })).answer.arrival.assignedTo).toBe('ana')
  const task = (await ana.call(viewTask, { params: { kind: 'arrivals' } })).answer
  expect(task.task).toMatchObject({ count: 2 })
  expect(task.rows[0]).toMatchObject({ title: 'first.pdf', detail: 'From ana, for ana, For the Cebu branch', ref: id })

  const dismissed = await ana.call(dismissArrival, { params, body: { isDocument: false } })
  expect(dismissed.answer.arrival).toMatchObject({ state: 'notDocument', dismissed: { by: 'ana' } })
  expect(await listed()).toEqual(['second.png'])
  expect(await listed('notDocument')).toEqual(['first.pdf'])
  await ben.call(dismissArrival, { params, body: { isDocument: true } })
  expect(await listed()).toEqual(['first.pdf', 'second.png'])
  // Saying the same again changes nothing.
  await ben.call(dismissArrival, { params, body: { isDocument: true } })

  const { rows } = await portal.db.pool.query<{ action: string }>(
    `select action from audit where object_type = 'arrival' and object_id = $1 order by seq`,
    [id],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'arrivals.add',
    'arrivals.note',
    'arrivals.assign',
    'arrivals.dismiss',
    'arrivals.dismiss',
  ])
})

const added = (caller: Caller, name: string, bytes: Buffer, id = crypto.randomUUID()) =>
  caller.call(addArrival, { query: { id, name }, bytes })

const listed = async (list?: 'notDocument') =>
  (await ana.call(listArrivals, { query: list ? { list } : {} })).answer.arrivals.map(({ file }) => file.name)
