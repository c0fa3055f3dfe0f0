// What is to do, by the state of the books: each rule is a query for its rows. The dashboard counts the rows of the same queries, so
// that count and list always agree.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { failedJobsShownDays } from '@talaan/contract/jobs.ts'
import { readersOf } from '@talaan/contract/documents.ts'
import { accountants as accountantRoles } from '@talaan/contract/roles.ts'
import type { Role } from '@talaan/contract/roles.ts'
import type { TaskKind } from '@talaan/contract/tasks.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { staleAfterDays } from '@talaan/ledger/banking/stale.ts'
import { addDays, addMonths, monthOf, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { provedAccounts } from '@talaan/ledger/documents/certificate/fields.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { quarterOfDay } from '@talaan/ledger/tax/lists/taxpayer.ts'
import { isLaterArrival, isWaitingArrival } from '../../books/arrivals.ts'
import { accountLabel } from '../../books/account-label.ts'
import { approversOf, recordedBy } from '../../books/approvals.ts'
import { lineStands } from '../../books/bank-lines.ts'
import { listedParty } from '../../books/merged-parties.ts'

export type Asking = { userId: string; role: Role; today: Day }

/** Returns and deadlines are calculated from tax rules, not read by a query. */
type Calculated = 'returns' | 'deadlines'
type QueriedKind = Exclude<TaskKind, Calculated>

/** Every rule returns the columns key, title, detail, amount, since, due, document and ref. */
type Rule = (asking: Asking) => RawBuilder<unknown>

/** Days ahead that count as this week. */
const week = 7
const month = 30

const notVoid = sql`not exists (select from document_void where document_void.document_id = document.id)`
const textArray = (values: readonly string[]) => sql`${[...values]}::text[]`
const nothing = sql`null::date`

/** Open items of an account with their document; `more` narrows them. `began` is the date of the item, which may be later. */
const openItemsOf = (
  of: readonly string[],
  { more = sql`true`, due = nothing }: { more?: RawBuilder<unknown>; due?: RawBuilder<unknown> } = {},
) => sql`
  select document.id::text || item.account as key, coalesce(document.party_name, document.number) as title,
    concat_ws(', ', document.number, document.external_no) as detail, item.open as amount, began.day as since, ${due} as due,
    document.kind as document, document.id::text as ref
  from item_balance as item
  join document on document.id = item.document_id
  cross join lateral (
    select min(open_item.day) as day from open_item
    where open_item.document_id = document.id and settles = document.id and open_item.account = item.account
  ) as began
  where item.account = any(${textArray(of)}) and item.open > 0 and ${notVoid} and ${more}`

/** Written cheques that the bank has not paid: neither noted nor matched with a line of its statement. */
const outstandingCheques = (from: Day, to: Day) => sql`
  select document.id::text as key, cheque.payee as title,
    'Cheque ' || cheque.no || ', ' || ${accountLabel('cheque.account')} as detail,
    case when money_account.currency = 'PHP' then cheque.amount end as amount, cheque.day as since, cheque.day as due,
    document.kind as document, document.id::text as ref
  from cheque
  join money_account on money_account.code = cheque.account
  join document on document.id = cheque.document_id
  where cheque.day between ${from}::date and ${to}::date and ${notVoid}
    and coalesce((
      select state from cheque_event where cheque_event.account = cheque.account and cheque_event.no = cheque.no
      order by cheque_event.id desc limit 1), 'issued') in ('issued', 'released')
    and not exists (
      select from entry join line on line.entry_no = entry.no and line.account = cheque.account
      join bank_matched on bank_matched.entry_no = line.entry_no and bank_matched.line_position = line.position
      where entry.document_id = document.id)
    and not exists (
      select from bank_start where bank_start.account = cheque.account and bank_start.day >= document.day
        and not exists (select from bank_start_item where bank_start_item.account = cheque.account and bank_start_item.cheque_no = cheque.no))`

/** Active petty cash funds with their balance and the date of the last count; the sums by day are read, not the lines. */
const funds = (today: Day) => sql`
  select money_account.code, account.name, custodian, float, held.balance, held.began, counted.day as counted
  from money_account join account on account.code = money_account.code and account.active
  cross join lateral (
    select coalesce(sum(debit - credit), 0)::bigint as balance, min(day) as began
    from account_day where account_day.account = money_account.code and day <= ${today}::date
  ) as held
  cross join lateral (
    select max(day) as day from (
      select day from cash_count where cash_count.account = money_account.code
      union all
      select document.day from fund_act join document on document.id = fund_act.document_id
      where fund = money_account.code and act in ('establish', 'count', 'replenish', 'increase') and ${notVoid}
    ) as counts
  ) as counted
  where money_account.kind = 'petty_cash'`

const rules: Readonly<Record<QueriedKind, Rule>> = {
  checks: () => sql`
    select check_name as key, upper(left(check_name, 1)) || substr(check_name, 2) as title, array_to_string(problems[:3], ' ') as detail,
      null::bigint as amount, (ended_at at time zone 'Asia/Manila')::date as since, ${nothing} as due, null::text as document, '' as ref
    from (select * from trust_run order by id desc limit 1) as last
    join trust_result on run_id = last.id and verdict = 'broken'`,

  backups: () => sql`
    select 'backup' as key, 'Last backup' as title, coalesce(failure, unsound) as detail, null::bigint as amount,
      (ended_at at time zone 'Asia/Manila')::date as since, ${nothing} as due, null::text as document, '' as ref
    from (select * from backup where ended_at is not null order by ended_at desc, id desc limit 1) as last
    where failure is not null or unsound is not null
    union all
    select 'restore', 'Last restore test', failure, null, (tested_at at time zone 'Asia/Manila')::date, null, null, ''
    from (select * from recovery_test order by tested_at desc, id desc limit 1) as last where failure is not null
    union all
    select 'disk ' || name, case name when 'log' then 'Continuous backup' else 'Second copy of the books' end, failure, null,
      (since at time zone 'Asia/Manila')::date, null, null, ''
    from safety_problem`,

  jobs: ({ today }) => sql`
    select job.id::text as key, job.name as title, coalesce(last_error, '') as detail, null::bigint as amount,
      (ended_at at time zone 'Asia/Manila')::date as since, ${nothing} as due, null::text as document, job.id::text as ref
    from job where state = 'failed' and name <> 'mail.send'
      and ended_at >= ${addDays(today, -failedJobsShownDays)}::timestamp at time zone 'Asia/Manila'`,

  mail: ({ today }) => sql`
    select job.id::text as key, recipient as title, concat_ws(': ', subject, last_error) as detail, null::bigint as amount,
      (ended_at at time zone 'Asia/Manila')::date as since, ${nothing} as due, null::text as document, job.id::text as ref
    from job join outbox on outbox.id = job.id
    where state = 'failed' and name = 'mail.send'
      and ended_at >= ${addDays(today, -failedJobsShownDays)}::timestamp at time zone 'Asia/Manila'`,

  questions: ({ userId, role, today }) => sql`
    select question_now.id::text as key, question_now.words as title,
      case when question_now.asked_by = ${userId}::uuid
        then coalesce(asked.client_id, to_name, 'Accountants') || case state when 'answered' then ' answered' else ' has not answered' end
        else 'From ' || asker.client_id end as detail,
      null::bigint as amount, (asked_at at time zone 'Asia/Manila')::date as since, question_now.due, null::text as document,
      question_now.id::text as ref
    from question_now join users as asker on asker.id = question_now.asked_by
    left join users as asked on asked.id = question_now.to_user
    where (state = 'open' and (to_user = ${userId}::uuid
        or (${accountantRoles.includes(role)}::boolean and to_user is null and to_name is null)))
      or (question_now.asked_by = ${userId}::uuid and (state = 'answered' or (state = 'open' and due < ${today}::date)))`,

  bills: ({ today }) =>
    openItemsOf([accounts.payables], {
      more: sql`coalesce(document.due_day, document.day) <= ${addDays(today, week)}::date`,
      due: sql`coalesce(document.due_day, document.day)`,
    }),

  chequesOut: ({ today }) => outstandingCheques(addDays(today, 1), addDays(today, week)),

  chequesIn: ({ today }) =>
    openItemsOf([accounts.undeposited], {
      more: sql`began.day between ${addDays(today, 1)}::date and ${addDays(today, week)}::date`,
      due: sql`began.day`,
    }),

  undeposited: ({ today }) => openItemsOf([accounts.undeposited], { more: sql`began.day <= ${today}::date` }),

  recurring: ({ role }) => sql`
    select draft.id::text as key, template.name as title,
      concat_ws(', ', client_id, nullif(occurrence.problem, '')) as detail, template.total as amount, occurrence.day as since,
      occurrence.day as due, draft.kind as document, draft.id::text as ref
    from recurring_occurrence as occurrence
    join draft on draft.id = occurrence.draft_id
    join users on users.id = draft.user_id
    join document_template as template on template.id = occurrence.template_id
    where draft.kind = any(${textArray(recordedBy(role))})
      and not exists (select from approval_waiting where approval_waiting.draft_id = draft.id)
      and not exists (select from document where document.draft_id = draft.id)`,

  /** Of the person, of nobody, or of somebody who no longer has an account. */
  arrivals: ({ userId, today }) => sql`
    select arrival.id::text as key, file_name as title,
      concat_ws(', ', 'From ' || coalesce(mail.sender, sender.client_id, case came_by when 'folder' then 'the watched folder' end), 'for ' || assignee.client_id, nullif(note, '')) as detail,
      null::bigint as amount, (arrived_at at time zone 'Asia/Manila')::date as since, ${nothing} as due, null::text as document,
      arrival.id::text as ref
    from arrival left join users as sender on sender.id = arrived_by
    left join lateral (
      select nullif(arrival_mail.sender, '') as sender from arrival_mail_part join arrival_mail on arrival_mail.id = mail_id
      where arrival_mail_part.arrival_id = arrival.id order by noted_at limit 1) as mail on true
    left join users as assignee on assignee.id = assigned_to
    where ${isWaitingArrival} and not ${isLaterArrival(today)}
      and (assignee.id is null or assignee.id = ${userId}::uuid or assignee.seat is null)`,

  drafts: ({ userId, role }) => sql`
    select draft.id::text as key, '' as title, coalesce((
        select 'Returned by ' || client_id || ': ' || reason from (
          select act, by_user, reason from approval_request left join approval_decision on request_id = approval_request.id
          where draft_id = draft.id order by sent_at desc limit 1
        ) as newest join users on users.id = by_user where act = 'returned'), '') as detail, null::bigint as amount,
      (saved_at at time zone 'Asia/Manila')::date as since, ${nothing} as due, draft.kind as document, draft.id::text as ref
    from draft
    where draft.user_id = ${userId}::uuid
      and draft.kind = any(${textArray(recordedBy(role))})
      and not exists (select from document where document.draft_id = draft.id)
      and not exists (select from approval_waiting where approval_waiting.draft_id = draft.id)
      and not exists (select from recurring_occurrence where recurring_occurrence.draft_id = draft.id)`,

  approvals: ({ userId }) => sql`
    select draft_id::text as key, title, concat_ws(', ', 'Prepared by ' || sender.client_id, to_char(day, 'FMDD Mon YYYY')) as detail,
      total as amount, (sent_at at time zone 'Asia/Manila')::date as since, ${nothing} as due, waiting.kind as document,
      draft_id::text as ref
    from approval_waiting as waiting join users as sender on sender.id = sent_by
    where exists (select from (${approversOf(sql`waiting.kind`, sql`waiting.sent_by`)}) as able where able.id = ${userId}::uuid)`,

  batches: ({ userId }) => sql`
    select id::text as key, form as title, counted || case counted when 1 then ' document' else ' documents' end as detail,
      control_total as amount, (begun_at at time zone 'Asia/Manila')::date as since, ${nothing} as due, null::text as document,
      form as ref
    from import_batch where form is not null and closed_at is null and begun_by = ${userId}::uuid`,

  overdue: ({ today }) =>
    openItemsOf([accounts.receivables], {
      more: sql`document.kind in ('invoice', 'debitmemo') and document.due_day < ${today}::date
        and not exists (select from reminder_opt_out where reminder_opt_out.party_id = item.party_id)
        and not exists (
          select from customer_message join outbox on outbox.id = customer_message.id
          where customer_message.party_id = item.party_id and outbox.created_at >= ${addDays(today, -month)}::timestamp at time zone 'Asia/Manila'
            and (customer_message.document_id is null or customer_message.document_id = document.id))`,
      due: sql`document.due_day`,
    }),

  bankLines: () => sql`
    select bank_line.id::text as key, bank_line.description as title, ${accountLabel('bank_line.account')} as detail,
      case when money_account.currency = 'PHP' then abs(bank_line.amount) end as amount, bank_line.day as since, ${nothing} as due,
      null::text as document, bank_line.account || ' ' || to_char(bank_line.day, 'YYYY-MM') as ref
    from money_account
    cross join lateral (
      -- A month that is signed off has no open line.
      select greatest(
        (select day from bank_start where bank_start.account = money_account.code),
        (select (to_date(max(signed.month), 'YYYY-MM') + interval '1 month - 1 day')::date
          from bank_month_signed as signed where signed.account = money_account.code)
      ) as day
    ) as done
    join bank_line on bank_line.account = money_account.code and bank_line.day > coalesce(done.day, '-infinity')
    where not exists (select from bank_matched where bank_matched.bank_line_id = bank_line.id)
      and ${lineStands}
      and coalesce((select mark from bank_line_mark where bank_line_mark.bank_line_id = bank_line.id
        order by bank_line_mark.id desc limit 1), 'none') <> 'bank_error'`,

  transfers: ({ today }) => openItemsOf([accounts.inTransit], { more: sql`began.day < ${addDays(today, -5)}::date` }),

  unidentified: () => openItemsOf([accounts.unidentifiedDeposits]),

  pettyCashCount: ({ today }) => sql`
    select code as key, name as title, custodian as detail, balance as amount, coalesce(counted, began) as since, ${nothing} as due,
      null::text as document, code as ref
    from (${funds(today)}) as fund
    where balance <> 0 and coalesce(counted, began) < ${addDays(today, -month)}::date`,

  pettyCashLow: ({ today }) => sql`
    select code as key, name as title, custodian as detail, float - balance as amount, counted as since, ${nothing} as due,
      null::text as document, code as ref
    from (${funds(today)}) as fund where float > 0 and balance * 3 < float`,

  advances: ({ today }) =>
    openItemsOf([accounts.employeeAdvances], { more: sql`began.day < ${addDays(today, -month)}::date` }),

  staleCheques: ({ today }) => outstandingCheques('1990-01-01', addDays(today, -staleAfterDays - 1)),

  unclearedCheques: ({ today }) => outstandingCheques(addDays(today, -staleAfterDays), addDays(today, -month - 1)),

  certificatesToIssue: ({ today }) => {
    const thisQuarter = startOfMonth(quarterOfDay(today))
    // Certificates of earlier years are no longer asked for.
    const from = startOfMonth(addMonths(quarterOfDay(today), -24))
    return sql`
      select concat_ws(' ', withheld.party_id, withheld.form, withheld.quarter) as key, party.name as title,
        'Form ' || withheld.form || ', quarter from ' || to_char(withheld.quarter, 'FMDD Mon YYYY') as detail,
        withheld.tax as amount, (withheld.quarter + interval '3 months - 1 day')::date as since,
        (withheld.quarter + interval '3 months 19 days')::date as due, null::text as document,
        to_char(withheld.quarter, 'YYYY-MM') as ref
      from (
        select date_trunc('quarter', line.day::timestamp)::date as quarter, ${listedParty} as party_id,
          case when account = ${accounts.ewtPayable} then '2307' else '2306' end as form, sum(ewt)::bigint as tax
        from line join party on party.id = line.party_id
        where account = any(${textArray([accounts.ewtPayable, accounts.finalTaxPayable, accounts.vatWithheldPayable])})
          and ewt is not null and line.day >= ${from}::date and line.day < ${thisQuarter}::date
        group by 1, 2, 3 having sum(ewt) > 0
      ) as withheld join party on party.id = withheld.party_id
      where withheld.tax is distinct from (
        select tax from certificate_issued where certificate_issued.party_id = withheld.party_id
          and certificate_issued.quarter = withheld.quarter and certificate_issued.form = withheld.form
        order by revision desc limit 1)`
  },

  certificatesToCollect: ({ today }) =>
    openItemsOf(provedAccounts, { more: sql`document.day < ${startOfMonth(quarterOfDay(today))}::date` }),

  months: ({ today }) => sql`
    select to_char(month, 'YYYY-MM') as key, to_char(month, 'FMMonth YYYY') as title, '' as detail, null::bigint as amount,
      (month + interval '1 month')::date as since, ${nothing} as due, null::text as document, to_char(month, 'YYYY-MM') as ref
    from (
      select coalesce(
        (select to_date(max(month), 'YYYY-MM') + interval '1 month' from period),
        date_trunc('month', (select min(day) from entry)::timestamp)
      ) as first
    ) as open
    cross join lateral generate_series(open.first, ${startOfMonth(addMonths(monthOf(today), -1))}::timestamp, interval '1 month') as month`,
}

/** The kinds that a query finds. */
export const isQueried = (kind: TaskKind): kind is QueriedKind => kind in rules

/** Rows of documents that a role may not open are left out. */
export const readable = (kind: QueriedKind, asking: Asking): RawBuilder<unknown> => {
  const hidden = documentTypeNames.filter((name) => !readersOf(name).includes(asking.role))
  const rows = rules[kind](asking)
  return hidden.length === 0
    ? rows
    : sql`select * from (${rows}) as found where document is null or document <> all(${textArray(hidden)})`
}
