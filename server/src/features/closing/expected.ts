// What a month is expected to have by its rhythm, its numbers and its sources; asked for the completeness proof only.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { ClosingPlace, completenessItems } from '@talaan/contract/closing.ts'
import { daysWithoutSales, rhythmFor, supplierGaps } from '@talaan/ledger/accounts/completeness.ts'
import { gapWords } from '@talaan/ledger/accounts/closing.ts'
import {
  addDays,
  addMonths,
  dayInManila,
  endOfMonth,
  formatDay,
  formatMonth,
  startOfMonth,
} from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { documentWords } from '@talaan/ledger/documents/words.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { periodOf } from '@talaan/ledger/tax/calendar/forms.ts'
import type { Duty, Period } from '@talaan/ledger/tax/calendar/forms.ts'
import { isOpenArrival } from '../../books/arrivals.ts'
import { accountLabel } from '../../books/account-label.ts'
import { bankLineIsFree, bankLineStands, bookLineIsFree, bookLineStands, lastMark } from '../../books/bank-positions.ts'
import { hasNoReceipt } from '../../books/receipts.ts'
import { stays } from '../../books/merged-parties.ts'
import { brokenPromises, sealProblems } from '../../books/verify/verify.ts'
import { instant } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { filingStatusOf } from '../filings/filing-status.ts'
import { readRules } from '../filings/rules.ts'

type Db = Kysely<Tables>
export type ItemFindings = { sentences: string[]; places?: ClosingPlace[] }
export type ItemQuery = { month: Month; first: Day; last: Day }
type Expected = (typeof completenessItems)[number]

/** Rows that become sentences; the caller shows fewer. */
const maxRows = 1000

export const expectations: Record<Expected, (db: Db, asked: ItemQuery) => Promise<ItemFindings>> = {
  series: async (db) => ({ sentences: await brokenPromises(db, ['each number series runs from 1 without a gap']) }),
  arrivals,
  supplierNumbers,
  slips,
  quietDays,
  bankLines,
  bankBooks,
  usual,
  batches,
  late,
  cutOff,
  vouched,
  returns,
  opening,
}

const notVoid = sql<boolean>`not exists (select from document_void where document_void.document_id = document.id)`
/** What suppliers number themselves. */
const purchases: readonly DocumentTypeName[] = ['bill', 'pettycash']
const sales: readonly DocumentTypeName[] = ['invoice']

async function arrivals(db: Db, { last }: ItemQuery): Promise<ItemFindings> {
  const { rows } = await sql<{ name: string; arrived: Day }>`
    select file_name as name, (arrived_at at time zone 'Asia/Manila')::date as arrived from arrival
    where ${isOpenArrival} and (arrived_at at time zone 'Asia/Manila')::date <= ${last}::date
    order by arrived_at limit ${maxRows}`.execute(db)
  return {
    sentences: rows.map(
      ({ name, arrived }) =>
        `${name}, received on ${formatDay(arrived)}, is not recorded. Record it, or mark it as not a document.`,
    ),
  }
}

async function supplierNumbers(db: Db, { month, last }: ItemQuery): Promise<ItemFindings> {
  const { rows } = await sql<{ party: string; name: string; number: string; day: Day }>`
    select ${stays('document.party_id')} as party, party_name as name, external_no as number, day
    from document
    where kind = any(${[...purchases]}::text[]) and party_id is not null and external_no is not null and ${notVoid}
      and day between ${startOfMonth(addMonths(month, -6))}::date and ${last}::date
    order by party_name, day`.execute(db)
  const found = [...Map.groupBy(rows, ({ party }) => party)].flatMap(([id, invoices]) =>
    supplierGaps(month, invoices).map((gap) => ({ id, name: invoices.at(-1)?.name ?? '', gap })),
  )
  return {
    sentences: found.map(
      ({ name, gap }) => `Invoice no. ${gapWords(gap)} of ${name} ${gap.count === 1 ? 'is' : 'are'} not recorded.`,
    ),
    places: placesOf(found),
  }
}

