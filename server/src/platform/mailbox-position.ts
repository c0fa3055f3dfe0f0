// Where reading a mailbox stopped, for each use of it.
import type { Kysely, Transaction } from 'kysely'
import { timestamp } from './clock.ts'
import type { AppContext } from './context.ts'
import type { Tables } from './db/tables.ts'
import { mailboxName } from './mailbox.ts'
import type { Position } from './mailbox.ts'

type Db = Kysely<Tables>

/** The same mailbox may be read for another purpose, too. */
export const mailboxKey = (purpose: 'arrivals', url: string): string => `${purpose}: ${mailboxName(url)}`

export async function storedPosition(db: Db, mailbox: string): Promise<(Position & { readAt: string }) | null> {
  const row = await db
    .selectFrom('mailbox_position')
    .select(['uid_validity as uidValidity', 'uid', 'read_at as readAt'])
    .where('mailbox', '=', mailbox)
    .executeTakeFirst()
  return row === undefined ? null : { ...row, uid: Number(row.uid) }
}

export async function storePosition(
  trx: Transaction<Tables>,
  { clock }: Pick<AppContext, 'clock'>,
  mailbox: string,
  { uidValidity, uid }: Position,
): Promise<void> {
  const row = { uid_validity: uidValidity, uid: BigInt(uid), read_at: timestamp(clock.now()) }
  await trx
    .insertInto('mailbox_position')
    .values({ mailbox, ...row })
    .onConflict((conflict) => conflict.column('mailbox').doUpdateSet(row))
    .execute()
}
