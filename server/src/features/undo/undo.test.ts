// Ctrl Z on the real server: the last change of a person in the session, and that the named call reverses it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordDocument, reviewDraft, voidDocument } from '@talaan/contract/documents.ts'
import { addFile, addNote } from '@talaan/contract/notes.ts'
import { mergeParty, registerParty } from '@talaan/contract/parties.ts'
import { viewReport } from '@talaan/contract/reports.ts'
import { changeAccount, getSettings } from '@talaan/contract/settings.ts'
import { lastChange } from '@talaan/contract/undo.ts'
import { deactivateUser } from '@talaan/contract/users.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { undoLast } from '../../../test/undo.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let portal: Portal
let ben: Caller
beforeAll(async () => void (portal = await openPortal()))
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ben = await portal.signIn('ben')
})

const last = async (who = ben) => (await who.call(lastChange)).answer.change
const words = async (who = ben) => (await last(who))?.words

test('a recorded document is undone by its void, which has no undo; readings, and changes of others or of an earlier session, are passed over', async () => {
  expect(await last()).toBeNull()
  const { documentId, number } = await recorded()
  await ben.call(viewReport, { params: { report: 'trial-balance' } })
  expect(await last()).toMatchObject({
    words: `recorded ${number}`,
    document: { id: documentId, kind: 'journalvoucher', number },
    undo: { by: 'void', documentId },
  })
  expect(await last(await portal.signIn('carla'))).toBeNull()
  const body = { day: '2026-03-16', reason: 'Typed twice' }
  await ben.call(voidDocument, { params: { documentId }, body })
  expect(await last()).toMatchObject({ words: `voided ${number}: Typed twice`, undo: { by: 'nothing' } })
  ben = await portal.signIn('ben', { force: true })
  expect(await last()).toBeNull()
})

test('a document that someone else has voided since, and a change that the role may not undo, have no undo', async () => {
  const { documentId } = await recorded()
  const carla = await portal.signIn('carla')
  await carla.call(voidDocument, { params: { documentId }, body: { day: '2026-03-16', reason: 'Typed twice' } })
  expect((await last())?.undo).toEqual({ by: 'nothing', why: 'The document has since been voided.' })
  const ana = await portal.signIn('ana')
  await registered(ana, 'Mayon Trading', '987-654-321')
  expect(await last(ana)).toMatchObject({ words: 'registered Mayon Trading', undo: { by: 'nothing' } })
})

test('the named call reverses a registration, a merge, a note, an account of a person and a setting', async () => {
  const stays = await registered(ben, 'Kalinga Security', '123-456-789')
  const goes = await registered(ben, 'Kalinga Security Services', '123-456-789-00001')
  const body = { mergeId: crypto.randomUUID(), into: stays, reason: 'The same supplier' }
  expect((await ben.call(mergeParty, { params: { partyId: goes }, body })).status).toBe(200)
  expect(await words()).toContain('merged Kalinga Security Services')
  await undone()
  expect(await last()).toMatchObject({ undo: { by: 'nothing' } })

  await ben.call(addNote, {
    params: { noteId: crypto.randomUUID() },
    query: { party: stays },
    body: { text: 'Ask for Ms. Reyes' },
  })
  await undone()
  expect(await words()).toBe('removed a note or file from Kalinga Security')
  const query = { party: stays, id: crypto.randomUUID(), name: 'permit.png' }
  expect((await ben.call(addFile, { query, bytes: png })).status).toBe(200)
  expect((await undoLast(ben)).button).toBe('Remove file')
  portal.clock.forward(1)

  await registered(ben, 'Mayon Trading', '987-654-321')
  await undone()
  expect(await words()).toContain('removed')

  await ben.call(deactivateUser, { params: { clientId: 'client_ana' } })
  expect(await words()).toBe('deactivated the account ana')
  await undone()
  expect(await words()).toBe('activated the account ana')
  await undone()

  const settings = (await ben.call(getSettings)).answer.accounts.find(({ code }) => code === '6020')?.settings
  if (settings === undefined) throw new Error('6020 is not in the chart')
  await ben.call(changeAccount, {
    params: { code: '6020' },
    body: { was: settings, now: { ...settings, name: 'Another name' } },
  })
  expect(await last()).toMatchObject({
    details: [{ label: 'Name', was: settings.name, now: 'Another name' }],
    undo: { by: 'settings', of: 'account', key: '6020', fields: { name: settings.name } },
  })
})

async function undone(): Promise<void> {
  await undoLast(ben)
  portal.clock.forward(1)
}

async function recorded(): Promise<{ documentId: string; number: string }> {
  const draftId = crypto.randomUUID()
  const lines = [
    { account: '6020', debit: '10000' },
    { account: '3010', credit: '10000' },
  ]
  const fields = { day: '2026-03-16', memo: 'Accrued', lines }
  const { answer } = await ben.call(reviewDraft, { params: { draftId }, body: { kind: 'journalvoucher', fields } })
  return (await ben.call(recordDocument, { body: { draftId, digest: answer.digest } })).answer
}

async function registered(by: Caller, registeredName: string, tin: string): Promise<string> {
  const fields = { kind: 'non_individual', vatStatus: 'vat', tin, registeredName }
  const body = { registrationId: crypto.randomUUID(), role: 'supplier' as const, fields, lookAlikesSeen: true }
  return (await by.call(registerParty, { body })).answer.party.id
}
