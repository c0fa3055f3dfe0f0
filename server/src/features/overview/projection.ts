// The cash that the books promise: open items, post-dated cheques, recurring documents and taxes, for the projection.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { addDays, daysBetween, firstDay, formatDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { occurrenceFields } from '@talaan/ledger/documents/recurring/occurrence.ts'
import type { RecurringType, SentFields } from '@talaan/ledger/documents/recurring/occurrence.ts'
import { nextOccurrence } from '@talaan/ledger/documents/recurring/rhythm.ts'
import type { Rhythm } from '@talaan/ledger/documents/recurring/rhythm.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import {
  cashProjection,
  expectedReceipt,
  givenUpAfterDays,
  latenessRange,
  lastProjected,
  usualDaysLate,
} from '@talaan/ledger/reports/cash-projection.ts'
import type {
  AccountMove,
  Expected,
  LatenessRange,
  PaymentHabit,
  Projection,
} from '@talaan/ledger/reports/cash-projection.ts'
import { dutyWords, formatPeriod, isWorksheetForm } from '@talaan/ledger/tax/calendar/forms.ts'
import { daysLate, habitsSince } from '../../books/days-late.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { returnFigures } from '../filings/calculate-return.ts'
import type { Known } from '../filings/calculate-return.ts'
import { dueUntil } from '../filings/calendar.ts'
import { readRules } from '../filings/rules.ts'
import type { Rules } from '../filings/rules.ts'
import { fromTaxState } from '../filings/tax-state.ts'
import { closedDays } from '../recurring/store.ts'
import { cashOn, runningVat } from './position.ts'
import { usualAccounts } from './usual-accounts.ts'
import type { UsualAccounts } from './usual-accounts.ts'

type Db = Kysely<Tables>
/** What is expected, and sentences about what is not. */
type Gathered = { expected: Expected[]; notCounted: string[] }

export async function project(
  db: Db,
  dueTaxes: Gathered,
  asOf: Day,
): Promise<{ projection: Projection; expected: Expected[]; notCounted: string[] }> {
  const last = lastProjected(asOf)
  const habits = await paymentHabits(db, asOf)
  const usual = await usualAccounts(db, asOf, habits.now)
  const parts = [
    await receivables(db, asOf, { habits, usual }),
    await payables(db, usual),
    await postDated(db, asOf),
    await recurring(db, { asOf, last, habits, usual }),
    { ...dueTaxes, expected: dueTaxes.expected.map((tax) => ({ ...tax, accounts: [usual.ofTax(tax.amount)] })) },
    await drafts(db),
  ]
  const expected = parts.flatMap((part) => part.expected)
  const projection = cashProjection({ asOf, cash: await cashOn(db, asOf), expected })
  return { projection, expected, notCounted: parts.flatMap(({ notCounted }) => notCounted) }
}

type Lateness = { habit: PaymentHabit | undefined; daysLate: number | null; range: LatenessRange | null }
type Habits = {
  of: (partyId: string | null) => Lateness
  /** The usual lateness of the customers who pay latest; 0 if all pay early. */
  mostDaysLate: number
  /** The party into which a party was merged, or itself. */
  now: (partyId: string) => string
}

