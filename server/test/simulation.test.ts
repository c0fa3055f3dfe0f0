// A simulated company: random work of months, with power cuts, lost responses and jumping clocks, compared with a simple model.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { voidDocument } from '@talaan/contract/documents.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import type { Tables } from '../src/platform/db/tables.ts'
import { isSoak, randomFrom, rounds, seed } from './extent.ts'
import { openPortal } from './portal.ts'
import type { Portal } from './portal.ts'
import { buyAsset, recordMeant, uploadStatement } from './simulation/actions.ts'
import {
  dependants,
  movements,
  newCompany,
  openItems,
  record,
  voidDocument as voidInModel,
} from './simulation/company.ts'
import type { Company, Intent } from './simulation/company.ts'
import { difference, differences } from './simulation/compare.ts'
import { bill, capital, daysLater, dollars, invoice, piecesOf, settlement, withdrawal } from './simulation/documents.ts'
import type { Report } from './simulation/run.ts'
import { countSometimes, neverHappened } from './simulation/sometimes.ts'
import { call } from './simulation/world.ts'
import type { World } from './simulation/world.ts'
import { tampered } from './tampered.ts'

// ── The model and its comparison with the books.

let portal: Portal
let world: World

/** The same office on the database of the test, without power cuts and lost answers. */
beforeAll(async () => {
  portal = await openPortal({ atRandom: true })
  portal.clock.ms = Date.parse('2026-10-16T01:00:00Z')
  const random = randomFrom(seed)
  world = {
    random: (below: number) => (below === 1 ? 0 : 1 + random(below - 1)),
    company: newCompany(),
    clock: portal.clock,
    latest: 0,
    sometimes: countSometimes(),
    sessions: new Map(),
    app: portal.app,
    db: portal.db,
    crashes: [],
  } as unknown as World
  world.company.inactive.add('dino')
  for (const [role, tin] of [
    ['customer', '111-222-333'],
    ['supplier', '444-555-666'],
  ] as const) {
    const registrationId = crypto.randomUUID()
    const fields = { kind: 'non_individual', tin, registeredName: `Alon ${tin} Corp.`, vatStatus: 'vat' }
    const body = { registrationId, role, fields, lookAlikesSeen: true }
    const { id } = (await call(world, 'ben', registerParty, { body })).answer.party
    world.company.parties.set(registrationId, { id, role })
  }
  await recordMeant(world, 'ben', capital('1031', 90_000_000_000n))
  for (const given of [invoice(world), invoice(world), bill(world), withdrawal(world)])
    await recordMeant(world, 'ben', given)
  await recordMeant(world, 'ana', settlement(world, 'collection')!)
  const { documentId, key } = [...world.company.documents.values()].find(({ series }) => series === 'BL')!
  const body = { day: '2026-10-16', reason: 'Recorded by mistake' }
  await call(world, 'ben', voidDocument, { params: { documentId }, body })
  voidInModel(world.company, key, body.day)
  await recordMeant(world, 'ben', capital('1032', 1_000_000n))
  for (const traded of [dollars, dollars]) await recordMeant(world, 'ben', traded(world)!)
  await buyAsset(world, {})
  await uploadStatement(world, {})
})
afterAll(() => portal.close())

test('the books and the model of the same documents agree', async () => {
  expect(await differences(portal.db.kysely, world.company)).toEqual([])
  expect(await difference(portal.db.kysely, world.company)).toEqual([])
})

const withoutChecks = `alter table document drop constraint document_series_year_serial_key, drop constraint document_number_key`

