// The short code on a voucher or a page: the beginning of a digest, in letters that are hard to confuse when read aloud
// or typed, with one check letter against typing errors.

/** Crockford's base 32: no I, L, O and U. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Ten letters hold the first 50 bits; the eleventh is the check. */
const length = 10

/**
 * 'X7KM-2D9Q-04V': the code of a digest, given in hexadecimal with at least 13 digits. Digests with different
 * beginnings have different codes. Throws RangeError on fewer digits.
 */
export function codeOfDigest(digest: string): string {
  if (!/^[0-9a-f]{13,}$/.test(digest)) throw new RangeError('A code is made from the first part of a digest.')
  let bits = BigInt(`0x${digest.slice(0, 13)}`) >> 2n
  const places: number[] = []
  for (let at = 0; at < length; at += 1) {
    places.unshift(Number(bits & 31n))
    bits >>= 5n
  }
  return grouped([...places, checkOf(places)])
}

/** The beginning of the digest of a code: its first 12 hexadecimal digits. */
export function beginningOf(code: string): string {
  const places = [...code.replaceAll('-', '')].slice(0, length).map((letter) => letters.indexOf(letter))
  const bits = places.reduce((sum, place) => (sum << 5n) | BigInt(place), 0n)
  return (bits >> 2n).toString(16).padStart(12, '0')
}

export type TypedCode = { ok: true; code: string } | { ok: false; why: keyof typeof codeMistakes }

export const codeMistakes = {
  empty: 'Enter the printed code, such as 7K2M-9D4Q-0VX, or scan it.',
  length: 'A code has 11 letters and digits. Check for missing or extra characters.',
  letter: 'A code contains only letters and digits, and never the letter U. Check the code again.',
  check: 'This code is not valid; it may have a typing error. Compare it with the printed page.',
} as const

/**
 * Reads a typed code, with or without hyphens, in lower case, with O for 0 and I or L for 1; or the address from a
 * scanned code.
 */
export function readCode(typed: string): TypedCode {
  const [, inAddress] = /[?&]code=([^&#]*)/.exec(typed) ?? []
  const text = (inAddress ?? typed).toUpperCase().replace(/[\s\-–—.]/g, '')
  if (text === '') return { ok: false, why: 'empty' }
  const read = text.replaceAll('O', '0').replace(/[IL]/g, '1')
  const places = [...read].map((letter) => letters.indexOf(letter))
  if (places.includes(-1)) return { ok: false, why: 'letter' }
  if (places.length !== length + 1) return { ok: false, why: 'length' }
  if (checkOf(places.slice(0, length)) !== places[length]) return { ok: false, why: 'check' }
  return { ok: true, code: grouped(places) }
}

/** The content of a code's QR: the address of its lookup, or the code alone if the portal has no public address. */
export const codeAddress = (publicUrl: string | null, code: string): string =>
  publicUrl === null ? code : `${publicUrl}${proofPath}?code=${code}`
export const proofPath = '/proof'

/** The code on the pages of books bound before pages had their own codes: the beginning of the book's id. */
export const oldCodeOf = (id: string): string =>
  id
    .replaceAll('-', '')
    .slice(0, 12)
    .toUpperCase()
    .replace(/(.{4})(?=.)/g, '$1-')

/** The twelve digits of such a code in any notation, as in the id; null if it is none. */
export function readOldCode(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, '').toLowerCase()
  return /^[0-9a-f]{12}$/.test(digits) ? digits : null
}

const grouped = (places: readonly number[]): string =>
  places
    .map((place) => letters[place])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')

/**
 * A weighted sum in the field of 32 elements: a wrong letter and two swapped letters always change the check letter.
 */
function checkOf(places: readonly number[]): number {
  return places.reduce((sum, place) => doubled(sum ^ place), 0)
}

/** Times x modulo x⁵ + x² + 1; x generates all weights. */
const doubled = (element: number): number => (element << 1) ^ (element & 16 ? 0b100101 : 0)
