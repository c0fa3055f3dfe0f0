// Checks the invariants of the books with queries. Each check returns its problems as messages.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { addMonths, formatMonth } from '@talaan/ledger/core/date.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import type { Question } from '../effects/effect.ts'
import { effectQuestions, statedProblems } from '../effects/effects.ts'
import { noHash } from '@talaan/ledger/proof/chain.ts'
import { isConnectionLost } from '../../platform/db/lost.ts'
import { errorLine } from '../../platform/log.ts'
import { sha256 } from '../journal.ts'
import { auditHeadIn, monthSeal } from '../seal.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { auditTrailProblems, auditTrailState } from './audit-trail.ts'
import type { AuditTrailState } from './audit-trail.ts'
import { boundProblems } from './bound-books.ts'
import { chainProblems } from './chain.ts'
import { auditedProblems, certificateProblems, recordedProblems } from './audited.ts'
import { filingProblems } from './filings.ts'
import { backupHeadProblems } from './heads.ts'
import { notedProblems } from './noted.ts'
import { referenceProblems } from './references.ts'

type Db = Kysely<Tables>

export type Check = { name: string; problems: string[] }
/** Notes are not errors, but readers of the books should know them. */
export type Verdict = {
  checks: Check[]
  notes: string[]
  entries: bigint
  head: string
  auditTrail: AuditTrailState
  sound: boolean
}

/** Uses one snapshot, so that a simultaneous posting is seen completely or not at all. */
export const verify = (db: Db): Promise<Verdict> =>
  db.transaction().setIsolationLevel('repeatable read').execute(verifyIn)

/** Runs only the queries, without the hash chain, which is fast enough for closing a month. */
export async function brokenPromises(trx: Db, names: readonly string[] = Object.keys(questions)): Promise<string[]> {
  const problems: string[] = []
  for (const [name, question] of Object.entries(questions))
    if (names.includes(name)) problems.push(...(await question.execute(trx)).rows.map(({ problem }) => problem))
  return problems
}

/** The same inside an open transaction. */
export async function verifyIn(trx: Db): Promise<Verdict> {
  // A slow check of large books is not an error in them.
  await sql`set local statement_timeout = '30min'`.execute(trx)
  const checks: Check[] = []
  for (const [name, check] of Object.entries(checksOfBooks))
    checks.push({ name, problems: await problemsOf(trx, check) })
  const head = await trx.selectFrom('ledger_head').selectAll().executeTakeFirst()
  const sound = checks.every(({ problems }) => problems.length === 0)
  return {
    checks,
    notes: await clockNotes(trx),
    entries: head?.last_entry ?? 0n,
    head: head?.last_hash ?? noHash,
    auditTrail: await auditTrailState(trx),
    sound,
  }
}

/** Runs a check. A check that crashes, for example because rows are unreadable, reports that as a problem. */
export async function problemsOf(trx: Db, check: (db: Db) => Promise<string[]>): Promise<string[]> {
  await sql`savepoint checking`.execute(trx)
  try {
    return await check(trx)
  } catch (error) {
    if (isConnectionLost(error)) throw error
    await sql`rollback to savepoint checking`.execute(trx)
    return [`This check could not be completed: ${errorLine(error)}`]
  }
}

/**
 * Entries that earlier releases posted while the clock was set back. The chain and the numbers prove their order, so only their time
 * is wrong. Newer releases post no entry with an earlier time than the previous one.
 */
async function clockNotes(trx: Db): Promise<string[]> {
  const { rows } = await sql<{ no: bigint }>`
    select no from (select no, posted_at, lag(posted_at) over (order by no) as before from entry) as timed
    where posted_at < before order by no limit 20`.execute(trx)
  return rows.map(({ no }) => `Entry ${no} has an earlier time than the previous entry. The server clock was set back.`)
}

