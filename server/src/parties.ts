// Customers and suppliers: found as one types, registered once per TIN and branch, removed only while no paper names them.
import {
  checkParty,
  getParty,
  partyProblems,
  registerParty,
  removeParty,
  searchParties,
} from '@talaan/contract/parties.ts'
import type { PartyRole } from '@talaan/contract/parties.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { displayName, formatTin, parseTin, partyFrom, searchName, similarName } from '@talaan/ledger/party.ts'
import type { PartyFields } from '@talaan/ledger/party.ts'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { audit } from './audit.ts'
import { timestamp } from './clock.ts'
import type { House } from './house.ts'
import { lockHead } from './journal.ts'
import { lookAlikesOf } from './parties/look-alikes.ts'
import { findParties, wordsToFind } from './parties/search.ts'
import { present, rowOf } from './parties/rows.ts'
import { answers } from './serve.ts'
import type { Room } from './serve.ts'
import type { Viewer } from './session.ts'
import type { Tables } from './tables.ts'

type Trx = Transaction<Tables>

export const parties: Room = (house) => {
  const db = house.db.kysely
  return [
    answers(searchParties, async ({ query }) => ({ parties: await findParties(db, query) })),

    answers(getParty, async ({ params }) => {
      const row = await present(db).where('id', '=', params.partyId).executeTakeFirst()
      if (row === undefined) throw new Refusal(partyProblems.notThere)
      const { id, name, customer, supplier } = row
      return { party: { id, name, customer, supplier, fields: row.fields as PartyFields } }
    }),

    answers(checkParty, async ({ body }) => {
      const read = parseTin(body.tin)
      return { lookAlikes: await lookAlikesOf(db, { tin: read.ok ? read : undefined, name: body.name }) }
    }),

    answers(registerParty, ({ body, viewer, address }) =>
      db.transaction().execute((trx) => register(trx, house, { ...body, viewer, address })),
    ),

    answers(removeParty, async ({ params, viewer, address }) => {
      await db.transaction().execute((trx) => remove(trx, house, { ...params, viewer, address }))
      return { success: true as const }
    }),
  ]
}

type Person = { viewer: Viewer; address: string }
export type Registration = Person & {
  registrationId: string
  role: PartyRole
  fields: PartyFields
  lookAlikesSeen: boolean
}

export async function register(trx: Trx, house: Pick<House, 'clock'>, registration: Registration) {
  const { registrationId, fields, role, lookAlikesSeen } = registration
  const id = crypto.randomUUID()
  const { tin9, branchCode } = partyFrom(fields, { id, role })
  if (tin9 === null) throw new Error('A registration always has a TIN.')
  const name = displayName(fields)

  // One at a time, so that of two who register the same or nearly the same at once, the second sees the first.
  await sql`select pg_advisory_xact_lock(hashtext('register of parties'))`.execute(trx)
  const before = await registeredBefore(trx, house, registration, { tin9, branchCode, name })
  if (before !== undefined) return before
  if (!lookAlikesSeen) {
    const alike = await lookAlikesOf(trx, { tin: { tin9, branchCode }, name })
    if (alike.length > 0)
      throw new Refusal(saying(partyProblems.lookAlike, lookAlikeSentence(alike.map(({ party }) => party))))
  }

  const row = await trx
    .insertInto('party')
    .values({
      id,
      registration_id: registrationId,
      kind: fields.kind,
      customer: role === 'customer',
      supplier: role === 'supplier',
      tin9,
      branch_code: branchCode,
      name,
      search_name: searchName(name),
      search_words: wordsToFind({ name, tradeName: fields.tradeName, tin9 }),
      vat_status: fields.vatStatus,
      government: fields.government,
      email: fields.email === '' ? null : fields.email,
      fields: JSON.stringify(fields),
      registered_by: registration.viewer.userId,
      registered_at: timestamp(house.clock.now()),
    })
    .returning([
      'id',
      'name',
      'tin9',
      'branch_code',
      'email',
      'vat_status',
      'government',
      'customer',
      'supplier',
      'fields',
    ])
    .executeTakeFirstOrThrow()
  await audited(trx, house, registration, { action: 'parties.register', id, detail: { tin: fields.tin, role } })
  return { party: rowOf(row), already: false }
}

