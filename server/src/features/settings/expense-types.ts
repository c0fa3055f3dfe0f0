// Types of expense: the purpose of a bill or voucher, with its account and tax codes.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { BodyOf } from '@talaan/contract/endpoint.ts'
import { changeExpenseType } from '@talaan/contract/settings.ts'
import type { ExpenseTypeSettings, ListedExpense } from '@talaan/contract/settings.ts'
import { itemAccounts } from '@talaan/ledger/accounts/chart.ts'
import { lockHead } from '../../books/journal.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { accountsNow } from './accounts.ts'
import { refuse, assertSame, recordChange } from './changes.ts'
import type { ChangeContext } from './changes.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

export async function expensesNow(db: Db, only?: string): Promise<ListedExpense[]> {
  let select = db.selectFrom('expense_type').selectAll().orderBy('position').orderBy('code')
  if (only !== undefined) select = select.where('code', '=', only)
  return (await select.execute()).map((row) => ({
    code: row.code,
    settings: {
      name: row.name,
      account: row.account,
      vatClass: row.vat_class as ExpenseTypeSettings['vatClass'],
      category: row.category as ExpenseTypeSettings['category'],
      atcIndividual: row.atc_individual,
      atcNonIndividual: row.atc_non_individual,
      topAgentOnly: row.top_agent_only,
      active: row.active,
    },
  }))
}

export async function putExpenseType(
  trx: Trx,
  change: ChangeContext,
  code: string,
  { was, now }: BodyOf<typeof changeExpenseType>,
): Promise<void> {
  await lockHead(trx)
  const [found] = await expensesNow(trx, code)
  assertSame(found?.settings, was, `Expense type ${code} already exists. Choose another code.`)
  await checkExpenseType(trx, now)
  const row = {
    name: now.name,
    account: now.account,
    vat_class: now.vatClass,
    category: now.category,
    atc_individual: now.atcIndividual,
    atc_non_individual: now.atcNonIndividual,
    top_agent_only: now.topAgentOnly,
    active: now.active,
  }
  if (found !== undefined) await trx.updateTable('expense_type').set(row).where('code', '=', code).execute()
  else {
    const position = sql<number>`(select coalesce(max(position), 0) + 1 from expense_type)`
    await trx
      .insertInto('expense_type')
      .values({ code, ...row, position })
      .execute()
  }
  const before = found?.settings ?? null
  await recordChange(trx, change, { action: changeExpenseType.name, what: `Expense type ${now.name}`, before, now })
}

/** An inactive type may have any account and codes that exist. */
async function checkExpenseType(
  trx: Trx,
  { account: code, atcIndividual, atcNonIndividual, active }: ExpenseTypeSettings,
) {
  const [account] = await accountsNow(trx, code)
  if (account === undefined || (active && !account.settings.active))
    refuse('account', `Account ${code} is inactive or not in the chart. Choose another account or activate it.`)
  if (active && (account.control || account.isMoney || itemAccounts.includes(code)))
    refuse(
      'account',
      `${code} ${account.settings.name} cannot be used here, because other types of documents post to it. Choose an expense or asset account.`,
    )
  if (active && account.settings.normal !== 'debit')
    refuse(
      'account',
      `${code} ${account.settings.name} has a normal credit balance. Choose an expense or asset account.`,
    )
  for (const [field, atc, payee] of [
    ['atcIndividual', atcIndividual, 'individual'],
    ['atcNonIndividual', atcNonIndividual, 'non_individual'],
  ] as const) {
    if (atc === null) continue
    const known = await trx
      .selectFrom('withholding_code')
      .select('code')
      .where('code', '=', atc)
      .where('payee', '=', payee)
      .executeTakeFirst()
    if (known === undefined)
      refuse(field, `${atc} is not a withholding code for ${payee === 'individual' ? 'individuals' : 'others'}.`)
  }
}
