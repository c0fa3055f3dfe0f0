// The account that the payments of a customer, of a supplier, and of taxes usually go through.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { addDays } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { usualAccount } from '@talaan/ledger/reports/account-projection.ts'
import type { AccountUse } from '@talaan/ledger/reports/account-projection.ts'
import type { AccountMove } from '@talaan/ledger/reports/cash-projection.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type UsualAccounts = {
  /** Of a party's open item: where money comes in, or goes out. */
  ofParty: (partyId: string | null, amount: Money) => AccountMove
  ofTax: (amount: Money) => AccountMove
}

const taxAccounts = [
  accounts.vatPayable,
  accounts.percentageTaxPayable,
  accounts.ewtPayable,
  accounts.finalTaxPayable,
  accounts.compensationTaxPayable,
  accounts.vatWithheldPayable,
  accounts.incomeTaxPayable,
]

type UseRow = AccountUse & { side: 'in' | 'out' | 'tax' | 'deposit'; party: string | null }

/** From the documents of the last two years that were not voided. Receipts kept as cash count for the account they are deposited to. */
export async function usualAccounts(
  db: Kysely<Tables>,
  asOf: Day,
  partyNow: (partyId: string) => string,
): Promise<UsualAccounts> {
  const { rows } = await sql<UseRow>`
    select used.side, party, used.account, count(*)::int as times, max(day) as last
    from (
      select document.party_id as party, line.account, document.day,
        case
          when line.debit > 0 then case document.kind when 'deposit' then 'deposit' else 'in' end
          when exists (
            select from line as tax where tax.entry_no = line.entry_no and tax.debit > 0 and tax.account = any(${taxAccounts}::text[])
          ) then 'tax'
          else 'out'
        end as side
      from document
      join entry on entry.document_id = document.id
      join line on line.entry_no = entry.no
      join money_account on money_account.code = line.account and money_account.kind <> 'petty_cash'
      join account on account.code = line.account and account.active
      where document.day between ${addDays(asOf, -730)}::date and ${asOf}::date
        and (document.kind = 'collection' and line.debit > 0
          or document.kind in ('payment', 'cheque', 'withdrawal') and line.credit > 0
          or document.kind = 'deposit' and line.debit > 0 and exists (
            select from line as receipt
            where receipt.entry_no = line.entry_no and receipt.credit > 0 and receipt.account = ${accounts.undeposited}))
        and not exists (select from document_void where document_void.document_id = document.id)
    ) as used
    group by used.side, party, used.account`.execute(db)

  const bank = usualAccount(summed(rows.filter(({ side }) => side === 'deposit')))
  const uses = summed(
    rows
      .filter(({ side }) => side !== 'deposit')
      .map((row) => ({
        ...row,
        party: row.party === null ? null : partyNow(row.party),
        account: row.account === accounts.undeposited ? (bank ?? row.account) : row.account,
      })),
  )
  const usualOf = (found: (use: UseRow) => boolean) => usualAccount(summed(uses.filter(found).map(withoutParty)))
  const receipts = usualOf(({ side }) => side === 'in')
  const payments = usualOf(({ side }) => side === 'out' || side === 'tax')
  const taxes = usualOf(({ side }) => side === 'tax')
  const byParty = Map.groupBy(uses, ({ side, party }) => `${side} ${party}`)

  return {
    ofParty: (partyId, amount) => {
      const side = amount > 0n ? 'in' : 'out'
      const own = partyId === null ? null : usualAccount(byParty.get(`${side} ${partyNow(partyId)}`) ?? [])
      if (own !== null) return { account: own, amount, basis: 'party' }
      return { account: side === 'in' ? receipts : payments, amount, basis: side === 'in' ? 'receipts' : 'payments' }
    },
    ofTax: (amount) =>
      taxes === null ? { account: payments, amount, basis: 'payments' } : { account: taxes, amount, basis: 'taxes' },
  }
}

const withoutParty = (use: UseRow): UseRow => ({ ...use, side: 'out', party: null })

/** Rows of the same side, party and account become one. */
function summed(rows: readonly UseRow[]): UseRow[] {
  const sums = new Map<string, UseRow>()
  for (const row of rows) {
    const key = `${row.side} ${row.party} ${row.account}`
    const same = sums.get(key)
    const last = same !== undefined && same.last > row.last ? same.last : row.last
    sums.set(key, { ...row, times: row.times + (same?.times ?? 0), last })
  }
  return [...sums.values()]
}
