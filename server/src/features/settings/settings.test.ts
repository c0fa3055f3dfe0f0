// Company settings: who may change them, what is refused and why, what is stored, and that concurrent changes are not lost.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { recordDocument, reviewDraft } from '@talaan/contract/documents.ts'
import { firstSteps, markStepDone } from '@talaan/contract/first-steps.ts'
import { nextReceiptNo } from '@talaan/contract/purchases.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import {
  addRegistration,
  addVatRate,
  addWithholdingRate,
  changeAccount,
  changeCompany,
  changeExpenseType,
  changeMoneyAccount,
  getSettings,
  listSettingsChanges,
  listTestEmails,
  sendTestEmail,
} from '@talaan/contract/settings.ts'
import type { Settings } from '@talaan/contract/settings.ts'
import { openPostOffice } from '../../../test/post-office.ts'
import { workOff } from '../../../test/jobs.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller } from '../../../test/portal.ts'
import { readMigrations } from '../../platform/db/migrate.ts'
import { verify } from '../../books/verify/verify.ts'
import { setUp } from '../../cli/setup.ts'
import { sendsMail } from '../mail/send.ts'

const p = await openPortal()
afterAll(p.close)
beforeEach(p.reset)

const wire = (value: object) =>
  JSON.parse(JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part)))
const now = async (who: Caller): Promise<Settings> => (await who.call(getSettings)).answer
const account = async (who: Caller, code: string) =>
  (await now(who)).accounts.find((each) => each.code === code)?.settings ?? null
const moneyAccount = async (who: Caller, code: string) =>
  (await now(who)).money.find((each) => each.code === code)?.settings ?? null
const put = (who: Caller, endpoint: typeof changeAccount, code: string, was: object | null, next: object) =>
  who.call(endpoint, { params: { code }, body: wire({ was, now: next }) })
const changeOf = async (who: Caller, code: string, like: object) => {
  const was = await account(who, code)
  return put(who, changeAccount, code, was, { ...was, ...like })
}
const moneyChangeOf = async (who: Caller, code: string, like: object) => {
  const was = await moneyAccount(who, code)
  return put(who, changeMoneyAccount as never, code, was, { ...was, ...like })
}

/** A vatable sale of 112,000.00. */
async function sale(who: Caller, externalNo = '1'): Promise<void> {
  const { draftId, review } = await reviewedSale(who, '2026-03-16', externalNo)
  await who.call(recordDocument, { body: { draftId, digest: review.answer.digest } })
}

async function reviewedSale(who: Caller, day: string, externalNo = '1') {
  const registered = await who.call(registerParty, {
    body: { registrationId: crypto.randomUUID(), role: 'customer', fields: buyer },
  })
  const draftId = crypto.randomUUID()
  const line = { description: 'Bamboo', quantity: '1', unitPrice: '11200000', vatClass: 'vatable', account: '4010' }
  const fields = {
    email: 'ana@example.com',
    partyId: registered.body.party.id,
    externalNo,
    day,
    priceMode: 'inclusive',
    lines: [line],
  }
  const review = await who.call(reviewDraft, { params: { draftId }, body: { kind: 'invoice', fields } })
  return { draftId, review }
}
const buyer = {
  kind: 'non_individual',
  tin: '001-002-003',
  registeredName: 'Lakbay Trading Inc.',
  vatStatus: 'vat',
  address: { street: '1 Rizal Street', city: 'Manila', zip: '1000' },
}

test('the settings are for admin and accountant; a user sees and changes nothing', async () => {
  const [ana, ben, carla] = [await p.signIn('ana'), await p.signIn('ben'), await p.signIn('carla')]
  const { company } = await now(ben)
  const change = { body: { was: company, now: { ...company, address: '1 Mabini Street' } } }
  expect((await ana.call(getSettings)).status).toBe(403)
  expect((await ana.call(changeCompany, change)).status).toBe(403)
  expect((await ana.call(listSettingsChanges)).status).toBe(403)
  expect((await ana.call(sendTestEmail, { body: { to: 'ana@example.com' } })).status).toBe(403)
  expect((await now(carla)).company.address).toBe('')
  expect((await carla.call(changeCompany, change)).status).toBe(200)
})