const placesOf = (parties: readonly { id: string; name: string }[]): ClosingPlace[] =>
  [...new Map(parties.map(({ id, name }) => [id, name]))].map(([id, name]) => ({ to: 'party', id, words: name }))

async function slips(db: Db, { first, last }: ItemQuery): Promise<ItemFindings> {
  const { rows } = await sql<{ id: string; number: string; memo: string; total: Money }>`
    select id, number, memo, total from document
    where kind = 'pettycash' and day between ${first}::date and ${last}::date and external_no is null and ${notVoid}
      and ${hasNoReceipt}
    order by number limit ${maxRows}`.execute(db)
  return {
    sentences: rows.map(
      ({ number, memo, total }) =>
        `${number}, ${formatMoney(total)}, has no receipt no. and no file${memo === '' ? '' : `: ${memo}`}.`,
    ),
    places: rows.map(({ id, number }) => ({ to: 'document', kind: 'pettycash', id, words: number })),
  }
}

async function quietDays(db: Db, { month, first, last }: ItemQuery): Promise<ItemFindings> {
  const { rows } = await sql<{ day: Day }>`
    select distinct day from document
    where kind = any(${[...sales]}::text[]) and day between ${addDays(first, -100)}::date and ${last}::date and ${notVoid}`.execute(
    db,
  )
  const closed = await db.selectFrom('non_working_day').select('day').execute()
  const quiet = daysWithoutSales(month, {
    sales: new Set(rows.map(({ day }) => day)),
    holidays: new Set(closed.map(({ day }) => day)),
  })
  return {
    sentences: quiet.map((day) => `${formatDay(day)} has no sale.`),
    places: quiet.length === 0 ? [] : [{ to: 'list', kind: 'invoice', words: documentWords.invoice.words.plural }],
  }
}

async function bankLines(db: Db, { first, last }: ItemQuery): Promise<ItemFindings> {
  const { rows } = await sql<{ label: string; day: Day; amount: Money; description: string }>`
    select ${accountLabel('bank_line.account')} as label, bank_line.day, bank_line.amount, bank_line.description
    from bank_line
    where bank_line.day between ${first}::date and ${last}::date and ${bankLineStands} and ${bankLineIsFree}
      and coalesce(${lastMark}, 'none') <> 'bank_error'
    order by bank_line.account, bank_line.day, bank_line.seq limit ${maxRows}`.execute(db)
  return {
    sentences: rows.map(
      ({ label, day, amount, description }) =>
        `${label}, ${formatDay(day)}, ${formatMoney(amount)}, is not matched: ${description}.`,
    ),
    places: rows.length === 0 ? [] : [{ to: 'banks', words: 'Reconcile' }],
  }
}

/** Banks show most movements within some days. */
const shownAfterDays = 10

/** Only of accounts with statements: without one, nothing can be compared. */
async function bankBooks(db: Db, { first, last }: ItemQuery): Promise<ItemFindings> {
  const { rows } = await sql<{
    id: string
    kind: DocumentTypeName
    number: string
    label: string
    day: Day
    amount: Money
  }>`
    select document.id, document.kind, document.number, ${accountLabel('book.account')} as label, book.day, book.amount
    from bank_book_line as book
    join entry on entry.no = book.entry_no
    join document on document.id = entry.document_id
    where book.day between ${first}::date and ${last}::date and ${bookLineStands} and ${bookLineIsFree} and ${notVoid}
      and book.day <= (
        select max(to_day) - ${shownAfterDays}::int from bank_statement
        where bank_statement.account = book.account and removed_at is null)
    order by book.day, document.number limit ${maxRows}`.execute(db)
  return {
    sentences: rows.map(
      ({ number, label, day, amount }) =>
        `${number}, ${formatDay(day)}, ${formatMoney(amount)}, is not on a statement of ${label}.`,
    ),
    places: rows.map(({ id, kind, number }) => ({ to: 'document', kind, id, words: number })),
  }
}

