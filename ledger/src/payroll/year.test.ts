// A year of two employees, calculated by hand: form 2316, the schedules of 1604-C and the year-end adjustment.
import { expect, test } from 'vitest'
import { sum } from '../core/money.ts'
import { sumColumn } from '../reports/table.ts'
import type { Employee, PreviousEmployer } from './employee.ts'
import { figuresFrom } from './figures.ts'
import type { PayrollFigures } from './figures.ts'
import { form2316 } from './form2316.ts'
import { adjustmentTable, registerTable, remittanceTable, scheduleTable } from './lists.ts'
import { employeeYears } from './year.ts'
import type { PaidLine } from './year.ts'

const noFigures = figuresFrom(() => 0n)

const ana: Employee = {
  no: 'E-001',
  lastName: 'Cruz',
  firstName: 'Ana',
  middleName: 'Reyes',
  tin: '123-456-789-00000',
  address: '1 Mabini Street, Manila',
  zip: '1000',
  birthDate: '1985-04-30',
  nationality: 'Filipino',
  sssNo: '34-1234567-8',
  philhealthNo: '',
  pagibigNo: '',
  status: 'R',
  hiredOn: '2026-03-01',
  separatedOn: null,
  separation: '',
  minimumWage: false,
  minimumWageUntil: null,
  wagePerDay: 0n,
  daysOfYear: '',
}
const ben: Employee = {
  ...ana,
  no: 'E-002',
  lastName: 'Diaz',
  firstName: 'Ben',
  middleName: '',
  tin: '',
  hiredOn: '2024-01-02',
  minimumWage: true,
  wagePerDay: 69_500n,
  daysOfYear: '313',
}
const before: PreviousEmployer = {
  name: 'Luna Trading',
  tin: '987-654-321-00000',
  address: 'Makati',
  zip: '1200',
  thirteenth: 5_000_000n,
  deMinimis: 0n,
  contributions: 500_000n,
  otherExempt: 0n,
  taxableBasic: 8_000_000n,
  taxableThirteenth: 0n,
  taxableOther: 0n,
  withheld: 500_000n,
}
const line = (employee: string, month: string, figures: Partial<PayrollFigures>): PaidLine => ({
  employee,
  day: `2026-${month}-28`,
  entryNo: BigInt(month),
  document: { id: month, kind: 'payroll', number: `PR-2026-0000${month}`, externalNo: month },
  figures: { ...noFigures, ...figures },
})
// Ana: ten months of 50,000 and 2,000 overtime, less 3,000 of contributions, with 4,600 withheld; a 13th month of 60,000 in December.
const monthly = {
  basic: 5_000_000n,
  overtime: 200_000n,
  sss: 175_000n,
  philhealth: 105_000n,
  pagibig: 20_000n,
  sssEmployer: 350_000n,
  tax: 460_000n,
}
const lines = [
  ...['03', '04', '05', '06', '07', '08', '09', '10', '11'].map((month) => line('E-001', month, monthly)),
  line('E-001', '12', { ...monthly, thirteenth: 6_000_000n }),
  ...['11', '12'].map((month) =>
    line('E-002', month, { basic: 1_800_000n, holiday: 70_000n, sss: 90_000n, deMinimis: 150_000n }),
  ),
].toSorted((a, b) => (a.day < b.day ? -1 : 1))
const employees = new Map([ana, ben].map((one) => [one.no, one]))
const years = employeeYears(2026, lines, employees, new Map([['E-001', before]]))
const [ofAna, ofBen] = years
const company = { name: 'Bituin Supply Co.', tinLine: '', address: '' }
const employer = { tin: '009-876-543-00000', name: 'Bituin Supply Co.', address: 'Manila', zip: '1000' }

test('the tax of the year is on the pay of both employers, with benefits above 90,000.00', () => {
  // 10 x 49,000 + 20,000 above the ceiling (50,000 + 60,000 - 90,000) = 510,000; with 80,000 before, 590,000.
  // 22,500 + 20% of 190,000 = 60,500; withheld 46,000 + 5,000, so 9,500 are still to withhold.
  expect(ofAna).toMatchObject({
    from: '2026-03-01',
    to: '2026-12-31',
    gross: 58_000_000n,
    exemptBenefits: 4_000_000n,
    taxableBenefits: 2_000_000n,
    taxable: 51_000_000n,
    taxableInAll: 59_000_000n,
    taxDue: 6_050_000n,
    withheldBefore: 4_140_000n,
    withheldInDecember: 460_000n,
    adjustment: 950_000n,
  })
})

