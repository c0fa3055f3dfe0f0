// A watched folder: complete files are taken once, also after a stop, and refused ones keep their reason.
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { viewTask } from '@talaan/contract/tasks.ts'
import { filesInArrivals, pdfOf } from '../../../test/arrivals.ts'
import { runOnce } from '../../../test/jobs.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { readsFolder } from './read-folder.ts'

let here: Portal
let ben: Caller
let folder: string
beforeAll(async () => void (here = await openPortal()))
beforeEach(async () => {
  await here.reset()
  ben = await here.signIn('ben')
  folder = mkdtempSync(join(tmpdir(), 'talaan-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
afterAll(() => here.close())

const put = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content)
const within = (inner = '') => readdirSync(join(folder, inner)).toSorted()
const files = () => filesInArrivals(ben)

/** A portal with this folder; each call is one run of its job. */
function portal(env: Partial<Portal['context']['env']> = {}): () => Promise<void> {
  const handlers = readsFolder({ ...here.context, env: { ...here.context.env, arrivalsFolder: folder, ...env } })
  return () => runOnce(handlers)
}

test('complete files are taken and moved; others stay, and refused ones have their reason beside them', async () => {
  const run = portal()
  put('a.pdf', pdfOf('a'))
  put('growing.pdf', '%PDF-1.4\n')
  put('b.pdf.part', pdfOf('b'))
  put('list.xlsx', 'PK')
  put('large.pdf', Buffer.alloc(10 * 1024 * 1024 + 1))
  mkdirSync(join(folder, 'inner'))
  symlinkSync('/etc/hostname', join(folder, 'link.pdf'))
  // A file is taken at the second look, if it did not change.
  await run()
  expect(await files()).toEqual([])
  appendFileSync(join(folder, 'growing.pdf'), pdfOf('growing'))
  await run()
  expect(await files()).toEqual(['a.pdf'])
  expect(within()).toEqual(['b.pdf.part', 'done', 'growing.pdf', 'inner', 'link.pdf', 'refused'])
  await run()
  expect(await files()).toEqual(['a.pdf', 'growing.pdf'])
  expect(within('done')).toEqual(['a.pdf', 'growing.pdf'])
  expect(within('refused')).toEqual(['large.pdf', 'large.pdf.txt', 'list.xlsx', 'list.xlsx.txt'])
  expect(readFileSync(join(folder, 'refused/list.xlsx.txt'), 'utf8')).toBe(
    'This is not a PDF, JPEG or PNG file. Choose another file.\n',
  )
  const { rows } = (await ben.call(viewTask, { params: { kind: 'arrivals' } })).answer
  expect(rows.map(({ detail }) => detail)).toEqual(['From the watched folder', 'From the watched folder'])

  // Another file of this name, and the same file again, as after a stop before it was moved.
  put('a.pdf', pdfOf('another'))
  put('c.pdf', pdfOf('a'))
  const again = portal()
  await again()
  await again()
  expect(await files()).toEqual(['a.pdf', 'a.pdf', 'growing.pdf'])
  expect(within('done')).toEqual(['a (2).pdf', 'a.pdf', 'c.pdf', 'growing.pdf'])
})

test('what cannot be stored yet stays in the folder, and a folder that is gone is said in the list of jobs', async () => {
  put('a.pdf', pdfOf('a'))
  const unscanned = portal({ clamd: { path: '/nowhere/clamd.sock' } })
  await unscanned()
  await expect(unscanned()).rejects.toThrow('virus scanner')
  expect(within()).toEqual(['a.pdf', 'done', 'refused'])
  const run = portal()
  rmSync(folder, { recursive: true })
  await expect(run()).rejects.toThrow(`The folder ${folder} can't be read or written to (ENOENT).`)
  mkdirSync(folder)
  put('a.pdf', pdfOf('a'))
  await run()
  await run()
  expect(await files()).toEqual(['a.pdf'])
})
