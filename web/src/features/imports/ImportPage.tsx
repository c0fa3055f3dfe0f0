// Imports a batch from a spreadsheet: map the columns, check all rows, compare the control total, and record.
import { Alert, Button, Checkbox, Group, Text, Textarea, TextInput, Title } from '@mantine/core'
import {
  beginImport,
  checkImport,
  type ImportedDocument,
  maximumImportRows,
  readImportFile,
  maximumRecordedAtOnce,
  recordImported,
} from '@talaan/contract/imports.ts'
import { importKinds } from '@talaan/ledger/documents/import/kinds.ts'
import type { ImportKind } from '@talaan/ledger/documents/import/kinds.ts'
import { importTemplates } from '@talaan/ledger/documents/import/templates.ts'
import { matchColumns, templateCsv } from '@talaan/ledger/documents/import/mapping.ts'
import { documentWords } from '@talaan/ledger/documents/words.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney, parseTypedAmount, sum } from '@talaan/ledger/core/money.ts'
import { type ChosenTags, tagKinds, tagKindWords } from '@talaan/contract/tag-kinds.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call, saveFile, sentenceOf } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { useTags } from '../../app/table/TagSelects.tsx'
import { MoneyInput } from '../../ui/MoneyInput.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { SearchSelect } from '../../ui/SearchSelect.tsx'
import { Batches } from './Batches.tsx'
import lists from '../documents/documents.module.css'
import classes from './import.module.css'

type Batch = { name: string; titles: string[]; rows: string[][]; columns: (string | null)[] }

/** The documents that the rows describe. */
function pluralOf(kind: ImportKind): string {
  const { records, plural } = importTemplates[kind]
  if (plural !== undefined) return plural
  if ('kind' in records) return documentWords[records.kind].words.plural
  return records.role === 'customer' ? 'Customers' : 'Suppliers'
}

const nounOf = (kind: ImportKind, count: number): string => {
  const plural = pluralOf(kind).toLowerCase()
  return count === 1 ? plural.replace(/s$/, '') : plural
}

/** The first value of a column, shown below its choice. */
const firstOf = (cell: string | undefined): string =>
  cell === undefined || cell.trim() === '' ? 'First row is empty' : `First: ${cell}`.slice(0, 60)

