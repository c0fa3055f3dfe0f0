// Approvals: the rules, who may approve, what a document that waits can become, and that no way of recording goes around them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  approveDocument,
  getApproval,
  listApprovalRules,
  removeApprovalRule,
  returnDocument,
  saveApprovalRule,
  sendForApproval,
  withdrawDocument,
} from '@talaan/contract/approvals.ts'
import { allowRecording, createApiKey, scopes } from '@talaan/contract/api-keys.ts'
import {
  attachFile,
  detachFile,
  discardDraft,
  downloadAttachment,
  getDocument,
  getDraft,
  listDrafts,
  printVoucher,
  recordDocument,
  reviewDraft,
  saveDraft,
} from '@talaan/contract/documents.ts'
import { beginImport, checkImport, recordImported } from '@talaan/contract/imports.ts'
import { listNotifications } from '@talaan/contract/notifications.ts'
import { mergeParty, registerParty } from '@talaan/contract/parties.ts'
import { listTasks, viewTask } from '@talaan/contract/tasks.ts'
import { deactivateUser } from '@talaan/contract/users.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { apiClient } from '../../../test/api-client.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { pagesOf } from '../../../test/print/read-pdf.ts'
import { recordAtOnce, recordWithin } from '../../books/recording/record.ts'
import { verify } from '../../books/verify/verify.ts'
import type { Viewer } from '../../platform/viewer.ts'

let portal: Portal
let [ana, ben, carla]: [Caller, Caller, Caller] = [] as never
let supplier = ''

beforeAll(async () => void (portal = await openPortal()))
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben, carla] = [await portal.signIn('ana'), await portal.signIn('ben'), await portal.signIn('carla')]
  supplier = await newSupplier('123-456-789', 'Lakbay Realty Inc.')
})

test('only an admin sets rules, for types with a form, and names people who may record the type', async () => {
  const rule = { params: { kind: 'bill' }, body: { from: '5000000', approvers: [] } }
  for (const [who, status] of [
    [ana, 403],
    [ben, 403],
    [carla, 200],
  ] as const)
    expect((await who.call(saveApprovalRule, rule)).status).toBe(status)
  expect((await ana.call(listApprovalRules)).status).toBe(403)
  const opening = await carla.call(saveApprovalRule, { ...rule, params: { kind: 'opening' } })
  expect(opening.body.code).toBe('approvals.noSuchType')
  for (const [kind, approvers] of [
    ['bill', ['dino']],
    ['bill', ['nobody']],
    ['journalvoucher', ['ana']],
  ] as const) {
    const refused = await carla.call(saveApprovalRule, { params: { kind }, body: { from: '0', approvers } })
    expect(refused.body).toMatchObject({ code: 'approvals.notActive', fields: [{ path: ['approvers'] }] })
  }
  await carla.call(saveApprovalRule, { ...rule, body: { from: '6000000', approvers: ['ben', 'ana'] } })
  const { rules, people } = (await ben.call(listApprovalRules)).answer
  expect(rules).toEqual([{ kind: 'bill', from: 6_000_000n, approvers: ['ana', 'ben'] }])
  expect(people.map(({ name, types }) => [name, types.includes('journalvoucher')])).toEqual([
    ['ana', false],
    ['ben', true],
    ['carla', true],
  ])
  await carla.call(removeApprovalRule, { params: { kind: 'bill' } })
  expect((await ben.call(listApprovalRules)).answer.rules).toEqual([])
  await soundBooks()
})

test('without a rule for its type and amount, a document is recorded as before', async () => {
  await rule('bill', '5350001')
  const { digest, approval } = await reviewed(ana, bill())
  expect(approval).toBeNull()
  expect((await ana.call(sendForApproval, { body: digest })).body.code).toBe('approvals.notNeeded')
  expect((await ana.call(recordDocument, { body: digest })).answer.number).toBe('BL-2026-000001')

  // A rule that is removed while a document waits.
  await rule('bill', '0')
  const other = bill({ externalNo: 'RENT 4' })
  const draftId = await sent(ana, other)
  await carla.call(removeApprovalRule, { params: { kind: 'bill' } })
  const later = await reviewed(ana, other, draftId)
  expect((await ana.call(recordDocument, { body: later.digest })).answer.number).toBe('BL-2026-000002')
  expect((await ben.call(getApproval, { params: { draftId } })).answer.state).toBe('recorded')
  expect(await counted('approval_waiting')).toBe(0)
  await soundBooks()
})

