// Each return as the portal computes it from the books now, and as an independent program computes it from the exported
// journal.
import type { Kysely } from 'kysely'
import { firstDay, lastDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { periodOf } from '@talaan/ledger/tax/calendar/forms.ts'
import type { Period, WorksheetForm } from '@talaan/ledger/tax/calendar/forms.ts'
import { deductionOn, hasMixedIncome, incomeTaxOn } from '@talaan/ledger/tax/registrations.ts'
import { boxesOf } from '@talaan/ledger/tax/returns/worksheet.ts'
import { recomputeReturns } from '../../ledger/test/recompute.ts'
import type { ByHand } from '../../ledger/test/recompute.ts'
import { calculateReturn, nothingKnown } from '../src/features/filings/calculate-return.ts'
import type { Rules } from '../src/features/filings/rules.ts'
import { journalAsText } from '../src/features/reports/plain-text.ts'
import type { Tables } from '../src/platform/db/tables.ts'

type Db = Kysely<Tables>
type Recomputing = { rules: Rules; forms: readonly WorksheetForm[]; year: string }

/** The forms that the program computes. */
export const recomputedForms = [
  '2550Q',
  '2551Q',
  '0619-E',
  '1601-EQ',
  '1600-VT',
  '0619-F',
  '1601-FQ',
  '1601-C',
  '1702Q',
  '1702-RT',
  '1701Q',
  '1701',
  '1701A',
] as const

/** The boxes that differ, as 'form period box: portal, program'; and how many boxes were compared. */
export async function recomputed(db: Db, { rules, forms, year }: Recomputing) {
  const { fiscalYearEnd } = rules.registrations
  const byProgram = recomputeReturns(await wholeJournal(db), await byHandOf(db, rules, `${year}-12-31`))
  const known = nothingKnown()
  const differences: string[] = []
  let compared = 0
  for (const form of forms)
    for (const period of periodsIn(year, form, fiscalYearEnd)) {
      const sheet = await calculateReturn(db, rules, { form, period }, known)
      const [ours, theirs] = [Object.fromEntries(sheet ? boxesOf(sheet) : []), byProgram(form, period.to)]
      for (const no of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
        compared += 1
        const empty = isByYear(no) ? nothing : undefined
        const [own, other] = [shown(ours[no] ?? empty), shown(theirs[no] ?? empty)]
        if (own !== other)
          differences.push(`${form} ${period.to} box ${no}: ${own} in the portal, ${other} in the program`)
      }
    }
  return { differences, compared }
}

/** The periods of a form that end in a year. */
const periodsIn = (year: string, form: WorksheetForm, fiscalYearEnd: number): Period[] =>
  Array.from({ length: 12 }, (_, at) =>
    periodOf(form, `${year}-${String(at + 1).padStart(2, '0')}-10`, fiscalYearEnd),
  ).filter(({ to }, at, all) => to.startsWith(year) && all.findIndex((other) => other.to === to) === at)

/** Rows of losses and excess MCIT by year are left out when there is nothing in them. */
const isByYear = (no: string): boolean => /^[NM]\d{4}[A-G]$/.test(no)
const nothing = { base: 0n, tax: 0n }

const shown = (figures: { base: bigint; tax: bigint } | undefined) =>
  figures === undefined ? 'no box' : `${figures.base} and ${figures.tax}`

/** To the end, because certificates come after the quarter in which they are claimed. */
async function wholeJournal(db: Db): Promise<string> {
  let journal = ''
  for await (const part of journalAsText(db, { format: 'hledger', from: firstDay, to: lastDay })) journal += part
  return journal
}

/** The registrations, the payroll registers, and what the accountant typed into boxes and chose. */
async function byHandOf(db: Db, { registrations }: Rules, last: Day): Promise<ByHand> {
  const { taxpayer, fiscalYearEnd, history, uncollectedFrom, unpaidFrom, minimumTaxFrom } = registrations
  const typed = await db
    .selectFrom('filing_entry')
    .select(['form', 'period as to', 'box', 'base', 'tax'])
    .orderBy('id')
    .execute()
  const uses = await db.selectFrom('excess_use').select(['form', 'period as to', 'use']).orderBy('id', 'desc').execute()
  return {
    taxpayer,
    yearEnd: fiscalYearEnd,
    vat: history
      .filter(({ kind }) => kind === 'vat')
      .map(({ validFrom, value }) => ({ from: validFrom, registered: value === 'yes' }))
      .toSorted((a, b) => (a.from < b.from ? -1 : 1)),
    incomeTax: incomeTaxOn(registrations, last),
    deduction: deductionOn(history, last),
    mixedIncome: hasMixedIncome(history, last),
    uncollectedFrom,
    unpaidFrom,
    minimumTaxFrom,
    // The newest entry of a box counts.
    typed: [...new Map(typed.map((one) => [`${one.form} ${one.to} ${one.box}`, one])).values()],
    uses: uses as ByHand['uses'] & object,
    payroll: await payrollOf(db),
  }
}

/** The journal has the totals of a register, so the program reads its rows as they were typed. */
async function payrollOf(db: Db): Promise<ByHand['payroll']> {
  const registers = await db
    .selectFrom('document')
    .leftJoin('document_void', 'document_void.document_id', 'document.id')
    .select(['day', 'fields'])
    .where('kind', '=', 'payroll')
    .where('document_void.document_id', 'is', null)
    .orderBy('day')
    .orderBy('number')
    .execute()
  const employees = await db
    .selectFrom('employee')
    .select(['no', 'minimum_wage as isMinimumWage', 'minimum_wage_until as until'])
    .execute()
  const earlier = await db
    .selectFrom('previous_employer')
    .select(['employee', 'year', 'thirteenth as benefits'])
    .execute()
  return {
    employees,
    earlier,
    rows: registers.flatMap(({ day, fields }) =>
      (fields as { lines: (Record<string, string> & { employee: string })[] }).lines.map((line) => ({ ...line, day })),
    ),
  }
}
