// The settings of returns, read from their tables: registrations, rates, deadlines, holidays.
import type { Kysely } from 'kysely'
import type { TaxProfile } from '@talaan/contract/filings.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Registrations } from '@talaan/ledger/tax/calendar/calendar.ts'
import type { DeadlineFacts, DeadlineRule, NonWorkingDay } from '@talaan/ledger/tax/calendar/deadlines.ts'
import { chosenDuties, noOtherDuties } from '@talaan/ledger/tax/calendar/other-duties.ts'
import type { OtherDutyChoices } from '@talaan/ledger/tax/calendar/other-duties.ts'
import type { FilingRate } from '@talaan/ledger/tax/rates.ts'
import type { FormRow } from '@talaan/ledger/tax/returns/worksheet.ts'
import { displayName, formatTin } from '@talaan/ledger/core/party.ts'
import { otherDutiesNow } from '../../books/other-duties.ts'
import { deadlineRules } from '../../books/deadline-rules.ts'
import { filingCompany } from '../../print/company.ts'
import { payrollBegan } from '../../books/payroll-lines.ts'
import { vatWithheldFirst } from '../../books/tax-lines.ts'
import { ratesNow } from '../../books/rates.ts'
import { registrationsNow } from '../../books/registrations.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>

export type Rules = {
  profile: TaxProfile
  registrations: Registrations
  rates: FilingRate[]
  deadlines: DeadlineRule[]
  closed: NonWorkingDay[]
  forms: FormRow[]
  /** The same, for the calculation of deadlines. */
  facts: DeadlineFacts
  /** The other duties of the year; undefined until someone chose. */
  choices: OtherDutyChoices | undefined
}

export async function readRules(db: Db): Promise<Rules> {
  const company = await db.selectFrom('company').select('fiscal_year_end').executeTakeFirstOrThrow()
  const profile = await profileNow(db)
  const choices = await otherDutiesNow(db)
  const annualMeeting = choices?.annualMeeting ?? ''
  const deadlines = await deadlineRules(db)
  const closed = await db.selectFrom('non_working_day').selectAll().orderBy('day').execute()
  const forms = await db
    .selectFrom('form_revision')
    .select(['form', 'revision', 'valid_from as validFrom', 'layout', 'source'])
    .orderBy('form')
    .orderBy('valid_from', 'desc')
    .execute()
  const moved = await db.selectFrom('deadline_override').select(['form', 'period', 'due', 'source']).execute()
  const { taxpayer, withholdingAgent, withholdsVat, withholdsFinalTax } = profile
  const { uncollectedFrom, unpaidFrom, minimumTaxFrom, efpsGroup } = profile
  return {
    profile,
    registrations: {
      taxpayer,
      withholdingAgent,
      withholdsVat,
      withholdsFinalTax,
      uncollectedFrom,
      unpaidFrom,
      minimumTaxFrom,
      history: await registrationsNow(db),
      fiscalYearEnd: company.fiscal_year_end,
      others: chosenDuties(choices ?? noOtherDuties),
      annualMeeting,
      payrollFrom: await payrollBegan(db),
      vatWithheldFrom: await vatWithheldFirst(db),
    },
    rates: await ratesNow(db),
    deadlines,
    closed,
    forms: forms as FormRow[],
    facts: { rules: deadlines, closed, moved, efpsGroup, annualMeeting },
    choices,
  }
}

export async function profileNow(db: Db): Promise<TaxProfile> {
  const row = await db.selectFrom('tax_profile').selectAll().executeTakeFirstOrThrow()
  return {
    taxpayer: row.taxpayer,
    withholdingAgent: row.withholding_agent,
    withholdsVat: row.withholds_vat,
    withholdsFinalTax: row.withholds_final_tax,
    givesStatutoryDiscounts: row.gives_statutory_discounts,
    efpsGroup: row.efps_group,
    classification: row.classification,
    lastName: row.last_name,
    firstName: row.first_name,
    middleName: row.middle_name,
    tradeName: row.trade_name,
    zipCode: row.zip_code,
    phone: row.phone,
    email: row.email,
    filesFrom: row.files_from,
    uncollectedFrom: row.uncollected_from,
    unpaidFrom: row.unpaid_from,
    minimumTaxFrom: row.minimum_tax_from,
    remindTo: row.remind_to,
    remindDays: row.remind_days,
  }
}

export const profileRow = (now: TaxProfile) => ({
  taxpayer: now.taxpayer,
  withholding_agent: now.withholdingAgent,
  withholds_vat: now.withholdsVat,
  withholds_final_tax: now.withholdsFinalTax,
  gives_statutory_discounts: now.givesStatutoryDiscounts,
  efps_group: now.efpsGroup,
  classification: now.classification,
  last_name: now.lastName,
  first_name: now.firstName,
  middle_name: now.middleName,
  trade_name: now.tradeName,
  zip_code: now.zipCode,
  phone: now.phone,
  email: now.email,
  files_from: now.filesFrom,
  uncollected_from: now.uncollectedFrom,
  unpaid_from: now.unpaidFrom,
  minimum_tax_from: now.minimumTaxFrom,
  remind_to: now.remindTo,
  remind_days: now.remindDays,
})

/** The header of a return: the taxpayer, its address and contacts. */
export async function headOf(db: Db, { profile }: Rules): Promise<{ label: string; value: string }[]> {
  const company = await db
    .selectFrom('company')
    .select(['tin9', 'branch_code as branchCode', 'address', 'rdo_code as rdoCode'])
    .executeTakeFirstOrThrow()
  const { zipCode, phone, email, classification } = profile
  return [
    { label: 'TIN', value: company.tin9 === null ? '' : formatTin(company.tin9, company.branchCode) },
    { label: 'RDO code', value: company.rdoCode },
    { label: 'Name', value: displayName(await filingCompany(db)) },
    { label: 'Address', value: company.address },
    { label: 'ZIP code', value: zipCode },
    { label: 'Contact number', value: phone },
    { label: 'E-mail', value: email },
    { label: 'Classification', value: classification },
  ]
}

/** The first day of the books; undefined without postings. */
export async function firstPosting(db: Db): Promise<Day | undefined> {
  const row = await db
    .selectFrom('account_day')
    .select(({ fn }) => fn.min('day').as('day'))
    .executeTakeFirst()
  return row?.day ?? undefined
}
