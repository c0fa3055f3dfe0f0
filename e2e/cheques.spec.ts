// A cheque by keyboard, from the first key to its leaf; the status of leaves; and printing on the bank's form.
import type { Page } from '@playwright/test'
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { formOf } from './fixtures/invoice.ts'
import { recordBill, registerCompany } from './fixtures/recording.ts'
import { expect, test } from './fixtures/test.ts'
import { pick } from './fixtures/office.ts'

test.beforeAll(({ portal }) => portal.reset())

const books = (page: Page) => page.getByRole('region', { name: 'Cheque books' })

test('a cheque is recorded by keyboard on the next leaf, released, and printed in the places that the bank requires', async ({
  page,
  portal,
  sessions,
  signIn,
}) => {
  const by = { portal, session: await sessions('ben') }
  const payee = 'Balangay Office Leasing, Inc.'
  await recordBill(by, await registerCompany(by, 'supplier', { registeredName: payee }))
  await signIn(page, 'ana', { at: '/chequedisbursementform' })
  const form = formOf(page, 'Cheque Disbursement Form')
  await expect(form.getByRole('button', { name: 'Record a cheque' })).toBeFocused()
  await page.keyboard.press('Enter')
  const party = form.getByRole('combobox', { name: 'Supplier TIN' })
  await expect(party).toBeFocused()
  await party.fill('balangay')
  await expect(form.getByRole('option', { name: /Balangay Office/ })).toBeVisible()
  await party.press('Enter')
  await expect(form.getByLabel('Pay to the order of')).toHaveValue(payee)
  const pays = form.getByLabel('Payment for')
  await pays.selectOption('An expense or liability without a bill')
  await expect(form.getByText(/An open bill of Balangay Office Leasing, Inc\.: 1,120\.00\./)).toBeVisible()
  await form.getByRole('button', { name: 'Pay this bill' }).press('Enter')
  await expect(pays).toHaveValue('bills')
  await expect(form.getByLabel('Pay, line 1')).toHaveValue('')
  await page.keyboard.press('Alt+a')
  await expect(form.getByLabel('Pay, line 1')).toHaveValue('1,120.00')
  await pays.selectOption('An expense or liability without a bill')
  await pick(form.getByLabel('Drawn on'))
  const number = form.getByLabel('Cheque number')
  await expect(number).toHaveValue(/^00045\d\d$/)
  const no = await number.inputValue()
  await form.getByLabel('For, line 1').fill('Fee of the lease')
  await page.keyboard.press('Enter')
  await page.keyboard.type('6240')
  await page.keyboard.press('Enter')
  await page.keyboard.type('1,234.56')
  await page.keyboard.press('Enter')
  await expect(form.getByText('ONE THOUSAND TWO HUNDRED THIRTY-FOUR PESOS AND 56/100 ONLY')).toBeVisible()
  await expectAccessibleInSoak(page)
  await page.keyboard.press('Control+Enter')
  await expect(form.getByRole('button', { name: /^Yes/ })).toBeVisible()
  await page.keyboard.press('y')
  await expect(form.getByText('Cheque recorded')).toBeVisible()

  await page.goto('/chequedisbursement')
  const leaf = books(page).getByRole('row').filter({ hasText: no })
  await expect(leaf).toContainText('Issued')
  await leaf.getByRole('link').click()
  await expect(page.getByRole('heading', { name: `Cheque ${no}` })).toBeVisible()
  await expect(
    page.getByText('ONE THOUSAND TWO HUNDRED THIRTY-FOUR PESOS AND 56/100 ONLY', { exact: true }),
  ).toBeVisible()
  await expectAccessibleInSoak(page)
  const [print] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Print the cheque' }).click(),
  ])
  expect(print.suggestedFilename()).toBe(`cheque-1031-${no}.pdf`)

  await page.getByRole('link', { name: 'Cheque book' }).click()
  const note = leaf.getByRole('button', { name: `Change status of ${no}` })
  await note.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Released to the payee' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Cheque ${no}` })
  await expect(dialog).toContainText('The payee received the cheque')
  await expectAccessibleInSoak(page)
  await dialog.getByRole('button', { name: 'Mark as released' }).click()
  await expect(leaf).toContainText('Released')
})

test(
  "the accountant registers a cheque book, sees overlaps, and sets the print positions for the bank's form",
  { tag: '@soak' },
  async ({ page, signIn }) => {
    await signIn(page, 'ben', { at: '/chequedisbursement' })
    await books(page).getByRole('button', { name: 'Register a cheque book' }).click()
    const dialog = page.getByRole('dialog', { name: 'Register a cheque book' })
    await expect(dialog.getByLabel('First cheque number')).toHaveValue('0004551')
    await dialog.getByLabel('First cheque number').fill('0004550')
    await dialog.getByRole('button', { name: 'Register', exact: true }).click()
    await expect(dialog).toContainText('The cheque book of 0004501 to 0004550')
    await expectAccessibleInSoak(page)
    await dialog.getByLabel('First cheque number').fill('0004551')
    await dialog.getByRole('button', { name: 'Register', exact: true }).click()
    await expect(books(page).getByText('0004551 to 0004600')).toBeVisible()

    await books(page).getByRole('button', { name: 'Print layout' }).first().click()
    const layout = page.getByRole('dialog', { name: /^Print layout/ })
    await layout.getByLabel('Printer offset: Right').fill('1.5')
    await expectAccessibleInSoak(page)
    await page.keyboard.press('Escape')
    await page
      .getByRole('dialog', { name: 'Close without saving?' })
      .getByRole('button', { name: 'Keep Editing' })
      .click()
    await expect(layout.getByLabel('Printer offset: Right')).toHaveValue('1.5')
    await layout.getByRole('button', { name: 'Save' }).click()
    await expect(layout.getByText('Adjusted for the cheques of this account')).toBeVisible()
    const [print] = await Promise.all([
      page.waitForEvent('download'),
      layout.getByRole('button', { name: 'Test print' }).click(),
    ])
    expect(print.suggestedFilename()).toBe('cheque-1031-test.pdf')

    await page.goto('/financialreport/cheques')
    await expect(page.getByText(/No cheques are|skipped/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'XLSX' })).toBeVisible()
  },
)
