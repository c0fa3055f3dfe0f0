// One file of Arrivals: its type, its pages, the person assigned to it, and a note.
import { Button, Group, NativeSelect, Skeleton, Text, Textarea, Title } from '@mantine/core'
import {
  arrivalDraftKinds,
  arrivalNoteLength,
  arrivalStateWords,
  assignArrival,
  dismissArrival,
  downloadArrival,
  getArrival,
  noteArrival,
  postponeArrival,
  readArrivalAgain,
  type Arrival,
  type ArrivalDraftKind,
  type ReadValue,
} from '@talaan/contract/arrivals.ts'
import { documentPlaces } from '@talaan/contract/cards.ts'
import { attachmentTypes } from '@talaan/contract/documents.ts'
import { listAskable } from '@talaan/contract/questions.ts'
import { accountants } from '@talaan/contract/roles.ts'
import { isNeverInvoice, type PaperKind } from '@talaan/ledger/capture/names.ts'
import { formatDay, type Day } from '@talaan/ledger/core/date.ts'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { call, callBytes, saveFile, sentenceOf, useCall } from '../../app/api.ts'
import { paths, withQuery } from '../../app/paths.ts'
import { Answered } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { useUnsaved } from '../../app/session/unsaved.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { fileSize } from '../../ui/fileSize.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useScreenKeys } from '../../ui/keys.ts'
import { later } from '../../ui/later.tsx'
import { moment } from '../../ui/moment.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toast.ts'
import { Alike } from './Alike.tsx'
import classes from './arrivals.module.css'
import { PageView } from './PageView.tsx'
import { Reading } from './Reading.tsx'
import { ReceiptOf } from './ReceiptOf.tsx'
import { useRefresh } from './refresh.ts'
import { useRecording } from './useRecording.ts'
import { isBeingRead, pollMs, tones } from './states.ts'
import { mailWords, senderOf } from './words.ts'

const DismissDialog = later(async () => (await import('./Decisions.tsx')).DismissDialog)
const PostponeDialog = later(async () => (await import('./Decisions.tsx')).PostponeDialog)
const SplitDialog = later(async () => (await import('./Rearrange.tsx')).SplitDialog)
const MergeDialog = later(async () => (await import('./Rearrange.tsx')).MergeDialog)
const Rearranged = later(async () => (await import('./Rearrange.tsx')).Rearranged)

/** `onMade` shows the file that was created from this one. */
type Props = { arrival: Arrival; today: Day; onMade: (arrivalId: string) => void }

