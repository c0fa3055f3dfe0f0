// Arrivals as rows, with the state that follows from them.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { arrivalProblems, arrivalReading, arrivalWord, maxArrivals, nobody } from '@talaan/contract/arrivals.ts'
import type { Arrival, ArrivalListName, ArrivalReading, ArrivalWord } from '@talaan/contract/arrivals.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { pointsOf } from '@talaan/ledger/capture/points.ts'
import type { ReadDocument } from '@talaan/ledger/capture/read-document.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import {
  arrivalState,
  isDocumentOfArrival,
  isLaterArrival,
  isOpenArrival,
  isRecordedArrival,
  readingOfArrival,
} from '../../books/arrivals.ts'
import type { RowOf, Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>

const inList: Readonly<Record<ArrivalListName, (today: Day) => RawBuilder<boolean>>> = {
  open: (today) => sql<boolean>`(${isOpenArrival} and not ${isLaterArrival(today)})`,
  later: (today) => sql<boolean>`(${isOpenArrival} and ${isLaterArrival(today)})`,
  recorded: () => isRecordedArrival,
  notDocument: () => sql<boolean>`arrival.dismissed_at is not null`,
}

const isAssignedTo = (clientId: string | undefined) =>
  clientId === undefined
    ? sql<boolean>`true`
    : clientId === nobody
      ? sql<boolean>`arrival.assigned_to is null`
      : sql<boolean>`arrival.assigned_to = (select id from users where client_id = ${clientId})`

/** One that is not voided, if there is one. */
const documentOfArrival = sql<Pick<RowOf<'document'>, 'id' | 'kind' | 'number'>>`(
  select document.id, document.kind, document.number from document
  where ${isDocumentOfArrival}
  order by exists (select from document_void where document_void.document_id = document.id), document.recorded_at desc
  limit 1)`.as<'document'>(sql.ref('document'))

const rows = (db: Db) =>
  db
    .selectFrom('arrival')
    .leftJoin('users', 'users.id', 'arrived_by')
    .leftJoin('users as assignee', 'assignee.id', 'assigned_to')
    .leftJoin('users as dismisser', 'dismisser.id', 'dismissed_by')
    .leftJoinLateral(readingOfArrival, (join) => join.onTrue())
    .leftJoin('draft', 'draft.id', 'arrival.draft_id')
    .leftJoin('users as drafter', 'drafter.id', 'draft.user_id')
    .leftJoinLateral(documentOfArrival, (join) => join.onTrue())
    .leftJoinLateral(
      (inner) =>
        inner
          .selectFrom('arrival_mail_part')
          .innerJoin('arrival_mail', 'arrival_mail.id', 'mail_id')
          .selectAll('arrival_mail')
          .whereRef('arrival_mail_part.arrival_id', '=', 'arrival.id')
          .orderBy('noted_at')
          .limit(1)
          .as('mail'),
      (join) => join.onTrue(),
    )
    .leftJoin('party', 'party.id', 'reading.party_id')
    .select([
      'arrival.id',
      arrivalState.as('state'),
      'arrival.file_name as name',
      'arrival.file_type as type',
      'arrival.file_bytes as bytes',
      sql<boolean>`exists (select from arrival_thumbnail where arrival_id = arrival.id)`.as('hasThumbnail'),
      'users.client_id as by',
      'mail.id as mailId',
      'mail.sender',
      'mail.sender_name as senderName',
      'mail.subject',
      'mail.sent_at as sentAt',
      'arrival.arrived_at as at',
      'arrival.note',
      'assignee.client_id as assignedTo',
      'dismisser.client_id as dismissedBy',
      'arrival.dismissed_at as dismissedAt',
      'arrival.dismissed_reason as reason',
      'arrival.later_until as laterUntil',
      'party.id as partyId',
      'party.name as partyName',
      'reading.seller_name as sellerName',
      'reading.number',
      'reading.day',
      'reading.total',
      'draft.id as draftId',
      'draft.kind as draftKind',
      'drafter.client_id as drafter',
      'document.id as documentId',
      'document.kind as documentKind',
      'document.number as documentNumber',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

function arrivalOf(row: Row): Arrival {
  const { id, state, by, at, note, assignedTo, number, day, total } = row
  const { name, type, bytes, dismissedBy, dismissedAt, reason, laterUntil, partyId, partyName, sellerName } = row
  const { hasThumbnail, mailId, sender, senderName, subject, sentAt } = row
  const { draftId, draftKind, drafter, documentId, documentKind, documentNumber } = row
  const called = partyName ?? sellerName
  return {
    id,
    state,
    by,
    at,
    note,
    assignedTo,
    number,
    day,
    total,
    laterUntil,
    mail:
      mailId === null || sender === null || senderName === null || subject === null
        ? null
        : { id: mailId, sender, senderName, subject, sentAt },
    file: { name, type: type as Arrival['file']['type'], bytes },
    hasThumbnail,
    dismissed: dismissedBy === null || dismissedAt === null ? null : { by: dismissedBy, at: dismissedAt, reason },
    party: called === null ? null : { id: partyId, name: called },
    draft:
      draftId === null || draftKind === null || drafter === null
        ? null
        : { id: draftId, kind: draftKind as DocumentTypeName, by: drafter },
    document:
      documentId === null || documentKind === null || documentNumber === null
        ? null
        : { id: documentId, kind: documentKind as DocumentTypeName, number: documentNumber },
  }
}

type ListQuery = { list: ArrivalListName; assignedTo: string | undefined; today: Day }

export async function arrivalsIn(
  db: Db,
  { list, assignedTo, today }: ListQuery,
): Promise<{ arrivals: Arrival[]; count: number }> {
  const isListed = sql<boolean>`${inList[list](today)} and ${isAssignedTo(assignedTo)}`
  const order = list === 'open' ? 'asc' : 'desc'
  const found = await rows(db)
    .where(isListed)
    .$if(list === 'later', (query) => query.orderBy('arrival.later_until'))
    .orderBy('arrived_at', order)
    .orderBy('arrival.id')
    .limit(maxArrivals)
    .execute()
  const { count } = await db
    .selectFrom('arrival')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where(isListed)
    .executeTakeFirstOrThrow()
  return { arrivals: found.map(arrivalOf), count: Number(count) }
}

export async function arrivalById(db: Db, id: string): Promise<Arrival> {
  const row = await rows(db).where('arrival.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal(arrivalProblems.notThere)
  return arrivalOf(row)
}

export async function arrivalsById(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Arrival>> {
  if (ids.length === 0) return new Map()
  const found = await rows(db)
    .where('arrival.id', 'in', [...new Set(ids)])
    .execute()
  return new Map(found.map((row) => [row.id, arrivalOf(row)]))
}

/** The row of the newest reading; undefined until there is one. */
export const newestReading = (db: Db, arrivalId: string) =>
  db
    .selectFrom('arrival_reading')
    .selectAll()
    .where('arrival_id', '=', arrivalId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function readingOf(db: Db, arrivalId: string): Promise<ArrivalReading | null> {
  const row = await newestReading(db, arrivalId)
  if (row === undefined) return null
  const { count } = await db
    .selectFrom('arrival_page')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('arrival_id', '=', arrivalId)
    .executeTakeFirstOrThrow()
  const { kind, is_own: isOwn, read_at: at, result, source } = row
  const document = documentOf(row)
  const points = result === 'read' ? pointsOf(document, row.party_id !== null) : [row.reason]
  return { at, result, source, kind, isOwn, pictures: Number(count), fields: document.fields, points }
}

export async function wordsOf(db: Db, arrivalId: string): Promise<ArrivalWord[]> {
  await arrivalById(db, arrivalId)
  const row = await newestReading(db, arrivalId)
  return row === undefined ? [] : z.array(arrivalWord).parse(row.words)
}

/** What was read, as the rules returned it. */
export function documentOf(row: RowOf<'arrival_reading'>): ReadDocument {
  const { kind, is_own: isOwn, names_us: namesUs, currency, fields } = row
  return {
    kind,
    isOwn,
    namesUs,
    currency: currency as ReadDocument['currency'],
    fields: arrivalReading.shape.fields.parse(fields),
  }
}
