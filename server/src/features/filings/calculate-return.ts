// The current return from the books: the facts are gathered, the form calculates them.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { AccountType, NormalSide, StatementLine } from '@talaan/ledger/accounts/chart.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { addDays, monthOf } from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { settledRows } from '@talaan/ledger/documents/settling/fields.ts'
import { employeeName, employeeTin } from '@talaan/ledger/payroll/employee.ts'
import { divided } from '@talaan/ledger/payroll/year.ts'
import { revisionOf } from '@talaan/ledger/tax/returns/all.ts'
import { hasExcessUse } from '@talaan/ledger/tax/returns/excess.ts'
import type { ExcessForm, ExcessUse } from '@talaan/ledger/tax/returns/excess.ts'
import { monthsOf, periodOf, shifted, startOfTaxYear } from '@talaan/ledger/tax/calendar/forms.ts'
import type { Period, WorksheetForm } from '@talaan/ledger/tax/calendar/forms.ts'
import {
  annualReturn,
  deductionOn,
  hasIn,
  hasMixedIncome,
  incomeTaxOn,
  linesOf,
} from '@talaan/ledger/tax/registrations.ts'
import type { Registration } from '@talaan/ledger/tax/registrations.ts'
import { sawtFormOf } from '@talaan/ledger/tax/lists/alphalist.ts'
import { restoredWorksheet } from '@talaan/ledger/tax/returns/stored.ts'
import { boxesOf, referenceKey, worksheetOf } from '@talaan/ledger/tax/returns/worksheet.ts'
import type {
  Entered,
  Figures,
  FilingFacts,
  FormRevision,
  OverdueDocument,
  Worksheet,
} from '@talaan/ledger/tax/returns/worksheet.ts'
import type { TaxLine } from '@talaan/ledger/tax/tax-line.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { employeesOf, paidLines, previousEmployersOf } from '../../books/payroll-lines.ts'
import { closingLines } from '../../books/year-end.ts'
import { claimedLines, taxLines, unclaimedImportVat } from '../../books/tax-lines.ts'
import { firstPosting } from './rules.ts'
import type { Rules } from './rules.ts'

type Db = Kysely<Tables>

/** What other returns, lists of returns and the projection need of a return. */
export type ReturnFigures = { payable: Money; boxes: ReadonlyMap<string, Figures> }

/** What several returns of one calculation share. */
export type Known = {
  /** A quarter depends on the previous one, which depends on its own, and on the returns of its months. */
  returns: Map<string, ReturnFigures | undefined>
  /** The boxes as other returns take them over: as filed, or as calculated. */
  boxes: Map<string, ReadonlyMap<string, Figures> | undefined>
  /** The lines of the last months: returns of a month and of its quarter are calculated from the same ones. */
  months: Map<Month, readonly TaxLine[]>
  /** The first day of the books, once it was read. */
  begins?: { day: Day | undefined }
}
export const nothingKnown = (): Known => ({ returns: new Map(), boxes: new Map(), months: new Map() })

type WorksheetRequest = { form: WorksheetForm; period: Period }

/** The return for a period, as a first filing; undefined when the form is unknown for it. */
export async function calculateReturn(
  db: Db,
  rules: Rules,
  request: WorksheetRequest,
  known: Known = nothingKnown(),
): Promise<Worksheet | undefined> {
  const gathered = await gather(db, rules, request, known)
  return gathered && worksheetOf(gathered.revision, { ...gathered.facts, filed: null })
}

/** The figures of the same return, calculated once for all that share `known`. */
export async function returnFigures(
  db: Db,
  rules: Rules,
  request: WorksheetRequest,
  known: Known,
): Promise<ReturnFigures | undefined> {
  const key = referenceKey(request.form, request.period.to)
  if (!known.returns.has(key)) {
    const worksheet = await calculateReturn(db, rules, request, known)
    known.returns.set(key, worksheet && { payable: worksheet.payable, boxes: boxesOf(worksheet) })
  }
  return known.returns.get(key)
}

/**
 * A filed return, from the current books: `current` is calculated on the same basis as the filed one, so that any
 * difference is a change since; `amendment` deducts what was filed and paid as the previous return.
 */