export function ImportPage() {
  const [address, setAddress] = useSearchParams()
  const kind = importKinds.find((each) => each === address.get('kind')) ?? 'invoice'
  const [again, setAgain] = useState(false)
  const [pasted, setPasted] = useState('')
  const [batch, setBatch] = useState<Batch | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const mapping = importTemplates[kind]

  const check = useMutation({
    mutationFn: ({ columns, rows, recordAgain }: Batch & { recordAgain: boolean }) =>
      call(checkImport, { body: { kind, columns, rows, again: recordAgain } }),
  })
  const read = useMutation({
    mutationFn: ({ file }: { file: File; name: string }) => call(readImportFile, { query: { name: file.name }, file }),
    onSuccess: ({ tables }, { name }) => {
      const [titles = [], ...rows] = tables[0] ?? []
      setBatch({ name, titles, rows, columns: matchColumns(mapping, titles) })
      check.reset()
    },
  })
  const setColumns = (changed: (columns: Batch['columns']) => Batch['columns']) =>
    setBatch((old) => old && { ...old, columns: changed(old.columns) })
  const missing = mapping.columns.filter(({ key, required }) => required && !batch?.columns.includes(key))
  const error = read.error ?? check.error

  return (
    <>
      <PageTitle>Import</PageTitle>
      <section className={classes.part} aria-labelledby="import-file">
        <Title order={2} id="import-file">
          File
        </Title>
        <Text size="sm">
          Use one row for each document line, with column headings in the first row and at most{' '}
          {maximumImportRows.toLocaleString('en')} rows. You can check every row before anything is recorded.
        </Text>
        <div className={classes.fields}>
          <SearchSelect
            size="sm"
            label="Type"
            value={kind}
            onChange={(text) => {
              const chosen = importKinds.find((each) => each === text)
              if (chosen === undefined) return
              setAddress({ kind: chosen }, { replace: true })
              if (batch) setBatch({ ...batch, columns: matchColumns(importTemplates[chosen], batch.titles) })
              check.reset()
            }}
            data={importKinds.map((each) => ({ value: each, label: pluralOf(each) }))}
          />
          <Group gap="xs">
            <Button
              variant="default"
              onClick={() =>
                saveFile({ blob: new Blob([templateCsv(mapping)], { type: 'text/csv' }), name: `${kind}-template.csv` })
              }
            >
              Download template
            </Button>
            <Button loading={read.isPending} onClick={() => input.current?.click()}>
              Choose CSV or XLSX file
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
              if (file) read.mutate({ file, name: file.name })
              event.currentTarget.value = ''
            }}
          />
        </div>
        <Textarea
          size="sm"
          label="Or paste rows from a spreadsheet, including column headings"
          rows={3}
          value={pasted}
          onChange={(event) => setPasted(event.currentTarget.value)}
        />
        <div>
          <Button
            variant="default"
            disabled={pasted.trim() === ''}
            onClick={() => read.mutate({ file: new File([pasted], 'pasted.txt'), name: 'the pasted rows' })}
          >
            Use pasted rows
          </Button>
        </div>
        {error && (
          <Alert color="red" role="alert" title="Import failed">
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
              <SearchSelect
                key={`${at} ${title}`}
                size="sm"
                label={title === '' ? `Column ${at + 1}` : title}
                description={firstOf(batch.rows[0]?.[at])}
                value={batch.columns[at] ?? ''}
                // Disabled while other rows are being read, because they have their own columns.
                disabled={read.isPending}
                onChange={(key) => {
                  setColumns((columns) => columns.with(at, key === '' ? null : key))
                  check.reset()
                }}
                // Only when the user leaves the field: a title may begin with the title of another column.
                onBlur={() =>
                  setColumns((columns) => columns.map((key, i) => (i !== at && key === columns[at] ? null : key)))
                }
                data={[
                  { value: '', label: 'Not imported' },
                  ...mapping.columns.map((column) => ({ value: column.key, label: column.title })),
                ]}
              />
            ))}
          </div>
          {missing.length > 0 && (
            <Text size="sm" role="status">
              Not mapped yet: {missing.map(({ title }) => title).join(', ')}.
            </Text>
          )}
          <div>
            <Button
              loading={check.isPending}
              disabled={missing.length > 0 || batch.rows.length === 0 || read.isPending}
              onClick={() => {
                setAgain(false)
                check.mutate({ ...batch, recordAgain: false })
              }}
            >
              Check {batch.rows.length.toLocaleString('en')} {batch.rows.length === 1 ? 'row' : 'rows'}
            </Button>
          </div>
        </section>
      )}

      {batch && check.data && (
        <CheckedBatch
          key={check.submittedAt}
          kind={kind}
          batch={batch}
          documents={check.data.documents}
          again={again}
          check={(recordAgain) => {
            setAgain(recordAgain)
            check.mutate({ ...batch, recordAgain })
          }}
        />
      )}
      <Batches />
    </>
  )
}

type CheckedProps = {
  kind: ImportKind
  batch: Batch
  documents: readonly ImportedDocument[]
  again: boolean
  check: (again: boolean) => void
}

