// A question to a person without an account: asked on the page of a month, answered by a link in another browser, and accepted.
import { axeViolations, expectAccessibleInSoak } from './fixtures/axe.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

test(
  'a person without an account answers a question through its link, which an e-mail scanner cannot use up, and the answer is accepted',
  { tag: '@soak' },
  async ({ page, setSession, browser }) => {
    await setSession(page, 'ben')
    await page.goto('/financialreport/close')
    await page.getByRole('button', { name: 'Ask a question' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ask a question' })
    await dialog.getByLabel('To').selectOption('Someone without an account')
    await dialog.getByLabel('Name').fill('Sikat Guards')
    await dialog.getByLabel('Question').fill('Did you send an invoice for this month?')
    // A picture, of which the right half is cut off by keyboard.
    const picture = await page.screenshot()
    await dialog.locator('input[type=file]').setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: picture })
    await dialog.getByLabel('Right edge').fill('50')
    await expectAccessibleInSoak(page)
    await dialog.getByRole('button', { name: 'Ask question' }).click()
    const cut = page.getByRole('img', { name: 'Subject of the question' })
    const widthOf = (image: typeof cut) => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)
    await expect(cut).toBeVisible()
    expect(await widthOf(cut)).toBe((page.viewportSize()?.width ?? 0) / 2)
    await page.getByLabel('Four digits (optional)').fill('4711')
    await page.getByRole('button', { name: 'Create link' }).click()
    const link = (await page.locator('code').textContent()) ?? ''

    const elsewhere = await browser.newContext()
    // A program that scans e-mails opens the link and follows its resources, but presses no button.
    const scanner = await elsewhere.newPage()
    const calls: string[] = []
    scanner.on('request', (request) => calls.push(request.method()))
    await scanner.goto(link)
    await expect(scanner.getByRole('button', { name: 'Show the question' })).toBeVisible()
    expect(new Set(calls)).toEqual(new Set(['GET']))
    await expect(scanner.getByText('Did you send')).toHaveCount(0)

    const outside = await elsewhere.newPage()
    await outside.setViewportSize({ width: 320, height: 800 })
    await outside.goto(link)
    await outside.getByRole('button', { name: 'Show the question' }).click()
    await outside.getByLabel('Four digits').fill('4711')
    await outside.keyboard.press('Enter')
    await expect(outside.getByRole('heading', { name: 'Did you send an invoice for this month?' })).toBeFocused()
    expect(await widthOf(outside.getByRole('img', { name: 'Subject of the question' }))).toBe(await widthOf(cut))
    expect(await axeViolations(outside)).toEqual([])
    await outside.getByLabel('Your answer').fill('Yes, no. 884.')
    await outside.getByLabel('PDF or picture').setInputFiles({
      name: '884.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(100_000), Buffer.from('%%EOF')]),
    })
    await outside.getByRole('button', { name: 'Send answer' }).click()
    await expect(outside.getByText('Your answer was sent')).toBeVisible()
    await elsewhere.close()

    await page.goto('/dashboard')
    await page.getByRole('table', { name: 'Tasks' }).getByRole('link', { name: 'Questions' }).click()
    await page.getByRole('link', { name: 'Did you send an invoice for this month?' }).click()
    await expect(page.getByText('Yes, no. 884.')).toBeVisible()
    await expect(page.getByRole('button', { name: '884.pdf' })).toBeVisible()
    await expectAccessibleInSoak(page)
    await page.getByRole('button', { name: 'Accept answer' }).click()
    await expect(page.getByText('Settled')).toBeVisible()
  },
)
