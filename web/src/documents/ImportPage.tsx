// A batch from a spreadsheet: its columns matched, all rows judged, a control total compared, and only then recorded.
import { Alert, Button, Group, NativeSelect, Text, Textarea, TextInput, Title } from '@mantine/core'
import {
  checkImport,
  type ImportedDocument,
  maximumImportRows,
  readImportFile,
  recordImported,
} from '@talaan/contract/imports.ts'
import { type ImportKind, importKinds, importMappings } from '@talaan/ledger/imports/all.ts'
import { matchColumns, templateCsv } from '@talaan/ledger/imports/mapping.ts'
import { kindOf } from '@talaan/ledger/documents/kinds.ts'
import { formatMoney, parseTypedAmount, sum } from '@talaan/ledger/money.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { call, saveFile, sentenceOf } from '../api.ts'
import { paths } from '../paths.ts'
import { MoneyInput } from '../ui/MoneyInput.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import lists from './documents.module.css'
import classes from './import.module.css'

type Batch = { name: string; titles: string[]; rows: string[][]; columns: (string | null)[] }

export function ImportPage() {
  const [kind, setKind] = useState<ImportKind>('invoice')
  const [pasted, setPasted] = useState('')
  const [batch, setBatch] = useState<Batch | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const mapping = importMappings[kind]

  const check = useMutation({
    mutationFn: ({ columns, rows }: Batch) => call(checkImport, { body: { kind, columns, rows } }),
  })
  const read = useMutation({
    mutationFn: (file: File) => call(readImportFile, { query: { name: file.name }, file }),
    onSuccess: ({ tables }, file) => {
      const [titles = [], ...rows] = tables[0] ?? []
      setBatch({ name: file.name, titles, rows, columns: matchColumns(mapping, titles) })
      check.reset()
    },
  })
  const missing = mapping.columns.filter(({ key, required }) => required && !batch?.columns.includes(key))
  const error = read.error ?? check.error

  return (
    <>
      <PageTitle>Import</PageTitle>
      <section className={classes.part} aria-labelledby="import-file">
        <Title order={2} id="import-file">
          The file
        </Title>
        <Text size="sm">
          One row for each line of a document, with titles in the first row; at most{' '}
          {maximumImportRows.toLocaleString('en')} rows. Nothing is recorded before you have seen every row judged.
        </Text>
        <div className={classes.fields}>
          <NativeSelect
            size="sm"
            label="Kind"
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value as ImportKind)}
            data={importKinds.map((each) => ({ value: each, label: kindOf(each).words.plural }))}
          />
          <Group gap="xs">
            <Button
              variant="default"
              onClick={() =>
                saveFile({ blob: new Blob([templateCsv(mapping)], { type: 'text/csv' }), name: `${kind}-template.csv` })
              }
            >
              Download the template
            </Button>
            <Button loading={read.isPending} onClick={() => input.current?.click()}>
              Choose a CSV or XLSX file
            </Button>
          </Group>
          <input
            ref={input}
            type="file"
            hidden
            accept=".csv,.tsv,.txt,.xlsx"
            aria-label="CSV or XLSX file"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0]
              if (file) read.mutate(file)
              event.currentTarget.value = ''
            }}
          />
        </div>
        <Textarea
          label="Or paste rows from a spreadsheet, with their titles"
          rows={3}
          value={pasted}
          onChange={(event) => setPasted(event.currentTarget.value)}
        />
        <div>
          <Button
            variant="default"
            disabled={pasted.trim() === ''}
            onClick={() => read.mutate(new File([pasted], 'pasted.txt'))}
          >
            Take the pasted rows
          </Button>
        </div>
        {error && (
          <Alert color="red" role="alert" title="This did not work">
            {sentenceOf(error)}
          </Alert>
        )}
      </section>

      {batch && (
        <section className={classes.part} aria-labelledby="import-columns">
          <Title order={2} id="import-columns">
            Columns of {batch.name}
          </Title>
          <div className={classes.fields}>
            {batch.titles.map((title, at) => (
              <NativeSelect
                key={`${at} ${title}`}
                size="sm"
                label={title === '' ? `Column ${at + 1}` : title}
                description={`First: ${batch.rows[0]?.[at] ?? ''}`.slice(0, 60)}
                value={batch.columns[at] ?? ''}
                onChange={(event) => {
                  const key = event.currentTarget.value === '' ? null : event.currentTarget.value
                  const columns = batch.columns.map((before, i) => (i === at ? key : before === key ? null : before))
                  setBatch({ ...batch, columns })
                  check.reset()
                }}
                data={[
                  { value: '', label: 'Left out' },
                  ...mapping.columns.map((column) => ({ value: column.key, label: column.title })),
                ]}
              />
            ))}
          </div>
          {missing.length > 0 && (
            <Text size="sm" role="status">
              Still to be chosen: {missing.map(({ title }) => title).join(', ')}.
            </Text>
          )}
          <div>
            <Button
              loading={check.isPending}
              disabled={missing.length > 0 || batch.rows.length === 0}
              onClick={() => check.mutate(batch)}
            >
              Check {batch.rows.length.toLocaleString('en')} rows
            </Button>
          </div>
        </section>
      )}

      {batch && check.data && (
        <Judged
          key={check.submittedAt}
          kind={kind}
          batch={batch}
          documents={check.data.documents}
          again={() => check.mutate(batch)}
        />
      )}
    </>
  )
}

type JudgedProps = { kind: ImportKind; batch: Batch; documents: readonly ImportedDocument[]; again: () => void }

