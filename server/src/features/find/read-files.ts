// Reads the text of files that were attached to recorded documents without Arrivals, in the background, so that they are found by it.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { arrivalProblems, maxArrivalWords } from '@talaan/contract/arrivals.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { handles } from '../../platform/jobs/handler.ts'
import type { JobHandler } from '../../platform/jobs/handler.ts'
import { plainJob } from '../../platform/jobs/queue.ts'
import { readUploaded } from '../../platform/reading/reader.ts'

type Context = Pick<AppContext, 'db' | 'clock'>

const everyMs = 60_000
/** Files read in one run, and the processor time for one of them. */
const [maxFiles, limitSeconds] = [10, 60]

export function readsAttachedFiles({ db: { kysely: db }, clock }: Context): JobHandler {
  return handles(plainJob('files.read'), {
    next: (after) => after + everyMs,
    retryAfter: () => everyMs,
    hasWork: async () => (await unread(db, 1)).length > 0,
    async run({ signal, finish }) {
      const texts: { sha256: string; text: string; read_at: string }[] = []
      for (const { sha256 } of await unread(db, maxFiles)) {
        signal.throwIfAborted()
        texts.push({ sha256, text: await textOf(db, sha256), read_at: timestamp(clock.now()) })
      }
      await finish(async (trx) => {
        if (texts.length === 0) return
        await trx
          .insertInto('file_text')
          .values(texts)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      })
    },
  })
}

/** Those of Arrivals have readings. */
async function unread(db: Kysely<Tables>, most: number): Promise<{ sha256: string }[]> {
  const { rows } = await sql<{ sha256: string }>`
    select file.sha256 from (
      select sha256 from attachment where document_id is not null
      union select sha256 from added_note where document_id is not null and sha256 is not null
    ) as file
    where not exists (select from file_text where file_text.sha256 = file.sha256)
      and not exists (select from arrival where arrival.sha256 = file.sha256)
    limit ${most}`.execute(db)
  return rows
}

async function textOf(db: Kysely<Tables>, sha256: string): Promise<string> {
  const { content, type } = await db
    .selectFrom('attachment_content')
    .select([
      'content',
      sql<string>`coalesce(
        (select type from attachment where attachment.sha256 = attachment_content.sha256 limit 1),
        (select file_type from added_note where added_note.sha256 = attachment_content.sha256 limit 1))`.as('type'),
    ])
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow()
  try {
    const { words } = await readUploaded(
      'pages',
      { bytes: content, type, layout: 'anywhere', withPictures: false },
      { problems: arrivalProblems, seconds: limitSeconds },
    )
    return words
      .slice(0, maxArrivalWords)
      .map(({ text }) => text)
      .join(' ')
  } catch (error) {
    if (!(error instanceof Refusal) || error.problem.status !== 422) throw error
    return ''
  }
}
