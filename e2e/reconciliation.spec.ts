// The demo's bank statements against its books: a month by keyboard from the first line to the signature and the printed
// statement. A whole year is reconciled in year.spec.ts.
import type { Page } from '@playwright/test'
import { previewStatement, storeStatement } from '@talaan/contract/statements.ts'
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { answer, monthOfBank, openMonths } from './fixtures/reconciling.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

const line = (page: Page) => page.getByRole('region', { name: 'Bank line' })
const lines = (page: Page) => page.getByRole('region', { name: /^On the statement, unmatched/ })

test('a month is matched by keyboard, entries known only to the bank are recorded, and the month is signed off and printed', async ({
  page,
  portal,
  signIn,
}) => {
  const ben = await signIn(page, 'ben', { at: '/bankreconciliation' })
  const [first = '', second = ''] = await openMonths(portal, ben, '1031')
  const bank = page.getByRole('article').filter({ hasText: '1031' })
  await expect(bank.getByRole('heading')).toHaveText('Bank of Luzon ·7890')
  await expect(bank).toContainText(/Balance per bank.*Balance per books.*Unmatched lines/)
  await expect(bank.getByRole('link').filter({ hasText: 'left' }).first()).toBeVisible()
  await expectAccessibleInSoak(page)
  await bank.getByRole('link', { name: /^Reconcile next month/ }).click()
  await expect(page).toHaveURL(new RegExp(`/bankreconciliation/1031/${first}$`))
  const given = await monthOfBank(portal, ben, { account: '1031', month: first })
  const count = given.lines.length
  await expect(lines(page)).toContainText(`unmatched (${count})`)
  await expectAccessibleInSoak(page)

  // The list has the focus on arrival.
  await expect(lines(page).getByRole('button').first()).toBeFocused()
  await page.keyboard.press('j')
  await expect(lines(page).locator('[aria-current]')).toContainText(given.lines[1]?.description ?? '')
  await page.keyboard.press('k')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Undo last match')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  // Exact matches are confirmed with one key, and undone with one.
  const exact = Number(
    /\d+/.exec((await page.getByRole('button', { name: /exact matche?s?/ }).textContent()) ?? '')?.[0],
  )
  await page.keyboard.press('y')
  await expect(page.getByRole('status').filter({ hasText: `${exact} matched` })).toBeVisible()
  await expect(lines(page)).toContainText(`unmatched (${count - exact})`)
  await page.getByRole('status').getByRole('button', { name: /^Undo/ }).click()
  await expect(lines(page)).toContainText(`unmatched (${count})`)

  // Confirm, undo, and postpone: the cursor stays where it is.
  await lines(page).getByRole('button').first().focus()
  await page.keyboard.press('Enter')
  await expect(lines(page)).toContainText(`unmatched (${count - 1})`)
  await expect(page.getByRole('table', { name: 'Matched this month' })).toContainText('ben')
  await page.keyboard.press('u')
  await expect(lines(page)).toContainText(`unmatched (${count})`)
  await page.keyboard.press('l')
  await expect(lines(page).getByRole('button').first()).toContainText('Question')

  // Searched by hand in our books.
  const slip = lines(page).getByRole('button').filter({ hasText: 'DS 000417' })
  await slip.click()
  await page.keyboard.press('f')
  await expect(page.getByLabel('Name, number or amount')).toBeFocused()
  await page.keyboard.type('DS 000417')
  const find = page.getByRole('region', { name: 'Find in the books' })
  await find.getByRole('checkbox').first().check()
  await expect(find).toContainText('Difference: 0.00')
  await page.keyboard.press('Enter')
  await expect(lines(page)).toContainText(`unmatched (${count - 1})`)

  // The rest with one key each; lines that need an entry show it first and take a second key.
  await lines(page).getByRole('button').first().focus()
  for (let left = count - 1; left > 0;) {
    const before = left
    const records = await line(page).getByRole('button', { name: 'Record and match' }).first().isVisible()
    await page.keyboard.press('Enter')
    if (records) {
      const yes = page.getByRole('dialog').getByRole('button', { name: 'Yes, record and match' })
      await expect(page.getByRole('dialog').getByLabel('Journal entry')).toBeVisible()
      if (before === left && left === 1) await expectAccessibleInSoak(page)
      await expect(yes).toBeEnabled()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    await expect(async () => {
      left =
        (await lines(page).count()) === 0
          ? 0
          : Number(/\((\d+)\)/.exec((await lines(page).getByRole('heading').textContent()) ?? '')?.[1])
      expect(left).toBeLessThan(before)
    }).toPass()
    if (left > 0) await expect(lines(page).locator('[aria-current]')).toBeFocused()
  }
  await expect(page.getByLabel(/^Reconciliation summary/)).toContainText('Matched')

  // A document recorded from a bank line is voided with its match, after its consequences were shown.
  await page.getByRole('button', { name: /^Undo match: .*SERVICE CHARGE/ }).click()
  const consequences = page.getByRole('dialog')
  await expect(consequences).toContainText(/BA-\d{4}-\d{6} was recorded for this match\. It will be voided on/)
  await expect(consequences.getByRole('button', { name: 'Undo and void' })).toBeFocused()
  await expectAccessibleInSoak(page)
  await page.keyboard.press('Control+Enter')
  await expect(lines(page)).toContainText('unmatched (1)')
  await expect(page.getByText(/^BA-\d{4}-\d{6} voided on/)).toBeVisible()
  await expect(lines(page).locator('[aria-current]')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Yes, record and match' })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByLabel(/^Reconciliation summary/)).toContainText('Matched')

  await page.getByRole('button', { name: 'Sign off' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Sign off' })).toBeFocused()
  await page.getByLabel('Note').fill('Seen with the passbook')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Signed off by ben|by ben on/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Undo match/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Statement', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Adjusted book balance' })).toBeVisible()
  await expect(page.getByText('Both adjusted balances agree.')).toBeVisible()
  await expectAccessibleInSoak(page)
  const [print] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PDF' }).click()])
  expect(print.suggestedFilename()).toMatch(/^bank-reconciliation.*\.pdf$/)

  await page.getByRole('link', { name: 'Proof of Cash' }).click()
  await expect(
    page.getByText('The balances, receipts and disbursements of the bank and the books agree.'),
  ).toBeVisible()

  // A rule for similar lines, tried on reconciled ones; and a question that is answered.
  await page.goto(`/bankreconciliation/1031/${second}`)
  await expect(lines(page).getByRole('button').first()).toBeVisible()
  await page.keyboard.press('q')
  await page.getByLabel('Question', { exact: true }).fill('Whose money is this?')
  await page.getByRole('button', { name: 'Ask question', exact: true }).click()
  const questions = page.getByRole('region', { name: 'Questions (1)' })
  await expect(questions).toContainText('Whose money is this?')
  await page.keyboard.press('q')
  await page.getByLabel('Answer', { exact: true }).fill('Of the owner')
  await page.getByRole('button', { name: 'Save answer', exact: true }).click()
  await expect(questions).toBeHidden()

  // A transfer without a statement of the other account: the other account is picked, and 1 confirms like Enter.
  await lines(page).getByRole('button').first().focus()
  await page.keyboard.press('End')
  await expect(line(page)).toContainText('SERVICE CHARGE')
  // The other account is typed before the accounts are loaded.
  const accounts = Promise.withResolvers<void>()
  await page.route('**/api/money-accounts*', async (route) => {
    await accounts.promise
    await route.continue()
  })
  await page.keyboard.press('t')
  const transfer = page.getByRole('dialog')
  await expect(transfer.getByLabel('To account')).toBeFocused()
  await expectAccessibleInSoak(page)
  await page.keyboard.type('1032')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ben@example.com')
  accounts.resolve()
  await expect(transfer.getByLabel('Journal entry')).toContainText('1032')
  const open = (await monthOfBank(portal, ben, { account: '1031', month: second })).lines.length
  await page.keyboard.press('Enter')
  await expect(transfer).toBeHidden()
  await expect(lines(page)).toContainText(`unmatched (${open - 1})`)
  await page.keyboard.press('Home')
  await page.keyboard.press('j')
  await page.keyboard.press('1')
  await expect(lines(page)).toContainText(`unmatched (${open - 2})`)
  await page.keyboard.press('Home')
  await page.keyboard.press('a')
  const rule = page.getByRole('dialog')
  await expect(rule.getByRole('group', { name: 'Test on reconciled lines' })).toContainText(/\d+ right, 0 wrong/)
  await expectAccessibleInSoak(page)
  await rule.getByLabel('Name', { exact: true }).fill('Our own rule')
  await page.keyboard.press('Enter')
  await expect(rule).toBeHidden()
  await page.getByRole('button', { name: 'More about this account' }).click()
  await page.getByRole('menuitem', { name: 'Rules' }).click()
  const rules = page.getByRole('list', { name: 'Rules', exact: true })
  await expect(rules).toContainText('Our own rule')
  await rules.getByRole('button', { name: 'Cheques by number' }).focus()
  for (let at = 0; at < 4; at += 1) await page.keyboard.press('j')
  await expect(rules.getByRole('button', { name: 'Our own rule' })).toBeFocused()
  await expectAccessibleInSoak(page)
  await page.keyboard.press('x')
  await expect(rules).not.toContainText('Our own rule')

  // Undone before the server has answered: this undoes the last confirmation and not an earlier one.
  await page.goto(`/bankreconciliation/1031/${second}`)
  const top = lines(page).getByRole('button').first()
  await top.focus()
  const words = (await top.textContent()) ?? ''
  await page.keyboard.press('Enter')
  await page.keyboard.press('u')
  await expect(page.getByText(/^Undone: /)).toBeVisible()
  await expect(lines(page)).toContainText(`unmatched (${open - 2})`)
  await expect(top).toHaveText(words)

  await page.goto('/bankreconciliation')
  const earlier = bank.getByRole('button', { name: /^Show earlier months/ })
  await expect(bank.getByRole('list')).toBeVisible()
  if (await earlier.isVisible()) await earlier.click()
  await expect(bank.getByRole('link', { name: /(Reconciled|Locked) by ben$/ })).toHaveAttribute(
    'href',
    new RegExp(first),
  )
})

test(
  'a month with more lines than fit on a page is loaded completely and searched',
  { tag: '@soak' },
  async ({ page, portal, signIn }) => {
    const ben = await signIn(page, 'ben', { at: '/bankreconciliation' })
    const query = { account: '1032', name: 'many.ofx' }
    const bytes = manyLines(450)
    const { digest } = (await answer(portal, ben, previewStatement, { query, bytes })) as { digest: string }
    await answer(portal, ben, storeStatement, { query: { ...query, digest }, bytes })
    await page.goto('/bankreconciliation/1032/2024-02')
    await expect(lines(page)).toContainText('unmatched (450)')
    await lines(page).getByRole('button').first().focus()
    const current = lines(page).locator('[aria-current]')
    await expect(async () => {
      await page.keyboard.press('End')
      await expect(current).toContainText('PAYMENT 450', { timeout: 500 })
    }).toPass()
    await expect(current).toBeFocused()
    await expect(line(page)).toContainText('PAYMENT 450')
    await expectAccessibleInSoak(page)

    await page.keyboard.press('f')
    const find = page.getByRole('region', { name: 'Find in the books' })
    await page.getByLabel('Name, number or amount').fill('payment')
    await expect(find.getByRole('checkbox')).toHaveCount(40)
    await find.getByRole('button', { name: 'Show more (409 left)' }).click()
    await expect(find.getByRole('checkbox')).toHaveCount(80)
    await page.keyboard.press('Escape')
    await expect(find).toBeHidden()
  },
)

/** A statement of the month before the demo begins, as a bank exports it. */
function manyLines(count: number): Uint8Array<ArrayBuffer> {
  const of = (at: number) => `2024020${1 + (at % 9)}`
  const movements = Array.from({ length: count }, (_, at) => at + 1)
    .toSorted((a, b) => (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : a - b))
    .map(
      (at, place) =>
        `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${of(at)}120000<TRNAMT>-${at}.00<FITID>M${at}<NAME>PAYMENT ${place + 1}</STMTTRN>`,
    )
  const text = [
    'OFXHEADER:100',
    'DATA:OFXSGML',
    'VERSION:102',
    'SECURITY:NONE',
    'ENCODING:USASCII',
    'CHARSET:1252',
    'COMPRESSION:NONE',
    'OLDFILEUID:NONE',
    'NEWFILEUID:NONE',
    '',
    '<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS>',
    '<CURDEF>PHP<BANKACCTFROM><BANKID>010000000<ACCTID>2200-1144-5566<ACCTTYPE>CHECKING</BANKACCTFROM>',
    '<BANKTRANLIST><DTSTART>20240201<DTEND>20240229',
    ...movements,
    '</BANKTRANLIST><LEDGERBAL><BALAMT>0.00<DTASOF>20240229</LEDGERBAL>',
    '</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
    '',
  ]
  return new TextEncoder().encode(text.join('\r\n'))
}
