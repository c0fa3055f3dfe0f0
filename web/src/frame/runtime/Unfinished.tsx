// Offers the user's drafts at the start, to continue or to delete them.
import { Button, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { discardDraft } from '@talaan/contract/documents.ts'
import type { Channel } from './channel.ts'
import css from './Unfinished.module.css'

export type Begun = { draftId: string; words: string }

export function Unfinished({
  channel,
  begun,
  onContinue,
}: {
  channel: Channel
  begun: readonly Begun[]
  onContinue: (draftId: string) => void
}) {
  const [gone, setGone] = useState<readonly string[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [all, setAll] = useState(false)
  const left = begun.filter(({ draftId }) => !gone.includes(draftId))
  if (left.length === 0) return null

  function discard(draftId: string) {
    channel
      .call(discardDraft, { params: { draftId } })
      .then(() => {
        setGone((ids) => [...ids, draftId])
        setFailure(null)
      })
      .catch((error: unknown) => setFailure(error instanceof Error ? error.message : discardDraft.failure))
  }

  return (
    <section className={css.begun} aria-labelledby="begun">
      <Title order={2} id="begun">
        Unfinished drafts
      </Title>
      <ul className={css.list}>
        {(all ? left : left.slice(0, 3)).map(({ draftId, words }) => (
          <li key={draftId}>
            <Text className={css.words}>{words}</Text>
            <Group gap="xs">
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => onContinue(draftId)}
                aria-label={`Continue ${words}`}
              >
                Continue
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                onClick={() => discard(draftId)}
                aria-label={`Discard ${words}`}
              >
                Discard
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      {!all && left.length > 3 && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setAll(true)}>
          Show all {left.length}
        </Button>
      )}
      {failure && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {failure}
        </Text>
      )}
    </section>
  )
}