test('a new company gets a checklist of missing settings until all are done', async () => {
  const [ana, ben] = [await p.signIn('ana'), await p.signIn('ben')]
  const missing = async () =>
    (await ben.call(firstSteps)).answer.steps.filter(({ done }) => !done).map(({ step }) => step)
  expect((await ana.call(firstSteps)).status).toBe(403)
  expect(await missing()).toEqual(['company', 'taxes', 'banks', 'opening', 'numbers', 'mail', 'parties', 'document'])
  expect((await ana.call(markStepDone, { params: { step: 'mail' }, body: {} })).status).toBe(403)
  expect((await ben.call(markStepDone, { params: { step: 'nothing' as 'mail' }, body: {} })).status).toBe(400)
  await ben.call(markStepDone, { params: { step: 'mail' }, body: {} })
  await ben.call(markStepDone, { params: { step: 'mail' }, body: {} })
  await ben.call(markStepDone, { params: { step: 'opening' }, body: {} })
  const { status } = await ben.call(addRegistration, {
    params: { code: 'top_agent' },
    body: { now: { value: 'yes', validFrom: '2020-01-01', source: 'Form 2303' } },
  } as never)
  expect(status).toBe(200)
  await moneyChangeOf(ben, '1031', { bank: 'Bank of Luzon', bankAccountNo: '00-1234-7890' })
  const { company } = await now(ben)
  await ben.call(changeCompany, { body: { was: company, now: { ...company, tin: '123-456-789' } } })
  expect(await missing()).toContain('company')
  const next = { ...company, tin: '123456789' }
  const nextNo = async () => (await ana.call(nextReceiptNo, { query: { kind: 'invoice' } })).answer.no
  expect(await nextNo()).toBeNull()
  await ben.call(changeCompany, {
    body: { was: next, now: { ...next, address: '1 Mabini Street', firstInvoiceNo: 'A-0151' } },
  })
  expect(await missing()).toEqual(['parties', 'document'])
  expect(await nextNo()).toBe('A-0151')
  await sale(ana)
  expect(await missing()).toEqual([])
})

test('a change of the company is stored, and listed with the old value, the person and the time', async () => {
  const ben = await p.signIn('ben')
  const { company } = await now(ben)
  const next = {
    ...company,
    tin: '123-456-789',
    branchCode: '00001',
    address: '1 Mabini Street, Manila',
    rdoCode: '21a',
    fiscalYearEnd: 6,
    permitNo: 'PTU-77',
    permitDay: '2025-12-01',
  }
  expect((await ben.call(changeCompany, { body: { was: company, now: next } })).status).toBe(200)
  expect((await now(ben)).company).toEqual({ ...next, tin: '123456789', rdoCode: '21A' })
  const { changes } = (await ben.call(listSettingsChanges)).answer
  expect(changes).toHaveLength(1)
  expect(changes[0]).toMatchObject({ by: 'ben', what: 'Company', at: '2026-03-16T01:00:00.000Z' })
  expect(changes[0]?.fields).toContainEqual({ field: 'tin', was: null, now: '123456789' })
  expect(changes[0]?.fields.map(({ field }) => field)).not.toContain('name')
})

test('a registration applies from its date, with who entered it and why; a second one for the date corrects the first', async () => {
  const [ana, ben] = [await p.signIn('ana'), await p.signIn('ben')]
  const add = (who: Caller, code: string, value: string, validFrom: string | null) =>
    who.call(addRegistration, {
      params: { code },
      body: { now: { value, validFrom, source: 'BIR form 2303' } },
    } as never)
  const first = (await now(ben)).registrations
  expect(first.map(({ kind, value, validFrom, by }) => [kind, value, validFrom, by])).toEqual([
    ['mixed_income', 'no', '1990-01-01', null],
    ['deduction', 'itemized', '1990-01-01', null],
    ['top_agent', 'no', '1990-01-01', null],
    ['withhold_at', 'bill', '1990-01-01', null],
    ['income_tax', 'regular', '1990-01-01', null],
    ['vat', 'yes', '1990-01-01', null],
  ])
  expect((await add(ana, 'vat', 'no', null)).status).toBe(403)
  expect((await add(ben, 'vat', 'bill', null)).body.fields).toEqual([
    { path: ['now', 'value'], message: 'Choose the status.' },
  ])
  expect((await add(ben, 'vat', 'yes', '2026-03-01')).body.fields).toEqual([
    { path: ['now', 'value'], message: 'VAT: "VAT-registered" already applies (Always). Check the date.' },
  ])
  await add(ben, 'vat', 'no', null)
  await add(ben, 'vat', 'yes', '2026-03-16')
  const rows = (await now(ben)).registrations.filter(({ kind }) => kind === 'vat')
  expect(rows.map(({ value, validFrom, by, corrected }) => [value, validFrom, by, corrected])).toEqual([
    ['yes', '2026-03-16', 'ben', false],
    ['no', '1990-01-01', 'ben', false],
    ['yes', '1990-01-01', null, true],
  ])
  expect((await ben.call(listSettingsChanges)).answer.changes[0]).toMatchObject({ by: 'ben', what: 'VAT' })
  const early = await reviewedSale(ana, '2026-03-15')
  expect(early.review.body.fields).toEqual([
    {
      path: ['lines', 0, 'vatClass'],
      message:
        'Bahay Kubo Trading is VAT-registered from 16 Mar 2026. Choose VAT-exempt or Not subject to VAT for earlier dates.',
    },
  ])
})

