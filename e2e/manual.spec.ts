// The user manual and the accountant's documentation: search, keyboard, and agreement with the forms and rules they describe.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FrameLocator, Page } from '@playwright/test'
import { formScreens } from '@talaan/contract/cards.ts'
import { attachmentLimitBytes, documentWords, maximumAttachments } from '@talaan/contract/documents.ts'
import { manualTabs, manualWords } from '@talaan/contract/manual.ts'
import { portalWords } from '@talaan/contract/portal.ts'
import { standardChart } from '@talaan/ledger/accounts/chart.ts'
import { maximumInvoiceLines } from '@talaan/ledger/documents/invoice/fields.ts'
import { pictures, pictureSchemes, pictureSize } from '../web/src/features/manual/pictures.ts'
import { chooseColors } from './fixtures/axe.ts'
import { openForm } from './fixtures/cards.ts'
import { cell, fillInvoice, openInvoiceForm, review, simpleInvoice } from './fixtures/invoice.ts'
import { standardDeadlines } from '@talaan/ledger/tax/calendar/standard.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search User manual' })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const panel = (page: Page) => page.getByRole('tabpanel')
const labels = manualTabs.map(({ label }) => label)

async function openTab(page: Page, label: string): Promise<void> {
  await tab(page, label).click()
  await expect(panel(page)).toHaveAccessibleName(label)
  await expect(panel(page).getByRole('heading', { level: 3 }).first(), label).toBeVisible()
}

test('the manual opens at Getting started, with the nine tabs of the specification after it', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'ana', { at: '/usermanual' })
  await expect(page.getByRole('heading', { level: 1, name: manualWords.title })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(labels)
  await expect(tab(page, 'Getting started')).toHaveAttribute('aria-selected', 'true')
  await expect(panel(page)).toHaveAccessibleName('Getting started')
  await expect(panel(page).getByRole('heading', { name: 'Keys that work in forms' })).toBeVisible()
})

test('the search filters tabs by label, case-insensitively, and says what to do when none is left', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'ana', { at: '/usermanual' })
  await expect(search(page)).toHaveAttribute('placeholder', 'Search User manual...')
  await search(page).fill('bILLs')
  await expect(page.getByRole('tab')).toHaveText(['Bills', 'Bills Payments'])
  await search(page).press('Enter')
  await expect(page).toHaveURL('/usermanual?tab=bills')
  await expect(panel(page)).toHaveAccessibleName('Bills')

  await search(page).fill('warehouse')
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page.getByRole('status').getByText(manualWords.none('warehouse'))).toBeVisible()
  await expect(panel(page)).toHaveAccessibleName('Bills')
  await page.getByRole('button', { name: manualWords.clear }).click()
  await expect(page.getByRole('tab')).toHaveText(labels)
})

test('the search finds words of the text and their synonyms, and links to the section', async ({ page, signIn }) => {
  await signIn(page, 'ana', { at: '/usermanual' })
  await search(page).fill('delete')
  const results = page.getByRole('navigation', { name: manualWords.inText })
  await expect(page.getByRole('tab')).toHaveCount(0)
  await results.getByRole('link', { name: 'Void an invoice' }).click()
  await expect(page).toHaveURL('/usermanual?tab=invoices#void-an-invoice')
  await expect(panel(page)).toHaveAccessibleName('Invoices')
  await expect(page.locator('#void-an-invoice')).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Void an invoice' })).toBeInViewport()
})

test(
  'a term next to a heading is explained to pointer, keyboard and screen reader',
  { tag: '@soak' },
  async ({ page, signIn }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await signIn(page, 'ben', { at: '/settings/withholding' })
    const term = page.getByRole('button', { name: 'ATC: meaning' })
    const meaning = page.getByRole('tooltip')
    await expect(term).toHaveAccessibleDescription(/Alphanumeric Tax Code/)
    await expect(meaning).toBeHidden()
    await term.hover()
    await expect(meaning).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(meaning).toBeHidden()
    await term.focus()
    await expect(meaning).toBeInViewport({ ratio: 1 })
  },
)

