// A settings form is a list of fields, each with a label, an input type and a hint.
import { NativeSelect, TextInput } from '@mantine/core'
import { type Day, formatDay, parseTypedDay } from '@talaan/ledger/core/date.ts'
import { formatMoney, parseTypedAmount } from '@talaan/ledger/core/money.ts'
import { DayInput } from '../../ui/DayInput.tsx'
import { MoneyInput } from '../../ui/MoneyInput.tsx'
import { SearchSelect, shortList } from '../../ui/SearchSelect.tsx'

export type Field = {
  name: string
  label: string
  /** 'no-or-yes' is a choice; 'none' means that an empty text is null; 'number' is a choice of numbers. */
  kind?: 'text' | 'none' | 'choice' | 'number' | 'yes' | 'money' | 'day'
  options?: readonly { value: string; label: string }[]
  hint?: string
  required?: boolean
  /** The field cannot be changed here; the hint says why. */
  locked?: boolean
  wide?: boolean
  /** The field is the code of a new row, not one of its values. */
  maxLength?: number
}

export type Typed = Record<string, string>
export type Mistakes = Record<string, string>

/** The values as users read and type them. */
export function typedOf(values: Readonly<Record<string, unknown>>, fields: readonly Field[]): Typed {
  return Object.fromEntries(fields.map(({ name, kind }) => [name, textOf(values[name], kind)]))
}

function textOf(value: unknown, kind: Field['kind']): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'bigint') return formatMoney(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (kind === 'day' && typeof value === 'string') return formatDay(value)
  return typeof value === 'number' ? value.toString() : typeof value === 'string' ? value : ''
}

/** The typed values, with the mistakes that can be found in the browser. */
export function valuesOf(
  typed: Typed,
  fields: readonly Field[],
  today: Day,
): { values: Record<string, unknown>; mistakes: Mistakes } {
  const mistakes: Mistakes = {}
  const values = fields.map(({ name, kind }) => {
    const text = (typed[name] ?? '').trim()
    if (kind === 'yes') return [name, text === 'yes'] as const
    if (kind === 'none') return [name, text === '' ? null : text] as const
    if (kind === 'number') return [name, Number(text)] as const
    if (kind === 'money') {
      const read = parseTypedAmount(text === '' ? '0' : text)
      if (!read.ok) mistakes[name] = read.message
      return [name, read.ok ? read.amount : 0n] as const
    }
    if (kind === 'day') {
      if (text === '') return [name, null] as const
      const read = parseTypedDay(text, today)
      if (!read.ok) mistakes[name] = read.message
      return [name, read.ok ? read.day : null] as const
    }
    return [name, text] as const
  })
  return { values: Object.fromEntries(values), mistakes }
}

type Props = {
  fields: readonly Field[]
  typed: Typed
  mistakes: Mistakes
  today: Day
  onType: (name: string, text: string) => void
}

export function Fields({ fields, typed, mistakes, today, onType }: Props) {
  return fields.map(({ name, label, kind = 'text', options, hint, required, locked, wide, maxLength }, at) => {
    const common = {
      name,
      label,
      value: typed[name] ?? '',
      error: mistakes[name],
      required,
      withAsterisk: false,
      'data-autofocus': at === 0 || undefined,
    }
    const described = { ...common, description: hint, inputWrapperOrder: order }
    if (kind === 'day') {
      return (
        <div key={name} data-wide={wide || undefined}>
          <DayInput {...common} today={today} hint={hint} onChange={(text) => onType(name, text)} />
        </div>
      )
    }
    return (
      <div key={name} data-wide={wide || undefined}>
        {kind === 'choice' || kind === 'yes' || kind === 'number' ? (
          (options ?? noOrYes).length > shortList ? (
            <SearchSelect
              {...described}
              size="md"
              disabled={locked}
              data={options}
              onChange={(value) => onType(name, value)}
            />
          ) : (
            <NativeSelect
              {...described}
              size="md"
              disabled={locked}
              data={[...(options ?? noOrYes)]}
              onChange={(event) => onType(name, event.currentTarget.value)}
            />
          )
        ) : kind === 'money' ? (
          <MoneyInput {...described} readOnly={locked} onChange={(text) => onType(name, text)} />
        ) : (
          <TextInput
            {...described}
            readOnly={locked}
            maxLength={maxLength}
            autoComplete="off"
            onChange={(event) => onType(name, event.currentTarget.value)}
          />
        )}
      </div>
    )
  })
}

const order = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[]
const noOrYes = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]
