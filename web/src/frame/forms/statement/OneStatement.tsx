// One file: it is read, problems are shown at their lines, and Yes stores it.
import { Button, Group, Kbd, Stack, Text } from '@mantine/core'
import { formatNames, statementProblems, type StatementPreview } from '@talaan/contract/statements.ts'
import type { LayoutDraft } from '@talaan/ledger/banking/formats/layout.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type DroppedFile, FileDrop } from '../../../ui/FileDrop.tsx'
import { fileSize } from '../../../ui/fileSize.ts'
import { NativeSelect, Textarea } from '../../fields/boxes.tsx'
import type { Channel } from '../../runtime/channel.ts'
import { useAnswerKeys } from '../../runtime/formKeys.ts'
import { Notice } from '../../runtime/Notice.tsx'
import { type Account, asksReason, type FileProblem, isProblem, readFile, type Result, storeFile } from './reading.ts'
import { StatementLayout } from './StatementLayout.tsx'
import { StatementLines } from './StatementLines.tsx'
import css from './StatementForm.module.css'

type Props = {
  channel: Channel
  account: Account
  file: File
  accept: string
  onAdd: (files: File[]) => void
  onStored: (result: Result) => void
  onCancel: () => void
}

export function OneStatement({ channel, account: { code: account, currency }, file, accept, ...on }: Props) {
  const [said, setSaid] = useState<LayoutDraft | null>(null)
  const [part, setPart] = useState('')
  const [reason, setReason] = useState('')
  const [noReason, setNoReason] = useState(false)
  const [preview, setPreview] = useState<StatementPreview | null>(null)
  const [problem, setProblem] = useState<FileProblem | null>(null)
  const [busy, setBusy] = useState<'reading' | 'storing' | null>('reading')
  const [writing, setWriting] = useState(false)
  const turn = useRef(0)

  /** Only the answer to the latest request is shown; an earlier answer that arrives later is ignored. */
  async function look(layout: LayoutDraft | null, meant: string) {
    const requestNo = ++turn.current
    setProblem(null)
    setBusy('reading')
    const answer = await readFile(channel, { file, account, layout, part: meant })
    if (requestNo !== turn.current) return
    setBusy(null)
    setPreview(isProblem(answer) ? null : answer)
    setProblem(isProblem(answer) ? answer : null)
  }
  const begin = useEffectEvent(() => void look(null, ''))
  useEffect(() => {
    const requests = turn
    begin()
    // The answer for a file that was replaced is not shown.
    return () => void requests.current++
  }, [])

  async function store() {
    if (preview?.digest == null || busy !== null) return
    if (asksReason(preview) && reason.trim() === '') {
      setNoReason(true)
      return document.getElementById('reason')?.focus()
    }
    setBusy('storing')
    setProblem(null)
    const answer = await storeFile(channel, { file, account, layout: said, part, preview, reason })
    setBusy(null)
    if (!isProblem(answer)) return on.onStored(answer)
    setProblem(answer)
    if (answer.code === statementProblems.lookAgain.code) void look(said, part)
  }

  const ready = preview?.digest != null && busy === null
  useAnswerKeys({ y: () => void store(), n: on.onCancel }, { disabled: !ready || writing })
  const canStore = preview?.digest != null
  useEffect(() => {
    // The focus moves to the answer, unless the user is in a field other than the account.
    const at = document.activeElement
    if (canStore && (!isWriting(at) || at?.id === 'account'))
      document.getElementById('yes')?.focus({ preventScroll: true })
  }, [canStore])

  return (
    <Stack gap="lg" onFocus={({ target }) => setWriting(isWriting(target))} onBlur={() => setWriting(false)}>
      <div className={css.choice}>
        <FileDrop
          label="Statement file"
          button="Choose other files"
          hint="Or drop them here. At most 10 MB each."
          accept={accept}
          files={[asDropped(file, preview, { busy, problem })]}
          onAdd={on.onAdd}
          onRemove={on.onCancel}
          onRetry={() => void look(said, part)}
        />
      </div>
      {problem !== null && preview !== null && <Notice tone="bad" title={problem.sentence} urgent />}
      {preview?.layout && (
        <StatementLayout
          preview={preview}
          onSaid={(layout) => {
            setSaid(layout)
            void look(layout, part)
          }}
        />
      )}
      {preview !== null && preview.accounts.length > 1 && (
        <NativeSelect
          label="Account in this file"
          description="The file contains statements for several accounts."
          size="md"
          maw={420}
          value={part === '' ? (preview.statement?.account ?? '') : part}
          onChange={(event) => {
            const meant = event.currentTarget.value
            setPart(meant)
            void look(said, meant)
          }}
        >
          <option value="">Choose an account</option>
          {preview.accounts.map((number) => (
            <option key={number} value={number}>
              {number === '' ? 'without a number' : number}
            </option>
          ))}
        </NativeSelect>
      )}
      {preview?.statement && (
        <StatementLines statement={preview.statement} findings={preview.findings} currency={currency} />
      )}
      {preview?.digest != null && (
        <Stack gap="md">
          {asksReason(preview) && (
            <Textarea
              id="reason"
              label="Reason for saving anyway"
              description="The checks above found problems. Your reason is saved with the statement."
              size="md"
              maw={640}
              autosize={false}
              rows={2}
              maxLength={500}
              value={reason}
              onChange={(event) => {
                setReason(event.currentTarget.value)
                setNoReason(false)
              }}
              error={noReason && statementProblems.reason.sentence}
            />
          )}
          <Group gap="sm" className={css.question}>
            <Text fw={600}>Save this statement?</Text>
            <Button
              id="yes"
              onClick={() => void store()}
              loading={busy === 'storing'}
              disabled={busy === 'reading'}
              rightSection={<Kbd size="xs">Y</Kbd>}
            >
              Yes
            </Button>
            <Button
              variant="default"
              onClick={on.onCancel}
              disabled={busy === 'storing'}
              rightSection={<Kbd size="xs">N</Kbd>}
            >
              No
            </Button>
          </Group>
        </Stack>
      )}
    </Stack>
  )
}

/** In a field or a list, Y and N are ordinary letters. */
const isWriting = (element: Element | null): boolean => element?.matches('input, textarea, select') === true

type Reading = { busy: string | null; problem: FileProblem | null }

function asDropped(file: File, preview: StatementPreview | null, { busy, problem }: Reading): DroppedFile {
  const size = fileSize(file.size)
  const shown = {
    id: 'file',
    name: file.name,
    detail: preview === null ? size : `${formatNames[preview.format]}, ${size}`,
  }
  if (busy === 'reading') return { ...shown, phase: 'sending', message: 'Reading…' }
  if (preview !== null || problem === null) return { ...shown, phase: 'there', message: '✓ Read' }
  return { ...shown, phase: 'failed', message: `${problem.sentence} Nothing was saved.`, again: problem.again }
}
