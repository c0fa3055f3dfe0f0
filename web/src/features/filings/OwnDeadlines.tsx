// The company's own deadlines, below the returns of a year. Each is marked as done with a date and a reference.
import { Button, TextInput, Title } from '@mantine/core'
import { markOwnDone, type OwnRow } from '@talaan/contract/filings.ts'
import { type Day, formatDay, parseTypedDay } from '@talaan/ledger/core/date.ts'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { DayInput } from '../../ui/DayInput.tsx'
import { StateBadge } from './states.tsx'
import classes from './tax.module.css'
import { useSending } from './dialogs.tsx'

export function OwnDeadlines({ own, today, year }: { own: readonly OwnRow[]; today: Day; year: number }) {
  const [marking, setMarking] = useState<OwnRow>()
  return (
    <section aria-labelledby="own" className={classes.own}>
      <Title order={2} id="own">
        Your own deadlines
      </Title>
      <DataTable
        framed
        label={`Your own deadlines in ${year}`}
        rows={own}
        rowKey={({ id, raw }) => `${id} ${raw}`}
        columns={[
          {
            key: 'due',
            title: 'Due',
            nowrap: true,
            cell: ({ due, raw }) => (
              <>
                {formatDay(due)}
                {raw !== due && <span className={classes.quiet}> ({formatDay(raw)})</span>}
              </>
            ),
          },
          { key: 'name', title: 'Deadline', card: 'heading', cell: ({ name }) => <strong>{name}</strong> },
          { key: 'note', title: 'Note', card: 'bare', cell: ({ note }) => note },
          {
            key: 'state',
            title: 'Status',
            card: 'bare',
            cell: ({ due, doneOn, reference }) =>
              doneOn === null ? (
                <StateBadge state="open" due={due} today={today} />
              ) : (
                `Done ${formatDay(doneOn)}${reference === '' ? '' : `, ${reference}`}`
              ),
          },
          {
            key: 'done',
            title: 'Mark as done',
            card: 'action',
            cell: (row) => (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`${row.doneOn === null ? 'Mark as done' : 'Correct'}: ${row.name}, ${formatDay(row.due)}`}
                onClick={() => setMarking(row)}
              >
                {row.doneOn === null ? 'Mark as done' : 'Correct'}
              </Button>
            ),
          },
        ]}
      />
      {marking !== undefined && <DoneDialog row={marking} today={today} onClose={() => setMarking(undefined)} />}
    </section>
  )
}

function DoneDialog({ row, today, onClose }: { row: OwnRow; today: Day; onClose: () => void }) {
  const [doneOn, setDoneOn] = useState(formatDay(row.doneOn ?? today))
  const [reference, setReference] = useState(row.reference)
  const [begun] = useState({ doneOn, reference })
  const { begin, mistakes, alert, busy, done } = useSending('Marked as done', onClose)
  const submit = () => {
    const read = parseTypedDay(doneOn, today)
    begin(read.ok ? {} : { doneOn: read.message }, () =>
      call(markOwnDone, {
        params: { id: row.id, due: row.raw },
        body: { doneOn: read.ok ? read.day : today, reference: reference.trim() },
      }),
    )
  }
  return (
    <TypingDialog
      title={row.name}
      submit="Mark as done"
      unsaved={!done && (doneOn !== begun.doneOn || reference !== begun.reference)}
      busy={busy}
      alert={alert}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={classes.fields}>
        <DayInput
          label="Done on"
          today={today}
          value={doneOn}
          error={mistakes['doneOn']}
          onChange={setDoneOn}
          data-autofocus
        />
        <TextInput
          label="Reference or file (optional)"
          value={reference}
          error={mistakes['reference']}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      </div>
    </TypingDialog>
  )
}
