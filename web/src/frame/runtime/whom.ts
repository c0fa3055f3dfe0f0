// Whom a document is about and where its receipt goes, as every form types it.
import { z } from '@talaan/ledger/core/zod.ts'
import { partyRow, type PartyRow } from '@talaan/contract/parties.ts'
import { text } from './typed.ts'

/** To spread into the schema of what is typed. */
export const whomTyped = {
  email: text,
  /** Whose e-mail address it is, when the form filled it in; '' when it was typed. */
  emailFrom: text,
  party: z.catch(z.nullable(partyRow), null),
  partySearch: text,
  /** The party the form was opened with, so that a reload does not pick it again over a later choice. */
  arrivedWith: text,
}

export type Whom = {
  email: string
  emailFrom: string
  party: PartyRow | null
  partySearch: string
  arrivedWith: string
}

export const nobody: Whom = { email: '', emailFrom: '', party: null, partySearch: '', arrivedWith: '' }

/** Nothing typed about anybody. */
export function isNobody({ email, emailFrom, party, partySearch }: Whom): boolean {
  return party === null && partySearch.trim() === '' && (emailFrom !== '' || email.trim() === '')
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
export function whomSet<T extends Whom>(typed: T, patch: Partial<T>): T {
  return {
    ...typed,
    ...('email' in patch ? { emailFrom: '' } : {}),
    ...('partySearch' in patch ? { party: null } : {}),
    ...patch,
  }
}

/** What mends a mistake about whom, besides the field itself. */
export const whomMendedBy = { party: ['partySearch'], email: ['party'] } as const
