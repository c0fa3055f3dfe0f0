// Employees, with the figures of their previous employers in the year. They are registered and corrected here.
import { Button, Group, Text } from '@mantine/core'
import {
  listEmployees,
  removeEmployee,
  saveEmployee,
  savePreviousEmployer,
  type ListedEmployee,
} from '@talaan/contract/payroll.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { employeeName, employmentWords, separationWords } from '@talaan/ledger/payroll/employee.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useToday } from '../../app/today.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { DataTable, type DataColumn } from '../../ui/DataTable.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { toast } from '../../ui/toast.ts'
import '../../app/session/modal.ts'
import { EditDialog } from '../settings/EditDialog.tsx'
import type { Field } from '../settings/fields.tsx'
import { PayrollTabs } from './PayrollTabs.tsx'

type Shown = { what: 'employee'; row: ListedEmployee | null } | { what: 'previous' | 'remove'; row: ListedEmployee }

export function EmployeesPage() {
  const query = useCall(listEmployees)
  const [shown, setShown] = useState<Shown | null>(null)
  const close = () => setShown(null)
  return (
    <>
      <PageTitle action={<Button onClick={() => setShown({ what: 'employee', row: null })}>Add employee</Button>}>
        Employees
      </PageTitle>
      <PayrollTabs />
      <Answered query={query} loading={<SkeletonRows rows={8} />}>
        {({ employees }) => (
          <>
            {employees.length === 0 ? (
              <Text>No employees yet. Add them, then record the payroll register for a pay period.</Text>
            ) : (
              <DataTable
                framed
                label="Employees"
                rows={employees}
                rowKey={({ no }) => no}
                columns={columns(setShown)}
              />
            )}
            <WithoutTin employees={employees} />
          </>
        )}
      </Answered>
      {shown?.what === 'employee' && <EmployeeDialog row={shown.row} onClose={close} />}
      {shown?.what === 'previous' && <PreviousDialog row={shown.row} onClose={close} />}
      {shown?.what === 'remove' && <RemoveDialog row={shown.row} onClose={close} />}
    </>
  )
}

/** The annual alphalist needs the TIN of every employee. */
function WithoutTin({ employees }: { employees: readonly ListedEmployee[] }) {
  const names = employees.filter(({ fields }) => fields.tin === '').map(({ fields }) => employeeName(fields))
  if (names.length === 0) return null
  return (
    <Text size="sm" mt="md">
      Without a TIN: {names.join('; ')}. Form 2316 and the alphalist of form 1604-C need the TIN of every employee.
    </Text>
  )
}

const columns = (open: (shown: Shown) => void): DataColumn<ListedEmployee>[] => [
  { key: 'no', title: 'No.', nowrap: true, card: 'bare', cell: ({ no }) => no },
  { key: 'name', title: 'Name', card: 'heading', cell: ({ fields }) => employeeName(fields) },
  { key: 'tin', title: 'TIN', nowrap: true, cell: ({ fields }) => fields.tin || 'None' },
  { key: 'hired', title: 'Employed', nowrap: true, cell: ({ fields }) => employed(fields) },
  { key: 'wage', title: 'Minimum wage', cell: ({ fields }) => minimumWage(fields) },
  {
    key: 'previous',
    title: 'Previous employer',
    cell: (row) => {
      const [own] = row.previous
      const shown = own === undefined ? 'Add' : `${own.name}, ${own.year}`
      return (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${shown}: previous employer of ${employeeName(row.fields)}`}
          onClick={() => open({ what: 'previous', row })}
        >
          {shown}
        </Button>
      )
    },
  },
  {
    key: 'act',
    title: 'Actions',
    card: 'action',
    cell: (row) => {
      const name = employeeName(row.fields)
      const act = (what: 'employee' | 'remove', label: string) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${label}, ${name}`}
          onClick={() => open({ what, row })}
        >
          {label}
        </Button>
      )
      return (
        <Group gap={6} wrap="nowrap">
          {act('employee', 'Edit')}
          {!row.isPaid && act('remove', 'Remove')}
        </Group>
      )
    },
  },
]

type Fields = ListedEmployee['fields']

const employed = ({ hiredOn, separatedOn }: Fields): string =>
  separatedOn === null ? `From ${formatDay(hiredOn)}` : `${formatDay(hiredOn)} to ${formatDay(separatedOn)}`

const minimumWage = ({ minimumWage: is, minimumWageUntil: until }: Fields): string =>
  !is ? 'No' : until === null ? 'Yes' : `Until ${formatDay(until)}`

const choices = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
const dayHint = 'Year, month and day, for example 1985-04-30'

const codeField: Field = {
  name: 'code',
  label: 'Employee number',
  required: true,
  maxLength: 20,
  hint: 'As in your payroll, for example E-001. You cannot change it later.',
}

