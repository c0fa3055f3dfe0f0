// Limits for reading one file: memory, time, and the size of its tables.

/** Memory of the reading process above its level before the first file. */
export const limitMegabytes = 256

const megabyte = 1024 * 1024

/** Most files take well under a second; a year of a busy account takes longer. */
export const limitSeconds = (bytes: number): number => (bytes <= megabyte ? 5 : 15)

/** The serialized result that the reading process sends back. */
export const maxAnswerBytes = 32 * megabyte

export const widestTable = 200
export const maxRows = 50_000
export const longestCell = 500
export const longestLine = widestTable * longestCell
/** All sheets of a workbook together, empty cells included. */
export const maxCells = 1_000_000
export const maxSheets = 50
export const maxUnpackedBytes = 100 * megabyte
export const maxPages = 300
/** Text items on all pages of a PDF. */
export const maxWords = 300_000
