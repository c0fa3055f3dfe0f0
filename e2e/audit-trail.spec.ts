// An administrator filters the audit trail and opens the events of one document from its page; a user may not see it.
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

test('an administrator filters by person, and finds the events of a document from its page', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'ben', { at: '/audittrail' })
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Trail' })).toBeVisible()
  const table = page.getByRole('table', { name: 'Audit trail' })
  await expect(table.getByText('ben', { exact: true }).first()).toBeVisible()
  await page.getByLabel('Person').fill('ben')
  await expect(page).toHaveURL(/who=ben/)
  await expect(table).toContainText('logged in')
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByRole('heading', { level: 1, name: 'Audit Trail' })).toBeAttached()
    await expectAccessibleInSoak(page, { dark: true })
  }
  await page.goto('/invoice')
  await page.getByRole('table', { name: 'Recorded invoices' }).getByRole('link').first().click()
  await page.getByRole('link', { name: 'All events' }).click()
  await expect(page).toHaveURL(/audittrail\?record=document/)
  await expect(page.getByText(/^History of /)).toBeVisible()
})

test('a user may not open the audit trail', { tag: '@soak' }, async ({ page, signIn }) => {
  await signIn(page, 'ana', { at: '/audittrail' })
  await expect(page.getByRole('heading', { name: 'Restricted Area' })).toBeVisible()
})
