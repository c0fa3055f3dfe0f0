// The form for any type of document: fill in, review, record. Each type provides its fields and texts.
import { viewCompanyCalendar } from '@talaan/contract/calendar.ts'
import { Button, Kbd, Skeleton, Stack, Text } from '@mantine/core'
import { lazy, startTransition, Suspense, useCallback, useEffect, useState } from 'react'
import { type Draft, getDocument, getDraft, listDrafts, saveDraft } from '@talaan/contract/documents.ts'
import { getEnterPath } from '@talaan/contract/enter-paths.ts'
import { getParty, type PartyRow } from '@talaan/contract/parties.ts'
import { listTags } from '@talaan/contract/tags.ts'
import { getLastDocument } from '@talaan/contract/purchases.ts'
import { parseTypedDay, yearOf } from '@talaan/ledger/core/date.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { Total } from '@talaan/ledger/documents/type.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { recurs } from '@talaan/ledger/documents/recurring/occurrence.ts'
import { areDecimalsImplied } from '../../ui/impliedDecimals.ts'
import { later } from '../../ui/later.tsx'
import { newId } from '../../ui/newId.ts'
import { steady } from '../../ui/steady.tsx'
import { Attachments } from './Attachments.tsx'
import type { Channel } from './channel.ts'
import css from './DocumentForm.module.css'
import type { DraftState } from './draft.ts'
import type { Figures, FormContext, FormDefinition, Typed } from './formDefinition.ts'
import type { OpenedFor } from './openedFor.ts'
import { fieldId, Mistakes } from './Mistakes.tsx'
import { Notice } from './Notice.tsx'
import { pickedRow } from './pickedRow.ts'
import { FormFrame } from './FormFrame.tsx'
import { FormTags, tagsIn } from './FormTags.tsx'
import { contentsOf, madeOf, typedFrom } from './fromTemplate.ts'
import { Trouble } from './Trouble.tsx'
import { useDocumentForm, type Start } from './useDocumentForm.ts'
import { clockTime } from './words.ts'

/** The later pages load while the user fills in the form; both load together, so that nothing is missing after Yes. */
const after = async () => {
  const [confirm, voucher] = await Promise.all([import('./ConfirmPage.tsx'), import('./VoucherPage.tsx')])
  return { ...confirm, ...voucher }
}
const ConfirmPage = later(async () => (await after()).ConfirmPage)
const VoucherPage = later(async () => (await after()).VoucherPage)
/** Loaded only on touch screens. */
const AmountKeys = lazy(async () => ({ default: (await import('./AmountKeys.tsx')).AmountKeys }))
const OwnEnterPath = lazy(async () => ({ default: (await import('./OwnEnterPath.tsx')).OwnEnterPath }))
const Templates = lazy(async () => ({ default: (await import('./Templates.tsx')).Templates }))
/** Only companies with approvals need it. */
const SentPage = lazy(async () => ({ default: (await import('./SentPage.tsx')).SentPage }))
/** Loaded before the form opens, if there are drafts or templates to offer. */
const Unfinished = later(async () => (await import('./Unfinished.tsx')).Unfinished)
const fetchAfterMs = 1000

type Props<T extends Typed, G, F extends Figures> = { channel: Channel; kind: FormDefinition<T, G, F> }