test('a document is sent, seen by its approvers alone, and recorded by one of them with the names of both', async () => {
  await rule('bill', '5350000')
  const { digest, approval } = await reviewed(ana, bill())
  expect(approval).toEqual({ rule: 'Bills of 53,500.00 or more need an approval.', approvers: ['ben', 'carla'] })
  const refused = await ana.call(recordDocument, { body: digest })
  expect([refused.status, refused.body.code]).toEqual([403, 'approvals.needed'])
  expect(await counted('document')).toBe(0)

  const file = await attached(digest.draftId)
  const again = await reviewed(ana, bill(), digest.draftId)
  const sent = await ana.call(sendForApproval, { body: again.digest })
  expect(sent.answer.approvers).toEqual(['ben', 'carla'])
  expect((await ana.call(sendForApproval, { body: again.digest })).status).toBe(200)
  expect(await counted('approval_request')).toBe(1)
  expect(await counted('number_series')).toBe(0)

  const params = { draftId: digest.draftId }
  expect((await ana.call(getDraft, { params })).answer.draft).toMatchObject({
    fields: bill(),
    approval: { state: 'waiting', by: 'ana' },
  })
  const row = { title: 'Lakbay Realty Inc.', detail: 'Prepared by ana, 15 Mar 2026', amount: 5_350_000n }
  for (const [who, rows] of [
    [ana, []],
    [ben, [row]],
    [carla, [row]],
  ] as const) {
    expect((await who.call(viewTask, { params: { kind: 'approvals' } })).answer.rows).toMatchObject(rows)
    const { tasks } = (await who.call(listTasks)).answer
    expect(tasks.filter(({ kind }) => kind === 'approvals' || kind === 'drafts').map((one) => one.count)).toEqual(
      rows.map(() => 1),
    )
  }
  expect(await told(ben)).toEqual(['ana sent a document for approval: Bill'])
  expect(await events()).toEqual(['draft.waiting'])

  const shown = (await ben.call(getApproval, { params })).answer
  expect(shown).toMatchObject({
    state: 'sent',
    mayApprove: true,
    mayWithdraw: false,
    problems: [],
    review: { digest: again.digest.digest, numberToBe: 'BL-2026-000001' },
    attachments: [{ id: file, name: 'bill.pdf' }],
    events: [{ act: 'sent', by: 'ana' }],
  })
  expect((await ana.call(getApproval, { params })).answer).toMatchObject({ mayApprove: false, mayWithdraw: true })
  expect((await ben.call(downloadAttachment, { params: { attachmentId: file } })).status).toBe(200)
  const own = { params, body: { digest: again.digest.digest } }
  expect((await ana.call(approveDocument, own)).body.code).toBe('approvals.notYours')
  expect((await ana.call(returnDocument, { params, body: { reason: 'My own' } })).body.code).toBe('approvals.notYours')
  expect((await ben.call(withdrawDocument, { params })).body.code).toBe('approvals.notSender')
  const wrong = await ben.call(approveDocument, { params, body: { digest: '0'.repeat(64) } })
  expect(wrong.body.code).toBe('documents.reviewAgain')

  const both = await Promise.all([ben, carla].map((who) => who.call(approveDocument, own)))
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const approver = both[0]?.status === 200 ? 'ben' : 'carla'
  const approved = both.find(({ status }) => status === 200)?.answer
  expect(approved?.number).toBe('BL-2026-000001')
  const repeated = await (approver === 'ben' ? ben : carla).call(approveDocument, own)
  expect(repeated.answer).toEqual(approved)
  const documentId = approved?.documentId ?? ''
  const { document } = (await ana.call(getDocument, { params: { documentId } })).answer
  expect(document).toMatchObject({
    recordedBy: approver,
    approval: { preparedBy: 'ana' },
    attached: [{ id: file }],
    receipt: { signatories: { preparedBy: 'ana', checkedBy: '', approvedBy: approver } },
  })
  const pdf = await pagesOf((await ana.call(printVoucher, { params: { documentId } })).bytes)
  expect(pdf.join(' ')).toMatch(new RegExp(`Prepared by[^]*ana[^]*${approver}`))
  expect(await told(ana)).toEqual([`${approver} approved BL-2026-000001`])
  expect((await ana.call(getDraft, { params })).answer.draft).toMatchObject({ documentId })
  expect((await ana.call(getApproval, { params })).answer).toMatchObject({
    state: 'approved',
    documentId,
    review: null,
  })
  expect(await counted('approval_waiting')).toBe(0)
  const trail = await audited()
  expect(trail).toEqual([
    'approvals.send by ana',
    `documents.record by ${approver}`,
    `approvals.approve by ${approver}`,
  ])
  await soundBooks()
})

