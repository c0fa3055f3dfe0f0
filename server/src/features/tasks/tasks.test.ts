// Tasks follow from the state of the books: each kind appears with its cause and is gone after it, and counts are those of the rows.
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  claimHours,
  claimTask,
  listTasks,
  maxTaskRows,
  snoozeTask,
  taskKinds,
  taskKindsOf,
  viewTask,
} from '@talaan/contract/tasks.ts'
import type { Task, TaskKind } from '@talaan/contract/tasks.ts'
import { voidDocument } from '@talaan/contract/documents.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { makeDemo } from '../../cli/demo/demo.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { recordDocument } from '../../../test/recorded.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { credit, debit } from '@talaan/ledger/accounts/journal.ts'
import { periodOf, worksheetForms } from '@talaan/ledger/tax/calendar/forms.ts'
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import { calculateReturn, nothingKnown, returnFigures } from '../filings/calculate-return.ts'
import type { Known } from '../filings/calculate-return.ts'
import { dueUntil } from '../filings/calendar.ts'
import { readRules } from '../filings/rules.ts'
import { fromTaxState } from '../filings/tax-state.ts'
import { tasksOf as readTasks } from './list.ts'
import { recordNow, viewerOf } from '../../../test/race.ts'

let portal: Portal
let ana: Caller
let ben: Caller
let carla: Caller

beforeAll(async () => void (portal = await openPortal()))
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  await signIn()
})

// The tests begin on 16 March 2026.

test('who may not: another role sees neither the kind nor its rows, and cannot snooze or claim it', async () => {
  expect((await portal.nobody.call(listTasks)).status).toBe(401)
  await failedJob('mail.send')
  expect(await kindsOf(ana)).toEqual([])
  expect(await kindsOf(ben)).toEqual(['mail'])
  const params = { kind: 'mail' }
  const replies = [
    await ana.call(viewTask, { params }),
    await ana.call(snoozeTask, { params, body: { until: '2026-03-20' } }),
    await ana.call(claimTask, { params, body: { mine: true } }),
  ]
  expect(replies.map(({ status, body }) => [status, body.code])).toEqual(replies.map(() => [403, 'tasks.notYours']))
  expect((await ben.call(viewTask, { params: { kind: 'nothing' } })).status).toBe(400)
})

type Case = { kind: TaskKind; by?: 'ana' | 'ben'; make: () => Promise<() => Promise<unknown>>; expected: Partial<Task> }

/** An open item of an account; the answer settles it. */
const item = async (
  account: string,
  { kind, day, dueDay = null, began = day }: { kind: string; day: string; dueDay?: string | null; began?: string },
) => {
  const id = await documentOf(kind, day, dueDay)
  await query(`insert into open_item (document_id, settles, account, day, amount) values ($1, $1, $2, $3, 25000)`, [
    id,
    account,
    began,
  ])
  return () =>
    query(`insert into open_item (document_id, settles, account, day, amount) values ($1, $1, $2, $3, -25000)`, [
      id,
      account,
      began,
    ])
}

/** A run of the checks in which one check has this result. */
const checked = (verdict: 'holds' | 'broken') =>
  query(
    `with run as (
       insert into trust_run (reason, started_at, ended_at, version, entries, head, events, events_head, facts)
       values ('night', '2026-03-15T21:00:00Z', '2026-03-15T21:01:00Z', 'test', 0, '', 0, '', '{}') returning id
     )
     insert into trust_result (run_id, check_name, position, verdict, problems, milliseconds)
     select id, 'the disk has room', 1, $1, case $1 when 'holds' then '{}'::text[] else '{The disk is full.}' end, 1 from run`,
    [verdict],
  )

const cheque = async (day: string) => {
  const id = await documentOf('cheque', day)
  await query(
    `insert into cheque (document_id, account, no, payee, day, amount) values ($1, '1031', '0000101', 'Sikat Guards', $2, 25000)`,
    [id, day],
  )
  return () =>
    query(
      `insert into cheque_event (account, no, state, day, noted_by, noted_at)
       select '1031', '0000101', 'cleared', $1, id, now() from users where client_id = 'ben'`,
      ['2026-03-16'],
    )
}

