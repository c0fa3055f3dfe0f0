// A month of any size: the memory of printing does not grow with it, and books that do not fit are refused with a
// message.
import { expect, test } from 'vitest'
import { fiscalYearOf } from '@talaan/ledger/looseleaf/book.ts'
import { standardLayout } from '@talaan/ledger/looseleaf/layout.ts'
import { inParts, partBytes } from './parts.ts'
import type { PrintPlan } from './printer.ts'
import { startPrinter } from './printing.ts'
import { reading } from './reading.ts'

test('bytes are split by the megabyte, for input chunks of any size, and none is lost', async () => {
  for (const sizes of [[0], [5], [partBytes], [partBytes, 1], [7, partBytes, partBytes * 2 - 7], [partBytes * 3 + 5]]) {
    const pieces = sizes.map((size, i) => Buffer.alloc(size, i + 1))
    const parts: Uint8Array[] = []
    for await (const part of inParts(pieces)) parts.push(part)
    expect(Buffer.concat(parts).equals(Buffer.concat(pieces))).toBe(true)
    expect(parts.slice(0, -1).every(({ length }) => length === partBytes)).toBe(true)
  }
})

test('a small month is read once and a large one each time; no row is lost', async () => {
  const all = Array.from({ length: 10 }, (_, i) => `row ${i}`)
  for (const [maxCachedBytes, times] of [
    [1_000, 1],
    [40, 3],
  ] as const) {
    let begun = 0
    const { itemsOf } = reading(
      (_, after) => {
        if (after === null) begun += 1
        const from = after?.position ?? 0
        const next = from + 3 < all.length ? { day: '', no: '', position: from + 3 } : null
        return Promise.resolve({ rows: JSON.stringify(all.slice(from, from + 3)), next })
      },
      { maxCachedBytes },
    )
    for (let pass = 0; pass < 3; pass += 1) {
      const found: string[] = []
      for await (const some of itemsOf({ month: '2026-06', journal: 'SJ' }, (text) => JSON.parse(text) as string[]))
        found.push(...some)
      expect(found).toEqual(all)
    }
    expect(begun).toBe(times)
  }
})

const plan: PrintPlan = {
  books: [{ book: 'sales', printed: { pagesBefore: 0, counted: [], id: null } }],
  print: {
    company: { name: 'Bahay Kubo', tradeName: '', address: '', tinLine: '' },
    year: 'Fiscal year 2026',
    period: 'For the month of June 2026',
    permit: '',
    paper: 'a4',
    volume: 'Volume 6 of 12',
    printedAt: 0,
    printedBy: 'ben',
    software: 'Talaan',
  },
  tin: '',
  accounts: [],
  year: fiscalYearOf('2026-06', 12),
  layout: standardLayout,
  months: ['2026-06'],
  sums: [],
  openings: [],
  publicUrl: null,
  seals: [],
  heads: '',
  mark: '',
}

test('books that do not fit into memory are refused with a message, and the portal keeps running', async () => {
  const read = () => Promise.resolve({ rows: '[]', next: null })
  await using printer = startPrinter(plan, read, new AbortController().signal, { maxOldGenerationSizeMb: 4 })
  await expect(printer.hear('drawn')).rejects.toThrow(/There is not enough memory to print these books/)
})
