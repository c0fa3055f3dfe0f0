// The invariants of the books as questions to the database. Each answers what is wrong, in a sentence that names it.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { accounts, itemAccounts } from '@talaan/ledger/accounts/chart.ts'
import { addMonths, formatMonth } from '@talaan/ledger/core/date.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import { sha256 } from '../journal.ts'
import { actsNotedIn, monthSeal } from '../seal.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { actProblems, actsStanding } from './acts.ts'
import type { ActsStanding } from './acts.ts'
import { boundProblems } from './bound-books.ts'
import { chainProblems } from './chain.ts'
import { auditedProblems, certificateProblems } from './audited.ts'
import { filingProblems } from './filings.ts'

type Db = Kysely<Tables>

export type Check = { name: string; problems: string[] }
export type Verdict = { checks: Check[]; entries: bigint; head: string; acts: ActsStanding; sound: boolean }

/** One snapshot, so that a posting that goes on meanwhile is either all in or all out. */
export const verify = (db: Db): Promise<Verdict> =>
  db.transaction().setIsolationLevel('repeatable read').execute(verifyIn)

/** What the questions alone find, without reading every entry again: quick enough to be asked while a month is closed. */
export async function brokenPromises(
  trx: Db,
  asked: readonly (keyof typeof questions)[] = Object.keys(questions) as (keyof typeof questions)[],
): Promise<string[]> {
  const problems: string[] = []
  for (const name of asked) problems.push(...(await questions[name].execute(trx)).rows.map(({ problem }) => problem))
  return problems
}

/** The same inside a transaction that is open already. */
export async function verifyIn(trx: Db): Promise<Verdict> {
  const checks: Check[] = []
  for (const [name, question] of Object.entries(questions)) {
    const problems = (await question.execute(trx)).rows.map(({ problem }) => problem)
    checks.push({ name, problems })
  }
  checks.push({ name: chainName, problems: await chainProblems(trx) })
  checks.push({ name: papersName, problems: await paperProblems(trx) })
  checks.push({ name: sealsName, problems: await sealProblems(trx) })
  checks.push({ name: 'bound books are what was bound', problems: await boundProblems(trx) })
  checks.push({ name: 'returns are what was filed', problems: await filingProblems(trx) })
  checks.push({ name: 'certificates are what was issued', problems: await certificateProblems(trx) })
  checks.push({ name: 'what the audit trail tells of is there as it was', problems: await auditedProblems(trx) })
  checks.push({ name: 'the audit trail is as it was sealed', problems: await actProblems(trx) })
  const head = await trx.selectFrom('ledger_head').selectAll().executeTakeFirstOrThrow()
  const sound = checks.every(({ problems }) => problems.length === 0)
  return { checks, entries: head.last_entry, head: head.last_hash, acts: await actsStanding(trx), sound }
}

const ask = (query: ReturnType<typeof sql<{ problem: string }>>) => query

