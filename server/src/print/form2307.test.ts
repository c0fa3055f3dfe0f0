// A printed form 2307 is read back box by box: the text below the label of each box, and each column of its table.
import { expect, test } from 'vitest'
import type { Form2307, Form2307Row } from '@talaan/ledger/tax/certificates/form2307.ts'
import { boxesOf, linesOf } from '../../test/print/read-form2307.ts'
import { collisions, pagesOf, wordsOf } from '../../test/print/read-pdf.ts'
import { certificatesToPdf } from './certificate.ts'

const row = (atc: string, months: [bigint, bigint, bigint], tax: bigint): Form2307Row => ({
  description: `Income under ${atc}`,
  atc,
  months,
  tax,
  total: months.reduce((sum, amount) => sum + amount, 0n),
})

const form: Form2307 = {
  from: '2026-04-01',
  to: '2026-06-30',
  payee: {
    tin: '444-555-666-00012',
    name: 'Dela Cruz, Juan Santos',
    address: '2 Luna St, Pasig',
    zip: '1600',
    foreignAddress: '',
  },
  payor: {
    tin: '123-456-789-00000',
    name: 'Sample Trading, Inc.',
    address: '12 Mabini St, Manila',
    zip: '1000',
    foreignAddress: '',
  },
  income: [row('WI011', [10_000_00n, 0n, 20_000_00n], 3_000_00n), row('WI100', [0n, 50_000_00n, 0n], 2_500_00n)],
  business: [row('WV020', [1_000_00n, 0n, 0n], 50_00n)],
}
const print = { printedAt: Date.parse('2026-07-15T02:00:00Z'), author: 'Sample Trading, Inc.' }

test('every box of a certificate reads back unchanged', async () => {
  const pdf = await certificatesToPdf([form], print)
  const [words = []] = await wordsOf(pdf)
  expect(boxesOf(words, 'From (MM/DD/YYYY)')).toEqual(['04/01/2026'])
  expect(boxesOf(words, 'To (MM/DD/YYYY)')).toEqual(['06/30/2026'])
  expect(boxesOf(words, '2 Taxpayer')).toEqual(['444-555-666-00012'])
  expect(boxesOf(words, "3 Payee's Name")).toEqual(['Dela Cruz, Juan Santos'])
  expect(boxesOf(words, '4 Registered Address')).toEqual(['2 Luna St, Pasig'])
  expect(boxesOf(words, '4A ZIP Code')).toEqual(['1600'])
  expect(boxesOf(words, '5 Foreign Address')).toEqual([''])
  expect(boxesOf(words, '6 Taxpayer')).toEqual(['123-456-789-00000'])
  expect(boxesOf(words, "7 Payor's Name")).toEqual(['Sample Trading, Inc.'])
  expect(boxesOf(words, '8 Registered Address')).toEqual(['12 Mabini St, Manila'])
  expect(boxesOf(words, '8A ZIP Code')).toEqual(['1000'])
  const lines = linesOf(words)
  const table = lines.slice(
    lines.findIndex(([first]) => first?.startsWith('A Income')),
    lines.findIndex(([first]) => first?.startsWith('We declare')),
  )
  expect(table).toEqual([
    ['A Income Payments Subject to Expanded Withholding Tax'],
    ['Income under WI011', 'WI011', '10,000.00', '0.00', '20,000.00', '30,000.00', '3,000.00'],
    ['Income under WI100', 'WI100', '0.00', '50,000.00', '0.00', '50,000.00', '2,500.00'],
    ['Total', '10,000.00', '50,000.00', '20,000.00', '80,000.00', '5,500.00'],
    ['B Money Payments Subject to Withholding of Business Tax (Government and Private)'],
    ['Income under WV020', 'WV020', '1,000.00', '0.00', '0.00', '1,000.00', '50.00'],
    ['Total', '1,000.00', '0.00', '0.00', '1,000.00', '50.00'],
  ])
  const [page = ''] = await pagesOf(pdf)
  for (const words_ of ['BIR Form No. 2307', 'January 2018 (ENCS)', 'CONFORME', 'Data Privacy Act of 2012'])
    expect(page).toContain(words_)
  expect(page.match(/Signature over Printed Name/g)).toHaveLength(2)
  expect(page.match(/Date of Expiry/g)).toHaveLength(2)
  expect(await collisions(pdf)).toEqual([])
  expect(Buffer.from(await certificatesToPdf([form], print)).equals(Buffer.from(pdf))).toBe(true)
})

test('long names and large figures stay in their boxes, and more rows continue on another sheet', async () => {
  const large = 99_999_999_999_99n
  const long: Form2307 = {
    ...form,
    payee: {
      ...form.payee,
      name: 'The Very Long Name of a Cooperative of Growers and Millers '.repeat(3),
      address: 'Unit 1234, Tower of a Hundred Floors, Avenue of the Republic, Barangay San Isidro '.repeat(4),
    },
    income: Array.from({ length: 12 }, (_, at) => ({
      ...row(`WC${100 + at}`, [large, large, large], large),
      description: 'Fees of directors who are not employees, and of others of this kind, over 3 million',
    })),
  }
  const pdf = await certificatesToPdf([long, form], print)
  const pages = await pagesOf(pdf)
  expect(pages).toHaveLength(3)
  expect(pages[0]).toContain('Sheet 1 of 2')
  expect(pages[1]).toContain('WC111')
  expect(pages[2]).toContain('Dela Cruz')
  expect(await collisions(pdf)).toEqual([])
})
