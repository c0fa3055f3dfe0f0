// The sign-in page: every dialog and message, what it clears from storage, and its size.
import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { logIn, logOut, sessionProblems } from '@talaan/contract/session.ts'
import { sessionWords, storageKeys } from '@talaan/contract/sign-in.ts'
import { addUser, deactivateUser, deleteUser } from '@talaan/contract/users.ts'
import { dayInManila } from '@talaan/ledger/core/date.ts'
import { companyName } from './fixtures/programs.ts'
import { asAny, callAs, demoPassword, isLive, logInTo, pathOf, storeSession } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

async function typeIn(page: Page, clientId: string, password: string): Promise<void> {
  await page.getByLabel('Client ID').fill(clientId)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
}

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('the right client id and password open the dashboard, and exactly the keys of a session are stored', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await expect(page.getByRole('contentinfo')).toContainText(`© ${dayInManila(Date.now()).slice(0, 4)} ${companyName}`)
  await expect(page.getByText('Spend less time managing, more time growing.')).toBeVisible()
  await typeIn(page, 'ana', demoPassword)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'Favorites / Bookmarked' })).toBeVisible()
  await expect(page.getByText('No bookmarks yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^User menu\W+ana/ })).toBeVisible()

  const stored = await page.evaluate(() => ({ ...localStorage }))
  const allowed: string[] = Object.values(storageKeys)
  expect(Object.keys(stored).filter((key) => !allowed.includes(key) && key !== 'mantine-color-scheme-value')).toEqual(
    [],
  )
  expect(stored).toMatchObject({ userRole: 'user', clientId: 'ana' })
  expect(stored.token).toBe(stored.firebaseIdToken)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  const [cookie] = await context.cookies()
  expect(cookie).toMatchObject({ name: 'bind', httpOnly: true, sameSite: 'Strict' })
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('token')
})

test('both fields are required', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(toasts(page).getByText(sessionWords.allRequired)).toBeVisible()
  await page.getByLabel('Client ID').fill('ana')
  await page.keyboard.press('Enter')
  await expect(toasts(page).getByText(sessionWords.allRequired)).toHaveCount(2)
  await expect(page).toHaveURL('/')
})

test('a wrong password and an unknown client id get the same message', async ({ page }) => {
  await page.goto('/')
  for (const clientId of ['ana', 'nobody-at-all']) {
    await typeIn(page, clientId, 'Not-the-password-1')
    const toast = toasts(page).getByRole('alert')
    await expect(toast.getByText(sessionWords.logInFailed.title)).toBeVisible()
    await expect(toast.getByText(sessionWords.logInFailed.message)).toBeVisible()
    await toast.getByRole('button', { name: 'Close notification' }).click()
    await expect(toast.getByText(sessionWords.logInFailed.title)).toBeHidden()
  }
})

test('without an answer from the server a message says to try again, and nothing is stored', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expect(/net::ERR/)
  await page.goto('/')
  await page.route(`**${logIn.path}`, (route) => route.abort())
  await typeIn(page, 'ana', demoPassword)
  await expect(toasts(page).getByText(sessionWords.noResponse)).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('token')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(demoPassword)
})

test('a person from another company is refused', async ({ page }) => {
  await page.goto('/')
  await page.route('**/api/portal', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), company: 'Another Company' } })
  })
  await typeIn(page, 'ana', demoPassword)
  await expect(toasts(page).getByText(sessionWords.unauthorizedCompany.title)).toBeVisible()
  await expect(toasts(page).getByText(sessionWords.unauthorizedCompany.message)).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('token')
})

test('Forgot password refers to the administrator', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  const dialog = page.getByRole('dialog', { name: sessionWords.forgotDialog.title })
  await expect(dialog.getByText(sessionWords.forgotDialog.message)).toBeVisible()
  await dialog.getByRole('button', { name: sessionWords.forgotDialog.close }).click()
  await expect(dialog).toBeHidden()
})