/** Each question selects its problems as sentences; at most twenty of a kind are told. */
const questions = {
  'every entry has two lines or more and balances': ask(sql`
    select 'Entry ' || entry.no || ' has ' || count(line.position) || ' lines and is out of balance by '
      || (coalesce(sum(debit), 0) - coalesce(sum(credit), 0)) || ' centavos.' as problem
    from entry left join line on line.entry_no = entry.no
    group by entry.no having count(line.position) < 2 or sum(debit) <> sum(credit) limit 20`),
  'a line carries the day of its entry': ask(sql`
    select 'Line ' || position || ' of entry ' || entry_no || ' has another day than its entry.' as problem
    from line join entry on entry.no = line.entry_no where line.day <> entry.day limit 20`),
  'the trial balance is zero': ask(sql`
    select 'Debits and credits of all lines differ by ' || (sum(debit) - sum(credit)) || ' centavos.' as problem
    from line having sum(debit) <> sum(credit)`),
  'kept sums per month equal the lines': ask(sql`
    select 'The kept sum of account ' || account || ' in ' || month || ' is not the sum of its lines.' as problem
    from (select account, to_char(day, 'YYYY-MM') as month, sum(debit) as debit, sum(credit) as credit from line group by 1, 2) as summed
    full join account_month using (account, month)
    where (summed.debit, summed.credit) is distinct from (account_month.debit::numeric, account_month.credit::numeric) limit 20`),
  'kept sums per day equal the lines': ask(sql`
    select 'The kept sum of account ' || account || ' on ' || day || ' is not the sum of its lines.' as problem
    from (select account, day, sum(debit) as debit, sum(credit) as credit from line group by 1, 2) as summed
    full join account_day using (account, day)
    where (summed.debit, summed.credit) is distinct from (account_day.debit::numeric, account_day.credit::numeric) limit 20`),
  'control accounts equal their open items': ask(sql`
    select 'Account ' || account || ' is ' || coalesce(balance, 0) || ' centavos, its open items are ' || coalesce(items, 0) || '.' as problem
    from (
      select line.account, sum(case normal when 'debit' then debit - credit else credit - debit end) as balance
      from line join account on account.code = line.account
      where line.account = any(${[...itemAccounts]}::text[]) group by line.account
    ) as booked
    full join (
      select account, sum(amount) as items from open_item where account = any(${[...itemAccounts]}::text[]) group by account
    ) as itemised using (account)
    where balance is distinct from items and (coalesce(balance, 0), coalesce(items, 0)) <> (0, 0)`),
  'what is left of each item equals its movements': ask(sql`
    select 'Document ' || number || ' keeps ' || coalesce(open, 0) || ' centavos open on account ' || account || ', its movements make '
      || coalesce(moved, 0) || '.' as problem
    from (
      select settles as document_id, account, sum(amount) as moved,
        coalesce(sum(amount) filter (where document_id = settles), 0) as began
      from open_item group by 1, 2
    ) as summed
    full join item_balance using (document_id, account)
    left join document on document.id = document_id
    where (began, moved) is distinct from (opened::numeric, open::numeric) or open < 0 or open > opened limit 20`),
  'an issued cheque has its document and its leaf': ask(sql`
    select 'Cheque ' || no || ' of account ' || account || ' is in no cheque book.' as problem
    from cheque where not exists (
      select from cheque_book where cheque_book.account = cheque.account and length(no) = digits
        and no::bigint between first_no and last_no) limit 20`),
  'every leaf belongs to one cheque book, and a void cheque is out of use': ask(sql`
    select 'Cheque books of account ' || one.account || ' overlap at ' || other.first_no || '.' as problem
    from cheque_book as one join cheque_book as other on other.account = one.account and other.id <> one.id
      and other.first_no between one.first_no and one.last_no
    union all
    select 'Cheque ' || no || ' of account ' || account || ' has an event and is in no cheque book.'
    from cheque_event where not exists (
      select from cheque_book where cheque_book.account = cheque_event.account and length(no) = digits
        and no::bigint between first_no and last_no)
    union all
    select 'Cheque ' || cheque.no || ' of account ' || cheque.account || ' is void and not out of use.'
    from cheque join document_void on document_void.document_id = cheque.document_id
    where coalesce((select state from cheque_event where cheque_event.account = cheque.account and cheque_event.no = cheque.no
      order by id desc limit 1), 'issued') not in ('cancelled', 'stopped', 'returned')
    limit 20`),
  'no petty cash fund falls below zero': ask(sql`
    select 'Petty cash fund ' || account || ' is ' || running || ' centavos on ' || day || '.' as problem
    from (select account, day, sum(debit - credit) over (partition by account order by day) as running
      from account_day join money_account on code = account where kind = 'petty_cash') as daily
    where running < 0 limit 20`),
  'both sides of a match are the same money, and only what stands is held': ask(sql`
    select 'Match ' || bank_match.id || ' of account ' || account || ' is out by '
      || (coalesce(sum(theirs), 0) - coalesce(sum(ours), 0)) || ', or holds lines that it should not.' as problem
    from bank_match
    left join lateral (
      select bank_line.amount as theirs, coalesce(book.amount, bank_start_item.amount) as ours, held.match_id is not null as held
      from bank_match_part as part
      left join bank_line on bank_line.id = part.bank_line_id
      left join bank_book_line as book on book.entry_no = part.entry_no and book.position = part.line_position
      left join bank_start_item on bank_start_item.id = part.start_item_id
      left join bank_matched as held on held.match_id = part.match_id
        and (held.bank_line_id, held.entry_no, held.line_position, held.start_item_id)
          is not distinct from (part.bank_line_id, part.entry_no, part.line_position, part.start_item_id)
      where part.match_id = bank_match.id
    ) as parts on true
    left join bank_match_undo on bank_match_undo.match_id = bank_match.id
    group by bank_match.id, account, bank_match_undo.match_id
    having coalesce(sum(theirs), 0) <> coalesce(sum(ours), 0) or count(*) < 2
      or bool_or(held is distinct from (bank_match_undo.match_id is null)) limit 20`),
  'a month that is signed off has nothing of the bank unexplained': ask(sql`
    select 'Line ' || bank_line.id || ' of ' || bank_line.day || ' on account ' || bank_line.account
      || ' is not explained, and its month is signed off.' as problem
    from bank_month_signed join bank_line on bank_line.account = bank_month_signed.account
      and to_char(bank_line.day, 'YYYY-MM') = bank_month_signed.month
    where exists (select from bank_line_seen join bank_statement on bank_statement.id = statement_id
        where line_id = bank_line.id and removed_at is null)
      and bank_line.day > coalesce((select day from bank_start where bank_start.account = bank_line.account), '-infinity')
      and not exists (select from bank_matched where bank_line_id = bank_line.id)
      and coalesce((select mark from bank_line_mark where bank_line_mark.bank_line_id = bank_line.id order by id desc limit 1), '')
        <> 'bank_error' limit 20`),
  'each number series runs from 1 without a gap': ask(sql`
    select 'Series ' || series || '-' || year || ' counts ' || count(*) || ' documents, its last number is ' || max(serial)
      || ' and the next would be ' || (coalesce(max(last), 0) + 1) || '.' as problem
    from document full join number_series using (series, year)
    group by series, year having count(serial) <> max(last) or max(serial) <> max(last) or min(serial) <> 1 limit 20`),
  'numbers of a series follow the order of the chain': ask(sql`
    select 'Document ' || number || ' has a lower number than one posted before it.' as problem
    from (
      select number, serial, max(serial) over (partition by series, year order by entry.no rows between unbounded preceding and 1 preceding) as highest
      from document join entry on entry.document_id = document.id and entry.reverses is null
    ) as numbered where serial < highest limit 20`),
  'a document has its entry, and a void its reversal': ask(sql`
    select 'Document ' || number || ' is there by halves.' as problem
    from document left join document_void on document_void.document_id = document.id
    where (select count(*) from entry where entry.document_id = document.id and reverses is null) <> 1
      or (select count(*) from entry where entry.document_id = document.id and reverses is not null)
        <> (case when document_void.document_id is null then 0 else 1 end) limit 20`),
  'a document says the same as its number, its paper and its entry': ask(sql`
    select 'Document ' || document.number || ' was changed after it was recorded.' as problem
    from document
    join entry on entry.document_id = document.id and entry.reverses is null
    left join document_void on document_void.document_id = document.id
    left join entry as reversal on reversal.no = document_void.reversal
    where document.number <> series || '-' || year || '-' || lpad(serial::text, 6, '0')
      or (recorded_by, recorded_at) is distinct from (entry.posted_by, entry.posted_at)
      or (receipt -> 'party' ->> 'name') is distinct from null and (receipt -> 'party' ->> 'name') is distinct from party_name
      or party_tin is not null and strpos(receipt -> 'party' ->> 'tinLine', party_tin) = 0
      or document_void.document_id is not null and (
        reversal.document_id is distinct from document.id or reversal.reverses is distinct from entry.no
        or (voided_by, voided_at) is distinct from (reversal.posted_by, reversal.posted_at))
    limit 20`),
  'what an item moved is what its document moved': ask(sql`
    select 'Items of document ' || number || ' on account ' || account || ' come to ' || coalesce(itemised, 0) || ' centavos on '
      || moved_on || ', its entries move ' || coalesce(booked, 0) || '.' as problem
    from (select document_id, account, day as moved_on, sum(amount) as itemised from open_item group by 1, 2, 3) as items
    full join (
      select document_id, line.account, line.day as moved_on,
        sum(case normal when 'debit' then debit - credit else credit - debit end) as booked
      from line join entry on entry.no = entry_no join account on account.code = line.account
      join document on document.id = document_id
      where line.account = any(${[...itemAccounts]}::text[])
        -- Which certificates of VAT are expected: what collections put there, less what certificates take.
        or line.account = ${accounts.vatWithheld} and (kind = 'collection' or kind = 'certificate' and atc is null)
      group by 1, 2, 3
    ) as moved using (document_id, account, moved_on)
    join document on document.id = document_id
    where coalesce(itemised, 0) <> coalesce(booked, 0)
      -- What was void before VAT had items never got any.
      and not (account = ${accounts.vatWithheld} and itemised is null
        and exists (select from document_void where document_void.document_id = document.id))
    limit 20`),
  'what an item moved is of the party whose item it is': ask(sql`
    select 'An item of document ' || number || ' on account ' || open_item.account || ' is of another party than what it settles.' as problem
    from open_item join document on document.id = open_item.document_id
    left join item_balance on item_balance.document_id = settles and item_balance.account = open_item.account
    where open_item.party_id is distinct from item_balance.party_id limit 20`),
  'the register has what its corrections end with, each of which begins where the one before ended': ask(sql`
    select 'Party ' || party.name || ' was changed beside its corrections.' as problem
    from (
      select party_id, nth, before, after, lag(after) over (partition by party_id order by nth) as ended,
        lead(nth) over (partition by party_id order by nth) as next, row_number() over (partition by party_id order by nth) as at
      from party_correction
    ) as correction join party on party.id = party_id
    where nth <> at or (ended is not null and ended <> before) or (next is null and after <> party.fields) limit 20`),
  'a receipt that was asked for is in the outbox': ask(sql`
    select 'Document ' || number || ' asks for a receipt and the outbox has none.' as problem
    from document where coalesce(fields ->> 'email', '') <> ''
      and not exists (select from outbox where outbox.document_id = document.id and topic = 'receipt') limit 20`),
  'an entry is posted by someone with an account': ask(sql`
    select 'Entry ' || no || ' has no audit row.' as problem
    from entry where not exists (
      select from audit where object_type = 'document' and object_id = entry.document_id::text and detail ->> 'entry' = entry.no::text
    ) limit 20`),
  'times of the chain never go back': ask(sql`
    select 'Entry ' || no || ' is older than the entry before it.' as problem
    from (select no, posted_at, lag(posted_at) over (order by no) as before from entry) as timed where posted_at < before limit 20`),
  'at least one administrator is active, and at most five accounts': ask(sql`
    select 'There are ' || count(*) filter (where role = 'admin') || ' active administrators and ' || count(*) || ' active accounts.' as problem
    from users where seat is not null having count(*) filter (where role = 'admin') < 1 or count(*) > 5`),
  'inactive accounts have no live session': ask(sql`
    select 'Account ' || client_id || ' is not active and has a live session.' as problem
    from session join users on users.id = user_id where ended_at is null and seat is null limit 20`),
} satisfies Record<string, ReturnType<typeof ask>>

