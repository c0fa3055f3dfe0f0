// Returns, certificates, bound books, budgets, rules and backups are not in a chain. The audit trail has the details of each, so
// rows that were changed or removed outside Talaan differ from it.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { formatDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { canonical } from '@talaan/ledger/core/digest.ts'
import { sha256 } from '../journal.ts'
import { certificateFromJson } from '../../print/certificate.ts'
import { budgetDigest } from '../seal.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>

export async function auditedProblems(db: Db): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select 'The filing of ' || (detail ->> 'form')
      || ' for the period ended ' || to_char((detail ->> 'period')::date, 'FMDD Mon YYYY') as problem
    from audit left join filing on filing.id::text = object_id
    where action = 'filings.file' and outcome = 'done' and (filing.id is null
      or (form, period, amendment, filed_on, reference, filed_by) is distinct from
        (detail ->> 'form', (detail ->> 'period')::date, (detail ->> 'amendment')::smallint, (detail ->> 'filedOn')::date,
          detail ->> 'reference', actor_id)
      or digest <> detail ->> 'digest')
    union all
    select 'The certificate ' || object_id || ' for the quarter starting on ' || (detail ->> 'quarter')
    from audit left join certificate_issued on certificate_issued.id::text = object_id
    where action = 'certificates.issue' and outcome = 'done'
      and (certificate_issued.id is null or issued_by is distinct from actor_id or digest <> detail ->> 'digest')
    union all
    select 'The bound book ' || (detail ->> 'book') || ' of ' || (detail ->> 'from') || ' (' || object_id || ')'
    from audit left join bound_book on bound_book.id::text = object_id
    where action = 'books.bound' and outcome = 'done' and (bound_book.id is null or digest is distinct from detail ->> 'digest')
    union all
    select 'The backup ' || (detail ->> 'file')
    from audit left join backup on backup.id::text = object_id
    where action = 'backups.made' and outcome = 'done' and (backup.id is null
      or (file, bytes, entries, head, audit_position, audit_hash) is distinct from
        (detail ->> 'file', (detail ->> 'bytes')::bigint, (detail ->> 'entries')::bigint, detail ->> 'head',
          (detail ->> 'acts')::bigint, detail ->> 'actsHead'))
    union all
    select 'The rule “' || (bank_rule.fields ->> 'name') || '” of account ' || account
    from bank_rule join lateral (
      select detail from audit
      where object_type = 'bank-rule' and outcome = 'done' and object_id = bank_rule.id::text
        and action in ('reconciliation.saveRule', 'reconciliation.switchRule', 'reconciliation.retireRule',
          'reconciliation.ruleStopped')
      order by seq desc limit 1
    ) as last on true
    where fields <> detail -> 'fields' or account <> detail ->> 'account'
      or (retired_at is not null) <> (detail ->> 'retired')::boolean
      -- Earlier releases did not record that a rule was stopped.
      or acting <> ((detail ->> 'acting')::boolean and stopped is null)
    limit 20`.execute(db)
  const mismatches = rows.map(({ problem }) => `${problem} does not match the audit trail.`)
  return [...mismatches, ...(await budgetProblems(db))]
}

/** Each document that was recorded or voided must exist with its entry, as in the audit trail. */
export async function recordedProblems(db: Db): Promise<string[]> {
  // Materialized, since with the limit in sight PostgreSQL expects a problem soon and compares each event with each entry.
  const { rows } = await sql<{ problem: string }>`
    with mismatch as materialized (select seq, case
      when document.id is null then 'Document ' || coalesce(detail ->> 'number', object_id) || ' of event ' || seq || ' is missing.'
      when entry.no is null then 'Entry ' || (detail ->> 'entry') || ' of document ' || document.number || ' is missing.'
      else 'Document ' || document.number || ' or its entry ' || entry.no || ' does not match event ' || seq || ' of the audit trail.'
    end as problem
    from audit
    left join document on document.id::text = object_id
    left join document_void on document_void.document_id = document.id
    left join entry on entry.no::text = detail ->> 'entry'
    where action in ('documents.record', 'documents.void') and outcome = 'done' and detail ? 'entry' and (
      -- Earlier releases did not write the hash of the entry.
      (document.number, entry.document_id, coalesce(detail ->> 'hash', entry.hash))
        is distinct from (coalesce(detail ->> 'number', document.number), document.id, entry.hash)
      or document.id is null or entry.no is null
      or (action = 'documents.record' and (entry.reverses is not null or document.recorded_by is distinct from actor_id
        or coalesce(detail ->> 'total', document.total::text) <> document.total::text))
      or (action = 'documents.void' and ((document_void.reversal, document_void.voided_by, document_void.reason)
        is distinct from (entry.no, actor_id, coalesce(detail ->> 'reason', document_void.reason))))))
    select problem from mismatch order by seq limit 20`.execute(db)
  return rows.map(({ problem }) => problem)
}

async function budgetProblems(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    year: string
    digest: string
    figures: { account: string; month: string; amount: string }[]
  }>`
    select object_id as year, detail ->> 'digest' as digest, coalesce((
      select json_agg(json_build_object('account', account, 'month', month, 'amount', amount::text))
      from budget_amount join budget_change on budget_change.id = change_id
      where change_id::text = detail ->> 'change' and year_from = object_id and changed_by = actor_id), '[]') as figures
    from audit where action = 'budgets.save' and outcome = 'done' and detail ? 'digest'`.execute(db)
  return rows.flatMap(({ year, digest, figures }) =>
    digest === budgetDigest(figures.map((one) => ({ ...one, amount: BigInt(one.amount) })))
      ? []
      : [`A change to the budget that starts in ${year} does not match the audit trail.`],
  )
}

/** Certificates issued to suppliers must match their digests. */
export async function certificateProblems(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('certificate_issued')
    .select(['id', 'quarter', 'content', 'digest'])
    .orderBy('issued_at')
    .execute()
  return rows.flatMap(({ id, quarter, content, digest }) =>
    sha256(canonical(certificateFromJson(content))) === digest
      ? []
      : [
          `The certificate ${id} for the quarter starting on ${formatDay(quarter as Day)} was changed after it was issued.`,
        ],
  )
}
