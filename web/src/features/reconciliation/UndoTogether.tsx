// Before undoing several matches: the other effects, or the months that have to be reopened first.
import { List, Text } from '@mantine/core'
import type { UndoConsequences } from '@talaan/contract/reconciliation.ts'
import { ReopenFirst } from './ReopenFirst.tsx'
import { consequenceWords } from './UndoDialog.tsx'

/** More sentences are counted. */
const mostShown = 20

export function UndoTogether({ count, preview }: { count: number; preview: UndoConsequences }) {
  if (preview.reopensFirst.length > 0) return <ReopenFirst months={preview.reopensFirst} />
  const sentences = consequenceWords(preview)
  const more = sentences.length - mostShown
  return (
    <>
      <Text size="sm">
        {count === 1
          ? 'The bank lines of the match become unmatched again.'
          : `The bank lines of ${count} matches become unmatched again.`}
      </Text>
      <List size="sm">
        {sentences.slice(0, mostShown).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
        {more > 0 && <List.Item>{more === 1 ? '1 more change.' : `${more} more changes.`}</List.Item>}
      </List>
    </>
  )
}
