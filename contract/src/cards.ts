// The 14 cards of the portal are fixed. Bookmarks, search, category pages and form screens all read this table.
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { Role } from './roles.ts'
import { accountants, adminsAndAccountants, everyone } from './roles.ts'

export const categories = [
  'Invoice',
  'Bills',
  'Payments',
  'CollectionReceipt',
  'PettyCash',
  'BankReconciliation',
  'LooseLeaf',
  'ChequeDisbursement',
  'Deposit',
  'Withdrawal',
  'Transfer',
  'Tin',
  'Documentation',
] as const
export type Category = (typeof categories)[number]

export type Card = {
  id: string
  category: Category
  title: string
  description: string
  buttonText: string
  buttonLink: string
  /** Lists and the search show only the cards that the user's role may open. */
  roles: readonly Role[]
}

export const cards: readonly Card[] = [
  card(
    'invoice',
    'Invoice',
    'Invoice',
    'Record a sales invoice and e-mail its receipt',
    'Upload Invoice',
    '/invoiceform',
  ),
  card('bills', 'Bills', 'Bills', 'Record a supplier bill on account', 'Upload Bills', '/billsform'),
  card(
    'payments',
    'Payments',
    'Bills Payment',
    'Pay unpaid vendor bills and print the voucher',
    'Upload Payment',
    '/paymentform',
  ),
  card(
    'collectionreceipt',
    'CollectionReceipt',
    'Collection Receipt',
    'Record a customer payment on open invoices',
    'Upload Collection Receipt',
    '/collectionreceiptform',
  ),
  card('pettycash', 'PettyCash', 'Petty Cash', 'Record a petty cash voucher', 'Upload Petty Cash', '/pettycashform'),
  card(
    'bankreconciliation',
    'BankReconciliation',
    'Bank Reconciliation',
    'Upload the statement of account and reconcile it',
    'Upload SOA',
    '/bankreconciliationform',
    accountants,
  ),
  card(
    'looseleaf',
    'LooseLeaf',
    'LooseLeaf',
    'Produce the monthly loose-leaf books',
    'Upload LooseLeaf',
    '/looseleafform',
    accountants,
  ),
  card(
    'chequedisbursement',
    'ChequeDisbursement',
    'Cheque Disbursement',
    'Record a cheque issued',
    'Upload Cheque Disbursement',
    '/chequedisbursementform',
  ),
  card('deposit', 'Deposit', 'Deposit', 'Record money deposited into a bank account', 'Upload Deposit', '/depositform'),
  card(
    'withdraw',
    'Withdrawal',
    'Withdraw',
    'Record money withdrawn from a bank account',
    'Upload Withdraw',
    '/withdrawform',
  ),
  card(
    'transfer',
    'Transfer',
    'Fund Transfer',
    'Record a local or foreign fund transfer',
    'Record Fund Transfer',
    '/transferform',
  ),
  card('customertin', 'Tin', 'Customer TIN', 'Register the TIN of a customer', 'Register Customer', '/customertinform'),
  card(
    'vendortin',
    'Tin',
    'Vendor TIN',
    'Register the TIN of a vendor or supplier',
    'Register Vendor',
    '/vendortinform',
  ),
  card(
    'documentation',
    'Documentation',
    'Documentation',
    'Posting rules, chart of accounts and month-end closing',
    'View Documentation',
    'Sample',
    accountants,
  ),
]

function card(
  id: string,
  category: Category,
  title: string,
  description: string,
  buttonText: string,
  buttonLink: string,
  roles: readonly Role[] = everyone,
): Card {
  return { id, category, title, description, buttonText, buttonLink, roles }
}

export const cardOf = (id: string): Card | undefined => cards.find((each) => each.id === id)
export const cardsFor = (role: Role): Card[] => cards.filter((each) => each.roles.includes(role))

/** The target of a card's button; the link 'Sample' of Documentation opens the accountant's documentation. */
export const cardTarget = (each: Pick<Card, 'category' | 'buttonLink'>): string =>
  each.category === 'Documentation' ? `/Documentation/${each.buttonLink}` : each.buttonLink

/** Absolute addresses open in a new tab. */
export const opensNewTab = (target: string): boolean => /^https?:\/\//.test(target)

/** A category page and its title. */
export type CategoryPage = { path: string; title: string; category: Category; roles: readonly Role[] }
export const categoryPages: readonly CategoryPage[] = [
  { path: '/invoice', title: 'Invoices', category: 'Invoice', roles: everyone },
  { path: '/collectionreceipt', title: 'Collection Receipts', category: 'CollectionReceipt', roles: everyone },
  { path: '/pettycash', title: 'Petty Cash', category: 'PettyCash', roles: everyone },
  { path: '/bills', title: 'Bills', category: 'Bills', roles: everyone },
  { path: '/payments', title: 'Bills Payments', category: 'Payments', roles: everyone },
  { path: '/chequedisbursement', title: 'Cheque Disbursement', category: 'ChequeDisbursement', roles: everyone },
  { path: '/deposit', title: 'Deposits', category: 'Deposit', roles: everyone },
  { path: '/transfer', title: 'Fund Transfers', category: 'Transfer', roles: everyone },
  { path: '/withdraw', title: 'Withdrawals', category: 'Withdrawal', roles: everyone },
  { path: '/tinregistration', title: 'TIN Registration', category: 'Tin', roles: everyone },
  { path: '/bankreconciliation', title: 'Bank Reconciliation', category: 'BankReconciliation', roles: accountants },
  { path: '/looseleaf', title: 'Looseleaf', category: 'LooseLeaf', roles: accountants },
]

