// Goal 18: the six books of a month of more than ten thousand documents, as whoever asks for them waits for them.
import { getBookJob, startBooks } from '@talaan/contract/books.ts'
import { bookNames } from '@talaan/ledger/books/book.ts'
import { call } from '../../server/test/kill/people.ts'
import { pause } from '../../server/test/kill/portal.ts'
import { firstDay } from '../load.ts'
import { memoryOf } from '../place.ts'
import { MB } from '../result.ts'
import type { Result } from '../result.ts'
import { reopen } from './reading.ts'
import type { Sized } from './reading.ts'

/** What the goal allows the PDFs alone and the workbooks alone; all forms together are held to it. */
const limits = [
  { form: 'PDF', seconds: 10 },
  { form: 'XLSX', seconds: 5 },
]
const limitBytes = 512e6

/** All four forms of all six books of the first month, with reading, storing and asking how far it is. */
export async function books(large: Sized): Promise<Result[]> {
  await using portal = await reopen(large)
  const month = firstDay.slice(0, 7)
  const asked = { books: [...bookNames], from: month, to: month, paper: 'a4' as const, bind: false }
  const start = performance.now()
  const { job } = await call(portal.url, large.accountant, startBooks, { body: asked })
  let most = memoryOf(portal.pid)
  let state = job.state
  while (state === 'running') {
    await pause(100)
    const { job: now } = await call(portal.url, large.accountant, getBookJob, { params: { jobId: job.id } })
    state = now.state
    most = Math.max(most, memoryOf(portal.pid))
  }
  const seconds = (performance.now() - start) / 1000
  const { engine } = large.books
  const many = large.documents.toLocaleString('en')
  return [
    ...limits.map((limit, i) => ({
      ...{ goal: '18', engine, floor: '', portal: `${seconds.toFixed(1)} s`, outcome: `${seconds.toFixed(1)} s` },
      what:
        i === 0
          ? `six books of a month in all forms, ${many} documents in 22 months`
          : `the same, bound of ${limit.form}`,
      ...{ bound: `${limit.form} ≤ ${limit.seconds} s`, met: state === 'done' && seconds <= limit.seconds },
    })),
    {
      ...{ goal: '18', what: 'the most memory meanwhile, of the whole portal', engine, floor: '', portal: MB(most) },
      ...{ outcome: MB(most), bound: `≤ ${MB(limitBytes)}`, met: most <= limitBytes },
    },
  ]
}