export async function recalculateReturn(
  db: Db,
  rules: Rules,
  request: WorksheetRequest,
  filed: readonly Worksheet[],
): Promise<{ current: Worksheet; amendment: Worksheet } | undefined> {
  const gathered = await gather(db, rules, request, nothingKnown())
  if (gathered === undefined) return undefined
  const on = (before: Worksheet | undefined) =>
    worksheetOf(gathered.revision, { ...gathered.facts, filed: before === undefined ? null : boxesOf(before) })
  return { current: on(filed.at(-2)), amendment: on(filed.at(-1)) }
}

async function gather(
  db: Db,
  rules: Rules,
  { form, period }: WorksheetRequest,
  known: Known,
): Promise<{ revision: FormRevision; facts: Omit<FilingFacts, 'filed'> } | undefined> {
  const revision = revisionOf(form, period.to, rules.forms)
  if (revision === undefined) return undefined
  const { registrations, rates } = rules
  const { history, fiscalYearEnd } = registrations
  const yearBefore = shifted(periodOf('ITR', period.to, fiscalYearEnd), -1)
  const profile = {
    ...registrations,
    incomeTax: incomeTaxOn(registrations, period.to),
    deduction: deductionOn(history, period.to),
    mixedIncome: hasMixedIncome(history, period.to),
    annualBefore: annualReturn(registrations, yearBefore.to),
  }
  const { day: begins } = (known.begins ??= { day: await firstPosting(db) })
  const others = new Map<string, ReadonlyMap<string, Figures>>()
  for (const other of revision.asks(period, profile)) {
    const key = referenceKey(other.form, other.period.to)
    if (!known.boxes.has(key)) known.boxes.set(key, await boxesNow(db, rules, other, { begins, known }))
    const boxes = known.boxes.get(key)
    if (boxes !== undefined) others.set(key, boxes)
  }
  const all = isIncomeTax(form) ? [] : await linesIn(db, period, known)
  const lines = linesOf(form, all, history)
  const own = new Set(lines)
  const facts = {
    period,
    profile,
    rates,
    others,
    lines,
    otherLines: all.filter((line) => !own.has(line)),
    claims: await claimedLines(db, { form: sawtFormOf(form) ?? form, to: period.to }),
    entries: await entriesOf(db, form, period.to),
    excessUse: hasExcessUse(form) ? await excessUseOf(db, form, period.to) : null,
    uncollected:
      form === '2550Q'
        ? await overdue(db, { period, history, kind: 'invoice', claimsFrom: profile.uncollectedFrom })
        : [],
    unclaimedImports: form === '2550Q' ? await unclaimedImportVat(db, period.to) : 0n,
    unpaid:
      form === '2550Q' ? await overdue(db, { period, history, kind: 'bill', claimsFrom: profile.unpaidFrom }) : [],
    payroll: form === '1601-C' ? await paidIn(db, period) : [],
    statement: isIncomeTax(form) ? await movements(db, period, fiscalYearEnd) : [],
  }
  return { revision, facts }
}

const maxKnownMonths = 4

/** The lines of a period of whole months, in the order of the books. */
async function linesIn(db: Db, period: Period, { months }: Known): Promise<readonly TaxLine[]> {
  const lines: TaxLine[] = []
  for (const month of monthsOf(period)) {
    const key = monthOf(month.from)
    const own = months.get(key) ?? (await taxLines(db, month))
    months.set(key, own)
    for (const oldest of months.keys()) if (months.size > maxKnownMonths) months.delete(oldest)
    lines.push(...own)
  }
  return lines.toSorted((a, b) => Number(a.entryNo - b.entryNo) || a.position - b.position)
}

const isIncomeTax = (form: WorksheetForm): boolean => form.startsWith('170')

/** The pay of a month; benefits are divided by what was paid since January. */
async function paidIn(db: Db, { from, to }: Period): Promise<FilingFacts['payroll']> {
  const year = to.slice(0, 4)
  const employees = await employeesOf(db)
  const previous = await previousEmployersOf(db, Number(year))
  const lines = divided(await paidLines(db, { from: `${year}-01-01`, to }), employees, previous)
  return lines
    .filter(({ day }) => day >= from)
    .flatMap((line) => {
      const employee = employees.get(line.employee)
      return employee === undefined ? [] : [{ ...line, name: employeeName(employee), tin: employeeTin(employee) }]
    })
}

