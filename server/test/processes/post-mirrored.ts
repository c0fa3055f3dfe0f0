// Opens migrated books with a second folder for the log, and commits number after number, saying each one after its commit
// returned. Arguments: data directory, folder of backups, second folder, 'continue' or 'stop'.
import { writeSync } from 'node:fs'
import { LogArchive } from '../../src/features/backups/log-archive.ts'
import { wallClock } from '../../src/platform/clock.ts'
import { openDatabase } from '../../src/platform/db/db.ts'
import { readEnvironment } from '../../src/platform/env/env.ts'

const [dataDir = '', backups = '', folder = '', fails = ''] = process.argv.slice(2)
const env = readEnvironment({ DATA_DIR: dataDir, BACKUP_DIR: backups, MIRROR_DIR: folder, MIRROR_FAILS: fails })
const db = await openDatabase({ dataDir, mirror: env.mirror })
const archive = new LogArchive({ db, env, clock: wallClock }, { folder: backups, key: null })
await db.pool.query('create table if not exists posted (n int primary key, note text)')
await archive.copyBase()
for (let n = 1; ; n += 1) {
  await db.pool.query(`insert into posted values ($1, repeat('x', $2))`, [n, (n * 37) % 4_000])
  writeSync(1, `${n}\n`)
  // The log is also copied meanwhile, and its files are many.
  if (n % 150 === 0) await db.pool.query('select pg_switch_wal()')
  if (n % 400 === 0) void archive.copyLog()
}
