// Invoices from a spreadsheet: a row is a line, and rows with the same number and customer are one invoice.
import { parseTypedDay } from '../day.ts'
import { parseTypedAmount } from '../money.ts'
import { vatClasses, vatClassWords } from '../tax.ts'
import type { CellMistake, ImportMapping } from './mapping.ts'

/** Columns that belong to the invoice; a line may leave them out, but not say something else. */
const ofInvoice = ['number', 'customer', 'day', 'due', 'terms', 'email', 'prices', 'memo']

export const invoiceImport: ImportMapping = {
  kind: 'invoice',
  together: ['number', 'customer'],
  label: ['number', 'customer'],
  party: 'customer',
  columns: [
    {
      key: 'number',
      title: 'Invoice no.',
      also: ['Invoice number', 'Number', 'SI no.'],
      required: true,
      example: '000101',
    },
    {
      key: 'customer',
      title: 'Customer',
      also: ['Customer TIN', 'TIN', 'Customer name'],
      required: true,
      example: '000-000-000',
    },
    { key: 'day', title: 'Date', also: ['Day', 'Invoice date'], required: true, example: '2026-03-16' },
    { key: 'due', title: 'Due date', also: ['Due'], example: '2026-04-15' },
    { key: 'terms', title: 'Terms', example: 'Net 30' },
    {
      key: 'email',
      title: 'Receipt e-mail',
      also: ['Email', 'E-mail'],
      required: true,
      example: 'payables@example.com',
    },
    { key: 'prices', title: 'Prices', also: ['Price mode'], example: 'inclusive' },
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
    { key: 'account', title: 'Income account', also: ['Account'], example: '4010' },
    { key: 'memo', title: 'Memo', also: ['Remarks', 'Notes'], example: '' },
  ],

  fieldsOf(rows, { today, partyOf }) {
    const mistakes: CellMistake[] = []
    const say = (row: number, column: string, message: string) => void mistakes.push({ row, column, message })
    const head = rows[0] ?? {}
    for (const [at, row] of rows.entries()) {
      for (const column of ofInvoice) {
        const cell = row[column] ?? ''
        if (at > 0 && cell !== '' && cell !== head[column])
          say(at, column, `The first row of this invoice says '${head[column] ?? ''}'; make them the same.`)
      }
    }
    const cell = (column: string) => head[column] ?? ''
    const dayIn = (column: string): string => {
      const read = parseTypedDay(cell(column), today)
      if (!read.ok) say(0, column, cell(column) === '' ? 'Enter the date of the invoice.' : read.message)
      return read.ok ? read.day : today
    }
    const party =
      cell('customer') === '' ? { mistake: 'Enter the TIN or the name of the customer.' } : partyOf(cell('customer'))
    if ('mistake' in party) say(0, 'customer', party.mistake)
    const prices =
      cell('prices') === ''
        ? 'inclusive'
        : cell('prices')
            .toLowerCase()
            .replace(/^vat[ -]/, '')
    if (prices !== 'inclusive' && prices !== 'exclusive')
      say(0, 'prices', 'Write inclusive or exclusive: whether the prices include VAT.')

    const lines = rows.map((row, at) => {
      const amount = (column: string): string | null => {
        const text = row[column] ?? ''
        const read = parseTypedAmount(text)
        if (!read.ok) say(at, column, text === '' ? 'Enter the unit price.' : read.message)
        return read.ok ? read.amount.toString() : null
      }
      const discount = row['discount'] ?? ''
      const percent = /^([\d.]+) ?%$/.exec(discount)?.[1]
      return {
        description: row['description'] ?? '',
        quantity: (row['quantity'] ?? '') === '' ? '1' : (row['quantity'] ?? '').replaceAll(',', ''),
        unitPrice: amount('price') ?? '0',
        discountPercent: percent ?? null,
        discountAmount: discount === '' || percent !== undefined ? null : amount('discount'),
        vatClass:
          vatClassIn(row['vat'] ?? '') ?? say(at, 'vat', `Write one of: ${Object.values(vatClassWords).join(', ')}.`),
        account:
          /^\d{4}/.exec(row['account'] ?? '')?.[0] ?? ((row['account'] ?? '') === '' ? '4010' : (row['account'] ?? '')),
      }
    })
    const fields = {
      email: cell('email'),
      partyId: 'id' in party ? party.id : '00000000-0000-4000-8000-000000000000',
      externalNo: cell('number'),
      day: dayIn('day'),
      dueDay: cell('due') === '' ? null : dayIn('due'),
      terms: cell('terms'),
      priceMode: prices,
      lines,
      memo: cell('memo'),
    }
    return { fields, mistakes }
  },

  cellOf([first, at, field]) {
    if (first === 'lines' && typeof at === 'number')
      return { row: at, column: lineColumns[String(field)] ?? 'description' }
    return { row: 0, column: headColumns[String(first)] ?? 'number' }
  },
}

const headColumns: Record<string, string> = {
  ...{ email: 'email', partyId: 'customer', externalNo: 'number', day: 'day', dueDay: 'due' },
  ...{ terms: 'terms', priceMode: 'prices', memo: 'memo' },
}
const lineColumns: Record<string, string> = {
  ...{ description: 'description', quantity: 'quantity', unitPrice: 'price', discountPercent: 'discount' },
  ...{ discountAmount: 'discount', vatClass: 'vat', account: 'account' },
}

const vatClassIn = (text: string) =>
  text === ''
    ? 'vatable'
    : vatClasses.find((each) => [each, vatClassWords[each]].some((word) => plain(word) === plain(text)))

const plain = (text: string) => text.toLowerCase().replace(/[^a-z]+/g, '')
