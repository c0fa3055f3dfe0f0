// Where a row of a tax table leads: to its document.
import type { Row } from '@talaan/ledger/reports/table.ts'
import { paths } from '../paths.ts'

export const linkTo = (link: NonNullable<Row['link']>): string | undefined =>
  link.to === 'document' ? paths.document(link.kind, link.id) : undefined
