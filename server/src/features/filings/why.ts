// What a box of a return consists of: its lines, items and other boxes, down to the entries.
import { Refusal } from '@talaan/contract/problem.ts'
import { whyProblems } from '@talaan/contract/why.ts'
import { sum } from '@talaan/ledger/core/money.ts'
import { dutyWords, formatPeriod } from '@talaan/ledger/tax/calendar/forms.ts'
import type { BoxFigures, Part, Worksheet } from '@talaan/ledger/tax/returns/worksheet.ts'
import { joined } from '../../books/why.ts'
import type { Basis, Item, PartFigure } from '../../books/why.ts'

export type BoxColumn = 'base' | 'tax'

/** The figure of a box; undefined if the form has no such box. */
export const boxFigure = (sheet: Worksheet, no: string, column: BoxColumn): bigint | undefined =>
  sheet.boxes.find((box) => box.no === no)?.[column]

export function boxBasis(sheet: Worksheet, no: string, column: BoxColumn): Basis {
  const box = sheet.boxes.find((one) => one.no === no)
  if (box === undefined) throw new Refusal(whyProblems.noSuchFigure)
  const { revision, source } = sheet
  const about = { rule: box.rule, source: `Form ${sheet.form}, ${revision}. ${source}` }
  if (box.how !== 'sum' && box.how !== 'formula') return { ...about, items: itemsOf(box, column) }
  const figures = box.parts.map((part) => figureOf(sheet, part, column))
  const bases = figures.map(({ key, words, figure, amount }) => {
    const other = figure === null ? undefined : sheet.boxes.find((one) => one.no === figure.row)
    if (other === undefined) return { basis: about, sign: 1n as const }
    // A formula isn't the sum of lines, so it counts as a whole.
    const whole = other.how === 'formula' && box.how === 'sum'
    if (whole) return { basis: { ...about, items: [itemFor(key, words, amount)] }, sign: 1n as const }
    const sign = other[column] === amount ? (1n as const) : (-1n as const)
    return { basis: boxBasis(sheet, other.no, column), sign }
  })
  return { ...about, isFormula: box.how === 'formula', figures, ...joined(bases) }
}

/** A part of a box that is another box. */
function figureOf(sheet: Worksheet, { key, what, ...figures }: Part, column: BoxColumn): PartFigure {
  const no = key.replace(/^box /, '')
  const label = sheet.boxes.find((box) => box.no === no)?.label ?? ''
  return {
    key,
    words: label === '' ? what : `${what}, ${label}`,
    amount: figures[column],
    figure: { row: no, nth: 1, column },
  }
}

function itemsOf({ how, parts, entered, columns, ...box }: BoxFigures, column: BoxColumn): Item[] {
  const isShown = columns === 'both' || columns === column
  const own = parts
    .filter((part) => part[column] !== 0n)
    .map((part): Item => ({
      key: part.key,
      words: [part.party?.name, part.what].filter((text) => text !== undefined && text !== '').join(', '),
      amount: isShown ? part[column] : 0n,
      day: part.day,
      document: part.document,
      entryNo: part.line?.entryNo ?? null,
      part: { key: part.key, words: wordsOf(part) },
    }))
  const manual =
    entered === null || !isShown ? [] : [itemFor('entered', `Manual entry: ${entered.reason}`, entered[column])]
  const carried =
    how === 'carried'
      ? [itemFor('carried', 'From the return of another period', box[column] - (entered?.[column] ?? 0n))]
      : []
  const known = sum([...own, ...manual, ...carried].map(({ amount }) => amount))
  const rest = box[column] - known
  const left =
    rest === 0n
      ? []
      : [
          itemFor(
            'rest',
            how === 'parts' ? 'Rounding to whole pesos' : 'Not counted: a remittance is never less than zero',
            rest,
          ),
        ]
  return [...own, ...manual, ...carried, ...left].filter(({ amount }) => amount !== 0n)
}

const itemFor = (key: string, words: string, amount: bigint): Item => ({ key, words, amount })

const wordsOf = ({ document, party, what }: Part): string =>
  [document?.number ?? what, document?.externalNo, party?.name]
    .filter((text) => text !== undefined && text !== null && text !== '')
    .join(', ')

export const boxTitle = (sheet: Worksheet) => ({
  title: `${sheet.form} ${dutyWords[sheet.form].title}`,
  period: `For ${formatPeriod(sheet.period)}`,
})
