// The bank accounts of suppliers and customers: registered, changed with a reason, and shown masked.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { BodyOf } from '@talaan/contract/endpoint.ts'
import {
  listPartyAccounts,
  maskedNumber,
  maximumPartyAccounts,
  partyAccountProblems,
  savePartyAccount,
  showPartyAccount,
} from '@talaan/contract/party-accounts.ts'
import type { PartyAccount } from '@talaan/contract/party-accounts.ts'
import { partyProblems } from '@talaan/contract/parties.ts'
import { common, Refusal, saying } from '@talaan/contract/problem.ts'
import { withMerged } from '../../books/merged-parties.ts'
import { lockHead } from '../../books/journal.ts'
import { partiesWithNumber } from '../../books/party-accounts.ts'
import type { Feature } from '../../http/feature.ts'
import { answers } from '../../http/route.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp, today } from '../../platform/clock.ts'
import type { RowOf, Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>
type Row = RowOf<'party_bank_account'>

export const partyAccounts: Feature = ({ db: { kysely: db }, clock }) => [
  answers(listPartyAccounts, async ({ params }) => ({
    accounts: await accountsOf(db, params.partyId),
    today: today(clock),
  })),

  answers(savePartyAccount, async ({ params, body, viewer, address }) => {
    await db.transaction().execute(async (trx) => {
      const at = timestamp(clock.now())
      const saved = await save(trx, { ...params, ...body, by: viewer.userId, at })
      if (saved === null) return
      const { before, after } = saved
      const detail = {
        account: params.accountId,
        bank: after.bank,
        number: maskedNumber(after.number),
        changes: changesOf(before, after).map(({ label }) => label),
        reason: after.reason,
      }
      const object = { type: 'party', id: params.partyId }
      await audit(trx, clock, { viewer, address, action: savePartyAccount.name, object, detail })
    })
    return { success: true as const }
  }),

  answers(showPartyAccount, async ({ params: { partyId, accountId }, viewer, address }) => {
    const row = await db
      .selectFrom('party_bank_account_now')
      .select('number')
      .where('account_id', '=', accountId)
      .where(sql<boolean>`party_id in ${withMerged(partyId)}`)
      .executeTakeFirst()
    if (row?.number == null) throw new Refusal(partyAccountProblems.notThere)
    const { number } = row
    const object = { type: 'party', id: partyId }
    const detail = { account: accountId, number: maskedNumber(number) }
    await db
      .transaction()
      .execute((trx) => audit(trx, clock, { viewer, address, action: showPartyAccount.name, object, detail }))
    return { number }
  }),
]

/** A party also has the accounts of the registrations merged into it. */
async function accountsOf(db: Db, partyId: string): Promise<PartyAccount[]> {
  const rows = await db
    .selectFrom('party_bank_account')
    .innerJoin('users', 'users.id', 'changed_by')
    .selectAll('party_bank_account')
    .select('users.client_id as by')
    .where(sql<boolean>`party_id in ${withMerged(partyId)}`)
    .orderBy('nth', 'desc')
    .execute()
  const accounts = [...Map.groupBy(rows, ({ account_id: id }) => id)].flatMap(([id, all]) => {
    const [now] = all
    return now === undefined ? [] : [{ id, now, all }]
  })
  const same = await partiesWithNumber(
    db,
    accounts.map(({ now }) => now.digits),
    partyId,
  )
  return accounts
    .map(({ id, now, all }) => ({
      id,
      bank: now.bank,
      accountName: now.account_name,
      masked: maskedNumber(now.number),
      currency: now.currency,
      active: now.active,
      nth: now.nth,
      sameAs: same.get(now.digits) ?? [],
      history: all.map((row, position) => ({
        by: row.by,
        at: row.changed_at,
        reason: row.reason,
        changes: changesOf(all[position + 1], row),
      })),
    }))
    .toSorted((a, b) => Number(b.active) - Number(a.active) || a.bank.localeCompare(b.bank))
}

/** Numbers stay masked; a change that their last digits don't show is named. */
function changesOf(before: Row | undefined, after: Row): { label: string; before: string; after: string }[] {
  const shown = (row: Row) => [
    ['Bank', row.bank],
    ['Account name', row.account_name],
    ['Number', row.digits, maskedNumber(row.number)],
    ['Currency', row.currency],
    ['Status', row.active ? 'Active' : 'Inactive'],
  ]
  const was = before && shown(before)
  return shown(after).flatMap(([label = '', value, words = value], at) => {
    const [, old, oldWords = old] = was?.[at] ?? []
    if (was === undefined || old === value) return []
    return [{ label, before: oldWords ?? '', after: (words ?? '') + (words === oldWords ? ', other digits' : '') }]
  })
}

type Saved = BodyOf<typeof savePartyAccount> & { partyId: string; accountId: string; by: string; at: string }

/** The change, or null if it was saved before. */
async function save(trx: Trx, saved: Saved): Promise<{ before: Row | undefined; after: Row } | null> {
  const { partyId, accountId, changeId, after: seen, bank, accountName, currency, active, reason, by, at } = saved
  // A payment reads the accounts under this lock.
  await lockHead(trx)
  const rows = await trx
    .selectFrom('party_bank_account')
    .selectAll()
    .where(
      sql<boolean>`party_id in ${withMerged(partyId)} or account_id = ${accountId}::uuid or id = ${changeId}::uuid`,
    )
    .orderBy('nth', 'desc')
    .execute()
  const same = rows.find(({ id }) => id === changeId)
  if (same !== undefined) {
    if (same.account_id !== accountId || same.nth !== seen + 1) throw new Refusal(partyAccountProblems.changed)
    return null
  }
  const before = rows.find(({ account_id: id }) => id === accountId)
  if ((before?.nth ?? 0) !== seen) throw new Refusal(partyAccountProblems.changed)
  const party = await trx
    .selectFrom('party')
    .select(['id', 'no_tin'])
    .where('id', '=', partyId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (party === undefined) throw new Refusal(partyProblems.notThere)
  if (party.no_tin === 'various') throw new Refusal(partyProblems.walkIns)
  const number = saved.number === '' ? before?.number : saved.number
  if (number === undefined) throw mistake('number', 'Enter the account number.')
  if (before !== undefined && reason.length < 5) throw mistake('reason', 'Enter at least five characters.')

  const others = [...Map.groupBy(rows, ({ account_id: id }) => id)].flatMap(([id, [now]]) =>
    id === accountId || now === undefined ? [] : [now],
  )
  const digits = number.replaceAll(/[ -]/g, '').toUpperCase()
  if (others.some((one) => one.digits === digits && one.bank.toLowerCase() === bank.toLowerCase()))
    throw new Refusal(partyAccountProblems.twice)
  if (before === undefined && others.length >= maximumPartyAccounts) {
    const sentence = `At most ${maximumPartyAccounts} bank accounts are allowed. Change one that is no longer used.`
    throw new Refusal(saying(common.badInput, sentence))
  }
  const after = {
    id: changeId,
    account_id: accountId,
    nth: seen + 1,
    party_id: before?.party_id ?? partyId,
    bank,
    account_name: accountName,
    number,
    currency,
    active,
    reason,
    changed_by: by,
    changed_at: at,
  }
  if (before !== undefined && changesOf(before, { ...after, digits }).length === 0)
    throw new Refusal(partyAccountProblems.nothingChanged)
  await trx.insertInto('party_bank_account').values(after).execute()
  return { before, after: { ...after, digits } }
}

const mistake = (field: string, message: string) =>
  new Refusal(saying(common.badInput, message), [{ path: [field], message }])
