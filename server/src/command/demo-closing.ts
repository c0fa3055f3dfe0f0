// The demo company's accountant closes the older months, each on the tenth of the next or soon after, and says why what
// stands in the way may stay.
import { addMonths, monthOf } from '@talaan/ledger/day.ts'
import type { Day, Month } from '@talaan/ledger/day.ts'
import { canonical } from '@talaan/ledger/digest.ts'
import { timestamp } from '../clock.ts'
import { findingsOf } from '../closing/findings.ts'
import { close } from '../closing/months.ts'
import type { Database } from '../db.ts'
import type { House } from '../house.ts'
import type { Viewer } from '../session.ts'

/** So many months before this one stay open, for whoever wants to try something. */
const openMonths = 3

/** The month that is closed on a day, if one is. */
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
  drafts: 'Begun by mistake; nothing of the month is missing',
  entries: 'Recorded with the next month',
  banks: 'The statement of the bank came late; compared by hand',
  certificates: 'Asked for; they come with the next payment',
  yearend: 'Closed once the auditor has looked',
  pettycash: 'The custodian was away; the fund was counted in the first week of the next month',
  cheques: 'The leaf lies in the safe, unused',
  numbers: 'The booklet pages were given to the branch, which reports them',
  receipts: 'Mail goes out by hand until the mail server is set up',
  suspense: 'Looked into; settled in the next month',
} as const

export async function closeDemoMonth(
  db: Database,
  { clock }: Pick<House, 'clock'>,
  viewer: Viewer,
  month: Month,
): Promise<void> {
  await db.kysely.transaction().execute(async (trx) => {
    for (const { item, state, sentences } of await findingsOf(trx, { month, viewer })) {
      if (state === 'fine' || item === 'invariants') continue
      await trx
        .insertInto('period_note')
        .values({
          ...{ month, item, finding: canonical(sentences), words: words[item] },
          ...{ noted_by: viewer.userId, noted_at: timestamp(clock.now()) },
        })
        .execute()
    }
    const looked = (handle: typeof trx) => findingsOf(handle, { month, viewer })
    await close(trx, clock, { month, viewer, address: '', findingsOf: looked })
  })
}

/** What comes again from the first month that is open: light and water, whose bill always comes late. */
export async function registerDemoEntry(
  db: Database,
  viewer: Viewer,
  { id, today, at }: { id: string; today: Day; at: string },
): Promise<void> {
  await db.kysely
    .insertInto('recurring_entry')
    .values({
      ...{ id, name: 'Light and water, billed late', kind: 'accrual', debit_account: '6060', credit_account: '2020' },
      ...{ amount: 850_000n, first_month: addMonths(monthOf(today), -openMonths), last_month: null },
      ...{ registered_by: viewer.userId, registered_at: at },
    })
    .execute()
}
