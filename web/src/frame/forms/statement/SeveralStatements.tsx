// Several files of one account. Each is read and has its own result. Files without problems are stored together, oldest
// first; each of the others is reviewed separately.
import { Button, Group, Kbd, Stack, Text } from '@mantine/core'
import { formatNames, statementProblems, type StatementPreview } from '@talaan/contract/statements.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { FileDrop } from '../../../ui/FileDrop.tsx'
import { fileSize } from '../../../ui/fileSize.ts'
import type { Channel } from '../../runtime/channel.ts'
import { useAnswerKeys } from '../../runtime/formKeys.ts'
import { OneStatement } from './OneStatement.tsx'
import { type Account, asksReason, type FileProblem, isProblem, readFile, type Result, storeFile } from './reading.ts'
import css from './StatementForm.module.css'

type Item = {
  id: string
  file: File
  reading: boolean
  preview: StatementPreview | null
  problem: FileProblem | null
  result: Result | null
}

type Props = {
  channel: Channel
  account: Account
  files: readonly File[]
  accept: string
  onAdd: (files: File[]) => void
  onDone: (results: readonly Result[]) => void
  onCancel: () => void
}

export function SeveralStatements({ channel, account, files, accept, onAdd, onDone, onCancel }: Props) {
  const [items, setItems] = useState(() =>
    files.map((file, at): Item => ({
      id: String(at),
      file,
      reading: true,
      preview: null,
      problem: null,
      result: null,
    })),
  )
  const [storing, setStoring] = useState(false)
  const [reviewing, setReviewing] = useState<string | null>(null)
  const gone = useRef(false)
  const change = (id: string, patch: Partial<Item>) =>
    setItems((old) => old.map((item) => (item.id === id ? { ...item, ...patch } : item)))

  async function look({ id, file }: Pick<Item, 'id' | 'file'>): Promise<StatementPreview | null> {
    change(id, { reading: true, problem: null })
    const answer = await readFile(channel, { file, account: account.code, layout: null, part: '' })
    const preview = isProblem(answer) ? null : answer
    change(id, { reading: false, preview, problem: isProblem(answer) ? answer : null })
    return preview
  }
  const begin = useEffectEvent(async () => {
    for (const item of items) if (!gone.current) await look(item)
  })
  useEffect(() => {
    gone.current = false
    void begin()
    return () => void (gone.current = true)
  }, [])

  const isRead = items.every(({ reading }) => !reading)
  const ready = items.filter(({ preview, result }) => result === null && preview !== null && isReady(preview))
  const toReview = items.filter(
    ({ preview, result, reading }) => !reading && result === null && preview !== null && !isReady(preview),
  )

  async function store() {
    if (!isRead || storing || ready.length === 0) return
    setStoring(true)
    let left = items.filter(({ preview, result }) => result === null && preview?.digest != null).toSorted(byPeriod)
    // Each file is read again before it is stored, because another file may have closed a gap or be the same.
    for (let before = Infinity; left.length < before;) {
      before = left.length
      for (const item of left) {
        const preview = await look(item)
        if (preview === null) left = without(left, item)
        else if (isReady(preview)) {
          const request = { file: item.file, account: account.code, layout: null, part: '', preview, reason: '' }
          const answer = await storeFile(channel, request)
          change(item.id, isProblem(answer) ? { preview: null, problem: answer } : { result: answer })
          left = without(left, item)
        }
      }
    }
    setStoring(false)
  }

  // Once there is nothing left to decide, the results are shown.
  const isOver = isRead && !storing && ready.length === 0 && toReview.length === 0 && items.some(({ result }) => result)
  const finish = useEffectEvent(() => onDone(items.map(resultOf)))
  useEffect(() => {
    if (isOver) finish()
  }, [isOver])

  const canAnswer = isRead && !storing && reviewing === null && ready.length > 0
  useAnswerKeys({ y: () => void store(), n: onCancel }, { disabled: !canAnswer })
  useEffect(() => {
    if (canAnswer) document.getElementById('yes')?.focus({ preventScroll: true })
  }, [canAnswer])

  const reviewed = items.find(({ id }) => id === reviewing)
  if (reviewed !== undefined)
    return (
      <OneStatement
        key={reviewed.id}
        channel={channel}
        account={account}
        file={reviewed.file}
        accept={accept}
        onAdd={onAdd}
        onStored={(result) => {
          change(reviewed.id, { result })
          setReviewing(null)
        }}
        onCancel={() => {
          const message = 'You chose not to save it.'
          change(reviewed.id, { result: { name: reviewed.file.name, state: 'refused', message } })
          setReviewing(null)
        }}
      />
    )
  return (
    <Stack gap="lg">
      <div className={css.choice}>
        <FileDrop
          label="Statement files"
          button="Choose other files"
          hint="Or drop them here. At most 10 MB each."
          accept={accept}
          files={items.map(asDropped)}
          onAdd={onAdd}
          onRemove={(id) => setItems((old) => old.filter((item) => item.id !== id))}
          onRetry={(id) => items.filter((item) => item.id === id).forEach((item) => void look(item))}
        />
      </div>
      {isRead && toReview.length > 0 && ready.length === 0 && !storing && (
        <Group gap="sm">
          <Text fw={600}>These files need your review:</Text>
          {toReview.map(({ id, file }) => (
            <Button key={id} variant="default" onClick={() => setReviewing(id)}>
              Review {file.name}
            </Button>
          ))}
          <Button variant="default" onClick={() => onDone(items.map(resultOf))}>
            Skip these files
          </Button>
        </Group>
      )}
      {ready.length > 0 && (
        <Group gap="sm" className={css.question}>
          <Text fw={600}>
            {isRead
              ? `Save the ${ready.length === 1 ? 'statement that has' : `${ready.length} statements that have`} no problems?`
              : 'Reading the files…'}
          </Text>
          <Button
            id="yes"
            onClick={() => void store()}
            loading={storing}
            disabled={!isRead}
            rightSection={<Kbd size="xs">Y</Kbd>}
          >
            Yes
          </Button>
          <Button variant="default" onClick={onCancel} disabled={storing} rightSection={<Kbd size="xs">N</Kbd>}>
            No
          </Button>
        </Group>
      )}
      {isRead && !storing && ready.length === 0 && toReview.length === 0 && (
        <Text>None of these files can be saved. Choose other files.</Text>
      )}
    </Stack>
  )
}

