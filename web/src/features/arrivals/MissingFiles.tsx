// Recorded bills and vouchers without a file and, for accountants, unmatched payments on bank statements without a
// file. A file in Arrivals with the same amount is suggested; otherwise the user adds the receipt here.
import { Anchor, Button, Group, NativeSelect, Text } from '@mantine/core'
import { attachArrival, listMissing, maxMissing, type MissingFile } from '@talaan/contract/arrivals.ts'
import { attachmentTypes } from '@talaan/contract/documents.ts'
import { addFile } from '@talaan/contract/notes.ts'
import { accountants } from '@talaan/contract/roles.ts'
import { formatDay, monthOf } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { documentWords } from '@talaan/ledger/documents/words.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { DataTable, type DataColumn } from '../../ui/DataTable.tsx'
import { newId } from '../../ui/newId.ts'
import panel from '../../ui/panel.module.css'
import { toast } from '../../ui/toast.ts'
import { useFileDrop } from '../../ui/useFileDrop.ts'
import classes from './arrivals.module.css'
import { useRefresh } from './refresh.ts'

const shownWords = { all: 'All', document: 'Documents', line: 'Bank lines' } as const
type Shown = keyof typeof shownWords

export function MissingFiles() {
  const [search, setSearch] = useSearchParams()
  const { role } = useSession()
  const query = useCall(listMissing)
  const account = search.get('account')
  const shown = (Object.keys(shownWords) as Shown[]).find((one) => one === search.get('of')) ?? 'all'
  const choose = (of: Shown) => setSearch({ list: 'missing', ...(of !== 'all' && { of }) }, { replace: true })
  return (
    <>
      {accountants.includes(role) && (
        <NativeSelect
          label="Show"
          mt="md"
          maw={240}
          value={shown}
          onChange={(event) => choose(event.currentTarget.value as Shown)}
          data={Object.entries(shownWords).map(([value, label]) => ({ value, label }))}
        />
      )}
      <Answered query={query} loading={<SkeletonRows rows={8} />}>
        {({ missing, count }) => {
          const rows = missing.filter(
            (row) => (shown === 'all' || row.what === shown) && (account === null || row.account === account),
          )
          if (rows.length === 0)
            return <Text className={panel.empty}>No files are missing. Every document and bank line has one.</Text>
          return (
            <div className={classes.missing}>
              <MissingTable missing={rows} framed />
              {count > missing.length && (
                <Text size="sm" c="dimmed" mt="sm">
                  These are the first {maxMissing} of {count.toLocaleString('en')}.
                </Text>
              )}
            </div>
          )
        }}
      </Answered>
    </>
  )
}

type TableProps = { missing: readonly MissingFile[]; framed?: boolean }

export const MissingTable = ({ missing, framed = false }: TableProps) => (
  <DataTable
    label="Without a file"
    columns={columns}
    rows={missing}
    rowKey={({ what, id }) => `${what} ${id}`}
    framed={framed}
  />
)

const columns: readonly DataColumn<MissingFile>[] = [
  {
    key: 'label',
    title: 'Document or bank line',
    card: 'heading',
    cell: (row) => (
      <>
        <Anchor component={Link} to={placeOf(row)}>
          {row.label || 'No description'}
        </Anchor>
        <span className={classes.note}>{row.kind === null ? 'Bank line' : documentWords[row.kind].words.title}</span>
      </>
    ),
  },
  { key: 'day', title: 'Date', card: 'bare', nowrap: true, cell: ({ day }) => formatDay(day) },
  { key: 'party', title: 'Supplier', card: 'bare', cell: ({ party }) => party ?? '' },
  { key: 'amount', title: 'Amount', card: 'amount', figure: true, cell: ({ amount }) => formatMoney(amount) },
  { key: 'file', title: 'File', card: 'action', cell: (row) => <Remedy row={row} /> },
]

const placeOf = ({ kind, id, account, day }: MissingFile): string =>
  kind === null ? paths.reconciliation(account ?? '', monthOf(day)) : paths.document(kind, id)

/** The files with this amount, and a button to add another file. */
function Remedy({ row }: { row: MissingFile }) {
  const refresh = useChanged()
  const attach = useMutation({
    mutationFn: (arrivalId: string) => call(attachArrival, { params: { arrivalId }, body: { documentId: row.id } }),
    onSuccess: async ({ arrival }) => {
      toast({ title: `${arrival.file.name} added to ${row.label}`, tone: 'good' })
      await refresh()
    },
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  return (
    <div className={classes.remedy}>
      {row.found.map((file) => (
        <Group key={file.id} gap="xs" wrap="nowrap">
          <Anchor component={Link} to={paths.arrivals(file.id)} size="sm" className={classes.name ?? ''}>
            {file.name}
          </Anchor>
          {row.what === 'document' && (
            <Button size="compact-sm" loading={attach.isPending} onClick={() => attach.mutate(file.id)}>
              Attach
            </Button>
          )}
        </Group>
      ))}
      {row.what === 'document' ? (
        <AddFile row={row} />
      ) : (
        row.found.length === 0 && (
          <Text size="sm" c="dimmed">
            No file in Arrivals has this amount
          </Text>
        )
      )}
    </div>
  )
}

function AddFile({ row }: { row: MissingFile }) {
  const refresh = useChanged()
  const input = useRef<HTMLInputElement>(null)
  const add = useMutation({
    mutationFn: (file: File) =>
      call(addFile, { query: { id: newId(), name: file.name.slice(-200), document: row.id }, file }),
    onSuccess: async () => {
      toast({ title: `File added to ${row.label}`, tone: 'good' })
      await refresh()
    },
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  const send = (file: File | undefined) => file && !add.isPending && add.mutate(file)
  const drop = useFileDrop(([file]) => send(file))
  return (
    <span {...drop}>
      <input
        ref={input}
        type="file"
        hidden
        accept={Object.keys(attachmentTypes).join(',')}
        onChange={(event) => {
          send(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <Button
        size="compact-sm"
        variant="default"
        loading={add.isPending}
        aria-label={`Add file to ${row.label}`}
        onClick={() => input.current?.click()}
      >
        Add file
      </Button>
    </span>
  )
}

function useChanged() {
  const refresh = useRefresh()
  const queries = useQueryClient()
  return async () => {
    await Promise.all([refresh(), queries.invalidateQueries({ queryKey: [listMissing.name] })])
  }
}
