// The annual statements of a fiscal year: the five parts from the reports, and the notes from the books.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { annualProblems } from '@talaan/contract/annual.ts'
import type { AnnualPlace, AnnualStatements } from '@talaan/contract/annual.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { addDays, firstDay, formatLongDay, formatMonth, monthOf } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { formatMoney, sum } from '@talaan/ledger/core/money.ts'
import { ageTitles } from '@talaan/ledger/reports/ageing.ts'
import type { AgedParty, OwedSide } from '@talaan/ledger/reports/ageing.ts'
import { eafsFiles } from '@talaan/ledger/reports/annual/eafs.ts'
import { annualNotes, propertyDifference } from '@talaan/ledger/reports/annual/notes.ts'
import type { NotesFacts } from '@talaan/ledger/reports/annual/notes.ts'
import { partWords } from '@talaan/ledger/reports/annual/parts.ts'
import type { Part, PartName, Section } from '@talaan/ledger/reports/annual/parts.ts'
import { noAnnualProfile } from '@talaan/ledger/reports/annual/profile.ts'
import type { AnnualProfile } from '@talaan/ledger/reports/annual/profile.ts'
import { propertyMovements } from '@talaan/ledger/reports/annual/property.ts'
import { responsibility } from '@talaan/ledger/reports/annual/responsibility.ts'
import type { TaxFacts } from '@talaan/ledger/reports/annual/tax-note.ts'
import { yearBefore } from '@talaan/ledger/reports/statements.ts'
import type { Period } from '@talaan/ledger/core/periods.ts'
import type { StatementAccount } from '@talaan/ledger/reports/statements.ts'
import type { ReportName, ReportQuery } from '@talaan/contract/reports.ts'
import { registeredOn } from '@talaan/ledger/tax/registrations.ts'
import { isSale } from '@talaan/ledger/tax/tax-line.ts'
import type { Table } from '@talaan/ledger/reports/table.ts'
import { fiscalYearEnding, fiscalYears } from '../../books/fiscal-years.ts'
import { importationsOf } from '../../books/importations.ts'
import { registrationsNow } from '../../books/registrations.ts'
import { taxLines } from '../../books/tax-lines.ts'
import { today } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { companyHeader } from '../../print/company.ts'
import { assetsOf } from '../closing/month-end.ts'
import { movedIn } from '../reports/moved.ts'
import { agedParties } from '../reports/parties.ts'
import { tableOf } from '../reports/routes.ts'

type Db = Kysely<Tables>
type Made = AnnualStatements & { company: Table['company'] }

export async function annualStatements(context: AppContext, requested: Day | undefined): Promise<Made> {
  const db = context.db.kysely
  const { years, latest } = await fiscalYears(db, today(context.clock))
  const to = requested ?? latest
  const year = await fiscalYearEnding(db, to)
  if (year === undefined) throw new Refusal(annualProblems.notAYearEnd)
  const facts = await factsOf(db, year)
  const { company, profile, taxpayer, before } = facts
  const whole = `For the years ended ${formatLongDay(year.to)} and ${formatLongDay(before.to)}`
  const part = (name: PartName, period: string, sections: Section[]): Part => ({
    name,
    title: partWords[name],
    period,
    sections,
  })
  const report = async (name: ReportName, query: ReportQuery): Promise<Section> => ({
    title: '',
    text: [],
    table: await tableOf(context, name, query),
  })
  const equity = async (period: Period): Promise<Section> => {
    const section = await report('changes-in-equity', period)
    return { ...section, title: `Year ended ${formatLongDay(period.to)}` }
  }
  const parts = [
    part('responsibility', whole, responsibility({ company: company.name, taxpayer, profile, to, before: before.to })),
    part('balance-sheet', `As of ${formatLongDay(to)} and ${formatLongDay(before.to)}`, [
      await report('balance-sheet', { asOf: to, compare: 'year' }),
    ]),
    part('income-statement', whole, [await report('income-statement', { ...year, compare: 'year' })]),
    part('changes-in-equity', whole, [await equity(year), await equity(before)]),
    part('cash-flow', whole, [await report('cash-flow', { ...year, compare: 'year' })]),
    part('notes', whole, annualNotes(facts)),
  ]
  const { tin9 } = await db.selectFrom('company').select('tin9').executeTakeFirstOrThrow()
  return {
    company,
    to,
    years,
    profile,
    missing: await missingOf(db, facts, tin9),
    parts,
    files: eafsFiles(tin9 ?? '', to),
  }
}

