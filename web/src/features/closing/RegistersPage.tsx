// Recurring entries and fixed assets, from which Talaan suggests month-end entries.
import { Anchor, Button, Group, Text } from '@mantine/core'
import { listMonthEnd, cancelDisposal, type AssetRow, type RecurringRow } from '@talaan/contract/closing.ts'
import { getDocument } from '@talaan/contract/documents.ts'
import { formatDay, formatMonth, monthOf } from '@talaan/ledger/core/date.ts'
import { disposalWords } from '@talaan/ledger/accounts/disposal.ts'
import {
  assetNumber,
  isSamePrepayment,
  prepaymentOf,
  recurringAmount,
  recurringKindWords,
} from '@talaan/ledger/accounts/month-end.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { DataTable, type DataColumn } from '../../ui/DataTable.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { toast } from '../../ui/toast.ts'
import { ReportTabs } from '../reports/ReportTabs.tsx'
import classes from './closing.module.css'
import { DisposalDialog } from './DisposalDialog.tsx'
import { RecurringDialog } from './RecurringDialog.tsx'
import { AssetDialog } from './RegisterDialogs.tsx'

type Shown =
  | { register: 'recurring'; row: RecurringRow | null }
  | { register: 'asset'; row: AssetRow | null }
  | { register: 'disposal'; row: AssetRow }

export function RegistersPage() {
  const registers = useCall(listMonthEnd)
  const [shown, setShown] = useState<Shown | null>(null)
  const [query, setQuery] = useSearchParams()
  const spread = query.get('spread')
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
                <h2 id="recurring">Recurring entries</h2>
                <Button size="sm" variant="default" onClick={() => setShown({ register: 'recurring', row: null })}>
                  Add recurring entry
                </Button>
              </div>
              {recurring.length === 0 ? (
                <div className={classes.row}>
                  <Text size="sm">
                    No recurring entries yet. Add accruals, prepayments and fixed monthly entries; Talaan suggests them
                    at each month end.
                  </Text>
                </div>
              ) : (
                <DataTable
                  label="Recurring entries"
                  columns={recurringColumns((row) => setShown({ register: 'recurring', row }))}
                  rows={recurring}
                  rowKey={({ id }) => id}
                />
              )}
            </section>
            <section className={classes.list} aria-labelledby="assets">
              <div className={classes.head}>
                <h2 id="assets">Fixed assets</h2>
                <Button size="sm" variant="default" onClick={() => setShown({ register: 'asset', row: null })}>
                  Add asset
                </Button>
              </div>
              {assets.length === 0 ? (
                <div className={classes.row}>
                  <Text size="sm">
                    No fixed assets yet. Add your assets, and Talaan suggests one straight-line depreciation voucher per
                    month for all of them.
                  </Text>
                </div>
              ) : (
                <DataTable
                  label="Fixed assets"
                  columns={assetColumns({
                    onOpen: (row) => setShown({ register: 'asset', row }),
                    onDispose: (row) => setShown({ register: 'disposal', row }),
                  })}
                  rows={assets}
                  faded={isGone}
                  rowKey={({ id }) => id}
                />
              )}
            </section>
          </>
        )}
      </Answered>
      {spread !== null && (
        <Spread
          documentId={spread}
          entries={registers.data?.recurring}
          onClose={() => setQuery({}, { replace: true })}
        />
      )}
      {shown?.register === 'recurring' && <RecurringDialog row={shown.row} onClose={() => setShown(null)} />}
      {shown?.register === 'asset' && <AssetDialog row={shown.row} onClose={() => setShown(null)} />}
      {shown?.register === 'disposal' && (
        <DisposalDialog row={shown.row} sales={registers.data?.sales ?? []} onClose={() => setShown(null)} />
      )}
    </>
  )
}

type SpreadProps = { documentId: string; entries: readonly RecurringRow[] | undefined; onClose: () => void }

/** The prepayment of a document that the user is about to spread. */
function Spread({ documentId, entries, onClose }: SpreadProps) {
  const { data } = useCall(getDocument, { params: { documentId } })
  if (data === undefined || entries === undefined) return null
  const { day, number, partyId, partyName, receipt } = data.document
  const proposed = prepaymentOf({ day, number, partyName, journal: receipt.journal })
  if (proposed === null) return null
  const party = partyId === null || partyName === null ? null : { id: partyId, name: partyName }
  const same = entries.find((entry) => isSamePrepayment(entry, proposed))
  return <RecurringDialog row={null} proposed={{ ...proposed, party }} same={same} onClose={onClose} />
}

