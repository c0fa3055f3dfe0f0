// The page of promises is compared with the tests that it names.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { testsIn, unprovenStatements } from './statements.ts'

const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

const proof = `test('both fields are required', async () => {})`

/** A root with these rows in its page, and one file of tests. */
function root(rows: string[], source = proof): string {
  const folder = mkdtempSync(join(tmpdir(), 'statements-'))
  folders.push(folder)
  for (const name of ['docs', 'e2e']) mkdirSync(join(folder, name))
  const head = ['# Promises', '', '| What the portal promises | File | Test |', '| --- | --- | --- |']
  writeFileSync(join(folder, 'docs', 'statements.md'), [...head, ...rows, ''].join('\n'))
  writeFileSync(join(folder, 'e2e', 'login.spec.ts'), source)
  return folder
}

test('every promise of docs/statements.md names a test that exists', () => {
  expect(unprovenStatements(resolve(import.meta.dirname, '..'))).toEqual([])
})

const row = '| All fields are required | `e2e/login.spec.ts` | both fields are required |'

test('a page whose tests exist has nothing wrong with it', () => {
  expect(unprovenStatements(root([row, '|  | `e2e/login.spec.ts` | `both fields are required` |']))).toEqual([])
})

test.for([
  ['a test of another name', '| Required | `e2e/login.spec.ts` | one field is required |', 'does not have'],
  ['a file that is not there', '| Required | `e2e/logon.spec.ts` | both fields are required |', 'is not there'],
  ['a promise without a test', '| Required |  |  |', 'names no test'],
  ['a row without its cells', '| Required | `e2e/login.spec.ts` |', 'has 2 cells'],
  ['a proof without a promise', '|  | `e2e/login.spec.ts` | both fields are required |', 'proves nothing'],
] as const)('%s is found', ([, wrong, sentence]) => {
  const complaints = unprovenStatements(root(['', wrong, '', row]))
  expect(complaints).toHaveLength(1)
  expect(complaints[0]).toMatch(/^docs.statements\.md:6 /)
  expect(complaints[0]).toContain(sentence)
})

test('a test that is commented out or skipped is no test', () => {
  for (const source of [`// ${proof}`, proof.replace('test(', 'test.skip(')])
    expect(unprovenStatements(root([row], source))).toHaveLength(1)
})

test('a page that promises nothing is a failure, not a clean page', () => {
  expect(() => unprovenStatements(root([]))).toThrow('promises nothing')
})

test('titles are read as they are written, on one line or several, from tables and templates', () => {
  const source = [
    `test("who's there", () => {})`,
    `test.for([['a', 1]] as const)('%s is refused', () => {})`,
    'for (const who of people) {\n  test(`${who} enters`, () => {})\n}',
    `test(\n  'a long one',\n  async () => {},\n)`,
    String.raw`test('it\'s quoted', () => {})`,
  ].join('\n')
  expect([...testsIn(source)]).toEqual(["who's there", '%s is refused', '${who} enters', 'a long one', "it's quoted"])
})
