// How many keys three everyday jobs take from the dashboard to the recorded document. Every key pressed by hand counts, Ctrl, Alt
// and Shift too.
import type { FrameLocator, Page } from '@playwright/test'
import { formOf } from './fixtures/invoice.ts'
import { pressSequence } from './fixtures/keys.ts'
import { purchaseCell } from './fixtures/purchases.ts'
import { recordBill, recordInvoice, recordFields, registerCompany } from './fixtures/recording.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeEach(({ portal }) => portal.reset())

/** A hand on the keyboard that counts. */
function handOn(page: Page) {
  let count = 0
  return {
    count: () => count,
    async type(text: string) {
      // A capital and most signs need Shift.
      count += text.length + text.replace(/[^A-Z%&*()+?"]/g, '').length
      await page.keyboard.type(text)
    },
    async sequence(keys: string) {
      count += keys.length
      await pressSequence(page, keys)
    },
    async press(...keys: string[]) {
      for (const key of keys) {
        count += key.split('+').length
        await page.keyboard.press(key)
      }
    },
  }
}
type Hand = ReturnType<typeof handOn>

/** Reviews and records. */
async function finish(form: FrameLocator, hand: Hand, series: string): Promise<void> {
  await hand.press('Control+Enter')
  await expect(form.getByRole('heading', { name: 'Check before recording' })).toBeVisible()
  await hand.press('y')
  await expect(form.getByRole('heading', { level: 1, name: new RegExp(`^${series}-`) })).toBeVisible()
}

const supplier = 'Papel at Tinta Trading Corporation'

async function openBill(page: Page) {
  const form = formOf(page, 'Bills Form')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const hand = handOn(page)
  await hand.sequence('nb')
  await expect(form.getByRole('combobox', { name: 'Supplier TIN' })).toBeFocused()
  await hand.type('papel')
  await expect(form.getByRole('option', { name: new RegExp(`^${supplier}`) })).toBeVisible()
  await hand.press('Enter')
  await expect(form.getByLabel("Supplier's invoice number")).toBeFocused()
  await expect(form.getByText(/^Copied from/)).toBeVisible()
  return { form, hand, line: (number: number, label: string) => purchaseCell(form, number, label) }
}

test('a bill of four lines takes at most 70 keystrokes, with the lines of the last bill', async ({ page, signIn }) => {
  await signIn(page, 'ana')
  const { form, hand, line } = await openBill(page)
  await hand.type('004471')
  await hand.press('Enter')
  await hand.type('-2')
  await hand.press('Enter')
  for (const [at, amount] of ['87360', '22400', '1680.50'].entries()) {
    await expect(line(at + 1, 'Amount')).toBeFocused()
    await hand.type(amount)
    await hand.press('Enter')
  }
  await expect(line(4, 'Type')).toBeFocused()
  await hand.type('pan')
  await hand.press('Enter', 'Enter')
  await hand.type('1,240.75')
  await expect(form.getByLabel('Totals')).toContainText('Total112,681.25')
  await finish(form, hand, 'BL')
  expect(hand.count(), 'keys').toBeLessThanOrEqual(70)
})

test('a bill of four new lines takes at most 70 keystrokes', { tag: '@soak' }, async ({ page, signIn }) => {
  await signIn(page, 'ana')
  const { form, hand, line } = await openBill(page)
  await hand.type('004502')
  await hand.press('Enter')
  await hand.type('t')
  await hand.press('Alt+l')
  const lines = [
    ['off', '3360'],
    ['post', '450.50'],
    ['equip', '11200'],
    ['tran', '1,120'],
  ] as const
  for (const [at, [kind, amount]] of lines.entries()) {
    await expect(line(at + 4, 'Type')).toBeFocused()
    await hand.type(kind)
    await hand.press('Enter', 'Enter')
    await hand.type(amount)
    if (at < 3) await hand.press('Enter')
  }
  await expect(form.getByLabel('Totals')).toContainText('Total16,130.50')
  await finish(form, hand, 'BL')
  expect(hand.count(), 'keys').toBeLessThanOrEqual(70)
})

test(
  'a collection of three invoices with tax withheld takes at most 25 keystrokes',
  { tag: '@soak' },
  async ({ page, portal, sessions, signIn }) => {
    const by = { portal, session: await sessions('ben') }
    const registeredName = 'Kalinaw Builders, Inc.'
    const customer = await registerCompany(by, 'customer', { registeredName, withholdingAgent: true })
    const earlier = { documentId: await recordInvoice(by, customer), pay: '112000' }
    const received = { account: '1031', method: 'transfer', reference: 'FT101' }
    await recordFields(by, 'collection', { partyId: customer, ...received, rows: [earlier] })
    for (let invoice = 1; invoice <= 3; invoice += 1) await recordInvoice(by, customer)
    await signIn(page, 'ana')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const hand = handOn(page)
    await hand.sequence('nr')
    const form = formOf(page, 'Collection Receipt Form')
    await expect(form.getByRole('combobox', { name: 'Find a customer' })).toBeFocused()
    await hand.type('kali')
    await expect(form.getByRole('option')).toHaveCount(1)
    await hand.press('Enter')
    // Account and method are as in the last collection.
    await expect(form.getByLabel('Reference number')).toBeFocused()
    await hand.type('FT778')
    await hand.press('Alt+l')
    const invoices = form.getByRole('table', { name: 'Invoices collected' })
    for (const line of [1, 2, 3]) {
      await expect(invoices.getByLabel(`Pay, line ${line}`)).toBeFocused()
      await hand.press('Space')
      if (line < 3) await hand.press('Enter')
    }
    await expect(form.getByLabel('Totals')).toContainText('Less tax withheld')
    await finish(form, hand, 'CR')
    expect(hand.count(), 'keys').toBeLessThanOrEqual(25)
  },
)

test('a cheque for two bills takes at most 15 keystrokes', async ({ page, portal, sessions, signIn }) => {
  const by = { portal, session: await sessions('ben') }
  const payee = await registerCompany(by, 'supplier', { registeredName: 'Pinta Paper Supply' })
  for (let bill = 1; bill <= 2; bill += 1) await recordBill(by, payee)
  await signIn(page, 'ana')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const hand = handOn(page)
  await hand.sequence('nq')
  const form = formOf(page, 'Cheque Disbursement Form')
  await expect(form.getByRole('button', { name: /^Record a cheque/ })).toBeFocused()
  await hand.press('Enter')
  await expect(form.getByRole('combobox', { name: 'Supplier TIN' })).toBeFocused()
  await hand.type('pinta')
  await expect(form.getByRole('option', { name: /^Pinta/ })).toBeVisible()
  await hand.press('Enter')
  const bills = form.getByRole('table', { name: 'Bills the cheque pays' })
  await expect(bills.getByRole('row')).toHaveCount(3)
  await hand.press('Alt+a')
  await finish(form, hand, 'CV')
  expect(hand.count(), 'keys').toBeLessThanOrEqual(15)
})
