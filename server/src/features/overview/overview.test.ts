// The company at a glance: who may see it, and its figures from recorded documents.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordDocument, reviewDraft } from '@talaan/contract/documents.ts'
import { viewOverview, viewOverviewWeek } from '@talaan/contract/overview.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { listOverviewViewers, showOverview } from '@talaan/contract/users.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { workOff } from '../../../test/jobs.ts'
import { storesProjections } from './back-test.ts'

let portal: Portal
let ana: Caller
let ben: Caller
beforeAll(async () => void (portal = await openPortal()))
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
  await portal.db.kysely.updateTable('company').set({ tin9: '123456789' }).execute()
})

const sees = (caller: Caller, clientId: string, yes: boolean) =>
  caller.call(showOverview, { params: { clientId: `client_${clientId}` }, body: { sees: yes } })
const overviewOf = async (caller: Caller) => (await caller.call(viewOverview)).answer.overview
const weekOf = async (caller: Caller, no: number) =>
  (await caller.call(viewOverviewWeek, { query: { no: String(no) } })).answer.week

test('users see it only while an admin lets them; no one else changes that, and each change is in the audit trail', async () => {
  const carla = await portal.signIn('carla')
  expect((await portal.nobody.call(viewOverview)).status).toBe(401)
  expect([await overviewOf(ana), await weekOf(ana, 1)]).toEqual([null, null])
  expect(await overviewOf(ben)).not.toBeNull()
  expect(await overviewOf(carla)).not.toBeNull()

  for (const caller of [ana, ben]) {
    expect((await caller.call(listOverviewViewers)).status).toBe(403)
    expect((await sees(caller, 'ana', true)).status).toBe(403)
  }
  expect((await sees(carla, 'ben', false)).body.code).toBe('users.overviewNotAllowed')
  expect((await sees(carla, 'nobody', true)).status).toBe(404)
  expect(await overviewOf(ana)).toBeNull()

  for (const yes of [true, true, false]) {
    expect((await sees(carla, 'ana', yes)).status).toBe(200)
    expect((await overviewOf(ana)) !== null).toBe(yes)
    expect((await weekOf(ana, 1)) !== null).toBe(yes)
    expect((await carla.call(listOverviewViewers)).answer.clientIds).toEqual(yes ? ['ana'] : [])
  }
  const events = await portal.db.kysely
    .selectFrom('audit')
    .select(['actor_name as by', 'outcome', 'detail'])
    .where('action', '=', showOverview.name)
    .where('outcome', '=', 'done')
    .orderBy('seq')
    .execute()
  expect(events).toMatchObject([
    { by: 'carla', detail: { clientId: 'ana', sees: true } },
    { by: 'carla', detail: { clientId: 'ana', sees: false } },
  ])
})

