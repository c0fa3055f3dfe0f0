// The least a server could do to answer a trial balance from stored sums, on the portal's own tables.
import { app, listen, openPool } from './listen.ts'

const pool = await openPool()
app.get('/', async () => {
  const { rows } = await pool.query(
    `select code, name, (sum(debit) - sum(credit))::text as balance
     from account_month join account on code = account group by code, name order by code`,
  )
  return rows
})
await listen()
