// The user manual: its tabs in order, their labels, the texts around them, and the search.

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

/** A tab of the manual; `form` is the frame name of its form. */
export type ManualTab = (typeof manualTabs)[number]
export type ManualTabName = ManualTab['tab']

export const defaultManualTab = manualTabs[0]

export const manualWords = {
  title: 'User Manual',
  search: 'Search User manual...',
  tabs: 'Tabs of the manual',
  showTabs: 'Show tabs',
  hideTabs: 'Hide tabs',
  inText: 'Found in the text',
  none: (typed: string) => `Nothing in the manual matches “${typed}”.`,
  noneHint: 'Try a different or shorter word, for example cheque, void or VAT.',
  clear: 'Show all tabs',
} as const

/** The tab in an address; the first tab for an unknown name. */
export const manualTabOf = (name: string | null): ManualTab =>
  manualTabs.find(({ tab }) => tab === name) ?? defaultManualTab

/** The tabs whose label contains the typed text, case-insensitively. */
export const manualTabsFound = (typed: string): ManualTab[] =>
  manualTabs.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()))

/** Synonyms for the search. */
const synonyms: readonly (readonly string[])[] = [
  ['void', 'cancel', 'delete', 'undo', 'remove', 'reverse', 'wrong', 'mistake', 'error'],
  ['attachment', 'attach', 'scan', 'photo', 'upload', 'file', 'picture'],
  ['customer', 'client', 'buyer', 'payor'],
  ['supplier', 'vendor', 'payee', 'creditor'],
  ['invoice', 'sale', 'receivable', 'billing'],
  ['bill', 'expense', 'purchase', 'payable'],
  ['collection', 'receive', 'received', 'or'],
  ['payment', 'pay', 'disbursement', 'paid'],
  ['cheque', 'check', 'pdc', 'post-dated'],
  ['e-mail', 'email', 'mail'],
  ['date', 'day'],
  ['amount', 'figure', 'calculator', 'sum', 'total'],
  ['password', 'login', 'sign', 'reset'],
  ['keys', 'keyboard', 'shortcut', 'shortcuts', 'hotkey'],
  ['withholding', 'withheld', 'ewt', 'cwt', '2307', 'atc'],
  ['vat', 'tax'],
  ['dollar', 'usd', 'foreign', 'currency', 'exchange', 'forex'],
  ['bank', 'account', 'wallet', 'gcash', 'maya'],
  ['statement', 'soa', 'reconciliation', 'reconcile'],
  ['refund', 'return', 'credit', 'overpayment'],
  ['advance', 'deposit', 'prepayment', 'downpayment'],
  ['excel', 'xlsx', 'csv', 'spreadsheet', 'paste', 'import'],
  ['print', 'pdf', 'voucher'],
  ['user', 'role', 'permission', 'administrator', 'admin', 'accountant'],
  ['recurring', 'repeat', 'template', 'rent', 'monthly', 'automatic', 'schedule'],
  ['draft', 'unsaved', 'autosave', 'lost'],
  ['task', 'queue', 'todo', 'inbox', 'worklist'],
  ['snooze', 'postpone', 'later', 'remind'],
  ['notification', 'alert', 'bell', 'message', 'digest'],
  ['question', 'ask', 'comment', 'query', 'answer'],
  ['tag', 'project', 'department', 'branch', 'class', 'label'],
  ['key', 'token', 'api', 'webhook', 'integration', 'program', 'mcp', 'assistant'],
  ['dark', 'theme', 'colors', 'colors'],
]

export type ManualPassage = { tab: ManualTabName; section: string; text: string }

/**
 * The passages in which each search word, or a synonym, occurs at the beginning of a word. Exact matches and matches in
 * titles come first.
 */
export function manualPassagesFound(typed: string, passages: readonly ManualPassage[]): ManualPassage[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.length > 1)
  if (words.length === 0) return []
  const scored = passages.map((passage) => ({ passage, score: scoreOf(words, passage) }))
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ passage }) => passage)
}

/** 0 if a search word is missing. */
function scoreOf(words: readonly string[], { section, text }: ManualPassage): number {
  const scores = words.map((word) => {
    if (begins(section, word)) return 6
    if (begins(text, word)) return 4
    const others = synonyms.filter((group) => group.some((each) => each === word || `${each}s` === word)).flat()
    if (others.some((other) => begins(section, other))) return 2
    return others.some((other) => begins(text, other)) ? 1 : 0
  })
  return scores.includes(0) ? 0 : scores.reduce((sum: number, score) => sum + score, 0)
}

/** Whether a word of the text begins with the search word. */
function begins(text: string, word: string): boolean {
  const lower = text.toLowerCase()
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(lower[at - 1] ?? '')) return true
  }
  return false
}
