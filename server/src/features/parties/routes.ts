// Customers and suppliers: searched while typing, registered once per TIN and branch, removed only without documents.
import {
  checkParty,
  correctParty,
  getParty,
  getPartyOverview,
  listCorrections,
  mergeParty,
  partyProblems,
  previewMerge,
  registerParty,
  removeParty,
  listParties,
  searchParties,
  undoMerge,
} from '@talaan/contract/parties.ts'
import type { PartyRole, PartyRow } from '@talaan/contract/parties.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { countryName } from '@talaan/ledger/core/country.ts'
import {
  displayName,
  parseTin,
  storedFields,
  partyChanges,
  searchName,
  similarName,
  tinOrReason,
  tinParts,
  tinText,
} from '@talaan/ledger/core/party.ts'
import type { PartyFields } from '@talaan/ledger/core/party.ts'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp, today } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { lockHead } from '../../books/journal.ts'
import { withMerged } from '../../books/merged-parties.ts'
import { correctionCount, correctionsOf } from './corrections.ts'
import { isAbroad, lookAlikesOf } from './look-alikes.ts'
import { merge, mergesOf, previewOf, undo } from './merging.ts'
import { overviewOf } from './overview.ts'
import { findParties, listed, wordsToFind } from './search.ts'
import { present, rowOf, storedColumns } from './rows.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { RowOf, Tables } from '../../platform/db/tables.ts'

type Trx = Transaction<Tables>

export const parties: Feature = (context) => {
  const db = context.db.kysely
  return [
    answers(searchParties, async ({ query }) => ({ parties: await findParties(db, query) })),

    answers(listParties, ({ query }) => listed(db, query)),

    answers(getParty, async ({ params }) => {
      const row = await db
        .selectFrom('party')
        .select(storedColumns)
        .select(correctionCount.as('corrections'))
        .where('id', '=', params.partyId)
        .where((or) => or.or([or('removed_at', 'is', null), or('merged_into', 'is not', null)]))
        .executeTakeFirst()
      if (row === undefined) throw new Refusal(partyProblems.notThere)
      const { id, name, customer, supplier, corrections } = row
      const { into, merged } = await mergesOf(db, id)
      const fields = storedFields(row.fields)
      return { party: { id, name, customer, supplier, corrections, fields, mergedInto: into, merged } }
    }),

    answers(getPartyOverview, ({ params }) => overviewOf(db, params.partyId, today(context.clock))),

    answers(correctParty, ({ params, body, viewer, address }) =>
      db.transaction().execute((trx) => correct(trx, context, { ...params, ...body, viewer, address })),
    ),

    answers(listCorrections, async ({ params }) => ({ corrections: await correctionsOf(db, params.partyId) })),

    answers(checkParty, async ({ body }) => {
      const { tin: typed, name, ...abroad } = body
      const tin = parseTin(typed)
      return {
        lookAlikes: await lookAlikesOf(db, {
          tin: tin.ok ? tin : undefined,
          ...(abroad.country !== '' && { abroad }),
          name,
        }),
      }
    }),

    answers(registerParty, ({ body, viewer, address }) =>
      db.transaction().execute((trx) => register(trx, context, { ...body, viewer, address })),
    ),

    answers(previewMerge, ({ params, query }) => previewOf(db, params.partyId, query.into)),

    answers(mergeParty, async ({ params, body, viewer, address }) => {
      await db.transaction().execute(async (trx) => {
        const done = await merge(trx, context, { ...params, ...body, by: viewer.userId })
        if (done === null) return
        const detail = { ...done, into: body.into, reason: body.reason }
        await audited(trx, context, { viewer, address }, { action: 'parties.merge', id: params.partyId, detail })
      })
      return { success: true as const }
    }),

    answers(undoMerge, async ({ params, body, viewer, address }) => {
      await db.transaction().execute(async (trx) => {
        const undone = await undo(trx, context, { ...params, ...body, by: viewer.userId })
        if (undone === null) return
        const detail = { ...undone, reason: body.reason }
        await audited(trx, context, { viewer, address }, { action: 'parties.undoMerge', id: params.partyId, detail })
      })
      return { success: true as const }
    }),

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
  if (fields.noTin === 'various') throw new Refusal(partyProblems.walkIns)
  const id = crypto.randomUUID()
  const columns = storedOf(fields)

  // One at a time, so that of two concurrent similar registrations, the second sees the first.
  await sql`select pg_advisory_xact_lock(hashtext('register of parties'))`.execute(trx)
  const before = await registeredBefore(trx, context, registration, columns)
  if (before !== undefined) return before
  if (!lookAlikesSeen) {
    const alike = await lookAlikesOf(trx, identityOf(columns))
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
      ...columns,
      registered_by: registration.viewer.userId,
      registered_at: timestamp(context.clock.now()),
    })
    .returning(storedColumns)
    .executeTakeFirstOrThrow()
  await audited(trx, context, registration, {
    action: 'parties.register',
    id,
    detail: { tin: tinOrReason(fields), role },
  })
  return { party: rowOf(row), already: false }
}