test.each([
  [
    'a confirmed document is lost',
    [`delete from document where number = 'SI-2026-000002'`],
    'was confirmed, and is not in',
  ],
  [
    'a number is given twice',
    [withoutChecks, `update document set number = 'SI-2026-000001' where number = 'SI-2026-000002'`],
    'SI-2026-000001 is in the books 2 times',
  ],
  [
    'a number is left out',
    [`update document set number = 'SI-2026-000009' where number = 'SI-2026-000002'`],
    'Series SI-2026 has a gap or a double number at 2',
  ],
  [
    'a document that was refused is there',
    [`update document set draft_id = gen_random_uuid() where number = 'SI-2026-000001'`],
    'nobody was told that it was recorded',
  ],
  [
    'an amount is changed everywhere',
    [
      `update line set debit = debit * 2, credit = credit * 2 where entry_no = 2`,
      `update account_day set debit = line.debit, credit = line.credit from (select account, day, sum(debit) as debit,
        sum(credit) as credit from line group by 1, 2) as line where (account_day.account, account_day.day) = (line.account, line.day)`,
    ],
    /^Account 1110 2026-10-\d\d: \d+ in the daily totals, \d+ in the model/m,
  ],
  [
    'an amount is changed in one line',
    [`update line set debit = debit + 1 where debit > 0 and entry_no = 2`],
    'in the lines',
  ],
  [
    'an open amount is changed',
    [`update item_balance set open = open - 1 where account = '1110' and open > 1`],
    'Open on 1110 SI-2026-',
  ],
  ['a void is lost', [`delete from document_void`], 'BL-2026-000001 is not void in the books'],
  [
    'someone else is named',
    [`update document set recorded_by = (select id from users where client_id = 'carla')`],
    'say carla',
  ],
  [
    'a receipt is lost',
    [`delete from outbox where topic = 'receipt'`],
    'The receipt SI-2026-000001: missing in the books',
  ],
  [
    'an audit event is lost',
    [`delete from audit where action = 'documents.void'`],
    'The audit event documents.void: missing',
  ],
  [
    'an amount in dollars is changed',
    [`update line set currency_amount = currency_amount + 1 where account = '1040' and debit > 0`],
    'in the dollars',
  ],
  ['the cost of a fixed asset is changed', [`update asset set cost = cost + 1`], 'The fixed asset'],
  ['a line of a bank statement is lost', [`delete from bank_line_seen where position = 1`], 'The bank line 1032'],
  [
    'a bank statement is removed',
    [`update bank_statement set removed_at = uploaded_at, removed_by = uploaded_by, removal_reason = 'Nobody knows'`],
    'removed: true in the books',
  ],
  ['an account is active again', [`update users set seat = 5 where client_id = 'dino'`], 'The inactive account dino'],
])('the simulation finds that %s', async (_, changes, found) => {
  const problems = await tampered(portal.db, async (trx) => {
    for (const change of changes) await sql.raw(change).execute(trx)
    return differences(trx as Kysely<Tables>, world.company)
  })
  expect(problems.join('\n')).toMatch(found)
})

test('the simulation finds an answer without a commit, a commit without an answer, and a number returned twice', async () => {
  const company = world.company
  const answering = (answer: object) => ({
    inject: (request: { url: string }) =>
      request.url === '/api/documents'
        ? { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer) }
        : portal.app.inject(request as never),
  })
  const yes = { documentId: crypto.randomUUID(), receiptTo: null, mailReady: false, already: false }
  const lying = (answer: object): World =>
    ({ ...world, company: structuredClone(company), app: answering(answer) }) as unknown as World
  const uncommitted = lying({ ...yes, number: 'WD-2026-000002' })
  await recordMeant(uncommitted, 'ben', withdrawal(uncommitted))
  expect(await difference(portal.db.kysely, uncommitted.company)).toHaveLength(1)
  expect((await differences(portal.db.kysely, uncommitted.company)).join('\n')).toMatch(
    'WD-2026-000002 was confirmed, and is not',
  )
  const twice = lying({ ...yes, number: 'WD-2026-000001' })
  await expect(recordMeant(twice, 'ben', withdrawal(twice))).rejects.toThrow('WD-2026-000002 was the next number')

  const unanswered = { ...world, company: structuredClone(company) }
  await recordMeant(unanswered, 'ben', withdrawal(unanswered))
  expect(await difference(portal.db.kysely, company)).toHaveLength(1)
  world.company = unanswered.company
  expect(await differences(portal.db.kysely, world.company)).toEqual([])
})

