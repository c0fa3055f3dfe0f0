// The chart of accounts, for changes by the accountant.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { BodyOf } from '@talaan/contract/endpoint.ts'
import { changeAccount } from '@talaan/contract/settings.ts'
import type { AccountSettings, ListedAccount } from '@talaan/contract/settings.ts'
import { isRuled } from '@talaan/ledger/accounts/chart.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { lockHead } from '../../books/journal.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { refuse, assertSame, recordChange } from './changes.ts'
import type { ChangeContext } from './changes.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

export async function accountsNow(db: Db, code: string | null = null): Promise<ListedAccount[]> {
  const { rows } = await sql<{
    code: string
    settings: AccountSettings
    control: boolean
    balance: bigint
    posted: boolean
    isMoney: boolean
  }>`
    select code, control,
      json_build_object('name', name, 'type', type, 'normal', normal, 'statementLine', statement_line, 'active', active) as settings,
      coalesce(case normal when 'debit' then moved.debit - moved.credit else moved.credit - moved.debit end, 0)::bigint as balance,
      moved.account is not null as posted,
      exists (select from money_account where money_account.code = account.code) as "isMoney"
    from account
    left join (select account, sum(debit) as debit, sum(credit) as credit from account_month group by account) as moved
      on moved.account = code
    where ${code}::text is null or code = ${code}
    order by code`.execute(db)
  return rows
}

export async function putAccount(
  trx: Trx,
  change: ChangeContext,
  code: string,
  { was, now }: BodyOf<typeof changeAccount>,
): Promise<void> {
  await lockHead(trx)
  const [found] = await accountsNow(trx, code)
  assertSame(found?.settings, was, `Account ${code} is already in the chart. Choose another code.`)
  const row = {
    name: now.name,
    type: now.type,
    normal: now.normal,
    statement_line: now.statementLine,
    active: now.active,
  }
  if (found === undefined) {
    if (isRuled(code)) refuse('code', `${code} is reserved for posting rules. Choose another code.`)
    await trx
      .insertInto('account')
      .values({ ...row, code, control: false })
      .execute()
  } else {
    await checkAccount(trx, found, now)
    await trx.updateTable('account').set(row).where('code', '=', code).execute()
  }
  const before = found?.settings ?? null
  await recordChange(trx, change, { action: changeAccount.name, what: `Account ${code} ${now.name}`, before, now })
}

async function checkAccount(
  trx: Trx,
  { code, settings: was, control, balance, posted, isMoney }: ListedAccount,
  now: AccountSettings,
) {
  const kindChanged = was.type !== now.type || was.normal !== now.normal || was.statementLine !== now.statementLine
  if (isRuled(code) && control && (kindChanged || was.name !== now.name) && !isMoney)
    refuse('name', `${code} is used by posting rules and documents, so it cannot be changed.`)
  if (kindChanged && isRuled(code)) refuse('type', `Posting rules use ${code}; you can change only its name.`)
  if (kindChanged && isMoney) refuse('type', `${code} is a cash or bank account; here you can change only its name.`)
  if (kindChanged && control) refuse('type', `${code} is a control account; you can change only its name.`)
  if (kindChanged && posted) {
    refuse(
      'type',
      `${code} already has entries, so a change would affect the statements of earlier months. Add another account instead.`,
    )
  }
  if (!was.active || now.active) return
  if (balance !== 0n)
    refuse(
      'active',
      `${code} ${was.name} has a balance of ${formatMoney(balance)}. Bring the balance to zero before you deactivate the account.`,
    )
  if (isMoney) refuse('active', `${code} is a cash or bank account. Deactivate it under Cash and bank accounts.`)
  if (isRuled(code)) refuse('active', `Posting rules use ${code} ${was.name}, so the account cannot be deactivated.`)
  const using = await trx
    .selectFrom('expense_type')
    .select('name')
    .where('account', '=', code)
    .where('active', '=', true)
    .orderBy('position')
    .executeTakeFirst()
  if (using !== undefined)
    refuse(
      'active',
      `The expense type '${using.name}' posts to ${code}. Choose another account for the expense type first.`,
    )
}
