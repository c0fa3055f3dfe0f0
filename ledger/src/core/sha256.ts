// SHA-256 of UTF-8 texts, in hexadecimal digits. It also runs in a page opened from disk.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The digest of a text's UTF-8 bytes, as 64 hexadecimal digits. Lone surrogates count as U+FFFD. */
export const sha256Of = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** A digest of a text or file in pieces, for content too long for memory. */
export function growingSha256(): { add: (piece: string | Uint8Array) => void; hex: () => string } {
  const digest = sha256.create()
  return {
    add: (piece) => void digest.update(typeof piece === 'string' ? utf8ToBytes(piece) : piece),
    hex: () => bytesToHex(digest.clone().digest()),
  }
}
