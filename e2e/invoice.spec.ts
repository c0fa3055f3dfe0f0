// The first hour of an empty company on the embedded database: from the one-time password on the console to the trial balance.
import type { Page } from '@playwright/test'
import { passwordWords } from '@talaan/contract/password.ts'
import { headersOf, partsOf } from '../server/test/post-office.ts'
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { amountsIn, bytesOf, rowsOfCsv, rowsOfXlsx, scan, textOfPdf } from './fixtures/files.ts'
import { attach, cell, fillLine, readyForm, record, review, formOf } from './fixtures/invoice.ts'
import { companyName } from './fixtures/programs.ts'
import { logInTo, storeSession } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ setup: { company: 'empty', mail: true, isEmbedded: true } })

const ownPassword = 'Mabagal-ngunit-7-siguro'
const email = 'accounting@talatrading.example'
const lines = [
  {
    description: 'Record book, 300 leaves',
    quantity: '10',
    price: '1,120.00',
    vat: 'Vatable',
    account: '4010 Sales - goods',
  },
  {
    description: 'Rice, sinandomeng',
    quantity: '3',
    price: '500.00',
    vat: 'VAT-exempt',
    account: '4010 Sales - goods',
  },
  {
    description: 'Layout of forms',
    quantity: '1',
    price: '2,240.00',
    discount: '10%',
    vat: 'Vatable',
    account: '4020 Service revenue',
  },
]
// 11,200.00 and 2,016.00 with VAT are 10,000.00 and 1,800.00 without it; the rice has none.
const figures = {
  total: '14,716.00',
  vatable: '11,800.00',
  exempt: '1,500.00',
  vat: '1,416.00',
  beforeDiscount: '14,940.00',
  discount: '-224.00',
}
const balances = [
  ['1110', 'Accounts receivable - trade', '14716.00', ''],
  ['2110', 'Output VAT', '', '1416.00'],
  ['4010', 'Sales - goods', '', '11500.00'],
  ['4020', 'Service revenue', '', '1800.00'],
  ['', 'Total', '14716.00', '14716.00'],
]

