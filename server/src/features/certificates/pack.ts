// The certificates of a quarter as one archive, each file made when it is streamed: closing the connection stops the
// work.
import { createZipArchive, ZipEntry } from 'node:zlib'
import { certificatesToPdf } from '../../print/certificate.ts'
import type { CertificateForm } from '../../print/certificate.ts'

export type Packed = { form: CertificateForm; /** When it was issued. */ at: number; name: string }

/** A file for each certificate, named by its payee, and one with all of them at the end. */
export async function* packedCertificates(
  certificates: readonly Packed[],
  { author, together }: { author: string; together: string },
): AsyncGenerator<Uint8Array> {
  const taken = new Map<string, number>()
  const nameOf = (name: string) => {
    const before = taken.get(name) ?? 0
    taken.set(name, before + 1)
    // Branches of one payee may have the same name.
    return before === 0 ? name : name.replace(/\.pdf$/, ` (${before + 1}).pdf`)
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const { form, at, name } of certificates)
      yield await ZipEntry.create(nameOf(name), await certificatesToPdf([form], { printedAt: at, author }))
    const all = certificates.map(({ form }) => form)
    const printedAt = Math.max(...certificates.map(({ at }) => at))
    yield await ZipEntry.create(together, await certificatesToPdf(all, { printedAt, author }))
  }
  for await (const chunk of createZipArchive(entries())) yield chunk as Uint8Array
}
