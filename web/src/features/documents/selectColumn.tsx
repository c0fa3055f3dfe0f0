// The column with the checkboxes of a list of documents. The list handles the clicks.
import type { DocumentRow } from '@talaan/contract/documents.ts'
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