/** How each customer with open invoices paid in the last two years; merged customers count as one. */
async function paymentHabits(db: Db, asOf: Day): Promise<Habits> {
  const since = habitsSince(asOf)
  const late = await daysLate(db, { asOf })
  const { rows: settled } = await sql<{ party: string; settled: bigint; withheld: bigint }>`
    select document.party_id as party,
      coalesce(sum(credit - debit) filter (where account = ${accounts.receivables}), 0)::bigint as settled,
      coalesce(sum(debit - credit) filter (where account <> ${accounts.receivables}), 0)::bigint as withheld
    from document join entry on entry.document_id = document.id join line on line.entry_no = entry.no
    where document.kind = 'collection' and document.party_id is not null
      and document.day between ${since}::date and ${asOf}::date
      and account in (${accounts.receivables}, ${accounts.withheldWithCertificate}, ${accounts.withheldAwaitingCertificate}, ${accounts.vatWithheld})
    group by document.party_id`.execute(db)
  const merged = new Map(
    (
      await db.selectFrom('party').select(['id', 'merged_into as into']).where('merged_into', 'is not', null).execute()
    ).map(({ id, into }) => [id, into ?? id]),
  )
  const habits = new Map<string, PaymentHabit>()
  const now = (party: string) => merged.get(party) ?? party
  const none = { daysLate: [], withheld: 0n, settled: 0n }
  for (const { party, days } of late) {
    const own = habits.get(now(party)) ?? none
    habits.set(now(party), { ...own, daysLate: [...own.daysLate, ...days] })
  }
  for (const { party, ...sums } of settled) {
    const own = habits.get(now(party)) ?? none
    const withheld = own.withheld + (sums.withheld > 0n ? sums.withheld : 0n)
    habits.set(now(party), { ...own, withheld, settled: own.settled + sums.settled })
  }
  const ofAll = late.flatMap(({ days }) => days)
  const usual = [...habits.values()].map(({ daysLate }) => usualDaysLate(daysLate, ofAll) ?? 0)
  return {
    now,
    mostDaysLate: Math.max(0, usualDaysLate([], ofAll) ?? 0, ...usual),
    of: (partyId) => {
      const habit = partyId === null ? undefined : habits.get(now(partyId))
      const own = habit?.daysLate ?? []
      return { habit, daysLate: usualDaysLate(own, ofAll), range: latenessRange(own, ofAll) }
    },
  }
}

async function receivables(
  db: Db,
  asOf: Day,
  { habits, usual }: { habits: Habits; usual: UsualAccounts },
): Promise<Gathered> {
  // Older invoices are not counted, whoever the customer is. Only their sum is read.
  const dueFrom = addDays(asOf, -givenUpAfterDays - habits.mostDaysLate)
  const items = await openOn(db, accounts.receivables, dueFrom)
  const expected: Expected[] = []
  let { count, open: given } = await openBefore(db, accounts.receivables, dueFrom)
  for (const { id, kind, number, party, partyId, dueDay, open } of items) {
    const { daysLate, ...lateness } = habits.of(partyId)
    const receipt = expectedReceipt({ dueDay, open }, { asOf, daysLate, ...lateness })
    if (receipt === null) {
      count += 1
      given += open
      continue
    }
    expected.push({
      key: `receivable ${id}`,
      kind: 'receivable',
      day: receipt.day,
      words: `${party ?? 'Customer'}, ${number}`,
      amount: receipt.amount,
      accounts: [usual.ofParty(partyId, receipt.amount)],
      range: receipt.range ?? null,
      document: { id, kind },
      basis: `${receiptBasis(dueDay, { daysLate, isLate: receipt.day === asOf && dueDay < asOf })}${receipt.withheld === 0n ? '' : `, less ${formatMoney(receipt.withheld)} usually withheld`}`,
    })
  }
  const few = count === 1 ? '1 invoice' : `${count} invoices`
  return {
    expected,
    notCounted:
      count === 0
        ? []
        : [
            `${few} ${count === 1 ? 'of' : 'with a total of'} ${formatMoney(given)} more than ${givenUpAfterDays} days past the usual payment date.`,
          ],
  }
}

const inDays = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

function receiptBasis(dueDay: Day, { daysLate, isLate }: { daysLate: number | null; isLate: boolean }): string {
  if (isLate) return `Due ${formatDay(dueDay)}, late`
  if (daysLate === null) return 'On the due date; no payment history'
  if (daysLate === 0) return 'On the due date, as usual'
  return `Due ${formatDay(dueDay)}, usually paid ${inDays(Math.abs(daysLate))} ${daysLate > 0 ? 'later' : 'earlier'}`
}

async function payables(db: Db, usual: UsualAccounts): Promise<Gathered> {
  const items = await openOn(db, accounts.payables)
  return {
    expected: items.map(({ id, kind, number, party, partyId, dueDay, open }) => ({
      key: `payable ${id}`,
      kind: 'payable',
      day: dueDay,
      words: `${party ?? 'Supplier'}, ${number}`,
      amount: -open,
      accounts: [usual.ofParty(partyId, -open)],
      document: { id, kind },
      basis: `Due ${formatDay(dueDay)}`,
    })),
    notCounted: [],
  }
}

