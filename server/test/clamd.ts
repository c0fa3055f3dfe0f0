// A real clamd with one signature, that of this test.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What the only signature finds. */
export const malware = 'talaan-test-malware'

export async function startClamd(): Promise<{ path: string; stop(): Promise<void> }> {
  if (spawnSync('clamd', ['--version']).status !== 0)
    throw new Error('This test needs clamd. Install it, on Debian with apt-get install clamav-daemon.')
  const folder = mkdtempSync(join(tmpdir(), 'talaan-clamd-'))
  const path = join(folder, 'clamd.sock')
  writeFileSync(join(folder, 'test.ndb'), `Talaan.Test:0:*:${Buffer.from(malware).toString('hex')}\n`)
  const settings = ['Foreground yes', `DatabaseDirectory ${folder}`, `LocalSocket ${path}`]
  writeFileSync(join(folder, 'clamd.conf'), settings.join('\n') + '\n')
  const changes = watch(folder)
  const clamd = spawn('clamd', ['-c', join(folder, 'clamd.conf')], { stdio: 'ignore' })
  const ended = once(clamd, 'exit')
  while (!existsSync(path))
    await Promise.race([once(changes, 'change'), ended.then(() => Promise.reject(new Error('clamd ended.')))])
  changes.close()
  const stop = async () => {
    clamd.kill()
    await ended
    rmSync(folder, { recursive: true })
  }
  return { path, stop }
}
