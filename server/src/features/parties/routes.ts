// Customers and suppliers: searched while typing, registered once per TIN and branch, removed only without documents.
import {
  checkParty,
  correctParty,
  getParty,
  listCorrections,
  partyProblems,
  registerParty,
  removeParty,
  searchParties,
} from '@talaan/contract/parties.ts'
import type { PartyRole } from '@talaan/contract/parties.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import {
  displayName,
  formatTin,
  parseTin,
  storedFields,
  partyChanges,
  partyFrom,
  searchName,
  similarName,
} from '@talaan/ledger/core/party.ts'
import type { PartyFields } from '@talaan/ledger/core/party.ts'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { lockHead } from '../../books/journal.ts'
import { correctionCount, correctionsOf } from './corrections.ts'
import { lookAlikesOf } from './look-alikes.ts'
import { findParties, wordsToFind } from './search.ts'
import { present, rowOf, storedColumns } from './rows.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Trx = Transaction<Tables>

export const parties: Feature = (context) => {
  const db = context.db.kysely
  return [
    answers(searchParties, async ({ query }) => ({ parties: await findParties(db, query) })),

    answers(getParty, async ({ params }) => {
      const row = await present(db)
        .select(correctionCount.as('corrections'))
        .where('id', '=', params.partyId)
        .executeTakeFirst()
      if (row === undefined) throw new Refusal(partyProblems.notThere)
      const { id, name, customer, supplier, corrections } = row
      return { party: { id, name, customer, supplier, corrections, fields: storedFields(row.fields) } }
    }),

    answers(correctParty, ({ params, body, viewer, address }) =>
      db.transaction().execute((trx) => correct(trx, context, { ...params, ...body, viewer, address })),
    ),

    answers(listCorrections, async ({ params }) => ({ corrections: await correctionsOf(db, params.partyId) })),

    answers(checkParty, async ({ body }) => {
      const read = parseTin(body.tin)
      return { lookAlikes: await lookAlikesOf(db, { tin: read.ok ? read : undefined, name: body.name }) }
    }),

    answers(registerParty, ({ body, viewer, address }) =>
      db.transaction().execute((trx) => register(trx, context, { ...body, viewer, address })),
    ),

    answers(removeParty, async ({ params, viewer, address }) => {
      await db.transaction().execute((trx) => remove(trx, context, { ...params, viewer, address }))
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

export async function register(trx: Trx, context: Pick<AppContext, 'clock'>, registration: Registration) {
  const { registrationId, fields, role, lookAlikesSeen } = registration
  const id = crypto.randomUUID()
  const { tin9, branchCode } = partyFrom(fields, { id, role })
  if (tin9 === null) throw new Error('A registration always has a TIN.')
  const name = displayName(fields)

  // One at a time, so that of two concurrent similar registrations, the second sees the first.
  await sql`select pg_advisory_xact_lock(hashtext('register of parties'))`.execute(trx)
  const before = await registeredBefore(trx, context, registration, { tin9, branchCode, name })
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
      customer: role === 'customer',
      supplier: role === 'supplier',
      ...storedOf(fields, { tin9, branchCode, name }),
      registered_by: registration.viewer.userId,
      registered_at: timestamp(context.clock.now()),
    })
    .returning(storedColumns)
    .executeTakeFirstOrThrow()
  await audited(trx, context, registration, { action: 'parties.register', id, detail: { tin: fields.tin, role } })
  return { party: rowOf(row), already: false }
}

/** The columns of a party derived from its fields. */
function storedOf(fields: PartyFields, { tin9, branchCode, name }: { tin9: string; branchCode: string; name: string }) {
  return {
    kind: fields.kind,
    tin9,
    branch_code: branchCode,
    name,
    search_name: searchName(name),
    search_words: wordsToFind({ name, tradeName: fields.tradeName, tin9 }),
    vat_status: fields.vatStatus,
    government: fields.government,
    email: fields.email === '' ? null : fields.email,
    fields: JSON.stringify(fields),
  }
}

/** The existing party of this registration, or of this TIN and branch: it gets this role too. */
async function registeredBefore(
  trx: Trx,
  context: Pick<AppContext, 'clock'>,
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
      `This form already registered ${sent.name} with TIN ${formatTin(sent.tin9, sent.branch_code)}. Open the form again to register another customer or supplier.`,
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
      `TIN ${fields.tin} is already registered for ${row.name}. Check the TIN, or use the registered customer or supplier.`,
    )
  }
  if (row[role]) return { party: rowOf(row), already: true }
  await trx
    .updateTable('party')
    .set({ [role]: true })
    .where('id', '=', row.id)
    .execute()
  await audited(trx, context, registration, {
    action: 'parties.addRole',
    id: row.id,
    detail: { tin: fields.tin, role },
  })
  return { party: rowOf({ ...row, [role]: true }), already: true }
}

