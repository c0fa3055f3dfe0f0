// Tables of the documentation: entries with debits and credits, and rows of text and figures.
import { Title } from '@mantine/core'
import { formatMoney, type Money } from '@talaan/ledger/core/money.ts'
import { formatRate } from '@talaan/ledger/tax/vat.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import classes from './documentation.module.css'
import type { EntryRow, Example } from './example.ts'

export function Examples({ of }: { of: readonly Example[] }) {
  return of.map(({ title, text, rows }) => (
    <div key={title} className={classes.example}>
      <Title order={3}>{title}</Title>
      <p>{text}</p>
      <EntryTable label={title} rows={rows} />
    </div>
  ))
}

export function EntryTable({ label, rows }: { label: string; rows: readonly EntryRow[] }) {
  return (
    <div className={classes.table}>
      <DataTable
        label={label}
        rows={rows}
        rowKey={({ account, debit, credit, frozen }) => `${account} ${frozen?.words} ${debit} ${credit}`}
        columns={[
          {
            key: 'account',
            title: 'Account',
            card: 'heading',
            cell: ({ account, name, credit }) => (
              <span className={credit > 0n ? classes.credited : undefined}>
                {account} {name}
              </span>
            ),
          },
          { key: 'debit', title: 'Debit', figure: true, cell: ({ debit }) => figure(debit) },
          { key: 'credit', title: 'Credit', figure: true, cell: ({ credit }) => figure(credit) },
          {
            key: 'frozen',
            title: 'Tax details',
            cell: ({ frozen, withheld, foreign }) => {
              if (foreign) return `${foreign.currency} ${formatMoney(foreign.amount)}`
              if (frozen) return `${frozen.words}, base ${formatMoney(frozen.base)}, VAT ${formatMoney(frozen.vat)}`
              if (!withheld) return null
              const { atc, rate, base, tax } = withheld
              return `${atc} ${formatRate(rate)}, base ${formatMoney(base)}, tax ${formatMoney(tax)}`
            },
          },
        ]}
      />
    </div>
  )
}

type WordsProps = {
  label: string
  titles: readonly string[]
  rows: readonly (readonly string[])[]
  /** The columns from this one on contain figures. */
  figuresFrom?: number
}

export function WordsTable({ label, titles, rows, figuresFrom = titles.length }: WordsProps) {
  return (
    <div className={classes.table}>
      <DataTable
        label={label}
        rows={rows}
        rowKey={(row) => row.join(' ')}
        columns={titles.map((title, at) => ({
          key: title,
          title,
          figure: at >= figuresFrom,
          card: at === 0 ? ('heading' as const) : ('line' as const),
          cell: (row: readonly string[]) => row[at],
        }))}
      />
    </div>
  )
}

const figure = (amount: Money) => (amount === 0n ? '' : formatMoney(amount))
