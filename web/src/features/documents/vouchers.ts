// The vouchers of many documents as a ZIP file. They are fetched one by one, to show progress and allow stopping.
import { printVoucher } from '@talaan/contract/documents.ts'
import { callBytes, type FileAnswer } from '../../app/api.ts'
import { zip, type ZipEntry } from './zip.ts'

type Watch = { signal: AbortSignal; onDone: (count: number) => void }

export async function vouchersOf(documentIds: readonly string[], { signal, onDone }: Watch): Promise<FileAnswer> {
  const entries: ZipEntry[] = []
  for (const documentId of documentIds) {
    const { blob, name } = await callBytes(printVoucher, { params: { documentId }, signal })
    entries.push({ name, bytes: new Uint8Array(await blob.arrayBuffer()) })
    onDone(entries.length)
  }
  return { blob: await zip(entries), name: `vouchers-${entries.length}.zip` }
}
