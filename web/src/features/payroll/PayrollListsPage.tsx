// The payroll of a month and its remittance lists, on the screen and as files.
import { NativeSelect } from '@mantine/core'
import { payrollListNames, payrollLists, printPayrollList, viewPayrollList } from '@talaan/contract/payroll.ts'
import type { PayrollList } from '@talaan/contract/payroll.ts'
import { addMonths, formatMonth, monthOf } from '@talaan/ledger/core/date.ts'
import { useSearchParams } from 'react-router'
import { callBytes, useCall } from '../../app/api.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { FileButtons } from '../../app/table/FileButtons.tsx'
import { ReportTable } from '../../app/table/ReportTable.tsx'
import { useToday } from '../../app/today.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { PeriodField } from '../../ui/PeriodField.tsx'
import classes from './payroll.module.css'
import { PayrollTabs } from './PayrollTabs.tsx'

const lists = payrollListNames.filter((name) => payrollLists[name].span === 'month')

export function PayrollListsPage() {
  const [address, setAddress] = useSearchParams()
  const today = useToday()
  const months = Array.from({ length: 36 }, (_, at) => addMonths(monthOf(today), -at))
  const list = lists.find((name) => name === address.get('list')) ?? 'register'
  const period = months.find((month) => month === address.get('period')) ?? months[1] ?? monthOf(today)
  const change = (key: string, value: string) =>
    setAddress((old) => new URLSearchParams({ ...Object.fromEntries(old), [key]: value }), { replace: true })
  return (
    <>
      <PageTitle>Payroll Lists</PageTitle>
      <PayrollTabs />
      <div className={classes.tools}>
        <NativeSelect
          size="sm"
          label="List"
          value={list}
          onChange={(event) => change('list', event.currentTarget.value)}
          data={lists.map((value) => ({ value, label: payrollLists[value].title }))}
        />
        <PeriodField
          label="Month of payment"
          value={period}
          choices={months.map((value) => ({ value, label: formatMonth(value) }))}
          unit="month"
          onChange={(value) => change('period', value)}
        />
      </div>
      <ListOf list={list} period={period} />
    </>
  )
}

/** A list and its download buttons. */
export function ListOf({ list, period }: { list: PayrollList; period: string }) {
  const query = useCall(viewPayrollList, { params: { list }, query: { period } }, { keepPrevious: true })
  return (
    <Answered query={query} loading={<SkeletonRows rows={8} />}>
      {({ table }) => (
        <>
          <div className={classes.files}>
            <FileButtons
              label={`Download ${payrollLists[list].title}`}
              fetch={(format) => callBytes(printPayrollList, { params: { list, format }, query: { period } })}
            />
          </div>
          <ReportTable table={table} linkTo={noLinks} busy={query.isPlaceholderData} />
        </>
      )}
    </Answered>
  )
}

const noLinks = () => undefined