/** The form screens: the title, the description, and the name used by FORM_URL_<KIND> and the frame. */
export type FormScreen = {
  path: string
  frame: string
  title: string
  description: string
  roles: readonly Role[]
  /** The color of the loading overlay; the fund transfer form has none. */
  loader: 'green' | 'blue' | null
  manualTab: string
}
export const formScreens: readonly FormScreen[] = [
  form('/paymentform', 'payment', 'Bills Payment Form', 'Please Upload your payment transaction', 'billspayments'),
  form('/billsform', 'bills', 'Bills Form', 'Please Upload your Bills transaction', 'bills'),
  form('/pettycashform', 'pettycash', 'Petty Cash Form', 'Please Upload your Petty Cash transaction', 'pettycash'),
  form('/invoiceform', 'invoice', 'Invoice Form', 'Please Upload your Invoice transaction', 'invoices'),
  form(
    '/collectionreceiptform',
    'collectionreceipt',
    'Collection Receipt Form',
    'Please Upload your Collection Receipt',
    'collectionreceipts',
  ),
  form('/withdrawform', 'withdraw', 'Withdraw Form', 'Please Upload your Withdraw transaction', 'withdrawals'),
  {
    ...form(
      '/transferform',
      'transfer',
      'Fund Transfer Form',
      'Please Record your Fund Transfer transactions',
      'transfers',
    ),
    loader: null,
  },
  form('/depositform', 'deposit', 'Deposit Form', 'Please Upload your Deposit transaction', 'deposits'),
  form(
    '/chequedisbursementform',
    'chequedisbursement',
    'Cheque Disbursement Form',
    'Please Upload your Cheque Disbursement transaction',
    'chequedisbursement',
  ),
  {
    ...form(
      '/bankreconciliationform',
      'bankreconciliation',
      'Bank Reconciliation Form',
      'Please Upload SOA for Bank Reconciliation',
      'getting-started',
    ),
    roles: accountants,
  },
  {
    ...form(
      '/looseleafform',
      'looseleaf',
      'LooseLeaf Form',
      'Please Upload your LooseLeaf transaction',
      'getting-started',
    ),
    roles: accountants,
  },
  {
    ...form('/customertinform', 'customertin', 'Customer Tin Form', 'Register Customer TIN here', 'getting-started'),
    loader: 'blue',
  },
  {
    ...form(
      '/vendortinform',
      'vendortin',
      'Vendor Tin Form',
      'Register Vendor or Supplier TIN here',
      'getting-started',
    ),
    loader: 'blue',
  },
  // Forms that are not in the specification's table: credit and debit memos begin with an invoice, and journal vouchers
  // have no card.
  form('/creditmemoform', 'creditmemo', 'Credit Memo Form', 'Record a credit for a customer', 'invoices'),
  form('/debitmemoform', 'debitmemo', 'Debit Memo Form', 'Record an additional charge on an invoice', 'invoices'),
  {
    ...form(
      '/journalvoucherform',
      'journalvoucher',
      'Journal Voucher Form',
      'Record an entry in the general journal',
      'getting-started',
    ),
    roles: adminsAndAccountants,
  },
  {
    ...form(
      '/payrollform',
      'payroll',
      'Payroll Form',
      'Record the payroll register for a pay period',
      'getting-started',
    ),
    roles: adminsAndAccountants,
  },
]

function form(path: string, frame: string, title: string, description: string, manualTab: string): FormScreen {
  return { path, frame, title, description, roles: everyone, loader: 'green', manualTab }
}

/**
 * Types without a card: opening balances are in the settings; journal vouchers and payroll are listed with the reports.
 */
export type PlaceCategory = Category | 'Opening' | 'Journal' | 'Certificate' | 'Payroll'

/** Where users find a type of document: its form, its category page, and the texts of its list. */
export type DocumentPlace = {
  frame: string
  category: PlaceCategory
  list: string
  none: string
  first: string
  /** The label for the party in the list; '' for types without a party. */
  party: string
  /** The type of document from which the user starts this one, and the label of the button there. */
  begunAt?: { kind: DocumentTypeName; words: string }
}

