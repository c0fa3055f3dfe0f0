// Undo when the last change was a bank match, or several matches confirmed with one key.
import { Skeleton } from '@mantine/core'
import { keyWords } from '@talaan/contract/keys.ts'
import { previewUndoTogether, undoTogether } from '@talaan/contract/reconciliation.ts'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { UndoTogether } from '../reconciliation/UndoTogether.tsx'
import { Sentence, type UndoProps, useReversal } from './change.tsx'

export function Unmatch({ change, undo: { account, matches }, onClose }: UndoProps<'unmatch'>) {
  const preview = useCall(previewUndoTogether, { params: { account }, body: { matches } })
  const reversal = useReversal(() => call(undoTogether, { params: { account }, body: { matches } }), onClose)
  const error = reversal.error ?? preview.error
  const isFree = preview.data?.reopensFirst.length === 0
  return (
    <TypingDialog
      title={keyWords.undo}
      submit={!isFree ? null : matches.length === 1 ? 'Undo match' : `Undo ${matches.length} matches`}
      focusSubmit
      unsaved={false}
      busy={reversal.isPending}
      alert={error === null ? undefined : sentenceOf(error)}
      onSubmit={() => reversal.mutate()}
      onClose={onClose}
    >
      <Sentence change={change} />
      {preview.data !== undefined ? (
        <UndoTogether count={matches.length} preview={preview.data} />
      ) : (
        preview.error === null && <Skeleton h={48} />
      )}
    </TypingDialog>
  )
}
