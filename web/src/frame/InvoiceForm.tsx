// The invoice: fill in, look once more, recorded. What is typed is kept as a draft from the first keystroke.
import { Button, Kbd, NativeSelect, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useCallback, useEffect, useMemo, useReducer, useRef, useState, type ReactNode } from 'react'
import { listAccounts, type Account } from '@talaan/contract/accounts.ts'
import {
  documentProblems,
  getDraft,
  listDrafts,
  recordDocument,
  reviewDraft,
  saveDraft,
} from '@talaan/contract/documents.ts'
import type { Draft } from '@talaan/contract/documents.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { getParty, type PartyAnswer, type PartyRow } from '@talaan/contract/parties.ts'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import type { VatRate } from '@talaan/ledger/tax.ts'
import { takesIncome } from '@talaan/ledger/chart.ts'
import { formatDay, parseTypedDay, yearOf } from '@talaan/ledger/day.ts'
import { invoice } from '@talaan/ledger/documents/invoice.ts'
import { formatMoney } from '@talaan/ledger/money.ts'
import { addressLine } from '@talaan/ledger/party.ts'
import { DayInput } from '../ui/DayInput.tsx'
import { Attachments, useAttachments } from './Attachments.tsx'
import { CallFailure, type Channel } from './channel.ts'
import { ConfirmPage } from './ConfirmPage.tsx'
import { CustomerPicker } from './CustomerPicker.tsx'
import { useDraft, type DraftState } from './draft.ts'
import { useFormKeys } from './formKeys.ts'
import css from './InvoiceForm.module.css'
import { cellId, InvoiceLines } from './InvoiceLines.tsx'
import { focusFirst, Mistakes } from './Mistakes.tsx'
import { newId } from '../ui/newId.ts'
import { Sheet } from './Sheet.tsx'
import {
  carriedOver,
  changed,
  dueBase,
  dueDayOf,
  emptyInvoice,
  fieldsOf,
  figuresOf,
  isBlank,
  onScreen,
  restored,
} from './typedInvoice.ts'
import type { Change, HeadField, TypedInvoice } from './typedInvoice.ts'
import { Trouble } from './Trouble.tsx'
import { Unfinished, type Begun } from './Unfinished.tsx'
import { VoucherPage } from './VoucherPage.tsx'
import { clockTime, namedAmount } from './words.ts'

type Start = {
  typed: TypedInvoice
  draft: Draft | null
  accounts: readonly Account[]
  vatRates: readonly VatRate[]
  begun: readonly Begun[]
  arrived: boolean
}

export function InvoiceForm({ channel }: { channel: Channel }) {
  const [start, setStart] = useState<Start | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  const reload = useCallback(() => setTries((count) => count + 1), [])

  useEffect(() => {
    let left = false
    setFailure(null)
    begin(channel)
      .then((found) => {
        if (!left) setStart(found)
      })
      .catch((error: unknown) => {
        if (!left) setFailure(error instanceof Error ? error.message : getDraft.failure)
      })
    return () => {
      left = true
    }
  }, [channel, tries])

  const { company } = channel.context
  if (failure !== null)
    return <Trouble title={invoice.words.title} company={company} sentence={failure} onRetry={reload} />
  if (start === null) {
    return (
      <Sheet title={invoice.words.title} company={company}>
        <Stack className={css.fields} aria-busy="true" aria-label="The form is loading">
          {[1, 2, 3, 4].map((field) => (
            <Skeleton key={field} height={64} />
          ))}
        </Stack>
      </Sheet>
    )
  }
  if (start.draft?.documentId) {
    const another = () => void recordAnother(channel, restored(start.draft?.fields ?? {}))
    return <VoucherPage channel={channel} documentId={start.draft.documentId} recorded={null} onAnother={another} />
  }
  return <Invoice key={tries} channel={channel} start={start} onReload={reload} />
}

