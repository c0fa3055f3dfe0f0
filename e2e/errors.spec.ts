// The exact messages for real failures: a server that refuses, and a server that is gone.
import type { Page } from '@playwright/test'
import { signInWithCustomToken } from '@talaan/contract/identity.ts'
import { changeFirstPassword, logIn } from '@talaan/contract/session.ts'
import { addUser, deactivateUser, deleteUser } from '@talaan/contract/users.ts'
import { startPortal } from './fixtures/portal.ts'
import { asAny, callAs, demoPassword, logInTo, pathOf, storeSession } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

const defaultPassword = 'Bayan-ko#1946-ako'
const own = 'Perlas_ng#1898-silangan'

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

async function typeIn(page: Page, clientId: string, password: string): Promise<void> {
  await page.getByLabel('Client ID').fill(clientId)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
}

test("the first login of an admin forces a new password: a failure shows the server's error with 'Could not update password', a network failure 'Network error', success 'Password Updated'", async ({
  page,
  portal,
  sessions,
  consoleErrors,
}) => {
  consoleErrors.expect(/net::ERR/)
  const body = { ClientId: 'lorna', Password: defaultPassword, Role: 'admin' }
  expect((await callAs(portal, await sessions('carla'), asAny(addUser), { body })).status).toBe(200)
  await page.goto('/')
  await typeIn(page, 'lorna', defaultPassword)
  const dialog = dialogOf(page, 'Change Default Password')
  const change = dialog.getByRole('button', { name: 'Change password' })
  await expect(dialog).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('firstLogin'))).toBe('true')

  await test.step('current, new and confirm are required, and the last two must be the same', async () => {
    await change.click()
    await expect(dialog.getByText('All fields are required')).toHaveCount(3)
    await dialog.getByLabel('Current password').fill('Not-the-password-1')
    await dialog.getByLabel('New password').fill('Talaan77')
    await dialog.getByLabel('Confirm password').fill(own)
    await change.click()
    await expect(dialog.getByText('Weak password. Password does not meet requirements')).toBeVisible()
    await expect(dialog.getByText('password does not match', { exact: true })).toBeVisible()
    await dialog.getByLabel('New password').fill(own)
  })
  await test.step('without a network', async () => {
    const path = `**${changeFirstPassword.path.replace(':clientId', pathOf('lorna'))}`
    await page.route(path, (route) => route.abort())
    await change.click()
    await expect(toasts(page).getByText('Network error', { exact: true })).toBeVisible()
    await page.unroute(path)
  })
  await test.step('with a wrong current password', async () => {
    await change.click()
    const refusal = toasts(page).getByRole('alert').locator('> div').filter({ hasText: 'Could not update password' })
    await expect(refusal).toContainText('The current password is not correct.')
    await expect(dialog).toBeVisible()
  })
  await dialog.getByLabel('Current password').fill(defaultPassword)
  await change.click()
  await expect(toasts(page).getByText('Password Updated')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('firstLogin'))).toBeNull()
})

test("confirming 'Already Logged In' re-sends the credentials with forced logout, and a refusal says 'Unable to force logout. Please try again.'", async ({
  page,
  portal,
  consoleErrors,
}) => {
  consoleErrors.expect(/net::ERR/, /status of 429/)
  await logInTo(portal, 'ana')
  await page.goto('/')
  await typeIn(page, 'ana', demoPassword)
  const dialog = dialogOf(page, 'Already Logged In')
  const sent = () => page.waitForRequest((request) => request.url().endsWith(logIn.path))
  await dialog.getByLabel('Password').fill('Not-the-password-1')
  const [wrong] = await Promise.all([sent(), dialog.getByRole('button', { name: 'Continue' }).click()])
  expect(wrong.postDataJSON()).toEqual({ ClientId: 'ana', Password: 'Not-the-password-1', forceLogout: true })
  await expect(toasts(page).getByText('Unable to force logout. Please try again.')).toBeVisible()
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Password').fill(demoPassword)
  await test.step('the identity provider does not answer', async () => {
    await toasts(page).getByRole('button', { name: 'Close notification' }).last().click()
    await expect(toasts(page).getByText('Unable to force logout. Please try again.')).toBeHidden()
    await page.route(`**${signInWithCustomToken.path}*`, (route) => route.abort())
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(toasts(page).getByText('Unable to force logout. Please try again.')).toBeVisible()
    await page.unroute(`**${signInWithCustomToken.path}*`)
  })
  await test.step('the limit of attempts is reached: the second sentence says how long to wait', async () => {
    const error = 'Too many wrong passwords. Try again in 15 minutes.'
    await page.route(`**${logIn.path}`, (route) =>
      route.fulfill({ status: 429, json: { success: false, code: 'common.tooMany', error } }),
    )
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(toasts(page).getByText(error)).toBeVisible()
    await page.unroute(`**${logIn.path}`)
  })
  const [right] = await Promise.all([sent(), dialog.getByRole('button', { name: 'Continue' }).click()])
  expect(right.postDataJSON()).toEqual({ ClientId: 'ana', Password: demoPassword, forceLogout: true })
  await expect(page).toHaveURL('/dashboard')
})

