// The input becomes exactly the fields of the certificate.
import type { ExpectedOf } from '@talaan/contract/certificates.ts'
import { expect, test } from 'vitest'
import { certificateOf, fromFile, linesOf, suggested } from './typedCertificate.ts'

const today = '2026-04-02'
const item = (documentId: string, quarter: string, tax: bigint, base: bigint): ExpectedOf['items'][number] => ({
  documentId,
  account: '1321',
  kind: 'collection',
  number: documentId,
  day: `${quarter}-10`,
  quarter,
  due: '2026-04-20',
  opened: tax,
  open: tax,
  taxes: [{ atc: 'WC160', base, tax }],
})
const of: ExpectedOf = {
  partyId: 'lakbay',
  name: 'Lakbay',
  tin: '',
  email: null,
  open: 350_00n,
  asked: null,
  items: [
    item('a', '2026-01', 200_00n, 10_000_00n),
    item('b', '2026-01', 100_00n, 5_000_00n),
    item('c', '2026-04', 50_00n, 2_500_00n),
  ],
}

test('a certificate that was read fills in its period and lines, and ticks the receipts of its quarter', () => {
  const read = [
    { name: 'periodFrom', value: '2026-04-01' },
    { name: 'periodTo', value: '2026-06-30' },
    { name: 'atc', value: 'WC160' },
    { name: 'base', value: '250000' },
    { name: 'tax', value: '5000' },
  ] as const
  const typed = fromFile(of, read, '2026-07-05')
  expect(typed).toMatchObject({ from: '1 Apr 2026', to: '30 Jun 2026', day: '5 Jul 2026' })
  expect(typed.rows.map(({ ticked }) => ticked)).toEqual([false, false, true])
  expect(typed.taxes).toEqual([{ atc: 'WC160', base: '2,500.00', tax: '50.00' }])
  // Nothing read: as suggested.
  expect(fromFile(of, [], today)).toEqual(suggested(of, 'received', today))
})

test('the oldest quarter is suggested, with its receipts ticked and their lines added up', () => {
  const typed = suggested(of, 'received', today)
  expect([typed.from, typed.to, typed.day]).toEqual(['1 Jan 2026', '31 Mar 2026', '2 Apr 2026'])
  expect(typed.rows.map(({ ticked }) => ticked)).toEqual([true, true, false])
  expect(typed.taxes).toEqual([{ atc: 'WC160', base: '15,000.00', tax: '300.00' }])
  expect(
    linesOf(
      of,
      typed.rows.map((row) => ({ ...row, ticked: row.documentId === 'c' })),
    ),
  ).toEqual([{ atc: 'WC160', base: '2,500.00', tax: '50.00' }])
  expect(certificateOf(typed, { act: 'received', partyId: 'lakbay', today })).toEqual({
    fields: {
      act: 'received',
      partyId: 'lakbay',
      day: today,
      from: '2026-01-01',
      to: '2026-03-31',
      memo: '',
      rows: [
        { documentId: 'a', account: '1321', amount: '20000' },
        { documentId: 'b', account: '1321', amount: '10000' },
      ],
      taxes: [{ atc: 'WC160', base: '1500000', tax: '30000' }],
    },
  })
})

test('a receipt that awaits a certificate of income tax and one of VAT is listed twice, and one certificate is suggested at a time', () => {
  const vat = { ...item('a', '2026-01', 600_00n, 12_000_00n), account: '1325' as const, taxes: [] }
  const typed = suggested({ ...of, items: [vat, ...of.items] }, 'received', today)
  expect(typed.rows.map(({ account, ticked }) => `${account} ${ticked}`)).toEqual([
    '1325 false',
    '1321 true',
    '1321 true',
    '1321 false',
  ])
  expect(typed.taxes).toEqual([{ atc: 'WC160', base: '15,000.00', tax: '300.00' }])
})

test('a write-off ticks nothing, and unreadable input is reported at its field', () => {
  const typed = suggested(of, 'written_off', today)
  expect([typed.from, typed.to, typed.taxes, typed.rows.some(({ ticked }) => ticked)]).toEqual(['', '', [], false])
  const wrong = {
    ...typed,
    day: 'soon',
    rows: typed.rows.map((row, at) => ({ ...row, ticked: at > 0, amount: at === 2 ? '1.234,56' : '1' })),
  }
  const read = certificateOf(wrong, { act: 'written_off', partyId: 'lakbay', today })
  expect('mistakes' in read && Object.keys(read.mistakes)).toEqual(['rows.1.amount', 'day'])
})
