// The accounts that a payroll register may use, for its form and its posting.
import { itemAccounts, takesPurchases } from '../../accounts/chart.ts'

type Chosen = Parameters<typeof takesPurchases>[0]

/** Whether salaries may be debited to the account: a cost or an expense. */
export const takesSalaries = (account: Chosen): boolean =>
  takesPurchases(account) && (account.type === 'cost' || account.type === 'expense')

/** Whether deductions may be credited to the account: no money, no open items. */
export const takesDeductions = ({ code, type, control }: Omit<Chosen, 'normal'>): boolean =>
  (type === 'asset' || type === 'liability') && !control && !itemAccounts.includes(code)