export function ArrivalPanel({ arrival, today, onMade }: Props) {
  const { id, state, file, by, mail, at, dismissed, laterUntil } = arrival
  const isLater = laterUntil !== null && laterUntil > today
  const [deciding, setDeciding] = useState<'dismiss' | 'postpone' | 'split' | 'merge'>()
  const refresh = useRefresh()
  const query = useCall(
    getArrival,
    { params: { arrivalId: id } },
    { refetchInterval: ({ state: { data } }) => (data !== undefined && isBeingRead(data.arrival) ? pollMs : false) },
  )
  const [active, setActive] = useState<ReadValue>()
  const failed = (error: Error) => toast({ title: sentenceOf(error), tone: 'bad' })
  const decided = async (title: string) => {
    setDeciding(undefined)
    toast({ title, message: 'Press Ctrl Z to undo this.', tone: 'good' })
    await refresh()
  }
  const dismiss = useMutation({
    mutationFn: (reason: string | null) =>
      call(dismissArrival, {
        params: { arrivalId: id },
        body: reason === null ? { isDocument: true } : { isDocument: false, reason },
      }),
    onSuccess: (_, reason) => decided(`${file.name} is ${reason === null ? 'a document' : 'not a document'}`),
    onError: failed,
  })
  const postpone = useMutation({
    mutationFn: (until: Day | null) => call(postponeArrival, { params: { arrivalId: id }, body: { until } }),
    onSuccess: (_, until) =>
      decided(until === null ? `${file.name} is no longer postponed` : `${file.name} postponed to ${formatDay(until)}`),
    onError: failed,
  })
  const download = useMutation({
    mutationFn: async () =>
      saveFile({ ...(await callBytes(downloadArrival, { params: { arrivalId: id } })), name: file.name }),
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  const again = useMutation({
    mutationFn: () => call(readArrivalAgain, { params: { arrivalId: id } }),
    onSuccess: refresh,
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  const record = useRecording(id)
  const isOpen = state !== 'recorded' && state !== 'drafted'
  const { kind = 'unknown', isOwn = false, pictures = 0 } = query.data?.reading ?? {}
  const isUndecided = isOpen && dismissed === null
  const maySplit = isUndecided && pictures > 1
  const made = (arrivalId: string) => {
    setDeciding(undefined)
    onMade(arrivalId)
  }
  const mayRecord = isUndecided && !isNeverInvoice(kind)
  const usual = !isOwn ? 'bill' : kind === 'receipt' ? 'collection' : 'invoice'
  const toggle = () => {
    if (!isOpen || dismiss.isPending) return
    if (dismissed === null) setDeciding('dismiss')
    else dismiss.mutate(null)
  }
  const putOff = () => {
    if (!isUndecided || postpone.isPending) return
    if (isLater) postpone.mutate(null)
    else setDeciding('postpone')
  }
  useScreenKeys('File', [
    { keys: 'b', does: recordWords[usual], run: () => mayRecord && !record.isPending && record.mutate(usual) },
    { keys: 'x', does: dismissed === null ? 'Mark as not a document' : 'Mark as a document', run: toggle },
    { keys: 'h', does: isLater ? 'Record now' : 'Record later', run: putOff },
    { keys: 's', does: 'Split the PDF', run: () => maySplit && setDeciding('split') },
    { keys: 'm', does: 'Merge with other files', run: () => isUndecided && setDeciding('merge') },
  ])
  return (
    <section className={classes.panel} aria-labelledby="arrival">
      <Group justify="space-between" gap="xs" align="flex-start">
        <div className={classes.title}>
          <Title order={2} size="h3" id="arrival">
            {file.name}
          </Title>
          <Text size="sm" c="dimmed">
            {attachmentTypes[file.type]}, {fileSize(file.bytes)}, from {senderOf(arrival)}, {moment(at)}
            {mail !== null && (
              <>
                <br />
                {mailWords(mail)}
                {by !== null && `, added by ${by}`}
              </>
            )}
            {dismissed !== null && (
              <>
                <br />
                Marked as not a document by {dismissed.by}, {moment(dismissed.at)}
                {dismissed.reason !== '' && `: ${dismissed.reason}`}
              </>
            )}
            {isUndecided && isLater && (
              <>
                <br />
                Postponed to {formatDay(laterUntil)}
              </>
            )}
          </Text>
        </div>
        <StatusBadge tone={tones[state]}>{arrivalStateWords[state]}</StatusBadge>
      </Group>
      <Group gap="xs" mt="sm">
        {isOpen && dismissed === null && isNeverInvoice(kind) ? (
          <Elsewhere arrival={arrival} kind={kind} isOwn={isOwn} />
        ) : (
          <Next arrival={arrival} usual={usual} busy={record.isPending} onRecord={(of) => record.mutate(of)} />
        )}
        {isOpen && (
          <Button variant="default" loading={dismiss.isPending} onClick={toggle}>
            {dismissed === null ? 'Mark as not a document' : 'Mark as a document'}
          </Button>
        )}
        <ActionMenu
          label="More actions"
          className={classes.more ?? ''}
          actions={[
            ...(mayRecord
              ? arrivalDraftKinds
                  .filter((of) => of !== usual)
                  .map((of) => ({ label: recordWords[of], onSelect: () => record.mutate(of) }))
              : []),
            ...(isUndecided ? [{ label: isLater ? 'Record now' : 'Record later', onSelect: putOff }] : []),
            ...(maySplit ? [{ label: 'Split PDF', onSelect: () => setDeciding('split') }] : []),
            ...(isUndecided ? [{ label: 'Merge with other files', onSelect: () => setDeciding('merge') }] : []),
            {
              label: 'Read again',
              apart: mayRecord,
              onSelect: () => again.mutate(),
              ...(isBeingRead(arrival) && { refused: 'The file is being read.' }),
            },
            { label: 'Download', onSelect: () => download.mutate() },
          ]}
        >
          <Icon name="more" />
        </ActionMenu>
      </Group>
      <Suspense fallback={null}>
        {deciding === 'dismiss' && (
          <DismissDialog
            name={file.name}
            busy={dismiss.isPending}
            onDismiss={(reason) => dismiss.mutate(reason)}
            onClose={() => setDeciding(undefined)}
          />
        )}
        {deciding === 'postpone' && (
          <PostponeDialog
            name={file.name}
            today={today}
            busy={postpone.isPending}
            onPostpone={(until) => postpone.mutate(until)}
            onClose={() => setDeciding(undefined)}
          />
        )}
        {deciding === 'split' && (
          <SplitDialog arrival={arrival} pages={pictures} onMade={made} onClose={() => setDeciding(undefined)} />
        )}
        {deciding === 'merge' && <MergeDialog arrival={arrival} onMade={made} onClose={() => setDeciding(undefined)} />}
      </Suspense>
      <div className={classes.about}>
        <Assignee arrival={arrival} />
        <Note arrival={arrival} />
      </div>
      <Answered query={query} loading={<Skeleton h={480} />}>
        {({ reading, alike, rearrangement, line }) => (
          <>
            {rearrangement !== null && (
              <Suspense fallback={null}>
                <Rearranged arrivalId={id} rearrangement={rearrangement} onRestored={onMade} />
              </Suspense>
            )}
            {line !== null && <ReceiptOf arrivalId={id} line={line} isOpen={isOpen} />}
            {state !== 'recorded' && <Alike alike={alike} />}
            {reading === null ? (
              <Text size="sm" c="dimmed" mb="sm" role="status">
                {isBeingRead(arrival) ? 'Talaan is reading this file.' : 'This file could not be read.'}
              </Text>
            ) : (
              <Reading arrival={arrival} reading={reading} active={active} onActive={setActive} />
            )}
            <PageView
              arrival={arrival}
              pictures={reading?.pictures ?? 0}
              fields={reading?.fields ?? []}
              active={active}
            />
          </>
        )}
      </Answered>
    </section>
  )
}

const recordWords: Readonly<Record<ArrivalDraftKind, string>> = {
  bill: 'Record bill',
  pettycash: 'Record petty cash voucher',
  invoice: 'Record sales invoice',
  collection: 'Record collection',
}

type ElsewhereProps = { arrival: Arrival; kind: PaperKind; isOwn: boolean }

/**
 * A link to the page for a document that is not an invoice. Users without access to that page mark the file as not a
 * document.
 */
function Elsewhere({ arrival: { id, party }, kind, isOwn }: ElsewhereProps) {
  const { role } = useSession()
  if (!accountants.includes(role)) return null
  const place =
    kind === 'certificate' && !isOwn
      ? { to: withQuery(paths.certificatesReceived, { arrival: id }), label: 'Match certificate' }
      : kind === 'bankStatement'
        ? { to: paths.form('bankreconciliation'), label: 'Upload statement' }
        : kind === 'statement' && party?.id
          ? { to: paths.statement('payable', party.id), label: 'Compare with account' }
          : null
  return (
    place && (
      <Button component={Link} to={place.to}>
        {place.label}
      </Button>
    )
  )
}

type NextProps = {
  arrival: Arrival
  usual: ArrivalDraftKind
  busy: boolean
  onRecord: (kind: ArrivalDraftKind) => void
}

/** The next step, by the status of the file. */
function Next({ arrival: { state, draft, document }, usual, busy, onRecord }: NextProps) {
  const { clientId } = useSession()
  if (state === 'notDocument') return null
  // An uploaded bank statement has no document.
  if (state === 'recorded')
    return (
      document && (
        <Button component={Link} to={paths.document(document.kind, document.id)}>
          Open {document.number}
        </Button>
      )
    )
  if (state === 'drafted' && draft !== null)
    return draft.by === clientId ? (
      <Button component={Link} to={paths.form(documentPlaces[draft.kind].frame, { draft: draft.id })}>
        Continue draft
      </Button>
    ) : (
      <Text size="sm">{draft.by} is recording this file.</Text>
    )
  return (
    <Button loading={busy} onClick={() => onRecord(usual)}>
      {recordWords[usual]}
    </Button>
  )
}

function Assignee({ arrival: { id, assignedTo } }: { arrival: Arrival }) {
  const refresh = useRefresh()
  const people = useCall(listAskable)
  const names = people.data?.people ?? []
  const assign = useMutation({
    mutationFn: (to: string | null) => call(assignArrival, { params: { arrivalId: id }, body: { to } }),
    onSuccess: refresh,
  })
  return (
    <NativeSelect
      label="Assigned to"
      value={assign.isPending ? (assign.variables ?? '') : (assignedTo ?? '')}
      disabled={people.data === undefined}
      error={assign.error && sentenceOf(assign.error)}
      onChange={(event) => assign.mutate(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      data={[
        { value: '', label: 'Unassigned' },
        ...[...new Set([...names, ...(assignedTo === null ? [] : [assignedTo])])].map((name) => ({
          value: name,
          label: name,
        })),
      ]}
    />
  )
}

function Note({ arrival: { id, note } }: { arrival: Arrival }) {
  const refresh = useRefresh()
  const [text, setText] = useState(note)
  const isChanged = text.trim() !== note
  useUnsaved(isChanged)
  const save = useMutation({
    mutationFn: () => call(noteArrival, { params: { arrivalId: id }, body: { text: text.trim() } }),
    onSuccess: refresh,
  })
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && !save.isPending) save.mutate()
      }}
    >
      <Textarea
        label="Note"
        size="sm"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={arrivalNoteLength}
        value={text}
        error={save.error && sentenceOf(save.error)}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {isChanged && (
        <Button type="submit" size="compact-sm" loading={save.isPending}>
          Save note
        </Button>
      )}
    </form>
  )
}
