// The annual inventory list: users upload the count, compare it with the books, and download the list.
import { Alert, Button, NativeSelect, Text, Textarea, Title } from '@mantine/core'
import { saveDraft } from '@talaan/contract/documents.ts'
import { readImportFile } from '@talaan/contract/imports.ts'
import { checkCount, type Inventory, printInventory, saveCount, viewInventory } from '@talaan/contract/inventory.ts'
import { dayInManila, dayMistake, formatDay, formatLongDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { templateCsv } from '@talaan/ledger/documents/import/mapping.ts'
import { type CostMethod, costMethods, costMethodWords } from '@talaan/ledger/reports/annual/profile.ts'
import { countColumns } from '@talaan/ledger/tax/inventory/count.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call, callBytes, saveFile, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { FileButtons } from '../../app/table/FileButtons.tsx'
import { ReportTable } from '../../app/table/ReportTable.tsx'
import sheet from '../../app/table/sheet.module.css'
import { newId } from '../../ui/newId.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { PeriodField } from '../../ui/PeriodField.tsx'
import { toast } from '../../ui/toast.ts'
import tax from '../filings/tax.module.css'
import { TaxTabs } from '../filings/TaxTabs.tsx'
import classes from './inventory.module.css'

export function InventoryPage() {
  const [address, setAddress] = useSearchParams()
  const requested = address.get('to') ?? ''
  const query = useCall(
    viewInventory,
    { query: dayMistake(requested) === null ? { to: requested } : {} },
    { keepPrevious: true },
  )
  return (
    <>
      <div className={sheet.screenOnly}>
        <PageTitle>Inventory list</PageTitle>
        <TaxTabs />
      </div>
      <Answered query={query} loading={<SkeletonRows rows={12} />}>
        {(inventory) => (
          <>
            <div className={sheet.tools}>
              <PeriodField
                label="Fiscal year ended"
                value={inventory.to}
                choices={[...new Set([...inventory.years, inventory.to])]
                  .toSorted()
                  .reverse()
                  .map((value) => ({ value, label: formatLongDay(value) }))}
                unit="year"
                onChange={(to) => setAddress({ to }, { replace: true })}
              />
              {inventory.count !== null && (
                <FileButtons
                  className={sheet.downloads}
                  label="Download inventory list"
                  fetch={(format) => callBytes(printInventory, { params: { to: inventory.to, format } })}
                />
              )}
            </div>
            <Upload key={inventory.to} inventory={inventory} />
            {inventory.count !== null && (
              <Counted to={inventory.to} count={inventory.count} balances={inventory.balances} />
            )}
          </>
        )}
      </Answered>
    </>
  )
}

function Upload({ inventory: { to, method: usual, count } }: { inventory: Inventory }) {
  const queries = useQueryClient()
  const [method, setMethod] = useState<CostMethod>(count?.method ?? usual)
  const [pasted, setPasted] = useState('')
  const [rows, setRows] = useState<string[][]>([])
  const input = useRef<HTMLInputElement>(null)
  const check = useMutation({
    mutationFn: async (file: File) => {
      const { tables } = await call(readImportFile, { query: { name: file.name }, file })
      const cells = tables[0] ?? []
      setRows(cells)
      return call(checkCount, { body: { rows: cells } })
    },
  })
  const save = useMutation({
    mutationFn: () => call(saveCount, { params: { to, countId: newId() }, body: { method, rows } }),
    onSuccess: () => {
      toast({ title: 'Count saved', tone: 'good' })
      setPasted('')
      check.reset()
    },
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
    onSettled: () => queries.invalidateQueries(),
  })
  const checked = check.data
  return (
    <section className={`${classes.part} ${sheet.screenOnly}`} aria-labelledby="count">
      <Title order={2} id="count">
        {count === null ? 'Upload the count' : 'Replace the count'}
      </Title>
      <Text size="sm">
        {count === null
          ? 'Use one row for each item, with column headings in the first row. Unit prices are costs, not selling prices.'
          : `${itemsOf(count.lines)}, entered by ${count.by} on ${formatDay(dayInManila(Date.parse(count.at)))}. A new count replaces this one in the list; this one remains saved.`}
      </Text>
      <NativeSelect
        size="sm"
        maw={320}
        label="Inventory valuation method"
        value={method}
        onChange={(event) => setMethod(costMethods.find((one) => one === event.currentTarget.value) ?? 'fifo')}
        data={costMethods.map((value) => ({ value, label: costMethodWords[value] }))}
      />
      <Textarea
        size="sm"
        label="Rows from a spreadsheet (optional)"
        rows={3}
        value={pasted}
        onChange={(event) => setPasted(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Count file, CSV or XLSX"
          accept=".csv,.xlsx,.txt"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            event.currentTarget.value = ''
            if (file !== undefined) check.mutate(file)
          }}
        />
        <Button size="sm" loading={check.isPending} onClick={() => input.current?.click()}>
          Choose file
        </Button>
        <Button
          size="sm"
          variant="default"
          disabled={pasted.trim() === ''}
          loading={check.isPending}
          onClick={() => check.mutate(new File([pasted], 'pasted.txt'))}
        >
          Check rows
        </Button>
        <Button
          size="sm"
          variant="default"
          onClick={() =>
            saveFile({
              blob: new Blob([templateCsv({ columns: countColumns })], { type: 'text/csv' }),
              name: 'inventory-count-template.csv',
            })
          }
        >
          Download template
        </Button>
      </div>
      {check.isError && (
        <Alert color="red" role="alert">
          {sentenceOf(check.error)}
        </Alert>
      )}
      {checked !== undefined && checked.mistakes.length > 0 && (
        <div role="alert">
          <ul className={classes.mistakes} aria-label="Errors">
            {checked.mistakes.map(({ row, message }, at) => (
              <li key={at}>{row === 0 ? message : `Row ${row}: ${message}`}</li>
            ))}
          </ul>
        </div>
      )}
      {checked !== undefined && checked.mistakes.length === 0 && (
        <div role="status">
          <Text size="sm" mb="xs">
            {`${itemsOf(checked.lines)} with a total of ${formatMoney(checked.total)}. No errors found.`}
          </Text>
          <Button size="sm" loading={save.isPending} onClick={() => save.mutate()}>
            Save count
          </Button>
        </div>
      )}
    </section>
  )
}

type CountedProps = { to: string; count: NonNullable<Inventory['count']>; balances: Inventory['balances'] }

function Counted({ to, count, balances }: CountedProps) {
  const { counted, others, booked, difference, voucher } = count
  const names = balances.map(({ code }) => code).join(', ')
  return (
    <>
      <dl className={tax.facts}>
        <div>
          <dt>Counted, own goods</dt>
          <dd>{formatMoney(counted)}</dd>
        </div>
        {others !== 0n && (
          <div>
            <dt>Goods owned by others</dt>
            <dd>{formatMoney(others)}</dd>
          </div>
        )}
        <div>
          <dt>{`In the books (${names})`}</dt>
          <dd>{formatMoney(booked)}</dd>
        </div>
        <div>
          <dt>Difference</dt>
          <dd>{formatMoney(difference)}</dd>
        </div>
      </dl>
      <Text size="sm" mb="md" role="status">
        {differenceWords(difference, to)}
      </Text>
      {voucher !== null && <Adjust voucher={voucher} />}
      <ReportTable table={count.table} linkTo={() => undefined} />
      <section className={classes.declaration} aria-labelledby="declaration">
        <Title order={2} id="declaration">
          Sworn declaration
        </Title>
        {count.declaration.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </section>
    </>
  )
}

const differenceWords = (difference: bigint, to: string): string =>
  difference === 0n
    ? 'The count agrees with the books.'
    : difference > 0n
      ? `The books show ${formatMoney(difference)} more than was counted on ${formatLongDay(to)}. Record the difference as cost of goods sold, or correct the count.`
      : `The books show ${formatMoney(-difference)} less than was counted on ${formatLongDay(to)}. Record the difference, or correct the count.`

/** Opens the adjustment as a journal voucher that is filled in. Nothing is posted until the user presses Yes. */
function Adjust({ voucher }: { voucher: NonNullable<CountedProps['count']['voucher']> }) {
  const navigate = useNavigate()
  const prepare = useMutation({
    mutationFn: async () => {
      const draftId = newId()
      const lines = voucher.lines.map((line) => ({
        ...line,
        debit: line.debit.toString(),
        credit: line.credit.toString(),
      }))
      await call(saveDraft, { params: { draftId }, body: { kind: 'journalvoucher', fields: { ...voucher, lines } } })
      return draftId
    },
    onSuccess: (draft) => navigate(paths.form('journalvoucher', { draft })),
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  return (
    <Button
      className={sheet.screenOnly}
      variant="default"
      mb="md"
      loading={prepare.isPending}
      onClick={() => prepare.mutate()}
    >
      Prepare adjustment
    </Button>
  )
}

const itemsOf = (count: number): string => (count === 1 ? '1 item' : `${count.toLocaleString('en')} items`)
