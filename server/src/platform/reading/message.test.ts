// E-mails and delivery reports as other programs write them.
import { expect, test } from 'vitest'
import { readDeliveryReport } from './delivery-report.ts'
import { longestHeader, maxMessageFiles, readMessage } from './message.ts'

const bytesOf = (...lines: string[]) => Buffer.from(lines.join('\r\n'))
const part = (head: string[], body: string) => ['--b', ...head, '', body]
const parts = (type: string, ...all: string[][]) => [
  `Content-Type: ${type}; boundary=b`,
  '',
  ...all.flat(),
  '--b--',
  '',
]
const attached = (name: string) =>
  part(['Content-Type: text/csv', `Content-Disposition: attachment; filename=${name}`], 'x')

test('an e-mail without names, dates and texts is read as empty texts', async () => {
  const read = await readMessage({ bytes: bytesOf('Subject: =?utf-8?q?a=0Ab=E2=80=AE?=', 'Date: someday', '', '') })
  expect(read).toEqual({ id: '', sender: { address: '', name: '' }, subject: 'a b', sentAt: null, text: '', files: [] })
  const long = await readMessage({ bytes: bytesOf(`From: ${'x'.repeat(900)} <A@B.example>`, '', 'Hello\rthere\u0007') })
  expect([long.sender.name.length, long.sender.address, long.text]).toEqual([
    longestHeader,
    'a@b.example',
    'Hello\nthere',
  ])
})

test('of e-mails in e-mails three levels are opened, and their texts and files are those of the first', async () => {
  const nested = (depth: number): string[] =>
    depth === 0
      ? ['From: z@b.example', 'Subject: deepest', '', 'deepest text']
      : [
          `From: "N${depth}" <n${depth}@b.example>`,
          `Subject: level ${depth}`,
          ...parts(
            'multipart/mixed',
            part(['Content-Type: text/plain'], `text ${depth}`),
            attached(`${depth}.csv`),
            part(['Content-Type: message/rfc822', 'Content-Disposition: attachment'], nested(depth - 1).join('\r\n')),
          ),
        ].map((line) => line.replaceAll('=b', `=b${depth}`).replaceAll('--b', `--b${depth}`))
  const { subject, text, files } = await readMessage({ bytes: bytesOf(...nested(5)) })
  expect(subject).toBe('level 5')
  expect(text).toMatch(/^text 5\s+From: N4 n4@b\.example\nSubject: level 4\s+text 4\s[^]+text 2/)
  expect(text).not.toContain('text 1')
  expect(files.map(({ name, isOfText }) => [name, isOfText])).toEqual([
    ...[5, 4, 3, 2].map((depth) => [`${depth}.csv`, false]),
    ['', false],
  ])
})

test('a file that is no e-mail, and an e-mail with too many files, are refused with a message', async () => {
  await expect(readMessage({ bytes: bytesOf('Dear sir,', '', 'hello') })).rejects.toThrow(
    /^This file is not an e-mail\./,
  )
  const files = Array.from({ length: maxMessageFiles + 1 }, (_, at) => attached(`${at}.csv`))
  const bytes = bytesOf('From: a@b.example', ...parts('multipart/mixed', ...files))
  await expect(readMessage({ bytes })).rejects.toThrow(/^This e-mail has 51 files\. Talaan accepts at most 50/)
})

test.each<[kind: string, status: string[], original: string[], returned: unknown]>([
  [
    'with an answer on two lines',
    ['Action: FAILED', 'Status: 5.1.1', 'Diagnostic-Code: smtp; 550 No', '  such user'],
    ['Message-Id: <a@b> ', 'message-id: <c@d>'],
    { messageId: '<a@b>', reason: '550 No such user' },
  ],
  [
    'with a status alone',
    ['Action: failed', 'Status: 5.4.4'],
    ['Message-ID: <a@b>'],
    { messageId: '<a@b>', reason: 'Status 5.4.4' },
  ],
  ['without a reason', ['Action: failed'], ['Message-ID: <a@b>'], { messageId: '<a@b>', reason: 'Status unknown' }],
  ['of a delay', ['Action: delayed', 'Status: 4.2.0'], ['Message-ID: <a@b>'], null],
  ['about a message without an id', ['Action: failed'], ['Subject: x'], null],
])('a delivery report %s is read', async (_, status, original, returned) => {
  const bytes = bytesOf(
    'Message-ID: <r@b>',
    ...parts(
      'multipart/report; report-type=delivery-status',
      part(['Content-Type: message/delivery-status'], ['Reporting-MTA: dns; b', '', ...status].join('\r\n')),
      part(['Content-Type: text/rfc822-headers'], original.join('\r\n')),
    ),
  )
  expect(await readDeliveryReport({ bytes })).toEqual({ id: '<r@b>', returned })
})

test('any other e-mail is no delivery report', async () => {
  expect(await readDeliveryReport({ bytes: bytesOf('Subject: x', '', 'I am away.') })).toEqual({
    id: '',
    returned: null,
  })
})
