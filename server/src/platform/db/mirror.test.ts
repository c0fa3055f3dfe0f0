// The second folder has everything that was synced to the log. Its failure is reported, and it is complete again afterwards.
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/run.ts'
import { isLog, Mirror } from './mirror.ts'

const name = '000000010000000000000007'
const page = (letter: string) => Buffer.alloc(64, letter)

test('log pages that were synced are in the second folder, also after the folder failed for a while', () => {
  const root = temporaryDirectory()
  const folder = join(root, 'mirror')
  const path = join(root, 'pg_wal', name)
  mkdirSync(join(root, 'pg_wal'))
  writeFileSync(path, Buffer.alloc(512))
  const told: (string | null)[] = []
  const mirror = new Mirror({ folder, retryMs: 0, onChange: (failure) => void told.push(failure) })
  const live = openSync(path, 'r+')
  const write = (at: number, letter: string) => {
    writeSync(live, page(letter), 0, 64, at)
    mirror.wrote(path, { at, bytes: page(letter) })
  }
  const isEqual = () => readFileSync(join(folder, name)).equals(readFileSync(path))

  write(0, 'a')
  write(64, 'b')
  mirror.sync(path, live)
  write(64, 'c')
  mirror.sync(path, live)
  expect(isEqual()).toBe(true)

  // The disk fails before the next log file begins.
  renameSync(folder, `${folder}-away`)
  writeFileSync(folder, 'in the way')
  const next = join(root, 'pg_wal', '000000010000000000000008')
  mirror.wrote(next, { at: 0, bytes: page('d') })
  mirror.sync(next, live)
  write(128, 'e')
  mirror.sync(path, live)
  expect(told).toEqual([expect.stringMatching(/EEXIST|ENOTDIR/)])

  rmSync(folder)
  write(192, 'f')
  mirror.sync(path, live)
  expect(told).toEqual([expect.any(String), null])
  expect(isEqual()).toBe(true)
  closeSync(live)
})

test('a log file of which earlier pages were missed is copied as a whole', () => {
  const root = temporaryDirectory()
  const path = join(root, name)
  writeFileSync(path, Buffer.concat([page('a'), page('b'), page('c')]))
  const live = openSync(path, 'r+')
  const mirror = new Mirror({ folder: join(root, 'mirror'), onChange: () => {} })
  mirror.wrote(path, { at: 64, bytes: page('b') })
  mirror.sync(path, live)
  expect(readFileSync(join(root, 'mirror', name))).toEqual(readFileSync(path))
  closeSync(live)
})

test('only log files are copied to the second folder', () => {
  const paths = [`/data/database/pg_wal/${name}`, '/data/database/pg_wal/xlogtemp.42', '/data/database/base/5/1259']
  expect(paths.map(isLog)).toEqual([true, false, false])
})
