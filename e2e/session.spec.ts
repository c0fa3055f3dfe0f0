// A session's life in the browser: idle timeout by the clock, the back button, several tabs, and logout when the last one closes.
import type { BrowserContext, Page, Request, Route } from '@playwright/test'
import {
  closingSeconds,
  customTokenSeconds,
  dashboard,
  firstPingSeconds,
  goOnline,
  idleLogoutSeconds,
  idleWarningSeconds,
  logOut,
  ping,
} from '@talaan/contract/session.ts'
import { signInWithCustomToken } from '@talaan/contract/identity.ts'
import { sessionWords } from '@talaan/contract/sign-in.ts'
import { health } from '@talaan/contract/portal.ts'
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import type { Portal } from './fixtures/portal.ts'
import { demoPassword, isLive, logInTo, storeSession } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

const signInButton = (page: Page) => page.getByRole('button', { name: 'Log In' })
const idleDialog = (page: Page) => page.getByRole('dialog', { name: sessionWords.idleDialog.title })
const backDialog = (page: Page) => page.getByRole('dialog', { name: sessionWords.backDialog.title })

/** Advances the clocks of browser and server together; overdue timers run once, as after a laptop's sleep. */
async function advance(
  seconds: number,
  { page, portal }: { page: Page; portal: Portal },
  stretch = 1200,
): Promise<void> {
  for (let left = seconds; left > 0; left -= stretch) {
    const step = Math.min(left, stretch)
    await portal.advanceClock(step)
    await page.clock.fastForward(step * 1000)
    await page.clock.runFor(1100)
    await portal.advanceClock(1.1)
    left -= 1.1
    // Continue once the calls that were due have been answered. An answer may lead to another call, which begins before the
    // page gets the answer to ours.
    const called = async () => {
      // A page that is left, as after a logout, has no more calls.
      await page.evaluate((path) => fetch(path).then((answer) => answer.text()), health.path).catch(() => undefined)
      return [...(underWay.get(page) ?? [])].map((request) => request.url())
    }
    await expect.poll(called).toEqual([])
  }
}

const underWay = new WeakMap<Page, Set<Request>>()

function countRequests(page: Page): void {
  const open = new Set<Request>()
  underWay.set(page, open)
  // Only calls; prefetched files do not matter here.
  page.on('request', (request) => void (request.resourceType() === 'fetch' && open.add(request)))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
}

/** Opens the page with a stopped clock. */
async function openWithFixedClock(page: Page, context: BrowserContext, portal: Portal, who: string): Promise<void> {
  const session = await logInTo(portal, who)
  await storeSession(context, portal, session)
  countRequests(page)
  await page.clock.install({ time: await portal.now() })
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: new RegExp(`^User menu\\W+${who}`) })).toBeVisible()
}

test('after 3481 seconds without activity a warning appears, and after 3600 the user is logged out', async ({
  page,
  context,
  portal,
}) => {
  await openWithFixedClock(page, context, portal, 'ana')
  await advance(idleWarningSeconds - 20, { page, portal })
  await expect(idleDialog(page)).toBeHidden()
  await advance(20, { page, portal })
  await expect(idleDialog(page).getByText(sessionWords.idleDialog.message)).toBeVisible()
  await expect(idleDialog(page).getByRole('timer')).toHaveText(/^Time left: 1:5\d$/)

  await expectAccessibleInSoak(page)
  await test.step('moving the mouse does not extend the session while the warning is shown', async () => {
    await page.mouse.move(300, 300)
    await page.mouse.move(320, 330)
    await expect(idleDialog(page)).toBeVisible()
  })
  await test.step('at 3600 seconds the session ends in the browser and on the server', async () => {
    const ended = page.waitForRequest((request) => request.url().endsWith(logOut.path))
    await advance(idleLogoutSeconds - idleWarningSeconds, { page, portal })
    await ended
    await expect(signInButton(page)).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })
})

test('Stay Logged In keeps the session and restarts the hour', async ({ page, context, portal }) => {
  await openWithFixedClock(page, context, portal, 'ben')
  await advance(idleWarningSeconds + 5, { page, portal })
  const told = page.waitForResponse((response) => response.url().endsWith(ping.path))
  await idleDialog(page).getByRole('button', { name: sessionWords.idleDialog.stay }).click()
  await told
  await expect(idleDialog(page)).toBeHidden()
  await advance(1800, { page, portal })
  await expect(idleDialog(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: /^User menu\W+ben/ })).toBeVisible()
})

test('after a laptop wakes up the warning appears, unless there is activity first; Log Out in the warning ends the session', async ({
  page,
  context,
  portal,
}) => {
  await openWithFixedClock(page, context, portal, 'carla')
  await advance(2400, { page, portal })
  await portal.advanceClock(idleWarningSeconds + 5 - 2400)
  await page.clock.setSystemTime(await portal.now())
  await page.mouse.move(200, 200)
  await page.clock.runFor(1100)
  await idleDialog(page).getByRole('button', { name: sessionWords.idleDialog.leave }).click()
  await expect(signInButton(page)).toBeVisible()
})

