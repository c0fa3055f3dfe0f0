// Opening balances: the closing balances of the old books are typed, pasted or read from a file, checked as a whole,
// and recorded one document after the other. The input is saved as a draft, so an interrupted recording can be
// continued.
import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import {
  discardDraft,
  documentProblems,
  listDocuments,
  listDrafts,
  recordDocument,
  reviewDraft,
  saveDraft,
} from '@talaan/contract/documents.ts'
import { checkOpening, openingSheet, readOpeningFile } from '@talaan/contract/opening.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import type { Settings } from '@talaan/contract/settings.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { sheetFromCells, sidesOf } from '@talaan/ledger/documents/opening/sheet.ts'
import type { BalanceRow, ItemRow, OpeningSheet } from '@talaan/ledger/documents/opening/sheet.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { call, CallFailure, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useUnsaved } from '../../app/session/unsaved.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { DayInput } from '../../ui/DayInput.tsx'
import { newId } from '../../ui/newId.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Head } from './Head.tsx'
import { BalanceGrid, ItemGrid } from './OpeningGrids.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'
import classes from './settings.module.css'
import { useToday } from './useSaving.ts'

type Checked = AnswerOf<typeof checkOpening>

export function OpeningPage() {
  return <SettingsFrame section="opening">{(settings) => <OpeningSection settings={settings} />}</SettingsFrame>
}

function OpeningSection({ settings }: { settings: Settings }) {
  const drafts = useCall(listDrafts, { query: { kind: 'opening' } })
  return (
    <>
      <Head section="opening">
        Enter the closing balances of your old books as of the date these books begin. Each open item is recorded as a
        document that you can select when it is paid. If you also enter the balance of receivables or payables, Talaan
        compares it with the open items. Any difference is posted to 3090 Opening balance equity.
      </Head>
      <Answered query={drafts} panel={classes.body} loading={<SkeletonRows />}>
        {(answer) => <Entry settings={settings} begun={begunSheet(answer)} />}
      </Answered>
      <Recorded />
    </>
  )
}

type Begun = { importId: string; sheet: OpeningSheet }

/** The newest draft of a complete sheet; drafts of single documents exist only while they are being recorded. */
function begunSheet({ drafts }: AnswerOf<typeof listDrafts>): Begun | undefined {
  for (const { draftId, fields } of drafts) {
    const read = openingSheet.safeParse(fields)
    if (read.success) return { importId: draftId, sheet: read.data }
  }
  return undefined
}

const blankSheet: OpeningSheet = { day: '', rows: [], items: [] }
const isFilled = (row: object) => Object.values(row).some((cell) => String(cell).trim() !== '')
const filled = ({ day, rows, items }: OpeningSheet): OpeningSheet => ({
  day,
  rows: rows.filter(isFilled),
  items: items.filter(isFilled),
})