/** The boxes that other returns take over from a return; undefined before the books begin. */
export const boxesTakenOver = async (
  db: Db,
  rules: Rules,
  asked: WorksheetRequest,
): Promise<ReadonlyMap<string, Figures> | undefined> =>
  boxesNow(db, rules, asked, { begins: await firstPosting(db), known: nothingKnown() })

/** The boxes of another return: as filed, else from the books; none before the books begin. */
async function boxesNow(
  db: Db,
  rules: Rules,
  request: { form: WorksheetForm; period: Period },
  { begins, known }: { begins: Day | undefined; known: Known },
): Promise<ReadonlyMap<string, Figures> | undefined> {
  const filed = (await filedSheets(db, request.form, request.period.to)).at(-1)
  if (filed !== undefined) return boxesOf(filed)
  if (begins === undefined || request.period.to < begins) return undefined
  return (await returnFigures(db, rules, request, known))?.boxes
}

/** The return as filed and amended, oldest first. */
export async function filedSheets(db: Db, form: WorksheetForm, period: Day): Promise<Worksheet[]> {
  const rows = await db
    .selectFrom('filing')
    .select('content')
    .where('form', '=', form)
    .where('period', '=', period)
    .orderBy('amendment')
    .execute()
  return rows.map(({ content }) => restoredWorksheet(content))
}

/** The manual adjustments of the boxes; zero removes one. */
export async function entriesOf(db: Db, form: string, period: Day): Promise<ReadonlyMap<string, Entered>> {
  const rows = await db
    .selectFrom('filing_entry')
    .distinctOn('box')
    .select(['box', 'base', 'tax', 'reason'])
    .where('form', '=', form)
    .where('period', '=', period)
    .orderBy('box')
    .orderBy('id', 'desc')
    .execute()
  return new Map(
    rows
      .filter(({ base, tax }) => base !== 0n || tax !== 0n)
      .map(({ box, base, tax, reason }) => [box, { base, tax, reason }]),
  )
}

/** The last choice for the excess of a return; null if none was made. */
export async function excessUseOf(db: Db, form: ExcessForm, period: Day): Promise<ExcessUse | null> {
  const row = await db
    .selectFrom('excess_use')
    .select('use')
    .where('form', '=', form)
    .where('period', '=', period)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.use ?? null
}

type OverdueQuery = {
  period: Period
  history: readonly Registration[]
  kind: 'invoice' | 'bill'
  claimsFrom: Day | null
}

/**
 * Invoices or bills overdue when the period began, with their open amounts before and at its end. In a quarter without
 * VAT registration there is no return that deducts their VAT or adds it back.
 */
async function overdue(db: Db, { period, history, kind, claimsFrom }: OverdueQuery): Promise<OverdueDocument[]> {
  const isRegisteredIn = (quarter: Period) => hasIn(history, 'vat', 'yes', quarter)
  if (claimsFrom === null || !isRegisteredIn(period)) return []
  const before = addDays(period.from, -1)
  const account = kind === 'invoice' ? accounts.receivables : accounts.payables
  const { rows } = await sql<{
    id: string
    number: string
    externalNo: string | null
    name: string | null
    tin: string | null
    day: Day
    dueDay: Day
    total: bigint
    vat: bigint
    openBefore: bigint
    openNow: bigint
  }>`
    select document.id, document.number, external_no as "externalNo", party_name as name, party_tin as tin, document.day,
      due_day as "dueDay",
      (case when document.kind = 'invoice' then total
        else sum(amount) filter (where open_item.document_id = document.id and amount > 0) end)::bigint as total,
      (select (coalesce(sum(vat), 0) - coalesce(sum(ewt) filter (where atc like 'WV%'), 0))::bigint from line join entry on entry.no = line.entry_no
        where entry.document_id = document.id and entry.reverses is null
          and (purchase_category is null or purchase_category not in ('importation', 'not_creditable'))) as vat,
      coalesce(sum(amount) filter (where open_item.day <= ${before}::date), 0)::bigint as "openBefore",
      sum(amount)::bigint as "openNow"
    from document join open_item on open_item.settles = document.id and account = ${account}
    where document.kind = ${kind} and due_day >= ${claimsFrom}::date and due_day < ${period.from}::date
      and open_item.day <= ${period.to}::date
    group by document.id, number, external_no, party_name, party_tin, document.day, due_day, document.kind, total
    order by due_day, document.number`.execute(db)
  const lost = await lostOf(db, period, account, rows)
  return rows.flatMap(({ id, number, externalNo, name, tin, ...amounts }) => {
    if (!isRegisteredIn(deductedIn(period, amounts.dueDay))) return []
    const own = lost.get(id) ?? { before: 0n, now: 0n }
    if (amounts.openBefore + own.before === 0n && amounts.openNow + own.now === 0n) return []
    return {
      ...amounts,
      lostBefore: own.before,
      lostNow: own.now,
      document: { id, kind, number, externalNo },
      party: name === null ? null : { name, tin: tin ?? '' },
    }
  })
}

