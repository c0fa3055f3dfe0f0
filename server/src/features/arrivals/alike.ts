// What may be the same invoice as a file that arrived: a few documents and files that share some of its facts, which are then
// compared by the rule of ledger/src/capture/same-invoice.ts.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { arrivalReading, arrivalWord } from '@talaan/contract/arrivals.ts'
import type { ArrivalAlike } from '@talaan/contract/arrivals.ts'
import { readersOf } from '@talaan/contract/documents.ts'
import type { Role } from '@talaan/contract/roles.ts'
import { compareInvoices, invoiceFacts, lookAlikes, nearDays } from '@talaan/ledger/capture/same-invoice.ts'
import type { InvoiceComparison, InvoiceFacts } from '@talaan/ledger/capture/same-invoice.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { readingOfArrival } from '../../books/arrivals.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>

/** The most that are named, and the most that are compared. */
const [maxAlike, maxCompared] = [5, 30]

const reasons = ['file', 'same', 'number', 'amount', 'noSupplier'] as const satisfies readonly ArrivalAlike['why'][]

export async function alikeTo(db: Db, arrivalId: string, role: Role): Promise<ArrivalAlike[]> {
  const own = await readings(db).where('arrival.id', '=', arrivalId).executeTakeFirst()
  const found = [...(await documentsLike(db, arrivalId, own)), ...(own ? await arrivalsLike(db, arrivalId, own) : [])]
  return found
    .filter(({ document }) => document === null || readersOf(document.kind).includes(role))
    .toSorted((a, b) => reasons.indexOf(a.why) - reasons.indexOf(b.why) || a.label.localeCompare(b.label))
    .slice(0, maxAlike)
}

/** The newest reading of each file that is not set aside. */
const readings = (db: Db) =>
  db
    .selectFrom('arrival')
    .innerJoinLateral(readingOfArrival, (join) => join.onTrue())
    .select([
      'reading.fields',
      'reading.words',
      'reading.other_words as otherWords',
      'reading.party_id as partyId',
      'reading.seller_tin as sellerTin',
      'reading.number',
      'reading.day',
      'reading.total',
    ])

type Reading = Awaited<ReturnType<ReturnType<typeof readings>['executeTakeFirstOrThrow']>>

const readFields = arrivalReading.shape.fields
const readWords = z.array(arrivalWord)

function factsOf({ fields, words, otherWords }: Reading): InvoiceFacts {
  const texts = readWords.parse(words).map(([, text]) => text)
  return invoiceFacts(readFields.parse(fields), [...texts, ...otherWords])
}

async function documentsLike(db: Db, arrivalId: string, own: Reading | undefined): Promise<ArrivalAlike[]> {
  const { rows } = await sql<{
    id: string
    kind: DocumentTypeName
    label: string
    isFile: boolean
    number: string | null
    day: string
    total: bigint
  }>`
    select document.id, document.kind, document.number as label, attachment.sha256 is not null as "isFile",
      document.external_no as number, document.day, document.total
    from arrival
    join document on document.draft_id is distinct from arrival.draft_id
      and not exists (select from document_void where document_void.document_id = document.id)
    left join attachment on attachment.document_id = document.id and attachment.sha256 = arrival.sha256
    where arrival.id = ${arrivalId}::uuid
      and (attachment.sha256 is not null
        or (document.party_id = ${own?.partyId ?? null}::uuid and document.kind in ('bill', 'pettycash', 'invoice', 'cheque')
          and (${plainNumber(sql`document.external_no`)} = ${ownNumber(own)} or ${isNear(sql`document`, own)})))
    order by attachment.sha256 is null, document.recorded_at desc limit ${maxCompared}`.execute(db)
  const facts = own && factsOf(own)
  return rows.flatMap(({ id, kind, label, isFile, number, day, total }): ArrivalAlike[] => {
    const typed = { number, day, total: total.toString() }
    const why = isFile ? 'file' : facts && reasonOf(compareInvoices(facts, factsOfDocument(facts, typed)))
    return why ? [{ why, label, document: { id, kind }, arrivalId: null }] : []
  })
}

/** A document of the same party, as that was registered: its branch may be another. */
function factsOfDocument(
  read: InvoiceFacts,
  { number, ...typed }: { number: string | null; day: string; total: string },
): InvoiceFacts {
  const known = Object.entries({ ...typed, ...(number !== null && { number }) })
  return invoiceFacts(
    [
      ...read.fields.filter(({ name }) => name === 'sellerTin'),
      ...known.map(([name, value]) => ({
        name: name as 'day' | 'total' | 'number',
        value,
        grade: 'labelled' as const,
      })),
    ],
    [],
  )
}

async function arrivalsLike(db: Db, arrivalId: string, own: Reading): Promise<ArrivalAlike[]> {
  const others = await readings(db)
    .select(['arrival.id', 'arrival.file_name as label'])
    .where('arrival.id', '<>', arrivalId)
    .where('arrival.dismissed_at', 'is', null)
    .where(
      sql<boolean>`case when reading.party_id = ${own.partyId}::uuid or left(reading.seller_tin, 11) = left(${own.sellerTin}::text, 11)
        then ${plainNumber(sql`reading.number`)} = ${ownNumber(own)} or reading.day = ${own.day}::date
          or ${isNear(sql`reading`, own)}
        else ${plainNumber(sql`reading.number`)} = ${ownNumber(own)}
          and (reading.total = ${own.total}::bigint or reading.day = ${own.day}::date) end`,
    )
    .orderBy('arrival.arrived_at', 'desc')
    .limit(maxCompared)
    .execute()
  const facts = factsOf(own)
  return others.flatMap(({ id, label, ...reading }): ArrivalAlike[] => {
    const why = reasonOf(compareInvoices(facts, factsOf(reading)))
    return why ? [{ why, label, document: null, arrivalId: id }] : []
  })
}

function reasonOf({ isSame, isSimilar, supplier, number }: InvoiceComparison): ArrivalAlike['why'] | null {
  if (isSame) return 'same'
  if (!isSimilar) return null
  return supplier !== 'same' ? 'noSupplier' : number === 'same' ? 'number' : 'amount'
}

/** Only letters and digits, without leading zeros; letters that look like digits count as these. */
const plainNumber = (number: RawBuilder<unknown>) =>
  sql`nullif(regexp_replace(regexp_replace(
    translate(upper(${number}), ${lookAlikes.letters}, ${lookAlikes.digits}), '[^0-9A-Z]', '', 'g'), '^0+', ''), '')`
const ownNumber = (own: Reading | undefined) => plainNumber(sql`${own?.number ?? null}::text`)

const isNear = (row: RawBuilder<unknown>, own: Reading | undefined) =>
  sql<boolean>`(${row}.total = ${own?.total ?? null}::bigint and abs(${row}.day - ${own?.day ?? null}::date) <= ${nearDays})`
