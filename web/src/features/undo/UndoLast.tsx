// Ctrl Z: the user's last change in this session, the effects of undoing it, and the button that undoes it.
import { List, Skeleton, Text, Textarea } from '@mantine/core'
import { reopening } from '@talaan/contract/closing.ts'
import { keyWords } from '@talaan/contract/keys.ts'
import { getDocument } from '@talaan/contract/documents.ts'
import { lastChange } from '@talaan/contract/undo.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { call, CallFailure, callWire, keyOf, sentenceOf, useCall } from '../../app/api.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { Consequences } from '../../ui/Consequences.tsx'
import { later } from '../../ui/later.tsx'
import { Sentence, type UndoProps, useReversal } from './change.tsx'
import { allSent } from '../reconciliation/sending.ts'

const title = keyWords.undo

const VoidDialog = later(async () => (await import('../documents/VoidDialog.tsx')).VoidDialog)
const Unmatch = later(async () => (await import('./Unmatch.tsx')).Unmatch)

export function UndoLast({ onClose }: { onClose: () => void }) {
  const query = useQuery({
    queryKey: keyOf(lastChange),
    queryFn: async ({ signal }) => {
      // The request for a match made a moment ago may not have reached the server yet.
      await allSent()
      return call(lastChange, { signal })
    },
    gcTime: 0,
    staleTime: 0,
    // Not refetched, so that the change on the screen is the one that is undone.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const change = query.data?.change
  if (change === undefined || change === null)
    return (
      <Told onClose={onClose} alert={query.error === null ? undefined : sentenceOf(query.error)}>
        {change === null ? (
          <Text size="sm">You have not changed anything since you logged in.</Text>
        ) : (
          query.error === null && <Skeleton h={60} />
        )}
      </Told>
    )
  const { undo } = change
  switch (undo.by) {
    case 'void':
      return <VoidLast {...{ change, undo, onClose }} />
    case 'unmatch':
      return (
        <Suspense fallback={null}>
          <Unmatch {...{ change, undo, onClose }} />
        </Suspense>
      )
    case 'settings':
      return <Restore {...{ change, undo, onClose }} />
    case 'call':
      return <Reverse {...{ change, undo, onClose }} />
    case 'nothing':
      return (
        <Told onClose={onClose}>
          <Sentence change={change} />
          <Text size="sm">{undo.why}</Text>
        </Told>
      )
  }
}

/** A dialog without input. */
const Told = ({ onClose, alert, children }: { onClose: () => void; alert?: string; children: ReactNode }) => (
  <TypingDialog
    title={title}
    submit={null}
    focusSubmit
    unsaved={false}
    busy={false}
    alert={alert}
    onSubmit={onClose}
    onClose={onClose}
  >
    {children}
  </TypingDialog>
)

function VoidLast({ change, undo: { documentId }, onClose }: UndoProps<'void'>) {
  const { data, error } = useCall(getDocument, { params: { documentId } })
  if (data === undefined)
    return (
      <Told onClose={onClose} alert={error === null ? undefined : sentenceOf(error)}>
        <Sentence change={change} />
        {error === null && <Skeleton h={60} />}
      </Told>
    )
  return (
    <Suspense fallback={null}>
      <VoidDialog document={data.document} intro={<Sentence change={change} />} onClose={onClose} />
    </Suspense>
  )
}

function Restore({ change, undo, onClose }: UndoProps<'settings'>) {
  const reversal = useReversal(async () => (await import('./restoreSettings.ts')).restoreSettings(undo), onClose)
  return (
    <TypingDialog
      title={title}
      submit="Restore previous values"
      focusSubmit
      unsaved={false}
      busy={reversal.isPending}
      alert={reversal.error === null ? undefined : sentenceOf(reversal.error)}
      onSubmit={() => reversal.mutate()}
      onClose={onClose}
    >
      <Sentence change={change} />
      <Text size="sm">These values are restored:</Text>
      <List size="sm">
        {change.details.map(({ label, was, now }) => (
          <List.Item key={label}>
            {label}: <s>{now ?? 'empty'}</s> {was ?? 'empty'}
          </List.Item>
        ))}
      </List>
    </TypingDialog>
  )
}

function Reverse({ change, undo, onClose }: UndoProps<'call'>) {
  const { method, path, body, asksReason, button, effect, preview: from } = undo
  const preview = useQuery({
    queryKey: ['undo', from],
    queryFn: async () =>
      reopening.parse(await callWire({ method: 'GET', path: from ?? '', activity: true, bytesIn: false }, {})),
    enabled: from !== null,
    gcTime: 0,
  })
  const [reason, setReason] = useState('')
  const reversal = useReversal(() => {
    const sent = { ...body, ...(asksReason && { reason: reason.trim() }) }
    return callWire({ method, path, activity: true, bytesIn: false }, { body: method === 'DELETE' ? undefined : sent })
  }, onClose)
  const { error } = reversal
  const mistake =
    error instanceof CallFailure ? error.fields.find((one) => one.path[0] === 'reason')?.message : undefined
  return (
    <TypingDialog
      title={title}
      submit={button}
      focusSubmit={!asksReason}
      unsaved={reason !== '' && !reversal.isSuccess}
      busy={reversal.isPending}
      alert={error === null || mistake !== undefined ? undefined : sentenceOf(error)}
      onSubmit={() => reversal.mutate()}
      onClose={onClose}
    >
      <Sentence change={change} />
      <Text size="sm">{effect}</Text>
      {preview.data !== undefined && <Consequences {...preview.data} />}
      {asksReason && (
        <Textarea
          label="Reason"
          rows={2}
          maxLength={500}
          data-autofocus
          value={reason}
          error={mistake}
          onChange={(event) => {
            reversal.reset()
            setReason(event.currentTarget.value)
          }}
        />
      )}
    </TypingDialog>
  )
}