test('a returned document goes back with its reason, and is sent again', async () => {
  await rule('bill', '0')
  const draftId = await sent(ana, bill())
  const params = { draftId }
  const short = await ben.call(returnDocument, { params, body: { reason: '  ' } })
  expect(short.status).toBe(400)
  expect((await ben.call(returnDocument, { params, body: { reason: 'The TIN is missing' } })).status).toBe(200)
  expect((await ben.call(returnDocument, { params, body: { reason: 'Twice' } })).body.code).toBe('approvals.notWaiting')
  expect(await told(ana)).toEqual(['ben returned a document: Bill'])
  expect((await ana.call(listDrafts, { query: {} })).answer.drafts).toMatchObject([
    { draftId, approval: { state: 'returned', by: 'ben', reason: 'The TIN is missing' } },
  ])
  const { rows } = (await ana.call(viewTask, { params: { kind: 'drafts' } })).answer
  expect(rows).toMatchObject([{ detail: 'Returned by ben: The TIN is missing' }])
  expect((await ben.call(viewTask, { params: { kind: 'approvals' } })).answer.rows).toEqual([])

  portal.clock.forward(60)
  await sent(ana, bill({ memo: 'With its TIN' }), draftId)
  const { review, events: history } = (await carla.call(getApproval, { params })).answer
  expect(history.map(({ act, by }) => `${act} by ${by}`)).toEqual(['sent by ana', 'returned by ben', 'sent by ana'])
  expect((await carla.call(approveDocument, { params, body: { digest: review?.digest } })).status).toBe(200)
  await soundBooks()
})

test('a document that is changed, withdrawn or discarded after it was sent waits no more', async () => {
  await rule('bill', '0')
  const file = crypto.randomUUID()
  const changes: Record<string, (draftId: string) => Promise<unknown>> = {
    'approvals.changed': (draftId) =>
      ana.call(saveDraft, { params: { draftId }, body: { kind: 'bill', fields: bill({ memo: 'Changed' }) } }),
    'approvals.changed by review': (draftId) => reviewed(ana, bill({ memo: 'Changed' }), draftId),
    'approvals.changed by a file': (draftId) =>
      ana.call(attachFile, {
        params: { draftId },
        query: { id: file, kind: 'bill', name: 'bill.pdf' },
        bytes: pdfBytes,
      }),
    'approvals.changed by a removed file': async (draftId) =>
      ana.call(detachFile, { params: { draftId, attachmentId: await attached(draftId) } }),
    'approvals.withdraw': (draftId) => ana.call(withdrawDocument, { params: { draftId } }),
    'approvals.discarded': (draftId) => ana.call(discardDraft, { params: { draftId } }),
  }
  for (const [action, change] of Object.entries(changes)) {
    const draftId = await sent(ana, bill())
    const { review } = (await ben.call(getApproval, { params: { draftId } })).answer
    // The same contents again change nothing.
    await ana.call(saveDraft, { params: { draftId }, body: { kind: 'bill', fields: bill() } })
    await reviewed(ana, bill(), draftId)
    expect(await counted('approval_waiting'), action).toBe(1)
    await change(draftId)
    expect(await counted('approval_waiting'), action).toBe(0)
    expect(await audited(), action).toContain(`${action.split(' ')[0]} by ana`)
    const late = await ben.call(approveDocument, { params: { draftId }, body: { digest: review?.digest } })
    expect([late.status, late.body.code], action).toEqual([409, 'approvals.notWaiting'])
    await ana.call(discardDraft, { params: { draftId } })
  }
  expect(await counted('document')).toBe(0)
  await soundBooks()
})