export async function annualProfileNow(db: Db): Promise<AnnualProfile> {
  const row = await db.selectFrom('annual_profile').selectAll().executeTakeFirst()
  if (row === undefined) return noAnnualProfile
  return {
    framework: row.framework,
    business: row.business,
    secNo: row.sec_no,
    registeredOn: row.registered_on,
    costMethod: row.cost_method,
    chair: row.chair,
    president: row.president,
    treasurer: row.treasurer,
    auditor: row.auditor,
    approvedOn: row.approved_on,
    taxCases: row.tax_cases,
  }
}

async function factsOf(db: Db, year: Period): Promise<NotesFacts> {
  const before: Period = { from: yearBefore(year.from), to: addDays(year.from, -1) }
  const profile = await annualProfileNow(db)
  const { taxpayer } = await db.selectFrom('tax_profile').select('taxpayer').executeTakeFirstOrThrow()
  const balances = await movedIn(
    db,
    [year, before].map(({ to }) => ({ from: firstDay, to })),
  )
  const moved = await movedIn(db, [year, before], {
    types: ['revenue', 'cost', 'expense', 'other', 'income_tax'],
    beforeClosing: true,
  })
  const ages = async (side: OwedSide) => [
    bucketsOf(await agedParties(db, side, year.to)),
    bucketsOf(await agedParties(db, side, before.to)),
  ]
  const names = new Map(
    (await db.selectFrom('account').select(['code', 'name']).execute()).map(({ code, name }) => [code, name]),
  )
  const assets = await assetsOf(db)
  return {
    company: await companyHeader(db),
    taxpayer,
    profile,
    year,
    before,
    balances,
    moved,
    ages: { receivable: await ages('receivable'), payable: await ages('payable') },
    property: [year, before].map((period) => propertyMovements(assets, period, names)),
    tax: await taxFactsOf(db, { year, before, balances, names, profile }),
  }
}

const bucketsOf = (parties: readonly AgedParty[]): bigint[] =>
  ageTitles.map((_, at) => sum(parties.map(({ ages }) => ages[at] ?? 0n)))

type TaxRequest = {
  year: Period
  before: Period
  balances: readonly StatementAccount[]
  names: ReadonlyMap<string, string>
  profile: AnnualProfile
}

async function taxFactsOf(db: Db, { year, balances, names, profile }: TaxRequest): Promise<TaxFacts> {
  const lines = await taxLines(db, year)
  const balance = (code: string, at: 0 | 1) => balances.find((account) => account.code === code)?.amounts[at] ?? 0n
  const input = (at: 0 | 1) => balance(accounts.inputVat, at) + balance(accounts.inputVatCarryOver, at)
  const sales = Map.groupBy(
    lines.filter((line) => isSale(line)),
    ({ account, tax }) => `${account} ${tax?.vatClass}`,
  )
  const purchases = Map.groupBy(
    lines.filter(({ tax }) => tax?.category !== undefined && tax.category !== 'not_creditable' && tax.vat !== 0n),
    ({ tax }) => tax?.category ?? 'goods',
  )
  const entries = (await importationsOf(db, year)).flatMap(({ entry }) =>
    entry !== null && entry.paid >= year.from && entry.paid <= year.to ? [entry] : [],
  )
  const withheld = await withheldIn(db, year)
  const of = (code: string) => ({ year: withheld.get(code) ?? 0n, payable: -balance(code, 0) })
  return {
    vatRegistered: registeredOn(await registrationsNow(db), year.to).vatRegistered,
    sales: [...sales.values()]
      .flatMap(([first, ...rest]) => {
        if (first?.tax == null) return []
        const all = [first, ...rest].flatMap(({ tax }) => tax ?? [])
        const { account: code } = first
        return {
          code,
          name: names.get(code) ?? '',
          vatClass: first.tax.vatClass,
          base: sum(all.map(({ base }) => base)),
          vat: sum(all.map(({ vat }) => vat)),
        }
      })
      .toSorted((a, b) => (a.code < b.code ? -1 : 1)),
    inputBefore: input(1),
    inputAfter: input(0),
    purchases: [...purchases].map(([category, all]) => ({
      category,
      base: sum(all.map(({ tax }) => tax?.base ?? 0n)),
      vat: sum(all.map(({ tax }) => tax?.vat ?? 0n)),
    })),
    imports: {
      dutiable: sum(entries.map(({ dutiable }) => dutiable)),
      charges: sum(entries.map(({ charges }) => charges)),
    },
    licenses: await licensesIn(db, year),
    withheld: {
      compensation: of('2146'),
      expanded: of(accounts.ewtPayable),
      final: of(accounts.finalTaxPayable),
    },
    cases: profile.taxCases,
  }
}

