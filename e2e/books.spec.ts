// The loose-leaf books: a draft is made and saved, a month is bound and stored, and the exported year is verified offline.
import { readFileSync } from 'node:fs'
import { axeViolations, expectAccessibleInSoak } from './fixtures/axe.ts'
import { formOf } from './fixtures/invoice.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

test('a month is bound and stored, and the exported year is verified by a page that works offline', async ({
  page,
  setSession,
  context,
}, info) => {
  await setSession(page, 'ben')
  const bound = { code: '', file: '' }
  const form = formOf(page, 'LooseLeaf Form')

  await test.step('an open month gives a draft that can be saved', async () => {
    await page.goto('/looseleafform')
    await expect(page.getByText('Please Upload your LooseLeaf transaction')).toBeVisible()
    await form.getByLabel('Month', { exact: true }).selectOption({ index: 1 })
    await expect(form.getByRole('button', { name: 'Bind the books' })).toBeDisabled()
    await form.getByLabel('General Ledger').uncheck()
    await expectAccessibleInSoak(page)
    await form.getByRole('button', { name: 'Print a draft' }).click()
    await expect(form.getByRole('heading', { name: 'Ready' })).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      form.getByRole('button', { name: 'Subsidiary Sales Journal as PDF' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^sales-\d{4}-\d\d-draft\.pdf$/)
    await expect(form.getByText('General Ledger')).toBeHidden()
  })

  await test.step('a closed month is bound after a confirmation', async () => {
    await form.getByRole('button', { name: 'Create other books' }).click()
    const month = form.getByLabel('Month', { exact: true })
    await expect(month.locator('option:checked')).toContainText('closed')
    await form.getByRole('button', { name: 'Bind the books' }).click()
    await expect(form.getByRole('button', { name: 'Yes' })).toBeFocused()
    await page.keyboard.press('y')
    await expect(form.getByRole('heading', { name: 'Ready' })).toBeVisible()
    await expectAccessibleInSoak(page)
    await form.getByRole('button', { name: 'View bound books' }).click()
    const list = page.getByRole('table', { name: 'Bound books' })
    await expect(list.getByRole('row')).toHaveCount(7)
    await expect(list.getByText('Unchanged')).toHaveCount(6)
    await expectAccessibleInSoak(page)
    const sales = list.getByRole('row').filter({ hasText: 'Subsidiary Sales Journal' })
    ;[bound.code = ''] = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{3}\b/.exec(await sales.innerText()) ?? []
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      sales.getByRole('button', { name: /CSV/ }).click(),
    ])
    bound.file = info.outputPath(download.suggestedFilename())
    await download.saveAs(bound.file)
  })

  await test.step('the columns of the cash books are changed starting with a chosen month', async () => {
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByLabel('Accounts of column 1, Cash Receipts Journal').fill('1320')
    await page.getByLabel('Accounts of column 2, Cash Receipts Journal').fill('one')
    await page.getByRole('button', { name: 'Save columns' }).click()
    const layout = page.getByRole('region', { name: 'Columns and certificate' })
    await expect(layout.getByRole('alert')).toContainText('Choose an account from the list.')
    await page.getByLabel('Accounts of column 2, Cash Receipts Journal').fill('1325')
    await page.getByLabel('Signing officer').fill('Benigno Cruz')
    await page.getByRole('button', { name: 'Save columns' }).click()
    await expect(page.getByText('Benigno Cruz signs the certificate.')).toBeVisible()
  })

  await test.step('the exported year is verified; changing one letter is detected', async () => {
    const proof = page.getByRole('region', { name: 'Proof and audit pack' })
    const saved = async (button: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        proof.getByRole('button', { name: button }).click(),
      ])
      const path = info.outputPath(download.suggestedFilename())
      await download.saveAs(path)
      return path
    }
    const year = await saved('Export year')
    const verifier = await context.newPage()
    await verifier.goto(`file://${await saved('Download verifier')}`)
    await verifier.getByLabel('Choose the exported year').setInputFiles(year)
    await expect(verifier.getByText('All checks passed. The file is complete and unchanged.')).toBeVisible()
    await expect(verifier.getByText('✓ Holds.')).toHaveCount(7)
    await verifier.getByLabel('Code on the voucher or the page').fill(bound.code)
    await expect(verifier.getByText('✓ Cover, index or certificate. Subsidiary Sales Journal')).toBeVisible()
    await expect(verifier.getByRole('row', { name: /^sales-.*\.pdf [0-9a-f]{64}$/ })).toBeVisible()
    const bookFile = verifier.getByLabel('Choose a file of a bound book')
    await bookFile.setInputFiles(bound.file)
    await expect(verifier.getByText(/is sales-[\d-]+\.csv, unchanged since it was stored/)).toBeVisible()
    await bookFile.setInputFiles({
      name: 'x.csv',
      mimeType: 'text/csv',
      buffer: Buffer.concat([readFileSync(bound.file), Buffer.from(' ')]),
    })
    await expect(verifier.getByText('✕ x.csv is not a file of a bound book for this year')).toBeVisible()
    expect(await axeViolations(verifier)).toEqual([])
    const text = readFileSync(year, 'utf8')
    const at = text.indexOf('"memo":"') + 8
    const changed = `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`
    await verifier.getByLabel('Choose the exported year').setInputFiles({
      name: 'changed.jsonl',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(changed),
    })
    await expect(verifier.getByText('Some checks failed.')).toBeVisible()
    await verifier.close()
  })
})
