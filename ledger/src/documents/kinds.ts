// The list of document kinds.
import { invoice } from './invoice.ts'
import type { DocumentKind, KindName } from './kind.ts'

export const kinds = { invoice } satisfies Record<KindName, DocumentKind>

/** The kind of a name that has been checked to be one. */
export function kindOf(name: KindName): DocumentKind {
  return kinds[name]
}

/** Whether a text names a kind. */
export function isKindName(name: string): name is KindName {
  return Object.hasOwn(kinds, name)
}
