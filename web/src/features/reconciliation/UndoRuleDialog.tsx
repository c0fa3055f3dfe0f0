// Before undoing all automatic matches of a rule: the other effects.
import { Skeleton } from '@mantine/core'
import { type BankRuleAnswer, previewUndoRule } from '@talaan/contract/reconciliation.ts'
import { sentenceOf, useCall } from '../../app/api.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { UndoTogether } from './UndoTogether.tsx'

type Props = { account: string; rule: BankRuleAnswer; onUndo: () => void; onClose: () => void }

export function UndoRuleDialog({ account, rule, onUndo, onClose }: Props) {
  const { data, error } = useCall(previewUndoRule, { params: { account, ruleId: rule.id } })
  const count = data?.matches ?? 0
  return (
    <TypingDialog
      title={`Undo matches: ${rule.fields.name}`}
      submit={data === undefined ? null : count === 1 ? 'Undo match' : `Undo ${count} matches`}
      focusSubmit
      unsaved={false}
      busy={false}
      alert={error === null ? undefined : sentenceOf(error)}
      onSubmit={onUndo}
      onClose={onClose}
    >
      {data !== undefined ? <UndoTogether count={count} preview={data} /> : error === null && <Skeleton h={48} />}
    </TypingDialog>
  )
}