export function DocumentForm<T extends Typed, G, F extends Figures>(props: Props<T, G, F>) {
  useEffect(() => {
    const timer = setTimeout(() => {
      void ConfirmPage.fetch()
      void VoucherPage.fetch()
    }, fetchAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Suspense fallback={null}>
      <Form {...props} />
    </Suspense>
  )
}

function Form<T extends Typed, G, F extends Figures>({ channel, kind }: Props<T, G, F>) {
  const [start, setStart] = useState<Start<T, G> | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  const reload = useCallback(() => setTries((count) => count + 1), [])

  useEffect(() => {
    let left = false
    setFailure(null)
    begin(channel, kind)
      .then((found) => {
        // The form renders in chunks, so that input is handled in between.
        if (!left) startTransition(() => setStart(found))
      })
      .catch((error: unknown) => {
        if (!left) setFailure(error instanceof Error ? error.message : getDraft.failure)
      })
    return () => {
      left = true
    }
  }, [channel, kind, tries])

  const { title } = kind.document.words
  if (failure !== null) return <Trouble title={title} sentence={failure} onRetry={reload} />
  if (start === null) {
    return (
      <FormFrame title={title}>
        <div className={css.head} aria-busy="true" aria-label="The form is loading">
          {[2, 4, 1].map((fields) => (
            <div key={fields} className={css.row}>
              {Array.from({ length: fields }, (_, field) => (
                <Skeleton key={field} height={66} />
              ))}
            </div>
          ))}
        </div>
      </FormFrame>
    )
  }
  if (start.draft?.documentId) {
    return (
      <VoucherPage
        channel={channel}
        words={kind.document.words}
        documentId={start.draft.documentId}
        recorded={null}
        {...newForms({ channel, kind, start, typed: start.typed, documentId: start.draft.documentId })}
      />
    )
  }
  if (start.draft?.approval?.state === 'waiting') {
    return (
      <Sent
        channel={channel}
        kind={kind}
        start={start}
        typed={start.typed}
        sentAt={start.draft.approval.at}
        onReload={reload}
      />
    )
  }
  return <Filling key={tries} channel={channel} kind={kind} start={start} onReload={reload} />
}

type FillingProps<T extends Typed, G, F extends Figures> = Props<T, G, F> & {
  start: Start<T, G>
  onReload: () => void
}

function Filling<T extends Typed, G, F extends Figures>({ channel, kind, start, onReload }: FillingProps<T, G, F>) {
  const { form, step, problem, mistakes, busy, draftState, attachments, enterPath, tags, ...acts } = useDocumentForm({
    channel,
    kind,
    start,
    onReload,
  })
  const [templates, setTemplates] = useState(false)
  const { typed, figures } = form
  const { words, series } = kind.document
  const { today } = channel.context

  if (step.at === 'recorded') {
    return (
      <VoucherPage
        channel={channel}
        words={words}
        documentId={step.documentId}
        recorded={step.recorded}
        {...newForms({ channel, kind, start, typed, documentId: step.documentId })}
      />
    )
  }
  if (step.at === 'sent')
    return (
      <Sent channel={channel} kind={kind} start={start} typed={typed} approvers={step.approvers} onReload={onReload} />
    )
  if (step.at === 'confirm') {
    return (
      <ConfirmPage
        review={step.review}
        words={words}
        notice={step.notice}
        recording={busy}
        receiptTo={kind.receiptTo(typed)}
        onYes={() => acts.record(step.review)}
        onSend={() => acts.send(step.review)}
        onNo={acts.startOver}
        onEdit={acts.edit}
      />
    )
  }

  const { Fields, Start } = kind
  const unfinished = start.begun.length > 0 && (
    <Suspense fallback={null}>
      <Unfinished channel={channel} begun={start.begun} onContinue={(id) => channel.navigate({ to: 'form', id })} />
    </Suspense>
  )
  if (step.at === 'start' && Start) {
    return (
      <FormFrame title={words.title} note={words.printNote}>
        {unfinished}
        <Start form={form} onStart={acts.begin} />
      </FormFrame>
    )
  }

  const day = parseTypedDay(typed.day, today)
  return (
    <FormFrame
      title={words.title}
      number={`${series}-${yearOf(day.ok ? day.day : today)}-······`}

      note={words.printNote}
      action={
        recurs(kind.document.kind) && (
          <TemplatesButton isOpen={templates} onToggle={() => setTemplates((isOpen) => !isOpen)} />
        )
      }
    >
      {templates && recurs(kind.document.kind) && (
        <Suspense fallback={null}>
          <Templates
            channel={channel}
            type={kind.document.kind}
            contents={() => ({ ...contentsOf(kind, typed, start), tags: tags.chosen })}
            template={start.template}
          />
        </Suspense>
      )}
      {kind.isBlank(typed) && !(Start && start.draft === null) && unfinished}
      {start.draft?.approval?.state === 'returned' && (
        <div className={css.returned}>
          <Notice
            tone="look"
            title={`Returned by ${start.draft.approval.by}, ${clockTime(start.draft.approval.at, today)}`}
          >
            {start.draft.approval.reason}
          </Notice>
        </div>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          acts.review()
        }}
      >
        {problem !== null && (
          <Mistakes sentence={problem} mistakes={mistakes} fieldId={fieldId} onDeposit={acts.deposit} />
        )}
        <Fields form={form} />
        <Stack gap="md" className={css.fields} mt="md">
          <FormTags {...tags} />
          <Attachments {...attachments} />
          {enterPath.count > 0 && (
            <Suspense fallback={null}>
              <OwnEnterPath {...enterPath} />
            </Suspense>
          )}
        </Stack>
        {matchMedia('(pointer: coarse)').matches && (
          <Suspense fallback={null}>
            <AmountKeys />
          </Suspense>
        )}
        <div className={css.foot}>
          <Totals totals={figures.totals} />
          <div className={css.act}>
            {areDecimalsImplied() && (
              <Text size="sm" c="dimmed">
                125050 is 1,250.50
              </Text>
            )}
            <Text size="sm" role="status">
              {enterPath.said}
            </Text>
            <DraftLine state={draftState} today={today} />
            <ReviewButton busy={busy} />
          </div>
        </div>
      </form>
    </FormFrame>
  )
}

const TemplatesButton = ({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) => (
  <Button size="compact-sm" variant="default" aria-expanded={isOpen} onClick={onToggle}>
    Templates
  </Button>
)

const ReviewButton = steady(({ busy }: { busy: boolean }) => (
  <Button type="submit" data-step loading={busy} rightSection={<Kbd size="xs">Ctrl Enter</Kbd>}>
    Review
  </Button>
))

function Totals({ totals }: { totals: readonly Total[] }) {
  return (
    <dl className={css.totals} aria-label="Totals">
      {totals.map(({ label, amount, emphasis }) => (
        <div key={label} data-emphasis={emphasis}>
          <dt>{label}</dt>
          <dd>{formatMoney(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

const DraftLine = steady(function DraftLine({ state, today }: { state: DraftState; today: string }) {
  if (state.phase === 'failing') {
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="status">
        {state.again ? state.sentence : `Draft not saved. ${state.sentence}`}
      </Text>
    )
  }
  const savedAt = state.phase === 'new' ? null : state.savedAt
  const words =
    savedAt !== null ? `Draft saved ${clockTime(savedAt, today)}` : state.phase === 'new' ? '' : 'Saving the draft…'
  return (
    <Text size="sm" c="dimmed" data-draft={state.phase}>
      {words}
    </Text>
  )
})

/**
 * Everything that the form needs before the first keystroke. If unfinished drafts can't be loaded, the form opens
 * without them.
 */
async function begin<T extends Typed, G, F extends Figures>(
  channel: Channel,
  kind: FormDefinition<T, G, F>,
): Promise<Start<T, G>> {
  const { draftId, today, party: partyId } = channel.context
  const [draft, loaded, drafts, lastEmail, offeredTags, openFrom, enterPath] = await Promise.all([
    channel.call(getDraft, { params: { draftId } }).then((answer) => answer.draft),
    kind.load(channel),
    channel
      .call(listDrafts, { query: { kind: kind.document.kind } })
      .then(({ drafts }) => {
        // Loads together with the rest of the data.
        if (drafts.length > 0) void Unfinished.fetch()
        return drafts
      })
      .catch(() => []),
    kind.ownReceipt ? lastAddress(channel, kind.document.kind) : '',
    channel
      .call(listTags)
      .then((answer) => answer.tags)
      .catch(() => []),
    // A failure is ignored, because the review also refuses closed months.
    channel.call(viewCompanyCalendar).then(
      (calendar) => calendar.openFrom,
      () => null,
    ),
    // If it can't be loaded, Enter follows the form's own path.
    channel.call(getEnterPath, { params: { form: channel.context.form } }).then(
      ({ fields }) => fields,
      () => ({}),
    ),
  ])
  const context = { today, loaded }

  const about = draft === null ? await documentAbout(channel, kind) : null
  const copy =
    about?.document.kind === kind.document.kind ? kind.like(about.document.fields, about.party, context) : null
  let typed = (draft && (await typedIn(channel, kind, { draft, context }))) ??
    copy ?? { ...kind.empty(context), ...(lastEmail && { email: lastEmail }) }
  const opened =
    copy !== null || about === null
      ? undefined
      : about.party && kind.opened
        ? kind.opened(typed, about.document, about.party)
        : kind.openedFor?.(typed, about.document, context)
  typed = opened ?? typed
  const arriving = kind.arrived && partyId !== undefined && partyId !== typed.arrivedWith && !draft?.documentId
  if (arriving) {
    // A party that was removed in the meantime is not selected.
    const party = await partyRow(channel, partyId)
    if (party) typed = kind.arrived?.(typed, party) ?? typed
  }

  const copyOf = copy !== null ? channel.context.about : draft ? copiedFrom(draft) : undefined
  const others = drafts.filter((other) => other.draftId !== draftId && other.documentId === null)
  const begun = (
    await Promise.all(
      others.map(async (other) => {
        const theirs = await typedIn(channel, kind, { draft: other, context })
        if (kind.isBlank(theirs)) return []
        const words = kind.begunAs(theirs, kind.figures(theirs, context))
        const by = other.madeBy ?? other.preparedBy
        const from = by === null ? '' : `${by}: `
        const state = other.approval === null ? '' : `, ${draftStateWords[other.approval.state]}`
        return [{ draftId: other.draftId, words: `${from}${words}, saved ${clockTime(other.savedAt, today)}${state}` }]
      }),
    )
  ).flat()
  if (begun.length > 0) await Unfinished.fetch()
  return {
    typed,
    draft,
    begun,
    arrived: arriving === true || opened !== undefined,
    copied: copy !== null,
    copyOf,
    offeredTags,
    enterPath,
    tags:
      draft !== null
        ? tagsIn(draft.fields)
        : copy === null
          ? {}
          : Object.fromEntries((about?.document.tags ?? []).map(({ kind: of, id }) => [of, id])),
    openFrom,
    template: (draft && madeOf(draft.fields)?.template) ?? null,
    ...context,
  }
}

/** The input of a draft: as typed, from the template of its document, or as prepared by a page or another program. */
async function typedIn<T extends Typed, G, F extends Figures>(
  channel: Channel,
  kind: FormDefinition<T, G, F>,
  { draft: { fields }, context }: { draft: Draft; context: FormContext<G> },
): Promise<T> {
  const made = madeOf(fields)
  const typed = (made && (await typedFrom(channel, kind, { made, context }))) ?? kind.restored(fields)
  if (typed !== null) return typed
  const party = typeof fields.partyId === 'string' ? await partyRow(channel, fields.partyId) : null
  return { ...kind.empty(context), ...kind.prepared(fields, party) }
}

/** The document of which a saved draft is a copy. */
const copiedFrom = ({ fields: { copyOf } }: Draft): string | undefined =>
  typeof copyOf === 'string' ? copyOf : undefined

/** The recorded document for which the form was opened, if the form uses it. */
async function documentAbout<T extends Typed, G, F extends Figures>(
  channel: Channel,
  { copies, opened }: FormDefinition<T, G, F>,
): Promise<{ document: OpenedFor; party: PartyRow | null } | null> {
  const { about } = channel.context
  if ((!copies && opened === undefined) || about === undefined) return null
  const { document } = await channel.call(getDocument, { params: { documentId: about } })
  return { document, party: document.partyId === null ? null : await partyRow(channel, document.partyId) }
}

/** Suggestions may be missing. */
const lastAddress = (channel: Channel, kind: DocumentTypeName): Promise<string> =>
  channel
    .call(getLastDocument, { query: { kind } })
    .then(({ document }) => (typeof document?.fields.email === 'string' ? document.fields.email : ''))
    .catch(() => '')

const partyRow = (channel: Channel, partyId: string): Promise<PartyRow | null> =>
  channel
    .call(getParty, { params: { partyId } })
    .then(({ party }) => pickedRow(party))
    .catch(() => null)

const draftStateWords = { waiting: 'waiting for approval', returned: 'returned' } as const

function Sent<T extends Typed, G, F extends Figures>({
  channel,
  kind,
  start,
  typed,
  ...sent
}: Props<T, G, F> & {
  start: Start<T, G>
  typed: T
  approvers?: readonly string[]
  sentAt?: string
  onReload: () => void
}) {
  const { onAnother } = newForms({ channel, kind, start, typed, documentId: '' })
  return (
    <Suspense fallback={null}>
      <SentPage channel={channel} title={kind.document.words.title} onAnother={onAnother} {...sent} />
    </Suspense>
  )
}

/** The buttons after recording: a new form with values carried over, or a copy. */
function newForms<T extends Typed, G, F extends Figures>({
  channel,
  kind,
  start,
  typed,
  documentId,
}: Props<T, G, F> & { start: Start<T, G>; typed: T; documentId: string }) {
  async function open(next: T, copyOf?: string) {
    const draftId = newId()
    try {
      await channel.call(saveDraft, {
        params: { draftId },
        body: { kind: kind.document.kind, fields: { typed: next, ...(copyOf !== undefined && { copyOf }) } },
      })
      channel.navigate({ to: 'form', id: draftId })
    } catch {
      channel.say({ type: 'restart' })
    }
  }
  return {
    onAnother: () => void open(kind.next(typed, start)),
    onCopy: kind.copies ? () => void open(kind.copied(typed), documentId) : undefined,
  }
}
