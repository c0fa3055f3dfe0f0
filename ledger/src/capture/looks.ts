// Looks at a picture once or twice: whether a second look is needed, which one counts, and whether a picture is too poor to offer
// anything. Words of two looks are never mixed.
import type { ReadFieldName } from './names.ts'
import type { ReadDocument } from './read-document.ts'
import type { Word } from './rows.ts'

export const isProved = ({ fields }: Pick<ReadDocument, 'fields'>): boolean =>
  fields.some(({ name, grade }) => (name === 'total' || name === 'tax') && grade === 'proved')

/** What only one look found is a guess below this, in percent. */
const leastAlone = 50

/** The one that proves more, or else has more; what the other read differently, or what is a guess, is a question. */
export function betterOf<Look extends { document: ReadDocument }>(first: Look, second: Look): Look {
  const isSecond =
    isProved(second.document) ||
    (!isProved(first.document) && second.document.fields.length > first.document.fields.length)
  const [chosen, other] = isSecond ? [second, first] : [first, second]
  const fields = chosen.document.fields.map((field) => {
    if (field.grade !== 'labelled' || !onceOnPage.has(field.name)) return field
    const again = other.document.fields.find(({ name }) => name === field.name)
    const isSure = again === undefined ? field.evidence.confidence >= leastAlone : again.value === field.value
    return isSure ? field : { ...field, grade: 'question' as const }
  })
  return { ...chosen, document: { ...chosen.document, fields } }
}

/** A name that is read differently is still recognized; lines have each field several times. */
const onceOnPage: ReadonlySet<ReadFieldName> = new Set([
  'sellerTin',
  'number',
  'day',
  'vatable',
  'vat',
  'exempt',
  'zeroRated',
  'total',
  'withheld',
  'due',
  'payorTin',
  'periodFrom',
  'periodTo',
])

/** Confidence is in percent. It doesn't tell right from wrong amounts, but readable pictures from others. */
const [leastConfidence, leastWords, leastShare] = [80, 10, 0.67]

/** Whether too few words are certain to offer anything, unless the amounts add up. The text of a PDF is always certain. */
export function isPoor(words: readonly Pick<Word, 'text' | 'confidence'>[], document: ReadDocument): boolean {
  const long = words.filter(({ text }) => text.replace(/[^\p{L}\d]/gu, '').length >= 3)
  const certain = long.filter(({ confidence }) => confidence >= leastConfidence)
  return !isProved(document) && (certain.length < leastWords || certain.length < leastShare * long.length)
}
