// The last change in a sentence, and the call that reverses it.
import { Anchor, Text } from '@mantine/core'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import type { lastChange, Undo } from '@talaan/contract/undo.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { moment } from '../../ui/moment.ts'
import { toast } from '../../ui/toast.ts'

export type Change = NonNullable<AnswerOf<typeof lastChange>['change']>
type By<Name extends Undo['by']> = Extract<Undo, { by: Name }>
export type UndoProps<Name extends Undo['by']> = { change: Change; undo: By<Name>; onClose: () => void }

export function Sentence({ change: { words, at, document } }: { change: Change }) {
  const [before, after] = document === null ? [words] : words.split(document.number)
  return (
    <Text size="sm">
      You {before}
      {document !== null && (
        <>
          <Anchor component={Link} to={paths.document(document.kind, document.id)} target="_blank" size="sm">
            {document.number}
          </Anchor>
          {after}
        </>
      )}{' '}
      on {moment(at)}.
    </Text>
  )
}

/** Sends the reversal; every page then shows the state without the change. */
export function useReversal(send: () => Promise<unknown>, onClose: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      toast({ title: 'Last change undone', tone: 'good' })
      onClose()
      await queries.invalidateQueries()
    },
  })
}
