// Quarterly certificates from posted lines: tables in, tables out.
import { expect, test } from 'vitest'
import { alpha, juan, nino, sample, taxLine } from '../../../test/taxpayers.ts'
import { standardWithholdingCodes } from '../standard-codes.ts'
import { businessCertificateDue, certificateDue, certificatesOf, form2307Totals } from './form2307.ts'
import { standardDeadlines } from '../calendar/standard.ts'
import type { Listed } from '../lists/taxpayer.ts'

const withheld = (
  party: Listed | null,
  day: string,
  atc: string,
  rate: string,
  base: bigint,
  tax: bigint,
  account = '2140',
) => taxLine(party, { day, account, withheld: { atc, rate, base, tax } })

const of = (lines: ReturnType<typeof withheld>[]) =>
  certificatesOf({ quarter: '2026-04', filer: sample, lines, codes: standardWithholdingCodes })

test('a certificate has a row for each code, with the payments in the column of their month', () => {
  const [first, second] = of([
    withheld(juan, '2026-04-02', 'WI011', '0.1', 10_000_00n, 1_000_00n),
    withheld(juan, '2026-06-30', 'WI011', '0.1', 20_000_00n, 2_000_00n),
    withheld(juan, '2026-05-15', 'WI100', '0.05', 50_000_00n, 2_500_00n),
    withheld(juan, '2026-06-01', 'WV020', '0.05', 1_000_00n, 50_00n),
    withheld(alpha, '2026-04-30', 'WC160', '0.02', 100_000_00n, 2_000_00n),
  ])
  expect(first).toMatchObject({ payee: alpha, tax: 2_000_00n })
  expect(second?.form).toEqual({
    from: '2026-04-01',
    to: '2026-06-30',
    payee: {
      tin: '444-555-666-00000',
      name: 'Dela Cruz, Juan Santos',
      address: '2 Luna St, Pasig',
      zip: '1600',
      foreignAddress: '',
    },
    payor: {
      tin: '123-456-789-00000',
      name: 'Sample Trading, Inc.',
      address: '12 Mabini St, Brgy 5, Manila',
      zip: '1000',
      foreignAddress: '',
    },
    income: [
      {
        atc: 'WI011',
        description: 'Professional fees, gross income over 3 million or VAT-registered',
        months: [10_000_00n, 0n, 20_000_00n],
        total: 30_000_00n,
        tax: 3_000_00n,
      },
      {
        atc: 'WI100',
        description: 'Rentals of property used in business',
        months: [0n, 50_000_00n, 0n],
        total: 50_000_00n,
        tax: 2_500_00n,
      },
    ],
    business: [
      {
        atc: 'WV020',
        description: 'VAT withheld by government offices, services',
        months: [0n, 0n, 1_000_00n],
        total: 1_000_00n,
        tax: 50_00n,
      },
    ],
  })
  expect(form2307Totals(second?.form.income ?? [])).toEqual({
    months: [10_000_00n, 50_000_00n, 20_000_00n],
    total: 80_000_00n,
    tax: 5_500_00n,
  })
})

test('other quarters, customer taxes and reversed withholding give no certificate', () => {
  expect(
    of([
      withheld(alpha, '2026-03-31', 'WC160', '0.02', 100n, 2n),
      withheld(alpha, '2026-07-01', 'WC160', '0.02', 100n, 2n),
      withheld(alpha, '2026-05-01', 'WC160', '0.02', 100n, 2n, '1321'),
      withheld(null, '2026-05-01', 'WC160', '0.02', 100n, 2n),
      withheld(juan, '2026-05-01', 'WI011', '0.1', 100n, 10n),
      withheld(juan, '2026-06-01', 'WI011', '0.1', -100n, -10n),
      withheld(nino, '2026-06-01', 'WC158', '0.01', -1_000n, -10n),
    ]),
  ).toEqual([])
})

test('branches of one taxpayer get separate certificates, due on the 20th after the quarter', () => {
  const branch = { ...alpha, id: 'branch', branchCode: '00007' }
  const made = of([
    withheld(branch, '2026-04-02', 'WC160', '0.02', 100n, 2n),
    withheld(alpha, '2026-04-02', 'WC160', '0.02', 300n, 6n),
  ])
  expect(made.map(({ form, tax }) => [form.payee.tin, tax])).toEqual([
    ['111-222-333-00000', 6n],
    ['111-222-333-00007', 2n],
  ])
  const dated = { rules: standardDeadlines }
  expect(certificateDue('2026-04', dated)).toBe('2026-07-20')
  expect(certificateDue('2026-10', dated)).toBe('2027-01-20')
  expect(businessCertificateDue('2026-12-05', dated)).toBe('2027-01-10')
  expect(certificateDue('2026-10', { rules: [] })).toBeNull()
})
