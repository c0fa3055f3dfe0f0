// Reads an e-mail (RFC 5322): who sent it, its text, and the files in it, also those of e-mails that are attached to it.
import { simpleParser } from 'mailparser'
import { UnreadableStatement } from '@talaan/ledger/banking/formats/unreadable.ts'
import { plainLine } from './plain-line.ts'

export type ReadMessage = {
  /** Empty without one. */
  id: string
  sender: { address: string; name: string }
  subject: string
  /** As an ISO time; null without a date that can be read. */
  sentAt: string | null
  text: string
  files: MessageFile[]
}
type MessageFile = {
  name: string
  bytes: Uint8Array
  /** A picture that belongs to the text, such as the logo of a signature. */
  isOfText: boolean
}

export const maxMessageFiles = 50
export const longestHeader = 300
const usualHeaders = ['from', 'subject', 'message-id', 'date']
const longestText = 60_000
/** E-mails attached to e-mails. */
const maxDepth = 3

export async function readMessage({ bytes }: { bytes: Uint8Array }): Promise<ReadMessage> {
  const message = await messageOf(bytes, 0)
  if (message.files.length > maxMessageFiles)
    throw new UnreadableStatement(
      `This e-mail has ${message.files.length} files. Talaan accepts at most ${maxMessageFiles} from one e-mail. Save the attached files and add them.`,
    )
  return message
}

async function messageOf(bytes: Uint8Array, depth: number): Promise<ReadMessage> {
  const parsed = await simpleParser(Buffer.from(bytes), {
    skipTextToHtml: true,
    skipTextLinks: true,
    skipImageLinks: true,
    maxHtmlLengthToParse: 1_000_000,
  })
  const { headers, headerLines, messageId = '', subject = '', from, text = '', attachments } = parsed
  if (!usualHeaders.some((name) => headers.has(name)))
    throw new UnreadableStatement('This file is not an e-mail. Save the e-mail again as .eml.')
  const [author] = from?.value ?? []
  const message: ReadMessage = {
    id: plainLine(messageId, longestHeader),
    sender: {
      address: plainLine(author?.address ?? '', longestHeader).toLowerCase(),
      name: plainLine(author?.name ?? '', longestHeader),
    },
    subject: plainLine(subject, longestHeader),
    sentAt: sentAtOf(headerLines.find(({ key }) => key === 'date')?.line),
    text: plainText(text),
    files: [],
  }
  for (const { contentType, filename = '', content, related } of attachments) {
    if (contentType === 'message/rfc822' && depth < maxDepth) {
      const attached = await messageOf(content, depth + 1)
      const { sender, subject: about } = attached
      message.text += plainText(`\n\nFrom: ${sender.name} ${sender.address}\nSubject: ${about}\n\n${attached.text}`)
      message.files.push(...attached.files)
    } else message.files.push({ name: plainLine(filename, 200), bytes: content, isOfText: related === true })
  }
  return { ...message, text: message.text.trim().slice(0, longestText).toWellFormed() }
}

/** The parser reads a date that it doesn't understand as today. */
function sentAtOf(header: string | undefined): string | null {
  const time = Date.parse(header?.slice(header.indexOf(':') + 1).trim() ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

const plainText = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]|\p{Cf}/gu, '')
