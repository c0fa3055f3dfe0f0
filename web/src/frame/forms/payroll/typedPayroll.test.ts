// The input of a payroll register becomes exactly the fields to send, a recorded register opens as a copy, and totals
// are compared.
import { expect, test } from 'vitest'
import { payrollFields } from '@talaan/ledger/documents/payroll/fields.ts'
import { figuresOf, payrollLines, payrollModel } from './typedPayroll.ts'

const today = '2026-03-15'
const typed = {
  ...payrollModel.empty({ today }),
  payPeriod: 'March 2026',
  controlNet: '26,542.00',
  lines: [
    {
      ...payrollLines.empty('1'),
      employee: 'E-001',
      basic: '=15000*2',
      sss: '1,500',
      philhealth: '750',
      pagibig: '200',
      tax: '1,007.50',
      sssEmployer: '3,030',
    },
    payrollLines.empty('2'),
  ],
}

test('a typed register is sent as its fields, with 6010 and 2020 unless other accounts are chosen', () => {
  const { fields, mistakes } = payrollModel.fieldsOf(typed, { today })
  expect(mistakes).toEqual([])
  expect(payrollFields.parse(JSON.parse(JSON.stringify(fields)))).toMatchObject({
    day: today,
    payPeriod: 'March 2026',
    salaryAccount: '6010',
    deductionsAccount: '2020',
    controlGross: null,
    controlNet: 2_654_200n,
    lines: [{ employee: 'E-001', basic: 3_000_000n, holiday: 0n, tax: 100_750n, net: null }],
  })
})

test('totals follow the lines, and a control total shows its difference', () => {
  const { totals, differences } = figuresOf(typed)
  expect(totals.map(({ amount }) => amount)).toEqual([3_000_000n, 100_750n, 303_000n, 2_654_250n])
  expect(differences).toEqual([{ label: 'Net pay', amount: 50n }])
})

test('a recorded register opens as a copy without its pay period and control totals', () => {
  const { fields } = payrollModel.fieldsOf(typed, { today })
  const copy = payrollModel.like({ ...fields }, null, { today: '2026-04-15' })
  expect(copy).toMatchObject({ payPeriod: '', controlNet: '', salaryAccount: '6010' })
  expect(copy?.lines[0]).toMatchObject({ employee: 'E-001', basic: '30,000.00', tax: '1,007.50', holiday: '' })
})
