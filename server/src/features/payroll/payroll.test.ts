// Payroll on the real server: employees, a register with its entry, the returns, lists and certificates, and who may see them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  getDocument,
  listDocuments,
  printVoucher,
  recordDocument,
  reviewDraft,
  voidDocument,
} from '@talaan/contract/documents.ts'
import { viewCalendar, viewFiling, viewTaxReconciliation } from '@talaan/contract/filings.ts'
import {
  listEmployees,
  printForm2316,
  printPayrollList,
  removeEmployee,
  saveEmployee,
  savePreviousEmployer,
  viewPayrollList,
  viewPayrollYear,
} from '@talaan/contract/payroll.ts'
import { checkCode } from '@talaan/contract/proof.ts'
import { listTransactions, sumTransactions } from '@talaan/contract/transactions.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { pagesOf } from '../../../test/print/read-pdf.ts'
import { verify } from '../../books/verify/verify.ts'

let portal: Portal
let ana: Caller
let ben: Caller

beforeAll(async () => {
  portal = await openPortal()
  await portal.reset()
  ana = await portal.signIn('ana')
  ben = await portal.signIn('ben')
})
afterAll(() => portal.close())

const cruz = {
  lastName: 'Cruz',
  firstName: 'Ana',
  tin: '123-456-789',
  birthDate: '1985-04-30',
  sssNo: '34-1234567-8',
  hiredOn: '2024-01-02',
}
const diaz = { lastName: 'Diaz', firstName: 'Ben', tin: '', hiredOn: '1988-02-29', minimumWage: true }
const saved = (code: string, now: object, was: object | null = null) =>
  ben.call(saveEmployee, { params: { code }, body: { was, now } })

const register = {
  day: '2026-03-15',
  payPeriod: 'March 2026',
  lines: [
    {
      employee: 'E-001',
      ...{ basic: '3000000', overtime: '200000', allowances: '100000', exemptAllowances: '50000', deMinimis: '150000' },
      ...{ sss: '150000', philhealth: '75000', pagibig: '20000', tax: '145750', deductions: '100000' },
      ...{ sssEmployer: '303000', philhealthEmployer: '75000', pagibigEmployer: '20000' },
    },
    { employee: 'E-002', basic: '1600000', holiday: '70000', sss: '80000', sssEmployer: '163000' },
  ],
}

async function reviewed(who: Caller, fields: object) {
  const draftId = crypto.randomUUID()
  const { status, body } = await who.call(reviewDraft, { params: { draftId }, body: { kind: 'payroll', fields } })
  return { status, body, yes: { draftId, digest: body.digest } }
}

