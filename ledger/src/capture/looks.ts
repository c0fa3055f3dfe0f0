// Looks at a picture up to three times: whether another look is needed, which one counts, and whether a picture is too poor to offer
// anything. Words of two looks are never mixed.
import type { ReadField, ReadFieldName } from './names.ts'
import type { ReadDocument } from './read-document.ts'
import type { Word } from './rows.ts'

const isProved = ({ fields }: Pick<ReadDocument, 'fields'>): boolean =>
  fields.some(({ name, grade }) => (name === 'total' || name === 'tax') && grade === 'proved')

/** Nothing is left to ask, although the invoice of a seller without VAT proves nothing. */
function isSettled(document: ReadDocument): boolean {
  if (isComplete(document)) return true
  const has = (name: ReadFieldName) => document.fields.some((field) => field.name === name)
  const isSure = (name: ReadFieldName) =>
    document.fields.some((field) => field.name === name && field.grade !== 'question')
  return (
    !has('vat') &&
    !has('vatable') &&
    (['sellerTin', 'number', 'day', 'total'] as const).every(
      (name) => isSure(name) || (document.isOwn && name === 'sellerTin'),
    )
  )
}

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

/** How the words of a picture are looked for, in the order of the looks: anywhere, in columns of text, or in rows of one block. */
export const layouts = ['anywhere', 'columns', 'block'] as const
export type Layout = (typeof layouts)[number]

/** Looks with one layout after the other until nothing more is expected; a poor picture is not looked at a third time. */
export async function bestLook<Look extends LookedAt>(look: (layout: Layout) => Promise<Look>): Promise<Best<Look>> {
  const first = await look('anywhere')
  const hopeless = isHopeless(first.words)
  if (isComplete(first.document) || hopeless) return { ...first, otherWords: [], isPoor: !isComplete(first.document) }
  const second = await look('columns')
  const both = bestOf([first, second])
  const poor = isPoor(both.words, both.document)
  if (poor || isSettled(both.document)) return { ...both, otherWords: wordsBut(both, [first, second]), isPoor: poor }
  const looks = [first, second, await look('block')] as const
  const best = bestOf(looks)
  return { ...best, otherWords: wordsBut(best, looks), isPoor: false }
}

/** `otherWords` are those of the other looks: no value is taken from them, but they confirm that two files are the same invoice. */
export type Best<Look> = Look & { otherWords: string[]; isPoor: boolean }

const wordsBut = ({ words }: LookedAt, looks: readonly LookedAt[]): string[] =>
  looks.filter((look) => look.words !== words).flatMap((look) => look.words.map(({ text }) => text))

type LookedAt = { document: ReadDocument; words: readonly Pick<Word, 'text' | 'confidence'>[] }

/**
 * The look that proves more, or else has more. Its amounts are all of one look. Of the other facts, it has what most looks read;
 * what they read differently, or what is a guess, is a question.
 */
export function bestOf<Look extends Pick<LookedAt, 'document'>>(looks: readonly [Look, ...Look[]]): Look {
  const chosen = looks.reduce((best, look) => (worthOf(look.document) > worthOf(best.document) ? look : best))
  const others = looks.filter((look) => look !== chosen).map(({ document }) => document)
  const { document } = chosen
  const fields = document.fields.map((field) =>
    field.grade === 'proved' || !onceOnPage.has(field.name) ? field : confirmed(field, others, isProved(document)),
  )
  return { ...chosen, document: { ...document, fields: [...fields, ...addedTo(document, others)] } }
}

/** They tell which invoice it is, and are read by themselves. */
const identity = ['sellerTin', 'number', 'day'] as const satisfies readonly ReadFieldName[]

/** What only other looks found. */
function addedTo(document: ReadDocument, others: readonly ReadDocument[]): ReadField[] {
  if (document.kind === 'certificate') return []
  const missing = identity.filter(
    (name) => !document.fields.some((field) => field.name === name) && !(document.isOwn && name === 'sellerTin'),
  )
  const alike = others.filter(({ kind }) => kind === document.kind)
  return missing.flatMap((name) => {
    const from = alike.find(({ fields }) => fields.some((one) => one.name === name && one.grade !== 'question'))
    const rest = others.filter((other) => other !== from)
    const found = from?.fields.filter((one) => one.name === name) ?? []
    return found.map((field) => confirmed(field, rest, isProved(document)))
  })
}

/** As most looks read it; a question if they read it differently. */
function confirmed(field: ReadField, others: readonly ReadDocument[], isSureAlone: boolean): ReadField {
  const read = others.flatMap(({ fields }) => fields.filter(({ name }) => name === field.name))
  const votes = (value: string) =>
    [field, ...read].filter((one) => one.value === value && one.grade !== 'question').length
  const different = read.filter(({ value }) => value !== field.value)
  const usual = different.find(({ value }) => votes(value) > Math.max(1, votes(field.value)))
  if (usual !== undefined && identity.some((name) => name === field.name)) return { ...usual, grade: 'labelled' }
  const isAlone = votes(field.value) === 1 && different.length === 0
  const isSure = votes(field.value) > 1 || (isAlone && (isSureAlone || field.evidence.confidence >= leastAlone))
  return { ...field, grade: isSure ? 'labelled' : 'question' }
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
