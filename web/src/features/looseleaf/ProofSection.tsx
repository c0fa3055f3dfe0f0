// Files for an examiner or auditor: the year with its proof, the page that verifies it, and the audit pack.
import { Button, Text, Title } from '@mantine/core'
import {
  bookChoices,
  cancelBookJob,
  exportYear,
  getBookFile,
  getBookJob,
  getVerifier,
  jobStateWords,
  startPack,
  type BookJob,
  usualYear,
} from '@talaan/contract/books.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, callBytes, keyOf, saveFile, sentenceOf, useCall } from '../../app/api.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './books.module.css'
import panel from '../../ui/panel.module.css'
import { useToday } from '../../app/today.ts'
import { PeriodField } from '../../ui/PeriodField.tsx'

const isGoing = (job: BookJob | undefined) => job?.state === 'running' || job?.state === 'cancelling'
/** How often the progress of a job is requested, in milliseconds. */
const pollMs = 1_000

export function ProofSection() {
  const { passwordDue } = useSession()
  const answer = useCall(bookChoices, {}, { enabled: !passwordDue })
  return (
    <section className={panel.section} aria-labelledby="proof">
      <div className={panel.tools}>
        <Title order={2} id="proof">
          Proof and audit pack
        </Title>
      </div>
      <Answered query={answer} panel={panel.empty} loading={<SkeletonRows rows={2} />}>
        {(choices) =>
          choices.years.length === 0 ? (
            <div className={panel.empty}>
              <Text>No documents are recorded yet, so there is no year to export.</Text>
            </div>
          ) : (
            <Proof choices={choices} />
          )
        }
      </Answered>
    </section>
  )
}

function Proof({ choices }: { choices: AnswerOf<typeof bookChoices> }) {
  const { years } = choices
  const today = useToday()
  const [from, setFrom] = useState(usualYear(choices, today))
  const [job, setJob] = useState(choices.job?.kind === 'pack' ? choices.job : undefined)
  const queries = useQueryClient()
  const onError = (error: unknown) => toast({ title: sentenceOf(error), tone: 'bad' })
  const save = useMutation({
    mutationFn: (what: 'year' | 'page') =>
      what === 'year' ? callBytes(exportYear, { params: { from } }) : callBytes(getVerifier, {}),
    onSuccess: saveFile,
    onError,
  })
  const download = useMutation({
    mutationFn: (fileId: string) => callBytes(getBookFile, { params: { fileId } }),
    onSuccess: saveFile,
    onError,
  })
  const start = useMutation({
    mutationFn: () => call(startPack, { body: { from } }),
    onSuccess: ({ job: begun }) => setJob(begun),
    onError,
  })
  const cancel = useMutation({
    mutationFn: (jobId: string) => call(cancelBookJob, { params: { jobId } }),
    onSuccess: ({ job: now }) => setJob(now),
    onError,
  })

  const going = isGoing(job)
  const jobId = job?.id
  useEffect(() => {
    if (!going || jobId === undefined) return
    const timer = setInterval(() => {
      call(getBookJob, { params: { jobId } }).then(
        ({ job: now }) => {
          setJob(now)
          if (!isGoing(now)) void queries.invalidateQueries({ queryKey: keyOf(bookChoices) })
        },
        // Ignored: the next request may reach the server again.
        () => undefined,
      )
    }, pollMs)
    return () => clearInterval(timer)
  }, [going, jobId, queries])

  const file = job?.files[0]
  return (
    <div className={panel.empty}>
      <Text mb="sm" maw={720}>
        Export a year to get all of its entries with their hashes. The verifier is a web page that works offline. It
        checks the chain of entries, the seals, the totals and the number series of the exported year. The audit pack
        contains the exported year and the verifier, as well as the books, financial statements, all documents with
        attachments, and a digest of each file.
      </Text>
      <div className={classes.proof}>
        <PeriodField
          label="Fiscal year"
          value={from}
          choices={years.map(({ from: value, label }) => ({ value, label: label.replace('Fiscal year ', '') }))}
          unit="year"
          onChange={setFrom}
        />
        <Button
          variant="default"
          loading={save.isPending && save.variables === 'year'}
          onClick={() => save.mutate('year')}
        >
          Export year
        </Button>
        <Button
          variant="default"
          loading={save.isPending && save.variables === 'page'}
          onClick={() => save.mutate('page')}
        >
          Download verifier
        </Button>
        <Button loading={start.isPending} disabled={going} onClick={() => start.mutate()}>
          Create audit pack
        </Button>
      </div>
      {job && (
        <div className={classes.job} aria-live="polite">
          <Text>
            {job.title}{' '}
            <StatusBadge tone={job.state === 'done' ? 'good' : job.state === 'failed' ? 'bad' : 'plain'}>
              {jobStateWords[job.state]}
            </StatusBadge>
          </Text>
          {going && (
            <>
              <ProgressBar value={job.done} max={job.total} aria-label="Progress of the audit pack" />
              <Text size="sm" className={classes.quiet}>
                {job.doing === '' ? 'Reading entries' : job.doing}
              </Text>
              <Button
                size="compact-sm"
                variant="default"
                disabled={job.state === 'cancelling'}
                onClick={() => cancel.mutate(job.id)}
              >
                Cancel
              </Button>
            </>
          )}
          {job.problem !== null && <Text>{job.problem}</Text>}
          {file && (
            <Button
              size="sm"
              variant="default"
              loading={download.isPending}
              onClick={() => download.mutate(file.id)}
            >{`Download ${file.name}`}</Button>
          )}
        </div>
      )}
    </div>
  )
}
