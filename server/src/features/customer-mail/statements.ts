// Statements of account by e-mail: the customers with a balance, and one message for each chosen one, with the statement as a PDF.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import type { listStatementCustomers, mailStatements } from '@talaan/contract/customer-mail.ts'
import { table as wireTable } from '@talaan/contract/reports.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { formatLongDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { tinText } from '@talaan/ledger/core/party.ts'
import { instant, timestamp } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { messageId, messageText, subjectLine } from '../../platform/mail.ts'
import { queueMessage, statusOf } from '../../platform/outbox.ts'
import { companyHeader } from '../../print/company.ts'
import { statementOfAccount } from '../reports/parties.ts'

type Customer = AnswerOf<typeof listStatementCustomers>['customers'][number]
type Result = AnswerOf<typeof mailStatements>['results'][number]

/** Customers who owe something or have a credit, by name, with the newest statement sent. */
export async function customersWithBalance(db: Kysely<Tables>, today: Day): Promise<Customer[]> {
  const { rows } = await sql<
    Omit<Customer, 'tin' | 'last'> & {
      tin9: string | null
      branch: string
      at: string | null
      state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | null
    }
  >`
    select party.id as "partyId", name, tin9, branch_code as branch, email, item.open, item.overdue, item.credit, last.at, last.state
    from (
      select item_balance.party_id, coalesce(sum(open) filter (where account = ${accounts.receivables}), 0)::bigint as open,
        coalesce(sum(open) filter (where account = ${accounts.receivables} and coalesce(due_day, day) < ${today}::date), 0)::bigint as overdue,
        coalesce(sum(open) filter (where account = ${accounts.customerAdvances}), 0)::bigint as credit
      from item_balance join document on document.id = document_id
      where open > 0 and account in (${accounts.receivables}, ${accounts.customerAdvances})
      group by item_balance.party_id
    ) as item join party on party.id = item.party_id
    left join lateral (
      select outbox.created_at as at, job.state from customer_message join outbox using (id) join job using (id)
      where customer_message.party_id = party.id and kind = 'statement' order by outbox.created_at desc limit 1
    ) as last on true
    where no_tin is distinct from 'various'
    order by name, party.id`.execute(db)
  return rows.map(({ tin9, branch, at, state, ...row }) => ({
    ...row,
    tin: tinText({ tin9, branchCode: branch }),
    last: at === null || state === null ? null : { at: timestamp(instant(at)), status: statusOf(state) },
  }))
}

type Batch = {
  batchId: string
  partyIds: readonly string[]
  from: Day
  to: Day
  by: string
  now: number
  mailFrom: string
}

/** Sent again, it changes nothing: the database stores one message for each customer of a batch. */
export async function mailBatch(
  trx: Transaction<Tables>,
  { batchId, partyIds, from, to, by, now, mailFrom }: Batch,
): Promise<Result[]> {
  await sql`select pg_advisory_xact_lock(hashtext('batch ' || ${batchId}))`.execute(trx)
  const parties = await trx
    .selectFrom('party')
    .leftJoin('customer_message', (join) =>
      join.onRef('customer_message.party_id', '=', 'party.id').on('batch_id', '=', batchId),
    )
    .select(['party.id', 'name', 'email', 'batch_id as sent'])
    .where(({ eb }) => eb('party.id', '=', sql<string>`any(${[...partyIds]}::uuid[])`))
    .where('removed_at', 'is', null)
    .orderBy('name')
    .execute()
  const company = await companyHeader(trx)
  const results: Result[] = []
  for (const { id: partyId, name, email, sent } of parties) {
    const result = sent !== null ? 'already' : email === null ? 'noAddress' : 'queued'
    results.push({ partyId, name, result })
    if (result !== 'queued' || email === null) continue
    const table = await statementOfAccount(trx, { side: 'receivable', partyId, from, to })
    const balance = table.rows.at(-1)?.cells.at(-1)
    const id = crypto.randomUUID()
    await queueMessage(trx, {
      id,
      topic: 'statement',
      party_id: partyId,
      recipient: email,
      subject: subjectLine(`Statement of account as of ${formatLongDay(to)} - ${company.name}`),
      body: messageText([
        `Attached is your statement of account with ${company.name}, from ${formatLongDay(from)} to ${formatLongDay(to)}.`,
        ...(typeof balance === 'bigint' ? ['', `Balance: PHP ${formatMoney(balance)}`] : []),
        '',
        'If your records differ, please contact us.',
      ]),
      message_id: messageId('statement', id, mailFrom),
      now,
    })
    await trx
      .insertInto('customer_message')
      .values({
        id,
        kind: 'statement',
        party_id: partyId,
        batch_id: batchId,
        content: JSON.stringify(z.encode(wireTable, table)),
        sent_by: by,
      })
      .execute()
  }
  return results
}