test(
  'the pictures of a tab fit the space reserved for them, light and dark',
  { tag: '@soak' },
  async ({ page, signIn }) => {
    await signIn(page, 'ana', { scheme: 'light', at: '/usermanual?tab=invoices' })
    for (const scheme of pictureSchemes) {
      if (scheme === 'dark') await chooseColors(page, 'dark')
      for (const { screen, alt } of pictures.filter((picture) => picture.tab === 'invoices')) {
        const picture = page.getByRole('img', { name: alt })
        await picture.scrollIntoViewIfNeeded()
        await expect(picture).toHaveJSProperty('naturalWidth', pictureSize.width)
        await expect(picture).toHaveAttribute('src', new RegExp(`${screen}-${scheme}`))
        const src = (await picture.getAttribute('src')) ?? ''
        expect((await page.request.get(src)).headers()['content-type']).toBe('image/webp')
      }
    }
  },
)

test(
  'arrows, Home and End move between the tabs, and the address follows',
  { tag: '@soak' },
  async ({ page, signIn }) => {
    await signIn(page, 'ana', { at: '/usermanual' })
    await tab(page, 'Getting started').focus()
    const steps = [
      ['ArrowDown', 'Invoices', 'invoices'],
      ['ArrowDown', 'Collection Receipts', 'collectionreceipts'],
      ['ArrowUp', 'Invoices', 'invoices'],
      ['End', 'Withdrawals', 'withdrawals'],
      ['ArrowDown', 'Getting started', 'getting-started'],
      ['ArrowUp', 'Withdrawals', 'withdrawals'],
      ['Home', 'Getting started', 'getting-started'],
    ] as const
    for (const [key, label, name] of steps) {
      await page.keyboard.press(key)
      await expect(tab(page, label)).toBeFocused()
      await expect(tab(page, label)).toHaveAttribute('aria-selected', 'true')
      await expect(page).toHaveURL(`/usermanual?tab=${name}`)
    }
    await page.keyboard.press('Tab')
    await expect(panel(page)).toBeFocused()
  },
)

