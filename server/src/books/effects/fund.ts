// The custodian and target amount of a petty cash fund. A void restores both, unless a later document has changed them;
// it is refused if it would take out cash that has been spent since.
import { sql } from 'kysely'
import { documentProblems } from '@talaan/contract/documents.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { moneyFacts } from '../facts/money.ts'
import type { EffectInBooks } from './effect.ts'

export const fund: EffectInBooks<'fund'> = {
  write([change], { documentId }) {
    if (change === undefined) return undefined
    const { account, custodian, float } = change
    return {
      fund_before: sql`
        insert into fund_change (document_id, account, custodian_before, custodian_after, float_before, float_after)
        select ${documentId}::uuid, code, custodian, ${custodian}, float, ${float}::bigint from money_account, agreed
        where code = ${account} and (custodian, float) is distinct from (${custodian}::text, ${float}::bigint)`,
      fund_after: sql`
        update money_account set custodian = ${custodian}, float = ${float}::bigint from agreed where code = ${account}`,
    }
  },

  async undo(trx, { documentId, entry, day }) {
    await sql`
      update money_account set custodian = custodian_before, float = float_before from fund_change
      where fund_change.document_id = ${documentId}::uuid and money_account.code = fund_change.account
        and custodian = custodian_after and float = float_after`.execute(trx)
    const put = entry.lines.filter(({ debit }) => debit > 0n).map(({ account }) => account)
    for (const { kind, name, lowest } of (await moneyFacts(trx, put, day)).values()) {
      if (kind !== 'petty_cash' || lowest >= 0n) continue
      const sentence = `After this void, ${name} would have a balance of ${formatMoney(lowest)}, because cash was paid out later. Void those vouchers first.`
      throw new Refusal(saying(documentProblems.restedOn, sentence))
    }
  },

  questions: {
    'no petty cash fund falls below zero': sql`
      select 'Petty cash fund ' || account || ' has a balance of ' || running || ' centavos on ' || day || '.' as problem
      from (select account, day, sum(debit - credit) over (partition by account order by day) as running
        from account_day join money_account on code = account where kind = 'petty_cash') as daily
      where running < 0 limit 20`,
  },
}
