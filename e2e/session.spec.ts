// A session's life in the browser: idleness by the clock on the wall, the back button, several tabs, and the last one's goodbye.
import type { BrowserContext, Page, Request } from '@playwright/test'
import {
  closingSeconds,
  dashboard,
  firstPingSeconds,
  goOnline,
  idleLogoutSeconds,
  idleWarningSeconds,
  logOut,
  ping,
} from '@talaan/contract/session.ts'
import { sessionWords } from '@talaan/contract/sign-in.ts'
import { faultsOf } from './fixtures/axe.ts'
import type { Portal } from './fixtures/portal.ts'
import { demoPassword, isLive, logInTo, putInto } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.beginAgain())

const signInButton = (page: Page) => page.getByRole('button', { name: 'Log In' })
const idleDialog = (page: Page) => page.getByRole('dialog', { name: sessionWords.idleDialog.title })
const backDialog = (page: Page) => page.getByRole('dialog', { name: sessionWords.backDialog.title })

/** Browser and server grow older together; what was due meanwhile is done once, as after a laptop's sleep. */
async function pass(seconds: number, { page, portal }: { page: Page; portal: Portal }, stretch = 300): Promise<void> {
  for (let left = seconds; left > 0; left -= stretch) {
    const step = Math.min(left, stretch)
    await portal.forward(step)
    await page.clock.fastForward(step * 1000)
    await page.clock.runFor(1100)
    await portal.forward(1.1)
    left -= 1.1
    // Time goes on when what was due then has been answered.
    await expect.poll(() => [...(underWay.get(page) ?? [])].map((request) => request.url())).toEqual([])
  }
}

const underWay = new WeakMap<Page, Set<Request>>()

function countRequests(page: Page): void {
  const open = new Set<Request>()
  underWay.set(page, open)
  // Calls alone: files that are fetched ahead take their time and matter to nobody here.
  page.on('request', (request) => void (request.resourceType() === 'fetch' && open.add(request)))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
}

/** The page at a moment that stands still until the test lets it pass. */
async function openStill(page: Page, context: BrowserContext, portal: Portal, who: string): Promise<void> {
  const session = await logInTo(portal, who)
  await putInto(context, portal, session)
  countRequests(page)
  await page.clock.install({ time: await portal.now() })
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: new RegExp(`^User menu\\W+${who}`) })).toBeVisible()
}

test('after 3481 seconds without activity the person is warned, and after 3600 logged out', async ({
  page,
  context,
  portal,
}) => {
  await openStill(page, context, portal, 'ana')
  await pass(idleWarningSeconds - 20, { page, portal })
  await expect(idleDialog(page)).toBeHidden()
  await pass(20, { page, portal })
  await expect(idleDialog(page).getByText(sessionWords.idleDialog.message)).toBeVisible()
  await expect(idleDialog(page).getByRole('timer')).toHaveText(/^Time left: 1:5\d$/)

  expect(await faultsOf(page)).toEqual([])
  await test.step('moving the mouse does not keep the session while the warning shows', async () => {
    await page.mouse.move(300, 300)
    await page.mouse.move(320, 330)
    await expect(idleDialog(page)).toBeVisible()
  })
  await test.step('at 3600 seconds the session ends here and at the server', async () => {
    const ended = page.waitForRequest((request) => request.url().endsWith(logOut.path))
    await pass(idleLogoutSeconds - idleWarningSeconds, { page, portal })
    await ended
    await expect(signInButton(page)).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })
})

test('Stay Logged In keeps the session and starts the hour again', async ({ page, context, portal }) => {
  await openStill(page, context, portal, 'ben')
  await pass(idleWarningSeconds + 5, { page, portal })
  const told = page.waitForResponse((response) => response.url().endsWith(ping.path))
  await idleDialog(page).getByRole('button', { name: sessionWords.idleDialog.stay }).click()
  await told
  await expect(idleDialog(page)).toBeHidden()
  await pass(1800, { page, portal })
  await expect(idleDialog(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: /^User menu\W+ben/ })).toBeVisible()
})

test('a laptop that slept warns when it wakes, unless there is activity first; Log Out in the warning ends the session', async ({
  page,
  context,
  portal,
}) => {
  await openStill(page, context, portal, 'carla')
  await pass(2400, { page, portal }, 1200)
  await portal.forward(idleWarningSeconds + 5 - 2400)
  await page.clock.setSystemTime(await portal.now())
  await page.mouse.move(200, 200)
  await page.clock.runFor(1100)
  await idleDialog(page).getByRole('button', { name: sessionWords.idleDialog.leave }).click()
  await expect(signInButton(page)).toBeVisible()
})

