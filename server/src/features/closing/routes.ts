// Month closing: the checklist, explanations, the seal and reopening, for accountants.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import {
  closeMonth,
  closingProblems,
  explainFinding,
  getChecklist,
  keepAsset,
  keepDisposal,
  keepRate,
  keepRecurring,
  listMonthEnd,
  listMonths,
  listSuggestions,
  previewReopening,
  reopenMonth,
  cancelDisposal,
} from '@talaan/contract/closing.ts'
import type { ClosingMonth } from '@talaan/contract/closing.ts'
import {
  completenessProblems,
  printCompleteness,
  signCompleteness,
  viewCompleteness,
} from '@talaan/contract/completeness.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { closingRefusal, reopeningRefusal } from '@talaan/ledger/accounts/closing.ts'
import { recurringAmount } from '@talaan/ledger/accounts/month-end.ts'
import { addMonths, formatMonth, monthOf } from '@talaan/ledger/core/date.ts'
import type { Month } from '@talaan/ledger/core/date.ts'
import { canonical } from '@talaan/ledger/core/digest.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp, today } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { findingsOf, itemFindings } from './findings.ts'
import {
  foreignOf,
  keepAsset as storeAsset,
  keepDisposal as storeDisposal,
  keepRecurring as storeRecurring,
  suggestionsOf,
  registers,
  cancelDisposal as withdrawDisposal,
} from './month-end.ts'
import { close, eventsOf, orderOf, reopen } from './months.ts'
import { closedAfter, reopeningOf } from './reopening.ts'
import { completenessOf, completenessPdf, sign } from './completeness.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { mailHeads } from '../../books/heads-mail.ts'
import { notify } from '../../books/notify.ts'
import { headsOf } from '../../books/verify/heads.ts'
import { brokenPromises } from '../../books/verify/verify.ts'

type Db = Kysely<Tables>

/** Sends the seal of the month and the ends of both chains to the external accountant. */
const tellAccountant = async (
  trx: Transaction<Tables>,
  { env, clock }: AppContext,
  { month, seal, entries }: { month: Month; seal: string; entries: number },
): Promise<void> =>
  mailHeads(trx, {
    env,
    now: clock.now(),
    topic: 'closing',
    to: env.accountantEmail,
    subject: `${formatMonth(month)} was closed`,
    lines: [
      `${formatMonth(month)} was closed with ${entries === 1 ? '1 entry' : `${entries} entries`}. Its seal is ${seal}.`,
    ],
    heads: await headsOf(trx, timestamp(clock.now())),
  })

