// Filling in an invoice: input is never lost, mistakes are shown at their fields, Yes records once, and no mouse is needed.
import type { FrameLocator, Page } from '@playwright/test'
import { documentProblems } from '@talaan/contract/documents.ts'
import { registerParty, removeParty } from '@talaan/contract/parties.ts'
import { addDays, formatDay } from '@talaan/ledger/core/date.ts'
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { fakePdf, scan } from './fixtures/files.ts'
import {
  attach,
  cell,
  fillInvoice,
  fillLine,
  openInvoiceForm,
  invoiceNumber,
  pickCustomer,
  readyForm,
  record,
  review,
  formOf,
  simpleInvoice,
} from './fixtures/invoice.ts'
import { asAny, callAs, demoPassword, logInTo, storeSession } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

/** Including the last keystroke. */
const saved = (form: FrameLocator) => expect(form.locator('[data-draft=saved]')).toHaveText(/^Draft saved/)
const todayOf = async (page: Page) =>
  ((await (await page.request.get('/api/portal')).json()) as { today: string }).today

async function expectTyped(form: FrameLocator, number: string): Promise<void> {
  await expect(form.getByRole('combobox', { name: 'Customer TIN' })).toHaveValue('Bayani Logistics Corporation')
  await expect(form.getByLabel('Receipt e-mail')).toHaveValue('payables@example.com')
  await expect(form.getByLabel('Invoice number')).toHaveValue(number)
  await expect(cell(form, 1, 'Description')).toHaveValue('Bond paper, A4')
  await expect(cell(form, 1, 'Unit price')).toHaveValue('112.00')
}

test('input survives a reload, and No returns to the start page, which offers the input as a draft', async ({
  page,
  setSession,
}) => {
  await setSession(page, 'ana')
  const form = await openInvoiceForm(page)
  const invoice = simpleInvoice({ memo: 'Half-done' })
  await fillInvoice(form, invoice)
  await attach(page, form, scan())
  await expect(form.getByText('✓ Attached')).toBeVisible()
  await saved(form)
  await page.reload()
  const reloaded = await readyForm(page)
  await expectTyped(reloaded, invoice.number)
  await expect(reloaded.getByText('booklet-page.pdf')).toBeVisible()
  await review(reloaded)
  await reloaded.getByRole('button', { name: /^No/ }).click()
  const fresh = await readyForm(page)
  await expect(fresh.getByLabel('Invoice number')).not.toHaveValue(invoice.number)
  await expect(fresh.getByRole('heading', { name: 'Unfinished drafts' })).toBeVisible()
  await fresh
    .getByRole('button', { name: /^Continue Invoice for Bayani Logistics Corporation, 1,120\.00/ })
    .first()
    .click()
  await expectTyped(await readyForm(page), invoice.number)
})

test('input survives an idle logout', { tag: '@soak' }, async ({ page, context, portal }) => {
  const session = await logInTo(portal, 'carla')
  await storeSession(context, portal, session)
  await page.clock.install({ time: await portal.now() })
  const form = await openInvoiceForm(page)
  const invoice = simpleInvoice()
  await fillInvoice(form, invoice)
  await page.clock.runFor(1000)
  await saved(form)
  await portal.advanceClock(3605)
  await page.clock.fastForward(3605_000)
  await page.clock.runFor(1500)
  await page.getByLabel('Client ID').fill('carla')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL(/\/invoiceform\?draft=/)
  await page.clock.runFor(1000)
  await expectTyped(await readyForm(page), invoice.number)
})

