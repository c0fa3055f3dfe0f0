// The postings and manual amounts since a return was filed, with their exact effect on each box.
import { Anchor, Title } from '@mantine/core'
import type { Filing } from '@talaan/contract/filings.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney, type Money } from '@talaan/ledger/core/money.ts'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx'
import classes from './tax.module.css'

type Since = Filing['since']
type Moved = { key: string; what: string; filed: Money; now: Money }

const columns: DataColumn<Moved>[] = [
  { key: 'what', title: 'Box', card: 'heading', cell: ({ what }) => what },
  { key: 'filed', title: 'Filed', figure: true, cell: ({ filed }) => formatMoney(filed) },
  { key: 'now', title: 'Now', figure: true, cell: ({ now }) => formatMoney(now) },
  { key: 'moved', title: 'Change', figure: true, card: 'amount', cell: ({ filed, now }) => formatMoney(now - filed) },
]

export function SinceFiling({ since: { boxes, documents, files } }: { since: Since }) {
  return (
    <section className={classes.since} aria-labelledby="since">
      <Title order={2} id="since">
        Changed since filing
      </Title>
      {boxes.length > 0 && (
        <>
          <p>
            The filed return is saved unchanged. The worksheet below shows the amended return, less the tax already
            paid.
          </p>
          <DataTable label="Changed boxes" columns={columns} rows={boxes.flatMap(moves)} rowKey={({ key }) => key} />
        </>
      )}
      {files.length > 0 && (
        <>
          <p>
            The filed list is saved unchanged. The lines below have changed since then. An amendment submits the whole
            list again.
          </p>
          <DataTable
            label="Changed lines"
            rows={files.flatMap(linesOf)}
            rowKey={({ key }) => key}
            columns={[
              { key: 'file', title: 'File', card: 'heading', cell: ({ name }) => name },
              { key: 'was', title: 'Version', cell: ({ was }) => was },
              { key: 'line', title: 'Line', cell: ({ line }) => <code className={classes.fileLine}>{line}</code> },
            ]}
          />
        </>
      )}
      {documents.length > 0 && (
        <DataTable
          label="Documents that changed the return"
          rows={documents}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'number',
              title: 'Document',
              card: 'heading',
              cell: ({ id, kind, number }) => (
                <Anchor component={Link} to={paths.document(kind, id)} underline="always">
                  {number}
                </Anchor>
              ),
            },
            { key: 'day', title: 'Date', nowrap: true, cell: ({ day }) => formatDay(day) },
            { key: 'boxes', title: 'Boxes', cell: (row) => row.boxes.join(', ') },
            { key: 'base', title: 'Amount', figure: true, cell: ({ base }) => formatMoney(base) },
            { key: 'tax', title: 'Tax', figure: true, card: 'amount', cell: ({ tax }) => formatMoney(tax) },
          ]}
        />
      )}
    </section>
  )
}

/** A row for each line that is in only one of the two files. */
const linesOf = ({ name, filed, now }: Since['files'][number]) => [
  ...filed.map((line) => ({ key: `${name} filed ${line}`, name, was: 'Filed', line })),
  ...now.map((line) => ({ key: `${name} now ${line}`, name, was: 'Now', line })),
]

/** A row for each changed figure of a box. */
function moves({ no, label, filed, now }: Since['boxes'][number]): Moved[] {
  return (['base', 'tax'] as const)
    .filter((column) => filed[column] !== now[column])
    .map((column) => ({
      key: `${no} ${column}`,
      what: `${no} ${label}${column === 'base' ? ', amount' : ''}`,
      filed: filed[column],
      now: now[column],
    }))
}
