// The dialog of a recurring document: its name, its schedule, and its end.
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { getDocument } from '@talaan/contract/documents.ts'
import { listRecurring, saveRule, type RecurringRule, type Template } from '@talaan/contract/recurring.ts'
import {
  addDays,
  addMonths,
  endOfMonth,
  formatDay,
  monthOf,
  parseTypedDay,
  type Day,
} from '@talaan/ledger/core/date.ts'
import type { RecurringType } from '@talaan/ledger/documents/recurring/occurrence.ts'
import {
  rhythmPlaceWords,
  rhythmPlaces,
  rhythmUnits,
  rhythmUnitWords,
} from '@talaan/ledger/documents/recurring/rhythm.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, CallFailure, sentenceOf, useCall } from '../../app/api.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { useToday } from '../../app/today.ts'
import { DayInput } from '../../ui/DayInput.tsx'
import { newId } from '../../ui/newId.ts'
import { toast } from '../../ui/toast.ts'
import classes from './recurring.module.css'

/** The rule to change, the template that gets a rule, or the recorded document to repeat. */
export type RuleSource = { rule: RecurringRule } | { template: Template } | { documentId: string }

export function RuleDialog({ of, onClose }: { of: RuleSource; onClose: () => void }) {
  if (!('documentId' in of)) return <Rule of={'rule' in of ? of.rule : of.template} onClose={onClose} />
  return <OfDocument documentId={of.documentId} onClose={onClose} />
}

function OfDocument({ documentId, onClose }: { documentId: string; onClose: () => void }) {
  const { data } = useCall(getDocument, { params: { documentId } })
  if (data === undefined) return null
  const { kind, partyName, number, day } = data.document
  return (
    <Rule
      of={{ id: null, name: partyName ?? number, kind: kind as RecurringType, documentId, day }}
      onClose={onClose}
    />
  )
}

type Begun = RecurringRule | Template | { id: null; name: string; kind: RecurringType; documentId: string; day: Day }

const ends = { never: 'Never', on: 'On a date', after: 'After a number of documents' } as const

/** A month after the document's date, or tomorrow if that date is not in the future. */
function firstDate(of: Begun, today: Day): Day {
  if ('rhythm' in of) return of.rhythm.begins
  if (!('day' in of)) return today
  const month = addMonths(monthOf(of.day), 1)
  const on = `${month}-${of.day.slice(8)}`
  const next = on > endOfMonth(month) ? endOfMonth(month) : on
  return next > today ? next : addDays(today, 1)
}

function begunWith(of: Begun, today: Day): Record<string, string> {
  const rule = 'rhythm' in of ? of : undefined
  const { rhythm } = rule ?? {}
  return {
    name: of.name,
    every: String(rhythm?.every ?? 1),
    unit: rhythm?.unit ?? 'month',
    place: rhythm?.place ?? 'date',
    begins: formatDay(firstDate(of, today)),
    end: rhythm?.ends ? 'on' : rhythm?.times ? 'after' : 'never',
    ends: rhythm?.ends ? formatDay(rhythm.ends) : '',
    times: rhythm?.times ? String(rhythm.times) : '',
    daysAhead: String(rule?.daysAhead ?? 0),
    number: rule?.number ?? '',
  }
}

const numbered: Partial<Record<RecurringType, string>> = {
  bill: "Supplier's invoice number (optional)",
  pettycash: 'Receipt number (optional)',
  transfer: 'Reference (optional)',
  journalvoucher: 'Reference (optional)',
}

