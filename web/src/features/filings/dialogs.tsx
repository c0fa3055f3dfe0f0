// The dialogs of a return: a manual amount, marking it as filed, and a changed deadline.
import { Button, Text, TextInput } from '@mantine/core'
import { enterBox, type Filing, fileReturn, moveDeadline, type WorksheetBox } from '@talaan/contract/filings.ts'
import { formatDay, parseTypedDay } from '@talaan/ledger/core/date.ts'
import type { WorksheetForm } from '@talaan/ledger/tax/calendar/forms.ts'
import { formatMoney, parseTypedAmount } from '@talaan/ledger/core/money.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, CallFailure, sentenceOf } from '../../app/api.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { DayInput } from '../../ui/DayInput.tsx'
import { MoneyInput } from '../../ui/MoneyInput.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './tax.module.css'

type Mistakes = Record<string, string>

/** Saves, shows a confirmation, and closes the dialog. Refusals are shown at their fields. */
export function useSending(savedMessage: string, onClose: () => void) {
  const queries = useQueryClient()
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const [alert, setAlert] = useState<string>()
  const send = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => {
      toast({ title: savedMessage, tone: 'good' })
      onClose()
    },
    onError: (error) => {
      const fields = error instanceof CallFailure ? error.fields : []
      setMistakes(Object.fromEntries(fields.map(({ path, message }) => [String(path.at(-1)), message])))
      setAlert(fields.length === 0 ? sentenceOf(error) : undefined)
    },
    onSettled: () => queries.invalidateQueries(),
  })
  const begin = (found: Mistakes, act: () => Promise<unknown>) => {
    setMistakes(found)
    setAlert(undefined)
    if (Object.keys(found).length === 0) send.mutate(act)
  }
  return { begin, mistakes, alert, busy: send.isPending, done: send.isSuccess }
}

export function EntryDialog({
  duty,
  period,
  box,
  onClose,
}: {
  duty: WorksheetForm
  period: string
  box: WorksheetBox
  onClose: () => void
}) {
  const { no, label, columns, entered } = box
  const [base, setBase] = useState(entered === null ? '' : formatMoney(entered.base))
  const [tax, setTax] = useState(entered === null ? '' : formatMoney(entered.tax))
  const [reason, setReason] = useState(entered?.reason ?? '')
  const [begun] = useState({ base, tax, reason })
  const { begin, mistakes, alert, busy, done } = useSending(`Entered in box ${no}`, onClose)
  const submit = () => {
    const found: Mistakes = {}
    const read = (name: string, text: string) => {
      const typed = parseTypedAmount(text.trim() === '' ? '0' : text)
      if (!typed.ok) found[name] = typed.message
      return typed.ok ? typed.amount : 0n
    }
    const now = { base: read('base', base), tax: read('tax', tax), reason: reason.trim() }
    if (now.reason === '') found['reason'] = 'Enter the reason.'
    begin(found, () => call(enterBox, { params: { duty, period, box: no }, body: { was: entered, now } }))
  }
  return (
    <TypingDialog
      title={`Box ${no}`}
      submit="Save"
      unsaved={!done && (base !== begun.base || tax !== begun.tax || reason !== begun.reason)}
      busy={busy}
      alert={alert}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">{label}. Your entry is added to the calculated amount. Enter zero to remove your entry.</Text>
      <div className={classes.fields}>
        {columns !== 'tax' && (
          <MoneyInput label="Amount" value={base} error={mistakes['base']} onChange={setBase} data-autofocus />
        )}
        {columns !== 'base' && (
          <MoneyInput
            label="Tax"
            value={tax}
            error={mistakes['tax']}
            onChange={setTax}
            data-autofocus={columns === 'tax' || undefined}
          />
        )}
        <div data-wide>
          <TextInput
            label="Reason"
            value={reason}
            error={mistakes['reason']}
            maxLength={300}
            autoComplete="off"
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </div>
      </div>
    </TypingDialog>
  )
}

export function FileDialog({ filing, onClose }: { filing: Filing; onClose: () => void }) {
  const { duty, period, digest, today, filed, worksheet } = filing
  const [filedOn, setFiledOn] = useState(formatDay(today))
  const [reference, setReference] = useState('')
  const [begun] = useState(filedOn)
  const { begin, mistakes, alert, busy, done } = useSending('Marked as filed', onClose)
  const submit = () => {
    const read = parseTypedDay(filedOn, today)
    const found: Mistakes = read.ok ? {} : { filedOn: read.message }
    const day = read.ok ? read.day : today
    begin(found, () =>
      call(fileReturn, {
        params: { duty, period: period.to },
        body: { digest, filedOn: day, reference: reference.trim() },
      }),
    )
  }
  return (
    <TypingDialog
      title={filed.length === 0 ? `${duty} was filed` : `Amendment of ${duty}`}
      submit="Mark as filed"
      unsaved={!done && (filedOn !== begun || reference !== '')}
      busy={busy}
      alert={alert}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        {worksheet === null
          ? 'The calendar will show this return as filed.'
          : 'All boxes and their lines are saved permanently as they are now. Documents recorded later for this period are shown separately.'}
      </Text>
      <div className={classes.fields}>
        <DayInput
          label="Filed on"
          today={today}
          value={filedOn}
          error={mistakes['filedOn']}
          onChange={setFiledOn}
          data-autofocus
        />
        <TextInput
          label="Reference no. (optional)"
          description="Number on the BIR or eFPS confirmation."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={reference}
          error={mistakes['reference']}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      </div>
    </TypingDialog>
  )
}

export function DeadlineDialog({ filing, onClose }: { filing: Filing; onClose: () => void }) {
  const { duty, period, deadline, today } = filing
  const [due, setDue] = useState(deadline === null ? '' : formatDay(deadline.due))
  const [source, setSource] = useState('')
  const [begun] = useState(due)
  const { begin, mistakes, alert, busy, done } = useSending('Deadline changed', onClose)
  const params = { duty, period: period.to }
  const submit = () => {
    const read = parseTypedDay(due, today)
    const found: Mistakes = read.ok ? {} : { due: read.message }
    if (source.trim() === '') found['source'] = 'Enter the number of the circular or order that changed the deadline.'
    const day = read.ok ? read.day : today
    begin(found, () => call(moveDeadline, { params, body: { now: { due: day, source: source.trim() } } }))
  }
  return (
    <TypingDialog
      title="Change deadline"
      submit="Save"
      unsaved={!done && (due !== begun || source !== '')}
      busy={busy}
      alert={alert}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        The new deadline applies to this period only. To change it for all periods, use the settings.
      </Text>
      <div className={classes.fields}>
        <DayInput label="Due on" today={today} value={due} error={mistakes['due']} onChange={setDue} data-autofocus />
        <TextInput
          label="Circular or order"
          value={source}
          error={mistakes['source']}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setSource(event.currentTarget.value)}
        />
      </div>
      {deadline?.moved === true && (
        <Button variant="default" onClick={() => begin({}, () => call(moveDeadline, { params, body: { now: null } }))}>
          Reset to {formatDay(deadline.raw)}
        </Button>
      )}
    </TypingDialog>
  )
}
