// The party of a document and the e-mail address of its receipt, shared by all forms.
import { partyRow, type PartyRow } from '@talaan/contract/parties.ts'
import { field, hiddenField, textField, type FieldOptions } from './field.ts'

/** The receipt's address. */
export const receiptEmail = (options: FieldOptions = {}) =>
  textField(
    { label: 'Receipt e-mail (optional)', hint: 'Leave empty to send no receipt', passed: true, ...options },
    { read: (email) => email.trim() },
  )

/** The typed address, if it differs from the party's registered address. */
export function mailed(options: FieldOptions = {}) {
  const email = receiptEmail(options)
  return {
    email: { ...email, isBlank: (typed: string, of: object) => isFilledIn(of) || email.isBlank(typed, {}) },
    /** The party whose address the form filled in; '' if the address was typed. */
    emailFrom: hiddenField(),
  }
}
const isFilledIn = (typed: { emailFrom?: unknown }) => typed.emailFrom !== ''

/** The party of the document; `nobody` is sent if no party is chosen. */
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
  /** The party with which the form was opened, so that a reload does not replace a later choice. */
  arrivedWith: hiddenField(),
})

export type DocumentParty = {
  email: string
  emailFrom: string
  party: PartyRow | null
  partySearch: string
  arrivedWith: string
}

/** The receipt goes to the party's address unless the user typed another one. Walk-in customers get no receipt. */
export function withParty<T extends DocumentParty>(typed: T, party: PartyRow): T {
  const ours = typed.email.trim() === '' || typed.emailFrom !== '' || party.noTin === 'various'
  const filled = ours ? { email: party.email ?? '', emailFrom: party.email ? party.name : '' } : {}
  return { ...typed, party, partySearch: party.name, ...filled }
}

/** Returns from the registration form with the registered party. */
export function arrived<T extends DocumentParty>(typed: T, party: PartyRow): T {
  return { ...withParty(typed, party), arrivedWith: party.id }
}

/** A typed address belongs to the user; typing over the party clears the chosen party. */
export function partyChanged<T extends DocumentParty>(typed: T, patch: Partial<T>): T {
  return {
    ...typed,
    ...('email' in patch ? { emailFrom: '' } : {}),
    ...('partySearch' in patch ? { party: null } : {}),
    ...patch,
  }
}

/** The other fields in which a mistake about the party can be corrected. */
export const partyFixedBy = { party: ['partySearch'], email: ['party'] } as const
