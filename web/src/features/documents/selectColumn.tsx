// Columns that all lists of documents share: the checkboxes, whose clicks the list handles, and the tags.
import type { DocumentRow } from '@talaan/contract/documents.ts'
import { tagWords } from '@talaan/contract/tag-kinds.ts'
import type { DataColumn } from '../../ui/DataTable.tsx'
import classes from './selection.module.css'

export const selectColumn: DataColumn<DocumentRow> = {
  key: 'select',
  title: 'Select',
  card: 'mark',
  stays: 'first',
  cell: (row, picked) => (
    <input
      type="checkbox"
      className={classes.check}
      aria-label={`Select ${row.number}`}
      checked={picked}
      onChange={() => {}}
    />
  ),
}

export const tagsColumn: DataColumn<DocumentRow> = {
  key: 'tags',
  title: 'Tags',
  isExtra: true,
  cell: ({ tags }) => tags.map(({ kind, name }) => tagWords(kind, name)).join(', '),
}
