// Opens the data directory in its argument and commits number after number, printing each one after its commit
// returned.
import { writeSync } from 'node:fs'
import { DatabaseRefusal, openDatabase } from '../../src/platform/db/db.ts'

try {
  const { pool } = await openDatabase({ dataDir: process.argv[2] ?? '' })
  await pool.query('create table if not exists posted (n int primary key)')
  for (let n = 1; ; n += 1) {
    await pool.query('insert into posted values ($1)', [n])
    writeSync(1, `${n}\n`)
  }
} catch (error) {
  if (!(error instanceof DatabaseRefusal)) throw error
  console.log(error.message)
}
