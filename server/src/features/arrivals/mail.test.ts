// E-mails on the real server: their files come to Arrivals once, whoever brings them, and nothing of them is lost in silence.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addArrivalMail, downloadArrivalMail, listArrivalMails } from '@talaan/contract/arrival-mails.ts'
import { addArrival, downloadArrival, getArrival, listArrivals } from '@talaan/contract/arrivals.ts'
import { viewTask } from '@talaan/contract/tasks.ts'
import { eMail } from '../../../test/e-mails.ts'
import { workOff } from '../../../test/jobs.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { verify } from '../../books/verify/verify.ts'
import { readsArrivals } from './read.ts'

let portal: Portal
let ana: Caller
let ben: Caller

beforeAll(async () => void (portal = await openPortal()))
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
)
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')
const signature = { filename: 'logo.png', content: Buffer.concat([png, Buffer.from('2')]), cid: 'logo' }
const html = '<p>Please pay.</p><img src="cid:logo"><img src="cid:stamp">'

const addMail = (caller: Caller, bytes: Buffer, id = crypto.randomUUID()) =>
  caller.call(addArrivalMail, { query: { id }, bytes })
const arrivals = async () =>
  (await ben.call(listArrivals, {})).answer.arrivals.toSorted((a, b) => a.file.name.localeCompare(b.file.name))
const mails = async () => (await ben.call(listArrivalMails)).answer.mails

test('the files of an e-mail are arrivals, once, and each other file is listed with the reason', async () => {
  const whole = await eMail({
    html,
    attachments: [
      signature,
      // The receipt is in the text, too.
      { filename: 'stamp.png', content: png, cid: 'stamp' },
      { filename: 'invoice', content: pdf, contentType: 'application/octet-stream' },
      { filename: 'prices.xlsx', content: Buffer.from('PK\u0003\u0004') },
      // An e-mail that was forwarded as a file, with a file of its own.
      {
        filename: 'forwarded.eml',
        contentType: 'message/rfc822',
        content: await eMail({
          messageId: '<2@silahis.example>',
          text: 'See the receipt',
          attachments: [{ filename: 'receipt.PNG', content: png }],
        }),
      },
    ],
  })
  const first = (await addMail(ana, whole)).answer
  expect(first).toMatchObject({
    added: 2,
    mail: {
      sender: 'billing@silahis.example',
      senderName: 'Silahis Supplies',
      subject: 'Your invoice',
      sentAt: '2026-03-12T02:15:00.000Z',
      by: 'ana',
      state: 'taken',
      isStored: false,
    },
  })
  expect(first.mail.parts).toEqual([
    { name: 'invoice.pdf', arrivalId: expect.any(String), refusal: null },
    {
      name: 'logo.png',
      arrivalId: null,
      refusal: 'This small picture, for example a logo, is part of the text of the e-mail.',
    },
    {
      name: 'prices.xlsx',
      arrivalId: null,
      refusal: 'Only PDF, JPEG and PNG files are added.',
    },
    { name: 'receipt.PNG', arrivalId: expect.any(String), refusal: null },
  ])
  const mail = { sender: 'billing@silahis.example', senderName: 'Silahis Supplies', subject: 'Your invoice' }
  expect(await arrivals()).toMatchObject([
    { file: { name: 'invoice.pdf', type: 'application/pdf' }, by: 'ana', mail },
    { file: { name: 'receipt.PNG', type: 'image/png' }, by: 'ana', mail },
  ])
  const [task] = (await ana.call(viewTask, { params: { kind: 'arrivals' } })).answer.rows
  expect(task?.detail).toBe('From billing@silahis.example')

  // Again, by somebody else, and as a file by itself: nothing is added.
  expect((await addMail(ben, whole)).answer).toEqual({ added: 0, mail: first.mail })
  const addFile = (bytes: Buffer) => ben.call(addArrival, { query: { id: crypto.randomUUID(), name: 'a.pdf' }, bytes })
  expect((await addFile(pdf)).answer.already).toBe(true)
  // Another e-mail with the same Message-ID adds the file that is not there yet.
  const [known, more] = ['2', '3'].map((end) => Buffer.concat([pdf, Buffer.from(end)]))
  expect((await addFile(known ?? pdf)).answer.already).toBe(false)
  const attachments = [known, more].map((content, at) => ({ filename: `${at}.pdf`, content: content ?? '' }))
  const same = await eMail({ attachments })
  expect((await addMail(ana, same)).answer).toMatchObject({ added: 1, mail: { id: first.mail.id } })
  expect(await mails()).toHaveLength(1)

  const { rows } = await portal.db.pool.query(
    `select detail ->> 'files' as files from audit where action = 'arrivals.addMail' order by seq`,
  )
  expect(rows).toEqual([{ files: 'invoice.pdf, receipt.PNG, logo.png, prices.xlsx' }, { files: '0.pdf, 1.pdf' }])
})

