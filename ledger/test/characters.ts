// Any character of Unicode for property tests. fast-check's own unit `binary` first lists all of them, which takes over a second.
import fc from 'fast-check'

const [firstSurrogate, surrogates, last] = [0xd800, 0x800, 0x10ffff]

export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: last - surrogates })
  .map((place) => String.fromCodePoint(place < firstSurrogate ? place : place + surrogates))