test('the model settles an invoice, records an excess as a credit, and a void reverses both', () => {
  const company = newCompany()
  const add = (key: string, more: Partial<Intent>) =>
    record(
      company,
      { key, series: 'SI', day: '2026-03-02', postedOn: '2026-03-02', party: 'Alon', lines: [], ...more },
      { documentId: key, by: 'ana' },
    )
  add('sold', { lines: [{ account: '1110', amount: 11_200n }], opens: [{ account: '1110', amount: 11_200n }] })
  const paid = add('paid', {
    series: 'CR',
    postedOn: '2026-03-09',
    lines: [{ account: '1110', amount: -11_200n }],
    opens: [{ account: '2060', amount: 300n }],
    settles: [{ account: '1110', key: 'sold', amount: 11_200n }],
  })
  expect([paid.number, dependants(company, 'sold')]).toEqual(['CR-2026-000001', [paid]])
  expect(openOf(company)).toEqual({ '2060 CR-2026-000001': 300n })
  expect(Object.fromEntries(movements(company))).toEqual({ '1110 2026-03-02': 11_200n, '1110 2026-03-09': -11_200n })
  voidInModel(company, 'paid', '2026-03-09')
  expect(openOf(company)).toEqual({ '1110 SI-2026-000001': 11_200n })
  expect(Object.fromEntries(movements(company))).toEqual({ '1110 2026-03-02': 11_200n })
})

const openOf = (company: Company) => Object.fromEntries([...openItems(company)].map(([key, { open }]) => [key, open]))

test('cash is counted in the fewest notes and coins, and adding days can lead into the next month', () => {
  expect(piecesOf(769_800n)).toEqual([7, 1, 0, 1, 1, 2, 0, 1, 3, 0, 0, 0, 0])
  expect(daysLater('2028-02-28', 2)).toBe('2028-03-01')
})

test('a rare event that never happened is reported', () => {
  const sometimes = countSometimes()
  sometimes.happened('a month closed', 2)
  expect(neverHappened(sometimes.counts)).toHaveLength(sometimes.counts.size - 1)
  expect(neverHappened(sometimes.counts)).not.toContain('a month closed')
})

// ── The long runs.

/** Few enough that a flaw is soon found again with its seed. */
const acts = 250
/** The number of actions in which every rare event must have happened. */
const enoughActs = 6_000

if (isSoak)
  test('a simulated company under power cuts, lost responses and jumping clocks agrees with its model', async ({
    task,
  }) => {
    const reports = [await simulate(seed)]
    expect((await simulate(seed)).trace, `seed ${seed}, run twice`).toBe(reports[0]!.trace)
    for (const round of rounds({ short: 1, soak: 1 })) reports.push(await simulate(seed + round))

    const sum = (of: (report: Report) => number) => reports.reduce((total, report) => total + of(report), 0)
    const counts = new Map(
      reports[0]!.counts.map(([event]) => [event, sum((report) => new Map(report.counts).get(event) ?? 0)]),
    )
    const never = neverHappened(counts)
    const done = sum((report) => report.acts)
    if (done >= enoughActs) expect(never).toEqual([])
    console.log([...counts].map(([event, times]) => `${String(times).padStart(8)}  ${event}`).join('\n'))
    const faults = (name: keyof Report['faults']) => sum((report) => report.faults[name])
    task.meta.figures = [
      `${done} actions and ${sum((report) => report.documents)} documents in ${sum((report) => report.days)} simulated days with ${reports.length} seeds, ${Math.round(done / (sum((report) => report.seconds) / 60))} actions per minute of processor time`,
      `${faults('powerCuts')} power cuts, ${faults('lostAnswers')} lost responses, ${faults('restarts')} restarts, ${faults('restores')} restores and ${faults('clockJumps')} clock jumps: the books and the model agreed after each action`,
      `${counts.size - never.length} of ${counts.size} rare events happened`,
      'the same seed gave the same trace',
    ].join('; ')
  })

async function simulate(of: number): Promise<Report> {
  const program = fileURLToPath(new URL('./simulation/run.ts', import.meta.url))
  const preload = new URL('./simulation/repeatable.ts', import.meta.url).href
  const child = spawn(process.execPath, ['--import', preload, program, String(of), String(acts)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SIMULATION_SEED: String(of) },
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The simulation of seed ${of} ended with ${code}.`)
  const report = JSON.parse(output) as Report
  console.log(`Seed ${of}: ${report.acts} actions in ${report.days} days, trace ${report.trace}`)
  if (report.flaw !== null) {
    const { step, act, message } = report.flaw
    throw new Error(
      `Seed ${of}, step ${step} (${act}): ${message}\nTo repeat it: npm run soak -- --only=simulation --minutes=0 --seed=${of}`,
    )
  }
  return report
}
