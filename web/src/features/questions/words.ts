// The texts of a question that its list and its page share.
import type { Question, QuestionState } from '@talaan/contract/questions.ts'

export const stateWords = {
  open: 'Open',
  answered: 'Answered',
  closed: 'Settled',
  withdrawn: 'Withdrawn',
} as const satisfies Record<QuestionState, string>

export const stateTones = {
  open: 'look',
  answered: 'look',
  closed: 'good',
  withdrawn: 'plain',
} as const satisfies Record<QuestionState, string>

export const recipientWords = ({ name, email }: Question['to']): string =>
  name === null ? 'every accountant' : email === null ? name : `${name} (no account)`
