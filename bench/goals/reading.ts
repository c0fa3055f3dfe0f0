// Goals 4 to 7: the trial balance, the income statement of a year by month and an account's first hundred entries, in small
// books and in large ones.
import { viewReport } from '@talaan/contract/reports.ts'
import { addressOf } from '@talaan/contract/endpoint.ts'
import { goOnline } from '@talaan/contract/session.ts'
import { ask, call, Refused, signIn } from '../../server/test/crash/people.ts'
import type { Person } from '../../server/test/crash/people.ts'
import { startPortal } from '../../server/test/crash/portal.ts'
import type { PortalProcess } from '../../server/test/crash/portal.ts'
import { firstDay } from '../load.ts'
import { drive, inTurns } from '../measure.ts'
import type { Books } from '../place.ts'
import { ms, times } from '../result.ts'
import type { Result } from '../result.ts'

export type Sized = { books: Books; documents: number; accountant: Person; apiKey: string }
export type ReadingSize = { rounds: number; requests: number }

/** Starts the portal on books with a signed-in accountant; after a long time without a ping, signs in again. */
export async function reopen(sized: Sized): Promise<PortalProcess> {
  const portal = await startPortal(sized.books.environment)
  try {
    await call(portal.url, sized.accountant, goOnline)
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 401) throw error
    sized.accountant = await signIn(portal.url, sized.accountant.clientId)
  }
  return portal
}

const trialBalance = addressOf(viewReport, { report: 'trial-balance' }, { asOf: '2026-10-20' })
const register = addressOf(
  viewReport,
  { report: 'account-entries' },
  { account: '1110', from: firstDay, to: '2026-10-31' },
)

const months = addressOf(
  viewReport,
  { report: 'income-statement' },
  { from: '2026-01-01', to: '2026-12-31', columns: 'months' },
)

/** `forFloors` is a copy of the large books; on a server it is the same database. */
export async function reading(
  small: Sized,
  large: Sized,
  forFloors: Books,
  { rounds, requests }: ReadingSize,
): Promise<Result[]> {
  const floor = (name: string) =>
    startPortal(forFloors.environment, { program: new URL(`../floors/${name}.ts`, import.meta.url) })
  await using smallPortal = await reopen(small)
  await using largePortal = await reopen(large)
  const get = (url: string, person?: Person) => () =>
    drive(
      1,
      Array.from({ length: requests }, () => () => read(url, person)),
    )
  const of = (path: string) => ({
    small: get(smallPortal.url + path, small.accountant),
    large: get(largePortal.url + path, large.accountant),
  })

  const sums = await (async () => {
    await using tb = await floor('tb')
    return await inTurns(rounds, { floor: get(tb.url), ...of(trialBalance) })
  })()
  const entries = await (async () => {
    await using page = await floor('register')
    return await inTurns(rounds, { floor: get(page.url), ...of(register) })
  })()

  const byMonth = (await inTurns(rounds, { months: of(months).large })).measured('months')

  const engine = large.books.engine
  const [few, many] = [small, large].map(({ documents }) => documents.toLocaleString('en'))
  const [tb, lines] = [sums.measured('large'), entries.measured('large')]
  const toFloor = sums.p50('large', 'floor')
  const growth = sums.p50('large', 'small')
  const linesToFloor = entries.p50('large', 'floor')
  return [
    {
      goal: '4',
      what: `trial balance at ${many} documents, p50`,
      engine,
      floor: ms(sums.measured('floor').p50),
      portal: ms(tb.p50),
      outcome: times(toFloor),
      bound: '≤ 4 ×',
      met: toFloor <= 4,
    },
    {
      goal: '4',
      what: 'the same, p99',
      engine,
      floor: '',
      portal: ms(tb.p99),
      outcome: ms(tb.p99),
      bound: '≤ 20 ms',
      met: tb.p99 <= 20,
    },
    {
      goal: '5',
      what: `the same compared with ${few} documents, p50`,
      engine,
      floor: ms(sums.measured('small').p50),
      portal: ms(tb.p50),
      outcome: times(growth),
      bound: '≤ 1.3 ×',
      met: growth <= 1.3,
    },
    {
      goal: '6',
      what: `income statement of twelve months at ${many} documents, p50`,
      engine,
      floor: '',
      portal: ms(byMonth.p50),
      outcome: ms(byMonth.p50),
      bound: '≤ 6 ms',
      met: byMonth.p50 <= 6,
    },
    {
      goal: '7',
      what: `first 100 entries of an account at ${many} documents, p50`,
      engine,
      floor: ms(entries.measured('floor').p50),
      portal: ms(lines.p50),
      outcome: times(linesToFloor),
      bound: '≤ 3 ×',
      met: linesToFloor <= 3,
    },
  ]
}

export async function read(url: string, person: Person | undefined): Promise<void> {
  const { status, text } = await ask(url, { method: 'GET', headers: person?.headers ?? {} })
  if (status !== 200) throw new Error(`${url} answered ${status}: ${text.slice(0, 300)}`)
}
