// The payroll of a random tax year: three employees, registers with every kind of pay, refunds, a void, and amounts typed
// into the monthly return.
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { endOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Tables } from '../src/platform/db/tables.ts'
import { randomFrom } from './extent.ts'

type Trx = Transaction<Tables>
type Acts = {
  seed: number
  by: string
  record: (fields: Record<string, unknown>) => Promise<string | undefined>
  undo: (documentId: string, day: Day) => Promise<unknown>
  happened: (event: string) => unknown
}

/** Its own random numbers, so that the other documents of a seed stay the same. */
export async function randomPayroll(trx: Trx, { seed, by, record, undo, happened }: Acts): Promise<void> {
  const random = randomFrom(seed + 500_000)
  const chance = (percent: number) => random(100) < percent
  const amount = (below: number, percent = 60) => (chance(percent) ? String(random(below)) : '0')
  if (chance(20)) return
  await employees(trx, { until: chance(50) ? '2025-07-31' : null, thirteenth: BigInt(random(12_000_000)) })
  // 600,000.00, 20,000.00 and 5,000.00 a month at most.
  const most = { 'E-1': 60_000_000, 'E-2': 2_000_000, 'E-3': 500_000 }
  for (let month = 1; month <= 12; month += 1 + random(3)) {
    const day = endOfMonth(`2025-${String(month).padStart(2, '0')}`)
    const lines = Object.entries(most).map(([employee, below]) => ({
      employee,
      basic: String(random(below)),
      ...Object.fromEntries(['holiday', 'overtime', 'night', 'hazard'].map((key) => [key, amount(below / 10, 30)])),
      allowances: amount(below / 5),
      exemptAllowances: amount(below / 5, 30),
      thirteenth: amount(12_000_000, 30),
      deMinimis: amount(200_000),
      ...Object.fromEntries(['sss', 'philhealth', 'pagibig', 'unionDues'].map((key) => [key, amount(100_000)])),
      ...Object.fromEntries(
        ['sssEmployer', 'philhealthEmployer', 'pagibigEmployer'].map((key) => [key, amount(200_000)]),
      ),
      tax: chance(15) ? String(-random(300_000)) : amount(below / 10),
    }))
    const id = await record({ day, payPeriod: `Month ${month}`, lines, memo: '' })
    if (id !== undefined && chance(10)) await undo(id, day)
    if (chance(70)) continue
    happened('typed amount in 1601-C')
    await trx
      .insertInto('filing_entry')
      .values({
        form: '1601-C',
        box: ['17', '23', '26', '29'][random(4)] ?? '29',
        base: BigInt(random(500_000)),
        tax: BigInt(random(500_000)),
        reason: 'Entered',
        entered_by: by,
        period: day,
        entered_at: `${day}T01:00:00.000Z`,
      })
      .execute()
  }
}

/** A manager with a previous employer, a clerk whose pay is never taxed, and a minimum wage earner. */
async function employees(trx: Trx, { until, thirteenth }: { until: Day | null; thirteenth: bigint }): Promise<void> {
  const common = {
    first_name: 'Ana',
    middle_name: '',
    tin: '',
    address: '',
    zip: '',
    birth_date: null,
    nationality: 'Filipino',
    sss_no: '',
    philhealth_no: '',
    pagibig_no: '',
    status: 'R' as const,
    hired_on: '2025-01-01',
    separated_on: null,
    separation: '' as const,
    minimum_wage: false,
    minimum_wage_until: null,
    wage_per_day: 0n,
    days_of_year: '',
  }
  await trx
    .insertInto('employee')
    .values([
      { ...common, no: 'E-1', last_name: 'Manager' },
      { ...common, no: 'E-2', last_name: 'Clerk' },
      { ...common, no: 'E-3', last_name: 'Helper', minimum_wage: true, minimum_wage_until: until },
    ])
    .execute()
  await sql`insert into previous_employer (employee, year, name, tin, address, zip, thirteenth, de_minimis, contributions,
      other_exempt, taxable_basic, taxable_thirteenth, taxable_other, withheld)
    values ('E-1', 2025, 'Former Corp.', '', '', '', ${thirteenth}, 0, 0, 0, 0, 0, 0, 0)`.execute(trx)
}