function Judged({ kind, batch, documents, again }: JudgedProps) {
  const [count, setCount] = useState('')
  const [total, setTotal] = useState('')
  const [under, setUnder] = useState<{ done: number; of: number } | null>(null)
  const [recorded, setRecorded] = useState<Record<number, { number: string } | { failed: string }>>({})
  const stop = useRef<AbortController>(undefined)
  const queries = useQueryClient()

  const titleOf = (key: string) => importMappings[kind].columns.find((column) => column.key === key)?.title ?? key
  const due = documents.filter(({ number }) => number === null)
  const wrong = due.filter(({ digest }) => digest === null).length
  const before = documents.length - due.length
  const controlled = parseTypedAmount(total)
  const comesTo = sum(due.map((each) => each.total ?? 0n))
  const agrees = Number(count) === due.length && controlled.ok && controlled.amount === comesTo
  const given = count.trim() !== '' && total.trim() !== ''

  async function recordAll() {
    const controller = new AbortController()
    stop.current = controller
    let done = 0
    setUnder({ done, of: due.length })
    for (const [at, document] of documents.entries()) {
      if (document.digest === null || document.number !== null || controller.signal.aborted) continue
      const rows = document.rows.map((row) => batch.rows[row] ?? [])
      const { digest, copy } = document
      let outcome: { number: string } | { failed: string }
      try {
        outcome = await call(recordImported, { body: { kind, columns: batch.columns, rows, copy, digest } })
      } catch (error) {
        outcome = { failed: sentenceOf(error) }
      }
      done += 1
      setRecorded((now) => ({ ...now, [at]: outcome }))
      setUnder({ done, of: due.length })
    }
    setUnder(null)
    void queries.invalidateQueries()
  }

  const began = Object.keys(recorded).length > 0
  const numbers = Object.values(recorded).filter((each) => 'number' in each).length
  return (
    <section className={classes.part} aria-labelledby="import-judged">
      <Title order={2} id="import-judged">
        {documents.length === 1 ? '1 document' : `${documents.length.toLocaleString('en')} documents`}
      </Title>
      {before > 0 && (
        <Alert color="yellow" title="Recorded before">
          {before === 1 ? 'One of these is' : `${before} of these are`} in the books already, from the very same cells;
          they are not recorded again.
        </Alert>
      )}
      {wrong > 0 && (
        <Alert color="red" title={wrong === 1 ? 'One document has mistakes' : `${wrong} documents have mistakes`}>
          Nothing is recorded while there are any. Mend the cells in the file and choose it again.
        </Alert>
      )}
      {wrong === 0 && due.length > 0 && !began && (
        <>
          <Text size="sm">Count and add up the papers beside you; both must agree with the file.</Text>
          <div className={classes.fields}>
            <TextInput
              size="sm"
              label="Number of documents"
              inputMode="numeric"
              value={count}
              onChange={(event) => setCount(event.currentTarget.value)}
            />
            <MoneyInput size="sm" label="Control total" value={total} onChange={setTotal} />
          </div>
          {given && !agrees && (
            <Text size="sm" c="var(--mantine-color-error)" role="status">
              The file has {due.length.toLocaleString('en')} to record, with a total of {formatMoney(comesTo)}. Find the
              difference before you record.
            </Text>
          )}
          <div>
            <Button disabled={!agrees || under !== null} onClick={() => void recordAll()}>
              Record {due.length.toLocaleString('en')}
            </Button>
          </div>
        </>
      )}
      {under && (
        <Group gap="sm">
          <progress className={classes.progress} aria-label="Recording" value={under.done} max={under.of} />
          <Text size="sm" role="status">
            {under.done} of {under.of}
          </Text>
          <Button variant="default" size="sm" onClick={() => stop.current?.abort()}>
            Stop after this one
          </Button>
        </Group>
      )}
      {began && under === null && (
        <Group gap="sm" role="status">
          <Text>
            {numbers === 1 ? '1 is' : `${numbers} are`} recorded.
            {numbers < due.length && ' The rest is not; check again to go on, nothing is recorded twice.'}
          </Text>
          {numbers < due.length && <Button onClick={again}>Check again</Button>}
          <Link to={paths.transactions} className={lists.number}>
            See them in Transactions
          </Link>
        </Group>
      )}
      <ul className={classes.documents} aria-label="Documents of the batch">
        {documents.map((document, at) => {
          const outcome = recorded[at]
          const number = outcome && 'number' in outcome ? outcome.number : document.number
          return (
            <li key={document.rows[0]} data-wrong={document.mistakes.length > 0 || undefined}>
              <div className={classes.line}>
                <strong>{document.label === '' ? 'No number' : document.label}</strong>
                <span className={lists.quiet}>
                  {document.rows.length === 1 ? 'row' : 'rows'} {document.rows.map((row) => row + 2).join(', ')}
                </span>
                <span className={classes.state}>
                  {number !== null
                    ? `✓ ${number}${document.number === null ? '' : ', recorded before'}`
                    : document.mistakes.length > 0
                      ? '✗ Mistakes'
                      : document.total === null
                        ? ''
                        : formatMoney(document.total)}
                </span>
              </div>
              {document.mistakes.map(({ row, column, message }) => (
                <p key={`${row} ${column} ${message}`} className={classes.mistake}>
                  Row {row + 2}, {titleOf(column)}
                  {cellOf(batch, row, column) !== '' && ` ‘${cellOf(batch, row, column)}’`}: {message}
                </p>
              ))}
              {document.warnings.map((warning) => (
                <p key={warning} className={lists.quiet}>
                  {warning}
                </p>
              ))}
              {outcome && 'failed' in outcome && <p className={classes.mistake}>{outcome.failed}</p>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const cellOf = ({ columns, rows }: Batch, row: number, column: string): string =>
  rows[row]?.[columns.indexOf(column)]?.slice(0, 60) ?? ''
