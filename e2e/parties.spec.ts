// The register of customers and suppliers: corrections, and documents that keep what was printed.
import { registerParty } from '@talaan/contract/parties.ts'
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { asAny, callAs } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'
import { pick } from './fixtures/office.ts'

test.beforeAll(({ portal }) => portal.reset())

test(
  'an accountant corrects a TIN: the old and the new one are shown, and printed documents keep theirs',
  { tag: '@soak' },
  async ({ page, setSession }) => {
    await setSession(page, 'ben')
    await page.goto('/tinregistration')
    const row = page.getByRole('table', { name: 'Customers and suppliers' }).getByRole('row').nth(1)
    const before = (await row.getByText(/^\d{3}-\d{3}-\d{3}-\d{5}$/).innerText()).slice(0, 11)
    const name = await row.getByRole('link').first().innerText()
    await row.getByRole('link').first().click()
    await page.getByRole('link', { name: 'Details' }).click()
    await expect(page.getByText('No corrections have been made.')).toBeVisible()
    await page.getByRole('link', { name: 'Correct', exact: true }).click()
    const form = page.frameLocator('main iframe')
    await expect(form.getByLabel('TIN', { exact: true })).toHaveValue(before)
    await form.getByLabel('TIN', { exact: true }).fill('987-123-654')
    await page.keyboard.press('Control+Enter')
    await expect(form.getByText('Enter the reason for the correction.').first()).toBeVisible()
    await form.getByLabel('Reason for correction').fill('Typed from an old certificate')
    await expectAccessibleInSoak(page)
    await page.keyboard.press('Control+Enter')
    await expect(form.getByText(`${before}-00000 → 987-123-654-00000`)).toBeVisible()
    await page.keyboard.press('y')
    await expect(form.getByRole('button', { name: /^Go to customers and suppliers/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('link', { name: 'Details' }).click()
    await expect(page.getByText(/by ben: Typed from an old certificate$/)).toBeVisible()
    await page
      .getByRole('navigation', { name: 'Customer or supplier' })
      .getByRole('link', { name: 'Transactions' })
      .click()
    await page
      .getByRole('link', { name: /^(SI|BL|CR|PV|CV|PCV)-/ })
      .first()
      .click()
    await expect(page.getByText('The registered details changed after this document was recorded.')).toContainText(
      '987-123-654',
    )
  },
)

test('a foreign customer is registered by keyboard after the TIN is left empty', async ({ page, setSession }) => {
  await setSession(page, 'ana')
  await page.goto('/customertinform')
  const sheet = page.frameLocator('main iframe')
  await expect(sheet.getByLabel('TIN', { exact: true })).toBeFocused()
  await expect(sheet.getByLabel('Why there is no TIN')).toBeHidden()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(sheet.getByLabel('Why there is no TIN')).toBeFocused()
  await sheet.getByLabel('Why there is no TIN').selectOption('Foreign, no Philippine TIN')
  await sheet.getByLabel('Country').fill('Singapore')
  await sheet.getByLabel('Foreign tax number (optional)').fill('201812345Z')
  await sheet.getByLabel('Registered name').fill('Merlion Coffee Ltd.')
  await expectAccessibleInSoak(page)
  await page.keyboard.press('Control+Enter')
  await expect(sheet.getByText('No TIN, Singapore')).toBeVisible()
  await page.keyboard.press('y')
  await sheet.getByRole('button', { name: 'Record invoice for this customer' }).click()
  await expect(sheet.getByText('No TIN, Singapore')).toBeVisible()
})

test(
  'a customer that was registered twice is merged after a preview, and the merge is undone',
  { tag: '@soak' },
  async ({ page, setSession, portal, sessions }) => {
    const ana = await sessions('ana')
    const fields = { kind: 'non_individual', tin: '226-781-904-00007', registeredName: 'Bayani Logistic Corp' }
    const body = { registrationId: crypto.randomUUID(), role: 'customer', fields, lookAlikesSeen: true }
    await callAs(portal, ana, asAny(registerParty), { body })
    await setSession(page, 'ben')
    await page.goto('/tinregistration')
    await page.getByRole('link', { name: 'Bayani Logistics Corporation' }).click()

    await page.getByRole('link', { name: 'Statement', exact: true }).click()
    const table = page.getByRole('table', { name: /^Statement of Account/ })
    await expect(table).toBeVisible()
    const [inner, outer] = [await table.boundingBox(), await page.getByRole('main').boundingBox()]
    expect(inner!.x + inner!.width).toBeLessThan(outer!.x + outer!.width - 24)

    await page.getByRole('link', { name: 'Details' }).click()
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Bayani Logistic Corp 226-781-904-00007' }).click()
    await expect(dialog.getByText('instead of 226-781-904-00007')).toBeVisible()
    await expect(dialog.getByText('Bayani Logistic Corp has no documents, no open items.')).toBeVisible()
    await expectAccessibleInSoak(page)
    await dialog.getByLabel('Reason').fill('Registered twice')
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('link', { name: 'Details' }).click()
    await page.getByRole('link', { name: 'Bayani Logistic Corp', exact: true }).click()
    await expect(page.getByText('Merged into Bayani Logistics Corporation')).toBeVisible()
    await page.getByRole('button', { name: 'Undo merge' }).click()
    await dialog.getByLabel('Reason').fill('Two branches after all')
    await dialog.getByRole('button', { name: 'Undo merge' }).click()
    await expect(page.getByText('Merged into Bayani Logistics Corporation')).toBeHidden()
    await expect(page.getByRole('link', { name: 'New invoice' })).toBeVisible()
  },
)

test(
  'statements are sent to the chosen customers, and reminders are set up with a preview of the e-mail',
  { tag: '@soak' },
  async ({ page, setSession }) => {
    await setSession(page, 'ben')
    await page.goto('/tinregistration')
    await page.getByRole('link', { name: 'Statements and reminders' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Bayani Logistics Corporation' })
    await page.getByRole('button', { name: 'Select none' }).click()
    await row.getByRole('checkbox').check()
    await expectAccessibleInSoak(page)
    await page.getByRole('button', { name: 'E-mail 1 statement' }).click()
    await expect(page.getByRole('dialog')).toContainText('payables@bayanilogistics.example')
    await page.getByRole('button', { name: 'Send statements' }).click()
    await expect(row.getByText('Queued')).toBeVisible()
    await row.getByRole('link', { name: 'Bayani Logistics Corporation', exact: true }).click()
    await expect(page.getByText(/^Statement, sent by ben on/)).toBeVisible()
    await page.getByRole('button', { name: 'Send no reminders' }).click()
    await expect(page.getByText('This customer gets no reminders.')).toBeVisible()

    await page.goto('/customermail?tab=reminders')
    await expect(page.getByRole('checkbox', { name: 'Send reminders' })).toBeDisabled()
    await page.getByLabel('Subject').fill('Reminder: {invoise}')
    await page.getByRole('button', { name: 'Save reminders' }).click()
    await expect(page.getByText(/^Use only these placeholders/)).toBeVisible()
    await page.getByLabel('Subject').fill('Reminder: {invoice}')
    await page.getByLabel('Days after the due date').fill('10')
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Reminder: SI-2026-000123')
    await expect(page.getByText('Sent 3 days before the due date, 10 days after the due date')).toBeVisible()
    await expectAccessibleInSoak(page)
    await page.getByRole('button', { name: 'Save reminders' }).click()
    await expect(page.getByText(/^Changed on .* by ben\.$/)).toBeVisible()
  },
)

test('files and notes are added to a customer and to a recorded document, and a removal keeps its reason', async ({
  page,
  setSession,
}) => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
    'base64',
  )
  await setSession(page, 'ben')
  await page.goto('/tinregistration')
  await page.getByRole('link', { name: 'Bayani Logistics Corporation' }).click()
  const tabs = page.getByRole('navigation', { name: 'Customer or supplier' })
  await expect(tabs.getByRole('link')).toHaveText(['Overview', 'Transactions', 'Statement', 'Details', 'Files'])
  await tabs.getByRole('link', { name: 'Files' }).click()
  await expect(page.getByText('No files or notes yet.')).toBeVisible()
  await page.getByLabel('Note', { exact: true }).fill('Collects every Friday after 2 p.m.')
  await page.getByRole('button', { name: 'Add note' }).click()
  const list = page.getByRole('list', { name: 'Files and notes' })
  await expect(list.getByText('Collects every Friday after 2 p.m.')).toBeVisible()
  await page
    .getByLabel('Files to add')
    .last()
    .setInputFiles([
      { name: 'contract.png', mimeType: 'image/png', buffer: png },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') },
    ])
  await expect(list.getByRole('button', { name: 'contract.png', exact: true })).toBeVisible()
  await expect(page.getByText(/^This is not a PDF, JPEG or PNG file/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove notes.txt' }).click()
  await list.getByRole('button', { name: 'Preview contract.png' }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: 'Page 1 of contract.png' })).toBeVisible()
  await expectAccessibleInSoak(page)
  await page.keyboard.press('Escape')
  const download = page.waitForEvent('download')
  await list.getByRole('button', { name: 'contract.png', exact: true }).click()
  expect((await download).suggestedFilename()).toBe('contract.png')
  await expectAccessibleInSoak(page)
  await list.getByRole('button', { name: 'Remove contract.png' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Belongs to another customer')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(list.getByText(/Removed by ben, .*: Belongs to another customer$/)).toBeVisible()
  await expect(list.getByRole('button', { name: 'contract.png', exact: true })).toBeHidden()

  await tabs.getByRole('link', { name: 'Transactions' }).click()
  await page.getByRole('link', { name: /^SI-/ }).first().click()
  await page.getByLabel('Note', { exact: true }).fill('Signed copy received')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Added later' }).getByText('Signed copy received')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Note added by ben' })).toBeVisible()
  await expectAccessibleInSoak(page)
})

test(
  'a supplier gets a bank account, a payment names it after a warning, and its number is masked until shown',
  { tag: '@soak' },
  async ({ page, setSession }) => {
    await setSession(page, 'ben')
    await page.goto('/paymentform')
    const sheet = page.frameLocator('main iframe')
    const open = sheet.getByRole('listbox', { name: 'Suppliers with unpaid bills' })
    const name = (await open.getByRole('option').first().locator('span').first().innerText()).trim()
    await page.goto('/tinregistration')
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('link', { name: 'Details' }).click()
    await page.getByRole('button', { name: 'Add bank account' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Bank', { exact: true })).toBeFocused()
    await page.keyboard.type('Bank of Luzon')
    await dialog.getByLabel('Account number').fill('123')
    await page.keyboard.press('Control+Enter')
    await expect(dialog.getByText('An account number has 4 to 40 letters, digits, spaces or hyphens.')).toBeVisible()
    await dialog.getByLabel('Account number').fill('0012-3456-7890')
    await expectAccessibleInSoak(page)
    await page.keyboard.press('Control+Enter')
    const accounts = page.getByRole('list', { name: 'Bank accounts' })
    await expect(accounts.getByText('·7890')).toBeVisible()
    await accounts.getByRole('button', { name: 'Show number of Bank of Luzon ·7890' }).click()
    await expect(accounts.getByText('0012-3456-7890')).toBeVisible()
    await expectAccessibleInSoak(page)

    await page.goto('/paymentform')
    await open.getByRole('option', { name }).click()
    await sheet.getByLabel('Payment method').selectOption('Bank transfer')
    await pick(sheet.getByLabel("Payee's bank account"), 'Bank of Luzon')
    await sheet.getByLabel('Reference number').fill('TRX-7890')
    await pick(sheet.getByLabel('Paid from'))
    await sheet.getByRole('checkbox').first().check()
    await page.keyboard.press('Control+Enter')
    await expect(sheet.getByText(/^The bank account Bank of Luzon ·7890 was added on .* by ben\./)).toBeVisible()
    await expect(sheet.getByText('Bank of Luzon, 0012-3456-7890')).toBeVisible()
  },
)
