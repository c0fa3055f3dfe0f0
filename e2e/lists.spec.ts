// Lists of documents: their columns are chosen, moved, resized and remembered, and the filter is told apart from the search.
import type { Page } from '@playwright/test'
import { columnWidths } from '@talaan/contract/list-settings.ts'
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { expect, test } from './fixtures/test.ts'
import { pick } from './fixtures/office.ts'

test.beforeAll(({ portal }) => portal.reset())

const headings = async (page: Page, name: string) =>
  (await page.getByRole('table', { name }).getByRole('columnheader').allTextContents()).map((text) =>
    text.replace(/ [↑↓]$/, ''),
  )

test('the columns of a list are chosen, moved and resized by keyboard, and remembered for the person', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'ana', { at: '/invoice' })
  const list = page.getByRole('table', { name: 'Recorded invoices' })
  await expect(list.getByRole('row').nth(1)).toBeVisible()
  const usual = await headings(page, 'Recorded invoices')
  expect(usual).toContain('Reference no.')
  const region = page.getByRole('region', { name: 'Recorded invoices' })
  const columns = region.getByRole('button', { name: 'Columns' })
  await test.step('the Columns menu is next to the filters', async () => {
    const [button, filter] = [
      await columns.boundingBox(),
      await region.getByRole('combobox', { name: 'Status' }).boundingBox(),
    ]
    expect(Math.abs((button?.y ?? 0) - (filter?.y ?? 99))).toBeLessThan(20)
  })

  await columns.press('Enter')
  const menu = page.getByRole('group', { name: 'Columns' })
  await expect(menu.getByRole('checkbox', { name: 'Number' })).toBeFocused()
  await expectAccessibleInSoak(page)
  await menu.getByRole('checkbox', { name: 'Reference no.' }).press('Space')
  await menu.getByRole('checkbox', { name: 'Recorded by' }).press('Space')
  await menu.getByRole('checkbox', { name: 'Total' }).press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(menu.getByRole('checkbox', { name: 'Total' })).toBeFocused()
  // The table is drawn after the menu.
  await expect
    .poll(async () => {
      const now = await headings(page, 'Recorded invoices')
      return [now.includes('Recorded by'), now.includes('Reference no.'), now.indexOf('Total')]
    })
    .toEqual([true, false, usual.indexOf('Total') - 2])
  const customer = list.getByRole('columnheader', { name: 'Customer' })
  const before = await customer.evaluate((cell) => (cell as HTMLElement).offsetWidth)
  await menu.getByRole('checkbox', { name: 'Customer' }).press('ArrowLeft')
  for (let step = 1; step < 4; step += 1) await page.keyboard.press('ArrowLeft')
  await expect(menu.getByRole('status')).toHaveText(
    `Customer: ${Math.max(before - 64, columnWidths.least)} pixels wide`,
  )
  await expect.poll(() => customer.evaluate((cell) => (cell as HTMLElement).offsetWidth)).toBeLessThan(before - 20)
  await page.keyboard.press('Escape')
  await expect(columns).toBeFocused()

  const arranged = await headings(page, 'Recorded invoices')
  await test.step('the columns are remembered on the server, and only for this person', async () => {
    await page.reload()
    await expect(list.getByRole('row').nth(1)).toBeVisible()
    await expect.poll(() => headings(page, 'Recorded invoices')).toEqual(arranged)
  })
  await columns.click()
  await menu.getByRole('button', { name: 'Reset columns' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => headings(page, 'Recorded invoices')).toEqual(usual)
})

