// Goal 17: five people at work, each with a call a second, while the six books of a month are printed again and again.
import { getBookJob, startBooks } from '@talaan/contract/books.ts'
import { addressOf } from '@talaan/contract/endpoint.ts'
import { searchParties } from '@talaan/contract/parties.ts'
import { viewReport } from '@talaan/contract/reports.ts'
import { listTasks } from '@talaan/contract/tasks.ts'
import { listTransactions, sumTransactions } from '@talaan/contract/transactions.ts'
import { bookNames } from '@talaan/ledger/looseleaf/book.ts'
import { call } from '../../server/test/crash/people.ts'
import { pause } from '../../server/test/crash/portal.ts'
import { firstDay } from '../load.ts'
import { percentile } from '../measure.ts'
import { ms } from '../result.ts'
import type { Result } from '../result.ts'
import { read, reopen } from './reading.ts'
import type { Sized } from './reading.ts'

const limitMs = 100
const people = 5
const paths = [
  addressOf(listTransactions),
  addressOf(viewReport, { report: 'trial-balance' }),
  addressOf(searchParties, {}, { search: 'kalinaw' }),
  addressOf(listTasks),
  addressOf(sumTransactions),
]

export async function atWork(sized: Sized, seconds: number): Promise<Result[]> {
  await using portal = await reopen(sized)
  const { books, documents, accountant } = sized
  for (const path of paths) await read(portal.url + path, accountant)

  const end = performance.now() + seconds * 1000
  const isOver = () => performance.now() > end
  const took: number[] = []
  let printed = 0
  const print = async () => {
    const month = firstDay.slice(0, 7)
    const body = { books: [...bookNames], from: month, to: month, paper: 'a4' as const, bind: false }
    while (!isOver()) {
      let { job } = await call(portal.url, accountant, startBooks, { body })
      while (job.state === 'running') {
        await pause(200)
        job = (await call(portal.url, accountant, getBookJob, { params: { jobId: job.id } })).job
      }
      if (job.state !== 'done') throw new Error(`The books were not printed: ${job.state}`)
      printed += 1
    }
  }
  const work = async (person: number) => {
    await pause((person * 1000) / people)
    for (let turn = person; !isOver(); turn += 1) {
      const start = performance.now()
      await read(portal.url + (paths[turn % paths.length] ?? ''), accountant)
      took.push(performance.now() - start)
      await pause(Math.max(0, 1000 - (performance.now() - start)))
    }
  }
  await Promise.all([print(), ...Array.from({ length: people }, (_, person) => work(person))])
  const tail = percentile(took, 99)
  return [
    {
      goal: '17',
      what: `${took.length} calls of five people while six books of a month are printed ${printed} times, ${documents.toLocaleString('en')} documents, p99`,
      engine: books.engine,
      floor: '',
      portal: `p50 ${ms(percentile(took, 50))}`,
      outcome: ms(tail),
      bound: `≤ ${limitMs} ms`,
      met: tail <= limitMs,
    },
  ]
}