test('an e-mail without a file is a page with its text, which is read, and the e-mail itself is stored', async () => {
  const text =
    'Silahis Supplies\nSALES INVOICE\nInvoice No. 004512\nDate: 03/10/2026\n\nVATable Sales 1,000.00\nVAT Amount 120.00\nTotal Sales (VAT Inclusive) 1,120.00\n\nMagkano po? ₱1,120.00'
  const raw = await eMail({ text, subject: 'Invoice 004512: Silahis' })
  const { mail, added } = (await addMail(ana, raw)).answer
  expect({ added, isStored: mail.isStored, names: mail.parts.map(({ name }) => name) }).toEqual({
    added: 1,
    isStored: true,
    names: ['Invoice 004512 Silahis.pdf'],
  })
  await workOff(portal.context, [readsArrivals(portal.context)])
  const arrivalId = mail.parts[0]?.arrivalId ?? ''
  const { arrival, reading } = (await ana.call(getArrival, { params: { arrivalId } })).answer
  expect(arrival).toMatchObject({
    number: '004512',
    day: '2026-03-10',
    total: 112000n,
    party: { name: 'Silahis Supplies' },
  })
  expect(reading).toMatchObject({ source: 'text', kind: 'invoice' })
  const stored = await ben.call(downloadArrivalMail, { params: { mailId: mail.id } })
  expect(stored.bytes.equals(raw)).toBe(true)
  expect(stored.headers).toMatchObject({ 'content-disposition': expect.stringContaining('attachment') })
  expect((await addMail(ben, raw)).answer.added).toBe(0)
  // With HTML only, its text is taken.
  const newsletter = await eMail({
    messageId: '<3@x.example>',
    html: '<h1>Statement</h1><p>You owe 5.00</p><script>x</script>',
  })
  const page = (await addMail(ana, newsletter)).answer.mail.parts[0]?.arrivalId ?? ''
  const file = await ana.call(downloadArrival, { params: { arrivalId: page } })
  expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-')

  const { checks } = await verify(portal.db.kysely)
  expect(checks.flatMap(({ problems }) => problems)).toEqual([])
  await expect(portal.db.pool.query('delete from arrival_mail')).rejects.toThrow()
  await expect(portal.db.pool.query('delete from arrival_mail_part')).rejects.toThrow()
})

test.for<[string, Buffer | (() => Promise<Buffer>), string]>([
  ['that is another file', pdf, 'arrivals.mailUnreadable'],
  ['without content', () => eMail({}), 'arrivals.mailEmpty'],
  [
    'with too many files',
    () => eMail({ attachments: Array.from({ length: 51 }, (_, at) => ({ filename: `${at}.txt`, content: `${at}` })) }),
    'arrivals.mailUnreadable',
  ],
])('an e-mail %s is refused', async ([, make, code]) => {
  const bytes = typeof make === 'function' ? await make() : make
  expect((await addMail(ana, bytes)).body.code).toBe(code)
  expect(await mails()).toEqual([])
})
