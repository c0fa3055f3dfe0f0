// A chapter of the manual is a value: its purpose, and sections with steps, notes, keys, questions and glossary terms.
import type { Term } from '@talaan/contract/glossary.ts'
import { isValidElement, type ReactNode } from 'react'

export type Section = {
  title: string
  /** The purpose, in a sentence or two. */
  text?: ReactNode
  /** Steps, in order. */
  steps?: readonly ReactNode[]
  /** Additional information, in any order. */
  notes?: readonly ReactNode[]
  /** Keys to press or text to type, each with its result. */
  keys?: readonly (readonly [keys: string, result: ReactNode])[]
  questions?: readonly (readonly [question: string, answer: ReactNode])[]
  /** Terms with their meanings and their official names. */
  terms?: readonly { term: Term; meaning: string; official?: string }[]
}

export type Chapter = {
  about: ReactNode
  sections: readonly Section[]
}

/** The address of a section within its tab. */
export const sectionId = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** All words of a section, its title first. */
export function textOf({
  title,
  text,
  steps = [],
  notes = [],
  keys = [],
  questions = [],
  terms = [],
}: Section): string {
  const words = terms.flatMap(({ term, meaning, official = '' }) => [term, meaning, official])
  return [title, text, ...steps, ...notes, ...keys.flat(), ...questions.flat(), ...words].map(wordsOf).join('\n')
}

/** The text of a node, without rendering it. */
export function wordsOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(wordsOf).join('')
  return isValidElement<{ children?: ReactNode }>(node) ? wordsOf(node.props.children) : ''
}
