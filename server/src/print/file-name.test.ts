import { expect, test } from 'vitest'
import { fileName } from './file-name.ts'
import { invoice, salesTable } from '../../test/print/specimen.ts'

test('a report is saved under its name and period', () => {
  expect(fileName(salesTable, 'xlsx')).toBe('sales-journal-June-2026.xlsx')
})

test('a document is saved under its title and number, and shows whether it is void or a draft', () => {
  expect(fileName(invoice, 'pdf')).toBe('sales-invoice-SI-2026-000123.pdf')
  expect(fileName({ ...invoice, status: 'void' }, 'pdf')).toBe('sales-invoice-SI-2026-000123-void.pdf')
  expect(fileName({ ...invoice, status: 'review', number: null }, 'pdf')).toBe('sales-invoice-draft-2026-06-30.pdf')
})

test.each([
  ['../../etc/passwd', 'etc-passwd.csv'],
  ['Peña "Niño"\r\nSet-Cookie: a=b; \\ / : * ? < > |', 'Pena-Nino-Set-Cookie-a-b.csv'],
  ['損益計算書', 'print.csv'],
  ['x'.repeat(500), `${'x'.repeat(100)}.csv`],
])('the name %j is made safe for every file system and mail header', (name, safe) => {
  expect(fileName({ ...salesTable, name, period: '' }, 'csv')).toBe(safe)
})