async function usual(db: Db, { month, last }: ItemQuery): Promise<ItemFindings> {
  const { rows } = await sql<{ party: string; name: string; side: 'bill' | 'invoice'; months: Month[] }>`
    select ${stays('document.party_id')} as party, max(party.name) as name, case when document.kind = 'invoice' then 'invoice' else 'bill' end as side,
      array_agg(distinct to_char(day, 'YYYY-MM')) as months
    from document join party on party.id = document.party_id
    where document.kind = any(${[...purchases, ...sales]}::text[]) and ${notVoid}
      and document.day between ${startOfMonth(addMonths(month, -36))}::date and ${last}::date
    group by 1, 3 order by 2, 3`.execute(db)
  const missing = rows.flatMap(({ party, name, side, months }) => {
    const rhythm = months.includes(month) ? null : rhythmFor(month, months)
    return rhythm === null ? [] : [{ id: party, name, side, rhythm, latest: months.toSorted().at(-1) ?? month }]
  })
  return {
    sentences: missing.map(
      ({ name, side, rhythm, latest }) =>
        `${name} has no ${side} in ${formatMonth(month)}. It had one ${rhythm === 1 ? 'almost every month' : `every ${rhythm} months`}, the last in ${formatMonth(latest)}.`,
    ),
    places: placesOf(missing),
  }
}

async function batches(db: Db, { last }: ItemQuery): Promise<ItemFindings> {
  const { rows } = await sql<{ owner: string; begun: string; counted: number }>`
    select client_id as owner, begun_at as begun, counted from import_batch join users on users.id = begun_by
    where form is not null and closed_at is null and (begun_at at time zone 'Asia/Manila')::date <= ${last}::date
    order by begun_at limit ${maxRows}`.execute(db)
  return {
    sentences: rows.map(
      ({ owner, begun, counted }) =>
        `The batch of ${counted === 1 ? '1 document' : `${counted} documents`} that ${owner} started on ${formatDay(dayInManila(instant(begun)))} is not closed.`,
    ),
  }
}

/** Auditors look this long after the end of a period for liabilities that belong to it. */
const lateDays = 45

async function late(db: Db, { month, last }: ItemQuery): Promise<ItemFindings> {
  const { rows } = await sql<{ id: string; number: string; name: string; day: Day; due: Day; total: Money }>`
    select id, number, party_name as name, day, due_day as due, total from document
    where kind = 'bill' and day > ${last}::date and day <= ${addDays(last, lateDays)}::date and due_day <= ${last}::date and ${notVoid}
    order by number limit ${maxRows}`.execute(db)
  return {
    sentences: rows.map(
      ({ number, name, day, due, total }) =>
        `${number} of ${name}, ${formatMoney(total)}, was due on ${formatDay(due)} but is dated ${formatDay(day)}. Check whether it belongs to ${formatMonth(month)}.`,
    ),
    places: rows.map(({ id, number }) => ({ to: 'document', kind: 'bill', id, words: number })),
  }
}

/** Auditors compare this many days before and after the end of a period. */
const cutOffDays = 10

async function cutOff(db: Db, { last }: ItemQuery): Promise<ItemFindings> {
  const { rows } = await sql<{
    id: string
    kind: DocumentTypeName
    number: string
    name: string | null
    day: Day
    total: Money
    undone: Day
    by: string
  }>`
    with own as (
      select * from document
      where kind = any(${['invoice', 'debitmemo', 'bill']}::text[]) and day between ${addDays(last, 1 - cutOffDays)}::date and ${last}::date
    )
    select own.id, own.kind, own.number, own.party_name as name, own.day, own.total, entry.day as undone, 'voided' as by
    from own join document_void on document_void.document_id = own.id join entry on entry.no = reversal
    where entry.day > ${last}::date and entry.day <= ${addDays(last, cutOffDays)}::date
    union all
    select own.id, own.kind, own.number, own.party_name, own.day, own.total, document.day, 'credited'
    from own join document_link on linked_id = own.id and relation = 'credit_of'
    join document on document.id = document_link.document_id and ${notVoid}
    where document.day > ${last}::date and document.day <= ${addDays(last, cutOffDays)}::date
    order by 3 limit ${maxRows}`.execute(db)
  return {
    sentences: rows.map(
      ({ number, name, day, total, undone, by }) =>
        `${[number, name].filter((text) => text !== null).join(' of ')}, ${formatMoney(total)}, dated ${formatDay(day)}, was ${by} on ${formatDay(undone)}. Check whether it belongs to the month.`,
    ),
    places: rows.map(({ id, kind, number }) => ({ to: 'document', kind, id, words: number })),
  }
}

