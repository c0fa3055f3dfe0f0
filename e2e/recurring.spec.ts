// Recurring documents: made recurring from its page, drafted, reviewed and recorded; and templates of a form.
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { formOf } from './fixtures/invoice.ts'
import { purchaseCell } from './fixtures/purchases.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

test(
  'a recorded bill is made recurring, and its next draft is reviewed with its date, lines and number',
  { tag: '@soak' },
  async ({ page, setSession }) => {
    await setSession(page, 'ben')
    await page.goto('/bills?search=electricity')
    await page.getByRole('table', { name: 'Recorded bills' }).getByRole('link').first().click()
    await page.getByRole('link', { name: 'Make recurring' }).click()
    const dialog = page.getByRole('dialog', { name: 'Make recurring' })
    await dialog.getByLabel('Name').fill('Electricity')
    await dialog.getByLabel('On', { exact: true }).selectOption('The last working day of the month')
    await dialog.getByLabel(/^Supplier's invoice number/).fill('KP {year}-{mm}')
    await expectAccessibleInSoak(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    const rules = page.getByRole('table', { name: 'Recurring documents' })
    const rule = rules.getByRole('row').filter({ hasText: 'Electricity' })
    await expect(rule).toContainText('Every month on the last working day')

    await rule.getByRole('button', { name: 'Actions for Electricity' }).click()
    await expectAccessibleInSoak(page)
    await page.getByRole('menuitem', { name: /^Create draft now/ }).click()
    await page.getByRole('button', { name: /^Review Electricity/ }).click()
    const form = formOf(page, 'Bills Form')
    await expect(form.getByLabel("Supplier's invoice number")).toHaveValue(/^KP 20\d\d-\d\d$/)
    await expect(purchaseCell(form, 1, 'Description')).toHaveValue('Office electricity')
    await expect(form.getByLabel('Supplier TIN')).toHaveValue(/Kuryente/)
    // A bill cannot have a later date than today.
    await form.getByLabel('Date', { exact: true }).fill('t')
    await page.keyboard.press('Control+Enter')
    await expect(form.getByRole('heading', { name: 'Check before recording' })).toBeVisible()
    await page.keyboard.press('y')
    await expect(form.getByRole('heading', { level: 1, name: /^BL-/ })).toBeVisible()

    await page.goto('/recurring')
    await rule.getByRole('link', { name: /^BL-/ }).click()
    const made = page.getByRole('region', { name: 'Recurring document' })
    await expect(made).toContainText('Made by Electricity')
    await expect(made.getByRole('link', { name: 'Electricity' })).toBeVisible()
  },
)

test(
  'an incomplete form is saved as a template and used again, and a pause and a deletion are confirmed',
  { tag: '@soak' },
  async ({ page, setSession }) => {
    await setSession(page, 'ana')
    await page.goto('/invoiceform')
    const form = formOf(page, 'Invoice Form')
    await form.getByLabel('Description, line 1').fill('Maintenance in {month}')
    await form
      .getByLabel(/^Unit price/)
      .first()
      .fill('5000')
    await form.getByRole('button', { name: 'Templates' }).click()
    await form.getByLabel('Name of the template').fill('Maintenance')
    await page.keyboard.press('Enter')
    await expect(form.getByText('Template “Maintenance” saved.')).toBeVisible()
    await expectAccessibleInSoak(page)
    // Leaving the form earlier asks.
    await expect(form.getByText(/^Draft saved/)).toBeVisible()
    await form.getByRole('button', { name: 'New from template Maintenance' }).click()
    await expect(form.getByLabel('Description, line 1')).toHaveValue(/^Maintenance in (?!\{)/)
    await expect(form.getByLabel(/^Unit price/).first()).toHaveValue(/5,?000/)

    await page.goto('/recurring')
    const templates = page.getByRole('table', { name: 'Templates' })
    await templates.getByRole('button', { name: 'Actions for Maintenance' }).click()
    await page.getByRole('menuitem', { name: 'Make recurring' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('table', { name: 'Drafts to confirm' })).toContainText('Maintenance')
    const rule = page
      .getByRole('table', { name: 'Recurring documents' })
      .getByRole('row')
      .filter({ hasText: 'Maintenance' })
    const choose = async (name: string) => {
      await rule.getByRole('button', { name: 'Actions for Maintenance' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await choose('Pause')
    await expect(rule).toContainText('Paused')
    await choose('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(rule).toHaveCount(0)
  },
)
