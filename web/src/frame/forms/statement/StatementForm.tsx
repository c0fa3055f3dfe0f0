// The bank reconciliation form: a bank's statement of account is read, with problems shown at their lines, and
// stored after Yes.
import { Button, Group, Kbd, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import {
  formatNames,
  listStatements,
  previewStatement,
  statementLimitBytes,
  statementProblems,
  statementEndings,
  storeStatement,
} from '@talaan/contract/statements.ts'
import type { StatementPreview } from '@talaan/contract/statements.ts'
import type { LayoutDraft } from '@talaan/ledger/banking/formats/layout.ts'
import { type DroppedFile, FileDrop } from '../../../ui/FileDrop.tsx'
import { NativeSelect, Textarea } from '../../fields/boxes.tsx'
import { CallFailure, type Channel, mayPass } from '../../runtime/channel.ts'
import { useAnswerKeys } from '../../runtime/formKeys.ts'
import { Notice } from '../../runtime/Notice.tsx'
import { Sheet } from '../../runtime/Sheet.tsx'
import { StatementLayout } from './StatementLayout.tsx'
import { StatementLines } from './StatementLines.tsx'
import { Trouble } from '../../runtime/Trouble.tsx'
import css from './StatementForm.module.css'

type Account = AnswerOf<typeof listStatements>['accounts'][number]
type Stored = AnswerOf<typeof storeStatement>
type PreviewRequest = { file: File; account: string; layout: LayoutDraft | null; part: string }

const title = 'Statement of Account'
const accept = [...new Set(Object.values(statementEndings).flat())].map((ending) => `.${ending}`).join(',')

export function StatementForm({ channel }: { channel: Channel }) {
  const [accounts, setAccounts] = useState<readonly Account[] | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let gone = false
    channel
      // There is no account '0000': only the accounts are requested.
      .call(listStatements, { query: { account: '0000' } })
      .then((answer) => !gone && setAccounts(answer.accounts))
      .catch((error: unknown) => !gone && setTrouble(error instanceof Error ? error.message : listStatements.failure))
    return () => {
      gone = true
    }
  }, [channel, attempt])

  if (trouble !== null)
    return (
      <Trouble
        title={title}
        sentence={trouble}
        onRetry={() => {
          setTrouble(null)
          setAttempt(attempt + 1)
        }}
      />
    )
  return (
    <Sheet title={title} note="Original bank file: CSV, XLSX, OFX, QIF, MT940, CAMT.053 or PDF">
      {accounts === null ? <div className={css.waiting} /> : <Upload channel={channel} accounts={accounts} />}
    </Sheet>
  )
}

