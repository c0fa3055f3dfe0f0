// A receipt as it is printed and e-mailed.
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney, formatUnitPrice } from '@talaan/ledger/core/money.ts'
import type { Receipt, ReceiptTable } from '@talaan/ledger/documents/receipt.ts'
import { practiceMark } from '../../ui/practice.ts'
import css from './PrintedReceipt.module.css'

type Props = {
  receipt: Receipt
  /** The number, or a placeholder. */
  number: string
  /** Vouchers include the entry; the confirmation page shows the entry next to the receipt. */
  withEntry?: boolean
}

export function PrintedReceipt({ receipt, number, withEntry = false }: Props) {
  const { title, note, company, party, facts, lines, tables = [], totals, memo, attachments } = receipt
  return (
    <article className={css.receipt} aria-label={`${title} ${number}`}>
      {practiceMark() && <p className={css.strong}>{practiceMark()}</p>}
      <header className={css.head}>
        <div>
          <p className={css.company}>{company.name}</p>
          {company.tinLine && <p>{company.tinLine}</p>}
          {company.address && <p>{company.address}</p>}
        </div>
        <div className={css.which}>
          <h2 className={css.title}>{title}</h2>
          <p className={css.number}>{number}</p>
          <p>{formatDay(receipt.day)}</p>
          {note && <p className={css.quiet}>{note}</p>}
        </div>
      </header>

      <div className={css.about}>
        {party && (
          <div>
            <p className={css.quiet}>{party.label}</p>
            <p className={css.strong}>{party.name}</p>
            {party.tinLine && <p>{party.tinLine}</p>}
            {party.address && <p>{party.address}</p>}
          </div>
        )}
        <dl className={css.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>

      {lines.length > 0 && (
        <table className={css.lines}>
          <thead>
            <tr>
              <th scope="col">Description</th>
              <th scope="col" className={css.figure}>
                Quantity
              </th>
              <th scope="col" className={css.figure}>
                Unit price
              </th>
              <th scope="col">VAT</th>
              <th scope="col" className={css.figure}>
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, row) => (
              // The lines of a receipt never move, and equal lines can't be distinguished otherwise.
              <tr key={`${row} ${line.description}`}>
                <td>{line.description}</td>
                <td className={css.figure} data-label="Quantity">
                  {line.quantity}
                </td>
                <td className={css.figure} data-label="Unit price">
                  {formatUnitPrice(line.unitPrice)}
                </td>
                <td data-label="VAT">{line.vatClass}</td>
                <td className={css.figure} data-label="Amount">
                  {formatMoney(line.amount)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}

      {tables
        .filter(({ rows }) => rows.length > 0)
        .map((table) => (
          <FurtherTable key={table.title} {...table} />
        ))}

      <dl className={css.totals}>
        {totals.map(({ label, amount, emphasis }) => (
          <div key={label} data-emphasis={emphasis}>
            <dt>{label}</dt>
            <dd>{formatMoney(amount)}</dd>
          </div>
        ))}
      </dl>
      {receipt.amountInWords && <p className={css.words}>{receipt.amountInWords}</p>}
      {memo && <p className={css.memo}>{memo}</p>}
      {withEntry && <Entry journal={receipt.journal} />}
      {attachments.length > 0 && (
        <p>
          <span className={css.quiet}>Attached: </span>
          {attachments.join(', ')}
        </p>
      )}
    </article>
  )
}

function FurtherTable({ title, columns, rows }: ReceiptTable) {
  return (
    <table className={css.lines}>
      <caption>{title}</caption>
      <thead>
        <tr>
          {columns.map(({ label, numeric }) => (
            <th key={label} scope="col" className={numeric ? css.figure : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={`${row} ${cells[0]}`}>
            {columns.map(({ label, numeric }, column) => (
              <td
                key={label}
                className={numeric ? css.figure : undefined}
                data-label={column === 0 ? undefined : label}
              >
                {cells[column] || (column === 0 ? '' : <span className={css.quiet}>–</span>)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The journal entry, with debits above credits. */
export function Entry({ journal }: { journal: Receipt['journal'] }) {
  return (
    <table className={css.entry}>
      <caption>Journal entry</caption>
      <thead>
        <tr>
          <th scope="col">Account</th>
          <th scope="col" className={css.figure}>
            Debit
          </th>
          <th scope="col" className={css.figure}>
            Credit
          </th>
        </tr>
      </thead>
      <tbody>
        {journal.map(({ account, name, debit, credit }, row) => (
          <tr key={`${row} ${account}`}>
            <td data-credit={credit > 0n || undefined}>
              {account} {name}
            </td>
            <td className={css.figure}>{debit > 0n ? formatMoney(debit) : ''}</td>
            <td className={css.figure}>{credit > 0n ? formatMoney(credit) : ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
