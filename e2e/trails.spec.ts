// The ways of Enter and Tab through each form: Enter stops where something is to be filled in, Tab at every field.
import type { FrameLocator, Page } from '@playwright/test'
import { formOf } from './fixtures/invoice.ts'
import { openForm, pickParty } from './fixtures/office.ts'
import { recordBill, recordInvoice, registerCompany } from './fixtures/recording.ts'
import { expect, test } from './fixtures/test.ts'

const [customer, supplier] = ['Kalinaw Builders, Inc.', 'Pinta Paper Supply']

test.beforeAll(async ({ portal, sessions }) => {
  await portal.reset()
  // By someone else than the tests' person, whose forms suggest the e-mail address of the last document.
  const by = { portal, session: await sessions('ana') }
  await recordInvoice(by, await registerCompany(by, 'customer', { registeredName: customer }))
  await recordBill(by, await registerCompany(by, 'supplier', { registeredName: supplier }))
})
test.use({ viewport: { width: 1280, height: 800 } })

const review = 'Review'

const nameOf = (field: Element): string => {
  const label = field instanceof HTMLInputElement ? field.labels?.[0]?.textContent : undefined
  const own = field.getAttribute('aria-label') ?? label ?? (field as HTMLSelectElement).labels?.[0]?.textContent
  return (own ?? field.textContent ?? '')
    .replace(/ ?(Ctrl Enter|Alt A)$/, '')
    .replace(/on \d.*/, 'on a date')
    .trim()
}

/** The names of the fields in which the focus stops, from the given one to the Review button. */
async function trail(page: Page, form: FrameLocator, from: string): Promise<string[]> {
  await form.locator(`#${from}`).focus()
  const stops: string[] = []
  while (stops.at(-1) !== review && stops.length < 60) {
    stops.push(await form.locator(':focus').evaluate(nameOf))
    if (stops.at(-1) !== review) await page.keyboard.press('Enter')
  }
  return stops
}

const record = (form: FrameLocator, what: string) => form.getByRole('button', { name: `Record a ${what}` }).click()

async function settling(page: Page, path: string, title: string, who: string): Promise<FrameLocator> {
  const form = await openForm(page, path, title)
  await form.getByRole('combobox', { name: /^Find a/ }).fill(who)
  await form.getByRole('option', { name: new RegExp(who) }).click()
  await expect(form.getByLabel('Reference number')).toBeVisible()
  return form
}

type Way = { open: (page: Page) => Promise<FrameLocator>; from: string; enter: string[] }

const forms: Record<string, Way> = {
  invoice: {
    open: async (page) => {
      const form = await openForm(page, '/invoiceform', 'Invoice Form')
      await pickParty(form, /^Customer TIN/, 'Kapatiran')
      await expect(form.getByText(/copied from/)).toBeVisible()
      return form
    },
    from: 'party',
    enter: ['Customer TIN', 'Invoice number', 'Date', 'Description, line 1', 'Memo (optional)', 'Review'],
  },
  bill: {
    open: async (page) => {
      const form = await openForm(page, '/billsform', 'Bills Form')
      await pickParty(form, /^Supplier TIN/, 'Haligi')
      await expect(form.getByText(/^Copied from/)).toBeVisible()
      return form
    },
    from: 'party',
    enter: [
      'Supplier TIN',
      'Receipt e-mail (optional)',
      "Supplier's invoice number",
      'Date',
      'Amount, line 1',
      'Type, line 2',
      'VAT on the invoice (optional)',
      'Memo (optional)',
      'Review',
    ],
  },
  'petty cash voucher': {
    open: (page) => openForm(page, '/pettycashform', 'Petty Cash Form'),
    from: 'party',
    enter: [
      'Supplier TIN (optional)',
      'Paid to',
      'Receipt e-mail (optional)',
      'Receipt number (optional)',
      'Date',
      'Type, line 1',
      'VAT on the invoice (optional)',
      'Memo (optional)',
      'Review',
    ],
  },
  'journal voucher': {
    open: (page) => openForm(page, '/journalvoucherform', 'Journal Voucher Form'),
    from: 'day',
    enter: [
      'Date',
      'Reference',
      'Explanation',
      'Account, line 1',
      'Debit, line 1',
      'Credit, line 1',
      'Account, line 2',
      'Party (if a line opens a receivable or payable)',
      'Reverse on a date',
      'Review',
    ],
  },
  cheque: {
    open: async (page) => {
      const form = await openForm(page, '/chequedisbursementform', 'Cheque Disbursement Form')
      await record(form, 'cheque')
      await pickParty(form, /^Supplier TIN/, supplier)
      await expect(form.getByLabel('Pay, line 1')).toBeVisible()
      return form
    },
    from: 'party',
    enter: [
      'Supplier TIN',
      'Date',
      'Cheque date',
      'Pay, line 1',
      'Voucher e-mail (optional)',
      'Memo (optional)',
      'Review',
    ],
  },
  deposit: {
    open: async (page) => {
      const form = await openForm(page, '/depositform', 'Deposit Form')
      await record(form, 'deposit')
      return form
    },
    from: 'account',
    enter: [
      'Deposited into',
      'Date',
      'Deposit slip number (optional)',
      'Receipt e-mail (optional)',
      'Select all',
      'Description, line 1',
      'Bank charge deducted (optional)',
      'Memo (optional)',
      'Review',
    ],
  },
  withdrawal: {
    open: async (page) => {
      const form = await openForm(page, '/withdrawform', 'Withdraw Form')
      await record(form, 'withdrawal')
      return form
    },
    from: 'account',
    enter: [
      'Withdrawn from',
      'Date',
      'Reference number (optional)',
      'Receipt e-mail (optional)',
      'Purpose, line 1',
      'Memo (optional)',
      'Review',
    ],
  },
  collection: {
    open: (page) => settling(page, '/collectionreceiptform', 'Collection Receipt Form', customer),
    from: 'account',
    enter: [
      'Received into',
      'Payment method',
      'Reference number',
      'Date',
      'Total received',
      'Pay, line 1',
      'Amount paid, line 1',
      'Customer advance (optional)',
      'Bank charge (optional)',
      'Voucher e-mail (optional)',
      'Memo (optional)',
      'Review',
    ],
  },
  payment: {
    open: (page) => settling(page, '/paymentform', 'Bills Payment Form', supplier),
    from: 'account',
    enter: [
      'Paid from',
      'Payment method',
      'Reference number',
      'Date',
      'Total paid',
      'Pay, line 1',
      'Amount paid, line 1',
      'Supplier advance (optional)',
      'Bank charge (optional)',
      'Voucher e-mail (optional)',
      'Memo (optional)',
      'Review',
    ],
  },
}

