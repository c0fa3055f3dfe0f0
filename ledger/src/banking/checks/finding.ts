// Something that does not add up in a statement, or that one should know of it.
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
  /** A doubt has to be answered with a reason before the statement is stored; a note is only told. */
  weight: 'doubt' | 'note'
  /** The position of the line it is about; null where it is about the whole. */
  line: number | null
  message: string
}
