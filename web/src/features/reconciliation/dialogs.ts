// Dialogs load after the month, so that its lines come first and no key has to wait.
import { later } from '../../ui/later.tsx'

export const RecordDialog = later(async () => (await import('./RecordDialog.tsx')).RecordDialog)
export const RuleDialog = later(async () => (await import('./RuleDialog.tsx')).RuleDialog)
export const QuestionDialog = later(async () => (await import('./QuestionDialog.tsx')).QuestionDialog)
export const SignOffDialog = later(async () => (await import('./SignDialogs.tsx')).SignOffDialog)
export const ReopenDialog = later(async () => (await import('./SignDialogs.tsx')).ReopenDialog)
export const UndoDialog = later(async () => (await import('./UndoDialog.tsx')).UndoDialog)
export const StartDialog = later(async () => (await import('./StartDialog.tsx')).StartDialog)
export const FindBooks = later(async () => (await import('./FindBooks.tsx')).FindBooks)
export const NextMonth = later(async () => (await import('./NextMonth.tsx')).NextMonth)
export const LineReceipt = later(async () => (await import('../arrivals/LineReceipt.tsx')).LineReceipt)
export const ReceiptFilter = later(async () => (await import('../arrivals/ReceiptFilter.tsx')).ReceiptFilter)

export const fetchDialogs = () =>
  Promise.all(
    [LineReceipt, RecordDialog, FindBooks, SignOffDialog, UndoDialog, RuleDialog, QuestionDialog].map((part) =>
      part.fetch(),
    ),
  )