function CheckedBatch({ kind, batch, documents, again, check }: CheckedProps) {
  const [count, setCount] = useState('')
  const [total, setTotal] = useState('')
  const [tags, setTags] = useState<ChosenTags>({})
  const [under, setUnder] = useState<{ done: number; of: number } | null>(null)
  const [recorded, setRecorded] = useState<Record<number, { number: string } | { failed: string }>>({})
  const [refused, setRefused] = useState<string | null>(null)
  const stop = useRef<AbortController>(undefined)
  const queries = useQueryClient()

  const titleOf = (key: string) => importTemplates[kind].columns.find((column) => column.key === key)?.title ?? key
  const hasAmounts = 'kind' in importTemplates[kind].records
  const due = documents.filter(({ number, voided }) => number === null && (voided === null || again))
  const wrong = due.filter(({ mistakes }) => mistakes.length > 0).length
  const before = documents.filter(({ number }) => number !== null).length
  const voided = documents.filter((one) => one.voided !== null).length
  const controlled = parseTypedAmount(total)
  const comesTo = sum(due.map((each) => each.total ?? 0n))
  const agrees = Number(count) === due.length && (!hasAmounts || (controlled.ok && controlled.amount === comesTo))
  const isEntered = count.trim() !== '' && (!hasAmounts || total.trim() !== '')

  async function recordAll() {
    const controller = new AbortController()
    stop.current = controller
    setRefused(null)
    setUnder({ done: 0, of: due.length })
    try {
      const { columns, rows } = batch
      const control = { count: Number(count), total: hasAmounts && controlled.ok ? controlled.amount : null }
      const { batchId } = await call(beginImport, { body: { kind, columns, rows, again, tags, ...control } })
      for (let at = 0; at < due.length && !controller.signal.aborted;) {
        const body = { at, count: maximumRecordedAtOnce }
        const outcomes = await call(recordImported, { params: { batchId }, body }).then(
          (answer) => answer.recorded,
          (error: unknown) => [{ failed: sentenceOf(error) }],
        )
        const of = due.slice(at, at + outcomes.length).map((document) => documents.indexOf(document))
        setRecorded((now) => ({ ...now, ...Object.fromEntries(outcomes.map((outcome, i) => [of[i], outcome])) }))
        at += outcomes.length
        setUnder({ done: at, of: due.length })
      }
    } catch (error) {
      setRefused(sentenceOf(error))
    }
    setUnder(null)
    void queries.invalidateQueries()
  }

  const began = Object.keys(recorded).length > 0
  const numbers = Object.values(recorded).filter((each) => 'number' in each).length
  return (
    <section className={classes.part} aria-labelledby="import-checked">
      <Title order={2} id="import-checked">
        {documents.length.toLocaleString('en')}{' '}
        {hasAmounts ? (documents.length === 1 ? 'document' : 'documents') : nounOf(kind, documents.length)}
      </Title>
      {before > 0 && (
        <Alert color="yellow" title="Already recorded">
          {before === 1
            ? 'One of these was recorded earlier from identical rows. It will not be recorded again.'
            : `${before} of these were recorded earlier from identical rows. They will not be recorded again.`}
        </Alert>
      )}
      {voided > 0 && !began && (
        <Alert color="yellow" title="Voided earlier">
          {voided === 1
            ? 'One of these was recorded from identical rows and later voided. It is skipped unless you choose to record it again.'
            : `${voided} of these were recorded from identical rows and later voided. They are skipped unless you choose to record them again.`}
          <Checkbox
            mt="xs"
            size="sm"
            label="Record voided documents again"
            checked={again}
            onChange={(event) => check(event.currentTarget.checked)}
          />
        </Alert>
      )}
      {refused !== null && (
        <Alert color="red" role="alert" title="Nothing was recorded">
          {refused}
        </Alert>
      )}
      {wrong > 0 && (
        <Alert color="red" title={wrong === 1 ? '1 document has errors' : `${wrong} documents have errors`}>
          Nothing was recorded. Correct the rows in the file, then choose the file again.
        </Alert>
      )}
      {wrong === 0 && due.length > 0 && !began && (
        <>
          <Text size="sm">
            {hasAmounts
              ? 'Enter the number of documents and their total. Both must match the file.'
              : 'Enter the number of customers or suppliers to register. The number must match the file.'}
          </Text>
          <div className={classes.fields}>
            <TextInput
              size="sm"
              label={hasAmounts ? 'Number of documents' : 'Number to register'}
              inputMode="numeric"
              value={count}
              onChange={(event) => setCount(event.currentTarget.value)}
            />
            {hasAmounts && <MoneyInput size="sm" label="Control total" value={total} onChange={setTotal} />}
          </div>
          {hasAmounts && <BatchTags chosen={tags} onChoose={setTags} />}
          {isEntered && !agrees && (
            <Text size="sm" c="var(--mantine-color-error)" role="status">
              {' '}
              The file has {due.length.toLocaleString('en')} to record
              {hasAmounts && `, with a total of ${formatMoney(comesTo)}`}. Find the difference before you record the
              documents.
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
          <ProgressBar aria-label="Recording" width={200} value={under.done} max={under.of} />
          <Text size="sm" role="status">
            {under.done} of {under.of}
          </Text>
          <Button variant="default" size="sm" onClick={() => stop.current?.abort()}>
            Stop after this document
          </Button>
        </Group>
      )}
      {began && under === null && (
        <Group gap="sm" role="status">
          <Text>
            {numbers === 1 ? '1 was' : `${numbers} were`} recorded.
            {numbers < due.length &&
              ' The remaining documents were not recorded. Check the file again to continue. Nothing is recorded twice.'}
          </Text>
          {numbers < due.length && <Button onClick={() => check(again)}>Check again</Button>}
          {hasAmounts && (
            <Link to={paths.transactions} className={lists.number}>
              View in Transactions
            </Link>
          )}
        </Group>
      )}
      <ul className={classes.documents} aria-label="Documents of the batch">
        {documents.map((document, at) => {
          const outcome = recorded[at]
          const number = outcome && 'number' in outcome ? outcome.number : document.number
          return (
            <li key={document.rows[0]} data-wrong={document.mistakes.length > 0 || undefined}>
              <div className={classes.line}>
                <strong>{document.label === '' ? 'Without a number' : document.label}</strong>
                <span className={lists.quiet}>
                  {document.rows.length === 1 ? 'row' : 'rows'} {document.rows.map((row) => row + 2).join(', ')}
                </span>
                <span className={classes.state}>
                  {number !== null
                    ? `✓ ${number}${document.number === null ? '' : ', recorded before'}`
                    : document.mistakes.length > 0
                      ? '✗ Errors'
                      : document.total === null
                        ? ''
                        : formatMoney(document.total)}
                </span>
              </div>
              {document.mistakes.map(({ row, column, message }) => (
                <p key={`${row} ${column} ${message}`} className={classes.mistake}>
                  Row {row + 2}, {titleOf(column)}
                  {cellOf(batch, row, column) !== '' && ` “${cellOf(batch, row, column)}”`}: {message}
                </p>
              ))}
              {document.voided !== null && (
                <p className={lists.quiet}>
                  Was {document.voided.number}, voided on {formatDay(document.voided.day)}
                  {document.voided.reason !== '' && `: ${document.voided.reason}`}
                </p>
              )}
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

type TagsProps = { chosen: ChosenTags; onChoose: (chosen: ChosenTags) => void }

/** Tags for all documents of the batch; shown only if the company has tags. */
function BatchTags({ chosen, onChoose }: TagsProps) {
  const tags = useTags().filter(({ active }) => active)
  const kinds = tagKinds.filter((kind) => tags.some((tag) => tag.kind === kind))
  if (kinds.length === 0) return null
  return (
    <fieldset className={classes.tags}>
      <legend>Tags for all documents (optional)</legend>
      <div className={classes.fields}>
        {kinds.map((kind) => (
          <SearchSelect
            key={kind}
            size="sm"
            label={tagKindWords[kind].one}
            value={chosen[kind] ?? ''}
            onChange={(value) => onChoose({ ...chosen, [kind]: value === '' ? undefined : value })}
            data={[
              { value: '', label: 'None' },
              ...tags.filter((tag) => tag.kind === kind).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        ))}
      </div>
    </fieldset>
  )
}

const cellOf = ({ columns, rows }: Batch, row: number, column: string): string =>
  rows[row]?.[columns.indexOf(column)]?.slice(0, 60) ?? ''
