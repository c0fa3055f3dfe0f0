// Background jobs: failed, running and waiting, with the last error and the next try.
import { Alert, Button, Text } from '@mantine/core'
import { failedJobsShownDays, jobWords, listJobs, maxListedJobs, retryJob } from '@talaan/contract/jobs.ts'
import type { ListedJob } from '@talaan/contract/jobs.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { DataColumn } from '../../ui/DataTable.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { moment } from '../../ui/moment.ts'
import { toast } from '../../ui/toast.ts'
import { Head } from './Head.tsx'
import classes from './settings.module.css'

const tones = { failed: 'bad', running: 'good', queued: 'plain' } as const
const words = { failed: 'Failed', running: 'Running', queued: 'Queued' } as const

const titleOf = ({ name }: ListedJob) => jobWords[name]?.title ?? name
const canRetry = ({ state, lastError, isSetUp }: ListedJob) =>
  isSetUp && (state === 'failed' || (state === 'queued' && lastError !== null))

const columns: readonly DataColumn<ListedJob>[] = [
  {
    key: 'job',
    title: 'Job',
    card: 'heading',
    cell: (job) => (
      <>
        {titleOf(job)}
        {job.about !== '' && (
          <Text size="xs" c="dimmed">
            {job.about}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'state',
    title: 'Status',
    card: 'bare',
    nowrap: true,
    cell: ({ state, isSetUp }) =>
      isSetUp ? (
        <StatusBadge tone={tones[state]}>{words[state]}</StatusBadge>
      ) : (
        <StatusBadge tone="look">Not set up</StatusBadge>
      ),
  },
  { key: 'tries', title: 'Tries', figure: true, cell: ({ attempts }) => attempts },
  {
    key: 'next',
    title: 'Next try',
    cell: ({ state, nextTryAt, isSetUp }) => {
      if (state !== 'queued' || !isSetUp) return ''
      return nextTryAt === null ? 'Soon' : moment(nextTryAt)
    },
  },
  {
    key: 'error',
    title: 'Last error',
    cell: (job) => (
      <>
        {job.lastError}
        {job.failedAt !== null && (
          <Text size="xs" c="dimmed">
            {moment(job.failedAt)}
          </Text>
        )}
      </>
    ),
  },
]

/** The reasons why jobs in the list are waiting, each listed once. */
const notSetUp = (jobs: readonly ListedJob[]): string[] => [
  ...new Set(jobs.flatMap(({ name, isSetUp }) => (isSetUp ? [] : (jobWords[name]?.notSetUp ?? [])))),
]

export function JobsSection() {
  const query = useCall(
    listJobs,
    {},
    { refetchInterval: ({ state }) => (state.data?.counts.running === 0 ? 10_000 : 2_000) },
  )
  const queries = useQueryClient()
  const list = useRef<HTMLDivElement>(null)
  const retry = useMutation({
    mutationFn: ({ id }: ListedJob) => call(retryJob, { params: { jobId: id } }),
    onSuccess: (_, job) => {
      toast({ title: `${titleOf(job)} will be retried now.` })
      // The button disappears together with the failure.
      list.current?.focus()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [listJobs.name] }),
  })
  const act: DataColumn<ListedJob> = {
    key: 'action',
    title: 'Action',
    card: 'action',
    cell: (job) =>
      canRetry(job) && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Retry ${titleOf(job)}${job.about === '' ? '' : `, ${job.about}`}`}
          loading={retry.isPending && retry.variables.id === job.id}
          onClick={() => retry.mutate(job)}
        >
          Retry
        </Button>
      ),
  }
  return (
    <>
      <Head section="jobs">
        Tasks that Talaan runs in the background: e-mail, reminders, backups, loose-leaf books and sealing the audit
        trail. Failed jobs are retried later. Jobs that are no longer retried are listed for {failedJobsShownDays} days.
      </Head>
      <Answered query={query} panel={classes.body} loading={<SkeletonRows rows={5} />}>
        {({ counts, jobs }) => (
          <>
            <div className={classes.form}>
              {retry.isError && (
                <Alert color="red" variant="outline" role="alert" mb="md">
                  <Text size="sm">{sentenceOf(retry.error)}</Text>
                </Alert>
              )}
              <Text size="sm">
                {counts.failed} failed, {counts.running} running, {counts.queued} waiting
                {counts.failed + counts.running + counts.queued > maxListedJobs &&
                  `; the first ${maxListedJobs} are listed`}
                .
              </Text>
              {notSetUp(jobs).map((sentence) => (
                <Alert key={sentence} color="yellow" variant="outline" mt="sm">
                  <Text size="sm">{sentence}</Text>
                </Alert>
              ))}
            </div>
            {jobs.length > 0 && (
              <div className={classes.table} ref={list} tabIndex={-1} role="group" aria-label="Background jobs">
                <DataTable label="Background jobs" rows={jobs} rowKey={({ id }) => id} columns={[...columns, act]} />
              </div>
            )}
          </>
        )}
      </Answered>
    </>
  )
}
