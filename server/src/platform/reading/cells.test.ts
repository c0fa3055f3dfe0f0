// Spreadsheets to import are read whole or refused.
import { expect, test } from 'vitest'
import { readCells } from './cells.ts'

const csv = (text: string) => readCells({ bytes: new TextEncoder().encode(text), name: 'parties.csv', decimals: 2 })

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
