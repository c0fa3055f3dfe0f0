// Behavior common to every screen: route guards, layers, notifications and loading states.
import type { Locator, Page } from '@playwright/test'
import { addBookmark, bookmarkRefreshMs, listBookmarks } from '@talaan/contract/bookmarks.ts'
import { cards } from '@talaan/contract/cards.ts'
import { layers, notificationLimits } from '@talaan/contract/screen.ts'
import { dashboard } from '@talaan/contract/session.ts'
import { companyName } from './fixtures/programs.ts'
import { asAny, callAs, demoPassword } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

const userMenu = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'User menu' })

/** Holds requests to a path until the test lets them continue or fails them; later ones are not held. */
async function holdRequests(page: Page, path: string): Promise<{ release: () => void; drop: () => void }> {
  let decide: (outcome: 'on' | 'off') => void = () => {}
  let decided = false
  const outcome = new Promise<'on' | 'off'>((resolve) => (decide = resolve))
  await page.route(path, async (route) => {
    if (decided || (await outcome) === 'on') await route.continue()
    else await route.abort()
  })
  const end = (how: 'on' | 'off') => () => {
    decide(how)
    decided = true
  }
  return { release: end('on'), drop: end('off') }
}

test('without a stored userRole the address is replaced by /; a login whose role may not enter goes on to /unauthorizedAcess', async ({
  page,
  signOut,
}) => {
  await signOut('ana')
  await page.goto('/unauthorizedAcess')
  await page.evaluate(() => localStorage.setItem('userRole', ''))
  await page.goto('/looseleaf?month=2026-01')
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL('/unauthorizedAcess')

  await page.goto('/looseleaf?month=2026-01')
  await page.getByLabel('Client ID').fill('ana')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL('/unauthorizedAcess')
  await expect(page.getByRole('heading', { name: 'Restricted Area' })).toBeVisible()
  await expect(page.getByText('401', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Log In Account' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
})

test('the user menu shows a placeholder until the Dashboard call has answered; a failure other than 401 sets the user to none and keeps the session', async ({
  page,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.expect(/net::ERR/)
  await page.clock.install()
  const { drop } = await holdRequests(page, `**${dashboard.path}`)
  await signIn(page, 'ana')
  await expect(userMenu(page)).toBeVisible()
  await expect(userMenu(page)).not.toContainText('ana')
  await expect(page.getByRole('heading', { name: 'Favorites / Bookmarked' })).toBeVisible()
  drop()
  await expect(userMenu(page)).not.toContainText('ana')
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
  // It is requested again before the quarter of an hour is over.
  await page.clock.runFor(32_000)
  await expect(userMenu(page)).toContainText('ana')
  await expect(userMenu(page)).toContainText(companyName)
})

test('the dashboard shows a loading indicator without a timeout; it and every other screen fetch the bookmarks again every 300000 ms', async ({
  page,
  signIn,
}) => {
  await page.clock.install()
  let requests = 0
  let answered = 0
  const isList = (url: string) => new URL(url).pathname === listBookmarks.path
  page.on('request', (request) => (requests += isList(request.url()) ? 1 : 0))
  page.on('requestfinished', (request) => (answered += isList(request.url()) ? 1 : 0))
  const { release } = await holdRequests(page, `**${listBookmarks.path}`)
  await signIn(page, 'ana')
  await expect(page.getByRole('status', { name: 'Loading bookmarks' })).toBeVisible()
  await page.clock.fastForward(bookmarkRefreshMs - 1000)
  await expect(page.getByRole('status', { name: 'Loading bookmarks' })).toBeVisible()
  release()
  await expect(page.getByText('No bookmarks yet.')).toBeVisible()
  // A request made while another one is pending shares its answer.
  await expect.poll(() => requests - answered).toBe(0)
  const before = requests
  await page.clock.fastForward(bookmarkRefreshMs)
  await expect.poll(() => answered).toBe(before + 1)

  await page.getByRole('navigation').getByRole('link', { name: 'User Manual' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'User Manual' })).toBeVisible()
  await page.clock.fastForward(bookmarkRefreshMs)
  await expect.poll(() => answered).toBe(before + 2)
  expect(requests).toBe(before + 2)
})

test('notifications appear at the bottom right, 440 px wide, at most 5 at a time, and close after 4000 ms', async ({
  page,
  portal,
  sessions,
  signIn,
}) => {
  const ben = await sessions('ben')
  const marked = cards.slice(0, notificationLimits.atMost + 1)
  for (const { id } of marked) await callAs(portal, ben, asAny(addBookmark), { body: { cardId: id } })
  await page.clock.install()
  await signIn(page, 'ben')
  await expect(page.getByRole('article')).toHaveCount(marked.length)
  await expect(userMenu(page)).toContainText('ben')
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  const corner = page.getByRole('region', { name: 'Notifications' })
  const shown = corner.getByRole('button', { name: 'Close notification' })
  for (const [at, { title }] of marked.entries()) {
    await page.getByRole('button', { name: `Bookmark ${title}`, exact: true }).click()
    await expect(corner.getByText(title, { exact: true })).toBeVisible()
    await page.clock.runFor(10)
    await expect(page.getByRole('article')).toHaveCount(marked.length - at - 1)
  }
  await expect(shown).toHaveCount(5)
  await expect(corner.getByText(marked[0]?.title ?? '', { exact: true })).toBeHidden()

  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const box = (await corner.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  expect(box.width).toBe(440)
  expect(width - box.x - box.width).toBeLessThanOrEqual(24)
  expect(height - box.y - box.height).toBeLessThanOrEqual(24)
  expect(await layerOf(corner)).toBe(layers.max)

  await page.clock.runFor(notificationLimits.autoCloseMs - 100)
  await expect(shown).not.toHaveCount(0)
  await page.clock.runFor(100)
  await expect(shown).toHaveCount(0)
})

test('the header is on layer 100, dialogs on 200, menus on 300, overlays on 400; buttons are brand green, and the primary color is blue', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'carla', { at: '/userManagement' })
  expect(await layerOf(page.getByRole('banner'))).toBe(layers.app)
  await userMenu(page).click()
  expect(await layerOf(page.getByRole('menuitem', { name: 'Log out' }))).toBe(layers.popover)
  await page.keyboard.press('Escape')
  const add = page.getByRole('main').getByRole('button', { name: 'Add User' })
  await expect(add).toHaveCSS('background-color', 'rgb(26, 127, 55)')
  const primary = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    return ['--mantine-primary-color-8', '--mantine-color-blue-8'].map((name) => style.getPropertyValue(name))
  })
  expect(primary[0]).toMatch(/^#[\da-f]{6}$/)
  expect(primary[0]).toBe(primary[1])
  await add.click()
  expect(await layerOf(page.getByRole('dialog', { name: 'Add User' }))).toBe(layers.modal)
})

