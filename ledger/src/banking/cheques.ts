// Issued cheques: leaf status, printed content, and checks before printing.
import { z } from '../core/zod.ts'
import { addDays, day, formatDay, yearOf } from '../core/date.ts'
import type { Day } from '../core/date.ts'
import type { LeafFact } from '../documents/facts.ts'
import { fieldSet, optionalText } from '../core/fields.ts'
import { amountInWords, formatMoney } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { isStale, staleAfterDays, staleFrom } from './stale.ts'

export type LeafState = LeafFact['state']

/** In the order of cheque registers. */
export const leafStates = [
  'unused',
  'issued',
  'released',
  'cleared',
  'spoiled',
  'cancelled',
  'stopped',
  'returned',
  'stale',
] as const satisfies readonly LeafState[]

export const leafWords = {
  unused: 'Unused',
  issued: 'Issued',
  released: 'Released',
  cleared: 'Cleared',
  spoiled: 'Spoiled',
  cancelled: 'Cancelled',
  stopped: 'Stopped',
  returned: 'Returned unpaid',
  stale: 'Stale',
} as const satisfies Record<LeafState, string>

/**
 * Statuses set manually; documents set the others: they issue a leaf, their void cancels it, a stale one is written
 * back.
 */
export const notedStates = ['spoiled', 'released', 'cleared', 'stopped', 'returned', 'issued'] as const
export type NotedState = (typeof notedStates)[number]

/** The allowed status changes. A mistake is undone by the opposite change. */
const notable: Record<LeafState, readonly NotedState[]> = {
  unused: ['spoiled'],
  issued: ['released', 'cleared', 'stopped'],
  released: ['cleared', 'stopped', 'returned', 'issued'],
  cleared: ['released'],
  spoiled: [],
  cancelled: [],
  stopped: ['released'],
  returned: ['released'],
  stale: [],
}

/** The statuses that can be set, in display order. */
export function mayBeNoted({ state, isVoid }: { state: LeafState; isVoid: boolean }): readonly NotedState[] {
  return isVoid ? [] : notable[state]
}

/** Why a status change is not allowed, or undefined. */
export function noteMistake(
  leaf: { no: string; state: LeafState; usedBy: string | null; isVoid: boolean },
  to: NotedState,
): string | undefined {
  const { no, state, usedBy, isVoid } = leaf
  if (mayBeNoted(leaf).includes(to)) return undefined
  const is = leafWords[state].toLowerCase()
  if (isVoid) return `${usedBy} is void, so cheque ${no} stays ${is}.`
  if (to === state) return `Cheque ${no} is already ${is}.`
  if (to === 'spoiled' && usedBy !== null && (state === 'issued' || state === 'released'))
    return `Cheque ${no} was used for ${usedBy}. Void that document to cancel the cheque, then record the payment again with the next cheque.`
  if (state === 'unused')
    return `Cheque ${no} is unused. Only an issued cheque can be marked as ${leafWords[to].toLowerCase()}.`
  if (state === 'spoiled' || state === 'cancelled') return `Cheque ${no} is ${is}, so its status cannot change.`
  if (state === 'stale')
    return `Cheque ${no} is stale and has been written back. If the bank paid the cheque, void the write-back first.`
  const next = mayBeNoted(leaf).map((one) => leafWords[one].toLowerCase())
  return `Cheque ${no} is ${is}. Its status can change to ${next.join(' or ')}, not to ${leafWords[to].toLowerCase()}.`
}

/** A status change: the new status, its date and reason. */
export const noteFields = fieldSet({
  state: z.enum(notedStates, 'Choose the cheque status.'),
  day,
  reason: optionalText('reason', 200),
}).check(
  z.refine(({ state, reason }) => !needsReason(state) || reason.length >= 3, {
    path: ['reason'],
    error: 'Enter a reason.',
  }),
)

export const needsReason = (state: NotedState): boolean =>
  state === 'spoiled' || state === 'stopped' || state === 'returned'

/** The next cheque number, with leading zeros: '0000124' after '0000123'. */
export const leafNo = (no: bigint, digits: number): string => no.toString().padStart(digits, '0')

/** A typed number, padded with the leading zeros of its book. */
export const withZeros = (typed: string, digits: number): string =>
  /^\d{1,12}$/.test(typed.trim()) ? typed.trim().padStart(digits, '0') : typed.trim()

/** 'TWENTY-ONE PESOS AND 05/100 ONLY'. Omits PESOS if the form prints it. */
export function chequeWords(amount: Money, { currency = 'PHP', omitPeso = false } = {}): string {
  const words = amountInWords(amount, currency).toUpperCase()
  return omitPeso && currency === 'PHP' ? words.replace(/ PESOS?(?= )/, '') : words
}

/** '100,000.00': without a peso sign or other marks. */
export const chequeFigures = (amount: Money): string => formatMoney(amount)

/** The eight digits of the date for its boxes, MMDDYYYY; the hyphens are part of the form. */
export const chequeDigits = (of: Day): string => `${of.slice(5, 7)}${of.slice(8, 10)}${of.slice(0, 4)}`

