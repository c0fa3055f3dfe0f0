// Tasks on the dashboard: their rows, snoozing and claiming, by mouse and by keyboard, empty and failing.
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

test('a task opens its rows, is claimed and snoozed, and shows again', async ({ page, setSession }) => {
  await setSession(page, 'ben')
  await page.goto('/dashboard')
  const tasks = page.getByRole('region', { name: 'Tasks' })
  const bank = tasks.getByRole('row').filter({ hasText: 'Bank lines to match' })
  await expect(bank).toBeVisible()
  await expectAccessibleInSoak(page)

  await bank.getByRole('button', { name: 'Actions for Bank lines to match' }).click()
  await page.getByRole('menuitem', { name: 'Work on this' }).click()
  await expect(bank).toContainText('You are working on this')

  const count = (await bank.getByRole('cell').nth(1).textContent()) ?? ''
  await bank.getByRole('link').click()
  await expect(page).toHaveURL('/tasks/bankLines')
  await expect(page.getByRole('table', { name: 'Bank lines to match' }).getByRole('link')).toHaveCount(Number(count))
  await expectAccessibleInSoak(page)
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()

  await bank.getByRole('link').focus()
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: 'Snooze Bank lines to match' })
  await dialog.getByLabel('Until').fill('t')
  await dialog.getByRole('button', { name: 'Snooze' }).click()
  await expect(dialog).toContainText('Choose a date after today.')
  await dialog.getByLabel('Until').fill('+7')
  await dialog.getByRole('button', { name: 'Snooze' }).click()
  await expect(bank).toHaveCount(0)
  await tasks.getByRole('button', { name: 'Show 1 snoozed' }).click()
  await expect(bank).toContainText('Snoozed until')
  await bank.getByRole('button', { name: 'Actions for Bank lines to match' }).click()
  await page.getByRole('menuitem', { name: 'Show again' }).click()
  await expect(bank).not.toContainText('Snoozed until')
})

test('the keyboard moves between tasks and opens one', { tag: '@soak' }, async ({ page, setSession }) => {
  await setSession(page, 'ben')
  await page.goto('/dashboard')
  const links = page.getByRole('table', { name: 'Tasks' }).getByRole('link')
  await expect(links.nth(1)).toBeVisible()
  await page.keyboard.press('j')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('j')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/tasks\//)
})

test(
  'without tasks the dashboard says so, and a failure can be tried again',
  { tag: '@soak' },
  async ({ page, setSession, consoleErrors }) => {
    consoleErrors.expect(/status of 500/)
    await setSession(page, 'ana')
    let fails = true
    await page.route('**/api/tasks', (route) =>
      fails ? route.fulfill({ status: 500, json: {} }) : route.fulfill({ json: { today: '2026-03-16', tasks: [] } }),
    )
    await page.goto('/dashboard')
    const tasks = page.getByRole('region', { name: 'Tasks' })
    await expect(tasks.getByRole('button', { name: 'Try again' })).toBeVisible()
    fails = false
    await tasks.getByRole('button', { name: 'Try again' }).click()
    await expect(tasks).toContainText('Nothing to do.')
  },
)
