// User Management as the admin, the accountant and the user see it: permissions, effects, and storage.
import type { Locator, Page } from '@playwright/test'
import { addressOf } from '@talaan/contract/endpoint.ts'
import { logOut } from '@talaan/contract/session.ts'
import {
  addUser,
  deactivateUser,
  deleteUser,
  listUsers,
  reactivateUser,
  resetPassword,
} from '@talaan/contract/users.ts'
import type { ListedUser } from '@talaan/contract/users.ts'
import type { Portal } from './fixtures/portal.ts'
import { asAny, callAs, demoPassword, isLive, logInTo, pathOf, storeSession } from './fixtures/sign-in.ts'
import type { Session } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

const validPassword = 'Bayan-ko#1946-ako'
const otherPassword = 'Perlas_ng#1898-silangan'
const capSentence = 'You can only have a maximum of 5 active accounts (including Admin).'
const cast = ['carla', 'ben', 'ana']

const row = (page: Page, clientId: string) =>
  page.getByRole('table', { name: 'Accounts' }).getByRole('row').filter({ hasText: clientId })
const reset = (page: Page, clientId: string) => page.getByRole('button', { name: `Reset Password of ${clientId}` })
const settings = (page: Page, clientId: string) => page.getByRole('button', { name: `Account settings of ${clientId}` })
const addButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Add User' })
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const storedUsers = (page: Page) => page.evaluate(() => localStorage.getItem('Users'))

async function choose(page: Page, clientId: string, act: string): Promise<void> {
  await settings(page, clientId).click()
  await page.getByRole('menuitem', { name: act }).click()
}

async function accounts(portal: Portal, session: Session): Promise<ListedUser[]> {
  const answer = await callAs(portal, session, asAny(listUsers))
  return ((await answer.json()) as { users: ListedUser[] }).users
}

async function addAccount(portal: Portal, admin: Session, clientId: string, role = 'user'): Promise<void> {
  const body = { ClientId: clientId, Password: validPassword, Role: role }
  const answer = await callAs(portal, admin, asAny(addUser), { body })
  if (!answer.ok) throw new Error(`${clientId} was not added: ${await answer.text()}`)
}

/** A disabled button can be focused, does nothing, and its reason is shown and read out. */
async function expectRefused(button: Locator, reason: string): Promise<void> {
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAccessibleDescription(reason)
  const tip = button.locator('xpath=..').getByRole('tooltip')
  await expect(tip).toBeHidden()
  await button.hover()
  await expect(tip).toBeVisible()
  await expect(tip).toHaveText(reason)
  await button.page().mouse.move(0, 0)
  await expect(tip).toBeHidden()
  await button.focus()
  await expect(tip).toBeVisible()
  await button.press('Escape')
  await expect(tip).toBeHidden()
  await button.blur()
}

test.beforeEach(async ({ portal, sessions }) => {
  const admin = await sessions('carla')
  for (const { ClientId } of await accounts(portal, admin)) {
    if (cast.includes(ClientId) || ['bea', 'boss'].includes(ClientId)) continue
    await callAs(portal, admin, asAny(deleteUser), { params: { clientId: pathOf(ClientId) } })
  }
})

// ── Permissions.

test(
  'a user is sent to the unauthorized page, and the server refuses every call',
  { tag: '@soak' },
  async ({ page, portal, signIn }) => {
    const ana = await signIn(page, 'ana', { at: '/userManagement' })
    await expect(page).toHaveURL('/unauthorizedAcess')
    await expect(page.getByText('401')).toBeVisible()
    expect(await storedUsers(page)).toBeNull()
    const body = { ClientId: 'nene', Password: validPassword }
    expect((await callAs(portal, ana, asAny(listUsers))).status).toBe(403)
    expect((await callAs(portal, ana, asAny(addUser), { body })).status).toBe(403)
    const newPassword = { Password: validPassword, adminPassword: demoPassword }
    const resetting = { params: { clientId: pathOf('ben') }, body: newPassword }
    expect((await callAs(portal, ana, asAny(resetPassword), resetting)).status).toBe(403)
    for (const endpoint of [deactivateUser, reactivateUser, deleteUser])
      expect((await callAs(portal, ana, asAny(endpoint), { params: { clientId: pathOf('ben') } })).status).toBe(403)
  },
)

