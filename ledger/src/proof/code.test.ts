// Short codes: made from a digest, read as typed, and protected against typing errors.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginningOf, codeAddress, codeOfDigest, readCode } from './code.ts'
import { sha256Of } from '../core/sha256.ts'

const code = codeOfDigest(sha256Of('a voucher'))
const anyCode = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => codeOfDigest(sha256Of(bytes.join())))

test('a code leads back to the digest it was made from', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const digest = sha256Of(text)
      const read = readCode(codeOfDigest(digest))
      expect(read).toEqual({ ok: true, code: codeOfDigest(digest) })
      expect(digest.startsWith(beginningOf(codeOfDigest(digest)))).toBe(true)
    }),
  )
  expect(() => codeOfDigest('123')).toThrow(RangeError)
})

test.each([
  code.toLowerCase(),
  code.replaceAll('-', ''),
  ` ${code.replaceAll('-', ' ')} `,
  code.replaceAll('0', 'o').replaceAll('1', 'l'),
  codeAddress('https://books.example.com', code),
])('%s is read as intended', (typed) => {
  expect(readCode(typed)).toEqual({ ok: true, code })
})

test.each([
  ['', 'empty'],
  ['https://books.example.com/proof?code=', 'empty'],
  ['ABC', 'length'],
  [`${code}0`, 'length'],
  [code.replace(/.$/, 'U'), 'letter'],
  ['ÄBCD-EFGH-JKM', 'letter'],
])('%j is refused: %s', (typed, why) => {
  expect(readCode(typed)).toEqual({ ok: false, why })
})

test('one wrong letter, or two swapped letters, are always detected', () => {
  const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  fc.assert(
    fc.property(anyCode, fc.nat(10), fc.nat(10), fc.nat(31), (right, one, other, place) => {
      const typed = [...right.replaceAll('-', '')]
      const wrong = typed.with(one, letters[place]!)
      const swapped = typed.with(one, typed[other]!).with(other, typed[one]!)
      for (const changed of [wrong, swapped])
        if (changed.join() !== typed.join()) expect(readCode(changed.join(''))).toEqual({ ok: false, why: 'check' })
    }),
    { numRuns: 1000 },
  )
})
