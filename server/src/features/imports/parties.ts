// Rows that become customers and suppliers. They are checked like the registration form.
import type { Kysely, Transaction } from 'kysely'
import { canonical } from '@talaan/ledger/core/digest.ts'
import type { ReadRows } from '@talaan/ledger/documents/import/mapping.ts'
import { displayName, parseTin, partyFields, searchName, similarName, tinOrReason } from '@talaan/ledger/core/party.ts'
import type { PartyRole } from '@talaan/ledger/core/party.ts'
import type { AppContext } from '../../platform/context.ts'
import { sha256 } from '../../books/journal.ts'
import { mistakesOf } from '@talaan/contract/mistakes.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { lookAlikesOf } from '../parties/look-alikes.ts'
import { register } from '../parties/routes.ts'
import type { DueDocument, RowOutcome } from './outcome.ts'

type Db = Kysely<Tables>

type Reading = {
  read: ReadRows
  role: PartyRole
  draftId: string
  /** Rows of this batch by TIN and branch, or by the country and name of a party without a TIN. */
  tins: Map<string, string>
  row: string
}

/** The number of a party is its name. */
export async function checkParty(db: Db, { read, role, draftId, tins, row }: Reading): Promise<RowOutcome> {
  const { fields: given, mistakes, cellOf } = read
  const parsed = partyFields.safeParse(given)
  const wrong = parsed.success
    ? []
    : mistakesOf(parsed.error).map(({ path, message }) => ({ ...cellOf(path), message }))
  const found = { due: null, total: null, warnings: [], number: null, mistakes: [...mistakes, ...wrong] }
  if (!parsed.success || found.mistakes.length > 0) return found
  const fields = parsed.data
  const name = displayName(fields)
  const saying = (message: string) => ({ ...found, mistakes: [{ row: 0, column: 'tin', message }] })

  // Within a file, an individual without a TIN is identified by name alone.
  const key = fields.tin || `${fields.country} ${(fields.foreignTaxNo || searchName(name)).toUpperCase()}`
  const what = fields.tin !== '' ? 'TIN' : fields.foreignTaxNo !== '' ? 'foreign tax number' : 'name'
  const other = tins.get(key)
  if (other !== undefined)
    return saying(`This ${what} is already in ${other}. Register each customer or supplier only once.`)
  tins.set(key, row)
  const tin = parseTin(fields.tin)
  const alike = await lookAlikesOf(db, {
    tin: tin.ok ? tin : undefined,
    ...(fields.country !== '' && { abroad: fields }),
    name,
  })
  const same = alike.find(({ isSame }) => isSame)?.party
  if (same !== undefined && !similarName(same.name, name))
    return saying(
      `${what === 'TIN' ? 'TIN' : 'Foreign tax number'} ${fields.tin || fields.foreignTaxNo} is already registered for ${same.name}. Check the ${what}, or use the registered customer or supplier.`,
    )
  if (same?.[role] === true) return { ...found, number: same.name }
  const digest = sha256(canonical({ draftId, role, fields }))
  return {
    ...found,
    due: { draftId, digest, fields },
    warnings:
      same === undefined
        ? alike.map(
            ({ party, reason }) => `${party.name} (${party.tin === '' ? '' : 'TIN '}${tinOrReason(party)}): ${reason}`,
          )
        : [`${same.name} is already registered, and will also be registered as a ${role}.`],
  }
}

/** Registers one of them. The look-alikes were shown when the batch was checked. */
export async function registeredAs(
  trx: Transaction<Tables>,
  context: Pick<AppContext, 'clock'>,
  { draftId, fields, role, viewer, address }: DueDocument & { role: PartyRole; viewer: Viewer; address: string },
): Promise<{ number: string; already: boolean }> {
  const registration = { registrationId: draftId, role, fields: partyFields.parse(fields), lookAlikesSeen: true }
  const { party, already } = await register(trx, context, { ...registration, viewer, address })
  return { number: party.name, already }
}
