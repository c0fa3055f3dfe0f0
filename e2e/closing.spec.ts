// The accountant's month end: an entry by keyboard, the checklist with an explanation, the seal, a refused posting, a reopening.
import { addMonths, dayInManila, endOfMonth, formatDay, formatMonth, monthOf } from '@talaan/ledger/core/date.ts'
import { reversalDay } from '@talaan/ledger/documents/journalvoucher/fields.ts'
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { formOf } from './fixtures/invoice.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

test('an accrual is entered by keyboard; the open items of the month are explained; the month is closed, refuses a posting, and is reopened', async ({
  page,
  setSession,
  portal,
}) => {
  await setSession(page, 'ben')
  // The demo leaves this month and the three before it open.
  const month = addMonths(monthOf(dayInManila(await portal.now())), -3)
  const [named, last] = [formatMonth(month), endOfMonth(month)]
  const type = async (...typed: string[]) => {
    for (const text of typed) {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
  }
  const form = formOf(page, 'Journal Voucher Form')

  await test.step('a journal voucher is balanced with one key and reversed next month', async () => {
    await page.goto('/journalvoucherform')
    await expect(form.getByLabel('Date', { exact: true })).toBeFocused()
    await type(formatDay(last), `ACC-${month}`)
    await form.getByLabel('Explanation', { exact: true }).fill('Rent that is not billed yet')
    await form.getByLabel('Account, line 1').focus()
    await type('6050', '=40000+10000')
    await expect(form.getByText(/^Debits exceed credits by 50,000\.00/)).toBeVisible()
    await form.getByLabel('Account, line 2').focus()
    await type('2020')
    await page.keyboard.press('Control+b')
    await expect(form.getByLabel('Credit, line 2')).toHaveValue('50,000.00')
    await expect(form.getByText('Debits and credits are equal.')).toBeVisible()
    await form.getByLabel(`Reverse on ${formatDay(reversalDay(last))}`).check()
    await expectAccessibleInSoak(page)
    await page.keyboard.press('Control+Enter')
    await expect(form.getByRole('heading', { name: 'Check before recording' })).toBeVisible()
    await page.keyboard.press('y')
    await expect(form.getByRole('heading', { level: 1, name: /^JV-/ })).toBeVisible()
    await page.goto('/journalvoucher')
    const list = page.getByRole('table', { name: 'Recorded journal vouchers' })
    const recorded = list.getByRole('row').filter({ hasText: '50,000.00' })
    await expect(recorded.filter({ hasText: `ACC-${month}` })).toContainText(formatDay(last))
    await expect(recorded.filter({ hasText: formatDay(reversalDay(last)) })).toHaveCount(1)
  })

  await test.step('open items are explained, and the month is sealed', async () => {
    await page.goto('/financialreport/close')
    const checklist = page.getByRole('region', { name: `Before ${named} is closed` })
    const entries = page.getByRole('region', { name: 'Month-end entries' })
    const record = entries.getByRole('button', { name: 'Record', exact: true })
    await expect(record.first()).toBeVisible()
    for (let left = await record.count(); left > 0; left -= 1) {
      await record.first().click()
      await expect(record).toHaveCount(left - 1)
    }
    await expect(entries.getByRole('link', { name: /^JV-/ }).first()).toBeVisible()
    // The checklist has been requested again since.
    await expect(checklist.getByText('All recurring entries and depreciation are recorded.')).toBeVisible()
    const explain = checklist.getByRole('button', { name: 'Explain', exact: true })
    await expect(
      checklist
        .getByText(/^\d of \d+ items (is open\. Resolve or explain it|are open\. Resolve or explain each one)\.$/)
        .first(),
    ).toBeVisible()
    await expect(checklist.getByRole('button', { name: 'Close month' })).toBeDisabled()
    for (let left = await explain.count(); left > 0; left -= 1) {
      await explain.first().click()
      await page.keyboard.type('Mailed by hand until the server is set up')
      const keep = checklist.getByRole('button', { name: 'Save explanation' })
      await keep.click()
      await expect(keep).toHaveCount(0)
    }
    await expect(checklist.getByText('All items are resolved.')).toBeVisible()
    await expectAccessibleInSoak(page)
    await checklist.getByRole('button', { name: 'Close month' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close month' }).click()
    await expect(
      page.getByRole('region', { name: `Before ${formatMonth(addMonths(month, 1))} is closed` }),
    ).toBeVisible()
    const events = page.getByRole('table', { name: 'Closings and reopenings' })
    await expect(events.getByRole('row').nth(1)).toContainText(named)
  })

  await test.step('the closed month accepts no postings until it is reopened with a reason', async () => {
    await page.goto('/journalvoucherform')
    await expect(form.getByLabel('Date', { exact: true })).toBeFocused()
    await page.keyboard.type(formatDay(last))
    await form.getByLabel('Explanation', { exact: true }).fill('Too late')
    await form.getByLabel('Account, line 1').fill('6050')
    await form.getByLabel('Debit, line 1').fill('5')
    await form.getByLabel('Account, line 2').fill('2020')
    await form.getByRole('button', { name: /^Fill in 5\.00/ }).click()
    await page.keyboard.press('Control+Enter')
    await expect(form.getByRole('alert')).toContainText(`${named} is closed. Choose a date in an open month`)

    await page.goto(`/financialreport/close?month=${month}`)
    await page.getByRole('button', { name: 'Reopen' }).click()
    await page.getByLabel('Reason').fill('A bill came late')
    await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click()
    await expect(page.getByRole('region', { name: `Before ${named} is closed` })).toBeVisible()
    await expect(page.getByText('Reopened: A bill came late')).toBeVisible()
  })
})