/** All forms have the same order of keys; the soak goes through all of them. */
const usual = 'bill'

for (const [name, { open, from, enter }] of Object.entries(forms)) {
  const tags = name === usual ? {} : { tag: '@soak' }
  test(
    `Enter goes through the fields to fill in on the ${name} form, and Tab through every field to Review`,
    tags,
    async ({ page, setSession }) => {
      await setSession(page, 'ben')
      const form = await open(page)
      expect(await trail(page, form, from)).toEqual(enter)
      const stops = await tabStops(page, form, from)
      // Every field where Enter stops is on the way of Tab, in the same order.
      let left = stops
      for (const stop of enter) {
        expect(left).toContain(stop)
        left = left.slice(left.indexOf(stop) + 1)
      }
    },
  )
}

/** The names of the fields in which Tab stops, up to the Review button; the focus is never lost or trapped. */
async function tabStops(page: Page, form: FrameLocator, from: string): Promise<string[]> {
  await form.locator(`#${from}`).focus()
  const stops: string[] = []
  // An element is known by the order in which it first got the focus; -1 is the page itself.
  const focused = () =>
    form.locator('html').evaluate((html) => {
      const known = ((window as { stops?: Element[] }).stops ??= [])
      const field = html.ownerDocument.activeElement
      if (field === null || field === html.ownerDocument.body) return -1
      if (!known.includes(field)) known.push(field)
      return known.indexOf(field)
    })
  while (stops.at(-1) !== review && stops.length < 120) {
    expect(await focused(), `after ${stops.at(-1)}`).toBe(stops.length)
    stops.push(await form.locator(':focus').evaluate(nameOf))
    if (stops.at(-1) !== review) await page.keyboard.press('Tab')
  }
  expect(stops.at(-1)).toBe(review)
  return stops
}

