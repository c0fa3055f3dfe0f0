// The warning of a review while the company's own details are missing.
import type { CompanyFacts } from '@talaan/ledger/documents/facts.ts'
import { defaultCompanyName } from '../../platform/env/env.ts'

export function companyWarnings({ name, tin, address }: Pick<CompanyFacts, 'name' | 'tin' | 'address'>): string[] {
  const lacks = [tin === null ? 'no TIN' : '', address === '' ? 'no registered address' : '']
    .filter(Boolean)
    .join(' and ')
  const facts = [
    name === defaultCompanyName ? `is still called ‘${name}’` : '',
    lacks === '' ? '' : `has ${lacks}`,
  ].filter(Boolean)
  if (facts.length === 0) return []
  return [
    `Your company ${facts.join(' and ')}. This document is printed with these details. Complete them in the company settings first.`,
  ]
}
