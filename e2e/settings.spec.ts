// Company Settings by keyboard: a change is saved and shown, a refusal says why, and opening balances pasted
// from a spreadsheet become documents that can be paid.
import type { Page } from '@playwright/test'
import { axeViolations, expectAccessibleInSoak } from './fixtures/axe.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

const customer = 'Bayani Logistics Corporation'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test("a user can't open the settings", { tag: '@soak' }, async ({ page, signIn }) => {
  await signIn(page, 'ana')
  await page.getByRole('button', { name: 'User menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Contact Us' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Company Settings' })).toHaveCount(0)
  await page.goto('/settings')
  await expect(page).toHaveURL(/unauthorizedAcess/)
})

test('the accountant changes the company, renames a bank account and sees both in the list of changes', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'ben')
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Company Settings' }).click()
  const company = section(page, 'Company')
  await company.getByLabel('RDO code').fill('7')
  await company.getByLabel('RDO code').press('Enter')
  await expect(company.getByLabel('RDO code')).toHaveAccessibleDescription(/An RDO code looks like 082 or 21A/)

  // Leaving asks before unsaved input is lost.
  await page.getByRole('link', { name: 'Cash and bank accounts' }).click()
  await page.getByRole('dialog').getByRole('button').last().press('Escape')
  await company.getByLabel('RDO code').fill('21A')
  await company.getByLabel('RDO code').press('Enter')
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Company saved')

  await page.getByRole('link', { name: 'Cash and bank accounts' }).click()
  await page.getByRole('button', { name: /^Change 1032/ }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Isla Bank 777')
  await dialog.getByLabel('Name').press('Enter')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('link', { name: 'Changes' }).click()
  const changes = page.getByRole('list', { name: 'Changes to settings' })
  await expect(changes.getByRole('listitem').first()).toContainText('Isla Bank 777')
  await expect(changes).toContainText('21A')
})

test('an account that posting rules need cannot be deactivated', { tag: '@soak' }, async ({ page, signIn }) => {
  await signIn(page, 'carla', { at: '/settings/chart' })
  await page.getByLabel('Search the chart').fill('bank charges')
  await page.getByRole('button', { name: /^Change 6250/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Active').selectOption('no')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Active')).toHaveAccessibleDescription(
    /Posting rules need 6250|6250 Bank charges holds/,
  )
  await dialog.getByLabel('Active').selectOption('yes')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('balances pasted from a spreadsheet are checked, recorded one by one, and listed', async ({ page, signIn }) => {
  await signIn(page, 'ben', { at: '/settings/opening' })
  const form = page.getByRole('form', { name: 'Opening balances' })
  const day = form.getByLabel('Books begin on')
  await day.fill('t')
  const pasteInto = async (label: string, text: string) => {
    await form.getByLabel(label, { exact: true }).evaluate((cell, words) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', words)
      cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)
  }
  await pasteInto('Account, row 1', 'Account\tDebit\tCredit\n1540\t44,000\t\n1110\t5,600\t\n3010\t\t49,000')
  await pasteInto('Type, row 1', 'Receivable\tNobody At All\tOLD-7\t2026-01-10\t\t5,000')
  await expect(form.getByLabel('Totals')).toContainText('600.00 credit')
  await form.getByRole('button', { name: 'Check' }).click()
  await expect(form.getByRole('alert')).toContainText('No customer or supplier is registered under')
  await expect(form.getByRole('alert')).toContainText(
    '1110 is 5,600.00 in this row, but the total of its open items below is 5,000.00',
  )

  const party = await form.getByLabel('Customer or supplier, by name or TIN, row 1').evaluate((cell) => cell.id)
  await form.getByRole('button', { name: /^Open item 1: No customer or supplier is registered/ }).click()
  await expect(page.locator(`#${party}`)).toBeFocused()
  await page.keyboard.type(customer)
  await form.getByLabel('Open amount, row 1').fill('5600')
  await form.getByRole('button', { name: 'Check' }).click()
  await expect(form.getByRole('status')).toContainText('2 documents will be recorded')
  await expectAccessibleInSoak(page, { dark: true })
  await form.getByRole('button', { name: 'Record 2 documents' }).click()
  await expect(form.getByText('Opening balances recorded')).toBeVisible()
  const recorded = page.getByRole('table', { name: 'Recorded opening balances' })
  await expect(recorded.getByRole('row')).toHaveCount(3)
  await recorded.getByRole('link').last().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/OB-\d{4}-00000\d/)
})

test('axe finds no problems in any section', { tag: '@soak' }, async ({ page, signIn }) => {
  await signIn(page, 'ben', { at: '/settings' })
  const sections = page.getByRole('navigation', { name: 'Sections of the settings' })
  for (const { name, kind } of await sections
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => ({ name: link.textContent ?? '', kind: link.tagName })))) {
    expect(kind).toBe('A')
    await sections.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
    expect(await axeViolations(page), name).toEqual([])
  }
})