const sampleSize = 25

/** Chosen by the digest of document and month, so that an auditor gets the same sample. */
const sampleOf = ({ month, first, last }: ItemQuery) => sql`
  select document.* from document
  where kind = any(${[...purchases, 'cheque']}::text[]) and day between ${first}::date and ${last}::date and ${notVoid}
  order by md5(document.id::text || ${month})
  limit greatest(${sampleSize}, (
    select count(*) / 20 from document
    where kind = any(${[...purchases, 'cheque']}::text[]) and day between ${first}::date and ${last}::date and ${notVoid}))`

async function vouched(db: Db, asked: ItemQuery): Promise<ItemFindings> {
  const { rows } = await sql<{ id: string; kind: DocumentTypeName; number: string; size: number }>`
    with sample as (${sampleOf(asked)})
    select id, kind, number, (select count(*) from sample)::int as size from sample
    where not exists (select from attachment where attachment.document_id = sample.id)
      and not exists (select from added_note where added_note.document_id = sample.id and sha256 is not null
        and not exists (select from added_note_removal where note_id = added_note.id))
    order by number`.execute(db)
  const [first] = rows
  if (first === undefined) return { sentences: [] }
  const numbers = rows.map(({ number }) => number).join(', ')
  return {
    sentences: [
      `${rows.length} of ${first.size} purchases in the sample ${rows.length === 1 ? 'has' : 'have'} no attached file. Compare them with the originals: ${numbers}.`,
    ],
    places: rows.map(({ id, kind, number }) => ({ to: 'document', kind, id, words: number })),
  }
}

async function returns(db: Db, asked: ItemQuery): Promise<ItemFindings> {
  const rules = await readRules(db)
  const sentences: string[] = []
  for (const { duty, period } of await filedIn(db, asked)) {
    const { since } = await filingStatusOf(db, rules, { duty, period })
    const changed = [...since.boxes.map(({ no }) => `box ${no}`), ...since.files.map(({ name }) => name)]
    if (changed.length > 0)
      sentences.push(
        `${duty} for the period ended ${formatDay(period.to)} is filed, but the books have changed since: ${changed.slice(0, 8).join(', ')}${changed.length > 8 ? ' and others' : ''}.`,
      )
  }
  return { sentences, places: sentences.length === 0 ? [] : [{ to: 'taxes', words: 'Tax calendar' }] }
}

/** The returns filed for periods with a day of the month. */
async function filedIn(db: Db, { first, last }: ItemQuery): Promise<{ duty: Duty; period: Period }[]> {
  const { fiscal_year_end: yearEnd } = await db
    .selectFrom('company')
    .select('fiscal_year_end')
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('filing')
    .select(['form', 'period'])
    .distinct()
    .where('period', '>=', first)
    .orderBy('form')
    .orderBy('period')
    .execute()
  return rows
    .map(({ form, period }) => ({ duty: form as Duty, period: periodOf(form as Duty, period, yearEnd) }))
    .filter(({ period }) => period.from <= last)
}

