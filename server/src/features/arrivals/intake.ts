// Limits for what comes to Arrivals by itself: nobody's daily limit counts it.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { today } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Tables } from '../../platform/db/tables.ts'

const megabyte = 1_000_000

/** As much as one person may add in a day. The rest waits where it is, and is read tomorrow. */
export async function assertDayHasRoom(
  db: Kysely<Tables>,
  { clock, env }: Pick<AppContext, 'clock' | 'env'>,
): Promise<void> {
  const limit = env.uploadMegabytesPerDay
  const { rows } = await sql<{ bytes: bigint }>`
    select coalesce(sum(file_bytes), 0)::bigint as bytes from arrival
    where came_by <> 'person' and arrived_at >= ${today(clock)}::timestamp at time zone 'Asia/Manila'`.execute(db)
  if ((rows[0]?.bytes ?? 0n) < BigInt(limit * megabyte)) return
  throw new Error(
    `Arrivals received ${limit} MB from its mailbox and folder today, which is the limit (UPLOAD_MB_PER_DAY). The remaining files are added tomorrow.`,
  )
}
