// A data directory belongs to one process at a time.
// @module-tag engine
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run, temporaryDirectory } from '../../../test/run.ts'
import { lockDirectory } from './lock.ts'

test('a second process is refused, and gets the directory and the process id of the owner', async () => {
  const directory = temporaryDirectory()
  const first = run('hold-directory', { arguments: [directory] })
  await first.says(/held/)
  const second = run('hold-directory', { arguments: [directory] })
  expect(await second.end()).toBe(0)
  expect(second.output()).toBe(
    `The data directory ${directory} is in use by another Talaan process (pid ${first.child.pid}). ` +
      'Stop that process first, or start this one with another data directory.\n',
  )
})

test('after kill -9 of the owner the next process takes over at once', async () => {
  const directory = temporaryDirectory()
  const first = run('hold-directory', { arguments: [directory] })
  await first.says(/held/)
  first.child.kill('SIGKILL')
  await first.end()
  expect(existsSync(join(directory, 'lock.pid'))).toBe(true)
  await run('hold-directory', { arguments: [directory] }).says(/held/)
})

test('a pid file that names an unrelated live process does not block', async () => {
  const directory = temporaryDirectory()
  writeFileSync(join(directory, 'lock.pid'), `${process.ppid}\n`)
  await run('hold-directory', { arguments: [directory] }).says(/held/)
})

test('a live owner keeps its directory even if its pid file is gone', async () => {
  const directory = temporaryDirectory()
  await run('hold-directory', { arguments: [directory] }).says(/held/)
  rmSync(join(directory, 'lock.pid'))
  const second = run('hold-directory', { arguments: [directory] })
  await second.end()
  expect(second.output()).toMatch(/is in use by another Talaan process\./)
})

test('of several processes that start together exactly one gets the directory', async () => {
  const directory = temporaryDirectory()
  const all = Array.from({ length: 6 }, () => run('hold-directory', { arguments: [directory] }))
  await Promise.all(all.map((one) => one.says(/\n/)))
  expect(all.filter((one) => one.output() === 'held\n')).toHaveLength(1)
  expect(all.filter((one) => one.output().includes('is in use'))).toHaveLength(5)
})

test('a process cannot lock a directory twice, and can after releasing it', () => {
  const directory = temporaryDirectory()
  const lock = lockDirectory(directory)
  expect(() => lockDirectory(directory)).toThrow(`(pid ${process.pid})`)
  lock.release()
  lockDirectory(directory).release()
})

test('a directory that cannot be locked is refused with the reason', () => {
  const directory = join(temporaryDirectory(), 'missing')
  expect(() => lockDirectory(directory)).toThrow(/cannot be locked \(.+\)\. Talaan needs a writable directory/)
})
