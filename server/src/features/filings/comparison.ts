// Returns compared with the books, for a quarter, and sales from four sources, for the taxable year so far.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { monthOf } from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import { applies } from '@talaan/ledger/tax/calendar/calendar.ts'
import { quartersBefore, salesOf } from '@talaan/ledger/tax/returns/income-tax.ts'
import { formatPeriod, monthsOf, periodOf } from '@talaan/ledger/tax/calendar/forms.ts'
import type { Period, WorksheetForm } from '@talaan/ledger/tax/calendar/forms.ts'
import { isSale, saleBucket } from '@talaan/ledger/tax/tax-line.ts'
import type { TaxLine } from '@talaan/ledger/tax/tax-line.ts'
import { matrixTable, taxReconciliations, reconciliationTable } from '@talaan/ledger/tax/returns/reconciliation.ts'
import type {
  CreditReturn,
  MatrixMonth,
  MatrixQuarter,
  MonthlyReturns,
  ReceivedCertificate,
  ReconciliationFacts,
} from '@talaan/ledger/tax/returns/reconciliation.ts'
import { annualReturn, hasIn, linesOf, registeredOn } from '@talaan/ledger/tax/registrations.ts'
import { isTaxed } from '@talaan/ledger/tax/returns/percentage-return.ts'
import { boxesOf } from '@talaan/ledger/tax/returns/worksheet.ts'
import type { Figures } from '@talaan/ledger/tax/returns/worksheet.ts'
import { sum } from '@talaan/ledger/core/money.ts'
import type { Table } from '@talaan/ledger/reports/table.ts'
import { companyHeader, filingCompany } from '../../print/company.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { claimedLines, taxLines } from '../../books/tax-lines.ts'
import { withholdingCodes } from '../../books/withholding-codes.ts'
import type { Rules } from './rules.ts'
import { carriedCredits } from './carried-credits.ts'
import { periodEnding, filingStatusOf } from './filing-status.ts'

type Db = Kysely<Tables>

export async function comparison(
  db: Db,
  rules: Rules,
  to: Day,
): Promise<{ reconciliation: Table; matrix: Table; sound: boolean }> {
  const { withholdingAgent, withholdsFinalTax, fiscalYearEnd, taxpayer, history } = rules.registrations
  const period = periodEnding('2550Q', to, rules)
  const company = await companyHeader(db)
  const lines = await taxLines(db, period)
  const boxes = async (form: WorksheetForm, applies: boolean): Promise<ReadonlyMap<string, Figures> | undefined> => {
    const of = periodOf(form, to, fiscalYearEnd)
    if (!applies || of.to !== to) return undefined
    const { worksheet } = await filingStatusOf(db, rules, { duty: form, period: of })
    return worksheet === null ? undefined : boxesOf(worksheet)
  }
  const quarterly = taxpayer === 'corporation' ? ('1702Q' as const) : ('1701Q' as const)
  const income = applies(quarterly, period, rules.registrations) ? quarterly : annualReturn(rules.registrations, to)
  const credits: CreditReturn[] = []
  for (const form of [...businessTaxes(rules, period), income]) {
    const isDue = applies(form, periodOf(form, to, fiscalYearEnd), rules.registrations)
    const found = await boxes(form, isDue)
    if (found !== undefined) credits.push({ form, boxes: found })
  }
  const reconciliation = taxReconciliations({
    period,
    lines,
    history,
    imports: await importsIn(db, period),
    filer: await filingCompany(db),
    codes: await withholdingCodes(db),
    credits,
    vat: credits.find(({ form }) => form === '2550Q')?.boxes,
    carried: hasIn(history, 'vat', 'yes', period) ? await carriedCredits(db, rules, period) : undefined,
    percentage: credits.find(({ form }) => form === '2551Q')?.boxes,
    withholding: await boxes('1601-EQ', withholdingAgent),
    // Tax withheld and refunded.
    compensation: await monthly(db, rules, {
      form: '1601-C',
      period,
      total: '27',
      lines: (no) => no === '25' || no === '26',
    }),
    vatWithheld: await monthly(db, rules, {
      form: '1600-VT',
      period,
      total: 'A',
      lines: (no) => no.startsWith('WV') || no === 'Others',
    }),
    finalTax: await boxes('1601-FQ', withholdsFinalTax),
    claims: await claimedLines(db, { to }),
    received: await receivedCertificates(db, to),
    issued: await issuedFor(db, period, '2307'),
    issuedFinal: await issuedFor(db, period, '2306'),
  })

  const quarters: MatrixQuarter[] = []
  for (const quarter of [...quartersBefore(period, fiscalYearEnd).toReversed(), period])
    quarters.push(await matrixQuarter(db, rules, quarter))
  return {
    reconciliation: reconciliationTable(reconciliation, period, company),
    matrix: matrixTable(
      quarters,
      `For ${formatPeriod({ from: quarters[0]?.period.from ?? period.from, to })}`,
      company,
    ),
    sound: reconciliation.every(({ open }) => open === 0n),
  }
}

