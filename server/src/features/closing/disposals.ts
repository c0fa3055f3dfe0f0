// Disposals of assets: the current decision for each, with its voucher, and sales invoices without an asset.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { SaleOfAsset } from '@talaan/contract/closing.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import type { Disposal } from '@talaan/ledger/accounts/disposal.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>

/** With the amount of the buyer's invoice on the disposal account. */
export type Decided = Disposal & { proceeds: bigint; voucher: { id: string; number: string } | null }

/** The current disposal of each asset: undecided, or by a valid voucher. A voided one restores its asset. */
export async function disposalsOf(db: Db): Promise<ReadonlyMap<string, Decided>> {
  const { rows } = await sql<Decided & { assetId: string }>`
    select asset_id as "assetId", disposal.no, disposal.day, reason, invoice_id as "invoiceId",
      cost_account as "costAccount", invoice.number as "invoiceNumber", coalesce(sale.amount, 0)::bigint as proceeds,
      case when voucher.id is not null then json_build_object('id', voucher.id, 'number', voucher.number) end as voucher
    from asset_disposal as disposal
    left join document as invoice on invoice.id = disposal.invoice_id
    left join (${sales}) as sale on sale.id = disposal.invoice_id
    left join document as voucher on voucher.kind = 'journalvoucher' and voucher.external_no = 'DIS-' || disposal.no
    where not exists (select from document_void where document_void.document_id = voucher.id)
    order by disposal.no`.execute(db)
  return new Map(rows.map(({ assetId, ...disposal }) => [assetId, disposal]))
}

/** Newest first. */
export async function salesOfAssets(db: Db): Promise<SaleOfAsset[]> {
  const taken = [...(await disposalsOf(db)).values()].map(({ invoiceId }) => invoiceId)
  const { rows } = await sql<SaleOfAsset>`
    select id, number, day, amount from (${sales}) as sale order by day desc, number desc`.execute(db)
  return rows.filter(({ id }) => !taken.includes(id))
}

const sales = sql`
  select document.id, document.number, document.day, sum(line.credit - line.debit)::bigint as amount
  from document join entry on entry.document_id = document.id and entry.reverses is null
  join line on line.entry_no = entry.no and line.account = ${accounts.disposals}
  where document.kind = 'invoice'
    and not exists (select from document_void where document_void.document_id = document.id)
  group by document.id`
