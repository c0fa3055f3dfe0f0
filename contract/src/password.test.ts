// Password strength: five rules, one score and one threshold, which are the same for adding a user, resetting a
// password and the first change.
import { expect, test } from 'vitest'
import {
  minimumLength,
  passwordRefusal,
  passwordRules,
  passwordScore,
  passwordWords,
  scoreThreshold,
} from './password.ts'

test('a password has at least 8 characters, a digit, a lowercase letter, an uppercase letter, and a special character', () => {
  expect(minimumLength).toBe(8)
  const misses = (password: string) => passwordRules.filter(({ met }) => !met(password)).map(({ label }) => label)
  expect(misses('')).toEqual([
    'At least 8 characters',
    'A digit',
    'A lowercase letter',
    'An uppercase letter',
    'A special character',
  ])
  expect(misses('Talaan#7')).toEqual([])
  expect(misses('Tala#7')).toEqual(['At least 8 characters'])
  expect(misses('Talaan##')).toEqual(['A digit'])
  expect(misses('TALAAN#7')).toEqual(['A lowercase letter'])
  expect(misses('talaan#7')).toEqual(['An uppercase letter'])
  expect(misses('Talaan77')).toEqual(['A special character'])
})

test('the special characters are the 32 ASCII marks only', () => {
  const [, , , , special] = passwordRules
  const printable = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))
  const marks = printable.filter((each) => special.met(each)).join('')
  expect(marks).toBe('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~')
  for (const other of ['é', '–', '€', ' ', '１']) expect(special.met(other)).toBe(false)
})

test.for([
  ['', 10, 'six misses: the five rules, and an empty value counts as one more'],
  ['a', 33.33, 'four misses'],
  ['aA', 50, 'three misses'],
  ['aA1', 66.67, 'two misses'],
  ['aA1#', 83.33, 'one miss: too short'],
  ['Talaan77', 83.33, 'one miss: no special character'],
  ['Talaan#7', 100, 'all five rules met'],
] as const)(
  'the score of "%s" is %d: 100 minus one sixth of 100 per unmet rule, at least 10 (%s)',
  ([password, score]) => {
    expect(passwordScore(password)).toBeCloseTo(score, 2)
  },
)

test("the score must be at least 90, which means all five rules are met, else 'Weak password' / 'Password does not meet requirements'", () => {
  expect(scoreThreshold).toBe(90)
  for (const weak of ['', 'a', 'aA', 'aA1', 'aA1#', 'Talaan77', 'talaan#7']) {
    expect(passwordScore(weak)).toBeLessThan(90)
    expect(passwordRefusal(weak)).toBe('Password does not meet requirements')
  }
  expect(passwordRefusal('Kuwaderno#7')).toBeUndefined()
  expect(passwordWords.weak).toBe('Weak password')
})

test.for([
  ...[
    'P@ssw0rd1',
    'Password123!',
    'Welcome@2026',
    'Qwerty#123',
    'Admin@1234',
    '#1Sunshine',
    'Changeme!9',
    'S3cret!22',
    'Aaaaaaa1!',
  ],
  // The words listed in docs/asvs.md.
  ...['Talaan@2026', 'Company.2026', 'Accounting#1', 'B00kkeeping!', 'Philippines1!', 'Pilipinas#1', 'M@nila#2026'],
  ...['Administrator1!', 'Carla.2026!'],
])('%s meets the five rules and is refused as too common', (password) => {
  expect(passwordScore(password)).toBe(100)
  expect(passwordRefusal(password, 'carla')).toBe(passwordWords.common)
})
