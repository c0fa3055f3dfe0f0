// Reads a report about an undelivered e-mail (RFC 3464): the Message-ID of the returned e-mail, and why it was returned.
import { simpleParser } from 'mailparser'
import type { Attachment } from 'mailparser'
import { plainLine } from './plain-line.ts'

export type DeliveryReport = {
  /** The Message-ID of the report itself; empty without one. */
  id: string
  /** The e-mail that was returned; null if the report doesn't say, or if it was delivered or is only delayed. */
  returned: { messageId: string; reason: string } | null
}

const longestReason = 300

export async function readDeliveryReport({ bytes }: { bytes: Uint8Array }): Promise<DeliveryReport> {
  const { messageId: id = '', attachments } = await simpleParser(Buffer.from(bytes), {
    keepDeliveryStatus: true,
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipTextLinks: true,
    skipImageLinks: true,
  })
  const status = textOf(attachments, ['message/delivery-status', 'message/global-delivery-status'])
  // Fields of the message come first, then a group for each recipient. A message of Talaan has one recipient.
  const failed = status
    .split(/\r?\n[ \t]*\r?\n/)
    .map(fieldsOf)
    .find((fields) => fields.get('action')?.toLowerCase() === 'failed')
  const original = textOf(attachments, [
    'message/rfc822',
    'text/rfc822-headers',
    'message/global',
    'message/global-headers',
  ])
  const messageId = /<[^<>\s]+>/.exec(fieldsOf(original.split(/\r?\n\r?\n/)[0] ?? '').get('message-id') ?? '')?.[0]
  return {
    id,
    returned: failed === undefined || messageId === undefined ? null : { messageId, reason: reasonOf(failed) },
  }
}

const textOf = (attachments: readonly Attachment[], types: readonly string[]): string =>
  attachments.find(({ contentType }) => types.includes(contentType))?.content.toString('utf8') ?? ''

/** Header fields by their names in small letters, each on one line; the first of a name counts. */
function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name, value] = /^([A-Za-z0-9-]+):\s*(.*)$/.exec(line) ?? []
    if (name !== undefined && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), (value ?? '').trim())
  }
  return fields
}

/** The answer of the mail server, such as '550 5.1.1 No such user', or else the status code. */
function reasonOf(fields: ReadonlyMap<string, string>): string {
  const answer = (fields.get('diagnostic-code') ?? '').replace(/^[A-Za-z0-9-]+\s*;\s*/, '')
  const reason = answer === '' ? `Status ${fields.get('status') ?? 'unknown'}` : answer
  return plainLine(reason, longestReason)
}
