// What the VAT return takes over from earlier quarters, in the accounts.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { sum } from '@talaan/ledger/core/money.ts'
import { periodOf, shifted } from '@talaan/ledger/tax/calendar/forms.ts'
import type { Period } from '@talaan/ledger/tax/calendar/forms.ts'
import { hasIn } from '@talaan/ledger/tax/registrations.ts'
import { closingEntry } from '@talaan/ledger/tax/returns/closing-entry.ts'
import { carriedFrom, claimedBackIn } from '@talaan/ledger/tax/returns/excess.ts'
import type { CarriedCredits } from '@talaan/ledger/tax/returns/reconciliation.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { boxesTakenOver, calculateReturn, filedSheets } from './calculate-return.ts'
import { firstPosting } from './rules.ts'
import type { Rules } from './rules.ts'

type Db = Kysely<Tables>

/**
 * The amounts carried over to the quarter in the accounts. The closing entries of earlier quarters count whenever they were
 * recorded; a certificate counts as claimed from the quarter of its claim.
 */
export async function carriedCredits(db: Db, rules: Rules, period: Period): Promise<CarriedCredits> {
  const before = shifted(period, -1)
  const earlier = await vatQuartersBefore(db, rules, period)
  const { rows } = await sql<{ inputVat: bigint; withheld: bigint; unclaimed: bigint }>`
    with moved as (
      select line.account, debit - credit as amount
      from line join entry on entry.no = entry_no join document on document.id = entry.document_id
      where account = any(${[accounts.inputVatCarryOver, accounts.vatWithheld]}::text[]) and (
        (line.day < ${period.from}::date and external_no is distinct from ${closingReference(period)})
        or (document.kind = 'journalvoucher' and external_no = any(${earlier.map(closingReference)}::text[])))
    ), certificate as (
      select (select coalesce(sum(amount), 0) from open_item
          where open_item.document_id = proof.document_id and settles <> proof.document_id) as amount,
        document.day < ${period.from}::date as before,
        coalesce(certificate_claim.period <= ${before.to}::date, false) as claimed
      from tax_certificate as proof join document on document.id = proof.document_id
      left join certificate_claim on certificate_claim.document_id = document.id
      where account = ${accounts.vatWithheld} and act = 'received'
        and not exists (select from document_void where document_void.document_id = document.id)
    )
    select (select coalesce(sum(amount), 0) from moved where account = ${accounts.inputVatCarryOver})::bigint as "inputVat",
      (select coalesce(sum(amount), 0) from moved where account = ${accounts.vatWithheld})::bigint as withheld,
      ((select coalesce(sum(amount), 0) from open_item where account = ${accounts.vatWithheld} and day < ${period.from}::date)
        - (select coalesce(sum(amount) filter (where before and not claimed), 0) from certificate)
        + (select coalesce(sum(amount) filter (where not before and claimed), 0) from certificate))::bigint as unclaimed`.execute(
    db,
  )
  const [found] = rows
  const boxesOn = (to: Day) =>
    boxesTakenOver(db, rules, { form: '2550Q', period: periodOf('2550Q', to, rules.registrations.fiscalYearEnd) })
  const chosen = await db
    .selectFrom('excess_use')
    .select('period')
    .distinct()
    .where('form', '=', '2550Q')
    .where('period', '<', period.from)
    .execute()
  const claims = await Promise.all(chosen.map(async ({ period: to }) => claimedBackIn(await boxesOn(to))))
  const { inputVat = 0n, withheld = 0n, unclaimed = 0n } = found ?? {}
  return {
    inputVat,
    withheld: withheld - unclaimed,
    taken: carriedFrom('2550Q', await boxesOn(before.to)),
    claimedBack: sum(claims),
    missing: await missingClosings(db, rules, earlier),
  }
}

/** The quarters with a VAT return since the books began, oldest first. */
async function vatQuartersBefore(db: Db, { registrations }: Rules, period: Period): Promise<Period[]> {
  const begins = await firstPosting(db)
  const quarters: Period[] = []
  if (begins === undefined) return quarters
  for (let quarter = shifted(period, -1); quarter.to >= begins; quarter = shifted(quarter, -1))
    if (hasIn(registrations.history, 'vat', 'yes', quarter)) quarters.unshift(quarter)
  return quarters
}

/** The closing entries of quarters that are not recorded or void. */
async function missingClosings(db: Db, rules: Rules, quarters: readonly Period[]): Promise<CarriedCredits['missing']> {
  if (quarters.length === 0) return []
  const recorded = await db
    .selectFrom('document')
    .select('external_no')
    .where('kind', '=', 'journalvoucher')
    .where('external_no', 'in', quarters.map(closingReference))
    .where(sql<boolean>`not exists (select from document_void where document_void.document_id = document.id)`)
    .execute()
  const missing: CarriedCredits['missing'][number][] = []
  for (const period of quarters) {
    if (recorded.some((row) => row.external_no === closingReference(period))) continue
    const sheet =
      (await filedSheets(db, '2550Q', period.to)).at(-1) ??
      (await calculateReturn(db, rules, { form: '2550Q', period }))
    const lines = (sheet && closingEntry(sheet))?.lines ?? []
    const on = (account: string): bigint =>
      sum(lines.filter((line) => line.account === account).map(({ debit, credit }) => debit - credit))
    missing.push({ period, inputVat: on(accounts.inputVatCarryOver), withheld: on(accounts.vatWithheld) })
  }
  return missing
}

const closingReference = ({ to }: Period): string => `2550Q ${to}`
