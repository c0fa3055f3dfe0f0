// A small call with a session, ten connections at once, compared with a server that answers a constant.
import autocannon from 'autocannon'
import { listBookmarks } from '@talaan/contract/bookmarks.ts'
import { startPortal } from '../../server/test/crash/portal.ts'
import { median } from '../measure.ts'
import { ms, perSecond, times } from '../result.ts'
import type { Result } from '../result.ts'
import { reopen } from './reading.ts'
import type { Sized } from './reading.ts'

export async function calling(sized: Sized, rounds: number, seconds: number): Promise<Result[]> {
  await using floor = await startPortal({}, { program: new URL('../floors/hello.ts', import.meta.url) })
  await using portal = await reopen(sized)
  const { books, accountant } = sized
  const hello = { url: floor.url, connections: 10 }
  const bookmarks = { url: portal.url + listBookmarks.path, connections: 10, headers: accountant.headers }
  await autocannon({ ...hello, duration: 1 })
  await autocannon({ ...bookmarks, duration: 1 })

  const turns: { floor: autocannon.Result; portal: autocannon.Result }[] = []
  for (let round = 0; round < rounds; round += 1) {
    turns.push({
      floor: await autocannon({ ...hello, duration: seconds }),
      portal: await autocannon({ ...bookmarks, duration: seconds }),
    })
  }
  const failed = turns.reduce((sum, turn) => sum + turn.portal.non2xx + turn.portal.errors, 0)
  if (failed > 0) throw new Error(`${failed} calls of ${listBookmarks.path} failed.`)
  const of = (figure: (turn: (typeof turns)[number]) => number) => median(turns.map(figure))
  const rate = of((turn) => turn.portal.requests.average / turn.floor.requests.average)
  const tail = of((turn) => turn.portal.latency.p99)
  const engine = books.engine
  return [
    {
      goal: '',
      what: 'small GET of a logged-in user, 10 connections',
      engine,
      floor: perSecond(of((turn) => turn.floor.requests.average)),
      portal: perSecond(of((turn) => turn.portal.requests.average)),
      outcome: times(rate),
      bound: '',
      met: undefined,
    },
    {
      goal: '',
      what: 'the same, p99',
      engine,
      floor: ms(of((turn) => turn.floor.latency.p99)),
      portal: ms(tail),
      outcome: ms(tail),
      bound: '',
      met: undefined,
    },
  ]
}