const chainName = 'the hash chain recomputes from the rows'

const papersName = 'attached papers are what was attached'

/** The bytes of every attached paper, or of those of one document, are there and have their digest. */
export async function paperProblems(db: Db, documentId?: string): Promise<string[]> {
  const problems: string[] = []
  const lost = await db
    .selectFrom('attachment')
    .select('name')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('attachment_content').whereRef('attachment_content.sha256', '=', 'attachment.sha256'))),
    )
    .$if(documentId !== undefined, (query) => query.where('document_id', '=', documentId ?? ''))
    .orderBy('seq')
    .limit(20)
    .execute()
  problems.push(...lost.map(({ name }) => `The attached paper ${name} is not there any more.`))
  const digests = await db
    .selectFrom('attachment_content')
    .select('sha256')
    .$if(documentId !== undefined, (query) =>
      query.where('sha256', 'in', (from) =>
        from
          .selectFrom('attachment')
          .select('attachment.sha256')
          .where('document_id', '=', documentId ?? ''),
      ),
    )
    .orderBy('sha256')
    .execute()
  for (const { sha256: digest } of digests) {
    const { content } = await db
      .selectFrom('attachment_content')
      .select('content')
      .where('sha256', '=', digest)
      .executeTakeFirstOrThrow()
    if (sha256(content) !== digest)
      problems.push(`An attached paper is not what was attached (${digest.slice(0, 12)}…).`)
  }
  return problems
}

