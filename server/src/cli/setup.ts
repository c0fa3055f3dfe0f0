// Creates the company in an empty database: its name, the standard chart, the VAT rates, and one admin with a one-time
// password.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { standardChart, standardMoneyAccounts } from '@talaan/ledger/accounts/chart.ts'
import { standardExpenseTypes } from '@talaan/ledger/accounts/expense-types.ts'
import { standardForms } from '@talaan/ledger/tax/returns/all.ts'
import { standardRates } from '@talaan/ledger/tax/rates.ts'
import { standardDeadlines, standardNonWorkingDays } from '@talaan/ledger/tax/calendar/standard.ts'
import { standardVatRates } from '@talaan/ledger/tax/vat.ts'
import { standardWithholdingCodes } from '@talaan/ledger/tax/standard-codes.ts'
import { audit } from '../platform/audit/audit.ts'
import { timestamp } from '../platform/clock.ts'
import { defaultCompanyName } from '../platform/env/env.ts'
import type { HttpContext } from '../http/context.ts'
import { hashPassword, oneTimePassword } from '../http/passwords.ts'
import type { Tables } from '../platform/db/tables.ts'

export type FirstAdmin = { clientId: string; oneTimePassword: string }

type SetupContext = Pick<HttpContext, 'db' | 'clock' | 'passwordCost'> & {
  env: Pick<HttpContext['env'], 'companyName' | 'adminClientId' | 'adminPassword'>
}

/**
 * Returns the first admin's password if one was generated, to be shown once. Starting again changes nothing but the
 * name.
 */
export async function setUp({ db, clock, env, passwordCost }: SetupContext): Promise<FirstAdmin | undefined> {
  const existing = await db.kysely.selectFrom('company').select('name').executeTakeFirst()
  if (existing) {
    await followName(db, env.companyName, existing.name)
    await insertPurchases(db.kysely)
    await insertFilingRules(db.kysely)
    return undefined
  }

  const password = env.adminPassword ?? oneTimePassword()
  const passwordHash = await hashPassword(password, passwordCost)
  const isNew = await db.kysely.transaction().execute(async (trx) => {
    const inserted = await trx
      .insertInto('company')
      .values({ name: env.companyName })
      // Two servers may start at once on an empty database; the second one finds the company here.
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (inserted.numInsertedOrUpdatedRows === 0n) return false
    await insertBooks(trx)
    const id = randomUUID()
    await trx
      .insertInto('users')
      .values({
        id,
        client_id: env.adminClientId,
        role: 'admin',
        password_hash: passwordHash,
        seat: 1,
        first_login: true,
        created_at: timestamp(clock.now()),
        deleted_at: null,
      })
      .execute()
    await audit(trx, clock, {
      actorName: 'setup',
      action: 'company.setUp',
      object: { type: 'user', id },
      detail: { clientId: env.adminClientId, company: env.companyName },
    })
    return true
  })
  return isNew && env.adminPassword === null ? { clientId: env.adminClientId, oneTimePassword: password } : undefined
}

/** COMPANY_NAME takes precedence. */
async function followName({ kysely }: HttpContext['db'], configured: string, stored: string): Promise<void> {
  if (configured === defaultCompanyName || configured === stored) return
  await kysely.updateTable('company').set({ name: configured }).execute()
}

async function insertBooks(trx: Transaction<Tables>): Promise<void> {
  await trx
    .insertInto('account')
    .values(
      standardChart.map(({ code, name, type, normal, control, statementLine, active }) => ({
        code,
        name,
        type,
        normal,
        control,
        active,
        statement_line: statementLine,
      })),
    )
    .execute()
  await trx
    .insertInto('money_account')
    .values(standardMoneyAccounts.map((account) => ({ ...account })))
    .execute()
  await trx
    .insertInto('vat_rate')
    .values(
      standardVatRates.map(({ rate, validFrom, validTo, source }) => ({
        rate,
        source,
        valid_from: validFrom,
        valid_to: validTo,
      })),
    )
    .execute()
  await insertPurchases(trx)
  await insertFilingRules(trx)
}

/**
 * Adds withholding codes and types of expense where there are none: in a new company, and in one from an earlier
 * release.
 */
async function insertPurchases(db: Kysely<Tables>): Promise<void> {
  const codes = standardWithholdingCodes.map(({ validFrom, validTo, withheldBy, paidFor, ...row }) => ({
    ...row,
    valid_from: validFrom,
    valid_to: validTo,
    withheld_by: withheldBy,
    paid_for: paidFor,
  }))
  const types = standardExpenseTypes.map(({ vatClass, atcIndividual, atcNonIndividual, topAgentOnly, ...row }, i) => ({
    ...row,
    vat_class: vatClass,
    atc_individual: atcIndividual,
    atc_non_individual: atcNonIndividual,
    top_agent_only: topAgentOnly,
    position: i + 1,
    active: true,
  }))
  await sql`
    insert into withholding_code select * from json_populate_recordset(null::withholding_code, ${JSON.stringify(codes)}::json)
    where not exists (select from withholding_code) on conflict do nothing`.execute(db)
  await sql`
    insert into expense_type select given.* from json_populate_recordset(null::expense_type, ${JSON.stringify(types)}::json) as given
    where not exists (select from expense_type) and exists (select from account where account.code = given.account)
    on conflict do nothing`.execute(db)
}

/** Adds rates, deadlines, holidays and forms of the returns where there are none. */
async function insertFilingRules(db: Kysely<Tables>): Promise<void> {
  const rates = standardRates.map(({ validFrom, validTo, ...row }) => ({
    ...row,
    valid_from: validFrom,
    valid_to: validTo,
  }))
  const deadlines = standardDeadlines.map((rule) => ({
    form: rule.form,
    efps_group: rule.efpsGroup,
    valid_from: rule.validFrom,
    months_after: rule.monthsAfter,
    day_of_month: rule.dayOfMonth,
    december_day: rule.decemberDay,
    days_after: rule.daysAfter,
    source: rule.source,
  }))
  const forms = standardForms.map(({ validFrom, ...row }) => ({ ...row, valid_from: validFrom }))
  for (const [table, rows] of [
    ['filing_rate', rates],
    ['filing_deadline', deadlines],
    ['non_working_day', standardNonWorkingDays],
    ['form_revision', forms],
  ] as const) {
    const name = sql.table(table)
    await sql`
      insert into ${name} select * from json_populate_recordset(null::${name}, ${JSON.stringify(rows)}::json)
      where not exists (select from ${name}) on conflict do nothing`.execute(db)
  }
}
