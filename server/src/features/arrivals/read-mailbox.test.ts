// A mailbox that is read into Arrivals: only listed senders, nothing lost and nothing twice, and the mailbox stays as it is.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  arrivalMailProblems,
  listArrivalMails,
  listArrivalSender,
  unlistArrivalSender,
} from '@talaan/contract/arrival-mails.ts'
import { listArrivals } from '@talaan/contract/arrivals.ts'
import { listAuditEvents } from '@talaan/contract/audit-trail.ts'
import { filesInArrivals, pdfOf } from '../../../test/arrivals.ts'
import { eMail } from '../../../test/e-mails.ts'
import { runOnce } from '../../../test/jobs.ts'
import { openMailbox } from '../../../test/mailbox-server.ts'
import type { Mailbox } from '../../../test/mailbox-server.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { undoLast } from '../../../test/undo.ts'
import { readsMailbox } from './read-mailbox.ts'

let here: Portal
let mailbox: Mailbox
let ben: Caller
beforeAll(async () => void (here = await openPortal()))
beforeEach(async () => {
  await here.reset()
  mailbox = await openMailbox()
  ben = await here.signIn('ben')
})
afterEach(() => mailbox.close())
afterAll(() => here.close())

type Given = { from?: string; text?: string; pdfs?: string[]; subject?: string }

async function arrives(uid: number, { from = 'billing@silahis.example', text, pdfs = [], subject = 'Invoice' }: Given) {
  const bytes = await eMail({
    from,
    subject,
    messageId: `<${uid}@silahis.example>`,
    ...(text !== undefined && { text }),
    attachments: pdfs.map((content, at) => ({ filename: `${at}.pdf`, content: pdfOf(content) })),
  })
  mailbox.messages.set(uid, bytes.toString('latin1'))
}

type Setup = { moveTo?: string | null; env?: Partial<Portal['context']['env']> }

const read = ({ moveTo = null, env = {} }: Setup = {}) =>
  runOnce(
    readsMailbox({ ...here.context, env: { ...here.context.env, arrivalsImap: { url: mailbox.url, moveTo }, ...env } }),
  )

const list = async (sender: string) => (await ben.call(listArrivalSender, { body: { sender } })).answer.senders
const seen = async () => (await ben.call(listArrivalMails)).answer
const files = () => filesInArrivals(ben)
const changing = /STORE|SELECT|EXPUNGE|MOVE|COPY|APPEND|BODY\[/

test('e-mails of listed senders come to Arrivals once; others are counted, not read, and read once their sender is listed', async () => {
  await arrives(1, { pdfs: ['a'] })
  await arrives(2, { from: 'Shop <news@shop.example>', pdfs: ['b'], subject: 'Sale' })
  await arrives(3, { from: 'shop@shop.example', pdfs: ['c'] })
  await arrives(4, { from: 'Ben <BEN@Silahis.Example>', text: 'Please pay 5.00' })
  await read()
  expect(await seen()).toMatchObject({ mails: [], count: 0, skippedCount: 4, senders: [] })
  // Only the headers were read.
  expect(mailbox.commands.filter((one) => one.includes('BODY'))).toEqual([])

  expect((await ben.call(listArrivalSender, { body: { sender: 'shop' } })).status).toBe(400)
  await list('@silahis.example')
  expect(await list(' News@Shop.example ')).toEqual(['@silahis.example', 'news@shop.example'])
  await arrives(5, { pdfs: ['a', 'e'] })
  await read()
  expect(await files()).toEqual(['0.pdf', '0.pdf', '1.pdf', 'Invoice.pdf'])
  const after = await seen()
  expect(after).toMatchObject({
    count: 4,
    skippedCount: 1,
    skipped: [{ sender: 'shop@shop.example', senderName: '', subject: 'Invoice', count: 1 }],
  })
  expect(after.mails.find(({ subject }) => subject === 'Sale')).toMatchObject({
    sender: 'news@shop.example',
    senderName: 'Shop',
    sentAt: '2026-03-12T02:15:00.000Z',
    by: null,
    state: 'taken',
    parts: [{ name: '0.pdf' }],
  })
  const [first] = (await ben.call(listArrivals, {})).answer.arrivals
  expect(first).toMatchObject({ by: null, state: 'new', mail: { sender: expect.stringContaining('@') } })

  // Again, also from the beginning: nothing is added, and the mailbox is as it was.
  await read()
  mailbox.uidValidity = 8
  await read()
  expect(await files()).toHaveLength(4)
  expect(await seen()).toMatchObject({ count: 4, skippedCount: 1 })
  expect(mailbox.commands.filter((one) => changing.test(one))).toEqual([])
  expect(mailbox.messages.size).toBe(5)

  const { events } = (await ben.call(listAuditEvents, { query: { kind: 'documents' } })).answer
  expect(events.map(({ who, words }) => `${who} ${words}`)).toContain(
    'portal fetched the e-mail Sale from news@shop.example for Arrivals: 0.pdf',
  )
  // A sender is undone like other changes.
  expect(await undoLast(ben)).toEqual({
    words: 'added news@shop.example to the senders of Arrivals',
    button: 'Remove sender',
  })
  expect(await undoLast(ben)).toMatchObject({ button: 'Add sender' })
  await ben.call(unlistArrivalSender, { params: { sender: '@silahis.example' } })
  expect((await seen()).senders).toEqual(['news@shop.example'])
})

test('an e-mail that is refused does not stop the others, and one whose files cannot be stored yet waits', async () => {
  await list('@silahis.example')
  await arrives(1, { pdfs: [], text: '' })
  await arrives(2, { pdfs: ['a'] })
  // The scanner does not answer, so nothing is taken, and nothing is passed over.
  const clamd = { path: '/nowhere/clamd.sock' }
  await expect(read({ env: { clamd } })).rejects.toThrow('virus scanner')
  expect(await files()).toEqual([])
  await expect(read({ env: { uploadMegabytesPerDay: 0 } })).rejects.toThrow('UPLOAD_MB_PER_DAY')
  await read()
  expect(await files()).toEqual(['0.pdf'])
  const { mails } = await seen()
  expect(mails.filter(({ state }) => state === 'refused')).toMatchObject([
    { reason: arrivalMailProblems.nothing.sentence, parts: [] },
  ])
})

test('taken e-mails are moved to a folder if one is set, also after a run that stopped before', async () => {
  await list('@silahis.example')
  await arrives(1, { pdfs: ['a'] })
  await arrives(2, { from: 'x@other.example', pdfs: ['b'] })
  mailbox.moved = { folder: 'Nowhere', uids: [] }
  await expect(read({ moveTo: 'Done' })).rejects.toThrow("folder 'Done'")
  expect(await files()).toEqual(['0.pdf'])
  mailbox.moved = { folder: 'Done', uids: [] }
  await arrives(3, { pdfs: ['c'] })
  await read({ moveTo: 'Done' })
  await read({ moveTo: 'Done' })
  expect(mailbox.moved.uids).toEqual([1, 3])
  expect([...mailbox.messages.keys()]).toEqual([2])
  expect(await files()).toEqual(['0.pdf', '0.pdf'])
})
