// Reads the reports about undelivered e-mails in a mailbox, over IMAP. The mailbox is opened for reading only: nothing in it is
// marked, moved or deleted.
import { ImapFlow } from 'imapflow'
import { isThisMachine } from './clear-text.ts'

/** UIDs grow; with another validity they begin again. */
export type Position = { uidValidity: bigint; uid: number }
export type Report = { uid: number; bytes: Buffer }

type Options = {
  mayBeClear?: boolean
  signal: AbortSignal
  /** Where the last run stopped; null if the mailbox was not read before. */
  position: Position | null
  /** If UIDs say nothing, older e-mails are left out. */
  since: Date
  /** Called with each batch, in order. */
  take: (reports: Report[], position: Position) => Promise<void>
}

/** E-mails of one batch, and batches of one run. */
const batchSize = 500
const maxBatches = 20
/** The report and the headers of the returned e-mail come first; the rest of a large report is not fetched. */
export const maxReportBytes = 256 * 1024

export async function readReports(url: string, options: Options): Promise<void> {
  const { signal, take } = options
  const client = clientOf(url, options)
  const stop = () => client.close()
  signal.addEventListener('abort', stop, { once: true })
  // A connection that breaks also fails the command that waits for it.
  client.on('error', () => {})
  try {
    await client.connect()
    const { uidValidity } = await client.mailboxOpen(folderOf(url), { readOnly: true })
    const last = options.position?.uidValidity === uidValidity ? options.position.uid : null
    const found = await client.search(last === null ? { since: options.since } : { uid: `${last + 1}:*` }, {
      uid: true,
    })
    // '*' is the last e-mail, even if its UID is smaller.
    const uids = (found || []).filter((uid) => last === null || uid > last).sort((a, b) => a - b)
    for (let from = 0; from < uids.length && from < batchSize * maxBatches; from += batchSize) {
      const batch = uids.slice(from, from + batchSize)
      const reports: Report[] = []
      for (const uid of await reportsAmong(client, batch)) {
        const message = await client.fetchOne(
          String(uid),
          { source: { start: 0, maxLength: maxReportBytes } },
          { uid: true },
        )
        if (message && message.source) reports.push({ uid, bytes: message.source })
      }
      await take(reports, { uidValidity, uid: batch.at(-1) ?? 0 })
    }
    if (uids.length === 0) await take([], { uidValidity, uid: last ?? 0 })
    await client.logout()
  } catch (error) {
    signal.throwIfAborted()
    throw wordsOf(error)
  } finally {
    signal.removeEventListener('abort', stop)
    client.close()
  }
}

/** Those that say that they are reports about delivery. */
async function reportsAmong(client: ImapFlow, uids: readonly number[]): Promise<number[]> {
  const messages = await client.fetchAll(uids.join(','), { uid: true, headers: ['content-type'] }, { uid: true })
  return messages
    .filter(({ headers }) => /^content-type:\s*multipart\/report\b[^]*delivery-status/i.test(headers?.toString() ?? ''))
    .map(({ uid }) => uid)
    .sort((a, b) => a - b)
}

function clientOf(url: string, { mayBeClear = false }: Options): ImapFlow {
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
