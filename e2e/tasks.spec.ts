// Tasks on the dashboard: their rows, snoozing and claiming, by mouse and by keyboard, empty and failing.
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { fillInvoice, openInvoiceForm, simpleInvoice } from './fixtures/invoice.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

test('a task opens its rows, is claimed and snoozed, and appears again', async ({ page, setSession }) => {
  await setSession(page, 'ben')
  await page.goto('/dashboard')
  const tasks = page.getByRole('region', { name: 'Tasks' })
  const bank = tasks.getByRole('row').filter({ hasText: 'Bank lines to match' })
  await expect(bank).toBeVisible()
  await expectAccessibleInSoak(page)

  await bank.getByRole('button', { name: 'Actions for Bank lines to match' }).click()
  await page.getByRole('menuitem', { name: 'Work on this' }).click()
  await expect(bank).toContainText('You are working on this')

  const count = (await bank.getByRole('cell').nth(1).textContent()) ?? ''
  await bank.getByRole('link').click()
  await expect(page).toHaveURL('/tasks/bankLines')
  await expect(page.getByRole('table', { name: 'Bank lines to match' }).getByRole('link')).toHaveCount(Number(count))
  await expectAccessibleInSoak(page)
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()

  await bank.getByRole('link').focus()
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: 'Snooze Bank lines to match' })
  await dialog.getByLabel('Until').fill('t')
  await dialog.getByRole('button', { name: 'Snooze' }).click()
  await expect(dialog).toContainText('Choose a date after today.')
  await dialog.getByLabel('Until').fill('+7')
  await dialog.getByRole('button', { name: 'Snooze' }).click()
  await expect(bank).toHaveCount(0)
  await tasks.getByRole('button', { name: 'Show 1 snoozed' }).click()
  await expect(bank).toContainText('Snoozed until')
  await bank.getByRole('button', { name: 'Actions for Bank lines to match' }).click()
  await page.getByRole('menuitem', { name: 'Show again' }).click()
  await expect(bank).not.toContainText('Snoozed until')
})

test('a document is sent for approval, returned, sent again and approved by keyboard', async ({ page, setSession }) => {
  await setSession(page, 'carla')
  await page.goto('/settings/approvals')
  const add = page.getByRole('button', { name: 'Add rule' })
  // A key, unlike a click, doesn't wait until the rules are loaded.
  await expect(add).toBeEnabled()
  await add.press('Enter')
  const rule = page.getByRole('dialog', { name: 'Add rule' })
  await rule.getByLabel('Documents').selectOption('Invoices')
  await rule.getByLabel('From amount').fill('1,000')
  await page.keyboard.press('Control+Enter')
  const rules = page.getByRole('table', { name: 'Approval rules' })
  await expect(rules.getByRole('row', { name: /Invoices/ })).toContainText('1,000.00')
  await expectAccessibleInSoak(page)

  await page.goto('about:blank')
  await setSession(page, 'ana')
  const form = await openInvoiceForm(page)
  await fillInvoice(form, simpleInvoice())
  const send = async () => {
    await form.getByLabel('Invoice number').press('Control+Enter')
    await expect(form.getByRole('button', { name: 'Send for approval' })).toBeFocused()
  }
  await send()
  await expect(form.getByRole('complementary')).toContainText('Invoices of 1,000.00 or more need an approval.')
  await expectAccessibleInSoak(page)
  await page.keyboard.press('y')
  await expect(form.getByRole('heading', { name: 'Sent for approval' })).toBeVisible()
  const address = new URL(page.url())

  await page.goto('about:blank')
  await setSession(page, 'ben')
  await page.goto('/tasks/approvals')
  await expect(page.getByRole('table', { name: 'Documents to approve' }).getByRole('link')).toHaveCount(1)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Approve and record' })).toBeVisible()
  await expectAccessibleInSoak(page)
  await page.keyboard.press('r')
  await page.getByRole('dialog').getByLabel('Reason').fill('Add the purchase order')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Add the purchase order')

  await page.goto('about:blank')
  await setSession(page, 'ana')
  await page.goto('/tasks/drafts')
  await page
    .getByRole('row')
    .filter({ hasText: 'Returned by ben: Add the purchase order' })
    .getByRole('link')
    .press('Enter')
  await expect(form.getByText('Add the purchase order')).toBeVisible()
  await form.getByLabel('Memo').fill('PO 1234')
  await send()
  await page.keyboard.press('y')
  await expect(form.getByRole('heading', { name: 'Sent for approval' })).toBeVisible()

  await page.goto('about:blank')
  await setSession(page, 'ben')
  await page.goto(`/approvals/${address.searchParams.get('draft')}`)
  await expect(page.getByRole('button', { name: 'Approve and record' })).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByText('Prepared by', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText(/Prepared byana.*Approved byben/)
})

test('the keyboard moves between tasks and opens one', { tag: '@soak' }, async ({ page, setSession }) => {
  await setSession(page, 'ben')
  await page.goto('/dashboard')
  const links = page.getByRole('table', { name: 'Tasks' }).getByRole('link')
  await expect(links.nth(1)).toBeVisible()
  await page.keyboard.press('j')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('j')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/tasks\//)
})

test(
  'without tasks the dashboard says so, and a failure can be tried again',
  { tag: '@soak' },
  async ({ page, setSession, consoleErrors }) => {
    consoleErrors.expect(/status of 500/)
    await setSession(page, 'ana')
    let fails = true
    await page.route('**/api/tasks', (route) =>
      fails ? route.fulfill({ status: 500, json: {} }) : route.fulfill({ json: { today: '2026-03-16', tasks: [] } }),
    )
    await page.goto('/dashboard')
    const tasks = page.getByRole('region', { name: 'Tasks' })
    await expect(tasks.getByRole('button', { name: 'Try again' })).toBeVisible()
    fails = false
    await tasks.getByRole('button', { name: 'Try again' }).click()
    await expect(tasks).toContainText('Nothing to do.')
  },
)