/** Everything the sheet needs before the first keystroke. Unfinished drafts are an offer: without them it opens as well. */
async function begin(channel: Channel): Promise<Start> {
  const { draftId, today, party: partyId } = channel.context
  const [draft, { accounts, vatRates, vatRegistered }, drafts] = await Promise.all([
    channel
      .call(getDraft, { params: { draftId } })
      .then((answer) => answer.draft)
      .catch((error: unknown) => {
        if (error instanceof CallFailure && error.status === 404 && error.code !== documentProblems.draftOfOther.code)
          return null
        throw error
      }),
    channel.call(listAccounts),
    channel
      .call(listDrafts, { query: { kind: 'invoice' } })
      .then((answer) => answer.drafts)
      .catch(() => []),
  ])

  // A company without VAT has no use for the class that others use most.
  const usual = vatRegistered ? {} : ({ vatClass: 'exempt' } as const)
  let typed = (draft && restored(draft.fields)) ?? emptyInvoice(today, usual)
  const arriving = partyId !== undefined && partyId !== typed.arrivedWith && !draft?.documentId
  if (arriving) {
    // Someone who was removed meanwhile is simply not picked.
    const party = await channel
      .call(getParty, { params: { partyId } })
      .then((answer) => rowOf(answer.party))
      .catch(() => null)
    if (party) typed = changed(typed, { type: 'arrive', party })
  }

  const begun = drafts
    .filter((other) => other.draftId !== draftId && other.documentId === null)
    .flatMap(({ draftId: id, fields, savedAt }) => {
      const other = restored(fields)
      if (other === null || isBlank(other)) return []
      const name = other.party?.name || other.partySearch || 'no customer yet'
      const { total } = figuresOf(other, { today, vatRates })
      return [{ draftId: id, words: `Invoice for ${namedAmount(name, total)}, saved ${clockTime(savedAt, today)}` }]
    })
  const earning = accounts.filter((account) => account.active && takesIncome(account))
  return { typed, draft, accounts: earning, vatRates, begun, arrived: arriving }
}

function rowOf({ id, name, customer, supplier, fields }: PartyAnswer): PartyRow {
  const { tin, email, vatStatus, government } = fields
  return {
    id,
    name,
    tin,
    address: addressLine(fields),
    email: email || null,
    vatStatus,
    government,
    customer,
    supplier,
  }
}

/** A new sheet that keeps the day, the tax and the account, never the customer or the e-mail address. */
async function recordAnother(channel: Channel, last: TypedInvoice | null): Promise<void> {
  const draftId = newId()
  const typed = emptyInvoice(channel.context.today, last ? carriedOver(last) : {})
  try {
    await channel.call(saveDraft, { params: { draftId }, body: { kind: 'invoice', fields: { typed } } })
    channel.navigate({ to: 'invoice', id: draftId })
  } catch {
    channel.say({ type: 'restart' })
  }
}

type Review = AnswerOf<typeof reviewDraft>
type Step =
  | { at: 'form' }
  | { at: 'confirm'; review: Review; notice: string | null }
  | { at: 'recorded'; documentId: string; recorded: { number: string; receiptTo: string | null; mailReady: boolean } }

