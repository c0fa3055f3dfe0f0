import { expect, test } from 'vitest'
import {
  accounts,
  itemAccounts,
  itemSideOf,
  normalSideOf,
  standardChart,
  statementLines,
  takesIncome,
} from './chart.ts'

const byCode = new Map(standardChart.map((account) => [account.code, account]))

test('a new company starts with 97 active and 11 inactive accounts, each code once', () => {
  expect(standardChart.filter((account) => account.active)).toHaveLength(97)
  expect(standardChart.filter((account) => !account.active)).toHaveLength(11)
  expect(byCode.size).toBe(108)
  expect(standardChart.map((account) => account.code)).toEqual([...byCode.keys()].toSorted())
})

test('control accounts are those with a subledger', () => {
  expect(standardChart.filter((account) => account.control).map((account) => account.code)).toEqual([
    '1020',
    '1031',
    '1032',
    '1040',
    '1041',
    '1045',
    '1110',
    '1130',
    '1140',
    '1310',
    '1320',
    '1321',
    '1325',
    '2010',
    '2060',
    '2110',
    '2140',
  ])
})

test('contra accounts have the opposite normal side', () => {
  const contra = standardChart.filter(({ type, normal }) =>
    type === 'other'
      ? false
      : (['asset', 'cost', 'expense', 'income_tax'].includes(type) ? 'debit' : 'credit') !== normal,
  )
  expect(contra.map((account) => account.code)).toEqual([
    '1115',
    '1521',
    '1531',
    '1541',
    '1551',
    '1611',
    '3020',
    '3040',
    '4080',
    '4090',
    '5040',
  ])
})

test('accounts are found by their printed name', () => {
  expect(byCode.get(accounts.receivables)).toEqual({
    code: '1110',
    name: 'Accounts receivable - trade',
    type: 'asset',
    normal: 'debit',
    statementLine: 'Receivables',
    control: true,
    active: true,
  })
  expect(byCode.get(accounts.outputVat)).toMatchObject({
    name: 'Output VAT',
    type: 'liability',
    normal: 'credit',
    statementLine: 'Tax payables',
  })
  expect(byCode.get('8025')).toMatchObject({
    name: 'Unrealized FX loss',
    type: 'other',
    normal: 'debit',
    statementLine: 'Other expense',
    active: true,
  })
})

test('every line of the financial statements has an account', () => {
  expect(new Set(standardChart.map((account) => account.statementLine))).toEqual(new Set(statementLines))
})

test('sales are credited to revenue and other income only', () => {
  expect(standardChart.filter((account) => takesIncome(account)).map((account) => account.code)).toEqual([
    '4010',
    '4020',
    '7010',
    '7030',
    '7035',
    '7040',
    '7050',
    '7060',
  ])
})

test('the normal side of an open-item account follows from its code', () => {
  expect(itemAccounts.map(itemSideOf)).toEqual(itemAccounts.map(normalSideOf))
})
