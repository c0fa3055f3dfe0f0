// The rows of one task, oldest first. Each links to the page where the work is done.
import { Anchor, Button, Text } from '@mantine/core'
import { jobWords } from '@talaan/contract/jobs.ts'
import { formScreens } from '@talaan/contract/cards.ts'
import { maxTaskRows, taskKinds, taskWords, viewTask, type TaskKind, type TaskRow } from '@talaan/contract/tasks.ts'
import { type Day, formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { documentWords } from '@talaan/ledger/documents/words.ts'
import { useRef } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { NotFoundPage } from '../../app/shell/PlainPages.tsx'
import { DataTable, moveRow, type DataColumn } from '../../ui/DataTable.tsx'
import { useScreenKeys } from '../../ui/keys.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { actions, placeOf } from './places.ts'
import { ageIn } from './Tasks.tsx'

export function TaskPage() {
  const { kind: asked } = useParams()
  const kind = taskKinds.find((one) => one === asked)
  return kind === undefined ? <NotFoundPage /> : <TaskList key={kind} kind={kind} />
}

function TaskList({ kind }: { kind: TaskKind }) {
  const query = useCall(viewTask, { params: { kind } })
  const go = useNavigate()
  const table = useRef<HTMLTableElement>(null)
  useScreenKeys(taskWords[kind].title, [
    { keys: 'j', does: 'Next row', run: () => void moveRow(table.current, 1) },
    { keys: 'k', does: 'Previous row', run: () => void moveRow(table.current, -1) },
    { keys: '↑ ↓', does: 'Next or previous row' },
    { keys: 'Enter', does: 'Open row' },
  ])
  const action = actions[kind]
  return (
    <>
      <PageTitle
        action={
          action !== undefined &&
          (query.data?.rows.length ?? 0) > 0 && (
            <Button component={Link} to={action.to}>
              {action.words}
            </Button>
          )
        }
      >
        {taskWords[kind].title}
      </PageTitle>
      <Text c="dimmed" mb="md">
        {taskWords[kind].about}
      </Text>
      <Answered query={query} loading={<SkeletonRows rows={8} />}>
        {({ task, rows, today }) =>
          task === null ? (
            <Text>
              Nothing left to do here. <Link to={paths.dashboard}>Go to the dashboard</Link>
            </Text>
          ) : (
            <>
              <DataTable
                label={taskWords[kind].title}
                columns={columnsOf(kind, rows, today)}
                rows={rows}
                rowKey={({ key }) => key}
                onOpen={(row) => void go(placeOf(kind, row))}
                ref={table}
                framed
              />
              {task.count > rows.length && (
                <Text size="sm" c="dimmed" mt="sm">
                  These are the oldest {maxTaskRows} of {task.count.toLocaleString('en')}.
                </Text>
              )}
            </>
          )
        }
      </Answered>
    </>
  )
}

/** Columns that are empty in all rows are left out. */
function columnsOf(kind: TaskKind, rows: readonly TaskRow[], today: Day): DataColumn<TaskRow>[] {
  const when = (has: (row: TaskRow) => boolean, column: DataColumn<TaskRow>) => (rows.some(has) ? [column] : [])
  return [
    {
      key: 'title',
      title: 'Name',
      card: 'heading',
      cell: (row) => (
        <Anchor component={Link} to={placeOf(kind, row)}>
          {titleOf(kind, row)}
        </Anchor>
      ),
    },
    ...when(({ detail }) => detail !== '', {
      key: 'detail',
      title: 'Details',
      card: 'bare',
      cell: ({ detail }) => detail,
    }),
    ...when(({ since }) => since !== null, {
      key: 'since',
      title: 'Since',
      nowrap: true,
      cell: ({ since }) => (since === null ? '' : `${formatDay(since)}, ${ageIn(since, today)}`),
    }),
    ...when(({ due, since }) => due !== null && due !== since, {
      key: 'due',
      title: 'Due',
      nowrap: true,
      cell: ({ due }) => (due === null ? '' : formatDay(due)),
    }),
    ...when(({ amount }) => amount !== null, {
      key: 'amount',
      title: 'Amount',
      figure: true,
      card: 'amount',
      cell: ({ amount }) => (amount === null ? '' : formatMoney(amount)),
    }),
  ]
}

function titleOf(kind: TaskKind, { title, document }: TaskRow): string {
  if (kind === 'drafts' && document !== null) return documentWords[document].words.title
  if (kind === 'batches') return formScreens.find(({ frame }) => frame === title)?.title ?? title
  if (kind === 'jobs') return jobWords[title]?.title ?? title
  return title
}