function Invoice({ channel, start, onReload }: { channel: Channel; start: Start; onReload: () => void }) {
  const { draftId, today } = channel.context
  const [typed, dispatch] = useReducer(changed, start.typed)
  const [step, setStep] = useState<Step>({ at: 'form' })
  const [mistakes, setMistakes] = useState<readonly FieldMistake[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const pressed = useRef(false)
  const { offer, flush, state } = useDraft(channel, { draftId, kind: 'invoice', savedAt: start.draft?.savedAt ?? null })
  const attachments = useAttachments(channel, draftId, 'invoice', start.draft?.attachments ?? [])

  useFormKeys({ onDone: () => step.at === 'form' && void review() })

  const kept = useRef(start.arrived ? null : start.typed)
  useEffect(() => {
    if (kept.current === typed || step.at === 'recorded') return
    kept.current = typed
    offer({ typed })
  }, [typed, offer, step.at])

  // Hands stay on the keys: an empty sheet begins at its first field, one with the customer just registered at the number.
  useEffect(() => {
    if (!matchMedia('(pointer: fine)').matches) return
    const first = start.arrived ? 'externalNo' : isBlank(start.typed) ? 'email' : null
    if (first) document.getElementById(first)?.focus({ preventScroll: true })
  }, [start])

  const change = useCallback((what: Change) => {
    dispatch(what)
    setMistakes((all) => all.filter(({ path }) => !isAbout(what, path)))
  }, [])

  function show(found: readonly FieldMistake[], sentence: string) {
    setStep({ at: 'form' })
    setMistakes(found)
    setProblem(sentence)
    // The fields stand on the page only after the confirmation has gone.
    setTimeout(() => (found.length > 0 ? focusFirst(found.map(({ path }) => fieldId(path))) : window.scrollTo(0, 0)))
  }

  async function review(notice: string | null = null) {
    if (pressed.current) return
    setProblem(null)
    if (attachments.busy) return show([], 'A file is still being attached. Review when it is done.')
    if (attachments.failed) return show([], 'A file is not attached. Try it again or remove it, then review.')
    const { fields, rows, mistakes: found } = fieldsOf(typed, today)
    if (found.length > 0) return show(found, documentProblems.mistakes.sentence)
    pressed.current = true
    setBusy(true)
    try {
      await flush()
      const answer = await channel.call(reviewDraft, { params: { draftId }, body: { kind: 'invoice', fields } })
      setMistakes([])
      setStep({ at: 'confirm', review: answer, notice })
    } catch (error) {
      if (error instanceof CallFailure && error.code === documentProblems.draftRecorded.code) onReload()
      else if (error instanceof CallFailure)
        show(onScreen(error.fields, rows), error.fields.length > 0 ? documentProblems.mistakes.sentence : error.message)
      else throw error
    } finally {
      pressed.current = false
      setBusy(false)
    }
  }

  async function record({ digest }: Review) {
    if (pressed.current) return
    pressed.current = true
    setBusy(true)
    try {
      const recorded = await channel.call(recordDocument, { body: { draftId, digest } })
      channel.say({ type: 'recorded', number: recorded.number })
      setStep({ at: 'recorded', documentId: recorded.documentId, recorded })
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      const sentence = error.message
      if (error.code === documentProblems.reviewAgain.code) {
        pressed.current = false
        await review(sentence)
      } else if (error.fields.length > 0) {
        show(onScreen(error.fields, fieldsOf(typed, today).rows), sentence)
      } else {
        setStep((now) => (now.at === 'confirm' ? { ...now, notice: sentence } : now))
      }
    } finally {
      pressed.current = false
      setBusy(false)
    }
  }

  async function register(search: string) {
    // What is typed must be there when one comes back.
    const saved = isBlank(typed) || (await flush())
    if (!saved) return
    channel.say({ type: 'unsaved', unsaved: false })
    channel.navigate({ to: 'customertin', id: draftId, ...(search === '' ? {} : { search: search.slice(0, 100) }) })
  }

  async function startOver() {
    await flush()
    channel.say({ type: 'restart' })
  }

  if (step.at === 'recorded') {
    const { documentId, recorded } = step
    return (
      <VoucherPage
        channel={channel}
        documentId={documentId}
        recorded={recorded}
        onAnother={() => void recordAnother(channel, typed)}
      />
    )
  }
  if (step.at === 'confirm') {
    return (
      <ConfirmPage
        review={step.review}
        notice={step.notice}
        recording={busy}
        receiptTo={typed.email.trim()}
        onYes={() => void record(step.review)}
        onNo={() => void startOver()}
        onEdit={() => setStep({ at: 'form' })}
      />
    )
  }

  const at = new Map(mistakes.map(({ path, message }) => [path.join('.'), message]))
  const head = (field: HeadField) => ({ id: field, value: typed[field], error: at.get(field) })
  const set = (field: HeadField) => (value: string) => change({ type: 'head', field, value })
  const due = dueDayOf(typed, today)
  const day = parseTypedDay(typed.day, today)
  const year = yearOf(day.ok ? day.day : today)

  return (
    <Sheet
      title={invoice.words.title}
      number={`${invoice.series}-${year}-······`}
      company={channel.context.company}
      note={invoice.words.printNote}
    >
      {isBlank(typed) && (
        <Unfinished
          channel={channel}
          begun={start.begun}
          onContinue={(id) => channel.navigate({ to: 'invoice', id })}
        />
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void review()
        }}
      >
        {problem !== null && <Mistakes sentence={problem} mistakes={mistakes} fieldId={fieldId} />}
        <Stack gap="md" className={css.fields}>
          <TextInput
            {...head('email')}
            label="Receipt e-mail"
            description={
              typed.emailFrom === ''
                ? 'The receipt is mailed here.'
                : `From the register: ${typed.emailFrom}. Type over it to change it.`
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            onChange={(event) => set('email')(event.currentTarget.value)}
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
          />
          <CustomerPicker
            channel={channel}
            search={typed.partySearch}
            party={typed.party}
            onSearch={set('partySearch')}
            onPick={(party) => change({ type: 'party', party })}
            onRegister={(search) => void register(search)}
            error={at.get('party')}
          />
          <div className={css.pair}>
            <TextInput
              {...head('externalNo')}
              label="Invoice number"
              description="The serial printed on the paper."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              onChange={(event) => set('externalNo')(event.currentTarget.value)}
              autoComplete="off"
              spellCheck={false}
            />
            <DayInput {...head('day')} label="Day" today={today} onChange={set('day')} />
          </div>
          <div className={css.pair}>
            <TextInput
              {...head('terms')}
              label="Terms"
              description="For example 30 days or COD; may be left out."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              onChange={(event) => set('terms')(event.currentTarget.value)}
              autoComplete="off"
            />
            <DayInput
              {...head('dueDay')}
              label="Due day"
              today={today}
              base={dueBase(typed, today)}
              hint={
                due.from === 'terms' && due.dueDay
                  ? `${formatDay(due.dueDay)}, from the terms.`
                  : 'May be left out; +30 counts from the day of the invoice.'
              }
              onChange={set('dueDay')}
            />
          </div>
          <NativeSelect
            {...head('priceMode')}
            label="Prices on the paper"
            onChange={(event) => set('priceMode')(event.currentTarget.value)}
            data={[
              { value: 'inclusive', label: 'Include VAT' },
              { value: 'exclusive', label: 'Do not include VAT' },
            ]}
            size="md"
            className={css.half}
          />
        </Stack>

        <Totals
          typed={typed}
          today={today}
          accounts={start.accounts}
          vatRates={start.vatRates}
          mistakes={at}
          change={change}
          busy={busy}
          state={state}
        >
          <Stack gap="md" className={css.fields} mt="lg">
            <Textarea
              {...head('memo')}
              label="Memo"
              description="May be left out; it stands on the receipt."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              onChange={(event) => set('memo')(event.currentTarget.value)}
              rows={2}
            />
            <Attachments {...attachments} />
          </Stack>
        </Totals>
      </form>
    </Sheet>
  )
}

type TotalsProps = {
  typed: TypedInvoice
  today: string
  accounts: readonly Account[]
  vatRates: readonly VatRate[]
  mistakes: ReadonlyMap<string, string>
  change: (what: Change) => void
  busy: boolean
  state: DraftState
  /** What stands between the lines and the totals. */
  children: ReactNode
}

function Totals({ typed, today, accounts, vatRates, mistakes, change, busy, state, children }: TotalsProps) {
  const { amounts, totals } = useMemo(() => figuresOf(typed, { today, vatRates }), [typed, today, vatRates])
  return (
    <>
      <InvoiceLines
        lines={typed.lines}
        amounts={amounts}
        priceMode={typed.priceMode}
        accounts={accounts}
        mistakes={mistakes}
        change={change}
      />
      {children}
      <div className={css.foot}>
        <dl className={css.totals} aria-label="Totals">
          {totals.map(({ label, amount, emphasis }) => (
            <div key={label} data-emphasis={emphasis}>
              <dt>{label}</dt>
              <dd>{formatMoney(amount)}</dd>
            </div>
          ))}
        </dl>
        <div className={css.act}>
          <DraftLine state={state} today={today} />
          <Button type="submit" data-step loading={busy} rightSection={<Kbd size="xs">Ctrl Enter</Kbd>}>
            Review
          </Button>
        </div>
      </div>
    </>
  )
}

function DraftLine({ state, today }: { state: DraftState; today: string }) {
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
    <Text size="sm" c="dimmed">
      {words}
    </Text>
  )
}

/** The id of the field that a mistake is about. */
function fieldId([first, row, field]: FieldMistake['path']): string | null {
  if (first === 'lines') return cellId(typeof row === 'number' ? row : 0, String(field ?? 'description'))
  return typeof first === 'string' ? first : null
}

/** A mistake goes away when its field is touched; when lines move, so do the rows that mistakes name. */
function isAbout(what: Change, path: FieldMistake['path']): boolean {
  switch (what.type) {
    case 'head':
      return (
        path[0] === what.field ||
        (what.field === 'partySearch' && path[0] === 'party') ||
        (what.field === 'day' && path[0] === 'dueDay')
      )
    case 'party':
    case 'arrive':
      return path[0] === 'party' || path[0] === 'email'
    default:
      return path[0] === 'lines'
  }
}
