// The time of a refused login does not tell whether the Client ID exists.
import { expect, test } from 'vitest'
import type { BodyOf } from '@talaan/contract/endpoint.ts'
import { logIn } from '@talaan/contract/session.ts'
import { extentOf, randomFrom, seed, timeIsLeft } from '../extent.ts'
import { newBooks } from '../crash/books.ts'
import { ask, firstPassword, openOffice } from '../crash/people.ts'
import { startPortal } from '../crash/portal.ts'
import { median, rankTest } from './statistics.ts'

const atLeast = extentOf({ short: 20, soak: 50 })
const limitMs = 5
const significant = 0.01

test('a refused login takes the same time for a known and an unknown Client ID', async ({ task }) => {
  await using books = await newBooks()
  await using portal = await startPortal({
    ...books.environment,
    ADMIN_PASSWORD: firstPassword,
    // Each attempt comes from a network of its own, so that the limit per network does not answer.
    TRUSTED_PROXIES: '127.0.0.1',
  })
  await openOffice(portal.url)
  await using db = await books.open()
  const random = randomFrom(seed)

  const refusedAfter = async (clientId: string): Promise<number> => {
    const body: BodyOf<typeof logIn> = { ClientId: clientId, Password: `Maling-Salita.${random(1_000_000)}` }
    const headers = { 'x-forwarded-for': `10.${random(256)}.${random(256)}.${random(256)}` }
    const begun = performance.now()
    const { status } = await ask(portal.url + logIn.path, { method: 'POST', headers, body: JSON.stringify(body) })
    const taken = performance.now() - begun
    expect(status).toBe(401)
    return taken
  }

  /** Known and unknown in turn, in random order: whatever else the computer does slows both. */
  const compare = async (states: Record<string, () => Promise<unknown>>, mayGoOn: (samples: number) => boolean) => {
    const samples = Object.keys(states).map((state) => ({ state, known: [] as number[], unknown: [] as number[] }))
    for (let turn = 0; mayGoOn(turn); turn += 1)
      for (const { state, known, unknown } of samples) {
        const pair = [
          { name: turn % 2 === 0 ? 'admin' : 'ben', times: known },
          { name: turn % 2 === 0 ? 'abmin' : 'bem', times: unknown },
        ]
        for (const { name, times } of random(2) === 0 ? pair : pair.toReversed()) {
          await states[state]?.()
          times.push(await refusedAfter(name))
        }
      }
    return samples
  }

  const states = {
    // No failures counted yet.
    'first attempts': () => db.pool.query('delete from limiter'),
    // Ten failures in any order: the account is locked, and its password is not checked.
    'locked accounts': () =>
      db.pool.query(`
        insert into limiter (bucket, failures, window_start, blocked_until)
          select 'login:account:' || name, 10, now(), now() + interval '1 hour'
          from unnest(array['admin', 'ben', 'abmin', 'bem']) as name
        on conflict (bucket) do update set blocked_until = excluded.blocked_until`),
  }
  const results = await compare(states, (turn) => turn < atLeast || timeIsLeft())

  const figures: string[] = []
  for (const { state, known, unknown } of results) {
    let p = rankTest(known, unknown)
    let difference = Math.abs(median(known) - median(unknown))
    // One of a hundred samples is significant by chance; a second one decides.
    if (p < significant) {
      const [second] = await compare({ [state]: states[state as keyof typeof states] }, (turn) => turn < known.length)
      p = rankTest(second!.known, second!.unknown)
      difference = Math.abs(median(second!.known) - median(second!.unknown))
    }
    // On a busy computer medians differ by chance.
    const chance = 3 * (spreadOfMedian(known) + spreadOfMedian(unknown))
    const medians = `${median(known).toFixed(1)} ms known, ${median(unknown).toFixed(1)} ms unknown`
    const certainty = `chance can explain up to ${chance.toFixed(1)} ms, p ${p.toFixed(3)}`
    figures.push(`${state}: ${known.length} pairs, medians ${medians} (${certainty})`)
    expect(p, figures.join('; ')).toBeGreaterThan(significant)
    expect(difference, figures.join('; ')).toBeLessThan(Math.max(limitMs, chance))
  }
  task.meta.figures = figures.join('; ')
})

/** The standard error of a median. */
function spreadOfMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (rank: number) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(rank)))] ?? 0
  const half = Math.sqrt(values.length) / 2
  return (at(values.length / 2 + half) - at(values.length / 2 - half)) / 2
}
