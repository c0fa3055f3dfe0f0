// The demo company's accountant closes the older months, each on the tenth of the next month or soon after, with
// explanations of open points.
import type { Transaction } from 'kysely'
import { addMonths, monthOf } from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import { canonical } from '@talaan/ledger/core/digest.ts'
import { timestamp } from '../../platform/clock.ts'
import { findingsOf } from '../../features/closing/findings.ts'
import { suggestionsOf } from '../../features/closing/month-end.ts'
import { close } from '../../features/closing/months.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { recordWithin } from '../../books/recording/record.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { firePremium, furnished, shelves } from './purchases.ts'

/** Accumulated depreciation of the shelves. */
const accumulated = '1531'

/** The number of recent months left open for trying things. */
const openMonths = 3

/** The month closed on a date, if any. */
export function monthClosedOn(
  day: Day,
  { first, today }: { first: Day; today: Day },
  closed: readonly Month[],
): Month | null {
  const month = addMonths(monthOf(day), -1)
  const isTime = day.slice(8) >= '10' && month >= monthOf(first) && !closed.includes(month)
  return isTime && addMonths(month, openMonths) < monthOf(today) ? month : null
}

const words = {
  drafts: 'Started by mistake; no transactions are missing',
  entries: 'Recorded in the next month',
  banks: 'Bank statement arrived late; checked manually',
  certificates: 'Requested; expected with the next payment',
  yearend: 'To be closed after the audit',
  pettycash: 'Custodian on leave; fund counted in the first week of the following month',
  cheques: 'The unused leaf is in the safe',
  numbers: 'The booklet pages are used by the branch, which reports them separately',
  receipts: 'Receipts are sent manually until e-mail is set up',
  suspense: 'Investigated; cleared the following month',
} as const

export async function closeDemoMonth(
  db: Database,
  { clock, env }: Pick<AppContext, 'clock' | 'env'>,
  viewer: Viewer,
  month: Month,
): Promise<void> {
  await db.kysely.transaction().execute(async (trx) => {
    for (const { kind, draftId, fields } of await suggestionsOf(trx, month))
      await recordWithin(trx, { clock, env }, { viewer, typeName: kind, draftId, input: fields, address: '' })
    for (const { item, state, sentences } of await findingsOf(trx, { month, viewer })) {
      if (state === 'fine' || item === 'invariants' || item === 'questions') continue
      await trx
        .insertInto('period_note')
        .values({
          month,
          item,
          finding: canonical(sentences),
          words: words[item],
          noted_by: viewer.userId,
          noted_at: timestamp(clock.now()),
        })
        .execute()
    }
    const looked = (handle: typeof trx) => findingsOf(handle, { month, viewer })
    await close(trx, clock, { month, viewer, address: '', findingsOf: looked })
  })
}

/** Of the month-end entries of an open month only the depreciation, so that the others can be tried. */
export async function recordDemoDepreciation(
  trx: Transaction<Tables>,
  context: Pick<AppContext, 'clock' | 'env'>,
  viewer: Viewer,
  month: Month,
): Promise<void> {
  for (const { kind, draftId, fields, lines } of await suggestionsOf(trx, month))
    if (lines.some(({ account }) => account === accumulated))
      await recordWithin(trx, context, { viewer, typeName: kind, draftId, input: fields, address: '' })
}

type Registering = { idFrom: (n: number) => string; first: Day; today: Day; at: string }

/**
 * The monthly entries: cost of goods sold, insurance, depreciation of the shelves; and from the first open month,
 * accrued utilities, whose bill always comes late.
 */
export async function registerDemoEntries(
  db: Database,
  viewer: Viewer,
  { idFrom, first, today, at }: Registering,
): Promise<void> {
  const registered = { registered_by: viewer.userId, registered_at: at }
  const month = monthOf(first)
  const entries = [
    {
      name: 'Cost of goods sold, per stock cards',
      kind: 'standing' as const,
      lines: [['5010', 9_000_000n] as const, ['1210', -9_000_000n] as const],
      first_month: month,
      last_month: null,
    },
    {
      name: 'Office fire insurance',
      kind: 'prepayment' as const,
      lines: [['6150', firePremium] as const, ['1340', -firePremium] as const],
      first_month: month,
      last_month: addMonths(month, 11),
    },
    {
      name: 'Electricity and water, bill received late',
      kind: 'accrual' as const,
      lines: [['6060', 850_000n] as const, ['2020', -850_000n] as const],
      last_month: null,
      first_month: addMonths(monthOf(today), -openMonths),
    },
  ]
  for (const [no, { lines, ...entry }] of entries.entries()) {
    const id = idFrom(31_000 + no)
    await db.kysely
      .insertInto('recurring_entry')
      .values({ id, ...entry, ...registered })
      .execute()
    await db.kysely
      .insertInto('recurring_line')
      .values(
        lines.map(([account, amount], i) => ({
          entry_id: id,
          position: i + 1,
          account,
          debit: amount > 0n ? amount : 0n,
          credit: amount < 0n ? -amount : 0n,
        })),
      )
      .execute()
  }
  await db.kysely
    .insertInto('asset')
    .values({
      id: idFrom(32_000),
      name: 'Stock room shelves and cabinets',
      acquired_on: furnished(first),
      cost: shelves,
      salvage: 0n,
      written_off: 0n,
      life_months: 60,
      first_month: month,
      last_month: null,
      accumulated_account: accumulated,
      expense_account: '6160',
      ...registered,
    })
    .execute()
}
