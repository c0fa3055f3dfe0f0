// The rules for an account's password, with the messages of the specification.
import { passwordRefusal, passwordWords } from '@talaan/contract/password.ts'
import { sessionWords } from '@talaan/contract/sign-in.ts'

export type Typed = { password: string; again: string }
export type PasswordMistakes = { password?: string; again?: string }

export function checkPassword({ password, again }: Typed, clientId: string): PasswordMistakes {
  const mistakes: PasswordMistakes = {}
  const refusal = passwordRefusal(password, clientId)
  if (password === '') mistakes.password = sessionWords.allRequired
  else if (refusal === passwordWords.notMet) mistakes.password = `${passwordWords.weak}. ${passwordWords.notMet}`
  else if (refusal !== undefined) mistakes.password = refusal
  if (again === '') mistakes.again = sessionWords.allRequired
  else if (again !== password) mistakes.again = passwordWords.mismatch
  return mistakes
}
