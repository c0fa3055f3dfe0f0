// Reads a mailbox over IMAP. It is opened for reading only, unless e-mails are moved: nothing else in it is ever changed.
import type { ImapFlow } from 'imapflow'
import { isThisMachine } from './clear-text.ts'
import { plainLine } from './reading/plain-line.ts'

/** UIDs grow; with another validity they begin again. */
export type Position = { uidValidity: bigint; uid: number }
export type Report = { uid: number; bytes: Buffer }
/** The headers of an e-mail; texts are empty without them. */
export type Head = {
  uid: number
  size: number
  messageId: string
  sender: string
  senderName: string
  subject: string
  sentAt: string | null
}

type Connection = { mayBeClear?: boolean; signal: AbortSignal }
type Options = Connection & {
  /** Where the last run stopped; null if the mailbox was not read before. */
  position: Position | null
  /** If UIDs say nothing, older e-mails are left out. */
  since: Date
  /** Called with each batch, in order. */
  take: (reports: Report[], position: Position) => Promise<void>
}

/** An open mailbox. */
export type Mailbox = {
  uidValidity: bigint
  /** Those after the last one, or of the last days if UIDs say nothing, in order. */
  uidsAfter: (last: number | null, since: Date) => Promise<number[]>
  heads: (uids: readonly number[]) => Promise<Head[]>
  /** The e-mail, or its first bytes; undefined if it is gone. */
  source: (uid: number, maxBytes: number) => Promise<Buffer | undefined>
  move: (uids: readonly number[], folder: string) => Promise<void>
}

/** E-mails of one batch, and batches of one run. */
const batchSize = 500
const maxBatches = 20
/** The report and the headers of the returned e-mail come first; the rest of a large report is not fetched. */
export const maxReportBytes = 256 * 1024

export async function readReports(url: string, options: Options): Promise<void> {
  const { position, since, take } = options
  await inMailbox(url, { ...options, readOnly: true }, async ({ uidValidity, uidsAfter, source }, client) => {
    const last = position?.uidValidity === uidValidity ? position.uid : null
    const uids = await uidsAfter(last, since)
    for (let from = 0; from < uids.length && from < batchSize * maxBatches; from += batchSize) {
      const batch = uids.slice(from, from + batchSize)
      const reports: Report[] = []
      for (const uid of await reportsAmong(client, batch)) {
        const bytes = await source(uid, maxReportBytes)
        if (bytes !== undefined) reports.push({ uid, bytes })
      }
      await take(reports, { uidValidity, uid: batch.at(-1) ?? 0 })
    }
    if (uids.length === 0) await take([], { uidValidity, uid: last ?? 0 })
  })
}

/** Opens the mailbox for this work, and closes it. */
export async function inMailbox(
  url: string,
  options: Connection & { readOnly: boolean },
  work: (mailbox: Mailbox, client: ImapFlow) => Promise<void>,
): Promise<void> {
  const { signal, readOnly } = options
  const client = await clientOf(url, options)
  const stop = () => client.close()
  signal.addEventListener('abort', stop, { once: true })
  // A connection that breaks also fails the command that waits for it.
  client.on('error', () => {})
  try {
    await client.connect()
    const { uidValidity } = await client.mailboxOpen(folderOf(url), { readOnly })
    await work({ uidValidity, ...readingOf(client) }, client)
    await client.logout()
  } catch (error) {
    signal.throwIfAborted()
    throw wordsOf(error)
  } finally {
    signal.removeEventListener('abort', stop)
    client.close()
  }
}

const readingOf = (client: ImapFlow): Omit<Mailbox, 'uidValidity'> => ({
  async uidsAfter(last, since) {
    const found = await client.search(last === null ? { since } : { uid: `${last + 1}:*` }, { uid: true })
    // '*' is the last e-mail, even if its UID is smaller.
    return (found || []).filter((uid) => last === null || uid > last).sort((a, b) => a - b)
  },
  async heads(uids) {
    if (uids.length === 0) return []
    const wanted = { uid: true, envelope: true, size: true }
    const messages = await client.fetchAll(uids.join(','), wanted, { uid: true })
    return messages
      .map(({ uid, size = 0, envelope }): Head => {
        const [from] = envelope?.from ?? []
        const line = (text: string | undefined) => plainLine(text ?? '', maxHeadLength)
        const sentAt = new Date(envelope?.date ?? Number.NaN)
        return {
          uid,
          size,
          messageId: line(envelope?.messageId),
          sender: line(from?.address).toLowerCase(),
          senderName: line(from?.name),
          subject: line(envelope?.subject),
          sentAt: Number.isNaN(sentAt.getTime()) ? null : sentAt.toISOString(),
        }
      })
      .sort((a, b) => a.uid - b.uid)
  },
  async source(uid, maxLength) {
    const message = await client.fetchOne(String(uid), { source: { start: 0, maxLength } }, { uid: true })
    return (message && message.source) || undefined
  },
  async move(uids, folder) {
    if (uids.length === 0) return
    if (!(await client.messageMove(uids.join(','), folder, { uid: true })))
      throw new Error(`The mail server can't move e-mails to the folder '${folder}'. Check that the folder exists.`)
  },
})

const maxHeadLength = 300

/** Those that say that they are reports about delivery. */
async function reportsAmong(client: ImapFlow, uids: readonly number[]): Promise<number[]> {
  const messages = await client.fetchAll(uids.join(','), { uid: true, headers: ['content-type'] }, { uid: true })
  return messages
    .filter(({ headers }) => /^content-type:\s*multipart\/report\b[^]*delivery-status/i.test(headers?.toString() ?? ''))
    .map(({ uid }) => uid)
    .sort((a, b) => a - b)
}

/** Loaded with the first mailbox: most portals read none, and the library is a tenth of the code at start. */
async function clientOf(url: string, { mayBeClear = false }: Connection): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow')
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'imaps:'
  return new ImapFlow({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 993 : 143) : Number(port),
    secure,
    ...(!secure && !mayBeClear && !isThisMachine(hostname) && { doSTARTTLS: true }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
  })
}

/** The mailbox without its password. */
export function mailboxName(url: string): string {
  const { username, host, pathname } = new URL(url)
  return `${decodeURIComponent(username)} on ${host}${decodeURIComponent(pathname).replace(/\/$/, '')}`
}

const folderOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1)) || 'INBOX'

/** The library's message is only 'Command failed'; the server says why. */
const wordsOf = (error: unknown): unknown => {
  const { responseText } = error as { responseText?: string }
  return typeof responseText === 'string' && responseText !== ''
    ? new Error(`The mailbox can't be read: ${responseText}`, { cause: error })
    : error
}
