// A document as printed; only this part of the page is printed.
import { Title } from '@mantine/core'
import type { receipt } from '@talaan/contract/documents.ts'
import { formatLongDay } from '@talaan/ledger/core/date.ts'
import { formatMoney, formatUnitPrice } from '@talaan/ledger/core/money.ts'
import type { ReceiptTable } from '@talaan/ledger/documents/receipt.ts'
import type { z } from '@talaan/ledger/core/zod.ts'
import classes from './documents.module.css'

export function ReceiptView({ receipt: shown }: { receipt: z.output<typeof receipt> }) {
  return (
    <article className={classes.receipt} aria-label={`${shown.title} ${shown.number ?? ''}`}>
      <div className={classes.receiptHead}>
        <div>
          <strong>{shown.company.name}</strong>
          <p className={classes.quiet}>{shown.company.tinLine}</p>
          <p className={classes.quiet}>{shown.company.address}</p>
        </div>
        <div className={classes.right}>
          <Title order={2}>{shown.title}</Title>
          <p>{shown.number}</p>
          <p>{formatLongDay(shown.day)}</p>
          {shown.note !== '' && <p className={classes.quiet}>{shown.note}</p>}
        </div>
      </div>
      <div className={classes.receiptHead}>
        {shown.party && (
          <div>
            <span className={classes.quiet}>{shown.party.label}</span>
            <p>
              <strong>{shown.party.name}</strong>
            </p>
            <p>{shown.party.tinLine}</p>
            <p>{shown.party.address}</p>
          </div>
        )}
        <dl className={classes.facts}>
          {shown.facts.map(({ label, value }) => (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {shown.lines.length > 0 && <Lines lines={shown.lines} />}
      {(shown.tables ?? [])
        .filter(({ rows }) => rows.length > 0)
        .map((table) => (
          <FurtherTable key={table.title} {...table} />
        ))}
      <dl className={classes.totals}>
        {shown.totals.map(({ label, amount, emphasis }) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt data-grand={emphasis}>{label}</dt>
            <dd data-grand={emphasis}>{formatMoney(amount)}</dd>
          </div>
        ))}
      </dl>
      {shown.amountInWords !== '' && <p>{shown.amountInWords}</p>}
      {shown.memo !== '' && <p className={classes.quiet}>{shown.memo}</p>}
    </article>
  )
}

function Lines({ lines }: Pick<z.output<typeof receipt>, 'lines'>) {
  return (
    <table className={classes.details}>
      <thead>
        <tr>
          <th scope="col">Description</th>
          <th scope="col" data-figure>
            Quantity
          </th>
          <th scope="col" data-figure>
            Unit price
          </th>
          <th scope="col">VAT</th>
          <th scope="col" data-figure>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => (
          <tr key={at}>
            <td>{line.description}</td>
            <td data-figure data-detail="Quantity">
              {line.quantity}
            </td>
            <td data-figure data-detail="Unit price">
              {formatUnitPrice(line.unitPrice)}
            </td>
            <td data-detail="VAT" data-nowrap>
              {line.vatClass}
            </td>
            <td data-figure data-sum>
              {formatMoney(line.amount)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Only words of this length may be broken; codes and amounts are shorter. */
const longWord = /\S{17}/

function FurtherTable({ title, columns, rows }: ReceiptTable) {
  // On a narrow screen, a row takes several lines: first its first cell and its last figure, then the other cells with
  // labels.
  const sum = columns.findLastIndex(({ numeric }) => numeric)
  return (
    <table className={classes.details}>
      <caption>{title}</caption>
      <thead>
        <tr>
          {columns.map(({ label, numeric }) => (
            <th key={label} scope="col" data-figure={numeric || undefined}>
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
                data-figure={numeric || undefined}
                data-sum={(column > 0 && column === sum) || undefined}
                data-detail={column > 0 && column !== sum && cells[column] ? label : undefined}
                data-nowrap={!longWord.test(cells[column] ?? '') || undefined}
              >
                {cells[column]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
