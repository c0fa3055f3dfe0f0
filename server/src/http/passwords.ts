// Passwords are stored as argon2id hashes in PHC notation. A check costs the same for unknown accounts.
import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { openGate } from './gate.ts'
import type { Caller } from './gate.ts'

export type PasswordCost = { memoryKiB: number; passes: number }

export const standardCost: PasswordCost = { memoryKiB: 65_536, passes: 3 }

const saltBytes = 16
const tagBytes = 32

export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(saltBytes)
  return phc({ ...cost, salt, tag: await derive(password, { ...cost, salt, tagLength: tagBytes }) })
}

export async function isPassword(password: string, hash: string, caller: Caller = 'known'): Promise<boolean> {
  const { tag, ...cost } = readPhc(hash)
  return timingSafeEqual(tag, await derive(password, { ...cost, tagLength: tag.length }, caller))
}

/** A hash that no password has, for checks that take as long as those of a real account. */
export const nobodysHash = (cost: PasswordCost): string =>
  phc({ ...cost, salt: randomBytes(saltBytes), tag: randomBytes(tagBytes) })

/** 24 random characters that meet the rules, with more than 128 bits; without look-alikes (0 O, 1 l I), because users type it. */
export function oneTimePassword(): string {
  const kinds = ['abcdefghijkmnopqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '#%+-=?@']
  const all = kinds.join('')
  const characters = [...kinds, ...Array<string>(20).fill(all)].map(anyOf)
  for (let at = characters.length - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    ;[characters[at], characters[other]] = [characters[other]!, characters[at]!]
  }
  return characters.join('')
}

const anyOf = (characters: string) => characters[randomInt(characters.length)]!

// ── PHC notation: $argon2id$v=19$m=65536,t=3,p=1$salt$tag, base64 without padding.

type Parts = PasswordCost & { salt: Buffer; tag: Buffer }

const phc = ({ memoryKiB, passes, salt, tag }: Parts) =>
  `$argon2id$v=19$m=${memoryKiB},t=${passes},p=1$${unpadded(salt)}$${unpadded(tag)}`

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

function readPhc(text: string): Parts {
  const [, memory, passes, salt, tag] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/-]+)\$([\w+/-]+)$/.exec(text) ?? []
  if (!memory || !passes || !salt || !tag) throw new Error('A stored password hash has an unknown format.')
  return {
    memoryKiB: Number(memory),
    passes: Number(passes),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

// ── Hashing takes 64 MiB each.

const argon2Async = promisify(argon2)
const gate = openGate({ atOnce: 2, mayWait: 100 })

const derive = (
  password: string,
  { memoryKiB, passes, salt, tagLength }: PasswordCost & { salt: Buffer; tagLength: number },
  caller: Caller = 'known',
): Promise<Buffer> =>
  gate(caller, () =>
    argon2Async('argon2id', {
      // Keyboards may send the same letter composed or with combining characters.
      message: password.normalize('NFC'),
      nonce: salt,
      parallelism: 1,
      tagLength,
      memory: memoryKiB,
      passes,
    }),
  )