type OpenRow = {
  id: string
  kind: DocumentTypeName
  number: string
  party: string | null
  partyId: string | null
  dueDay: Day
  open: Money
}

/** Open items of an account that fall due from a date; payments by post-dated cheque are already deducted. */
async function openOn(db: Db, account: string, dueFrom: Day = firstDay): Promise<OpenRow[]> {
  const rows = await db
    .selectFrom('item_balance as item')
    .innerJoin('document', 'document.id', 'item.document_id')
    .select(['document.id', 'document.kind', 'number', 'party_name as party', 'item.party_id as partyId', 'item.open'])
    .select(({ fn }) => fn.coalesce('due_day', 'day').as('dueDay'))
    .where('item.account', '=', account)
    .where('item.open', '>', 0n)
    .where(({ fn }) => fn.coalesce('due_day', 'day'), '>=', dueFrom)
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as DocumentTypeName }))
}

/** The open items that fell due before a date. */
async function openBefore(db: Db, account: string, due: Day): Promise<{ count: number; open: Money }> {
  const { rows } = await sql<{ count: number; open: Money }>`
    select count(*)::int as count, coalesce(sum(open), 0)::bigint as open
    from item_balance as item join document on document.id = item.document_id
    where item.account = ${account} and open > 0 and coalesce(due_day, day) < ${due}::date`.execute(db)
  return rows[0] ?? { count: 0, open: 0n }
}

/** Post-dated cheques are in the books on the date written on them: movements of cash after today. */
async function postDated(db: Db, asOf: Day): Promise<Gathered> {
  const { rows } = await sql<{
    id: string
    kind: DocumentTypeName
    number: string
    party: string | null
    day: Day
    amount: bigint
    codes: string[]
    amounts: bigint[]
  }>`
    select id, kind, number, party, day, sum(moved)::bigint as amount,
      array_agg(account order by account) as codes, array_agg(moved order by account) as amounts
    from (
      select document.id, document.kind, document.number, party_name as party, line.day, line.account,
        sum(debit - credit)::bigint as moved
      from line join account on account.code = line.account and statement_line = 'Cash'
      join entry on entry.no = line.entry_no
      join document on document.id = entry.document_id
      where line.day > ${asOf}::date
      group by document.id, line.day, line.account having sum(debit - credit) <> 0
    ) as moves
    group by id, kind, number, party, day`.execute(db)
  return {
    expected: rows.map(({ id, kind, number, party, day, amount, codes, amounts }) => ({
      key: `cheque ${id} ${day}`,
      kind: 'cheque',
      day,
      words: party === null ? number : `${party}, ${number}`,
      amount,
      accounts: codes.map((account, at) => ({ account, amount: BigInt(amounts[at] ?? 0n), basis: 'written' })),
      document: { id, kind },
      basis: `Cheque dated ${formatDay(day)}`,
    })),
    notCounted: [],
  }
}

/** Whether a recurring document brings or takes money; the others move none, or do not say how much. */
const directionOf: Partial<Record<RecurringType, bigint>> = { invoice: 1n, bill: -1n, cheque: -1n, pettycash: -1n }

