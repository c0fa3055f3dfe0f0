// One document of each type that no other test types, typed into its form in an empty company: the trial balance shows the entries
// of docs/accounting/office-day.md, worked out by hand. soak/office-day.spec.ts types the whole day.
import type { Page } from '@playwright/test'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { addDays, dayInManila } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { debitMemo, transfer, withdraw } from './fixtures/forms.ts'
import { setUpOffice, officeSetup, rowsOf, trialBalance } from './fixtures/office-day.ts'
import type { Portal } from './fixtures/portal.ts'
import { recordFields, registerCompany } from './fixtures/recording.ts'
import { storeSession } from './fixtures/sign-in.ts'
import type { Session } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ setup: officeSetup })

/** Types that another test types into its form, or records from another page. */
const elsewhere: Partial<Record<DocumentTypeName, string>> = {
  bill: 'key-counts.spec.ts',
  cheque: 'cheques.spec.ts',
  collection: 'key-counts.spec.ts',
  creditmemo: 'purchases.spec.ts',
  deposit: 'money.spec.ts',
  invoice: 'form.spec.ts',
  journalvoucher: 'closing.spec.ts',
  payment: 'settling.spec.ts',
  pettycash: 'purchases.spec.ts',
  pettycashfund: 'purchases.spec.ts',
  certificate: 'certificates.spec.ts',
  opening: 'settings.spec.ts',
  bankadjustment: 'reconciliation.spec.ts',
  yearend: 'year.spec.ts',
  payroll: 'payroll.spec.ts',
  unapply: 'flow.spec.ts',
}

/** Entries of documents that the page does not have, worked out in the same way. */
const others = {
  debitmemo: { debit: '1110 1,120.00', credit: '4020 1,000.00; 2110 120.00' },
  /** Including the capital it was drawn on and the permit it paid for half a year earlier. */
  stalecheque: { debit: '6240 5,000.00; 1031 5,000.00', credit: '3010 5,000.00; 2030 5,000.00' },
}

test('each document that no other test enters is typed into its form and posts the entry calculated by hand', async ({
  page,
  portal,
}) => {
  const ben = await setUpOffice(portal)
  await storeSession(page.context(), portal, ben)
  const today = dayInManila(await portal.now())
  const by = { portal, session: ben }
  await chequeOf(portal, ben, addDays(today, -200))
  await recordFields(by, 'deposit', {
    account: '1031',
    others: [{ description: 'Capital', account: '3010', amount: '50000000' }],
  })
  const billed = await recordFields(by, 'invoice', {
    partyId: await registerCompany(by, 'customer', { registeredName: 'Bagong Alon Inc.' }),
    externalNo: '1002',
    priceMode: 'inclusive',
    lines: [{ description: 'Services', quantity: '1', unitPrice: '5600000', vatClass: 'vatable', account: '4020' }],
  })
  const typed: readonly (readonly [DocumentTypeName, number | keyof typeof others, () => Promise<unknown>])[] = [
    ['transfer', 3, () => transfer(page, 'Local', { From: '1031', To: '1032', Amount: '50,000', Fee: '25' })],
    ['withdrawal', 40, () => withdraw(page, '1031', { Purpose: 'For the till', Account: '1010', Amount: '10,000' })],
    ['debitmemo', 'debitmemo', () => debitMemo(page, billed, '61', '1,120')],
    ['stalecheque', 'stalecheque', () => writeBackCheque(page, '0000101')],
  ]
  const recorded = new Set([...typed.map(([kind]) => kind), ...Object.keys(elsewhere)])
  expect(documentTypeNames.filter((kind) => !recorded.has(kind))).toEqual([])

  for (const [kind, document, record] of typed) await test.step(`${kind} (${document})`, record)
  // The capital and the invoice are documents 1 and 7.
  const expected = balances([1, 7, ...typed.map(([, document]) => document)])
  await expect.poll(() => trialBalance(page, today)).toEqual(expected)
})

/** A cheque of that day, and the money for it. */
async function chequeOf(portal: Portal, ben: Session, day: Day): Promise<void> {
  const record = (kind: DocumentTypeName, fields: object) =>
    recordFields({ portal, session: ben }, kind, { day, account: '1031', ...fields })
  await record('deposit', { others: [{ description: 'Capital', account: '3010', amount: '500000' }] })
  const line = { description: 'Permit', account: '6240', amount: '500000', atc: null }
  await record('cheque', {
    chequeNo: '0000101',
    payee: 'City Treasurer',
    pays: 'direct',
    lines: [{ ...line, vatClass: 'not_subject', category: 'not_creditable' }],
  })
}

async function writeBackCheque(page: Page, no: string): Promise<void> {
  await page.goto('/chequedisbursement')
  const leaf = page.getByRole('region', { name: 'Cheque books' }).getByRole('row').filter({ hasText: no })
  await leaf.getByRole('button', { name: `Change status of ${no}` }).click()
  await page.getByRole('menuitem', { name: 'Write back as stale' }).click()
  const dialog = page.getByRole('dialog', { name: `Write back cheque ${no}?` })
  await dialog.getByRole('button', { name: 'Yes, write it back' }).click()
  await expect(dialog).toBeHidden()
}

/** 'code | debit | credit' of each account with a balance after these documents. */
function balances(documents: readonly (number | keyof typeof others)[]): string[] {
  const entries = new Map(
    rowsOf('The documents').map(([no, , debit = '', credit = '']) => [Number(no), { debit, credit }]),
  )
  const accounts = new Map<string, bigint>()
  const add = (cell: string, sign: bigint) => {
    for (const part of cell.split('; ')) {
      const [code = '', amount = ''] = part.split(' ')
      accounts.set(code, (accounts.get(code) ?? 0n) + sign * BigInt(amount.replace(/[,.]/g, '')))
    }
  }
  for (const document of documents) {
    const entry = typeof document === 'number' ? entries.get(document) : others[document]
    if (entry === undefined) throw new Error(`The page has no document ${document}.`)
    add(entry.debit, 1n)
    add(entry.credit, -1n)
  }
  return [...accounts]
    .filter(([, balance]) => balance !== 0n)
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([code, balance]) =>
      balance > 0n ? `${code} | ${formatMoney(balance)} | ` : `${code} |  | ${formatMoney(-balance)}`,
    )
}
