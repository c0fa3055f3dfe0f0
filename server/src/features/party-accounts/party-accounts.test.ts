// Bank accounts of suppliers on the real server: who may change and see them, and how a payment warns about them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getDocument, recordDocument, reviewDraft } from '@talaan/contract/documents.ts'
import { listPartyAccounts, savePartyAccount, showPartyAccount } from '@talaan/contract/party-accounts.ts'
import { mergeParty, registerParty } from '@talaan/contract/parties.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { verify } from '../../books/verify/verify.ts'

let portal: Portal
let ana: Caller
let ben: Caller
let supplier: string

beforeAll(async () => void (portal = await openPortal()))
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
  await portal.db.kysely
    .updateTable('money_account')
    .set({ overdraft: 100_000_000n })
    .where('code', '=', '1031')
    .execute()
  supplier = await registered('Kalinga Security Services', '123-456-789')
})

test('only admins and accountants change bank accounts; numbers are masked, and showing one is an event', async () => {
  const accountId = crypto.randomUUID()
  expect((await saved(ana, supplier, accountId)).status).toBe(403)
  expect((await saved(ben, crypto.randomUUID(), accountId)).status).toBe(404)
  const changeId = crypto.randomUUID()
  expect((await saved(ben, supplier, accountId, { changeId })).status).toBe(200)
  // Sent again, it is the same change; another one for the same state is refused.
  expect((await saved(ben, supplier, accountId, { changeId })).status).toBe(200)
  expect((await saved(ben, supplier, accountId)).body.code).toBe('partyAccounts.changed')
  expect((await saved(ben, supplier, crypto.randomUUID())).body.code).toBe('partyAccounts.twice')
  expect((await saved(ben, supplier, crypto.randomUUID(), { number: '--- 1' })).status).toBe(400)

  const { answer, body } = await ana.call(listPartyAccounts, { params: { partyId: supplier } })
  expect(answer.accounts).toMatchObject([
    { id: accountId, bank: 'Bank of Luzon', masked: '·7890', active: true, nth: 1 },
  ])
  expect(JSON.stringify(body)).not.toContain('12-3456')
  const params = { partyId: supplier, accountId }
  expect((await ana.call(showPartyAccount, { params })).answer).toEqual({ number: '0012-3456-7890' })
  expect((await ana.call(showPartyAccount, { params: { ...params, partyId: crypto.randomUUID() } })).status).toBe(404)
  expect(await events()).toEqual(['partyAccounts.save ben ·7890', 'partyAccounts.show ana ·7890'])
})

test('a change needs a reason and stays in the history, also where the last digits are the same', async () => {
  const accountId = crypto.randomUUID()
  await saved(ben, supplier, accountId)
  const change = { after: 1, number: '9912-3456-7890' }
  expect((await saved(ben, supplier, accountId, { ...change, reason: 'no' })).body.fields).toMatchObject([
    { path: ['reason'] },
  ])
  expect((await saved(ben, supplier, accountId, { after: 1, number: '', reason: 'Nothing new' })).body.code).toBe(
    'partyAccounts.nothingChanged',
  )
  portal.clock.forward(60)
  expect((await saved(ben, supplier, accountId, { ...change, reason: 'New branch of the bank' })).status).toBe(200)
  portal.clock.forward(60)
  const off = { after: 2, number: '', active: false, reason: 'Account was closed' }
  expect((await saved(ben, supplier, accountId, off)).status).toBe(200)
  const [account] = (await ana.call(listPartyAccounts, { params: { partyId: supplier } })).answer.accounts
  expect(account).toMatchObject({ masked: '·7890', active: false, nth: 3 })
  expect(account?.history).toMatchObject([
    { reason: 'Account was closed', changes: [{ label: 'Status', before: 'Active', after: 'Inactive' }] },
    { reason: 'New branch of the bank', changes: [{ label: 'Number', before: '·7890', after: '·7890, other digits' }] },
    { reason: '', changes: [] },
  ])
  const { checks } = await verify(portal.db.kysely)
  expect(checks.filter(({ problems }) => problems.length > 0)).toEqual([])
  await expect(portal.db.pool.query(`update party_bank_account set number = '1234'`)).rejects.toThrow()
  await expect(portal.db.pool.query('delete from party_bank_account')).rejects.toThrow()
})

