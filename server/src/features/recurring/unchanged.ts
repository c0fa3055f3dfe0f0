// Whether a document was confirmed as its rule proposed it.
import { canonical } from '@talaan/ledger/core/digest.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { numberFields } from '@talaan/ledger/documents/recurring/occurrence.ts'
import type { RecurringType } from '@talaan/ledger/documents/recurring/occurrence.ts'
import { documentTypeOf } from '@talaan/ledger/documents/types.ts'

/** Its own number and reference may be added; the other fields are as proposed. */
export function isUnchanged(kind: RecurringType, proposed: unknown, recorded: unknown): boolean {
  const stored = recorded as Record<string, unknown>
  const expected = { ...(proposed as Record<string, unknown>) }
  for (const name of numberFields) {
    if (name in stored) expected[name] = stored[name]
    else delete expected[name]
  }
  const { fields } = documentTypeOf(kind)
  const read = fields.safeParse(expected)
  return read.success && canonical(z.encode(fields, read.data)) === canonical(stored)
}
