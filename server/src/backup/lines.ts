// What a backup says, line by line: a header, each table with its rows, and an end with the sums. The lines know no engine,
// so that books move between the embedded database and a server.
import { createHash } from 'node:crypto'

export const format = 1

export type Header = {
  talaan: 'backup'
  format: number
  release: string
  takenAt: string
  migrations: { name: string; sha256: string }[]
  /** The last entry of the chain and its digest. */
  entries: string
  head: string
}

/** Rows of a table and a digest that does not depend on their order. */
export type Sum = { rows: number; digest: string }
export type End = { tables: Record<string, Sum>; sequences: Record<string, string> }

export type Line =
  | { is: 'header'; header: Header }
  | { is: 'table'; table: string }
  | { is: 'row'; json: string }
  | { is: 'end'; end: End }

export const writeHeader = (header: Header) => `${JSON.stringify(header)}\n`
export const writeTable = (table: string) => `=${table}\n`
export const writeEnd = (end: End) => `.${JSON.stringify(end)}\n`

/** A line is read by its first sign: the rows are by far the most, and are left as they are. */
export function readLine(text: string, isFirst: boolean): Line {
  if (isFirst) {
    const header = JSON.parse(text) as Header
    if (header.talaan !== 'backup') throw new SyntaxError('not a backup')
    return { is: 'header', header }
  }
  if (text.startsWith('{')) return { is: 'row', json: text }
  if (text.startsWith('=')) return { is: 'table', table: text.slice(1) }
  if (text.startsWith('.')) return { is: 'end', end: JSON.parse(text.slice(1)) as End }
  throw new SyntaxError('no line of a backup')
}

/** The sum of the rows' SHA-256, taken as numbers modulo 2^256: the same for the same rows, whatever their order. */
export class RowSum {
  #rows = 0
  #sum = 0n

  add(json: string): void {
    this.#rows += 1
    this.#sum = (this.#sum + BigInt(`0x${createHash('sha256').update(json).digest('hex')}`)) & mask
  }

  get sum(): Sum {
    return { rows: this.#rows, digest: this.#sum.toString(16).padStart(64, '0') }
  }
}

const mask = (1n << 256n) - 1n
