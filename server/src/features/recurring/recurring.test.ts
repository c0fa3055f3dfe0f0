// Recurring documents: each date makes one draft, a person confirms it, and a rule that has earned it records by itself.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { approveDocument, getApproval, removeApprovalRule, saveApprovalRule } from '@talaan/contract/approvals.ts'
import { getDocument, getDraft, recordDocument, reviewDraft, voidDocument } from '@talaan/contract/documents.ts'
import { listNotifications } from '@talaan/contract/notifications.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import {
  getRuleOf,
  listRecurring,
  listTemplates,
  makeNow,
  pauseRule,
  removeTemplate,
  saveRule,
  saveTemplate,
  setAutomatic,
  skipNext,
  startFromTemplate,
  takeDraft,
} from '@talaan/contract/recurring.ts'
import type { MadeFrom } from '@talaan/contract/made-from.ts'
import type { RecurringRule } from '@talaan/contract/recurring.ts'
import { dashboard } from '@talaan/contract/session.ts'
import { changeTag } from '@talaan/contract/settings.ts'
import { tagDocuments } from '@talaan/contract/tags.ts'
import { viewTask } from '@talaan/contract/tasks.ts'
import type { Rhythm } from '@talaan/ledger/documents/recurring/rhythm.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { brokenPromises } from '../../books/verify/verify.ts'
import { workOff } from '../../../test/jobs.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { recordNow, viewerOf } from '../../../test/race.ts'
import { undoLast } from '../../../test/undo.ts'
import { makeDue, makesRecurring } from './make.ts'

let portal: Portal
let ana: Caller
let ben: Caller
let landlord: string

beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
  const fields = { kind: 'non_individual', vatStatus: 'vat', tin: '123-456-789', registeredName: 'Lakbay Realty Inc.' }
  const body = { registrationId: crypto.randomUUID(), role: 'supplier', fields, lookAlikesSeen: true } as const
  landlord = (await ana.call(registerParty, { body })).answer.party.id
})

// The tests begin on 16 March 2026.
test('a bill made recurring becomes one draft on each date, however often and from wherever the dates are looked for', async () => {
  const { documentId } = await recorded('bill', rent())
  await repeat(ben, { documentId })
  expect(await ruleNow()).toMatchObject({
    name: 'Rent',
    kind: 'bill',
    party: { id: landlord, name: 'Lakbay Realty Inc.' },
    next: '2026-04-01',
    owner: 'ben',
    occurrences: [],
  })

  await days(16)
  await Promise.all([makeDue(portal.context), makeDue(portal.context), work()])
  await makeDue(portal.context)
  const { waiting } = await listed(ben)
  expect(waiting).toMatchObject([{ name: 'Rent', day: '2026-04-01', owner: 'ben', problem: '', kind: 'bill' }])
  expect((await ben.call(dashboard)).answer.notices.join()).toContain('The draft of Rent for 1 Apr 2026 is ready.')

  // The draft has its own dates and texts, and no number.
  const { fields } = await draftOf(ben, waiting[0]?.draftId ?? '')
  expect(fields).toMatchObject({
    day: '2026-04-01',
    template: { name: 'Rent', partyId: landlord, fields: { externalNo: '', dueDay: '2026-04-16' } },
  })
  expect(JSON.stringify(fields)).toContain('Rent for April 2026')

  const document = await confirmed(ben, waiting[0]?.draftId ?? '', { externalNo: 'RENT 4' })
  const { id, name } = await ruleNow()
  expect((await ben.call(getRuleOf, { params: { documentId } })).answer).toEqual({
    madeBy: null,
    madeFromIt: [{ id, name }],
  })
  expect((await listed(ben)).waiting).toEqual([])
  expect((await ruleNow()).occurrences).toMatchObject([
    { day: '2026-04-01', state: 'recorded', document: { id: document } },
  ])
  expect((await ben.call(getRuleOf, { params: { documentId: document } })).answer.madeBy).toEqual({
    name: 'Rent',
    day: '2026-04-01',
    isRemoved: false,
    isAutomatic: false,
  })
  expect(await brokenPromises(portal.db.kysely)).toEqual([])
})