test('the projection has open items, post-dated cheques and taxes in their weeks, and each bar equals its list', async () => {
  // Today is 16 March 2026; week 1 ends on the 22nd, week 3 is 30 March to 5 April, week 4 is 6 to 12 April.
  const [customer, supplier] = [
    await registered('customer', '111-222-333', 'Lakbay Trading Inc.'),
    await registered('supplier', '444-555-666', 'Bantay Guards Corp.'),
  ]
  await recorded('deposit', {
    email: 'ana@bahaykubo.example',
    day: '2026-03-01',
    account: '1031',
    others: [{ description: 'Capital', account: '3010', amount: '10000000' }],
  })
  const invoice = (externalNo: string, dueDay: string, unitPrice: string) =>
    recorded('invoice', {
      day: '2026-03-01',
      dueDay,
      externalNo,
      priceMode: 'exclusive',
      email: 'ap@lakbay.example',
      partyId: customer,
      lines: [{ description: 'Bamboo', quantity: '1', unitPrice, vatClass: 'vatable', account: '4010' }],
    })
  // 20,000.00 on its way to the other bank is cash on no account of money.
  await recorded('transfer', {
    type: 'local',
    day: '2026-03-02',
    from: '1031',
    to: '1032',
    amount: '2000000',
    arrived: false,
  })
  // 112,000.00 due on 20 March, and 56,000.00 paid by a cheque dated 10 April.
  const open = await invoice('1', '2026-03-20', '10000000')
  const paid = await invoice('2', '2026-03-05', '5000000')
  await recorded('collection', {
    partyId: customer,
    day: '2026-03-10',
    account: '1010',
    method: 'cheque',
    reference: '000123',
    chequeBank: 'Bank of Luzon',
    chequeDay: '2026-04-10',
    rows: [{ documentId: paid.documentId, pay: '5600000' }],
  })
  // 11,200.00 due on 30 March.
  await recorded('bill', {
    day: '2026-03-02',
    dueDay: '2026-03-30',
    externalNo: '7',
    priceMode: 'exclusive',
    email: 'books@bantay.example',
    partyId: supplier,
    lines: [{ description: 'Guards', amount: '1000000', vatClass: 'vatable', category: 'services', account: '6130' }],
  })

  const overview = await overviewOf(ben)
  if (overview === null) throw new Error('The accountant sees the overview.')
  expect(overview.cash).toBe(100_000_00n)
  const lists = await Promise.all(overview.weeks.map(({ no }) => weekOf(ben, no)))
  let cash = overview.cash
  for (const [at, list] of lists.entries()) {
    const { moneyIn, moneyOut, items, ...week } = overview.weeks[at] ?? { moneyIn: 0n, moneyOut: 0n, items: -1 }
    const amounts = list?.items.map(({ amount }) => amount) ?? []
    const total = amounts.reduce((all, amount) => all + amount, 0n)
    expect([amounts.length, moneyIn - moneyOut]).toEqual([items, total])
    cash += total
    expect(week).toMatchObject({ cash })
  }
  const named = (no: number) => lists[no - 1]?.items.map(({ kind, day, words, amount }) => [kind, day, words, amount])
  expect(named(1)).toContainEqual(['receivable', '2026-03-20', `Lakbay Trading Inc., ${open.number}`, 112_000_00n])
  expect(named(3)).toContainEqual(['payable', '2026-03-30', 'Bantay Guards Corp., BL-2026-000001', -11_200_00n])
  expect(named(4)).toContainEqual(['cheque', '2026-04-10', 'Lakbay Trading Inc., CR-2026-000001', 56_000_00n])
  // VAT of the quarter: 12,000.00 and 6,000.00 less 1,200.00, due on Monday 27 April, the first day of week 7.
  const vat = lists[6]?.items.find(({ key }) => key === 'tax 2550Q 2026-03-31')
  expect([vat?.day, vat?.amount]).toEqual(['2026-04-27', -16_800_00n])
  expect(vat?.filing).toEqual({ duty: '2550Q', period: '2026-03-31' })
  expect(overview.vat).toMatchObject({ duty: '2550Q', output: 18_000_00n, input: 1_200_00n, payable: 16_800_00n })

  // The invoice is not due yet, the one with the post-dated cheque still is owed today.
  expect(overview.receivable.ages).toEqual([112_000_00n, 56_000_00n, 0n, 0n, 0n, 0n])
  expect(overview.payable.ages).toEqual([11_200_00n, 0n, 0n, 0n, 0n, 0n])
  expect(overview.months.find(({ month }) => month === '2026-03')).toMatchObject({
    income: 150_000_00n,
    expense: 10_000_00n,
    incomeBefore: 0n,
    incomeBudget: null,
  })
  expect(overview.months.find(({ month }) => month === '2026-04')?.income).toBeNull()
  const account = (own: string) => overview.accounts.find(({ code }) => code === own)
  expect(account('1031')).toMatchObject({ balance: 80_000_00n, reconciledUntil: null })
  expect(account('1050')).toMatchObject({ kind: 'other', balance: 20_000_00n })
  expect(overview.accounts.reduce((all, { balance }) => all + balance, 0n)).toBe(overview.cash)

  // The only receipt went to undeposited receipts and nothing was deposited from there, so the invoice is expected there too: on
  // 15 April 56,000.00 of the cheque dated 10 April and 112,000.00. Nothing was paid to anyone, so no account is known for the bill,
  // the VAT, and the income tax of 25 % of 140,000.00 due at the end of May. Together the accounts are the cash.
  expect(lists[0]?.items.find(({ kind }) => kind === 'receivable')?.account).toBe(
    `To ${account('1010')?.label}, the usual account of this customer`,
  )
  expect(lists[3]?.items.find(({ kind }) => kind === 'cheque')?.account).toBe(`To ${account('1010')?.label}`)
  expect(vat?.account).toBe('Account not known yet, because there are no past payments')
  const balances = overview.byAccount.map(({ label, balance, marks }) => [
    label,
    balance,
    ...marks.map((mark) => mark.balance),
  ])
  expect(balances).toContainEqual([account('1010')?.label, 0n, 168_000_00n, 168_000_00n, 168_000_00n])
  expect(balances).toContainEqual([null, 0n, -11_200_00n, -28_000_00n, -63_000_00n])
  for (const [at, mark] of overview.marks.entries())
    expect(overview.byAccount.reduce((all, { marks }) => all + (marks[at]?.balance ?? 0n), 0n)).toBe(mark.cash)

  // Cash of the invoice is deposited with the second bank, and an advance to the supplier is paid from the first: now both sides have
  // their usual accounts.
  const collected = await recorded('collection', {
    partyId: customer,
    day: '2026-03-12',
    account: '1010',
    method: 'cash',
    rows: [{ documentId: open.documentId, pay: '1200000' }],
  })
  await recorded('deposit', {
    email: 'ana@bahaykubo.example',
    day: '2026-03-13',
    account: '1032',
    receipts: [collected.documentId],
  })
  await recorded('payment', {
    partyId: supplier,
    day: '2026-03-16',
    account: '1031',
    method: 'transfer',
    reference: 'TRX-1',
    advance: '100000',
  })
  const accountsOf = async (no: number) => (await weekOf(ben, no))?.items.map(({ kind, account }) => [kind, account])
  const [first, second] = [account('1031')?.label, account('1032')?.label]
  expect(await accountsOf(1)).toEqual([['receivable', `To ${second}, the usual account of this customer`]])
  expect(await accountsOf(3)).toEqual([['payable', `From ${first}, the usual account of this supplier`]])
  expect(await accountsOf(7)).toContainEqual(['tax', `From ${first}, the usual account for payments`])
})