test('form 2316 has the items of the September 2021 form', () => {
  if (ofAna === undefined || ofBen === undefined) throw new Error('Both have pay.')
  const { items, previous } = form2316(ofAna, employer)
  expect(previous?.name).toBe('Luna Trading')
  expect(items).toMatchObject({
    '19': 58_000_000n,
    '20': 7_000_000n,
    '21': 51_000_000n,
    '22': 8_000_000n,
    '23': 59_000_000n,
    '24': 6_050_000n,
    '25A': 4_600_000n,
    '25B': 500_000n,
    '26': 5_100_000n,
    '28': 5_100_000n,
    '29': 0n,
    '34': 4_000_000n,
    '36': 3_000_000n,
    '38': 7_000_000n,
    '39': 47_000_000n,
    '48': 2_000_000n,
    '50': 2_000_000n,
    '52': 51_000_000n,
  })
  // A minimum wage earner: 2 x 18,000 less 1,800, and no taxable pay.
  expect(form2316(ofBen, employer)).toMatchObject({
    employee: { isMinimumWage: true, wagePerDay: 69_500n, wagePerMonth: 1_812_792n },
    items: { '29': 3_420_000n, '30': 140_000n, '35': 300_000n, '36': 180_000n, '38': 4_040_000n, '52': 0n, '24': 0n },
  })
})

test('salaries up to 250,000.00 of taxable pay in the year are exempt in item 29 and in schedule 1', () => {
  const own = employeeYears(2026, [line('E-001', '03', monthly)], employees, new Map())
  const [one] = own
  if (one === undefined) throw new Error('There is pay.')
  expect(form2316(one, employer).items).toMatchObject({ '29': 4_900_000n, '39': 0n, '50': 0n, '52': 0n, '24': 0n })
  const table = scheduleTable(1, { year: 2026, company, years: own })
  const column = (title: string) => sumColumn(table, table.columns.find((it) => it.title === title)?.key ?? '')
  expect([
    column('Salaries up to 250,000, other exempt'),
    column('Total taxable, present'),
    column('Total taxable'),
  ]).toEqual([4_900_000n, 0n, 0n])
})

test('a month as a minimum wage earner and a month without it are divided by date', () => {
  const promoted = { ...ben, minimumWageUntil: '2026-11-30' }
  const [one] = employeeYears(2026, lines, new Map([[ben.no, promoted]]), new Map())
  if (one === undefined) throw new Error('There is pay.')
  // November: 18,000 less 900 and 700 of holiday pay; December: 18,700 less 900, untaxed in the year.
  expect(one).toMatchObject({ isMinimumWage: false, minimumWage: 1_710_000n, premiums: 70_000n, taxable: 1_780_000n })
  const { items } = form2316(one, employer)
  expect([items['29'], items['30'], items['38']]).toEqual([3_490_000n, 70_000n, 4_040_000n])
})

test('each schedule of 1604-C adds up, and lists who has no TIN', () => {
  for (const schedule of [1, 2] as const) {
    const table = scheduleTable(schedule, { year: 2026, company, years })
    const column = (title: string) => sumColumn(table, table.columns.find((one) => one.title === title)?.key ?? '')
    expect(table.rows).toHaveLength(2)
    expect(table.rows.every(({ cells }) => cells.length === table.columns.length)).toBe(true)
    expect(column('Gross compensation')).toBe(column('Total exempt') + column('Total taxable, present'))
    const parts =
      schedule === 1
        ? ['13th month, exempt', 'De minimis', 'Contributions, union dues', 'Salaries up to 250,000, other exempt']
        : [
            'Minimum wage paid, net',
            'Holiday pay',
            'Overtime pay',
            'Night differential',
            'Hazard pay',
            '13th month, exempt',
            'De minimis',
            'Contributions, union dues',
            'Other exempt',
          ]
    expect(sum(parts.map(column))).toBe(column('Total exempt'))
  }
  expect(scheduleTable(2, { year: 2026, company, years }).notes).toContain('No TIN: Diaz, Ben.')
})

test('the year-end adjustment shows what is still to withhold', () => {
  const { rows } = adjustmentTable({ year: 2026, company, years })
  expect(rows[0]?.cells.slice(3)).toEqual([
    51_000_000n,
    8_000_000n,
    6_050_000n,
    500_000n,
    4_140_000n,
    460_000n,
    950_000n,
    0n,
  ])
})

test('the lists of a month have both shares and the net pay', () => {
  const month = { month: '2026-11', company, lines: lines.filter(({ day }) => day === '2026-11-28'), employees }
  const sss = remittanceTable('sss', month)
  expect(sss.rows.map(({ cells }) => cells.slice(3))).toEqual([
    [5_000_000n, 175_000n, 350_000n, 525_000n],
    [1_800_000n, 90_000n, 0n, 90_000n],
    [6_800_000n, 265_000n, 350_000n, 615_000n],
  ])
  const philhealth = remittanceTable('philhealth', month)
  expect([philhealth.rows.length, philhealth.notes]).toEqual([2, ['No number is registered for Cruz, Ana Reyes.']])
  const register = registerTable(month)
  expect(sumColumn(register, register.columns.find(({ title }) => title === 'Net pay')?.key ?? '')).toBe(
    5_200_000n - 760_000n + 1_870_000n + 150_000n - 90_000n,
  )
})
