// The least a server could do to record a document: six statements in one transaction that is synced when it commits.
// There is no sign-in and no check; everything is stored as it comes.
import { app, listen, openPool } from './listen.ts'

type Invoice = {
  party: string
  externalNo: string
  day: string
  lines: { description: string; quantity: string; unitPrice: string; amount: string; account: string }[]
  moves: { account: string; debit: string; credit: string }[]
  total: string
}

const pool = await openPool()
await pool.query(`
  create table document (id bigint generated always as identity primary key, party text not null, external_no text not null,
    day date not null, total bigint not null);
  create table document_line (document_id bigint references document, position int, description text, quantity numeric,
    unit_price bigint, amount bigint, account text, primary key (document_id, position));
  create table entry (no bigint generated always as identity primary key, document_id bigint references document, day date not null);
  create table line (entry_no bigint references entry, position int, account text, day date, debit bigint, credit bigint,
    primary key (entry_no, position));
  create index line_by_account on line (account, day, entry_no, position);
  create table settlement (document_id bigint references document, party text, amount bigint, primary key (document_id));
  create table audit (seq bigint generated always as identity primary key, at timestamptz default now(), action text, document_id bigint);
  create table account_month (account text, month text, debit bigint, credit bigint, primary key (account, month))`)

app.post('/documents', async ({ body }) => {
  const { party, externalNo, day, lines, moves, total } = body as Invoice
  const accounts = moves.toSorted((a, b) => (a.account < b.account ? -1 : 1))
  const client = await pool.connect()
  try {
    await client.query('begin')
    const document = await client.query<{ id: string }>(
      `with stored as (insert into document (party, external_no, day, total) values ($1, $2, $3, $4) returning id),
       its_lines as (
         insert into document_line
         select id, position, description, quantity, unit_price, amount, account
         from stored, unnest($5::text[], $6::numeric[], $7::bigint[], $8::bigint[], $9::text[])
           with ordinality as given (description, quantity, unit_price, amount, account, position))
       select id from stored`,
      [
        ...[party, externalNo, day, total],
        lines.map(({ description }) => description),
        lines.map(({ quantity }) => quantity),
        lines.map(({ unitPrice }) => unitPrice),
        lines.map(({ amount }) => amount),
        lines.map(({ account }) => account),
      ],
    )
    const id = document.rows[0]?.id
    const entry = await client.query<{ no: string }>(
      'insert into entry (document_id, day) values ($1, $2) returning no',
      [id, day],
    )
    const columns = [
      accounts.map(({ account }) => account),
      accounts.map(({ debit }) => debit),
      accounts.map(({ credit }) => credit),
    ]
    await client.query(
      `insert into line select $1, position, account, $2, debit, credit
       from unnest($3::text[], $4::bigint[], $5::bigint[]) with ordinality as given (account, debit, credit, position)`,
      [entry.rows[0]?.no, day, ...columns],
    )
    await client.query('insert into settlement values ($1, $2, $3)', [id, party, total])
    await client.query('insert into audit (action, document_id) values ($1, $2)', ['record', id])
    await client.query(
      `insert into account_month select account, $1, debit, credit
       from unnest($2::text[], $3::bigint[], $4::bigint[]) as given (account, debit, credit)
       on conflict (account, month) do update
       set debit = account_month.debit + excluded.debit, credit = account_month.credit + excluded.credit`,
      [day.slice(0, 7), ...columns],
    )
    await client.query('commit')
    return { id: String(id) }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
})
await listen()
