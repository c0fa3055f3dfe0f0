// Makes the books requested by a job.
import { Refusal } from '@talaan/contract/problem.ts'
import type { AppContext } from '../../platform/context.ts'
import { Cancelled, handles, Stopped } from '../../platform/jobs/handler.ts'
import type { JobHandler } from '../../platform/jobs/handler.ts'
import { clearFiles } from './files.ts'
import { bookJob, CannotBeMade } from './jobs.ts'
import { makeBooks, planBooks } from './making.ts'
import { makePack } from './pack.ts'

const wasStopped = 'The server stopped while the file was being created. Nothing was saved; start again.'
const ourSide = 'Something went wrong and nothing was saved. Try again.'

export function makesBooks(context: AppContext): JobHandler {
  const { clock } = context
  const db = context.db.kysely
  return handles(bookJob, {
    retryAfter: () => null,
    stopsAtOnce: true,
    async run({ id, payload, requestedBy, interrupted, signal, progress, finish }) {
      await clearFiles(db, clock.now())
      let done = 0
      const step = (doing: string, steps = 1) => progress({ done: (done += steps), doing })
      const work = { jobId: id, step, signal }
      try {
        if (interrupted) throw new Stopped()
        const viewer = await db
          .selectFrom('users')
          .select(['id as userId', 'client_id as clientId'])
          .where('id', '=', requestedBy)
          .executeTakeFirstOrThrow()
        if (payload.kind === 'books') {
          // On a retry the month may be open again.
          await planBooks(db, payload.asked)
          await finish(await makeBooks(context, { asked: payload.asked, viewer }, work))
        } else await finish(await makePack(context, { asked: payload.asked, viewer }, work))
      } catch (error) {
        await clearFiles(db, clock.now(), id)
        throw outcomeOf(signal.aborted ? signal.reason : error)
      }
    },
  })
}

/** An unexpected error gets a message, and stays its cause for the log. */
function outcomeOf(error: unknown): Error {
  if (error instanceof Cancelled || error instanceof CannotBeMade) return error
  if (error instanceof Refusal) return new CannotBeMade(error.message)
  if (error instanceof Stopped) return new CannotBeMade(wasStopped)
  return new CannotBeMade(ourSide, { cause: error })
}
