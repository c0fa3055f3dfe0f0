// A month of any size: what the printing holds does not grow with it, and what does not fit is refused in words.
import { expect, test } from 'vitest'
import { inParts, partBytes } from './parts.ts'
import { startPrinter } from './printing.ts'
import { Spool } from './spool.ts'

const entryOf = (no: number) => ({
  ...{ no: BigInt(no), day: '2026-06-15', memo: `₱ for Niño, no. ${no}`, isReversal: no % 7 === 0, cheque: null },
  lines: [{ account: '1110', debit: 112_000_00n + BigInt(no), credit: 0n }],
})

test('what is put away comes back as it was, in its order, as often as it is asked for', () => {
  const spool = new Spool<ReturnType<typeof entryOf>>()
  const given = Array.from({ length: 1_234 }, (_, no) => entryOf(no))
  for (const entry of given) spool.push(entry)
  expect([...spool]).toEqual(given)
  expect([...spool]).toEqual(given)
})

test('bytes are parted by the megabyte, whatever pieces they come in, and none is lost', async () => {
  for (const sizes of [[0], [5], [partBytes], [partBytes, 1], [7, partBytes, partBytes * 2 - 7], [partBytes * 3 + 5]]) {
    const pieces = sizes.map((size, i) => Buffer.alloc(size, i + 1))
    const parts: Uint8Array[] = []
    for await (const part of inParts(pieces)) parts.push(part)
    expect(Buffer.concat(parts).equals(Buffer.concat(pieces))).toBe(true)
    expect(parts.slice(0, -1).every(({ length }) => length === partBytes)).toBe(true)
  }
})

test('books that do not fit into the memory are refused with a sentence, and the portal goes on', async () => {
  await using printer = startPrinter(new AbortController().signal, { maxOldGenerationSizeMb: 4 })
  await expect(printer.hear('drawn')).rejects.toThrow(/need more memory than the portal has for printing/)
})