test(
  'a dialog of the sign-in page is on layer 200, below the notifications; it takes the focus, closes on Escape and returns the focus',
  { tag: '@soak' },
  async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Log In' }).click()
    const forgot = page.getByRole('button', { name: 'Forgot password?' })
    await forgot.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'FORGOT PASSWORD?' })
    const done = dialog.getByRole('button', { name: 'Done' })
    await expect(done).toBeFocused()
    expect(await layerOf(dialog)).toBe(layers.modal)
    await page.setViewportSize({ width: 320, height: 600 })
    const box = (await dialog.boundingBox()) ?? { x: 0, width: 0 }
    expect([box.x, box.width]).toEqual([16, 288])
    // Content behind the dialog can't be focused or read by a screen reader; the notification can.
    await expect(page.getByRole('main')).toHaveJSProperty('inert', true)
    await page.getByRole('alert').getByRole('button', { name: 'Close notification' }).click()
    await expect(page.getByRole('alert')).toHaveText('')
    await done.focus()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(forgot).toBeFocused()
  },
)

test('a form screen shows a loading overlay until the frame loads, green for most and blue for the TIN forms; the fund transfer form has none', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'ana')
  const overlay = page.getByRole('status', { name: 'Loading form' })
  for (const [path, color] of [
    ['/invoiceform', '--mantine-color-brand'],
    ['/vendortinform', '--mantine-color-blue'],
  ] as const) {
    const { release } = await holdRequests(page, '**/forms/*')
    await page.goto(path)
    await expect(overlay.locator('[style*="--loader-color"]')).toHaveAttribute('style', new RegExp(color))
    expect(await layerOf(overlay)).toBe(layers.overlay)
    release()
    await expect(overlay).toBeHidden()
    await page.unrouteAll()
  }
  const { release } = await holdRequests(page, '**/forms/*')
  await page.goto('/transferform')
  await expect(page.locator('main iframe')).toHaveAttribute('title', 'Fund Transfer Form')
  await expect(overlay).toHaveCount(0)
  release()
})

/** The z-index of the nearest ancestor that has one. */
const layerOf = (locator: Locator): Promise<number> =>
  locator.first().evaluate((element) => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { zIndex } = getComputedStyle(at)
      if (zIndex !== 'auto') return Number(zIndex)
    }
    return 0
  })