test('every mistake is shown at its field and listed at the top, and the input stays', async ({ page, setSession }) => {
  await setSession(page, 'ana')
  const form = await openInvoiceForm(page)
  await form.getByLabel('Receipt e-mail').fill('payables@example.com\nbcc: all@example.com')
  await form.getByLabel('Date', { exact: true }).fill('31 February')
  await form.getByLabel('Invoice number').fill('   ')
  await fillLine(form, 1, {
    description: 'Returned goods',
    quantity: '-3',
    price: '10',
    account: '4010 Sales - goods',
  })
  await fillLine(form, 2, { description: 'Too dear', quantity: '1', price: '99,999,999,999,999.00' })
  await fillLine(form, 3, { description: 'Discount above all', quantity: '1', price: '10', discount: '130%' })
  await fillLine(form, 4, { description: '', quantity: 'two', price: '5' })
  await form.getByRole('button', { name: /^Review/ }).click()

  const summary = form.getByRole('alert').first()
  await expect(summary).toContainText(documentProblems.mistakes.sentence)
  const expectMistake = async (field: ReturnType<typeof cell>, words: RegExp) => {
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(words)
  }
  await expectMistake(form.getByLabel('Date', { exact: true }), /February/)
  await expectMistake(form.getByRole('combobox', { name: 'Customer TIN' }), /customer/i)
  await expectMistake(form.getByLabel('Invoice number'), /./)
  await expectMistake(cell(form, 1, 'Quantity'), /more than zero/)
  await expectMistake(cell(form, 2, 'Unit price'), /./)
  await expectMistake(cell(form, 3, 'Discount'), /0 to 100/)
  await expectMistake(cell(form, 4, 'Quantity'), /as a number/)
  await expect(cell(form, 1, 'Quantity')).toHaveValue('-3')
  await expect(cell(form, 2, 'Unit price')).toHaveValue('99,999,999,999,999.00')
  await expect(cell(form, 3, 'Discount')).toHaveValue('130%')

  await test.step('an item in the list moves the focus to its field', async () => {
    await summary.getByRole('button', { name: /as a number/ }).click()
    await expect(cell(form, 4, 'Quantity')).toBeFocused()
  })
  await test.step('a mistake disappears when its field is corrected', async () => {
    await cell(form, 1, 'Quantity').fill('3')
    await expect(cell(form, 1, 'Quantity')).not.toHaveAttribute('aria-invalid', 'true')
  })
})

test(
  'a million characters pasted into the memo are refused with instructions, and the other input stays',
  { tag: '@soak' },
  async ({ page, setSession }) => {
    await setSession(page, 'ana')
    const form = await openInvoiceForm(page)
    const invoice = simpleInvoice()
    await fillInvoice(form, invoice)
    await form.getByLabel('Memo').fill('x'.repeat(1_000_000))
    await form.getByRole('button', { name: /^Review/ }).click()
    await expect(form.getByLabel('Memo')).toHaveAccessibleDescription(/characters/)
    await expectTyped(form, invoice.number)
    await form.getByLabel('Memo').fill('Short again')
    await review(form)
    await expect(form.getByRole('region', { name: 'Document preview' })).toContainText('Short again')
  },
)

test(
  'files that are empty, too large or of the wrong type are refused next to their names; the valid ones stay',
  { tag: '@soak' },
  async ({ page, setSession }) => {
    await setSession(page, 'ana')
    const form = await openInvoiceForm(page)
    const invoice = simpleInvoice()
    await fillInvoice(form, invoice)
    const empty = { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) }
    const large = { name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(10 * 1024 * 1024 + 1, 32) }
    const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') }
    await attach(page, form, [fakePdf('fake.pdf'), empty, large, text, scan('good.pdf')])
    const file = (name: string) => form.getByRole('listitem').filter({ hasText: name })
    await expect(file('fake.pdf')).toContainText(documentProblems.attachmentType.sentence)
    await expect(file('empty.pdf')).toContainText(documentProblems.attachmentEmpty.sentence)
    await expect(file('large.pdf')).toContainText(documentProblems.attachmentTooLarge.sentence)
    await expect(file('notes.txt')).toContainText(documentProblems.attachmentType.sentence)
    await expect(file('good.pdf')).toContainText('Attached')
    await form.getByRole('button', { name: /^Review/ }).click()
    await expect(form.getByText('A file could not be attached. Try again or remove it, then review.')).toBeVisible()
    for (const name of ['fake.pdf', 'empty.pdf', 'large.pdf', 'notes.txt'])
      await form.getByRole('button', { name: `Remove ${name}` }).click()
    await review(form)
    await expect(form.getByRole('region', { name: 'Document preview' })).toContainText('good.pdf')
  },
)

