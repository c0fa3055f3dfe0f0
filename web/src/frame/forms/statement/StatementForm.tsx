// The bank reconciliation form: bank statements are read, problems are shown at their lines, and Yes stores the
// statements.
import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { listStatements, statementEndings } from '@talaan/contract/statements.ts'
import { formatMonth } from '@talaan/ledger/core/date.ts'
import { FileDrop } from '../../../ui/FileDrop.tsx'
import { fileSize } from '../../../ui/fileSize.ts'
import type { Channel } from '../../runtime/channel.ts'
import { FormFrame } from '../../runtime/FormFrame.tsx'
import { Trouble } from '../../runtime/Trouble.tsx'
import { SearchSelect } from '../../../ui/SearchSelect.tsx'
import { OneStatement } from './OneStatement.tsx'
import { type Account, type Result } from './reading.ts'
import { SeveralStatements } from './SeveralStatements.tsx'
import css from './StatementForm.module.css'

const title = 'Statement of Account'
const accept = [...new Set(Object.values(statementEndings).flat())].map((ending) => `.${ending}`).join(',')

export function StatementForm({ channel }: { channel: Channel }) {
  const [accounts, setAccounts] = useState<readonly Account[] | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let gone = false
    channel
      // There is no account '0000': this call only loads the list of accounts.
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
    <FormFrame title={title} note="Original bank files: CSV, XLSX, OFX, QIF, MT940, CAMT.053 or PDF">
      {accounts === null ? <div className={css.waiting} /> : <Upload channel={channel} accounts={accounts} />}
    </FormFrame>
  )
}

function Upload({ channel, accounts }: { channel: Channel; accounts: readonly Account[] }) {
  const [account, setAccount] = useState(() => firstAccount(accounts, channel.context.search))
  const [files, setFiles] = useState<readonly File[]>([])
  const [results, setResults] = useState<readonly Result[] | null>(null)
  const picked = accounts.find(({ code }) => code === account)
  const [only] = files

  const unsaved = files.length > 0 && results === null
  useEffect(() => channel.say({ type: 'unsaved', unsaved }), [channel, unsaved])
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) document.getElementById('account')?.focus({ preventScroll: true })
  }, [])

  if (results !== null && picked)
    return (
      <Done
        channel={channel}
        results={results}
        account={picked}
        onNext={() => {
          setResults(null)
          setFiles([])
        }}
      />
    )
  const dropped = { accept, onAdd: (added: File[]) => added.length > 0 && setFiles(added) }
  return (
    <Stack gap="lg">
      <div className={css.choice}>
        <SearchSelect
          id="account"
          label="Account"
          size="md"
          value={account}
          onChange={setAccount}
          description={picked && [picked.name, picked.number].filter((text) => text !== '').join(', ')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          none={accounts.length === 0 ? 'No bank accounts yet' : 'Choose an account'}
          data={accounts.map(({ code, label, currency }) => ({
            value: code,
            label: `${code} ${label}${currency === 'PHP' ? '' : `, ${currency}`}`,
          }))}
        />
        {(picked === undefined || only === undefined) && (
          <FileDrop
            {...dropped}
            label="Statement file"
            button={only === undefined ? 'Choose files' : 'Choose other files'}
            hint={account === '' ? 'Choose the account first.' : 'Or drop them here. At most 10 MB each.'}
            files={files.map((file, at) => ({
              id: String(at),
              name: file.name,
              detail: fileSize(file.size),
              phase: 'waiting',
              message: 'Choose the account',
            }))}
            onRemove={(id) => setFiles(files.filter((_, at) => String(at) !== id))}
            onRetry={() => undefined}
          />
        )}
      </div>
      {picked !== undefined && only !== undefined && files.length === 1 && (
        <OneStatement
          key={`${account} ${only.name} ${only.lastModified} ${only.size}`}
          {...dropped}
          channel={channel}
          account={picked}
          file={only}
          onStored={(result) => setResults([result])}
          onCancel={() => setFiles([])}
        />
      )}
      {picked !== undefined && files.length > 1 && (
        <SeveralStatements
          key={`${account} ${files.map(({ name, lastModified }) => `${name} ${lastModified}`).join(' ')}`}
          {...dropped}
          channel={channel}
          account={picked}
          files={files}
          onDone={setResults}
          onCancel={() => setFiles([])}
        />
      )}
    </Stack>
  )
}

/** The account of the card from which the form was opened, or the only account. */
function firstAccount(accounts: readonly Account[], opened: string | undefined): string {
  const named = accounts.find(({ code }) => code === opened)
  return named?.code ?? (accounts.length === 1 ? (accounts[0]?.code ?? '') : '')
}

type DoneProps = { channel: Channel; results: readonly Result[]; account: Account; onNext: () => void }

function Done({ channel, results, account, onNext }: DoneProps) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus({ preventScroll: true }), [])
  const saved = results.flatMap((result) => (result.state === 'saved' ? [result] : []))
  const month = saved.map((result) => result.month).toSorted()[0]
  const [only] = results
  return (
    <Stack gap="md" align="flex-start" role="status">
      <Text size="xl" fw={600}>
        {results.length === 1 && only?.state === 'saved'
          ? only.already
            ? 'This file is already saved'
            : 'Statement saved'
          : `${saved.length} of ${results.length} statements saved`}
      </Text>
      <ul className={css.results}>
        {results.map((result) => (
          <li key={result.name} data-state={result.state}>
            <strong>{result.name}</strong>: {resultWords(result, account)}
          </li>
        ))}
      </ul>
      <Group gap="sm">
        {month !== undefined && (
          <Button ref={first} onClick={() => channel.navigate({ to: 'reconcile', search: `${account.code}/${month}` })}>
            Reconcile {formatMonth(month)}
          </Button>
        )}
        <Button ref={month === undefined ? first : undefined} variant="default" onClick={onNext}>
          Upload another statement
        </Button>
        <Button variant="default" onClick={() => channel.navigate({ to: 'category' })}>
          View statements
        </Button>
      </Group>
    </Stack>
  )
}

function resultWords(result: Result, { code, label }: Account): string {
  if (result.state === 'refused') return result.message
  const { lines, newLines, already } = result
  const added =
    already || newLines === lines
      ? ''
      : newLines === 0
        ? ', all of them already on earlier statements'
        : `, ${newLines} new`
  return `${lines === 1 ? 'one line' : `${lines} lines`} of ${code} ${label}${added}.`
}
