// Certificates for suppliers: those due for a quarter, those issued, and how each was delivered.
import { Button, Text, TextInput } from '@mantine/core'
import {
  type Delivery,
  handCertificate,
  issueCertificates,
  listOwedCertificates,
  mailCertificates,
  type OwedCertificate,
  packCertificates,
  printCertificate,
  printCertificates,
} from '@talaan/contract/certificates.ts'
import { portalFacts } from '@talaan/contract/portal.ts'
import { addMonths, dayInManila, daysBetween, formatDay, monthOf, parseTypedDay } from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import { quarterStart, quarterWords } from '@talaan/ledger/tax/lists/taxpayer.ts'
import { formatMoney, sum } from '@talaan/ledger/core/money.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call, callBytes, saveFile, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { type MenuAction, ActionMenu } from '../../ui/ActionMenu.tsx'
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx'
import { DayInput } from '../../ui/DayInput.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { PeriodField } from '../../ui/PeriodField.tsx'
import { Term } from '../../ui/Term.tsx'
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toast.ts'
import { counted } from './counted.ts'
import { filesIn } from './filesIn.ts'
import classes from '../filings/lists.module.css'
import tax from '../filings/tax.module.css'
import { mistakesIn, type Mistakes } from '../filings/mistakes.ts'
import { TaxTabs } from '../filings/TaxTabs.tsx'

const states = {
  owed: { tone: 'look', word: 'Not issued' },
  issued: { tone: 'plain', word: 'Issued' },
  delivered: { tone: 'good', word: 'Delivered' },
  changed: { tone: 'look', word: 'Changed' },
} as const satisfies Record<OwedCertificate['state'], { tone: Tone; word: string }>

export function IssuedPage() {
  const [address, setAddress] = useSearchParams()
  const today = useCall(portalFacts).data?.today
  const quarters = today === undefined ? [] : quartersBefore(monthOf(today))
  const quarter = quarters.find((start) => start === address.get('quarter')) ?? quarters[1]
  return (
    <>
      <PageTitle term={<Term name="Form 2307" />}>Certificates for Suppliers</PageTitle>
      <TaxTabs />
      {today !== undefined && quarter !== undefined && (
        <Quarter
          key={quarter}
          today={today}
          quarter={quarter}
          quarters={quarters}
          onQuarter={(start) => setAddress({ quarter: start }, { replace: true })}
        />
      )}
    </>
  )
}

type Props = { today: Day; quarter: Month; quarters: readonly Month[]; onQuarter: (start: Month) => void }

function Quarter({ today, quarter, quarters, onQuarter }: Props) {
  const [handing, setHanding] = useState<OwedCertificate | null>(null)
  const answer = useCall(listOwedCertificates, { query: { quarter } })
  const actions = useIssuing(quarter)
  return (
    <Answered query={answer} loading={<SkeletonRows rows={8} />}>
      {({ certificates, due, over, mailReady }) => {
        const owed = certificates.filter(({ state }) => state === 'owed' || state === 'changed')
        const toMail = certificates.filter(({ state, email }) => state === 'issued' && email !== null)
        const isIssued = certificates.some(({ issued }) => issued !== null)
        return (
          <>
            <div className={tax.tools}>
              <PeriodField
                label="Quarter"
                value={quarter}
                choices={quarters.map((value) => ({ value, label: capital(quarterWords(value)) }))}
                unit="quarter"
                onChange={onQuarter}
              />
              <div className={classes.actions}>
                <Button
                  size="sm"
                  color="brand"
                  disabled={!over || owed.length === 0}
                  loading={actions.issue.isPending}
                  onClick={() => actions.issue.mutate({ partyIds: [...new Set(owed.map(({ partyId }) => partyId))] })}
                >
                  {counted('Issue', owed.length)}
                </Button>
                <Button
                  size="sm"
                  variant="default"
                  disabled={toMail.length === 0}
                  loading={actions.mail.isPending}
                  onClick={() => actions.mail.mutate(toMail.flatMap(({ issued }) => issued?.certificateId ?? []))}
                >
                  {counted('E-mail', toMail.length)}
                </Button>
                <Button
                  size="sm"
                  variant="default"
                  disabled={!isIssued}
                  loading={actions.print.isPending}
                  onClick={() => actions.print.mutate(null)}
                >
                  Download all as PDF
                </Button>
                <PackButton quarter={quarter} count={certificates.filter(({ issued }) => issued !== null).length} />
              </div>
            </div>
            {certificates.length === 0 ? (
              <div className={classes.empty}>
                <Text>
                  No tax was withheld from suppliers in the {quarterWords(quarter)}. To withhold tax, choose a
                  withholding code on a <Link to={paths.category('Bills')}>bill</Link> or a payment.
                </Text>
              </div>
            ) : (
              <>
                <dl className={tax.facts}>
                  <div>
                    <dt>Due</dt>
                    <dd>{dueWords(due, today)}</dd>
                  </div>
                  <div>
                    <dt>Tax withheld</dt>
                    <dd>{formatMoney(sum(certificates.map(({ tax }) => tax)))}</dd>
                  </div>
                  <div>
                    <dt>Delivered</dt>
                    <dd>
                      {certificates.filter(({ state }) => state === 'delivered').length} of {certificates.length}
                    </dd>
                  </div>
                </dl>
                {!over && <Text mb="md">This quarter has not ended. Issue certificates after it ends.</Text>}
                {!mailReady && isIssued && (
                  <Text mb="md">
                    E-mail isn’t set up yet. Messages stay queued until your system administrator sets SMTP_URL. You can
                    print the certificates instead.
                  </Text>
                )}
                <DataTable
                  framed
                  label="Certificates"
                  columns={columnsOf({ over, actions, onHand: setHanding })}
                  rows={certificates}
                  rowKey={({ partyId, form }) => `${partyId} ${form}`}
                />
              </>
            )}
            {handing && (
              <HandOverDialog
                certificate={handing}
                today={today}
                onDone={actions.changed}
                onClose={() => setHanding(null)}
              />
            )}
          </>
        )
      }}
    </Answered>
  )
}