/**
 * Amounts written off by journal vouchers and discounted by settlements, by document, from the period after the VAT was deducted,
 * which is the one after it fell due.
 */
async function lostOf(
  db: Db,
  period: Period,
  account: string,
  documents: readonly { id: string; dueDay: Day }[],
): Promise<ReadonlyMap<string, { before: bigint; now: bigint }>> {
  const lost = new Map<string, { before: bigint; now: bigint }>()
  if (documents.length === 0) return lost
  const { rows } = await sql<{
    settled: string
    day: Day
    amount: bigint
    kind: string
    fields: unknown
    reversed: bigint
  }>`
    select settles as settled, open_item.day, amount, kind, case when kind in ('journalvoucher', 'unapply') then null else fields end as fields,
      -- The discount reversed by a removed allocation.
      case when kind = 'unapply' then sign(amount) * coalesce((select sum(debit + credit) from line join entry on entry.no = entry_no
        where entry.document_id = document.id and reverses is null
          and line.account = any(${[accounts.salesDiscounts, accounts.purchaseDiscounts]}::text[])), 0)
        else 0 end::bigint as reversed
    from open_item join document on document.id = open_item.document_id
    where account = ${account} and settles = any(${documents.map(({ id }) => id)}::uuid[])
      and kind in ('journalvoucher', 'collection', 'payment', 'cheque', 'unapply') and open_item.day <= ${period.to}::date`.execute(
    db,
  )
  const due = new Map(documents.map(({ id, dueDay }) => [id, dueDay]))
  for (const { settled, day, amount, kind, fields, reversed } of rows) {
    if (day <= deductedIn(period, due.get(settled) ?? day).to) continue
    const given = () => (amount < 0n ? discountOf(fields, settled) : -discountOf(fields, settled))
    const size = kind === 'journalvoucher' ? -amount : kind === 'unapply' ? -reversed : given()
    const own = lost.get(settled) ?? { before: 0n, now: 0n }
    lost.set(settled, { before: own.before + (day < period.from ? size : 0n), now: own.now + size })
  }
  return lost
}

/** The quarter in which the VAT of a document is deducted: the one after it fell due. */
function deductedIn(period: Period, dueDay: Day): Period {
  let quarter = period
  while (quarter.from > dueDay) quarter = shifted(quarter, -1)
  return shifted(quarter, 1)
}

const discountOf = (fields: unknown, settled: string): bigint =>
  settledRows.parse(fields).rows.find(({ documentId }) => documentId === settled)?.discount ?? 0n

/** Movements of income statement accounts: from the beginning of the taxable year, and in the period of whole months. */
async function movements(db: Db, period: Period, fiscalYearEnd: number): Promise<FilingFacts['statement']> {
  const { rows } = await sql<{
    code: string
    name: string
    type: AccountType
    normal: NormalSide
    statementLine: StatementLine
    toDate: bigint
    own: bigint
  }>`
    select code, name, type, normal, statement_line as "statementLine", sum(debit - credit)::bigint as "toDate",
      coalesce(sum(debit - credit) filter (where month >= ${monthOf(period.from)}), 0)::bigint as own
    from (
      select account, month, debit, credit from account_month
      union all
      select account, to_char(day, 'YYYY-MM'), -debit, -credit from ${closingLines} as closing
    ) as moved join account on code = account
    where month between ${monthOf(startOfTaxYear(period.to, fiscalYearEnd))} and ${monthOf(period.to)}
      and type in ('revenue', 'cost', 'expense', 'other')
    group by code having sum(debit - credit) <> 0
      or sum(debit - credit) filter (where month >= ${monthOf(period.from)}) <> 0
    order by code`.execute(db)
  return rows.map(({ toDate, own, ...account }) => ({ ...account, amounts: [toDate, own] }))
}