test('a person named in the rule approves; nobody approves their own, unless no one else can', async () => {
  await rule('bill', '0', ['ana'])
  expect((await reviewed(ben, bill())).approval?.approvers).toEqual(['ana'])
  // Ana can't approve her own, so any other accountant or admin can.
  expect((await reviewed(ana, bill())).approval?.approvers).toEqual(['ben', 'carla'])
  const draftId = await sent(ben, bill())
  expect((await carla.call(getApproval, { params: { draftId } })).answer.mayApprove).toBe(false)
  const { review } = (await ana.call(getApproval, { params: { draftId } })).answer

  expect((await carla.call(deactivateUser, { params: { clientId: 'client_ana' } })).status).toBe(200)
  expect((await ana.call(approveDocument, { params: { draftId }, body: { digest: review?.digest } })).status).toBe(401)
  const body = { digest: review?.digest }
  expect((await carla.call(approveDocument, { params: { draftId }, body })).status).toBe(200)

  await portal.db.pool.query(`update users set seat = null where client_id = 'ben'`)
  const alone = await reviewed(carla, bill({ externalNo: 'RENT 4' }))
  expect(alone.approval).toBeNull()
  expect((await carla.call(recordDocument, { body: alone.digest })).answer.number).toBe('BL-2026-000002')
})

test('a closed month, a merged supplier and changed figures are said to the approver, and nothing is recorded', async () => {
  await rule('bill', '0')
  const draftId = await sent(ana, bill())
  const params = { draftId }
  const { review } = (await ben.call(getApproval, { params })).answer
  const approve = () => ben.call(approveDocument, { params, body: { digest: review?.digest } })

  await portal.db.pool.query(`update account set name = 'Rent of the shop' where code = '6030'`)
  expect((await approve()).body.code).toBe('documents.reviewAgain')
  const now = (await ben.call(getApproval, { params })).answer.review
  expect(now?.digest).not.toBe(review?.digest)

  await portal.db.pool.query(`update account set active = false where code = '6030'`)
  const inactive = (await ben.call(getApproval, { params })).answer
  expect(inactive).toMatchObject({ review: null, mayApprove: true })
  expect(inactive.problems.join()).toContain('6030')
  expect((await approve()).status).toBe(422)
  await portal.db.pool.query(`update account set active = true where code = '6030'`)

  const other = await newSupplier('223-456-789', 'Lakbay Realty Corp.')
  const merge = { mergeId: crypto.randomUUID(), into: other, reason: 'The same company' }
  expect((await ben.call(mergeParty, { params: { partyId: supplier }, body: merge })).status).toBe(200)
  const merged = (await ben.call(getApproval, { params })).answer
  expect(merged.review).toBeNull()
  expect(merged.problems[0]).toBe(
    'This supplier is no longer registered. Choose another one, or register the supplier again.',
  )

  await closeMonth()
  expect((await ben.call(getApproval, { params })).answer.problems.join()).toContain('closed')
  expect(await counted('document')).toBe(0)
})

/**
 * Every place that records documents. A new one is listed here, with the way in which the rules apply to it: all of them end in
 * recordChecked, which refuses a document that needs an approval.
 */
const recorders = {
  'features/approvals/routes.ts': 'an approver records',
  'features/documents/routes.ts': 'Yes, also of the API, external forms and batches: refused',
  'features/imports/routes.ts': 'refused when the file is checked',
  'features/recurring/make.ts': 'sent for approval',
  'features/reconciliation/acting.ts': 'refused, then sent for approval',
  'features/reconciliation/receipts.ts': 'refused, with the bill',
  'books/recording/record.ts': 'a document that follows an approved one',
  'cli/demo/demo.ts': 'books without rules',
  'cli/demo/closing.ts': 'books without rules',
  'cli/demo/small-companies.ts': 'books without rules',
}

