// What opens above a month is fetched once the month stands, so that its lines are there first and no key waits for it.
import { later } from '../../ui/later.tsx'

export const RecordDialog = later(async () => (await import('./RecordDialog.tsx')).RecordDialog)
export const RuleDialog = later(async () => (await import('./RuleDialog.tsx')).RuleDialog)
export const QuestionDialog = later(async () => (await import('./QuestionDialog.tsx')).QuestionDialog)
export const SignOffDialog = later(async () => (await import('./SignDialogs.tsx')).SignOffDialog)
export const ReopenDialog = later(async () => (await import('./SignDialogs.tsx')).ReopenDialog)
export const StartDialog = later(async () => (await import('./StartDialog.tsx')).StartDialog)
export const FindBooks = later(async () => (await import('./FindBooks.tsx')).FindBooks)
export const NextMonth = later(async () => (await import('./NextMonth.tsx')).NextMonth)

export const fetchDialogs = () =>
  Promise.all([RecordDialog, FindBooks, SignOffDialog, RuleDialog, QuestionDialog].map((part) => part.fetch()))
