// Money by keyboard alone: a deposit of ticked receipts, a withdrawal, and a foreign transfer, each to its voucher.
import type { FrameLocator, Page } from '@playwright/test'
import { listMoneyAccounts } from '@talaan/contract/money-accounts.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { formOf } from './fixtures/invoice.ts'
import { asAny, callAs } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

/** Types into one field after the other; Enter goes on. */
async function typeIn(page: Page, ...typed: string[]): Promise<void> {
  for (const text of typed) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
}

/** Reviews, presses the key of Yes, and waits for the voucher, whose receipt stays queued without a mail server. */
async function recordByKeys(page: Page, form: FrameLocator, series: string): Promise<void> {
  await page.keyboard.press('Control+Enter')
  await expect(form.getByRole('heading', { name: 'Check before recording' })).toBeVisible()
  await expectAccessibleInSoak(page)
  await page.keyboard.press('y')
  await expect(form.getByRole('heading', { level: 1, name: new RegExp(`^${series}-`) })).toBeVisible()
  await expect(form.getByText(/The receipt to .+ is queued/)).toBeVisible()
}

test('undeposited receipts are ticked and deposited by keyboard, and the next deposit suggests the same bank', async ({
  page,
  setSession,
}) => {
  await setSession(page, 'ana')
  await page.goto('/depositform')
  const form = formOf(page, 'Deposit Form')
  await expect(form.getByRole('button', { name: /^Record a deposit/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Deposited into')).toBeFocused()
  await typeIn(page, '1032', '', 'DS 4471')
  const list = form.getByRole('table', { name: 'Receipts to deposit' })
  await list.getByRole('checkbox', { name: /FT-.*in transit/i }).focus()
  await page.keyboard.press('Space')
  await expect(form.getByText(/^1 of \d+ selected, 80,000\.00$/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(form.getByRole('table', { name: 'Other money' }).getByLabel('Description, line 1')).toBeFocused()
  await typeIn(page, 'Unknown sender', '2065', '=1000+500')
  await expect(form.getByLabel('Totals')).toContainText('81,500.00')
  await expectAccessibleInSoak(page)
  await recordByKeys(page, form, 'DS')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Deposited into')).toHaveValue(/^1032 /)
  await expect(form.getByText('FT-', { exact: false })).toHaveCount(0)
})

test(
  'a withdrawal that undeposited receipts would cover leads to their deposit and back, with the input',
  { tag: '@soak' },
  async ({ page, portal, sessions, setSession }) => {
    const listed = await callAs(portal, await sessions('ana'), asAny(listMoneyAccounts))
    const { accounts } = listMoneyAccounts.answer.parse(await listed.json())
    const bank = accounts.find(({ code }) => code === '1032')
    const amount = formatMoney((bank?.lowestHeld ?? 0n) + (bank?.overdraft ?? 0n) + 1n)
    await setSession(page, 'ana')
    await page.goto('/withdrawform')
    const form = formOf(page, 'Withdraw Form')
    await expect(form.getByRole('button', { name: /^Record a withdrawal/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(form.getByLabel('Withdrawn from')).toBeFocused()
    await typeIn(page, '1032', '', '', 'Drawing of the owner', '3020', amount)
    await page.keyboard.press('Control+Enter')
    await expect(form.getByLabel('Amount, line 1')).toHaveAccessibleDescription(
      /receipts of .* have not been deposited yet/,
    )
    await form.getByRole('button', { name: 'Record deposit' }).click()

    const deposit = formOf(page, 'Deposit Form')
    await expect(deposit.getByRole('button', { name: /^Record a deposit/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(deposit.getByLabel('Deposited into')).toBeFocused()
    await typeIn(page, '1032', '', '')
    await deposit.getByRole('checkbox', { name: 'Select all' }).check()
    await recordByKeys(page, deposit, 'DS')
    await expect(deposit.getByRole('button', { name: /^Back to your document/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(form.getByLabel('Amount, line 1')).toHaveValue(amount)
    await expect(form.getByLabel('Reference number')).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(form.getByRole('heading', { name: 'Check before recording' })).toBeVisible()
  },
)

test(
  'a withdrawal is recorded by keyboard, and one above the balance shows the balance',
  { tag: '@soak' },
  async ({ page, setSession }) => {
    await setSession(page, 'ana')
    await page.goto('/withdrawform')
    const form = formOf(page, 'Withdraw Form')
    await expect(form.getByRole('button', { name: /^Record a withdrawal/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(form.getByLabel('Withdrawn from')).toBeFocused()
    await typeIn(page, '1045', '', '', 'Drawing of the owner', '3020', '9,999,999')
    await page.keyboard.press('Control+Enter')
    const amount = form.getByLabel('Amount, line 1')
    await expect(amount).toBeFocused()
    await expect(amount).toHaveAccessibleDescription(/The balance of E-wallet.* is .*\. Lower the amount/)
    await typeIn(page, '1,500')
    await recordByKeys(page, form, 'WD')
  },
)

test(
  'dollars are sold by keyboard: foreign is chosen first, and the rate in both directions and the gain are shown while typing',
  { tag: '@soak' },
  async ({ page, setSession }) => {
    await setSession(page, 'ana')
    await page.goto('/transferform')
    const form = formOf(page, 'Fund Transfer Form')
    await expect(form.getByRole('radio', { name: /Local/ })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(form.getByRole('combobox', { name: 'From' })).toBeFocused()
    await typeIn(page, '1040', '1031', '', 'FX 77', '1000', '57.25')
    await expect(form.getByText(/^1 USD = 57\.25 PHP; 1 PHP = 0\.0174672 USD\. 1,000\.00 USD sent/)).toBeVisible()
    await expect(form.getByText(/^Realized exchange gain/)).toBeVisible()
    await typeIn(page, '', '', '5')
    await expectAccessibleInSoak(page)
    await recordByKeys(page, form, 'FT')
    await page.goto('/transfer')
    await page.getByRole('table', { name: 'Recorded fund transfers' }).getByRole('link').first().click()
    await expect(page.getByText('1 USD = 57.25 PHP')).toBeVisible()
  },
)
