// The starting balance of an account with earlier transactions: the bank's balance, and the items that were outstanding
// then.
import { Text, Textarea } from '@mantine/core'
import { portalFacts } from '@talaan/contract/portal.ts'
import { setStart } from '@talaan/contract/reconciliation.ts'
import { type Day, formatDay, parseTypedDay } from '@talaan/ledger/core/date.ts'
import { formatMoney, parseTypedAmount } from '@talaan/ledger/core/money.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { DayInput } from '../../ui/DayInput.tsx'
import { MoneyInput } from '../../ui/MoneyInput.tsx'
import { toast } from '../../ui/toast.ts'

type Start = { day: string; balance: bigint }
type Props = { account: string; start: Start | null; onDone: () => Promise<unknown>; onClose: () => void }

export function StartDialog({ account, start, onDone, onClose }: Props) {
  const today = useCall(portalFacts).data?.today ?? ''
  const [typed, setTyped] = useState({
    day: start === null ? '' : formatDay(start.day),
    balance: start === null ? '' : formatMoney(start.balance),
    items: '',
  })
  const [problem, setProblem] = useState<string>()
  const act = useMutation({
    mutationFn: (body: ReturnType<typeof setStart.body.parse>) => call(setStart, { params: { account }, body }),
    onSuccess: async () => {
      await onDone()
      toast({ title: 'Starting balance saved', tone: 'good' })
      onClose()
    },
    onError: (error) => setProblem(sentenceOf(error)),
  })
  const send = () => {
    const [day, balance] = [parseTypedDay(typed.day, today), parseTypedAmount(typed.balance)]
    if (!day.ok) return setProblem(day.message)
    if (!balance.ok) return setProblem(`The balance: ${balance.message}`)
    const items = itemsOf(typed.items, today)
    if (typeof items === 'string') return setProblem(items)
    act.mutate({ day: day.day, balance: balance.amount, items })
  }
  const change = (patch: Partial<typeof typed>) => {
    setProblem(undefined)
    setTyped((old) => ({ ...old, ...patch }))
  }
  return (
    <TypingDialog
      title="Starting balance of this account"
      submit="Save"
      unsaved={typed.items !== ''}
      busy={act.isPending}
      alert={problem}
      onSubmit={send}
      onClose={onClose}
    >
      <Text size="sm">
        For an account that you opened before these books begin: enter the bank balance at the end of the day before the
        first statement. All book entries up to that date are treated as matched.
      </Text>
      <DayInput
        label="Starting date"
        data-autofocus
        today={today}
        value={typed.day}
        onChange={(day) => change({ day })}
      />
      <MoneyInput label="Balance per bank" value={typed.balance} onChange={(balance) => change({ balance })} />
      <Textarea
        label="Outstanding items (optional)"
        description="One per line: date; cheque no. or blank; name; amount. Use a minus sign for payments."
        placeholder="20 Feb 2026; 0000077; Haligi Realty; -100,000.00"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={3}
        maxRows={10}
        value={typed.items}
        onChange={(event) => change({ items: event.currentTarget.value })}
      />
    </TypingDialog>
  )
}

type Item = { day: Day; amount: bigint; chequeNo: string | null; words: string }

/** The typed or pasted items, or the mistake in the first line that can't be read. */
export function itemsOf(typed: string, today: Day): Item[] | string {
  const items: Item[] = []
  for (const [at, line] of typed.split('\n').entries()) {
    if (line.trim() === '') continue
    const [day = '', chequeNo = '', words = '', amount = ''] = line.split(/;|\t/).map((cell) => cell.trim())
    const read = { day: parseTypedDay(day, today), amount: parseTypedAmount(amount) }
    if (!read.day.ok) return `Line ${at + 1}: ${read.day.message}`
    if (words === '') return `Line ${at + 1}: Enter the date, cheque number, name and amount, separated by semicolons.`
    if (!read.amount.ok) return `Line ${at + 1}: ${read.amount.message}`
    items.push({ day: read.day.day, amount: read.amount.amount, chequeNo: chequeNo === '' ? null : chequeNo, words })
  }
  return items
}
