// The returns beside the books, for a quarter, and sales as four sources have them, for the taxable year so far.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { filingProblems } from '@talaan/contract/filings.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { accounts } from '@talaan/ledger/chart.ts'
import { monthOf } from '@talaan/ledger/day.ts'
import type { Day } from '@talaan/ledger/day.ts'
import type { WithholdingCode } from '@talaan/ledger/documents/kind.ts'
import { quartersBefore } from '@talaan/ledger/filings/income-returns.ts'
import { formatPeriod, periodOf } from '@talaan/ledger/filings/forms.ts'
import type { Period, WorksheetForm } from '@talaan/ledger/filings/forms.ts'
import { isSale, saleBucket } from '@talaan/ledger/filings/tax-line.ts'
import { matrixTable, tiesOf, tiesTable } from '@talaan/ledger/filings/ties.ts'
import type { MatrixQuarter } from '@talaan/ledger/filings/ties.ts'
import { boxesOf } from '@talaan/ledger/filings/worksheet.ts'
import type { Figures } from '@talaan/ledger/filings/worksheet.ts'
import { sum } from '@talaan/ledger/money.ts'
import type { Table } from '@talaan/ledger/reports/table.ts'
import { companyHeader } from '../print/company.ts'
import type { Tables } from '../tables.ts'
import { closingLines } from '../year-end.ts'
import { taxLines } from '../tax-lines.ts'
import { filerOf } from './files.ts'
import type { Rules } from './rules.ts'
import { standingOf } from './standing.ts'

type Db = Kysely<Tables>

export async function comparison(
  db: Db,
  rules: Rules,
  to: Day,
): Promise<{ ties: Table; matrix: Table; sound: boolean }> {
  const { vatRegistered, withholdingAgent, fiscalYearEnd } = rules.registrations
  const period = periodOf('2550Q', to, fiscalYearEnd)
  if (period.to !== to) throw new Refusal(filingProblems.noSuchPeriod)
  const company = await companyHeader(db)
  const lines = await taxLines(db, period)
  const boxes = async (form: WorksheetForm, applies: boolean): Promise<ReadonlyMap<string, Figures> | undefined> => {
    const of = periodOf(form, to, fiscalYearEnd)
    if (!applies || of.to !== to) return undefined
    const { worksheet } = await standingOf(db, rules, { duty: form, period: of })
    return worksheet === null ? undefined : boxesOf(worksheet)
  }
  const ties = tiesOf({
    ...{ period, lines, filer: await filerOf(db), codes: await withholdingCodes(db) },
    vat: await boxes('2550Q', vatRegistered),
    withholding: await boxes('1601-EQ', withholdingAgent),
  })

  const quarters: MatrixQuarter[] = []
  for (const quarter of [...quartersBefore(period, fiscalYearEnd).toReversed(), period])
    quarters.push(await matrixQuarter(db, rules, quarter))
  return {
    ties: tiesTable(ties, period, company),
    matrix: matrixTable(
      quarters,
      `For ${formatPeriod({ from: quarters[0]?.period.from ?? period.from, to })}`,
      company,
    ),
    sound: ties.every(({ open }) => open === 0n),
  }
}

const withholdingCodes = (db: Db): Promise<WithholdingCode[]> =>
  db
    .selectFrom('withholding_code')
    .select(['code', 'payee', 'description', 'tax', 'source', 'valid_from as validFrom', 'valid_to as validTo'])
    .select(sql<string>`trim_scale(rate)::text`.as('rate'))
    .execute()

async function matrixQuarter(db: Db, rules: Rules, period: Period): Promise<MatrixQuarter> {
  const { vatRegistered, taxpayer, fiscalYearEnd } = rules.registrations
  const boxesFor = async (form: WorksheetForm) => {
    const { worksheet } = await standingOf(db, rules, { duty: form, period })
    return worksheet === null ? new Map<string, Figures>() : boxesOf(worksheet)
  }
  const declared = await boxesFor(vatRegistered ? '2550Q' : '2551Q')
  const incomeForm = taxpayer === 'corporation' ? '1702Q' : '1701Q'
  const toDate = (await boxesFor(incomeForm)).get('A')?.base ?? 0n
  const [before] = quartersBefore(period, fiscalYearEnd)
  const beforeThis =
    before === undefined
      ? 0n
      : ((await standingOf(db, rules, { duty: incomeForm, period: before })).worksheet?.boxes.find(
          ({ no }) => no === 'A',
        )?.base ?? 0n)
  const sales = (await taxLines(db, period)).filter(isSale)
  const [moved] = (
    await sql<{ books: bigint; collected: bigint }>`
      select
        (select coalesce(sum(credit - debit), 0)::bigint from account_month join account on code = account
          where type = 'revenue' and month between ${monthOf(period.from)} and ${monthOf(period.to)})
        - (select coalesce(sum(credit - debit), 0)::bigint from ${closingLines} as closing join account on code = account
          where type = 'revenue' and closing.day between ${period.from}::date and ${period.to}::date) as books,
        (select coalesce(sum(credit - debit), 0)::bigint from line
          join entry on entry.no = entry_no join document on document.id = entry.document_id
          where account = ${accounts.receivables} and line.day between ${period.from}::date and ${period.to}::date
            and document.kind = 'collection') as collected`.execute(db)
  ).rows
  return {
    period,
    books: moved?.books ?? 0n,
    declared: declared.get(vatRegistered ? '34' : 'S1')?.base ?? 0n,
    outside: vatRegistered
      ? sum(sales.filter((line) => saleBucket(line) === null).map(({ tax }) => tax?.base ?? 0n))
      : 0n,
    income: toDate - beforeThis,
    collected: moved?.collected ?? 0n,
    vat: declared.get('34')?.tax ?? 0n,
  }
}