const mm = (least: number, most: number) =>
  z
    .number('Enter millimeters, for example 12.5.')
    .check(
      z.minimum(least, `Enter ${least} to ${most} millimeters.`),
      z.maximum(most, `Enter ${least} to ${most} millimeters.`),
    )
const points = z
  .number('Enter the font size in points.')
  .check(z.minimum(6, 'Enter 6 points or more.'), z.maximum(16, 'Enter 16 points or less.'))
const place = { x: mm(0, 300), y: mm(0, 200) }

/** The positions on a leaf: millimeters from its left and upper edge; `y` is the baseline. */
export const chequeTemplate = z.strictObject({
  width: mm(100, 300),
  height: mm(50, 200),
  /** The printer offset: moves everything. */
  offset: z.strictObject({ x: mm(-30, 30), y: mm(-30, 30) }),
  /** `pitch` is the distance between boxes, `gap` the extra distance at the hyphens. */
  date: z.strictObject({ ...place, pitch: mm(2, 15), gap: mm(0, 15), size: points }),
  payee: z.strictObject({ ...place, width: mm(20, 300), size: points }),
  figures: z.strictObject({ ...place, width: mm(15, 150), size: points }),
  words: z.strictObject({
    ...place,
    width: mm(30, 300),
    size: points,
    lines: z.int().check(z.minimum(1, 'Enter one or two lines.'), z.maximum(2, 'Enter one or two lines.')),
    leading: mm(3, 20),
  }),
  /** Two lines across a corner, with FOR PAYEE'S ACCOUNT ONLY between them. */
  crossing: z.strictObject({ ...place, printed: z.boolean() }),
  /** The form prints PESOS before the words. */
  omitPeso: z.boolean(),
})
export type ChequeTemplate = z.output<typeof chequeTemplate>

/** A leaf of eight by three inches; each bank's own form is measured once and stored. */
export const usualTemplate: ChequeTemplate = {
  width: 203,
  height: 76,
  offset: { x: 0, y: 0 },
  date: { x: 148, y: 14, pitch: 5, gap: 2.5, size: 11 },
  payee: { x: 28, y: 27, width: 112, size: 10 },
  figures: { x: 152, y: 27, width: 44, size: 11 },
  words: { x: 24, y: 36, width: 170, size: 10, lines: 1, leading: 7 },
  crossing: { x: 4, y: 4, printed: true },
  omitPeso: false,
}

/** The content of a cheque. */
export type WrittenCheque = { payee: string; day: Day; amount: Money; currency: string }

/** A text and its position; `size` in points, the rest in millimeters. */
export type Mark = { text: string; x: number; y: number; size: number }

/** The width of a text in millimeters. */
export type Measure = (text: string, size: number) => number

/** Smaller type is illegible to a teller. */
const smallestType = 6.5

/** The printed texts of a leaf. Texts without room are left out; the lint reports them. */
export function chequeMarks(
  written: WrittenCheque,
  template: ChequeTemplate,
  measure: Measure,
): { marks: Mark[]; crossed: boolean; noRoomFor: ('payee' | 'figures' | 'words')[] } {
  const { date, payee, figures, words, offset } = template
  const at = (mark: Mark): Mark => ({ ...mark, x: mark.x + offset.x, y: mark.y + offset.y })
  const boxes = [...chequeDigits(written.day)].map((text, i) => {
    const gaps = i >= 4 ? 2 : i >= 2 ? 1 : 0
    return { text, x: date.x + i * date.pitch + gaps * date.gap, y: date.y, size: date.size }
  })
  const named = fitted(written.payee, { ...payee, lines: 1 }, measure)
  const counted = fitted(chequeFigures(written.amount), { ...figures, lines: 1 }, measure)
  const said = fitted(`${chequeWords(written.amount, { ...written, omitPeso: template.omitPeso })} ***`, words, measure)
  const lines = (found: Fitted | null, { x, y }: { x: number; y: number }, leading = 0): Mark[] =>
    (found?.lines ?? []).map((text, i) => ({ text, x, y: y + i * leading, size: found?.size ?? 0 }))
  return {
    marks: [
      ...boxes,
      ...lines(named, payee),
      ...lines(counted, figures),
      ...lines(said && { ...said, lines: filled(said, words.width, measure) }, words, words.leading),
    ].map(at),
    // A cheque to Cash is paid over the counter, so it cannot be crossed.
    crossed: template.crossing.printed && !isCash(written.payee),
    noRoomFor: [
      ...(named ? [] : (['payee'] as const)),
      ...(counted ? [] : (['figures'] as const)),
      ...(said ? [] : (['words'] as const)),
    ],
  }
}

type Fitted = { lines: string[]; size: number }

