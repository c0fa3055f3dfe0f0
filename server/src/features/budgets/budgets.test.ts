// Budgets on the real server: permissions, storage, and the comparison with the income statement.
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getBudget, saveBudget } from '@talaan/contract/budgets.ts'
import { printReport, viewReport } from '@talaan/contract/reports.ts'
import { credit, debit } from '@talaan/ledger/accounts/journal.ts'
import { openPortal } from '../../../test/portal.ts'
import { toldOf } from '../../../test/tampered.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { pagesOf } from '../../../test/print/read-pdf.ts'
import { recordDocument } from '../../../test/recorded.ts'

let here: Portal
let ben: Caller
beforeAll(async () => void (here = await openPortal()))
beforeEach(async () => {
  await here.reset()
  ben = await here.signIn('ben')
})
afterAll(() => here.close())

type Amounts = { account: string; month: string; amount: bigint }[]
const save = (amounts: Amounts, { by = ben, from = '2026-01', changeId = crypto.randomUUID() as string } = {}) =>
  by.call(saveBudget, {
    params: { from, changeId },
    body: { amounts: amounts.map((one) => ({ ...one, amount: one.amount.toString() })) },
  })

test('a budget is stored by account and month with every change, and the income statement is compared with it', async () => {
  await recordDocument(here, {
    number: 'SI-2026-000001',
    day: '2026-03-15',
    lines: [debit('1110', 112_00n), credit('4010', 100_00n), credit('2110', 12_00n)],
  })
  const changeId = crypto.randomUUID()
  const first: Amounts = [
    { account: '4010', month: '2026-03', amount: 80_00n },
    { account: '6050', month: '2026-03', amount: 30_00n },
  ]
  expect((await save(first, { changeId })).status).toBe(200)
  expect((await save(first, { changeId })).status).toBe(200)
  await save([{ account: '4010', month: '2026-03', amount: 90_00n }])

  const budget = (await ben.call(getBudget)).answer
  expect(budget).toMatchObject({ from: '2026-01', label: expect.stringContaining('2026') })
  expect(budget.accounts.find(({ code }) => code === '4010')?.budget[2]).toBe(90_00n)
  expect(budget.changes).toMatchObject([
    { by: 'ben', figures: 1, accounts: 1 },
    { by: 'ben', figures: 2, accounts: 2 },
  ])
  const changed = 'A change to the budget that starts in 2026-01 does not match the audit trail.'
  expect(
    await toldOf(here.db, [
      `update budget_amount set amount = amount + 1 where amount = 3000`,
      `update budget_amount set month = '2026-04' where amount = 9000`,
      `update budget_change set year_from = '2025-01' where id = '${changeId}'`,
      `delete from budget_change where id = '${changeId}'`,
    ]),
  ).toEqual([[], [changed], [changed], [changed], [changed]])
  const next = (await ben.call(getBudget, { query: { from: '2027-01' } })).answer
  expect(next.accounts.find(({ code }) => code === '4010')?.lastYear[2]).toBe(100_00n)

  const asked = {
    params: { report: 'income-statement' },
    query: { from: '2026-03-01', to: '2026-03-31', compare: 'budget', difference: 'yes' },
  } as const
  const { table } = (await ben.call(viewReport, asked)).answer
  const row = (name: string) => table.rows.find(({ cells }) => cells[1] === name)?.cells.slice(2)
  expect(row('Total revenue')).toEqual([100_00n, 90_00n, 10_00n, 1111n])
  expect(row('Net profit')).toEqual([100_00n, 60_00n, 40_00n, 1667n])
  const print = async (format: 'xlsx' | 'pdf' | 'csv') =>
    (await ben.call(printReport, { ...asked, params: { ...asked.params, format } })).bytes
  const sheet = (await readXlsx(await print('xlsx'))).sheets[0]!.rows
  expect(sheet.find((cells) => cells.includes('Net profit'))?.slice(2)).toEqual([100, 60, 40, 1.667])
  expect((await print('csv')).toString()).toContain('Net profit,100.00,60.00,40.00,166.7')
  expect((await pagesOf(await print('pdf'))).join('\n')).toContain('Net profit 100.00 60.00 40.00 166.7%')
  const half = { ...asked.query, to: '2026-03-15' }
  expect((await ben.call(viewReport, { ...asked, query: half })).answer.table.notes).toContain(
    'For part of a month, the budget is prorated by the number of days.',
  )
})

test('only accountants see and enter a budget, by fiscal year and for income and expense accounts', async () => {
  for (const name of ['ana', 'carla'] as const) {
    const by = await here.signIn(name)
    expect((await by.call(getBudget)).status).toBe(403)
    expect((await save([{ account: '4010', month: '2026-03', amount: 1n }], { by })).status).toBe(403)
  }
  expect((await save([{ account: '4010', month: '2027-03', amount: 1n }])).body).toMatchObject({
    code: 'budgets.notAYear',
  })
  expect((await save([{ account: '4010', month: '2026-03', amount: 1n }], { from: '2026-02' })).body).toMatchObject({
    code: 'budgets.notAYear',
  })
  expect((await save([{ account: '1110', month: '2026-03', amount: 1n }])).body).toMatchObject({
    code: 'budgets.noSuchAccount',
  })
  expect((await ben.call(getBudget)).answer.changes).toEqual([])
  // A refusal is audited too, but is not a change.
  expect(await toldOf(here.db, [])).toEqual([[]])
})
