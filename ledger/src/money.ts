// Money is a whole number of minor units (centavos), a bigint from the first keystroke to the last byte.
import { z } from 'zod'

/** Minor units of the account's currency: 112,000.00 pesos is 11_200_000n. */
export type Money = bigint

/** The largest amount a single figure may have: 9,999,999,999,999.99. Sums of a million such lines still fit in int8's sister, numeric. */
export const largestMoney: Money = 999_999_999_999_999n

/** On the wire money is a string of minor units, because JSON numbers are floats. */
export const money = z.codec(
  z.string().regex(/^(0|-?[1-9]\d{0,14})$/, 'Amount must be a whole number of centavos, at most 9,999,999,999,999.99.'),
  z.bigint(),
  { decode: (text) => BigInt(text), encode: (n) => n.toString() },
)
