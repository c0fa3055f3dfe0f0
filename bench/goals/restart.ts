// Goal 11: from the start of the process to the first trial balance, in small books and in large ones.
import { viewReport } from '@talaan/contract/reports.ts'
import { call } from '../../server/test/crash/people.ts'
import { startPortal } from '../../server/test/crash/portal.ts'
import { median } from '../measure.ts'
import { ms } from '../result.ts'
import type { Result } from '../result.ts'
import type { Sized } from './reading.ts'

const limitMs = 1500

export async function restart(small: Sized, large: Sized, rounds: number): Promise<Result[]> {
  const seen = { small: [] as number[], large: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    seen.small.push(await startToTrialBalance(small))
    seen.large.push(await startToTrialBalance(large))
  }
  const [few, many] = [small, large].map(({ documents }) => documents.toLocaleString('en'))
  const [before, after] = [median(seen.small), median(seen.large)]
  return [
    {
      goal: '11',
      what: `restart to first trial balance at ${many} documents`,
      engine: large.books.engine,
      floor: '',
      portal: ms(after),
      outcome: ms(after),
      bound: `≤ ${limitMs} ms`,
      met: after <= limitMs,
    },
    {
      goal: '11',
      what: `the same at ${few} documents`,
      engine: small.books.engine,
      floor: '',
      portal: ms(before),
      outcome: ms(before),
      bound: `≤ ${limitMs} ms`,
      met: before <= limitMs,
    },
  ]
}

async function startToTrialBalance({ books, accountant }: Sized): Promise<number> {
  const start = performance.now()
  await using portal = await startPortal(books.environment)
  await call(portal.url, accountant, viewReport, { params: { report: 'trial-balance' } })
  const took = performance.now() - start
  portal.kill('SIGTERM')
  await portal.end()
  return took
}
