// The totals of documents by type.
import type { TypeTotal } from '@talaan/contract/transactions.ts'
import { documentWords } from '@talaan/ledger/documents/words.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import lists from './documents.module.css'
import classes from './selection.module.css'

/** Separate for each type, because adding an invoice to its receipt makes no sense. */
export function Sums({ title, sums }: { title: string; sums: readonly TypeTotal[] }) {
  return (
    <div className={classes.totals}>
      <strong>{title}</strong>
      <ul>
        {sums.map(({ kind, documents, voided, total, open }) => (
          <li key={kind}>
            <span className={lists.quiet}>
              {documentWords[kind].words.plural} {documents.toLocaleString('en')}
              {voided > 0 && ` (${voided.toLocaleString('en')} void)`}
            </span>{' '}
            <b>{formatMoney(total)}</b>
            {open > 0n && open !== total && (
              <>
                {' '}
                <span className={`${lists.quiet} ${lists.whole}`}>open {formatMoney(open)}</span>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