/** The text in the largest type, from `size` down, that fits its lines. Nothing is ever cut off. */
function fitted(text: string, room: { width: number; size: number; lines: number }, measure: Measure): Fitted | null {
  for (let size = room.size; size >= smallestType; size -= 0.5) {
    const lines: string[] = []
    for (const word of text.split(' ')) {
      const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
      if (lines.length > 0 && measure(longer, size) <= room.width) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    if (lines.length <= room.lines && lines.every((line) => measure(line, size) <= room.width)) return { lines, size }
  }
  return null
}

/** Asterisks to the end of the line, so that nothing can be added after the words. */
function filled({ lines, size }: Fitted, width: number, measure: Measure): string[] {
  let last = lines.at(-1) ?? ''
  while (last.length < 300 && measure(`${last}*`, size) <= width) last += '*'
  return [...lines.slice(0, -1), last]
}

const isCash = (payee: string): boolean => /^cash$/i.test(payee.trim())

/** Reasons for a bank to refuse the cheque, one sentence each: `stops` prevent printing, `looks` are warnings. */
export function lintCheque(
  written: WrittenCheque & { no: string; state: LeafState; isVoid: boolean; usedBy: string },
  { template, today, measure }: { template: ChequeTemplate; today: Day; measure: Measure },
): { stops: string[]; looks: string[] } {
  const { no, payee, day: of, amount, state, isVoid, usedBy, currency } = written
  const stops: string[] = []
  const looks: string[] = []
  if (isVoid) stops.push(`${usedBy} is void, so cheque ${no} cannot be printed.`)
  else if (state !== 'issued')
    stops.push(
      `Cheque ${no} is ${leafWords[state].toLowerCase()}. Only cheques that have not been released can be printed.`,
    )
  if (/\b(and\s*\/\s*or|or)\b/i.test(payee) || payee.includes('/'))
    stops.push(`A cheque can have only one payee. Correct the name '${payee}'.`)
  if (/[₱$€£<>{}[\]|\\^~*_=]/.test(payee))
    stops.push(`'${payee}' contains a character that banks reject. Enter only the name.`)
  if (yearOf(of) < 2000) stops.push(`The date ${formatDay(of)} is not valid for a cheque. Correct it.`)
  if (isStale(of, today))
    stops.push(
      `The cheque dated ${formatDay(of)} is stale: banks accepted it only for ${staleAfterDays} days, until ${formatDay(addDays(of, staleAfterDays))}.`,
    )
  else if (isStale(of, addDays(today, 14))) looks.push(`The cheque becomes stale on ${formatDay(staleFrom(of))}.`)
  if (of > today) looks.push(`The cheque is post-dated: banks accept it from ${formatDay(of)}.`)
  if (amount <= 0n) stops.push('Enter an amount of more than zero.')
  else if (!agree(chequeWords(amount, { currency }), chequeFigures(amount)))
    stops.push('The amount in words differs from the amount in figures. Banks reject such cheques.')
  const { noRoomFor } = chequeMarks(written, template, measure)
  if (noRoomFor.includes('payee'))
    stops.push(`'${payee}' does not fit on its line, even at the smallest font size. Shorten the name on the cheque.`)
  if (noRoomFor.includes('figures'))
    stops.push('The amount in figures does not fit in its box. Make the box wider in the print layout.')
  if (noRoomFor.includes('words'))
    stops.push(
      `The amount in words does not fit on ${template.words.lines === 1 ? 'one line' : 'two lines'}, even at the smallest font size. Make the space larger in the print layout.`,
    )
  return { stops, looks }
}

/** Whether words and figures agree, by parsing the words. */
export function agree(words: string, figures: string): boolean {
  const read = /^([A-Z -]+?)(?: AND (\d{2})\/100)? ONLY$/.exec(words)
  if (read === null) return false
  const whole = wordsRead(read[1] ?? '')
  return whole !== null && figures === formatMoney(whole * 100n + BigInt(read[2] ?? '0'))
}

/** 'ONE HUNDRED TWENTY-ONE PESOS' is 121n; null if it does not begin with a number. */
function wordsRead(words: string): bigint | null {
  let [whole, group] = [0n, 0n]
  const read = words.split(/[ -]/)
  // The currency ends the number.
  const end = read.findIndex((word) => !numberWords.has(word))
  if (end === 0) return null
  for (const word of end < 0 ? read : read.slice(0, end)) {
    const value = numberWords.get(word) ?? 0n
    if (value === 100n) group *= 100n
    else if (value >= 1000n) {
      whole += group * value
      group = 0n
    } else group += value
  }
  return whole + group
}

const small =
  'ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN SIXTEEN SEVENTEEN EIGHTEEN NINETEEN'
const numberWords = new Map<string, bigint>([
  ...small.split(' ').map((word, i): [string, bigint] => [word, BigInt(i)]),
  ...'TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY'
    .split(' ')
    .map((word, i): [string, bigint] => [word, BigInt(i + 2) * 10n]),
  ['HUNDRED', 100n],
  ...'THOUSAND MILLION BILLION TRILLION'.split(' ').map((word, i): [string, bigint] => [word, 1000n ** BigInt(i + 1)]),
])