/** The returns of VAT and percentage tax for a quarter; both in the one in which the company registers for VAT. */
const businessTaxes = ({ registrations: { history } }: Rules, period: Period) => [
  ...(hasIn(history, 'vat', 'yes', period) ? ['2550Q' as const] : []),
  ...(hasIn(history, 'vat', 'no', period) ? ['2551Q' as const] : []),
]

/** The tax in the returns of the months, with what was entered manually; undefined if none is due. */
async function monthly(
  db: Db,
  rules: Rules,
  {
    form,
    period,
    total,
    lines,
  }: { form: WorksheetForm; period: Period; total: string; lines: (no: string) => boolean },
): Promise<MonthlyReturns | undefined> {
  const months = monthsOf(period).filter((month) => applies(form, month, rules.registrations))
  if (months.length === 0) return undefined
  const found = { withheld: 0n, entered: 0n }
  for (const month of months) {
    const { worksheet } = await filingStatusOf(db, rules, { duty: form, period: month })
    for (const { no, tax, entered } of worksheet?.boxes ?? []) {
      if (no === total) found.withheld += tax
      if (lines(no)) found.entered += entered?.tax ?? 0n
    }
  }
  return found
}

/** The documents with importations among those of a period. */
async function importsIn(db: Db, { from, to }: Period): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('line')
    .innerJoin('entry', 'entry.no', 'entry_no')
    .select('document_id as id')
    .distinct()
    .where('purchase_category', '=', 'importation')
    .where('line.day', '>=', from)
    .where('line.day', '<=', to)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Valid customer certificates, and whether a return of the period claims them. */
async function receivedCertificates(db: Db, to: Day): Promise<ReceivedCertificate[]> {
  const { rows } = await sql<{
    document: ReceivedCertificate['document']
    act: ReceivedCertificate['act']
    account: string
    proves: { documentId: string; amount: string }[]
    period: Day | null
  }>`
    select json_build_object('id', document.id, 'kind', kind, 'number', number, 'externalNo', external_no, 'day', day) as document,
      act, account, certificate_claim.period, (
        select json_agg(json_build_object('documentId', settles, 'amount', (-amount)::text) order by id)
        from open_item where open_item.document_id = document.id and settles <> document.id
      ) as proves
    from tax_certificate join document on document.id = tax_certificate.document_id
    left join certificate_claim on certificate_claim.document_id = document.id
    where not exists (select from document_void where document_void.document_id = document.id)
    order by day, number`.execute(db)
  return rows.map(({ document, act, account, proves, period }) => ({
    document,
    act,
    account,
    rows: proves.map(({ documentId, amount }) => ({ documentId, amount: BigInt(amount) })),
    claimed: period === null ? null : period === to ? 'here' : 'elsewhere',
  }))
}

/** The newest certificate of each supplier for the quarter. */
async function issuedFor(db: Db, { from }: Period, form: '2307' | '2306'): Promise<ReconciliationFacts['issued']> {
  const rows = await db
    .selectFrom('certificate_issued')
    .innerJoin('party', 'party.id', 'party_id')
    .distinctOn('party_id')
    .select(['party_id as id', 'party.name', 'tax'])
    .where('quarter', '=', from)
    .where('form', '=', form)
    .orderBy('party_id')
    .orderBy('revision', 'desc')
    .execute()
  return new Map(rows.map(({ id, name, tax }) => [id, { name, tax }]))
}

