// Reads an invoice or receipt from its words: who sold, the number, the date and the amounts, each with where it is printed and
// how certain it is. A value without a label is never offered, and nothing in the printer's part of the page is a fact of the sale.
import { dayMistake, yearOf } from '../core/date.ts'
import type { Day } from '../core/date.ts'
import { similarName } from '../core/party.ts'
import { candidatesIn, isUsualWithholding, solve } from './amounts.ts'
import type { AmountRole } from './amounts.ts'
import type { Grade, PaperKind, ReadField, ReadFieldName } from './names.ts'
import { withoutPrinter } from './labels.ts'
import { certificateFields, isPayor } from './read-certificate.ts'
import { evidenceOf, letterWidth, median, rowsOf, wordsWithin } from './rows.ts'
import type { Row, Word } from './rows.ts'
import { buyerLabel, tinOf, tinsIn } from './tins.ts'
import type { Tin } from './tins.ts'

export type ReadDocument = {
  kind: PaperKind
  /** Our own company is the seller. */
  isOwn: boolean
  /** It names our company as seller or buyer. */
  namesUs: boolean
  currency: 'PHP' | 'USD' | null
  fields: ReadField[]
}

export type Known = {
  /** Our own TIN, nine digits; '' if it is not set. */
  ownTin9: string
  ownName: string
  today: Day
  /** Null if no rate is in force: then no VAT is certain. */
  vatPercent: bigint | null
}

/** More words than an invoice has. */
const maxWords = 4000

export function readDocument(all: readonly Word[], known: Known): ReadDocument {
  const rows = rowsOf(all.slice(0, maxWords))
  const facts = withoutPrinter(rows)
  const tins = tinsIn(facts)
  const seller = sellerOf(tins)
  const own = known.ownTin9 === '' ? undefined : tins.find(({ digits }) => digits.startsWith(known.ownTin9))
  const isOwn = own !== undefined && own === seller
  const { chosen, isProved, asked } = solve(candidatesIn(facts), known.vatPercent)
  const base =
    chosen.vatable && chosen.vatable.amount + (chosen.exempt?.amount ?? 0n) + (chosen.zeroRated?.amount ?? 0n)
  const amount = (name: AmountRole & ReadFieldName, isCertain: boolean): ReadField[] => {
    const one = chosen[name]
    const evidence = one && evidenceOf(one.words)
    if (one === undefined || !evidence || one.amount === 0n) return []
    const isAsked =
      asked.has(name) ||
      (name === 'vat' && known.vatPercent === null) ||
      (name === 'due' && one.amount * 10n < (chosen.vatable?.amount ?? 0n) * 8n) ||
      (name === 'withheld' && base !== undefined && !isUsualWithholding(one.amount, base))
    const grade = isCertain && one.isDerived !== true ? 'proved' : isAsked ? 'question' : 'labelled'
    return [{ name, value: one.amount.toString(), grade, evidence }]
  }
  const { total, withheld, due } = chosen
  const isPaidLess = total && withheld && due && total.amount - withheld.amount === due.amount
  const fields: (ReadField | null)[] = [
    seller === undefined || isOwn
      ? null
      : field('sellerTin', tinOf(seller.digits), seller.score >= 0.5 ? 'labelled' : 'question', seller.words),
    isOwn ? null : nameIn(facts),
    numberIn(facts),
    dayIn(facts, known.today),
    ...amount('vatable', isProved),
    ...amount('vat', isProved),
    ...amount('exempt', isProved),
    ...amount('zeroRated', isProved),
    ...amount('total', isProved),
    ...amount('withheld', isPaidLess === true && withheld.hasCentavos),
    ...amount('due', isPaidLess === true && due.hasCentavos),
  ]
  const kind = kindOf(facts)
  const certified = kind === 'certificate' ? certificateFields(facts, known.ownTin9) : []
  return {
    kind,
    isOwn: kind === 'certificate' ? isPayor(facts, known.ownTin9) : isOwn,
    namesUs: own !== undefined || facts.some(({ text }) => isNamed(text, known.ownName)),
    currency: currencyIn(facts),
    fields:
      kind === 'certificate' ? certified : fields.filter((one) => one !== null).filter((one) => isFactOf(kind, one)),
  }
}

/** A statement lists amounts of many documents, so it has neither a number nor a total. */
const isFactOf = (kind: PaperKind, { name }: ReadField): boolean =>
  kind === 'bankStatement' ? false : kind !== 'statement' || name === 'sellerTin' || name === 'sellerName'

function field(name: ReadFieldName, value: string, grade: Grade, words: readonly Word[]): ReadField | null {
  const evidence = evidenceOf(words)
  return evidence && { name, value, grade, evidence }
}

