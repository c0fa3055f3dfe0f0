// From a list to a document, from there to its payment, and back: every step leads on.
import { axeViolations } from './fixtures/axe.ts'
import { formOf } from './fixtures/invoice.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

test('an unpaid invoice leads to its collection, and both documents lead to each other', async ({
  page,
  setSession,
}) => {
  await setSession(page, 'ana')
  await page.goto('/transactions?kinds=invoice&open=yes')
  await page.getByRole('table', { name: 'Transactions' }).getByRole('link').first().click()
  const invoice = page.getByRole('heading', { level: 1 })
  await expect(invoice).toContainText('SI-')
  const number = /SI-\d{4}-\d{6}/.exec((await invoice.textContent()) ?? '')?.[0] ?? ''
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.keyboard.press('j')
  await expect(invoice).not.toContainText(number)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(invoice).toContainText(number)
  expect(await axeViolations(page)).toEqual([])

  await page.getByRole('link', { name: 'Receive payment' }).click()
  const form = formOf(page, 'Collection Receipt Form')
  const rows = form.getByRole('table', { name: 'Invoices collected' })
  const row = rows.getByRole('row').filter({ hasText: number })
  await expect(row.getByRole('checkbox')).toBeChecked()
  await expect(rows.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await form.getByLabel('Received into').selectOption({ label: '1010 Undeposited funds (cash on hand)' })
  await page.keyboard.press('Control+Enter')
  await form.getByRole('button', { name: /^Confirm Payment/ }).click()
  await expect(form.getByText(/CR-\d{4}-\d{6}/).first()).toBeVisible()

  await page.goto('/transactions?kinds=invoice&search=' + number)
  await page.getByRole('table', { name: 'Transactions' }).getByRole('link', { name: number }).click()
  const linked = page.getByRole('region', { name: 'Linked documents' })
  await expect(linked.getByText('Settled by')).toBeVisible()
  await linked.getByRole('link', { name: /CR-/ }).click()
  await expect(page.getByRole('region', { name: 'Linked documents' }).getByRole('link', { name: number })).toBeVisible()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Recorded by ana')
})
