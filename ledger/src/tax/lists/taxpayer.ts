// The parties and the filing company of a list, from the register and the settings.
import type { Day, Month } from '../../core/date.ts'
import { addMonths, monthOf } from '../../core/date.ts'
import { displayName } from '../../core/party.ts'
import type { Address, Party } from '../../core/party.ts'
import type { TaxParty } from '../tax-line.ts'

/** The registered spelling; only the text of a file is cleaned. */
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
  /** An individual without last and first name, so that files would have the name of a company. */
  isUnnamed: boolean
}

/** The stored company settings. */
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
 * The company as the taxpayer, an individual by its three names. Its address is stored in one line: the text after the
 * last comma is the city with its ZIP code, which RELIEF needs separately.
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

/** A party in a list; null without a party or without a TIN. */
export function listed(party: TaxParty | null): Listed | null {
  if (party === null || party.tin9 === null) return null
  const { id, tin9, branchCode, kind, registeredName, lastName, firstName, middleName, tradeName, address } = party
  return { id, tin9, branchCode, kind, registeredName, lastName, firstName, middleName, tradeName, address }
}

/** A payee of final tax: one abroad has no TIN, and an empty one in the list. */
export function listedPayee(party: TaxParty | null): Payee | null {
  const own = listed(party)
  if (own !== null) return { ...own, country: '', foreignTaxNo: '' }
  if (party?.noTin !== 'foreign') return null
  const { id, branchCode, kind, registeredName, lastName, firstName, middleName, tradeName, address } = party
  const names = { registeredName, lastName, firstName, middleName, tradeName }
  return { id, tin9: '', branchCode, kind, ...names, address, country: party.country, foreignTaxNo: party.foreignTaxNo }
}

export type Payee = Listed & Pick<Party, 'country' | 'foreignTaxNo'>

/** By name without case, then by TIN and branch: the order of every list. */
export function byName(a: Taxpayer, b: Taxpayer): number {
  return compare(displayName(a).toUpperCase(), displayName(b).toUpperCase()) || compare(tinKey(a), tinKey(b))
}

export const tinKey = ({ tin9, branchCode }: Pick<Taxpayer, 'tin9' | 'branchCode'>): string => `${tin9}${branchCode}`

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The first month of the quarter that contains a month, in calendar quarters as for all withholding returns. */
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
