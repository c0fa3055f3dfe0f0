// The dialog for an asset, and code shared with the dialog for recurring entries. Once depreciation is recorded, only
// the name and the last month can change.
import { Text, TextInput } from '@mantine/core'
import { accountOption } from '@talaan/contract/account-option.ts'
import { listAccounts, type Account } from '@talaan/contract/accounts.ts'
import { keepAsset, listMonthEnd, type AssetRow } from '@talaan/contract/closing.ts'
import { formatDay, formatMonth, monthOf, parseTypedDay } from '@talaan/ledger/core/date.ts'
import { assetFields } from '@talaan/ledger/accounts/month-end.ts'
import { formatMoney, parseTypedAmount } from '@talaan/ledger/core/money.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from '@talaan/ledger/core/zod.ts'
import { call, CallFailure, sentenceOf, useCall } from '../../app/api.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { ChoiceInput } from '../../ui/ChoiceInput.tsx'
import { DayInput } from '../../ui/DayInput.tsx'
import { MoneyInput } from '../../ui/MoneyInput.tsx'
import { newId } from '../../ui/newId.ts'
import { toast } from '../../ui/toast.ts'
import { useToday } from '../../app/today.ts'
import classes from './closing.module.css'

export type Typed = Record<string, string>
type DialogProps = { row: { id: string; recorded: boolean } | null; onClose: () => void }

/** Used by both dialogs: keeps the input, checks it with the schema of the call, and shows mistakes at their fields. */
export function useRegister({
  row,
  onClose,
  begun,
  check,
  save,
  savedMessage,
}: DialogProps & {
  begun: Typed
  check: (typed: Typed) => { values: Record<string, unknown> } | { mistakes: Typed }
  save: (id: string, values: Record<string, unknown>) => Promise<unknown>
  savedMessage: string
}) {
  const [id] = useState(row?.id ?? newId)
  const [typed, setTyped] = useState(begun)
  const [mistakes, setMistakes] = useState<Typed>({})
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: (values: Record<string, unknown>) => save(id, values),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [listMonthEnd.name] })
      toast({ title: savedMessage, tone: 'good' })
      onClose()
    },
    onError: (error) => {
      const fields = error instanceof CallFailure ? error.fields : []
      setMistakes(
        fields.length === 0
          ? { '': sentenceOf(error) }
          : Object.fromEntries(fields.map(({ path, message }) => [nameOf(path), message])),
      )
    },
  })
  const set = (name: string) => (value: string) => {
    setMistakes({})
    setTyped((now) => ({ ...now, [name]: value }))
  }
  return {
    typed,
    busy: send.isPending,
    unsaved: Object.entries(typed).some(([name, value]) => value !== (begun[name] ?? '')),
    set,
    alert: mistakes[''],
    submit: () => {
      const found = check(typed)
      if ('mistakes' in found) setMistakes(found.mistakes)
      else send.mutate(found.values)
    },
    typing: (name: string) => ({ value: typed[name] ?? '', error: mistakes[name], onChange: set(name) }),
    input: (name: string) => ({
      value: typed[name] ?? '',
      error: mistakes[name],
      onChange: (event: { currentTarget: { value: string } }) => set(name)(event.currentTarget.value),
      autoComplete: 'off',
    }),
  }
}

/** The name of a field: 'amount', or 'lines.0.account' for the cell of a line. */
const nameOf = (path: readonly PropertyKey[]): string =>
  path[0] === 'lines' ? path.map(String).join('.') : String(path.at(-1) ?? '')

export const checkTyped = (schema: z.ZodMiniType, values: Record<string, unknown>, unread: Typed) => {
  const read = schema.safeParse(values)
  if (read.success && Object.keys(unread).length === 0) return { values: read.data as Record<string, unknown> }
  const issues = (read.error?.issues ?? []).map(({ path, message }) => [nameOf(path), message] as const)
  return { mistakes: { ...Object.fromEntries(issues), ...unread } }
}

export function amountIn(typed: string | undefined, name: string, unread: Typed): string {
  if ((typed ?? '').trim() === '') return ''
  const read = parseTypedAmount(typed ?? '')
  if (!read.ok) unread[name] = read.message
  return read.ok ? read.amount.toString() : ''
}

