// Printed TINs, with how likely each is that of the seller.
import { formatTin, tinDigits } from '../core/party.ts'
import { wordsWithin } from './rows.ts'
import type { Row, Word } from './rows.ts'

/** `at` is its row. */
export type Tin = { digits: string; score: number; at: number; words: Word[] }

const printedTin =
  /(?<![\dOl])([\dOl]{3})[-. ]{1,3}([\dOl]{3})[-. ]{1,3}([\dOl]{3})(?:[-. ]{1,3}([\dOl]{3,5}))?(?![\dOl])/g
/** Of a picture, with a space between the digits of a group: '717-01 1-632-00012'. */
const splitTin = /(?<![\dOl-])(\d ?\d ?\d)-(\d ?\d ?\d)-(\d ?\d ?\d)(?:-(\d{3,5}))?(?![\dOl-])/g
export const buyerLabel =
  /\b(sold|billed?|charged?|delivered|ship(?:ped)?)\s*to\b|\b(customer|client|buyer|registered name)\b/i
const notTin = /\b(min|s\/n|serial|tel|phone|mobile|cel|account|acct|fax)\b/i

export function tinsIn(rows: readonly Row[]): Tin[] {
  return rows.flatMap((row, at) =>
    printedIn(row.text).flatMap((match): Tin[] => {
      const before = row.text.slice(0, match.index)
      if (notTin.test(before.slice(-14)) && !/tin/i.test(before.slice(-8))) return []
      const digits = tinDigits(match[0].replaceAll('O', '0').replaceAll('l', '1'))
      const ofBuyer = rows
        .slice(Math.max(0, at - 4), at + 1)
        .some((near) => near.page === row.page && buyerLabel.test(near.text))
      const score =
        (/reg/i.test(row.text) ? 1 : 0) +
        (/t\.?i\.?n/i.test(row.text) ? 0.6 : 0) +
        0.8 * (1 - row.depth) -
        (ofBuyer ? 1.2 : 0)
      return [{ digits, score, at, words: wordsWithin(row, match.index, match.index + match[0].length) }]
    }),
  )
}

function printedIn(text: string): RegExpExecArray[] {
  const printed = [...text.matchAll(printedTin)]
  return printed.length > 0 ? printed : [...text.matchAll(splitTin)]
}

/** '123-456-789-00000'; a branch of three digits gets its zeros. */
export const tinOf = (digits: string): string =>
  digits.length === 9 ? formatTin(digits) : formatTin(digits.slice(0, 9), digits.slice(9).padStart(5, '0'))
