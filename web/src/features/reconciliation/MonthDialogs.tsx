// The dialog that is open on the month's page.
import type { Dispatch } from 'react'
import { newId } from '../../ui/newId.ts'
import {
  QuestionDialog,
  RecordDialog,
  ReopenDialog,
  RuleDialog,
  SignOffDialog,
  StartDialog,
  UndoDialog,
} from './dialogs.ts'
import type { Dialog, MonthAction, ShownMonth } from './monthState.ts'

type Props = {
  dialog: Dialog
  month: ShownMonth
  dispatch: Dispatch<MonthAction>
  /** Reloads everything from the server. */
  renew: () => Promise<unknown>
}

export function MonthDialogs({ dialog, month, dispatch, renew }: Props) {
  const of = { account: month.account.code, month: month.month }
  const onClose = () => dispatch({ type: 'closed' })
  switch (dialog.name) {
    case 'record': {
      const { lines, books, how, reasons } = dialog.request
      return (
        <RecordDialog
          request={dialog.request}
          line={dialog.line}
          types={month.adjustments}
          onRecorded={(documentId) =>
            dispatch({
              type: 'changed',
              id: newId(),
              change: { what: 'match', lines, books, documents: [documentId], how, reasons, made: null },
            })
          }
          onClose={onClose}
        />
      )
    }
    case 'rule':
      return (
        <RuleDialog
          account={of.account}
          rule={dialog.rule}
          onSaved={() => {
            onClose()
            void renew()
          }}
          onClose={onClose}
        />
      )
    case 'question': {
      const { line, question } = dialog
      return (
        <QuestionDialog
          line={line}
          question={question}
          onSay={(note) => {
            const mark = question === null ? 'ask' : 'answered'
            dispatch({ type: 'changed', id: newId(), change: { what: 'mark', lineId: line.id, mark, note } })
            onClose()
          }}
          onClose={onClose}
        />
      )
    }
    case 'undo': {
      const { matchId, words } = dialog
      return (
        <UndoDialog
          account={of.account}
          matchId={matchId}
          words={words}
          onUndo={() => {
            dispatch({ type: 'changed', id: newId(), change: { what: 'undo', matchId, words } })
            onClose()
          }}
          onClose={onClose}
        />
      )
    }
    case 'sign':
      return <SignOffDialog of={of} month={month} onDone={renew} onClose={onClose} />
    case 'start':
      return <StartDialog account={of.account} start={month.start} onDone={renew} onClose={onClose} />
    case 'reopen':
      return <ReopenDialog of={of} onDone={renew} onClose={onClose} />
  }
}
