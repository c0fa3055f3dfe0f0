// The last change was a bank match, or several that were confirmed with one key.
import { List } from '@mantine/core'
import { keyWords } from '@talaan/contract/keys.ts'
import { previewUndo, undoTogether } from '@talaan/contract/reconciliation.ts'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { ReopenFirst } from '../reconciliation/ReopenFirst.tsx'
import { consequenceWords } from '../reconciliation/UndoDialog.tsx'
import { Sentence, type UndoProps, useReversal } from './change.tsx'

export function Unmatch({ change, undo: { account, matches }, onClose }: UndoProps<'unmatch'>) {
  const [matchId = ''] = matches
  const isOne = matches.length === 1
  const preview = useCall(previewUndo, { params: { account, matchId } }, { enabled: isOne })
  const reversal = useReversal(() => call(undoTogether, { params: { account }, body: { matches } }), onClose)
  const error = reversal.error ?? preview.error
  return (
    <TypingDialog
      title={keyWords.undo}
      submit={
        isOne && preview.data?.reopensFirst.length !== 0
          ? null
          : isOne
            ? 'Undo match'
            : `Undo ${matches.length} matches`
      }
      focusSubmit
      unsaved={false}
      busy={reversal.isPending}
      alert={error === null ? undefined : sentenceOf(error)}
      onSubmit={() => reversal.mutate()}
      onClose={onClose}
    >
      <Sentence change={change} />
      {preview.data !== undefined && preview.data.reopensFirst.length > 0 && (
        <ReopenFirst months={preview.data.reopensFirst} />
      )}
      <List size="sm">
        <List.Item>
          {isOne
            ? 'The bank lines become unmatched again.'
            : `The bank lines of ${matches.length} matches become unmatched again.`}
        </List.Item>
        {isOne
          ? preview.data && consequenceWords(preview.data).map((words) => <List.Item key={words}>{words}</List.Item>)
          : null}
        {!isOne && <List.Item>Documents that were recorded for these matches are voided.</List.Item>}
      </List>
    </TypingDialog>
  )
}