const fund = async (balance: number) => {
  await query(`update money_account set float = 1000000, custodian = 'Tess Cruz' where code = '1020'`)
  await query(`insert into account_day (account, day, debit, credit) values ('1020', '2026-02-01', $1, 0)`, [balance])
  const establishment = await documentOf('pettycashfund', '2026-02-01')
  await query(
    `insert into fund_act (document_id, fund, act, counted_by, witness, custodian) values ($1, '1020', 'establish', '', '', '')`,
    [establishment],
  )
}

const cases: readonly Case[] = [
  {
    kind: 'drafts',
    by: 'ana',
    make: async () => {
      const id = crypto.randomUUID()
      await query(
        `insert into draft (id, user_id, kind, fields, saved_at) select $1, id, 'invoice', '{}', '2026-03-10T02:00:00Z' from users where client_id = 'ana'`,
        [id],
      )
      return () => query('delete from draft where id = $1', [id])
    },
    expected: { count: 1, amount: null, oldest: '2026-03-10' },
  },
  {
    kind: 'batches',
    by: 'ana',
    make: async () => {
      await query(
        `insert into import_batch (id, kind, documents, begun_by, begun_at, form, counted, control_total)
         select gen_random_uuid(), 'bundle', '[]', id, '2026-03-11T02:00:00Z', 'bills', 3, 90000 from users where client_id = 'ana'`,
      )
      return () => query('delete from import_batch')
    },
    expected: { count: 1, amount: 90_000n, oldest: '2026-03-11' },
  },
  {
    kind: 'undeposited',
    by: 'ana',
    make: () => item('1010', { kind: 'collection', day: '2026-03-12' }),
    expected: { count: 1, amount: 25_000n, oldest: '2026-03-12' },
  },
  {
    kind: 'chequesIn',
    by: 'ana',
    make: () => item('1010', { kind: 'collection', day: '2026-03-12', began: '2026-03-23' }),
    expected: { count: 1, amount: 25_000n, oldest: '2026-03-23' },
  },
  {
    kind: 'bills',
    make: () => item('2010', { kind: 'bill', day: '2026-03-01', dueDay: '2026-03-23' }),
    expected: { count: 1, amount: 25_000n, oldest: '2026-03-01', available: 0n },
  },
  {
    kind: 'overdue',
    make: () => item('1110', { kind: 'invoice', day: '2026-02-01', dueDay: '2026-03-15' }),
    expected: { count: 1, amount: 25_000n, oldest: '2026-02-01' },
  },
  {
    kind: 'transfers',
    make: () => item('1050', { kind: 'transfer', day: '2026-03-10' }),
    expected: { count: 1, amount: 25_000n },
  },
  {
    kind: 'unidentified',
    make: () => item('2065', { kind: 'bankadjustment', day: '2026-03-10' }),
    expected: { count: 1, amount: 25_000n },
  },
  {
    kind: 'advances',
    make: () => item('1130', { kind: 'pettycash', day: '2026-02-13' }),
    expected: { count: 1, amount: 25_000n, oldest: '2026-02-13' },
  },
  {
    kind: 'certificatesToCollect',
    make: () => item('1321', { kind: 'collection', day: '2025-12-31' }),
    expected: { count: 1, amount: 25_000n, oldest: '2025-12-31' },
  },
  {
    kind: 'chequesOut',
    make: () => cheque('2026-03-20'),
    expected: { count: 1, amount: 25_000n, oldest: '2026-03-20' },
  },
  { kind: 'unclearedCheques', make: () => cheque('2026-02-13'), expected: { count: 1, oldest: '2026-02-13' } },
  { kind: 'staleCheques', make: () => cheque('2025-09-16'), expected: { count: 1, oldest: '2025-09-16' } },
  {
    kind: 'pettyCashCount',
    make: async () => {
      await fund(900_000)
      return () =>
        query(
          `insert into cash_count (id, account, day, pieces, counted, custodian, counted_by, witness, memo, recorded_by, recorded_at)
           select gen_random_uuid(), '1020', '2026-03-16', '{}', 900000, '', '', '', '', id, now() from users where client_id = 'ana'`,
        )
    },
    expected: { count: 1, amount: 900_000n, oldest: '2026-02-01' },
  },
  {
    kind: 'pettyCashLow',
    make: async () => {
      await fund(300_000)
      return () =>
        query(`insert into account_day (account, day, debit, credit) values ('1020', '2026-03-16', 700000, 0)`)
    },
    expected: { count: 1, amount: 700_000n },
  },
  {
    kind: 'bankLines',
    make: async () => {
      const [statement, line] = [crypto.randomUUID(), crypto.randomUUID()]
      await query(
        `insert into attachment_content (sha256, content) values (repeat('0', 64), '') on conflict do nothing`,
      )
      await query(
        `insert into bank_statement (id, account, file_name, findings, format, from_day, to_day, lines, sha256, uploaded_at, uploaded_by)
         select $1, '1031', 'march.csv', '[]', 'csv', '2026-03-01', '2026-03-15', 1, repeat('0', 64), now(), id from users where client_id = 'ben'`,
        [statement],
      )
      await query(
        `insert into bank_line (id, account, day, amount, description, fingerprint, position, first_statement_id)
         values ($1, '1031', '2026-03-05', -25000, 'SERVICE CHARGE', repeat('1', 64), 1, $2)`,
        [line, statement],
      )
      await query(
        `insert into bank_line_seen (statement_id, line_id, position, description) values ($1, $2, 1, 'SERVICE CHARGE')`,
        [statement, line],
      )
      return () =>
        query(
          `update bank_statement set removed_at = now(), removed_by = uploaded_by, removal_reason = 'Wrong file' where id = $1`,
          [statement],
        )
    },
    expected: { count: 1, amount: 25_000n, oldest: '2026-03-05' },
  },
  {
    kind: 'jobs',
    make: async () => {
      const id = await failedJob('looseleaf.make')
      return () => query(`update job set state = 'queued', ended_at = null where id = $1`, [id])
    },
    expected: { count: 1, amount: null, oldest: '2026-03-14' },
  },
  {
    kind: 'mail',
    make: async () => {
      const id = await failedJob('mail.send')
      return () => query(`update job set state = 'done' where id = $1`, [id])
    },
    expected: { count: 1, amount: null, oldest: '2026-03-14' },
  },
  {
    kind: 'checks',
    make: async () => {
      await checked('broken')
      return () => checked('holds')
    },
    expected: { count: 1, amount: null, oldest: '2026-03-16' },
  },
  {
    kind: 'backups',
    make: async () => {
      await query(
        `insert into backup (night, asked_at, begun_at, ended_at, failure) values ('2026-03-15', now(), now(), '2026-03-15T18:00:00Z', 'No space')`,
      )
      return () =>
        query(
          `insert into backup (night, asked_at, begun_at, ended_at, file, bytes, entries, head)
           values ('2026-03-16', now(), now(), '2026-03-16T18:00:00Z', 'a.backup', 1, 0, '')`,
        )
    },
    expected: { count: 1, oldest: '2026-03-16' },
  },
  {
    kind: 'recurring',
    by: 'ana',
    make: async () => {
      const [template, draft] = [crypto.randomUUID(), crypto.randomUUID()]
      const ben = `select id from users where client_id = 'ben'`
      await query(
        `insert into document_template (id, name, kind, total, fields, saved_by, saved_at) values ($1, 'Rent', 'bill', 25000, '{}', (${ben}), now())`,
        [template],
      )
      await query(
        `insert into recurring_rule (template_id, every, unit, place, begins, owner, set_at) values ($1, 1, 'month', 'date', '2026-03-01', (${ben}), now())`,
        [template],
      )
      await query(
        `insert into draft (id, user_id, kind, fields, saved_at) values ($1, (${ben}), 'bill', '{}', now())`,
        [draft],
      )
      await query(
        `insert into recurring_occurrence (template_id, day, state, draft_id, proposed, made_at) values ($1, '2026-03-01', 'made', $2, '{}', now())`,
        [template, draft],
      )
      return () => query('delete from draft where id = $1', [draft])
    },
    expected: { count: 1, amount: 25_000n, oldest: '2026-03-01' },
  },
  {
    kind: 'deadlines',
    make: async () => {
      const id = crypto.randomUUID()
      await query(
        `insert into custom_duty (id, name, every, month, day_of_month, valid_from, note, entered_by, entered_at)
         select $1, 'FDA license', 'year', 3, 18, '2026-01-01', '', id, now() from users where client_id = 'ben'`,
        [id],
      )
      return () => query(`update custom_duty set ended_on = '2026-03-01' where id = $1`, [id])
    },
    expected: { count: 1, oldest: '2026-03-18' },
  },
  {
    kind: 'arrivals',
    by: 'ana',
    make: async () => {
      await query(
        `insert into attachment_content (sha256, content) values (repeat('2', 64), '') on conflict do nothing`,
      )
      await query(
        `insert into arrival (id, sha256, file_name, file_type, file_bytes, arrived_by, arrived_at)
         select gen_random_uuid(), repeat('2', 64), 'bill.pdf', 'application/pdf', 1, id, '2026-03-13T02:00:00Z' from users where client_id = 'ben'`,
      )
      return () => query('update arrival set dismissed_by = arrived_by, dismissed_at = now()')
    },
    expected: { count: 1, amount: null, oldest: '2026-03-13' },
  },
  {
    kind: 'questions',
    by: 'ana',
    make: async () => {
      const id = crypto.randomUUID()
      const [by, to] = [`select id from users where client_id = 'ben'`, `select id from users where client_id = 'ana'`]
      await query(
        `insert into question (id, month, words, due, asked_by, asked_at) values ($1, '2026-02', 'Which one?', '2026-03-20', (${by}), '2026-03-13T02:00:00Z')`,
        [id],
      )
      await query(
        `insert into question_event (question_id, act, to_user, by_user, at) values ($1, 'asked', (${to}), (${by}), '2026-03-13T02:00:00Z')`,
        [id],
      )
      return () =>
        query(
          `insert into question_event (question_id, act, words, by_user, at) values ($1, 'answered', 'This one', (${to}), now())`,
          [id],
        )
    },
    expected: { count: 1, amount: null, oldest: '2026-03-13' },
  },
]

