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
import { boxesTakenOver, calculateReturn, filedSheets, nothingKnown } from './calculate-return.ts'
import { firstPosting } from './rules.ts'
import type { Rules } from './rules.ts'

type Db = Kysely<Tables>

/**
 * The amounts carried over to the quarter in the accounts. The closing entries of earlier quarters count whenever they were
 * recorded; a certificate counts as claimed from the quarter of its claim.
 */
export async function carriedCredits(db: Db, rules: Rules, period: Period): Promise<CarriedCredits> {
  const before = shifted(period, -1)
  const earlier = await returnsBefore(db, rules, period)
  const { rows } = await sql<{ inputVat: bigint; withheld: bigint; unclaimed: bigint }>`
    with moved as (
      select line.account, debit - credit as amount
      from line join entry on entry.no = entry_no join document on document.id = entry.document_id
      where account = any(${[accounts.inputVatCarryOver, accounts.vatWithheld]}::text[]) and (
        (line.day < ${period.from}::date and external_no is distinct from ${closingReference({ form: '2550Q', period })})
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

type Return = Pick<CarriedCredits['missing'][number], 'form' | 'period'>

/** The returns of VAT and percentage tax since the books began, whose closing entries move these accounts. */
async function returnsBefore(db: Db, { registrations }: Rules, period: Period): Promise<Return[]> {
  const begins = await firstPosting(db)
  const returns: Return[] = []
  if (begins === undefined) return returns
  for (let quarter = shifted(period, -1); quarter.to >= begins; quarter = shifted(quarter, -1)) {
    if (hasIn(registrations.history, 'vat', 'no', quarter)) returns.unshift({ form: '2551Q', period: quarter })
    if (hasIn(registrations.history, 'vat', 'yes', quarter)) returns.unshift({ form: '2550Q', period: quarter })
  }
  return returns
}

/** The closing entries that are not recorded or void. */
async function missingClosings(db: Db, rules: Rules, returns: readonly Return[]): Promise<CarriedCredits['missing']> {
  if (returns.length === 0) return []
  const recorded = await db
    .selectFrom('document')
    .select('external_no')
    .where('kind', '=', 'journalvoucher')
    .where('external_no', 'in', returns.map(closingReference))
    .where(sql<boolean>`not exists (select from document_void where document_void.document_id = document.id)`)
    .execute()
  const known = nothingKnown()
  const missing: CarriedCredits['missing'][number][] = []
  for (const one of returns) {
    if (recorded.some((row) => row.external_no === closingReference(one))) continue
    const sheet =
      (await filedSheets(db, one.form, one.period.to)).at(-1) ?? (await calculateReturn(db, rules, one, known))
    const lines = (sheet && closingEntry(sheet))?.lines ?? []
    const on = (account: string): bigint =>
      sum(lines.filter((line) => line.account === account).map(({ debit, credit }) => debit - credit))
    missing.push({ ...one, inputVat: on(accounts.inputVatCarryOver), withheld: on(accounts.vatWithheld) })
  }
  return missing
}

const closingReference = ({ form, period }: Return): string => `${form} ${period.to}`
