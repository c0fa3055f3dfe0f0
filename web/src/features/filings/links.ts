// The page that a row of a tax table links to: its document, or the sales list of its month.
import type { Row } from '@talaan/ledger/reports/table.ts'
import { paths } from '../../app/paths.ts'

export const linkTo = (link: NonNullable<Row['link']>): string | undefined =>
  link.to === 'document'
    ? paths.document(link.kind, link.id)
    : link.to === 'salesList'
      ? paths.salesList(link.month)
      : undefined