test('each kind of task is proved: below from its cause, or with the bill with withholding', () => {
  const withTheBill: readonly TaskKind[] = ['returns', 'months', 'certificatesToIssue']
  expect([...cases.map(({ kind }) => kind), ...withTheBill].toSorted()).toEqual(taskKinds.toSorted())
})

test.each(cases)(
  '$kind: the task appears with its cause and is gone after it',
  async ({ kind, by = 'ben', make, expected }) => {
    const caller = by === 'ana' ? ana : ben
    const shown = async () => (await tasksOf(caller)).find((one) => one.kind === kind)
    expect(await shown()).toBeUndefined()
    const fix = await make()
    expect(await shown()).toMatchObject(expected)
    expect((await caller.call(viewTask, { params: { kind } })).answer.rows).toHaveLength(expected.count ?? 0)
    await fix()
    expect(await shown()).toBeUndefined()
    expect((await caller.call(viewTask, { params: { kind } })).answer).toMatchObject({ task: null, rows: [] })
  },
)

test('a bill with withholding asks for a return, a certificate and the closing of its month, each with its amount', async () => {
  const fields = { kind: 'non_individual', vatStatus: 'vat', tin: '123-456-789', registeredName: 'Lakbay Realty Inc.' }
  const body = { registrationId: crypto.randomUUID(), role: 'supplier', fields, lookAlikesSeen: true } as const
  const partyId = (await ana.call(registerParty, { body })).answer.party.id
  await query(`update tax_profile set files_from = '2026-01-01', remind_days = 30`)
  const rent = {
    partyId,
    externalNo: 'RENT 2',
    day: '2026-02-01',
    dueDay: '2026-06-16',
    priceMode: 'inclusive',
    lines: [
      {
        description: 'Rent',
        amount: '5600000',
        vatClass: 'vatable',
        category: 'services',
        account: '6030',
        atc: 'WC100',
      },
    ],
  }
  await recordNow(portal, await viewerOf(portal, 'ben'), ['bill', rent])
  const march = await tasksOf(ben)
  expect(march.find(({ kind }) => kind === 'months')).toMatchObject({ count: 1, oldest: '2026-03-01' })
  expect(march.some(({ kind }) => kind === 'certificatesToIssue')).toBe(false)
  const { rows } = (await ben.call(viewTask, { params: { kind: 'returns' } })).answer
  // 5 % of 50,000.00, withheld in February.
  expect(rows.find(({ title, ref }) => title === '0619-E' && ref.startsWith('2026-02'))).toMatchObject({
    amount: 250_000n,
  })
  expect(rows).toHaveLength(march.find(({ kind }) => kind === 'returns')?.count ?? -1)

  const before = (await ben.call(viewTask, { params: { kind: 'returns' } })).answer.rows.length
  await query(
    `insert into filing (id, form, period, revision, amendment, filed_on, reference, last_entry, content, digest, filed_by, filed_at)
     select gen_random_uuid(), '0619-E', '2026-02-28', '', 0, '2026-03-10', '123', 1, '{}', repeat('0', 64), id, now() from users where client_id = 'ben'`,
  )
  expect((await ben.call(viewTask, { params: { kind: 'returns' } })).answer.rows).toHaveLength(before - 1)
  await portal.db.pool.query(
    `begin;
     insert into period_event (month, act, seal, entries, last_entry, acted_by, acted_at)
       select '2026-02', 'closed', repeat('0', 64), 1, 1, id, now() from users where client_id = 'ben';
     insert into period (month, seal, entries, last_entry, closed_by, closed_at)
       select '2026-02', repeat('0', 64), 1, 1, id, now() from users where client_id = 'ben';
     commit`,
  )
  expect(await kindsOf(ben)).not.toContain('months')

  portal.clock.forward(20 * 86_400)
  await signIn()
  expect((await tasksOf(ben)).find(({ kind }) => kind === 'certificatesToIssue')).toMatchObject({
    count: 1,
    amount: 250_000n,
    oldest: '2026-03-31',
  })
  await query(
    `insert into certificate_issued (id, party_id, quarter, revision, tax, form, content, digest, issued_by, issued_at)
     select gen_random_uuid(), $1, '2026-01-01', 1, 250000, '2307', '{}', repeat('0', 64), id, now() from users where client_id = 'ben'`,
    [partyId],
  )
  expect(await kindsOf(ben)).not.toContain('certificatesToIssue')
})