test('missed dates are all made, a discarded draft is not made again, and a rule ends after its number of documents', async () => {
  const { documentId } = await recorded('bill', rent())
  await repeat(ben, { documentId, rhythm: { every: 1, unit: 'week', begins: '2026-03-20', times: 3 } })
  await days(60)
  await work()
  const { waiting } = await listed(ben)
  expect(waiting.map(({ day }) => day)).toEqual(['2026-03-20', '2026-03-27', '2026-04-03'])
  await portal.db.pool.query('delete from draft where id = $1', [waiting[0]?.draftId])
  await days(30)
  await work()
  const rule = await ruleNow()
  expect(rule.next).toBeNull()
  expect(rule.occurrences.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'discarded'])
})

test('a draft is made some days before its date, but recorded automatically only on its date', async () => {
  const { documentId } = await recorded('bill', rent())
  const templateId = await repeat(ben, { documentId, number: 'R {year}-{mm}', daysAhead: 5 })
  expect(await ruleNow()).toMatchObject({ next: '2026-04-01', daysAhead: 5 })
  await days(10)
  await work()
  expect((await listed(ben)).waiting).toEqual([])
  await days(1)
  await work()
  expect((await listed(ben)).waiting).toMatchObject([{ day: '2026-04-01', owner: 'ben' }])
  await work()
  expect((await listed(ben)).waiting).toHaveLength(1)

  await portal.db.pool.query(
    `update recurring_rule set automatic_limit = 100000000, automatic_by = owner where template_id = $1`,
    [templateId],
  )
  await days(30)
  await work()
  expect((await ruleNow()).occurrences.map(({ day, state }) => [day, state])).toEqual([
    ['2026-05-01', 'waiting'],
    ['2026-04-01', 'waiting'],
  ])
  await days(5)
  await work()
  expect((await ruleNow()).occurrences[0]).toMatchObject({ day: '2026-05-01', state: 'recorded' })
  const tooFar = { name: 'Rent', documentId: null, rhythm: monthly, daysAhead: 61 }
  expect((await ben.call(saveRule, { params: { templateId }, body: tooFar })).status).toBe(400)
})

test('a date can be skipped or made before its time, and a pause makes nothing afterwards', async () => {
  const { documentId } = await recorded('bill', rent())
  const params = { templateId: await repeat(ben, { documentId }) }
  const body = { day: '2026-04-01' }
  expect((await ben.call(skipNext, { params, body })).status).toBe(200)
  expect((await ben.call(skipNext, { params, body })).body.code).toBe('recurring.moved')
  expect((await ruleNow()).next).toBe('2026-05-01')
  expect((await ben.call(makeNow, { params, body: { day: '2026-05-01' } })).status).toBe(200)
  expect((await listed(ben)).waiting).toMatchObject([{ day: '2026-05-01', owner: 'ben' }])

  await ben.call(pauseRule, { params, body: { paused: true } })
  // Undone, and the undoing undone: paused again.
  for (const [button, paused] of [
    ['Resume', false],
    ['Pause', true],
  ] as const) {
    expect((await undoLast(ben)).button).toBe(button)
    expect(await ruleNow()).toMatchObject({ paused })
    portal.clock.forward(1)
  }
  await days(120)
  await work()
  expect((await listed(ben)).waiting).toHaveLength(1)
  await ben.call(pauseRule, { params, body: { paused: false } })
  expect((await ruleNow()).next).toBe('2026-08-01')
  expect((await ruleNow()).occurrences.map(({ day, state }) => [day, state])).toEqual([
    ['2026-07-01', 'skipped'],
    ['2026-06-01', 'skipped'],
    ['2026-05-01', 'waiting'],
    ['2026-04-01', 'skipped'],
  ])
})

