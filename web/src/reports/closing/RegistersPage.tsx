// What comes again each month end, and the assets that wear: the registers that month-end entries are proposed from.
import { Button, Text } from '@mantine/core'
import { listMonthEnd, type AssetRow, type RecurringRow } from '@talaan/contract/closing.ts'
import { formatDay, formatMonth } from '@talaan/ledger/day.ts'
import { assetNumber, recurringKindWords } from '@talaan/ledger/month-end.ts'
import { formatMoney } from '@talaan/ledger/money.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Answered, SkeletonRows } from '../../problems.tsx'
import { DataTable, type DataColumn } from '../../ui/DataTable.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { ReportTabs } from '../ReportTabs.tsx'
import classes from './closing.module.css'
import { AssetDialog, RecurringDialog } from './RegisterDialogs.tsx'

type Shown = { register: 'recurring'; row: RecurringRow | null } | { register: 'asset'; row: AssetRow | null }

export function RegistersPage() {
  const registers = useCall(listMonthEnd)
  const [shown, setShown] = useState<Shown | null>(null)
  return (
    <>
      <PageTitle
        action={
          <Button component={Link} to={paths.monthClose} variant="default">
            Back to Month Close
          </Button>
        }
      >
        Month-End Registers
      </PageTitle>
      <ReportTabs />
      <Answered query={registers} loading={<SkeletonRows rows={8} />}>
        {({ recurring, assets }) => (
          <>
            <section className={classes.list} aria-labelledby="recurring">
              <div className={classes.head}>
                <h2 id="recurring">What comes again</h2>
                <Button size="sm" variant="default" onClick={() => setShown({ register: 'recurring', row: null })}>
                  Register an entry
                </Button>
              </div>
              {recurring.length === 0 ? (
                <div className={classes.row}>
                  <Text size="sm">
                    Nothing is registered. Accruals, prepayments that are used up, and entries that are the same each
                    month are proposed when a month is closed.
                  </Text>
                </div>
              ) : (
                <DataTable
                  label="What comes again"
                  columns={recurringColumns((row) => setShown({ register: 'recurring', row }))}
                  rows={recurring}
                  rowKey={({ id }) => id}
                />
              )}
            </section>
            <section className={classes.list} aria-labelledby="assets">
              <div className={classes.head}>
                <h2 id="assets">Assets</h2>
                <Button size="sm" variant="default" onClick={() => setShown({ register: 'asset', row: null })}>
                  Register an asset
                </Button>
              </div>
              {assets.length === 0 ? (
                <div className={classes.row}>
                  <Text size="sm">
                    No asset is registered. What wears over years is written off in equal parts, and one voucher a month
                    is proposed for all of it.
                  </Text>
                </div>
              ) : (
                <DataTable
                  label="Assets"
                  columns={assetColumns((row) => setShown({ register: 'asset', row }))}
                  rows={assets}
                  rowKey={({ id }) => id}
                />
              )}
            </section>
          </>
        )}
      </Answered>
      {shown?.register === 'recurring' && <RecurringDialog row={shown.row} onClose={() => setShown(null)} />}
      {shown?.register === 'asset' && <AssetDialog row={shown.row} onClose={() => setShown(null)} />}
    </>
  )
}

const named = (name: string, onOpen: () => void) => (
  <button type="button" className={classes.open} onClick={onOpen}>
    {name}
  </button>
)

const recurringColumns = (onOpen: (row: RecurringRow) => void): DataColumn<RecurringRow>[] => [
  { key: 'no', title: 'No.', nowrap: true, card: 'none', cell: ({ no }) => `R-${no}` },
  { key: 'name', title: 'Name', card: 'heading', cell: (row) => named(row.name, () => onOpen(row)) },
  { key: 'kind', title: 'How', cell: ({ kind }) => recurringKindWords[kind] },
  {
    key: 'accounts',
    title: 'Debit, credit',
    cell: ({ debitAccount, creditAccount }) => `${debitAccount}, ${creditAccount}`,
  },
  {
    key: 'months',
    title: 'Months',
    cell: ({ firstMonth, lastMonth }) =>
      lastMonth === null
        ? `from ${formatMonth(firstMonth)}`
        : `${formatMonth(firstMonth)} to ${formatMonth(lastMonth)}`,
  },
  { key: 'amount', title: 'Amount', figure: true, card: 'amount', cell: ({ amount }) => formatMoney(amount) },
]

const assetColumns = (onOpen: (row: AssetRow) => void): DataColumn<AssetRow>[] => [
  { key: 'no', title: 'No.', nowrap: true, card: 'none', cell: (row) => assetNumber(row) },
  { key: 'name', title: 'Asset', card: 'heading', cell: (row) => named(row.name, () => onOpen(row)) },
  { key: 'acquired', title: 'Acquired', nowrap: true, cell: ({ acquiredOn }) => formatDay(acquiredOn) },
  { key: 'life', title: 'Life', nowrap: true, cell: ({ lifeMonths }) => `${lifeMonths} months` },
  { key: 'cost', title: 'Cost', figure: true, card: 'amount', cell: ({ cost }) => formatMoney(cost) },
  { key: 'worn', title: 'Written off', figure: true, cell: ({ writtenOffByNow }) => formatMoney(writtenOffByNow) },
  {
    key: 'carried',
    title: 'Carried at',
    figure: true,
    cell: ({ cost, writtenOffByNow }) => formatMoney(cost - writtenOffByNow),
  },
]