test(
  "failures of Deactivate and Delete show the server's message and error",
  { tag: '@soak' },
  async ({ page, portal, sessions, signIn }) => {
    const carla = await sessions('carla')
    const add = (Role: string) =>
      callAs(portal, carla, asAny(addUser), { body: { ClientId: 'pepe', Password: defaultPassword, Role } })
    const remove = () => callAs(portal, carla, asAny(deleteUser), { params: { clientId: pathOf('pepe') } })
    const act = async (name: string) => {
      await page.getByRole('button', { name: 'Account settings of pepe' }).click()
      await page.getByRole('menuitem', { name }).click()
      await page.getByRole('dialog').getByRole('button', { name }).click()
    }
    const alert = toasts(page).getByRole('alert')
    await add('user')
    await signIn(page, 'carla', { at: '/userManagement' })
    await expect(page.getByRole('row').filter({ hasText: 'pepe' })).toBeVisible()
    await test.step('the account was deleted in the meantime', async () => {
      await remove()
      await act('Deactivate')
      await expect(alert).toContainText('User Deactivation Failed')
      await expect(alert).toContainText('There is no account with this Client ID. Check the Client ID.')
      await expect(page.getByRole('row').filter({ hasText: 'pepe' })).toHaveCount(0)
    })
    await test.step('the account became an accountant in the meantime', async () => {
      await add('user')
      await page.reload()
      await expect(page.getByRole('row').filter({ hasText: 'pepe' })).toBeVisible()
      await remove()
      await add('accountant')
      await act('Delete Account')
      await expect(alert).toContainText('User Deletion Failed')
      await expect(alert).toContainText('Account cannot be deactivated or deleted')
      await expect(page.getByRole('row').filter({ hasText: 'pepe' })).toContainText('Accountant')
    })
  },
)

