// The Trust page: an accountant runs all checks, reads what one of them proves, and downloads the signed report.
import { createPublicKey, verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

test('an accountant runs all checks, reads what one proves, and downloads a report with its signature', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'ben', { at: '/trust' })
  await expect(page.getByRole('heading', { name: 'The checks have not run yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Run all checks' }).click()
  // The demo company has no backups, so that the page is not green.
  await expect(page.getByRole('heading', { name: /checks passed; the others could not be completed/ })).toBeVisible()
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect(attention.getByText('BACKUP_DIR is not set').first()).toBeVisible()

  const chain = page.getByRole('region', { name: 'Chains and seals' })
  const check = chain.locator('summary', { hasText: 'The hash chain matches the stored entries' })
  await check.focus()
  await page.keyboard.press('Enter')
  await expect(chain.getByText('that the whole chain was not recomputed', { exact: false })).toBeVisible()
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expectAccessibleInSoak(page, { dark: true })
  }

  const report = await downloaded(page, 'Download report')
  const signature = await downloaded(page, 'Download signature')
  const key = createPublicKey(await downloaded(page, 'Download public key'))
  expect(verify(null, report, key, signature)).toBe(true)
})

async function downloaded(page: Page, button: string): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
  return readFile(await file.path())
}
