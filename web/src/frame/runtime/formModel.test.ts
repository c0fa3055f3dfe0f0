// Functions that are derived from a table of fields: drafts, copies and mistakes.
import { z } from '@talaan/ledger/core/zod.ts'
import { day } from '@talaan/ledger/core/date.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { expect, test } from 'vitest'
import {
  accountField,
  amountField,
  choiceField,
  codeField,
  dayField,
  documentDay,
  hiddenField,
  pickField,
  textField,
} from './field.ts'
import { grid, gridField } from './grid.ts'
import { requiredFields, sharingDraft, formModel } from './formModel.ts'

const today = '2026-03-15'
const parts = grid(
  {
    what: textField(),
    amount: amountField(),
    tax: textField({ counts: false, sentAs: null }),
  },
  {
    suggested: ({ tax }) => ({ tax }),
    readRow: ({ tax }) => ({ taxed: tax === 'yes' }),
    names: { taxed: 'tax' },
    fromRecorded: ({ taxed }) => ({ tax: taxed === true ? 'yes' : '' }),
  },
)
const table = {
  number: codeField({ label: 'Number', hint: 'As printed.', onCopy: 'clear' }),
  day: documentDay(),
  account: accountField({ label: 'From', carriedOver: true }),
  until: dayField({ label: 'Until', whenEmpty: null }),
  way: choiceField({ slow: 'Slowly', fast: 'At once' }, { label: 'Way', default: 'fast', sentAs: 'speed' }),
  about: pickField({ label: 'About' }),
  fee: amountField({ label: 'Fee', whenEmpty: '0', onCopy: 'sameDay' }),
  parts: gridField(parts),
  seen: hiddenField(),
}
const schema = z.strictObject({
  number: z.string().check(z.minLength(1, 'Enter the number.')),
  day,
  account: z.string(),
  until: z.nullable(day),
  speed: z.enum(['slow', 'fast'], 'Say how.'),
  about: z.nullable(z.string()),
  fee: money,
  parts: z.array(
    z.strictObject({ what: z.string().check(z.minLength(1, 'Say what.')), amount: money, taxed: z.boolean() }),
  ),
})
const visit = formModel(schema, table)
const empty = visit.empty({ today })
const row = (id: string, what: string, amount: string, tax = '') => ({ id, what, amount, tax })
const filled = {
  ...empty,
  number: '7',
  account: '1031',
  about: 'x',
  fee: '25',
  seen: 'y',
  parts: [row('1', 'Rice', '=2*5', 'yes'), row('2', '', ''), row('3', 'Tea', '3')],
}

test('an empty form has the initial values of its fields, and is blank until something relevant is typed', () => {
  expect(empty).toEqual({
    number: '',
    day: '15 Mar 2026',
    account: '',
    until: '',
    way: 'fast',
    about: '',
    fee: '',
    parts: [row('1', '', '')],
    seen: '',
  })
  expect(visit.isBlank({ ...empty, day: 'x', account: '1031', way: 'slow', about: 'x', seen: 'y' })).toBe(true)
  expect(visit.isBlank({ ...empty, fee: '1' })).toBe(false)
  expect(visit.isBlank({ ...empty, parts: [row('1', '', '1')] })).toBe(false)
})

test('the required fields are those that an empty form is refused for, before anything is reviewed', () => {
  expect([...requiredFields(visit.fieldsOf(empty, { today }))]).toEqual(['number'])
  expect(requiredFields(visit.fieldsOf(filled, { today })).size).toBe(0)
})

test("a draft is restored keystroke by keystroke, and values that don't fit a field count as blank", () => {
  const typed = { ...filled, parts: [...filled.parts, row('4', '', '')] }
  expect(visit.restored(JSON.parse(JSON.stringify({ typed })) as Record<string, unknown>)).toEqual(typed)
  expect(visit.restored({ typed: { number: 5, way: 'sideways', parts: [{ what: 'no id' }, null], more: 1 } })).toEqual({
    ...empty,
    day: '',
  })
  expect([visit.restored({}), visit.restored({ typed: 7 })]).toEqual([null, null])
})

test('the next document gets the carried-over values, a copy the kept ones', () => {
  expect(visit.next({ ...filled, day: '3-1' }, { today })).toEqual({ ...empty, day: '3-1', account: '1031' })
  expect(visit.copied({ ...filled, day: '3-1' })).toEqual({ ...filled, day: '3-1', number: '' })
})

test('a copy of a recorded document is dated today, without the values of its own day', () => {
  const { fields } = visit.fieldsOf({ ...filled, day: '3-1', way: 'slow' }, { today })
  expect(visit.like(fields, null, { today })).toEqual({
    ...empty,
    account: '1031',
    way: 'slow',
    about: 'x',
    parts: [row('1', 'Rice', '10.00', 'yes'), row('2', 'Tea', '3.00'), row('3', '', '')],
  })
  expect(visit.like({ ...fields, speed: 'sideways' }, null, { today })).toBeNull()
})

test('the input is sent as the schema expects, without empty rows', () => {
  expect(visit.fieldsOf({ ...filled, until: '+2' }, { today })).toMatchObject({
    fields: {
      number: '7',
      day: today,
      account: '1031',
      until: '2026-03-17',
      speed: 'fast',
      about: 'x',
      fee: '2500',
      parts: [
        { what: 'Rice', amount: '1000', taxed: true },
        { what: 'Tea', amount: '300', taxed: false },
      ],
    },
    mistakes: [],
  })
  expect(visit.fieldsOf({ ...filled, fee: '', about: '' }, { today }).fields).toMatchObject({
    until: null,
    about: null,
    fee: '0',
  })
})

test('mistakes are at the fields of the form, in its order', () => {
  const typed = { ...filled, number: '', fee: 'x', parts: [row('1', '', ''), row('2', '', 'y')] }
  const { mistakes, onForm } = visit.fieldsOf(typed, { today })
  const places = (found: typeof mistakes) => found.map(({ path }) => path.join('.'))
  expect(places(mistakes)).toEqual(['number', 'fee', 'parts.1.what', 'parts.1.amount'])
  const said = [['parts', 0, 'taxed'], ['fields', 'speed'], ['day']].map((path) => ({ path, message: '' }))
  expect(places(onForm(said))).toEqual(['day', 'way', 'parts.1.tax'])
})

test('a form can read values from several fields, and leave a field out', () => {
  const { fields, mistakes } = visit.check({ ...filled, number: '' }, today, (read) => {
    read.unread.push({ path: ['number'], message: 'Which one?' })
    return { number: '', until: '2026-04-01', about: undefined }
  })
  expect(fields).toMatchObject({ until: '2026-04-01' })
  expect('about' in fields).toBe(false)
  expect(mistakes.map(({ message }) => message)).toContain('Which one?')
  expect(mistakes.map(({ message }) => message)).not.toContain('Enter the number.')
})

test("two forms of one draft keep each other's input and send their own fields", () => {
  const one = { day: documentDay(), note: textField({ label: 'Note' }) }
  const other = { day: documentDay(), payee: textField({ carriedOver: true }) }
  const shared = formModel(z.strictObject({ day, note: z.string() }), sharingDraft(one, other))
  const typed = { day: '3-15', note: 'n', payee: 'p' }
  expect(shared.restored({ typed })).toEqual(typed)
  expect(shared.fieldsOf(typed, { today })).toMatchObject({ fields: { day: today, note: 'n' }, mistakes: [] })
  expect(shared.next(typed, { today })).toEqual({ day: '3-15', note: '', payee: '' })
  expect(Object.keys(shared.table)).toEqual(['day', 'note', 'payee'])
})
