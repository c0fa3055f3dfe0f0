// Random years of taxes in the real books: an independent program, which reads only the exported journal, computes every
// box of every return as the portal does, and the tax reconciliation leaves nothing unexplained.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { periodOf } from '@talaan/ledger/tax/calendar/forms.ts'
import type { Table } from '@talaan/ledger/reports/table.ts'
import { comparison } from '../src/features/filings/comparison.ts'
import { readRules } from '../src/features/filings/rules.ts'
import type { Viewer } from '../src/platform/viewer.ts'
import { inBooks } from '../src/books/recording/record.ts'
import { readEnvironment } from '../src/platform/env/env.ts'
import { extentOf, seed } from './extent.ts'
import { openPortal } from './portal.ts'
import type { Portal } from './portal.ts'
import { randomTaxYear } from './random-tax-year.ts'
import { recomputed, recomputedForms } from './recomputed.ts'

let portal: Portal
let viewer: Viewer
const clock = { now: () => Date.parse('2026-04-10T01:00:00Z') }
const env = readEnvironment({ COMPANY_NAME: 'Bituin Supply Co.' })

beforeAll(async () => {
  portal = await openPortal({ atRandom: true })
  const ben = await portal.db.kysely
    .selectFrom('users')
    .select(['id as userId', 'client_id as clientId', 'role'])
    .where('client_id', '=', 'ben')
    .executeTakeFirstOrThrow()
  viewer = { ...ben, sessionId: ben.userId, company: '', firstLogin: false }
})
afterAll(() => portal.close())

class RolledBack extends Error {}

/** What is wrong in the year of a seed. */
async function wrongIn(year: number, count: (event: string, times: number) => void): Promise<string[]> {
  const wrong: string[] = []
  await inBooks(portal.db.kysely, async (trx) => {
    for (const [event, times] of await randomTaxYear(trx, { clock, env }, { viewer, seed: year })) count(event, times)
    const rules = await readRules(trx)
    const { differences, compared } = await recomputed(trx, { rules, forms: recomputedForms, year: '2025' })
    count('box of a return', compared)
    wrong.push(...differences)
    // Two quarters a year, in turn.
    for (const day of year % 2 === 0 ? ['2025-02-10', '2025-08-10'] : ['2025-05-10', '2025-11-10']) {
      const { to } = periodOf('2550Q', day, rules.registrations.fiscalYearEnd)
      const { sound, reconciliation } = await comparison(trx, rules, to)
      if (!sound) wrong.push(...unexplained(reconciliation).map((line) => `${to}: ${line}`))
    }
    throw new RolledBack()
  }).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
  return wrong.map((line) => `seed ${year}: ${line}`)
}

/** The reconciliations that do not agree, with their rows. */
const unexplained = ({ rows }: Table): string[] =>
  rows
    .reduce<Table['rows'][number][][]>((all, row) => {
      if (row.emphasis === 'heading') all.push([])
      all.at(-1)?.push(row)
      return all
    }, [])
    .filter((own) => own.some(({ cells }) => cells[0] === 'Unexplained'))
    .flatMap((own) => own.map(({ cells }) => cells.join(' | ')))

test('in random years, an independent program computes every box from the journal, and returns reconcile', async ({
  task,
}) => {
  const events = new Map<string, number>()
  const count = (event: string, times: number) => void events.set(event, (events.get(event) ?? 0) + times)
  for (let year = 0; year < extentOf({ short: 2, soak: 2000 }); year += 1)
    expect(await wrongIn(seed + year, count)).toEqual([])
  task.meta.figures = [...events].map(([event, times]) => `${times} × ${event}`).join(', ')
})
