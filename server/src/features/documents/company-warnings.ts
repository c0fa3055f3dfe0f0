// The warning of a review while the company's own details are missing: on documents with a customer or supplier.
import type { CompanyFacts } from '@talaan/ledger/documents/facts.ts'
import type { Receipt } from '@talaan/ledger/documents/receipt.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { defaultCompanyName } from '../../platform/env/env.ts'

/** Removed allocations are internal. */
type Printed = Pick<Receipt, 'party'> & { kindName: DocumentTypeName }
type Details = Pick<CompanyFacts, 'name' | 'tin' | 'address'>

export function companyWarnings({ name, tin, address }: Details, { kindName, party }: Printed): string[] {
  if (party === null || kindName === 'unapply') return []
  const lacks = [tin === null ? 'no TIN' : '', address === '' ? 'no registered address' : '']
    .filter(Boolean)
    .join(' and ')
  const facts = [
    name === defaultCompanyName ? `is still called '${name}'` : '',
    lacks === '' ? '' : `has ${lacks}`,
  ].filter(Boolean)
  if (facts.length === 0) return []
  return [
    `Your company ${facts.join(' and ')}. Complete the details in the company settings: they are printed on this document.`,
  ]
}
