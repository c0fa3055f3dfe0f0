// The pictures of the manual: their screens, the sections they belong to, and descriptions for people who cannot see them.
// UPDATE_PICTURES=1 takes them again (e2e/pictures.spec.ts); add a row to add a picture.
import type { ManualTabName } from '@talaan/contract/manual.ts'

export type Picture = {
  /** The name of its screen in e2e/fixtures/screens.ts or more-screens.ts, and of its picture files. */
  screen: string
  tab: ManualTabName | 'documentation'
  section: string
  /** The element at which a picture of a page begins, if not at the top. */
  from?: string
  alt: string
}

/** All have the same size, so that their space is reserved before they load. */
export const pictureSize = { width: 800, height: 640 }
export const pictureLimitBytes = 40_000
export const pictureSchemes = ['light', 'dark'] as const

export const pictures: readonly Picture[] = [
  {
    screen: 'bank-matching',
    tab: 'documentation',
    section: 'reconciling',
    alt: 'One month of a bank account: the lines of the statement on the left; suggested matches for the selected line, with reasons, on the right.',
  },
  {
    screen: 'customer-form',
    tab: 'getting-started',
    section: 'Register customers and suppliers',
    alt: 'The form for registering a customer: TIN and branch code, registered name, trade name and address.',
  },
  {
    screen: 'vendor-form',
    tab: 'getting-started',
    section: 'Register customers and suppliers',
    alt: 'The form for registering a supplier: TIN and branch code, registered name, trade name and address.',
  },
  {
    screen: 'tasks',
    from: 'main section',
    tab: 'getting-started',
    section: 'Work through your tasks',
    alt: 'The tasks of an accountant on the dashboard, with the number, age and amount of their items.',
  },
  {
    screen: 'notifications',
    tab: 'getting-started',
    section: 'Read your notifications',
    alt: 'The Notifications page: the notifications, and below them the settings for each kind.',
  },
  {
    screen: 'ask-question',
    from: '[role=dialog]',
    tab: 'getting-started',
    section: 'Ask and answer questions',
    alt: 'The dialog for asking a question: to someone without an account, with name, question and due date.',
  },
  {
    screen: 'recurring',
    tab: 'getting-started',
    section: 'Repeat documents',
    alt: 'The Recurring page: the rent and a monthly invoice, each with its schedule, next date, last document and amount.',
  },
  {
    screen: 'invoice-form',
    tab: 'invoices',
    section: 'Record an invoice',
    alt: 'The empty invoice form: receipt e-mail, customer TIN, invoice number and date above the lines.',
  },
  {
    screen: 'invoice-confirmation',
    tab: 'invoices',
    section: 'Review and confirm',
    alt: 'Check before recording: the invoice with its customer, lines and totals, before Yes or No.',
  },
  {
    screen: 'invoice-voucher',
    tab: 'invoices',
    section: 'After recording',
    alt: 'After recording: the number in large type, the status of the receipt, and the voucher below.',
  },
  {
    screen: 'collection-form',
    tab: 'collectionreceipts',
    section: 'Record a payment received',
    alt: 'A collection receipt being filled in: account, method and number above the open invoices, each with its amount.',
  },
  {
    screen: 'petty-cash-form',
    tab: 'pettycash',
    section: 'Record a voucher',
    alt: 'A petty cash voucher being filled in: supplier, expense or cash advance, payee and fund.',
  },
  {
    screen: 'petty-cash-count',
    tab: 'pettycash',
    section: 'Count and replenish',
    alt: 'A count of the petty cash fund: its fixed amount, the expected cash, and the number of each note.',
  },
  {
    screen: 'bill-form',
    tab: 'bills',
    section: 'Record a bill',
    alt: 'A bill being filled in: supplier with TIN, type of document, number and dates above the lines.',
  },
  {
    screen: 'payment-form',
    tab: 'billspayments',
    section: 'Record a bills payment',
    alt: 'A bills payment being filled in: account, method and number above the unpaid bills, each with its amount.',
  },
  {
    screen: 'cheque-form',
    tab: 'chequedisbursement',
    section: 'Record a cheque',
    alt: 'A cheque being filled in: payee, purpose, the bank account with the next leaf of its book, and the date.',
  },
  {
    screen: 'deposit-form',
    tab: 'deposits',
    section: 'Record a deposit',
    alt: 'A deposit being filled in: the bank account, and the undeposited receipts, all selected.',
  },
  {
    screen: 'transfer-form',
    tab: 'transfers',
    section: 'Record a transfer',
    alt: 'A foreign fund transfer being filled in: both accounts with their balances, the rate in both directions, and the gain.',
  },
  {
    screen: 'withdrawal-form',
    tab: 'withdrawals',
    section: 'Record a withdrawal',
    alt: 'A withdrawal being filled in: the account with its remaining balance, and the lines with their purposes.',
  },
  {
    screen: 'transactions',
    tab: 'getting-started',
    section: 'Find recorded documents',
    alt: 'The Transactions page: search and filters, documents of all types, and the totals of the selected ones.',
  },
  {
    screen: 'import',
    from: '#import-columns',
    tab: 'getting-started',
    section: 'Import documents',
    alt: 'An import of invoices before recording: the columns, the checked rows, and the mistake in one of them.',
  },
  {
    screen: 'statement-questions',
    tab: 'getting-started',
    section: 'Upload a bank statement',
    alt: 'The form for uploading a bank statement: the account, the file, the layout of its columns and its lines.',
  },
  {
    screen: 'cheque-books',
    from: '#cheque-books',
    tab: 'chequedisbursement',
    section: 'Cheque books and leaves',
    alt: 'The cheque books, and the leaves of one of them with their numbers, status and cheques.',
  },
  {
    screen: 'month-close',
    from: '#checklist',
    tab: 'documentation',
    section: 'closing',
    alt: 'Month Close: the items to resolve before the month can be closed, one of them with an explanation being typed.',
  },
  {
    screen: 'tax-return',
    tab: 'documentation',
    section: 'calendar',
    alt: 'A VAT return with its boxes and amounts, each with a link to its lines.',
  },
]
