// The chart of accounts of a new Philippine company; control accounts are posted only by their documents.

/**
 * The type of an account. 'other' is other income and expense, below the operating result; its normal side
 * distinguishes them.
 */
export type AccountType = (typeof accountTypes)[number]

export const accountTypes = [
  'asset',
  'liability',
  'equity',
  'revenue',
  'cost',
  'expense',
  'other',
  'income_tax',
] as const

/** Income and expense: closed to retained earnings at year end. */
export const nominalTypes: readonly AccountType[] = ['revenue', 'cost', 'expense', 'other', 'income_tax']

/** The normal balance side of an account. */
export type NormalSide = 'debit' | 'credit'

/** The financial statement line of an account, in the order of the statements. */
export type StatementLine = (typeof statementLines)[number]

export const statementLines = [
  'Cash',
  'Receivables',
  'Inventories',
  'Prepayments',
  'Other current assets',
  'PPE',
  'Intangibles',
  'Other non-current assets',
  'Payables',
  'Tax payables',
  'Loans',
  'Loans non-current',
  'Other non-current liabilities',
  'Capital',
  'Retained earnings',
  'Revenue',
  'Cost of sales',
  'Operating',
  'Other income',
  'Finance cost',
  'Other expense',
  'Income tax',
] as const

/** The statement lines allowed for a type of account. */
export const linesOfType = {
  asset: [
    'Cash',
    'Receivables',
    'Inventories',
    'Prepayments',
    'Other current assets',
    'PPE',
    'Intangibles',
    'Other non-current assets',
  ],
  liability: ['Payables', 'Tax payables', 'Loans', 'Loans non-current', 'Other non-current liabilities'],
  equity: ['Capital', 'Retained earnings'],
  revenue: ['Revenue'],
  cost: ['Cost of sales'],
  expense: ['Operating'],
  other: ['Other income', 'Finance cost', 'Other expense'],
  income_tax: ['Income tax'],
} as const satisfies Record<AccountType, readonly StatementLine[]>

export const accountTypeWords = {
  asset: 'Asset',
  liability: 'Liability',
  equity: 'Equity',
  revenue: 'Revenue',
  cost: 'Cost of sales',
  expense: 'Operating expense',
  other: 'Other income or expense',
  income_tax: 'Income tax',
} satisfies Record<AccountType, string>

export type Account = {
  code: string
  name: string
  type: AccountType
  normal: NormalSide
  statementLine: StatementLine
  /** A control account has a subledger and cannot be posted manually. */
  control: boolean
  active: boolean
}

/** Accounts named by posting rules, which say `accounts.receivables`, not '1110'. */
export const accounts = {
  undeposited: '1010',
  pettyCash: '1020',
  inTransit: '1050',
  receivables: '1110',
  employeeAdvances: '1130',
  supplierAdvances: '1140',
  inputVat: '1310',
  inputVatCarryOver: '1315',
  withheldWithCertificate: '1320',
  withheldAwaitingCertificate: '1321',
  vatWithheld: '1325',
  prepaidIncomeTax: '1330',
  prepaidExpenses: '1340',
  payables: '2010',
  payablesOthers: '2020',
  staleCheques: '2030',
  customerAdvances: '2060',
  unidentifiedDeposits: '2065',
  outputVat: '2110',
  outputVatUncollected: '2115',
  vatPayable: '2120',
  percentageTaxPayable: '2130',
  ewtPayable: '2140',
  finalTaxPayable: '2145',
  compensationTaxPayable: '2146',
  vatWithheldPayable: '2147',
  incomeTaxPayable: '2148',
  sssPayable: '2150',
  philhealthPayable: '2151',
  pagibigPayable: '2152',
  salariesPayable: '2160',
  salaries: '6010',
  employeeBenefits: '6020',
  employerContributions: '6030',
  statutoryDiscounts: '6115',
  badDebts: '6170',
  drawings: '3020',
  dividends: '3040',
  retainedEarnings: '3030',
  openingBalance: '3090',
  purchaseDiscounts: '5040',
  serviceRevenue: '4020',
  salesReturns: '4080',
  salesDiscounts: '4090',
  taxesAndLicenses: '6240',
  bankCharges: '6250',
  nonCreditableVat: '6260',
  interestIncome: '7010',
  finalTax: '8050',
  incomeTaxExpense: '9010',
  fxGain: '7030',
  fxLoss: '8020',
  unrealisedGain: '7035',
  disposals: '7040',
  unrealisedLoss: '8025',
  cashOverShort: '7060',
  miscellaneousExpense: '6290',
} as const

