// The vouchers that a replenishment fills up, and their sums by account.
import { accountsSince, vouchersSince } from '../petty-cash.ts'
import type { FactOfBooks } from './fact.ts'

export const fundVouchers: FactOfBooks<'fundVouchers'> = {
  isAsked: (asked) => asked !== null,
  async gather(db, asked) {
    if (asked === null) return { vouchers: [], accounts: [] }
    const vouchers = await vouchersSince(db, asked)
    return { vouchers: vouchers.toReversed(), accounts: await accountsSince(db, asked) }
  },
}
