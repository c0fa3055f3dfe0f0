// The state of a form. Its input is saved as a draft, reviewed, confirmed, and recorded once.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { approvalOutdated } from '@talaan/contract/approval-outdated.ts'
import { documentProblems, getDocument, recordDocument, reviewDraft, type Draft } from '@talaan/contract/documents.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import type { EnterPath } from '@talaan/contract/enter-paths.ts'
import type { PartyRole } from '@talaan/contract/parties.ts'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import type { ChosenTags } from '@talaan/contract/tag-kinds.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { useAttachments } from './Attachments.tsx'
import { CallFailure, type Channel } from './channel.ts'
import { useDraft } from './draft.ts'
import type { OfferedTags } from './FormTags.tsx'
import { moveFrom, startAt, useFormKeys, useLeaving } from './formKeys.ts'
import { requiredBox } from './field.ts'
import type { FormContext, Figures, Form, FormDefinition, Typed } from './formDefinition.ts'
import { fieldId, focusFirst } from './Mistakes.tsx'
import { requiredFields } from './formModel.ts'
import type { Opens } from './opens.ts'
import { typedAt } from './typed.ts'
import { useEnterPath } from './useEnterPath.ts'
import type { Begun } from './Unfinished.tsx'

/** The initial state of a form. */
export type Start<T, Data> = FormContext<Data> & {
  typed: T
  draft: Draft | null
  begun: readonly Begun[]
  /** Whether the form was opened with a newly registered party. */
  arrived: boolean
  /** Whether the form was opened as a copy. */
  copied: boolean
  /** The document of which the form is a copy. */
  copyOf: string | undefined
  offeredTags: OfferedTags
  enterPath: EnterPath
  /** The tags of the draft, or of the document that was copied. */
  tags: ChosenTags
  /** The first date after the closed months. */
  openFrom: Day | null
  /** The template with which the form was opened. */
  template: { id: string; name: string } | null
}

type Review = AnswerOf<typeof reviewDraft>
export type Recorded = { number: string; receiptTo: string | null; mailReady: boolean }
type Step =
  | { at: 'start' }
  | { at: 'form' }
  | { at: 'confirm'; review: Review; notice: string | null }
  | { at: 'recorded'; documentId: string; recorded: Recorded }
  | { at: 'sent'; approvers: readonly string[] }

type Options<T extends Typed, G, F extends Figures> = {
  channel: Channel
  kind: FormDefinition<T, G, F>
  start: Start<T, G>
  onReload: () => void
}

