// Malicious files that would take too much time or memory, read like uploads.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { arrivalProblems } from '@talaan/contract/arrivals.ts'
import { openingProblems } from '@talaan/contract/opening.ts'
import { common } from '@talaan/contract/problem.ts'
import { statementProblems } from '@talaan/contract/statements.ts'
import * as evil from '../../../test/evil-files.ts'
import { readingEnvironment, readingFlags } from './flags.ts'
import { readUploaded } from './reader.ts'

const problems = statementProblems
const statement = (file: string | Buffer) =>
  readUploaded('statement', { bytes: Buffer.from(file), said: null, kept: [] }, { problems })
const cells = (file: string | Buffer, name = 'a.csv') =>
  readUploaded('cells', { bytes: Buffer.from(file), name, decimals: 2 }, { problems: openingProblems })
const pages = (bytes: Buffer, type: string) =>
  readUploaded('pages', { bytes, type, layout: 'anywhere', withPictures: true }, { problems: arrivalProblems })
/** The message of the refusal; undefined if the file was read. */
const refused = (reading: Promise<unknown>): Promise<string | undefined> =>
  reading.then(
    () => undefined,
    (error: Error) => error.message,
  )

test.each<[kind: string, file: string | Buffer, sentence: RegExp]>([
  ['cells in the last column', evil.farRight(), /beyond column 200\. Delete the columns to the right/],
  ['cells in the last row of many sheets', evil.farDown(), /more than 1,000,000 cells\. Copy the table/],
  ['sixty sheets', evil.manySheets(), /more than 50 sheets\. Copy the sheet/],
  ['entity expansion ("billion laughs") after a long comment', evil.laughingWorkbook(), /document type/],
  ['an endless line', evil.endlessLine(), /Line 2 has more than 100,000 characters/],
  ['an endless cell', evil.endlessCell(1), /Row 2: a quotation mark is not closed/],
])(
  'a spreadsheet with %s is refused before its cells are created, as a statement and as an import',
  async (_, file, sentence) => {
    expect(await refused(statement(file))).toMatch(sentence)
    expect(await refused(cells(file))).toMatch(sentence)
  },
)

test('a workbook that repeats one long text in every cell is refused if the result is too large', async () => {
  expect(await refused(cells(evil.sharedText()))).toBe('This file has too much text. Split it into several files.')
})

test.each<[kind: string, file: string | Buffer, sentence: RegExp]>([
  ['a CAMT.053 with entity expansion ("billion laughs")', evil.laughingCamt(), /DOCTYPE/],
  ['a CAMT.053 with 100,000 nested elements', evil.nestedCamt(), /nesting is too deep/],
  ['an OFX with 100,000 nested elements', evil.nestedOfx(), /nesting is too deep/],
  ['a workbook with 100,000 nested elements', evil.nestedWorkbook(), /empty|damaged/],
  ['a PDF with 100,000 nested arrays', evil.nestedPdf(), /damaged/],
  ['a PDF with an image of 50,000 by 50,000 pixels', evil.floodedPdf(), /scan without text/],
])('%s is refused with a message', async (_, file, sentence) => {
  expect(await refused(statement(file))).toMatch(sentence)
})

test.each<[kind: string, type: string, file: Buffer, sentence: RegExp]>([
  ['of 20,000 by 20,000 pixels', 'image/png', evil.pngBomb(20_000, 0), /400 megapixels, which is too large/],
  ['that is cut off', 'image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), /picture is damaged/],
  ['of 500 pages', 'application/pdf', evil.manyPagesPdf(), /500 pages\. Talaan reads files of at most 20/],
  ['with 150 MB of text', 'application/pdf', evil.heavyPdf(), /too much text|too much memory/],
])('a file for Arrivals %s (%s) is refused with a message', async (_, type, file, sentence) => {
  expect(await refused(pages(file, type))).toMatch(sentence)
})

test('a picture that unpacks to more than it should is decoded only as far as it should', async () => {
  expect((await pages(evil.pngBomb(), 'image/png')).words).toEqual([])
})

test('files beyond the queue limit are refused as busy, and the others are read', async () => {
  const sentences = await Promise.all(Array.from({ length: 24 }, () => refused(cells('Account,Debit\n1031,5'))))
  expect(sentences.filter((sentence) => sentence === undefined)).toHaveLength(22)
  expect(new Set(sentences)).toEqual(new Set([undefined, common.busy.sentence]))
})

test('the reading process cannot read the data folder, write files, start programs or use the network, and gets no environment variables', async () => {
  const tries = `
    const said = async (attempt) => { try { await attempt(); return 'allowed' } catch (error) { return error.code ?? error.cause?.code } }
    const fs = require('node:fs')
    Promise.all([
      said(() => fs.readFileSync('/etc/hosts')),
      said(() => fs.readdirSync('data')),
      said(() => fs.writeFileSync('server/x', 'x')),
      said(() => require('node:child_process').spawnSync('ls')),
      said(() => require('node:dns').promises.lookup('localhost')),
      said(() => new Promise((_, reject) => require('node:net').connect(9, '127.0.0.1').once('error', reject))),
    ]).then((all) => console.log(JSON.stringify([...all, Object.keys(process.env).length])))`
  const { stdout } = await promisify(execFile)(process.execPath, [...readingFlags, '--eval', tries], {
    env: readingEnvironment,
  })
  const [hosts, data, write, program, lookup, connection, variables] = JSON.parse(stdout) as unknown[]
  expect([hosts, data, write, program, lookup, connection]).toEqual(Array(6).fill('ERR_ACCESS_DENIED'))
  expect(variables).toBe(Object.keys(readingEnvironment).length)
})
