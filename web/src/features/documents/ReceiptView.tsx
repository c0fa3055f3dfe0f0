// A document as it is printed; the browser prints it alone on the page.
import { Title } from '@mantine/core'
import type { receipt } from '@talaan/contract/documents.ts'
import { formatLongDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { ReceiptTable } from '@talaan/ledger/documents/receipt.ts'
import type { z } from '@talaan/ledger/core/zod.ts'
import classes from './documents.module.css'

export function ReceiptView({ receipt: paper }: { receipt: z.output<typeof receipt> }) {
  return (
    <article className={classes.receipt} aria-label={`${paper.title} ${paper.number ?? ''}`}>
      <div className={classes.receiptHead}>
        <div>
          <strong>{paper.company.name}</strong>
          <p className={classes.quiet}>{paper.company.tinLine}</p>
          <p className={classes.quiet}>{paper.company.address}</p>
        </div>
        <div className={classes.right}>
          <Title order={2}>{paper.title}</Title>
          <p>{paper.number}</p>
          <p>{formatLongDay(paper.day)}</p>
          {paper.note !== '' && <p className={classes.quiet}>{paper.note}</p>}
        </div>
      </div>
      <div className={classes.receiptHead}>
        {paper.party && (
          <div>
            <span className={classes.quiet}>{paper.party.label}</span>
            <p>
              <strong>{paper.party.name}</strong>
            </p>
            <p>{paper.party.tinLine}</p>
            <p>{paper.party.address}</p>
          </div>
        )}
        <dl className={classes.facts}>
          {paper.facts.map(({ label, value }) => (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {paper.lines.length > 0 && <Lines lines={paper.lines} />}
      {(paper.tables ?? [])
        .filter(({ rows }) => rows.length > 0)
        .map((table) => (
          <FurtherTable key={table.title} {...table} />
        ))}
      <dl className={classes.totals}>
        {paper.totals.map(({ label, amount, emphasis }) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt data-grand={emphasis}>{label}</dt>
            <dd data-grand={emphasis}>{formatMoney(amount)}</dd>
          </div>
        ))}
      </dl>
      {paper.amountInWords !== '' && <p>{paper.amountInWords}</p>}
      {paper.memo !== '' && <p className={classes.quiet}>{paper.memo}</p>}
    </article>
  )
}

function Lines({ lines }: Pick<z.output<typeof receipt>, 'lines'>) {
  return (
    <table className={classes.paper}>
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
              {formatMoney(line.unitPrice)}
            </td>
            <td data-detail="VAT">{line.vatClass}</td>
            <td data-figure data-sum>
              {formatMoney(line.amount)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function FurtherTable({ title, columns, rows }: ReceiptTable) {
  // On a narrow screen a row is a few lines: its first cell and its last figure, and the others below with their names.
  const sum = columns.findLastIndex(({ numeric }) => numeric)
  return (
    <table className={classes.paper}>
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
