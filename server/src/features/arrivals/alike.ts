// What may be the same invoice as a file that arrived: by the file itself, by supplier and number, or by supplier, amount and date.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { ArrivalAlike } from '@talaan/contract/arrivals.ts'
import { readersOf } from '@talaan/contract/documents.ts'
import type { Role } from '@talaan/contract/roles.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>

/** The most that are named. */
const maxAlike = 5
/** Invoices of the same amount within these days are worth a look. */
const nearDays = 7

type Found = {
  why: ArrivalAlike['why']
  documentId: string | null
  kind: DocumentTypeName | null
  arrivalId: string | null
  label: string
}

export async function alikeTo(db: Db, arrivalId: string, role: Role): Promise<ArrivalAlike[]> {
  const { rows } = await sql<Found>`
    with newest as (
      select distinct on (arrival_id) arrival_reading.* from arrival_reading order by arrival_id, arrival_reading.id desc
    ), own as (
      select arrival.id, arrival.sha256, arrival.draft_id, party_id, seller_tin, number, day, total,
        ${plainNumber('number')} as plain
      from arrival left join newest on newest.arrival_id = arrival.id where arrival.id = ${arrivalId}::uuid
    ), found as (
      select case
          when attachment.sha256 is not null then 'file'
          when ${plainNumber('external_no')} = own.plain then 'number' else 'amount' end as why,
        document.id as "documentId", document.kind, null::uuid as "arrivalId", document.number as label
      from own
      join document on document.draft_id is distinct from own.draft_id
        and not exists (select from document_void where document_void.document_id = document.id)
      left join attachment on attachment.document_id = document.id and attachment.sha256 = own.sha256
      where attachment.sha256 is not null
        or (document.party_id = own.party_id and document.kind in ('bill', 'pettycash', 'invoice', 'cheque')
          and (${plainNumber('external_no')} = own.plain
            or (document.total = own.total and abs(document.day - own.day) <= ${nearDays})))
      union all
      select case when ${plainNumber('other.number')} = own.plain then 'number' else 'amount' end,
        null, null, other.arrival_id, arrival.file_name
      from own
      join newest as other on other.arrival_id <> own.id
      join arrival on arrival.id = other.arrival_id and arrival.dismissed_at is null
      where (other.party_id = own.party_id or other.seller_tin = own.seller_tin)
        and (${plainNumber('other.number')} = own.plain
          or (other.total = own.total and abs(other.day - own.day) <= ${nearDays}))
    )
    select * from found order by array_position('{file,number,amount}'::text[], why), label limit 20`.execute(db)
  return rows
    .filter(({ kind }) => kind === null || readersOf(kind).includes(role))
    .slice(0, maxAlike)
    .map(({ why, documentId, kind, arrivalId: other, label }) => ({
      why,
      label,
      document: documentId === null || kind === null ? null : { id: documentId, kind },
      arrivalId: other,
    }))
}

/** Only letters and digits, without leading zeros. */
const plainNumber = (column: string) =>
  sql`nullif(regexp_replace(regexp_replace(upper(${sql.ref(column)}), '[^0-9A-Z]', '', 'g'), '^0+', ''), '')`