type Columns = ReturnType<typeof storedOf>

/** The columns of a party derived from its fields. */
function storedOf(fields: PartyFields) {
  const { tin9, branchCode } = tinParts(fields.tin)
  const name = displayName(fields)
  return {
    kind: fields.kind,
    tin9,
    branch_code: branchCode,
    no_tin: fields.noTin === '' ? null : fields.noTin,
    country: fields.country === '' ? null : fields.country,
    foreign_tax_no: fields.foreignTaxNo === '' ? null : fields.foreignTaxNo,
    name,
    search_name: searchName(name),
    search_words: wordsToFind({ ...fields, name, tin9 }),
    vat_status: fields.vatStatus,
    government: fields.government,
    email: fields.email === '' ? null : fields.email,
    fields: JSON.stringify(fields),
  }
}

type Identity = Pick<Columns, 'name' | 'tin9' | 'branch_code' | 'country' | 'foreign_tax_no'>

const identityOf = ({ name, tin9, branch_code: branchCode, country, foreign_tax_no: foreignTaxNo }: Identity) => ({
  tin: tin9 === null ? undefined : { tin9, branchCode },
  ...(country !== null && { abroad: { country, foreignTaxNo: foreignTaxNo ?? '' } }),
  name,
})

/** The words that identify a party, for the beginning of a sentence, with its field. */
function identityWords({ tin, foreignTaxNo, country }: PartyFields): { words: string; field: keyof PartyFields } {
  if (tin !== '') return { words: `TIN ${tin}`, field: 'tin' }
  if (foreignTaxNo !== '') return { words: `Foreign tax number ${foreignTaxNo}`, field: 'foreignTaxNo' }
  return { words: `This name in ${countryName(country)}`, field: 'country' }
}

/** The existing party of this registration, or of this TIN and branch or foreign number: it gets this role too. */
async function registeredBefore(
  trx: Trx,
  context: Pick<AppContext, 'clock'>,
  registration: Registration,
  columns: Columns,
) {
  const { registrationId, role, fields } = registration
  const sent = await trx
    .selectFrom('party')
    .select(['name', 'tin9', 'branch_code', 'country', 'foreign_tax_no', 'search_name', 'removed_at'])
    .where('registration_id', '=', registrationId)
    .executeTakeFirst()
  if (sent !== undefined && (sent.removed_at !== null || !isSameParty(sent, columns))) {
    const tin = tinText({ tin9: sent.tin9, branchCode: sent.branch_code })
    throw duplicate(
      `This form already registered ${sent.name}${tin === '' ? '' : ` with TIN ${tin}`}. Open the form again to register another customer or supplier.`,
    )
  }

  const row = await sameParty(trx, registrationId, columns)
  if (row === undefined) return undefined
  const { words, field } = identityWords(fields)
  if (sent === undefined && !similarName(row.name, columns.name)) {
    throw duplicate(
      `${words} is already registered for ${row.name}. Check the ${field === 'tin' ? 'TIN' : 'number'}, or use the registered customer or supplier.`,
      field,
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
    detail: { tin: tinOrReason(fields), role },
  })
  return { party: rowOf({ ...row, [role]: true }), already: true }
}

