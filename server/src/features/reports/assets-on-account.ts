// Payments for assets sold or bought on account, by period, from the settlements of their documents.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { paidForAssets } from '@talaan/ledger/reports/assets-on-account.ts'
import type { SettledAsset } from '@talaan/ledger/reports/assets-on-account.ts'
import { longLivedLines } from '@talaan/ledger/reports/cash-flow.ts'
import type { Period } from '@talaan/ledger/core/periods.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** Debit less credit that counts as moved with cash on an account in one of the periods, numbered from 1. */
export type MovedForAsset = { account: string; at: number; amount: Money; document: string; day: Day }

/**
 * Collections of invoices with a line on the disposal account, and payments of bills with lines on non-current asset
 * accounts: the part that is the price of the asset, moved there from its receivable or payable.
 */
export async function movedForAssets(db: Kysely<Tables>, periods: readonly Period[]): Promise<MovedForAsset[]> {
  const assets = await db.selectFrom('account').select('code').where('statement_line', 'in', longLivedLines).execute()
  const codes = assets.map(({ code }) => code)
  const sold = await settledOf(db, { kind: 'invoice', control: accounts.receivables, codes: [accounts.disposals] })
  const bought = await settledOf(db, { kind: 'bill', control: accounts.payables, codes })
  return periods.flatMap((period, i) => {
    const moved = (settled: readonly SettledAsset[], control: string, sign: 1n | -1n): MovedForAsset[] =>
      paidForAssets(settled)
        .filter(({ day }) => day >= period.from && day <= period.to)
        .flatMap(({ account, amount, document, day }) => [
          { account, at: i + 1, amount: sign * amount, document, day },
          { account: control, at: i + 1, amount: -sign * amount, document, day },
        ])
    return [...moved(sold, accounts.receivables, -1n), ...moved(bought, accounts.payables, 1n)]
  })
}

type SettledKind = { kind: 'invoice' | 'bill'; control: string; codes: readonly string[] }

async function settledOf(db: Kysely<Tables>, { kind, control, codes }: SettledKind): Promise<SettledAsset[]> {
  const { rows } = await sql<SettledAsset>`
    with asset as (
      select document.id, document.total, line.account, abs(sum(line.credit - line.debit))::bigint as price
      from line join entry on entry.no = line.entry_no and entry.reverses is null
      join document on document.id = entry.document_id and kind = ${kind}
      where line.account = any(${codes}::text[])
      group by document.id, document.total, line.account
    )
    select asset.id as document, asset.account, total, price, item.day, -item.amount as settled, exists (
        select from entry join line on line.entry_no = entry.no join account on code = line.account
        where entry.document_id = item.document_id and statement_line = 'Cash'
      ) as "movesCash"
    from asset join open_item as item on item.settles = asset.id and item.document_id <> asset.id
    where item.account = ${control}
    order by item.id, asset.account`.execute(db)
  return rows
}
