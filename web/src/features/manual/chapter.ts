// A chapter of the manual is a value: what it is about, and its sections of steps, notes and keys.
import type { ReactNode } from 'react'

export type Section = {
  title: string
  /** A sentence or two before what follows. */
  text?: ReactNode
  /** What to do, in order. */
  steps?: readonly ReactNode[]
  /** What is good to know, in any order. */
  notes?: readonly ReactNode[]
  /** What to press or to type, and what it does. */
  keys?: readonly (readonly [keys: string, does: ReactNode])[]
}

export type Chapter = {
  about: ReactNode
  sections: readonly Section[]
}
