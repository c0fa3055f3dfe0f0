// The check of words finds its words in texts for people, and ignores code.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { findings, findingsIn, textsBelow, textsOfModule, textsOfPage } from './words.ts'

const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

const textsOf = (source: string) => textsOfModule('web/src/a.tsx', source).map(({ text }) => text)
const wordsOf = (text: string) => findingsIn({ file: 'README.md', line: 1, text }).map(({ word }) => word)

test('strings, templates and JSX text are read', () => {
  const source = [
    `const a = 'Record the invoice.'`,
    'const b = `${count} lines of ${account} are open`',
    `const c = <Text label="Due date">\n  Choose a date\n  in an open month.\n</Text>`,
    `const d = { title: 'Status' }`,
  ].join('\n')
  expect(textsOf(source)).toEqual([
    'Record the invoice.',
    '… lines of … are open',
    'Due date',
    'Choose a date in an open month.',
    'Status',
  ])
})

test.for([
  ['comments', '// A letter to mend.\nconst a = 1'],
  ['imports', `import { a } from './a letter.ts'`],
  ['types', `type A = 'a letter' | 'two letters'`],
  ['SQL', 'const a = sql`select letter from letters`\nconst b = "select letter from letters"'],
  ['aliases of columns', `const a = select('letter.sent_at as letterSentAt')`],
  ['class names', '<p className="letter paper" />'],
  ['names in the code', `const a = kind === 'letter'`],
  ['drawings', `const a = 'M10 3v9M6 8l4 4 4-4'`],
  ['codes of countries', `const a = 'AD AE AF '`],
  ['names of properties', `const a = { 'A letter': 1 }`],
] as const)('%s are not read', ([, source]) => {
  expect(textsOf(source)).toEqual([])
})

test('the quoted strings of SQL are read', () => {
  const source =
    "const a = sql`select 'Balance of ' || name from letters -- it''s the letter's name\nwhere kind = 'letter'`"
  expect(textsOf(source)).toEqual(['Balance of '])
})

test('a page is read without its code', () => {
  const page = ['# Start', '', 'Run `npm run mend` and read [the log](papers/log.md).', '```', 'mend papers', '```']
  expect(textsOfPage('README.md', page.join('\n')).map(({ text }) => text)).toEqual([
    '# Start',
    'Run … and read [the log].',
  ])
})

test.for([
  ['The letters wait.', ['letters']],
  ['A code has two letters and three digits.', []],
  ['A Client ID has 3 to 64 letters, digits, dots, dashes, underscores or @.', []],
  ['Whoever mends it puts it away.', ['mends', 'Whoever']],
  ['Due day', ['Due day']],
  ['The due day is before the date of the invoice.', []],
  ['What is open is listed first.', ['What is open is listed first.']],
  ['Nothing was changed. What was typed stays', ['What was typed stays']],
  ['What happened?', []],
  ['| What it is | Where |', ['What it is | Where |']],
  ['Open the page Recurring, e.g. for rent.', ['e.g.', 'the page Recurring']],
  ['Open the page of the customer.', []],
] as const)('%s', ([text, words]) => {
  expect(wordsOf(text)).toEqual(words)
})

const letter = { file: 'web/src/a.tsx', line: 3, text: 'Print it on letter paper.' }

test('a finding has its place and the replacement', () => {
  const { complaints } = findings([letter], [], [])
  expect(complaints).toHaveLength(2)
  expect(complaints[1]).toBe('web/src/a.tsx:3 says "letter"; use e-mail or message. In: Print it on letter paper.')
})

test('an exception allows its words where it applies, and an unused one is reported', () => {
  const size = { text: 'letter paper', why: 'a size' }
  expect(findings([letter], [size], []).complaints).toEqual([])
  expect(findings([letter], [{ ...size, in: 'server/' }], []).complaints).toHaveLength(3)
  expect(findings([], [size], []).complaints).toEqual(['No text needs this exception: letter paper'])
})

test('findings in unfinished files are counted separately', () => {
  const { complaints, known } = findings([letter], [], ['web/'])
  expect([complaints, known.length]).toEqual([[], 2])
})

test('a root without texts fails', () => {
  const folder = mkdtempSync(join(tmpdir(), 'words-'))
  folders.push(folder)
  mkdirSync(join(folder, 'docs'))
  expect(() => textsBelow(folder)).toThrow('No text was read')
  writeFileSync(join(folder, 'README.md'), 'Talaan')
  expect(textsBelow(folder)).toEqual([{ file: 'README.md', line: 1, text: 'Talaan' }])
})