test('settings without dates become the first rows of the registrations, and verify finds nothing', async () => {
  const text = readMigrations()
    .filter(({ name }) => name === '0090-registrations.sql' || name === '0110-annual-income-tax.sql')
    .map(({ sql }) => sql)
    .join('')
  const upgrade = `begin;
    drop table registration; delete from noted_table where name = 'registration';
    alter table company add column vat_registered boolean not null default false,
      add column top_agent_from date default '2025-07-01', add column withhold_at text not null default 'payment';
    alter table tax_profile add column income_tax text not null default 'small'; ${text}; commit`
  const upgraded = await openPortal({
    books: async (given) => {
      await setUp(given)
      await given.db.pool.query(upgrade)
    },
  })
  const ben = await upgraded.signIn('ben')
  expect((await now(ben)).registrations.map(({ kind, value, validFrom }) => [kind, value, validFrom])).toEqual([
    ['top_agent', 'yes', '2025-07-01'],
    ['mixed_income', 'no', '1990-01-01'],
    ['deduction', 'itemized', '1990-01-01'],
    ['top_agent', 'no', '1990-01-01'],
    ['withhold_at', 'payment', '1990-01-01'],
    ['income_tax', 'small', '1990-01-01'],
    ['vat', 'no', '1990-01-01'],
  ])
  expect((await verify(upgraded.db.kysely)).checks.filter(({ problems }) => problems.length > 0)).toEqual([])
  await upgraded.close()
})

test.for([
  ['a TIN of eight digits', { tin: '12345678' }, 'tin', /9 digits/],
  ['an RDO code that is none', { rdoCode: '7' }, 'rdoCode', /082 or 21A/],
  ['a thirteenth month', { fiscalYearEnd: 13 }, 'fiscalYearEnd', /month/],
  ['a permit day without its permit', { permitDay: '2026-01-01' }, 'permitNo', /permit number/],
  ['two lines of address', { address: 'One\nTwo' }, 'address', /line break/],
  ['a name that is configured', { name: 'Other' }, 'name', /COMPANY_NAME/],
] as const)('%s is refused at its field', async ([, like, field, sentence]) => {
  const ben = await p.signIn('ben')
  const { company } = await now(ben)
  const { status, body } = await ben.call(changeCompany, { body: { was: company, now: { ...company, ...like } } })
  expect([400, 422]).toContain(status)
  expect(body.fields[0].path).toEqual(expect.arrayContaining([field]))
  expect(body.fields[0].message).toMatch(sentence)
  expect((await now(ben)).company).toEqual(company)
})

test('of two concurrent changes to the same setting one is refused', async () => {
  const [ben, carla] = [await p.signIn('ben'), await p.signIn('carla')]
  const { company } = await now(ben)
  const change = (who: Caller, address: string) =>
    who.call(changeCompany, { body: { was: company, now: { ...company, address } } })
  const replies = await Promise.all([change(ben, 'Here'), change(carla, 'There')])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await ben.call(listSettingsChanges)).answer.changes).toHaveLength(1)
})

test('an account is added once, renamed, deactivated and activated', async () => {
  const ben = await p.signIn('ben')
  const cleaning = {
    name: 'Cleaning',
    type: 'expense',
    normal: 'debit',
    statementLine: 'Operating',
    active: true,
  } as const
  const add = () => put(ben, changeAccount, '6085', null, cleaning)
  const replies = await Promise.all([add(), add()])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await changeOf(ben, '6085', { name: 'Cleaning and waste' })).status).toBe(200)
  expect((await changeOf(ben, '6085', { active: false })).status).toBe(200)
  expect((await changeOf(ben, '6085', { active: true })).status).toBe(200)
  expect(await account(ben, '6085')).toEqual({ ...cleaning, name: 'Cleaning and waste' })
  const told = (await ben.call(listSettingsChanges)).answer.changes
  expect(told.map(({ fields }) => fields.map(({ field, was, now: is }) => [field, was, is]))).toEqual([
    [['active', 'no', 'yes']],
    [['active', 'yes', 'no']],
    [['name', 'Cleaning', 'Cleaning and waste']],
    expect.arrayContaining([['name', null, 'Cleaning']]),
  ])
})