test('a snooze is personal, ends on its date, and ends early when the task changes', async () => {
  await item('1010', { kind: 'collection', day: '2026-03-12' })
  const params = { kind: 'undeposited' }
  const until = (caller: Caller) =>
    tasksOf(caller).then((all) => all.find(({ kind }) => kind === 'undeposited')?.snoozedUntil)
  const snooze = (day: string | null) => ana.call(snoozeTask, { params, body: { until: day } })
  expect(await snooze('2026-03-16')).toMatchObject({ status: 422, body: { code: 'tasks.dayPassed' } })
  expect((await ana.call(snoozeTask, { params: { kind: 'bills' }, body: { until: '2026-03-20' } })).body.code).toBe(
    'tasks.gone',
  )
  expect((await snooze('2026-03-18')).status).toBe(200)
  expect((await snooze('2026-03-20')).status).toBe(200)
  expect([await until(ana), await until(ben)]).toEqual(['2026-03-20', null])
  expect((await snooze(null)).status).toBe(200)
  expect(await until(ana)).toBeNull()

  await snooze('2026-03-20')
  const settle = await item('1010', { kind: 'collection', day: '2026-03-13' })
  expect(await until(ana)).toBeNull()
  await settle()
  expect(await until(ana)).toBe('2026-03-20')
  portal.clock.forward(4 * 86_400)
  await signIn()
  expect(await until(ana)).toBeNull()
  expect((await query('select kind, until::text from task_snooze')).rows).toEqual([
    { kind: 'undeposited', until: '2026-03-20' },
  ])
})