test('pressing Yes twice, or again after a lost connection, records the document once', async ({
  page,
  setSession,
  consoleErrors,
}) => {
  consoleErrors.expect(/net::ERR/)
  await setSession(page, 'ana')
  const form = await openInvoiceForm(page)
  const invoice = simpleInvoice()
  await fillInvoice(form, invoice)
  await review(form)
  await page.route(
    '**/api/documents',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await form.getByRole('button', { name: /^Yes/ }).dblclick()
  await expect(form.getByText(/The document may not have been recorded/)).toBeVisible()
  const number = await record(form)
  await page.goto(`/invoice?search=${invoice.number}`)
  const rows = page.getByRole('table', { name: 'Recorded invoices' }).getByRole('link')
  await expect(rows).toHaveText([number])
})

test(
  'a draft open in two tabs is recorded once, and the other tab shows the recorded document',
  { tag: '@soak' },
  async ({ page, context, setSession }) => {
    await setSession(page, 'ana')
    const form = await openInvoiceForm(page)
    const invoice = simpleInvoice()
    await fillInvoice(form, invoice)
    await saved(form)
    const otherTab = await context.newPage()
    await otherTab.goto(page.url())
    const other = await readyForm(otherTab)
    await expectTyped(other, invoice.number)
    await review(form)
    await review(other)
    const numbers = await Promise.all([record(form), record(other)])
    expect(new Set(numbers).size).toBe(1)
    await page.goto(`/invoice?search=${invoice.number}`)
    await expect(page.getByRole('table', { name: 'Recorded invoices' }).getByRole('link')).toHaveText([numbers[0]])
  },
)

test('the same invoice number is not recorded twice', { tag: '@soak' }, async ({ page, signIn }) => {
  await signIn(page, 'ana')
  const invoice = simpleInvoice()
  const first = await openInvoiceForm(page)
  await fillInvoice(first, invoice)
  await review(first)
  const number = await record(first)
  const second = await openInvoiceForm(page)
  await fillInvoice(second, invoice)
  await second.getByRole('button', { name: /^Review/ }).click()
  await expect(second.getByLabel('Invoice number')).toHaveAccessibleDescription(
    new RegExp(`already recorded as ${number}`),
  )
})

test(
  'a customer who was removed in the meantime is reported at the field',
  { tag: '@soak' },
  async ({ page, setSession, portal, sessions }) => {
    const registration = {
      registrationId: crypto.randomUUID(),
      role: 'customer',
      fields: { kind: 'non_individual', tin: '399-100-200', registeredName: 'Sandaling Kaibigan Corporation' },
    }
    const answer = await callAs(portal, await sessions('ana'), asAny(registerParty), { body: registration })
    const { party } = (await answer.json()) as { party: { id: string } }
    await setSession(page, 'ana')
    const form = await openInvoiceForm(page)
    const invoice = simpleInvoice({ customer: 'Sandaling Kaibigan Corporation' })
    await fillInvoice(form, invoice)
    const removed = await callAs(portal, await sessions('carla'), asAny(removeParty), { params: { partyId: party.id } })
    expect(removed.status).toBe(200)
    await form.getByRole('button', { name: /^Review/ }).click()
    await expect(form.getByRole('combobox', { name: 'Customer TIN' })).toHaveAccessibleDescription(
      /no longer registered/,
    )
    await expect(form.getByLabel('Invoice number')).toHaveValue(invoice.number)
  },
)

test(
  'a price that changed between review and Yes is reviewed again',
  { tag: '@soak' },
  async ({ page, context, setSession }) => {
    await setSession(page, 'ana')
    const form = await openInvoiceForm(page)
    await fillInvoice(form, simpleInvoice())
    await review(form)
    const otherTab = await context.newPage()
    await otherTab.goto(page.url())
    const other = await readyForm(otherTab)
    await cell(other, 1, 'Unit price').fill('224')
    await review(other)
    await expect(other.getByText('Record this sales invoice of 2,240.00?')).toBeVisible()
    await form.getByRole('button', { name: /^Yes/ }).click()
    await expect(form.getByRole('alert')).toContainText('Check these points')
  },
)

test('an invoice is recorded without a mouse', { tag: '@soak' }, async ({ page, setSession }) => {
  const customer = 'Kapatiran Security Agency Corporation'
  await setSession(page, 'ana')
  const today = await todayOf(page)
  const form = await openInvoiceForm(page)
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  const type = (text: string) => page.keyboard.type(text)
  const number = invoiceNumber()

  await expect(form.getByRole('combobox', { name: 'Customer TIN' })).toBeFocused()
  await type('281-665')
  await expect(form.getByText('1 found')).toBeAttached()
  await expect(form.getByRole('option', { name: new RegExp(customer) })).toBeVisible()
  await press('Enter')
  await expect(form.getByRole('combobox', { name: 'Customer TIN' })).toHaveValue(customer)
  // The address is in the register, so Enter passes over it.
  await expect(form.getByLabel('Receipt e-mail')).not.toHaveValue('')
  await expect(form.getByLabel('Invoice number')).toBeFocused()
  await type(number)
  await press('Enter')
  await expect(form.getByLabel('Date', { exact: true })).toBeFocused()
  await type('y')
  await press('Enter')
  await expect(form.getByLabel('Date', { exact: true })).toHaveValue(formatDay(addDays(today, -1)))
  // So are the terms of the last invoice; Shift+Enter goes back to them.
  await expect(cell(form, 1, 'Description')).toBeFocused()
  await press('Shift+Enter', 'Shift+Enter', 'Shift+Enter')
  await expect(form.getByLabel('Terms')).toBeFocused()
  await type('30 days')
  await press('Enter')
  await expect(form.getByLabel('Due date')).toHaveAttribute('placeholder', formatDay(addDays(today, 29)))

  await expect(cell(form, 1, 'Description')).toBeFocused()
  await type('Guard duty')
  await press('Enter')
  await type('2')
  await press('Enter')
  await type('1000*1.12+224')
  await press('Enter')
  await expect(cell(form, 1, 'Unit price')).toHaveValue('1,344.00')
  // The account is that of the last invoice.
  await expect(cell(form, 2, 'Description')).toBeFocused()
  await press('Shift+Enter')
  await expect(cell(form, 1, 'Income account')).toBeFocused()
  await type('4020')
  await press('Enter')
  await expect(cell(form, 2, 'Description')).toBeFocused()
  await press('Enter')
  await expect(form.getByLabel('Memo')).toBeFocused()
  await press('Enter')
  await expect(form.getByRole('button', { name: /^Review/ })).toBeFocused()
  await press('Control+Enter')

  await expect(form.getByText('Record this sales invoice of 2,688.00?')).toBeVisible()
  await expect(form.getByRole('button', { name: /^Yes/ })).toBeFocused()
  await press('y')
  await expect(form.getByRole('heading', { level: 1, name: /^SI-/ })).toBeVisible()
  await expect(form.getByRole('button', { name: /^Record another/ })).toBeFocused()
  await press('Enter')
  const next = await readyForm(page)
  await expect(next.getByLabel('Date', { exact: true })).toHaveValue(formatDay(addDays(today, -1)))
  await expect(next.getByLabel('Receipt e-mail')).toHaveValue('')
})

test('suggestions that arrive late change neither what is typed nor where Enter goes', async ({ page, setSession }) => {
  await setSession(page, 'ana')
  const form = await openInvoiceForm(page)
  let held = Promise.withResolvers<void>()
  await page.route('**/api/documents/last?*', async (route) => {
    await held.promise
    await route.continue()
  })
  await pickCustomer(form, 'Kapatiran Security Agency Corporation')
  const terms = form.getByLabel('Terms')
  await terms.focus()
  held.resolve()
  await expect(form.getByText(/^Terms and income account copied from SI-/)).toBeVisible()
  await expect(terms).not.toHaveValue('')
  await page.keyboard.type('45 days')
  await expect(terms).toHaveValue('45 days')

  await terms.fill('')
  held = Promise.withResolvers()
  await pickCustomer(form, 'Bayani Logistics Corporation')
  await form.getByLabel('Invoice number').focus()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await page.keyboard.type('y')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Guard duty')
  await page.keyboard.press('Enter')
  await page.keyboard.type('2')
  await expect(form.getByLabel('Invoice number')).toBeFocused()
  held.resolve()
  await expect(cell(form, 1, 'Quantity')).toHaveValue('2')
  await expect(cell(form, 1, 'Description')).toHaveValue('Guard duty')
  await expect(form.getByLabel('Invoice number')).toHaveValue('7')
  await expect(terms).not.toHaveValue('')

  held = Promise.withResolvers()
  await pickCustomer(form, 'Silangan Foods Corporation')
  await form.getByLabel('Invoice number').focus()
  await page.keyboard.press('Enter')
  const memo = form.getByLabel('Memo')
  await memo.click()
  await page.keyboard.type('Paid in cash')
  await expect(memo).toHaveValue('Paid in cash')
  held.resolve()
})

test(
  'Enter pressed before the register has responded selects the only customer found',
  { tag: '@soak' },
  async ({ page, setSession }) => {
    await setSession(page, 'ana')
    const form = await openInvoiceForm(page)
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/parties?*', async (route) => {
      await held
      await route.continue()
    })
    await form.getByRole('combobox', { name: 'Customer TIN' }).focus()
    await page.keyboard.type('281-665')
    await page.keyboard.press('Enter')
    await expect(form.getByRole('combobox', { name: 'Customer TIN' })).toBeFocused()
    answer()
    await expect(form.getByText('TIN 281-665-209-00000')).toBeVisible()
    await expect(form.getByLabel('Invoice number')).toBeFocused()
  },
)

