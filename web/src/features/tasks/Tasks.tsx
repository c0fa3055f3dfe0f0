// The tasks below the bookmarks of the dashboard, each with its count, amount and age. One click opens its list.
import { Anchor, Button, Text, Title } from '@mantine/core'
import { claimTask, listTasks, snoozeTask, taskWords, viewTask, type Task } from '@talaan/contract/tasks.ts'
import { addDays, type Day, daysBetween, formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx'
import { DataTable, moveRow, type DataColumn } from '../../ui/DataTable.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useScreenKeys } from '../../ui/keys.ts'
import { later } from '../../ui/later.tsx'
import panel from '../../ui/panel.module.css'
import { toast } from '../../ui/toast.ts'
import classes from './tasks.module.css'

const SnoozeDialog = later(async () => (await import('./SnoozeDialog.tsx')).SnoozeDialog)

export function Tasks() {
  const { passwordDue } = useSession()
  const query = useCall(listTasks, {}, { enabled: !passwordDue })
  const titleId = useId()
  return (
    <section className={panel.section} aria-labelledby={titleId}>
      <div className={panel.tools}>
        <Title order={2} id={titleId}>
          Tasks
        </Title>
      </div>
      <Answered
        query={query}
        panel={classes.instead}
        loading={
          <div className={classes.loading}>
            <SkeletonRows rows={6} />
          </div>
        }
      >
        {({ tasks, today }) => <TaskTable tasks={tasks} today={today} />}
      </Answered>
    </section>
  )
}

function TaskTable({ tasks, today }: { tasks: readonly Task[]; today: Day }) {
  const { clientId } = useSession()
  const go = useNavigate()
  const queries = useQueryClient()
  const table = useRef<HTMLTableElement>(null)
  const [snoozing, setSnoozing] = useState<Task | null>(null)
  const [showsSnoozed, setShowsSnoozed] = useState(false)
  const snoozed = tasks.filter(({ snoozedUntil }) => snoozedUntil !== null)
  const shown = showsSnoozed ? tasks : tasks.filter(({ snoozedUntil }) => snoozedUntil === null)
  // The list does not wait for the amounts of returns, which are calculated box by box.
  const returns = useCall(
    viewTask,
    { params: { kind: 'returns' } },
    { enabled: tasks.some(({ kind }) => kind === 'returns') },
  ).data?.rows

  const act = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey: [listTasks.name] }),
  })
  const snooze = ({ kind }: Task, until: Day | null) =>
    act.mutate(async () => {
      await call(snoozeTask, { params: { kind }, body: { until } })
      toast({
        title: until === null ? 'Snooze ended' : `Snoozed until ${formatDay(until)}`,
        message: taskWords[kind].title,
        tone: 'good',
      })
    })
  const claim = ({ kind }: Task, mine: boolean) =>
    act.mutate(() => call(claimTask, { params: { kind }, body: { mine } }))

  const focused = (): Task | undefined => {
    const row = document.activeElement?.closest('tbody tr')
    return row && table.current?.contains(row) ? shown[Number((row as HTMLElement).dataset.at)] : undefined
  }
  useScreenKeys('Tasks', [
    { keys: 'j', does: 'Next task', run: () => void moveRow(table.current, 1) },
    { keys: 'k', does: 'Previous task', run: () => void moveRow(table.current, -1) },
    { keys: '↑ ↓', does: 'Next or previous task' },
    { keys: 'Enter', does: 'Open task' },
    { keys: 's', does: 'Snooze task', run: () => setSnoozing(focused() ?? null) },
  ])

  const actionsOf = (task: Task): MenuAction[] => [
    ...(task.snoozedUntil === null
      ? [
          { label: 'Snooze until tomorrow', onSelect: () => snooze(task, addDays(today, 1)) },
          { label: 'Snooze for a week', onSelect: () => snooze(task, addDays(today, 7)) },
          { label: 'Snooze until a date', keys: 's', onSelect: () => setSnoozing(task) },
        ]
      : [{ label: 'Show again', onSelect: () => snooze(task, null) }]),
    ...(taskWords[task.kind].isOwn === true
      ? []
      : [
          task.claimedBy === clientId
            ? { label: 'Stop working on this', apart: true, onSelect: () => claim(task, false) }
            : {
                label: 'Work on this',
                apart: true,
                onSelect: () => claim(task, true),
                ...(task.claimedBy !== null && { refused: `${task.claimedBy} is working on this.` }),
              },
        ]),
  ]
  const columns: DataColumn<Task>[] = [
    {
      key: 'title',
      title: 'Task',
      card: 'heading',
      cell: (task) => (
        <>
          <Anchor component={Link} to={paths.task(task.kind)}>
            {taskWords[task.kind].title}
          </Anchor>
          {notesOf(task, clientId).map((note) => (
            <span key={note} className={classes.note}>
              {note}
            </span>
          ))}
        </>
      ),
    },
    { key: 'count', title: 'Items', figure: true, cell: ({ count }) => count.toLocaleString('en') },
    {
      key: 'oldest',
      title: 'Oldest',
      nowrap: true,
      cell: ({ oldest }) => (oldest === null ? '' : `${formatDay(oldest)}, ${ageIn(oldest, today)}`),
    },
    {
      key: 'amount',
      title: 'Amount',
      figure: true,
      card: 'amount',
      cell: ({ kind, amount }) => {
        const all = kind === 'returns' ? payable(returns) : amount
        return all === null ? '' : formatMoney(all)
      },
    },
    {
      key: 'actions',
      title: 'Actions',
      card: 'menu',
      cell: (task) => (
        <ActionMenu
          label={`Actions for ${taskWords[task.kind].title}`}
          className={classes.actions ?? ''}
          actions={actionsOf(task)}
        >
          <Icon name="more" />
        </ActionMenu>
      ),
    },
  ]
  return (
    <>
      {shown.length === 0 ? (
        <Text className={panel.empty}>Nothing to do. New tasks appear here as soon as they are due.</Text>
      ) : (
        <DataTable
          label="Tasks"
          columns={columns}
          rows={shown}
          rowKey={({ kind }) => kind}
          onOpen={({ kind }) => void go(paths.task(kind))}
          ref={table}
        />
      )}
      {snoozed.length > 0 && (
        <div className={classes.foot}>
          <Button variant="subtle" size="compact-sm" onClick={() => setShowsSnoozed(!showsSnoozed)}>
            {showsSnoozed ? 'Hide snoozed tasks' : `Show ${snoozed.length} snoozed`}
          </Button>
        </div>
      )}
      {snoozing !== null && (
        <Suspense fallback={null}>
          <SnoozeDialog
            title={taskWords[snoozing.kind].title}
            today={today}
            onClose={() => setSnoozing(null)}
            onSnooze={(until) => {
              snooze(snoozing, until)
              setSnoozing(null)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function notesOf({ kind, claimedBy, snoozedUntil, available, amount }: Task, clientId: string): string[] {
  const missing = available === null ? 0n : (amount ?? 0n) - available
  return [
    ...(kind !== 'bills' || available === null
      ? []
      : [
          missing > 0n
            ? `Your bank accounts have ${formatMoney(available)}, which is ${formatMoney(missing)} less than you need`
            : `Your bank accounts have ${formatMoney(available)}`,
        ]),
    ...(claimedBy === null
      ? []
      : [claimedBy === clientId ? 'You are working on this' : `${claimedBy} is working on this`]),
    ...(snoozedUntil === null ? [] : [`Snoozed until ${formatDay(snoozedUntil)}`]),
  ]
}

/** Only amounts payable: an excess in one return does not pay another return. */
const payable = (rows: readonly { amount: bigint | null }[] | undefined): bigint | null =>
  rows === undefined
    ? null
    : rows.reduce((all, { amount }) => (amount !== null && amount > 0n ? all + amount : all), 0n)

export function ageIn(since: Day, today: Day): string {
  const days = daysBetween(since, today)
  if (days === 0) return 'today'
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`
  return days > 0 ? count : `in ${count}`
}
