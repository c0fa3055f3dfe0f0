// The two forms of petty cash: the voucher, and the count and replenishment of the fund.
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { saveDraft } from '@talaan/contract/documents.ts'
import { newId } from '../../ui/newId.ts'
import { Term } from '../../ui/Term.tsx'
import type { Channel } from '../runtime/channel.ts'

const forms = { pettycash: 'Voucher', pettycashfund: 'Count and replenish' } as const
type Kind = keyof typeof forms

export function PettyCashForms({ channel, shown }: { channel: Channel; shown: Kind }) {
  const [failure, setFailure] = useState<string | null>(null)

  /** The other form has a draft of its own; this draft stays and can be continued. */
  async function turnTo(kind: Kind) {
    if (kind === shown) return
    const draftId = newId()
    try {
      await channel.call(saveDraft, { params: { draftId }, body: { kind, fields: {} } })
      channel.say({ type: 'unsaved', unsaved: false })
      channel.navigate({ to: 'form', id: draftId })
    } catch (error) {
      setFailure(error instanceof Error ? error.message : saveDraft.failure)
    }
  }
  return (
    <div>
      <Group gap="xs" mb="sm" wrap="nowrap" role="group" aria-label="Petty cash form">
        {(Object.keys(forms) as Kind[]).map((kind) => (
          <Button
            key={kind}
            size="sm"
            px="sm"
            variant={kind === shown ? 'light' : 'default'}
            aria-pressed={kind === shown}
            onClick={() => void turnTo(kind)}
          >
            {forms[kind]}
          </Button>
        ))}
        <Term name="Imprest fund" />
      </Group>
      {failure !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mb="sm">
          {failure}
        </Text>
      )}
    </div>
  )
}
