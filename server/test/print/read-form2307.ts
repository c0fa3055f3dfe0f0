// Reads a printed form 2307 by the positions of its words, for tests, sharing no code with the printer.
import { wordsOf } from './read-pdf.ts'

export type Word = Awaited<ReturnType<typeof wordsOf>>[number][number]

/** The value of the boxes with this label: the next text below it with the same left edge. */
export function boxesOf(words: readonly Word[], text: string): string[] {
  const boxes = words.filter((word) => word.text.startsWith(text))
  if (boxes.length === 0) throw new Error(`The form has no box '${text}'.`)
  return boxes.map((box) => {
    const below = words.filter(({ x, y }) => Math.abs(x - box.x) < 0.5 && y < box.y && box.y - y < 12)
    return below.toSorted((a, b) => b.y - a.y)[0]?.text ?? ''
  })
}

/** The lines of the table by height, from left to right. */
export function linesOf(words: readonly Word[]): string[][] {
  const heights = [...new Set(words.map(({ y }) => Math.round(y)))].toSorted((a, b) => b - a)
  return heights.map((height) =>
    words
      .filter(({ y }) => Math.round(y) === height)
      .toSorted((a, b) => a.x - b.x)
      .map(({ text }) => text),
  )
}

export type ReadForm2307 = {
  from: string
  to: string
  payee: { tin: string; name: string; address: string; zip: string }
  payor: { tin: string; name: string; address: string; zip: string }
  /** Part A, row by row: ATC, the three months, total and tax, as printed. */
  income: string[][]
  totals: string[]
}

/** The forms of a file, each on one sheet. */
export async function readForms2307(pdf: Uint8Array): Promise<ReadForm2307[]> {
  return (await wordsOf(pdf)).map((words) => {
    const box = (text: string) => boxesOf(words, text)[0] ?? ''
    const lines = linesOf(words)
    const table = lines.slice(
      lines.findIndex(([first]) => first?.startsWith('A Income')) + 1,
      lines.findIndex(([first]) => first?.startsWith('B Money')),
    )
    return {
      from: box('From (MM/DD/YYYY)'),
      to: box('To (MM/DD/YYYY)'),
      payee: {
        tin: box('2 Taxpayer'),
        name: box("3 Payee's Name"),
        address: box('4 Registered Address'),
        zip: box('4A ZIP Code'),
      },
      payor: {
        tin: box('6 Taxpayer'),
        name: box("7 Payor's Name"),
        address: box('8 Registered Address'),
        zip: box('8A ZIP Code'),
      },
      income: table.filter(([first]) => first !== 'Total').map((cells) => cells.slice(-6)),
      totals: table.find(([first]) => first === 'Total')?.slice(1) ?? [],
    }
  })
}
