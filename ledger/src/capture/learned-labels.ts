// What the recorded documents of a supplier teach: the words that it prints before or above a number, a date or a total, if these
// were not read or read wrong. A label is used only if it would have given what was recorded of each of these documents.
import { labelsIn } from './labels.ts'
import type { ReadField, ReadFieldName } from './names.ts'
import { readDocument } from './read-document.ts'
import type { Known, ReadDocument } from './read-document.ts'
import { evidenceOf, letterWidth, rowsOf, wordsWithin } from './rows.ts'
import type { Row, Word } from './rows.ts'
import { isPrinted, isSameValue } from './same-invoice.ts'

/** The labels that every supplier may print. */
const usual = { number: 'Invoice No.', day: 'Date:', total: 'Total Sales (VAT Inclusive)' } as const
type Learned = keyof typeof usual
const learned = Object.keys(usual) as Learned[]

export type LearnedLabels = Partial<Record<Learned, string>>
/** The words of its file, and what was recorded. */
export type RecordedDocument = { words: readonly Word[]; values: Partial<Record<Learned, string>> }

/** Of one document, a label may be there by chance. */
const leastDocuments = 2

export function learnLabels(documents: readonly RecordedDocument[], known: Known): LearnedLabels {
  if (documents.length < leastDocuments) return {}
  const read = documents.map(({ words, values }) => ({ words, values, fields: readDocument(words, known).fields }))
  return Object.fromEntries(
    learned.flatMap((name) => {
      const recorded = read.flatMap(({ words, values, fields }) => {
        const value = values[name]
        return value === undefined ? [] : [{ words, value, isRead: isValue(fields, name, value) }]
      })
      const corrected = recorded.find(({ isRead }) => !isRead)
      if (recorded.length < leastDocuments || corrected === undefined) return []
      const label = labelsAt(corrected.words, name, corrected.value).find((one) =>
        recorded.every(({ words, value }) => isValue(readWith(words, { [name]: one }, known), name, value)),
      )
      return label === undefined ? [] : [[name, label] as const]
    }),
  )
}

/** What was read, with the values at the learned labels; a proved value needs none. */
export function withLearned(
  document: ReadDocument,
  words: readonly Word[],
  labels: LearnedLabels,
  known: Known,
): ReadDocument {
  const isProved = (name: ReadFieldName) =>
    document.fields.some((field) => field.name === name && field.grade === 'proved')
  const found = readWith(words, labels, known).filter(({ name }) => !isProved(name))
  const names = new Set(found.map(({ name }) => name))
  const rest = document.fields.filter(({ name }) => !names.has(name))
  return found.length === 0
    ? document
    : { ...document, fields: [...rest, ...found.map((field) => ({ ...field, grade: 'labelled' as const }))] }
}

/** The certain values in the rows of the learned labels and the rows below, if these labels were the usual ones. */
function readWith(words: readonly Word[], labels: LearnedLabels, known: Known): ReadField[] {
  const rows = rowsOf(words)
  return learned.flatMap((name) => {
    const label = labels[name]
    if (label === undefined) return []
    const renamed = rows.map((row) => withUsual(row, label, usual[name]))
    const near = rows.flatMap(({ words: of }, at) => renamed[at] ?? (renamed[at - 1] === undefined ? [] : of))
    return readDocument(near, known).fields.filter((field) => field.name === name && field.grade !== 'question')
  })
}

function isValue(fields: readonly ReadField[], name: Learned, value: string): boolean {
  const read = fields.find((field) => field.name === name && field.grade !== 'question')
  return read !== undefined && isSameValue(name, read.value, value)
}

/** The row, with the usual label in the place of the learned one; undefined if that is not in it. */
function withUsual(row: Row, label: string, usualLabel: string): readonly Word[] | undefined {
  const [found] = labelsIn(row, [{ words: label, role: label, weight: 1 }])
  const words = found === undefined ? [] : wordsWithin(row, found.from, found.to)
  const box = evidenceOf(words)
  if (box === null) return undefined
  return row.words.flatMap((word) =>
    word === words[0] ? [{ ...word, ...box, text: usualLabel }] : words.includes(word) ? [] : [word],
  )
}

/** The words before or above each place where the value is printed, the longest label first. */
function labelsAt(all: readonly Word[], name: Learned, value: string): string[] {
  const rows = rowsOf(all)
  // The item of an invoice may have its total too.
  const order = [...rows.entries()]
  return (name === 'total' ? order.toReversed() : order).flatMap(([at, row]) => {
    const above = rows[at - 1]
    return placesOf(row, name, value).flatMap(([from, to]) => {
      const before = row.words.slice(Math.max(0, from - 4), from)
      const [x0, x1] = [row.words[from]?.x0 ?? 0, row.words[to]?.x1 ?? 0]
      const heading = above?.page === row.page ? above.words.filter((word) => word.x0 < x1 && word.x1 > x0) : []
      return [...endingsOf(joined(before)), ...endingsOf(heading)]
    })
  })
}

/** The first and the last word of each place; a picture may split a value. */
function placesOf({ words }: Row, name: Learned, value: string): [from: number, to: number][] {
  const isAt = (from: number, to: number) =>
    isPrinted(
      name,
      value,
      words.slice(from, to + 1).map(({ text }) => text),
    )
  return words.flatMap((_, to) => {
    const from = [to, to - 1, to - 2, to - 3].find((first) => first >= 0 && isAt(first, to))
    return from === undefined ? [] : [[from, to] as [number, number]]
  })
}

/** Those that are next to each other at the end. */
function joined(words: readonly Word[]): readonly Word[] {
  const start = words.findLastIndex((word, at) => {
    const next = words[at + 1]
    return next !== undefined && next.x0 - word.x1 > 3 * letterWidth(word)
  })
  return words.slice(start + 1)
}

/** 'Our Ser. No.', 'Ser. No.' and 'No.'; digits are no part of a label. */
const endingsOf = (words: readonly Word[]): string[] =>
  words
    .map((_, at) =>
      words
        .slice(at)
        .map(({ text }) => text)
        .join(' '),
    )
    .filter((label) => /[a-z]{2}/i.test(label) && !/\d/.test(label))