test('an accountant lets a rule record up to an amount, after three documents confirmed unchanged', async () => {
  const { documentId } = await recorded('bill', rent())
  const cebu = { kind: 'branch', name: 'Cebu', active: true } as const
  const branch = crypto.randomUUID()
  const changeCebu = (was: typeof cebu | null, active: boolean) =>
    ben.call(changeTag, { params: { code: branch }, body: { was, now: { ...cebu, active } } })
  await changeCebu(null, true)
  await ben.call(tagDocuments, { body: { documentIds: [documentId], tags: { branch } } })
  const templateId = await repeat(ben, { documentId, number: 'RENT {year}-{mm}' })
  const params = { templateId }
  const switchOn = (as: Caller, limit: string | null) => as.call(setAutomatic, { params, body: { limit } })
  expect((await switchOn(ana, '6000000')).status).toBe(403)
  for (const month of ['04', '05', '06']) {
    expect((await switchOn(ben, '6000000')).body.code).toBe('recurring.notEarned')
    await untilMonth(month)
    await work()
    await confirmed(ben, (await listed(ben)).waiting[0]?.draftId ?? '', {})
  }
  expect((await ruleNow()).hasEarnedAutomatic).toBe(true)
  expect((await switchOn(ben, '6000000')).status).toBe(200)

  await untilMonth('07')
  await Promise.all([makeDue(portal.context), makeDue(portal.context)])
  const [newest, june] = (await ruleNow()).occurrences
  for (const one of [newest, june]) {
    const { tags } = (await ben.call(getDocument, { params: { documentId: one?.document?.id ?? '' } })).answer.document
    expect(tags).toEqual([{ id: branch, kind: 'branch', name: 'Cebu' }])
  }
  expect(newest).toMatchObject({ day: '2026-07-01', state: 'recorded' })
  const { rows } = await portal.db.pool.query<object>(
    `select kind, external_no, client_id from document join users on users.id = recorded_by where document.day = '2026-07-01'`,
  )
  expect(rows).toEqual([{ kind: 'bill', external_no: 'RENT 2026-07', client_id: 'ben' }])
  expect(
    (await ben.call(getRuleOf, { params: { documentId: newest?.document?.id ?? '' } })).answer.madeBy,
  ).toMatchObject({
    isAutomatic: true,
  })

  // With an approval rule it is not recorded, but sent in the name of the person who switched it on; the approver's record has its tag.
  const carla = await portal.signIn('carla')
  await carla.call(saveApprovalRule, { params: { kind: 'bill' }, body: { from: '0', approvers: [] } })
  await untilMonth('08')
  await Promise.all([makeDue(portal.context), makeDue(portal.context)])
  const approver = await portal.signIn('carla', { force: true })
  const toApprove = await approver.call(viewTask, { params: { kind: 'approvals' } })
  expect(toApprove.answer.rows).toMatchObject([
    { title: 'Lakbay Realty Inc.', detail: 'Prepared by ben, 1 Aug 2026', amount: 5_350_000n },
  ])
  const draftId = toApprove.answer.rows[0]?.ref ?? ''
  const { waiting, rules } = await listed(ben)
  expect([waiting, rules[0]?.occurrences[0]?.state]).toEqual([[], 'waiting'])
  const notices = (await ben.call(listNotifications, { query: {} })).answer.notifications
  expect(notices.map(({ title }) => title)).toContain('The draft of Rent for 1 Aug 2026 was sent for approval')
  const { review } = (await approver.call(getApproval, { params: { draftId } })).answer
  const approved = await approver.call(approveDocument, { params: { draftId }, body: { digest: review?.digest } })
  const { documentId: august } = approved.answer
  expect((await ben.call(getDocument, { params: { documentId: august } })).answer.document).toMatchObject({
    recordedBy: 'carla',
    approval: { preparedBy: 'ben' },
    tags: [{ name: 'Cebu' }],
  })
  expect((await ruleNow()).occurrences[0]).toMatchObject({ day: '2026-08-01', state: 'recorded' })
  await approver.call(removeApprovalRule, { params: { kind: 'bill' } })

  // A smaller limit, and a closed month: the draft stays and says why. An inactive tag is left out.
  await switchOn(ben, '100000')
  await changeCebu(cebu, false)
  await untilMonth('09')
  await work()
  expect((await draftOf(ben, (await listed(ben)).waiting[0]?.draftId ?? '')).fields.tags).toEqual({})
  expect((await listed(ben)).waiting).toMatchObject([
    { day: '2026-09-01', problem: 'The total of 53,500.00 is more than the 1,000.00 that this rule may record.' },
  ])
  expect((await ben.call(dashboard)).answer.notices.join()).toContain('Rent for 1 Sep 2026 was not recorded')
  await switchOn(ben, '6000000')
  await portal.db.pool.query(`update account set active = false where code = '6030'`)
  await untilMonth('10')
  await work()
  expect((await listed(ben)).waiting[1]?.problem).toContain('6030')

  // Changed contents have to be confirmed first.
  const { fields } = (await draftOf(ben, (await listed(ben)).waiting[0]?.draftId ?? '')).fields.template
  const body = { kind: 'bill' as const, name: 'Rent', fields, typed: null, total: null }
  expect((await ben.call(saveTemplate, { params, body })).status).toBe(200)
  expect(await ruleNow()).toMatchObject({ automatic: null, hasEarnedAutomatic: false })
})

