// The input of a form that was opened from a template, or by a recurring document.
import { getParty } from '@talaan/contract/parties.ts'
import { madeFrom, type MadeFrom } from '@talaan/contract/made-from.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { numberFields } from '@talaan/ledger/documents/recurring/occurrence.ts'
import type { Channel } from './channel.ts'
import type { Figures, FormContext, FormDefinition, Typed } from './formDefinition.ts'
import { pickedRow } from './pickedRow.ts'
import type { Contents } from './Templates.tsx'

/** The fields that a template left in a draft; null once the user has typed something. */
export const madeOf = (draft: Record<string, unknown>): MadeFrom | null => madeFrom.safeParse(draft).data ?? null

type Opening<Data> = { made: MadeFrom; context: FormContext<Data> }

export async function typedFrom<T extends Typed, Data, F extends Figures>(
  channel: Channel,
  kind: FormDefinition<T, Data, F>,
  { made, context }: Opening<Data>,
): Promise<T | null> {
  const { partyId } = made.template
  // If the party was removed in the meantime, the field stays empty.
  const party =
    partyId === null
      ? null
      : await channel
          .call(getParty, { params: { partyId } })
          .then((answer) => pickedRow(answer.party))
          .catch(() => null)
  const { fields, typed } = made.template
  const on = { ...context, today: made.day }
  const read = typed === null ? kind.like(readable(fields), party, on) : kind.restored({ typed })
  return read && onItsDay(read, made, kind.empty(on).day)
}

/**
 * Users enter these numbers on each document. Zeros take their place here, because the other fields could not be read
 * without them.
 */
const readable = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...fields,
  ...('externalNo' in fields && { externalNo: '0' }),
  ...('chequeNo' in fields && { chequeNo: '0000' }),
})

/** With the document's date, its due date, and its number if it has one. */
function onItsDay<T extends Typed>(typed: T, { template: { fields } }: MadeFrom, day: string): T {
  const next: Record<string, unknown> = { ...typed, day }
  for (const name of ['dueDay', 'chequeDay'] as const)
    if (typeof fields[name] === 'string' && typeof next[name] === 'string') next[name] = formatDay(fields[name])
  for (const name of numberFields)
    if (typeof fields[name] === 'string' && fields[name] !== '' && next[name] === '') next[name] = fields[name]
  return next as T
}

/** Users enter these numbers on each document, so a template is complete without them. */
const numbers = ['externalNo', 'chequeNo']

/** The contents of a saved template: the fields, and the input if the fields are not complete. */
export function contentsOf<T extends Typed, Data, F extends Figures>(
  kind: FormDefinition<T, Data, F>,
  typed: T,
  context: FormContext<Data>,
): Contents {
  const { fields, mistakes } = kind.fieldsOf(typed, context)
  const isComplete = mistakes.every(({ path }) => numbers.includes(String(path[0])))
  const { totals } = kind.figures(typed, context)
  // The grand total of a journal voucher is its difference, which is zero.
  const shown = [totals.find(({ emphasis }) => emphasis === 'grand'), totals[0]].find((one) => one && one.amount !== 0n)
  return { fields, typed: isComplete ? null : { ...kind.copied(typed) }, total: shown?.amount ?? null }
}