export const options = (accounts: readonly Account[], fits: (account: Account) => boolean) =>
  accounts.filter((account) => account.active && fits(account)).map(accountOption)

export const inPesos = (amount: bigint) => (amount === 0n ? '' : formatMoney(amount))

export function AssetDialog({ row, onClose }: { row: AssetRow | null; onClose: () => void }) {
  const accounts = useCall(listAccounts).data?.accounts ?? []
  const today = useToday()
  const { typed, typing, input, submit, ...dialog } = useRegister({
    row,
    onClose,
    savedMessage: 'Asset saved',
    begun: {
      name: row?.name ?? '',
      acquiredOn: formatDay(row?.acquiredOn ?? today),
      cost: inPesos(row?.cost ?? 0n),
      salvage: inPesos(row?.salvage ?? 0n),
      writtenOff: inPesos(row?.writtenOff ?? 0n),
      lifeMonths: row ? String(row.lifeMonths) : '',
      firstMonth: row?.firstMonth ?? monthOf(today),
      accumulatedAccount: row?.accumulatedAccount ?? '',
      expenseAccount: row?.expenseAccount ?? '6160',
      lastMonth: row?.lastMonth ?? '',
    },
    check: (now) => {
      const unread: Typed = {}
      const day = parseTypedDay(now.acquiredOn ?? '', today)
      if (!day.ok) unread.acquiredOn = day.message
      const values = {
        ...now,
        acquiredOn: day.ok ? day.day : '',
        cost: amountIn(now.cost, 'cost', unread),
        salvage: amountIn(now.salvage, 'salvage', unread) || '0',
        writtenOff: amountIn(now.writtenOff, 'writtenOff', unread) || '0',
        lifeMonths: /^\d+$/.test(now.lifeMonths ?? '') ? Number(now.lifeMonths) : now.lifeMonths,
        lastMonth: now.lastMonth || null,
      }
      return checkTyped(assetFields, values, unread)
    },
    save: (id, values) => call(keepAsset, { params: { id }, body: values as never }),
  })
  const fixed = row?.recorded === true
  const gone = row?.disposal?.voucher ?? null
  return (
    <TypingDialog title={row?.name ?? 'Add asset'} submit="Save" onSubmit={submit} onClose={onClose} {...dialog}>
      {gone !== null && <Text size="sm">Disposed of by {gone.number} . The asset can no longer be changed.</Text>}
      {fixed && gone === null && (
        <Text size="sm">Depreciation was already recorded, so you can change only the name and last month.</Text>
      )}
      <TextInput {...input('name')} label="Name" data-autofocus maxLength={100} />
      <div className={classes.pair}>
        <DayInput {...typing('acquiredOn')} label="Acquired" today={today} disabled={fixed} />
        <TextInput {...input('firstMonth')} type="month" label="Depreciate from" disabled={fixed} />
      </div>
      <div className={classes.pair}>
        <MoneyInput {...typing('cost')} label="Cost" disabled={fixed} />
        <TextInput {...input('lifeMonths')} label="Useful life, months" inputMode="numeric" disabled={fixed} />
      </div>
      <div className={classes.pair}>
        <MoneyInput {...typing('salvage')} label="Residual value" disabled={fixed} />
        <MoneyInput {...typing('writtenOff')} label="Already depreciated" disabled={fixed} />
      </div>
      <ChoiceInput
        {...typing('accumulatedAccount')}
        label="Accumulated depreciation account"
        none="Choose an account"
        disabled={fixed}
        options={options(accounts, ({ type, normal }) => type === 'asset' && normal === 'credit')}
      />
      <ChoiceInput
        {...typing('expenseAccount')}
        label="Depreciation expense account"
        none="Choose an account"
        disabled={fixed}
        options={options(accounts, ({ type }) => type === 'expense' || type === 'cost')}
      />
      <TextInput
        {...input('lastMonth')}
        type="month"
        label="Last month of depreciation (optional)"
        description={typed.lastMonth ? `Depreciated up to ${formatMonth(typed.lastMonth)}.` : undefined}
      />
    </TypingDialog>
  )
}