/** Whether posting rules name the account, so that it cannot change. */
export const isRuled = (code: string): boolean => Object.values<string>(accounts).includes(code)

/**
 * Accounts whose balance consists of open items, each with the document that opened it: receivables, payables,
 * unapplied advances, undeposited receipts, transfers in transit, expected certificates. The balance of such an
 * account, on its normal side, always equals the sum of its items. VAT withheld by government is not such an account:
 * its items only say which certificates are expected, while the balance stays until the return claims it.
 */
export const itemAccounts: readonly string[] = [
  accounts.undeposited,
  accounts.inTransit,
  accounts.receivables,
  accounts.employeeAdvances,
  accounts.supplierAdvances,
  accounts.withheldAwaitingCertificate,
  accounts.payables,
  accounts.staleCheques,
  accounts.customerAdvances,
  accounts.unidentifiedDeposits,
]

/** Whether a sale may credit the account: revenue or other income, and not a control account. */
export function takesIncome(account: { type: AccountType; normal: NormalSide; control: boolean }): boolean {
  return (account.type === 'revenue' || account.type === 'other') && account.normal === 'credit' && !account.control
}

/** Whether a sales return may debit the account: sales accounts and their contra accounts. */
export function takesReturns(account: { type: AccountType; control: boolean }): boolean {
  return account.type === 'revenue' && !account.control
}

/** Whether a purchase may debit the account: a non-cash asset, cost, expense or other expense. */
export function takesPurchases(account: {
  code: string
  type: AccountType
  normal: NormalSide
  control: boolean
}): boolean {
  const bought =
    account.type === 'cost' || account.type === 'expense' || account.type === 'asset' || account.type === 'other'
  return bought && account.normal === 'debit' && !account.control && !itemAccounts.includes(account.code)
}

type Row = readonly [string, string, AccountType, NormalSide, StatementLine, 'control'?]