test('each night the projection is stored, and later compared with the cash that came', async () => {
  const invested = (amount: string, day: string) =>
    recorded('deposit', {
      email: 'ana@bahaykubo.example',
      day,
      account: '1031',
      others: [{ description: 'Capital', account: '3010', amount }],
    })
  await invested('10000000', '2026-03-01')
  const signIn = async () =>
    void ([ana, ben] = [await portal.signIn('ana', { force: true }), await portal.signIn('ben', { force: true })])
  const night = () => workOff(portal.context, [storesProjections(portal.context)])
  await night()
  portal.clock.forward(86_400)
  await night()
  const stored = () => portal.db.kysely.selectFrom('projection_week').selectAll().orderBy('day').execute()
  expect(
    (await stored()).map(({ made_on: madeOn, day, low, likely, high }) => [madeOn, day, low, likely, high])[0],
  ).toEqual(['2026-03-17', '2026-03-23', 100_000_00n, 100_000_00n, 100_000_00n])
  expect(await stored()).toHaveLength(13)
  await signIn()
  expect((await overviewOf(ben))?.backTest).toEqual([])

  // A week later, 2,000.00 more had come than were expected.
  portal.clock.forward(7 * 86_400)
  await signIn()
  await invested('200000', '2026-03-20')
  expect((await overviewOf(ben))?.backTest).toEqual([
    {
      weeksAhead: 1,
      projections: 1,
      meanDifference: 2_000_00n,
      withinRange: 0,
      latest: { madeOn: '2026-03-17', day: '2026-03-23', projected: 100_000_00n, came: 102_000_00n },
    },
  ])
})

async function recorded(kind: string, fields: Record<string, unknown>) {
  const draftId = crypto.randomUUID()
  const { body } = await ana.call(reviewDraft, { params: { draftId }, body: { kind, fields } as never })
  expect(body.fields ?? []).toEqual([])
  return (await ana.call(recordDocument, { body: { draftId, digest: String(body.digest) } })).answer
}

async function registered(role: 'customer' | 'supplier', tin: string, registeredName: string): Promise<string> {
  const fields = { kind: 'non_individual', vatStatus: 'vat', tin, registeredName }
  const body = { registrationId: crypto.randomUUID(), role, fields, lookAlikesSeen: true }
  return (await ana.call(registerParty, { body })).answer.party.id
}
