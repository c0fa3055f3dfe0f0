// The pictures of the manual: of which screen, in which section of which tab, and what they show to whoever cannot see them.
// UPDATE_PICTURES=1 takes them anew (e2e/pictures.spec.ts); a further picture is a further row.
import type { ManualTabName } from '@talaan/contract/manual.ts'

export type Picture = {
  /** The name of its screen in e2e/fixtures/screens.ts, and of its files. */
  screen: string
  tab: ManualTabName
  section: string
  alt: string
}

/** All have the same size, which is known before they are there. */
export const pictureSize = { width: 800, height: 640 }
export const pictureLimitBytes = 40_000
export const pictureSchemes = ['light', 'dark'] as const

export const pictures: readonly Picture[] = [
  {
    ...{ screen: 'customer-form', tab: 'getting-started', section: 'Customers and suppliers' },
    alt: 'The sheet that registers a customer: TIN and branch code, registered name, trade name and address.',
  },
  {
    ...{ screen: 'vendor-form', tab: 'getting-started', section: 'Customers and suppliers' },
    alt: 'The sheet that registers a supplier: TIN and branch code, registered name, trade name and address.',
  },
  {
    ...{ screen: 'invoice-form', tab: 'invoices', section: 'Fill in the sheet' },
    alt: 'The empty invoice sheet: receipt e-mail, customer TIN, invoice number and day above the grid of lines.',
  },
  {
    ...{ screen: 'invoice-confirmation', tab: 'invoices', section: 'Review' },
    alt: 'Check before recording: the invoice as it will be, with its customer, lines and totals, before Yes or No.',
  },
  {
    ...{ screen: 'invoice-voucher', tab: 'invoices', section: 'After recording' },
    alt: 'After recording: the number in large type, what happened to the receipt, and the voucher below.',
  },
]