async function opening(db: Db, { month, first }: ItemQuery): Promise<ItemFindings> {
  const { rows } = await sql<{ account: string; begins: Money; ended: Money }>`
    select account, coalesce(begins, 0)::bigint as begins, coalesce(ended, 0)::bigint as ended
    from (select account, sum(debit - credit) as begins from account_day where day < ${first}::date group by 1) as opened
    full join (
      select account, sum(debit - credit) as ended from account_month where month < ${month} group by 1
    ) as closed using (account)
    where coalesce(begins, 0) <> coalesce(ended, 0) order by account limit ${maxRows}`.execute(db)
  const before = addMonths(month, -1)
  return {
    sentences: [
      ...rows.map(
        ({ account, begins, ended }) =>
          `Account ${account} begins ${formatMonth(month)} with ${formatMoney(begins)}, but ended ${formatDay(endOfMonth(before))} with ${formatMoney(ended)}.`,
      ),
      ...(await sealProblems(db, before)),
    ],
  }
}

/** How many were tested, by item of the page. */
export async function testedIn(db: Db, { month, first, last }: ItemQuery): Promise<Record<string, number>> {
  const filed = await filedIn(db, { month, first, last })
  const quarter = startOfMonth(addMonths(month, -2))
  const isQuarter = Number(month.slice(5)) % 3 === 0
  const inMonth = sql`day between ${first}::date and ${last}::date`
  const { rows } = await sql<Record<string, number>>`
    with own as (select * from document where ${inMonth})
    select
      (select count(*) from own)::int as series,
      (select count(*) from own left join document_detail on document_detail.document_id = own.id
        where (kind in ('invoice', 'creditmemo', 'debitmemo') and external_no is not null)
          or (kind = 'collection' and receipt_no is not null))::int as numbers,
      (select count(*) from cheque join own on own.id = cheque.document_id)::int as cheques,
      (select count(*) from own where kind = any(${[...purchases]}::text[]) and external_no is not null)::int as "supplierNumbers",
      (select count(distinct party_id) from document where kind = any(${[...purchases, ...sales]}::text[])
        and day between ${startOfMonth(addMonths(month, -6))}::date and ${last}::date)::int as usual,
      (select count(*) from own where kind = 'journalvoucher')::int as entries,
      (select count(*) from document where kind = 'bill' and day > ${last}::date and day <= ${addDays(last, lateDays)}::date)::int as late,
      (select count(distinct day) from own where kind = any(${[...sales]}::text[]))::int as "quietDays",
      (select count(*) from bank_line where ${inMonth} and ${bankLineStands})::int as "bankLines",
      (select count(*) from bank_book_line as book where ${inMonth} and ${bookLineStands})::int as "bankBooks",
      (select count(distinct account) from account_month join money_account on code = account
        where month = ${month} and kind = 'bank')::int as banks,
      (select count(*) from own where kind = 'pettycash')::int as slips,
      (select count(*) from money_account join account using (code) where kind = 'petty_cash' and account.active)::int as pettycash,
      (select count(*) from own)::int as drafts,
      (select count(*) from import_batch where form is not null
        and (begun_at at time zone 'Asia/Manila')::date between ${first}::date and ${last}::date)::int as batches,
      (select count(*) from outbox join own on own.id = outbox.document_id where topic = 'receipt')::int as receipts,
      (select count(*) from question left join document on document.id = question.document_id
        left join bank_line on bank_line.id = question.bank_line_id
        where question.month = ${month} or coalesce(document.day, bank_line.day, return_period) between ${first}::date and ${last}::date)::int
        as questions,
      (select count(*) from certificate_issued where ${isQuarter}::boolean and quarter = ${quarter}::date)::int as certificates,
      (select count(*) from arrival where (arrived_at at time zone 'Asia/Manila')::date <= ${last}::date)::int as arrivals,
      (select count(*) from own where kind in ('invoice', 'debitmemo', 'bill') and day > ${addDays(last, -cutOffDays)}::date)::int as "cutOff",
      (select count(*) from (${sampleOf({ month, first, last })}) as sample)::int as vouched,
      ${filed.length}::int as returns,
      (select count(distinct account) from account_month where month < ${month})::int as opening`.execute(db)
  return rows[0] ?? {}
}
