// The fiscal year of the demo company, closed by its accountant in one sitting: the statements of its banks uploaded in every
// format, what is certain confirmed by one key, what only the banks told recorded, each month signed off and closed, and
// the year brought to retained earnings.
import { readFileSync, readdirSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { endOfMonth, formatMonth } from '@talaan/ledger/core/date.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import { viewReport } from '@talaan/contract/reports.ts'
import { faultsOf } from './fixtures/axe.ts'
import { sheetOf } from './fixtures/invoice.ts'
import { isLarge, runCommand } from './fixtures/portal.ts'
import type { Portal } from './fixtures/portal.ts'
import { answer, monthOfBank, openMonths } from './fixtures/reconciling.ts'
import type { Session } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ house: { company: 'year', env: {} } })

type Given = { account: string; month: Month; name: string; bytes: Buffer<ArrayBuffer> }

/** What the banks gave, in the order of the months; the year is the first twelve of them. */
function givenBy(portal: Portal): { files: Given[]; year: Month[] } {
  const folder = join(portal.dataDir, 'demo-statements')
  const files = readdirSync(folder).map((name): Given => {
    const [, account = '', month = ''] = /^(\d{4})-(\d{4}-\d{2})\./.exec(name) ?? []
    return { account, month, name, bytes: readFileSync(join(folder, name)) }
  })
  const year = [...new Set(files.map(({ month }) => month))].toSorted().slice(0, 12)
  return { files: files.filter(({ month }) => year.includes(month)).toSorted(byName), year }
}
const byName = (a: Given, b: Given) => (a.name < b.name ? -1 : 1)

test('the year is reconciled from files of every format and closed month by month in one sitting', async ({
  page,
  portal,
  signIn,
}) => {
  test.setTimeout(isLarge ? 1_200_000 : 400_000)
  const ben = await signIn(page, 'ben', { at: '/bankreconciliationform' })
  const { files, year } = givenBy(portal)
  const main = files.filter(({ account }) => account === '1031')
  expect(main).toHaveLength(12)
  expect(new Set(main.map(({ name }) => name.replace(/.*\./, '')))).toEqual(
    new Set(['csv', 'xlsx', 'ofx', 'qif', 'sta', 'xml', 'pdf']),
  )

  await test.step('the statements are uploaded', async () => {
    const sheet = sheetOf(page, 'Bank Reconciliation Form')
    for (const { account, name, bytes } of files) {
      await sheet.getByLabel('Account', { exact: true }).selectOption(account)
      await sheet.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: bytes })
      await expect(sheet.getByRole('button', { name: /^Yes/ })).toBeFocused()
      await page.keyboard.press('y')
      await expect(sheet.getByText('The statement is stored')).toBeVisible()
      await page.keyboard.press('Enter')
    }
  })

  await test.step('each month is reconciled and signed off', async () => {
    let [lines, right] = [0, 0]
    await page.goto(`/bankreconciliation/1031/${year[0]}`)
    for (const month of year) {
      await expect(page.getByRole('heading', { level: 1, name: formatMonth(month) })).toBeVisible()
      const { lines: given, books } = await monthOfBank(portal, ben, { account: '1031', month })
      const wrong = given.filter((line) => !isRight(line, books))
      expect(wrong.filter(({ proposals: [best] }) => best?.certainty === 'certain')).toEqual([])
      lines += given.length
      right += given.length - wrong.length
      await reconcileByKeys(page)
      if (month === year[0]) expect(await faultsOf(page)).toEqual([])
      if (month !== year.at(-1)) await page.getByRole('link', { name: nextOf(year, month), exact: true }).click()
    }
    // What is proposed was made by the demo out of the books, and says so in its words.
    expect(lines).toBeGreaterThan(200)
    expect(right / lines).toBeGreaterThanOrEqual(0.95)
    // The other banks in the same sitting: each signature offers the next month.
    const next = page.getByRole('link', { name: /^Next: / })
    for (let left = await countOpen(portal, ben); left > 0; left -= 1) {
      const name = (await next.textContent())?.replace('Next: ', '') ?? ''
      await next.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await reconcileByKeys(page)
    }
    await expect(page.getByText('No other month with a statement is open.')).toBeVisible()
    expect(await countOpen(portal, ben)).toBe(0)
  })

  await test.step('each month is closed, and the year with the last', async () => {
    await page.goto('/financialreport/close')
    for (const month of year) await closeMonth(page, month, month === year.at(-1))
    const events = page.getByRole('table', { name: 'Closings and reopenings' })
    await expect(events.getByRole('row')).toHaveCount(13)
    expect(await faultsOf(page)).toEqual([])
  })

  await test.step('income and expense begin anew, and the books are proved', async () => {
    const query = { asOf: endOfMonth(year.at(-1) ?? '') }
    const asked = { params: { report: 'trial-balance' }, query }
    const { table } = (await answer(portal, ben, viewReport, asked)) as { table: { rows: { cells: unknown[] }[] } }
    const codes = table.rows.flatMap(({ cells: [code] }) => (/^\d{4}$/.test(String(code)) ? [String(code)] : []))
    expect(codes).toContain('3030')
    expect(codes.filter((code) => code >= '4')).toEqual([])
    // The portal has its books to itself; the operator proves a copy.
    const copy = join(portal.dataDir, '..', 'copy')
    await cp(join(portal.dataDir, 'database'), join(copy, 'database'), { recursive: true })
    expect(await runCommand(['verify'], { DATA_DIR: copy })).toMatch(/the chain ends in/)
  })
})