test(
  'the help button of every form opens the matching tab, and the tab leads back to its form',
  { tag: '@soak' },
  async ({ page, signIn }) => {
    // The forms themselves are not tested here.
    await page.route('**/forms/*', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await signIn(page, 'ben', { at: '/contact' })
    for (const { frame, path, title, manualTab } of formScreens) {
      await openForm(page, path)
      await page.getByRole('link', { name: portalWords.manualButton }).click()
      const matching = manualTabs.find((each) => each.tab === manualTab)
      await expect(panel(page), title).toHaveAccessibleName(matching?.label ?? 'none')
      // A tab may explain a second form.
      if (matching?.form === frame) {
        await expect(page.getByRole('link', { name: `Open the ${title}` })).toHaveAttribute('href', path)
      }
    }
  },
)

test(
  'the invoice tab names the fields, columns and buttons of the form',
  { tag: '@soak' },
  async ({ page, signIn }) => {
    await signIn(page, 'ana', { at: '/usermanual?tab=invoices' })
    const words = async (mark: string) => {
      await expect(panel(page).locator(`[data-${mark}]`).first()).toBeVisible()
      return panel(page).locator(`[data-${mark}]`).allTextContents()
    }
    const [fields, columns, answers] = [await words('field'), await words('column'), await words('answer')]
    expect(fields.length).toBeGreaterThanOrEqual(8)
    expect(answers).toEqual([documentWords.yes, documentWords.no, 'Edit'])
    const text = (await panel(page).textContent()) ?? ''
    expect(text).toContain(
      `at most ${maximumAttachments} PDF, JPEG or PNG files, each of at most ${attachmentLimitBytes / 1024 / 1024} MB`,
    )
    expect(text).toContain(`An invoice can have at most ${maximumInvoiceLines}`)
    expect(text).toContain('000-000-000')
    expect(text).toContain(documentWords.reviewTitle)

    const form = await openInvoiceForm(page)
    for (const name of fields) await expect(labelled(form, name), name).toBeVisible()
    for (const name of columns) await expect(cell(form, 1, name), name).toBeVisible()
    await expect(form.getByRole('button', { name: 'Register a customer' })).toBeVisible()
    await fillInvoice(form, simpleInvoice())
    await review(form)
    for (const name of answers) await expect(form.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible()
  },
)

test('every field and column that a tab names is in its form', { tag: '@soak' }, async ({ page, signIn }) => {
  await signIn(page, 'ana', { at: '/usermanual' })
  const named: { tab: string; frame: string | null; fields: string[]; columns: string[] }[] = []
  for (const { tab: name, label, form: frame } of manualTabs.slice(2)) {
    await openTab(page, label)
    const fields = await panel(page).locator('[data-field]').allTextContents()
    expect(fields.length, label).toBeGreaterThanOrEqual(4)
    named.push({ tab: name, frame, fields, columns: await panel(page).locator('[data-column]').allTextContents() })
  }

  /** How a form is started until its fields are shown. */
  const pickFirst = (form: FrameLocator) => form.getByRole('option').first().click()
  const press = (name: string) => (form: FrameLocator) => form.getByRole('button', { name }).click()
  const begin: Record<string, (form: FrameLocator) => Promise<void>> = {
    collectionreceipts: pickFirst,
    billspayments: pickFirst,
    chequedisbursement: press('Record a cheque'),
    deposits: press('Record a deposit'),
    transfers: press('Start recording'),
    withdrawals: press('Record a withdrawal'),
  }
  let isTyped = false
  for (const { tab: name, frame, fields, columns } of named) {
    const { path = '', title = '' } = formScreens.find((screen) => screen.frame === frame) ?? {}
    // A form that was started has unsaved input for a moment, and the portal would ask before leaving.
    if (isTyped) await page.goto(path)
    else await openForm(page, path)
    const form = page.frameLocator(`main iframe[title="${title}"]`)
    await begin[name]?.(form)
    isTyped = begin[name] !== undefined
    for (const field of fields) {
      await expect(labelled(form, field), `${name}: ${field}`).toBeVisible()
    }
    for (const column of columns)
      await expect(form.getByLabel(`${column}, line 1`, { exact: true }), `${name}: ${column}`).toBeVisible()
  }
})

test(
  'on a small screen the tabs are behind a menu button and cover the page',
  { tag: '@soak' },
  async ({ page, signIn }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await signIn(page, 'ana', { at: '/usermanual' })
    const burger = page.getByRole('button', { name: manualWords.showTabs })
    await expect(tab(page, 'Bills')).toBeHidden()
    await burger.click()
    await expect(tab(page, 'Bills')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tab(page, 'Bills')).toBeHidden()
    await expect(burger).toBeFocused()

    await burger.click()
    await tab(page, 'Bills').click()
    await expect(page).toHaveURL('/usermanual?tab=bills')
    await expect(tab(page, 'Bills')).toBeHidden()

    await search(page).fill('cash')
    await expect(page.getByRole('tab')).toHaveText(['Petty Cash'])
    await search(page).press('ArrowDown')
    await expect(tab(page, 'Petty Cash')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(panel(page)).toHaveAccessibleName('Petty Cash')
    await expect(tab(page, 'Petty Cash')).toBeHidden()
  },
)

test('the documentation shows the entries, vectors and checks of docs/accounting.md', async ({ page, signIn }) => {
  const accounting = await readFile(fileURLToPath(new URL('../docs/accounting.md', import.meta.url)), 'utf8')
  await signIn(page, 'ben', { at: '/Documentation' })
  const rowsOf = async (name: string) => {
    const rows = page.getByRole('table', { name, exact: true }).locator('tbody tr')
    await expect(rows.first()).toBeVisible()
    return rows.evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('td')].slice(0, 3).map((each) => each.textContent?.trim() ?? '')),
    )
  }
  const examples = [
    'Charge sale with VAT',
    'Mixed VAT types',
    'Zero-rated, exempt or not subject to VAT',
    'Seller that is not VAT-registered',
    'Sale to government',
    'Discount on the face of the invoice',
  ]
  for (const title of examples) {
    expect(await rowsOf(title), title).toEqual(tableBelow(accounting, `### ${title}`).map((row) => row.slice(0, 3)))
  }
  expect(await rowsOf('Void of the charge sale')).toEqual(
    tableBelow(accounting, '## Void').map((row) => row.slice(0, 3)),
  )
  expect(await rowsOf('VAT examples at 12%')).toEqual(
    tableBelow(accounting, 'Examples that the tests check').map((row) => row.slice(0, 3)),
  )
  const text = (await page.getByRole('main').textContent()) ?? ''
  expect(text).toContain('The VAT on their total is 3.61; it is split into 1.21, 1.20 and 1.20')
  expect(text).toContain('the VAT would be 3.60')
  const checks = accounting
    .slice(accounting.indexOf('## Checks of verify'))
    .split('\n')
    .filter((line) => line.startsWith('- '))
  expect(checks.length).toBeGreaterThan(10)
  await expect(page.locator('#chain li')).toHaveText(checks.map((line) => line.slice(2)))
})