const sealsName = 'the seals of closed months recompute from their entries'

/** What is wrong with the seals of closed months, or with that of one. */
export async function sealProblems(db: Db, only?: Month): Promise<string[]> {
  const problems: string[] = []
  const closed = await db
    .selectFrom('period')
    .selectAll()
    .$if(only !== undefined, (query) => query.where('month', '=', only ?? ''))
    .orderBy('month')
    .execute()
  for (const [at, { month, seal, entries, ...row }] of closed.entries()) {
    const now = await monthSeal(db, month, actsNotedIn(row))
    if (now.seal !== seal || BigInt(now.entries) !== entries)
      problems.push(
        `The seal of ${formatMonth(month)} is over ${entries} entries and does not fit the ${now.entries} there are.`,
      )
    const before = closed[at - 1]
    if (before !== undefined && addMonths(before.month, 1) !== month)
      problems.push(`${formatMonth(addMonths(month, -1))} is open before ${formatMonth(month)}, which is closed.`)
    const event = await db
      .selectFrom('period_event')
      .select(['act', 'seal', 'audit_position', 'audit_hash'])
      .where('month', '=', month)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    const isNoted = event?.audit_position === row.audit_position && event.audit_hash === row.audit_hash
    if (event?.act !== 'closed' || event.seal !== seal || !isNoted)
      problems.push(`${formatMonth(month)} is closed, and its last event does not say so.`)
  }
  if (only !== undefined) return problems
  const { rows } = await sql<{ month: string }>`
    select month from (select distinct on (month) month, act from period_event order by month, id desc) as last
    where act = 'closed' and not exists (select from period where period.month = last.month) limit 20`.execute(db)
  problems.push(
    ...rows.map(({ month }) => `${formatMonth(month)} is open, and its last event says that it was closed.`),
  )
  return problems.slice(0, 20)
}
