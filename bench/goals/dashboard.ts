// The calls of the dashboard at 10,000 documents, when the books have not changed since the last visit, and directly after
// an invoice was recorded, when the taxes are calculated again.
import { listBookmarks } from '@talaan/contract/bookmarks.ts'
import { addressOf } from '@talaan/contract/endpoint.ts'
import { firstSteps } from '@talaan/contract/first-steps.ts'
import { listNotifications } from '@talaan/contract/notifications.ts'
import { viewOverview } from '@talaan/contract/overview.ts'
import { dashboard } from '@talaan/contract/session.ts'
import { listTasks, viewTask } from '@talaan/contract/tasks.ts'
import { anInvoice, record, registerCustomer, review } from '../../server/test/crash/people.ts'
import { median } from '../measure.ts'
import { ms } from '../result.ts'
import type { Result } from '../result.ts'
import { read, reopen } from './reading.ts'
import type { Sized } from './reading.ts'

const calls = {
  session: addressOf(dashboard),
  bookmarks: addressOf(listBookmarks),
  notifications: addressOf(listNotifications),
  'first steps': addressOf(firstSteps),
  tasks: addressOf(listTasks),
  'returns due': addressOf(viewTask, { kind: 'returns' }),
  overview: addressOf(viewOverview),
}
type Call = keyof typeof calls
const names = Object.keys(calls) as Call[]
const [maxMs, maxAfterMs] = [150, 500]

export async function openingDashboard(sized: Sized, rounds: number): Promise<Result[]> {
  await using portal = await reopen(sized)
  const visit = async (): Promise<Record<Call, number>> => {
    const took = {} as Record<Call, number>
    for (const name of names) {
      const start = performance.now()
      await read(portal.url + calls[name], sized.accountant)
      took[name] = performance.now() - start
    }
    return took
  }
  await visit()
  const again = await visits(rounds, visit)

  const partyId = await registerCustomer(portal.url, sized.accountant)
  const after = await visits(rounds, async (round) => {
    const invoice = anInvoice(partyId, `D-${round}`)
    await record(portal.url, sized.accountant, await review(portal.url, sized.accountant, invoice))
    return visit()
  })

  const count = sized.documents.toLocaleString('en')
  const list = names.join(', ')
  const row = (what: string, found: Record<Call, number>, bound: number): Result => {
    const [slowest] = names.toSorted((a, b) => found[b] - found[a])
    if (slowest === undefined) throw new RangeError('The dashboard has no calls.')
    return {
      goal: '',
      what,
      engine: sized.books.engine,
      floor: '',
      portal: names.map((name) => ms(found[name])).join(', '),
      outcome: `${ms(found[slowest])}, ${slowest}`,
      bound: `≤ ${bound} ms`,
      met: found[slowest] <= bound,
    }
  }
  return [
    row(`calls of the dashboard (${list}) at ${count} documents, the slowest p50`, again, maxMs),
    row('the same directly after an invoice was recorded', after, maxAfterMs),
  ]
}

/** The median of each call. */
async function visits(
  rounds: number,
  visit: (round: number) => Promise<Record<Call, number>>,
): Promise<Record<Call, number>> {
  const all: Record<Call, number>[] = []
  for (let round = 0; round < rounds; round += 1) all.push(await visit(round))
  return Object.fromEntries(names.map((name) => [name, median(all.map((took) => took[name]))])) as Record<Call, number>
}
