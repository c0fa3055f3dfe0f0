// The next month to reconcile: months of the same account first, then of other accounts, oldest first, because each
// month depends on the one before.
import type { MonthState } from '@talaan/contract/reconciliation.ts'

type Months = { code: string; label: string; months: readonly { month: string; state: MonthState }[] }

export function nextOpen(
  accounts: readonly Months[],
  account: string,
): { account: string; label: string; month: string } | undefined {
  const open = accounts.flatMap(({ code, label, months }) =>
    months
      .filter(({ state }) => state === 'open' || state === 'ready')
      .map(({ month }) => ({ account: code, label, month })),
  )
  const own = (code: string) => (code === account ? 0 : 1)
  return open.toSorted(
    (a, b) => own(a.account) - own(b.account) || (a.month < b.month ? -1 : a.month > b.month ? 1 : 0),
  )[0]
}