export const closing: Feature = (context) => {
  const { clock } = context
  const db = context.db.kysely
  return [
    answers(listMonths, async () => {
      const { first, next, reopens } = await orderOf(db, today(clock))
      const months = first === null ? [] : await monthsSince(db, first, monthOf(today(clock)))
      return { months, next, reopens, events: await eventsOf(db) }
    }),

    answers(getChecklist, async ({ params: { month }, viewer }) => {
      const order = await orderOf(db, today(clock))
      const closed = await db.selectFrom('period').select('month').where('month', '>=', month).executeTakeFirst()
      return {
        month,
        closed: closed !== undefined,
        findings: closed === undefined ? await findingsOf(db, { month, viewer }) : [],
        refusal: closed === undefined ? closingRefusal(month, { ...order, today: today(clock) }) : null,
        events: await eventsOf(db, month),
      }
    }),

    answers(explainFinding, async ({ params: { month }, body: { item, sentences, words }, viewer, address }) => {
      const [found] = await itemFindings(db, { month, viewer, items: [item] })
      const same = found !== undefined && canonical(found.sentences) === canonical(sentences)
      if (!same || !found.explainable) throw new Refusal(closingProblems.moved)
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('period_note')
          .values({
            month,
            item,
            words,
            finding: canonical(sentences),
            noted_by: viewer.userId,
            noted_at: timestamp(clock.now()),
          })
          .execute()
        await audit(trx, clock, {
          viewer,
          address,
          action: 'closing.explain',
          object: { type: 'month', id: month },
          detail: { item, words },
        })
      })
      return { success: true as const }
    }),

    answers(viewCompleteness, ({ params: { month }, viewer }) => completenessOf(db, clock, { month, viewer })),

    answers(signCompleteness, async ({ params: { month }, body: { digest }, viewer, address }) => ({
      signed: await db.transaction().execute(async (trx) => {
        // Two signatures of one month would be one version.
        await sql`select pg_advisory_xact_lock(741636)`.execute(trx)
        return sign(trx, clock, { month, digest, viewer, address })
      }),
    })),

    answers(printCompleteness, async ({ params: { month } }) => {
      const printed = await completenessPdf(db, month)
      if (printed === null) throw new Refusal(completenessProblems.notSigned)
      return { ...printed, type: 'application/pdf' }
    }),

    answers(closeMonth, async ({ params: { month }, viewer, address }) => {
      // Runs before postings are blocked: on large books it takes a second or two.
      const broken = await brokenPromises(db)
      const looked = (trx: Db) => findingsOf(trx, { month, viewer, broken })
      const closed = await db.transaction().execute(async (trx) => {
        const isClosed = await trx.selectFrom('period').select('month').where('month', '=', month).executeTakeFirst()
        const sealed = await close(trx, clock, { month, viewer, address, findingsOf: looked })
        if (isClosed === undefined) {
          await tellAccountant(trx, context, { month, ...sealed })
          await notify(trx, context, {
            kind: 'monthClosed',
            key: `${month} ${clock.now()}`,
            title: `${formatMonth(month)} was closed`,
            detail: `Closed by ${viewer.clientId}.`,
            ref: month,
            except: viewer.userId,
          })
        }
        return sealed
      })
      context.jobsAreDue()
      return closed
    }),

    answers(previewReopening, async ({ params: { month } }) => {
      const refusal = reopeningRefusal(month, await orderOf(db, today(clock)))
      const first = await closedAfter(db, month)
      if (refusal !== null && first.length === 0) throw new Refusal(saying(closingProblems.notNow, refusal))
      return { first, ...(await reopeningOf(db, month)) }
    }),

    answers(reopenMonth, async ({ params: { month }, body: { reason }, viewer, address }) => {
      await db.transaction().execute(async (trx) => {
        await reopen(trx, clock, { month, reason, viewer, address })
        await notify(trx, context, {
          kind: 'monthReopened',
          key: `${month} ${clock.now()}`,
          title: `${formatMonth(month)} was reopened`,
          detail: `Reopened by ${viewer.clientId}: ${reason}`,
          ref: month,
          except: viewer.userId,
        })
      })
      context.jobsAreDue()
      return { success: true as const }
    }),

    answers(listSuggestions, async ({ params: { month } }) => ({
      suggestions: await suggestionsOf(db, month),
      foreign: await foreignOf(db, month),
    })),

    answers(keepRate, ({ params: { month, currency }, body: { rate, source }, viewer, address }) =>
      db.transaction().execute(async (trx) => {
        const [entered_by, entered_at] = [viewer.userId, timestamp(clock.now())]
        await trx.insertInto('closing_rate').values({ month, currency, rate, source, entered_by, entered_at }).execute()
        const object = { type: 'month', id: month }
        await audit(trx, clock, {
          viewer,
          address,
          action: keepRate.name,
          object,
          detail: { currency, rate, source },
        })
        return { success: true as const }
      }),
    ),

    answers(listMonthEnd, () => registers(db, addMonths(monthOf(today(clock)), -1))),

    answers(keepRecurring, ({ params: { id }, body, viewer, address }) =>
      db.transaction().execute(async (trx) => {
        const no = await storeRecurring(trx, id, body, { by: viewer.userId, at: timestamp(clock.now()) })
        const detail = {
          no,
          name: body.name,
          kind: body.kind,
          amount: recurringAmount(body).toString(),
          ...monthsOf(body),
        }
        await audit(trx, clock, {
          viewer,
          address,
          action: 'monthEnd.keepRecurring',
          object: { type: 'recurring', id },
          detail,
        })
        return { no }
      }),
    ),

    answers(keepAsset, ({ params: { id }, body, viewer, address }) =>
      db.transaction().execute(async (trx) => {
        const no = await storeAsset(trx, id, body, { by: viewer.userId, at: timestamp(clock.now()) })
        const detail = { no, name: body.name, cost: body.cost.toString(), life: body.lifeMonths, ...monthsOf(body) }
        await audit(trx, clock, {
          viewer,
          address,
          action: 'monthEnd.keepAsset',
          object: { type: 'asset', id },
          detail,
        })
        return { no }
      }),
    ),

    answers(keepDisposal, ({ params: { id }, body, viewer, address }) =>
      db.transaction().execute(async (trx) => {
        const who = { by: viewer.userId, at: timestamp(clock.now()), today: today(clock) }
        const month = await storeDisposal(trx, id, body, who)
        await audit(trx, clock, {
          viewer,
          address,
          action: keepDisposal.name,
          object: { type: 'asset', id },
          detail: { ...body },
        })
        return { month }
      }),
    ),

    answers(cancelDisposal, ({ params: { id }, viewer, address }) =>
      db.transaction().execute(async (trx) => {
        await withdrawDisposal(trx, id)
        await audit(trx, clock, {
          viewer,
          address,
          action: cancelDisposal.name,
          object: { type: 'asset', id },
          detail: {},
        })
        return { success: true as const }
      }),
    ),
  ]
}

const monthsOf = ({ firstMonth, lastMonth }: { firstMonth: Month; lastMonth: Month | null }) => ({
  firstMonth,
  lastMonth,
})

/** Newest first, including months without an entry. */
async function monthsSince(db: Db, first: Month, last: Month): Promise<ClosingMonth[]> {
  const { rows } = await sql<{ month: Month; entries: number }>`
    select to_char(day, 'YYYY-MM') as month, count(*)::int as entries from entry group by 1`.execute(db)
  const counts = new Map(rows.map(({ month, entries }) => [month, entries]))
  const seals = new Map(
    (await db.selectFrom('period').select(['month', 'seal']).execute()).map(({ month, seal }) => [month, seal]),
  )
  const months: ClosingMonth[] = []
  const latest = [last, ...counts.keys()].toSorted().at(-1) ?? last
  for (let month = latest; month >= first; month = addMonths(month, -1)) {
    const seal = seals.get(month) ?? null
    months.push({ month, closed: seal !== null, entries: counts.get(month) ?? 0, seal })
  }
  return months
}
