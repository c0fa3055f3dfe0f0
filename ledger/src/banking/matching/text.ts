// Parses the few words that a bank prints with an amount.
import type { BankLine } from './lines.ts'

/** A normalized number: capitals and digits only, without leading zeros. '0004501' is '4501'. */
export const plainNumber = (no: string): string =>
  no
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^0+/, '')

/** Numbers of a line that the books may have, normalized: from its reference and its description. */
export const numbersOf = ({ reference, description }: Pick<BankLine, 'reference' | 'description'>): string[] => [
  ...new Set([...numbersIn(reference ?? ''), ...numbersIn(description)]),
]

/**
 * Words of four characters or more with a digit, alone and with the preceding letters: 'DS 000417' is '417' and
 * 'DS000417'.
 */
export function numbersIn(text: string): string[] {
  const words = text.split(/[\s/,;:()]+/)
  return words.flatMap((word, at) => {
    if (word.length < 4 || !/\d/.test(word)) return []
    const before = words[at - 1] ?? ''
    return /^[A-Za-z]{1,4}$/.test(before) ? [plainNumber(word), plainNumber(before + word)] : [plainNumber(word)]
  })
}

const idle: ReadonlySet<string> = new Set(['THE', 'AND', 'FOR', 'INC', 'CORP', 'CORPORATION', 'COMPANY', 'PHP', 'REF'])

/** The significant words of a text: capitals, three letters or more, no numbers. */
export function wordsOf(text: string): string[] {
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^A-Z]+/)
  return words.filter((word) => word.length >= 3 && !idle.has(word))
}

/** The key that recognizes a text next month with other numbers and dates. */
export const descriptionKey = (description: string): string => wordsOf(description).toSorted().join(' ')

/**
 * Whether a description names a party: its first significant word, and half of the others as far as the bank had room.
 */
export function names(description: ReadonlySet<string>, party: readonly string[]): boolean {
  const [first] = party
  if (first === undefined || !isIn(description, first)) return false
  const found = party.filter((word) => isIn(description, word)).length
  return found * 2 >= Math.min(party.length, 4)
}

/** Banks truncate words. */
function isIn(words: ReadonlySet<string>, word: string): boolean {
  if (words.has(word)) return true
  if (word.length < 6) return false
  for (const each of words) if (each.length >= 5 && word.startsWith(each)) return true
  return false
}

/** The names of the bank's own transactions. */
export type TransactionType = 'charge' | 'interest' | 'interestTax' | 'returned' | 'stampTax'

const transactionTypes: readonly (readonly [TransactionType, RegExp])[] = [
  ['interestTax', /\b(INT(EREST)? (WITHHELD|TAX|W\/?TAX)|TAX (WITHHELD|ON INT)|W\/?TAX|WHT|FINAL TAX)/],
  ['interest', /\b(INTEREST|INT(EREST)? (PAY|PD|PMT|POSTED|CREDIT|EARNED|CR)|INT\.? ?EARNED|CREDIT INT)/],
  [
    'returned',
    /\b(RETURN(ED)? (CHECK|CHEQUE|CHQ|CK|DEPOSIT)|RTN? (CHECK|CHEQUE|CHQ|CK)|DAIF|DAUD|NSF|BOUNCED|UNFUNDED)/,
  ],
  ['stampTax', /\b(DST|DOC(UMENTARY)?\.? STAMPS?|CHECK ?BOOK|CHEQUE ?BOOK)/],
  [
    'charge',
    /\b(SERVICE (CHARGE|FEE)|BANK (CHARGE|FEE|CHG)|SC|S\/C|CHARGES?|FEES?|INSTAPAY FEE|PESONET FEE|MAINTENANCE|BELOW (MIN|ADB)|PENALTY|CHG|COMMISSION)\b/,
  ],
]

/** The bank's own transaction of a line; undefined for transactions of others. */
export function transactionTypeOf({ description }: Pick<BankLine, 'description'>): TransactionType | undefined {
  const text = description.toUpperCase().replace(/\s+/g, ' ')
  return transactionTypes.find(([, pattern]) => pattern.test(text))?.[0]
}