const employeeForm: readonly Field[] = [
  { name: 'lastName', label: 'Last name', required: true, maxLength: 60 },
  { name: 'firstName', label: 'First name', required: true, maxLength: 60 },
  { name: 'middleName', label: 'Middle name (optional)', maxLength: 60 },
  { name: 'tin', label: 'TIN', hint: 'Leave empty if the employee has none yet' },
  { name: 'address', label: 'Address', wide: true, maxLength: 200 },
  { name: 'zip', label: 'ZIP code', maxLength: 4 },
  { name: 'birthDate', label: 'Date of birth', kind: 'none', hint: dayHint },
  { name: 'nationality', label: 'Nationality', required: true, maxLength: 40 },
  { name: 'status', label: 'Employment status', kind: 'choice', options: choices(employmentWords) },
  { name: 'hiredOn', label: 'Date hired', required: true, hint: dayHint },
  { name: 'separatedOn', label: 'Date of separation (optional)', kind: 'none' },
  { name: 'separation', label: 'Reason for separation', kind: 'choice', options: choices(separationWords) },
  { name: 'sssNo', label: 'SSS number', maxLength: 20 },
  { name: 'philhealthNo', label: 'PhilHealth number', maxLength: 20 },
  { name: 'pagibigNo', label: 'Pag-IBIG number', maxLength: 20 },
  { name: 'minimumWage', label: 'Minimum wage earner', kind: 'yes' },
  {
    name: 'minimumWageUntil',
    label: 'Last day as minimum wage earner (optional)',
    kind: 'none',
    hint: 'Enter this date when the pay rises above the minimum wage',
  },
  { name: 'wagePerDay', label: 'Minimum wage per day', kind: 'money' },
  { name: 'daysOfYear', label: 'Working days per year', maxLength: 3, hint: 'For example, 313' },
]

const blank = {
  status: 'R',
  nationality: 'Filipino',
  separation: '',
  minimumWage: false,
  birthDate: null,
  separatedOn: null,
  minimumWageUntil: null,
}

type DialogProps = { row: ListedEmployee; onClose: () => void }

function EmployeeDialog({ row, onClose }: { row: ListedEmployee | null; onClose: () => void }) {
  return (
    <EditDialog
      title={row === null ? 'Add employee' : employeeName(row.fields)}
      endpoint={saveEmployee}
      fields={employeeForm}
      values={row?.fields ?? blank}
      was={row?.fields ?? null}
      savedMessage="Employee saved"
      onClose={onClose}
      {...(row === null ? { codeField } : { code: row.no })}
    />
  )
}

const previousForm: readonly Field[] = [
  { name: 'name', label: 'Name of the previous employer', required: true, wide: true, maxLength: 150 },
  { name: 'tin', label: 'TIN' },
  { name: 'zip', label: 'ZIP code', maxLength: 4 },
  { name: 'address', label: 'Address', wide: true, maxLength: 200 },
  { name: 'thirteenth', label: '13th month and other benefits, exempt', kind: 'money' },
  { name: 'deMinimis', label: 'De minimis benefits', kind: 'money' },
  { name: 'contributions', label: 'Contributions and union dues', kind: 'money' },
  { name: 'otherExempt', label: 'Other exempt pay', kind: 'money' },
  { name: 'taxableBasic', label: 'Taxable basic salary', kind: 'money' },
  { name: 'taxableThirteenth', label: 'Taxable 13th month', kind: 'money' },
  { name: 'taxableOther', label: 'Other taxable pay', kind: 'money' },
  { name: 'withheld', label: 'Tax withheld', kind: 'money' },
]

function PreviousDialog({ row, onClose }: DialogProps) {
  const thisYear = Number(useToday().slice(0, 4))
  const [year, setYear] = useState(() => row.previous[0]?.year ?? thisYear)
  const own = row.previous.find((one) => one.year === year)
  const years = [...new Set([thisYear, thisYear - 1, ...row.previous.map((one) => one.year)])].toSorted((a, b) => b - a)
  return (
    <EditDialog
      key={year}
      title={`Previous employer of ${employeeName(row.fields)}, ${year}`}
      endpoint={savePreviousEmployer}
      fields={[
        ...previousForm,
        { name: 'year', label: 'Year', kind: 'number', options: [{ value: String(year), label: String(year) }] },
      ]}
      values={own ?? { year }}
      was={own ?? null}
      code={row.no}
      savedMessage="Previous employer saved"
      onClose={onClose}
    >
      <Text size="sm">Copy the amounts from the previous employer’s form 2316. They apply to this year only.</Text>
      <Group gap={6} my="sm" role="group" aria-label="Year">
        {years.map((each) => (
          <Button
            key={each}
            size="compact-sm"
            variant={each === year ? 'filled' : 'default'}
            aria-pressed={each === year}
            onClick={() => setYear(each)}
          >
            {each}
          </Button>
        ))}
      </Group>
    </EditDialog>
  )
}

function RemoveDialog({ row, onClose }: DialogProps) {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(removeEmployee, { params: { code: row.no } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [listEmployees.name] })
      toast({ title: 'Employee removed', tone: 'good' })
      onClose()
    },
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  return (
    <ConfirmDialog
      opened
      title={`Remove ${employeeName(row.fields)}?`}
      confirm="Remove employee"
      cancel="Cancel"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      <Text>
        This employee is not in any payroll register. The registration and the data of previous employers will be
        deleted.
      </Text>
    </ConfirmDialog>
  )
}
