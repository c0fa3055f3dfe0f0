// The commands of a grid of lines: insert, move, remove and undo, by keys, mouse and touch.
import type { FrameLocator, Page } from '@playwright/test'
import { cell, formOf, openInvoiceForm } from './fixtures/invoice.ts'
import { pressSequence } from './fixtures/keys.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

const lines = (form: FrameLocator) => form.getByRole('table', { name: 'Lines of the invoice' })

const descriptions = (form: FrameLocator): Promise<string[]> =>
  lines(form)
    .getByLabel(/^Description, line/)
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))

async function typed(page: Page, ...words: string[]): Promise<FrameLocator> {
  const form = await openInvoiceForm(page)
  for (const [at, each] of words.entries()) await cell(form, at + 1, 'Description').fill(each)
  return form
}

test('lines are inserted, moved and removed with keys, and Ctrl+Z undoes each of these changes', async ({
  page,
  setSession,
}) => {
  await setSession(page, 'ana')
  const form = await typed(page, 'Rice', 'Coffee', 'Tea')
  const shows = (...words: string[]) => expect.poll(() => descriptions(form)).toEqual(words)
  await cell(form, 3, 'Unit price').fill('12')

  await page.keyboard.press('Alt+ArrowUp')
  await shows('Rice', 'Tea', 'Coffee', '')
  await expect(cell(form, 2, 'Unit price')).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await shows('Tea', 'Rice', 'Coffee', '')
  await page.keyboard.press('Alt+Insert')
  await shows('', 'Tea', 'Rice', 'Coffee', '')
  await expect(cell(form, 1, 'Description')).toBeFocused()
  await page.keyboard.press('Control+z')
  await shows('Tea', 'Rice', 'Coffee', '')

  await cell(form, 2, 'Description').focus()
  await page.keyboard.press('Alt+Delete')
  await shows('Tea', 'Coffee', '')
  await expect(form.getByText('Line removed.')).toBeVisible()
  await test.step('Ctrl+Z in a cell undoes the typing in it', async () => {
    await cell(form, 1, 'Quantity').focus()
    await page.keyboard.type('75')
    await page.keyboard.press('Control+z')
    await expect(cell(form, 1, 'Quantity')).not.toHaveValue('75')
    await shows('Tea', 'Coffee', '')
  })
  await test.step('the empty line does not repeat a value that is being typed', async () => {
    await cell(form, 2, 'Income account').pressSequentially('sal')
    await expect(cell(form, 3, 'Income account')).toHaveValue('')
    await page.keyboard.press('Escape')
  })
  await cell(form, 2, 'Unit price').focus()
  await page.keyboard.press('Control+z')
  await shows('Tea', 'Rice', 'Coffee', '')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await shows('Rice', 'Coffee', 'Tea', '')
})

test(
  'a line is dragged by its number with the mouse, and a click offers the same commands',
  { tag: '@soak' },
  async ({ page, setSession }) => {
    await setSession(page, 'ana')
    const form = await typed(page, 'Rice', 'Coffee', 'Tea')
    const handle = (line: number) => form.getByRole('button', { name: `Line ${line}: move or insert` })
    const middle = async (line: number) => {
      const box = await handle(line).boundingBox()
      if (box === null) throw new Error('The handle is not shown.')
      return [box.x + box.width / 2, box.y + box.height / 2] as const
    }
    await handle(1).hover()
    await page.mouse.down()
    const [x, y] = await middle(3)
    await page.mouse.move(x, y + 12, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => descriptions(form)).toEqual(['Coffee', 'Tea', 'Rice', ''])
    await form.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => descriptions(form)).toEqual(['Rice', 'Coffee', 'Tea', ''])

    await handle(2).click()
    await form.getByRole('button', { name: 'Move up' }).click()
    await expect.poll(() => descriptions(form)).toEqual(['Coffee', 'Rice', 'Tea', ''])
    await form.getByRole('button', { name: 'Insert line above' }).click()
    await expect.poll(() => descriptions(form)).toEqual(['', 'Coffee', 'Rice', 'Tea', ''])
  },
)

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a line is dragged by its number with a finger', { tag: '@soak' }, async ({ page, setSession }) => {
    await setSession(page, 'ana')
    const form = await typed(page, 'Rice', 'Coffee')
    const [first, second] = [1, 2].map((line) => form.getByRole('button', { name: `Line ${line}: move or insert` }))
    await first?.scrollIntoViewIfNeeded()
    const [from, over] = [await first?.boundingBox(), await second?.boundingBox()]
    if (!from || !over) throw new Error('The handles are not shown.')
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + 20, y }],
      })
    await touch('touchStart', from.y + 12)
    for (const part of [0.3, 0.7, 1]) await touch('touchMove', from.y + 12 + (over.y + 300 - from.y) * part)
    await touch('touchEnd', 0)
    await expect.poll(() => descriptions(form)).toEqual(['Coffee', 'Rice', ''])
  })
})

test(
  'a person who chose this types amounts without a decimal point, and the totals follow each digit',
  { tag: '@soak' },
  async ({ page, signIn }) => {
    await signIn(page, 'ben')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('?')
    await page.getByRole('switch', { name: 'Type amounts without a decimal point' }).press('Space')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await pressSequence(page, 'nz')
    const form = formOf(page, 'Journal Voucher Form')
    await expect(form.getByText('125050 is 1,250.50')).toBeVisible()
    await form.getByLabel('Debit, line 1').focus()
    await page.keyboard.type('125050')
    await expect(form.getByLabel('Totals')).toContainText('Debits1,250.50')
    await expect(form.getByLabel('Debit, line 1')).toHaveValue('125050')
    await page.keyboard.press('Tab')
    await expect(form.getByLabel('Debit, line 1')).toHaveValue('1,250.50')
  },
)