// ── The seller.

const sellerOf = (tins: readonly Tin[]): Tin | undefined => tins.toSorted((a, b) => b.score - a.score)[0]

const title = /\b(invoice|receipt|statement|billing|certificate|original|duplicate|copy|voucher|order)\b/i

/** The largest letters near the top that are not the title. */
function nameIn(rows: readonly Row[]): ReadField | null {
  const top = rows.filter(
    ({ page, depth, text }) =>
      page === 1 &&
      depth <= 0.3 &&
      !title.test(text) &&
      !buyerLabel.test(text) &&
      text.replace(/[^a-z]/gi, '').length >= 4,
  )
  const largest = top.toSorted((a, b) => b.height - a.height || a.depth - b.depth)[0]
  if (largest === undefined) return null
  // Another column may begin in the same row.
  const words = untilGap(largest.words)
  const isLarge = largest.height > 1.15 * median(rows.map(({ height }) => height))
  return field(
    'sellerName',
    words
      .map(({ text }) => text)
      .join(' ')
      .slice(0, 200),
    isLarge ? 'labelled' : 'question',
    words,
  )
}

function untilGap(words: readonly Word[]): Word[] {
  const end = words.findIndex((word, at) => {
    const before = words[at - 1]
    return before !== undefined && word.x0 - before.x1 > 0.08
  })
  return words.slice(0, end < 0 ? words.length : end)
}

function isNamed(text: string, name: string): boolean {
  if (name === '') return false
  const plain = (of: string) => of.toLowerCase().replace(/[^a-z0-9]/g, '')
  const label = text.replace(buyerLabel, '').replace(/^[\s:]+/, '')
  return plain(text).includes(plain(name)) || similarName(label, name)
}

// ── The number.

