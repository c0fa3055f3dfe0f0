// The columns of purchase lines, shared by bills, petty cash and cheques.
import type { ImportColumn } from '../import/mapping.ts'

/** Empty if the VAT follows from the rate. */
export const vatPrintedColumn: ImportColumn = {
  key: 'vatPrinted',
  title: 'VAT on the invoice',
  also: ['Input VAT'],
  example: '',
}

export const purchaseColumns: readonly ImportColumn[] = [
  { key: 'type', title: 'Type of expense', also: ['Expense type', 'Expense'], example: 'Office supplies' },
  { key: 'description', title: 'Description', also: ['Item', 'Particulars'], example: 'Bond paper, A4' },
  { key: 'amount', title: 'Amount', required: true, example: '1,120.00' },
  { key: 'vat', title: 'VAT', also: ['VAT class', 'Tax'], example: 'Vatable' },
  { key: 'category', title: 'Purchase of', also: ['Category'], example: 'Goods' },
  { key: 'atc', title: 'ATC', also: ['Withholding code'], example: '' },
  { key: 'finalAtc', title: 'Final tax', also: ['Final tax code'], example: '' },
  { key: 'account', title: 'Account', also: ['Expense account'], example: '' },
]
