// Recorded sales documents as signed JSON with the fields of the Electronic Invoicing System: a comparison with the
// books, and the file.
import { day } from '@talaan/ledger/core/date.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { table } from './reports.ts'
import { accountants } from './roles.ts'

/** A quarter at once. */
export const maximumExportDays = 100

export const eInvoiceProblems = {
  daysReversed: {
    code: 'einvoices.daysReversed',
    status: 400,
    sentence: 'The start date is after the end date. Swap them.',
  },
  tooLong: {
    code: 'einvoices.tooLong',
    status: 400,
    sentence: `Export at most ${maximumExportDays} days at once. Choose a shorter period.`,
  },
  noTin: {
    code: 'einvoices.noTin',
    status: 422,
    sentence: "Each document shows your company's TIN. Enter the TIN in the company settings first.",
  },
} satisfies Record<string, Problem>

const query = z.strictObject({ from: day, to: day })

export const viewEInvoices = endpoint({
  name: 'einvoices.view',
  method: 'GET',
  path: '/api/einvoices',
  access: accountants,
  query,
  answer: z.object({
    count: z.int(),
    /** The documents by type, and the sales book, with net sales, VAT and total. */
    table,
    /** The total of the export less the total of the sales book. */
    difference: z.object({ net: money, vat: money }),
  }),
  failure: 'The sales documents could not be loaded. Try again.',
})

export const exportEInvoices = endpoint({
  name: 'einvoices.export',
  method: 'GET',
  path: '/api/einvoices/file',
  access: accountants,
  query,
  bytesOut: true,
  failure: 'The sales documents could not be exported. Try again.',
})

/** The public key that verifies the signatures, as PEM. */
export const eInvoiceKey = endpoint({
  name: 'einvoices.key',
  method: 'GET',
  path: '/api/einvoices/key',
  access: accountants,
  bytesOut: true,
  failure: 'The public key could not be loaded. Try again.',
})