test('activity restarts the hour', { tag: '@soak' }, async ({ page, context, portal }) => {
  await openWithFixedClock(page, context, portal, 'ana')
  await advance(3000, { page, portal })
  const told = page.waitForResponse((response) => response.url().endsWith(ping.path))
  await page.mouse.move(200, 200)
  await told
  await advance(3000, { page, portal })
  await expect(idleDialog(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: /^User menu\W+ana/ })).toBeVisible()
})

test(
  'key press, click and scroll restart both timers as the mouse does',
  { tag: '@soak' },
  async ({ page, context, portal }) => {
    await openWithFixedClock(page, context, portal, 'carla')
    const signs: Record<string, () => Promise<void>> = {
      'key press': () => page.keyboard.press('Shift'),
      click: () => page.getByRole('main').dispatchEvent('click'),
      scroll: () => page.evaluate(() => void window.dispatchEvent(new Event('scroll'))),
    }
    for (const [sign, act] of Object.entries(signs)) {
      await advance(3000, { page, portal })
      await expect(idleDialog(page), `before the ${sign}`).toBeHidden()
      const told = page.waitForResponse((response) => response.url().endsWith(ping.path))
      await act()
      await told
    }
    await advance(3000, { page, portal })
    await expect(idleDialog(page)).toBeHidden()
    await advance(idleWarningSeconds - 3000, { page, portal })
    await expect(idleDialog(page)).toBeVisible()
  },
)

test('an expired token clears the session silently', async ({ page, context, portal }) => {
  await storeSession(context, portal, await logInTo(portal, 'ana'))
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
  // The body of a beacon can't be seen from outside, so the page reports it.
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

test('the Dashboard call every 15 minutes renews the token past half its life, and presence is reported every 10', async ({
  page,
  context,
  portal,
}) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await openWithFixedClock(page, context, portal, 'ben')
  const first = await page.evaluate(() => localStorage.getItem('token'))
  // The first call comes soon after the page.
  await advance(firstPingSeconds + 1, { page, portal })
  await expect.poll(() => calls.filter((path) => path === ping.path).length).toBe(1)
  await advance(16 * 60, { page, portal })
  await expect.poll(() => calls.filter((path) => path === dashboard.path).length).toBe(2)
  await expect.poll(() => calls.filter((path) => path === ping.path).length).toBe(2)
  // After so long a pause the return is reported at once.
  await page.mouse.move(10, 10)
  await expect.poll(() => calls.filter((path) => path === ping.path).length).toBe(3)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(first)

  const exchanged = page.waitForResponse((response) => response.url().includes('accounts:signInWithCustomToken'))
  await advance(16 * 60, { page, portal })
  await page.mouse.move(40, 40)
  // A web key that is restricted to the portal's address needs it.
  expect(await (await exchanged).request().headerValue('referer')).toBe(`${portal.url}/`)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).not.toBe(first)
  await page.reload()
  await expect(page.getByRole('button', { name: /^User menu\W+ben/ })).toBeVisible()
})

test(
  'a renewal that the identity provider refuses leaves no request open, and is tried again',
  { tag: '@soak' },
  async ({ page, context, portal }) => {
    await openWithFixedClock(page, context, portal, 'ben')
    const tooLate = async (route: Route) => {
      await portal.advanceClock(customTokenSeconds + 1)
      await route.continue()
    }
    const exchange = `**${signInWithCustomToken.path}*`
    await page.route(exchange, tooLate, { times: 1 })
    const answered = (status: number) =>
      page.waitForResponse(
        (response) => response.url().includes(signInWithCustomToken.path) && response.status() === status,
      )
    const [refused, renewed] = [answered(400), answered(200)]
    await advance(33 * 60, { page, portal }, 300)
    expect(await (await refused).finished()).toBeNull()
    await advance(60, { page, portal })
    await renewed
  },
)

test('a logout beacon that arrives after the reloaded page does not end the session', async ({
  page,
  context,
  portal,
}) => {
  await openWithFixedClock(page, context, portal, 'ben')
  const taken = page.waitForResponse((response) => response.url().endsWith(logOut.path))
  await page.evaluate(
    ([path, sessionId]) =>
      navigator.sendBeacon(path, new Blob([JSON.stringify({ sessionId })], { type: 'application/json' })),
    [logOut.path, await page.evaluate(() => localStorage.getItem('sessionId'))] as [string, string],
  )
  await taken
  await advance(firstPingSeconds + 1, { page, portal })
  await portal.advanceClock(closingSeconds)
  await page.reload()
  await expect(page.getByRole('button', { name: /^User menu\W+ben/ })).toBeVisible()
})

