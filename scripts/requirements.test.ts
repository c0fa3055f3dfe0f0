// Compares the page of requirements with the tests it names.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { testsIn, unprovenRequirements } from './requirements.ts'

const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

const proof = `test('both fields are required', async ({ page }) => {})`

/** A folder with these rows in its page, and one test file. */
function root(rows: string[], source = proof): string {
  const folder = mkdtempSync(join(tmpdir(), 'requirements-'))
  folders.push(folder)
  for (const name of ['docs', 'e2e']) mkdirSync(join(folder, name))
  const head = ['# Requirements', '', '| Requirement | File | Test |', '| --- | --- | --- |']
  writeFileSync(join(folder, 'docs', 'requirements.md'), [...head, ...rows, ''].join('\n'))
  writeFileSync(join(folder, 'e2e', 'login.spec.ts'), source)
  return folder
}

const row = '| All fields are required | `e2e/login.spec.ts` | both fields are required |'

test('a page whose tests exist has no problems', () => {
  expect(unprovenRequirements(root([row, '|  | `e2e/login.spec.ts` | `both fields are required` |']))).toEqual([])
})

test.for([
  ['a test of another name', '| Required | `e2e/login.spec.ts` | one field is required |', 'does not have'],
  ['a file that does not exist', '| Required | `e2e/logon.spec.ts` | both fields are required |', 'does not exist'],
  ['a requirement without a test', '| Required |  |  |', 'names no test'],
  ['a row without its cells', '| Required | `e2e/login.spec.ts` |', 'has 2 cells'],
  ['a test without a requirement', '|  | `e2e/login.spec.ts` | both fields are required |', 'proves nothing'],
] as const)('%s is found', ([, wrong, sentence]) => {
  const complaints = unprovenRequirements(root(['', wrong, '', row]))
  expect(complaints).toHaveLength(1)
  expect(complaints[0]).toMatch(/^docs.requirements\.md:6 /)
  expect(complaints[0]).toContain(sentence)
})

test('a test that is commented out or skipped does not count', () => {
  for (const source of [`// ${proof}`, proof.replace('test(', 'test.skip('), proof.replace('test(', 'test.fixme(')])
    expect(unprovenRequirements(root([row], source))).toHaveLength(1)
})

test.for([
  ['nothing', `test('both fields are required', () => {})`, 1],
  ['its own words alone', `import fc from 'fast-check'\ntest('both fields are required', () => fc.sample())`, 1],
  ['a type of ours', `import type { A } from '@talaan/ledger/a.ts'\ntest('both fields are required', () => {})`, 1],
  [
    'what another test of the file calls',
    `import { a } from '@talaan/ledger/a.ts'\ntest('other', () => a())\ntest('both fields are required', () => {})`,
    1,
  ],
  ['the product', `import { a } from '@talaan/ledger/a.ts'\ntest('both fields are required', () => a())`, 0],
  [
    'the product through a helper',
    `import { a } from '@talaan/ledger/a.ts'\nconst b = () => a()\nfunction c() { b() }\ntest('both fields are required', () => c())`,
    0,
  ],
  [
    'what a hook made of the product',
    `import { a } from '@talaan/ledger/a.ts'\nlet b\nbeforeAll(() => { b = a() })\ntest('both fields are required', () => b)`,
    0,
  ],
] as const)('a test counts only if it calls the product: one that calls %s', ([, source, complaints]) => {
  const found = unprovenRequirements(root([row], source))
  expect(found).toHaveLength(complaints)
  expect(found.every((complaint) => complaint.includes('never calls the product'))).toBe(true)
})

test('a page without requirements fails', () => {
  expect(() => unprovenRequirements(root([]))).toThrow('has no requirement')
})

test('titles are read from the source, on one line or several, from tables and templates', () => {
  const source = [
    `test("who's there", () => {})`,
    `test.for([['a', 1]] as const)('%s is refused', () => {})`,
    'for (const who of people) {\n  test(`${who} enters`, () => {})\n}',
    `test(\n  'a long one',\n  async () => {},\n)`,
    String.raw`test('it\'s quoted', () => {})`,
  ].join('\n')
  expect([...testsIn('some.test.ts', source).keys()]).toEqual([
    "who's there",
    '%s is refused',
    '${who} enters',
    'a long one',
    "it's quoted",
  ])
})
