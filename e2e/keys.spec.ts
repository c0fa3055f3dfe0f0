// The portal by keyboard: the palette finds everything, letters open pages, and do nothing while typing.
import type { Page } from '@playwright/test'
import { addNote } from '@talaan/contract/notes.ts'
import { savePartyAccount } from '@talaan/contract/party-accounts.ts'
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { cell, openInvoiceForm, formOf } from './fixtures/invoice.ts'
import { asAny, callAs } from './fixtures/sign-in.ts'
import { pressSequence } from './fixtures/keys.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

const palette = (page: Page) => page.getByRole('dialog', { name: 'Find anything' })
const field = (page: Page) => palette(page).getByRole('combobox', { name: 'Find anything' })
const overlay = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const ready = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible()

test('the palette finds forms, pages, documents and customers by keyboard alone, and remembers recent ones', async ({
  page,
  signIn,
  context,
}) => {
  await signIn(page, 'ana')
  await ready(page)
  await test.step('letters are not lost while the palette loads, or before its field has the focus', async () => {
    const loading = Promise.withResolvers<void>()
    await page.route('**/Palette-*.js', async (route) => {
      await loading.promise
      await route.continue()
    })
    await page.evaluate(() => {
      const typeInto = (element: Element | null, key: string) =>
        element?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      new MutationObserver((_, observer) => {
        if (document.querySelector('[role=dialog] [role=combobox]') === null) return
        observer.disconnect()
        typeInto(document.querySelector('main'), 't')
      }).observe(document.body, { childList: true, subtree: true })
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('pet')
    loading.resolve()
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue('pett')
    await page.unrouteAll()
  })
  await expectAccessibleInSoak(page)

  await page.keyboard.type('y')
  await expect(palette(page).getByRole('option').first()).toContainText('Petty Cash')
  await page.keyboard.press('ArrowDown')
  await expect(palette(page).getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
  await field(page).fill('financial')
  await expect(palette(page).getByText(/No results for/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()

  await page.goto('/invoice')
  const row = page.getByRole('table', { name: 'Recorded invoices' }).getByRole('row').nth(1)
  const number = (await row.getByRole('link').innerText()).trim()
  await page.getByRole('main').focus()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(number.replace('SI-', ''))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()

  await page.getByRole('button', { name: 'Find anything' }).click()
  await expect(palette(page).getByRole('group', { name: 'Recent' }).getByRole('option').first()).toContainText(number)
  await field(page).fill('@bayani')
  await expect(palette(page).getByRole('group', { name: 'Customers and suppliers' })).toContainText('Bayani Logistics')
  const [tab] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Control+Enter')])
  await expect(tab).toHaveURL(/\/invoice\?search=/)
  await expect(tab.getByRole('table', { name: 'Recorded invoices' })).toContainText('Bayani')
  await tab.close()
})

test(
  'letter shortcuts open pages, except while typing or in a dialog, and can be switched off',
  { tag: '@soak' },
  async ({ page, signIn }) => {
    await signIn(page, 'ana', { scheme: 'dark' })
    await ready(page)
    await pressSequence(page, 'gi')
    await expect(page).toHaveURL('/invoice')
    // No key opens a page of another role.
    await pressSequence(page, 'gf')
    await pressSequence(page, 'gp')
    await expect(page).toHaveURL('/payments')
    // The new page takes the focus a moment after its address changes.
    await expect(page.getByRole('banner')).toContainText('Bills Payments')
    await expect(page.getByRole('main')).toBeFocused()
    await page.getByRole('combobox', { name: 'Search cards' }).focus()
    await page.keyboard.type('gi?')
    await expect(page.getByRole('combobox', { name: 'Search cards' })).toHaveValue('gi?')
    await page.getByRole('main').focus()
    await page.keyboard.press('?')
    await expect(overlay(page)).toContainText('Collection Receipt')
    await expect(overlay(page)).not.toContainText('Financial Reports')
    await expectAccessibleInSoak(page)
    await pressSequence(page, 'gi')
    await overlay(page).getByRole('switch', { name: 'Single-letter shortcuts' }).press('Space')
    await page.keyboard.press('Escape')
    await expect(overlay(page)).toBeHidden()
    await page.keyboard.type('gi/?')
    await expect(page).toHaveURL('/payments')
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
  },
)

test('in a list j and k move, Enter opens, / searches and Escape clears; u goes back', async ({ page, signIn }) => {
  await signIn(page, 'ana', { at: '/invoice' })
  const table = page.getByRole('table', { name: 'Recorded invoices' })
  const search = page.getByLabel('Filter recorded documents').first()
  await expect(table).toBeVisible()
  await page.keyboard.type('jjk')
  await expect(table.getByRole('row').nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(table.getByRole('row').nth(2).getByRole('link')).toBeFocused()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('bayani')
  await expect(page).toHaveURL(/search=bayani/)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/invoice')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Summary' })).toBeVisible()
  await page.keyboard.press('u')
  await expect(page).toHaveURL('/invoice')
})

test('keys pressed in a form frame reach the portal, except in its fields, and unsaved input asks first', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'ana')
  const form = await openInvoiceForm(page)
  await form.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  await expect(overlay(page)).toContainText('Next field')
  await expect(overlay(page)).toContainText('Copy the cell above')
  await page.keyboard.press('Escape')
  await expect(overlay(page)).toBeHidden()

  await page.route('**/api/drafts/**', (route) => (route.request().method() === 'PUT' ? undefined : route.continue()))
  await cell(form, 1, 'Description').fill('Bond paper')
  await cell(form, 1, 'Description').press('g')
  await cell(form, 1, 'Description').press('i')
  await expect(cell(form, 1, 'Description')).toHaveValue(/gi$/)
  await formOf(page).getByRole('heading', { level: 1 }).click()
  await pressSequence(page, 'gi')
  await expect(page.getByRole('dialog', { name: 'Leave this page?' })).toBeVisible()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page).toHaveURL('/invoice')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.locator('main iframe')).toHaveCount(0)

  // Keys typed before a form has loaded are not shortcuts.
  await pressSequence(page, 'ni')
  await expect(page).toHaveURL(/\/invoiceform/)
  await pressSequence(page, 'gr')
  await expect(formOf(page).getByRole('combobox', { name: 'Customer TIN' })).toBeFocused()
  await expect(page).toHaveURL(/\/invoiceform/)
})