/** The next dates of recurring documents, each with its own due date. */
async function recurring(
  db: Db,
  { asOf, last, habits, usual }: { asOf: Day; last: Day; habits: Habits; usual: UsualAccounts },
): Promise<Gathered> {
  const rows = await db
    .selectFrom('recurring_rule')
    .innerJoin('document_template', 'document_template.id', 'template_id')
    .leftJoin('party', 'party.id', 'document_template.party_id')
    .select(['template_id as id', 'document_template.name', 'document_template.kind', 'total'])
    .select(['document_template.fields', 'party_id as partyId', 'party.name as party'])
    .select(['every', 'unit', 'place', 'begins', 'ends', 'times'])
    .select(
      sql<Day | null>`(select max(day) from recurring_occurrence where recurring_occurrence.template_id = recurring_rule.template_id)`.as(
        'lastMade',
      ),
    )
    .select(
      sql<number>`(select count(*) from recurring_occurrence where recurring_occurrence.template_id = recurring_rule.template_id and state = 'made')::int`.as(
        'made',
      ),
    )
    .where('paused', '=', false)
    .where('document_template.removed_at', 'is', null)
    .execute()
  const closed = await closedDays(db)
  const expected: Expected[] = []
  let without = 0
  for (const { id, name, kind, total, fields, partyId, party, lastMade, made: before, ...rhythm } of rows) {
    const direction = directionOf[kind as RecurringType]
    if (direction === undefined || total === null) {
      without += 1
      continue
    }
    let [latest, made] = [lastMade, before]
    for (;;) {
      const day = nextOccurrence(rhythm as Rhythm, { last: latest, made, closed })
      if (day === null || day > last) break
      latest = day
      made += 1
      const own = occurrenceFields(kind as RecurringType, fields as unknown as SentFields, { day })
      const lateness = habits.of(partyId)
      const written = own.dueDay ?? own.chequeDay
      const dueDay = typeof written === 'string' ? written : day
      const comes = direction > 0n ? expectedReceipt({ dueDay, open: total }, { asOf, ...lateness }) : null
      const amount = comes?.amount ?? direction * total
      expected.push({
        key: `recurring ${id} ${day}`,
        kind: 'recurring',
        day: comes?.day ?? dueDay,
        words: party === null ? name : `${party}, ${name}`,
        amount,
        accounts: [writtenAccount(kind as RecurringType, own, amount) ?? usual.ofParty(partyId, amount)],
        range: comes?.range ?? null,
        document: null,
        basis: `Dated ${formatDay(day)}${dueDay === day ? '' : `, due ${inDays(daysBetween(day, dueDay))} later`}`,
      })
    }
  }
  const few = without === 1 ? '1 recurring document' : `${without} recurring documents`
  return { expected, notCounted: without === 0 ? [] : [`${few} with no cash amount yet.`] }
}

/** A cheque names its bank account, and a petty cash voucher its fund. */
function writtenAccount(kind: RecurringType, { account, fund }: SentFields, amount: Money): AccountMove | null {
  const written = kind === 'cheque' ? account : kind === 'pettycash' ? fund : undefined
  return typeof written === 'string' && written !== '' ? { account: written, amount, basis: 'written' } : null
}

/** Returns due so long ago are not calculated any more. */
const oldestDue = 100

/** The taxes to come, and the return of the running quarter; calculated once for each state of the books. */
export const taxFigures = fromTaxState(async (db: Db, asOf: Day, known) => {
  const rules = await readRules(db)
  return { due: await taxes(db, rules, asOf, known), vat: await runningVat(db, rules, asOf, known) }
})

/** The returns of finished and running periods that are not filed, with the amounts from the books so far. */
async function taxes(db: Db, rules: Rules, asOf: Day, known: Known): Promise<Gathered> {
  const last = lastProjected(asOf)
  const due = (await dueUntil(db, rules, { today: asOf, until: last, periodsUntil: last })).filter(
    ({ duty, period }) => isWorksheetForm(duty) && period.from <= asOf,
  )
  const counted = due.filter((each) => each.due >= addDays(asOf, -oldestDue))
  const expected: Expected[] = []
  for (const { duty, period, due: day } of counted) {
    if (!isWorksheetForm(duty)) continue
    const figures = await returnFigures(db, rules, { form: duty, period }, known)
    if (figures === undefined || figures.payable <= 0n) continue
    const { title } = dutyWords[duty]
    expected.push({
      key: `tax ${duty} ${period.to}`,
      kind: 'tax',
      day,
      words: `${duty} ${title}, ${formatPeriod(period)}`,
      amount: -figures.payable,
      accounts: [],
      document: null,
      filing: { duty, period: period.to },
      basis: `Due ${formatDay(day)}${period.to > asOf ? ', calculated from the books so far' : ''}`,
    })
  }
  const old = due.length - counted.length
  return {
    expected,
    notCounted:
      old === 0
        ? []
        : [`${old === 1 ? '1 return' : `${old} returns`} due more than ${oldestDue} days ago and not filed.`],
  }
}

async function drafts(db: Db): Promise<Gathered> {
  const { count } = await db
    .selectFrom('draft')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return { expected: [], notCounted: count === 0 ? [] : [`${count === 1 ? '1 draft' : `${count} drafts`}.`] }
}
