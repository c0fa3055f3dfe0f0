// Where the lines of a form stand: the first one is visible without scrolling, there is room for three on a large screen, and
// only the form scrolls.
import type { FrameLocator, Page } from '@playwright/test'
import { formOf } from './fixtures/invoice.ts'
import { openForm } from './fixtures/office.ts'
import { pickSupplier } from './fixtures/purchases.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

type Opened = { form: FrameLocator; lines: string }

/** Past its start page, as far as the lines. */
const forms: Record<string, (page: Page) => Promise<Opened>> = {
  invoice: (page) => opened(page, '/invoiceform', 'Invoice Form', 'Lines of the invoice'),
  bill: async (page) => {
    const found = await opened(page, '/billsform', 'Bills Form', 'Lines of the bill')
    // With what it tells about the supplier and the last bill.
    await pickSupplier(found.form, 'Papel at Tinta Trading Corporation')
    return found
  },
  'petty cash voucher': (page) => opened(page, '/pettycashform', 'Petty Cash Form', 'Lines of the voucher'),
  'credit memo': (page) => opened(page, '/creditmemoform', 'Credit Memo Form', 'Lines credited'),
  'debit memo': (page) => opened(page, '/debitmemoform', 'Debit Memo Form', 'Lines charged'),
  'journal voucher': (page) => opened(page, '/journalvoucherform', 'Journal Voucher Form', 'Lines of the entry'),
  withdrawal: async (page) => {
    const found = await opened(page, '/withdrawform', 'Withdraw Form', 'Lines of the withdrawal')
    await found.form.getByRole('button', { name: /^Record a withdrawal/ }).click()
    return found
  },
  cheque: async (page) => {
    const found = await opened(page, '/chequedisbursementform', 'Cheque Disbursement Form', 'Cheque lines')
    await found.form.getByRole('button', { name: /^Record a cheque/ }).click()
    await found.form.getByLabel('Payment for').selectOption('An expense or liability without a bill')
    return found
  },
  'cheque for bills': async (page) => {
    const found = await opened(page, '/chequedisbursementform', 'Cheque Disbursement Form', 'Bills the cheque pays')
    await found.form.getByRole('button', { name: /^Record a cheque/ }).click()
    await found.form.getByRole('combobox', { name: 'Supplier TIN' }).fill('Papel')
    await found.form.getByRole('option', { name: /^Papel/ }).click()
    return found
  },
  collection: async (page) => {
    const found = await opened(page, '/collectionreceiptform', 'Collection Receipt Form', 'Invoices collected')
    await found.form.getByRole('combobox', { name: 'Find a customer' }).fill('mabuhay')
    await found.form.getByRole('option', { name: /Mabuhay/ }).click()
    return found
  },
}

async function opened(page: Page, path: string, title: string, lines: string): Promise<Opened> {
  await openForm(page, path, title)
  return { form: formOf(page, title), lines }
}

/** One form of each kind; the others have the same grid, and the soak measures them. */
const ofEachKind = ['bill', 'collection']

for (const [name, open] of Object.entries(forms)) {
  const tags = ofEachKind.includes(name) ? {} : { tag: '@soak' }
  test(
    `the first line of the ${name} form is visible at 1366 × 768, three fit at 1920 × 1080, and only the form scrolls`,
    tags,
    async ({ page, setSession }) => {
      await setSession(page, 'carla')
      await page.setViewportSize({ width: 1366, height: 768 })
      const { form, lines } = await open(page)
      const line = form.getByRole('table', { name: lines }).locator('tbody tr').first()
      // The bar with the totals stays in view at the bottom.
      const foot = form.getByLabel('Totals').locator('..')
      await expect(line).toBeVisible()
      const room = async () => {
        const [row, end] = [await line.boundingBox(), await foot.boundingBox()]
        if (row === null || end === null) throw new Error('The line or the totals are not shown.')
        expect(row.height).toBeLessThanOrEqual(44)
        return Math.floor((end.y - row.y) / row.height)
      }
      const pageScrolls = () => page.evaluate(() => document.documentElement.scrollHeight > innerHeight)

      expect(await room()).toBeGreaterThanOrEqual(1)
      expect(await pageScrolls()).toBe(false)
      await page.setViewportSize({ width: 1920, height: 1080 })
      expect(await room()).toBeGreaterThanOrEqual(3)
      expect(await pageScrolls()).toBe(false)
      await test.step('at 1280 pixels, the description is 280 pixels wide', async () => {
        await page.setViewportSize({ width: 1280, height: 800 })
        const words = line.getByLabel(/^(Description|For|Purpose), line 1$/)
        if ((await words.count()) > 0) expect((await words.boundingBox())?.width).toBeGreaterThanOrEqual(280)
        expect((await line.boundingBox())?.height).toBeLessThanOrEqual(44)
      })
      await page.setViewportSize({ width: 390, height: 844 })
      const frame = await page.locator('main iframe').boundingBox()
      expect(frame?.width).toBe(390)
      expect(frame?.height).toBeGreaterThanOrEqual(844 - 56 - 2)
      expect(await form.locator('html').evaluate((html) => html.scrollWidth > html.clientWidth)).toBe(false)
    },
  )
}
