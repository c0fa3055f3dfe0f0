// Refuses common and leaked passwords. The list is on the server only; the browser knows the rules and the most common words.
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type * as languageCommon from '@zxcvbn-ts/language-common'
import { passwordRefusal, passwordWords, withoutLeet } from '@talaan/contract/password.ts'

const load = createRequire(import.meta.url)
let known: ReadonlySet<string> | undefined

/** Common and leaked passwords in lower case, the most common first. Loaded when a password is set: they take 60 ms and 25 MB. */
export function commonPasswords(): ReadonlySet<string> {
  if (known === undefined) {
    const { dictionary } = load('@zxcvbn-ts/language-common') as typeof languageCommon
    known = new Set(dictionary['passwords-common'])
  }
  return known
}

/** Below this length, a word says too little about the password that contains it. */
const shortestWord = 4

/** Why a password is refused, without the file of leaked ones; or undefined. */
export const knownPasswordRefusal = (password: string, clientId: string): string | undefined =>
  passwordRefusal(password, clientId) ?? (isCommon(password) ? passwordWords.common : undefined)

/** Why a password is refused, or undefined. */
export async function refusalOfPassword(
  { breachedPasswordsFile: file }: { breachedPasswordsFile: string | null },
  password: string,
  clientId: string,
): Promise<string | undefined> {
  const refused = knownPasswordRefusal(password, clientId)
  if (refused !== undefined || file === null) return refused
  return (await isBreached(file, password)) ? passwordWords.breached : undefined
}

/** In any case and common spelling, with any digits and marks around it. */
function isCommon(password: string): boolean {
  const text = password.normalize('NFC').toLowerCase()
  const lettersEnd = text.replace(/[^a-z]+$/, '').length
  const starts = [0, Math.max(0, text.search(/[a-z]/))]
  const words = starts.flatMap((start) =>
    Array.from({ length: text.length - lettersEnd + 1 }, (_, added) => text.slice(start, lettersEnd + added)),
  )
  const common = commonPasswords()
  return words.some((word) => word.length >= shortestWord && (common.has(word) || common.has(withoutLeet(word))))
}

/** A range this small is searched line by line. */
const lastBytes = 4096
/** Longer than any line: 40 digits, a colon and a count. */
const lineBytes = 128

/** Searches a file with a SHA-1 hash and a count in each line, sorted by hash, as Have I Been Pwned publishes it. */
async function isBreached(path: string, password: string): Promise<boolean> {
  const hash = createHash('sha1').update(password.normalize('NFC')).digest('hex').toUpperCase()
  const file = await open(path)
  try {
    // The wanted line begins at `low` or later, and before `high`.
    let [low, high] = [0, (await file.stat()).size]
    while (high - low > lastBytes) {
      const middle = Math.floor((low + high) / 2)
      const text = await textAt(file, middle, lineBytes * 2)
      const end = text.indexOf('\n')
      if (end < 0) throw new Error('A line of BREACHED_PASSWORDS_FILE is too long.')
      if (text.slice(end + 1, end + 41) > hash) high = middle + end + 1
      else low = middle + end + 1
    }
    return `\n${await textAt(file, low, high - low)}`.includes(`\n${hash}`)
  } finally {
    await file.close()
  }
}

async function textAt(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.toString('latin1', 0, bytesRead).toUpperCase()
}
