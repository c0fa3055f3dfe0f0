// Certificates issued and received, and the lists of tax returns, from the accountant's screen to the submitted file.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

const downloaded = async (page: Page, press: () => Promise<void>) => {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('certificates are issued to suppliers, received from customers, claimed, and listed in the submitted files', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'ben', { at: '/taxcompliance' })
  const places = page.getByRole('navigation', { name: 'Tax compliance' })
  await places.getByRole('link', { name: 'For Suppliers' }).click()
  const certificates = page.getByRole('table', { name: 'Certificates' })
  await expect(certificates.getByText('Not issued')).toHaveCount(1)
  await page.getByRole('button', { name: 'Issue 1 certificate' }).click()
  await expect(certificates.getByText('Not issued')).toHaveCount(0)
  const archive = await downloaded(page, () => page.getByRole('button', { name: 'Download all as ZIP' }).click())
  expect([archive.name, archive.bytes.subarray(0, 2).toString()]).toEqual([expect.stringMatching(/\.zip$/), 'PK'])
  const pdf = await downloaded(page, () => page.getByRole('button', { name: 'Download all as PDF' }).click())
  expect(pdf.name).toMatch(/^form-2307-.*\.pdf$/)
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  await certificates
    .getByRole('button', { name: /^Certificate of/ })
    .nth(1)
    .click()
  await page.getByRole('menuitem', { name: 'Mark as delivered' }).click()
  await page.getByRole('dialog').getByLabel('Note').fill('Signed for')
  await page.getByRole('button', { name: 'Mark as delivered' }).click()
  await expect(certificates.getByText('Delivered')).toHaveCount(2)
  await expectAccessibleInSoak(page)

  await places.getByRole('link', { name: 'From Customers' }).click()
  const expected = page.getByRole('table', { name: 'Expected certificates' })
  const received = page.getByRole('table', { name: 'Certificates received' })
  await expect(received.getByRole('link')).not.toHaveCount(0)
  const before = await received.getByRole('link').count()
  await expected
    .getByRole('button', { name: /^Certificate of/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Record certificate' }).click()
  const dialog = page.getByRole('dialog')
  const tax = dialog.getByLabel('Tax withheld 1')
  const printed = await tax.inputValue()
  await tax.fill('1')
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(tax).toHaveAccessibleDescription(/^The certificate shows 1\.00, but the selected receipts show/)
  await tax.fill(printed)
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'form-2307.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  })
  await expect(dialog.getByText('form-2307.png')).toBeVisible()
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog.getByRole('table', { name: 'Journal entry' })).toContainText('1320')
  await dialog.getByRole('button', { name: 'Yes, record' }).click()
  await expect(received.getByRole('link')).toHaveCount(before + 1)
  await expect(received.getByText('Attached')).toHaveCount(1)
  await expectAccessibleInSoak(page)

  const unclaimed = received.getByRole('row').filter({ hasText: 'Income tax' }).filter({ hasText: 'Not yet' })
  await expect(unclaimed).not.toHaveCount(0)
  await page.getByRole('button', { name: /^Claim \d+ certificates?$/ }).click()
  const now = await dialog.getByLabel('Period ending').locator('option').first().getAttribute('value')
  await dialog.getByLabel('Period ending').selectOption(now)
  await dialog.getByRole('button', { name: /^Claim [\d,]+\.\d\d$/ }).click()
  await expect(unclaimed).toHaveCount(0)
  await page.goto(`/taxcompliance/lists?list=sawt&period=${now}`)
  const summary = await downloaded(page, () => page.getByRole('button', { name: 'DAT' }).click())
  expect(summary.name).toMatch(/^0087654320000\d{6}1702Q\.DAT$/)
  expect(summary.bytes.toString('latin1')).toMatch(/^HSAWT,H1702Q,008765432,0000,"SAMPAGUITA OFFICE SUPPLIES INC",,,,/)
  expect(summary.bytes.toString('latin1').split('\r\n').length).toBeGreaterThan(4)

  await page.getByLabel('List').selectOption('Payees of the year')
  await expect(page.getByRole('list', { name: 'Before you submit' })).toContainText('is not confirmed')
  await page.getByRole('button', { name: 'DAT' }).click()
  const annual = await downloaded(page, () => page.getByRole('button', { name: 'Download file' }).click())
  expect(annual.name).toMatch(/1604E\.DAT$/)
  await expectAccessibleInSoak(page)
})
