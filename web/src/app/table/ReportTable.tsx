// A table as a printed sheet: the company, title and period, the table itself, and the notes below it.
import { Title } from '@mantine/core'
import type { Table } from '@talaan/ledger/reports/table.ts'
import type { ComponentProps, ReactNode } from 'react'
import classes from './sheet.module.css'
import { TableView } from './TableView.tsx'

type Props = ComponentProps<typeof TableView> & {
  busy?: boolean
  /** A chart above the table. */
  figure?: (table: Table) => ReactNode
  /** Shown below the notes. */
  children?: ReactNode
}

export function ReportTable({ table, linkTo, whyOf, busy = false, figure, children }: Props) {
  return (
    <div className={classes.sheet} aria-busy={busy}>
      <div className={classes.head}>
        <strong>{table.company.name}</strong>
        {table.company.tinLine !== '' && <p>{table.company.tinLine}</p>}
        <Title order={2}>{table.title}</Title>
        <p>{table.period}</p>
      </div>
      {figure?.(table)}
      <TableView table={table} linkTo={linkTo} whyOf={whyOf} />
      {table.notes.map((note) => (
        <p key={note} className={classes.notes}>
          {note}
        </p>
      ))}
      {children}
    </div>
  )
}
