// The projection by account, and how an item says on which account it is expected.
import type { Kysely } from 'kysely'
import type { Overview } from '@talaan/contract/overview.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { projectAccounts } from '@talaan/ledger/reports/account-projection.ts'
import type { AccountMove, Expected } from '@talaan/ledger/reports/cash-projection.ts'
import { accountLabel } from '../../books/account-label.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Labels = ReadonlyMap<string, string>

export async function accountLabels(db: Kysely<Tables>): Promise<Labels> {
  const rows = await db
    .selectFrom('account')
    .select(['code', accountLabel('account.code').as('label')])
    .where('statement_line', '=', 'Cash')
    .execute()
  return new Map(rows.map(({ code, label }) => [code, label]))
}

export async function projectedByAccount(
  db: Kysely<Tables>,
  { asOf, accounts, expected }: { asOf: Day; accounts: Overview['accounts']; expected: readonly Expected[] },
): Promise<Overview['byAccount']> {
  const labels = await accountLabels(db)
  const balances = new Map(accounts.map(({ code, balance }) => [code, balance]))
  return projectAccounts({ asOf, balances, expected }).map(({ code, ...figures }) => ({
    ...figures,
    label: code === null ? null : (labels.get(code) ?? code),
  }))
}

export function accountSentence({ account, amount, basis }: AccountMove, labels: Labels): string {
  if (account === null)
    return amount > 0n
      ? 'Account not known yet, because there are no past receipts'
      : 'Account not known yet, because there are no past payments'
  const place = `${amount > 0n ? 'To' : 'From'} ${labels.get(account) ?? account}`
  if (basis === 'written') return place
  if (basis === 'party') return `${place}, the usual account of this ${amount > 0n ? 'customer' : 'supplier'}`
  return `${place}, the usual account for ${basis}`
}