test('an admin sees admin, accountant and user, and disabled actions say why', async ({ page, signIn }) => {
  await signIn(page, 'carla', { at: '/userManagement' })
  const table = page.getByRole('table', { name: 'Accounts' })
  await expect(table.getByRole('columnheader')).toHaveText(['Client ID', 'Role', 'Status', 'Actions'])
  await expect(row(page, 'carla')).toContainText('carla (you)')
  await expect(row(page, 'carla').getByRole('cell', { name: 'Admin' })).toBeVisible()
  await expect(row(page, 'ben').getByRole('cell', { name: 'Accountant' })).toBeVisible()
  await expect(row(page, 'ana').getByRole('cell', { name: 'User', exact: true })).toBeVisible()
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(row(page, 'carla')).toContainText(/Activated\W*Online/, { timeout: 500 })
  }).toPass()

  await expect(reset(page, 'carla')).not.toHaveAttribute('aria-disabled')
  await expect(reset(page, 'ana')).not.toHaveAttribute('aria-disabled')
  await expectRefused(reset(page, 'ben'), 'Not allowed')
  await expectRefused(settings(page, 'carla'), 'Account cannot be deactivated or deleted')
  await expectRefused(settings(page, 'ben'), 'Account cannot be deactivated or deleted')
  await settings(page, 'ben').click({ force: true })
  await expect(page.getByRole('menu')).toHaveCount(0)
  await settings(page, 'ana').click()
  await expect(page.getByRole('menuitem')).toHaveText(['Deactivate', 'Show company overview', 'Delete Account'])
})

test('an accountant changes only their own password and adds only users', async ({ page, signIn }) => {
  await signIn(page, 'ben', { at: '/userManagement' })
  await expectRefused(reset(page, 'carla'), 'Not allowed')
  await expectRefused(reset(page, 'ana'), 'Not allowed')
  await expect(reset(page, 'ben')).not.toHaveAttribute('aria-disabled')
  await expectRefused(settings(page, 'ben'), 'Account cannot be deactivated or deleted')
  await expectRefused(settings(page, 'carla'), 'Account cannot be deactivated or deleted')
  await expect(settings(page, 'ana')).not.toHaveAttribute('aria-disabled')

  await addButton(page).click()
  const role = dialogOf(page, 'Add User').getByLabel('Role')
  await expect(role).toHaveValue('user')
  await expect(role.getByRole('option', { name: 'Admin' })).toBeDisabled()
  await expect(role.getByRole('option', { name: 'Accountant' })).toBeDisabled()
  await expect(role).toHaveAccessibleDescription('An accountant can only add accounts with the role User.')
})

// ── Add User.

test('Add User reports what is missing or wrong at its field, and sends nothing', async ({ page, signIn }) => {
  await signIn(page, 'carla', { at: '/userManagement' })
  let posts = 0
  page.on(
    'request',
    (request) => (posts += request.method() === 'POST' && request.url().includes('Management') ? 1 : 0),
  )
  await addButton(page).click()
  const dialog = dialogOf(page, 'Add User')
  const submit = dialog.getByRole('button', { name: 'Add User' })
  await expect(dialog.getByLabel('Client ID')).toBeFocused()
  await submit.click()
  await expect(dialog.getByText('All fields are required')).toHaveCount(3)
  await dialog.getByLabel('Client ID').fill('n e')
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill('weak')
  await dialog.getByLabel('Confirm Password').fill('week')
  await submit.click()
  await expect(dialog.getByLabel('Client ID')).toHaveAccessibleDescription(/3 to 64 letters/)
  await expect(dialog.getByText('Weak password. Password does not meet requirements')).toBeVisible()
  await expect(dialog.getByText('Passwords do not match')).toBeVisible()
  await expect(dialog.getByRole('progressbar', { name: 'Password strength' })).toHaveAttribute('aria-valuenow', /^33/)
  await expect(dialog.getByText('A lowercase letter, met')).toBeVisible()
  expect(posts).toBe(0)
})