test(
  "the chart in the documentation is the company's chart, and links to the entries",
  { tag: '@soak' },
  async ({ page, signIn }) => {
    await signIn(page, 'ben', { at: '/Documentation/Sample' })
    const active = standardChart.filter((account) => account.active)
    const rows = page.getByRole('table', { name: 'Active accounts', exact: true }).locator('tbody tr')
    await expect(rows).toHaveCount(active.length)
    await expect(rows.filter({ hasText: '1110 Accounts receivable - trade' })).toContainText('asset')
    await page.getByRole('table', { name: 'Active accounts', exact: true }).getByRole('link', { name: '4010' }).click()
    await expect(page).toHaveURL('/financialreport/account/4010')
  },
)

test(
  'the list of sections links to each section, and the tax calendar asks to be confirmed',
  { tag: '@soak' },
  async ({ page, signIn }) => {
    await signIn(page, 'ben', { at: '/Documentation/Sample' })
    const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
    const headings = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(page.getByRole('table', { name: 'Active accounts', exact: true })).toBeVisible()
    expect(await headings.allTextContents()).toEqual(await links.allTextContents())
    await links.filter({ hasText: 'Tax calendar' }).click()
    await expect(page).toHaveURL('/Documentation/Sample#calendar')
    await expect(page.getByRole('heading', { name: 'Tax calendar' })).toBeInViewport()
    await page.goto('/Documentation#vat')
    await expect(page.getByRole('heading', { name: 'VAT arithmetic' })).toBeInViewport()
    await expect(page.locator('#vat')).toBeFocused()
    const deadlines = page.getByRole('table', { name: 'Tax calendar' }).locator('tbody tr')
    const forms = new Set(standardDeadlines.map(({ form }) => form))
    await expect(deadlines).toHaveCount(forms.size)
    await expect(deadlines.filter({ hasText: 'confirm with your RDO' })).toHaveCount(forms.size)
  },
)

test('the headings of manual and documentation are in order', { tag: '@soak' }, async ({ page, setSession }) => {
  await setSession(page, 'ben')
  const expectOrder = async (where: string) => {
    const headings = page.getByRole('main').getByRole('heading')
    const levels = await headings.evaluateAll((all) => all.map(({ tagName }) => Number(tagName.slice(1))))
    expect(levels[0], where).toBe(1)
    levels.slice(1).forEach((level, at) => expect(level - (levels[at] ?? 0), where).toBeLessThanOrEqual(1))
  }
  await page.goto('/usermanual')
  for (const label of labels) {
    await openTab(page, label)
    await expectOrder(label)
  }
  await page.goto('/Documentation')
  await expect(page.getByRole('table', { name: 'Active accounts', exact: true })).toBeVisible()
  await expectOrder('Documentation')
})

/** The first field whose label begins with a name. */
const labelled = (form: FrameLocator, name: string) =>
  form.getByLabel(new RegExp(`^${name.replaceAll(/[()[\].?*+^$]/g, '\\$&')}`)).first()

/** The cells of the first table below a line of a Markdown page. */
function tableBelow(markdown: string, line: string): string[][] {
  const below = markdown.slice(markdown.indexOf(`\n${line}`) + 1)
  const rows = /(?:^\|.*\n)+/m.exec(below)?.[0].trimEnd().split('\n').slice(2) ?? []
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((each) => each.trim()),
  )
}