test('a deactivated account gets its message only after the right password', async ({ page, portal }) => {
  const carla = await logInTo(portal, 'carla')
  const body = { ClientId: 'dino', Password: demoPassword, Role: 'user' }
  expect((await callAs(portal, carla, asAny(addUser), { body })).status).toBe(200)
  expect((await callAs(portal, carla, asAny(deactivateUser), { params: { clientId: pathOf('dino') } })).status).toBe(
    200,
  )

  await page.goto('/')
  await typeIn(page, 'dino', 'Not-the-password-1')
  await expect(toasts(page).getByText(sessionWords.logInFailed.title)).toBeVisible()
  await typeIn(page, 'dino', demoPassword)
  const dialog = page.getByRole('dialog', { name: sessionWords.deactivatedDialog.title })
  await expect(dialog.getByText(sessionWords.deactivatedDialog.message)).toBeVisible()
  await dialog.getByRole('button', { name: sessionWords.deactivatedDialog.close }).click()
  await expect(dialog).toBeHidden()
  expect((await callAs(portal, carla, asAny(deleteUser), { params: { clientId: pathOf('dino') } })).status).toBe(200)
})

test('someone who is logged in elsewhere is asked, and Continue ends the other session', async ({ page, portal }) => {
  const elsewhere = await logInTo(portal, 'ben')
  await page.goto('/')
  await typeIn(page, 'ben', demoPassword)
  await expect(toasts(page).getByText(sessionWords.alreadyLoggedIn.message)).toBeVisible()
  const dialog = page.getByRole('dialog', { name: sessionWords.alreadyLoggedInDialog.title })
  await expect(dialog.getByText(sessionWords.alreadyLoggedInDialog.message('ben'))).toBeVisible()

  await test.step('Cancel changes nothing', async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    expect(await isLive(portal, elsewhere)).toBe(true)
  })
  await test.step('Continue does nothing without the password', async () => {
    await page.getByRole('button', { name: 'Log In' }).click()
    await dialog.getByLabel('Password').fill('')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog).toBeVisible()
    expect(await isLive(portal, elsewhere)).toBe(true)
  })
  await test.step('Continue logs out there and continues here', async () => {
    await dialog.getByLabel('Password').fill(demoPassword)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('button', { name: /^User menu\W+ben/ })).toBeVisible()
    expect(await isLive(portal, elsewhere)).toBe(false)
  })
})

test('opening the sign-in page ends the current session and clears its storage', async ({ page, context, portal }) => {
  const session = await logInTo(portal, 'carla')
  await storeSession(context, portal, session, { 'mantine-color-scheme-value': 'dark', bookmarks: '[]', Users: '[]' })
  const ended = page.waitForResponse((response) => response.url().endsWith(logOut.path))
  await page.goto('/')
  await ended
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ 'mantine-color-scheme-value': 'dark' })
  expect(await isLive(portal, session)).toBe(false)
})

test('repeated failed logins are slowed down without revealing whether the account exists', async ({ portal }) => {
  const attempt = async () =>
    fetch(portal.url + logIn.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ClientId: 'someone.else', Password: 'Not-the-password-1' }),
    })
  const answers = []
  for (let count = 0; count < 7; count++) answers.push(await (await attempt()).json())
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([sessionProblems.logInFailed.code]))
})

test('password fields accept pasting, hide the input, show it on demand, and work with password managers', async ({
  page,
}) => {
  await page.goto('/')
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await expect(page.getByLabel('Client ID')).toHaveAttribute('autocomplete', 'username')
  await password.focus()
  await page.keyboard.insertText(demoPassword)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue(demoPassword)
})

test('the sign-in screen is at most 91 kB on the wire in at most 6 requests', async ({ page, portal }) => {
  const bodies: Promise<number>[] = []
  const urls: string[] = []
  page.on('response', (response) => {
    if (!response.url().startsWith(portal.url)) return
    urls.push(response.url())
    bodies.push(response.body().then((body) => brotliCompressSync(body).length))
  })
  await page.goto('/')
  await expect(page.getByText(companyName, { exact: true })).toBeVisible()
  const bytes = (await Promise.all(bodies)).reduce((sum, each) => sum + each, 0)
  expect(urls.length, urls.join('\n')).toBeLessThanOrEqual(6)
  expect(bytes).toBeLessThanOrEqual(91_000)
})
