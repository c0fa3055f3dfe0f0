import { expect, test } from 'vitest'
import { filledIn, firstTemplate, placeholders, reminderFields, statusWords, stepWords } from './customer-mail.ts'

test('a template is filled in, and unknown placeholders are refused', () => {
  expect(filledIn('{customer}: {invoice} {status} {other}', placeholders)).toBe(
    'Lakbay Trading Inc.: SI-2026-000123 is 7 days overdue {other}',
  )
  const fields = { active: false, ...firstTemplate }
  expect(reminderFields.safeParse(fields).success).toBe(true)
  for (const wrong of [
    { subject: 'Invoice {invoise}' },
    { body: 'Open brace {invoice' },
    { subject: 'Two\nlines' },
    { subject: ' ' },
    { steps: [] },
    { steps: [7, 7] },
    { steps: [181] },
    { steps: [1.5] },
  ])
    expect(reminderFields.safeParse({ ...fields, ...wrong }).success).toBe(false)
})

test('days are written as a person says them', () => {
  expect([-3, 0, 1].map(stepWords)).toEqual([
    '3 days before the due date',
    'on the due date',
    '1 day after the due date',
  ])
  expect([-1, 0, 30].map(statusWords)).toEqual(['is due in 1 day', 'is due today', 'is 30 days overdue'])
})
