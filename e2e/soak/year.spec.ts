// The fiscal year of the demo company, closed by its accountant in one session: statements uploaded in every
// format, certain matches confirmed by one key, bank-only entries recorded, each month signed off and closed, and
// the year closed to retained earnings. LARGE=1 does it with ten thousand documents.
import { endOfMonth, formatMonth } from '@talaan/ledger/core/date.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import { viewReport } from '@talaan/contract/reports.ts'
import { axeViolations } from '../fixtures/axe.ts'
import { answer, monthOfBank } from '../fixtures/reconciling.ts'
import { expect, test } from '../fixtures/test.ts'
import {
  closeMonth,
  countOpenMonths,
  isRight,
  verified,
  reconcileByKeys,
  reconcileOthers,
  statementFiles,
  upload,
} from '../fixtures/year.ts'

test.use({ setup: { company: 'year', env: {} } })

test('the year is reconciled from files of every format and closed month by month in one session', async ({
  page,
  portal,
  signIn,
}) => {
  const ben = await signIn(page, 'ben', { at: '/bankreconciliationform' })
  const all = statementFiles(portal)
  const year = [...new Set(all.map(({ month }) => month))].toSorted().slice(0, 12)
  const files = all.filter(({ month }) => year.includes(month))
  const main = files.filter(({ account }) => account === '1031')
  expect(main).toHaveLength(12)
  expect(new Set(main.map(({ name }) => name.replace(/.*\./, '')))).toEqual(
    new Set(['csv', 'xlsx', 'ofx', 'qif', 'sta', 'xml', 'pdf']),
  )

  await test.step('the statements are uploaded', () => upload(page, files))

  await test.step('each month is reconciled and signed off', async () => {
    let [lines, right] = [0, 0]
    await page.goto(`/bankreconciliation/1031/${year[0]}`)
    for (const month of year) {
      await expect(page.getByRole('heading', { level: 1, name: formatMonth(month) })).toBeVisible()
      const { lines: suggested, books } = await monthOfBank(portal, ben, { account: '1031', month })
      const wrong = suggested.filter((line) => !isRight(line, books))
      expect(wrong.filter(({ suggestions: [best] }) => best?.certainty === 'certain')).toEqual([])
      lines += suggested.length
      right += suggested.length - wrong.length
      await reconcileByKeys(page)
      if (month === year[0]) expect(await axeViolations(page)).toEqual([])
      if (month !== year.at(-1)) await page.getByRole('link', { name: nextOf(year, month), exact: true }).click()
    }
    // The demo made the statements from the books, so their texts say which suggestion is right.
    expect(lines).toBeGreaterThan(200)
    expect(right / lines).toBeGreaterThanOrEqual(0.95)
    // The other banks follow: each sign-off links to the next month.
    await reconcileOthers(page, portal, ben)
    await expect(page.getByText('All other months with statements are signed off.')).toBeVisible()
    expect(await countOpenMonths(portal, ben)).toBe(0)
  })

  await test.step('each month is closed, and the year with the last', async () => {
    await page.goto('/financialreport/close')
    for (const month of year) await closeMonth(page, month, { isLast: month === year.at(-1), reconciled: true })
    const events = page.getByRole('table', { name: 'Closings and reopenings' })
    await expect(events.getByRole('row')).toHaveCount(13)
    expect(await axeViolations(page)).toEqual([])
  })

  await test.step('income and expense start at zero, and the books pass verification', async () => {
    const query = { asOf: endOfMonth(year.at(-1) ?? '') }
    const request = { params: { report: 'trial-balance' }, query }
    const { table } = (await answer(portal, ben, viewReport, request)) as { table: { rows: { cells: unknown[] }[] } }
    const codes = table.rows.flatMap(({ cells: [code] }) => (/^\d{4}$/.test(String(code)) ? [String(code)] : []))
    expect(codes).toContain('3030')
    expect(codes.filter((code) => code >= '4')).toEqual([])
    expect(await verified(portal)).toMatch(/the last hash is/)
  })
})

const nextOf = (year: readonly Month[], month: Month): string => formatMonth(year[year.indexOf(month) + 1] ?? month)