const named = (name: string, onOpen: () => void) => (
  <button type="button" className={classes.open} onClick={onOpen}>
    {name}
  </button>
)

const recurringColumns = (onOpen: (row: RecurringRow) => void): DataColumn<RecurringRow>[] => [
  { key: 'no', title: 'No.', nowrap: true, card: 'none', cell: ({ no }) => `R-${no}` },
  { key: 'name', title: 'Name', card: 'heading', cell: (row) => named(row.name, () => onOpen(row)) },
  { key: 'kind', title: 'Type', cell: ({ kind }) => recurringKindWords[kind] },
  {
    key: 'accounts',
    title: 'Debit, credit',
    cell: ({ lines }) =>
      (['debit', 'credit'] as const)
        .map((side) => lines.flatMap((line) => (line[side] > 0n ? [line.account] : [])).join(' + '))
        .join(', '),
  },
  {
    key: 'months',
    title: 'Months',
    cell: ({ firstMonth, lastMonth }) =>
      lastMonth === null
        ? `from ${formatMonth(firstMonth)}`
        : `${formatMonth(firstMonth)} to ${formatMonth(lastMonth)}`,
  },
  { key: 'amount', title: 'Amount', figure: true, card: 'amount', cell: (row) => formatMoney(recurringAmount(row)) },
]

const isGone = ({ disposal }: AssetRow) => disposal?.voucher != null

type AssetActions = Record<'onOpen' | 'onDispose', (row: AssetRow) => void>

const assetColumns = ({ onOpen, onDispose }: AssetActions): DataColumn<AssetRow>[] => [
  { key: 'no', title: 'No.', nowrap: true, card: 'none', cell: (row) => assetNumber(row) },
  { key: 'name', title: 'Asset', card: 'heading', cell: (row) => named(row.name, () => onOpen(row)) },
  { key: 'acquired', title: 'Acquired', nowrap: true, cell: ({ acquiredOn }) => formatDay(acquiredOn) },
  {
    key: 'life',
    title: 'Useful life',
    nowrap: true,
    cell: ({ lifeMonths }) => (lifeMonths === 1 ? '1 month' : `${lifeMonths} months`),
  },
  { key: 'cost', title: 'Cost', figure: true, card: 'amount', cell: ({ cost }) => formatMoney(cost) },
  {
    key: 'worn',
    title: 'Accumulated depreciation',
    figure: true,
    cell: ({ writtenOffByNow }) => formatMoney(writtenOffByNow),
  },
  {
    key: 'carried',
    title: 'Carrying amount',
    figure: true,
    cell: (row) => formatMoney(isGone(row) ? 0n : row.cost - row.writtenOffByNow),
  },
  {
    key: 'disposal',
    title: 'Disposal',
    card: 'action',
    cell: (row) => <DisposalCell row={row} onDispose={onDispose} />,
  },
]

function DisposalCell({ row, onDispose }: { row: AssetRow } & Pick<AssetActions, 'onDispose'>) {
  const queries = useQueryClient()
  const back = useMutation({
    mutationFn: () => call(cancelDisposal, { params: { id: row.id } }),
    onSuccess: () => toast({ title: `Disposal of ${row.name} cancelled`, tone: 'good' }),
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey: [listMonthEnd.name] }),
  })
  const { disposal } = row
  if (disposal === null)
    return (
      <Button size="compact-sm" variant="default" aria-label={`Dispose of ${row.name}`} onClick={() => onDispose(row)}>
        Dispose
      </Button>
    )
  const { day, reason, voucher } = disposal
  const went = `${disposalWords[reason]} ${formatDay(day)}`
  if (voucher !== null)
    return (
      <>
        {went},{' '}
        <Anchor component={Link} size="sm" to={paths.document('journalvoucher', voucher.id)}>
          {voucher.number}
        </Anchor>
      </>
    )
  return (
    <Group gap={8}>
      <Anchor component={Link} size="sm" to={`${paths.monthClose}?month=${monthOf(day)}`}>
        {went}, not recorded yet
      </Anchor>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Edit disposal of ${row.name}`}
        onClick={() => onDispose(row)}
      >
        Change
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Cancel disposal of ${row.name}`}
        loading={back.isPending}
        onClick={() => back.mutate()}
      >
        Cancel disposal
      </Button>
    </Group>
  )
}
