// Every promise of docs/statements.md names the test that proves it: the file is there, and the test in it.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const page = join('docs', 'statements.md')
const head = ['What the portal promises', 'File', 'Test']

/** What is wrong with the page, one sentence each; a page that promises nothing would be worth nothing. */
export function unprovenStatements(root: string): string[] {
  const lines = readFileSync(join(root, page), 'utf8').split('\n')
  const complaints: string[] = []
  let promised = 0
  let statement = ''
  for (const [at, line] of lines.entries()) {
    if (!line.startsWith('|')) {
      statement = ''
      continue
    }
    const cells = cellsOf(line)
    if (cells.every((cell) => /^-+$/.test(cell)) || cells.join() === head.join()) continue
    const [says = '', file = '', test = ''] = cells
    const complain = (words: string) => complaints.push(`${page}:${at + 1} ${words}`)
    // A row without words of its own is one more proof of the statement above it.
    if (says !== '') {
      statement = says
      promised += 1
    }
    if (cells.length !== head.length) complain(`has ${cells.length} cells, not ${head.length}`)
    else if (statement === '') complain('proves nothing: no statement stands above it')
    else if (file === '' || test === '') complain(`names no test for: ${statement}`)
    else if (!existsSync(join(root, file))) complain(`names ${file}, which is not there`)
    else if (!testsIn(readFileSync(join(root, file), 'utf8')).has(test))
      complain(`names a test that ${file} does not have: ${test}`)
  }
  if (promised === 0) throw new Error(`${page} promises nothing.`)
  return complaints
}

/** A row of a table; a bar inside a cell is written \|, and what is code in the table is plain here. */
function cellsOf(row: string): string[] {
  return row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim())
    .map((cell) => /^`` ?(.*?) ?``$/.exec(cell)?.[1] ?? /^`([^`]*)`$/.exec(cell)?.[1] ?? cell)
}

/** Titles as they are written in the source, placeholders and all: test('…'), test.for(table)('…'), test(`…`). */
export function testsIn(source: string): Set<string> {
  const code = source.replace(/^\s*\/\/.*$/gm, '')
  const titled =
    /(?:(?<![\w.])test\s*\(|\)\s*\()\s*(?:'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`)\s*,/g
  return new Set(
    [...code.matchAll(titled)].map(([, single, double, template]) =>
      (single ?? double ?? template ?? '').replace(/\\(.)/g, '$1'),
    ),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const complaints = unprovenStatements(resolve(dirname(fileURLToPath(import.meta.url)), '..'))
  for (const complaint of complaints) console.log(complaint)
  process.exitCode = complaints.length ? 1 : 0
}
