// The lists attached to tax returns: shown as tables, checked, and downloaded as files to submit.
import { Button, NativeSelect, Text } from '@mantine/core'
import { portalFacts } from '@talaan/contract/portal.ts'
import {
  type ImportationAnswer,
  printTaxList,
  type TaxListFormat,
  taxListFormats,
  type TaxListName,
  taxListNames,
  taxListWords,
  viewTaxList,
} from '@talaan/contract/tax-lists.ts'
import { addMonths, formatMonth, monthOf } from '@talaan/ledger/core/date.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import { type SawtForm, sawtForms } from '@talaan/ledger/tax/lists/alphalist.ts'
import { quarterStart, quarterWords } from '@talaan/ledger/tax/lists/taxpayer.ts'
import type { Row } from '@talaan/ledger/reports/table.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { callBytes, saveFile, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { ReportTable } from '../../app/table/ReportTable.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { PeriodField } from '../../ui/PeriodField.tsx'
import { Term } from '../../ui/Term.tsx'
import { toast } from '../../ui/toast.ts'
import { Findings } from '../filings/Findings.tsx'
import { Importations } from './Importations.tsx'
import '../../app/session/modal.ts'
import classes from '../filings/lists.module.css'
import tax from '../filings/tax.module.css'
import { TaxTabs } from '../filings/TaxTabs.tsx'

const termOf = {
  sales: 'RELIEF',
  purchases: 'RELIEF',
  importations: 'RELIEF',
  qap: 'Alphalist',
  annual: 'Alphalist',
  final: 'Alphalist',
  finalAnnual: 'Alphalist',
  sawt: 'SAWT',
} as const satisfies Record<TaxListName, string>

type ListQuery = { list: TaxListName; period: Month; form: SawtForm }

export function ListsPage() {
  const [address, setAddress] = useSearchParams()
  const today = useCall(portalFacts).data?.today
  const change = (key: string, value: string) =>
    setAddress(
      (old) => {
        const next = new URLSearchParams(old)
        next.set(key, value)
        return next
      },
      { replace: true },
    )
  const list = taxListNames.find((name) => name === address.get('list')) ?? 'sales'
  const form = sawtForms.find((name) => name === address.get('form')) ?? '1702Q'
  const { span } = taxListWords[list]
  const periods = today === undefined ? [] : periodsOf(list, monthOf(today))
  const period = periods.find(({ value }) => value === address.get('period'))?.value ?? periods[1]?.value
  return (
    <>
      <PageTitle term={<Term name={termOf[list]} />}>Lists</PageTitle>
      <TaxTabs />
      <div className={tax.tools}>
        <NativeSelect
          size="sm"
          label="List"
          value={list}
          onChange={(event) => change('list', event.currentTarget.value)}
          data={taxListNames.map((value) => ({ value, label: taxListWords[value].title }))}
        />
        <PeriodField
          label={list === 'sawt' ? 'Period ending' : 'Period'}
          value={period ?? ''}
          choices={periods}
          unit={span === 'return' ? 'quarter' : span}
          onChange={(value) => change('period', value)}
        />
        {list === 'sawt' && (
          <NativeSelect
            size="sm"
            label="Return"
            value={form}
            onChange={(event) => change('form', event.currentTarget.value)}
            data={[...sawtForms]}
          />
        )}
      </div>
      {period !== undefined && <List key={list} list={list} period={period} form={form} />}
    </>
  )
}

function List({ list, period, form }: ListQuery) {
  const query = list === 'sawt' ? { period, form } : { period }
  const answer = useCall(viewTaxList, { params: { list }, query }, { keepPrevious: true })
  return (
    <>
      <Text mb="md">{taxListWords[list].about}</Text>
      <Answered query={answer} loading={<SkeletonRows rows={10} />}>
        {({ table, findings, file, importations }) => (
          <>
            <Files query={{ list, period, form }} file={file} weights={new Set(findings.map(({ weight }) => weight))} />
            <Findings findings={findings} />
            <ReportTable table={table} linkTo={linkTo} busy={answer.isPlaceholderData} />
            {list === 'importations' && <Importations importations={importations as ImportationAnswer[]} />}
          </>
        )}
      </Answered>
    </>
  )
}

type Weights = ReadonlySet<'stops' | 'confirm' | 'warns'>

function Files({ query: { list, period, form }, file, weights }: { query: ListQuery; file: string; weights: Weights }) {
  const [asking, setAsking] = useState(false)
  const save = useMutation({
    mutationFn: ({ format, confirmed }: { format: TaxListFormat; confirmed?: 'yes' }) =>
      callBytes(printTaxList, {
        params: { list, format },
        query: { period, ...(list === 'sawt' && { form }), ...(confirmed && { confirmed }) },
      }),
    onSuccess: (made) => {
      saveFile(made)
      setAsking(false)
    },
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  const stopped = weights.has('stops')
  return (
    <>
      <div className={classes.files} role="group" aria-label="Download">
        {taxListFormats.map((format) => (
          <Button
            key={format}
            size="sm"
            variant={format === 'dat' ? 'filled' : 'default'}
            {...(format === 'dat' && { color: 'brand', 'aria-describedby': 'file-name' })}
            disabled={format === 'dat' && stopped}
            loading={save.isPending && save.variables.format === format}
            onClick={() => (format === 'dat' && weights.has('confirm') ? setAsking(true) : save.mutate({ format }))}
          >
            {format.toUpperCase()}
          </Button>
        ))}
        <span id="file-name" className={classes.quiet}>
          {stopped ? 'Correct the errors below to download the DAT file.' : file}
        </span>
      </div>
      <ConfirmDialog
        opened={asking}
        title="Download the file anyway?"
        confirm="Download file"
        cancel="Cancel"
        busy={save.isPending}
        onConfirm={() => save.mutate({ format: 'dat', confirmed: 'yes' })}
        onCancel={() => setAsking(false)}
      >
        <Text>
          Some details of this file format are not confirmed. They are listed above the table. Check the file in the BIR
          module before you submit it.
        </Text>
      </ConfirmDialog>
    </>
  )
}

const linkTo = (link: NonNullable<Row['link']>): string | undefined =>
  link.to === 'document'
    ? paths.document(link.kind, link.id)
    : link.to === 'statement'
      ? paths.statement(link.side, link.party)
      : undefined

/** The current and earlier periods of a list. The latest period that has ended is selected. */
function periodsOf(list: TaxListName, now: Month): { value: Month; label: string }[] {
  const { span } = taxListWords[list]
  if (span === 'month') {
    return Array.from({ length: 36 }, (_, at) => addMonths(now, -at)).map((value) => ({
      value,
      label: formatMonth(value),
    }))
  }
  if (span === 'quarter') {
    return Array.from({ length: 12 }, (_, at) => addMonths(quarterStart(now), -3 * at)).map((start) => ({
      value: addMonths(start, 2),
      label: capital(quarterWords(start)),
    }))
  }
  if (span === 'year') {
    const year = Number(now.slice(0, 4))
    return Array.from({ length: 6 }, (_, at) => ({ value: `${year - at}-12`, label: String(year - at) }))
  }
  return Array.from({ length: 24 }, (_, at) => addMonths(addMonths(quarterStart(now), 2), -at))
    .filter((month) => Number(month.slice(5, 7)) % 3 === 0)
    .map((value) => ({ value, label: formatMonth(value) }))
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