test('every place that records documents is known', () => {
  const root = join(import.meta.dirname, '../..')
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) =>
      /\b(recordDraft|recordAtOnce|recordWithin|recordChecked)\(/.test(readFileSync(join(root, path), 'utf8')),
    )
  expect(found.toSorted()).toEqual(Object.keys(recorders).toSorted())
})

test('the API, an import, a rule of the bank and an automatic document can’t go around an approval', async () => {
  await rule('bill', '0')
  const keyId = crypto.randomUUID()
  const key = { name: 'n8n', owner: 'ana', networks: [], expiresOn: '2026-12-31', scopes: [...scopes] }
  const { secret } = (await carla.call(createApiKey, { params: { keyId }, body: key })).answer
  await ben.call(allowRecording, { params: { keyId }, body: { recording: [{ kind: 'bill', upTo: '999999999' }] } })
  const { digest } = await reviewed(ana, bill())
  const api = apiClient(portal.app, { key: secret })
  expect(await api.POST('/api/v1/documents', { body: digest })).toMatchObject({
    error: {
      status: 403,
      code: 'approvals.needed',
      title: `Bills need an approval. Send it with POST /api/v1/drafts/${digest.draftId}/send-for-approval.`,
    },
  })
  const path = { draftId: digest.draftId }
  const review = await api.POST('/api/v1/drafts/{draftId}/review', { params: { path } })
  expect(review.data?.approval).toEqual({ rule: 'Bills need an approval.', approvers: ['ben', 'carla'] })
  const send = (body: { digest: string }) =>
    api.POST('/api/v1/drafts/{draftId}/send-for-approval', { params: { path }, body })
  expect(await send({ digest: '0'.repeat(64) })).toMatchObject({ error: { code: 'documents.reviewAgain' } })
  for (const _ of [1, 2])
    expect(await send({ digest: review.data?.digest ?? '' })).toMatchObject({ data: { approvers: ['ben', 'carla'] } })
  expect(await counted('approval_request')).toBe(1)
  await portal.db.pool.query(`update draft set prepared_by = $1`, [keyId])
  expect((await ben.call(getApproval, { params: path })).answer).toMatchObject({
    mayApprove: true,
    preparedWith: 'n8n',
  })

  const file = {
    kind: 'bill',
    columns: ['number', 'party', 'day', 'description', 'account', 'amount'],
    rows: [['RENT 9', '123-456-789', '2026-03-15', 'Rent', '6030', '1000.00']],
  }
  const message = 'Bills need an approval. Remove this document from the file, and enter it on its form.'
  const rows = (await ben.call(checkImport, { body: file })).answer.documents
  expect(rows.flatMap(({ mistakes }) => mistakes.map((one) => one.message))).toEqual([message])
  expect((await ben.call(beginImport, { body: { ...file, count: 1, total: '100000' } })).body.code).toBe(
    'imports.mistakes',
  )
  // A rule that is set while a batch is recorded.
  await carla.call(removeApprovalRule, { params: { kind: 'bill' } })
  const begun = await ben.call(beginImport, { body: { ...file, count: 1, total: '100000' } })
  await rule('bill', '0')
  const params = { batchId: begun.answer.batchId }
  expect((await ben.call(recordImported, { params, body: { at: 0 } })).body.code).toBe('approvals.needed')

  // As rules of the bank, receipts of its lines, and automatic documents record.
  const { id: userId } = await portal.db.kysely
    .selectFrom('users')
    .select('id')
    .where('client_id', '=', 'ben')
    .executeTakeFirstOrThrow()
  const viewer = { userId, clientId: 'ben', role: 'accountant' } as Viewer
  const base = { viewer, address: '', draftId: crypto.randomUUID() }
  const inTrx = (write: Parameters<ReturnType<typeof portal.db.kysely.transaction>['execute']>[0]) =>
    portal.db.kysely.transaction().execute(write)
  const needed = { problem: { code: 'approvals.needed' } }
  await expect(
    inTrx((trx) => recordAtOnce(trx, portal.context, { ...base, kind: 'bill', fields: bill() })),
  ).rejects.toMatchObject(needed)
  await expect(
    inTrx((trx) => recordWithin(trx, portal.context, { ...base, typeName: 'bill', input: bill() })),
  ).rejects.toMatchObject(needed)
  expect(await counted('document')).toBe(0)
})

