// Whom a document is about and where its receipt goes, as every form types it.
import { partyRow, type PartyRow } from '@talaan/contract/parties.ts'
import { field, hiddenField, textField, type FieldOptions } from './field.ts'

/** Where the receipt is mailed. */
export const receiptEmail = (options: FieldOptions = {}) =>
  textField(
    { label: 'Receipt e-mail', hint: 'Leave empty to send no receipt', ...options },
    { read: (email) => email.trim() },
  )

/** Where it is mailed, if not to the address that the register has of the party. */
export function mailed(options: FieldOptions = {}) {
  const email = receiptEmail(options)
  return {
    email: { ...email, isBlank: (typed: string, of: object) => isFilledIn(of) || email.isBlank(typed, {}) },
    /** Whose e-mail address it is, when the form filled it in; '' when it was typed. */
    emailFrom: hiddenField(),
  }
}
const isFilledIn = (typed: { emailFrom?: unknown }) => typed.emailFrom !== ''

/** Whom the document is about; `nobody` is sent while none is picked. */
export const partyFields = (nobody: '' | null = '') => ({
  party: field<PartyRow | null>(
    { sentAs: 'partyId' },
    {
      empty: () => null,
      restore: (value) => partyRow.safeParse(value).data ?? null,
      isBlank: (party) => party === null,
      read: (party) => party?.id ?? nobody,
      fromRecorded: () => null,
    },
  ),
  partySearch: textField({ sentAs: null }),
  /** The party the form was opened with, so that a reload does not pick it again over a later choice. */
  arrivedWith: hiddenField(),
})

export type Whom = {
  email: string
  emailFrom: string
  party: PartyRow | null
  partySearch: string
  arrivedWith: string
}

/** The receipt goes to the party's address unless another one was typed. */
export function withParty<T extends Whom>(typed: T, party: PartyRow): T {
  const ours = typed.email.trim() === '' || typed.emailFrom !== ''
  const filled = ours ? { email: party.email ?? '', emailFrom: party.email ? party.name : '' } : {}
  return { ...typed, party, partySearch: party.name, ...filled }
}

/** Back from the registration with the party that was registered. */
export function arrived<T extends Whom>(typed: T, party: PartyRow): T {
  return { ...withParty(typed, party), arrivedWith: party.id }
}

/** An address that is typed is one's own; typing over the party lets go of the one that was picked. */
export function partyChanged<T extends Whom>(typed: T, patch: Partial<T>): T {
  return {
    ...typed,
    ...('email' in patch ? { emailFrom: '' } : {}),
    ...('partySearch' in patch ? { party: null } : {}),
    ...patch,
  }
}

/** What mends a mistake about whom, besides the field itself. */
export const partyFixedBy = { party: ['partySearch'], email: ['party'] } as const
