// Files as one ZIP, stored as they are: vouchers are PDFs, which are compressed already.
import { downloadZip } from 'client-zip'

export type ZipEntry = { name: string; bytes: Uint8Array<ArrayBuffer> }

/** The moment of every entry, so that the same vouchers make the same file: ZIP counts from 1980. */
const lastModified = new Date(1980, 0, 1)

export const zip = (entries: readonly ZipEntry[]): Promise<Blob> =>
  downloadZip(entries.map(({ name, bytes }) => ({ name, input: bytes, lastModified }))).blob()
