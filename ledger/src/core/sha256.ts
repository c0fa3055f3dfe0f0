// SHA-256 (FIPS 180-4) without a library, so that a page opened from a disk can recompute the chain.

/** The digest of a text's UTF-8 bytes, as 64 hexadecimal digits. Halves of a surrogate pair count as U+FFFD, as everywhere. */
export function sha256Of(text: string): string {
  const digest = new Sha256()
  digest.update(text)
  return digest.hex()
}

/** A digest that grows piece by piece, where the whole text or file is too long to be held. */
export class Sha256 {
  readonly #state = Int32Array.from(beginning)
  readonly #block = new Uint8Array(64)
  readonly #words = new Int32Array(64)
  #filled = 0
  #length = 0

  update(text: string): void {
    for (let i = 0; i < text.length; i++) {
      let code = text.charCodeAt(i)
      if (code < 0x80) {
        this.#byte(code)
        continue
      }
      if (code >= 0xd800 && code <= 0xdfff) {
        const low = code < 0xdc00 ? text.charCodeAt(i + 1) : 0
        if (low >= 0xdc00 && low <= 0xdfff) {
          code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00)
          i++
        } else code = 0xfffd
      }
      if (code < 0x800) this.#byte(0xc0 | (code >> 6))
      else {
        if (code < 0x10000) this.#byte(0xe0 | (code >> 12))
        else {
          this.#byte(0xf0 | (code >> 18))
          this.#byte(0x80 | ((code >> 12) & 63))
        }
        this.#byte(0x80 | ((code >> 6) & 63))
      }
      this.#byte(0x80 | (code & 63))
    }
  }

  bytes(bytes: Uint8Array): void {
    for (let i = 0; i < bytes.length; i++) this.#byte(bytes[i]!)
  }

  /** Ends the digest; nothing may be added after this. */
  hex(): string {
    const bits = this.#length * 8
    this.#byte(0x80)
    while (this.#filled !== 56) this.#byte(0)
    const high = Math.floor(bits / 2 ** 32)
    for (const word of [high, bits]) for (const shift of [24, 16, 8, 0]) this.#byte((word >>> shift) & 0xff)
    return [...this.#state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
  }

  #byte(byte: number): void {
    this.#block[this.#filled++] = byte
    this.#length++
    if (this.#filled === 64) this.#compress()
  }

  #compress(): void {
    const [block, w, state] = [this.#block, this.#words, this.#state]
    for (let i = 0; i < 16; i++)
      w[i] = (block[i * 4]! << 24) | (block[i * 4 + 1]! << 16) | (block[i * 4 + 2]! << 8) | block[i * 4 + 3]!
    for (let i = 16; i < 64; i++) {
      const [a, b] = [w[i - 15]!, w[i - 2]!]
      const small = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)
      const large = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10)
      w[i] = (w[i - 16]! + small + w[i - 7]! + large) | 0
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as Eight
    for (let i = 0; i < 64; i++) {
      const one = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + rounds[i]! + w[i]!) | 0
      const two = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + one) | 0
      d = c
      c = b
      b = a
      a = (one + two) | 0
    }
    ;[a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i]! + word) | 0))
    this.#filled = 0
  }
}

type Eight = [number, number, number, number, number, number, number, number]

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

const primes = firstPrimes(64)
/** The first 32 bits of the fractional parts of roots of the first primes: the standard's constants. */
const beginning = primes.slice(0, 8).map((prime) => fraction(prime, 2n))
const rounds = Int32Array.from(primes.map((prime) => fraction(prime, 3n)))

function firstPrimes(count: number): bigint[] {
  const found: bigint[] = []
  for (let n = 2n; found.length < count; n++) if (found.every((prime) => n % prime !== 0n)) found.push(n)
  return found
}

/** floor(root(prime) * 2^32) without its whole part, by bisection on whole numbers. */
function fraction(prime: bigint, root: 2n | 3n): number {
  const scaled = prime << (32n * root)
  let [low, high] = [0n, 1n << 40n]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (middle ** root <= scaled) low = middle
    else high = middle
  }
  return Number(low & 0xffffffffn)
}
