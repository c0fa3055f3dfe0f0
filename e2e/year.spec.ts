// The end of the demo company's fiscal year in one session: the latest bank statements are uploaded, months are
// reconciled by keyboard, and those up to the year's last are closed, which closes the year to retained earnings.
// soak/year.spec.ts does so with a whole year.
import { listMonths } from '@talaan/contract/closing.ts'
import { viewReport } from '@talaan/contract/reports.ts'
import { addMonths, dayInManila, endOfMonth, formatMonth, monthOf } from '@talaan/ledger/core/date.ts'
import { quarterStart } from '@talaan/ledger/tax/lists/taxpayer.ts'
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { answer, openMonths } from './fixtures/reconciling.ts'
import { expect, test } from './fixtures/test.ts'
import { closeMonth, countOpenMonths, verified, reconcileByKeys, statementFiles, upload } from './fixtures/year.ts'

test.beforeAll(({ portal }) => portal.reset())

test(
  'the last months of a year are reconciled and closed one by one, and the year with the last',
  { tag: '@soak' },
  async ({ page, portal, signIn }) => {
    const ben = await signIn(page, 'ben', { at: '/bankreconciliationform' })
    const yearEnd = addMonths(quarterStart(monthOf(dayInManila(await portal.now()))), -1)

    await test.step('the statements are uploaded', async () => {
      const files = statementFiles(portal)
      expect(files.length).toBeGreaterThan(2)
      await upload(page, files)
    })

    await test.step('months are reconciled and signed off, and each sign-off links to the next month', async () => {
      const [first = '', second = ''] = await openMonths(portal, ben, '1031')
      const open = await countOpenMonths(portal, ben)
      await page.goto(`/bankreconciliation/1031/${first}`)
      await expect(page.getByRole('heading', { level: 1, name: formatMonth(first) })).toBeVisible()
      await reconcileByKeys(page)
      await expectAccessibleInSoak(page)
      await page.getByRole('link', { name: /^Next: / }).press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: formatMonth(second) })).toBeVisible()
      await reconcileByKeys(page)
      expect(await countOpenMonths(portal, ben)).toBe(open - 2)
    })

    await test.step('each month is closed, and the year with the last', async () => {
      await page.goto('/financialreport/close')
      const next = async () => ((await answer(portal, ben, listMonths)) as { next: string | null }).next
      for (let month = await next(); month !== null && month <= yearEnd; month = await next())
        await closeMonth(page, month, { isLast: month === yearEnd, reconciled: false })
      await expectAccessibleInSoak(page)
    })

    await test.step('income and expense start at zero, and the books pass verification', async () => {
      const request = { params: { report: 'trial-balance' }, query: { asOf: endOfMonth(yearEnd) } }
      const { table } = (await answer(portal, ben, viewReport, request)) as { table: { rows: { cells: unknown[] }[] } }
      const codes = table.rows.flatMap(({ cells: [code] }) => (/^\d{4}$/.test(String(code)) ? [String(code)] : []))
      expect(codes).toContain('3030')
      expect(codes.filter((code) => code >= '4')).toEqual([])
      expect(await verified(portal)).toMatch(/the last hash is/)
    })
  },
)
