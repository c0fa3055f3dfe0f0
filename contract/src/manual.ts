// The user manual: its tabs in their order, what they are called, and the words around them.

export const manualTabs = [
  { tab: 'getting-started', label: 'Getting started', form: null },
  { tab: 'invoices', label: 'Invoices', form: 'invoice' },
  { tab: 'collectionreceipts', label: 'Collection Receipts', form: 'collectionreceipt' },
  { tab: 'pettycash', label: 'Petty Cash', form: 'pettycash' },
  { tab: 'bills', label: 'Bills', form: 'bills' },
  { tab: 'billspayments', label: 'Bills Payments', form: 'payment' },
  { tab: 'chequedisbursement', label: 'Cheque Disbursement', form: 'chequedisbursement' },
  { tab: 'deposits', label: 'Deposits', form: 'deposit' },
  { tab: 'transfers', label: 'Fund Transfers', form: 'transfer' },
  { tab: 'withdrawals', label: 'Withdrawals', form: 'withdraw' },
] as const

/** A tab of the manual; `form` is the frame name of the form that it is about. */
export type ManualTab = (typeof manualTabs)[number]
export type ManualTabName = ManualTab['tab']

export const defaultManualTab = manualTabs[0]

export const manualWords = {
  title: 'User Manual',
  search: 'Search User manual...',
  tabs: 'Tabs of the manual',
  showTabs: 'Show the tabs of the manual',
  hideTabs: 'Hide the tabs of the manual',
  none: (typed: string) => `No tab of the manual has “${typed}” in its name.`,
  noneHint: 'The search looks at the names of the tabs only: try one word of it, such as bills or cash.',
  clear: 'Show all tabs',
} as const

/** The tab that an address asks for; an unknown one gets the first. */
export const manualTabOf = (asked: string | null): ManualTab =>
  manualTabs.find(({ tab }) => tab === asked) ?? defaultManualTab

/** The tabs whose label contains what was typed, in any case. */
export const manualTabsFound = (typed: string): ManualTab[] =>
  manualTabs.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()))
