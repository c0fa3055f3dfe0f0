// What the tests of Arrivals share: small files that differ, and what is listed.
import { listArrivals } from '@talaan/contract/arrivals.ts'
import type { Caller } from './portal.ts'

/** A PDF with a digest of its own; it has no page. */
export const pdfOf = (text: string): Buffer =>
  Buffer.from(`%PDF-1.4\n1 0 obj<<>>endobj\n% ${text}\ntrailer<<>>\n%%EOF\n`)

export const filesInArrivals = async (caller: Caller): Promise<string[]> =>
  (await caller.call(listArrivals, {})).answer.arrivals.map(({ file }) => file.name).toSorted()
