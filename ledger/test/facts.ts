// Test data for posting rules: an invented company, its accounts, its money, and parties with invented TINs.
import { standardExpenseTypes } from '../src/accounts/expense-types.ts'
import { standardChart, standardMoneyAccounts } from '../src/accounts/chart.ts'
import type { Day } from '../src/core/date.ts'
import type { EffectName, EffectOf } from '../src/documents/effects.ts'
import { itemKey, emptyFacts } from '../src/documents/facts.ts'
import type { FactKey, Facts, MoneyFact, OpenItem } from '../src/documents/facts.ts'
import type { PostingResult, Posting } from '../src/documents/type.ts'
import { standardRates } from '../src/tax/rates.ts'
import type { Entry } from '../src/accounts/journal.ts'
import { formatMoney } from '../src/core/money.ts'
import type { Party } from '../src/core/party.ts'
import { standardVatRates } from '../src/tax/vat.ts'

export const today: Day = '2026-03-20'

/** A VAT-registered supplier and customer; `like` overrides fields. */
export const party = (like: Partial<Party> = {}): Party => ({
  id: '11111111-1111-4111-8111-111111111111',
  customer: true,
  supplier: true,
  kind: 'non_individual',
  tin9: '009876544',
  branchCode: '00000',
  noTin: '',
  country: '',
  foreignTaxNo: '',
  registeredName: 'Mabuhay Services Corp.',
  lastName: '',
  firstName: '',
  middleName: '',
  tradeName: '',
  address: { substreet: '', street: '1 Rizal Street', barangay: '', city: 'Manila', province: '', zip: '1000' },
  rdoCode: '',
  vatStatus: 'vat',
  email: '',
  phone: '',
  lineOfBusiness: '',
  government: false,
  withholdingAgent: false,
  withholdingExempt: '',
  registeredEnterprise: false,
  zeroRatingCertificate: '',
  ...like,
})

/** A money account with its balance, in pesos unless its currency is foreign. */
export function holding(code: string, held: bigint, like: Partial<MoneyFact> = {}): MoneyFact {
  const usual = standardMoneyAccounts.find((account) => account.code === code)
  return {
    code,
    name: standardChart.find((account) => account.code === code)?.name ?? code,
    kind: usual?.kind ?? 'bank',
    currency: usual?.currency ?? 'PHP',
    active: true,
    balance: held,
    lowest: held,
    held,
    lowestHeld: held,
    overdraft: 0n,
    overLimit: 'refuse',
    undeposited: 0n,
    custodian: '',
    float: 0n,
    ...like,
  }
}

/** An untouched open item, overridden by `like`. */
export const item = (like: Partial<OpenItem> & Pick<OpenItem, 'documentId' | 'account' | 'opened'>): OpenItem => ({
  kind: 'invoice',
  number: 'SI-2026-000001',
  externalNo: '000123',
  day: '2026-03-01',
  dueDay: null,
  partyId: party().id,
  open: like.opened,
  net: 0n,
  vat: 0n,
  withheld: 0n,
  changedBy: [],
  ...like,
})

export function facts({
  money = [],
  items = [],
  accounts = [],
  ...given
}: Partial<Omit<Facts<FactKey>, 'money' | 'items' | 'accounts'>> & {
  money?: readonly MoneyFact[]
  items?: readonly OpenItem[]
  /** Inactive accounts that this test activates. */
  accounts?: readonly string[]
} = {}): Facts<FactKey> {
  return {
    ...emptyFacts,
    company: {
      name: 'Bituin Supply Co.',
      tin: '009876543',
      branchCode: '00000',
      address: '1 Mabini Street, Manila',
      vatRegistered: true,
      topAgentFrom: null,
      withholdAt: 'bill',
    },
    today,
    party: undefined,
    accounts: new Map(
      standardChart
        .filter((account) => account.active || accounts.includes(account.code))
        .map((account) => [account.code, account]),
    ),
    vatRates: standardVatRates,
    expenseTypes: standardExpenseTypes,
    rates: standardRates,
    closedMonths: new Set(['2026-01']),
    booksBegin: null,
    sameExternalNo: undefined,
    attachments: [],
    money: new Map(money.map((account) => [account.code, account])),
    items: new Map(items.map((one) => [itemKey(one.documentId, one.account), one])),
    ...given,
  }
}

/** The posting of valid fields; throws the errors otherwise. */
export function posting(result: PostingResult): Posting {
  if (result.ok) return result.posting
  throw new Error(result.mistakes.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
}

/** The items opened and settled by a document. */
export const itemsOf = ({ effects }: Pick<Posting, 'effects'>) =>
  effects.filter((one) => one.effect === 'item').map(({ effect: _, ...item }) => item)

/** The only effect of a name, if any. */
export function effectOf<Name extends EffectName>({ effects }: Posting, name: Name) {
  const found = effects.find((one): one is EffectOf<Name> => one.effect === name)
  if (found === undefined) return undefined
  const { effect: _, ...own } = found
  return own
}

/** The errors of invalid fields, as 'path: sentence'. */
export function mistakes(result: PostingResult): string[] {
  return result.ok ? [] : result.mistakes.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

/** 'Dr 1031 112,000.00 | Cr 1010 112,000.00', as textbooks write an entry. */
export function entryText({ lines }: Entry): string {
  const shown = lines.map(({ account, debit, credit }) =>
    debit > 0n ? `Dr ${account} ${formatMoney(debit)}` : `Cr ${account} ${formatMoney(credit)}`,
  )
  return shown.join(' | ')
}