test('a person changes where Enter stops, opens the record that a field shows, and finds the change the next time', async ({
  page,
  setSession,
}) => {
  await setSession(page, 'ben')
  const open = () => openForm(page, '/journalvoucherform', 'Journal Voucher Form')
  let form = await open()
  const cell = (label: string) => form.getByLabel(label, { exact: true })
  await form.getByLabel('Reference').focus()
  await page.keyboard.press('Alt+Shift+Enter')
  await expect(form.getByRole('status').filter({ hasText: 'Enter skips Reference.' })).toBeVisible()
  await cell('Explanation, line 2').focus()
  await page.keyboard.press('Alt+Shift+Enter')
  await expect(form.getByRole('status').filter({ hasText: 'Enter stops at Explanation.' })).toBeVisible()
  await expect(form.getByText('in 2 fields of this form')).toBeVisible()

  form = await open()
  await cell('Account, line 1').fill('1031')
  expect(await trail(page, form, 'day')).toEqual([
    ...['Date', 'Explanation', 'Account, line 1', 'Explanation, line 1', 'Debit, line 1', 'Credit, line 1'],
    ...['Account, line 2', 'Party (if a line opens a receivable or payable)', 'Reverse on a date', 'Review'],
  ])
  await form.getByRole('button', { name: 'Use the usual order' }).click()
  await expect(form.getByText('You changed where Enter stops')).toBeHidden()
  await form.locator('#day').focus()
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Reference')).toBeFocused()

  await test.step('Ctrl+End, Ctrl+Home and Escape in the lines', async () => {
    await cell('Account, line 2').fill('6101')
    await cell('Debit, line 2').fill('500')
    await cell('Debit, line 1').focus()
    await page.keyboard.press('Control+End')
    await expect(cell('Account, line 2')).toBeFocused()
    await page.keyboard.press('Control+Home')
    await expect(cell('Account, line 1')).toBeFocused()
    await cell('Debit, line 2').focus()
    await page.keyboard.type('72')
    await expect(cell('Debit, line 2')).toHaveValue('72')
    await page.keyboard.press('Escape')
    await expect(cell('Debit, line 2')).toHaveValue('500.00')
  })
  await test.step('Alt+O opens the account in a new tab', async () => {
    await cell('Account, line 1').focus()
    const opened = page.waitForEvent('popup')
    await page.keyboard.press('Alt+o')
    await expect(await opened).toHaveURL(/\/financialreport\/account\/1031/)
    await expect(cell('Account, line 1')).toHaveValue(/^1031/)
  })
  await test.step('Alt+M registers a new customer and returns', async () => {
    await form.getByRole('combobox', { name: /^Party/ }).focus()
    await page.keyboard.type('Lakbay Tours')
    await page.keyboard.press('Alt+m')
    await expect(page).toHaveURL(/tinform|customertin/i)
  })
})

test('Tab goes through every field of the transfer form to Review', { tag: '@soak' }, async ({ page, setSession }) => {
  await setSession(page, 'ben')
  const form = await openForm(page, '/transferform', 'Fund Transfer Form')
  await form.getByRole('radio', { name: 'Local' }).check()
  await form.getByRole('button', { name: /^Start recording/ }).click()
  await tabStops(page, form, 'from')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the list of an account fills the screen, is searched, and closes when one is picked', async ({
    page,
    setSession,
  }) => {
    await setSession(page, 'ben')
    await page.goto('/journalvoucherform')
    const form = formOf(page, 'Journal Voucher Form')
    const account = form.getByLabel('Account, line 1', { exact: true })
    await account.tap()
    const list = form.getByRole('listbox', { name: 'Matches' })
    await expect(list.getByRole('option').first()).toBeVisible()
    const screen = await page.locator('main iframe').boundingBox()
    const box = await list.locator('..').boundingBox()
    expect([box?.width, box?.height]).toEqual([screen?.width, screen?.height])
    const option = await list.getByRole('option').first().boundingBox()
    expect(option?.height).toBeGreaterThanOrEqual(44)
    await page.keyboard.type('rent')
    await list.getByRole('option', { name: /Rent/ }).first().tap()
    await expect(list).toBeHidden()
    await expect(account).toHaveValue(/Rent/)
    await account.tap()
    await form.getByRole('button', { name: 'Close the list' }).tap()
    await expect(list).toBeHidden()
    await expect(account).toHaveValue(/Rent/)
    await test.step('an amount has the keys that the keypad lacks', async () => {
      const debit = form.getByLabel('Debit, line 1', { exact: true })
      await debit.tap()
      await page.keyboard.type('12')
      const keys = form.getByRole('toolbar', { name: 'Keys for amounts' })
      await keys.getByRole('button', { name: 'Three zeros' }).tap()
      await keys.getByRole('button', { name: 'Minus' }).tap()
      await page.keyboard.type('500')
      await expect(debit).toHaveValue('12000-500')
      await keys.getByRole('button', { name: 'Result' }).tap()
      await expect(debit).toHaveValue('11,500.00')
      const key = await keys.getByRole('button', { name: 'Plus' }).boundingBox()
      expect(Math.min(key?.width ?? 0, key?.height ?? 0)).toBeGreaterThanOrEqual(39)
      await keys.getByRole('button', { name: 'Next' }).tap()
      await expect(form.getByLabel('Account, line 2', { exact: true })).toBeFocused()
    })
    expect(await form.locator('html').evaluate((html) => html.scrollWidth > html.clientWidth)).toBe(false)
  })
})