async function matrixQuarter(db: Db, rules: Rules, period: Period): Promise<MatrixQuarter> {
  const { taxpayer, fiscalYearEnd } = rules.registrations
  const boxesFor = async (form: WorksheetForm, of = period) => {
    const { worksheet } = await filingStatusOf(db, rules, { duty: form, period: of })
    return worksheet === null ? new Map<string, Figures>() : boxesOf(worksheet)
  }
  const business = businessTaxes(rules, period)
  const vat = business.includes('2550Q') ? (await boxesFor('2550Q')).get('34') : undefined
  const percentage = business.includes('2551Q') ? (await boxesFor('2551Q')).get('S1') : undefined
  const incomeForm = taxpayer === 'corporation' ? '1702Q' : '1701Q'
  const [before] = quartersBefore(period, fiscalYearEnd)
  const earlier = before === undefined ? undefined : await boxesFor(incomeForm, before)
  const months = await matrixMonths(db, rules, period)
  const total = (of: (month: MatrixMonth) => bigint) => sum(months.map(of))
  return {
    period,
    months,
    books: total(({ books }) => books),
    declared: (vat?.base ?? 0n) + (percentage?.base ?? 0n),
    outside: total(({ outside }) => outside),
    income: salesOf(await boxesFor(incomeForm), earlier),
    collected: total(({ collected }) => collected),
    vat: vat?.tax ?? 0n,
  }
}

/** The months of a quarter from the books alone: revenue accounts, lines with a VAT class, settled receipts. */
async function matrixMonths(db: Db, rules: Rules, { from, to }: Period): Promise<MatrixMonth[]> {
  const { history } = rules.registrations
  const sales = (await taxLines(db, { from, to })).filter(isSale)
  const isDeclared = (line: TaxLine) =>
    registeredOn(history, line.day).vatRegistered
      ? saleBucket(line) !== null
      : isTaxed(line) && linesOf('2551Q', [line], history).length === 1
  const { rows: moved } = await sql<{ month: Month; books: bigint; collected: bigint }>`
    select to_char(line.day, 'YYYY-MM') as month,
      coalesce(sum(credit - debit) filter (where type = 'revenue'), 0)::bigint as books,
      coalesce(sum(credit - debit) filter (
        where account = ${accounts.receivables} and document.kind in ('collection', 'unapply')), 0)::bigint as collected
    from line join account on code = account
    join entry on entry.no = entry_no join document on document.id = entry.document_id
    where line.day between ${from}::date and ${to}::date and document.kind <> 'yearend'
      and (type = 'revenue' or account = ${accounts.receivables})
    group by 1`.execute(db)
  const { rows: untaxed } = await sql<{ month: Month; amount: bigint; document: TaxLine['document'] }>`
    select to_char(line.day, 'YYYY-MM') as month, sum(credit - debit)::bigint as amount,
      json_build_object('id', document.id, 'kind', document.kind, 'number', number, 'externalNo', external_no,
        'day', document.day) as document
    from line join account on code = account
    join entry on entry.no = entry_no join document on document.id = entry.document_id
    where line.day between ${from}::date and ${to}::date and document.kind <> 'yearend'
      and type = 'revenue' and vat_class is null
    group by 1, document.id having sum(credit - debit) <> 0
    order by 1, number`.execute(db)
  return monthsOf({ from, to }).map((period): MatrixMonth => {
    const month = monthOf(period.from)
    const own = sales.filter(({ day }) => monthOf(day) === month)
    const base = (isIn: (line: TaxLine) => boolean) => sum(own.filter(isIn).map(({ tax }) => tax?.base ?? 0n))
    const found = moved.find((row) => row.month === month)
    const books = found?.books ?? 0n
    return {
      month,
      books,
      income: books,
      collected: found?.collected ?? 0n,
      declared: base(isDeclared),
      outside: base((line) => !isDeclared(line)),
      vat: sum(own.map(({ tax }) => tax?.vat ?? 0n)),
      untaxed: untaxed
        .filter((row) => row.month === month)
        .map(({ amount, document }) => ({ what: 'without a VAT type', amount, document })),
    }
  })
}