/** Each query selects its problems as messages, at most twenty. */
const questions: Record<string, Question> = {
  'every entry has two lines or more and balances': sql`
    select 'Entry ' || entry.no || case when count(line.position) < 2 then ' has fewer than two lines.'
      else ' is out of balance by ' || (sum(debit) - sum(credit)) || ' centavos.' end as problem
    from entry left join line on line.entry_no = entry.no
    group by entry.no having count(line.position) < 2 or sum(debit) <> sum(credit) limit 20`,
  'every line has the date of its entry': sql`
    select 'Line ' || position || ' of entry ' || entry_no || ' has a different date than its entry.' as problem
    from line join entry on entry.no = line.entry_no where line.day <> entry.day limit 20`,
  'total debits equal total credits': sql`
    select 'Debits and credits of all lines differ by ' || (sum(debit) - sum(credit)) || ' centavos.' as problem
    from line having sum(debit) <> sum(credit)`,
  'stored monthly totals equal the journal lines': sql`
    select 'The stored total of account ' || account || ' in ' || month || ' differs from the total of its lines.' as problem
    from (select account, to_char(day, 'YYYY-MM') as month, sum(debit) as debit, sum(credit) as credit from line group by 1, 2) as summed
    full join account_month using (account, month)
    where (summed.debit, summed.credit) is distinct from (account_month.debit::numeric, account_month.credit::numeric) limit 20`,
  'stored daily totals equal the journal lines': sql`
    select 'The stored total of account ' || account || ' on ' || to_char(day, 'FMDD Mon YYYY') || ' differs from the total of its lines.' as problem
    from (select account, day, sum(debit) as debit, sum(credit) as credit from line group by 1, 2) as summed
    full join account_day using (account, day)
    where (summed.debit, summed.credit) is distinct from (account_day.debit::numeric, account_day.credit::numeric) limit 20`,
  'both sides of a bank match have the same total, and only active matches contain lines': sql`
    select 'Match ' || bank_match.id || ' of account ' || account || case
      when coalesce(sum(theirs), 0) <> coalesce(sum(ours), 0)
        then ' has a difference of ' || (coalesce(sum(theirs), 0) - coalesce(sum(ours), 0)) || ' centavos.'
      when count(*) < 2 then ' has fewer than two lines.'
      when bank_match_undo.match_id is null then ' is active, but its lines are not matched.'
      else ' was undone, but its lines are still matched.' end as problem
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
      or bool_or(held is distinct from (bank_match_undo.match_id is null)) limit 20`,
  'a signed-off month has no unmatched bank lines': sql`
    select 'Line ' || bank_line.id || ' of ' || to_char(bank_line.day, 'FMDD Mon YYYY') || ' on account ' || bank_line.account
      || ' is unmatched, but its month is signed off.' as problem
    from bank_month_signed join bank_line on bank_line.account = bank_month_signed.account
      and to_char(bank_line.day, 'YYYY-MM') = bank_month_signed.month
    where exists (select from bank_line_seen join bank_statement on bank_statement.id = statement_id
        where line_id = bank_line.id and removed_at is null)
      and bank_line.day > coalesce((select day from bank_start where bank_start.account = bank_line.account), '-infinity')
      and not exists (select from bank_matched where bank_line_id = bank_line.id)
      and coalesce((select mark from bank_line_mark where bank_line_mark.bank_line_id = bank_line.id order by id desc limit 1), '')
        <> 'bank_error' limit 20`,
  'each number series runs from 1 without a gap': sql`
    select 'Series ' || series || '-' || year || ' has a gap or a duplicate. Number of documents: ' || count(serial)
      || ', last number: ' || coalesce(max(serial), 0) || ', next number: ' || (coalesce(max(last), 0) + 1) || '.' as problem
    from document full join number_series using (series, year)
    group by series, year having count(serial) is distinct from max(last) or max(serial) <> max(last) or min(serial) <> 1 limit 20`,
  'document numbers follow the order of the entries': sql`
    select 'Document ' || number || ' has a lower number than one posted before it.' as problem
    from (
      select number, serial, max(serial) over (partition by series, year order by entry.no rows between unbounded preceding and 1 preceding) as highest
      from document join entry on entry.document_id = document.id and entry.reverses is null
    ) as numbered where serial < highest limit 20`,
  'a document has its entry, and a void its reversal': sql`
    select 'Document ' || number || ' is incomplete: its entry or its reversal is missing or duplicated.' as problem
    from document left join document_void on document_void.document_id = document.id
    where (select count(*) from entry where entry.document_id = document.id and reverses is null) <> 1
      or (select count(*) from entry where entry.document_id = document.id and reverses is not null)
        <> (case when document_void.document_id is null then 0 else 1 end) limit 20`,
  'each document agrees with its number, its receipt and its entry': sql`
    select 'Document ' || document.number || ' was changed after it was recorded.' as problem
    from document
    join entry on entry.document_id = document.id and entry.reverses is null
    left join document_void on document_void.document_id = document.id
    left join entry as reversal on reversal.no = document_void.reversal
    left join document_detail on document_detail.document_id = document.id
    where document.number <> series || '-' || year || '-' || lpad(serial::text, 6, '0')
      or (recorded_by, recorded_at) is distinct from (entry.posted_by, entry.posted_at)
      or (receipt -> 'party' ->> 'name') is distinct from null and (receipt -> 'party' ->> 'name') is distinct from party_name
      or party_tin is not null and strpos(receipt -> 'party' ->> 'tinLine', party_tin) = 0
      or coalesce(receipt -> 'party' ->> 'address', '') <> coalesce(party_address, '')
      or document_void.document_id is not null and (
        reversal.document_id is distinct from document.id or reversal.reverses is distinct from entry.no
        or (voided_by, voided_at) is distinct from (reversal.posted_by, reversal.posted_at))
    limit 20`,
  'customer and supplier details match their change history': sql`
    select 'The details of ' || party.name || ' do not match their change history.' as problem
    from (
      select party_id, nth, before, after, lag(after) over (partition by party_id order by nth) as ended,
        lead(nth) over (partition by party_id order by nth) as next, row_number() over (partition by party_id order by nth) as at
      from party_correction
    ) as correction join party on party.id = party_id
    where nth <> at or (ended is not null and ended <> before) or (next is null and after <> party.fields) limit 20`,
  'merged customers and suppliers match their merges': sql`
    select 'The merge of ' || party.name || ' does not match its history.' as problem
    from party
    left join party_merge on party_merge.party_id = party.id
      and nth = (select max(nth) from party_merge as newer where newer.party_id = party.id)
    left join party as into_party on into_party.id = party.merged_into
    where (party.merged_into, party.merged_tax_from) is distinct from (party_merge.into_id, party_merge.tax_from)
      or party.merged_into is not null and (party.removed_at is null or into_party.removed_at is not null) limit 20`,
  'every entry has its audit event': sql`
    select 'Entry ' || no || ' has no audit event.' as problem
    from entry where not exists (
      select from audit where object_type = 'document' and object_id = entry.document_id::text and detail ->> 'entry' = entry.no::text
    ) limit 20`,
  'at least one administrator is active, and at most five accounts': sql`
    select 'Active administrators: ' || count(*) filter (where role = 'admin') || ' (at least 1 is required). Active accounts: '
      || count(*) || ' (at most 5 are allowed).' as problem
    from users where seat is not null having count(*) filter (where role = 'admin') < 1 or count(*) > 5`,
  'approved documents match their approvals': sql`
    select 'The approval of ' || coalesce(document.number, request.title) || ' does not match its document.' as problem
    from approval_decision as decision
    join approval_request as request on request.id = decision.request_id
    left join document on document.id = decision.document_id
    where decision.act = 'approved' and (decision.by_user = request.sent_by
      or (document.draft_id, document.kind, document.recorded_by)
        is distinct from (request.draft_id, request.kind, decision.by_user))
    limit 20`,
  'inactive user accounts are not logged in': sql`
    select 'User account ' || client_id || ' is inactive but still logged in.' as problem
    from session join users on users.id = user_id where ended_at is null and seat is null limit 20`,
  ...effectQuestions,
}

