// Goal 18: the six books of a month of more than ten thousand documents, measured as a person waits for them.
import { getBookJob, startBooks } from '@talaan/contract/books.ts'
import { bookNames } from '@talaan/ledger/looseleaf/book.ts'
import { call } from '../../server/test/crash/people.ts'
import { pause } from '../../server/test/crash/portal.ts'
import { firstDay } from '../load.ts'
import { memoryOf } from '../place.ts'
import { MB } from '../result.ts'
import type { Result } from '../result.ts'
import { reopen } from './reading.ts'
import type { Sized } from './reading.ts'

const limitBytes = 600e6

/** All four formats of all six books of the first month, including reading, storing and asking for progress. */
export async function books(large: Sized): Promise<Result[]> {
  await using portal = await reopen(large)
  const month = firstDay.slice(0, 7)
  const request = { books: [...bookNames], from: month, to: month, paper: 'a4' as const, bind: false }
  const start = performance.now()
  const { job } = await call(portal.url, large.accountant, startBooks, { body: request })
  let now = job
  let peak = memoryOf(portal.pid)
  // A step ends with each book that is rendered, each PDF that is stored, and each book whose other formats are stored.
  let read: number | undefined
  let others = 0
  let stepAt = start
  while (now.state === 'running') {
    await pause(20)
    const before = now
    now = (await call(portal.url, large.accountant, getBookJob, { params: { jobId: job.id } })).job
    peak = Math.max(peak, memoryOf(portal.pid))
    if (now.done === before.done) continue
    const at = performance.now()
    read ??= at - start
    if (now.doing.endsWith(': stored')) others += at - stepAt
    stepAt = at
  }
  const all = performance.now() - start
  const { engine } = large.books
  const what = `six books of a month, ${large.documents.toLocaleString('en')} documents in 22 months`
  const row = (words: string, milliseconds: number, limit?: number): Result => {
    const seconds = `${(milliseconds / 1000).toFixed(1)} s`
    return {
      goal: '18',
      what: words,
      engine,
      floor: '',
      portal: seconds,
      outcome: seconds,
      bound: limit === undefined ? '' : `≤ ${limit} s`,
      met: limit === undefined ? undefined : now.state === 'done' && milliseconds <= limit * 1000,
    }
  }
  return [
    row(`${what}: read, drawn and stored as PDF`, all - others, 10),
    row('read, with XLSX, CSV and text written and stored', (read ?? all) + others),
    row('all four forms of them together', all, 12),
    {
      goal: '18',
      what: 'peak memory of the whole portal',
      engine,
      floor: '',
      portal: MB(peak),
      outcome: MB(peak),
      bound: `≤ ${MB(limitBytes)}`,
      met: peak <= limitBytes,
    },
  ]
}
