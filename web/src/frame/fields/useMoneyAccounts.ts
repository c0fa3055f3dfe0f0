// Cash and bank accounts, with their balances on the typed date.
import { useEffect, useState } from 'react'
import { listMoneyAccounts, type MoneyAccount } from '@talaan/contract/money-accounts.ts'
import { parseTypedDay, type Day } from '@talaan/ledger/core/date.ts'
import type { Channel } from '../runtime/channel.ts'

type BalanceRequest = { channel: Channel; typedDay: string; today: Day; accounts: readonly MoneyAccount[] }

/** `accounts` has today's balances; they are shown until those of the typed date are loaded. */
export function useMoneyAccounts({ channel, typedDay, today, accounts }: BalanceRequest): readonly MoneyAccount[] {
  const [known, setKnown] = useState({ day: today, accounts })
  const read = parseTypedDay(typedDay, today)
  const day = read.ok ? read.day : known.day
  useEffect(() => {
    if (day === known.day) return
    let left = false
    const timer = setTimeout(() => {
      channel
        .call(listMoneyAccounts, { query: { day } })
        .then((answer) => {
          if (!left) setKnown({ day, accounts: answer.accounts })
        })
        // A failure is ignored, because the review checks the balances again.
        .catch(() => undefined)
    }, 200)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [channel, day, known.day])
  return known.accounts
}
