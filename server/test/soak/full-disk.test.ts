// Talaan on a full disk and on a read-only disk. The test mounts a file system, which needs Linux and root.
import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { health } from '@talaan/contract/portal.ts'
import { diskState } from '../../src/platform/disk/trouble.ts'
import { readEnvironment } from '../../src/platform/env/env.ts'
import { launch, startPortal } from '../crash/portal.ts'
import { temporaryDirectory } from '../run.ts'

test('on a full disk Talaan says so and starts by deleting its reserve file; on a read-only disk it says why it cannot start', async ({
  task,
}) => {
  const disk = temporaryDirectory()
  const mount = (...options: string[]) => execFileSync('mount', [...options, disk])
  mount('-t', 'tmpfs', '-o', 'size=400m', 'tmpfs')
  onTestFinished(() => void execFileSync('umount', ['--lazy', disk]))
  const [DATA_DIR, reserve, filling] = [join(disk, 'data'), join(disk, 'data', 'reserve'), join(disk, 'filling')]
  const free = () => {
    const { bavail, bsize } = statfsSync(disk)
    return bavail * bsize
  }
  const taken = () => statSync(reserve, { throwIfNoEntry: false })?.size === 64_000_000
  const fill = () => writeFileSync(filling, Buffer.alloc(free() - 1_000_000))
  const state = async (url: string) => (await (await fetch(`${url}${health.path}`)).json()) as Record<string, string>

  {
    await using portal = await startPortal({ DATA_DIR, MIN_FREE_DISK_MB: '50' })
    expect(await state(portal.url)).toMatchObject({ status: 'ok', disk: 'ok' })
    await expect.poll(taken).toBe(true)
    fill()
    await portal.says(/Talaan deleted its reserve file \(64 MB\) to keep running/)
    expect(await state(portal.url)).toMatchObject({ status: 'ok', disk: 'ok' })
    rmSync(filling)
    await expect.poll(taken).toBe(true)
    portal.kill('SIGKILL')
    await portal.end()
  }
  fill()
  {
    await using portal = await startPortal({ DATA_DIR, MIN_FREE_DISK_MB: '100' })
    expect(portal.said()).toMatch(/The disk of .* is full\. Talaan deleted its reserve file/)
    expect(await state(portal.url)).toMatchObject({ status: 'ok', disk: 'low' })
    writeFileSync(join(disk, 'more'), Buffer.alloc(free() - 1_000_000))
    expect(await state(portal.url)).toMatchObject({ disk: 'full' })
    portal.kill('SIGKILL')
    await portal.end()
  }
  mount('-o', 'remount,ro')
  expect(await diskState(readEnvironment({ DATA_DIR }))).toBe('readOnly')
  const refused = launch({ DATA_DIR })
  expect(await refused.end()).toBe(1)
  expect(refused.said()).toMatch(/can't be written to: it is mounted read-only/)
  expect(refused.said()).not.toMatch(/^\s+at /m)
  task.meta.figures =
    'Talaan ran and started on a full disk after deleting its reserve file, and showed why it could not start on a read-only disk'
})