test('a new account appears in the list, says User Created, and its owner can log in', async ({
  page,
  portal,
  sessions,
  signIn,
}) => {
  await signIn(page, 'ben', { at: '/userManagement' })
  await addButton(page).click()
  const dialog = dialogOf(page, 'Add User')
  await dialog.getByLabel('Client ID').fill('nene')
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(validPassword)
  await dialog.getByLabel('Confirm Password').fill(validPassword)
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('Management'))
  await dialog.getByRole('button', { name: 'Add User' }).click()
  expect((await sent).postDataJSON()).toEqual({
    ClientId: 'nene',
    Company: 'Sampaguita Office Supplies, Inc.',
    Password: validPassword,
    Role: 'user',
  })
  await expect(toasts(page)).toContainText('User Created')
  await expect(dialog).toBeHidden()
  await expect(row(page, 'nene')).toContainText('Activated')
  await expect(row(page, 'nene')).toContainText('Offline')
  await expect(page.getByText('4 of 5 active accounts, admin included.')).toBeVisible()

  const stored = (await accounts(portal, await sessions('carla'))).find(({ ClientId }) => ClientId === 'nene')
  expect(stored).toMatchObject({ Role: 'user', Active: true })
  await logInTo(portal, 'nene', validPassword)
})

test('a Client ID that is taken is refused under the title Duplicate ClientID', async ({ page, signIn }) => {
  await signIn(page, 'carla', { at: '/userManagement' })
  await addButton(page).click()
  const dialog = dialogOf(page, 'Add User')
  await dialog.getByLabel('Client ID').fill('ANA')
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(validPassword)
  await dialog.getByLabel('Confirm Password').fill(validPassword)
  await dialog.getByRole('button', { name: 'Add User' }).click()
  await expect(toasts(page).getByRole('alert')).toContainText('Duplicate ClientID')
  await expect(toasts(page).getByRole('alert')).toContainText('An account with this Client ID already exists.')
  await expect(dialog.getByLabel('Client ID')).toHaveAccessibleDescription(/already exists/)
  await expect(dialog.getByRole('textbox', { name: 'Password', exact: true })).toHaveValue(validPassword)
})

