// Restores previous values of settings by saving them over the current values.
import {
  accountSettings,
  changeAccount,
  changeCompany,
  changeExpenseType,
  changeMoneyAccount,
  companySettings,
  expenseTypeSettings,
  getSettings,
  moneyAccountSettings,
} from '@talaan/contract/settings.ts'
import type { Undo } from '@talaan/contract/undo.ts'
import { parseTypedAmount } from '@talaan/ledger/core/money.ts'
import type { z } from '@talaan/ledger/core/zod.ts'
import { call } from '../../app/api.ts'

type Restoring = Extract<Undo, { by: 'settings' }>

export async function restoreSettings({ of, key, fields }: Restoring): Promise<unknown> {
  const { company, accounts, money, expenses } = await call(getSettings)
  if (of === 'company')
    return call(changeCompany, { body: { was: company, now: restored(companySettings.shape, company, fields) } })
  if (of === 'account') {
    const { code, settings } = found(accounts.find((one) => one.code === key))
    const now = restored(accountSettings.shape, settings, fields)
    return call(changeAccount, { params: { code }, body: { was: settings, now } })
  }
  if (of === 'moneyAccount') {
    const { code, settings } = found(money.find((one) => one.code === key))
    const now = restored(moneyAccountSettings.shape, settings, fields)
    return call(changeMoneyAccount, { params: { code }, body: { was: settings, now } })
  }
  const { code, settings } = found(expenses.find((one) => one.settings.name === key))
  const now = restored(expenseTypeSettings.shape, settings, fields)
  return call(changeExpenseType, { params: { code }, body: { was: settings, now } })
}

function found<T>(record: T | undefined): T {
  if (record === undefined) throw new Error('This setting no longer exists')
  return record
}

/** The audit trail stores values as text: yes and no, amounts as they are shown, and null for an empty value. */
export function restored<Settings extends Record<string, unknown>>(
  shape: Readonly<Record<string, z.ZodMiniType>>,
  settings: Settings,
  fields: Restoring['fields'],
): Settings {
  const former = Object.entries(fields).map(([name, text]) => [name, valueOf(text, settings[name], shape[name])])
  return { ...settings, ...Object.fromEntries(former) }
}

function valueOf(text: string | null, now: unknown, schema: z.ZodMiniType | undefined): unknown {
  if (typeof now === 'boolean') return text === 'yes'
  if (typeof now === 'bigint') {
    const read = parseTypedAmount(text ?? '0')
    return read.ok ? read.amount : now
  }
  if (text !== null) return text
  return schema?.safeParse(null).success === true ? null : ''
}
