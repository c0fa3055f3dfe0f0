// The merges of a customer or supplier: the registration into which it was merged, and those merged into it.
import { Alert, Anchor, Button, Group, Text, Textarea, Title } from '@mantine/core'
import { type PartyAnswer, type PartyMerge, undoMerge } from '@talaan/contract/parties.ts'
import { adminsAndAccountants } from '@talaan/contract/roles.ts'
import { dayInManila, formatDay } from '@talaan/ledger/core/date.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, sentenceOf } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { useSession } from '../../app/session/session.ts'
import { newId } from '../../ui/newId.ts'
import { toast } from '../../ui/toast.ts'
import classes from '../documents/documents.module.css'

const made = ({ at, by, reason }: PartyMerge) => `on ${formatDay(dayInManila(Date.parse(at)))} by ${by}: ${reason}`

/** At the top of the page of a merged registration. */
export function MergedInto({ party, into }: { party: PartyAnswer; into: PartyMerge }) {
  return (
    <Alert color="yellow" mb="md" title={`Merged into ${into.name}`}>
      <Text size="sm" mb="xs">
        Merged {made(into)}. Its open items, lists and reports are on the page of{' '}
        <Anchor component={Link} size="sm" to={paths.party(into.id)}>
          {into.name}
        </Anchor>
        .
      </Text>
      <UndoButton partyId={party.id} name={party.name} />
    </Alert>
  )
}

export function MergedHere({ merged }: { merged: readonly PartyMerge[] }) {
  if (merged.length === 0) return null
  return (
    <section className={classes.panel} aria-labelledby="merged">
      <Title order={2} size="h3" id="merged" mb="xs">
        Merged registrations
      </Title>
      <ul className={classes.history}>
        {merged.map((one) => (
          <li key={one.id}>
            <Group justify="space-between" gap="xs">
              <span>
                <Anchor component={Link} size="sm" to={paths.party(one.id)}>
                  {one.name}
                </Anchor>
                {one.tin === '' ? '' : ` · TIN ${one.tin}`}
              </span>
              <UndoButton partyId={one.id} name={one.name} />
            </Group>
            <span className={classes.quiet}>Merged {made(one)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function UndoButton({ partyId, name }: { partyId: string; name: string }) {
  const { role } = useSession()
  const [open, setOpen] = useState(false)
  if (!adminsAndAccountants.includes(role)) return null
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        Undo merge
      </Button>
      {open && <UndoDialog partyId={partyId} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}

function UndoDialog({ partyId, name, onClose }: { partyId: string; name: string; onClose: () => void }) {
  const queries = useQueryClient()
  const [undoId] = useState(newId)
  const [reason, setReason] = useState('')
  const undo = useMutation({
    mutationFn: () => call(undoMerge, { params: { partyId }, body: { undoId, reason: reason.trim() } }),
    onSuccess: async () => {
      await queries.invalidateQueries()
      toast({ title: `${name} is a separate registration again`, tone: 'good' })
      onClose()
    },
  })
  return (
    <TypingDialog
      title={`Undo the merge of ${name}`}
      submit="Undo merge"
      unsaved={reason !== '' && !undo.isSuccess}
      busy={undo.isPending}
      alert={undo.error ? sentenceOf(undo.error) : undefined}
      onSubmit={() => undo.mutate()}
      onClose={onClose}
    >
      <Text size="sm">Its documents and open items are shown under {name} again. Both pages keep the history.</Text>
      <Textarea
        label="Reason"
        description="Enter at least five characters."
        rows={2}
        maxLength={500}
        data-autofocus
        value={reason}
        onChange={(event) => {
          undo.reset()
          setReason(event.currentTarget.value)
        }}
      />
    </TypingDialog>
  )
}
