// Contact Us: the fields depend on the topic, mistakes are shown at their fields, the e-mail is really sent, and the
// admin finds the inquiry. Test e-mails of the settings are covered here too.
import type { Page } from '@playwright/test'
import { contactWords, sendInquiry } from '@talaan/contract/contact.ts'
import { headersOf } from '../server/test/post-office.ts'
import { companyName } from './fixtures/programs.ts'
import { asAny, callAs } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

test.use({
  setup: {
    company: 'people',
    mail: true,
    env: {
      MAIL_FROM: 'Sampaguita Books <books@sampaguita.example>',
      CONTACT_EMAIL: 'help@sampaguita.example',
      CONTACT_DETAILS: '12 Rizal Avenue, Santa Cruz, Manila | (02) 8123 4567 | Monday to Friday, 8:00 to 17:00',
    },
  },
})

const field = (page: Page, label: string) => page.getByRole('form', { name: 'Inquiry' }).getByLabel(label)
const button = (page: Page) => page.getByRole('button', { name: 'Send Inquiry' })
const alert = (page: Page) => page.getByRole('form', { name: 'Inquiry' }).getByRole('alert')
const topic = (page: Page, label: 'General' | 'Bug') => field(page, 'Topic').selectOption(label)

async function open(page: Page): Promise<void> {
  await page.goto('/contact')
  // Filled in from the session, which may come after the first key press.
  await expect(field(page, 'Company')).toHaveValue(companyName)
}

async function fillGeneral(page: Page, message: string): Promise<void> {
  await field(page, 'Name').fill('Ana Reyes')
  await field(page, 'Email').fill('ana.reyes@sampaguita.example')
  await field(page, 'Message').fill(message)
}

async function fillBug(page: Page, message: string): Promise<void> {
  await fillGeneral(page, message)
  await topic(page, 'Bug')
  await field(page, 'Bug description').fill('I pressed Review.\nThe page stayed white.')
  await field(page, 'Time encountered').fill('14:30')
  await field(page, 'Date encountered').fill('2026-03-15')
}

test('a bug report also asks for a description, time and date; a general inquiry does not', async ({
  page,
  setSession,
}) => {
  await setSession(page, 'ana')
  await open(page)
  const bugFields = ['Bug description', 'Time encountered', 'Date encountered']
  for (const label of bugFields) await expect(field(page, label)).toBeHidden()
  await expect(field(page, 'Email')).toHaveAttribute('type', 'email')
  await topic(page, 'Bug')
  for (const label of bugFields) await expect(field(page, label)).toBeVisible()
  await field(page, 'Bug description').fill('White page')
  await topic(page, 'General')
  for (const label of bugFields) await expect(field(page, label)).toBeHidden()
  await topic(page, 'Bug')
  await expect(field(page, 'Bug description')).toHaveValue('White page')
})

test('company, email, topic and message are required; a bug report also requires a description, time and date', async ({
  page,
  setSession,
}) => {
  await setSession(page, 'ana')
  await open(page)
  await topic(page, 'Bug')
  await field(page, 'Company').fill(' ')
  await button(page).click()
  await expect(page.getByText('This field is required.')).toHaveCount(6)
  await expect(field(page, 'Company')).toBeFocused()
  await expect(field(page, 'Company')).toHaveAttribute('aria-invalid', 'true')

  await fillBug(page, 'Review does nothing')
  await field(page, 'Company').fill('Sampaguita')
  await field(page, 'Email').fill('ana.reyes')
  await field(page, 'Date encountered').fill('2026-02-30')
  await button(page).click()
  await expect(page.getByText('Enter an e-mail address like name@example.com.')).toBeVisible()
  await expect(page.getByText('Enter a date like 2026-03-15.')).toBeVisible()
  await expect(page.getByText('This field is required.')).toHaveCount(0)
  await expect(field(page, 'Email')).toBeFocused()
  await expect(field(page, 'Bug description')).toHaveValue('I pressed Review.\nThe page stayed white.')
})

