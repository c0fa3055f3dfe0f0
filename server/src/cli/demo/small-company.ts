// What describes one of the smaller demo companies: its taxes, its customers and suppliers, and the documents it repeats.
import type { Updateable } from 'kysely'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { OpenItem } from '@talaan/ledger/documents/facts.ts'
import type { Registration } from '@talaan/ledger/tax/registrations.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Registration as DemoParty } from './parties.ts'
import type { DemoDocument } from './purchases.ts'

export type SmallCompany = {
  name: string
  tin9: string
  address: string
  rdoCode: string
  profile: Updateable<Tables['tax_profile']>
  registrations: readonly Omit<Registration, 'validFrom'>[]
  parties: readonly DemoParty[]
  /** The documents of the first day. */
  opening: Plan
  /** The documents by date of the month, on the next day if that is a Sunday. */
  monthly: Readonly<Record<string, Plan>>
}

export type Plan = (books: DemoBooks) => DemoDocument[]

export type DemoBooks = {
  day: Day
  isFirstMonth: boolean
  /** A number that no other document has. */
  serial: () => string
  partyOf: (name: string) => string
  /** The open items of an account, oldest first, by the name of their party. */
  open: (account: string) => { name: string; item: OpenItem }[]
}