test('activity starts the hour again', async ({ page, context, portal }) => {
  await openStill(page, context, portal, 'ana')
  await pass(3000, { page, portal })
  const told = page.waitForResponse((response) => response.url().endsWith(ping.path))
  await page.mouse.move(200, 200)
  await told
  await pass(3000, { page, portal })
  await expect(idleDialog(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: /^User menu\W+ana/ })).toBeVisible()
})

test('key press, click and scroll restart both timers as the mouse does', async ({ page, context, portal }) => {
  await openStill(page, context, portal, 'carla')
  const signs: Record<string, () => Promise<void>> = {
    'key press': () => page.keyboard.press('Shift'),
    click: () => page.getByRole('main').dispatchEvent('click'),
    scroll: () => page.evaluate(() => void window.dispatchEvent(new Event('scroll'))),
  }
  for (const [sign, give] of Object.entries(signs)) {
    await pass(3000, { page, portal }, 1000)
    await expect(idleDialog(page), `before the ${sign}`).toBeHidden()
    const told = page.waitForResponse((response) => response.url().endsWith(ping.path))
    await give()
    await told
  }
  await pass(3000, { page, portal }, 1000)
  await expect(idleDialog(page)).toBeHidden()
  await pass(idleWarningSeconds - 3000, { page, portal }, 1000)
  await expect(idleDialog(page)).toBeVisible()
})

test('a token whose expiry has passed clears the session silently', async ({ page, context, portal }) => {
  await putInto(context, portal, await logInTo(portal, 'ana'))
  await page.clock.install({ time: (await portal.now()) + 3601_000 })
  await page.goto('/invoice')
  await page.clock.runFor(1100)
  await expect(signInButton(page)).toBeVisible()
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({})
  await expect(page.getByRole('region', { name: 'Notifications' })).toHaveText('')
})

test('loading the dashboard makes the online call, and unloading it sends a beacon logout with sessionId only', async ({
  page,
  signIn,
}) => {
  const online = page.waitForRequest((request) => new URL(request.url()).pathname === goOnline.path)
  const { sessionId } = await signIn(page, 'ana')
  expect((await online).headers()['authorization']).toMatch(/^Bearer /)
  await expect(page.getByRole('button', { name: /^User menu\W+ana/ })).toBeVisible()
  const beacon = page.waitForRequest((request) => new URL(request.url()).pathname === logOut.path)
  // What a beacon carries is not seen from outside, so the page tells.
  const carried = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const send = navigator.sendBeacon.bind(navigator)
        navigator.sendBeacon = (url, data) => {
          void (data as Blob).text().then(resolve)
          return send(url, data)
        }
        window.dispatchEvent(new PageTransitionEvent('pagehide'))
      }),
  )
  expect(JSON.parse(carried)).toEqual({ sessionId })
  expect((await beacon).headers()['authorization']).toBeUndefined()
})

test('the Dashboard call every 15 minutes renews the token past half its life, and presence is told every 10', async ({
  page,
  context,
  portal,
}) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await openStill(page, context, portal, 'ben')
  const first = await page.evaluate(() => localStorage.getItem('token'))
  // The first one comes soon after the page.
  await pass(firstPingSeconds + 1, { page, portal })
  await expect.poll(() => calls.filter((path) => path === ping.path).length).toBe(1)
  await pass(16 * 60, { page, portal })
  await expect.poll(() => calls.filter((path) => path === dashboard.path).length).toBe(2)
  await expect.poll(() => calls.filter((path) => path === ping.path).length).toBe(2)
  // Who comes back after so long is told of at once.
  await page.mouse.move(10, 10)
  await expect.poll(() => calls.filter((path) => path === ping.path).length).toBe(3)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(first)

  const exchanged = page.waitForResponse((response) => response.url().includes('accounts:signInWithCustomToken'))
  await pass(16 * 60, { page, portal })
  await page.mouse.move(40, 40)
  await exchanged
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).not.toBe(first)
  await page.reload()
  await expect(page.getByRole('button', { name: /^User menu\W+ben/ })).toBeVisible()
})

test('a beacon that overtakes the page it was reloaded into does not end the session', async ({
  page,
  context,
  portal,
}) => {
  await openStill(page, context, portal, 'ben')
  const taken = page.waitForResponse((response) => response.url().endsWith(logOut.path))
  await page.evaluate(
    ([path, sessionId]) =>
      navigator.sendBeacon(path, new Blob([JSON.stringify({ sessionId })], { type: 'application/json' })),
    [logOut.path, await page.evaluate(() => localStorage.getItem('sessionId'))] as [string, string],
  )
  await taken
  await pass(firstPingSeconds + 1, { page, portal })
  await portal.forward(closingSeconds)
  await page.reload()
  await expect(page.getByRole('button', { name: /^User menu\W+ben/ })).toBeVisible()
})

