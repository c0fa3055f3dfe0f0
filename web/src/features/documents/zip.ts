// Writes files into a ZIP archive without compression, because vouchers are compressed PDFs.
import { downloadZip } from 'client-zip'

export type ZipEntry = { name: string; bytes: Uint8Array<ArrayBuffer> }

/** Every entry has the same time, so that the same vouchers give the same file. ZIP counts years from 1980. */
const lastModified = new Date(1980, 0, 1)

export const zip = (entries: readonly ZipEntry[]): Promise<Blob> =>
  downloadZip(entries.map(({ name, bytes }) => ({ name, input: bytes, lastModified }))).blob()
