// Petty cash funds for their form, and counts that agree with the books.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { getPettyCashFund, keepCount, pettyCashProblems } from '@talaan/contract/petty-cash.ts'
import type { AnswerOf, BodyOf } from '@talaan/contract/endpoint.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { MoneyFact } from '@talaan/ledger/documents/facts.ts'
import { countedCash, differs, overOrShort } from '@talaan/ledger/documents/pettycashfund/figures.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp, today } from '../../platform/clock.ts'
import { lockHead } from '../../books/journal.ts'
import { moneyFacts } from '../../books/facts/money.ts'
import { vouchersSince } from '../../books/petty-cash.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>
type Fund = AnswerOf<typeof getPettyCashFund>

export const pettyCash: Feature = ({ db, clock }) => [
  answers(getPettyCashFund, async ({ params: { account }, query }) => {
    const { code, name, custodian, float, balance } = await fundOf(db.kysely, account, query.day ?? today(clock))
    return {
      account: code,
      name,
      custodian,
      float,
      balance,
      vouchers: await vouchersSince(db.kysely, account),
      advances: await advancesOut(db.kysely, account),
      counts: await countsOf(db.kysely, account),
    }
  }),

  answers(keepCount, ({ body, viewer, address }) =>
    db.kysely.transaction().execute(async (trx) => {
      // Blocks vouchers between reading the balance and storing the count that agrees with it.
      await lockHead(trx)
      const counted = countedCash(body.count)
      const before = await trx
        .selectFrom('cash_count')
        .select(['account', 'day', 'counted', 'recorded_by'])
        .where('id', '=', body.id)
        .executeTakeFirst()
      if (before !== undefined) {
        const same = before.account === body.account && before.day === body.day && before.counted === counted
        if (!same || before.recorded_by !== viewer.userId) throw new Refusal(pettyCashProblems.other)
        return { counted }
      }
      const day = today(clock)
      if (body.day > day) {
        const { sentence } = pettyCashProblems.dayToCome
        throw new Refusal(pettyCashProblems.dayToCome, [{ path: ['day'], message: sentence }])
      }
      const fund = await fundOf(trx, body.account, body.day)
      assertNoDifference(fund, body)
      const custodian = body.custodian === '' ? fund.custodian : body.custodian
      await trx
        .insertInto('cash_count')
        .values({
          id: body.id,
          account: body.account,
          day: body.day,
          pieces: body.count,
          counted,
          custodian,
          counted_by: body.countedBy,
          witness: body.witness,
          memo: body.memo,
          recorded_by: viewer.userId,
          recorded_at: timestamp(clock.now()),
        })
        .execute()
      await trx.updateTable('money_account').set({ custodian }).where('code', '=', body.account).execute()
      await audit(trx, clock, {
        viewer,
        address,
        action: 'pettyCash.keepCount',
        object: { type: 'cash_count', id: body.id },
        outcome: 'done',
        detail: {
          account: body.account,
          counted: counted.toString(),
          ...(custodian !== fund.custodian && { custodian, custodianBefore: fund.custodian }),
        },
      })
      return { counted }
    }),
  ),
]

async function fundOf(db: Db, account: string, day: Day): Promise<MoneyFact> {
  const fund = (await moneyFacts(db, [account], day)).get(account)
  if (fund === undefined || fund.kind !== 'petty_cash' || !fund.active) throw new Refusal(pettyCashProblems.notThere)
  return fund
}

function assertNoDifference(fund: MoneyFact, { count }: Pick<BodyOf<typeof keepCount>, 'count'>): void {
  const difference = overOrShort(count, fund.held)
  if (difference === 0n) return
  const message = `The cash ${differs(difference)}. Press Review to post the difference.`
  throw new Refusal(saying(pettyCashProblems.differs, message), [{ path: ['count'], message }])
}

async function advancesOut(db: Db, account: string): Promise<Fund['advances']> {
  const { rows } = await sql<Fund['advances'][number]>`
    select document.id as "documentId", number, document.day, coalesce(party_name, '') as "paidTo", open as amount
    from item_balance join document on document.id = document_id
    where item_balance.account = ${accounts.employeeAdvances} and open > 0 and document.kind = 'pettycash'
      and exists (
        select from entry join line on line.entry_no = entry.no
        where entry.document_id = document.id and entry.reverses is null and line.account = ${account})
    order by day, number limit 100`.execute(db)
  return rows
}

/** The last ten counts, with or without a document. */
async function countsOf(db: Db, account: string): Promise<Fund['counts']> {
  const counts = await db
    .selectFrom('cash_count')
    .select(['day', 'counted', 'counted_by as countedBy', 'witness', 'custodian', 'recorded_at as at'])
    .where('account', '=', account)
    .orderBy('recorded_at', 'desc')
    .limit(10)
    .execute()
  const posted = await sql<Omit<Fund['counts'][number], 'counted'> & { at: string; pieces: number[] }>`
    select document.id as "documentId", number, document.day, pieces, counted_by as "countedBy", witness, custodian,
      recorded_at as at,
      coalesce((select sum(credit - debit) from line join entry on entry.no = line.entry_no
        where entry.document_id = document.id and entry.reverses is null and account = ${accounts.cashOverShort}), 0)::bigint as difference
    from fund_act join document on document.id = fund_act.document_id
    where fund = ${account} and pieces is not null
      and not exists (select from document_void where document_void.document_id = document.id)
    order by recorded_at desc limit 10`.execute(db)
  return [
    ...counts.map((count) => ({ ...count, difference: 0n, number: null, documentId: null })),
    ...posted.rows.map(({ pieces, ...row }) => ({ ...row, counted: countedCash(pieces) })),
  ]
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, 10)
    .map(({ at: _, ...count }) => count)
}