const pdfBytes = Buffer.from('%PDF-1.4\n%%EOF\n')

const bill = (more: object = {}) => ({
  partyId: supplier,
  externalNo: 'RENT 3',
  day: '2026-03-15',
  dueDay: '2026-04-14',
  priceMode: 'inclusive',
  lines: [
    {
      description: 'Rent',
      account: '6030',
      amount: '5600000',
      vatClass: 'vatable',
      category: 'services',
      atc: 'WC100',
    },
  ],
  memo: '',
  ...more,
})

const rule = async (kind: DocumentTypeName, from: string, approvers: string[] = []) =>
  expect((await carla.call(saveApprovalRule, { params: { kind }, body: { from, approvers } })).status).toBe(200)

async function reviewed(by: Caller, fields: object, draftId: string = crypto.randomUUID()) {
  const review = await by.call(reviewDraft, { params: { draftId }, body: { kind: 'bill', fields } })
  expect(review.status, JSON.stringify(review.body)).toBe(200)
  return { digest: { draftId, digest: review.answer.digest }, approval: review.answer.approval }
}

async function sent(by: Caller, fields: object, draftId: string = crypto.randomUUID()): Promise<string> {
  await by.call(saveDraft, { params: { draftId }, body: { kind: 'bill', fields } })
  const { digest } = await reviewed(by, fields, draftId)
  expect((await by.call(sendForApproval, { body: digest })).status).toBe(200)
  return draftId
}

async function attached(draftId: string): Promise<string> {
  const id = crypto.randomUUID()
  await ana.call(attachFile, { params: { draftId }, query: { id, kind: 'bill', name: 'bill.pdf' }, bytes: pdfBytes })
  return id
}

async function newSupplier(tin: string, registeredName: string): Promise<string> {
  const fields = { kind: 'non_individual', vatStatus: 'vat', tin, registeredName }
  const body = { registrationId: crypto.randomUUID(), role: 'supplier', fields, lookAlikesSeen: true } as const
  return (await ana.call(registerParty, { body })).answer.party.id
}

const told = async (who: Caller) =>
  (await who.call(listNotifications, { query: {} })).answer.notifications.map(({ title }) => title)

async function counted(table: string): Promise<number> {
  const { rows } = await portal.db.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)
  return rows[0]?.count ?? 0
}

/** As a closing does. */
async function closeMonth(): Promise<void> {
  await portal.db.pool.query(
    `with event as (
       insert into period_event (month, act, seal, entries, last_entry, acted_by, acted_at)
       select '2026-03', 'closed', repeat('0', 64), 0, 0, id, '2026-04-01T00:00:00Z' from users where client_id = 'ben' returning *
     )
     insert into period (month, closed_at, seal, entries, last_entry) select month, acted_at, seal, entries, last_entry from event`,
  )
}

async function events(): Promise<string[]> {
  const { rows } = await portal.db.pool.query<{ type: string }>('select type from event order by seq')
  return rows.map(({ type }) => type)
}

async function audited(): Promise<string[]> {
  const { rows } = await portal.db.pool.query<{ words: string }>(
    `select action || ' by ' || actor_name as words from audit
     where (action like 'approvals.%' and action not like '%ule' or action = 'documents.record') and outcome = 'done' order by seq`,
  )
  return rows.map(({ words }) => words)
}

async function soundBooks(): Promise<void> {
  const { checks } = await verify(portal.db.kysely)
  expect(checks.flatMap(({ problems }) => problems)).toEqual([])
}