/** What is registered already under this registration, or under this TIN and branch: the same party, now in this role too. */
async function registeredBefore(
  trx: Trx,
  house: Pick<House, 'clock'>,
  registration: Registration,
  { tin9, branchCode, name }: { tin9: string; branchCode: string; name: string },
) {
  const { registrationId, role, fields } = registration
  const sent = await trx
    .selectFrom('party')
    .select(['name', 'tin9', 'branch_code', 'removed_at'])
    .where('registration_id', '=', registrationId)
    .executeTakeFirst()
  if (sent !== undefined && (sent.removed_at !== null || sent.tin9 !== tin9 || sent.branch_code !== branchCode)) {
    throw duplicate(
      `This form has registered ${sent.name} with TIN ${formatTin(sent.tin9, sent.branch_code)} before. Open the form anew to register another party.`,
    )
  }

  const row = await present(trx)
    .where('tin9', '=', tin9)
    .where('branch_code', '=', branchCode)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (sent === undefined && !similarName(row.name, name)) {
    throw duplicate(
      `TIN ${fields.tin} is registered already, for ${row.name}. Check the TIN, or use the party that is there.`,
    )
  }
  if (row[role]) return { party: rowOf(row), already: true }
  await trx
    .updateTable('party')
    .set({ [role]: true })
    .where('id', '=', row.id)
    .execute()
  await audited(trx, house, registration, { action: 'parties.addRole', id: row.id, detail: { tin: fields.tin, role } })
  return { party: rowOf({ ...row, [role]: true }), already: true }
}

const duplicate = (sentence: string): Refusal =>
  new Refusal(saying(partyProblems.duplicateTin, sentence), [{ path: ['fields', 'tin'], message: sentence }])

function lookAlikeSentence(alike: { name: string; tin: string }[]): string {
  const named = alike.slice(0, 3).map(({ name, tin }) => `${name} (TIN ${tin})`)
  const more = alike.length > named.length ? ` and ${alike.length - named.length} more` : ''
  return `The register has ${named.join(', ')}${more}, much like this one. Compare them, then register anyway or use the one that is there.`
}

/** Recording reads its party under the same lock, so that no document can be recorded for a party that is being removed. */
async function remove(trx: Trx, house: Pick<House, 'clock'>, removal: Person & { partyId: string }): Promise<void> {
  await lockHead(trx)
  const { partyId } = removal
  const row = await trx
    .selectFrom('party')
    .select(['name', 'tin9', 'removed_at'])
    .where('id', '=', partyId)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal(partyProblems.notThere)
  if (row.removed_at !== null) return
  const document = await trx
    .selectFrom('document')
    .select('number')
    .where('party_id', '=', partyId)
    .limit(1)
    .executeTakeFirst()
  if (document !== undefined) {
    throw new Refusal(saying(partyProblems.inUse, `${document.number} names ${row.name}, so it stays in the register.`))
  }
  const item = await trx
    .selectFrom('open_item')
    .select('id')
    .where('party_id', '=', partyId)
    .limit(1)
    .executeTakeFirst()
  if (item !== undefined) throw new Refusal(partyProblems.inUse)
  await trx
    .updateTable('party')
    .set({ removed_at: timestamp(house.clock.now()) })
    .where('id', '=', partyId)
    .execute()
  await audited(trx, house, removal, { action: 'parties.remove', id: partyId, detail: { name: row.name } })
}

const audited = (
  trx: Trx,
  { clock }: Pick<House, 'clock'>,
  { viewer, address }: Person,
  { action, id, detail }: { action: string; id: string; detail: Record<string, unknown> },
) => audit(trx, clock, { viewer, address, action, object: { type: 'party', id }, detail })