// The numbering is ours; coverage was compared with the Philippine template of a widely used open-source ERP.
const activeAccounts: readonly Row[] = [
  ['1010', 'Undeposited funds (cash on hand)', 'asset', 'debit', 'Cash'],
  ['1020', 'Petty cash fund', 'asset', 'debit', 'Cash', 'control'],
  ['1031', 'Cash in bank - PHP account 1', 'asset', 'debit', 'Cash', 'control'],
  ['1032', 'Cash in bank - PHP account 2', 'asset', 'debit', 'Cash', 'control'],
  ['1040', 'Cash in bank - USD account 1', 'asset', 'debit', 'Cash', 'control'],
  ['1045', 'E-wallet (GCash/Maya)', 'asset', 'debit', 'Cash', 'control'],
  ['1050', 'Transfers in transit', 'asset', 'debit', 'Cash'],
  ['1110', 'Accounts receivable - trade', 'asset', 'debit', 'Receivables', 'control'],
  ['1115', 'Allowance for doubtful accounts', 'asset', 'credit', 'Receivables'],
  ['1120', 'Other receivables', 'asset', 'debit', 'Receivables'],
  ['1130', 'Advances to officers and employees', 'asset', 'debit', 'Receivables', 'control'],
  ['1140', 'Advances to suppliers', 'asset', 'debit', 'Prepayments', 'control'],
  ['1210', 'Merchandise inventory', 'asset', 'debit', 'Inventories'],
  ['1310', 'Input VAT', 'asset', 'debit', 'Other current assets', 'control'],
  ['1315', 'Input VAT carry-over', 'asset', 'debit', 'Other current assets'],
  ['1320', 'Creditable withholding tax - with 2307', 'asset', 'debit', 'Other current assets', 'control'],
  ['1321', 'Creditable withholding tax - awaiting 2307', 'asset', 'debit', 'Other current assets', 'control'],
  ['1325', 'Creditable VAT withheld', 'asset', 'debit', 'Other current assets', 'control'],
  ['1330', 'Prepaid income tax', 'asset', 'debit', 'Other current assets'],
  ['1340', 'Prepaid expenses', 'asset', 'debit', 'Prepayments'],
  ['1350', 'Security and rental deposits', 'asset', 'debit', 'Other non-current assets'],
  ['1520', 'Building and leasehold improvements', 'asset', 'debit', 'PPE'],
  ['1521', 'Accumulated depreciation - building', 'asset', 'credit', 'PPE'],
  ['1530', 'Furniture and fixtures', 'asset', 'debit', 'PPE'],
  ['1531', 'Accumulated depreciation - furniture', 'asset', 'credit', 'PPE'],
  ['1540', 'Office and computer equipment', 'asset', 'debit', 'PPE'],
  ['1541', 'Accumulated depreciation - equipment', 'asset', 'credit', 'PPE'],
  ['1550', 'Transportation equipment', 'asset', 'debit', 'PPE'],
  ['1551', 'Accumulated depreciation - transportation', 'asset', 'credit', 'PPE'],
  ['2010', 'Accounts payable - trade', 'liability', 'credit', 'Payables', 'control'],
  ['2020', 'Accounts payable - others and accruals', 'liability', 'credit', 'Payables'],
  ['2030', 'Stale cheques payable', 'liability', 'credit', 'Payables'],
  ['2060', 'Customer advances', 'liability', 'credit', 'Payables', 'control'],
  ['2065', 'Unidentified deposits', 'liability', 'credit', 'Payables'],
  ['2070', 'Refundable deposits received', 'liability', 'credit', 'Payables'],
  ['2080', 'Due to officers and shareholders', 'liability', 'credit', 'Loans'],
  ['2110', 'Output VAT', 'liability', 'credit', 'Tax payables', 'control'],
  ['2115', 'Output VAT on uncollected receivables', 'liability', 'credit', 'Tax payables'],
  ['2120', 'VAT payable', 'liability', 'credit', 'Tax payables'],
  ['2130', 'Percentage tax payable', 'liability', 'credit', 'Tax payables'],
  ['2140', 'Expanded withholding tax payable', 'liability', 'credit', 'Tax payables', 'control'],
  ['2145', 'Final withholding tax payable', 'liability', 'credit', 'Tax payables'],
  ['2146', 'Withholding tax payable - compensation', 'liability', 'credit', 'Tax payables'],
  ['2147', 'VAT withheld payable', 'liability', 'credit', 'Tax payables'],
  ['2148', 'Income tax payable', 'liability', 'credit', 'Tax payables'],
  ['2150', 'SSS payable', 'liability', 'credit', 'Payables'],
  ['2151', 'PhilHealth payable', 'liability', 'credit', 'Payables'],
  ['2152', 'Pag-IBIG (HDMF) payable', 'liability', 'credit', 'Payables'],
  ['2160', 'Salaries payable', 'liability', 'credit', 'Payables'],
  ['2210', 'Loans payable - current', 'liability', 'credit', 'Loans'],
  ['3010', "Capital (share capital / owner's capital)", 'equity', 'credit', 'Capital'],
  ['3020', "Owner's drawings", 'equity', 'debit', 'Capital'],
  ['3030', 'Retained earnings', 'equity', 'credit', 'Retained earnings'],
  ['3040', 'Dividends declared', 'equity', 'debit', 'Retained earnings'],
  ['3090', 'Opening balance equity (must be zero)', 'equity', 'credit', 'Retained earnings'],
  ['4010', 'Sales - goods', 'revenue', 'credit', 'Revenue'],
  ['4020', 'Service revenue', 'revenue', 'credit', 'Revenue'],
  ['4080', 'Sales returns and allowances', 'revenue', 'debit', 'Revenue'],
  ['4090', 'Sales discounts', 'revenue', 'debit', 'Revenue'],
  ['5010', 'Cost of goods sold', 'cost', 'debit', 'Cost of sales'],
  ['5020', 'Purchases (periodic)', 'cost', 'debit', 'Cost of sales'],
  ['5030', 'Freight-in', 'cost', 'debit', 'Cost of sales'],
  ['5040', 'Purchase returns and discounts', 'cost', 'credit', 'Cost of sales'],
  ['6010', 'Salaries and wages', 'expense', 'debit', 'Operating'],
  ['6020', '13th month and employee benefits', 'expense', 'debit', 'Operating'],
  ['6030', 'SSS, PhilHealth, Pag-IBIG - employer', 'expense', 'debit', 'Operating'],
  ['6050', 'Rent', 'expense', 'debit', 'Operating'],
  ['6060', 'Light, water and communication', 'expense', 'debit', 'Operating'],
  ['6070', 'Office supplies', 'expense', 'debit', 'Operating'],
  ['6080', 'Repairs and maintenance', 'expense', 'debit', 'Operating'],
  ['6090', 'Transportation, travel, fuel', 'expense', 'debit', 'Operating'],
  ['6100', 'Representation and entertainment', 'expense', 'debit', 'Operating'],
  ['6110', 'Advertising and delivery (selling)', 'expense', 'debit', 'Operating'],
  ['6115', 'Senior citizen and PWD discounts', 'expense', 'debit', 'Operating'],
  ['6120', 'Professional fees', 'expense', 'debit', 'Operating'],
  ['6130', 'Outside services (contractors, security, janitorial)', 'expense', 'debit', 'Operating'],
  ['6140', 'Commissions', 'expense', 'debit', 'Operating'],
  ['6150', 'Insurance', 'expense', 'debit', 'Operating'],
  ['6160', 'Depreciation and amortization', 'expense', 'debit', 'Operating'],
  ['6170', 'Bad debts', 'expense', 'debit', 'Operating'],
  ['6180', 'Dues, subscriptions, training', 'expense', 'debit', 'Operating'],
  ['6240', 'Taxes and licenses', 'expense', 'debit', 'Operating'],
  ['6250', 'Bank charges', 'expense', 'debit', 'Operating'],
  ['6260', 'Non-creditable input VAT', 'expense', 'debit', 'Operating'],
  ['6270', 'Penalties and surcharges (non-deductible)', 'expense', 'debit', 'Operating'],
  ['6290', 'Miscellaneous expense', 'expense', 'debit', 'Operating'],
  ['7010', 'Interest income', 'other', 'credit', 'Other income'],
  ['7030', 'Realized FX gain', 'other', 'credit', 'Other income'],
  ['7035', 'Unrealized FX gain', 'other', 'credit', 'Other income'],
  ['7040', 'Gain/(loss) on disposal of assets', 'other', 'credit', 'Other income'],
  ['7050', 'Other income', 'other', 'credit', 'Other income'],
  ['7060', 'Cash over/(short)', 'other', 'credit', 'Other income'],
  ['8010', 'Interest expense', 'other', 'debit', 'Finance cost'],
  ['8020', 'Realized FX loss', 'other', 'debit', 'Other expense'],
  ['8025', 'Unrealized FX loss', 'other', 'debit', 'Other expense'],
  ['8050', 'Final tax on interest income', 'other', 'debit', 'Other expense'],
  ['9010', 'Income tax expense', 'income_tax', 'debit', 'Income tax'],
]

