// Whom a list names, and the company that files it, as the register and the settings have them.
import type { Day, Month } from '../../core/date.ts'
import { addMonths, monthOf } from '../../core/date.ts'
import { displayName } from '../../core/party.ts'
import type { Address, Party } from '../../core/party.ts'
import type { TaxParty } from '../tax-line.ts'

/** The legal spelling; only the text of a file is cleaned. */
export type Taxpayer = Pick<
  Party,
  'kind' | 'branchCode' | 'registeredName' | 'lastName' | 'firstName' | 'middleName' | 'tradeName' | 'address'
> & { tin9: string }

/** A party of the register in a list. */
export type Listed = Taxpayer & { id: string }

/** The company that files. */
export type Filer = Taxpayer & {
  rdoCode: string
  /** The month its fiscal year ends with, 12 for most. */
  fiscalYearEnd: number
  /** An individual whose last and first name nobody entered, so that files would have the name of a company. */
  isUnnamed: boolean
}

/** The company as the settings keep it. */
export type CompanyRow = {
  name: string
  tin9: string | null
  branchCode: string
  address: string
  rdoCode: string
  fiscalYearEnd: number
  taxpayer: 'corporation' | 'individual'
  lastName: string
  firstName: string
  middleName: string
  tradeName: string
  zipCode: string
}

/**
 * The company of the settings as a filer, an individual by its three names. Its address is one line there: what stands after the last comma is the city
 * with its ZIP code, which RELIEF wants apart.
 */
export function filerFrom({ name, tin9, address, taxpayer, zipCode, ...rest }: CompanyRow): Filer {
  const isNamed = taxpayer === 'individual' && rest.lastName !== ''
  const at = address.lastIndexOf(',')
  const [street, place] = at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at + 1)]
  const [, city = place, zip = zipCode] = /^(.*\S)\s+(\d{4})\s*$/.exec(place) ?? []
  return {
    ...rest,
    tin9: tin9 ?? '',
    ...(isNamed ? { kind: 'individual', registeredName: '' } : { kind: 'non_individual', registeredName: name }),
    isUnnamed: taxpayer === 'individual' && !isNamed,
    address: { ...noAddress, street: street.trim(), city: city.trim(), zip },
  }
}

const noAddress: Address = { substreet: '', street: '', barangay: '', city: '', province: '', zip: '' }

/** A party as a list names it; null where there is none, or none with a TIN. */
export function listed(party: TaxParty | null): Listed | null {
  if (party === null || party.tin9 === null) return null
  const { id, tin9, branchCode, kind, registeredName, lastName, firstName, middleName, tradeName, address } = party
  return { id, tin9, branchCode, kind, registeredName, lastName, firstName, middleName, tradeName, address }
}

/** By name without case, then by TIN and branch: the order of every list. */
export function byName(a: Taxpayer, b: Taxpayer): number {
  return compare(displayName(a).toUpperCase(), displayName(b).toUpperCase()) || compare(tinKey(a), tinKey(b))
}

export const tinKey = ({ tin9, branchCode }: Pick<Taxpayer, 'tin9' | 'branchCode'>): string => `${tin9}${branchCode}`

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The first month of the quarter that a month lies in, in calendar quarters as all returns of withheld tax have them. */
export function quarterStart(month: Month): Month {
  const of = Number(month.slice(5, 7)) - 1
  return addMonths(month, -(of % 3))
}

export const quarterOfDay = (day: Day): Month => quarterStart(monthOf(day))

/** '2026-06' for '2026-04'. */
export const quarterEnd = (start: Month): Month => addMonths(start, 2)

/** 'second quarter of 2026' */
export function quarterWords(start: Month): string {
  const names = ['first', 'second', 'third', 'fourth'] as const
  return `${names[(Number(start.slice(5, 7)) - 1) / 3] ?? ''} quarter of ${start.slice(0, 4)}`
}
