// Exports are compared with what imports them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { exportsForTests } from './exports.ts'

const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

function root(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'exports-'))
  folders.push(folder)
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), source)
  }
  return folder
}

const one = { 'ledger/src/one.ts': 'export const one = 1' }
const byTest = { 'ledger/src/one.test.ts': `import { one } from './one.ts'\nexpect(one).toBe(1)` }

test('exports that only tests use are found, and unused ones', () => {
  expect(exportsForTests(root({ ...one, ...byTest }))).toEqual([
    'ledger/src/one.ts:1 exports one, which only tests use',
  ])
  expect(exportsForTests(root(one))).toEqual(['ledger/src/one.ts:1 exports one, which nothing uses'])
  const fixture = { 'server/test/portal.ts': `import { one } from '@talaan/ledger/one.ts'\nprint(one)` }
  expect(exportsForTests(root({ ...one, ...fixture }))).toHaveLength(1)
})

test('an export that its own module calls is used, unless it only calls itself', () => {
  const used = { 'ledger/src/one.ts': 'export const one = 1\nprint(one)' }
  expect(exportsForTests(root({ ...used, ...byTest }))).toEqual([])
  const itself = { 'ledger/src/one.ts': 'export function one() { return one() }' }
  expect(exportsForTests(root({ ...itself, ...byTest }))).toHaveLength(1)
  const namesake = { 'ledger/src/one.ts': 'export const one = 1\nprint(other.one, { one: 2 })' }
  expect(exportsForTests(root({ ...namesake, ...byTest }))).toHaveLength(1)
})

test.for([
  ['by its name', `import { one } from '@talaan/ledger/one.ts'`],
  ['by another name', `import { one as two } from '@talaan/ledger/one.ts'`],
  ['as a type', `import type { one } from '@talaan/ledger/one.ts'`],
  ['with all the others', `import * as all from '@talaan/ledger/one.ts'`],
  ['later', `const page = later(async () => (await import('@talaan/ledger/one.ts')).one)`],
  ['later, taken apart', `const { one } = await import('@talaan/ledger/one.ts')`],
  ['as a worker', `new Worker(new URL('../../ledger/src/one.ts', import.meta.url))`],
] as const)('an export that is imported %s is used', ([, source]) => {
  expect(exportsForTests(root({ ...one, ...byTest, 'web/src/main.ts': source }))).toEqual([])
})

test('an import of something else from the same module uses nothing', () => {
  const both = { 'ledger/src/one.ts': 'export const one = 1\nexport const two = 2' }
  const main = { 'web/src/main.ts': `const { two } = await import('@talaan/ledger/one.ts')` }
  expect(exportsForTests(root({ ...both, ...byTest, ...main }))).toEqual([
    'ledger/src/one.ts:1 exports one, which only tests use',
  ])
})

test('finding no export at all fails', () => {
  expect(() => exportsForTests(root({}))).toThrow('No export was seen')
})
