// The five password rules, the score and the messages, for browser and server.

export const minimumLength = 8
export const maximumLength = 128
/** A score of at least 90 means that all five rules are met. */
export const scoreThreshold = 90

/** The special characters are the 32 ASCII punctuation marks. */
const special = /[!-/:-@[-`{-~]/

export const passwordRules = [
  { label: `At least ${minimumLength} characters`, met: (password: string) => [...password].length >= minimumLength },
  { label: 'A digit', met: (password: string) => /\d/.test(password) },
  { label: 'A lowercase letter', met: (password: string) => /[a-z]/.test(password) },
  { label: 'An uppercase letter', met: (password: string) => /[A-Z]/.test(password) },
  { label: 'A special character', met: (password: string) => special.test(password) },
] as const

export const passwordWords = {
  weak: 'Weak password',
  notMet: 'Password does not meet requirements',
  mismatch: 'Passwords do not match',
  firstLoginMismatch: 'password does not match',
  common: 'This password is too common. Choose another one, for example a short sentence.',
  breached: 'This password was leaked from another service. Choose another one, for example a short sentence.',
  tooLong: `Use at most ${maximumLength} characters.`,
} as const

/**
 * 100 minus one sixth of 100 for each rule that is not met, but at least 10. An empty password counts as one more rule
 * that is not met.
 */
export const passwordScore = (password: string): number => {
  const misses = passwordRules.filter((rule) => !rule.met(password)).length + (password === '' ? 1 : 0)
  return Math.max(10, 100 - (100 / 6) * misses)
}

/** The reason why the password is refused; undefined if it is accepted. */
export const passwordRefusal = (password: string, clientId = ''): string | undefined => {
  if ([...password].length > maximumLength) return passwordWords.tooLong
  if (passwordScore(password) < scoreThreshold) return passwordWords.notMet
  return isCommon(password, clientId) ? passwordWords.common : undefined
}

// Common passwords that satisfy the five rules usually consist of a common word with digits and a punctuation mark, so
// the list contains the words. Digits and marks that replace letters are converted back before the comparison.
const stems = [
  'password',
  'passw',
  'passwd',
  'pass',
  'welcome',
  'admin',
  'administrator',
  'qwerty',
  'qwertyuiop',
  'qwertyui',
  'asdf',
  'asdfgh',
  'asdfghjkl',
  'zxcvbn',
  'zxcvbnm',
  'letmein',
  'monkey',
  'dragon',
  'iloveyou',
  'sunshine',
  'princess',
  'football',
  'baseball',
  'superman',
  'batman',
  'master',
  'login',
  'secret',
  'changeme',
  'default',
  'summer',
  'winter',
  'spring',
  'autumn',
  'january',
  'february',
  'march',
  'april',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
  'philippines',
  'pilipinas',
  'manila',
  'talaan',
  'company',
  'accounting',
  'bookkeeping',
  'test',
  'testing',
  'hello',
  'abc',
  'abcd',
  'abcdef',
  'abcdefg',
  'qaz',
  'qazwsx',
  'trustno',
  'shadow',
  'michael',
  'jordan',
  'google',
  'facebook',
]
const isCommon = (password: string, clientId: string): boolean => {
  const ownName = lettersOf(clientId.toLowerCase())
  return spellings(password.toLowerCase()).some(
    (core) =>
      stems.some((stem) => core === stem || core === stem + 'o' || core === stem + 's') ||
      (ownName.length >= 3 && core === ownName) ||
      /^(.)\1+$/.test(core),
  )
}

/**
 * A mark or a digit at the beginning or end may replace a letter or may have been added to the word, so both are tried.
 */
const spellings = (text: string): string[] => {
  const [before, after] = [/^[^a-z]+/, /[^a-z]+$/]
  return [text, text.replace(before, ''), text.replace(after, ''), text.replace(before, '').replace(after, '')].map(
    (part) => lettersOf(withoutLeet(part)),
  )
}

const lettersOf = (text: string) => text.replace(/[^a-z]+/g, '')

/** The text with letters in place of the digits and marks that often replace them. */
export const withoutLeet = (text: string) =>
  text
    .replace(/[@4]/g, 'a')
    .replace(/0/g, 'o')
    .replace(/[1!](?=[a-z])/g, 'i')
    .replace(/3(?=[a-z])/g, 'e')
    .replace(/\$/g, 's')
    .replace(/5(?=[a-z])/g, 's')