test(
  'the palette finds notes, files and bank accounts, and opens the page that they are on',
  { tag: '@soak' },
  async ({ page, setSession, portal, sessions }) => {
    const ben = await sessions('ben')
    await setSession(page, 'ana')
    await page.goto('/tinregistration')
    await page.getByRole('link', { name: 'Bayani Logistics Corporation' }).click()
    const [, partyId = ''] = /tinregistration\/([0-9a-f-]{36})/.exec(page.url()) ?? []
    const text = 'Ask for Ms. Dimaculangan, Fridays only'
    const note = { params: { noteId: crypto.randomUUID() }, query: { party: partyId }, body: { text } }
    await callAs(portal, ben, asAny(addNote), note)
    await callAs(portal, ben, asAny(savePartyAccount), {
      params: { partyId, accountId: crypto.randomUUID() },
      body: {
        changeId: crypto.randomUUID(),
        after: 0,
        bank: 'Bank of Luzon',
        accountName: 'Bayani Logistics',
        number: '4455-6677-8899',
        currency: 'PHP',
        active: true,
        reason: '',
      },
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('dimacul')
    const found = palette(page).getByRole('group', { name: 'Notes, files and bank accounts' })
    await expect(found.getByRole('option')).toContainText([text])
    await expectAccessibleInSoak(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/tab=files/)
    await expect(page.getByRole('list', { name: 'Files and notes' }).getByText(text)).toBeVisible()
    await expect(palette(page)).toBeHidden()
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('6677-8899')
    await expect(found.getByRole('option')).toContainText(['Bank of Luzon ·8899'])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/tab=details/)
    await expect(page.getByRole('list', { name: 'Bank accounts' }).getByText('·8899')).toBeVisible()
  },
)

test('Ctrl Z shows the last change and undoes it after a reason is entered; in a field it only undoes typing', async ({
  page,
  setSession,
}) => {
  await setSession(page, 'ben')
  await page.goto('/tinregistration')
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  await expect(main.getByRole('link', { name: 'Bayani Logistics Corporation' })).toBeVisible()
  await main.getByRole('searchbox').or(main.getByRole('textbox')).first().focus()
  await page.keyboard.press('Control+z')
  await expect(dialog).toBeHidden()
  await main.getByRole('link', { name: 'Bayani Logistics Corporation' }).click()
  await page.getByRole('link', { name: 'Files' }).click()
  await page.getByLabel('Note', { exact: true }).fill('Closed on Mondays')
  await page.getByRole('button', { name: 'Add note' }).click()
  const list = page.getByRole('list', { name: 'Files and notes' })
  await expect(list.getByText('Closed on Mondays')).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Control+z')
  await expect(dialog.getByText(/^You added a note to Bayani Logistics Corporation on /)).toBeVisible()
  await expectAccessibleInSoak(page)
  await page.keyboard.type('Wrong customer')
  await page.keyboard.press('Control+Enter')
  await expect(list.locator('s').filter({ hasText: 'Closed on Mondays' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Control+z')
  await expect(dialog.getByText("This change can't be undone here. Open its page to change it again.")).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
})
