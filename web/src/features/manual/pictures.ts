// The pictures of the manual: of which screen, in which section of which tab, and what they show to whoever cannot see them.
// UPDATE_PICTURES=1 takes them anew (e2e/pictures.spec.ts); a further picture is a further row.
import type { ManualTabName } from '@talaan/contract/manual.ts'

export type Picture = {
  /** The name of its screen in e2e/fixtures/screens.ts or more-screens.ts, and of its files. */
  screen: string
  tab: ManualTabName | 'documentation'
  section: string
  alt: string
}

/** All have the same size, which is known before they are there. */
export const pictureSize = { width: 800, height: 640 }
export const pictureLimitBytes = 40_000
export const pictureSchemes = ['light', 'dark'] as const

export const pictures: readonly Picture[] = [
  {
    screen: 'bank-matching',
    tab: 'documentation',
    section: 'reconciling',
    alt: 'A month of a bank account: the lines of the statement on the left, and what the chosen one may be, with its reasons, on the right.',
  },
  {
    screen: 'customer-form',
    tab: 'getting-started',
    section: 'Customers and suppliers',
    alt: 'The sheet that registers a customer: TIN and branch code, registered name, trade name and address.',
  },
  {
    screen: 'vendor-form',
    tab: 'getting-started',
    section: 'Customers and suppliers',
    alt: 'The sheet that registers a supplier: TIN and branch code, registered name, trade name and address.',
  },
  {
    screen: 'invoice-form',
    tab: 'invoices',
    section: 'Fill in the sheet',
    alt: 'The empty invoice sheet: receipt e-mail, customer TIN, invoice number and day above the grid of lines.',
  },
  {
    screen: 'invoice-confirmation',
    tab: 'invoices',
    section: 'Review',
    alt: 'Check before recording: the invoice as it will be, with its customer, lines and totals, before Yes or No.',
  },
  {
    screen: 'invoice-voucher',
    tab: 'invoices',
    section: 'After recording',
    alt: 'After recording: the number in large type, what happened to the receipt, and the voucher below.',
  },
  {
    screen: 'collection-form',
    tab: 'collectionreceipts',
    section: 'Record a payment',
    alt: 'A collection receipt being filled in: account, method and number above the open invoices, each with its amount.',
  },
  {
    screen: 'petty-cash-form',
    tab: 'pettycash',
    section: 'Record a voucher',
    alt: 'The sheet of a petty cash voucher: supplier, whether the cash is spent or an advance, payee and fund.',
  },
  {
    screen: 'petty-cash-count',
    tab: 'pettycash',
    section: 'Count and replenish',
    alt: 'The petty cash fund being counted: what it is filled up to, what is expected, and the pieces of each note.',
  },
  {
    screen: 'bill-form',
    tab: 'bills',
    section: 'Fill in the sheet',
    alt: 'A bill being filled in: its supplier with TIN, the kind of paper, number and days above the grid of lines.',
  },
  {
    screen: 'payment-form',
    tab: 'billspayments',
    section: 'Record a payment',
    alt: 'A bills payment being filled in: account, method and number above the unpaid bills, each with its amount.',
  },
  {
    screen: 'cheque-form',
    tab: 'chequedisbursement',
    section: 'Record a cheque',
    alt: 'A cheque being filled in: payee, what it pays, the bank account with the next leaf of its book, and the day.',
  },
  {
    screen: 'deposit-form',
    tab: 'deposits',
    section: 'Start and fill in the sheet',
    alt: 'A deposit slip being filled in: the bank account, and the receipts that wait in the till, all ticked.',
  },
  {
    screen: 'transfer-form',
    tab: 'transfers',
    section: 'Start and fill in the sheet',
    alt: 'A foreign fund transfer being filled in: both accounts with what they hold, the rate both ways round, and the gain.',
  },
  {
    screen: 'withdrawal-form',
    tab: 'withdrawals',
    section: 'Start and fill in the sheet',
    alt: 'A withdrawal being filled in: the account with what is left of it, and the lines that say what it was for.',
  },
]
