// A file that arrives: added, read, and opened by keyboard as the draft of a bill with its page beside the form.
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

test('an invoice is added and read, and its draft is opened next to its page, all by keyboard', async ({
  page,
  setSession,
}) => {
  await setSession(page, 'ana')
  await page.setContent(`<body style="font: 16px sans-serif; margin: 40px; width: 600px">
    <h1>Mabini Print House</h1><p>VAT REG TIN 321-654-987-00000</p><h2>SALES INVOICE</h2>
    <p>Invoice No. 770123</p><p>Date: 11/03/2026</p>
    <p>VATable Sales 2,000.00</p><p>VAT Amount 240.00</p><p>Total Sales (VAT Inclusive) 2,240.00</p>
    <p style="break-before: page">Terms and conditions</p></body>`)
  const invoice = await page.pdf({ format: 'A5' })

  await page.goto('/arrivals')
  await expect(page.getByText('Nothing to record.')).toBeVisible()
  await page
    .getByLabel('Files to add')
    .locator('input')
    .setInputFiles({ name: 'mabini.pdf', mimeType: 'application/pdf', buffer: invoice })
  const files = page.getByRole('table', { name: 'Files' })
  await expect(files.getByRole('link', { name: 'Mabini Print House' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Total 2,240.00 Adds up' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Page 1 of mabini.pdf' })).toBeVisible()
  await expectAccessibleInSoak(page)

  // Its two pages become two files, which are merged again, by keyboard.
  await page.keyboard.press('j')
  await page.keyboard.press('s')
  await expect(page.getByRole('checkbox', { name: 'New document from page 2' })).toBeFocused()
  await expectAccessibleInSoak(page)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'mabini-1.pdf' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo split' })).toBeVisible()
  await page.keyboard.press('m')
  await expect(page.getByRole('checkbox', { name: 'mabini-2.pdf' })).toBeChecked()
  await expectAccessibleInSoak(page)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'mabini-1-merged.pdf' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Page 1 of mabini-1-merged.pdf' })).toBeVisible()

  await page.keyboard.press('j')
  await page.keyboard.press('b')
  const form = page.frameLocator('main iframe')
  await expect(form.locator('#externalNo')).toHaveValue('770123')
  await expect(form.locator('#day')).toHaveValue('3 Nov 2026')
  await form.locator('#externalNo').focus()
  await expect(page.getByTitle('Number')).toHaveAttribute('data-active')
  await form.locator('#day').focus()
  await expect(page.getByTitle('Date')).toHaveAttribute('data-active')
  await expect(page.getByTitle('Number')).not.toHaveAttribute('data-active')

  // A click on the page enters the value in the field, which keeps the focus; keys with Alt are for the page.
  await form.locator('#memo').focus()
  await page.getByTitle('Number').click({ force: true })
  await expect(form.locator('#memo')).toHaveValue('770123')
  await expect(form.locator('#memo')).toBeFocused()
  const zoomOut = page.getByRole('button', { name: 'Zoom out' })
  await page.keyboard.press('Alt+Digit0')
  await expect(zoomOut).toBeDisabled()
  await page.keyboard.press('Alt+Period')
  await expect(zoomOut).toBeEnabled()
  await page.keyboard.press('Alt+KeyP')
  await expect(page.getByRole('img', { name: 'Page 1 of mabini-1-merged.pdf' })).toBeHidden()
  await page.keyboard.press('Alt+KeyP')
  await expect(form.locator('#memo')).toHaveValue('770123')
  const line = page.getByRole('separator', { name: 'Width of the file' })
  const before = Number(await line.getAttribute('aria-valuenow'))
  await line.press('ArrowLeft')
  await expect(line).toHaveAttribute('aria-valuenow', String(before + 5))
  await expectAccessibleInSoak(page)

  // What was read is saved as a draft first; leaving earlier asks.
  await expect(form.getByText(/^Draft saved/)).toBeVisible()
  await page.getByRole('link', { name: 'Back to Arrivals' }).click()
  await expect(page.getByRole('link', { name: 'Continue draft' })).toBeVisible()
})