/** An individual without a TIN has only its registration: two people may have the same name. */
function sameParty(trx: Trx, registrationId: string, columns: Columns) {
  const { tin9, branch_code: branchCode, country, foreign_tax_no: foreignTaxNo, search_name: name } = columns
  const rows = present(trx).forUpdate()
  if (tin9 !== null) return rows.where('tin9', '=', tin9).where('branch_code', '=', branchCode).executeTakeFirst()
  return country === null
    ? rows.where('registration_id', '=', registrationId).executeTakeFirst()
    : rows.where(isAbroad({ country, foreignTaxNo: foreignTaxNo ?? '', searchName: name })).executeTakeFirst()
}

const isSameParty = (
  sent: Pick<RowOf<'party'>, 'tin9' | 'branch_code' | 'country' | 'foreign_tax_no' | 'search_name'>,
  now: Columns,
): boolean =>
  (['tin9', 'branch_code', 'country', 'foreign_tax_no'] as const).every((column) => sent[column] === now[column]) &&
  (now.tin9 !== null || sent.search_name === now.search_name)

const duplicate = (sentence: string, field: keyof PartyFields = 'tin'): Refusal =>
  new Refusal(saying(partyProblems.duplicateTin, sentence), [{ path: ['fields', field], message: sentence }])

function lookAlikeSentence(alike: PartyRow[]): string {
  const named = alike.slice(0, 3).map((row) => `${row.name} (${row.tin === '' ? '' : 'TIN '}${tinOrReason(row)})`)
  const more = alike.length > named.length ? ` and ${alike.length - named.length} more` : ''
  const [found, use] =
    alike.length === 1 ? ['A similar registration exists', 'it'] : ['Similar registrations exist', 'one of them']
  return `${found}: ${named.join(', ')}${more}. Use ${use}, or register this one anyway.`
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
  if (row.no_tin === 'various' || fields.noTin === 'various') throw new Refusal(partyProblems.walkIns)
  if (row.corrections !== after) throw new Refusal(partyProblems.corrected)
  const before = row.fields as PartyFields
  if (partyChanges(before, fields).length === 0) throw new Refusal(partyProblems.nothingCorrected)

  const columns = storedOf(fields)
  if (row.tin9 !== null && columns.tin9 === null) await assertTinUnused(trx, partyId)
  const others = (await lookAlikesOf(trx, identityOf(columns))).filter(({ party }) => party.id !== partyId)
  const same = others.find(({ isSame }) => isSame)
  if (same !== undefined) {
    const { words, field } = identityWords(fields)
    throw duplicate(
      `${words} is already registered for ${same.party.name}. If both are the same customer or supplier, an accountant can merge them. If this one has no documents, you can also remove it.`,
      field,
    )
  }
  const known = await lookAlikesOf(trx, identityOf(row))
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
    .set(columns)
    .where('id', '=', partyId)
    .returning(storedColumns)
    .executeTakeFirstOrThrow()
  const changes = partyChanges(before, fields).map(({ label }) => label)
  await audited(trx, context, correction, { action: 'parties.correct', id: partyId, detail: { changes, reason } })
  return { party: rowOf(corrected), already: false }
}

/** Returns, lists and certificates of a recorded claim or tax withheld need the TIN. */
async function assertTinUnused(trx: Trx, partyId: string): Promise<void> {
  const used = await trx
    .selectFrom('line')
    .select('entry_no')
    .where(sql<boolean>`party_id in ${withMerged(partyId)}`)
    .where((or) => or.or([or('atc', 'is not', null), or('account', '=', accounts.inputVat)]))
    .limit(1)
    .executeTakeFirst()
  if (used !== undefined)
    throw new Refusal(partyProblems.tinInUse, [{ path: ['fields', 'tin'], message: partyProblems.tinInUse.sentence }])
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
    .select(['name', 'no_tin', 'removed_at'])
    .where('id', '=', partyId)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal(partyProblems.notThere)
  if (row.removed_at !== null) return
  if (row.no_tin === 'various') throw new Refusal(partyProblems.walkIns)
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
  const [merged] = (await mergesOf(trx, partyId)).merged
  if (merged !== undefined)
    throw new Refusal(
      saying(
        partyProblems.inUse,
        `${merged.name} was merged into ${row.name}, so it cannot be removed. Undo that merge first.`,
      ),
    )
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
