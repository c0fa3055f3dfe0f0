// Turns on automatic recording for a rule whose drafts were confirmed unchanged.
import { Text } from '@mantine/core'
import { listRecurring, setAutomatic, type RecurringRule } from '@talaan/contract/recurring.ts'
import { formatMoney, parseTypedAmount } from '@talaan/ledger/core/money.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, sentenceOf } from '../../app/api.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { MoneyInput } from '../../ui/MoneyInput.tsx'
import { toast } from '../../ui/toast.ts'

export function AutomaticDialog({ rule, onClose }: { rule: RecurringRule; onClose: () => void }) {
  const [begun] = useState(() => (rule.total === null ? '' : formatMoney(rule.total)))
  const [amount, setAmount] = useState(begun)
  const [mistake, setMistake] = useState<string>()
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (limit: bigint) => call(setAutomatic, { params: { templateId: rule.id }, body: { limit } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [listRecurring.name] })
      toast({ title: `${rule.name} will be recorded automatically`, tone: 'good' })
      onClose()
    },
    onError: (error) => setMistake(sentenceOf(error)),
  })
  function submit() {
    const read = parseTypedAmount(amount)
    if (!read.ok) setMistake(read.message)
    else if (read.amount <= 0n) setMistake('Enter a maximum amount above zero.')
    else save.mutate(read.amount)
  }
  return (
    <TypingDialog
      title={`Record ${rule.name} automatically`}
      submit="Record automatically"
      busy={save.isPending}
      alert={undefined}
      unsaved={amount !== begun}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        On each date, Talaan records the document in your name. If the total is above the maximum, the month is closed,
        or the document is refused or has a warning, the draft stays for you to review, and you are notified.
      </Text>
      <MoneyInput
        label="Maximum amount"
        value={amount}
        error={mistake}
        onChange={(typed) => {
          setMistake(undefined)
          setAmount(typed)
        }}
        data-autofocus
      />
    </TypingDialog>
  )
}