test(
  'without a server each action shows its own message and keeps the input',
  { tag: '@soak' },
  async ({ page, browser, consoleErrors }) => {
    consoleErrors.expect(/net::ERR|Failed to load resource/)
    const portal = await startPortal({ company: 'demo' })
    await using elsewhere = await browser.newContext({ baseURL: portal.url })
    consoleErrors.listenTo(elsewhere)
    const signingIn = await elsewhere.newPage()
    try {
      const carla = await logInTo(portal, 'carla')
      for (const ClientId of ['nene', 'dino'])
        await callAs(portal, carla, asAny(addUser), { body: { ClientId, Password: defaultPassword, Role: 'user' } })
      await callAs(portal, carla, asAny(deactivateUser), { params: { clientId: pathOf('dino') } })
      await storeSession(page.context(), portal, carla)
      // Fetch the pages needed later while the server still runs.
      await page.goto(`${portal.url}/contact`)
      await expect(page.getByLabel('Company')).not.toHaveValue('')
      await page.getByRole('navigation').getByRole('link', { name: 'Deposits' }).click()
      await expect(page.getByRole('button', { name: 'Bookmark Deposit' })).toBeVisible()
      await page.getByRole('button', { name: /^User menu/ }).click()
      await page.getByRole('menuitem', { name: 'User Management' }).click()
      await expect(page.getByRole('row').filter({ hasText: 'dino' })).toContainText('Deactivated')
      await signingIn.goto('/')
      await typeIn(signingIn, 'carla', demoPassword)
      await expect(dialogOf(signingIn, 'Already Logged In')).toBeVisible()
    } finally {
      await portal[Symbol.asyncDispose]()
    }

    await test.step('log in', async () => {
      await dialogOf(signingIn, 'Already Logged In').getByRole('button', { name: 'Continue' }).click()
      await expect(toasts(signingIn).getByText('Unable to force logout. Please try again.')).toBeVisible()
      await dialogOf(signingIn, 'Already Logged In').getByRole('button', { name: 'Cancel' }).click()
      await signingIn.getByRole('button', { name: 'Log In' }).click()
      await expect(toasts(signingIn).getByText('Something went wrong. Please try again.')).toBeVisible()
      await expect(signingIn.getByLabel('Password', { exact: true })).toHaveValue(demoPassword)
    })
    await test.step('add a user', async () => {
      await page.getByRole('button', { name: 'Add User' }).click()
      const dialog = dialogOf(page, 'Add User')
      await dialog.getByLabel('Client ID').fill('pilar')
      await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(defaultPassword)
      await dialog.getByLabel('Confirm Password').fill(defaultPassword)
      await dialog.getByRole('button', { name: 'Add User' }).click()
      await expect(dialog.getByRole('alert')).toHaveText('Network error, failed to add user')
      await expect(dialog.getByLabel('Client ID')).toHaveValue('pilar')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialogOf(page, 'Close without saving?').getByRole('button', { name: 'Close', exact: true }).click()
    })
    await test.step('reset a password', async () => {
      await page.getByRole('button', { name: 'Reset Password of nene' }).click()
      const dialog = dialogOf(page, 'Reset Password')
      await dialog.getByLabel('New Password').fill(own)
      await dialog.getByLabel('Confirm Password').fill(own)
      await dialog.getByLabel('Admin Password').fill(demoPassword)
      await dialog.getByRole('button', { name: 'Reset Password' }).click()
      await expect(dialog.getByRole('alert')).toHaveText('Network error, failed to reset password')
      await expect(dialog.getByLabel('New Password')).toHaveValue(own)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialogOf(page, 'Close without saving?').getByRole('button', { name: 'Close', exact: true }).click()
    })
    for (const [act, sentence] of [
      ['Deactivate', 'Network error, failed to deactivate user'],
      ['Delete Account', 'Network error, failed to delete user'],
    ] as const) {
      await test.step(act, async () => {
        await page.getByRole('button', { name: 'Account settings of nene' }).click()
        await page.getByRole('menuitem', { name: act }).click()
        await page.getByRole('dialog').getByRole('button', { name: act }).click()
        await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(sentence)
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      })
    }
    await test.step('activate', async () => {
      await page.getByRole('button', { name: 'Account settings of dino' }).click()
      await page.getByRole('menuitem', { name: 'Activate' }).click()
      await expect(toasts(page).getByText('User Reactivation Failed')).toBeVisible()
      await expect(toasts(page).getByText('Network error, failed to reactivate user')).toBeVisible()
    })
    await test.step('bookmark', async () => {
      await page.getByRole('navigation').getByRole('link', { name: 'Deposits' }).click()
      await page.getByRole('button', { name: 'Bookmark Deposit' }).click()
      await expect(toasts(page).getByText('Failed to bookmark.')).toBeVisible()
    })
    await test.step('send an inquiry', async () => {
      await page.getByRole('button', { name: /^User menu/ }).click()
      await page.getByRole('menuitem', { name: 'Contact Us' }).click()
      const form = page.getByRole('form', { name: 'Inquiry' })
      await form.getByLabel('Company').fill('Sampaguita')
      await form.getByLabel('Email').fill('carla@sampaguita.example')
      await form.getByLabel('Message').fill('Is anybody there?')
      await form.getByRole('button', { name: 'Send Inquiry' }).click()
      await expect(toasts(page).getByText('Trouble sending Inquiry, Please try again')).toBeVisible()
      await expect(form.getByRole('alert')).toContainText('Your entries are still here.')
      await expect(form.getByLabel('Message')).toHaveValue('Is anybody there?')
    })
  },
)