test('amounts are calculated and dates understood while typing', { tag: '@soak' }, async ({ page, setSession }) => {
  await setSession(page, 'ana')
  const today = await todayOf(page)
  const form = await openInvoiceForm(page)
  const leave = () => page.keyboard.press('Tab')
  for (const [typed, understood] of [
    ['1,000+250.50', '1,250.50'],
    ['3*33.33', '99.99'],
    ['1000', '1,000.00'],
  ] as const) {
    await cell(form, 1, 'Unit price').fill(typed)
    await leave()
    await expect(cell(form, 1, 'Unit price')).toHaveValue(understood)
  }
  const day = form.getByLabel('Date', { exact: true })
  for (const [typed, understood] of [
    ['t', today],
    ['-1', addDays(today, -1)],
    ['15/3/2026', '2026-03-15'],
    ['3-15-2026', '2026-03-15'],
    ['15 mar 2026', '2026-03-15'],
  ] as const) {
    await day.fill(typed)
    await leave()
    await expect(day).toHaveValue(formatDay(understood))
  }
  await day.fill('3/15')
  await expect(day).toHaveAccessibleDescription(/with a slash, the day comes first: 15\/3/)

  await test.step('unreadable input is reported as soon as the field is left by keyboard', async () => {
    await page.keyboard.press('Alt+l')
    await page.keyboard.type('Coffee')
    await cell(form, 2, 'Unit price').focus()
    await page.keyboard.type('12,5x')
    await page.keyboard.press('Enter')
    await expect(cell(form, 2, 'Unit price')).toHaveAccessibleDescription(/Check the commas/)
    await expect(form.getByRole('alert')).toHaveCount(0)
  })
  await test.step('a line is removed with a key, and the focus stays in the grid', async () => {
    await page.keyboard.press('Alt+Delete')
    await expect(cell(form, 2, 'Description')).toBeFocused()
    await expect(cell(form, 2, 'Description')).toHaveValue('')
  })
})