test(
  'a network failure shows an alert and keeps the input',
  { tag: '@soak' },
  async ({ page, signIn, consoleErrors }) => {
    consoleErrors.expect(/net::ERR/)
    await signIn(page, 'carla', { at: '/userManagement' })
    await addButton(page).click()
    const dialog = dialogOf(page, 'Add User')
    await dialog.getByLabel('Client ID').fill('nene')
    await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(validPassword)
    await dialog.getByLabel('Confirm Password').fill(validPassword)
    await page.route('**/api/auth/userManagement', (route) => route.abort())
    await dialog.getByRole('button', { name: 'Add User' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Network error, failed to add user')
    await page.unroute('**/api/auth/userManagement')
    await dialog.getByRole('button', { name: 'Add User' }).click()
    await expect(row(page, 'nene')).toBeVisible()
  },
)

// ── Five seats.

test('with five active accounts Add User and Activate state the limit, even if it is reached in the meantime', async ({
  page,
  portal,
  sessions,
  signIn,
}) => {
  const carla = await sessions('carla')
  const used = (await accounts(portal, carla)).filter(({ Active }) => Active).length
  await addAccount(portal, carla, 'pilar')
  await callAs(portal, carla, asAny(deactivateUser), { params: { clientId: pathOf('pilar') } })
  await signIn(page, 'carla', { at: '/userManagement' })
  await expect(row(page, 'pilar')).toContainText('Deactivated')
  await addButton(page).click()
  const dialog = dialogOf(page, 'Add User')
  await dialog.getByLabel('Client ID').fill('sixth')
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(validPassword)
  await dialog.getByLabel('Confirm Password').fill(validPassword)
  for (let seat = used; seat < 5; seat += 1) await addAccount(portal, carla, `seat-${seat}`)
  await dialog.getByRole('button', { name: 'Add User' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(capSentence)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialogOf(page, 'Close without saving?').getByRole('button', { name: 'Close', exact: true }).click()
  await expectRefused(addButton(page), capSentence)
  await addButton(page).click({ force: true })
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await settings(page, 'pilar').click()
  const activate = page.getByRole('menuitem', { name: 'Activate' })
  await expect(activate).toHaveAttribute('aria-disabled', 'true')
  await expect(activate).toHaveAccessibleDescription(capSentence)
  await activate.click({ force: true })
  await expect(activate).toBeVisible()
  await page.keyboard.press('Escape')

  // This list is older than the account that was added elsewhere.
  await callAs(portal, carla, asAny(deleteUser), { params: { clientId: pathOf('seat-4') } })
  await page.reload()
  await expect(row(page, 'pilar')).toBeVisible()
  await expect(row(page, 'seat-4')).toHaveCount(0)
  await addAccount(portal, carla, 'seat-5')
  await choose(page, 'pilar', 'Activate')
  await expect(toasts(page).getByRole('alert')).toContainText('User Reactivation Failed')
  await expect(toasts(page).getByRole('alert')).toContainText(capSentence)
  await expect(row(page, 'seat-5')).toBeVisible()
  await expect(row(page, 'pilar')).toContainText('Deactivated')
})

// ── Reset Password.

test('an admin resets the password of a user: the admin confirms with their own password, and the sessions of the user end', async ({
  page,
  portal,
  sessions,
  signIn,
}) => {
  await addAccount(portal, await sessions('carla'), 'nene')
  const nene = await logInTo(portal, 'nene', validPassword)
  await signIn(page, 'carla', { at: '/userManagement' })
  await reset(page, 'nene').click()
  const dialog = dialogOf(page, 'Reset Password')
  const submit = dialog.getByRole('button', { name: 'Reset Password' })
  await expect(dialog.getByLabel('Client ID')).toHaveValue('nene')
  await expect(dialog.getByLabel('New Password')).toBeFocused()
  await submit.click()
  await expect(dialog.getByText('All fields are required')).toHaveCount(3)

  await dialog.getByLabel('New Password').fill('short')
  await dialog.getByLabel('Confirm Password').fill('other')
  await dialog.getByLabel('Admin Password').fill('wrong')
  await submit.click()
  await expect(dialog.getByText('Weak password. Password does not meet requirements')).toBeVisible()
  await expect(dialog.getByText('Passwords do not match')).toBeVisible()

  await dialog.getByLabel('New Password').fill(otherPassword)
  await dialog.getByLabel('Confirm Password').fill(otherPassword)
  await submit.click()
  await expect(toasts(page).getByRole('alert')).toContainText('Your own password is not correct.')
  await expect(dialog.getByLabel('Admin Password')).toHaveAccessibleDescription(/Your own password is not correct\./)
  expect(await isLive(portal, nene)).toBe(true)

  await dialog.getByLabel('Admin Password').fill(demoPassword)
  await submit.click()
  await expect(toasts(page)).toContainText('Reset Successful')
  await expect(dialog).toBeHidden()
  await expect(reset(page, 'nene')).toBeFocused()
  expect(await isLive(portal, nene)).toBe(false)
  await expect(logInTo(portal, 'nene', validPassword)).rejects.toThrow(/correct Client ID and Password/)
  await logInTo(portal, 'nene', otherPassword)
})

test(
  'an accountant who resets their own password has to log in again',
  { tag: '@soak' },
  async ({ page, portal, sessions }) => {
    await addAccount(portal, await sessions('carla'), 'bea', 'accountant')
    const bea = await logInTo(portal, 'bea', validPassword)
    await storeSession(page.context(), portal, bea)
    await page.goto('/userManagement')
    await reset(page, 'bea').click()
    const dialog = dialogOf(page, 'Reset Password')
    await expect(dialog.getByText(/This is your own account/)).toBeVisible()
    await dialog.getByLabel('New Password').fill(otherPassword)
    await dialog.getByLabel('Confirm Password').fill(otherPassword)
    await dialog.getByLabel('Current Password').fill(validPassword)
    // The server has ended the session already when another call of the page is refused; then the answer arrives.
    await page.route(`**${addressOf(asAny(resetPassword), { clientId: pathOf('bea') })}`, async (route) => {
      const response = await route.fetch()
      const refused = page.waitForResponse((other) => other.status() === 401)
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await refused
      await route.fulfill({ response })
    })
    await dialog.getByRole('button', { name: 'Reset Password' }).click()
    await dialogOf(page, 'Reset Successful').getByRole('button', { name: 'Log In Again' }).click()
    await expect(page).toHaveURL('/')
    expect(await isLive(portal, bea)).toBe(false)
    await logInTo(portal, 'bea', otherPassword)
  },
)

// ── Deactivate, activate, delete.

test('deactivating asks for confirmation, ends the sessions immediately and can be undone', async ({
  page,
  portal,
  sessions,
  signIn,
}) => {
  await addAccount(portal, await sessions('carla'), 'nene')
  const nene = await logInTo(portal, 'nene', validPassword)
  await signIn(page, 'ben', { at: '/userManagement' })
  await choose(page, 'nene', 'Deactivate')
  const dialog = dialogOf(page, 'Deactivate the account nene?')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await isLive(portal, nene)).toBe(true)
  await choose(page, 'nene', 'Deactivate')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(toasts(page)).toContainText('Account Deactivated')
  await expect(row(page, 'nene')).toContainText('Deactivated')
  expect(await isLive(portal, nene)).toBe(false)
  await expect(logInTo(portal, 'nene', validPassword)).rejects.toThrow(/Your account is deactivated/)

  await choose(page, 'nene', 'Activate')
  await expect(toasts(page)).toContainText('Account Activated')
  await expect(row(page, 'nene')).toContainText('Activated')
  await logInTo(portal, 'nene', validPassword)
})

test('deleting asks for confirmation, says Account Permanently Deleted and frees the Client ID', async ({
  page,
  portal,
  sessions,
  signIn,
}) => {
  const carla = await sessions('carla')
  await addAccount(portal, carla, 'nene')
  const nene = await logInTo(portal, 'nene', validPassword)
  await signIn(page, 'carla', { at: '/userManagement' })
  await choose(page, 'nene', 'Delete Account')
  const dialog = dialogOf(page, 'Delete the account nene?')
  await expect(dialog.getByText(/This cannot be undone/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(toasts(page)).toContainText('Account Deleted')
  await expect(toasts(page)).toContainText('Account Permanently Deleted')
  await expect(row(page, 'nene')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Accounts' })).toBeFocused()
  expect(await isLive(portal, nene)).toBe(false)
  expect((await accounts(portal, carla)).map(({ ClientId }) => ClientId)).not.toContain('nene')
  await addAccount(portal, carla, 'nene')
})

// ── Input, storage and display.

for (const { name, open, field } of [
  { name: 'Add User', open: addButton, field: 'Client ID' },
  { name: 'Reset Password', open: (page: Page) => reset(page, 'ana'), field: 'New Password' },
]) {
  test(`the dialog '${name}' asks before it closes with unsaved input`, { tag: '@soak' }, async ({ page, signIn }) => {
    await signIn(page, 'carla', { at: '/userManagement' })
    await open(page).click()
    const dialog = dialogOf(page, name)
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    const goBack = dialogOf(page, 'You are about to log out')
    const pressBack = async () => {
      await page.evaluate(() => history.back())
      await goBack.getByRole('button', { name: 'Stay Logged In' }).click()
      await expect(goBack).toBeHidden()
    }
    await pressBack()
    await open(page).click()
    await dialog.getByLabel(field).fill('typed')
    // The session's dialogs are above this dialog, even if they opened before.
    await pressBack()
    await expect(dialog.getByLabel(field)).toBeFocused()
    const question = dialogOf(page, 'Close without saving?')
    await page.keyboard.press('Escape')
    await expect(question.getByRole('button', { name: 'Keep Editing' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(dialog.getByLabel(field)).toHaveValue('typed')
    await dialog.getByRole('button', { name: 'Close dialog' }).click()
    await question.getByRole('button', { name: 'Keep Editing' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await open(page).click()
    await expect(dialog.getByLabel(field)).toHaveValue('')
  })
}

test('the key Users holds the four shown fields while the page is open, and is removed on leaving', async ({
  page,
  portal,
  signIn,
  sessions,
}) => {
  await signIn(page, 'ben', { at: '/userManagement' })
  await expect(row(page, 'carla')).toBeVisible()
  const stored = JSON.parse((await storedUsers(page)) ?? '[]') as { clientId: string }[]
  expect(stored.find(({ clientId }) => clientId === 'carla')).toEqual({
    clientId: 'carla',
    role: 'admin',
    isActive: true,
    isOnline: expect.any(Boolean) as unknown,
  })
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect.poll(() => storedUsers(page)).toBeNull()

  await page.goto('/userManagement')
  await expect.poll(() => storedUsers(page)).not.toBeNull()
  await page.goto('/usermanual')
  expect(await storedUsers(page)).toBeNull()

  await page.goto('/userManagement')
  await expect.poll(() => storedUsers(page)).not.toBeNull()
  const ben = await sessions('ben')
  await callAs(portal, ben, asAny(logOut), { body: { sessionId: ben.sessionId } })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page).toHaveURL(/^[^?]*\/(\?.*)?$/)
  expect(await storedUsers(page)).toBeNull()
})

test(
  'the list is fetched again when the window gets the focus',
  { tag: '@soak' },
  async ({ page, portal, sessions, signIn }) => {
    await signIn(page, 'carla', { at: '/userManagement' })
    await expect(row(page, 'ana')).toBeVisible()
    await addAccount(portal, await sessions('carla'), 'nene')
    await expect(row(page, 'nene')).toHaveCount(0)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(row(page, 'nene')).toBeVisible()
  },
)

test(
  'a list that fails to load shows a skeleton, then the error, and can be retried',
  { tag: '@soak' },
  async ({ page, signIn, consoleErrors }) => {
    consoleErrors.expect(/net::ERR/)
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/auth/userManagement?*', async (route) => {
      await held
      await route.abort()
    })
    await signIn(page, 'carla', { at: '/userManagement' })
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
    await expect(addButton(page)).toBeDisabled()
    answer()
    await expect(page.getByText('The accounts could not be loaded. Try again.')).toBeVisible()
    await page.unroute('**/api/auth/userManagement?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(row(page, 'ana')).toBeVisible()
  },
)

test('an account is deactivated by keyboard alone', { tag: '@soak' }, async ({ page, portal, sessions, signIn }) => {
  await addAccount(portal, await sessions('carla'), 'nene')
  await signIn(page, 'carla', { at: '/userManagement' })
  await reset(page, 'nene').focus()
  await page.keyboard.press('Tab')
  await expect(settings(page, 'nene')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Deactivate' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(row(page, 'nene')).toContainText('Deactivated')
  await expect(settings(page, 'nene')).toBeFocused()
})
