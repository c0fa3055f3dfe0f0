// The demo's bank statements against its books: a month by keyboard from the first line to the signature and the printed
// statement, and the other months by the same calls.
import type { Page } from '@playwright/test'
import { faultsOf } from './fixtures/axe.ts'
import { monthOfBank, openMonths, reconcile } from './fixtures/reconciling.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ house: { company: 'demo', env: {} } })

const line = (page: Page) => page.getByRole('region', { name: 'The line' })
const lines = (page: Page) => page.getByRole('region', { name: /^On the statement, to be explained/ })

test('a month is matched by keyboard, what only the bank told is recorded, and the month signed off and printed', async ({
  page,
  portal,
  signIn,
}) => {
  test.setTimeout(120_000)
  const ben = await signIn(page, 'ben', { at: '/bankreconciliation' })
  const [first = '', ...others] = await openMonths(portal, ben, '1031')
  const months = page.getByRole('table', { name: 'Months' })
  await expect(months.getByRole('row').filter({ hasText: 'To explain' }).first()).toBeVisible()
  await page.goto(`/bankreconciliation/1031/${first}`)
  const given = await monthOfBank(portal, ben, { account: '1031', month: first })
  const count = given.lines.length
  await expect(lines(page)).toContainText(`to be explained (${count})`)
  expect(await faultsOf(page)).toEqual([])

  await lines(page).getByRole('button').first().focus()
  await page.keyboard.press('j')
  await expect(lines(page).locator('[aria-current]')).toContainText(given.lines[1]?.description ?? '')
  await page.keyboard.press('k')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Undo the last match')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  // Confirmed, undone, and asked about later: the cursor stays where it is.
  await lines(page).getByRole('button').first().focus()
  await page.keyboard.press('Enter')
  await expect(lines(page)).toContainText(`to be explained (${count - 1})`)
  await expect(page.getByRole('table', { name: 'Matched in this month' })).toContainText('ben')
  await page.keyboard.press('u')
  await expect(lines(page)).toContainText(`to be explained (${count})`)
  await page.keyboard.press('l')
  await expect(lines(page).getByRole('button').first()).toContainText('Ask')

  // Found by hand among our books.
  const slip = lines(page).getByRole('button').filter({ hasText: 'DS 000417' })
  await slip.click()
  await page.keyboard.press('f')
  await expect(page.getByLabel('Word, number or amount')).toBeFocused()
  await page.keyboard.type('DS 000417')
  const find = page.getByRole('region', { name: 'Find in our books' })
  await find.getByRole('checkbox').first().check()
  await expect(find).toContainText('Left: 0.00')
  await page.keyboard.press('Enter')
  await expect(lines(page)).toContainText(`to be explained (${count - 1})`)

  // The rest with one key each; what has to be recorded shows its entry and takes a second.
  await lines(page).getByRole('button').first().focus()
  for (let left = count - 1; left > 0;) {
    const before = left
    const records = await line(page).getByRole('button', { name: 'Record it' }).first().isVisible()
    await page.keyboard.press('Enter')
    if (records) {
      const yes = page.getByRole('dialog').getByRole('button', { name: 'Yes, record and match' })
      await expect(page.getByRole('dialog').getByLabel('What will be posted')).toBeVisible()
      if (before === left && left === 1) expect(await faultsOf(page)).toEqual([])
      await expect(yes).toBeEnabled()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    await expect(async () => {
      left =
        (await lines(page).count()) === 0
          ? 0
          : Number(/\((\d+)\)/.exec((await lines(page).getByRole('heading').textContent()) ?? '')?.[1])
      expect(left).toBeLessThan(before)
    }).toPass()
    if (left > 0) await expect(lines(page).locator('[aria-current]')).toBeFocused()
  }
  await expect(page.getByLabel(/^Figures of the month/)).toContainText('Explained')

  await page.getByRole('button', { name: 'Sign off' }).click()
  await page.getByLabel('Note').fill('Seen with the passbook')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Signed off by ben|by ben on/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Undo the match/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Statement', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Adjusted book balance' })).toBeVisible()
  await expect(page.getByText('Both adjusted balances agree.')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  const [print] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PDF' }).click()])
  expect(print.suggestedFilename()).toMatch(/^bank-reconciliation.*\.pdf$/)

  // The other months of every bank, from files of every format.
  for (const month of others) await reconcile(portal, ben, { account: '1031', month })
  for (const account of ['1032', '1040'])
    for (const month of await openMonths(portal, ben, account)) await reconcile(portal, ben, { account, month })
  for (const account of ['1031', '1032', '1040']) expect(await openMonths(portal, ben, account)).toEqual([])
  await page.goto('/bankreconciliation')
  await expect(months.getByRole('row').filter({ hasText: 'To explain' }).filter({ hasText: '1031' })).toHaveCount(0)
})
