// A message is our plain text with our PDF; user input cannot become a header, a second recipient or a link.
import { createHash } from 'node:crypto'
import { formatLongDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { Receipt } from '@talaan/ledger/documents/receipt.ts'
import { isThisMachine } from './clear-text.ts'

export const longestSubject = 120

export const receiptSubject = ({ title, number, company }: Receipt): string =>
  subjectLine(`${title} ${number ?? ''} - ${company.name}`)

/** One line without control characters or direction marks, cut to what mail programs show. */
export function subjectLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const letters = [...line]
  return letters.length <= longestSubject
    ? line
    : `${letters
        .slice(0, longestSubject - 1)
        .join('')
        .trimEnd()}…`
}

/** The text names the document, not its fields: the PDF has the rest. */
export function receiptText({ title, number, day, company, totals }: Receipt): string {
  const total = totals.find(({ emphasis }) => emphasis === 'grand')
  return messageText([
    `${title} ${number ?? ''} of ${formatLongDay(day)} was recorded in the books of ${company.name}.`,
    ...(total ? [`${total.label}: PHP ${formatMoney(total.amount)}`] : []),
    '',
    'The document is attached as a PDF file.',
  ])
}

/** The text of a message with these lines, between the greeting and the note that every message ends with. */
export const messageText = (lines: readonly string[]): string =>
  [
    'Good day,',
    '',
    ...lines,
    '',
    'This message was sent by the bookkeeping portal. Please do not reply to it.',
    '',
  ].join('\n')

/** The same for every attempt of a document, so that a mailbox shows it once. */
export function messageId(topic: string, id: string, mailFrom: string): string {
  const host = /@([A-Za-z0-9.-]+)/.exec(mailFrom)?.[1] ?? 'localhost'
  return `<${topic}.${id}@${host}>`
}

export type Message = {
  from: string
  to: string
  /** One Reply-To address, instead of the sender. */
  replyTo?: string
  subject: string
  text: string
  messageId: string
  /** Milliseconds. */
  writtenAt: number
  attachment?: { name: string; type: string; bytes: Uint8Array }
}

/** A message as sent: sender, recipient, and its bytes, identical each time it is made. */
export type RawMessage = { from: string; to: string; bytes: Buffer }

export async function rawMessage({
  from,
  to,
  replyTo,
  subject,
  text,
  messageId: id,
  writtenAt,
  attachment,
}: Message): Promise<RawMessage> {
  const address = oneAddress(to)
  // At first use: the portal starts without it.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const node = new MailComposer({
    from,
    to: { name: '', address },
    ...(replyTo !== undefined && { replyTo: { name: '', address: oneAddress(replyTo) } }),
    subject: subjectLine(subject),
    text: text.replace(/\r\n|\r|\n/g, '\r\n'),
    messageId: id,
    date: new Date(writtenAt),
    baseBoundary: createHash('sha256').update(id).digest('hex').slice(0, 32),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    ...(attachment && {
      attachments: [
        { filename: attachment.name, contentType: attachment.type, content: Buffer.from(attachment.bytes) },
      ],
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  const { from: sender } = node.getEnvelope()
  return { from: sender || '', to: address, bytes: await node.build() }
}

/**
 * 'ana@example.com', or 'Ana <ana@example.com>' for the portal's own address. Anything that could be read as several
 * addresses is refused.
 */
function oneAddress(text: string): string {
  const [, inBrackets, bare] = /^(?:(?:"[^"]*"\s*|[^<>,;"@]*)<([^<>]*)>|([^<>]*))$/.exec(text.slice(0, 400)) ?? []
  const address = inBrackets ?? bare ?? ''
  if (/^[^\s<>,;:"()[\]\\@]+@[A-Za-z0-9.-]+$/.test(address)) return address
  throw new NotAnAddress(`'${text}' is not a single valid e-mail address.`)
}

class NotAnAddress extends Error {
  override name = 'NotAnAddress'
}

export type Post = (message: RawMessage, signal: AbortSignal) => Promise<void>

/** Sends over SMTP. To another machine only with TLS, unless the operator accepts an unencrypted connection. */
export function postOverSmtp(smtpUrl: string, { mayBeClear = false } = {}): Post {
  const { protocol, hostname } = new URL(smtpUrl)
  const options = {
    url: smtpUrl,
    ...(protocol === 'smtp:' && !isThisMachine(hostname) && !mayBeClear && { requireTLS: true }),
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    dnsTimeout: 15_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  return async ({ from, to, bytes }, signal) => {
    const { createTransport } = await import('nodemailer')
    await createTransport(options).sendMail({ envelope: { from, to: [to] }, raw: bytes, signal })
  }
}

/**
 * Whether a retry is pointless: the server refuses this recipient or this message for good. A refused password or
 * sender can be corrected in the setup, so those messages wait.
 */
export function refusedForGood(error: unknown): boolean {
  if (error instanceof NotAnAddress) return true
  if (!(error instanceof Error)) return false
  const { responseCode, command } = error as Error & { responseCode?: number; command?: string }
  return (responseCode ?? 0) >= 500 && (command === 'RCPT TO' || command === 'DATA')
}
