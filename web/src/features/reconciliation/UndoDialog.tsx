// Before undoing a match for which a document was recorded: the documents that will be voided, and those that will
// stay.
import { List, Text } from '@mantine/core'
import { previewUndo, type UndoConsequences } from '@talaan/contract/reconciliation.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { useQuery } from '@tanstack/react-query'
import { call, keyOf, sentenceOf } from '../../app/api.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { ReopenFirst } from './ReopenFirst.tsx'
import { allSent } from './sending.ts'

type Props = { account: string; matchId: string; words: string; onUndo: () => void; onClose: () => void }

export function UndoDialog({ account, matchId, words, onUndo, onClose }: Props) {
  const params = { account, matchId }
  const consequences = useQuery({
    queryKey: keyOf(previewUndo, { params }),
    queryFn: async ({ signal }) => {
      // The request for a match made a moment ago may not have reached the server yet.
      await allSent()
      return call(previewUndo, { params, signal })
    },
    retry: false,
    gcTime: 0,
    staleTime: 0,
  })
  const { data, error } = consequences
  if (data === undefined && error === null) return null
  const voids = data !== undefined && data.voided.length > 0
  return (
    <TypingDialog
      title={`Undo match: ${words}`}
      submit={data === undefined || data.reopensFirst.length > 0 ? null : voids ? 'Undo and void' : 'Undo match'}
      focusSubmit
      unsaved={false}
      busy={false}
      alert={error === null ? undefined : sentenceOf(error)}
      onSubmit={onUndo}
      onClose={onClose}
    >
      {data !== undefined && data.reopensFirst.length > 0 && <ReopenFirst months={data.reopensFirst} />}
      {data !== undefined && data.reopensFirst.length === 0 && (
        <>
          <Text size="sm">The bank line becomes unmatched again.</Text>
          <List size="sm">
            {consequenceWords(data).map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
        </>
      )}
    </TypingDialog>
  )
}

export const consequenceWords = ({ voided, kept, consequences }: UndoConsequences): string[] => [
  ...voided.map(
    ({ number, on }) =>
      `${number} was recorded for this match. It will be voided on ${formatDay(on)}, and its entry reversed.`,
  ),
  ...kept.map(({ number, reason }) => `${number} was recorded for this match and stays recorded. ${reason}`),
  ...consequences,
]
