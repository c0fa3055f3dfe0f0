// Limits what one user can store in a day: files, drafts and import batches.
import { sql } from 'kysely'
import type { RawBuilder, Transaction } from 'kysely'
import { common, Refusal, saying } from '@talaan/contract/problem.ts'
import { today } from '../clock.ts'
import type { AppContext } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import type { Viewer } from '../viewer.ts'

type Trx = Transaction<Tables>
type Quota = Pick<AppContext, 'clock' | 'env'>

const megabyte = 1_000_000

/** Counts new bytes in the transaction that stores them, and refuses them above today's limit. */
export async function countStored(
  trx: Trx,
  { clock, env }: Quota,
  { userId }: Pick<Viewer, 'userId'>,
  bytes: number | RawBuilder<number>,
): Promise<void> {
  const limit = env.uploadMegabytesPerDay * megabyte
  const { rows } = await sql<{ fits: boolean }>`
    with more as (select ${bytes}::bigint as bytes),
      counted as (
        insert into stored_today (user_id, day, bytes)
        select ${userId}, ${today(clock)}::date, bytes from more where bytes between 1 and ${limit}
        on conflict (user_id) do update set day = excluded.day, bytes = excluded.bytes
          + case when stored_today.day = excluded.day then stored_today.bytes else 0 end
          where excluded.bytes + case when stored_today.day = excluded.day then stored_today.bytes else 0 end <= ${limit}
        returning 1)
    select bytes <= 0 or exists (select from counted) as fits from more`.execute(trx)
  if (rows[0]?.fits) return
  const sentence = `You have reached your daily storage limit (${env.uploadMegabytesPerDay} MB). Try again tomorrow, or ask your system administrator to raise the limit.`
  throw new Refusal(saying(common.quotaUsed, sentence))
}

/** Zero for content that is already stored: equal files share one row. */
export const newContent = (sha256: string, bytes: number): RawBuilder<number> =>
  sql<number>`(select case when exists (select from attachment_content where sha256 = ${sha256}) then 0 else ${bytes}::int end)`

/** The number of bytes that a draft grows with these texts. */
export const growthOfDraft = (draftId: string, ...texts: string[]): RawBuilder<number> => {
  const length = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  return sql<number>`(select ${length}::int - coalesce(sum(octet_length(fields::text) + coalesce(octet_length(reviewed::text), 0)), 0)
    from draft where id = ${draftId})`
}