test('one person at a time works on a task, everyone sees who, and a claim ends by itself', async () => {
  await item('1010', { kind: 'collection', day: '2026-03-12' })
  const claim = (caller: Caller, mine: boolean, kind = 'undeposited') =>
    caller.call(claimTask, { params: { kind }, body: { mine } })
  const seen = (caller: Caller) => tasksOf(caller).then(([task]) => task?.claimedBy)
  expect((await claim(ana, true, 'bills')).body.code).toBe('tasks.gone')
  expect((await claim(ana, true, 'drafts')).status).toBe(403)
  const replies = await Promise.all([claim(ana, true), claim(ben, true)])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const winner = replies[0]?.status === 200 ? ana : ben
  const other = winner === ana ? ben : ana
  expect(await seen(carla)).toBe(winner === ana ? 'ana' : 'ben')
  expect((await claim(winner, true)).status).toBe(200)
  expect((await claim(other, false)).status).toBe(200)
  expect(await seen(carla)).toBe(winner === ana ? 'ana' : 'ben')
  expect((await claim(winner, false)).status).toBe(200)
  expect(await seen(carla)).toBeNull()

  await claim(ana, true)
  portal.clock.forward(claimHours * 3600 + 1)
  await signIn()
  expect(await seen(carla)).toBeNull()
  expect((await claim(ben, true)).status).toBe(200)
  expect(await seen(carla)).toBe('ben')
})

