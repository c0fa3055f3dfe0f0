// Reports by e-mail: the saved view, recipients and schedule of each, and whether the last e-mail was delivered.
import { Button, Group, NativeSelect, Text, Textarea } from '@mantine/core'
import { mailNotSetUp } from '@talaan/contract/jobs.ts'
import {
  addReportSchedule,
  canBeSent,
  endReportSchedule,
  listReportSchedules,
  type ReportSchedule,
  scheduleFormats,
  scheduleTimes,
  scheduleTimeWords,
} from '@talaan/contract/report-schedules.ts'
import { listViews } from '@talaan/contract/saved-views.ts'
import { formatDay, formatMonth } from '@talaan/ledger/core/date.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, keyOf, sentenceOf, useCall } from '../../app/api.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx'
import { moment } from '../../ui/moment.ts'
import { newId } from '../../ui/newId.ts'
import { SearchSelect } from '../../ui/SearchSelect.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './ReportIndexPage.module.css'

const titleId = 'report-schedules'

export function Schedules() {
  const answer = useCall(listReportSchedules).data
  const [adding, setAdding] = useState(false)
  const queries = useQueryClient()
  const stop = useMutation({
    mutationFn: (scheduleId: string) => call(endReportSchedule, { params: { scheduleId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(listReportSchedules) }),
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  if (answer === undefined) return null
  const { schedules, mailReady } = answer
  return (
    <section aria-labelledby={titleId} className={classes.schedules}>
      <Group justify="space-between" mb="xs">
        <Text component="h2" id={titleId} fw={600} m={0}>
          Reports by e-mail
        </Text>
        <Button size="sm" variant="default" onClick={() => setAdding(true)}>
          Add report by e-mail
        </Button>
      </Group>
      {!mailReady && schedules.length > 0 && (
        <Text size="sm" mb="xs" role="status">
          {mailNotSetUp}
        </Text>
      )}
      {schedules.length === 0 ? (
        <Text size="sm">Send a saved view to yourself or others every week, or each time a month is closed.</Text>
      ) : (
        <DataTable
          framed
          label="Reports by e-mail"
          columns={columns((id) => stop.mutate(id))}
          rows={schedules}
          rowKey={({ id }) => id}
        />
      )}
      {adding && <AddDialog onDone={() => setAdding(false)} />}
    </section>
  )
}

const columns = (onStop: (id: string) => void): DataColumn<ReportSchedule>[] => [
  {
    key: 'name',
    title: 'Report',
    card: 'heading',
    cell: ({ name, address }) => <Link to={address}>{name}</Link>,
  },
  {
    key: 'when',
    title: 'Schedule',
    card: 'bare',
    cell: ({ every, format }) => `${scheduleTimeWords[every]}, ${format.toUpperCase()}`,
  },
  { key: 'to', title: 'To', cell: ({ recipients }) => recipients.join(', ') },
  { key: 'last', title: 'Last sent', cell: ({ last }) => <Last last={last} /> },
  {
    key: 'stop',
    title: '',
    cell: ({ id, name }) => (
      <Button size="compact-sm" variant="default" aria-label={`Stop sending ${name}`} onClick={() => onStop(id)}>
        Stop
      </Button>
    ),
  },
]

function Last({ last }: Pick<ReportSchedule, 'last'>) {
  if (last === null) return 'Not yet'
  const period = last.period.length === 7 ? formatMonth(last.period) : formatDay(last.period)
  if (last.state === 'failed')
    return (
      <>
        <StatusBadge tone="bad">Failed</StatusBadge> {period}: {last.error}
      </>
    )
  return (
    <>
      <StatusBadge tone={last.state === 'sent' ? 'good' : 'plain'}>
        {last.state === 'sent' ? 'Sent' : 'Queued'}
      </StatusBadge>{' '}
      {period}, {moment(last.at)}
    </>
  )
}

function AddDialog({ onDone }: { onDone: () => void }) {
  const queries = useQueryClient()
  const views = (useCall(listViews).data?.views ?? []).filter(({ address }) => canBeSent(address))
  const [scheduleId] = useState(newId)
  const [typed, setTyped] = useState({ viewId: null as string | null, every: 'close', format: 'pdf', recipients: '' })
  const [mistakes, setMistakes] = useState<Record<string, string>>({})
  const viewId = typed.viewId ?? views[0]?.id ?? ''
  const change = (changed: Partial<typeof typed>) => {
    setTyped({ ...typed, ...changed })
    setMistakes({})
  }
  const add = useMutation({
    mutationFn: (body: NonNullable<typeof addReportSchedule.body>['_zod']['output']) =>
      call(addReportSchedule, { params: { scheduleId }, body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keyOf(listReportSchedules) })
      toast({ title: 'Report by e-mail added', tone: 'good' })
      onDone()
    },
  })
  return (
    <TypingDialog
      title="Add report by e-mail"
      submit={views.length === 0 ? null : 'Add report'}
      focusSubmit={views.length === 0}
      unsaved={typed.recipients !== ''}
      busy={add.isPending}
      alert={add.isError ? sentenceOf(add.error) : undefined}
      onSubmit={() => {
        const recipients = typed.recipients.split(/[\s,;]+/).filter(Boolean)
        const read = addReportSchedule.body.safeParse({ ...typed, viewId, recipients })
        if (read.success) add.mutate(read.data)
        else setMistakes(Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), message])))
      }}
      onClose={onDone}
    >
      {views.length === 0 ? (
        <Text size="sm">
          No reports are saved as views yet. Open a report, then choose Saved views and Save this view.
        </Text>
      ) : (
        <>
          <SearchSelect
            label="Saved view"
            data-autofocus
            value={viewId}
            error={mistakes['viewId']}
            onChange={(chosen) => change({ viewId: chosen })}
            data={views.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <NativeSelect
            label="Send"
            value={typed.every}
            onChange={(event) => change({ every: event.currentTarget.value })}
            data={scheduleTimes.map((value) => ({ value, label: scheduleTimeWords[value] }))}
          />
          <NativeSelect
            label="File"
            value={typed.format}
            onChange={(event) => change({ format: event.currentTarget.value })}
            data={scheduleFormats.map((value) => ({ value, label: value.toUpperCase() }))}
          />
          <Textarea
            label="To"
            description="E-mail addresses, separated by commas"
            rows={2}
            value={typed.recipients}
            error={mistakes['recipients']}
            onChange={(event) => change({ recipients: event.currentTarget.value })}
          />
        </>
      )}
    </TypingDialog>
  )
}