function Entry({ settings, begun }: { settings: Settings; begun: Begun | undefined }) {
  const today = useToday()
  const queries = useQueryClient()
  const [importId, setImportId] = useState(() => begun?.importId ?? newId())
  const [sheet, setSheet] = useState<OpeningSheet>(begun?.sheet ?? blankSheet)
  const [saved, setSaved] = useState<OpeningSheet>(sheet)
  const [checked, setChecked] = useState<Checked>()
  const [progress, setProgress] = useState<number>()
  const [done, setDone] = useState<string[]>()
  const file = useRef<HTMLInputElement>(null)

  const change = (next: OpeningSheet) => {
    setSheet(next)
    setChecked(undefined)
    setDone(undefined)
  }

  // Saved on the server shortly after the last key press, like every draft.
  const isSaved = sheet === saved
  useUnsaved(!isSaved)
  useEffect(() => {
    if (isSaved) return
    const timer = setTimeout(() => {
      call(saveDraft, { params: { draftId: importId }, body: { kind: 'opening', fields: filled(sheet) } }).then(
        () => setSaved(sheet),
        () => {},
      )
    }, 800)
    return () => clearTimeout(timer)
  }, [sheet, isSaved, importId])

  const check = useMutation({
    mutationFn: () => call(checkOpening, { params: { importId }, body: { sheet: filled(sheet) } }),
    onMutate: () => setSheet(filled(sheet)),
    onSuccess: (answer) => {
      setChecked(answer)
      const [first] = answer.mistakes
      if (first) requestAnimationFrame(() => document.getElementById(first.path.join('-'))?.focus())
    },
  })

  const record = useMutation({
    mutationFn: async ({ documents }: Checked) => {
      const numbers: string[] = []
      for (const [at, { draftId, fields, number }] of documents.entries()) {
        setProgress(at)
        numbers.push(number ?? (await recordOne(draftId, fields)))
      }
      return numbers
    },
    onSuccess: async (numbers) => {
      // The draft contained the balances. Once all of them are recorded, the draft is deleted.
      await call(discardDraft, { params: { draftId: importId } }).catch(() => {})
      setImportId(newId())
      setSheet(blankSheet)
      setSaved(blankSheet)
      setChecked(undefined)
      setDone(numbers)
      void queries.invalidateQueries()
    },
    onError: () => void queries.invalidateQueries({ queryKey: [listDocuments.name] }),
    onSettled: () => setProgress(undefined),
  })

  const read = useMutation({
    mutationFn: (chosen: File) => call(readOpeningFile, { query: { name: chosen.name.slice(0, 200) }, file: chosen }),
    onSuccess: ({ tables }) => {
      const found = tables.map((cells) => sheetFromCells(cells))
      add({ rows: found.flatMap(({ rows }) => rows), items: found.flatMap(({ items }) => items) })
    },
  })
  const add = ({ rows, items }: Pick<OpeningSheet, 'rows' | 'items'>) =>
    change({
      day: sheet.day,
      rows: [...sheet.rows.filter(isFilled), ...rows],
      items: [...sheet.items.filter(isFilled), ...items],
    })

  const { debits, credits } = sidesOf(sheet)
  const rest = debits - credits
  const mistakes = checked?.mistakes ?? []
  const isRight = checked !== undefined && mistakes.length === 0
  const count = checked?.documents.length ?? 0
  const busy = check.isPending || record.isPending
  const grid = { mistakes, names: namesOf(settings), onPasteTable: add, disabled: busy }
  const failed = check.error ?? record.error ?? read.error

  return (
    <form
      className={classes.body}
      aria-label="Opening balances"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (busy) return
        if (isRight) record.mutate(checked)
        else check.mutate()
      }}
    >
      <Stack gap="lg">
        <Group align="flex-start" justify="space-between" gap="md">
          <div style={{ width: 260 }}>
            <DayInput
              label="Books begin on"
              id="day"
              today={today}
              value={sheet.day}
              error={mistakes.find(({ path }) => path[0] === 'day')?.message}
              hint="The day after your old books end."
              onChange={(day) => change({ ...sheet, day })}
            />
          </div>
          <div>
            <Button variant="default" mt={26} onClick={() => file.current?.click()} loading={read.isPending}>
              Import file
            </Button>
            <input
              ref={file}
              type="file"
              hidden
              accept=".csv,.txt,.xlsx"
              aria-label="File with balances or open items"
              onChange={(event) => {
                const [chosen] = event.currentTarget.files ?? []
                if (chosen) read.mutate(chosen)
                event.currentTarget.value = ''
              }}
            />
          </div>
        </Group>
        <Text size="sm" c="dimmed">
          Import a CSV or XLSX file, or paste rows from a spreadsheet: account, debit, credit; or type, party, number,
          date, due date, amount. If the first row has these headings, the columns can be in any order.
        </Text>

        <div>
          <Title order={3} mb="xs" id="balances">
            Account balances
          </Title>
          <BalanceGrid {...grid} rows={sheet.rows} onChange={(rows: BalanceRow[]) => change({ ...sheet, rows })} />
        </div>
        <div>
          <Title order={3} mb="xs" id="items">
            Open items
          </Title>
          <ItemGrid {...grid} rows={sheet.items} onChange={(items: ItemRow[]) => change({ ...sheet, items })} />
        </div>

        <dl className={classes.sums} aria-label="Totals" aria-live="polite">
          <div>
            <dt>Debits</dt>
            <dd>{formatMoney(debits)}</dd>
          </div>
          <div>
            <dt>Credits</dt>
            <dd>{formatMoney(credits)}</dd>
          </div>
          <div>
            <dt>To 3090 Opening balance equity</dt>
            <dd>
              {rest === 0n ? 'nothing' : `${formatMoney(rest > 0n ? rest : -rest)} ${rest > 0n ? 'credit' : 'debit'}`}
            </dd>
          </div>
        </dl>

        {mistakes.length > 0 && (
          <Alert color="red" role="alert" title={mistakesTitle(mistakes.length)}>
            <ol className={classes.mistakes}>
              {mistakes.slice(0, 30).map(({ path, message }) => (
                <li key={`${path.join('-')} ${message}`}>
                  <button
                    type="button"
                    className={classes.toCell}
                    onClick={() => document.getElementById(path.join('-'))?.focus()}
                  >
                    {placeOf(path)}
                    {message}
                  </button>
                </li>
              ))}
            </ol>
          </Alert>
        )}
        {isRight && (
          <Alert color="blue" role="status" title="Checked; nothing is recorded yet">
            <Text size="sm">
              {count === 1 ? 'One document' : `${count} documents`} will be recorded on {sheet.day}.{' '}
              {rest === 0n
                ? 'The balances agree. Account 3090 is zero.'
                : `${formatMoney(rest > 0n ? rest : -rest)} will remain in account 3090 until you find the difference.`}
              {checked.documents.some(({ number }) => number !== null) &&
                ' Documents that are already recorded are not changed.'}
            </Text>
            {checked.warnings.map((warning) => (
              <Text size="sm" key={warning}>
                {warning}
              </Text>
            ))}
          </Alert>
        )}
        {progress !== undefined && (
          <div role="status">
            <Text size="sm" component="label" htmlFor="recorded-so-far">
              Recording {progress + 1} of {count}
            </Text>
            <ProgressBar id="recorded-so-far" value={progress} max={count} />
          </div>
        )}
        {failed !== null && !busy && (
          <Alert color="red" role="alert">
            <Text size="sm">
              {sentenceOf(failed)}{' '}
              {record.isError && 'Documents that are already recorded do not change. Check again to record the others.'}
            </Text>
          </Alert>
        )}
        {done !== undefined && (
          <Alert color="green" role="status" title="Opening balances recorded">
            <Text size="sm">
              {done.length === 1 ? done[0] : `${done[0]} to ${done.at(-1)}`}. They are listed below.
            </Text>
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          {(isFilled(sheet.rows) || isFilled(sheet.items)) && (
            <Text size="sm" c="dimmed" mr="auto">
              {isSaved ? 'Draft saved.' : 'Saving draft…'}
            </Text>
          )}
          <Button type="submit" loading={busy}>
            {isRight ? `Record ${count === 1 ? '1 document' : `${count} documents`}` : 'Check'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Reviews and records; if it was already recorded, a repeated press finds the document. */
async function recordOne(draftId: string, fields: Record<string, unknown>): Promise<string> {
  try {
    const { digest } = await call(reviewDraft, { params: { draftId }, body: { kind: 'opening', fields } })
    return (await call(recordDocument, { body: { draftId, digest } })).number
  } catch (error) {
    if (error instanceof CallFailure && error.code === documentProblems.draftRecorded.code) return ''
    throw error
  }
}

function Recorded() {
  const query = useCall(listDocuments, { query: { kind: 'opening' } })
  return (
    <div className={classes.body}>
      <Title order={3} mb="xs">
        Recorded
      </Title>
      <Answered query={query} loading={<SkeletonRows rows={3} />}>
        {({ documents }) =>
          documents.length === 0 ? (
            <Text size="sm">No opening balances recorded yet.</Text>
          ) : (
            <DataTable
              label="Recorded opening balances"
              rows={documents}
              rowKey={({ id }) => id}
              faded={({ status }) => status === 'void'}
              columns={[
                {
                  key: 'number',
                  title: 'Number',
                  card: 'heading',
                  nowrap: true,
                  cell: ({ id, number }) => (
                    <Anchor component={Link} size="sm" to={paths.document('opening', id)}>
                      {number}
                    </Anchor>
                  ),
                },
                { key: 'what', title: 'Document no.', cell: ({ externalNo }) => externalNo },
                { key: 'party', title: 'Party', cell: ({ partyName }) => partyName ?? '' },
                { key: 'day', title: 'Date', nowrap: true, cell: ({ day }) => formatDay(day) },
                {
                  key: 'total',
                  title: 'Amount',
                  figure: true,
                  card: 'amount',
                  cell: ({ total }) => formatMoney(total),
                },
                {
                  key: 'status',
                  title: 'Status',
                  card: 'bare',
                  nowrap: true,
                  cell: ({ status }) => (
                    <StatusBadge tone={status === 'void' ? 'plain' : 'good'}>
                      {status === 'void' ? 'Void' : 'Recorded'}
                    </StatusBadge>
                  ),
                },
              ]}
            />
          )
        }
      </Answered>
    </div>
  )
}

const namesOf = ({ accounts }: Settings): ReadonlyMap<string, string> =>
  new Map(accounts.filter(({ settings }) => settings.active).map(({ code, settings: { name } }) => [code, name]))

const mistakesTitle = (count: number) => (count === 1 ? 'Correct one entry' : `${count} entries need correction`)

/** 'Balance 3: ' */
function placeOf([list, row]: readonly (string | number)[]): string {
  if (typeof row !== 'number') return ''
  return list === 'items' ? `Open item ${row + 1}: ` : `Balance ${row + 1}: `
}