test('an inquiry is mailed to the configured address with the sender as reply-to, and the admin finds it', async ({
  page,
  setSession,
  signIn,
  postOffice,
}) => {
  await setSession(page, 'ana')
  await open(page)
  await fillBug(page, 'The invoice form does nothing\n.\nBcc: everybody@example.com')
  await button(page).click()
  await expect(page.getByRole('status').getByText(contactWords.sent)).toBeVisible()
  await expect(field(page, 'Message')).toHaveValue('')
  await expect(field(page, 'Name')).toHaveValue('Ana Reyes')
  await expect(page.getByRole('heading', { name: 'Past inquiries' })).toBeHidden()

  const messages = () => postOffice.received.filter(({ to }) => to.join() === 'help@sampaguita.example')
  await expect.poll(() => messages().length).toBe(1)
  const [message] = messages()
  expect(headersOf(message?.text ?? '')).toMatchObject({
    from: 'Sampaguita Books <books@sampaguita.example>',
    to: 'help@sampaguita.example',
    'reply-to': 'ana.reyes@sampaguita.example',
    subject: `Inquiry (bug) from Ana Reyes, ${companyName}`,
  })
  expect(headersOf(message?.text ?? '')).not.toHaveProperty('bcc')
  expect(message?.text).toContain('Encountered: 2026-03-15 14:30')

  await page.goto('about:blank')
  await signIn(page, 'carla', { at: '/contact' })
  const past = page.getByRole('table', { name: 'Past inquiries' })
  const row = past.getByRole('row').nth(1)
  await expect(row).toContainText('Ana Reyes (ana)')
  await expect(row).toContainText('Bug')
  await expect(row).toContainText('The invoice form does nothing')
  await expect(row).toContainText('Sent')
  await row.getByRole('button', { name: 'Ana Reyes (ana)' }).press('Enter')
  const detail = page.getByRole('dialog', { name: 'Bug inquiry' })
  await expect(detail).toContainText('to help@sampaguita.example')
  await expect(detail).toContainText('I pressed Review.')
  await expect(detail).toContainText('15 Mar 2026, 14:30')
  await expect(detail.getByRole('link')).toHaveAttribute('href', 'mailto:ana.reyes@sampaguita.example')
  await page.keyboard.press('Escape')
  await expect(detail).toBeHidden()
})

test('a test e-mail from the settings is shown as sent', { tag: '@soak' }, async ({ page, signIn }) => {
  await signIn(page, 'carla', { at: '/settings/mail' })
  await page.getByLabel('Recipient').fill('carla@example.com')
  await page.getByLabel('Recipient').press('Enter')
  await expect(page.getByRole('table', { name: 'Test e-mails' })).toContainText('Sent')
})

test(
  'an e-mail that the mail server refuses is marked as failed, with its response',
  { tag: '@soak' },
  async ({ page, signIn, postOffice, consoleErrors }) => {
    consoleErrors.expect(/No such mailbox/)
    await signIn(page, 'carla', { at: '/contact' })
    postOffice.fate = 'refuse'
    try {
      await fillGeneral(page, 'Is anybody there?')
      await button(page).click()
      const row = page.getByRole('row').filter({ hasText: 'Is anybody there?' })
      await expect(row).toBeVisible()
      // The list refreshes itself while an e-mail is waiting.
      await expect(row).toContainText('Failed')
      await row.getByText('Is anybody there?').click()
      await expect(page.getByRole('dialog', { name: 'General inquiry' })).toContainText('No such mailbox')
    } finally {
      postOffice.fate = 'accept'
    }
  },
)

test(
  "when sending fails, the toast says 'Trouble sending Inquiry, Please try again', an alert gives the reason, and the input stays",
  { tag: '@soak' },
  async ({ page, setSession, consoleErrors }) => {
    consoleErrors.expect(/net::ERR_|status of 429/)
    await setSession(page, 'ana')
    await open(page)
    await fillBug(page, 'Is the portal down?')
    await page.route('**/api/contact', (route) => route.abort())
    await button(page).click()
    await expect(alert(page)).toContainText(sendInquiry.failure)
    await expect(page.getByText(contactWords.failed)).toHaveCount(2)
    await expect(field(page, 'Message')).toHaveValue('Is the portal down?')
    await expect(field(page, 'Time encountered')).toHaveValue('14:30')

    await page.unroute('**/api/contact')
    await button(page).click()
    await expect(page.getByText(contactWords.sent)).toBeVisible()
    await expect(alert(page)).toHaveCount(0)
  },
)

test(
  'beyond the hourly limit the alert says so, and the input stays',
  { tag: '@soak' },
  async ({ page, portal, sessions, setSession }) => {
    const ben = await sessions('ben')
    const body = { name: 'Ben', company: companyName, email: 'ben@sampaguita.example', topic: 'general' }
    for (let sent = 1; sent <= 5; sent++)
      await callAs(portal, ben, asAny(sendInquiry), { body: { ...body, message: `Question ${sent}` } })
    await setSession(page, 'ben')
    await open(page)
    await fillGeneral(page, 'One more question')
    await button(page).click()
    await expect(alert(page)).toContainText('You can send at most 5 inquiries an hour.')
    await expect(field(page, 'Message')).toHaveValue('One more question')
  },
)

test("'Back to Dashboard' asks first if there is unsent input", async ({ page, setSession }) => {
  await setSession(page, 'ana')
  await open(page)
  const back = page.getByRole('link', { name: contactWords.backToDashboard, exact: true })
  await field(page, 'Message').fill('Half a thought')
  await back.click()
  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(field(page, 'Message')).toHaveValue('Half a thought')
  await field(page, 'Message').fill('')
  await back.click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('the page shows the logo, the company and its contact details', async ({ page, setSession }) => {
  await setSession(page, 'carla')
  await open(page)
  const company = page.getByRole('region', { name: companyName })
  await expect(company.locator('svg').first()).toBeVisible()
  await expect(company).toContainText('12 Rizal Avenue, Santa Cruz, Manila')
  await expect(company).toContainText('(02) 8123 4567')
  await expect(company.getByRole('link')).toHaveAttribute('href', 'mailto:help@sampaguita.example')
})