const duplicate = (sentence: string): Refusal =>
  new Refusal(saying(partyProblems.duplicateTin, sentence), [{ path: ['fields', 'tin'], message: sentence }])

function lookAlikeSentence(alike: { name: string; tin: string }[]): string {
  const named = alike.slice(0, 3).map(({ name, tin }) => `${name} (TIN ${tin})`)
  const more = alike.length > named.length ? ` and ${alike.length - named.length} more` : ''
  return `Already registered: ${named.join(', ')}${more}, similar to this one. Use one of them, or register this one anyway.`
}

type Correction = Person & {
  partyId: string
  correctionId: string
  fields: PartyFields
  reason: string
  after: number
  lookAlikesSeen: boolean
}

/**
 * Stores the old and new values, and updates the row for searches, forms and lists. Recorded documents do not change:
 * they keep their names, and unrecorded ones need a new review.
 */
async function correct(trx: Trx, context: Pick<AppContext, 'clock'>, correction: Correction) {
  const { partyId, correctionId, fields, reason, after, lookAlikesSeen, viewer } = correction
  await lockHead(trx)
  await sql`select pg_advisory_xact_lock(hashtext('register of parties'))`.execute(trx)
  const row = await present(trx)
    .select(correctionCount.as('corrections'))
    .where('id', '=', partyId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new Refusal(partyProblems.notThere)
  const sent = await trx.selectFrom('party_correction').select('id').where('id', '=', correctionId).executeTakeFirst()
  if (sent !== undefined) return { party: rowOf(row), already: true }
  if (row.corrections !== after) throw new Refusal(partyProblems.corrected)
  const before = row.fields as PartyFields
  if (partyChanges(before, fields).length === 0) throw new Refusal(partyProblems.nothingCorrected)

  const { tin9, branchCode } = partyFrom(fields, { id: partyId, role: row.customer ? 'customer' : 'supplier' })
  if (tin9 === null) throw new Error('A correction always has a TIN.')
  const name = displayName(fields)
  const others = (await lookAlikesOf(trx, { tin: { tin9, branchCode }, name })).filter(
    ({ party }) => party.id !== partyId,
  )
  const same = others.find(({ sameTin }) => sameTin)
  if (same !== undefined) {
    throw duplicate(
      `TIN ${fields.tin} is already registered for ${same.party.name}. If both are the same customer or supplier, use that registration from now on. You can remove this one if it has no documents.`,
    )
  }
  const known = await lookAlikesOf(trx, { tin: { tin9: row.tin9, branchCode: row.branch_code }, name: row.name })
  const alike = others.filter(({ party }) => !known.some((one) => one.party.id === party.id))
  if (!lookAlikesSeen && alike.length > 0)
    throw new Refusal(saying(partyProblems.lookAlike, lookAlikeSentence(alike.map(({ party }) => party))))

  const at = timestamp(context.clock.now())
  await trx
    .insertInto('party_correction')
    .values({
      id: correctionId,
      party_id: partyId,
      nth: after + 1,
      reason,
      corrected_by: viewer.userId,
      corrected_at: at,
      before: JSON.stringify(before),
      after: JSON.stringify(fields),
    })
    .execute()
  const corrected = await trx
    .updateTable('party')
    .set({ ...storedOf(fields, { tin9, branchCode, name }) })
    .where('id', '=', partyId)
    .returning(storedColumns)
    .executeTakeFirstOrThrow()
  const changes = partyChanges(before, fields).map(({ label }) => label)
  await audited(trx, context, correction, { action: 'parties.correct', id: partyId, detail: { changes, reason } })
  return { party: rowOf(corrected), already: false }
}

/** Recording reads its party under the same lock, so that no document can be recorded for a party being removed. */
async function remove(
  trx: Trx,
  context: Pick<AppContext, 'clock'>,
  removal: Person & { partyId: string },
): Promise<void> {
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
    throw new Refusal(
      saying(partyProblems.inUse, `${document.number} is for ${row.name}, so the registration cannot be removed.`),
    )
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
    .set({ removed_at: timestamp(context.clock.now()) })
    .where('id', '=', partyId)
    .execute()
  await audited(trx, context, removal, { action: 'parties.remove', id: partyId, detail: { name: row.name } })
}

const audited = (
  trx: Trx,
  { clock }: Pick<AppContext, 'clock'>,
  { viewer, address }: Person,
  { action, id, detail }: { action: string; id: string; detail: Record<string, unknown> },
) => audit(trx, clock, { viewer, address, action, object: { type: 'party', id }, detail })