test('a document confirmed with changes, voided or not confirmed does not count for automatic recording', async () => {
  const { documentId } = await recorded('bill', rent())
  await repeat(ben, { documentId, number: 'RENT {year}-{mm}' })
  const documents: string[] = []
  for (const month of ['04', '05', '06', '07']) {
    await untilMonth(month)
    await work()
    const changes = month === '04' ? { memo: 'With the parking' } : {}
    documents.push(await confirmed(ben, (await listed(ben)).waiting[0]?.draftId ?? '', changes))
    expect((await ruleNow()).hasEarnedAutomatic).toBe(month === '07')
  }
  const params = { documentId: documents[2] ?? '' }
  await ben.call(voidDocument, { params, body: { day: '2026-07-01', reason: 'Not our month' } })
  expect((await ruleNow()).hasEarnedAutomatic).toBe(false)
})

test('an invoice recorded automatically takes the next number of the booklet', async () => {
  const fields = {
    kind: 'non_individual',
    vatStatus: 'vat',
    tin: '223-456-789',
    registeredName: 'Metro Retail Corp.',
    address: { street: '12 Rizal Street', city: 'Makati City', zip: '1200' },
  }
  const party = { registrationId: crypto.randomUUID(), role: 'customer', fields, lookAlikesSeen: true } as const
  const customer = (await ben.call(registerParty, { body: party })).answer.party.id
  const { documentId } = await recorded('invoice', {
    email: 'ap@lakbay.example',
    partyId: customer,
    externalNo: '000101',
    day: '2026-03-15',
    priceMode: 'exclusive',
    lines: [{ description: 'Retainer', quantity: '1', unitPrice: '10000000', vatClass: 'vatable', account: '4010' }],
  })
  const templateId = await repeat(ben, { documentId })
  for (const [i, month] of ['04', '05', '06'].entries()) {
    await untilMonth(month)
    await work()
    await confirmed(ben, (await listed(ben)).waiting[0]?.draftId ?? '', { externalNo: `00010${i + 2}` })
  }
  await ben.call(setAutomatic, { params: { templateId }, body: { limit: '99999999' } })
  await untilMonth('07')
  await work()
  const { rows } = await portal.db.pool.query<{ no: string }>(
    `select external_no as no from document where day = '2026-07-01'`,
  )
  expect((await listed(ben)).waiting).toEqual([])
  expect(rows).toEqual([{ no: '000105' }])

  // Invoices that wait for an approval have their numbers too.
  const carla = await portal.signIn('carla')
  await carla.call(saveApprovalRule, { params: { kind: 'invoice' }, body: { from: '0', approvers: [] } })
  await untilMonth('09')
  await work()
  const sent = await portal.db.pool.query<{ no: string }>(
    `select reviewed ->> 'externalNo' as no from draft join approval_waiting on draft_id = draft.id order by day`,
  )
  expect(sent.rows).toEqual([{ no: '000106' }, { no: '000107' }])
})