test('what is calculated from the taxes is calculated again after each change, and only then', async () => {
  const { kysely } = portal.db
  let calculations = 0
  const figures = fromTaxState(() => Promise.resolve((calculations += 1)))
  const changes: Record<string, () => Promise<unknown>> = {
    nothing: () => Promise.resolve(),
    'a setting': () => kysely.updateTable('tax_profile').set({ remind_days: 3 }).execute(),
    'a holiday': () =>
      query(`insert into non_working_day (day, name, source) values ('2026-03-20', 'Fiesta', 'Order 1')`),
    'a manual entry': () =>
      query(`insert into filing_entry (form, period, box, base, tax, reason, entered_by, entered_at)
        select '2550Q', '2026-03-31', '22', 0, 100, 'Late', id, now() from users where client_id = 'ben'`),
    'a posting': () =>
      recordDocument(portal, {
        number: 'SI-2026-000900',
        lines: [debit('1110', 112_00n), credit('4010', 100_00n), credit('2110', 12_00n)],
      }),
  }
  for (const [change, make] of Object.entries(changes)) {
    await make()
    const before = calculations
    await figures(kysely, '2026-03-16')
    await figures(kysely, '2026-03-16')
    expect([change, calculations - before]).toEqual([change, 1])
  }
})

test('in the demo books the count, amount and age of each task are those of its rows, for each role', async () => {
  await using demo = await openPortal({
    books: ({ db, env, passwordCost }) => makeDemo({ db, env, passwordCost, today: '2026-03-16', months: 4 }),
  })
  const found = new Set<TaskKind>()
  const { userId } = await viewerOf(demo, 'ben')
  const asking = { userId, role: 'accountant', today: '2026-03-16' } as const
  await readTasks(demo.db.kysely, asking, demo.clock.now())
  expect(await statementsOf(() => readTasks(demo.db.kysely, asking, demo.clock.now()))).toBeLessThanOrEqual(8)
  for (const [name, role] of [
    ['ana', 'user'],
    ['ben', 'accountant'],
    ['carla', 'admin'],
  ] as const) {
    const caller = await demo.signIn(name)
    const { tasks } = (await caller.call(listTasks)).answer
    expect(taskKindsOf(role)).toEqual(expect.arrayContaining(tasks.map(({ kind }) => kind)))
    for (const kind of taskKindsOf(role)) {
      const listed = tasks.find((one) => one.kind === kind)
      const { task, rows } = (await caller.call(viewTask, { params: { kind } })).answer
      expect(task, `${kind} for ${name}`).toEqual(listed ?? null)
      if (listed === undefined) {
        expect(rows, `${kind} for ${name}`).toEqual([])
        continue
      }
      found.add(kind)
      expect(rows.length, `${kind} for ${name}`).toBe(Math.min(listed.count, maxTaskRows))
      if (listed.count > maxTaskRows) continue
      expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
      const amounts = rows.flatMap(({ amount }) => amount ?? [])
      if (kind !== 'returns' && listed.amount !== null)
        expect(
          amounts.reduce((all, one) => all + one, 0n),
          `${kind} for ${name}`,
        ).toBe(listed.amount)
      expect(rows.map(({ since }) => since ?? '').toSorted()[0] || null, `${kind} for ${name}`).toBe(listed.oldest)
    }
  }
  expect(found.size).toBeGreaterThan(4)

  // Whatever the returns and deadlines read is part of the state under which they are stored.
  const compared = await tablesRead(demo, (trx) => fromTaxState(() => Promise.resolve(0))(trx, '2026-03-16'))
  const read = await tablesRead(demo, async (trx) => {
    const rules = await readRules(trx)
    for (const form of worksheetForms)
      for (const on of ['2025-12-31', '2026-03-31'])
        await calculateReturn(trx, rules, { form, period: periodOf(form, on, rules.registrations.fiscalYearEnd) })
    await dueUntil(trx, rules, { today: '2026-03-16', until: '2026-12-31', periodsUntil: '2026-12-31' })
  })
  expect(read.filter((name) => !compared.includes(name) && !changedByPosting.includes(name))).toEqual([])

  await storedReturnsAreThoseCalculatedAnew(demo)
})