test('an invoice is followed from sign-in to the trial balance', async ({
  page,
  browser,
  portal,
  postOffice,
  consoleErrors,
}) => {
  await test.step('the admin signs in with the one-time password and has to choose another', async () => {
    const oneTime = /One-time password\s+(\S+)/.exec(await portal.waitForOutput(/One-time password/))?.[1] ?? ''
    await page.goto('/')
    await page.getByLabel('Client ID').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill(oneTime)
    await page.getByRole('button', { name: 'Log In' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change Default Password' })
    await expect(dialog).toBeVisible()
    await expectAccessibleInSoak(page)
    await page.keyboard.press('Escape')
    await dialog.getByLabel('Current password').fill(oneTime)
    await dialog.getByLabel('New password').fill('weak')
    await dialog.getByLabel('Confirm password').fill('different')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await expect(dialog.getByText(`${passwordWords.weak}. ${passwordWords.notMet}`)).toBeVisible()
    await expect(dialog.getByText(passwordWords.firstLoginMismatch)).toBeVisible()
    await dialog.getByLabel('New password').fill(ownPassword)
    await dialog.getByLabel('Confirm password').fill(ownPassword)
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Password Updated')).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  await test.step('the invoice form is opened from the dashboard', async () => {
    await expect(page.getByRole('heading', { name: 'Favorites / Bookmarked' })).toBeVisible()
    await expect(page.getByText('No bookmarks yet.')).toBeVisible()
    const steps = page.getByRole('region', { name: 'Setup checklist' })
    await expect(steps.getByRole('link', { name: 'Company', exact: true })).toHaveAttribute('href', '/settings')
    await page.getByRole('navigation').getByRole('link', { name: 'Invoices' }).click()
    await expect(page.getByText('No invoices are recorded yet.')).toBeVisible()
    await page.getByRole('article', { name: 'Invoice' }).getByRole('link', { name: 'Upload Invoice' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Invoice Form' })).toBeVisible()
  })

  await test.step('the customer is missing and is registered through the link', () => registerCustomer(page))
  const number = await test.step('the invoice is filled in, reviewed and recorded', () => recordInvoice(page))

  await test.step('the voucher is saved as PDF with the same contents', async () => {
    const form = formOf(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      form.getByRole('button', { name: 'Save as PDF' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`${number}.pdf`)
    expectTheInvoice(await textOfPdf(await bytesOf(download)), number)
  })

  await test.step('the receipt arrives by e-mail with the same document', async () => {
    await expect.poll(() => postOffice.received.length).toBe(1)
    const [message] = postOffice.received
    expect(message?.to).toEqual([email])
    expect(headersOf(message?.text ?? '')['subject']).toBe(`Sales Invoice ${number} - ${companyName}`)
    const attached = partsOf(message?.text ?? '').find(({ headers }) =>
      headers['content-type']?.startsWith('application/pdf'),
    )
    expectTheInvoice(await textOfPdf(attached?.content ?? new Uint8Array()), number)
  })

  await test.step('the invoice appears in the list under the card', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Invoices' }).click()
    const row = page.getByRole('table', { name: 'Recorded invoices' }).getByRole('row').filter({ hasText: number })
    await expect(row).toContainText('Tala Trading Corporation')
    await expect(row).toContainText('BK-000123')
    await expect(row).toContainText(figures.total)
    await row.getByRole('link', { name: number }).click()
    await expect(page.getByRole('region', { name: 'Receipt by e-mail' })).toContainText(`To ${email}Sent`)
    const [attached] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^booklet-page\.pdf/ }).click(),
    ])
    expect(Buffer.from(await bytesOf(attached))).toEqual(scan().buffer)
  })

  await test.step('the trial balance shows the invoice, with the same amounts on screen and in every file', async () => {
    await addAccountant(page)
    const context = await browser.newContext({ baseURL: portal.url })
    consoleErrors.listenTo(context)
    await storeSession(context, portal, await logInTo(portal, 'berta', ownPassword))
    const theirPage = await context.newPage()
    await theirPage.goto('/financialreport')
    await expect(theirPage.getByRole('cell', { name: '1110' })).toBeVisible()
    await compareTrialBalances(theirPage)
    await context.close()
  })
})

async function registerCustomer(page: Page): Promise<void> {
  const form = await readyForm(page)
  await form.getByLabel('Invoice number').fill('BK-000123')
  await form.getByLabel('Memo').fill('Delivered on two days')
  await fillLine(form, 1, lines[0]!)
  await form.getByRole('combobox', { name: 'Customer TIN' }).fill('Tala Trading')
  await expect(form.getByText("No customer matches 'Tala Trading'.")).toBeVisible()
  await form.getByRole('option', { name: "Register customer 'Tala Trading'" }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Customer Tin Form' })).toBeVisible()
  const customerForm = formOf(page, 'Customer Tin Form')
  await expect(customerForm.getByLabel('Registered name')).toHaveValue('Tala Trading')
  await customerForm.getByLabel('TIN', { exact: true }).fill('314-159-265')
  await customerForm.getByLabel('Registered name').fill('Tala Trading Corporation')
  await customerForm.getByLabel('Street').fill('7 Escolta Street')
  await customerForm.getByLabel('City or municipality').fill('Manila')
  await customerForm.getByLabel('VAT status').selectOption('VAT-registered')
  await customerForm.getByLabel('E-mail').fill(email)
  await customerForm.getByRole('button', { name: /^Review/ }).click()
  await expect(customerForm.getByText('314-159-265-00000')).toBeVisible()
  await customerForm.getByRole('button', { name: /^Yes/ }).click()
  await customerForm.getByRole('button', { name: /^Back to your invoice/ }).click()

  const again = await readyForm(page)
  await expect(again.getByRole('combobox', { name: 'Customer TIN' })).toHaveValue('Tala Trading Corporation')
  await expect(again.getByText('TIN 314-159-265-00000')).toBeVisible()
  await expect(again.getByLabel('Receipt e-mail')).toHaveValue(email)
  await expect(again.getByLabel('Invoice number')).toHaveValue('BK-000123')
  await expect(again.getByLabel('Memo')).toHaveValue('Delivered on two days')
  await expect(cell(again, 1, 'Description')).toHaveValue(lines[0]!.description)
}

async function recordInvoice(page: Page): Promise<string> {
  const form = formOf(page)
  for (const [at, line] of lines.entries()) await fillLine(form, at + 1, line)
  await attach(page, form, scan())
  await expect(form.getByText('✓ Attached')).toBeVisible()
  await review(form)

  const preview = form.getByRole('region', { name: 'Document preview' })
  await expect(preview).toContainText('Tala Trading Corporation')
  await expect(preview).toContainText('314-159-265-00000')
  await expect(preview).toContainText('BK-000123')
  await expect(preview).toContainText('booklet-page.pdf')
  for (const { description } of lines) await expect(preview).toContainText(description)
  for (const figure of Object.values(figures)) await expect(preview).toContainText(figure)
  const entry = form.getByRole('table', { name: 'Journal entry' }).getByRole('row')
  await expect(entry).toContainText(['Account', '1110', '4010', '4010', '4020', '2110'])
  await expect(entry).toContainText(['', '14,716.00', '10,000.00', '1,500.00', '1,800.00', '1,416.00'])
  await expect(form.getByText('Record this sales invoice of 14,716.00?')).toBeVisible()
  const expectedNumber = /SI-\d{4}-\d{6}/.exec((await preview.textContent()) ?? '')?.[0]

  const number = await record(form)
  expect(number).toBe(expectedNumber)
  expect(number).toMatch(/^SI-\d{4}-000001$/)
  await expect(form.getByRole('region', { name: 'Voucher' })).toContainText(figures.total)
  return number
}

function expectTheInvoice(text: string, number: string): void {
  expect(text).toContain(number)
  expect(text).toContain('Tala Trading Corporation')
  expect(text).toContain('Internal copy - not an invoice')
  for (const figure of Object.values(figures)) expect(text).toContain(figure)
}

/** By a call; User Management has its own test. */
async function addAccountant(page: Page): Promise<void> {
  const status = await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` }
      return (await fetch('/api/auth/userManagement', { method: 'POST', headers, body: JSON.stringify(body) })).status
    },
    { ClientId: 'berta', Password: ownPassword, Role: 'accountant' },
  )
  expect(status).toBe(200)
}

async function compareTrialBalances(page: Page): Promise<void> {
  const shown = await page
    .getByRole('table')
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.slice(1).map((row) => [...row.children].map((each) => (each.textContent ?? '').replaceAll(',', ''))),
    )
  expect(shown).toEqual(balances)

  const download = async (format: string) => {
    const button = page.getByRole('group', { name: 'Download' }).getByRole('button', { name: format })
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
    expect(file.suggestedFilename()).toMatch(new RegExp(`^trial-balance-.*\\.${format.toLowerCase()}$`))
    return bytesOf(file)
  }
  const [, ...csv] = rowsOfCsv(await download('CSV'))
  expect(csv).toEqual(balances)
  const xlsx = await rowsOfXlsx(await download('XLSX'))
  expect(
    xlsx
      .filter((row) => balances.some(([code, name]) => row[0] === code && row[1] === name))
      .map((row) => row.slice(0, 4)),
  ).toEqual(balances)
  const pdf = await textOfPdf(await download('PDF'))
  expect(amountsIn(pdf)).toEqual(balances.flatMap((row) => row.filter((text) => /\.\d\d$/.test(text))))
  for (const [code = '', name = ''] of balances) expect(pdf).toContain(`${code} ${name}`.trim())
}
