// How an account is named for people: a bank account or e-wallet by its bank and the last digits of its number, as on
// slips and cards; any other by its name in the chart.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** 'Bank of Luzon ·7890', for a column that holds the code of an account. */
export const accountLabel = (column: string): RawBuilder<string> => sql<string>`(
  select case when digits = '' then name else coalesce(nullif(bank, ''), name) || ' ·' || digits end
  from account as labelled left join money_account as held on held.code = labelled.code
  cross join lateral (select right(regexp_replace(coalesce(bank_account_no, ''), '\\D', '', 'g'), 4) as digits) as ending
  where labelled.code = ${sql.ref(column)})`
