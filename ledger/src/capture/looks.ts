// Looks at a picture once or twice: whether a second look is needed, which one counts, and whether a picture is too poor to offer
// anything. Words of two looks are never mixed.
import type { ReadFieldName } from './names.ts'
import type { ReadDocument } from './read-document.ts'
import type { Word } from './rows.ts'

const isProved = ({ fields }: Pick<ReadDocument, 'fields'>): boolean =>
  fields.some(({ name, grade }) => (name === 'total' || name === 'tax') && grade === 'proved')

/** A second look finds nothing more. */
export function isComplete(document: ReadDocument): boolean {
  const names = new Set(document.fields.filter(({ grade }) => grade !== 'question').map(({ name }) => name))
  if (!isProved(document)) return false
  return (
    names.has('tax') ||
    (['sellerTin', 'number', 'day'] as const).every(
      (name) => names.has(name) || (document.isOwn && name === 'sellerTin'),
    )
  )
}

/** What only one look found is a guess below this, in percent. */
const leastAlone = 50

/** The one that proves more, or else has more; what the other read differently, or what is a guess, is a question. */
export function betterOf<Look extends { document: ReadDocument }>(first: Look, second: Look): Look {
  const isSecond = worthOf(second.document) > worthOf(first.document)
  const [chosen, other] = isSecond ? [second, first] : [first, second]
  const fields = chosen.document.fields.map((field) => {
    if (field.grade !== 'labelled' || !onceOnPage.has(field.name)) return field
    const again = other.document.fields.find(({ name }) => name === field.name)
    const isSure =
      again === undefined
        ? isProved(chosen.document) || field.evidence.confidence >= leastAlone
        : again.value === field.value
    return isSure ? field : { ...field, grade: 'question' as const }
  })
  return { ...chosen, document: { ...chosen.document, fields } }
}

/** A proof is worth more than all fields. */
const worthOf = (document: ReadDocument): number =>
  (isProved(document) ? 100 : 0) + document.fields.filter(({ grade }) => grade !== 'question').length

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

/** So few words are certain that no other look is worth its time. */
export const isHopeless = (words: readonly Pick<Word, 'text' | 'confidence'>[]): boolean => longWords(words).certain < 3

function longWords(words: readonly Pick<Word, 'text' | 'confidence'>[]): { certain: number; all: number } {
  const long = words.filter(({ text }) => text.replace(/[^\p{L}\d]/gu, '').length >= 3)
  return { certain: long.filter(({ confidence }) => confidence >= leastConfidence).length, all: long.length }
}

/** Whether too few words are certain to offer anything, unless the amounts add up. The text of a PDF is always certain. */
export function isPoor(words: readonly Pick<Word, 'text' | 'confidence'>[], document: ReadDocument): boolean {
  const { certain, all } = longWords(words)
  return !isProved(document) && (certain < leastWords || certain < leastShare * all)
}
