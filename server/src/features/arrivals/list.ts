// Arrivals as rows, with the state that follows from them.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { arrivalProblems, maxArrivals } from '@talaan/contract/arrivals.ts'
import type { Arrival, ArrivalListName } from '@talaan/contract/arrivals.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { arrivalState, isOpenArrival } from '../../books/arrivals.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>

const inList: Readonly<Record<ArrivalListName, RawBuilder<boolean>>> = {
  open: isOpenArrival,
  notDocument: sql<boolean>`${arrivalState} = 'notDocument'`,
}

const rows = (db: Db) =>
  db
    .selectFrom('arrival')
    .innerJoin('users', 'users.id', 'arrived_by')
    .leftJoin('users as assignee', 'assignee.id', 'assigned_to')
    .leftJoin('users as dismisser', 'dismisser.id', 'dismissed_by')
    .select([
      'arrival.id',
      arrivalState.as('state'),
      'file_name as name',
      'file_type as type',
      'file_bytes as bytes',
      'users.client_id as by',
      'arrived_at as at',
      'note',
      'assignee.client_id as assignedTo',
      'dismisser.client_id as dismissedBy',
      'dismissed_at as dismissedAt',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

const arrivalOf = ({ name, type, bytes, dismissedBy, dismissedAt, ...row }: Row): Arrival => ({
  ...row,
  file: { name, type: type as Arrival['file']['type'], bytes },
  dismissed: dismissedBy === null || dismissedAt === null ? null : { by: dismissedBy, at: dismissedAt },
})

export async function arrivalsIn(db: Db, list: ArrivalListName): Promise<{ arrivals: Arrival[]; count: number }> {
  const order = list === 'open' ? 'asc' : 'desc'
  const found = await rows(db)
    .where(inList[list])
    .orderBy('arrived_at', order)
    .orderBy('arrival.id')
    .limit(maxArrivals)
    .execute()
  const { count } = await db
    .selectFrom('arrival')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where(inList[list])
    .executeTakeFirstOrThrow()
  return { arrivals: found.map(arrivalOf), count: Number(count) }
}

export async function arrivalById(db: Db, id: string): Promise<Arrival> {
  const row = await rows(db).where('arrival.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal(arrivalProblems.notThere)
  return arrivalOf(row)
}
