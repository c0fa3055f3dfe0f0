// Fields shared by all forms, with their limits and messages.
import { z } from './zod.ts'

/** An object that refuses unknown keys, by name. */
export function fieldSet<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    // Unknown fields have the message of all schemas, which names them.
    error: ({ code }) =>
      code === 'unrecognized_keys' ? undefined : 'The form was incomplete. Reload the page and try again.',
  })
}

/** A required line of text: no line breaks, no control characters, at most `max` characters. */
export function shortText(label: string, max: number) {
  return oneLine(label, max).check(z.minLength(1, `Enter the ${label}.`))
}

/** An optional line of text, '' by default. */
export function optionalText(label: string, max: number) {
  return z._default(oneLine(label, max), '')
}

/** Free text on a document; line breaks are allowed. */
export const memo = z._default(
  z.string('Enter the memo as text.').check(
    z.maxLength(500, { error: (issue) => tooLong('memo', 500, issue.input) }),
    z.overwrite((text) => text.replace(/\r\n?/g, '\n').normalize('NFC').trim()),
    z.refine(
      (text) => !unprintable.test(text.replace(/[\n\t]/g, '')),
      'The memo contains characters that cannot be printed. Type it again.',
    ),
  ),
  '',
)

/** An e-mail address. A line break could forge headers; it is refused like any other invalid character. */
export const email = z.string('Enter an e-mail address, for example ana@example.com.').check(
  z.maxLength(254, 'An e-mail address can have at most 254 characters.'),
  z.overwrite((text) => (text.length > 254 ? text : text.replace(/^ +| +$/g, ''))),
  z.refine(
    (text) => text.length > 254 || mailAddress.test(text),
    'Enter one e-mail address without spaces or line breaks, for example ana@example.com.',
  ),
)

/** An optional e-mail address, '' by default. */
export const optionalEmail = z._default(
  z.union(
    [z.literal(''), email],
    'Enter one e-mail address without spaces or line breaks, for example ana@example.com.',
  ),
  '',
)

/** Up to 9 digits and 4 decimals, more than zero, as a decimal string: '2', '1.5', '0.0001'. */
export const quantity = z.string('Enter a quantity.').check(
  z.overwrite((text) => plainDecimal(text)),
  z.superRefine((text, context) => {
    const mistake = quantityMistake(text)
    if (mistake !== null) context.addIssue({ code: 'custom', message: mistake })
  }),
)

/** A percentage from 0 to 100 with up to 2 decimals, as a decimal string: '10', '12.5'. */
export const percent = z.string('Enter a percentage.').check(
  z.overwrite((text) => plainDecimal(text)),
  z.refine(
    (text) => /^(\d{1,2}(\.\d{1,2})?|100)$/.test(text),
    'Enter a percentage from 0 to 100 with at most two decimals.',
  ),
)

/** The code of an account of the chart. */
export const accountCode = z.string('Choose an account.').check(z.regex(/^\d{4}$/, 'Choose an account from the list.'))

export type TypedQuantity = { ok: true; quantity: string } | { ok: false; message: string }

/** Reads a quantity as typed: '1,000.5' is 1000.5. */
export function parseTypedQuantity(text: string): TypedQuantity {
  const typed = text.trim()
  if (typed.includes(',') && !/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(typed)) {
    return { ok: false, message: 'Check the commas. Write numbers like 1,234.5.' }
  }
  const plain = plainDecimal(typed.replaceAll(',', ''))
  const mistake = quantityMistake(plain)
  return mistake === null ? { ok: true, quantity: plain } : { ok: false, message: mistake }
}

function quantityMistake(text: string): string | null {
  if (text === '') return 'Enter a quantity.'
  if (/^-/.test(text)) return 'The quantity must be more than zero. Record a return as a credit memo.'
  if (/^\d+\.\d{5,}$/.test(text)) return 'A quantity can have at most four decimals.'
  if (/^\d{10,}(\.\d*)?$/.test(text)) return 'The largest quantity is 999,999,999.9999.'
  if (!/^\d{1,9}(\.\d{1,4})?$/.test(text)) return 'Enter the quantity as a number, for example 2 or 1.5.'
  return /[1-9]/.test(text) ? null : 'The quantity must be more than zero.'
}

/** '007.50' is '7.5': one quantity has one text, so that digests do not depend on typing. */
function plainDecimal(text: string): string {
  const trimmed = text.length > 40 ? text : text.trim()
  const match = /^(\d{0,20})(?:\.(\d{0,20}))?$/.exec(trimmed)
  if (!match || trimmed === '' || trimmed === '.') return trimmed
  const whole = (match[1] ?? '').replace(/^0+(?=\d)/, '') || '0'
  const decimals = (match[2] ?? '').replace(/0+$/, '')
  return decimals === '' ? whole : `${whole}.${decimals}`
}

function oneLine(label: string, max: number) {
  return z.string(`Enter the ${label}.`).check(
    z.maxLength(max, { error: (issue) => tooLong(label, max, issue.input) }),
    z.overwrite((text) => text.normalize('NFC').trim()),
    z.refine(
      (text) => !unprintable.test(text),
      `The ${label} contains a line break or a character that cannot be printed. Type it again.`,
    ),
  )
}

function tooLong(label: string, max: number, text: unknown): string {
  const found = String(text).length.toLocaleString('en-US')
  return `The ${label} can have at most ${max} characters, but you entered ${found}. Shorten it.`
}

// Control characters, lone surrogates (the database refuses both), line separators, and direction marks, which can make
// one name look like another.
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

// Letters, digits and the marks allowed in a mailbox, with dots only in between, at a host name with a top-level
// domain.
const atom = String.raw`[A-Za-z0-9_'^&+{}=!#$%*?\`|~/-]+`
const hostPart = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const mailAddress = new RegExp(`^${atom}(\\.${atom})*@(${hostPart}\\.)+[A-Za-z]{2,63}$`)
