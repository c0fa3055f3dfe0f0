// Form 1601-C from two employees, calculated by hand.
import { expect, test } from 'vitest'
import { filingFacts } from '../../../test/tax-lines.ts'
import { figuresFrom } from '../../payroll/figures.ts'
import type { PayrollFigures } from '../../payroll/figures.ts'
import { divided } from '../../payroll/year.ts'
import { compensationReturn } from './compensation-return.ts'
import { boxesOf, worksheetOf } from './worksheet.ts'
import type { PaidEmployee } from './worksheet.ts'

const noFigures = figuresFrom(() => 0n)

const period = { from: '2026-03-01', to: '2026-03-31' }
const people = new Map([
  ['E-001', { minimumWage: false, minimumWageUntil: null, name: 'Cruz, Ana Reyes', tin: '123-456-789-00000' }],
  ['E-002', { minimumWage: true, minimumWageUntil: null, name: 'Diaz, Ben', tin: '' }],
  ['E-003', { minimumWage: false, minimumWageUntil: null, name: 'Lim, Eva', tin: '123-456-780-00000' }],
])
const pay = (employee: string, figures: Partial<PayrollFigures>, day = '2026-03-31') => ({
  employee,
  day,
  entryNo: 1n,
  document: { id: `of ${employee}`, kind: 'payroll' as const, number: 'PR-2026-000001', externalNo: 'March 2026' },
  figures: { ...noFigures, ...figures },
})
const payroll = (lines: ReturnType<typeof pay>[]): PaidEmployee[] =>
  divided(lines, people, new Map([['E-001', { thirteenth: 8_000_000n }]])).flatMap((line) => {
    const person = people.get(line.employee)
    return person === undefined ? [] : [{ ...line, name: person.name, tin: person.tin }]
  })
const ana = pay('E-001', {
  basic: 3_000_000n,
  overtime: 200_000n,
  allowances: 100_000n,
  exemptAllowances: 50_000n,
  thirteenth: 3_000_000n,
  deMinimis: 150_000n,
  sss: 150_000n,
  philhealth: 75_000n,
  pagibig: 20_000n,
  tax: 476_750n,
})
const ben = pay('E-002', { basic: 1_600_000n, holiday: 70_000n, sss: 80_000n, philhealth: 40_000n, pagibig: 20_000n })
const eva = pay('E-003', { basic: 1_900_000n, sss: 95_000n, unionDues: 5_000n })

const sheet = (lines: ReturnType<typeof pay>[], more = {}) =>
  worksheetOf(compensationReturn, filingFacts({ period, payroll: payroll(lines), ...more }))

test('1601-C divides the pay of the month into its boxes', () => {
  const boxes = boxesOf(sheet([ana, ben, eva]))
  const figures = (column: 'base' | 'tax', ...numbers: string[]) => numbers.map((no) => boxes.get(no)?.[column])
  // Ana had 80,000 of benefits from her previous employer, so 10,000 of her 30,000 are exempt.
  expect(figures('base', '14', '15', '16', '17', '18', '19', '20', '21', '22', '23', '24')).toEqual([
    6_500_000n + 1_670_000n + 1_900_000n,
    1_460_000n,
    70_000n,
    1_000_000n,
    150_000n,
    485_000n,
    50_000n,
    3_215_000n,
    6_855_000n,
    1_800_000n,
    5_055_000n,
  ])
  expect(figures('tax', '25', '26', '27', '31', '36')).toEqual([476_750n, 0n, 476_750n, 476_750n, 476_750n])
})

test('a refund is an adjustment, and an amendment deducts what was remitted', () => {
  const refund = pay('E-003', { basic: 1_900_000n, tax: -60_000n })
  const filed = new Map([['31', { base: 0n, tax: 400_000n }]])
  const boxes = boxesOf(sheet([ana, refund], { filed }))
  expect(['25', '26', '27', '28', '31'].map((no) => boxes.get(no)?.tax)).toEqual([
    476_750n,
    -60_000n,
    416_750n,
    400_000n,
    16_750n,
  ])
  // With tax in the month, the pay is not in box 23.
  expect(boxes.get('23')?.base).toBe(0n)
})

test('each box leads to the employee and the register, and employees without a TIN are listed', () => {
  const { boxes, notes } = sheet([ben])
  expect(boxes.find(({ no }) => no === '15')?.parts).toMatchObject([
    { base: 1_460_000n, document: { number: 'PR-2026-000001' }, party: { name: 'Diaz, Ben', tin: '' } },
  ])
  expect(notes).toEqual([
    'Employees without a TIN: Diaz, Ben. The annual alphalist requires the TIN of every employee.',
  ])
})