// Seeded inactive; activated when a company needs them.
const dormantAccounts: readonly Row[] = [
  ['1041', 'Cash in bank - USD account 2', 'asset', 'debit', 'Cash', 'control'],
  ['1150', 'Due from related parties', 'asset', 'debit', 'Receivables'],
  ['1316', 'Deferred input VAT', 'asset', 'debit', 'Other current assets'],
  ['1510', 'Land', 'asset', 'debit', 'PPE'],
  ['1610', 'Intangible assets (software)', 'asset', 'debit', 'Intangibles'],
  ['1611', 'Accumulated amortization', 'asset', 'credit', 'Intangibles'],
  ['1710', 'Deferred tax asset', 'asset', 'debit', 'Other non-current assets'],
  ['2310', 'Loans payable - non-current', 'liability', 'credit', 'Loans non-current'],
  ['2320', 'Retirement obligation', 'liability', 'credit', 'Other non-current liabilities'],
  ['3015', 'Additional paid-in capital', 'equity', 'credit', 'Capital'],
  ['5050', 'Cost of services', 'cost', 'debit', 'Cost of sales'],
]

/**
 * 97 active and 11 inactive accounts, in the order of their codes. A separate module, so that browser code that only
 * names accounts does not load the chart.
 */
export const standardChart: readonly Account[] = /* @__PURE__ */ wholeChart()

function wholeChart(): Account[] {
  return [
    ...activeAccounts.map((row) => account(row, true)),
    ...dormantAccounts.map((row) => account(row, false)),
  ].toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

function account([code, name, type, normal, statementLine, mark]: Row, active: boolean): Account {
  return { code, name, type, normal, statementLine, control: mark !== undefined, active }
}

/** The money accounts of a new company. */
export const standardMoneyAccounts = [
  { code: '1010', kind: 'cash', currency: 'PHP' },
  { code: '1020', kind: 'petty_cash', currency: 'PHP' },
  { code: '1031', kind: 'bank', currency: 'PHP' },
  { code: '1032', kind: 'bank', currency: 'PHP' },
  { code: '1040', kind: 'bank', currency: 'USD' },
  { code: '1041', kind: 'bank', currency: 'USD' },
  { code: '1045', kind: 'ewallet', currency: 'PHP' },
] as const

/** The normal side of an open-item account: assets have codes from 1000, liabilities from 2000. */
export const itemSideOf = (code: string): NormalSide => (code.startsWith('1') ? 'debit' : 'credit')

/** The normal side of an account named by posting rules. */
export function normalSideOf(code: string): NormalSide {
  const side = standardChart.find((each) => each.code === code)?.normal
  if (side === undefined) throw new RangeError(`Account ${code} is not in the standard chart of accounts.`)
  return side
}