test(
  'a column is resized by dragging its edge, and moved by dragging its heading',
  { tag: '@soak' },
  async ({ page, signIn }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await signIn(page, 'carla', { at: '/transactions' })
    const list = page.getByRole('table', { name: 'Transactions' })
    await expect(list.getByRole('row').nth(1)).toBeVisible()
    const heading = list.getByRole('columnheader', { name: 'Party or account' })
    const box = (await heading.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const saved = page.waitForResponse((response) => response.url().includes('/api/list-settings/transactions'))
    await page.mouse.move(box.x + box.width - 3, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width - 53, box.y + box.height / 2, { steps: 5 })
    await page.mouse.up()
    await saved
    const width = (await heading.boundingBox())?.width ?? 0
    expect(Math.abs(width - (box.width - 50))).toBeLessThan(4)

    await list.getByRole('columnheader', { name: 'Status' }).dragTo(list.getByRole('columnheader', { name: 'Date' }))
    const order = await headings(page, 'Transactions')
    expect(order.indexOf('Status')).toBe(order.indexOf('Date') - 1)
  },
)

test(
  'the filter of a list, the search for cards and the totals can be distinguished',
  { tag: '@soak' },
  async ({ page, signIn }) => {
    await signIn(page, 'carla', { at: '/transactions' })
    await expect(page.getByRole('table', { name: 'Transactions' }).getByRole('row').nth(1)).toBeVisible()
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('/')
    await expect(page.getByLabel('Filter all transactions')).toBeFocused()
    await expect(page.getByLabel('Search cards')).toHaveAttribute('placeholder', 'Search cards')

    const all = page.getByRole('button', { name: 'All totals' })
    const sums = page.locator('[aria-busy]', { has: page.getByRole('button', { name: /totals$/ }) }).last()
    expect((await sums.boundingBox())?.height).toBeLessThan(60)
    await all.click()
    await expect(page.getByRole('button', { name: 'Fewer totals' })).toHaveAttribute('aria-expanded', 'true')
    expect((await sums.boundingBox())?.height).toBeGreaterThan(60)
  },
)

test('selected documents are printed into one file and voided together, after a preview, each with its result', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'ben', { at: '/invoice' })
  const region = page.getByRole('region', { name: 'Recorded invoices' })
  const rows = region.getByRole('table').locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  await rows.first().getByRole('link').first().focus()
  const bar = region.getByRole('region', { name: 'Selection' })
  await page.keyboard.press('Control+a')
  await expect
    .poll(async () => (await bar.textContent())?.startsWith(`${await rows.count()} documents selected`))
    .toBe(true)
  await bar.getByRole('button', { name: 'Clear the selection' }).click()
  await expect(bar).toBeHidden()

  await rows.first().getByRole('link').first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(bar).toContainText('2 documents selected')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    bar.getByRole('button', { name: 'Save as one PDF' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('2-documents.pdf')

  await bar.getByRole('button', { name: 'Void…' }).click()
  const dialog = page.getByRole('dialog')
  const planned = dialog.getByRole('list', { name: 'Effects' }).getByRole('listitem')
  await expect(planned).toHaveCount(2)
  await expectAccessibleInSoak(page)
  const stays = await planned.filter({ hasText: 'Stays recorded' }).count()
  await dialog.getByRole('button', { name: /^Void \d/ }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Reason').fill('Recorded twice')
  await dialog.getByRole('button', { name: /^Void \d/ }).click()
  const result = dialog.getByRole('list', { name: 'Result' }).getByRole('listitem')
  await expect(result).toHaveCount(2)
  await expect(result.filter({ hasNotText: 'Not voided' })).toHaveCount(2 - stays)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(bar).toBeHidden()
  await expect(rows.filter({ hasText: 'Void' })).not.toHaveCount(0)
})

test(
  'a tag is added, given to selected documents and to a new one, and filters the list and the income statement',
  { tag: '@soak' },
  async ({ page, signIn }) => {
    await signIn(page, 'ben', { at: '/settings/tags' })
    await page.getByRole('button', { name: 'Add tag' }).click()
    await page.getByLabel('Name').fill('Harbour')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('table', { name: 'Tags' })).toContainText('Harbour')
    await expectAccessibleInSoak(page)

    await page.goto('/invoice')
    const region = page.getByRole('region', { name: 'Recorded invoices' })
    const rows = region.getByRole('table').locator('tbody tr')
    await rows.nth(0).getByRole('checkbox').check()
    await rows.nth(2).getByRole('checkbox').check()
    const bar = region.getByRole('region', { name: 'Selection' })
    await bar.getByRole('button', { name: 'Tag…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tag 2 documents' })
    await pick(dialog.getByLabel('Project'), 'Harbour')
    await expectAccessibleInSoak(page)
    await dialog.getByRole('button', { name: 'Save tags' }).click()
    await expect(page.getByText('2 documents tagged')).toBeVisible()
    await expect(bar).toBeHidden()
    await pick(region.getByRole('combobox', { name: 'Tag' }), 'Project: Harbour')
    await expect(region.getByRole('list', { name: 'Active filters' })).toContainText('Project: Harbour')
    await expect(rows).toHaveCount(2)

    await page.goto('/financialreport/income-statement?period=this-year')
    await page.getByRole('combobox', { name: 'Columns' }).selectOption('By project')
    const statement = page.getByRole('table')
    await expect(statement.getByRole('columnheader', { name: 'Harbour' })).toBeVisible()
    await expect(statement.getByRole('columnheader', { name: 'No project' })).toBeVisible()
  },
)

test('on a wide screen the document is shown next to the list, j and k move through them, and the choice is remembered', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, 'ana', { at: '/invoice' })
  const region = page.getByRole('region', { name: 'Recorded invoices' })
  const rows = region.getByRole('table').locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  const beside = region.getByRole('region', { name: 'Document', exact: true })
  await expect(beside).toBeHidden()
  const toggle = region.getByRole('button', { name: 'Split view' })
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  const numberIn = async (at: number) => (await rows.nth(at).getByRole('link').first().textContent()) ?? ''
  await expect(beside.getByRole('heading', { name: await numberIn(0), exact: true })).toBeVisible()
  await rows.nth(0).getByRole('link').first().focus()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(beside.getByRole('heading', { name: await numberIn(2), exact: true })).toBeVisible()
  await page.keyboard.press('k')
  await expect(beside.getByRole('heading', { name: await numberIn(1), exact: true })).toBeVisible()
  await rows.nth(3).click({ position: { x: 200, y: 10 } })
  await expect(beside.getByRole('heading', { name: await numberIn(3), exact: true })).toBeVisible()
  await expectAccessibleInSoak(page)

  await page.reload()
  await expect(beside.getByRole('heading', { name: await numberIn(0), exact: true })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(beside).toBeHidden()
  await expect(toggle).toBeHidden()
  await page.setViewportSize({ width: 1440, height: 900 })
  await rows.nth(1).getByRole('link').first().focus()
  const opened = await numberIn(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: opened })).toBeVisible()
})
