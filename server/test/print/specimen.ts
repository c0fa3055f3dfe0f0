// A sample table and receipt for the printers' tests.
import type { Receipt } from '@talaan/ledger/documents/receipt.ts'
import type { Column, Row, Table } from '@talaan/ledger/reports/table.ts'

export const printedAt = Date.parse('2026-07-01T06:05:09Z')

const company = {
  name: 'Peñafrancia Trading Corporation',
  tinLine: 'VAT REG TIN 123-456-789-00000',
  address: '1234 Quezon Avenue, Quezon City 1103',
}

const columns: Column[] = [
  { key: 'day', title: 'Day', kind: 'day' },
  { key: 'number', title: 'Number', kind: 'code' },
  { key: 'customer', title: 'Customer', kind: 'text' },
  { key: 'documents', title: 'Documents', kind: 'count' },
  { key: 'amount', title: 'Amount', kind: 'money' },
]

export function salesJournal(rows: Row[]): Table {
  return { name: 'sales-journal', title: 'Sales Journal', period: 'June 2026', company, columns, rows, notes: [] }
}

export const salesTable: Table = {
  ...salesJournal([
    { cells: ['Sales of June to customers of the main office', null, null, null, null], emphasis: 'heading' },
    { cells: ['2026-06-30', 'SI-2026-000001', 'Niño Dela Peña', 3n, 11_200_050n] },
    { cells: ['2026-07-01', 'SI-2026-000002', 'Aling Nena', 1_234n, -5n] },
    { cells: [null, null, 'Total', 1_237n, 11_200_045n], emphasis: 'total' },
  ]),
  notes: ['Amounts are in ₱.'],
}

export const invoice: Receipt = {
  title: 'Sales Invoice',
  number: 'SI-2026-000123',
  status: 'recorded',
  day: '2026-06-30',
  note: 'Internal copy - not an invoice',
  company,
  party: {
    label: 'Sold to',
    name: 'Juan dela Cruz Construction and Development Corporation',
    tinLine: 'TIN 987-654-321-00001',
    address: 'Km. 5 MacArthur Highway, San Fernando, Pampanga 2000',
  },
  facts: [
    { label: 'Invoice number', value: '0004512' },
    { label: 'Due date', value: '30 Jul 2026' },
  ],
  lines: [
    {
      description: 'Portland cement, 40 kg',
      quantity: '250',
      unitPrice: '22400',
      vatClass: 'Vatable',
      amount: 5_600_000n,
    },
    { description: 'Rice, per sack', quantity: '2.5', unitPrice: '200000', vatClass: 'VAT-exempt', amount: 500_000n },
  ],
  totals: [
    { label: 'Vatable sales', amount: 5_000_000n },
    { label: 'VAT-exempt sales', amount: 500_000n },
    { label: 'VAT', amount: 600_000n },
    { label: 'Total amount due (₱)', amount: 6_100_000n, emphasis: 'grand' },
  ],
  amountInWords: 'Sixty-one thousand pesos only',
  memo: 'Delivered in two trips.\nThe site engineer signed for both.',
  journal: [
    { account: '1110', name: 'Accounts receivable - trade', debit: 6_100_000n, credit: 0n },
    { account: '4010', name: 'Sales', debit: 0n, credit: 5_500_000n },
    { account: '2130', name: 'Output VAT', debit: 0n, credit: 600_000n },
  ],
  attachments: ['delivery-receipt.pdf', 'site photo.jpg'],
}
