// A payroll register posts the pay of employees: salaries and benefits with the employer's contributions are expenses, and what was
// deducted, the contributions and the net pay are payable.
import { accounts } from '../../accounts/chart.ts'
import { credit, debit, entry } from '../../accounts/journal.ts'
import type { Line } from '../../accounts/journal.ts'
import { formatDay, monthOf } from '../../core/date.ts'
import { formatMoney, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { otherTax, regularTaxable, taxableBenefits } from '../../payroll/compensation.ts'
import type { PaidBefore } from '../../payroll/compensation.ts'
import { employeeName, isMinimumWage, previousTaxable } from '../../payroll/employee.ts'
import { addedUp, figuresFrom, grossOf, netOf } from '../../payroll/figures.ts'
import type { PayrollFigures } from '../../payroll/figures.ts'
import { dayMistakes, dayWarnings, missingAccounts } from '../common/posting.ts'
import { effects } from '../effects.ts'
import type { StatedEffect } from '../effects.ts'
import type { EmployeeFact, FactRequest, Facts } from '../facts.ts'
import type { FieldMistake, PostingResult, StoredFields, Total } from '../type.ts'
import { takesDeductions, takesSalaries } from './accounts.ts'
import type { PayrollFields, payrollFields, PayrollLine } from './fields.ts'

export type PayrollFacts = Facts<'employees'>

export const payrollFacts = ({ day, payPeriod, lines }: PayrollFields): FactRequest<'employees'> => ({
  partyId: null,
  externalNo: payPeriod,
  day,
  employees: [...new Set(lines.map(({ employee }) => employee))],
})

export const payrollStated = ({ lines }: StoredFields<typeof payrollFields>): StatedEffect[] =>
  lines.map((line) => ({
    effect: 'payroll',
    employee: line.employee,
    figures: figuresFrom((key) => BigInt(line[key] ?? '0')),
  }))

/**
 * The entry of a register: pay to the salaries account and 6020, the employer's contributions to 6030, and each payable with the
 * shares of both (withheld tax: NIRC section 79; contributions: RA 11199, RA 11223, RA 9679).
 */
export function postPayroll(fields: PayrollFields, facts: PayrollFacts): PostingResult {
  const mistakes = mistakesOf(fields, facts)
  if (mistakes.length > 0) return { ok: false, mistakes }
  const total = totalOf(fields)
  const memo = fields.memo === '' ? `Payroll ${fields.payPeriod}` : fields.memo
  return {
    ok: true,
    posting: {
      day: fields.day,
      partyId: null,
      externalNo: fields.payPeriod,
      dueDay: null,
      memo,
      total: netOf(total),
      entry: entry('GJ', fields.day, memo, ...linesOf(fields, total)),
      effects: effects(),
      totals: totalsOf(total),
      warnings: warningsOf(fields, facts, total),
    },
  }
}

export const figuresOf = (line: PayrollLine): PayrollFigures => figuresFrom((key) => line[key])

export const totalOf = ({ lines }: Pick<PayrollFields, 'lines'>): PayrollFigures => addedUp(lines.map(figuresOf))

function linesOf({ salaryAccount, deductionsAccount }: PayrollFields, total: PayrollFigures): Line[] {
  const benefits = total.thirteenth + total.deMinimis
  const employer = total.sssEmployer + total.philhealthEmployer + total.pagibigEmployer
  return [
    debit(salaryAccount, grossOf(total) - benefits),
    debit(accounts.employeeBenefits, benefits),
    debit(accounts.employerContributions, employer),
    // More tax refunded than withheld is claimed back from the next remittance.
    total.tax < 0n
      ? debit(accounts.compensationTaxPayable, -total.tax)
      : credit(accounts.compensationTaxPayable, total.tax),
    credit(accounts.sssPayable, total.sss + total.sssEmployer),
    credit(accounts.philhealthPayable, total.philhealth + total.philhealthEmployer),
    credit(accounts.pagibigPayable, total.pagibig + total.pagibigEmployer),
    credit(deductionsAccount, total.unionDues + total.deductions),
    credit(accounts.salariesPayable, netOf(total)),
  ]
}

const totalsOf = (total: PayrollFigures): Total[] => [
  { label: 'Gross pay', amount: grossOf(total) },
  { label: 'Tax withheld', amount: total.tax },
  {
    label: 'Contributions, union dues and other deductions',
    amount: grossOf(total) - netOf(total) - total.tax,
  },
  { label: 'Net pay', amount: netOf(total), emphasis: 'grand' },
]

function mistakesOf(fields: PayrollFields, facts: PayrollFacts): FieldMistake[] {
  const found = dayMistakes(fields.day, facts)
  const mistake = (path: FieldMistake['path'], message: string) => found.push({ path, message })
  if (facts.sameExternalNo !== undefined)
    mistake(
      ['payPeriod'],
      `The payroll of ${fields.payPeriod} is already recorded as ${facts.sameExternalNo.number}. Void that register first, or enter another period.`,
    )
  const seen = new Set<string>()
  for (const [at, line] of fields.lines.entries()) {
    const { employee: no } = line
    const employee = facts.employees.get(no)
    if (employee === undefined)
      mistake(['lines', at, 'employee'], `${no} is not registered. Register the employee first, or correct the number.`)
    else if (fields.day < employee.hiredOn)
      mistake(
        ['lines', at, 'employee'],
        `${nameOf(employee)} was hired on ${formatDay(employee.hiredOn)}, after the date of this payroll. Correct the payroll date, or the date hired in the employee's record.`,
      )
    if (seen.has(no))
      mistake(['lines', at, 'employee'], `${no} is in the register twice. Combine the amounts on one line.`)
    seen.add(no)
    if (netOf(figuresOf(line)) < 0n)
      mistake(
        ['lines', at, 'deductions'],
        `The deductions of ${no} exceed the pay by ${formatMoney(-netOf(figuresOf(line)))}. Correct one of them.`,
      )
  }
  found.push(...accountMistakes(fields, facts))
  if (found.length === 0 && grossOf(totalOf(fields)) === 0n && netOf(totalOf(fields)) === 0n)
    mistake(['lines'], 'The gross pay is 0.00, so there is nothing to record. Enter the pay.')
  return found
}

function accountMistakes(fields: PayrollFields, facts: PayrollFacts): FieldMistake[] {
  const found: FieldMistake[] = []
  const salary = facts.accounts.get(fields.salaryAccount)
  if (salary === undefined || !takesSalaries(salary))
    found.push({ path: ['salaryAccount'], message: 'Choose an active expense or cost account, such as 6010.' })
  const deductions = facts.accounts.get(fields.deductionsAccount)
  if (deductions === undefined || !takesDeductions(deductions))
    found.push({
      path: ['deductionsAccount'],
      message: 'Choose an active receivable or payable account without open items, such as 2020 or 1120.',
    })
  return [
    ...found,
    ...missingAccounts(
      'Payroll registers',
      [
        accounts.employeeBenefits,
        accounts.employerContributions,
        accounts.compensationTaxPayable,
        accounts.sssPayable,
        accounts.philhealthPayable,
        accounts.pagibigPayable,
        accounts.salariesPayable,
      ],
      facts,
    ),
  ]
}

function warningsOf(fields: PayrollFields, facts: PayrollFacts, total: PayrollFigures): string[] {
  const found = dayWarnings('The register', fields.day, facts.today)
  const controls = [
    ['gross pay', fields.controlGross, grossOf(total)],
    ['tax withheld', fields.controlTax, total.tax],
    ['net pay', fields.controlNet, netOf(total)],
  ] as const
  for (const [what, control, own] of controls) {
    if (control !== null && control !== own)
      found.push(
        `The lines add up to ${formatMoney(own)} ${what}, but the control total is ${formatMoney(control)}. The difference is ${formatMoney(own - control)}.`,
      )
  }
  for (const line of fields.lines) {
    const employee = facts.employees.get(line.employee)
    if (employee !== undefined) found.push(...lineWarnings(fields, line, employee))
  }
  const withoutTin = fields.lines
    .flatMap(({ employee }) => facts.employees.get(employee) ?? [])
    .filter((one) => one.tin === '')
  if (withoutTin.length > 0)
    found.push(
      `${listed(withoutTin.map(nameOf))} ${withoutTin.length === 1 ? 'has' : 'have'} no TIN. The annual alphalist requires the TIN of every employee.`,
    )
  return found
}

function lineWarnings({ day }: PayrollFields, line: PayrollLine, employee: EmployeeFact): string[] {
  const found: string[] = []
  const figures = figuresOf(line)
  const name = nameOf(employee)
  if (line.net !== null && line.net !== netOf(figures))
    found.push(
      `${name}: the net pay entered is ${formatMoney(line.net)}, but the other amounts give ${formatMoney(netOf(figures))}. Talaan will record ${formatMoney(netOf(figures))}.`,
    )
  if (employee.separatedOn !== null && employee.separatedOn < day)
    found.push(
      `${name} was separated on ${formatDay(employee.separatedOn)}, before the date of this payroll. Check whether this is final pay.`,
    )
  const isLast =
    day.slice(5, 7) === '12' || (employee.separatedOn !== null && monthOf(employee.separatedOn) <= monthOf(day))
  const { taxable, before } = taxableIn(figures, day, employee)
  const expected = otherTax({ day, taxable, withheld: line.tax, isLast }, before)
  if (expected !== null)
    found.push(
      isLast
        ? `${name}: tax withheld is ${formatMoney(line.tax)}, but the tax for the year less the tax withheld earlier is ${formatMoney(expected)}.`
        : `${name}: tax withheld is ${formatMoney(line.tax)}, but the withholding tax table gives ${formatMoney(expected)} for the month.`,
    )
  return found
}

/** The taxable compensation of a line, and what was paid before in the year, with benefits above the ceiling. */
function taxableIn(
  figures: PayrollFigures,
  day: string,
  { paid, previous, ...employee }: EmployeeFact,
): { taxable: Money; before: PaidBefore } {
  let benefits = previous?.thirteenth ?? 0n
  const taxed = (of: PayrollFigures, on: string): Money => {
    const above = taxableBenefits(of.thirteenth, benefits)
    benefits += of.thirteenth
    return regularTaxable(of, isMinimumWage(employee, on)) + above
  }
  const rows = paid.map(({ day: on, figures: of }) => ({ month: monthOf(on), taxable: taxed(of, on), tax: of.tax }))
  const inMonth = rows.filter(({ month }) => month === monthOf(day))
  return {
    taxable: taxed(figures, day),
    before: {
      taxable: sum(rows.map((row) => row.taxable)),
      taxableInMonth: sum(inMonth.map((row) => row.taxable)),
      withheld: sum(rows.map(({ tax }) => tax)),
      withheldInMonth: sum(inMonth.map(({ tax }) => tax)),
      months: new Set(rows.map(({ month }) => month).filter((month) => month !== monthOf(day))).size,
      previousTaxable: previousTaxable(previous),
      previousWithheld: previous?.withheld ?? 0n,
      hasPrevious: previous !== null,
    },
  }
}

const nameOf = (employee: EmployeeFact): string => `${employee.no} ${employeeName(employee)}`

const listed = (names: readonly string[]): string =>
  names.length > 5
    ? `${names.slice(0, 5).join('; ')} and ${names.length - 5} ${names.length === 6 ? 'other' : 'others'}`
    : names.join('; ')