export function useDocumentForm<T extends Typed, G, F extends Figures>({
  channel,
  kind,
  start,
  onReload,
}: Options<T, G, F>) {
  const { draftId, today } = channel.context
  const { loaded, copyOf } = start
  const name = kind.document.kind
  const context = useMemo(() => ({ today, loaded }), [today, loaded])
  const [typed, setTyped] = useState(start.typed)
  const [tags, setTags] = useState(start.tags)
  const waits = kind.Start && !start.arrived && !start.copied && (kind.waits?.(start.typed) ?? start.draft === null)
  const [step, setStep] = useState<Step>({ at: waits ? 'start' : 'form' })
  const started = step.at !== 'start'
  const [found, setFound] = useState<{ mistakes: readonly FieldMistake[]; in: T }>({ mistakes: [], in: typed })
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const pressed = useRef(false)
  /** The field in which the user pressed Review, to return to it. */
  const hand = useRef('')
  const { offer, flush, state } = useDraft(channel, { draftId, kind: name, savedAt: start.draft?.savedAt ?? null })
  const attachments = useAttachments(channel, draftId, name, start.draft?.attachments ?? [])
  const figures = useMemo(() => kind.figures(typed, context), [kind, typed, context])

  const required = useMemo(
    () => requiredFields(kind.fieldsOf((kind.bare ?? kind.empty)(context), context)),
    [kind, context],
  )

  const enterPath = useEnterPath(channel, start.enterPath)
  useFormKeys({
    onDone: () => step.at === 'form' && void review(),
    onOpen: (what) => void open(what).catch(() => undefined),
  })

  const saved = useRef({ typed: start.arrived || start.copied ? null : start.typed, tags: start.tags })
  useEffect(() => {
    const isSaved = saved.current.typed === typed && saved.current.tags === tags
    if (isSaved || step.at === 'start' || step.at === 'recorded' || step.at === 'sent') return
    saved.current = { typed, tags }
    offer({ typed, tags, ...(copyOf !== undefined && { copyOf }) })
  }, [typed, tags, offer, step.at, copyOf])

  // The focus starts at the first field of an empty form, at the field after a newly registered party, or at the first
  // missing value of a copy or draft.
  useEffect(() => {
    if (!started || !matchMedia('(pointer: fine)').matches) return
    const party = document.getElementById('party')
    if (start.copied) firstEmptyBox()?.focus()
    else if (start.arrived && party) moveFrom(party, 1)
    else {
      const first = () => document.querySelector<HTMLElement>(kind.startsAt ?? 'form :is(input, select)')
      startAt((!kind.isBlank(start.typed) && firstEmptyBox()) || first(), { preventScroll: true })
    }
  }, [kind, start, started])

  const update = useCallback((change: (typed: T) => T) => setTyped(change), [])
  const set = useCallback(
    (patch: Partial<T>) => setTyped((now) => (kind.set ? kind.set(now, patch, context) : { ...now, ...patch })),
    [kind, context],
  )

  // A mistake is shown until its value changes.
  const mistakes = found.mistakes.filter(({ path }) =>
    [path, ...(kind.fixedBy?.[String(path[0])] ?? []).map((field) => [field])].every(
      (at) => typedAt(found.in, at) === typedAt(typed, at),
    ),
  )

  // If the user leaves a field by key, input that can't be read is shown immediately. With a pointer, the page would
  // move under the click.
  useLeaving((id) => {
    if (step.at !== 'form') return
    const seen = kind.fieldsOf(typed, context).mistakes.filter(({ path }) => fieldId(path) === id)
    if (seen.length === 0) return
    const others = mistakes.filter(({ path }) => fieldId(path) !== id)
    setFound({ mistakes: [...others, ...seen], in: typed })
  })

  function show(newMistakes: readonly FieldMistake[], sentence: string) {
    setStep({ at: 'form' })
    setFound({ mistakes: newMistakes, in: typed })
    setProblem(sentence)
    // The fields are on the page only after the confirmation page has closed.
    setTimeout(() =>
      newMistakes.length > 0 ? focusFirst(newMistakes.map(({ path }) => fieldId(path))) : window.scrollTo(0, 0),
    )
  }

  async function review(notice: string | null = null) {
    if (pressed.current) return
    setProblem(null)
    if (attachments.busy) return show([], 'A file is still uploading. Wait for it, then review.')
    if (attachments.failed) return show([], 'A file could not be attached. Try again or remove it, then review.')
    const { fields, mistakes: seen, onForm } = kind.fieldsOf(typed, context)
    if (seen.length > 0) return show(seen, documentProblems.mistakes.sentence)
    pressed.current = true
    hand.current = document.activeElement?.id ?? ''
    setBusy(true)
    try {
      await flush()
      const answer = await channel.call(reviewDraft, { params: { draftId }, body: { kind: name, fields } })
      setFound({ mistakes: [], in: typed })
      setStep({ at: 'confirm', review: answer, notice })
    } catch (error) {
      if (error instanceof CallFailure && error.code === documentProblems.draftRecorded.code) onReload()
      else if (error instanceof CallFailure)
        show(onForm(error.fields), error.fields.length > 0 ? documentProblems.mistakes.sentence : error.message)
      else throw error
    } finally {
      pressed.current = false
      setBusy(false)
    }
  }

  const record = ({ digest }: Review) =>
    confirmed(async () => {
      const recorded = await channel.call(recordDocument, { body: { draftId, digest } })
      channel.say({ type: 'recorded', number: recorded.number })
      setStep({ at: 'recorded', documentId: recorded.documentId, recorded })
    })

  const send = ({ digest }: Review) =>
    confirmed(async () => {
      // Only companies with approvals load it.
      const { sendForApproval } = await import('@talaan/contract/approvals.ts')
      const { approvers } = await channel.call(sendForApproval, { body: { draftId, digest } })
      channel.say({ type: 'sent' })
      setStep({ at: 'sent', approvers })
    })

  async function confirmed(act: () => Promise<void>) {
    if (pressed.current) return
    pressed.current = true
    setBusy(true)
    try {
      await act()
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      const sentence = error.message
      if (isOutdated.has(error.code)) {
        pressed.current = false
        await review(sentence)
      } else if (error.fields.length > 0) {
        show(kind.fieldsOf(typed, context).onForm(error.fields), sentence)
      } else {
        setStep((now) => (now.at === 'confirm' ? { ...now, notice: sentence } : now))
      }
    } finally {
      pressed.current = false
      setBusy(false)
    }
  }

  /** Saved first, so that the input is there when the user returns. */
  async function leave(): Promise<boolean> {
    const saved = kind.isBlank(typed) || (await flush())
    if (saved) channel.say({ type: 'unsaved', unsaved: false })
    return saved
  }

  async function deposit() {
    if (await leave()) channel.navigate({ to: 'deposit' })
  }

  async function register(role: PartyRole, search: string) {
    if (!(await leave())) return
    const to = role === 'customer' ? 'customertin' : 'vendortin'
    channel.navigate({ to, id: draftId, ...(search === '' ? {} : { search: search.slice(0, 100) }) })
  }

  /** Opens another tab, so that the form stays open. */
  async function open({ what, id }: Opens) {
    if (what !== 'document') return channel.say({ type: 'open', what, id })
    const { document } = await channel.call(getDocument, { params: { documentId: id } })
    channel.say({ type: 'open', what, id, kind: document.kind })
  }

  async function startOver() {
    await flush()
    channel.say({ type: 'restart' })
  }

  const at = new Map(mistakes.map(({ path, message }) => [path.join('.'), message]))
  const box = (field: string) => ({
    label: '',
    ...kind.table[field]?.box,
    ...(required.has(field) && requiredBox),
    id: field,
    value: String(typed[field as keyof T] ?? ''),
    error: at.get(field),
  })
  const change = (field: string) => (value: string) => set({ [field]: value } as Partial<T>)
  const form: Form<T, G, F> = {
    channel,
    today,
    loaded,
    typed,
    figures,
    mistakes: at,
    set,
    update,
    input: (field) => ({
      ...box(field),
      onChange: (event) => change(field)(event.currentTarget.value),
      autoComplete: 'off',
    }),
    typing: (field) => ({
      ...box(field),
      ...(field === 'day' && { openFrom: start.openFrom }),
      onChange: change(field),
    }),
    register: (role, search) => void register(role, search),
  }

  return {
    form,
    step,
    problem,
    mistakes,
    busy,
    draftState: state,
    attachments,
    enterPath,
    tags: { offered: start.offeredTags, chosen: tags, onChoose: setTags },
    review: () => void review(),
    record: (seen: Review) => void record(seen),
    send: (seen: Review) => void send(seen),
    startOver: () => void startOver(),
    deposit: () => void deposit(),
    edit: () => {
      setStep({ at: 'form' })
      setTimeout(() => document.getElementById(hand.current)?.focus())
    },
    begin: () => setStep({ at: 'form' }),
  }
}

/** The review no longer says what would happen: figures, or the rules for approvals, have changed. */
const isOutdated: ReadonlySet<string> = new Set([
  documentProblems.reviewAgain.code,
  approvalOutdated.needed.code,
  approvalOutdated.notNeeded.code,
])

const firstEmptyBox = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLInputElement>('form input:is([type="text"], :not([type]))')].find(
    ({ value }) => value.trim() === '',
  )