test(
  'the back button asks for confirmation, and Stay Logged In stays on the page',
  { tag: '@soak' },
  async ({ page, signIn }) => {
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
  },
)

test('the back button asks for confirmation, and Log Out ends the session', async ({ page, portal }) => {
  const session = await logInTo(portal, 'carla')
  await storeSession(page.context(), portal, session)
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: /^User menu\W+carla/ })).toBeVisible()
  await page.evaluate(() => history.back())
  await backDialog(page).getByRole('button', { name: sessionWords.backDialog.leave }).click()
  await expect(signInButton(page)).toBeVisible()
  expect(await isLive(portal, session)).toBe(false)
})

test('logging out in one tab logs out all of them, and clears the storage', async ({ page, context, portal }) => {
  const session = await logInTo(portal, 'ana')
  await storeSession(context, portal, session, { 'mantine-color-scheme-value': 'dark' })
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

test(
  'a logout that the server does not answer is logged, and still clears the browser',
  { tag: '@soak' },
  async ({ page, portal, consoleErrors }) => {
    consoleErrors.expect(/net::ERR/)
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('The logout request failed'))
    await storeSession(page.context(), portal, await logInTo(portal, 'ben'))
    await page.goto('/dashboard')
    await page.route(`**${logOut.path}`, (route) => route.abort())
    await page.getByRole('button', { name: /^User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await logged
    await expect(signInButton(page)).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  },
)

test('closing the last tab, or the last two at once, logs out, and a login right after it needs no forced logout', async ({
  page,
  context,
  portal,
}) => {
  const session = await logInTo(portal, 'carla')
  await storeSession(context, portal, session)
  const pings = { begun: 0, ended: 0 }
  const isPing = (request: Request) => request.url() === `${portal.url}${ping.path}`
  context.on('request', (request) => void (pings.begun += isPing(request) ? 1 : 0))
  context.on('requestfinished', (request) => void (pings.ended += isPing(request) ? 1 : 0))
  await context.clock.install()
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
  const third = await context.newPage()
  await third.goto('/contact')
  await expect(third.getByRole('button', { name: /^User menu\W+carla/ })).toBeVisible()
  // The clock stands still, so that no ping comes by itself. On a busy machine, this second may be over before the pages hear of it.
  await expect(() => context.clock.pauseAt(Date.now() + 1000)).toPass()
  // Tabs that took five seconds to open have sent their first ping, which may still be on its way.
  await Promise.all([page, other, third].map((tab) => tab.evaluate(() => undefined)))
  await expect.poll(() => pings.begun - pings.ended).toBe(0)
  const before = pings.ended
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => pings.ended).toBe(before + 4)
  // On a busy machine, the beacon may be slower than these. The ping of the timer keeps the session then.
  await context.clock.runFor((firstPingSeconds + 1) * 1000)
  await expect.poll(() => pings.ended).toBe(before + 6)
  expect((await logIn()).status).toBe(409)

  await Promise.all([other.close({ runBeforeUnload: true }), third.close({ runBeforeUnload: true })])
  await expect.poll(async () => (await logIn()).status).toBe(200)
})

test('a reload logs out by beacon and comes back signed in', { tag: '@soak' }, async ({ page, signIn }) => {
  // Requests of a closing page can't be seen from outside, so the page writes them down.
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

test('a session that ended elsewhere leads to the sign-in page and back to the same page', async ({
  page,
  context,
  portal,
}) => {
  // An account may force only five logins an hour, and the other tests of this file force most of the others'.
  await storeSession(context, portal, await logInTo(portal, 'carla'))
  await page.goto('/invoice?search=Bayani')
  await expect(page.getByRole('button', { name: /^User menu\W+carla/ })).toBeVisible()
  await logInTo(portal, 'carla')
  // The next call finds out, unless a ping was faster.
  await page.reload()
  await expect(signInButton(page)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await expect(page.getByRole('region', { name: 'Notifications' })).toHaveText('')

  await page.getByLabel('Client ID').fill('carla')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await signInButton(page).click()
  await page.getByRole('button', { name: sessionWords.alreadyLoggedInDialog.confirm }).click()
  await expect(page).toHaveURL('/invoice?search=Bayani')
})

test("the browser's storage can't be used in another browser", async ({ page, signIn, browser, portal }) => {
  await signIn(page, 'ana')
  const { origins } = await page.context().storageState()
  const otherBrowser = await browser.newContext({ baseURL: portal.url, storageState: { cookies: [], origins } })
  const theirPage = await otherBrowser.newPage()
  await theirPage.goto('/invoice')
  await expect(signInButton(theirPage)).toBeVisible()
  await otherBrowser.close()
})
