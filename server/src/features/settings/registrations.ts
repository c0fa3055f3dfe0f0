// The company's registrations: each change is a new row from a date, and a row for the same date corrects the previous one.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { BodyOf } from '@talaan/contract/endpoint.ts'
import { addRegistration } from '@talaan/contract/settings.ts'
import type { ListedRegistration } from '@talaan/contract/settings.ts'
import { firstDay, formatMonth } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { incomeTaxes, inForce, registeredOn, registrationWords, sinceWords } from '@talaan/ledger/tax/registrations.ts'
import type { RegistrationKind } from '@talaan/ledger/tax/registrations.ts'
import { lockHead } from '../../books/journal.ts'
import { registrationsNow } from '../../books/registrations.ts'
import { vatThresholdNow } from '../../books/vat-threshold.ts'
import { instant, timestamp, today } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { refuse, recordChange } from './changes.ts'
import type { ChangeContext } from './changes.ts'

type Trx = Transaction<Tables>
type NewRegistration = BodyOf<typeof addRegistration>['now']

export async function listedRegistrations(db: Kysely<Tables>): Promise<ListedRegistration[]> {
  const rows = await db
    .selectFrom('registration')
    .leftJoin('users', 'users.id', 'entered_by')
    .select(['registration.id', 'kind', 'value', 'valid_from as validFrom', 'source', 'entered_at', 'client_id as by'])
    .select(
      sql<boolean>`exists (select from registration as later where later.kind = registration.kind
        and later.valid_from = registration.valid_from and later.id > registration.id)`.as('corrected'),
    )
    .orderBy('valid_from', 'desc')
    .orderBy('registration.id', 'desc')
    .execute()
  return rows.map(({ id, entered_at: at, ...row }) => ({
    ...row,
    id: id.toString(),
    at: at === null ? null : timestamp(instant(at)),
  }))
}

export async function putRegistration(
  trx: Trx,
  change: ChangeContext,
  kind: RegistrationKind,
  now: NewRegistration,
): Promise<void> {
  await lockHead(trx)
  const { value, source } = now
  const validFrom = now.validFrom ?? firstDay
  const { label, values } = registrationWords[kind]
  const words = Object.hasOwn(values, value) ? (values as Record<string, string>)[value] : undefined
  if (words === undefined) refuse('value', 'Choose the status.')
  const before = inForce(await registrationsNow(trx), kind, validFrom)
  if (before?.value === value)
    refuse('value', `${label}: "${words}" already applies (${sinceWords(before.validFrom)}). Check the date.`)
  if (kind === 'income_tax') await assertFitsTaxpayer(trx, value)
  if (value === 'eight_percent') await assertMayChooseEightPercent(trx, validFrom, today(change.context.clock))
  await trx
    .insertInto('registration')
    .values({
      kind,
      value,
      source,
      valid_from: validFrom,
      entered_by: change.viewer.userId,
      entered_at: timestamp(change.context.clock.now()),
    })
    .execute()
  await recordChange(trx, change, {
    action: addRegistration.name,
    what: label,
    before: null,
    now: { value: words, validFrom: now.validFrom, source },
  })
}

async function assertFitsTaxpayer(trx: Trx, value: string): Promise<void> {
  const { taxpayer } = await trx.selectFrom('tax_profile').select('taxpayer').executeTakeFirstOrThrow()
  if (!(incomeTaxes[taxpayer] as readonly string[]).includes(value))
    refuse('value', 'This option does not apply to this type of taxpayer. Choose another option.')
}

/** The 8% rate is for individuals without VAT whose sales are within the VAT threshold (NIRC section 24(A)(2)(b); RR 8-2018). */
async function assertMayChooseEightPercent(trx: Trx, from: Day, now: Day): Promise<void> {
  if (registeredOn(await registrationsNow(trx), from).vatRegistered)
    refuse(
      'value',
      'A VAT-registered taxpayer cannot choose the 8% income tax. Choose another option, or check the date.',
    )
  const exceeded = (await vatThresholdNow(trx, now))?.exceeded ?? null
  if (exceeded !== null)
    refuse(
      'value',
      `The VAT threshold was exceeded in ${formatMonth(exceeded)}, so the 8% income tax is not available. Choose graduated rates.`,
    )
}