function Rule({ of, onClose }: { of: Begun; onClose: () => void }) {
  const today = useToday()
  const [id] = useState(() => of.id ?? newId())
  const [begun] = useState(() => begunWith(of, today))
  const [typed, setTyped] = useState(begun)
  const [mistakes, setMistakes] = useState<Record<string, string>>({})
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (body: (typeof saveRule)['body']['_zod']['output']) =>
      call(saveRule, { params: { templateId: id }, body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [listRecurring.name] })
      toast({ title: `${typed.name} saved`, tone: 'good' })
      onClose()
    },
    onError: (error) => {
      const fields = error instanceof CallFailure ? error.fields : []
      setMistakes(
        fields.length === 0
          ? { '': sentenceOf(error) }
          : Object.fromEntries(fields.map(({ path, message }) => [String(path.at(-1)), message])),
      )
    },
  })
  const set = (name: string) => (value: string) => {
    setMistakes({})
    setTyped((now) => ({ ...now, [name]: value }))
  }
  const typing = (name: string) => ({ value: typed[name] ?? '', error: mistakes[name], onChange: set(name) })
  const input = (name: string) => ({
    value: typed[name] ?? '',
    error: mistakes[name],
    onChange: (event: { currentTarget: { value: string } }) => set(name)(event.currentTarget.value),
    autoComplete: 'off',
  })

  function submit() {
    const unread: Record<string, string> = {}
    const day = (name: string) => {
      const read = parseTypedDay(typed[name] ?? '', today)
      if (!read.ok) unread[name] = read.message
      return read.ok ? read.day : today
    }
    const { unit = 'month', end } = typed
    const byMonth = unit !== 'day' && unit !== 'week'
    const read = saveRule.body.safeParse({
      name: typed.name,
      documentId: 'documentId' in of ? of.documentId : null,
      number: typed.number,
      daysAhead: Number(typed.daysAhead),
      rhythm: {
        every: Number(typed.every),
        unit,
        place: byMonth ? typed.place : 'date',
        begins: day('begins'),
        ends: end === 'on' ? day('ends') : null,
        times: end === 'after' ? Number(typed.times) : null,
      },
    })
    const issues = (read.error?.issues ?? []).map(({ path, message }) => [String(path.at(-1)), message] as const)
    const found = { ...Object.fromEntries(issues), ...unread }
    if (read.success && Object.keys(found).length === 0) save.mutate(read.data)
    else setMistakes(found)
  }

  const byMonth = typed.unit !== 'day' && typed.unit !== 'week'
  const numberLabel = numbered[of.kind]
  return (
    <TypingDialog
      title={'rhythm' in of ? of.name : 'Make recurring'}
      submit="Save"
      size={640}
      busy={save.isPending}
      alert={mistakes['']}
      unsaved={Object.entries(typed).some(([name, value]) => value !== begun[name])}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">For each date, Talaan creates a draft. You review and confirm it as usual.</Text>
      <TextInput {...input('name')} label="Name" maxLength={100} data-autofocus />
      <div className={classes.pair}>
        <TextInput {...input('every')} label="Every" inputMode="numeric" maxLength={2} />
        <NativeSelect
          size="md"
          {...input('unit')}
          label="Period"
          data={rhythmUnits.map((value) => ({ value, label: rhythmUnitWords[value] }))}
        />
      </div>
      <div className={classes.pair}>
        <DayInput {...typing('begins')} label="First date" today={today} />
        {byMonth && (
          <NativeSelect
            size="md"
            {...input('place')}
            label="On"
            data={rhythmPlaces.map((value) => ({ value, label: rhythmPlaceWords[value] }))}
          />
        )}
      </div>
      <div className={classes.pair}>
        <NativeSelect
          size="md"
          {...input('end')}
          label="Ends"
          data={Object.entries(ends).map(([value, label]) => ({ value, label }))}
        />
        {typed.end === 'on' && <DayInput {...typing('ends')} label="Last date" today={today} />}
        {typed.end === 'after' && (
          <TextInput {...input('times')} label="Number of documents" inputMode="numeric" maxLength={3} />
        )}
      </div>
      <TextInput
        {...input('daysAhead')}
        label="Days in advance"
        description="The draft is created this many days before its date."
        inputMode="numeric"
        maxLength={2}
      />
      {numberLabel !== undefined && (
        <TextInput
          {...input('number')}
          label={numberLabel}
          description="Used for each document. {month}, {mm} and {year} are replaced by the month and year of its date, for example RENT {year}-{mm}."
          maxLength={60}
        />
      )}
    </TypingDialog>
  )
}
