// A finding about a statement.
export const findingKinds = [
  'account',
  'currency',
  'balance',
  'sum',
  'gap',
  'altered',
  'added',
  'missing',
  'reader',
  'overlap',
] as const

export type Finding = {
  kind: (typeof findingKinds)[number]
  /** A review note needs a reason before the statement is stored; a note is only shown. */
  weight: 'doubt' | 'note'
  /** The position of its line; null for the whole statement. */
  line: number | null
  message: string
}
