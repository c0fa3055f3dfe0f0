// Kills the embedded database from within (COPY FROM STDIN does that to PGlite) while other queries wait.
import { freshDatabase } from '../database.ts'

const { pool } = await freshDatabase()
await pool.query('create table jar (id int)')
const questions = ['copy jar from stdin', 'select 1', 'select 2'].map((question) => pool.query(question))
for (const { status } of await Promise.allSettled(questions)) console.log(status)
setInterval(() => {}, 1_000)