export const documentPlaces: Readonly<Record<DocumentTypeName, DocumentPlace>> = {
  invoice: place('invoice', 'Invoice', 'invoice', 'Customer'),
  creditmemo: {
    ...place('creditmemo', 'Invoice', 'credit memo', 'Customer'),
    none: 'No credit memos yet. Open an invoice to credit it, or record a credit memo without an invoice.',
    first: 'Record a credit memo',
    begunAt: { kind: 'invoice', words: 'Credit this invoice' },
  },
  debitmemo: {
    ...place('debitmemo', 'Invoice', 'debit memo', 'Customer'),
    none: 'No debit memos yet. Open an invoice to record a debit memo for it.',
    first: 'Record a debit memo',
    begunAt: { kind: 'invoice', words: 'Debit this invoice' },
  },
  collection: place('collectionreceipt', 'CollectionReceipt', 'collection receipt', 'Customer'),
  bill: place('bills', 'Bills', 'bill', 'Supplier'),
  pettycash: place('pettycash', 'PettyCash', 'petty cash voucher', 'Paid to'),
  pettycashfund: {
    ...place('pettycash', 'PettyCash', 'count or replenishment', 'Custodian'),
    list: 'Counts and replenishments',
    first: 'Count or replenish a petty cash fund',
  },
  payment: place('payment', 'Payments', 'payment', 'Supplier'),
  cheque: place('chequedisbursement', 'ChequeDisbursement', 'cheque', 'Payee'),
  stalecheque: {
    ...place('chequedisbursement', 'ChequeDisbursement', 'stale cheque', 'Payee'),
    list: 'Stale cheques written back',
    none: 'No stale cheques have been written back yet. To write one back, open its leaf in the cheque book.',
    first: 'Record a cheque',
  },
  deposit: place('deposit', 'Deposit', 'deposit', ''),
  withdrawal: place('withdraw', 'Withdrawal', 'withdrawal', 'Paid to'),
  transfer: place('transfer', 'Transfer', 'fund transfer', ''),
  journalvoucher: place('journalvoucher', 'Journal', 'journal voucher', 'Party'),
  /** Has no form, because it is recorded on the page of one of its two documents. */
  unapply: {
    ...place('journalvoucher', 'Journal', 'removed allocation', 'Customer or supplier'),
    list: 'Removed allocations',
    none: 'No allocations have been removed yet. To remove one, open the receipt, payment or credit.',
    first: 'Open collection receipts',
  },
  /** Has no form, because Month Close suggests it. */
  yearend: {
    ...place('journalvoucher', 'Journal', 'year-end entry', ''),
    list: 'Years closed to retained earnings',
    none: 'No fiscal years are closed to retained earnings yet. Month Close suggests the entry in the last month of a fiscal year.',
    first: 'Go to Month Close',
  },
  payroll: place('payroll', 'Payroll', 'payroll register', ''),
  /** Has neither card nor frame, because certificates are matched with receipts on the tax pages. */
  certificate: {
    ...place('certificate', 'Certificate', 'certificate', 'Customer'),
    list: 'Certificates received',
    none: 'No certificates received yet.',
    first: 'Match certificate',
  },
  bankadjustment: {
    ...place('bankreconciliation', 'BankReconciliation', 'bank adjustment', 'Party'),
    none: 'No bank adjustments yet. Record them while you reconcile a month.',
    first: 'Upload a statement',
  },
  /** Has neither card nor frame, because opening balances are entered in the company settings. */
  opening: place('opening', 'Opening', 'opening balance'),
}

/** The types listed in a category, with the type of its form first. */
export const documentTypesIn = (category: PlaceCategory): DocumentTypeName[] =>
  documentTypeNames.filter((kind) => documentPlaces[kind].category === category)

/** Recorded on pages of their own, although they are listed with the documents of a form. */
const withoutForm: readonly DocumentTypeName[] = ['stalecheque', 'unapply', 'yearend', 'bankadjustment']

/** Whether a draft of the type opens in a form. */
export const isEditedInForm = (kind: DocumentTypeName): boolean =>
  formScreens.some(({ frame }) => frame === documentPlaces[kind].frame) && !withoutForm.includes(kind)

/** Documents that users can start from a recorded document: the form, and the label of the button. */
export const begunAt = (kind: DocumentTypeName): { frame: string; words: string }[] =>
  Object.values(documentPlaces).flatMap(({ frame, begunAt: place }) =>
    place?.kind === kind ? [{ frame, words: place.words }] : [],
  )

/** The forms that settle an open document of a type, and the labels of their buttons, the usual form first. */
export const settledAt = (kind: DocumentTypeName): { frame: string; words: string }[] => {
  if (kind === 'invoice' || kind === 'debitmemo') return [{ frame: 'collectionreceipt', words: 'Receive payment' }]
  if (kind !== 'bill') return []
  return [
    { frame: 'payment', words: 'Pay bill' },
    { frame: 'chequedisbursement', words: 'Write cheque' },
  ]
}

/** The form that deposits the money of a document. */
export const depositedAt = { frame: 'deposit', words: 'Record deposit' } as const

function place(frame: string, category: DocumentPlace['category'], noun: string, party = 'Name'): DocumentPlace {
  return {
    frame,
    category,
    list: `Recorded ${noun}s`,
    none: `No ${noun}s are recorded yet.`,
    first: `Record the first ${noun}`,
    party,
  }
}
