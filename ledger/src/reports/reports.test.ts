import { expect, test } from 'vitest'
import { accountEntries } from './account-entries.ts'
import { formatPercent, sumColumn } from './table.ts'
import { trialBalance } from './trial-balance.ts'
import type { AccountBalance } from './trial-balance.ts'

const company = { name: 'Bituin Supply Co.', tinLine: 'VAT REG TIN 009-876-543-00000', address: 'Manila' }
const receivables = { code: '1110', name: 'Accounts receivable - trade', type: 'asset', normal: 'debit' } as const
const sales = { code: '4010', name: 'Sales - goods', type: 'revenue', normal: 'credit' } as const
const vat = { code: '2110', name: 'Output VAT', type: 'liability', normal: 'credit' } as const

test('the trial balance shows each account on its side and leaves out zero balances', () => {
  const balances: AccountBalance[] = [
    { ...sales, debit: 0n, credit: 10_000_000n },
    { ...receivables, debit: 11_200_000n, credit: 1_000_000n },
    { ...vat, debit: 0n, credit: 1_200_000n },
    { code: '1010', name: 'Undeposited funds', type: 'asset', normal: 'debit', debit: 1_000_000n, credit: 1_000_000n },
    { code: '1031', name: 'Cash in bank', type: 'asset', normal: 'debit', debit: 5n, credit: 1_000_005n },
    { code: '6250', name: 'Bank charges', type: 'expense', normal: 'debit', debit: 2_000_000n, credit: 0n },
  ]
  const table = trialBalance({ company, asOf: '2026-06-30', balances })
  expect(table).toMatchObject({
    name: 'trial-balance',
    title: 'Trial Balance',
    period: 'As of 30 June 2026',
    company,
    notes: [],
  })
  expect(table.columns.map((column) => column.title)).toEqual(['Account code', 'Account title', 'Debit', 'Credit'])
  expect(table.rows.map(({ made: _, ...row }) => row)).toEqual([
    { cells: ['1031', 'Cash in bank', null, 1_000_000n], link: { to: 'account', code: '1031' } },
    { cells: ['1110', 'Accounts receivable - trade', 10_200_000n, null], link: { to: 'account', code: '1110' } },
    { cells: ['2110', 'Output VAT', null, 1_200_000n], link: { to: 'account', code: '2110' } },
    { cells: ['4010', 'Sales - goods', null, 10_000_000n], link: { to: 'account', code: '4010' } },
    { cells: ['6250', 'Bank charges', 2_000_000n, null], link: { to: 'account', code: '6250' } },
    { cells: ['', 'Total', 12_200_000n, 12_200_000n], emphasis: 'total' },
  ])
})

test('books without entries give a trial balance of zero', () => {
  expect(trialBalance({ company, asOf: '2026-06-30', balances: [] }).rows).toEqual([
    { cells: ['', 'Total', 0n, 0n], emphasis: 'total', made: [] },
  ])
})

test('a trial balance that does not agree says so', () => {
  const notes = (debit: bigint, credit: bigint) =>
    trialBalance({
      company,
      asOf: '2026-06-30',
      balances: [
        { ...receivables, debit, credit: 0n },
        { ...sales, debit: 0n, credit },
      ],
    }).notes
  expect(notes(1_200n, 0n)).toEqual([
    'Debits exceed credits by 12.00: the data has been damaged. Ask your system administrator to run the verify command before you use this report.',
  ])
  expect(notes(1n, 2n)[0]).toMatch(/^Credits exceed debits by 0.01/)
})

test('the entries of an account carry the balance forward on its normal side', () => {
  const lines = [
    {
      day: '2026-03-15',
      entryNo: 7n,
      document: { id: 'd1', number: 'SI-2026-000001', kind: 'invoice' as const },
      memo: 'Invoice no. 000123',
      debit: 0n,
      credit: 10_000n,
    },
    {
      day: '2026-03-16',
      entryNo: 8n,
      document: null,
      memo: 'Adjustment',
      debit: 12_500n,
      credit: 0n,
    },
  ]
  const table = accountEntries({
    company,
    account: sales,
    from: '2026-03-01',
    to: '2026-03-31',
    opening: -1_000n,
    lines,
  })
  expect(table).toMatchObject({
    name: 'account-entries-4010',
    title: '4010 Sales - goods',
    period: 'From 1 March 2026 to 31 March 2026',
    company,
  })
  expect(table.columns.map((column) => column.title)).toEqual([
    'Date',
    'Entry',
    'Document',
    'Memo',
    'Debit',
    'Credit',
    'Credit balance',
  ])
  expect(table.rows).toEqual([
    { cells: ['2026-03-01', null, null, 'Balance brought forward', null, null, 1_000n], emphasis: 'subtotal' },
    {
      cells: ['2026-03-15', '7', 'SI-2026-000001', 'Invoice no. 000123', null, 10_000n, 11_000n],
      link: { to: 'document', id: 'd1', kind: 'invoice' as const },
    },
    { cells: ['2026-03-16', '8', null, 'Adjustment', 12_500n, null, -1_500n] },
    { cells: ['2026-03-31', null, null, 'Total and closing balance', 12_500n, 10_000n, -1_500n], emphasis: 'total' },
  ])
  expect([sumColumn(table, 'debit'), sumColumn(table, 'credit')]).toEqual([12_500n, 10_000n])
  expect(() => sumColumn(table, 'nothing')).toThrow("no column 'nothing'")

  const debits = accountEntries({
    company,
    account: receivables,
    from: '2026-03-01',
    to: '2026-03-31',
    opening: 5n,
    lines: [],
  })
  expect(debits.columns.at(-1)?.title).toBe('Debit balance')
  expect(debits.rows.map((row) => row.cells.at(-1))).toEqual([5n, 5n])
})

test('percentages have one decimal, with their sign', () => {
  expect([1_045n, 5n, 0n, -5n, -1_045n].map(formatPercent)).toEqual(['104.5%', '0.5%', '0.0%', '-0.5%', '-104.5%'])
})
