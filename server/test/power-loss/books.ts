// The small set of books for the power cuts: entries, their two lines, and their balances.
import type { PGlite } from '@electric-sql/pglite'

export const accounts = 5

export const schema = `
  create table entry (id int primary key, memo text not null);
  create table line (entry int not null, n int not null, account int not null, amount int8 not null, primary key (entry, n));
  create table balance (account int primary key, amount int8 not null);
  insert into balance select account, 0 from generate_series(1, ${accounts}) account;`

/** One entry of two lines, with its balances, in one transaction. When this returns, it is confirmed. */
export async function post(lite: PGlite, id: number): Promise<void> {
  const from = 1 + (id % accounts)
  const to = 1 + ((id * 2 + 1) % accounts)
  await lite.transaction(async (trx) => {
    await trx.query('insert into entry values ($1, $2)', [id, `Entry ${id} `.repeat(1 + (id % 20))])
    await trx.query('insert into line values ($1, 1, $2, $4), ($1, 2, $3, -$4)', [id, from, to, id * 100])
    await trx.query('update balance set amount = amount + $2 where account = $1', [from, id * 100])
    await trx.query('update balance set amount = amount - $2 where account = $1', [to, id * 100])
  })
}

export type Damage = { lost: number; halfPosted: number; wrongBalances: number; indexFaults: number }

/** Errors in the books, given the confirmed ids. */
export async function inspect(lite: PGlite, confirmed: number): Promise<Damage> {
  const { rows } = await lite.query<Damage>(
    `select (select count(*)::int from generate_series(1, $1) id where not exists (select from entry where entry.id = id.id)) as lost,
            (select count(*)::int
               from (select coalesce(entry.id, line.entry) as id
                       from entry full join line on line.entry = entry.id
                      group by 1
                     having count(line.n) <> 2 or sum(line.amount) <> 0 or count(entry.id) <> 2) half) as "halfPosted",
            (select count(*)::int from balance
              where amount <> (select coalesce(sum(amount), 0) from line where line.account = balance.account)) as "wrongBalances",
            0 as "indexFaults"`,
    [confirmed],
  )
  const [damage] = rows
  if (!damage) throw new Error('No answer.')
  await lite.exec('set enable_seqscan = off; set enable_bitmapscan = off')
  const byIndex = await lite.query<{ n: number }>('select count(*)::int as n from entry where id > 0')
  await lite.exec(
    'reset enable_bitmapscan; set enable_seqscan = on; set enable_indexscan = off; set enable_indexonlyscan = off',
  )
  const byTable = await lite.query<{ n: number }>('select count(*)::int as n from entry')
  await lite.exec('reset all')
  return { ...damage, indexFaults: Math.abs((byIndex.rows[0]?.n ?? 0) - (byTable.rows[0]?.n ?? 0)) }
}
