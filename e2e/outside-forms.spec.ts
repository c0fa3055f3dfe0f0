// Forms of another program in the frame: the example service records an invoice and a payment of bills for the person who opened
// them, and the portal around it knows.
import { createApiKey } from '@talaan/contract/api-keys.ts'
import { idleWarningSeconds } from '@talaan/contract/session.ts'
import { sessionWords } from '@talaan/contract/sign-in.ts'
import { addDays, dayInManila } from '@talaan/ledger/core/date.ts'
import { startFormService } from '../examples/form-service/server.ts'
import type { Page } from '@playwright/test'
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { startNodeRed } from './fixtures/node-red.ts'
import { startPortal } from './fixtures/portal.ts'
import { asAny, callAs, logInTo, storeSession } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

type Service = {
  /** The addresses of the forms begin with it. */
  forms: string
  connect: (to: { talaan: string; key: string }) => Promise<void>
}

test('an external form records an invoice and a payment, shows the voucher, keeps the session alive and refreshes the list', async ({
  page,
}) => {
  const settings = { talaan: '', key: '' }
  await using service = await startFormService(settings)
  await recordsInFrames(page, {
    forms: service.url,
    connect: async (to) => void Object.assign(settings, to),
  })
})

test('forms made with Node-RED do the same', { tag: '@soak' }, async ({ page }) => {
  await using nodeRed = await startNodeRed('examples/node-red/flow.json')
  await recordsInFrames(page, { forms: `${nodeRed.url}/talaan`, connect: nodeRed.deploy })
})

async function recordsInFrames(page: Page, service: Service): Promise<void> {
  await using portal = await startPortal({
    company: 'demo',
    env: {
      FORM_URL_INVOICE: `${service.forms}/invoice?launch={launch}`,
      FORM_URL_PAYMENT: `${service.forms}/payment?launch={launch}`,
    },
  })
  const today = dayInManila(Date.now())
  const carla = await logInTo(portal, 'carla')
  const made = await callAs(portal, carla, asAny(createApiKey), {
    params: { keyId: crypto.randomUUID() },
    body: {
      name: 'Form service',
      owner: 'carla',
      networks: [],
      expiresOn: addDays(today, 30),
      scopes: ['launches:prepare', 'launches:record'],
    },
  })
  const { secret } = (await made.json()) as { secret: string }
  await service.connect({ talaan: portal.url, key: secret })
  const ana = await logInTo(portal, 'ana')
  await storeSession(page.context(), portal, ana)

  // Ten minutes late: almost an hour passes below, and the token must not expire meanwhile, however slow this machine is.
  await page.clock.install({ time: Date.now() - 600_000 })
  await page.goto(`${portal.url}/invoiceform`)
  const form = page.frameLocator('main iframe[title="Invoice Form"]')
  await form.getByLabel('Customer').selectOption({ index: 0 })
  await form.getByLabel('Invoice number').fill('9001')
  await form.getByLabel('Description 1').fill('Delivery')
  await form.getByLabel('Unit price 1').fill('1,120')
  await form.getByLabel('Account 1').selectOption('4020')
  await form.getByLabel('Date').fill('yesterday')
  await form.getByRole('button', { name: 'Review' }).click()
  await expect(form.getByRole('alert')).toBeVisible()
  await form.getByLabel('Date').fill(today)
  await form.getByRole('button', { name: 'Review' }).click()
  await expect(form.getByText('Total 1120.00')).toBeVisible()
  // A No goes back to the form as typed.
  await form.getByRole('button', { name: 'No' }).click()
  await expect(form.getByLabel('Description 1')).toHaveValue('Delivery')
  await form.getByRole('button', { name: 'Review' }).click()
  await form.getByRole('button', { name: 'Yes' }).click()
  await expect(form.getByRole('status')).toHaveText('Recorded.')
  const number = await form.getByRole('heading').innerText()
  expect(number).toMatch(/^SI-\d{4}-\d{6}$/)
  await expect(page.getByRole('link', { name: number })).toBeVisible()
  await expectAccessibleInSoak(page)
  const link = form.getByRole('link', { name: 'Voucher' })
  const voucher = await page.request.get(await link.evaluate((anchor) => (anchor as HTMLAnchorElement).href))
  expect(voucher.headers()['content-type']).toBe('application/pdf')
  await form.getByRole('button', { name: 'Close form' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)

  // The list behind was refreshed, without a reload.
  await page.getByRole('navigation').getByRole('link', { name: 'Invoices', exact: true }).click()
  await expect(page.getByRole('link', { name: number }).first()).toBeVisible()

  await page.goto(`${portal.url}/paymentform`)
  const payment = page.frameLocator('main iframe[title="Bills Payment Form"]')
  await payment.getByRole('button', { name: /^Pay / }).first().click()
  await payment.getByLabel('Paid from').selectOption('1031')
  await payment.getByLabel('Reference').fill('BPI-5512')
  const amount = payment.getByLabel(/^Pay BL-/).first()
  const due = Number(await amount.inputValue())
  await amount.fill((due + 100).toFixed(2))
  await payment.getByRole('button', { name: 'Review' }).click()
  // The excess is the credit of the supplier.
  await expect(payment.getByRole('row', { name: /Advances to suppliers/i })).toBeVisible()
  await payment.getByRole('button', { name: 'Yes' }).click()
  await expect(payment.getByRole('heading')).toHaveText(/-\d{4}-\d{6}$/)
  await expect(page.getByText('is in the books')).toBeVisible()

  // Almost an hour passes at the screen of the form, but a key press in it counts as activity.
  await page.clock.fastForward((idleWarningSeconds - 600) * 1000)
  const heard = page.evaluate(
    () => new Promise((done) => addEventListener('message', ({ data }) => data.talaan === 'activity' && done(true))),
  )
  await payment.getByRole('button', { name: 'Close form' }).press('Shift')
  await heard
  await page.clock.fastForward(650_000)
  await page.clock.runFor(1100)
  await expect(page.getByText('is in the books')).toBeVisible()
  await expect(page.getByRole('dialog', { name: sessionWords.idleDialog.title })).toBeHidden()
  await page.goto('about:blank')
}
