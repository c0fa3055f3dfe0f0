// Free disk space, the reserve file, and the errors of a full or read-only disk.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/run.ts'
import { releaseReserve, takeReserve } from './reserve.ts'
import { isLow, spaceOf } from './space.ts'
import { startRefusal, troubleOf } from './trouble.ts'

const gigabyte = 1_000_000_000

test.each([
  ['less than 10% of a small disk', 20, 1.9, null, true],
  ['more than 10% of a small disk', 20, 2.1, null, false],
  ['less than 5 GB of a large disk', 2000, 4, null, true],
  ['more than 5 GB of a large disk', 2000, 6, null, false],
  ['less than MIN_FREE_DISK_MB', 2000, 6, 7000, true],
  ['more than MIN_FREE_DISK_MB', 20, 0.2, 100, false],
])('the check for low disk space: %s', (_, size, free, minFreeDiskMegabytes, low) => {
  expect(isLow({ size: size * gigabyte, free: free * gigabyte }, { minFreeDiskMegabytes })).toBe(low)
})

test('free space is also found for a folder that does not exist yet', async () => {
  const folder = temporaryDirectory()
  const [there, later] = [await spaceOf(folder), await spaceOf(join(folder, 'a', 'b'))]
  expect(later.size).toBe(there.size)
  expect(there.free).toBeGreaterThan(0)
})

test('the reserve file is created if there is enough space, deleted when the disk is full, and created again', async () => {
  const folder = temporaryDirectory()
  const [file, bytes] = [join(folder, 'reserve'), 3_000_000]
  await takeReserve(folder, { free: bytes * 3 }, bytes)
  expect(existsSync(file)).toBe(false)
  await takeReserve(folder, { free: bytes * 5 }, bytes)
  expect(statSync(file).size).toBe(bytes)
  expect(await releaseReserve(folder, { free: gigabyte })).toBe(false)
  expect(existsSync(file)).toBe(true)
  expect(await releaseReserve(folder, { free: 1_000_000 })).toBe(true)
  expect(existsSync(file)).toBe(false)
  expect(await releaseReserve(folder, { free: 1_000_000 })).toBe(false)
  await takeReserve(folder, { free: bytes * 5 }, bytes)
  expect(statSync(file).size).toBe(bytes)
})

test.each([
  [Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }), 'full'],
  [{ code: '53100', message: 'could not extend file "base/5/16384": wrote only 4096 of 8192 bytes' }, 'full'],
  [{ code: '58030', message: 'could not write to file "pg_wal/xlogtemp.1": No space left on device' }, 'full'],
  [Object.assign(new Error("EROFS: read-only file system, open 'data/lock.pid'"), { code: 'EROFS' }), 'readOnly'],
  [{ code: '42501', message: 'could not open file "base/5/1259": Read-only file system' }, 'readOnly'],
  [new Error('attempt to write a readonly database'), 'readOnly'],
  [{ code: '25006', message: 'cannot execute INSERT in a read-only transaction' }, undefined],
  [{ code: '42501', message: 'permission denied for table entry' }, undefined],
  [undefined, undefined],
])('%o means the disk is %s', (error, trouble) => {
  expect(troubleOf(error)).toBe(trouble)
})

test('startup on a full or read-only disk prints what to do, without a stack trace', () => {
  expect(startRefusal({ code: 'ENOSPC' }, '/var/talaan')).toBe(
    'The disk of /var/talaan is full. Free some space and start Talaan again. No recorded data is lost.',
  )
  expect(startRefusal({ code: 'EROFS' }, '/var/talaan')).toMatch(
    /^The disk of \/var\/talaan can't be written to: .+ start Talaan again\.$/,
  )
  expect(startRefusal(new Error('a bug'), '/var/talaan')).toBeUndefined()
})
