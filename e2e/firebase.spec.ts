// Signing in with a Firebase project: the pages, the portal and Google's own emulator, under the name of a container.
import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { sessionWords } from '@talaan/contract/sign-in.ts'
import { addUser, deactivateUser } from '@talaan/contract/users.ts'
import { projectId, startFirebaseEmulator } from './fixtures/firebase.ts'
import { companyName } from './fixtures/programs.ts'
import { firstAdmin } from './fixtures/people.ts'
import { startPortal } from './fixtures/portal.ts'
import type { Portal } from './fixtures/portal.ts'
import { asAny, callAs, demoPassword, isLive, pathOf } from './fixtures/sign-in.ts'
import type { Session } from './fixtures/sign-in.ts'

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const userMenu = (page: Page, clientId: string) =>
  page.getByRole('button', { name: new RegExp(`^User menu\\W+${clientId}`) })

async function logIn(page: Page, portal: Portal, clientId: string, password: string): Promise<void> {
  await page.goto(portal.url)
  await page.getByLabel('Client ID').fill(clientId)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
}

/** The session in the browser. */
async function sessionIn(page: Page): Promise<Session> {
  const { token, sessionId, clientId, userRole } = await page.evaluate(
    () => ({ ...localStorage }) as Record<string, string>,
  )
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'bind')
  return { token: token!, sessionId: sessionId!, clientId: clientId!, role: userRole!, bind: cookie!.value }
}

test(
  'a Firebase project signs people in, also with a first password, elsewhere and again, and refuses whom it or the portal does not know',
  {
    tag: '@soak',
  },
  async ({ playwright, launchOptions }) => {
    await using emulator = await startFirebaseEmulator()
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const account = {
      client_email: `portal@${projectId}.iam.gserviceaccount.com`,
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      private_key_id: '1',
    }
    await using portal = await startPortal({
      company: 'empty',
      isEmbedded: true,
      env: {
        ...firstAdmin,
        FIREBASE_PROJECT_ID: projectId,
        FIREBASE_API_KEY: 'web-key',
        FIREBASE_SERVICE_ACCOUNT: JSON.stringify(account),
        FIREBASE_AUTH_EMULATOR_HOST: `firebase:${emulator.port}`,
      },
    })
    // As the browser of a developer whose hosts file names the container.
    const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP firebase 127.0.0.1']
    await using browser = await playwright.chromium.launch({ ...launchOptions, args })
    const context = await browser.newContext()
    const page = await context.newPage()

    await test.step('the first password is changed, and the new one signs in', async () => {
      await logIn(page, portal, 'carla', 'Not-the-password-1')
      await expect(toasts(page).getByText(sessionWords.logInFailed.title)).toBeVisible()
      const exchange = page.waitForRequest((request) => request.url().includes('signInWithCustomToken'))
      await logIn(page, portal, 'carla', firstAdmin.ADMIN_PASSWORD)
      const request = await exchange
      expect(request.url()).toBe(
        `http://firebase:${emulator.port}/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=web-key`,
      )
      // For a web key that is restricted to the portal's address.
      expect((await request.allHeaders())['referer']).toBe(`${portal.url}/`)
      const dialog = page.getByRole('dialog', { name: sessionWords.firstLoginDialog.title })
      await dialog.getByLabel('Current password').fill(firstAdmin.ADMIN_PASSWORD)
      await dialog.getByLabel('New password').fill(demoPassword)
      await dialog.getByLabel('Confirm password').fill(demoPassword)
      await dialog.getByRole('button', { name: 'Change password' }).click()
      await expect(toasts(page).getByText(sessionWords.passwordUpdated)).toBeVisible()
      await userMenu(page, 'carla').click()
      await page.getByRole('menuitem', { name: 'Log out' }).click()
      await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
      await logIn(page, portal, 'carla', demoPassword)
      await expect(userMenu(page, 'carla')).toBeVisible()
    })

    const carla = await sessionIn(page)
    const [header, claims] = carla.token
      .split('.')
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString() || 'null'))
    expect(header).toMatchObject({ alg: 'none' })
    expect(claims).toMatchObject({
      iss: `https://securetoken.google.com/${projectId}`,
      aud: projectId,
      sid: expect.any(String),
      firebase: { sign_in_provider: 'custom' },
    })

    for (const [ClientId, Role] of [
      ['ben', 'accountant'],
      ['dino', 'user'],
    ]) {
      const body = { Company: companyName, Password: demoPassword, Role, ClientId }
      expect((await callAs(portal, await sessionIn(page), asAny(addUser), { body })).status).toBe(200)
    }

    await test.step('a second sign-in ends the first', async () => {
      const elsewhere = await browser.newContext()
      const first = await elsewhere.newPage()
      await logIn(first, portal, 'ben', demoPassword)
      await expect(userMenu(first, 'ben')).toBeVisible()
      const before = await sessionIn(first)
      const second = await (await browser.newContext()).newPage()
      await logIn(second, portal, 'ben', demoPassword)
      const dialog = second.getByRole('dialog', { name: sessionWords.alreadyLoggedInDialog.title })
      await dialog.getByLabel('Password').fill(demoPassword)
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(userMenu(second, 'ben')).toBeVisible()
      expect(await isLive(portal, before)).toBe(false)
      expect(await isLive(portal, await sessionIn(second))).toBe(true)
    })

    await test.step('a person deactivated in the portal, or disabled in the project, is refused', async () => {
      const admin = await sessionIn(page)
      const deactivated = await callAs(portal, admin, asAny(deactivateUser), { params: { clientId: pathOf('dino') } })
      expect(await deactivated.text()).toContain('"success":true')
      const other = await (await browser.newContext()).newPage()
      await logIn(other, portal, 'dino', demoPassword)
      await expect(other.getByRole('dialog', { name: sessionWords.deactivatedDialog.title })).toBeVisible()

      await emulator.disable(claims.sub)
      await userMenu(page, 'carla').click()
      await page.getByRole('menuitem', { name: 'Log out' }).click()
      await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
      await logIn(page, portal, 'carla', demoPassword)
      await expect(toasts(page).getByText(sessionWords.noResponse)).toBeVisible()
      expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('token')
    })

    await test.step('a project that does not respond is said to be out of reach, and nothing is stored', async () => {
      await emulator.stop()
      const other = await (await browser.newContext()).newPage()
      await logIn(other, portal, 'ben', demoPassword)
      const dialog = other.getByRole('dialog', { name: sessionWords.alreadyLoggedInDialog.title })
      await dialog.getByLabel('Password').fill(demoPassword)
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(toasts(other).getByText(sessionWords.forceFailed)).toBeVisible()
      expect(await other.evaluate(() => Object.keys(localStorage))).not.toContain('token')
    })
  },
)
