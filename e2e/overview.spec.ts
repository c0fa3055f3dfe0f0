// The company at a glance on the dashboard: by keyboard, in both schemes, and only for the people who may see it.
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

const cents = (text: string | null) => Math.round(Number((text ?? '').replaceAll(',', '')) * 100)

test(
  'by keyboard, the accountant opens the table, the items of a week, which add up to the bars, and the explanation of each figure',
  { tag: '@soak' },
  async ({ page, signIn }) => {
    await signIn(page, 'ben', { at: '/dashboard' })
    const overview = page.getByRole('region', { name: 'Company at a glance' })
    // A chart is drawn when the reader comes near it.
    for (const name of [/^Money in, money out and cash by week/, /^Expense by month/]) {
      const chart = overview.getByRole('img', { name })
      await chart.scrollIntoViewIfNeeded()
      await expect(chart.locator('.recharts-surface').first()).toBeVisible()
    }
    await expectAccessibleInSoak(page, { dark: true })

    await overview.getByRole('button', { name: 'Show table' }).first().press('Enter')
    const weeks = overview.getByRole('button', { name: /^Show the (item|\d+ items) of the week/ })
    await expect(weeks).toHaveCount(13)
    const rows = overview
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: /^Show the (item|\d+ items) of/ }) })
    const bars = await rows.first().getByRole('cell').allTextContents()
    // Money in and out, the cash, and the same if customers pay late or early.
    expect(bars).toHaveLength(5)
    const [, , likely = '', late = '', early = ''] = bars
    expect(cents(late)).toBeLessThanOrEqual(cents(likely))
    expect(cents(early)).toBeGreaterThanOrEqual(cents(likely))
    await weeks.first().press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Week 1 of 13' })
    await expect(dialog.getByRole('row', { name: /^Money in/ })).toBeVisible()
    await expectAccessibleInSoak(page)
    const amounts = await dialog.locator('tbody td').allTextContents()
    const total = amounts.reduce((all, amount) => all + cents(amount), 0)
    expect(total).toBe(cents(bars[0] ?? '') - cents(bars[1] ?? ''))
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(weeks.first()).toBeFocused()

    // Each kind of figure opens what it is made of, and the page shows the same figure.
    const closed = overview.getByRole('button', { name: 'Show table' })
    while ((await closed.count()) > 0) await closed.first().press('Enter')
    const figures = await overview
      .getByRole('link')
      .evaluateAll((links) =>
        links.map((link) => ({ href: link.getAttribute('href') ?? '', figure: link.textContent ?? '' })),
      )
    const isWhy = ({ href, figure }: { href: string; figure: string }) => href.includes('/why') && figure !== '0.00'
    const kinds = new Map(figures.filter(isWhy).map((link) => [link.href.replace(/\?.*/, ''), link]))
    expect(kinds.size).toBeGreaterThanOrEqual(6)
    for (const { href, figure } of kinds.values()) {
      await page.goto(href)
      await expect(page.getByText(figure, { exact: true }).first()).toBeVisible()
    }
    await expectAccessibleInSoak(page)
    await page.getByRole('link', { name: /^Back to the/ }).press('Enter')
    await page.goto('/financialreport/compare/trial-balance')
    await expect(page.getByRole('heading', { name: 'Changes in a report' })).toBeVisible()
    await expect(page.getByText('Trial Balance').first()).toBeVisible()
    await expectAccessibleInSoak(page)
  },
)

test('a user sees the overview after an admin shows it to the account', { tag: '@soak' }, async ({ page, signIn }) => {
  await signIn(page, 'carla', { at: '/userManagement' })
  await page.getByRole('button', { name: 'Account settings of ana' }).click()
  await page.getByRole('menuitem', { name: 'Show company overview' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Company overview shown')

  await page.goto('about:blank')
  await signIn(page, 'ana', { at: '/dashboard' })
  const overview = page.getByRole('region', { name: 'Company at a glance' })
  await expect(overview.getByRole('heading', { name: 'Cash in the next 13 weeks' })).toBeVisible()
})
