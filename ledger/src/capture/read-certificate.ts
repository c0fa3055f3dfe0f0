// Reads BIR Form 2307, a certificate of creditable tax withheld: who withheld, the period, and the lines with their codes. Lines whose
// amounts add up to the printed totals are proved.
import { dayMistake } from '../core/date.ts'
import type { Day } from '../core/date.ts'
import { quarterOfDay } from '../tax/lists/taxpayer.ts'
import { standardWithholdingCodes } from '../tax/standard-codes.ts'
import { amountsIn } from './amounts.ts'
import type { Grade, ReadField, ReadFieldName } from './names.ts'
import { evidenceOf, wordsWithin } from './rows.ts'
import type { Row, Word } from './rows.ts'
import { tinOf, tinsIn } from './tins.ts'
import type { Tin } from './tins.ts'

/** Lines follow each other: code, income payment, tax. */
export function certificateFields(rows: readonly Row[], ownTin9: string): ReadField[] {
  return [...payorIn(rows, ownTin9), ...periodIn(rows), ...linesIn(rows)]
}

function field(name: ReadFieldName, value: string, grade: Grade, words: readonly Word[]): ReadField[] {
  const evidence = evidenceOf(words)
  return evidence === null ? [] : [{ name, value, grade, evidence }]
}

const payorPart = /part\s*ii\b|payor.?s?\s+information/i

/** The TIN below the heading of the payor, never our own. */
function payorIn(rows: readonly Row[], ownTin9: string): ReadField[] {
  const tins = tinsIn(rows)
  const isOwn = ({ digits }: Tin) => ownTin9 !== '' && digits.startsWith(ownTin9)
  const heading = rows.findIndex(({ text }) => payorPart.test(text))
  const below = tins.find((tin) => heading >= 0 && tin.at > heading && !isOwn(tin))
  const others = tins.filter((tin) => !isOwn(tin))
  const tin = below ?? others[0]
  const grade = below !== undefined || (others.length === 1 && tins.length > 1) ? 'labelled' : 'question'
  const named = rows.slice(Math.max(0, heading)).find(({ text }) => /payor.?s?\s+name/i.test(text))
  const label = named && /payor.?s?\s+name[^:]*:?/i.exec(named.text)
  const after = named && label ? wordsWithin(named, label.index + label[0].length, named.text.length) : []
  const under = named === undefined ? [] : (rows[rows.indexOf(named) + 1]?.words ?? [])
  const name =
    [after, under].find((words) => words.length > 0 && !/address|taxpayer|zip|\bname\b/i.test(textOf(words))) ?? []
  return [
    ...(tin === undefined ? [] : field('payorTin', tinOf(tin.digits), grade, tin.words)),
    ...field('payorName', textOf(name).slice(0, 200), 'labelled', name),
  ]
}

/** Our company issued the certificate: its TIN is the first below the heading of the payor. */
export function isPayor(rows: readonly Row[], ownTin9: string): boolean {
  const heading = rows.findIndex(({ text }) => payorPart.test(text))
  const first = tinsIn(rows).find(({ at }) => at > heading)
  return heading >= 0 && ownTin9 !== '' && first?.digits.startsWith(ownTin9) === true
}

const textOf = (words: readonly Word[]) => words.map(({ text }) => text).join(' ')

/** Months come first; each digit may have a box of its own. */
const printedDay = /(?<!\d)(\d\s?\d)\s?[/-]?\s?(\d\s?\d)\s?[/-]?\s?(2\s?0\s?\d\s?\d)(?!\d)/g

/** The first two dates from the heading of the period on: both in one quarter, the earlier first. */
function periodIn(rows: readonly Row[]): ReadField[] {
  const heading = rows.findIndex(({ text }) => /for the period|period covered/i.test(text))
  if (heading < 0) return []
  const found = rows.slice(heading, heading + 3).flatMap((row) =>
    [...row.text.matchAll(printedDay)].flatMap((match) => {
      const [month, date, year] = match.slice(1).map((part) => part.replaceAll(' ', ''))
      const day: Day = `${year}-${month}-${date}`
      const words = wordsWithin(row, match.index, match.index + match[0].length)
      return dayMistake(day) === null ? [{ day, words }] : []
    }),
  )
  const [from, to] = found
  if (from === undefined || to === undefined) return []
  const grade = from.day < to.day && quarterOfDay(from.day) === quarterOfDay(to.day) ? 'labelled' : 'question'
  return [...field('periodFrom', from.day, grade, from.words), ...field('periodTo', to.day, grade, to.words)]
}

const printedCode = /\b(W\s?[CIVB])\s?(\d{3})\b/
/** In small print, Tesseract reads 'WC158' as 'wcC1s8'. */
const misreadCode = /\b(?:w{1,2}\s?)([civb])\1?\s?([\dolisb]{3})\b/i
const digitOf: Readonly<Record<string, string>> = { o: '0', l: '1', i: '1', s: '5', b: '8' }
const codes: ReadonlySet<string> = new Set(standardWithholdingCodes.map(({ code }) => code))

/** A code of withholding; one with misread letters only if there is such a code. */
function codeIn(text: string): { atc: string; from: number; to: number } | undefined {
  const match = printedCode.exec(text) ?? misreadCode.exec(text)
  if (match === null) return undefined
  const [all, letters = '', digits = ''] = match
  const number = digits.toLowerCase().replace(/[olisb]/g, (letter) => digitOf[letter] ?? letter)
  const atc = `W${letters.at(-1)?.toUpperCase()}${number}`
  const isPrinted = printedCode.test(all)
  return isPrinted || codes.has(atc) ? { atc, from: match.index, to: match.index + all.length } : undefined
}

type Line = { atc: string; base: bigint; tax: bigint; hasCentavos: boolean; months: bigint; words: Word[][] }

function linesIn(rows: readonly Row[]): ReadField[] {
  const lines = rows.flatMap((row): Line[] => {
    const code = codeIn(row.text)
    const amounts = amountsIn(row.text).filter(({ from }) => code !== undefined && from > code.from)
    const [base, tax] = amounts.slice(-2)
    if (code === undefined || base === undefined || tax === undefined || tax.amount >= base.amount) return []
    return [
      {
        atc: code.atc,
        base: base.amount,
        tax: tax.amount,
        hasCentavos: amounts.every(({ hasCentavos }) => hasCentavos),
        months: amounts.slice(0, -2).reduce((sum, { amount }) => sum + amount, 0n),
        words: [
          wordsWithin(row, code.from, code.to),
          wordsWithin(row, base.from, base.to),
          wordsWithin(row, tax.from, tax.to),
        ],
      },
    ]
  })
  const total = (of: (line: Line) => bigint) => lines.reduce((sum, line) => sum + of(line), 0n)
  const isPrinted = rows.some((row) => {
    if (!/^total/i.test(row.text)) return false
    const [base, tax] = amountsIn(row.text).slice(-2)
    return base?.amount === total((line) => line.base) && tax?.amount === total((line) => line.tax)
  })
  return lines.flatMap(({ atc, base, tax, hasCentavos, months, words: [code = [], paid = [], withheld = []] }) => {
    const adds = isPrinted && hasCentavos && (months === 0n || months === base)
    const grade = adds ? 'proved' : 'labelled'
    return [
      ...field('atc', atc, grade, code),
      ...field('base', base.toString(), grade, paid),
      ...field('tax', tax.toString(), grade, withheld),
    ]
  })
}
