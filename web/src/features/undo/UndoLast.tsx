// Ctrl Z: what the person changed last in this session, what undoing it does, and the button that does it.
import { Anchor, List, Skeleton, Text, Textarea } from '@mantine/core'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { keyWords } from '@talaan/contract/keys.ts'
import { getDocument } from '@talaan/contract/documents.ts'
import { previewUndo, undoTogether } from '@talaan/contract/reconciliation.ts'
import { lastChange, type Undo, undoCalls } from '@talaan/contract/undo.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { call, CallFailure, callWire, keyOf, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { moment } from '../../ui/moment.ts'
import { toast } from '../../ui/toast.ts'
import { VoidDialog } from '../documents/VoidDialog.tsx'
import { consequenceWords } from '../reconciliation/UndoDialog.tsx'
import { allSent } from '../reconciliation/useChanges.ts'
import { restoreSettings } from './restoreSettings.ts'

const title = keyWords.undo

type Change = NonNullable<AnswerOf<typeof lastChange>['change']>
type By<Name extends Undo['by']> = Extract<Undo, { by: Name }>
type Props<Name extends Undo['by']> = { change: Change; undo: By<Name>; onClose: () => void }

export function UndoLast({ onClose }: { onClose: () => void }) {
  const query = useQuery({
    queryKey: keyOf(lastChange),
    queryFn: async ({ signal }) => {
      // A match made just now may still be on its way.
      await allSent()
      return call(lastChange, { signal })
    },
    gcTime: 0,
    staleTime: 0,
    // The change that is shown is the one that is undone.
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
      return <Unmatch {...{ change, undo, onClose }} />
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

/** A dialog that is only read. */
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

function Sentence({ change: { words, at, document } }: { change: Change }) {
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

function VoidLast({ change, undo: { documentId }, onClose }: Props<'void'>) {
  const { data, error } = useCall(getDocument, { params: { documentId } })
  if (data === undefined)
    return (
      <Told onClose={onClose} alert={error === null ? undefined : sentenceOf(error)}>
        <Sentence change={change} />
        {error === null && <Skeleton h={60} />}
      </Told>
    )
  return <VoidDialog document={data.document} intro={<Sentence change={change} />} onClose={onClose} />
}

/** Sends the reversal; every page then shows the state without the change. */
function useReversal(send: () => Promise<unknown>, onClose: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      toast({ title: 'The last change is undone', tone: 'good' })
      onClose()
      await queries.invalidateQueries()
    },
  })
}

function Unmatch({ change, undo: { account, matches }, onClose }: Props<'unmatch'>) {
  const [matchId = ''] = matches
  const isOne = matches.length === 1
  const preview = useCall(previewUndo, { params: { account, matchId } }, { enabled: isOne })
  const reversal = useReversal(() => call(undoTogether, { params: { account }, body: { matches } }), onClose)
  const error = reversal.error ?? preview.error
  return (
    <TypingDialog
      title={title}
      submit={isOne && preview.data === undefined ? null : isOne ? 'Undo match' : `Undo ${matches.length} matches`}
      focusSubmit
      unsaved={false}
      busy={reversal.isPending}
      alert={error === null ? undefined : sentenceOf(error)}
      onSubmit={() => reversal.mutate()}
      onClose={onClose}
    >
      <Sentence change={change} />
      <List size="sm">
        <List.Item>
          {isOne
            ? 'The bank lines become unmatched again.'
            : `The bank lines of ${matches.length} matches become unmatched again.`}
        </List.Item>
        {isOne
          ? preview.data && consequenceWords(preview.data).map((words) => <List.Item key={words}>{words}</List.Item>)
          : null}
        {!isOne && <List.Item>Documents that were recorded for these matches are voided.</List.Item>}
      </List>
    </TypingDialog>
  )
}

function Restore({ change, undo, onClose }: Props<'settings'>) {
  const reversal = useReversal(() => restoreSettings(undo), onClose)
  return (
    <TypingDialog
      title={title}
      submit="Restore former values"
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

function Reverse({ change, undo, onClose }: Props<'call'>) {
  const { call: name, params, body, asksReason, button, effect } = undo
  const [reason, setReason] = useState('')
  const reversal = useReversal(async () => {
    const endpoint = undoCalls[name]
    if (endpoint === undefined) throw new Error(`${name} undoes nothing`)
    const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
    await callWire(endpoint, {
      params,
      body: hasBody ? { ...body, ...(asksReason && { reason: reason.trim() }) } : undefined,
    })
  }, onClose)
  const { error } = reversal
  const mistake =
    error instanceof CallFailure ? error.fields.find(({ path }) => path[0] === 'reason')?.message : undefined
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
