// The frame around every page and who may open which: header, navigation, search, and the guard of every route.
import type { Page } from '@playwright/test'
import { cardsFor, categoryPages, formScreens } from '@talaan/contract/cards.ts'
import { portalWords } from '@talaan/contract/portal.ts'
import { accountants, adminsAndAccountants, everyone } from '@talaan/contract/roles.ts'
import type { Role } from '@talaan/contract/roles.ts'
import { isSoak } from './fixtures/axe.ts'
import { openForm } from './fixtures/cards.ts'
import { companyName } from './fixtures/programs.ts'
import { demoPassword, roleOf } from './fixtures/sign-in.ts'
import type { Name } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

type Guarded = { path: string; roles: readonly Role[] }
/** One page of each kind; web/src/routes.test.ts checks the whole table. */
const onePerRole: readonly Guarded[] = [
  { path: '/invoiceform', roles: everyone },
  { path: '/looseleaf', roles: accountants },
  { path: '/userManagement', roles: adminsAndAccountants },
]
const more: readonly Guarded[] = [
  { path: '/userManual', roles: everyone },
  { path: '/financialreport/account/4010', roles: accountants },
  { path: '/Documentation/Sample', roles: accountants },
  { path: '/import', roles: adminsAndAccountants },
]
const routes = isSoak ? [...onePerRole, ...more] : onePerRole
const people = Object.keys(roleOf) as Name[]
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** One role is enough for npm test: the permissions of all are tested without a browser. */
const onlyInSoakExcept = (usual: Name, who: Name) => (who === usual ? {} : { tag: '@soak' })

for (const who of people) {
  test(
    `${who}, ${roleOf[who]}, can open the pages of the role and no others`,
    onlyInSoakExcept('ana', who),
    async ({ page, setSession }) => {
      // The forms themselves are not tested here.
      await page.route('**/forms/*', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
      await setSession(page, who)
      for (const { path, roles } of routes) {
        await page.goto(path)
        if (roles.includes(roleOf[who])) {
          await expect(page.getByRole('heading', { level: 1 }), path).toBeAttached()
          expect(new URL(page.url()).pathname).toBe(path)
        } else {
          await expect(page.getByRole('heading', { name: portalWords.restricted.title }), path).toBeVisible()
          expect(new URL(page.url()).pathname).toBe('/unauthorizedAcess')
        }
      }
    },
  )
}

test('no page opens without signing in', async ({ page }) => {
  for (const { path } of routes) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Log In' }), path).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
  }
})

test(
  "a role written into the browser's storage by hand gives no access to figures",
  { tag: '@soak' },
  async ({ page, signIn }) => {
    await signIn(page, 'ana')
    await page.evaluate(() => localStorage.setItem('userRole', 'accountant'))
    const answers: number[] = []
    page.on('response', (response) => response.url().includes('/api/reports/') && answers.push(response.status()))
    await page.goto('/financialreport')
    await expect(page.getByRole('heading', { name: portalWords.restricted.title })).toBeVisible()
    expect(answers.filter((status) => status !== 403)).toEqual([])
  },
)

test('a page requested before signing in opens afterwards', async ({ page, signOut }) => {
  await signOut('carla')
  await page.goto('/invoice?search=Bayani')
  await page.getByLabel('Client ID').fill('carla')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL('/invoice?search=Bayani')
  await expect(page.getByLabel('Filter recorded documents').first()).toHaveValue('Bayani')
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
})

test('the unauthorized page leads back to the sign-in page', async ({ page }) => {
  await page.goto('/unauthorizedAcess')
  await expect(page.getByText('401')).toBeVisible()
  await expect(page).toHaveTitle('Restricted Area · Talaan')
  await page.getByRole('link', { name: portalWords.restricted.button }).click()
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
})

test('an unknown address says so and links to the dashboard', async ({ page, signIn }) => {
  await signIn(page, 'ana', { at: '/invoces' })
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: portalWords.backToDashboard }).click()
  await expect(page).toHaveURL('/dashboard')
})

for (const who of people) {
  test(`the menus show ${who} the pages of the role`, onlyInSoakExcept('ben', who), async ({ page, signIn }) => {
    await signIn(page, who)
    const isAccountant = roleOf[who] === 'accountant'
    await expect(page.getByRole('banner')).toContainText('Dashboard')
    // A page is fetched as soon as its link is pointed at.
    const fetched = page.waitForRequest(/\/assets\/TransactionsPage/)
    await navigation(page).getByRole('link', { name: 'Transactions' }).hover()
    await fetched
    const menu = page.getByRole('button', { name: new RegExp(`^User menu\\W+${who}\\W+${companyName}`) })
    await menu.click()
    const items = await page.getByRole('menuitem').allTextContents()
    expect(items).toEqual([
      ...(roleOf[who] === 'user' ? [] : ['User Management', 'Company Settings', 'Audit Trail', 'Trust']),
      'Contact Us',
      'Dark mode',
      'Compact tables',
      'Keyboard shortcuts',
      'Log out',
    ])
    await page.keyboard.press('Escape')

    const links = [
      'Dashboard',
      ...categoryPages.filter(({ roles }) => roles === everyone).map(({ title }) => title),
      'Arrivals',
      'Transactions',
      'Recurring',
      'User Manual',
    ]
    for (const name of links) await expect(navigation(page).getByRole('link', { name, exact: true })).toBeVisible()
    await expect(navigation(page).getByRole('link', { name: 'Documentation' })).toBeVisible({ visible: isAccountant })
    const reports = navigation(page).getByRole('button', { name: 'Reports' })
    await expect(reports).toBeVisible({ visible: isAccountant })
    if (!isAccountant) return
    for (const name of ['Bank Reconciliation', 'Looseleaf', 'Tax Compliance', 'Financial Reports']) {
      await expect(navigation(page).getByRole('link', { name })).toBeHidden()
    }
    await reports.click()
    for (const name of ['Bank Reconciliation', 'Looseleaf', 'Tax Compliance', 'Financial Reports']) {
      await expect(navigation(page).getByRole('link', { name })).toBeVisible()
    }
  })
}

