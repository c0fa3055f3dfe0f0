// Terms and due date side by side. If no due date is typed, the terms determine it.
import { formatDay } from '@talaan/ledger/core/date.ts'
import { DayInput } from '../../ui/DayInput.tsx'
import { selectAll } from '../../ui/MoneyInput.tsx'
import type { Form, TextField, Typed } from '../runtime/formDefinition.ts'
import { TextInput } from './boxes.tsx'
import { dueBase, dueDayOf } from './due.ts'

export function DueFields<T extends Typed & { terms: string; dueDay: string }>({ form }: { form: Form<T> }) {
  const { typed, today } = form
  const due = dueDayOf(typed, today)
  const day = form.typing('dueDay' as TextField<T>)
  return (
    <>
      <TextInput {...form.input('terms' as TextField<T>)} onFocus={selectAll()} />
      <DayInput
        {...day}
        today={today}
        base={dueBase(typed, today)}
        {...(due.from === 'terms' &&
          due.dueDay && { placeholder: formatDay(due.dueDay), hint: `${formatDay(due.dueDay)}, from the terms.` })}
      />
    </>
  )
}
