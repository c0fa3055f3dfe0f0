// The kinds that can be imported from a spreadsheet.
import { invoiceImport } from './invoice.ts'
import type { ImportMapping } from './mapping.ts'

export const importKinds = ['invoice'] as const
export type ImportKind = (typeof importKinds)[number]

export const importMappings: Readonly<Record<ImportKind, ImportMapping>> = { invoice: invoiceImport }
