// The columns of a sale, shared by invoices and credit memos.
import type { ImportColumn } from '../import/mapping.ts'

export const customerColumn: ImportColumn = {
  key: 'customer',
  title: 'Customer',
  also: ['Customer TIN', 'TIN', 'Customer name'],
  required: true,
  example: '000-000-000',
}

export const saleColumns = (account: { title: string; code: string }): readonly ImportColumn[] => [
  {
    key: 'description',
    title: 'Description',
    also: ['Item', 'Particulars'],
    required: true,
    example: 'Bond paper, A4',
  },
  { key: 'quantity', title: 'Quantity', also: ['Qty'], example: '10' },
  { key: 'price', title: 'Unit price', also: ['Price', 'Amount'], required: true, example: '112.00' },
  { key: 'discount', title: 'Discount', example: '' },
  { key: 'vat', title: 'VAT', also: ['VAT class', 'Tax'], example: 'Vatable' },
  { key: 'account', title: account.title, also: ['Account'], example: account.code },
]
