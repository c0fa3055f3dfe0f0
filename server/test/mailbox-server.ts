// A mailbox on this machine that speaks as much IMAP as reading needs (RFC 3501), over a real connection. It refuses every command
// that would change the mailbox, unless its e-mails may be moved.
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export type Mailbox = {
  url: string
  uidValidity: number
  /** By UID. */
  messages: Map<number, string>
  password: string
  /** Where e-mails may be moved to, with those that were; null: nothing may change. */
  moved: { folder: string; uids: number[] } | null
  /** The commands without their tags, and the login without its password. */
  commands: string[]
  close(): Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => {})
    socket.setEncoding('latin1').write('* OK ready\r\n')
    let rest = ''
    socket.on('data', (text: string) => {
      const lines = (rest + text).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) answer(socket, line)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const mailbox: Mailbox = {
    url: `imap://books:s%40cret@127.0.0.1:${port}/INBOX`,
    uidValidity: 7,
    messages: new Map(),
    password: 's@cret',
    moved: null,
    commands: [],
    close: async () => {
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }
  return mailbox

  function answer(socket: Socket, line: string): void {
    const [tag = '', ...words] = line.split(' ')
    const command = words.join(' ')
    const name = (words[0] === 'UID' ? `UID ${words[1]}` : (words[0] ?? '')).toUpperCase()
    mailbox.commands.push(name === 'LOGIN' ? name : command)
    const say = (...said: string[]) => socket.write(said.map((one) => `${one}\r\n`).join(''), 'latin1')
    const done = `${tag} OK done`
    const uids = [...mailbox.messages.keys()].sort((a, b) => a - b)
    if (name === 'CAPABILITY') return void say('* CAPABILITY IMAP4rev1 MOVE', done)
    if (name === 'NOOP') return void say(done)
    if (name === 'LOGOUT') return void say('* BYE', done)
    if (command === 'LIST "" ""') return void say('* LIST (\\Noselect) "/" ""', done)
    if (name === 'LIST') return void say('* LIST () "/" "INBOX"', done)
    if (name === 'LOGIN')
      return void say(
        command.includes(`"${mailbox.password}"`) || command.endsWith(` ${mailbox.password}`)
          ? done
          : `${tag} NO [AUTHENTICATIONFAILED] Wrong password`,
      )
    if (name === 'EXAMINE' || (name === 'SELECT' && mailbox.moved !== null))
      return void say(
        `* ${uids.length} EXISTS`,
        '* FLAGS (\\Seen)',
        `* OK [UIDVALIDITY ${mailbox.uidValidity}] ok`,
        `* OK [UIDNEXT ${(uids.at(-1) ?? 0) + 1}] ok`,
        `${tag} OK [${name === 'SELECT' ? 'READ-WRITE' : 'READ-ONLY'}] done`,
      )
    if (name === 'UID SEARCH') {
      const [, from] = /UID (\d+):\*/.exec(command.slice(4)) ?? []
      // '*' is the last one: a range that begins after it has it too.
      const found = uids.filter((uid, at) => uid >= Number(from ?? 0) || at === uids.length - 1)
      return void say(`* SEARCH${found.map((uid) => ` ${uid}`).join('')}`, done)
    }
    if (name === 'UID FETCH') {
      const asked = new Set((words[2] ?? '').split(',').flatMap(rangeOf))
      for (const [at, uid] of uids.entries()) {
        const message = mailbox.messages.get(uid) ?? ''
        if (!asked.has(uid)) continue
        if (command.includes('ENVELOPE')) {
          say(`* ${at + 1} FETCH (UID ${uid} RFC822.SIZE ${message.length} ENVELOPE ${envelopeOf(message)})`)
          continue
        }
        const [, first = '0', length = '0'] = /BODY\.PEEK\[\]<(\d+)\.(\d+)>/.exec(command) ?? []
        const [section, bytes] = command.includes('HEADER.FIELDS')
          ? ['BODY[HEADER.FIELDS (CONTENT-TYPE)]', contentType(message)]
          : [`BODY[]<${first}>`, message.slice(Number(first), Number(first) + Number(length))]
        socket.write(`* ${at + 1} FETCH (UID ${uid} ${section} {${bytes.length}}\r\n${bytes})\r\n`, 'latin1')
      }
      return void say(done)
    }
    const [, uidSet = '', folder] = /^UID MOVE (\S+) "?([^"]+)"?$/.exec(command) ?? []
    if (mailbox.moved !== null && folder === mailbox.moved.folder) {
      for (const uid of uidSet.split(',').flatMap(rangeOf))
        if (mailbox.messages.delete(uid)) mailbox.moved.uids.push(uid)
      return void say(done)
    }
    return void say(`${tag} NO ${name} is not allowed in this mailbox`)
  }
}

const rangeOf = (text: string): number[] => {
  const [from = 0, to = from] = text.split(':').map(Number)
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

const contentType = (message: string): string =>
  `${/^content-type:.*(\r\n[ \t].*)*/im.exec(message.split('\r\n\r\n')[0] ?? '')?.[0] ?? ''}\r\n\r\n`

/** Of the headers date, subject, from and message-id. */
function envelopeOf(message: string): string {
  const head = (message.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ')
  const header = (of: string) => new RegExp(`^${of}:\\s*(.*)$`, 'im').exec(head)?.[1]
  const quoted = (text: string | undefined) => (text === undefined || text === '' ? 'NIL' : JSON.stringify(text))
  const [, name = '', user = '', host = ''] = /^(.*?)\s*<?([^<>@\s]+)@([^<>@\s]+)>?$/.exec(header('from') ?? '') ?? []
  const from = user === '' ? 'NIL' : `((${quoted(name)} NIL ${quoted(user)} ${quoted(host)}))`
  const fields = [quoted(header('date')), quoted(header('subject')), from, ...Array<string>(6).fill('NIL')]
  return `(${fields.join(' ')} ${quoted(header('message-id'))})`
}
