// Posted lines for returns, made from entries: of a rule's posting, or written by a test.
import type { Day } from '../src/core/date.ts'
import type { DocumentTypeName } from '../src/documents/words.ts'
import type { FilingFacts } from '../src/tax/returns/worksheet.ts'
import type { TaxLine } from '../src/tax/tax-line.ts'
import { standardRates } from '../src/tax/rates.ts'
import type { Entry, Line } from '../src/accounts/journal.ts'
import type { Party } from '../src/core/party.ts'
import { party } from './facts.ts'

type Posted = { kind: DocumentTypeName; entry: Entry; parties?: readonly Party[]; reverses?: boolean; number?: string }

/** The lines of entries in the order of posting, numbered from 1. */
export function posted(documents: readonly Posted[]): TaxLine[] {
  return documents.flatMap(({ kind, entry, parties = [party()], reverses = false, number }, at) => {
    const its = number ?? `${kind}-${at + 1}`
    const document = { id: its, kind, number: its, externalNo: null, day: entry.day }
    return entry.lines.map((line: Line, position): TaxLine => ({
      entryNo: BigInt(at + 1),
      position: position + 1,
      day: entry.day,
      journal: entry.journal,
      reverses,
      document,
      account: line.account,
      moved: line.debit - line.credit,
      party: parties.find(({ id }) => id === line.partyId) ?? null,
      tax: line.tax ?? null,
      withheld: line.withheld ?? null,
    }))
  })
}

/** The complete input of a worksheet: a VAT-registered corporation with a calendar year by default. */
export const filingFacts = (given: Partial<FilingFacts> & { period: { from: Day; to: Day } }): FilingFacts => ({
  profile: {
    taxpayer: 'corporation',
    incomeTax: 'regular',
    deduction: 'itemized',
    mixedIncome: false,
    annualBefore: '1702-RT',
    fiscalYearEnd: 12,
    uncollectedFrom: null,
    unpaidFrom: null,
    minimumTaxFrom: null,
    withholdsVat: false,
    withholdsFinalTax: false,
    history: [{ kind: 'vat', value: 'yes', validFrom: '1990-01-01' }],
  },
  lines: [],
  otherLines: [],
  claims: [],
  rates: standardRates,
  entries: new Map(),
  others: new Map(),
  filed: null,
  excessUse: null,
  uncollected: [],
  unpaid: [],
  unclaimedImports: 0n,
  statement: [],
  payroll: [],
  ...given,
})