function Upload({ channel, accounts }: { channel: Channel; accounts: readonly Account[] }) {
  const [account, setAccount] = useState(accounts.length === 1 ? (accounts[0]?.code ?? '') : '')
  const [file, setFile] = useState<File | null>(null)
  const [said, setSaid] = useState<LayoutDraft | null>(null)
  const [part, setPart] = useState('')
  const [reason, setReason] = useState('')
  const [noReason, setNoReason] = useState(false)
  const [preview, setPreview] = useState<StatementPreview | null>(null)
  const [problem, setProblem] = useState<{ sentence: string; again: boolean } | null>(null)
  const [busy, setBusy] = useState<'reading' | 'storing' | null>(null)
  const [stored, setStored] = useState<Stored | null>(null)
  const [writing, setWriting] = useState(false)
  const turn = useRef(0)
  const picked = accounts.find(({ code }) => code === account)

  useEffect(() => channel.say({ type: 'unsaved', unsaved: file !== null && stored === null }), [channel, file, stored])
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) document.getElementById('account')?.focus({ preventScroll: true })
  }, [])

  /** Only the answer to the latest request is shown, even if an earlier one arrives later. */
  async function look({ file: of, account: code, layout, part: meant }: PreviewRequest) {
    const requestNo = ++turn.current
    setProblem(null)
    setBusy('reading')
    try {
      const query = {
        account: code,
        name: of.name.slice(-200),
        ...(layout !== null && { layout: JSON.stringify(layout) }),
        ...(meant !== '' && { part: meant }),
      }
      const answer = await channel.call(previewStatement, { query, file: of })
      if (requestNo === turn.current) setPreview(answer)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      if (requestNo !== turn.current) return
      setPreview(null)
      setProblem({ sentence: error.message, again: mayPass(error) })
    } finally {
      if (requestNo === turn.current) setBusy(null)
    }
  }

  function choose(next: { file?: File | null; account?: string }) {
    const [of, code] = [next.file === undefined ? file : next.file, next.account ?? account]
    setFile(of)
    setAccount(code)
    setSaid(null)
    setPart('')
    setReason('')
    setNoReason(false)
    setPreview(null)
    setProblem(null)
    turn.current++
    setBusy(null)
    if (of === null || code === '') return
    if (of.size > statementLimitBytes)
      return setProblem({
        sentence: 'The file is larger than 10 MB. Download a shorter period from the bank.',
        again: false,
      })
    void look({ file: of, account: code, layout: null, part: '' })
  }

  async function store() {
    if (file === null || preview?.digest == null || busy !== null) return
    if (asksReason(preview) && reason.trim() === '') {
      setNoReason(true)
      return document.getElementById('reason')?.focus()
    }
    setBusy('storing')
    setProblem(null)
    try {
      const query = {
        account,
        name: file.name.slice(-200),
        digest: preview.digest,
        reason: reason.trim(),
        ...(said !== null && { layout: JSON.stringify(said) }),
        ...(part !== '' && { part }),
      }
      const answer = await channel.call(storeStatement, { query, file })
      channel.say({ type: 'recorded', number: file.name.slice(-64) })
      setStored(answer)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      setProblem({ sentence: error.message, again: mayPass(error) })
      if (error.code === statementProblems.lookAgain.code) void look({ file, account, layout: said, part })
    } finally {
      setBusy(null)
    }
  }

  const ready = preview?.digest != null && busy === null && stored === null
  useAnswerKeys({ y: () => void store(), n: () => choose({ file: null }) }, { disabled: !ready || writing })
  const canStore = preview?.digest != null
  useEffect(() => {
    // The focus moves to the answer, unless it is on another field than the account.
    const at = document.activeElement
    if (canStore && (!isWriting(at) || at?.id === 'account'))
      document.getElementById('yes')?.focus({ preventScroll: true })
  }, [canStore])

  if (stored !== null && picked)
    return (
      <Done
        stored={stored}
        account={picked}
        name={file?.name ?? ''}
        onNext={() => {
          setStored(null)
          choose({ file: null })
        }}
        onReconcile={() => channel.navigate({ to: 'category' })}
      />
    )
  return (
    <Stack gap="lg" onFocus={({ target }) => setWriting(isWriting(target))} onBlur={() => setWriting(false)}>
      <div className={css.choice}>
        <NativeSelect
          id="account"
          label="Account"
          size="md"
          value={account}
          onChange={(event) => choose({ account: event.currentTarget.value })}
          description={picked && [picked.bank, picked.number].filter((text) => text !== '').join(', ')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        >
          <option value="">{accounts.length === 0 ? 'No bank accounts yet' : 'Choose an account'}</option>
          {accounts.map(({ code, label, currency }) => (
            <option key={code} value={code}>
              {code} {label}
              {currency === 'PHP' ? '' : `, ${currency}`}
            </option>
          ))}
        </NativeSelect>
        <FileDrop
          single
          label="Statement file"
          button={file === null ? 'Choose file' : 'Choose another file'}
          hint={account === '' ? 'Choose the account first.' : 'Or drop it here. At most 10 MB.'}
          accept={accept}
          files={file === null ? [] : [asDropped(file, preview, { busy, problem })]}
          onAdd={([first]) => first !== undefined && choose({ file: first })}
          onRemove={() => choose({ file: null })}
          onRetry={() => file !== null && void look({ file, account, layout: said, part })}
        />
      </div>
      {problem !== null && preview !== null && <Notice tone="bad" title={problem.sentence} urgent />}
      {preview?.layout && (
        <StatementLayout
          // The server detected another file or account, so the layout starts over.
          key={`${account} ${file?.name} ${file?.lastModified}`}
          preview={preview}
          onSaid={(layout) => {
            setSaid(layout)
            if (file !== null) void look({ file, account, layout, part })
          }}
        />
      )}
      {preview !== null && preview.accounts.length > 1 && (
        <NativeSelect
          label="Account in this file"
          description="The file contains statements of several accounts."
          size="md"
          maw={420}
          value={part === '' ? (preview.statement?.account ?? '') : part}
          onChange={(event) => {
            const meant = event.currentTarget.value
            setPart(meant)
            if (file !== null) void look({ file, account, layout: said, part: meant })
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
        <StatementLines statement={preview.statement} findings={preview.findings} currency={picked?.currency ?? ''} />
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
              onClick={() => choose({ file: null })}
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

const asksReason = ({ findings }: StatementPreview): boolean => findings.some(({ weight }) => weight === 'doubt')

/** Y and N are ordinary letters in a field or a choice. */
const isWriting = (element: Element | null): boolean => element?.matches('input, textarea, select') === true

type Reading = { busy: string | null; problem: { sentence: string; again: boolean } | null }

function asDropped(file: File, preview: StatementPreview | null, { busy, problem }: Reading): DroppedFile {
  const size =
    file.size < 1024 * 1024 ? `${Math.ceil(file.size / 1024)} kB` : `${(file.size / 1024 / 1024).toFixed(1)} MB`
  const shown = {
    id: 'file',
    name: file.name,
    detail: preview === null ? size : `${formatNames[preview.format]}, ${size}`,
  }
  if (busy === 'reading') return { ...shown, phase: 'sending', message: 'Reading…' }
  if (preview !== null) return { ...shown, phase: 'there', message: '✓ Read' }
  if (problem === null) return { ...shown, phase: 'waiting', message: 'Choose the account' }
  return { ...shown, phase: 'failed', message: `${problem.sentence} Nothing was saved.`, again: problem.again }
}

type DoneProps = { stored: Stored; account: Account; name: string; onNext: () => void; onReconcile: () => void }

function Done({ stored, account, name, onNext, onReconcile }: DoneProps) {
  const { lines, newLines, already } = stored
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => next.current?.focus({ preventScroll: true }), [])
  return (
    <Stack gap="md" align="flex-start" role="status">
      <Text size="xl" fw={600}>
        {already ? 'This file is already saved' : 'Statement saved'}
      </Text>
      <Text>
        {name}: {lines === 1 ? 'one line' : `${lines} lines`} of {account.code} {account.label}
        {already || newLines === lines
          ? ''
          : newLines === 0
            ? ', all of them already on earlier statements'
            : `, ${newLines} new`}
        .
      </Text>
      <Group gap="sm">
        <Button ref={next} onClick={onNext}>
          Upload another statement
        </Button>
        <Button variant="default" onClick={onReconcile}>
          View statements
        </Button>
      </Group>
    </Stack>
  )
}
