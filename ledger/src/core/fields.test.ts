import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../test/characters.ts'
import type { z } from './zod.ts'
import {
  accountCode,
  email,
  fieldSet,
  memo,
  optionalEmail,
  optionalText,
  parseTypedQuantity,
  percent,
  quantity,
  shortText,
} from './fields.ts'

const sentences = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message) ?? []

test('an unknown field is refused by name', () => {
  const form = fieldSet({ name: optionalText('name', 10) })
  expect(sentences(form, { name: 'a', color: 1 })).toEqual([
    "Unknown field 'color'. Remove it and send the request again.",
  ])
  expect(sentences(form, { ['x'.repeat(1000)]: 1 })).toEqual([
    `Unknown field '${'x'.repeat(40)}'. Remove it and send the request again.`,
  ])
  expect(sentences(form, JSON.parse('{"__proto__": 1}'))).toEqual([
    "Unknown field '__proto__'. Remove it and send the request again.",
  ])
  expect(sentences(form, null)).toEqual(['The form was incomplete. Reload the page and try again.'])
})

test.each([
  ['', 'Enter the city.'],
  ['   ', 'Enter the city.'],
  [undefined, 'Enter the city.'],
  [12, 'Enter the city.'],
  ['x'.repeat(11), 'The city can have at most 10 characters, but you entered 11. Shorten it.'],
  ['x'.repeat(1_000_000), 'The city can have at most 10 characters, but you entered 1,000,000. Shorten it.'],
  ['a\nb', 'The city contains a line break or a character that cannot be printed. Type it again.'],
  ['a\0b', 'The city contains a line break or a character that cannot be printed. Type it again.'],
  ['a\ud800b', 'The city contains a line break or a character that cannot be printed. Type it again.'],
  ['a\u202eb', 'The city contains a line break or a character that cannot be printed. Type it again.'],
])('a line of text is refused with a way to correct it (%#)', (text, sentence) => {
  expect(sentences(shortText('city', 10), text)).toEqual([sentence])
})

test('text is trimmed and Unicode-normalized, so that equal names are equal', () => {
  expect(shortText('city', 20).parse('  Dasmarin\u0303as ')).toBe('Dasmariñas')
  expect(optionalText('city', 10).parse(undefined)).toBe('')
  expect(shortText('name', 10).parse('💰 1')).toBe('💰 1')
})

test('a memo may have several lines but at most 500 characters', () => {
  expect(memo.parse(' first\r\nsecond\tpart ')).toBe('first\nsecond\tpart')
  expect(memo.parse(undefined)).toBe('')
  expect(sentences(memo, 'x'.repeat(1_000_000))).toEqual([
    'The memo can have at most 500 characters, but you entered 1,000,000. Shorten it.',
  ])
  expect(sentences(memo, 'a\0')).toEqual(['The memo contains characters that cannot be printed. Type it again.'])
})

test.each(['ana@example.com', "o'neil+books@mail.example.ph", 'a.b@x-y.co'])('%s is an e-mail address', (address) => {
  expect(email.parse(address)).toBe(address)
})

test.each([
  'ana@example.com\nBcc: ben@example.com',
  'ana@example.com\r\n',
  'ana@example',
  'ana',
  '@example.com',
  'ana@@example.com',
  'a b@example.com',
  'ana@example.com, ben@example.com',
  'ana@-example.com',
  'ana@exa_mple.com',
  '.ana@example.com',
  'ana..b@example.com',
  '<ana@example.com>',
  'ana@example.com\t',
])('%j is not an e-mail address', (address) => {
  expect(sentences(email, address)).toEqual([
    'Enter one e-mail address without spaces or line breaks, for example ana@example.com.',
  ])
})

test('spaces around an e-mail address are removed', () => {
  expect(email.parse(' ana@example.com  ')).toBe('ana@example.com')
})

test('an e-mail address has a maximum length, and an optional one may be empty', () => {
  expect(sentences(email, `${'a'.repeat(260)}@example.com`)).toEqual([
    'An e-mail address can have at most 254 characters.',
  ])
  expect(sentences(email, undefined)).toEqual(['Enter an e-mail address, for example ana@example.com.'])
  expect([optionalEmail.parse(''), optionalEmail.parse(undefined)]).toEqual(['', ''])
  expect(sentences(optionalEmail, 'ana')).toEqual([
    'Enter one e-mail address without spaces or line breaks, for example ana@example.com.',
  ])
})

test.each([
  ['2', '2'],
  ['1.5', '1.5'],
  [' 007.50 ', '7.5'],
  ['.5', '0.5'],
  ['0.0001', '0.0001'],
  ['999999999.9999', '999999999.9999'],
])('the quantity %j is stored as %s', (text, kept) => {
  expect(quantity.parse(text)).toBe(kept)
})

test.each([
  ['', 'Enter a quantity.'],
  [undefined, 'Enter a quantity.'],
  ['-1', 'The quantity must be more than zero. Record a return as a credit memo.'],
  ['0', 'The quantity must be more than zero.'],
  ['0.0000', 'The quantity must be more than zero.'],
  ['1.00001', 'A quantity can have at most four decimals.'],
  ['1000000000', 'The largest quantity is 999,999,999.9999.'],
  ['1e3', 'Enter the quantity as a number, for example 2 or 1.5.'],
  ['NaN', 'Enter the quantity as a number, for example 2 or 1.5.'],
  ['1,5', 'Enter the quantity as a number, for example 2 or 1.5.'],
  ['9'.repeat(1_000_000), 'The largest quantity is 999,999,999.9999.'],
])('a quantity is refused with a way to correct it (%#)', (text, sentence) => {
  expect(sentences(quantity, text)).toEqual([sentence])
})

test('quantities are read as typed, with thousands separators', () => {
  expect(parseTypedQuantity(' 1,000.50 ')).toEqual({ ok: true, quantity: '1000.5' })
  expect(parseTypedQuantity('1,5')).toMatchObject({
    ok: false,
    message: 'Check the commas. Write numbers like 1,234.5.',
  })
  expect(parseTypedQuantity('-2')).toMatchObject({ ok: false })
})

test('percentages run from 0 to 100', () => {
  expect(['0', '10', '12.50', '100', '100.00'].map((text) => percent.parse(text))).toEqual([
    '0',
    '10',
    '12.5',
    '100',
    '100',
  ])
  for (const text of ['-1', '100.01', '101', '1.234', '10%', '']) expect(percent.safeParse(text).success).toBe(false)
})

test('an account is named by its four digits', () => {
  expect(accountCode.safeParse('4010').success).toBe(true)
  for (const text of ['401', '40100', '4o10', "4010'--", '']) expect(accountCode.safeParse(text).success).toBe(false)
})

test('a parsed value parses again unchanged', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter, maxLength: 40 }),
      fc.constantFrom<z.ZodMiniType>(shortText('x', 30), memo, quantity, percent),
      (text, schema) => {
        const first = schema.safeParse(text)
        if (first.success) expect(schema.parse(first.data)).toBe(first.data)
      },
    ),
    { numRuns: 500 },
  )
})
