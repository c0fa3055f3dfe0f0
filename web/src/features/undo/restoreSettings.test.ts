// The previous values of settings, read from the texts of the audit trail.
import { moneyAccountSettings, companySettings } from '@talaan/contract/settings.ts'
import type { CompanySettings, MoneyAccountSettings } from '@talaan/contract/settings.ts'
import { expect, test } from 'vitest'
import { restored } from './restoreSettings.ts'

const bank: MoneyAccountSettings = {
  name: 'Main bank',
  kind: 'bank',
  bank: 'Bank of Luzon',
  bankAccountNo: '12-3456',
  currency: 'PHP',
  overdraft: 500_000n,
  overLimit: 'warn',
  custodian: '',
  float: 0n,
  active: false,
}

test('amounts, yes and no, texts and empty values get the type of the setting again', () => {
  const fields = { active: 'yes', overdraft: '1,234.50', bank: null, name: 'Old name', float: null }
  const now = restored(moneyAccountSettings.shape, bank, fields)
  expect(now).toEqual({ ...bank, active: true, overdraft: 123_450n, bank: '', name: 'Old name', float: 0n })
  const company = { permitNo: 'X-1', permitDay: '2026-01-05', checkedBy: 'Ben' } as CompanySettings
  expect(restored(companySettings.shape, company, { permitDay: null, checkedBy: null })).toEqual({
    permitNo: 'X-1',
    permitDay: null,
    checkedBy: '',
  })
})
