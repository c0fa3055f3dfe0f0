// The demo's filings: customer certificates are claimed, and each due return, list and certificate is filed through the
// regular code. The newest of each may stay open, with the first of them prepared.
import type { Transaction } from 'kysely'
import { addDays, monthOf } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Obligation } from '@talaan/ledger/tax/calendar/calendar.ts'
import { dutyWords } from '@talaan/ledger/tax/calendar/forms.ts'
import type { SawtForm } from '@talaan/ledger/tax/lists/alphalist.ts'
import { claim } from '../../features/certificates/claims.ts'
import { certificatesInHand } from '../../features/certificates/received.ts'
import { timestamp } from '../../platform/clock.ts'
import { dueUntil } from '../../features/filings/calendar.ts'
import { notePrepared, storeFiling } from '../../features/filings/filing.ts'
import type { FilingContext } from '../../features/filings/filing.ts'
import { readRules } from '../../features/filings/rules.ts'
import { filingStatusOf } from '../../features/filings/filing-status.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Trx = Transaction<Tables>

type FilingOptions = {
  from: Day
  today: Day
  /** Leaves the newest of each duty to the user of the demo. */ leaveNewest: boolean
}

/** Files what was due, in order of deadline; returns how many. */
export async function fileDemoReturns(
  trx: Trx,
  filing: FilingContext,
  { from, today, leaveNewest }: FilingOptions,
): Promise<number> {
  const due = await dueUntil(trx, await readRules(trx), { from, today, until: today })
  const newest = leaveNewest ? newestOf(due) : new Set<Obligation>()
  const [open, done] = [due.filter((one) => newest.has(one)), due.filter((one) => !newest.has(one))]
  let filed = 0
  for (const { duty, period, due: day } of done) {
    if (duty === '2550Q' || duty === '1702Q' || duty === '1701Q')
      await claimInHand(trx, filing, { form: duty, to: period.to })
    const { digest } = await filingStatusOf(trx, await readRules(trx), { duty, period })
    const early = addDays(day, -2)
    const filedOn = early > period.to ? early : day
    const reference = `${filedOn.replaceAll('-', '')}${String(++filed).padStart(4, '0')}`
    await storeFiling(trx, filing, { duty, period }, { digest, filedOn, reference })
  }
  const [next] = open
  if (next !== undefined) {
    const { digest } = await filingStatusOf(trx, await readRules(trx), next)
    await notePrepared(trx, filing, next, digest)
  }
  return filed
}

/** The last period of each duty; annual ones are done. */
function newestOf(due: readonly Obligation[]): ReadonlySet<Obligation> {
  const often = due.filter(({ duty }) => !['year', 'calendar_year'].includes(dutyWords[duty].frequency))
  return new Set([...Map.groupBy(often, ({ duty }) => duty).values()].flatMap((own) => own.at(-1) ?? []))
}

/** Claims received certificates for the period or before, each tax in its own return. */
async function claimInHand(
  trx: Trx,
  { context: { clock }, viewer }: FilingContext,
  { form, to }: { form: SawtForm; to: Day },
): Promise<void> {
  const mine = (await certificatesInHand(trx)).filter(
    (one) => one.claim === null && one.to <= to && (one.of === 'business') === (form === '2550Q'),
  )
  if (mine.length === 0) return
  await claim(trx, {
    documentIds: mine.map(({ documentId }) => documentId),
    form,
    period: monthOf(to),
    by: viewer.userId,
    at: timestamp(clock.now()),
  })
}
