// Form 2316 as a PDF: the boxes and items are on the page, one page for each employee, and a reprint is identical.
import { expect, test } from 'vitest'
import type { Form2316 } from '@talaan/ledger/payroll/form2316.ts'
import { boxesOf } from '../../test/print/read-form2307.ts'
import { collisions, pagesOf, wordsOf } from '../../test/print/read-pdf.ts'
import { form2316Name, forms2316ToPdf } from './form2316.ts'

const form: Form2316 = {
  year: 2026,
  from: '2026-03-01',
  to: '2026-12-31',
  employee: {
    tin: '123-456-789-00000',
    name: 'Cruz, Ana Reyes',
    address: '1 Mabini Street, Manila',
    zip: '1000',
    birthDate: '1985-04-30',
    wagePerDay: 0n,
    wagePerMonth: 0n,
    isMinimumWage: false,
  },
  employer: { tin: '009-876-543-00000', name: 'Bituin Supply Co.', address: 'Ermita, Manila', zip: '1001' },
  previous: { tin: '987-654-321-00000', name: 'Luna Trading', address: 'Makati', zip: '1200' },
  items: { '19': 58_000_000n, '24': 6_050_000n, '34': 4_000_000n, '39': 47_000_000n, '52': 9_999_999_999_999n },
}
const print = { printedAt: Date.parse('2027-01-15T02:00:00Z'), author: 'ben' }

test('form 2316 has its boxes and items, a page for each employee', async () => {
  const pdf = await forms2316ToPdf([form, { ...form, previous: null }], print)
  const [words = []] = await wordsOf(pdf)
  expect(boxesOf(words, '3 TIN')).toEqual(['123-456-789-00000'])
  expect(boxesOf(words, '7 Date of Birth')).toEqual(['04/30/1985'])
  expect(boxesOf(words, "17 Employer's Name")).toEqual(['Luna Trading'])
  const [page = '', second = '', ...more] = await pagesOf(pdf)
  for (const text of [
    'BIR Form No. 2316',
    'September 2021 (ENCS)',
    '580,000.00',
    '60,500.00',
    '40,000.00',
    '470,000.00',
  ])
    expect(page).toContain(text)
  expect([page.includes('Luna Trading'), second.includes('Luna Trading'), more]).toEqual([true, false, []])
  expect(await collisions(pdf)).toEqual([])
  expect(Buffer.from(await forms2316ToPdf([form, { ...form, previous: null }], print)).equals(Buffer.from(pdf))).toBe(
    true,
  )
  expect([form2316Name([form]), form2316Name([form, form])]).toEqual([
    'form-2316-2026-Cruz-Ana-Reyes.pdf',
    'form-2316-2026-2-employees.pdf',
  ])
})