/** After each change, also of an earlier month, the returns equal those calculated anew, and only its month and later ones are. */
async function storedReturnsAreThoseCalculatedAnew(demo: Portal): Promise<void> {
  const all = async (db: Kysely<Tables>, known: Known) => {
    const rules = await readRules(db)
    const payable: Record<string, unknown> = {}
    for (const form of worksheetForms)
      for (const on of ['2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31']) {
        const period = periodOf(form, on, rules.registrations.fiscalYearEnd)
        const figures = await returnFigures(db, rules, { form, period }, known)
        payable[`${form} ${period.to}`] = figures && [figures.payable, ...figures.boxes]
      }
    return payable
  }
  let before: string[] = []
  const stored = fromTaxState((db, _: null, known) => {
    before = [...known.returns.keys()]
    return all(db, known)
  })
  const viewer = await viewerOf(demo, 'ben')
  const { id: partyId } = await demo.db.kysely
    .selectFrom('party')
    .select('id')
    .where('customer', '=', true)
    .where('tin9', 'is not', null)
    .orderBy('name')
    .executeTakeFirstOrThrow()
  const invoice = (externalNo: string, day: Day) =>
    recordNow(demo, viewer, [
      'invoice',
      {
        partyId,
        externalNo,
        day,
        dueDay: day,
        email: 'ap@lakbay.example',
        priceMode: 'exclusive',
        lines: [{ description: 'Bamboo', quantity: '1', unitPrice: '1234500', vatClass: 'vatable', account: '4010' }],
      },
    ])
  const caller = await demo.signIn('ben', { force: true })
  let voided = ''
  const changes: [string, () => Promise<unknown>, { known: readonly string[]; unknown: readonly string[] }][] = [
    ['nothing', () => Promise.resolve(), { known: [], unknown: [] }],
    [
      'an invoice of March',
      () => invoice('T-1', '2026-03-10'),
      { known: ['2550Q 2025-12-31', '0619-E 2026-02-28'], unknown: ['2550Q 2026-03-31'] },
    ],
    [
      'an invoice of February',
      async () => void (voided = (await invoice('T-2', '2026-02-20')).documentId),
      { known: ['2550Q 2025-12-31', '0619-E 2026-01-31'], unknown: ['0619-E 2026-02-28', '2550Q 2026-03-31'] },
    ],
    [
      'its void',
      async () => {
        const body = { day: '2026-03-16', reason: 'Recorded twice' } as const
        expect((await caller.call(voidDocument, { params: { documentId: voided }, body })).status).toBe(200)
      },
      { known: [], unknown: ['2550Q 2025-12-31'] },
    ],
    [
      'a setting',
      () => demo.db.kysely.updateTable('tax_profile').set({ remind_days: 4 }).execute(),
      { known: [], unknown: ['2550Q 2025-12-31'] },
    ],
  ]
  for (const [change, make, { known, unknown }] of changes) {
    await make()
    const now = await stored(demo.db.kysely, null)
    expect(now, change).toEqual(await all(demo.db.kysely, nothingKnown()))
    expect(before, change).toEqual(expect.arrayContaining([...known]))
    expect(
      before.filter((one) => unknown.includes(one)),
      change,
    ).toEqual([])
    expect(await stored(demo.db.kysely, null)).toBe(now)
  }
}