test('the search finds cards by title, by keyboard alone, and only those of the role', async ({ page, signIn }) => {
  await signIn(page, 'ana')
  const search = page.getByRole('combobox', { name: 'Search cards' })
  const found = page.getByRole('listbox', { name: 'Cards' }).getByRole('option')
  await search.focus()
  await page.keyboard.type('bILL')
  await expect(found).toHaveText([/^Bills\s*Record a supplier bill/, /^Bills Payment\s*Pay unpaid vendor bills/])
  await page.keyboard.press('ArrowDown')
  await expect(found.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/paymentform/)
  // The new page takes the focus a moment after its address changes.
  await expect(page.getByRole('main')).toBeFocused()
  await search.focus()
  await page.keyboard.type('looseleaf')
  await expect(found).toHaveCount(0)
  await expect(page.getByText('No cards match.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(search).toHaveValue('')
})

test('an accountant finds all 14 cards', { tag: '@soak' }, async ({ page, signIn }) => {
  await signIn(page, 'ben')
  expect(cardsFor('accountant')).toHaveLength(14)
  const search = page.getByRole('combobox', { name: 'Search cards' })
  for (const { title } of cardsFor('accountant')) {
    await search.fill(title)
    await expect(page.getByRole('option', { name: new RegExp(`^${title}`) }).first()).toBeVisible()
  }
  await search.fill('Documentation')
  await page.getByRole('option').click()
  await expect(page).toHaveURL('/Documentation/Sample')
})

test('below 760 px the navigation collapses into a menu button', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 760, height: 800 })
  await signIn(page, 'ana')
  const burger = page.getByRole('button', { name: 'Open navigation' })
  await expect(navigation(page)).toBeVisible()
  await expect(burger).toBeHidden()

  await page.setViewportSize({ width: 759, height: 800 })
  await expect(navigation(page)).toBeHidden()
  await burger.click()
  await expect(navigation(page)).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(navigation(page)).toBeHidden()
  await burger.click()
  await navigation(page).getByRole('link', { name: 'Deposits' }).click()
  await expect(page).toHaveURL('/deposit')
  await expect(navigation(page)).toBeHidden()
})

test('the colors are light until the user chooses dark, and the choice stays', async ({ page, signIn }) => {
  await signIn(page, 'ana')
  const scheme = () => page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'))
  expect(await scheme()).toBe('light')
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Dark mode' }).click()
  await expect.poll(scheme).toBe('dark')
  await page.reload()
  expect(await scheme()).toBe('dark')
  await page.goto('/invoiceform')
  const form = page.frameLocator('main iframe[title="Invoice Form"]')
  await expect(form.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Light mode' }).click()
  await expect(form.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
})

/** All form screens are drawn from their table, which contract/src/cards.test.ts compares with the specification. */
const someForms = formScreens.filter(({ path }) =>
  ['/paymentform', '/bankreconciliationform', '/customertinform'].includes(path),
)

test('each form screen has the texts of the specification', async ({ page, signIn }) => {
  await page.route('**/forms/*', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await signIn(page, 'ben')
  for (const { path, title, description, manualTab } of isSoak ? formScreens : someForms) {
    await openForm(page, path)
    await expect(page).toHaveURL((url) => url.pathname === path)
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await expect(page.getByText(description, { exact: true })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: portalWords.backToDashboard })).toHaveAttribute(
      'href',
      '/dashboard',
    )
    const manual = page.getByRole('link', { name: portalWords.manualButton })
    expect(new URL((await manual.getAttribute('href')) ?? '', 'http://x').pathname).toBe('/userManual')
    if (manualTab !== 'getting-started') expect(await manual.getAttribute('href')).toContain(manualTab)
    await expect(page.locator('main iframe')).toHaveAttribute('title', title)
  }
})

test('each category page lists its cards under New, with a bookmark and a button', async ({ page, signIn }) => {
  await signIn(page, 'ben')
  await navigation(page).getByRole('button', { name: 'Reports' }).click()
  for (const { path, category, title } of isSoak ? categoryPages : categoryPages.slice(-3)) {
    await navigation(page).getByRole('link', { name: title, exact: true }).click()
    await expect(page).toHaveURL(path)
    const listed = page.getByRole('region', { name: 'New' }).getByRole('article')
    const expected = cardsFor('accountant').filter((card) => card.category === category)
    await expect(listed).toHaveCount(expected.length)
    for (const card of expected) {
      const shown = page.getByRole('article', { name: card.title, exact: true })
      await expect(shown).toContainText(card.description)
      await expect(shown.getByRole('link', { name: card.buttonText })).toHaveAttribute('href', card.buttonLink)
      await expect(shown.getByRole('button', { name: `Bookmark ${card.title}` })).toBeVisible()
    }
  }
})