test.for([
  ['a control account of the rules', '1110', { name: 'Debtors' }, 'name', 'cannot be changed'],
  [
    'the type of what rules name',
    '6250',
    { type: 'other', statementLine: 'Finance cost' },
    'type',
    'Posting rules use',
  ],
  ['putting away what rules need', '6250', { active: false }, 'active', 'Posting rules use 6250 Bank charges'],
  [
    'putting away a cash or bank account',
    '1032',
    { active: false },
    'active',
    'Deactivate it under Cash and bank accounts',
  ],
  ['putting away what expense types post to', '6070', { active: false }, 'active', "'Office supplies' posts to 6070"],
  [
    'a line that does not fit the type',
    '6290',
    { statementLine: 'Cash' },
    'statementLine',
    'does not match the account type',
  ],
] as const)('%s is refused with the reason', async ([, code, like, field, sentence]) => {
  const ben = await p.signIn('ben')
  const { status, body } = await changeOf(ben, code, like)
  expect([400, 422]).toContain(status)
  expect(body.fields[0]).toMatchObject({ path: ['now', field], message: expect.stringContaining(sentence) })
})

test('an account with a balance stays active and keeps its type', async () => {
  const ben = await p.signIn('ben')
  await sale(ben)
  const away = await changeOf(ben, '4010', { active: false })
  expect(away.body.error).toBe(
    '4010 Sales - goods has a balance of 100,000.00. Bring the balance to zero before you deactivate the account.',
  )
  const turned = await changeOf(ben, '4010', { type: 'cost', normal: 'debit', statementLine: 'Cost of sales' })
  expect(turned.body.error).toContain('4010 already has entries')
})

test('of a deactivation of an account and a sale recorded on it at once, exactly one is refused', async () => {
  const ben = await p.signIn('ben')
  await put(ben, changeAccount, '4030', null, {
    name: 'Rent earned',
    type: 'revenue',
    normal: 'credit',
    statementLine: 'Revenue',
    active: true,
  })
  const settings = await account(ben, '4030')
  await sale(ben)
  const party = await p.db.kysely.selectFrom('party').select('id').executeTakeFirstOrThrow()
  const draftId = crypto.randomUUID()
  const line = { description: 'Rent', quantity: '1', unitPrice: '11200', vatClass: 'vatable', account: '4030' }
  const fields = {
    email: 'ana@example.com',
    partyId: party.id,
    externalNo: '2',
    day: '2026-03-16',
    priceMode: 'inclusive',
    lines: [line],
  }
  const review = await ben.call(reviewDraft, { params: { draftId }, body: { kind: 'invoice', fields } })
  const [recorded, away] = await Promise.all([
    ben.call(recordDocument, { body: { draftId, digest: review.answer.digest } }),
    put(ben, changeAccount, '4030', settings, { ...settings, active: false }),
  ])
  expect([recorded.status === 200, away.status === 200]).toContain(false)
  expect([recorded.status === 200, away.status === 200]).toContain(true)
})

test('a cash or bank account is opened with its ledger account, and keeps its currency after the first movement', async () => {
  const ben = await p.signIn('ben')
  const euro = {
    name: 'Isla Bank EUR',
    kind: 'bank',
    bank: 'Isla Bank',
    bankAccountNo: '0012-3456',
    currency: 'eur',
    overdraft: 0n,
    overLimit: 'refuse',
    custodian: '',
    float: 0n,
    active: true,
  }
  expect((await put(ben, changeMoneyAccount as never, '1042', null, euro)).status).toBe(200)
  expect(await moneyAccount(ben, '1042')).toEqual({ ...euro, currency: 'EUR' })
  expect(await account(ben, '1042')).toMatchObject({ type: 'asset', normal: 'debit', statementLine: 'Cash' })
  expect((await moneyChangeOf(ben, '1042', { currency: 'USD' })).status).toBe(200)
  expect((await moneyChangeOf(ben, '1042', { overLimit: 'warn' })).status).toBe(200)
  expect((await moneyChangeOf(ben, '1042', { kind: 'ewallet' })).body.fields).toEqual([
    { path: ['now', 'overLimit'], message: 'Only a bank account can be overdrawn. Choose Refuse the document.' },
  ])
  expect((await moneyChangeOf(ben, '1042', { active: false })).status).toBe(200)
  expect((await account(ben, '1042'))?.active).toBe(false)

  await p.db.kysely
    .insertInto('account_month')
    .values({ account: '1031', month: '2026-03', debit: 5n, credit: 0n })
    .execute()
  expect((await moneyChangeOf(ben, '1031', { currency: 'USD' })).body.error).toContain('1031 has transactions in PHP')
  expect((await moneyChangeOf(ben, '1031', { active: false })).body.error).toContain('has a balance of 0.05 in pesos')
  expect((await moneyChangeOf(ben, '1031', { name: 'Isla Bank 777', overdraft: 100_000n })).status).toBe(200)
  expect((await moneyChangeOf(ben, '1020', { active: false })).body.error).toContain('Posting rules use 1020')
  expect(
    (await put(ben, changeMoneyAccount as never, '6070', null, { ...euro, currency: 'PHP' })).body.error,
  ).toContain('6070 Office supplies is not a cash account')
})

