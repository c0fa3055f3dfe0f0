// Questions about a document, and the files and notes that were added after it was recorded.
import type { getDocument } from '@talaan/contract/documents.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { FilesAndNotes } from '../notes/FilesAndNotes.tsx'
import { Questions } from '../questions/Questions.tsx'

export function AddedLater({
  document: { id, receipt, attached },
}: {
  document: AnswerOf<typeof getDocument>['document']
}) {
  return (
    <>
      <Questions
        subject={{ document: id }}
        lines={receipt.journal.map(
          ({ account, name, debit, credit }) => `${account} ${name}, ${formatMoney(debit > 0n ? debit : credit)}`,
        )}
        files={attached}
        hint="The month can’t be closed while a question is open."
        order={3}
      />
      <FilesAndNotes
        subject={{ document: id }}
        title="Added later"
        hint="Files and notes added after recording. The document itself doesn’t change."
        order={3}
      />
    </>
  )
}
