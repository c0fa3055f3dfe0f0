// Where the work of a task is done: the address of each row, and the page or form that completes the whole task.
import { documentPlaces } from '@talaan/contract/cards.ts'
import type { TaskKind, TaskRow } from '@talaan/contract/tasks.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { paths } from '../../app/paths.ts'

const formOf = (kind: DocumentTypeName) => paths.form(documentPlaces[kind].frame)

/** The address of a row. */
export function placeOf(kind: TaskKind, { document, ref }: TaskRow): string {
  const [first = '', second = ''] = ref.split(' ')
  switch (kind) {
    case 'drafts':
      return document === null ? paths.dashboard : paths.form(documentPlaces[document].frame, { draft: ref })
    case 'arrivals':
      return paths.arrivals(ref)
    case 'recurring':
      return paths.recurring()
    case 'bankLines':
      return paths.reconciliation(first, second)
    case 'questions':
      return paths.question(ref)
    case 'returns':
      return paths.filing(ref.slice(first.length + 1), first)
    case 'deadlines':
      return paths.taxCompliance
    case 'certificatesToIssue':
      return `${paths.certificatesIssued}?quarter=${ref}`
    case 'certificatesToCollect':
      return paths.certificatesReceived
    case 'months':
      return paths.monthClose
    case 'checks':
      return paths.trust
    case 'backups':
      return paths.settings('backups')
    case 'jobs':
    case 'mail':
      return paths.settings('jobs')
    case 'pettyCashCount':
    case 'pettyCashLow':
      return formOf('pettycashfund')
    case 'batches':
      return paths.form(ref)
    case 'bills':
    case 'chequesOut':
    case 'chequesIn':
    case 'undeposited':
    case 'overdue':
    case 'transfers':
    case 'unidentified':
    case 'advances':
    case 'staleCheques':
    case 'unclearedCheques':
      return document === null ? paths.dashboard : paths.document(document, ref)
  }
}

/** The action that usually completes the task, shown at the top of its page. */
export const actions: Partial<Record<TaskKind, { words: string; to: string }>> = {
  bills: { words: 'Pay bills', to: formOf('payment') },
  chequesIn: { words: 'Deposit receipts', to: formOf('deposit') },
  undeposited: { words: 'Deposit receipts', to: formOf('deposit') },
  arrivals: { words: 'Open Arrivals', to: paths.arrivals() },
  recurring: { words: 'Review drafts', to: paths.recurring() },
  overdue: { words: 'Send statements', to: paths.customerMail },
  bankLines: { words: 'Reconcile', to: paths.category('BankReconciliation') },
  pettyCashCount: { words: 'Count fund', to: formOf('pettycashfund') },
  pettyCashLow: { words: 'Replenish fund', to: formOf('pettycashfund') },
  staleCheques: { words: 'Open cheque books', to: paths.category('ChequeDisbursement') },
  unclearedCheques: { words: 'Open cheque books', to: paths.category('ChequeDisbursement') },
  certificatesToIssue: { words: 'Issue certificates', to: paths.certificatesIssued },
  certificatesToCollect: { words: 'Match certificates', to: paths.certificatesReceived },
  returns: { words: 'Open tax calendar', to: paths.taxCompliance },
  deadlines: { words: 'Open tax calendar', to: paths.taxCompliance },
  months: { words: 'Close month', to: paths.monthClose },
  mail: { words: 'Open background jobs', to: paths.settings('jobs') },
  jobs: { words: 'Open background jobs', to: paths.settings('jobs') },
  checks: { words: 'Open Trust', to: paths.trust },
  backups: { words: 'Open backups', to: paths.settings('backups') },
}
