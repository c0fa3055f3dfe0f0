// The content of a backup, line by line: a header, each table with its rows, and an end with the sums. The format is
// engine-independent, so that books can move between the embedded database and a server.
import { createHash } from 'node:crypto'
import { z } from '@talaan/ledger/core/zod.ts'

export const format = 1

const header = z.object({
  talaan: z.literal('backup'),
  format: z.int(),
  release: z.string(),
  takenAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })).check(z.minLength(1)),
  /** The last entry of the chain and its digest. */
  entries: z.string(),
  head: z.string(),
  /** How many audit events are sealed, and the last seal. Earlier releases did not write it. */
  auditEvents: z.optional(z.string()),
  auditHead: z.optional(z.string()),
})
export type Header = z.output<typeof header>
/** The part of the header shared by all formats. */
const ofOtherFormat = z.looseObject({ talaan: z.literal('backup'), format: z.int(), release: z.string() })

/** The rows of a table and a digest independent of their order. */
const sum = z.object({ rows: z.int(), digest: z.string() })
export type Sum = z.output<typeof sum>
const end = z.object({ tables: z.record(z.string(), sum), sequences: z.record(z.string(), z.string()) })
export type End = z.output<typeof end>

export type Line =
  | { is: 'header'; header: Header }
  | { is: 'headerOfOtherFormat'; release: string }
  | { is: 'table'; table: string }
  | { is: 'row'; json: string }
  | { is: 'end'; end: End }

export const writeHeader = (header: Header) => `${JSON.stringify(header)}\n`
export const writeTable = (table: string) => `=${table}\n`
export const writeEnd = (end: End) => `.${JSON.stringify(end)}\n`

/** The first character gives the kind of line: most lines are rows, which are passed on unchanged. */
export function readLine(text: string, isFirst: boolean): Line {
  if (isFirst) {
    const given: unknown = JSON.parse(text)
    const other = ofOtherFormat.safeParse(given)
    if (other.success && other.data.format !== format) return { is: 'headerOfOtherFormat', release: other.data.release }
    return { is: 'header', header: shaped(header, given) }
  }
  if (text.startsWith('{')) return { is: 'row', json: text }
  if (text.startsWith('=')) return { is: 'table', table: text.slice(1) }
  if (text.startsWith('.')) return { is: 'end', end: shaped(end, JSON.parse(text.slice(1))) }
  throw new SyntaxError('no line of a backup')
}

function shaped<T>(schema: z.ZodMiniType<T>, given: unknown): T {
  const read = schema.safeParse(given)
  if (read.success) return read.data
  throw new SyntaxError('no line of a backup')
}

/** The sum of the rows' SHA-256 as numbers modulo 2^256: the same for the same rows in any order. */
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
