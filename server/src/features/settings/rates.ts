// Rates of withholding tax and VAT: dated rows. A new one ends the previous one.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { BodyOf } from '@talaan/contract/endpoint.ts'
import { addVatRate, addWithholdingRate } from '@talaan/contract/settings.ts'
import { addDays, formatDay } from '@talaan/ledger/core/date.ts'
import { lockHead } from '../../books/journal.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { refuse, recordChange } from './changes.ts'
import type { ChangeContext } from './changes.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

export function withholdingNow(db: Db) {
  return db
    .selectFrom('withholding_code')
    .select(['code', 'payee', 'description', 'tax', 'source', 'valid_from as validFrom', 'valid_to as validTo'])
    .select(['withheld_by as withheldBy', 'paid_for as paidFor', 'likely'])
    .select(sql<string>`trim_scale(rate)::text`.as('rate'))
    .orderBy('code')
    .orderBy('payee')
    .orderBy('valid_from', 'desc')
    .execute()
}

export function vatNow(db: Db) {
  return db
    .selectFrom('vat_rate')
    .select(['source', 'valid_from as validFrom', 'valid_to as validTo'])
    .select(sql<string>`trim_scale(rate)::text`.as('rate'))
    .orderBy('valid_from', 'desc')
    .execute()
}

export async function addRate(
  trx: Trx,
  change: ChangeContext,
  now: BodyOf<typeof addWithholdingRate>['now'],
): Promise<void> {
  await lockHead(trx)
  const { code, payee, validFrom } = now
  const last = await trx
    .selectFrom('withholding_code')
    .select(['valid_from as validFrom', 'valid_to as validTo'])
    .where('code', '=', code)
    .where('payee', '=', payee)
    .orderBy('valid_from', 'desc')
    .executeTakeFirst()
  assertLater(code, validFrom, last)
  if (last !== undefined && (last.validTo === null || last.validTo >= validFrom))
    await trx
      .updateTable('withholding_code')
      .set({ valid_to: addDays(validFrom, -1) })
      .where('code', '=', code)
      .where('payee', '=', payee)
      .where('valid_from', '=', last.validFrom)
      .execute()
  const { percent, description, tax, source, withheldBy, paidFor, likely } = now
  await trx
    .insertInto('withholding_code')
    .values({
      code,
      payee,
      description,
      tax,
      source,
      rate: fraction(percent),
      valid_from: validFrom,
      valid_to: null,
      withheld_by: withheldBy,
      paid_for: paidFor,
      likely,
    })
    .execute()
  await recordChange(trx, change, {
    action: addWithholdingRate.name,
    what: `Withholding code ${code}`,
    before: null,
    now,
  })
}

export async function addVat(trx: Trx, change: ChangeContext, now: BodyOf<typeof addVatRate>['now']): Promise<void> {
  await lockHead(trx)
  const last = await trx
    .selectFrom('vat_rate')
    .select(['valid_from as validFrom', 'valid_to as validTo'])
    .orderBy('valid_from', 'desc')
    .executeTakeFirst()
  assertLater('VAT', now.validFrom, last)
  if (last !== undefined && (last.validTo === null || last.validTo >= now.validFrom))
    await trx
      .updateTable('vat_rate')
      .set({ valid_to: addDays(now.validFrom, -1) })
      .where('valid_from', '=', last.validFrom)
      .execute()
  await trx
    .insertInto('vat_rate')
    .values({ rate: fraction(now.percent), valid_from: now.validFrom, valid_to: null, source: now.source })
    .execute()
  await recordChange(trx, change, { action: addVatRate.name, what: 'VAT rate', before: null, now })
}

function assertLater(what: string, validFrom: string, last: { validFrom: string } | undefined): void {
  if (last === undefined || validFrom > last.validFrom) return
  refuse(
    'validFrom',
    `${what} already has a rate that takes effect on ${formatDay(last.validFrom)}. Enter a later date.`,
  )
}

/** '0.5' percent is '0.005'. */
function fraction(percent: string): string {
  const [whole = '0', decimals = ''] = percent.split('.')
  const digits = `${whole.padStart(2, '0')}${decimals}`
  return `0.${digits}`
}
