// Open items: documents open and settle them by signed movements. A trigger maintains the sum of each item.
import { sql } from 'kysely'
import { documentProblems } from '@talaan/contract/documents.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { accounts, itemAccounts, normalSideOf } from '@talaan/ledger/accounts/chart.ts'
import type { Entry } from '@talaan/ledger/accounts/journal.ts'
import { formatMoney, sum } from '@talaan/ledger/core/money.ts'
import type { ItemEffect } from '@talaan/ledger/documents/effects.ts'
import type { EffectInBooks } from './effect.ts'
import { stays } from '../merged-parties.ts'

export const item: EffectInBooks<'item'> = {
  write(items, { documentId, entry }) {
    assertItemized(items, entry)
    return {
      items: sql`
        insert into open_item (document_id, settles, party_id, account, day, amount)
        select ${documentId}, settles, party_id, account, ${entry.day}, amount
        from agreed, unnest(
          ${items.map(({ settles }) => (settles === 'itself' ? documentId : settles))}::uuid[],
          ${items.map(({ partyId }) => partyId)}::uuid[], ${items.map(({ account }) => account)}::text[],
          ${items.map(({ amount }) => amount)}::bigint[]
        ) as given (settles, party_id, account, amount)`,
    }
  },

  // A removed allocation counts for the document that it was taken out of: together they are zero.
  dependants: (documentId) => sql`
    select number from open_item
    left join document_link on document_link.document_id = open_item.document_id and relation = 'unapplies'
    join document on document.id = coalesce(linked_id, open_item.document_id)
    where settles = ${documentId}::uuid and open_item.document_id <> ${documentId}::uuid and document.id <> ${documentId}::uuid
    group by document.id, number, account having sum(amount) <> 0`,

  /** What a document has reopened must still be open. */
  async assertCanBeVoided(trx, documentId) {
    const { rows } = await sql<Reopened>`
      select document.number, reopened.number as item, document_void.document_id is not null as void, open, sum(amount)::bigint as amount,
        (select array_agg(distinct later.number) from open_item as settling join document as later on later.id = settling.document_id
          where settling.settles = reopened.id and settling.account = open_item.account and settling.amount < 0
            and settling.id > max(open_item.id)
            and not exists (select from document_void where document_void.document_id = later.id)) as by
      from open_item
      join document on document.id = open_item.document_id
      join document as reopened on reopened.id = settles
      join item_balance on item_balance.document_id = settles and item_balance.account = open_item.account
      left join document_void on document_void.document_id = settles
      where open_item.document_id = ${documentId}::uuid and settles <> ${documentId}::uuid
      group by document.number, reopened.id, reopened.number, document_void.document_id, open, open_item.account
      having sum(amount) > open`.execute(trx)
    const [found] = rows
    if (found !== undefined) throw new Refusal(saying(documentProblems.restedOn, reopenedSentence(found)))
  },

  async undo(trx, { documentId, day }) {
    await sql`
      insert into open_item (document_id, settles, party_id, account, day, amount)
      select document_id, settles, party_id, account, ${day}::date, -sum(amount)::bigint
      from open_item where document_id = ${documentId}::uuid
      group by document_id, settles, party_id, account having sum(amount) <> 0`.execute(trx)
  },

  questions: {
    'control accounts reconcile to their open items': sql`
      select 'Account ' || account || ' has a balance of ' || coalesce(balance, 0) || ' centavos, but its open items total '
        || coalesce(items, 0) || '.' as problem
      from (
        select line.account, sum(case normal when 'debit' then debit - credit else credit - debit end) as balance
        from line join account on account.code = line.account
        where line.account = any(${[...itemAccounts]}::text[]) group by line.account
      ) as booked
      full join (
        select account, sum(amount) as items from open_item where account = any(${[...itemAccounts]}::text[]) group by account
      ) as itemized using (account)
      where balance is distinct from items and (coalesce(balance, 0), coalesce(items, 0)) <> (0, 0)`,
    'the open amount of each item equals its movements': sql`
      select 'Document ' || number || ' has ' || coalesce(open, 0) || ' centavos open on account ' || account
        || ', but its movements total ' || coalesce(moved, 0) || '.' as problem
      from (
        select settles as document_id, account, sum(amount) as moved,
          coalesce(sum(amount) filter (where document_id = settles), 0) as began
        from open_item group by 1, 2
      ) as summed
      full join item_balance using (document_id, account)
      left join document on document.id = document_id
      where (began, moved) is distinct from (opened::numeric, open::numeric) or open < 0 or open > opened limit 20`,
    'movements of open items equal those of their documents': sql`
      select 'Items of document ' || number || ' on account ' || account || ' total ' || coalesce(itemized, 0) || ' centavos on '
        || moved_on || ', but its entries total ' || coalesce(booked, 0) || '.' as problem
      from (select document_id, account, day as moved_on, sum(amount) as itemized from open_item group by 1, 2, 3) as items
      full join (
        select document_id, line.account, line.day as moved_on,
          sum(case normal when 'debit' then debit - credit else credit - debit end) as booked
        from line join entry on entry.no = entry_no join account on account.code = line.account
        join document on document.id = document_id
        where line.account = any(${[...itemAccounts]}::text[])
          -- Expected VAT certificates: added by collections, less those received.
          or line.account = ${accounts.vatWithheld} and (kind in ('collection', 'unapply') or kind = 'certificate' and atc is null)
        group by 1, 2, 3
      ) as moved using (document_id, account, moved_on)
      join document on document.id = document_id
      where coalesce(itemized, 0) <> coalesce(booked, 0)
        -- Documents voided before VAT had open items have none.
        and not (account = ${accounts.vatWithheld} and itemized is null
          and exists (select from document_void where document_void.document_id = document.id))
      order by problem limit 20`,
    'movements of open items belong to the party of the item': sql`
      select 'An item of document ' || number || ' on account ' || open_item.account || ' belongs to a different customer or supplier than the item it settles.' as problem
      from open_item join document on document.id = open_item.document_id
      left join item_balance on item_balance.document_id = settles and item_balance.account = open_item.account
      where ${stays('open_item.party_id')} is distinct from item_balance.party_id limit 20`,
  },
}

type Reopened = { number: string; item: string; void: boolean; open: bigint; amount: bigint; by: string[] | null }

function reopenedSentence({ number, item: reopened, void: isVoid, open, amount, by }: Reopened): string {
  if (isVoid)
    return `${number} reopened ${reopened}, which is now void. Instead of voiding ${number}, apply or refund its credit.`
  const later = by === null ? '' : ` Void ${by.join(', ')} first, or remove its allocation.`
  return `${number} reopened ${formatMoney(amount)} of ${reopened}, but only ${formatMoney(open)} of this amount is still open.${later}`
}

/** The items of a rule equal the movement of its entry on each account. */
function assertItemized(items: readonly ItemEffect[], { lines }: Entry): void {
  for (const account of itemAccounts) {
    const moved = sum(lines.filter((line) => line.account === account).map(({ debit, credit }) => debit - credit))
    const onNormalSide = normalSideOf(account) === 'debit' ? moved : -moved
    const itemized = sum(items.filter((one) => one.account === account).map(({ amount }) => amount))
    if (onNormalSide !== itemized)
      throw new Error(
        `The entry changes account ${account} by ${onNormalSide}, but its open items change by ${itemized}.`,
      )
  }
}
