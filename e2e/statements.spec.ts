// A bank's statement of account, from the file to the list: its totals, open questions and review notes.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FrameLocator, Page } from '@playwright/test'
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { formOf } from './fixtures/invoice.ts'
import type { Portal } from './fixtures/portal.ts'
import { expect, test } from './fixtures/test.ts'
import { pick } from './fixtures/office.ts'

test.beforeAll(({ portal }) => portal.reset())

/** The newest whole month of the main account, which the demo does not upload: a CAMT.053. */
function newestStatement({ dataDir }: Portal): { name: string; bytes: Buffer } {
  const folder = join(dataDir, 'demo-statements')
  const name = readdirSync(folder).find((each) => /^1031-.*\.xml$/.test(each)) ?? ''
  return { name, bytes: readFileSync(join(folder, name)) }
}

async function choose(form: FrameLocator, name: string, text: string | Buffer, account = '1031'): Promise<void> {
  await pick(form.getByLabel('Account', { exact: true }), account)
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) }
  await form.locator('input[type=file]').setInputFiles(file)
}

const openForm = async (page: Page): Promise<FrameLocator> => {
  await page.goto('/bankreconciliationform')
  return formOf(page, 'Bank Reconciliation Form')
}

test('a statement is uploaded, checked and stored with one key; wrong files, unknown layouts and problems are shown in the form', async ({
  page,
  portal,
  signIn,
}) => {
  await signIn(page, 'ben', { at: '/bankreconciliationform' })
  const form = formOf(page, 'Bank Reconciliation Form')
  const { name, bytes } = newestStatement(portal)
  await choose(form, name, bytes)
  await expect(form.getByText('The opening balance plus all lines equals the closing balance.')).toBeVisible()
  await expect(form.getByRole('table', { name: 'Bank statement lines' })).toContainText('SERVICE CHARGE')
  await expectAccessibleInSoak(page)
  await expect(form.getByRole('button', { name: /^Yes/ })).toBeFocused()
  await page.keyboard.press('y')
  await expect(form.getByText('Statement saved')).toBeVisible()
  await expect(form.getByRole('button', { name: /^Reconcile / })).toBeFocused()
  await form.getByRole('button', { name: 'Upload another statement' }).click()
  await choose(form, name, bytes)
  await expect(form.getByRole('alert')).toContainText('This file has already been uploaded for this account')

  await choose(form, 'scan.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
  await expect(form.getByText(/This is an image/)).toBeVisible()

  // Questions that the file leaves open are asked once. Its dates are before those of the demo.
  const open =
    'Date,Particulars,Withdrawals,Deposits,Balance\n01/02/2024,Deposit,,100.00,100.00\n02/02/2024,Fee,5.00,,96.00\n02/02/2024,Transfer,96.00,,0.00\n'
  await choose(form, 'wallet.csv', open, '1040')
  await expect(form.getByText('Missing: the order of day, month and year.')).toBeVisible()
  await expectAccessibleInSoak(page)
  await form.getByLabel('Date format').selectOption('dmy')
  await expect(form.getByText('1 Feb 2024 to 2 Feb 2024')).toBeVisible()
  await expect(form.getByText('1 line is marked below.')).toBeVisible()
  await expect(form.getByText(/but the statement shows 96\.00: /)).toBeVisible()
  await form.getByRole('button', { name: /^Yes/ }).click()
  const reason = form.getByLabel('Reason for saving anyway')
  await expect(reason).toBeFocused()
  await reason.fill('The bank rounds the fee')
  await expectAccessibleInSoak(page)
  await form.getByRole('button', { name: /^Yes/ }).click()
  await form.getByRole('button', { name: 'View statements' }).click()

  const list = page.getByRole('region', { name: 'Statements of account' })
  const doubted = list.getByRole('row').filter({ hasText: 'wallet.csv' })
  await expect(doubted).toContainText('2 review notes')
  await expect(list.getByRole('row').filter({ hasText: name })).toContainText('OK')
  await doubted.getByRole('link').click()
  await expect(page.getByText('Saved with this explanation: The bank rounds the fee')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Bank statement lines' })).toContainText('1.00 too much')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download file' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('wallet.csv')
  await page.getByRole('button', { name: 'Remove statement' }).click()
  await page.getByLabel('Reason').fill('Typed by hand')
  await page.getByRole('button', { name: 'Remove statement' }).click()
  await expect(page.getByText(/ben removed it on .*: Typed by hand/)).toBeVisible()
  await expectAccessibleInSoak(page)

  // The layout is stored: the next file of the account asks nothing.
  const again = await openForm(page)
  await choose(again, 'wallet-2.csv', open.replaceAll('/02/2024', '/03/2024').replace('96.00', '95.00'), '1040')
  await expect(again.getByText('1 Mar 2024 to 2 Mar 2024')).toBeVisible()
  await expect(again.getByText('Layout of the file, saved for this account')).toBeVisible()
})

test(
  'several statements are uploaded together, each with its own result, and the next step is to reconcile them',
  { tag: '@soak' },
  async ({ page, signIn }) => {
    await signIn(page, 'ben', { at: '/bankreconciliation' })
    await page.getByRole('link', { name: /^Upload statement of Bank of Luzon ·8808/ }).click()
    const form = formOf(page, 'Bank Reconciliation Form')
    await expect(form.getByLabel('Account', { exact: true })).toHaveValue(/^1040 /)
    await page.goto('/bankreconciliationform?search=1045')
    await expect(form.getByLabel('Account', { exact: true })).toHaveValue(/^1045 /)
    const january = shortStatement('2024-01', { moved: '100.00', closing: '100.00' })
    await form.locator('input[type=file]').setInputFiles([
      {
        name: 'feb.ofx',
        mimeType: 'text/plain',
        buffer: shortStatement('2024-02', { moved: '-100.00', closing: '0.00' }),
      },
      { name: 'jan.ofx', mimeType: 'text/plain', buffer: january },
      { name: 'again.ofx', mimeType: 'text/plain', buffer: january },
      {
        name: 'scan.png',
        mimeType: 'image/png',
        buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      },
    ])
    await expect(form.getByText(/^This is an image/)).toBeVisible()
    await expect(form.getByText('✓ 1 Feb 2024 to 29 Feb 2024, 1 line')).toBeVisible()
    // The month between this one and the next statement is in the other file.
    await expect(form.getByText('Needs review: 1 problem found, 1 Jan 2024 to 31 Jan 2024')).toHaveCount(2)
    await expectAccessibleInSoak(page)
    await expect(form.getByRole('button', { name: /^Yes/ })).toBeFocused()
    await page.keyboard.press('y')
    await expect(form.getByText('2 of 4 statements saved')).toBeVisible()
    await expect(form.getByRole('listitem').filter({ hasText: 'again.ofx' })).toContainText('already uploaded')
    await expect(form.getByRole('listitem').filter({ hasText: 'scan.png' })).toContainText('This is an image')
    await expectAccessibleInSoak(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/bankreconciliation\/1045\/2024-01$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Perawallet ·0142, January 2024')
  },
)

/** One movement of the e-wallet before the demo begins, in OFX. */
function shortStatement(month: string, { moved, closing }: { moved: string; closing: string }): Buffer {
  const day = (of: string) => `${month.replace('-', '')}${of}`
  const last = month.endsWith('02') ? '29' : '31'
  return Buffer.from(
    [
      'OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nSECURITY:NONE\r\nENCODING:USASCII\r\nCHARSET:1252\r\nCOMPRESSION:NONE\r\nOLDFILEUID:NONE\r\nNEWFILEUID:NONE\r\n\r\n',
      '<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>PHP<BANKACCTFROM><BANKID>1<ACCTID>0917-555-0142<ACCTTYPE>CHECKING</BANKACCTFROM>',
      `<BANKTRANLIST><DTSTART>${day('01')}<DTEND>${day(last)}`,
      `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day('10')}120000<TRNAMT>${moved}<FITID>${month}<NAME>TOP UP ${month}</STMTTRN>`,
      `</BANKTRANLIST><LEDGERBAL><BALAMT>${closing}<DTASOF>${day(last)}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\r\n`,
    ].join(''),
  )
}
