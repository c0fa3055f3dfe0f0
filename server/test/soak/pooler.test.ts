// A real PgBouncer between Talaan and PostgreSQL.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/db/db.ts'
import { freePort, ownerOfServer } from '../postgres-server.ts'

test('a connection pooler that drops the settings of a connection is refused with a message', async ({ task }) => {
  const refused = /The settings of Talaan's connections don't reach the PostgreSQL server/
  const configurations = [
    'extra_float_digits',
    'extra_float_digits,options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
  ]
  for (const ignored of configurations) {
    await using pooler = await startPgBouncer(new URL(process.env.TALAAN_TEST_DATABASE_URL ?? ''), ignored)
    await expect(
      openDatabase({ databaseUrl: `postgres://postgres@127.0.0.1:${pooler.port}/postgres` }, { log: () => {} }),
    ).rejects.toThrow(refused)
  }
  task.meta.figures = `PgBouncer in transaction mode, with ${configurations.length} configurations: Talaan did not start and showed why`
})

async function startPgBouncer({ hostname, port }: URL, ignored: string): Promise<AsyncDisposable & { port: number }> {
  if (spawnSync('pgbouncer', ['--version']).status !== 0)
    throw new Error('This test needs PgBouncer. Install it, on Debian with apt-get install pgbouncer.')
  const home = mkdtempSync(join(tmpdir(), 'talaan-pgbouncer-'))
  const owner = ownerOfServer()
  if (owner) chownSync(home, owner.uid, owner.gid)
  const own = await freePort()
  writeFileSync(join(home, 'users.txt'), '"postgres" ""\n')
  writeFileSync(
    join(home, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = trust
auth_file = ${home}/users.txt
pool_mode = transaction
ignore_startup_parameters = ${ignored}
`,
  )
  const pooler = spawn('pgbouncer', [join(home, 'pgbouncer.ini')], { ...owner, stdio: ['ignore', 'ignore', 'pipe'] })
  const isUp = new Promise<void>((resolve, reject) => {
    let said = ''
    pooler.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes('process up')) resolve()
    })
    pooler.once('exit', () => reject(new Error(`PgBouncer ended: ${said}`)))
  })
  const end = async () => {
    pooler.kill('SIGKILL')
    if (pooler.exitCode === null && pooler.signalCode === null) await once(pooler, 'exit')
    rmSync(home, { recursive: true, force: true })
  }
  await isUp
  return { port: own, [Symbol.asyncDispose]: end }
}
