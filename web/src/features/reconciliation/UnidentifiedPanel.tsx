// Unidentified deposits, which are listed until they are assigned to a customer's invoice.
import { Button, Title } from '@mantine/core'
import { listUnidentified, type UnidentifiedDeposit } from '@talaan/contract/reconciliation.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../app/session/session.ts'
import { DataTable, type DataColumn } from '../../ui/DataTable.tsx'
import { later } from '../../ui/later.tsx'
import classes from './reconciliation.module.css'

const IdentifyDialog = later(async () => (await import('./IdentifyDialog.tsx')).IdentifyDialog)

export function UnidentifiedPanel() {
  const { passwordDue } = useSession()
  const [open, setOpen] = useState<UnidentifiedDeposit | null>(null)
  const queries = useQueryClient()
  const deposits = useCall(listUnidentified, {}, { enabled: !passwordDue }).data?.deposits ?? []
  if (deposits.length === 0) return null
  const columns: DataColumn<UnidentifiedDeposit>[] = [
    { key: 'day', title: 'Date', nowrap: true, cell: ({ day }) => formatDay(day) },
    {
      key: 'words',
      title: 'Deposit',
      card: 'heading',
      cell: ({ kind, documentId, number, words }) => (
        <>
          <Link className={classes.link} to={paths.document(kind, documentId)}>
            {number}
          </Link>
          <span className={classes.quiet}>{words}</span>
        </>
      ),
    },
    {
      key: 'likely',
      title: 'Same amount as',
      cell: ({ likely }) => likely.map(({ number, party }) => `${number} of ${party}`).join(', '),
    },
    { key: 'open', title: 'Unidentified', figure: true, card: 'amount', cell: ({ open: left }) => formatMoney(left) },
    {
      key: 'action',
      title: 'Identified',
      cell: (deposit) => (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => setOpen(deposit)}
          aria-label={`Identify ${deposit.number}`}
        >
          Identify
        </Button>
      ),
    },
  ]
  return (
    <section className={classes.below} aria-labelledby="unidentified">
      <Title order={2} id="unidentified">
        Unidentified deposits ({deposits.length.toLocaleString('en')})
      </Title>
      <DataTable
        label="Unidentified deposits"
        columns={columns}
        rows={deposits}
        rowKey={({ documentId }) => documentId}
      />
      <Suspense>
        {open !== null && (
          <IdentifyDialog
            deposit={open}
            onDone={() => {
              setOpen(null)
              void queries.invalidateQueries()
            }}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </section>
  )
}