/**
 * Downloads a ZIP archive with one file for each certificate and one with all of them. It shows the progress, and a second
 * press cancels the download.
 */
function PackButton({ quarter, count }: { quarter: Month; count: number }) {
  const [packing, setPacking] = useState<{ done: number; stop: () => void }>()
  const pack = async () => {
    const leaving = new AbortController()
    const stop = () => leaving.abort()
    const begun = filesIn()
    setPacking({ done: 0, stop })
    try {
      const onPiece = (piece: Uint8Array) => setPacking({ done: Math.max(0, begun(piece) - 1), stop })
      saveFile(await callBytes(packCertificates, { query: { quarter }, signal: leaving.signal }, onPiece))
    } catch (error) {
      if (!leaving.signal.aborted) toast({ title: sentenceOf(error), tone: 'bad' })
    } finally {
      setPacking(undefined)
    }
  }
  return (
    <Button
      size="sm"
      variant="default"
      disabled={count === 0}
      aria-live="polite"
      onClick={packing === undefined ? () => void pack() : packing.stop}
    >
      {packing === undefined ? 'Download all as ZIP' : `Cancel (${packing.done} of ${count} done)`}
    </Button>
  )
}

function useIssuing(quarter: Month) {
  const queries = useQueryClient()
  const changed = () => queries.invalidateQueries({ queryKey: [listOwedCertificates.name] })
  const onError = (error: unknown) => toast({ title: sentenceOf(error), tone: 'bad' })
  const issue = useMutation({
    mutationFn: (asked: { partyIds: string[]; form?: OwedCertificate['form'] }) =>
      call(issueCertificates, { body: { quarter, ...asked } }),
    onSuccess: async ({ issued }) => {
      await changed()
      toast({ title: `${issued === 1 ? '1 certificate is' : `${issued} certificates are`} issued`, tone: 'good' })
    },
    onError,
  })
  const mail = useMutation({
    mutationFn: (certificateIds: string[]) => call(mailCertificates, { body: { certificateIds } }),
    onSuccess: async ({ queued, withoutAddress }) => {
      await changed()
      const without = withoutAddress.length === 0 ? '' : `; no e-mail address for ${withoutAddress.join(', ')}`
      toast({
        title: `${queued === 1 ? '1 e-mail' : `${queued} e-mails`} queued${without}`,
        tone: queued === 0 ? 'bad' : 'good',
      })
    },
    onError,
  })
  const print = useMutation({
    mutationFn: (certificateId: string | null) =>
      certificateId === null
        ? callBytes(printCertificates, { query: { quarter } })
        : callBytes(printCertificate, { params: { certificateId } }),
    onSuccess: saveFile,
    onError,
  })
  return { issue, mail, print, changed }
}

type Columns = { over: boolean; actions: ReturnType<typeof useIssuing>; onHand: (certificate: OwedCertificate) => void }

function columnsOf({ over, actions, onHand }: Columns): DataColumn<OwedCertificate>[] {
  return [
    {
      key: 'name',
      title: 'Supplier',
      card: 'heading',
      cell: ({ name, tin }) => (
        <>
          <strong>{name}</strong>
          <span className={classes.line}>{tin}</span>
        </>
      ),
    },
    { key: 'form', title: 'Form', cell: ({ form }) => form },
    {
      key: 'rows',
      title: 'ATC and tax base',
      cell: ({ rows }) =>
        rows.map(({ atc, description, total }) => (
          <span key={atc} className={classes.line} title={description}>
            {atc} on {formatMoney(total)}
          </span>
        )),
    },
    { key: 'tax', title: 'Tax', figure: true, card: 'amount', cell: ({ tax }) => formatMoney(tax) },
    {
      key: 'state',
      title: 'Status',
      card: 'bare',
      cell: ({ state, issued, email }) => (
        <>
          <StatusBadge tone={states[state].tone}>{states[state].word}</StatusBadge>
          <span className={`${classes.line} ${classes.wraps}`}>{deliveryWords(issued, email)}</span>
        </>
      ),
    },
    {
      key: 'actions',
      title: 'Actions',
      card: 'action',
      nowrap: true,
      cell: (certificate) => (
        <ActionMenu
          label={`Certificate of ${certificate.name}, form ${certificate.form}`}
          className={classes.menu}
          actions={actionsOf(certificate, { over, actions, onHand })}
        >
          Actions
        </ActionMenu>
      ),
    },
  ]
}

