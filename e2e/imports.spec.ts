// A file of bills is imported, and the whole import is undone after one of its bills was paid.
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { recordFields, registerCompany } from './fixtures/recording.ts'
import { answer } from './fixtures/reconciling.ts'
import { listDocuments } from '@talaan/contract/documents.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

test(
  'a batch of bills is undone as a whole once the payment of one of them is void',
  { tag: '@soak' },
  async ({ page, portal, setSession }) => {
    const by = { portal, session: await setSession(page, 'ben') }
    const partyId = await registerCompany(by, 'supplier', { registeredName: 'Kalinaw Paper Supply, Inc.' })
    const titles = ["Supplier's invoice no.", 'Supplier', 'Bill date', 'Description', 'Amount', 'Account']
    const bills = ['88001', '88002', '88003'].map((number) => [
      number,
      'Kalinaw Paper Supply, Inc.',
      't',
      'Paper',
      '1,120.00',
      '6070',
    ])

    await page.goto('/import?kind=bill')
    await page.getByLabel('Or paste rows').fill([titles, ...bills].map((row) => row.join('\t')).join('\n'))
    await page.getByRole('button', { name: 'Use pasted rows' }).click()
    await page.getByRole('button', { name: 'Check 3 rows' }).click()
    await page.getByLabel('Number of documents').fill('3')
    await page.getByLabel('Control total').fill('3,360.00')
    await page.getByRole('button', { name: 'Record 3' }).click()
    await expect(page.getByText('3 were recorded.')).toBeVisible()

    const { documents } = (await answer(portal, by.session, listDocuments, { query: { kind: 'bill' } })) as {
      documents: { id: string; externalNo: string }[]
    }
    const documentId = documents.find(({ externalNo }) => externalNo === '88002')?.id
    const from = { account: '1031', method: 'transfer', reference: 'FT-88002' }
    await recordFields(by, 'payment', { partyId, ...from, rows: [{ documentId, pay: '112000' }] })

    const dialog = page.getByRole('dialog')
    const batch = page.getByRole('table', { name: 'Imported batches' }).getByRole('row').nth(1)
    const undo = async () => {
      await page.goto('/import')
      await batch.getByRole('button', { name: /^Undo the import of 3 bills/ }).click()
    }
    await test.step('the payment is named, and nothing can be voided yet', async () => {
      await undo()
      await expect(dialog.getByText('Void these documents first')).toBeVisible()
      await expect(dialog.getByRole('button', { name: /^Void/ })).toHaveCount(0)
      await expectAccessibleInSoak(page)
      await dialog.getByRole('link').first().click()
      await page.getByRole('button', { name: 'Void document' }).click()
      await dialog.getByLabel('Reason').fill('The bills were imported twice')
      await dialog.getByRole('button', { name: 'Void', exact: true }).click()
      await expect(dialog).toBeHidden()
    })
    await test.step('then the preview says what else changes, and all are voided', async () => {
      await undo()
      await expect(dialog.getByText('Its open balance of 1,120.00 is removed.')).toHaveCount(3)
      await dialog.getByLabel('Reason').fill('The bills were imported twice')
      await dialog.getByRole('button', { name: 'Void 3 documents' }).click()
      await expect(dialog).toBeHidden()
      await expect(batch).toContainText('All void')
      await expect(batch.getByRole('button')).toHaveCount(0)
    })
  },
)