test('a payment names the bank account on its voucher, and warns about a recent change and a shared number', async () => {
  const accountId = crypto.randomUUID()
  await saved(ben, supplier, accountId)
  const other = await registered('Mayon Trading', '987-654-321')
  const shared = crypto.randomUUID()
  await saved(ben, other, shared, { number: '001234567890', bank: 'BOL' })
  const [listed] = (await ana.call(listPartyAccounts, { params: { partyId: supplier } })).answer.accounts
  expect(listed?.sameAs).toEqual(['Mayon Trading'])

  expect((await mistakesOf({ payeeAccount: shared }))[0]?.message).toContain('belongs to someone else')
  expect((await mistakesOf({ payeeAccount: accountId, method: 'cash', reference: '' }))[0]?.path).toEqual([
    'payeeAccount',
  ])
  const draftId = crypto.randomUUID()
  const review = await reviewed({ payeeAccount: accountId }, draftId)
  expect(aboutAccount(review)).toEqual([
    'The bank account Bank of Luzon ·7890 was added on 16 Mar 2026 by ben. Confirm it with the payee by telephone, using a number you already have.',
    'The bank account Bank of Luzon ·7890 is also registered for Mayon Trading. Check whose account it is.',
  ])
  // A change after the review requires a new one.
  await saved(ben, supplier, accountId, { after: 1, number: '5555-6666-7777', reason: 'They moved their account' })
  const stale = await ana.call(recordDocument, { body: { draftId, digest: review.digest } })
  expect(stale).toMatchObject({ status: 409, body: { code: 'documents.reviewAgain' } })
  const again = await reviewed({ payeeAccount: accountId }, draftId)
  expect(aboutAccount(again)).toEqual([expect.stringContaining('·7777 was changed on')])
  const { documentId } = (await ana.call(recordDocument, { body: { draftId, digest: again.digest } })).answer
  const { receipt } = (await ana.call(getDocument, { params: { documentId } })).answer.document
  expect(receipt.facts).toEqual(
    expect.arrayContaining([
      { label: "Payee's bank account", value: 'Bank of Luzon, 5555-6666-7777' },
      { label: 'Account name', value: 'Kalinga Security Services' },
    ]),
  )
  portal.clock.forward(31 * 86_400)
  ;[ana, ben] = [await portal.signIn('ana', { force: true }), await portal.signIn('ben', { force: true })]
  expect(aboutAccount(await reviewed({ payeeAccount: accountId, reference: 'TRX-2' }))).toEqual([])
  await saved(ben, supplier, accountId, { after: 2, number: '', active: false, reason: 'Account was closed' })
  expect((await mistakesOf({ payeeAccount: accountId }))[0]?.message).toContain('is inactive')
})

test('the bank accounts of a merged supplier are those of the one that stays', async () => {
  const goes = await registered('Kalinga Security', '123-456-789-00001')
  const accountId = crypto.randomUUID()
  await saved(ben, goes, accountId)
  const body = { mergeId: crypto.randomUUID(), into: supplier, reason: 'The same supplier' }
  expect((await ben.call(mergeParty, { params: { partyId: goes }, body })).status).toBe(200)
  const [account] = (await ana.call(listPartyAccounts, { params: { partyId: supplier } })).answer.accounts
  expect(account).toMatchObject({ id: accountId, sameAs: [] })
  expect(aboutAccount(await reviewed({ payeeAccount: accountId }))).toHaveLength(1)
})

const saved = (by: Caller, partyId: string, accountId: string, changes: Record<string, unknown> = {}) =>
  by.call(savePartyAccount, {
    params: { partyId, accountId },
    body: {
      changeId: crypto.randomUUID(),
      after: 0,
      bank: 'Bank of Luzon',
      accountName: 'Kalinga Security Services',
      number: '0012-3456-7890',
      currency: 'PHP',
      active: true,
      reason: '',
      ...changes,
    },
  })

async function registered(registeredName: string, tin: string): Promise<string> {
  const fields = { kind: 'non_individual', vatStatus: 'vat', tin, registeredName }
  const body = { registrationId: crypto.randomUUID(), role: 'supplier' as const, fields, lookAlikesSeen: true }
  return (await ana.call(registerParty, { body })).answer.party.id
}

/** An advance, so that no bill is needed. */
const payment = (changes: Record<string, unknown>) => ({
  kind: 'payment' as const,
  fields: {
    partyId: supplier,
    day: '2026-03-16',
    account: '1031',
    method: 'transfer',
    reference: 'TRX-1',
    advance: '100000',
    ...changes,
  },
})

const review = (changes: Record<string, unknown>, draftId: string) =>
  ben.call(reviewDraft, { params: { draftId }, body: payment(changes) })

async function reviewed(changes: Record<string, unknown>, draftId = crypto.randomUUID()) {
  return (await ana.call(reviewDraft, { params: { draftId }, body: payment(changes) })).answer
}

const aboutAccount = ({ warnings }: { warnings: readonly string[] }) =>
  warnings.filter((words) => words.startsWith('The bank account'))

async function mistakesOf(changes: Record<string, unknown>): Promise<{ path: unknown[]; message: string }[]> {
  return (await review(changes, crypto.randomUUID())).body.fields ?? []
}

async function events(): Promise<string[]> {
  const { rows } = await portal.db.pool.query<{ event: string }>(
    `select action || ' ' || actor_name || ' ' || (detail ->> 'number') as event from audit
     where action like 'partyAccounts.%' and outcome = 'done' order by seq`,
  )
  return rows.map(({ event }) => event)
}
