// The description of a book entry, and the address of its document.
import type { BookLineAnswer } from '@talaan/contract/reconciliation.ts'
import { paths } from '../../app/paths.ts'

export const wordsOf = ({ document, party, memo, reference }: BookLineAnswer) => ({
  words: [document?.number, party || memo, reference !== document?.number && reference].filter(Boolean).join(', '),
  to: document === null ? undefined : paths.document(document.kind, document.id),
})