/** The credits of the year on the accounts of withheld taxes, less voided ones. */
async function withheldIn(db: Db, { from, to }: Period): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ account: string; amount: bigint }>`
    select account, sum(case when entry.reverses is null then credit else -debit end)::bigint as amount
    from line join entry on entry.no = line.entry_no join document on document.id = entry.document_id
    where account in ('2146', ${accounts.ewtPayable}, ${accounts.finalTaxPayable}) and document.kind <> 'opening'
      and line.day between ${from}::date and ${to}::date
    group by account`.execute(db)
  return new Map(rows.map(({ account, amount }) => [account, amount]))
}

/** Taxes and licenses charged to expense, by the memo of the line or its document; the largest first. */
async function licensesIn(db: Db, { from, to }: Period): Promise<{ what: string; amount: bigint }[]> {
  const { rows } = await sql<{ what: string; amount: bigint }>`
    select coalesce(nullif(line.memo, ''), nullif(document.memo, ''), nullif(document.party_name, ''), 'Taxes and licenses') as what,
      sum(debit - credit)::bigint as amount
    from line join entry on entry.no = line.entry_no join document on document.id = entry.document_id and document.kind <> 'yearend'
    where account = ${accounts.taxesAndLicenses} and line.day between ${from}::date and ${to}::date
    group by 1 having sum(debit - credit) <> 0 order by 2 desc, 1`.execute(db)
  return rows
}

async function missingOf(
  db: Db,
  { year, before, profile, taxpayer, balances, property }: NotesFacts,
  tin9: string | null,
): Promise<{ sentence: string; at: AnnualPlace }[]> {
  const missing: { sentence: string; at: AnnualPlace }[] = []
  const add = (isMissing: boolean, at: AnnualPlace, sentence: string) => {
    if (isMissing) missing.push({ sentence, at })
  }
  const closed = await db
    .selectFrom('period')
    .select(({ fn }) => fn.max('month').as('month'))
    .executeTakeFirst()
  add(tin9 === null, 'company', 'Enter the TIN of your company: the file names for eAFS contain it.')
  add(
    (closed?.month ?? '') < monthOf(year.to),
    'close',
    `Not all months up to ${formatMonth(monthOf(year.to))} are closed, so the amounts can still change.`,
  )
  const opening = balances.find(({ code }) => code === accounts.openingBalance)?.amounts[0] ?? 0n
  add(
    opening !== 0n,
    'opening',
    `Account ${accounts.openingBalance} Opening balance equity has a balance of ${formatMoney(-opening)}. The balance must be zero. Find the cause.`,
  )
  const booked = sum(
    balances.filter(({ statementLine }) => statementLine === 'PPE').map(({ amounts }) => amounts[0] ?? 0n),
  )
  const difference = propertyDifference(booked, property[0] ?? [])
  add(
    difference !== 0n,
    'register',
    `Property and equipment in the accounts differs from the fixed asset register by ${formatMoney(difference)}.`,
  )
  add(profile.business === '', 'details', 'Enter the line of business.')
  add(
    profile.secNo === '' || profile.registeredOn === null,
    'details',
    'Enter the SEC or DTI registration number and date.',
  )
  add(
    profile.president === '' || (taxpayer === 'corporation' && (profile.chair === '' || profile.treasurer === '')),
    'details',
    "Enter all signatories of the Statement of Management's Responsibility.",
  )
  add(profile.auditor === '', 'details', 'Enter the independent auditor.')
  add(
    profile.approvedOn === null || profile.approvedOn <= year.to,
    'details',
    `Enter the date when the statements for ${formatLongDay(year.to)} were authorized for issue.`,
  )
  add(profile.taxCases === '', 'details', 'Enter tax assessments and cases. If there are none, enter None.')
  const hasInventory = balances.some(
    ({ statementLine, amounts }) => statementLine === 'Inventories' && amounts[0] !== 0n,
  )
  const counted = await db.selectFrom('inventory_count').select('id').where('year_end', '=', year.to).executeTakeFirst()
  add(
    hasInventory && counted === undefined,
    'inventory',
    `Inventories have a balance, but no count of ${formatLongDay(year.to)} has been uploaded.`,
  )
  const compared = balances.some(({ amounts }) => amounts[1] !== 0n)
  add(!compared, 'opening', `The books have no comparative amounts for ${formatLongDay(before.to)}.`)
  return missing
}