function actionsOf(certificate: OwedCertificate, { over, actions, onHand }: Columns): MenuAction[] {
  const { partyId, form, issued, state, email } = certificate
  const isOwed = state === 'owed' || state === 'changed'
  const id = issued?.certificateId
  const unissued = id === undefined ? 'This certificate has not been issued yet.' : undefined
  return [
    {
      label: state === 'changed' ? 'Reissue' : 'Issue',
      onSelect: () => actions.issue.mutate({ partyIds: [partyId], form }),
      refused: !over ? 'This quarter has not ended.' : isOwed ? undefined : 'The issued certificate matches the books.',
    },
    { label: 'PDF', onSelect: () => id !== undefined && actions.print.mutate(id), refused: unissued },
    {
      label: 'Send e-mail',
      onSelect: () => id !== undefined && actions.mail.mutate([id]),
      refused: unissued ?? (email === null ? 'No e-mail address is on file.' : undefined),
    },
    { label: 'Mark as delivered', onSelect: () => onHand(certificate), refused: unissued },
  ]
}

function deliveryWords(issued: OwedCertificate['issued'], email: string | null): string {
  if (issued === null) return email === null ? 'No e-mail address' : email
  return issued.delivery === null ? `${day(issued.at)} by ${issued.by}` : givenWords(issued.delivery)
}

function givenWords(delivery: Delivery): string {
  if (delivery.by === 'hand')
    return `Delivered ${formatDay(delivery.day)}${delivery.note === '' ? '' : `, ${delivery.note}`}`
  if (delivery.status === 'sent' && delivery.at !== null) return `E-mailed to ${delivery.to}, ${day(delivery.at)}`
  return delivery.status === 'failed'
    ? `Not delivered to ${delivery.to}: ${delivery.lastError ?? ''}`
    : `Queued for ${delivery.to}`
}

const day = (at: string): string => formatDay(dayInManila(Date.parse(at)))

type HandOver = { certificate: OwedCertificate; today: Day; onDone: () => Promise<unknown>; onClose: () => void }

function HandOverDialog({ certificate: { name, issued }, today, onDone, onClose }: HandOver) {
  const [typed, setTyped] = useState({ day: formatDay(today), note: '' })
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const save = useMutation({
    mutationFn: (body: { day: Day; note: string }) =>
      call(handCertificate, { params: { certificateId: issued?.certificateId ?? '' }, body }),
    onSuccess: async () => {
      await onDone()
      toast({ title: `Certificate of ${name} marked as delivered`, tone: 'good' })
      onClose()
    },
    onError: (error) => setMistakes(mistakesIn(error)),
  })
  return (
    <TypingDialog
      title={`Certificate delivered to ${name}`}
      submit="Mark as delivered"
      unsaved={typed.note !== '' && !save.isSuccess}
      busy={save.isPending}
      alert={mistakes['']}
      onSubmit={() => {
        const read = parseTypedDay(typed.day, today)
        if (read.ok) save.mutate({ day: read.day, note: typed.note })
        else setMistakes({ day: read.message })
      }}
      onClose={onClose}
    >
      <DayInput
        label="Date"
        data-autofocus
        today={today}
        value={typed.day}
        error={mistakes['day']}
        onChange={(text) => setTyped((old) => ({ ...old, day: text }))}
      />
      <TextInput
        label="Note (optional)"
        description="Name of the person who signed for the certificate."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={200}
        autoComplete="off"
        value={typed.note}
        error={mistakes['note']}
        onChange={(event) => {
          const note = event.currentTarget.value
          setTyped((old) => ({ ...old, note }))
        }}
      />
    </TypingDialog>
  )
}

function dueWords(due: Day | null, today: Day): string {
  if (due === null) return 'no deadline set'
  const days = daysBetween(today, due)
  if (days < 0) return `${formatDay(due)}, overdue`
  return days === 0 ? `${formatDay(due)}, today` : `${formatDay(due)}, in ${days} ${days === 1 ? 'day' : 'days'}`
}

/** The current quarter and the eleven before it. The previous quarter, the latest that has ended, is selected first. */
const quartersBefore = (now: Month): Month[] =>
  Array.from({ length: 12 }, (_, at) => addMonths(quarterStart(now), -3 * at))

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