test('the back button asks, and Stay Logged In stays where one is', async ({ page, signIn }) => {
  await signIn(page, 'ana', { at: '/invoice' })
  await expect(page.getByRole('heading', { name: 'Recorded invoices' })).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Deposits' }).click()
  await expect(page).toHaveURL('/deposit')
  for (let times = 0; times < 2; times++) {
    await page.evaluate(() => history.back())
    await expect(backDialog(page).getByText(sessionWords.backDialog.message)).toBeVisible()
    await backDialog(page).getByRole('button', { name: sessionWords.backDialog.stay }).click()
    await expect(backDialog(page)).toBeHidden()
    await expect(page).toHaveURL('/deposit')
  }
})

test('the back button asks, and Log Out ends the session', async ({ page, portal }) => {
  const session = await logInTo(portal, 'carla')
  await putInto(page.context(), portal, session)
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: /^User menu\W+carla/ })).toBeVisible()
  await page.evaluate(() => history.back())
  await backDialog(page).getByRole('button', { name: sessionWords.backDialog.leave }).click()
  await expect(signInButton(page)).toBeVisible()
  expect(await isLive(portal, session)).toBe(false)
})

test('logging out in one tab logs out all of them, and nothing is left behind', async ({ page, context, portal }) => {
  const session = await logInTo(portal, 'ana')
  await putInto(context, portal, session, { 'mantine-color-scheme-value': 'dark' })
  const other = await context.newPage()
  await page.goto('/dashboard')
  await other.goto('/invoice')
  await expect(other.getByRole('table', { name: 'Recorded invoices' })).toBeVisible()
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(signInButton(page)).toBeVisible()
  await expect(signInButton(other)).toBeVisible()
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ 'mantine-color-scheme-value': 'dark' })
  expect(await isLive(portal, session)).toBe(false)

  await other.goBack().catch(() => null)
  await expect(signInButton(other)).toBeVisible()
})

test('a logout that the server does not answer is logged, and still cleans up here', async ({ page, portal, ears }) => {
  ears.expect(/net::ERR/)
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('The logout request failed'))
  await putInto(page.context(), portal, await logInTo(portal, 'ben'))
  await page.goto('/dashboard')
  await page.route(`**${logOut.path}`, (route) => route.abort())
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await logged
  await expect(signInButton(page)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('closing the last tab tells the server, and a login right after needs no force', async ({
  page,
  context,
  portal,
}) => {
  const session = await logInTo(portal, 'carla')
  await putInto(context, portal, session)
  await page.goto('/dashboard')
  const other = await context.newPage()
  await other.goto('/contact')
  await expect(other.getByRole('button', { name: /^User menu\W+carla/ })).toBeVisible()

  const logIn = () =>
    fetch(`${portal.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ClientId: 'carla', Password: demoPassword }),
    })
  await page.close({ runBeforeUnload: true })
  await expect(other.getByRole('button', { name: /^User menu\W+carla/ })).toBeVisible()
  expect((await logIn()).status).toBe(409)

  await other.close({ runBeforeUnload: true })
  await expect.poll(async () => (await logIn()).status).toBe(200)
})

test('a reload says goodbye and comes back signed in', async ({ page, signIn }) => {
  // What is sent while a page goes away is not seen from outside, so the page notes it down.
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator)
    navigator.sendBeacon = (url, data) => {
      sessionStorage.setItem('beacon', String(url))
      return send(url, data)
    }
  })
  await signIn(page, 'ana')
  await expect(page.getByRole('button', { name: /^User menu\W+ana/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /^User menu\W+ana/ })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('beacon'))).toBe(logOut.path)
  await page.goto('/invoice')
  await expect(page.getByRole('table', { name: 'Recorded invoices' })).toBeVisible()
})

test('a session that ended elsewhere leads to the sign-in page and back to where one was', async ({
  page,
  context,
  portal,
}) => {
  await putInto(context, portal, await logInTo(portal, 'ben'))
  await page.goto('/invoice?search=Bayani')
  await expect(page.getByRole('button', { name: /^User menu\W+ben/ })).toBeVisible()
  await logInTo(portal, 'ben')
  // Its next call tells; a ping may have been quicker.
  await page.reload()
  await expect(signInButton(page)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await expect(page.getByRole('region', { name: 'Notifications' })).toHaveText('')

  await page.getByLabel('Client ID').fill('ben')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await signInButton(page).click()
  await page.getByRole('button', { name: sessionWords.alreadyLoggedInDialog.confirm }).click()
  await expect(page).toHaveURL('/invoice?search=Bayani')
})

test('what a browser stores is worth nothing in another one', async ({ page, signIn, browser, portal }) => {
  await signIn(page, 'ana')
  const { origins } = await page.context().storageState()
  const thief = await browser.newContext({ baseURL: portal.url, storageState: { cookies: [], origins } })
  const theirs = await thief.newPage()
  await theirs.goto('/invoice')
  await expect(signInButton(theirs)).toBeVisible()
  await thief.close()
})