test(
  'an account is found in its list by part of its code or name, and arrow keys move between rows',
  { tag: '@soak' },
  async ({ page, setSession }) => {
    await setSession(page, 'ana')
    const form = await openInvoiceForm(page)
    await fillLine(form, 1, { description: 'Bond paper', price: '112.00', account: '4010' })
    const account = cell(form, 1, 'Income account')
    await expect(account).toHaveValue('4010 Sales - goods')
    await account.focus()
    await page.keyboard.type('serv')
    const list = form.getByRole('table', { name: 'Lines of the invoice' }).getByRole('listbox')
    await expect(list.getByRole('option').first()).toHaveText('4020 Service revenue')
    await expect(account).toHaveAttribute('aria-expanded', 'true')
    await expectAccessibleInSoak(page)
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(account).toHaveValue('4010 Sales - goods')
    await page.keyboard.press('Alt+ArrowDown')
    await expect(list.getByRole('option', { selected: true })).toHaveText('4010 Sales - goods')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(account).not.toHaveValue('4010 Sales - goods')
    await expect(cell(form, 2, 'Description')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(cell(form, 1, 'Description')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(cell(form, 2, 'Description')).toBeFocused()
  },
)

test('rows copied from a spreadsheet become lines of the invoice', { tag: '@soak' }, async ({ page, setSession }) => {
  await setSession(page, 'ana')
  const form = await openInvoiceForm(page)
  const copied = 'Rice, per sack\t2\t"2,500.00"\t10%\tVAT-exempt\t4010\r\nDelivery\t1\t560/1.12\t\tVatable\t4020\r\n'
  await cell(form, 1, 'Description').evaluate((box, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, copied)
  await expect(cell(form, 1, 'Description')).toHaveValue('Rice, per sack')
  await expect(cell(form, 1, 'VAT')).toHaveValue('VAT-exempt')
  await expect(cell(form, 2, 'Unit price')).toHaveValue('560/1.12')
  await expect(cell(form, 2, 'Income account')).toHaveValue(/^4020 /)
  await expect(cell(form, 3, 'Description')).toHaveValue('')
  await expect(form.getByLabel('Totals')).toContainText('5,000.00')
})

test('leaving a form with unsaved input asks first', async ({ page, setSession, consoleErrors }) => {
  consoleErrors.expect(/net::ERR/)
  await setSession(page, 'ana')
  const form = await openInvoiceForm(page)
  await page.route('**/api/drafts/**', (route) => route.abort())
  await form.getByLabel('Invoice number').fill('UNSAVED-1')
  await expect(
    form.getByText('The draft is not saved yet. Keep this screen open; Talaan will try again.'),
  ).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Back To Dashboard' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave this page?' })
  await dialog.getByRole('button', { name: 'Stay here' }).click()
  await expect(form.getByLabel('Invoice number')).toHaveValue('UNSAVED-1')
  await page.unroute('**/api/drafts/**')
  await saved(form)
  await page.getByRole('main').getByRole('link', { name: 'Back To Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test(
  'a TIN of zeros, a wrong ZIP code and a similar customer are reported while typing',
  { tag: '@soak' },
  async ({ page, setSession }) => {
    await setSession(page, 'ana')
    await page.goto('/customertinform')
    const form = formOf(page, 'Customer Tin Form')
    await form.getByLabel('TIN', { exact: true }).fill('000-000-000')
    await form.getByLabel('ZIP code').fill('12')
    await form.getByRole('button', { name: /^Review/ }).click()
    await expect(form.getByLabel('TIN', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await expect(form.getByLabel('ZIP code')).toHaveAccessibleDescription(/four digits/)
    await expect(form.getByLabel('Registered name')).toHaveAttribute('aria-invalid', 'true')

    await form.getByLabel('Registered name').fill('Bayani Logistics Corp.')
    await form.getByLabel('TIN', { exact: true }).fill('226-781-905')
    await expect(form.getByText('! Similar customers or suppliers')).toBeVisible()
    await expect(form.getByText('Bayani Logistics Corporation')).toBeVisible()
  },
)

test(
  'picking a customer by part of the TIN fills in the e-mail address',
  { tag: '@soak' },
  async ({ page, setSession }) => {
    await setSession(page, 'ana')
    const form = await openInvoiceForm(page)
    await form.getByRole('combobox', { name: 'Customer TIN' }).fill('2678')
    await expect(form.getByText('2 found')).toBeHidden()
    await form.getByRole('combobox', { name: 'Customer TIN' }).fill('226781904')
    await form.getByRole('option', { name: /Bayani Logistics/ }).click()
    await expect(form.getByLabel('Receipt e-mail')).toHaveValue('payables@bayanilogistics.example')
    await pickCustomer(form, 'Luntian Garden Suites, Inc.')
    await expect(form.getByLabel('Receipt e-mail')).toHaveValue('ap@luntiansuites.example')
  },
)

test('a date in a closed month is refused while typing and is gray in the calendar', async ({ page, setSession }) => {
  await setSession(page, 'ana')
  const form = await openInvoiceForm(page)
  const date = form.getByLabel('Date', { exact: true })
  await date.fill('1 Jan 2020')
  const refusal = form.getByText(
    'January 2020 is closed. Choose a date in an open month, or ask an accountant to reopen it.',
  )
  await expect(refusal).toBeVisible()
  await expect(date).toHaveAttribute('aria-invalid', 'true')
  // Earlier days than the first open one can't be picked.
  const earliest = await form.getByLabel('Pick from a calendar').first().getAttribute('min')
  expect(earliest).toMatch(/^\d{4}-\d{2}-01$/)
  await date.fill(formatDay(addDays(earliest ?? '', -1)))
  await expect(form.getByText(/ is closed\. Choose a date in an open month/)).toBeVisible()
  await date.fill(formatDay(earliest ?? ''))
  await expect(form.getByText(/ is closed\. Choose a date in an open month/)).toBeHidden()
})
