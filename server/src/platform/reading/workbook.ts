// Reads the sheets of an XLSX workbook with hucre. The archive is unpacked within a limit and its sheets are measured first,
// because one cell far to the right or far down creates a full rectangle of cells.
import { inflateRawSync } from 'node:zlib'
import { UnreadableStatement } from '@talaan/ledger/banking/formats/unreadable.ts'
import { maxUnpackedBytes, maxCells, maxSheets, widestTable } from './limits.ts'

export type Sheet = { name: string; rows: unknown[][] }

const maxEntries = 2000

/** The cell values of each sheet, up to `maxRows` rows. */
export async function sheetsOf(bytes: Uint8Array, { maxRows }: { maxRows: number }): Promise<Sheet[]> {
  measure(bytes, maxRows)
  const { readXlsx } = await import('hucre/xlsx')
  const { sheets } = await readXlsx(bytes, { maxRows }).catch(() => {
    throw new UnreadableStatement(
      'This workbook is damaged and cannot be read. Open it, save it as XLSX again, and try again.',
    )
  })
  return sheets.map(({ name, rows }) => ({ name, rows }))
}

/** Unpacks every part within the limit before the parser reads the archive, because its directory can give false sizes. */
function measure(bytes: Uint8Array, maxRows: number): void {
  let [left, sheets, cells] = [maxUnpackedBytes, 0, 0]
  for (const { name, method, packed } of partsOf(bytes)) {
    const part = method === 0 ? packed : inflated(packed, left)
    left -= part.length
    if (left < 0) throw bomb()
    if (/\.(zip|xlsx|xlsm)$/i.test(name))
      throw new UnreadableStatement(
        'This workbook contains another archive, so it was not read. Save it as a new XLSX or CSV file, and choose that file.',
      )
    if (/\.(xml|rels)$/i.test(name) && /<!DOCTYPE|<!ENTITY/i.test(part.toString('latin1')))
      throw new UnreadableStatement(
        'This workbook contains a document type definition, so it was not read. Save it as a new XLSX or CSV file, and choose that file.',
      )
    // The calculation chain repeats the name of each cell with a formula.
    if (/calcChain\.xml$/i.test(name)) continue
    const { columns, rows } = sizeOf(part)
    if (columns === 0) continue
    if (columns > widestTable)
      throw new UnreadableStatement(
        `This workbook has cells beyond column ${widestTable}. Delete the columns to the right of your table, or copy the table to a new workbook, and upload that workbook.`,
      )
    sheets += 1
    cells += columns * Math.min(rows, maxRows)
    if (sheets > maxSheets)
      throw new UnreadableStatement(
        `This workbook has more than ${maxSheets} sheets. Copy the sheet you need to a new workbook, and upload that workbook.`,
      )
    if (cells > maxCells)
      throw new UnreadableStatement(
        `This workbook has more than ${maxCells.toLocaleString('en')} cells. Copy the table you need to a new workbook, and upload that workbook.`,
      )
  }
}

/** The extent of a sheet's cells; zero for a part without cells. */
function sizeOf(part: Buffer): { columns: number; rows: number } {
  let [columns, rows, unnamed] = [0, 0, 0]
  for (const [, letters, row] of part.toString('latin1').matchAll(cellTag)) {
    if (letters === undefined) unnamed += 1
    else columns = Math.max(columns, columnOf(letters))
    rows = Math.max(rows, Number(row ?? 1))
  }
  // Cells without a reference come one after the other; only the size of the part limits their number.
  return { columns: Math.max(columns, Math.min(unnamed, 1)), rows: Math.max(rows, unnamed) }
}

const cellTag = /<(?:\w{1,20}:)?c(?:[\s/>])(?:[^>]{0,100}?\br\s{0,9}=\s{0,9}["']([A-Za-z]{1,9})(\d{1,9})["'])?/g

const columnOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0)

type Part = { name: string; method: number; packed: Buffer }

/** The parts in the directory of the archive. */
function* partsOf(bytes: Uint8Array): Generator<Part> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = buffer.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0 || end + 22 > buffer.length) throw damaged()
  const entries = buffer.readUInt16LE(end + 10)
  if (entries > maxEntries)
    throw new UnreadableStatement('This workbook has too many internal files to be read. Save it as CSV and try again.')
  let at = buffer.readUInt32LE(end + 16)
  for (let entry = 0; entry < entries; entry++) {
    if (at + 46 > buffer.length || buffer.readUInt32LE(at) !== 0x02014b50) throw damaged()
    const [method, size, names] = [
      buffer.readUInt16LE(at + 10),
      buffer.readUInt32LE(at + 20),
      buffer.readUInt16LE(at + 28),
    ]
    const [extra, comment, local] = [
      buffer.readUInt16LE(at + 30),
      buffer.readUInt16LE(at + 32),
      buffer.readUInt32LE(at + 42),
    ]
    const name = buffer.toString('latin1', at + 46, at + 46 + names)
    at += 46 + names + extra + comment
    if (local + 30 > buffer.length) throw damaged()
    const begins = local + 30 + buffer.readUInt16LE(local + 26) + buffer.readUInt16LE(local + 28)
    const packed = buffer.subarray(begins, begins + size)
    if (packed.length < size) throw damaged()
    yield { name, method, packed }
  }
}

const damaged = () => new UnreadableStatement('This workbook is damaged or incomplete. Download it again.')
const bomb = () => new UnreadableStatement('This workbook is too large to be read. Download a shorter period.')

function inflated(part: Buffer, limit: number): Buffer {
  try {
    return inflateRawSync(part, { maxOutputLength: Math.max(1, limit) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw bomb()
    throw damaged()
  }
}
