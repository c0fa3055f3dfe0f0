// The payroll register: the pay period, a line for each employee, the totals, and the control totals.
import { Stack, Text } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { accountOption } from '@talaan/contract/account-option.ts'
import { listAccounts, type Account } from '@talaan/contract/accounts.ts'
import { listEmployees } from '@talaan/contract/payroll.ts'
import { takesDeductions, takesSalaries } from '@talaan/ledger/documents/payroll/accounts.ts'
import { payrollWords } from '@talaan/ledger/documents/payroll/words.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { employeeName } from '@talaan/ledger/payroll/employee.ts'
import { netOf, payrollColumns } from '@talaan/ledger/payroll/figures.ts'
import { ChoiceInput } from '../../../ui/ChoiceInput.tsx'
import { DayInput } from '../../../ui/DayInput.tsx'
import { MoneyInput } from '../../../ui/MoneyInput.tsx'
import { TextInput, Textarea } from '../../fields/boxes.tsx'
import { GridField } from '../../fields/GridField.tsx'
import type { Column } from '../../fields/LineGrid.tsx'
import type { Channel } from '../../runtime/channel.ts'
import { DocumentForm } from '../../runtime/DocumentForm.tsx'
import css from '../../runtime/DocumentForm.module.css'
import type { Form, FormDefinition } from '../../runtime/formDefinition.ts'
import { namedAmount } from '../../runtime/words.ts'
import own from './PayrollForm.module.css'
import {
  figuresIn,
  figuresOf,
  payrollLines,
  payrollModel,
  type TypedPayroll,
  type TypedPayrollLine,
} from './typedPayroll.ts'

export function PayrollForm({ channel }: { channel: Channel }) {
  return <DocumentForm channel={channel} kind={payrollForm} />
}

type Choice = { value: string; label: string }
type ReferenceData = { accounts: readonly Account[]; employees: readonly Choice[] }
type Figures = ReturnType<typeof figuresOf>
type ThisForm = Form<TypedPayroll, ReferenceData, Figures>

const payrollForm: FormDefinition<TypedPayroll, ReferenceData, Figures> = {
  ...payrollModel,
  document: payrollWords,
  load: async (channel) => {
    const [{ accounts }, { employees }] = await Promise.all([channel.call(listAccounts), channel.call(listEmployees)])
    return {
      accounts: accounts.filter(({ active }) => active),
      employees: employees.map(({ no, fields }) => ({ value: no, label: `${no} ${employeeName(fields)}` })),
    }
  },
  copies: true,
  figures: figuresOf,
  fixedBy: { lines: ['day', 'payPeriod'] },
  begunAs: ({ payPeriod }, { totals }) =>
    `Payroll ${namedAmount(payPeriod.trim() || 'without a pay period', totals[0]?.amount ?? 0n)}`,
  Fields,
}

function Fields({ form }: { form: ThisForm }) {
  const { today, loaded, input, typing } = form
  const options = (takes: (account: Account) => boolean) => loaded.accounts.filter(takes).map(accountOption)
  return (
    <>
      {loaded.employees.length === 0 && (
        <Text size="sm" mb="sm">
          No employees are registered yet. Register them on the Payroll page, under Employees.
        </Text>
      )}
      <Stack gap="md" className={css.fields}>
        <div className={css.pair}>
          <DayInput {...typing('day')} today={today} />
          <TextInput {...input('payPeriod')} />
        </div>
        <div className={css.pair}>
          <ChoiceInput {...typing('salaryAccount')} options={options(takesSalaries)} />
          <ChoiceInput {...typing('deductionsAccount')} options={options(takesDeductions)} />
        </div>
      </Stack>
      <Lines form={form} />
      <Stack gap="md" className={css.fields} mt="lg">
        <div className={own.controls}>
          <MoneyInput {...typing('controlGross')} />
          <MoneyInput {...typing('controlTax')} />
          <MoneyInput {...typing('controlNet')} />
        </div>
        <Differences form={form} />
        <Textarea {...input('memo')} rows={2} />
      </Stack>
    </>
  )
}

function Lines({ form }: { form: ThisForm }) {
  const { employees } = form.loaded
  const columns = useMemo(() => lineColumns(employees), [employees])
  const shown = useCallback(
    (line: TypedPayrollLine) => ({ computed: payrollLines.isEmpty(line) ? '' : formatMoney(netOf(figuresIn(line))) }),
    [],
  )
  return (
    <section className={css.part} aria-labelledby="payroll-lines">
      <h2 id="payroll-lines">Employees</h2>
      <p>Copy the rows from your spreadsheet in the order of these columns, and paste them into the first cell.</p>
      <div className={own.wide}>
        <GridField
          form={form}
          name="lines"
          of={payrollLines}
          label="Employees of the register"
          columns={columns}
          shown={shown}
        />
      </div>
    </section>
  )
}

function Differences({ form: { figures } }: { form: ThisForm }) {
  const { differences } = figures
  if (differences.length === 0) return null
  const wrong = differences.filter(({ amount }) => amount !== 0n)
  return (
    <Text size="sm" role="status" {...(wrong.length > 0 && { c: 'var(--mantine-color-error)' })}>
      {wrong.length === 0
        ? 'The lines agree with the control totals.'
        : wrong.map(({ label, amount }) => `${label} differs by ${formatMoney(amount)}.`).join(' ')}
    </Text>
  )
}

function lineColumns(employees: readonly Choice[]): readonly Column<TypedPayrollLine>[] {
  return [
    {
      kind: 'combobox',
      field: 'employee',
      label: 'Employee',
      hint: 'number or part of the name',
      width: 190,
      wide: true,
      options: employees,
    },
    ...payrollColumns.map(({ key, label, part }): Column<TypedPayrollLine> => ({
      kind: 'money',
      field: key,
      label,
      width: 112,
      ...(part === 'deduction' && { hint: key === 'tax' ? 'minus for a refund' : 'employee' }),
    })),
    { kind: 'money', field: 'net', label: 'Net pay', hint: 'as in your register', width: 112 },
    { kind: 'shown', field: 'computed', label: 'Calculated net', figure: true, width: 112 },
  ]
}
