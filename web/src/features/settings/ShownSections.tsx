// Read-only settings: document numbers, and addresses from the configuration.
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
        Talaan numbers documents in sequence without gaps and starts again each year. The numbers cannot be changed. The
        printed number of an invoice or receipt is a separate field.
      </Head>
      <div className={classes.table}>
        {series.length === 0 ? (
          <Text p="sm">No documents yet. The first document of each type gets number 000001.</Text>
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
        Talaan uses its own forms, unless an environment variable contains the address of an external form. Restart
        Talaan after you change a variable.
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
              cell: ({ own }) => (
                <StatusBadge tone={own ? 'good' : 'look'}>{own ? 'Talaan' : 'External form'}</StatusBadge>
              ),
            },
            { key: 'url', title: 'Address', cell: ({ url }) => url },
            { key: 'variable', title: 'Variable', cell: ({ variable }) => <code>{variable}</code> },
          ]}
        />
      </div>
    </>
  )
}
