// Pages of attached PDFs as pictures, made when somebody looks at them and not stored.
import { documentProblems } from '@talaan/contract/documents.ts'
import { readUploaded } from '../../platform/reading/reader.ts'
import type { PageRead } from '../../platform/reading/page.ts'

const problems = { unreadable: documentProblems.noPages, tooHeavy: documentProblems.noPages }

export const pageOf = (bytes: Uint8Array, page: number | null): Promise<PageRead> =>
  readUploaded('page', { bytes, page }, { problems })

export async function pictureOf(content: Uint8Array, page: number) {
  const { picture } = await pageOf(content, page)
  return { bytes: Buffer.from(picture ?? []), type: 'image/png', name: `page-${page}.png` }
}
