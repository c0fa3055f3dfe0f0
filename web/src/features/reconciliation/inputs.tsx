// Fields shared by the dialogs of the reconciliation.
import { Skeleton } from '@mantine/core'
import { accountOption } from '@talaan/contract/account-option.ts'
import { listAccounts } from '@talaan/contract/accounts.ts'
import { portalFacts } from '@talaan/contract/portal.ts'
import { formatDay, parseTypedDay } from '@talaan/ledger/core/date.ts'
import { formatMoney, parseTypedAmount } from '@talaan/ledger/core/money.ts'
import type { AdjustmentType } from '@talaan/ledger/banking/matching/adjustments.ts'
import type { RuleAction } from '@talaan/ledger/banking/matching/rule.ts'
import { useEffect, useState } from 'react'
import { useCall } from '../../app/api.ts'
import { useCompanyCalendar } from '../../app/today.ts'
import { ChoiceInput } from '../../ui/ChoiceInput.tsx'
import { DayInput } from '../../ui/DayInput.tsx'
import { MoneyInput } from '../../ui/MoneyInput.tsx'

/** The pause in typing after which the entry is reviewed. */
export function useSettled<Fields>(fields: Fields): Fields {
  const [settled, setSettled] = useState(fields)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(fields), 250)
    return () => clearTimeout(timer)
  }, [fields])
  return settled
}

type AmountProps = {
  label: string
  value: unknown
  error: string | undefined
  size?: 'sm'
  onAmount: (amount: string) => void
}

export function Amount({ label, value, error, size, onAmount }: AmountProps) {
  const initial = typeof value === 'string' && /^\d+$/.test(value) ? formatMoney(BigInt(value)) : ''
  const [typed, setTyped] = useState(initial)
  return (
    <MoneyInput
      label={label}
      value={typed}
      error={error}
      {...(size && { size })}
      onChange={(next) => {
        setTyped(next)
        const read = parseTypedAmount(next)
        onAmount(read.ok ? read.amount.toString() : '')
      }}
    />
  )
}

type CounterProps = {
  type: AdjustmentType | RuleAction
  value: unknown
  error: string | undefined
  onChange: (code: string | null) => void
}

export function CounterField({ type, value, error, onChange }: CounterProps) {
  const { data } = useCall(listAccounts)
  const accounts = (data?.accounts ?? []).filter(
    (account) => account.active && !account.control && account.type !== 'revenue' && !account.code.startsWith('10'),
  )
  return (
    <ChoiceInput
      label="Account"
      none={type === 'charge' ? '6250 Bank charges' : 'Choose an account'}
      value={typeof value === 'string' ? value : ''}
      error={error}
      onChange={(code) => onChange(code || null)}
      options={accounts.map(accountOption)}
    />
  )
}

type DayProps = { value: unknown; error: string | undefined; onDay: (day: string) => void }

/** The date of the line, or the first open date if its month is closed. */
export function DayField({ value, error, onDay }: DayProps) {
  const today = useCall(portalFacts).data?.today
  const openFrom = useCompanyCalendar()?.openFrom
  const initial = typeof value === 'string' ? value : ''
  const [typed, setTyped] = useState(initial === '' ? '' : formatDay(initial))
  if (today === undefined) return <Skeleton h={60} />
  return (
    <DayInput
      label="Date"
      today={today}
      value={typed}
      openFrom={openFrom}
      error={error}
      onChange={(next) => {
        setTyped(next)
        const read = parseTypedDay(next, today)
        onDay(read.ok ? read.day : next)
      }}
    />
  )
}