/** Attachments, of all documents or of one, must be stored and match their digests. */
export async function attachmentProblems(db: Db, documentId?: string): Promise<string[]> {
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
  problems.push(...lost.map(({ name }) => `The attachment ${name} is missing.`))
  if (documentId === undefined) problems.push(...(await lostFiles(db)))
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
    if (sha256(content) !== digest) problems.push(`An attachment was changed (${digest.slice(0, 12)}…).`)
  }
  return problems
}

/** The files of bank statements and notes are stored with the attachments. */
async function lostFiles(db: Db): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select 'The file of bank statement ' || file_name || ' is missing.' as problem from bank_statement
    where not exists (select from attachment_content where attachment_content.sha256 = bank_statement.sha256)
    union all
    select 'The added file ' || file_name || ' is missing.' from added_note
    where sha256 is not null and not exists (select from attachment_content where attachment_content.sha256 = added_note.sha256)
    union all
    select 'The file ' || file_name || ' of an answer is missing.' from question_event
    where sha256 is not null and not exists (select from attachment_content where attachment_content.sha256 = question_event.sha256)
    union all
    select 'The file ' || file_name || ' of Arrivals is missing.' from arrival
    where not exists (select from attachment_content where attachment_content.sha256 = arrival.sha256)
    union all
    select 'The e-mail ' || subject || ' of Arrivals is missing.' from arrival_mail
    where sha256 is not null and not exists (select from attachment_content where attachment_content.sha256 = arrival_mail.sha256)
    limit 20`.execute(db)
  return rows.map(({ problem }) => problem)
}

/** Problems of the seals of closed months, or of one month. */
export async function sealProblems(db: Db, only?: Month): Promise<string[]> {
  const problems: string[] = []
  const closed = await db
    .selectFrom('period')
    .selectAll()
    .$if(only !== undefined, (query) => query.where('month', '=', only ?? ''))
    .orderBy('month')
    .execute()
  for (const [at, { month, seal, entries, ...row }] of closed.entries()) {
    const now = await monthSeal(db, month, auditHeadIn(row))
    if (now.seal !== seal || BigInt(now.entries) !== entries)
      problems.push(
        `The seal of ${formatMonth(month)} does not match the books (entries: ${entries} in the seal, ${now.entries} in the books).`,
      )
    const before = closed[at - 1]
    if (before !== undefined && addMonths(before.month, 1) !== month)
      problems.push(
        `${formatMonth(addMonths(month, -1))} is open, although the following month, ${formatMonth(month)}, is closed.`,
      )
    const event = await db
      .selectFrom('period_event')
      .select(['act', 'seal', 'audit_position', 'audit_hash'])
      .where('month', '=', month)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    const isNoted = event?.audit_position === row.audit_position && event.audit_hash === row.audit_hash
    if (event?.act !== 'closed' || event.seal !== seal || !isNoted)
      problems.push(`${formatMonth(month)} is closed, but its last event is not a closing.`)
  }
  if (only !== undefined) return problems
  const { rows } = await sql<{ month: string }>`
    select month from (select distinct on (month) month, act from period_event order by month, id desc) as last
    where act = 'closed' and not exists (select from period where period.month = last.month) limit 20`.execute(db)
  problems.push(...rows.map(({ month }) => `${formatMonth(month)} is open, but its last event is a closing.`))
  return problems.slice(0, 20)
}

/** All checks of verify, in the order of its output. */
export const checksOfBooks: Record<string, (db: Db) => Promise<string[]>> = {
  ...Object.fromEntries(Object.keys(questions).map((name) => [name, (db: Db) => brokenPromises(db, [name])])),
  'every reference points to an existing row': referenceProblems,
  'the hash chain matches the stored entries': (db) => chainProblems(db),
  'the links and details of each document match the data entered': statedProblems,
  'attachments are unchanged': (db) => attachmentProblems(db),
  'the seals of closed months match their entries': (db) => sealProblems(db),
  'bound books are unchanged': boundProblems,
  'filed returns are unchanged': filingProblems,
  'issued certificates are unchanged': certificateProblems,
  'records match the audit trail': auditedProblems,
  'recorded and voided documents match the audit trail': recordedProblems,
  'accounts, settings, registers and bank records match the audit trail': (db) => notedProblems(db),
  'entries match what backups recorded': backupHeadProblems,
  'the audit trail matches its seals': (db) => auditTrailProblems(db),
}
