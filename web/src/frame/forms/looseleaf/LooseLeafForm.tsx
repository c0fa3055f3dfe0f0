// The loose-leaf books of a month or a year: select them, watch the progress, then save or print them.
import { Button, Checkbox, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import {
  bookChoices,
  paperSizes,
  paperSizeWords,
  bookWordsOf,
  cancelBookJob,
  getBookFile,
  getBookJob,
  jobStateWords,
  startBooks,
  usualMonth,
  usualYear,
  type BookFile,
  type BookJob,
} from '@talaan/contract/books.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { bookNames, bookWords, type BookName } from '@talaan/ledger/looseleaf/book.ts'
import { formatMonth, formatShortMonth, type Month } from '@talaan/ledger/core/date.ts'
import { useEffect, useRef, useState } from 'react'
import { NativeSelect } from '../../fields/boxes.tsx'
import type { Channel } from '../../runtime/channel.ts'
import { useAnswerKeys } from '../../runtime/formKeys.ts'
import css from './LooseLeafForm.module.css'
import { Notice } from '../../runtime/Notice.tsx'
import { offerDownload } from '../../runtime/offerDownload.ts'
import { FormFrame } from '../../runtime/FormFrame.tsx'
import { Trouble } from '../../runtime/Trouble.tsx'
import { PeriodField } from '../../../ui/PeriodField.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'

type Choices = AnswerOf<typeof bookChoices>

/** How often the progress of a job is requested, in milliseconds. */
const pollMs = 700

export function LooseLeafForm({ channel }: { channel: Channel }) {
  const [choices, setChoices] = useState<Choices | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [job, setJob] = useState<BookJob | null>(null)
  const [tries, setTries] = useState(0)

  useEffect(() => {
    let left = false
    channel
      .call(bookChoices)
      .then((found) => {
        if (left) return
        setChoices(found)
        setFailure(null)
        // Shows the progress to a user who returns while books are being created.
        if (found.job !== null && isGoing(found.job) && found.job.kind === 'books') setJob(found.job)
      })
      .catch((error: unknown) => !left && setFailure(sentenceOf(error, bookChoices.failure)))
    return () => {
      left = true
    }
  }, [channel, tries])

  if (failure !== null && choices === null)
    return <Trouble title="Loose-leaf" sentence={failure} onRetry={() => setTries((count) => count + 1)} />
  if (choices === null) return <Loading />
  return job === null ? (
    <Choosing channel={channel} choices={choices} onStarted={setJob} />
  ) : (
    <Making
      key={job.id}
      channel={channel}
      first={job}
      onAnother={() => {
        setJob(null)
        setTries((count) => count + 1)
      }}
    />
  )
}

function Loading() {
  return (
    <FormFrame title="Loose-leaf">
      <Skeleton height={320} />
    </FormFrame>
  )
}

const isGoing = ({ state }: BookJob) => state === 'running' || state === 'cancelling'
const sentenceOf = (error: unknown, otherwise: string) => (error instanceof Error ? error.message : otherwise)

type ChoosingProps = { channel: Channel; choices: Choices; onStarted: (job: BookJob) => void }

function Choosing({ channel, choices, onStarted }: ChoosingProps) {
  const { months, years, permit } = choices
  const { today } = channel.context
  const [span, setSpan] = useState<'month' | 'year'>('month')
  const [month, setMonth] = useState(usualMonth(choices, today))
  const [year, setYear] = useState(usualYear(choices, today))
  const [books, setBooks] = useState<readonly BookName[]>(bookNames)
  const [paper, setPaper] = useState<(typeof paperSizes)[number]>('a4')
  const [asking, setAsking] = useState(false)
  const [waiting, setWaiting] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const yes = useRef<HTMLButtonElement>(null)

  const ofYear = years.find(({ from }) => from === year)
  const closed =
    span === 'month' ? (months.find((one) => one.month === month)?.closed ?? false) : (ofYear?.closed ?? false)
  const period = span === 'month' ? formatMonth(month) : (ofYear?.label ?? '')

  useAnswerKeys({ y: () => void start(true), n: () => setAsking(false) }, { disabled: !asking || waiting })
  useEffect(() => {
    if (asking) yes.current?.focus({ preventScroll: true })
  }, [asking])

  async function start(bind: boolean) {
    setWaiting(true)
    setFailure(null)
    const [from, to] = span === 'month' ? [month, month] : [ofYear?.from ?? '', ofYear?.to ?? '']
    try {
      const { job } = await channel.call(startBooks, { body: { books: [...books], from, to, paper, bind } })
      onStarted(job)
    } catch (error) {
      setFailure(sentenceOf(error, startBooks.failure))
      setAsking(false)
      setWaiting(false)
    }
  }

  if (asking)
    return (
      <FormFrame title="Bind the books">
        <Stack gap="md" maw={640}>
          <Text>
            {books.length === bookNames.length
              ? 'All six books'
              : books.map((book) => bookWords[book].title).join(', ')}{' '}
            of <b>{period}</b> will be bound on {paperSizeWords[paper]}.
          </Text>
          <Text>{bookWordsOf.boundNote}</Text>
          <Group gap="sm">
            <Button ref={yes} loading={waiting} onClick={() => void start(true)}>
              Yes
            </Button>
            <Button variant="default" disabled={waiting} onClick={() => setAsking(false)}>
              No
            </Button>
          </Group>
        </Stack>
      </FormFrame>
    )

  const toggle = (book: BookName, on: boolean) =>
    setBooks(bookNames.filter((name) => (name === book ? on : books.includes(name))))
  const nothing = books.length === 0 || (span === 'month' ? month === '' : year === '')
  return (
    <FormFrame title="Loose-leaf" {...(permit !== '' && { note: permit })}>
      <Stack gap="md" maw={640}>
        <Text>The six books of accounts for a month or fiscal year, for binding and submission to the BIR.</Text>
        {permit === '' && (
          <Notice tone="look" title="No Permit to Use (PTU) entered">
            The printed pages have a blank space for the permit number. You can enter the number and date in the company
            settings.
          </Notice>
        )}
        {failure && <Notice tone="bad" title={failure} urgent />}
        <fieldset className={css.choice}>
          <legend>Period</legend>
          {(['month', 'year'] as const).map((each) => (
            <label key={each}>
              <input type="radio" name="span" checked={span === each} onChange={() => setSpan(each)} />
              {each === 'month' ? 'A month' : 'A fiscal year'}
            </label>
          ))}
        </fieldset>
        {span === 'month' ? (
          <PeriodField
            label="Month"
            unit="month"
            value={month}
            onChange={setMonth}
            choices={months.map((one) => ({
              value: one.month,
              label: `${formatMonth(one.month)}, ${countOf(one.entries)}${one.closed ? ', closed' : ', open'}`,
            }))}
          />
        ) : (
          <PeriodField
            label="Fiscal year"
            unit="year"
            value={year}
            onChange={setYear}
            choices={years.map((one) => ({
              value: one.from,
              label: `${yearWords(one)}${one.closed ? ', closed' : ', open'}`,
            }))}
          />
        )}
        <fieldset className={css.books}>
          <legend>Books</legend>
          {bookNames.map((book) => (
            <Checkbox
              key={book}
              label={bookWords[book].title}
              checked={books.includes(book)}
              onChange={({ currentTarget }) => toggle(book, currentTarget.checked)}
            />
          ))}
        </fieldset>
        <NativeSelect
          label="Paper"
          value={paper}
          onChange={({ currentTarget }) => setPaper(currentTarget.value as typeof paper)}
          data={paperSizes.map((value) => ({ value, label: paperSizeWords[value] }))}
        />
        <Text size="sm" c="dimmed">
          {bookWordsOf.draftNote} {bookWordsOf.boundNote}
          {!closed && ` ${period} is open, so you can print only a draft. Close the month or year to bind its books.`}
        </Text>
        <Group gap="sm">
          <Button disabled={nothing} loading={waiting} onClick={() => void start(false)} variant="default">
            Print a draft
          </Button>
          <Button disabled={nothing || !closed || waiting} onClick={() => setAsking(true)}>
            Bind the books
          </Button>
        </Group>
      </Stack>
    </FormFrame>
  )
}

const countOf = (entries: number) => (entries === 1 ? '1 entry' : `${entries.toLocaleString('en')} entries`)

type MakingProps = { channel: Channel; first: BookJob; onAnother: () => void }

function Making({ channel, first, onAnother }: MakingProps) {
  const [job, setJob] = useState(first)
  const [failure, setFailure] = useState<string | null>(null)
  const [saving, setSaving] = useState<string | null>(null)
  const going = isGoing(job)

  useEffect(() => {
    if (!going) return
    const timer = setInterval(() => {
      channel.call(getBookJob, { params: { jobId: first.id } }).then(
        ({ job: now }) => {
          setJob(now)
          setFailure(null)
        },
        (error: unknown) => setFailure(sentenceOf(error, getBookJob.failure)),
      )
    }, pollMs)
    return () => clearInterval(timer)
  }, [channel, first.id, going])

  async function cancel() {
    try {
      setJob((await channel.call(cancelBookJob, { params: { jobId: job.id } })).job)
    } catch (error) {
      setFailure(sentenceOf(error, cancelBookJob.failure))
    }
  }

  async function save(file: BookFile) {
    setSaving(file.id)
    try {
      offerDownload(await channel.download(getBookFile, { params: { fileId: file.id } }), file.name)
      setFailure(null)
    } catch (error) {
      setFailure(sentenceOf(error, getBookFile.failure))
    } finally {
      setSaving(null)
    }
  }

  return (
    <FormFrame title={job.title}>
      <Stack gap="md" maw={640}>
        {failure && <Notice tone="bad" title={failure} urgent />}
        <div aria-live="polite">
          {going ? (
            <Text>
              {job.state === 'cancelling' ? 'Cancelling…' : job.doing === '' ? 'Reading entries…' : job.doing}
            </Text>
          ) : (
            <Title order={2}>{jobStateWords[job.state]}</Title>
          )}
        </div>
        {going && (
          <>
            <ProgressBar value={job.done} max={job.total} aria-label="Progress of the books" />
            <Group>
              <Button variant="default" onClick={() => void cancel()} disabled={job.state === 'cancelling'}>
                Cancel
              </Button>
            </Group>
          </>
        )}
        {job.problem !== null && <Notice tone="bad" title={job.problem} urgent />}
        {job.state === 'cancelled' && <Text>Nothing was saved.</Text>}
        {job.state === 'done' && <Files files={job.files} saving={saving} onSave={(file) => void save(file)} />}
        {!going && (
          <Group gap="sm">
            <Button onClick={onAnother}>Create other books</Button>
            <Button variant="default" onClick={() => channel.navigate({ to: 'category' })}>
              View bound books
            </Button>
          </Group>
        )}
      </Stack>
    </FormFrame>
  )
}

type FilesProps = { files: readonly BookFile[]; saving: string | null; onSave: (file: BookFile) => void }

/** A row for each book, with a button for each of its files. */
function Files({ files, saving, onSave }: FilesProps) {
  return (
    <ul className={css.files}>
      {bookNames.flatMap((book) => {
        const own = files.filter(({ name }) => name.startsWith(`${book}-`))
        if (own.length === 0) return []
        return [
          <li key={book}>
            <span>{bookWords[book].title}</span>
            <span className={css.formats}>
              {own.map((file) => {
                const format = file.name.split('.').at(-1)?.toUpperCase() ?? ''
                return (
                  <Button
                    key={file.id}
                    size="compact-sm"
                    variant="default"
                    loading={saving === file.id}
                    aria-label={`${bookWords[book].title} as ${format}`}
                    onClick={() => onSave(file)}
                  >
                    {format}
                  </Button>
                )
              })}
            </span>
          </li>,
        ]
      })}
    </ul>
  )
}

/** '2026', or 'Oct 2025 to Sep 2026'. The label of the field already says that it is a fiscal year. */
const yearWords = ({ from, to }: { from: Month; to: Month }): string =>
  from.endsWith('-01') ? from.slice(0, 4) : `${formatShortMonth(from)} to ${formatShortMonth(to)}`