const isReady = (preview: StatementPreview) => preview.digest !== null && !asksReason(preview)

const without = (items: readonly Item[], { id }: Item) => items.filter((item) => item.id !== id)

const periodOf = ({ preview }: Item) => preview?.statement?.from ?? ''
const byPeriod = (a: Item, b: Item) => (periodOf(a) < periodOf(b) ? -1 : periodOf(a) > periodOf(b) ? 1 : 0)

const resultOf = ({ file, problem, result }: Item): Result =>
  result ?? {
    name: file.name,
    state: 'refused',
    message: problem === null ? 'Not saved. Upload it again to review it.' : problem.sentence,
  }

function asDropped({ id, file, reading, preview, problem, result }: Item) {
  const size = fileSize(file.size)
  const detail = preview === null ? size : `${formatNames[preview.format]}, ${size}`
  const shown = { id, name: file.name, detail }
  if (result?.state === 'saved') return { ...shown, phase: 'there' as const, message: '✓ Saved' }
  if (result !== null) return { ...shown, phase: 'waiting' as const, message: result.message }
  if (reading) return { ...shown, phase: 'sending' as const, message: 'Reading…' }
  if (problem !== null) {
    const isDuplicate = problem.code === statementProblems.already.code
    const message = isDuplicate ? `Duplicate: ${problem.sentence}` : `${problem.sentence} Nothing was saved.`
    return { ...shown, phase: 'failed' as const, message, again: problem.again }
  }
  const statement = preview?.statement
  const period = statement ? `${formatDay(statement.from)} to ${formatDay(statement.to)}` : ''
  if (preview !== null && isReady(preview) && statement) {
    const lines = statement.lines.length === 1 ? '1 line' : `${statement.lines.length} lines`
    return { ...shown, phase: 'there' as const, message: `✓ ${period}, ${lines}` }
  }
  return { ...shown, phase: 'waiting' as const, message: reviewWords(preview, period) }
}

function reviewWords(preview: StatementPreview | null, period: string): string {
  const doubts = preview?.findings.filter(({ weight }) => weight === 'doubt').length ?? 0
  const why = doubts === 0 ? 'set its layout' : doubts === 1 ? '1 problem found' : `${doubts} problems found`
  return [`Needs review: ${why}`, period].filter((text) => text !== '').join(', ')
}
