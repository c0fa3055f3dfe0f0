// Spreadsheets to import are read whole or refused.
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { zipOf } from '../../../test/evil-files.ts'
import { readCells } from './cells.ts'

const read = (bytes: Uint8Array, name = 'parties.csv', decimals = 2) => readCells({ bytes, name, decimals })
/** Where the directory of an archive begins. */
const directory = Buffer.from([0x50, 0x4b, 1, 2])
const csv = (text: string) => read(new TextEncoder().encode(text))

test('a cell or a number of rows above the limit is refused with its row, and nothing is cut off', async () => {
  const longest = 'x'.repeat(200)
  expect(await csv(`Name,Memo\nAna,${longest}\n`)).toEqual([
    [
      ['Name', 'Memo'],
      ['Ana', longest],
    ],
  ])
  await expect(csv(`Name,Memo\nAna,${longest}y\n`)).rejects.toThrow(
    /^Row 2 has a cell with more than 200 characters\. Shorten it/,
  )
  expect((await csv('a\n'.repeat(5000)))[0]).toHaveLength(5000)
  await expect(csv('a\n'.repeat(5001))).rejects.toThrow(/^This file has more than 5,000 rows\. Split it/)
})

test('the cells of a workbook become texts: dates, numbers, answers and empty cells', async () => {
  const rows = [
    ['Name', 'Since', 'Rate', 'Count', 'Active', 'Note'],
    [' Ana\0 ', new Date(Date.UTC(2026, 2, 2)), 56.125, 12, true, null],
    ['Ben', null, 0.1, 0, false, ''],
  ]
  const workbook = await writeXlsx({ sheets: [{ name: 'A', rows }] })
  const [sheet] = await read(workbook, 'parties.xlsx', 4)
  expect(sheet?.slice(1)).toEqual([
    ['Ana', '2026-03-02', '56.125', '12', 'true', ''],
    ['Ben', '', '0.10', '0', 'false', ''],
  ])
  expect((await read(workbook))[0]?.[1]?.[2]).toBe('56.13')
})

test('a text is read as UTF-8 or Windows-1252, and blank lines are left out', async () => {
  const name = 'Name\n\nPe\u00f1a\n'
  expect(await csv(name)).toEqual([[['Name'], ['Pe\u00f1a']]])
  expect(await read(Buffer.from(name, 'latin1'))).toEqual([[['Name'], ['Pe\u00f1a']]])
})

test.each<[kind: string, file: string | Uint8Array, sentence: RegExp, name?: string]>([
  ['nothing', '', /^This file is empty\./],
  ['an old workbook', 'x', /^This is not a CSV or XLSX file\./, 'parties.XLS'],
  ['a program', Buffer.from([0x4d, 0x5a, 0, 0]), /^This is not a CSV or XLSX file\./],
  [
    'more text than a request may have',
    'x'.repeat(150).concat(',').repeat(190).concat('\n').repeat(160),
    /too much text/,
  ],
  ['a quotation mark that is not closed', 'Name\n"Ana\n', /^Row 2: a quotation mark is not closed/],
  ['201 columns', ','.repeat(200), /^Row 1 has more than 200 columns/],
  ['a workbook that is cut off', zipOf({ 'xl/workbook.xml': '<x/>' }).subarray(0, 60), /damaged or incomplete/],
  ['a directory that points behind the end', pointing(1e6), /damaged or incomplete/],
  ['a part that is not compressed as it says', spoiled(), /damaged or incomplete/],
  ['2,001 parts', parts(2001), /too many internal files/],
  ['an archive in it', zipOf({ 'a.zip': 'x' }), /contains another archive/],
  ['a workbook without sheets', zipOf({ 'xl/workbook.xml': '<workbook/>' }), /is damaged and cannot be read/],
])('%s is refused with a message', async (_, file, sentence, name = 'parties.csv') => {
  await expect(read(typeof file === 'string' ? Buffer.from(file) : file, name)).rejects.toThrow(sentence)
})

/** A workbook whose directory says that its only part begins there. */
function pointing(at: number): Buffer {
  const archive = zipOf({ 'xl/workbook.xml': '<workbook/>' })
  archive.writeUInt32LE(at, archive.indexOf(directory) + 42)
  return archive
}

function spoiled(): Buffer {
  const archive = zipOf({ a: 'some text that is packed' })
  return archive.fill(0xff, 31, archive.indexOf(directory))
}

function parts(count: number): Buffer {
  const archive = zipOf({ a: 'x' })
  archive.writeUInt16LE(count, archive.length - 12)
  return archive
}
