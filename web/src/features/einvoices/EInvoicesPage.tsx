// Exports recorded sales documents as signed JSON, and compares them with the sales book first.
import { Button, Group, Text } from '@mantine/core'
import { eInvoiceKey, exportEInvoices, viewEInvoices } from '@talaan/contract/einvoices.ts'
import { portalFacts } from '@talaan/contract/portal.ts'
import { addMonths, endOfMonth, formatMonth, monthOf, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import { quarterStart, quarterWords } from '@talaan/ledger/tax/lists/taxpayer.ts'
import { useMutation } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { callBytes, saveFile, sentenceOf, useCall } from '../../app/api.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { ReportTable } from '../../app/table/ReportTable.tsx'
import sheet from '../../app/table/sheet.module.css'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { PeriodField } from '../../ui/PeriodField.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toast.ts'
import { TaxTabs } from '../filings/TaxTabs.tsx'

export function EInvoicesPage() {
  const [address, setAddress] = useSearchParams()
  const today = useCall(portalFacts).data?.today
  const periods = today === undefined ? [] : periodsOf(monthOf(today))
  const all = periods.flatMap(({ items }) => items)
  const period = all.find(({ value }) => value === address.get('period')) ?? all[1]
  return (
    <>
      <div className={sheet.screenOnly}>
        <PageTitle>Sales documents</PageTitle>
        <TaxTabs />
      </div>
      <Text mb="md" maw="75ch" className={sheet.screenOnly}>
        Download invoices, debit and credit memos, and voids as signed JSON files that use the field names of the BIR’s
        Electronic Invoicing System. Talaan sends nothing to the BIR: you issue invoices on your authorized forms.
      </Text>
      <div className={sheet.tools}>
        <PeriodField
          value={period?.value ?? ''}
          choices={periods}
          onChange={(value) => setAddress({ period: value }, { replace: true })}
        />
        {period !== undefined && <Downloads days={daysOf(period.value)} />}
      </div>
      {period !== undefined && <Comparison days={daysOf(period.value)} />}
    </>
  )
}

type Days = { from: string; to: string }

function Comparison({ days }: { days: Days }) {
  const query = useCall(viewEInvoices, { query: days }, { keepPrevious: true })
  return (
    <Answered query={query} loading={<SkeletonRows rows={7} />}>
      {({ table, difference }) => (
        <>
          <p role="status">
            {difference.net === 0n && difference.vat === 0n ? (
              <StatusBadge tone="good">Agrees with the sales book</StatusBadge>
            ) : (
              <StatusBadge tone="bad">Differs from the sales book</StatusBadge>
            )}
          </p>
          <ReportTable table={table} linkTo={() => undefined} busy={query.isPlaceholderData} />
        </>
      )}
    </Answered>
  )
}

function Downloads({ days }: { days: Days }) {
  const save = useMutation({
    mutationFn: (what: 'file' | 'key') =>
      what === 'file' ? callBytes(exportEInvoices, { query: days }) : callBytes(eInvoiceKey, {}),
    onSuccess: saveFile,
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  return (
    <Group gap="xs" className={`${sheet.downloads} ${sheet.nextToFields}`}>
      <Button size="sm" loading={save.isPending && save.variables === 'file'} onClick={() => save.mutate('file')}>
        Download signed JSON
      </Button>
      <Button
        size="sm"
        variant="default"
        loading={save.isPending && save.variables === 'key'}
        onClick={() => save.mutate('key')}
      >
        Download public key
      </Button>
    </Group>
  )
}

/** '2026-03' is a month; '2026-01/3' is the quarter that begins with that month. */
function daysOf(value: string): Days {
  const [first = '', length = '1'] = value.split('/')
  return { from: startOfMonth(first), to: endOfMonth(addMonths(first, Number(length) - 1)) }
}

function periodsOf(now: Month) {
  const quarter = quarterStart(now)
  return [
    {
      group: 'Months',
      items: Array.from({ length: 24 }, (_, at) => addMonths(now, -at)).map((value) => ({
        value,
        label: formatMonth(value),
      })),
    },
    {
      group: 'Quarters',
      items: Array.from({ length: 8 }, (_, at) => addMonths(quarter, -3 * at)).map((start) => ({
        value: `${start}/3`,
        label: quarterWords(start),
      })),
    },
  ]
}