async function countOpen(portal: Portal, ben: Session): Promise<number> {
  let count = 0
  for (const account of ['1031', '1032', '1040', '1045']) count += (await openMonths(portal, ben, account)).length
  return count
}

/** All that is certain by one key; what is left takes one key each, and a second where something is recorded. */
async function reconcileByKeys(page: Page): Promise<void> {
  const lines = page.getByRole('region', { name: /^On the statement, to be explained/ })
  const explained = page.getByLabel(/^Figures of the month/).getByText('Explained')
  const certain = page.getByRole('button', { name: /^Confirm the/ })
  if (await certain.isVisible()) await page.keyboard.press('y')
  await expect(certain).toHaveCount(0)
  const count = async () =>
    (await lines.count()) === 0
      ? 0
      : Number(/\((\d+)\)/.exec((await lines.getByRole('heading').textContent()) ?? '')?.[1])
  for (let left = await count(); left > 0;) {
    await lines.getByRole('button').first().focus()
    const records = await page.getByRole('button', { name: 'Record it' }).first().isVisible()
    await page.keyboard.press('Enter')
    if (records) {
      const yes = page.getByRole('dialog').getByRole('button', { name: 'Yes, record and match' })
      await expect(yes).toBeEnabled()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    await expect.poll(count).toBeLessThan(left)
    left = await count()
  }
  await expect(explained).toBeVisible()
  await page.keyboard.press('o')
  await page.getByLabel('Note').press('Enter')
  await expect(page.getByText(/by ben on/)).toBeVisible()
}

async function closeMonth(page: Page, month: Month, isLast: boolean): Promise<void> {
  const named = formatMonth(month)
  const checklist = page.getByRole('region', { name: `Before ${named} is closed` })
  await expect(checklist).toBeVisible()
  const asked = page.getByRole('region', { name: 'Month-end entries' })
  await asked.getByRole('button', { name: /^Record all/ }).click()
  await expect(asked.getByRole('button', { name: /^Record all/ })).toHaveCount(0)
  // The closing rate of the dollars is not entered, which is explained below with the rest.
  await expect(checklist.getByText(/ is not recorded \(/)).toHaveCount(0)
  await expect(checklist.getByText(/ is not reconciled with its bank| has changed since/)).toHaveCount(0)
  if (isLast) {
    await asked.getByRole('button', { name: 'Record', exact: true }).click()
    await expect(checklist.getByText('There is nothing to close at the end of this month.')).toBeVisible()
  }
  const explain = checklist.getByRole('button', { name: 'Explain', exact: true })
  while ((await explain.count()) > 0) {
    await explain.first().click()
    const words = checklist.getByLabel('Why this may stay as it is')
    await expect(words).toBeFocused()
    // From the second month on it says what was said a month ago.
    if ((await words.inputValue()) === '') await page.keyboard.type('Looked into; settled in the month after')
    await page.keyboard.press('Control+Enter')
    await expect(words).toHaveCount(0)
  }
  await checklist.getByRole('button', { name: 'Close and seal' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close and seal' }).click()
  await expect(checklist).toBeHidden()
}

const nextOf = (year: readonly Month[], month: Month): string => formatMonth(year[year.indexOf(month) + 1] ?? month)

type MonthOfBank = Awaited<ReturnType<typeof monthOfBank>>
type Proposed = MonthOfBank['lines'][number]
type Book = MonthOfBank['books'][number]

/** The same money in the bank's own words: its cheque, or the number that the bank copied. */
function isRight({ description, chequeNo, amount, proposals: [best] }: Proposed, books: readonly Book[]): boolean {
  if (best === undefined || !best.best) return false
  if (best.record !== null) return best.record.what === ownWords.find(([words]) => description.startsWith(words))?.[1]
  return best.books.every((key) => {
    const book = books.find((each) => each.key === key)
    if (book === undefined || book.amount !== amount) return false
    if (book.chequeNo !== null) return chequeNo === book.chequeNo || description.includes(book.chequeNo)
    return chequeNo === null && (description.includes(book.reference) || !/\d{4}/.test(description))
  })
}

const ownWords = [
  ['INTEREST', 'interest'],
  ['SERVICE CHARGE', 'charge'],
  ['PESONET CREDIT UNKNOWN', 'direct'],
] as const
