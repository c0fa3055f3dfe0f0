// What is only shown here: numbers that the books give out, and addresses that are configuration.
import { Text } from '@mantine/core'
import type { Settings } from '@talaan/contract/settings.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Head } from './Head.tsx'
import classes from './settings.module.css'

export function NumbersSection({ settings: { series } }: { settings: Settings }) {
  return (
    <>
      <Head section="numbers">
        Numbers are given out by the books, one after the other and without gaps, and begin anew each year. Nobody can
        set them: a number that could be moved would prove nothing. The number printed on the paper is entered beside
        it.
      </Head>
      <div className={classes.table}>
        {series.length === 0 ? (
          <Text p="sm">Nothing is recorded yet; the first document of each kind takes number 000001.</Text>
        ) : (
          <DataTable
            label="Number series"
            rows={series}
            rowKey={(row) => `${row.series}-${row.year}`}
            columns={[
              {
                key: 'series',
                title: 'Series',
                card: 'heading',
                cell: (row) => (
                  <>
                    <strong>{row.series}</strong> {row.plural}
                  </>
                ),
              },
              { key: 'year', title: 'Year', cell: ({ year }) => year },
              {
                key: 'last',
                title: 'Last number',
                figure: true,
                card: 'amount',
                cell: (row) => `${row.series}-${row.year}-${String(row.last).padStart(6, '0')}`,
              },
            ]}
          />
        )}
      </div>
    </>
  )
}

export function FormsSection({ settings: { forms } }: { settings: Settings }) {
  return (
    <>
      <Head section="forms">
        Each form is shown in a frame. It is the portal’s own unless whoever runs the portal points it to an outside
        service by the variable beside it; that takes a restart, hence it is not changed here.
      </Head>
      <div className={classes.table}>
        <DataTable
          label="Form addresses"
          rows={forms}
          rowKey={({ variable }) => variable}
          columns={[
            { key: 'title', title: 'Form', card: 'heading', cell: ({ title }) => title },
            {
              key: 'own',
              title: 'Shown',
              card: 'amount',
              nowrap: true,
              cell: ({ own }) => <StatusBadge tone={own ? 'good' : 'look'}>{own ? 'Own form' : 'Outside'}</StatusBadge>,
            },
            { key: 'url', title: 'Address', cell: ({ url }) => url },
            { key: 'variable', title: 'Variable', cell: ({ variable }) => <code>{variable}</code> },
          ]}
        />
      </div>
    </>
  )
}
