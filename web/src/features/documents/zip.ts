// Writes files into a ZIP without compression, since vouchers are compressed PDFs.
import { downloadZip } from 'client-zip'

export type ZipEntry = { name: string; bytes: Uint8Array<ArrayBuffer> }

/** The same time for every entry, so that the same vouchers make the same file: ZIP counts from 1980. */
const lastModified = new Date(1980, 0, 1)

export const zip = (entries: readonly ZipEntry[]): Promise<Blob> =>
  downloadZip(entries.map(({ name, bytes }) => ({ name, input: bytes, lastModified }))).blob()