test('a form is saved under a name, complete or not, and a draft is started from it with its placeholders filled in', async () => {
  const [templateId, draftId] = [crypto.randomUUID(), crypto.randomUUID()]
  const typed = { partySearch: 'Lak', lines: [{ description: 'Rent {month}' }] }
  const project = crypto.randomUUID()
  const tower = { kind: 'project', name: 'Tower', active: true } as const
  await ben.call(changeTag, { params: { code: project }, body: { was: null, now: tower } })
  const contents = { fields: { memo: 'For {month}' }, typed, total: '100', tags: { project } }
  const body = { kind: 'bill' as const, name: 'Office rent', ...contents }
  expect((await ana.call(saveTemplate, { params: { templateId }, body })).status).toBe(200)
  expect((await ana.call(saveTemplate, { params: { templateId }, body })).status).toBe(200)
  const again = await ana.call(saveTemplate, {
    params: { templateId: crypto.randomUUID() },
    body: { ...body, name: 'office RENT' },
  })
  expect(again.body.code).toBe('recurring.taken')
  const { templates } = (await ben.call(listTemplates, { query: { kind: 'bill' } })).answer
  expect(templates).toMatchObject([{ name: 'Office rent', party: null, total: 100n, recurs: false, savedBy: 'ana' }])

  const params = { templateId, draftId }
  for (const _ of [1, 2]) expect((await ben.call(startFromTemplate, { params, body: {} })).status).toBe(200)
  expect((await draftOf(ben, draftId)).fields).toMatchObject({
    day: '2026-03-16',
    tags: { project },
    template: { fields: { memo: 'For March' }, typed: { lines: [{ description: 'Rent March' }] } },
  })
  const edited = { templateId, draftId: crypto.randomUUID() }
  await ben.call(startFromTemplate, { params: edited, body: { keepPlaceholders: true } })
  expect((await draftOf(ben, edited.draftId)).fields.template.fields).toMatchObject({ memo: 'For {month}' })

  await ana.call(removeTemplate, { params: { templateId } })
  expect((await listed(ana)).templates).toEqual([])
  expect((await ana.call(removeTemplate, { params: { templateId } })).status).toBe(404)
  expect((await ana.call(saveTemplate, { params: { templateId: crypto.randomUUID() }, body })).status).toBe(200)
})

test('templates and rules are for those who may record the type, and a colleague can take over a waiting draft', async () => {
  const { documentId: voucher } = await recorded('journalvoucher', accrual)
  const templateId = await repeat(ben, { documentId: voucher, name: 'Accrual' })
  expect((await listed(ana)).rules).toEqual([])
  const params = { templateId }
  for (const refused of [
    ana.call(listTemplates, { query: { kind: 'journalvoucher' } }),
    ana.call(pauseRule, { params, body: { paused: true } }),
    ana.call(removeTemplate, { params }),
    ana.call(startFromTemplate, { params: { templateId, draftId: crypto.randomUUID() }, body: {} }),
  ])
    expect((await refused).status).toBe(403)

  await days(16)
  ana = await portal.signIn('ana', { force: true })
  await work()
  const draftId = (await listed(ben)).waiting[0]?.draftId ?? ''
  expect((await ana.call(takeDraft, { params: { draftId } })).status).toBe(403)
  const carla = await portal.signIn('carla')
  expect((await carla.call(takeDraft, { params: { draftId } })).status).toBe(200)
  expect((await listed(ben)).waiting).toMatchObject([{ owner: 'carla' }])
  await confirmed(carla, draftId, {})
  expect((await carla.call(takeDraft, { params: { draftId } })).status).toBe(404)
})