test('a register is recorded once, and its figures are in returns, lists and certificates until it is void', async () => {
  expect((await saved('e-001', cruz)).status).toBe(200)
  expect((await saved('E-002', diaz)).status).toBe(200)
  expect((await saved('E-002', diaz)).body.code).toBe('payroll.sameNo')
  expect((await saved('E-003', { ...diaz, tin: '123-456-789' })).body.error).toContain('E-001 already has this TIN')
  const previous = {
    year: 2026,
    name: 'Luna Trading',
    tin: '',
    thirteenth: '5000000',
    taxableBasic: '8000000',
    withheld: '500000',
  }
  const ofPrevious = { params: { code: 'E-001' }, body: { was: null, now: previous } }
  expect((await ben.call(savePreviousEmployer, ofPrevious)).status).toBe(200)
  expect((await ben.call(savePreviousEmployer, ofPrevious)).body.code).toBe('payroll.changed')

  const { yes, body } = await reviewed(ben, register)
  expect(body.warnings).toEqual([
    'E-002 Diaz, Ben has no TIN. The annual alphalist requires the TIN of every employee.',
  ])
  const { documentId, number } = (await ben.call(recordDocument, { body: yes })).answer
  expect(number).toBe('PR-2026-000001')
  const { document } = (await ben.call(getDocument, { params: { documentId } })).answer
  expect(document.receipt.journal.map(({ account, debit, credit }) => [account, debit - credit])).toEqual([
    ['6010', 5_020_000n],
    ['6020', 150_000n],
    ['6030', 561_000n],
    ['2146', -145_750n],
    ['2150', -696_000n],
    ['2151', -150_000n],
    ['2152', -40_000n],
    ['2020', -100_000n],
    ['2160', -4_599_250n],
  ])
  expect((await reviewed(ben, register)).body.error).toContain('already recorded as PR-2026-000001')

  const boxes = async () => {
    const { worksheet } = (await ben.call(viewFiling, { params: { duty: '1601-C', period: '2026-03-31' } })).answer
    const of = (no: string) => worksheet?.boxes.find((one) => one.no === no)
    return [of('14')?.base, of('21')?.base, of('24')?.base, of('27')?.tax]
  }
  expect(await boxes()).toEqual([5_170_000n, 2_115_000n, 3_055_000n, 145_750n])
  const due = (await ben.call(viewCalendar, { query: { year: '2026' } })).answer
  expect(JSON.stringify(due, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))).toContain(
    '1601-C',
  )
  expect((await ben.call(viewTaxReconciliation, { params: { period: '2026-03-31' } })).answer.sound).toBe(true)

  const list = async (name: string) =>
    (await ben.call(viewPayrollList, { params: { list: name }, query: { period: '2026-03' } })).answer.table.rows.at(-1)
      ?.cells
  expect(await list('sss')).toEqual(['Total', null, null, 4_600_000n, 230_000n, 466_000n, 696_000n])
  expect((await list('schedule1'))?.slice(10, 12)).toEqual([3_500_000n, 0n])
  const year = (await ben.call(viewPayrollYear, { params: { year: '2026' } })).answer.employees
  expect(year.map(({ no, taxable, withheld }) => [no, taxable, withheld])).toEqual([
    ['E-001', 3_055_000n, 145_750n],
    ['E-002', 0n, 0n],
  ])
  const pdf = await ben.call(printForm2316, { params: { year: '2026' }, query: {} })
  expect(await pagesOf(pdf.bytes)).toHaveLength(2)
  expect((await ben.call(removeEmployee, { params: { code: 'E-002' } })).body.code).toBe('payroll.paid')
  const { checks } = await verify(portal.db.kysely)
  expect(checks.filter(({ problems }) => problems.length > 0)).toEqual([])

  const voided = { day: '2026-03-15', reason: 'Recorded twice' }
  const onAnotherDay = { params: { documentId }, body: { ...voided, day: '2026-03-16' } }
  expect((await ben.call(voidDocument, onAnotherDay)).status).not.toBe(200)
  expect((await ben.call(voidDocument, { params: { documentId }, body: voided })).status).toBe(200)
  expect(await boxes()).toEqual([0n, 0n, 0n, 0n])
  expect((await reviewed(ben, register)).status).toBe(200)
})

test('a user sees no employee, no register and no total of payroll', async () => {
  const { yes } = await reviewed(ben, register)
  const { documentId } = (await ben.call(recordDocument, { body: yes })).answer
  expect((await reviewed(ana, register)).status).toBe(403)
  const { code } = (await ben.call(getDocument, { params: { documentId } })).answer.document
  expect((await ben.call(checkCode, { query: { code } })).answer.found).toMatchObject({ id: documentId })
  const refused = [
    await ana.call(listEmployees, {}),
    await ana.call(getDocument, { params: { documentId } }),
    await ana.call(printVoucher, { params: { documentId } }),
    await ana.call(checkCode, { query: { code } }),
    await ana.call(viewPayrollList, { params: { list: 'register' }, query: { period: '2026-03' } }),
    await ana.call(printPayrollList, { params: { list: 'sss', format: 'xlsx' }, query: { period: '2026-03' } }),
    await ana.call(printForm2316, { params: { year: '2026' }, query: {} }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403])
  const numbersFor = async (who: Caller) => {
    const lists = [
      (await who.call(listDocuments, { query: { kind: 'payroll' } })).answer.documents,
      (await who.call(listTransactions, { query: { search: 'PR-2026' } })).answer.documents,
      (await who.call(sumTransactions, { query: {} })).answer.kinds.filter(({ kind }) => kind === 'payroll'),
    ]
    return lists.map(({ length }) => length > 0)
  }
  expect(await numbersFor(ana)).toEqual([false, false, false])
  expect(await numbersFor(ben)).toEqual([true, true, true])
})
