// The reference number of a document in lists, and whether the document has files.
import type { DocumentRow } from '@talaan/contract/documents.ts'
import { Icon } from '../../ui/Icon.tsx'
import classes from './documents.module.css'

/** The number used by the customer or supplier, and whether there are files. */
export const Reference = ({ row: { externalNo, attachments } }: { row: DocumentRow }) => (
  <>
    {externalNo}
    {attachments > 0 && (
      <span className={classes.files} title={`${attachments} attached`}>
        <Icon name="clip" size={14} /> {attachments}
      </span>
    )}
  </>
)