/** Written together with an entry, which changes the head of the ledger; a party changes by a correction, and these are counted. */
const changedByPosting: readonly string[] = ['entry', 'line', 'account_month', 'payroll_line', 'party']

/** The tables that are read, as PostgreSQL counts them within a transaction. */
const tablesRead = (of: Portal, run: (trx: Transaction<Tables>) => Promise<unknown>): Promise<string[]> =>
  of.db.kysely.transaction().execute(async (trx) => {
    await run(trx)
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_stat_xact_user_tables where seq_scan + coalesce(idx_scan, 0) > 0 order by relname`.execute(
      trx,
    )
    return rows.map(({ name }) => name)
  })

// ── Helpers.

const query = (text: string, values: unknown[] = []) => portal.db.pool.query(text, values)

const tasksOf = async (caller: Caller): Promise<Task[]> => (await caller.call(listTasks)).answer.tasks
const kindsOf = async (caller: Caller): Promise<TaskKind[]> => (await tasksOf(caller)).map(({ kind }) => kind)

async function signIn(): Promise<void> {
  ;[ana, ben, carla] = [
    await portal.signIn('ana', { force: true }),
    await portal.signIn('ben', { force: true }),
    await portal.signIn('carla', { force: true }),
  ]
}

let serial = 0
async function documentOf(kind: string, day: string, dueDay: string | null = null): Promise<string> {
  const id = crypto.randomUUID()
  serial += 1
  await query(
    `insert into document (id, draft_id, kind, series, year, serial, number, day, due_day, memo, total, fields, receipt, digest,
       search_text, recorded_by, recorded_at)
     select $1, gen_random_uuid(), $2, 'XX', 2026, $3, $4, $5, $6, '', 1, '{}', '{}', '', '', id, now() from users where client_id = 'ana'`,
    [id, kind, serial, `XX-2026-${serial}`, day, dueDay],
  )
  return id
}

/** The number of statements that are sent to the database meanwhile. */
async function statementsOf(run: () => Promise<unknown>): Promise<number> {
  const { query: send } = pg.Client.prototype
  let statements = 0
  pg.Client.prototype.query = function (this: pg.Client, ...args: never[]) {
    statements += 1
    return (send as (...args: never[]) => never).apply(this, args)
  } as typeof send
  try {
    await run()
    return statements
  } finally {
    pg.Client.prototype.query = send
  }
}

/** A job that failed on 14 March; a message with its row in the outbox. */
async function failedJob(name: string): Promise<string> {
  const id = crypto.randomUUID()
  await query(
    `insert into job (id, name, state, run_at, last_error, created_at, ended_at)
     values ($1, $2, 'failed', '2026-03-14T02:00:00Z', 'No such mailbox', '2026-03-14T02:00:00Z', '2026-03-14T02:00:00Z')`,
    [id, name],
  )
  if (name === 'mail.send')
    await query(
      `insert into outbox (id, topic, recipient, subject, body, message_id, created_at)
       values ($1, 'test', 'ap@lakbay.example', 'Test', '', $2, '2026-03-14T02:00:00Z')`,
      [id, `<${id}@talaan>`],
    )
  return id
}
