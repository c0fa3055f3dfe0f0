// An administrator creates an API key, a program prepares an invoice with it, and the owner of the account records the draft.
import { dayInManila } from '@talaan/ledger/core/date.ts'
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { cell } from './fixtures/invoice.ts'
import { expect, test } from './fixtures/test.ts'
import { pick } from './fixtures/office.ts'

test.beforeAll(({ portal }) => portal.reset())

test('a key is created, shown once, used by a program to prepare an invoice that a person records, and revoked', async ({
  browser,
  page,
  portal,
  signIn,
  request,
}) => {
  await signIn(page, 'carla', { at: '/settings/api' })
  await expect(page.getByText('No keys yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Program').fill('n8n')
  await pick(dialog.getByLabel('Account', { exact: true }), 'ana')
  await expectAccessibleInSoak(page)
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = await dialog.getByLabel('API key').inputValue()
  expect(key).toMatch(/^talaan_live_\w{61}$/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('row', { name: /n8n/ })
  await expect(row).toContainText('Active')
  await expect(page.getByText(key)).toHaveCount(0)

  const api = async (method: 'get' | 'post', path: string, data?: object, more: Record<string, string> = {}) =>
    (
      await request[method](`${portal.url}/api/v1${path}`, {
        data,
        headers: { authorization: `Bearer ${key}`, ...more },
      })
    ).json()
  const { parties } = await api('get', '/parties?search=Bayani&role=customer')
  const { draft } = await api(
    'post',
    '/drafts',
    {
      kind: 'invoice',
      fields: {
        partyId: parties[0].id,
        externalNo: '9001',
        day: dayInManila(Date.now()),
        priceMode: 'inclusive',
        lines: [{ description: 'Delivery', quantity: '1', unitPrice: '1120.00', vatClass: 'vatable', account: '4020' }],
      },
    },
    { 'idempotency-key': 'invoice-9001' },
  )

  await using elsewhere = await browser.newContext({ baseURL: portal.url })
  const owner = await elsewhere.newPage()
  await signIn(owner, 'ana', { at: new URL(draft.url, portal.url).pathname })
  await expect(owner.getByText('Prepared by n8n')).toBeVisible()
  await expect(owner.getByRole('article', { name: /Sales Invoice/ })).toContainText('1,120.00')
  await expectAccessibleInSoak(owner)
  // It can be corrected in its form. Only looking changes nothing.
  await owner.getByRole('link', { name: 'Edit' }).click()
  const form = owner.frameLocator('main iframe[title="Invoice Form"]')
  await expect(form.getByLabel('Customer')).toHaveValue(parties[0].name)
  await expect(form.getByLabel('Invoice number', { exact: true })).toHaveValue('9001')
  await expect(cell(form, 1, 'Unit price')).toHaveValue('1,120.00')
  await owner.goto(new URL(draft.url, portal.url).href)
  await owner.getByRole('button', { name: 'Record sales invoice' }).click()
  await expect(owner.getByRole('heading', { level: 1 })).toContainText(/SI-\d{4}-\d{6}/)

  await page.getByRole('button', { name: 'Revoke n8n' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByRole('row', { name: /n8n/ })).toContainText('Revoked')
  expect(await api('get', '/company')).toMatchObject({ status: 401, code: 'api.badKey' })
})
