// The least a server could do to answer the first hundred lines of an account with running balance, on the portal's tables.
import { app, listen, openPool } from './listen.ts'

const pool = await openPool()
app.get('/', async () => {
  const { rows } = await pool.query(
    `select day::text, entry_no::text, debit::text, credit::text,
       (sum(debit - credit) over (order by day, entry_no, position))::text as balance
     from (select * from line where account = $1 order by day, entry_no, position limit 100) as page`,
    ['1110'],
  )
  return rows
})
await listen()
