// Amounts of the public API are strings with two decimals. A whole number is refused, because 1234 could mean pesos or
// centavos.
import { largestMoney, money, plainMoney, unitPrice } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'

const amountPattern = /^-?(0|[1-9]\d{0,12})\.\d{2}$/
const pricePattern = /^-?(0|[1-9]\d{0,12})\.\d{2,6}$/
export const amountSentence = 'Send an amount as a string with two decimals, for example "1234.50".'
export const priceSentence = 'Send a unit price as a string with two to six decimals, for example "50.25".'

export const isAmount = (text: string): boolean => amountPattern.test(text) && text !== '-0.00'

/** The amount in minor units, for a text that passes isAmount. */
export const amountOf = (text: string): Money => BigInt(text.replace('.', ''))

export const amount = z.codec(
  z.string(amountSentence).check(z.refine(isAmount, amountSentence)),
  z.bigint().check(z.minimum(-largestMoney), z.maximum(largestMoney)),
  { decode: amountOf, encode: plainMoney },
)

/** A unit price in pesos with two to six decimals, from minor units with up to four decimals. */
export function priceText(minor: string): string {
  const [, sign = '', whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(minor) ?? []
  const digits = whole.padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}${decimals}`
}

export function minorUnitsOf(price: string): string {
  const [, sign = '', whole = '', cents = '', rest = ''] = /^(-?)(\d+)\.(\d{2})(\d*)$/.exec(price) ?? []
  const units = `${whole}${cents}`.replace(/^0+(?=\d)/, '')
  const decimals = rest.replace(/0+$/, '')
  const value = `${units}${decimals === '' ? '' : `.${decimals}`}`
  return value === '0' ? '0' : `${sign}${value}`
}

type Mark = 'amount' | 'price'
/** If checks are added to a marked schema, the copy keeps the mark. */
const marks = z.registry<{ mark: Mark }>()
marks.add(money, { mark: 'amount' })
marks.add(unitPrice, { mark: 'price' })

export const markOf = (schema: z.core.$ZodType): Mark | undefined => marks.get(schema)?.mark

export type WrongField = { path: (string | number)[]; message: string }

/**
 * Converts the fields of a document from the API's notation to the stored notation. An amount in another notation is a
 * mistake, and so is an unknown field: a draft may be incomplete, but a program should learn immediately that it
 * misspelled a field.
 */
export function storedAmounts(schema: z.core.$ZodType, value: unknown): { value: unknown; mistakes: WrongField[] } {
  const mistakes: WrongField[] = []
  const unknown = (path: (string | number)[]) => {
    const name = String(path.at(-1)).slice(0, 40)
    mistakes.push({ path, message: `There is no field '${name}' here. Remove it, or correct its name.` })
  }
  const converted = inNotation(
    schema,
    value,
    [],
    (mark, text, path) => {
      const isRight = mark === 'amount' ? isAmount(text) : pricePattern.test(text) && !/^-0\.0+$/.test(text)
      if (!isRight) {
        mistakes.push({ path, message: mark === 'amount' ? amountSentence : priceSentence })
        return text
      }
      return mark === 'amount' ? amountOf(text).toString() : minorUnitsOf(text)
    },
    unknown,
  )
  // A number would be stored unchanged and read as centavos.
  return { value: converted, mistakes }
}

/** The opposite direction: stored fields in the API's notation. Texts that are not stored amounts stay unchanged. */
export const sentAmounts = (schema: z.core.$ZodType, value: unknown): unknown =>
  inNotation(schema, value, [], (mark, text) => {
    if (mark === 'amount') return /^-?\d+$/.test(text) ? plainMoney(BigInt(text)) : text
    return /^-?\d+(\.\d+)?$/.test(text) ? priceText(text) : text
  })

type Convert = (mark: Mark, text: string, path: (string | number)[]) => string

function inNotation(
  schema: z.core.$ZodType,
  value: unknown,
  path: (string | number)[],
  convert: Convert,
  unknown?: (path: (string | number)[]) => void,
): unknown {
  const mark = markOf(schema)
  if (mark !== undefined) {
    if (typeof value === 'string') return convert(mark, value, path)
    // Not a string; the conversion reports it as a text that is not an amount.
    return value === null || value === undefined ? value : (convert(mark, 'not a text', path), value)
  }
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      if (!isRecord(value)) return value
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => {
          const field = Object.hasOwn(def.shape, key) ? def.shape[key] : undefined
          if (field === undefined && isStrict(def.catchall)) unknown?.([...path, key])
          return [key, field === undefined ? item : inNotation(field, item, [...path, key], convert, unknown)]
        }),
      )
    case 'array':
      if (!Array.isArray(value)) return value
      return value.map((item, at) => inNotation(def.element, item, [...path, at], convert, unknown))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return inNotation(def.innerType, value, path, convert, unknown)
    case 'pipe':
      return inNotation(def.in, value, path, convert, unknown)
    case 'union': {
      const option = optionFor(def.options, value)
      return option === undefined ? value : inNotation(option, value, path, convert, unknown)
    }
    case 'record':
      if (!isRecord(value)) return value
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [
          key,
          inNotation(def.valueType, item, [...path, key], convert, unknown),
        ]),
      )
    case 'tuple':
      if (!Array.isArray(value)) return value
      return value.map((item, at) => {
        const element = def.items[at]
        return element === undefined ? item : inNotation(element, item, [...path, at], convert, unknown)
      })
    default:
      return value
  }
}

const isStrict = (others: z.core.$ZodType | undefined): boolean => others?._zod.def.type === 'never'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The option of a union that a value belongs to: a literal equal to the value, or an object whose literals match. */
function optionFor(options: readonly z.core.$ZodType[], value: unknown): z.core.$ZodType | undefined {
  const literalsOf = (option: z.core.$ZodType): readonly unknown[] => {
    const { def } = (option as z.core.$ZodTypes)._zod
    return def.type === 'literal' ? def.values : []
  }
  if (options.some((option) => literalsOf(option).includes(value))) return undefined
  if (!isRecord(value)) return options.find((option) => literalsOf(option).length === 0)
  return options.find((option) => {
    const { def } = (option as z.core.$ZodTypes)._zod
    if (def.type !== 'object') return false
    return Object.entries(def.shape).every(([key, field]) => {
      const literals = literalsOf(field)
      return literals.length === 0 || literals.includes(value[key])
    })
  })
}
