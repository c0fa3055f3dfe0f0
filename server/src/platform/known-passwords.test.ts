// Common and leaked passwords are refused, whatever is added so that they fit the rules.
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { passwordRefusal, passwordWords } from '@talaan/contract/password.ts'
import { commonPasswords, knownPasswordRefusal, refusalOfPassword } from './known-passwords.ts'

/** A common password as people make it fit the rules. */
const fitting = (word: string) => {
  const capital = word.charAt(0).toUpperCase() + word.slice(1)
  return /[a-z]/.test(word) ? capital.padEnd(6, '1') + '1!' : `${word}Aa!`
}

test('the 3000 most common passwords that can be made to fit the rules are refused in their usual form', () => {
  const words = [...commonPasswords()].filter((word) => /^[a-z]{4,}\d*$/.test(word)).slice(0, 3000)
  const made = words.map(fitting)
  expect(made).toHaveLength(3000)
  expect(made.filter((password) => passwordRefusal(password) === passwordWords.notMet)).toEqual([])
  expect(made.filter((password) => knownPasswordRefusal(password, 'ana') !== passwordWords.common)).toEqual([])
  // The rules and words that the browser knows are not enough.
  expect(made.filter((password) => passwordRefusal(password) === undefined).length).toBeGreaterThan(2500)
})

test.for(['P@ssw0rd', '!Qaz2wsx', 'Aa123456@', 'India@123', '2024-Liverpool!', 'L1verp00l$99'])(
  '%s is refused as too common',
  (password) => {
    expect(knownPasswordRefusal(password, 'ana')).toBe(passwordWords.common)
  },
)

test.for(['Iris-counts-19-jars!', 'Tatlong-Baso-7-Kape', 'xK9#mQ2$vL', '8812-4410-Ab'])(
  '%s is accepted',
  (password) => {
    expect(knownPasswordRefusal(password, 'ana')).toBeUndefined()
  },
)

test('a password in the file of leaked passwords is refused, wherever its line is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'talaan-breached-'))
  const file = join(folder, 'pwned.txt')
  const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()
  const leaked = Array.from({ length: 2000 }, (_, at) => `Leaked-${at}-jars!`)
  const sorted = leaked.toSorted((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1))
  writeFileSync(file, sorted.map((password, at) => `${hashOf(password)}:${at + 1}`).join('\r\n'))
  try {
    const refused = (password: string, path: string | null = file) =>
      refusalOfPassword({ breachedPasswordsFile: path }, password, 'ana')
    const tried = sorted.filter((_, at) => at < 5 || at > 1995 || at % 200 === 0)
    expect(new Set(await Promise.all(tried.map((password) => refused(password))))).toEqual(
      new Set([passwordWords.breached]),
    )
    expect(await refused('Leaked-2000-jars!')).toBeUndefined()
    expect(await refused('Leaked-7-jars!', null)).toBeUndefined()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
