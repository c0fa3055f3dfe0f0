// The year of payroll: the adjustment of tax withheld, form 2316 for each employee, and the schedules of form 1604-C.
import { Button, NativeSelect, Text } from '@mantine/core'
import { type EmployeeOfYear, printForm2316, viewPayrollYear } from '@talaan/contract/payroll.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useMutation } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { callBytes, saveFile, sentenceOf, useCall } from '../../app/api.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useToday } from '../../app/today.ts'
import { DataTable, type DataColumn } from '../../ui/DataTable.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { PeriodField } from '../../ui/PeriodField.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './payroll.module.css'
import { ListOf } from './PayrollListsPage.tsx'
import { PayrollTabs } from './PayrollTabs.tsx'

const shown = {
  certificates: 'Form 2316 and adjustment',
  adjustment: 'Year-end adjustment',
  schedule1: '1604-C schedule 1',
  schedule2: '1604-C schedule 2',
} as const
type Shown = keyof typeof shown

export function PayrollYearPage() {
  const [address, setAddress] = useSearchParams()
  const thisYear = Number(useToday().slice(0, 4))
  const years = Array.from({ length: 6 }, (_, at) => String(thisYear - at))
  const year = years.find((one) => one === address.get('year')) ?? String(thisYear)
  const what = (Object.keys(shown) as Shown[]).find((one) => one === address.get('show')) ?? 'certificates'
  const change = (key: string, value: string) =>
    setAddress((old) => new URLSearchParams({ ...Object.fromEntries(old), [key]: value }), { replace: true })
  return (
    <>
      <PageTitle>Payroll Year End</PageTitle>
      <PayrollTabs />
      <div className={classes.tools}>
        <NativeSelect
          size="sm"
          label="Show"
          value={what}
          onChange={(event) => change('show', event.currentTarget.value)}
          data={Object.entries(shown).map(([value, label]) => ({ value, label }))}
        />
        <PeriodField
          label="Year"
          value={year}
          choices={years.map((value) => ({ value, label: value }))}
          unit="year"
          onChange={(value) => change('year', value)}
        />
      </div>
      {what === 'certificates' ? <Certificates year={year} /> : <ListOf list={what} period={`${year}-12`} />}
    </>
  )
}

function Certificates({ year }: { year: string }) {
  const query = useCall(viewPayrollYear, { params: { year } }, { keepPrevious: true })
  const save = useMutation({
    mutationFn: (employee: string | undefined) =>
      callBytes(printForm2316, { params: { year }, query: employee === undefined ? {} : { employee } }),
    onSuccess: saveFile,
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  return (
    <Answered query={query} loading={<SkeletonRows rows={8} />}>
      {({ employees }) =>
        employees.length === 0 ? (
          <Text>No pay is recorded for {year}.</Text>
        ) : (
          <>
            <div className={classes.files}>
              <Button
                size="sm"
                loading={save.isPending && save.variables === undefined}
                onClick={() => save.mutate(undefined)}
              >
                Print all forms 2316
              </Button>
            </div>
            <DataTable
              framed
              label={`Employees with pay in ${year}`}
              rows={employees}
              rowKey={({ no }) => no}
              columns={columns((no) => save.mutate(no))}
            />
            <Text size="sm" mt="md">
              Tax due and adjustment are computed from the pay recorded so far this year.
            </Text>
          </>
        )
      }
    </Answered>
  )
}

const columns = (print: (no: string) => void): DataColumn<EmployeeOfYear>[] => [
  { key: 'no', title: 'No.', nowrap: true, card: 'bare', cell: ({ no }) => no },
  { key: 'name', title: 'Name', card: 'heading', cell: ({ name }) => name },
  { key: 'tin', title: 'TIN', nowrap: true, cell: ({ tin }) => tin || 'None' },
  { key: 'gross', title: 'Gross pay', figure: true, cell: ({ gross }) => formatMoney(gross) },
  { key: 'taxable', title: 'Taxable', figure: true, cell: ({ taxable }) => formatMoney(taxable) },
  { key: 'due', title: 'Tax due', figure: true, cell: ({ taxDue }) => formatMoney(taxDue) },
  { key: 'withheld', title: 'Withheld', figure: true, cell: ({ withheld }) => formatMoney(withheld) },
  { key: 'adjustment', title: 'Adjustment', card: 'line', cell: ({ adjustment }) => adjustmentWords(adjustment) },
  {
    key: 'print',
    title: 'Form',
    card: 'action',
    cell: ({ no, name }) => (
      <Button size="compact-sm" variant="default" aria-label={`Print form 2316 of ${name}`} onClick={() => print(no)}>
        2316
      </Button>
    ),
  },
]

function adjustmentWords(adjustment: bigint): string {
  if (adjustment === 0n) return 'None'
  return adjustment > 0n ? `Withhold ${formatMoney(adjustment)}` : `Refund ${formatMoney(-adjustment)}`
}
