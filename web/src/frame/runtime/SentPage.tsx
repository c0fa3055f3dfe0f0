// A document that waits for an approval: who may give it, and the next actions.
import { Button, Group, Kbd, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { approvalWords, withdrawDocument } from '@talaan/contract/approvals.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Channel } from './channel.ts'
import { Notice } from './Notice.tsx'
import css from './VoucherPage.module.css'
import { clockTime } from './words.ts'

type Props = {
  channel: Channel
  title: string
  /** Known when it has just been sent; otherwise the time when it was sent. */
  approvers?: readonly string[]
  sentAt?: string
  onAnother: () => void
  onReload: () => void
}

export function SentPage({ channel, title, approvers, sentAt, onAnother, onReload }: Props) {
  const { draftId, today } = channel.context
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const first = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    window.scrollTo(0, 0)
    first.current?.focus({ preventScroll: true })
  }, [])

  async function withdraw() {
    setBusy(true)
    try {
      await channel.call(withdrawDocument, { params: { draftId } })
      channel.say({ type: 'sent' })
      onReload()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : withdrawDocument.failure)
      setBusy(false)
    }
  }

  return (
    <main className={css.page}>
      <section className={css.done} aria-label="Result">
        <Text c="dimmed">{title}</Text>
        <Title order={1}>{approvalWords.sent}</Title>
        <ul className={css.happened}>
          <li>
            <StatusBadge tone="look">Waiting for approval</StatusBadge>{' '}
            {approvers === undefined ? sentAt && `Sent ${clockTime(sentAt, today)}` : `Sent to ${approvers.join(', ')}`}
          </li>
          <li>Nothing is posted yet. You get a notification when it is approved or returned.</li>
          <li>To change it, withdraw it first.</li>
        </ul>
        {failure && (
          <div className={css.failure}>
            <Notice tone="bad" title={failure} urgent />
          </div>
        )}
        <Group gap="sm">
          <Button ref={first} onClick={onAnother} rightSection={<Kbd size="xs">Enter</Kbd>}>
            Record another
          </Button>
          <Button variant="default" onClick={() => channel.navigate({ to: 'approval', id: draftId })}>
            Open in portal
          </Button>
          <Button variant="default" loading={busy} onClick={() => void withdraw()}>
            Withdraw and edit
          </Button>
        </Group>
      </section>
    </main>
  )
}