test('a credit of a supplier, and a first date long ago, are not repeated', async () => {
  const { documentId } = await recorded('bill', rent())
  const credit = await recorded('bill', { ...rent(), nature: 'credit', externalNo: 'CR 1', creditOf: documentId })
  const params = { templateId: crypto.randomUUID() }
  const body = { name: 'X', rhythm: monthly, number: '' }
  const refused = await ana.call(saveRule, { params, body: { ...body, documentId: credit.documentId } })
  expect(refused.body.code).toBe('recurring.refused')
  const early = await ana.call(saveRule, {
    params,
    body: { ...body, documentId, rhythm: { ...monthly, begins: '2024-01-01' } },
  })
  expect(early.body.code).toBe('recurring.tooLongAgo')
  expect((await ana.call(saveRule, { params, body })).status).toBe(404)
})

test('the drafts of a rule whose owner is inactive go to an accountant', async () => {
  const { documentId } = await recorded('bill', rent())
  await repeat(ana, { documentId })
  await days(16)
  await portal.db.pool.query(`update users set seat = null where client_id = 'ana'`)
  await makeDue(portal.context)
  expect((await listed(ben)).waiting).toMatchObject([{ owner: 'ben' }])
})

// ── Helpers.

const monthly: Rhythm = { every: 1, unit: 'month', place: 'date', begins: '2026-04-01', ends: null, times: null }

const rent = () => ({
  email: 'ana@bahaykubo.example',
  partyId: landlord,
  externalNo: 'RENT 3',
  day: '2026-03-01',
  dueDay: '2026-03-16',
  priceMode: 'inclusive',
  lines: [
    {
      description: 'Rent for {month} {year}',
      amount: '5600000',
      vatClass: 'vatable',
      category: 'services',
      account: '6030',
      atc: 'WC100',
    },
  ],
})

const accrual = {
  day: '2026-03-01',
  lines: [
    { account: '6060', debit: '100000' },
    { account: '2020', credit: '100000' },
  ],
  memo: 'Electricity',
}

const work = () => workOff(portal.context, [makesRecurring(portal.context)])

async function days(count: number): Promise<void> {
  portal.clock.forward(count * 86_400)
  ben = await portal.signIn('ben', { force: true })
}

/** The first day of a month of 2026. */
async function untilMonth(month: string): Promise<void> {
  portal.clock.ms = Date.parse(`2026-${month}-01T01:00:00Z`)
  ben = await portal.signIn('ben', { force: true })
}

const recorded = async (kind: DocumentTypeName, fields: object) =>
  recordNow(portal, await viewerOf(portal, 'ben'), [kind, fields])

async function repeat(
  as: Caller,
  {
    documentId,
    name = 'Rent',
    number = '',
    rhythm = {},
    daysAhead = 0,
  }: { documentId: string; name?: string; number?: string; rhythm?: Partial<Rhythm>; daysAhead?: number },
): Promise<string> {
  const templateId = crypto.randomUUID()
  const body = { name, documentId, number, daysAhead, rhythm: { ...monthly, ...rhythm } }
  expect((await as.call(saveRule, { params: { templateId }, body })).body.error).toBeUndefined()
  return templateId
}

const listed = async (as: Caller) => (await as.call(listRecurring)).answer

async function ruleNow(): Promise<RecurringRule> {
  const [rule] = (await listed(ben)).rules
  if (rule === undefined) throw new Error('There is no rule.')
  return rule
}

async function draftOf(as: Caller, draftId: string): Promise<{ fields: MadeFrom }> {
  const { draft } = (await as.call(getDraft, { params: { draftId } })).answer
  return { fields: draft?.fields as MadeFrom }
}

/** Reviewed as proposed, with these changes, and recorded. */
async function confirmed(as: Caller, draftId: string, changes: Record<string, unknown>): Promise<string> {
  const { draft } = (await as.call(getDraft, { params: { draftId } })).answer
  if (draft === null) throw new Error('There is no draft.')
  const fields = { ...(draft.fields as MadeFrom).template.fields, ...changes }
  const review = await as.call(reviewDraft, { params: { draftId }, body: { kind: draft.kind, fields } })
  expect(review.body.error).toBeUndefined()
  return (await as.call(recordDocument, { body: { draftId, digest: review.answer.digest } })).answer.documentId
}
