// A real mail server on this machine that treats each e-mail as the test says, and stores the accepted ones.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'

/**
 * The treatment of an e-mail: accepted, deferred, refused at a step, or accepted with the connection cut before the
 * answer.
 */
export type Fate = 'accept' | 'defer' | 'refuse' | 'refuse-sender' | 'refuse-message' | 'cut' | 'never-answer'
export type Received = { from: string; to: string[]; bytes: Buffer; text: string }

export type PostOffice = {
  url: string
  /** Accepted e-mails, including those whose sender never got the answer. */
  received: Received[]
  /** The number of connections. */
  visits: number
  fate: Fate | ((visit: number) => Fate)
  /** An e-mail is answered after this promise. */
  mayAnswer: Promise<void>
  close(): Promise<void>
}

export async function openPostOffice(
  options: SMTPServerOptions = { disabledCommands: ['STARTTLS', 'AUTH'] },
): Promise<PostOffice> {
  const office: PostOffice = { url: '', received: [], visits: 0, fate: 'accept', mayAnswer: Promise.resolve(), close }
  const fateOf = () => (typeof office.fate === 'function' ? office.fate(office.visits) : office.fate)
  const answer = (code: number, words: string) => Object.assign(new Error(words), { responseCode: code })

  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 50,
    onConnect(_session, next) {
      office.visits++
      next()
    },
    onMailFrom(_address, _session, next) {
      next(fateOf() === 'refuse-sender' ? answer(550, 'We do not know you') : null)
    },
    onRcptTo({ address }, _session, next) {
      if (fateOf() === 'defer') return next(answer(451, `Come later with ${address}\u0007`))
      next(fateOf() === 'refuse' ? answer(550, 'No such mailbox') : null)
    },
    onData(stream, session, next) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const fate = fateOf()
        if (fate === 'refuse-message') return next(answer(554, 'This looks like spam'))
        const bytes = Buffer.concat(chunks)
        const { mailFrom, rcptTo } = session.envelope
        const to = rcptTo.map(({ address }) => address)
        office.received.push({ from: mailFrom ? mailFrom.address : '', to, bytes, text: bytes.toString('utf8') })
        if (fate === 'cut') return cutAll()
        if (fate === 'accept') void office.mayAnswer.then(() => next())
      })
    },
    ...options,
  })
  server.on('error', () => {})
  const cutAll = () => {
    for (const { _socket } of (server as unknown as { connections: Set<{ _socket: { destroy(): void } }> }).connections)
      _socket.destroy()
  }
  async function close(): Promise<void> {
    cutAll()
    await new Promise<void>((done) => server.close(() => done()))
  }
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  office.url = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`
  return office
}

/** The headers of a message by name, unfolded; the values of repeated headers are joined, which no test expects. */
export function headersOf(message: string): Record<string, string> {
  const head = message.slice(0, message.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  const headers: Record<string, string> = {}
  for (const line of head.split('\r\n')) {
    const [name = '', ...value] = line.split(':')
    const key = name.toLowerCase()
    headers[key] = headers[key] === undefined ? value.join(':').trim() : `${headers[key]} AND ${value.join(':').trim()}`
  }
  return headers
}

/** The parts of a multipart message: each with its headers and its content, decoded. */
export function partsOf(message: string): { headers: Record<string, string>; content: Buffer }[] {
  const boundary = /boundary="([^"]+)"/.exec(headersOf(message)['content-type'] ?? '')?.[1]
  if (boundary === undefined) throw new Error('The message has no parts.')
  return message
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => part.replace(/^\r\n/, ''))
    .map((part) => {
      const headers = headersOf(part)
      const body = part.slice(part.indexOf('\r\n\r\n') + 4)
      return { headers, content: decoded(body, headers['content-transfer-encoding']) }
    })
}

function decoded(body: string, encoding: string | undefined): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'utf8')
  const unfolded = body.replace(/=\r\n/g, '')
  return Buffer.from(
    unfolded.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}
