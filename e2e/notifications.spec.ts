// Stored notifications: under the bell with their number, read on opening, and what is sent of each kind.
import { listMonths, reopenMonth } from '@talaan/contract/closing.ts'
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { asAny, callAs } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

test('a reopened month appears under the bell of the other users, and opening it marks it as read', async ({
  page,
  portal,
  sessions,
  signIn,
}) => {
  const ben = await sessions('ben')
  const months = listMonths.answer.parse(await (await callAs(portal, ben, asAny(listMonths))).json())
  const month = months.reopens ?? ''
  const reopening = { params: { month }, body: { reason: 'A bill was missing' } }
  expect((await callAs(portal, ben, asAny(reopenMonth), reopening)).status).toBe(200)

  await signIn(page, 'ana', { at: '/contact' })
  const bell = page.getByRole('button', { name: 'Notifications', exact: true })
  await expect(bell).toHaveAccessibleDescription('1 unread')
  await bell.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('link', { name: /was reopened$/ })).toBeVisible()
  await expectAccessibleInSoak(page)
  await panel.getByRole('link', { name: /was reopened$/ }).press('Enter')
  await expect(page).toHaveURL(/\/notifications$/)
  await expect(panel).toBeHidden()
  await expect(bell).not.toHaveAccessibleDescription('1 unread')
  await expect(page.getByRole('main')).toContainText('Reopened by ben: A bill was missing')
  await expectAccessibleInSoak(page, { dark: true })

  const settings = page.getByRole('form', { name: 'Notification settings' })
  await settings.getByLabel('Your e-mail address').fill('ana@sampaguita.example')
  await settings.getByLabel('E-mail: Month closed').selectOption('Daily at 7:00')
  await settings.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Settings saved')
  await page.reload()
  await expect(settings.getByLabel('E-mail: Month closed')).toHaveValue('daily')
})