const numberLabel =
  /(?:(?<what>invoice|receipt|billing|bill|s\.?i\.?|o\.?r\.?|c\.?r\.?|inv|ref(?:erence)?)\s*)?(?<no>no|nos|nº|n°|number|num|#)\s*[.:#]*\s*$/i
const badLabel =
  /\b(tin|t\.i\.n|tel|telephone|phone|mobile|cel|fax|min|s\/n|serial|trans(?:action)?|trx|term(?:inal)?|p\.?o|purchase order|d\.?r|delivery|account|acct|client|customer|permit|accreditation|atp|check|cheque|contact|plate|page|room|unit|zip|id|osca)\b[^a-z0-9]*(no|number|num|#|nº)?\s*[.:#]*\s*$/i
const numberShape = /^(?=[A-Z0-9/-]*\d)[A-Z]{0,4}[-/]?\d{3,10}(?:[-/]\d{1,8})?$/i

function numberIn(rows: readonly Row[]): ReadField | null {
  const usual = median(rows.map(({ height }) => height))
  const found: { value: string; score: number; words: Word[] }[] = []
  const consider = (row: Row, label: string, at: number, word: Word, bonus: number) => {
    const text = word.text.replace(/^[#:.]+|[.,;:]+$/g, '').toUpperCase()
    const value = text.replace(/^(?:[S$][I1L|]{1,2}|51)-(?=\d)/, 'SI-').replace(/^0R-(?=\d)/, 'OR-')
    const match = numberLabel.exec(label)
    if (match === null || badLabel.test(label) || !isNumber(value) || isCut(row, word)) return
    const score =
      bonus +
      (match.groups?.what === undefined ? 0.4 : 1.2) +
      Math.min(1, Math.max(0, (word.y1 - word.y0) / usual - 1)) +
      (word.x0 > 0.5 ? 0.3 : 0) +
      (row.depth < 0.34 ? 0.3 : 0) -
      at * 0.01
    found.push({ value, score, words: [word] })
  }
  for (const [at, row] of rows.entries()) {
    for (const [place, word] of row.words.entries()) {
      const start = row.starts[place] ?? 0
      // 'No.004512' in one word.
      const glued = /^(.*?(?:no|nº|#)[.:#]*)(\d{3,10})$/i.exec(word.text)
      if (glued !== null)
        consider(
          row,
          `${row.text.slice(Math.max(0, start - 24), start)}${glued[1] ?? ''}`,
          at,
          { ...word, text: glued[2] ?? '' },
          0,
        )
      else if (start > 0) consider(row, row.text.slice(Math.max(0, start - 28), start), at, word, 0)
    }
    // A heading with the number below it.
    const below = rows[at + 1]
    if (below === undefined || below.page !== row.page) continue
    for (const match of row.text.matchAll(
      /(?:invoice|receipt|billing|bill|reference|s\.?i\.?|o\.?r\.?)\s*(?:no|number|#|nº)\s*\.?:?/gi,
    )) {
      const heading = evidenceOf(wordsWithin(row, match.index, match.index + match[0].length))
      const after =
        row.text
          .slice(match.index + match[0].length)
          .trim()
          .split(' ')[0] ?? ''
      if (heading === null || isNumber(after.toUpperCase())) continue
      const under = below.words.find(({ x0, x1 }) => x0 < heading.x1 && x1 > heading.x0)
      if (under !== undefined) consider(below, match[0].replace(/:?$/, ''), at, under, -0.2)
    }
  }
  const [first, second] = found.toSorted((a, b) => b.score - a.score)
  if (first === undefined) return null
  const isUnclear = second !== undefined && second.value !== first.value && first.score - second.score < 0.25
  return field('number', first.value, isUnclear ? 'question' : 'labelled', first.words)
}

/** A part of a number: digits are right after it. */
function isCut({ words }: Row, word: Word): boolean {
  const after = words.find(({ x0 }) => x0 >= word.x1)
  return after !== undefined && /^\d+\W*$/.test(after.text) && after.x0 - word.x1 < 3 * letterWidth(word)
}

const isNumber = (text: string): boolean =>
  numberShape.test(text) &&
  text.length <= 18 &&
  !/^\d{1,2}[-/]\d{1,2}[-/]\d{2,4}$/.test(text) &&
  !/^\d{3}-\d{3}/.test(text)

// ── The date.

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const printedDays = [
  { shape: /(?<![\d/-])(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?![\d/-])/g, order: 'numbers' },
  { shape: /(?<![\d/-])(\d{4})-(\d{2})-(\d{2})(?![\d/-])/g, order: 'iso' },
  {
    shape: new RegExp(`\\b(${months})[a-z]*\\.?\\s*(\\d{1,2})(?:st|nd|rd|th)?,?\\s*(\\d{4})(?!\\d)`, 'gi'),
    order: 'month',
  },
  {
    shape: new RegExp(`(?<!\\d)(\\d{1,2})[-\\s.]*(${months})[a-z]*[-\\s.,]*(\\d{4}|\\d{2})(?!\\d)`, 'gi'),
    order: 'day',
  },
  // Slashes that a picture lost, or that are read as digits, and a year under a stamp; only at the label of the date.
  { shape: /(?<![\d/-])(\d{2})(\d{2})(20\d{2})(?![\d/-])/g, order: 'bare' },
  { shape: /(?<![\d/-])(\d{2})\/(\d{2})[17]?(20\d{2})(?![\d/-])/g, order: 'bare' },
  { shape: /(?<![\d/-])(\d{2})[17]?(\d{2})\/(20\d{2})(?![\d/-])/g, order: 'bare' },
  { shape: /(?<![\d/-])(\d{2})[17](\d{2})[17](20\d{2})(?![\d/-])/g, order: 'bare' },
  { shape: new RegExp(`\\b(${months})[a-z]*\\.?\\s*(\\d{1,2})(?!\\d|,?\\s*\\d{2,4}(?!:))`, 'gi'), order: 'noYear' },
] as const
const notDay = /\b(due|valid|until|expir\w*|issued|accreditation|birth|deliver\w*|from|period|terms?|atp|printed)\b/i

function dayIn(rows: readonly Row[], today: Day): ReadField | null {
  const found: { value: Day; score: number; words: Word[]; hasYear: boolean }[] = []
  for (const [at, row] of rows.entries())
    for (const { shape, order } of printedDays)
      for (const match of row.text.matchAll(shape)) {
        const value = dayOf(order, match, today)
        if (value === null) continue
        const before = row.text.slice(Math.max(0, match.index - 24), match.index)
        const words = wordsWithin(row, match.index, match.index + match[0].length)
        const heading = headingOf(words, rows[at - 1])
        const isBare = order === 'bare' || order === 'noYear'
        if (isBare && (value > today || !(/\b(date|petsa)\W*$/i.test(before) || /\bdate$/i.test(heading)))) continue
        if (notDay.test(before) || (!/date/i.test(before) && notDay.test(heading))) continue
        const score =
          (/\bdate\b|\bpetsa\b/i.test(before) ? 1 : /\bdate\b/i.test(heading) ? 0.7 : 0) +
          0.2 * (1 - row.depth) -
          (value > today ? 0.5 : 0)
        found.push({ value, score, words, hasYear: order !== 'noYear' })
      }
  const [first, second] = found.toSorted((a, b) => b.score - a.score)
  if (first === undefined) return null
  // The date of a stamp, if that of the invoice can't be read.
  const isLabelled = first.score >= 0.6 || !rows.some(({ text }) => /(?<!due )\bdate\b(?! issued)/i.test(text))
  const isOnly = isLabelled && new Set(found.map(({ value }) => value)).size === 1
  const isClear =
    isOnly || (first.score >= 0.6 && (second?.value === first.value || first.score - (second?.score ?? 0) > 0.3))
  return field('day', first.value, isClear && first.hasYear ? 'labelled' : 'question', first.words)
}

/** The words above, if they are a heading. */
function headingOf(words: readonly Word[], above: Row | undefined): string {
  const box = evidenceOf(words)
  if (box === null || above === undefined || above.page !== box.page) return ''
  const isOver = above.words.map(({ x0, x1 }) => x0 < box.x1 && x1 > box.x0)
  let [from, to] = [isOver.indexOf(true), isOver.lastIndexOf(true)]
  if (from < 0) return ''
  // 'Invoice Date' is one heading, also if only 'Invoice' is above.
  const isNext = (left: number): boolean => {
    const [one, next] = [above.words[left], above.words[left + 1]]
    return one !== undefined && next !== undefined && next.x0 - one.x1 < 1.5 * letterWidth(one)
  }
  while (isNext(from - 1)) from -= 1
  while (isNext(to)) to += 1
  const heading = above.words.slice(from, to + 1)
  return heading.map(({ text }) => text).join(' ')
}

/** Months come first in the Philippines, unless that date is in the future. */
function dayOf(
  order: (typeof printedDays)[number]['order'],
  [, a = '', b = '', c = '']: RegExpExecArray,
  today: Day,
): Day | null {
  const year = (of: string) => (of.length === 2 ? `20${of}` : of)
  const written = (y: string, m: string, d: string): Day | null => {
    const day = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
    return dayMistake(day) === null && y >= '2000' ? day : null
  }
  const monthOf = (name: string) => String(months.split('|').indexOf(name.slice(0, 3).toLowerCase()) + 1)
  if (order === 'noYear') {
    const inYear = (y: number) => written(String(y), monthOf(a), b)
    const thisYear = inYear(yearOf(today))
    return thisYear !== null && thisYear <= today ? thisYear : inYear(yearOf(today) - 1)
  }
  if (order === 'iso') return written(a, b, c)
  if (order === 'month') return written(year(c), monthOf(a), b)
  if (order === 'day') return written(year(c), monthOf(b), a)
  const [usual, other] = [written(year(c), a, b), written(year(c), b, a)]
  const isPast = (day: Day | null) => day !== null && day <= today
  return isPast(usual) || !isPast(other) ? (usual ?? other) : other
}

// ── The kind.

const kinds: readonly (readonly [PaperKind, RegExp])[] = [
  ['certificate', /certificate of (creditable|final)|\b23(07|06)\b.*(bir|form)|bir form no\.? ?23/i],
  ['statement', /statement of account|account statement|bank statement/i],
  ['delivery', /delivery receipt|packing list/i],
  ['order', /order slip|purchase order|quotation|pro[- ]?forma/i],
  ['receipt', /(official|collection|acknowledge?ment|provisional) receipt/i],
  ['invoice', /invoice|cash sales?\b|charge sales?\b/i],
  ['receipt', /receipt/i],
]

function kindOf(rows: readonly Row[]): PaperKind {
  const top = rows.filter(({ page, depth }) => page === 1 && depth <= 0.5).map(({ text }) => text)
  const heading = top.filter((text) => !/ref|no\.? ?of|per (invoice|receipt)/i.test(text))
  const kind = kinds.find(([, words]) => heading.some((text) => words.test(text)))?.[0] ?? 'unknown'
  return kind === 'statement' && isOfBank(rows) ? 'bankStatement' : kind
}

const bankWords = [
  /(beginning|opening|previous) balance/i,
  /(ending|closing) balance/i,
  /\bdebits?\b|withdrawals?\b/i,
  /\bcredits?\b|deposits?\b/i,
  /account (number|no\b)/i,
] as const

/** A bank lists what came in and went out between two balances. */
const isOfBank = (rows: readonly Row[]): boolean =>
  bankWords.filter((words) => rows.some(({ text }) => words.test(text))).length >= 4

function currencyIn(rows: readonly Row[]): ReadDocument['currency'] {
  const text = rows.map((row) => row.text).join('\n')
  if (/\bUSD?\b ?\$?|US\$|\$ ?\d/.test(text) && !/₱|\bPHP\b|peso/i.test(text)) return 'USD'
  return /₱|\bPHP\b|peso/i.test(text) ? 'PHP' : null
}
