// Looks at a picture once or twice: whether a second look is needed, which one counts, and whether a picture is too poor to offer
// anything. Words of two looks are never mixed.
import type { ReadDocument } from './read-document.ts'

/** Fewer words, or less certain ones, are not worth reading unless the amounts add up. Confidence is in percent. */
const [leastWords, leastConfidence] = [15, 70]

export const isProved = ({ fields }: Pick<ReadDocument, 'fields'>): boolean =>
  fields.some(({ name, grade }) => (name === 'total' || name === 'tax') && grade === 'proved')

export const isBetter = (second: ReadDocument, first: ReadDocument): boolean =>
  isProved(second) || (!isProved(first) && second.fields.length > first.fields.length)

/** `confidence` is the mean of the words of a picture; null for the text of a PDF. */
export const isPoor = (
  { words, confidence }: { words: readonly unknown[]; confidence: number | null },
  document: ReadDocument,
): boolean => confidence !== null && !isProved(document) && (words.length < leastWords || confidence < leastConfidence)
