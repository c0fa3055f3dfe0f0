// The mini build of zod: functions instead of chains, so that a page only contains what it uses.
import { z } from 'zod/mini'

// It has no built-in messages. Most schemas have their own; the others name the field as it is sent.
z.config({ localeError: (issue) => defaultMessage(issue) })

function defaultMessage(issue: z.core.$ZodRawIssue): string {
  const field = issue.path?.length ? issue.path.join('.') : 'The request'
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${field} is missing.`
        : `${field} must be ${typeWords[issue.expected] ?? issue.expected}.`
    case 'invalid_value':
      return `${field} must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}.`
    case 'too_big':
      return `${field} can ${sizeWords(issue.origin, 'at most', issue.maximum)}.`
    case 'too_small':
      return `${field} must ${sizeWords(issue.origin, 'at least', issue.minimum)}.`
    case 'unrecognized_keys':
      return `Unknown field ${issue.keys
        .slice(0, 3)
        .map((key) => `'${key.slice(0, 40)}'`)
        .join(', ')}. Remove it and send the request again.`
    case 'invalid_format':
      return `${field} is not ${formatWords[issue.format] ?? 'in the right format'}.`
    default:
      return `${field} is not valid. The API reference lists the possible values.`
  }
}

const typeWords: Partial<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
}

const formatWords: Partial<Record<string, string>> = {
  uuid: 'a valid ID. Check the address, or copy the whole ID again: it has 36 characters, such as 0198f2c4-5b1e-7c3a-9d2e-6f1a2b3c4d5e',
  date: 'a date. Write it as year, month and day, such as 2026-11-23',
  datetime: 'a date and time. Write it in the ISO format, such as 2026-11-23T09:30:00Z',
  url: 'a web address that begins with https://',
}

const units: Partial<Record<string, string>> = { string: 'character', array: 'item', set: 'item', map: 'item' }

function sizeWords(origin: string, bound: string, size: number | bigint): string {
  const unit = units[origin]
  return unit === undefined ? `be ${bound} ${size}` : `have ${bound} ${size} ${unit}${Number(size) === 1 ? '' : 's'}`
}

export { z }
