// From a list to a document, from there to its payment, and back: every step leads on.
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { formOf } from './fixtures/invoice.ts'
import { pick, reviewAndRecord } from './fixtures/office.ts'
import { recordFields, recordInvoice, registerCompany } from './fixtures/recording.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

test('an unpaid invoice opens its collection, and both documents link to each other', async ({ page, setSession }) => {
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
  await expectAccessibleInSoak(page)

  await page.getByRole('link', { name: 'Receive payment' }).click()
  const form = formOf(page, 'Collection Receipt Form')
  const rows = form.getByRole('table', { name: 'Invoices collected' })
  const row = rows.getByRole('row').filter({ hasText: number })
  await expect(row.getByRole('checkbox')).toBeChecked()
  await expect(rows.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await pick(form.getByLabel('Received into'), '1010')
  await reviewAndRecord(form, 'CR')

  await page.goto('/transactions?kinds=invoice&search=' + number)
  await page.getByRole('table', { name: 'Transactions' }).getByRole('link', { name: number }).click()
  const linked = page.getByRole('region', { name: 'Linked documents' })
  await expect(linked.getByText('Settled by')).toBeVisible()
  await linked.getByRole('link', { name: /CR-/ }).click()
  await expect(page.getByRole('region', { name: 'Linked documents' }).getByRole('link', { name: number })).toBeVisible()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Recorded by ana')

  const receipt = (await page.getByRole('heading', { level: 1 }).textContent())?.slice(0, 14) ?? ''
  await page.getByRole('link', { name: 'Record deposit' }).click()
  const deposit = formOf(page, 'Deposit Form')
  await expect(deposit.getByRole('checkbox', { name: new RegExp(receipt) })).toBeChecked()
  await expect(deposit.getByRole('checkbox', { checked: true })).toHaveCount(1)
})

test('an accountant removes an invoice from its receipt, and the removal can be voided', async ({
  page,
  portal,
  setSession,
}) => {
  const by = { portal, session: await setSession(page, 'ben') }
  const customer = await registerCompany(by, 'customer', { registeredName: 'Kalinaw Builders, Inc.' })
  const documentId = await recordInvoice(by, customer)
  const received = { account: '1010', method: 'cash', reference: '' }
  await recordFields(by, 'collection', { partyId: customer, ...received, rows: [{ documentId, pay: '112000' }] })
  const address = `/invoice/${documentId}`

  await page.goto(address)
  const linked = page.getByRole('region', { name: 'Linked documents' })
  const action = linked.getByRole('button', { name: /^Remove allocation of CR-/ })
  await action.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').waitFor()
  await expectAccessibleInSoak(page)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Enter the reason for removing the allocation.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The customer paid another invoice')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText(/becomes a credit of/)).toBeVisible()
  await expect(dialog.getByRole('table')).toContainText('2060')
  await expectAccessibleInSoak(page)
  await dialog.getByRole('button', { name: 'Remove allocation' }).click()
  await expect(linked.getByText('Removed', { exact: true })).toBeVisible()
  await linked.getByRole('link', { name: /RA-/ }).click()
  await page.getByRole('button', { name: 'Void document' }).click()
  await dialog.getByLabel('Reason').fill('It was this invoice')
  await dialog.getByRole('button', { name: 'Void', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('It was this invoice').first()).toBeVisible()
  await page.goto(address)
  await expect(action).toBeVisible()
  await expect(linked.getByText('Removed', { exact: true })).toHaveCount(0)
})

test(
  'a copy and its original link to each other, and a draft is continued from its list or its page',
  { tag: '@soak' },
  async ({ page, setSession }) => {
    await setSession(page, 'ana')
    await page.goto('/invoice')
    await page.getByRole('table', { name: 'Recorded invoices' }).getByRole('link', { name: /SI-/ }).first().click()
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toContainText('SI-')
    const number = /SI-\d{4}-\d{6}/.exec((await title.textContent()) ?? '')?.[0] ?? ''
    await page.getByRole('link', { name: 'Record a copy' }).click()
    const form = formOf(page, 'Invoice Form')
    await form.getByLabel('Invoice number').fill('99001')
    await expect(form.locator('[data-draft="saved"]')).toBeVisible()
    const draftId = new URL(page.url()).searchParams.get('draft')

    await page.goto('/invoice')
    const drafts = page.getByRole('list', { name: 'Your drafts' })
    await expect(drafts).toContainText('99001')
    await expectAccessibleInSoak(page)
    await page.goto(`/invoice/${draftId}`)
    await expect(title).toContainText('Draft')
    await expectAccessibleInSoak(page)
    await page.getByRole('link', { name: 'Continue' }).click()
    await expect(form.getByLabel('Invoice number')).toHaveValue('99001')
    await reviewAndRecord(form, 'SI')

    await page.goto(`/invoice/${draftId}`)
    await expect(title).toContainText('SI-')
    const linked = page.getByRole('region', { name: 'Linked documents' })
    await expect(linked.getByText('Copied from')).toBeVisible()
    await linked.getByRole('link', { name: number }).click()
    await expect(title).toContainText(number)
    await expect(linked.getByText('Copies')).toBeVisible()
  },
)

test(
  'a list is filtered by status and period, sorted by its headings, and totaled',
  { tag: '@soak' },
  async ({ page, setSession }) => {
    await setSession(page, 'ana')
    await page.goto('/invoice')
    const list = page.getByRole('table', { name: 'Recorded invoices' })
    const footer = list.locator('tfoot')
    await expect(footer).toContainText(/\d documents/)
    const region = page.getByRole('region', { name: 'Recorded invoices' })
    await region.getByRole('combobox', { name: 'Status' }).selectOption('Overdue')
    await expect(page).toHaveURL('/invoice?status=overdue')
    await expect(list.locator('tbody tr').filter({ hasNotText: 'Overdue' })).toHaveCount(0)
    await region.getByRole('combobox', { name: 'Period' }).selectOption('Last month')
    await list.getByRole('button', { name: 'Customer' }).press('Enter')
    await expect(list.getByRole('columnheader', { name: 'Customer' })).toHaveAttribute('aria-sort', 'ascending')
    await list.getByRole('button', { name: 'Total' }).press('Enter')
    await expect(list.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('aria-sort', 'descending')
    await expect(page).toHaveURL(/status=overdue&from=.*&to=.*&order=total$/)
    await expectAccessibleInSoak(page)

    // The sum of the rows is the one that the server gives for the filter.
    const amounts = await list.locator('tbody td[data-title="Total"]').allTextContents()
    const centavos = (text: string) => Number(text.replaceAll(/\D/g, ''))
    const sum = amounts.reduce((all, amount) => all + centavos(amount), 0)
    await expect.poll(async () => centavos(await footer.locator('td[data-title="Total"]').innerText())).toBe(sum)
    expect(amounts.map(centavos)).toEqual(amounts.map(centavos).toSorted((a, b) => b - a))
  },
)

test(
  'the page of a customer shows the balance and links to documents, statement and payment',
  { tag: '@soak' },
  async ({ page, setSession }) => {
    await setSession(page, 'ana')
    await page.goto('/transactions?kinds=invoice&status=overdue')
    await page.getByRole('table', { name: 'Transactions' }).getByRole('link').first().click()
    const customer = page.getByRole('region', { name: 'Summary' }).getByRole('link').first()
    const name = await customer.innerText()
    await customer.click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Receivable balance' })).toContainText('oldest due')
    await expect(page.getByRole('table', { name: 'Last documents' })).toBeVisible()
    await expectAccessibleInSoak(page)
    const tabs = page.getByRole('navigation', { name: 'Customer or supplier' })
    await tabs.getByRole('link', { name: 'Statement' }).click()
    await expect(page.getByRole('table', { name: /Statement of Account/ })).toBeVisible()
    await page.getByRole('link', { name: 'Receive payment' }).click()
    await expect(formOf(page, 'Collection Receipt Form').getByText(name).first()).toBeVisible()
  },
)