test('an expense type is added and changed; its account and codes must exist', async () => {
  const ben = await p.signIn('ben')
  const type = {
    name: 'Laundry',
    account: '6130',
    vatClass: 'vatable',
    category: 'services',
    atcIndividual: 'WI120',
    atcNonIndividual: null,
    topAgentOnly: false,
    active: true,
  }
  const save = (was: object | null, next: object) => put(ben, changeExpenseType as never, 'laundry', was, next)
  expect((await save(null, type)).status).toBe(200)
  expect((await save(type, { ...type, account: '1110' })).body.error).toContain(
    'cannot be used here, because other types of documents post to it',
  )
  expect((await save(type, { ...type, account: '9999' })).body.error).toContain('not in the chart')
  expect((await save(type, { ...type, atcNonIndividual: 'WC999' })).body.error).toContain(
    'WC999 is not a withholding code',
  )
  for (const wrong of [{ account: '9999' }, { atcNonIndividual: 'WC999' }])
    expect((await save(type, { ...type, ...wrong, active: false })).status, 'also when it is inactive').toBe(422)
  expect((await save(type, { ...type, active: false })).status).toBe(200)
  expect((await now(ben)).expenses.find(({ code }) => code === 'laundry')?.settings.active).toBe(false)
})

test('a new rate is a new row from its date, with its source; the previous row ends the day before', async () => {
  const ben = await p.signIn('ben')
  const rate = {
    code: 'WC120',
    payee: 'non_individual',
    description: 'Contractors',
    percent: '2.5',
    tax: 'ewt',
    withheldBy: 'top_agent',
    paidFor: 'services',
    likely: true,
    validFrom: '2026-07-01',
    source: 'RR 1-2026',
  }
  expect((await ben.call(addWithholdingRate, { body: { now: rate } })).status).toBe(200)
  expect((await ben.call(addWithholdingRate, { body: { now: rate } })).body.error).toContain(
    'WC120 already has a rate that takes effect on',
  )
  const rows = (await now(ben)).withholding.filter(({ code }) => code === 'WC120')
  expect(rows.map(({ withheldBy, paidFor, likely }) => [withheldBy, paidFor, likely])).toEqual([
    ['top_agent', 'services', true],
    ['anyone', 'either', false],
  ])
  expect(rows.map(({ rate: is, validFrom, validTo }) => [is, validFrom, validTo])).toEqual([
    ['0.025', '2026-07-01', null],
    ['0.02', expect.any(String), '2026-06-30'],
  ])
  const vat = { percent: '10', validFrom: '2027-01-01', source: 'RA 99999' }
  expect((await ben.call(addVatRate, { body: { now: vat } })).status).toBe(200)
  expect((await now(ben)).vat.map(({ rate: is, validTo }) => [is, validTo])).toEqual([
    ['0.1', null],
    ['0.12', '2026-12-31'],
  ])
})

test('a test e-mail goes through the outbox, and its state is listed; without a mail server it is refused', async () => {
  const ben = await p.signIn('ben')
  const send = (who: Caller) => who.call(sendTestEmail, { body: { to: 'ben@example.com' } })
  expect((await send(ben)).body.code).toBe('settings.noMailServer')

  const office = await openPostOffice()
  await using mailing = await openPortal({ env: { SMTP_URL: office.url } })
  const carla = await mailing.signIn('carla')
  expect((await carla.call(getSettings)).answer.mail).toEqual({
    server: new URL(office.url).host,
    from: 'Talaan <talaan@localhost>',
    returns: null,
  })
  expect((await send(carla)).status).toBe(200)
  expect((await carla.call(listTestEmails)).answer.emails[0]).toMatchObject({
    to: 'ben@example.com',
    status: 'waiting',
  })
  await workOff(mailing.context, sendsMail(mailing.context))
  expect((await carla.call(listTestEmails)).answer.emails[0]?.status).toBe('sent')
  for (let more = 0; more < 9; more += 1) expect((await send(carla)).status).toBe(200)
  expect((await send(carla)).status).toBe(429)
  await office.close()
})
