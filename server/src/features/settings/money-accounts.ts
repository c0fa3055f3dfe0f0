// Banks, cash and funds, each with its ledger account.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { BodyOf } from '@talaan/contract/endpoint.ts'
import { changeMoneyAccount } from '@talaan/contract/settings.ts'
import type { ListedMoney, MoneyAccountSettings } from '@talaan/contract/settings.ts'
import { isRuled, itemAccounts } from '@talaan/ledger/accounts/chart.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { lockHead } from '../../books/journal.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { accountsNow } from './accounts.ts'
import { refuse, assertSame, recordChange } from './changes.ts'
import type { ChangeContext } from './changes.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

export async function moneyNow(db: Db, only: string | null = null): Promise<ListedMoney[]> {
  const { rows } = await sql<
    Omit<MoneyAccountSettings, 'bankAccountNo'> & {
      code: string
      bank_account_no: string
      balance: bigint
      posted: boolean
    }
  >`
    select code, name, kind, bank, bank_account_no, currency, overdraft, over_limit as "overLimit", custodian, float, active,
      coalesce((select sum(debit - credit) from account_month where account = code), 0)::bigint as balance,
      exists (select from account_month where account = code) as posted
    from money_account join account using (code)
    where ${only}::text is null or code = ${only}
    order by code`.execute(db)
  return rows.map(({ code, balance, posted, bank_account_no: bankAccountNo, ...rest }) => ({
    code,
    balance,
    posted,
    settings: { ...rest, bankAccountNo },
  }))
}

export async function putMoneyAccount(
  trx: Trx,
  change: ChangeContext,
  code: string,
  { was, now }: BodyOf<typeof changeMoneyAccount>,
): Promise<void> {
  await lockHead(trx)
  const [found] = await moneyNow(trx, code)
  assertSame(found?.settings, was, `${code} is already a cash or bank account. Choose another code.`)
  if (found === undefined) await makeCashAccount(trx, code, now)
  else checkMoneyAccount(found, now)

  const row = {
    kind: now.kind,
    bank: now.bank,
    bank_account_no: now.bankAccountNo,
    currency: now.currency,
    overdraft: now.overdraft,
    over_limit: now.overLimit,
    custodian: now.custodian,
    float: now.float,
  }
  await trx
    .insertInto('money_account')
    .values({ code, ...row })
    .onConflict((conflict) => conflict.column('code').doUpdateSet(row))
    .execute()
  await trx.updateTable('account').set({ name: now.name, active: now.active }).where('code', '=', code).execute()
  const before = found?.settings ?? null
  await recordChange(trx, change, {
    action: changeMoneyAccount.name,
    what: `Cash or bank account ${code} ${now.name}`,
    before,
    now,
  })
}

function checkMoneyAccount({ code, settings: was, balance, posted }: ListedMoney, now: MoneyAccountSettings): void {
  if (posted && was.currency !== now.currency)
    refuse('currency', `${code} has transactions in ${was.currency}. Add another account for ${now.currency}.`)
  if (was.kind !== now.kind && (posted || isRuled(code)))
    refuse('kind', `${code} already has transactions. Add another account instead.`)
  if (!was.active || now.active) return
  if (balance !== 0n)
    refuse(
      'active',
      `${was.name} has a balance of ${formatMoney(balance)} in pesos. Bring the balance to zero before you deactivate the account.`,
    )
  if (isRuled(code)) refuse('active', `Posting rules use ${code} ${was.name}, so the account cannot be deactivated.`)
}

/** The ledger account of a new money account: an existing one if suitable, else a new one. */
async function makeCashAccount(trx: Trx, code: string, { name }: MoneyAccountSettings): Promise<void> {
  const [account] = await accountsNow(trx, code)
  if (account === undefined) {
    const cash = { type: 'asset', normal: 'debit', statement_line: 'Cash', control: true, active: true } as const
    await trx
      .insertInto('account')
      .values({ code, name, ...cash })
      .execute()
    return
  }
  const { settings: its, posted } = account
  if (its.statementLine !== 'Cash' || its.normal !== 'debit')
    refuse(
      'code',
      `${code} ${its.name} is not a cash account. Choose a free code, or an account of the statement line Cash.`,
    )
  if (isRuled(code) || itemAccounts.includes(code))
    refuse('code', `${code} ${its.name} is used by posting rules. Choose another code.`)
  if (posted) refuse('code', `${code} ${its.name} already has entries. Choose a free code.`)
  await trx.updateTable('account').set({ control: true }).where('code', '=', code).execute()
}
