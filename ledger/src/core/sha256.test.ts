// The digest against the examples of the standard (FIPS 180-4) and other publications.
import { expect, test } from 'vitest'
import { growingSha256, sha256Of } from './sha256.ts'

test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
])('the digest of %.60j', (text, digest) => {
  expect(sha256Of(text)).toBe(digest)
})

test('texts of all lengths are hashed as UTF-8, in one piece or in many', () => {
  const text = 'Niño ₱1,000 😀'
  expect(sha256Of(text)).toBe('e62d1345c1a7920e8a4a818b918fd2c91e6316727caea86943b9dc66a5a4f2a9')
  const grown = growingSha256()
  for (const letter of text) grown.add(letter)
  expect(grown.hex()).toBe(sha256Of(text))
})

test('the bytes of a file and its text have the same digest', () => {
  const bytes = growingSha256()
  for (const piece of ['a'.repeat(130), '', 'bc']) bytes.add(Uint8Array.from(piece, (letter) => letter.charCodeAt(0)))
  expect(bytes.hex()).toBe(sha256Of(`${'a'.repeat(130)}bc`))
})
