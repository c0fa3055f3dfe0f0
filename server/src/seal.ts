// The seal of a document, which the chain holds fast beside the entry itself, of a month that is closed, and of a return.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { noSeal, sealedText } from '@talaan/ledger/closing.ts'
import { addMonths, endOfMonth, startOfMonth } from '@talaan/ledger/day.ts'
import type { Day, Month } from '@talaan/ledger/day.ts'
import { canonical } from '@talaan/ledger/digest.ts'
import { documentText } from '@talaan/ledger/proof/chain.ts'
import type { SealedDocument } from '@talaan/ledger/proof/chain.ts'
import { sha256 } from './journal.ts'
import type { Tables } from './tables.ts'

/** Digest over the whole document, its papers and, for a void, its reason: what the chain seals beside the entry. */
export function sealOf(
  document: SealedDocument,
  attachments: readonly { name: string; sha256: string }[],
  reason: string | null,
): string {
  const papers = attachments.map(({ name, sha256: content }) => ({ name, content }))
  return sha256(documentText(document, papers, reason))
}

/** The seal of a month as its entries and the seal of the month before make it now, and how many entries it is over. */
export async function monthSeal(db: Kysely<Tables>, month: Month): Promise<{ seal: string; entries: number }> {
  const before = await db
    .selectFrom('period')
    .select('seal')
    .where('month', '=', addMonths(month, -1))
    .executeTakeFirst()
  const { rows } = await sql<{ hash: string }>`
    select hash from entry where day between ${startOfMonth(month)}::date and ${endOfMonth(month)}::date order by no`.execute(
    db,
  )
  const hashes = rows.map(({ hash }) => hash)
  return { seal: sha256(sealedText({ month, previous: before?.seal ?? noSeal, hashes })), entries: hashes.length }
}

export type SealedFiling = {
  form: string
  period: Day
  revision: string
  amendment: number
  filed_on: Day
  reference: string
  last_entry: bigint
  content: unknown
  files: readonly { name: string; sha256: string }[]
}

/** What the digest of a filing covers; verify computes it again from the rows. */
export function filingDigest(filing: SealedFiling): string {
  const { form, period, revision, amendment, filed_on, reference, last_entry, content, files } = filing
  return sha256(canonical({ form, period, revision, amendment, filed_on, reference, last_entry, content, files }))
}
