// What one file may take of the machine while it is read, and what a table may measure before its cells are made.

/** Over what the reading process takes before its first file. */
export const limitMegabytes = 256

const megabyte = 1024 * 1024

/** A usual file is read in a moment; a year of a busy account takes longer. */
export const limitSeconds = (bytes: number): number => (bytes <= megabyte ? 5 : 15)

/** What is read of a file, as it is handed to the portal. */
export const maxAnswerBytes = 32 * megabyte

export const widestTable = 200
export const maxRows = 50_000
export const longestCell = 500
export const longestLine = widestTable * longestCell
/** Of all sheets of a workbook, those included that lie empty between the others. */
export const maxCells = 1_000_000
export const maxSheets = 50
export const maxUnpackedBytes = 100 * megabyte
export const maxPages = 300
/** Pieces of text on all pages of a PDF. */
export const maxWords = 300_000
