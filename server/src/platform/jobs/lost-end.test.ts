// The connection is lost when the end of a job is written: the job has been done and is not done again.
import { expect, test } from 'vitest'
import { openCutLine } from '../../../test/cut-line.ts'
import { freshOnServer } from '../../../test/database.ts'
import ownPostgres from '../../../test/own-postgres.ts'
import { wallClock } from '../clock.ts'
import { openLog } from '../log.ts'
import { handles } from './handler.ts'
import { enqueue, plainJob } from './queue.ts'
import { startWorker } from './worker.ts'

test('the end of a job that could not be written is written later, and the job does not run twice', async () => {
  const stop = await ownPostgres()
  try {
    await using line = await openCutLine(process.env.TALAAN_TEST_DATABASE_URL ?? '')
    await using db = await freshOnServer(line.through)
    const kind = plainJob('test.once')
    let runs = 0
    const handler = handles(kind, {
      retryAfter: () => 0,
      run: async () => {
        runs += 1
        // The parameter with the new state, after its length: the statement itself may already be prepared.
        // oxlint-disable-next-line no-control-regex -- the length
        line.cutAt(/\0\0\0\u0004done/, runs === 1 ? 'before the question' : 'before the answer')
      },
    })
    const worker = startWorker({ db, clock: wallClock, log: openLog('silent') }, [handler], {
      leaseMs: 3_600_000,
      storeAgainMs: 1,
    })
    const states = async () => (await db.kysely.selectFrom('job').select('state').execute()).map(({ state }) => state)
    for (const done of [['done'], ['done', 'done']]) {
      await enqueue(db.kysely, kind, { payload: {}, now: wallClock.now() })
      worker.wake()
      await expect.poll(states, { interval: 10 }).toEqual(done)
    }
    await worker.stop()
    expect([runs, line.cuts()]).toEqual([2, 2])
  } finally {
    await stop?.()
  }
})
