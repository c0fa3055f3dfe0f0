// Matches a certificate with its receipts, or writes it off. The entry is typed, reviewed, and recorded with Yes.
import { ActionIcon, Button, Checkbox, Text, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { attachArrival, type getArrival } from '@talaan/contract/arrivals.ts'
import type { ExpectedOf } from '@talaan/contract/certificates.ts'
import { attachFile, detachFile, discardDraft, recordDocument, reviewDraft } from '@talaan/contract/documents.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { call, sentenceOf } from '../../app/api.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { DayInput } from '../../ui/DayInput.tsx'
import { type DroppedFile, FileDrop } from '../../ui/FileDrop.tsx'
import { MoneyInput } from '../../ui/MoneyInput.tsx'
import { newId } from '../../ui/newId.ts'
import { toast } from '../../ui/toast.ts'
import { PageView } from '../arrivals/PageView.tsx'
import classes from '../filings/lists.module.css'
import tax from '../filings/tax.module.css'
import { mistakesIn, type Mistakes } from '../filings/mistakes.ts'
import {
  type CertificateAction,
  certificateOf,
  fromFile,
  linesOf,
  suggested,
  rowKey,
  type TypedCertificate,
} from './typedCertificate.ts'

type Props = {
  act: CertificateAction
  expected: ExpectedOf
  /** The certificate's file in Arrivals. */
  file?: AnswerOf<typeof getArrival> | undefined
  today: Day
  changed: () => Promise<unknown>
  onClose: () => void
}
type Review = AnswerOf<typeof reviewDraft>

export function MatchDialog({ act, expected, file, today, changed, onClose }: Props) {
  const [draftId] = useState(newId)
  const [begun] = useState(() =>
    file?.reading ? fromFile(expected, file.reading.fields, today) : suggested(expected, act, today),
  )
  const [typed, setTyped] = useState(begun)
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const [review, setReview] = useState<Review | null>(null)
  const attachments = useDraftAttachments(draftId)
  const reviewing = useMutation({
    mutationFn: (fields: Record<string, unknown>) =>
      call(reviewDraft, { params: { draftId }, body: { kind: 'certificate', fields } }),
    onSuccess: setReview,
    onError: (error) => setMistakes(mistakesIn(error)),
  })
  const recording = useMutation({
    mutationFn: (digest: string) => call(recordDocument, { body: { draftId, digest } }),
    onSuccess: async ({ number, documentId }) => {
      if (file !== undefined)
        await call(attachArrival, { params: { arrivalId: file.arrival.id }, body: { documentId } }).catch(
          (error: unknown) => toast({ title: sentenceOf(error), tone: 'bad' }),
        )
      await changed()
      toast({ title: `${number} recorded`, tone: 'good' })
      onClose()
    },
    onError: (error) => {
      setReview(null)
      setMistakes(mistakesIn(error))
    },
  })
  const change = (to: Partial<TypedCertificate>) => {
    setMistakes({})
    setTyped((old) => ({ ...old, ...to }))
  }
  const send = () => {
    if (review !== null) return recording.mutate(review.digest)
    const read = certificateOf(typed, { act, partyId: expected.partyId, today })
    if ('mistakes' in read) setMistakes(read.mistakes)
    else reviewing.mutate(read.fields)
  }
  // If nothing is recorded, the review and the attachments are removed.
  const leave = () => {
    if (!reviewing.isIdle || attachments.files.length > 0)
      void call(discardDraft, { params: { draftId } }).catch(() => undefined)
    onClose()
  }
  const title = act === 'received' ? `Certificate of ${expected.name}` : `Write off the certificate of ${expected.name}`
  const yes = act === 'received' ? 'Yes, record' : 'Yes, write off'
  return (
    <TypingDialog
      title={title}
      submit={review === null ? 'Review' : yes}
      unsaved={!recording.isSuccess && (typed !== begun || attachments.files.length > 0)}
      busy={reviewing.isPending || recording.isPending || attachments.busy}
      alert={alertOf(mistakes)}
      onSubmit={send}
      onClose={leave}
    >
      {review === null ? (
        <>
          {file?.reading && (
            <details>
              <summary>{file.arrival.file.name}</summary>
              <PageView
                arrival={file.arrival}
                pictures={file.reading.pictures}
                fields={file.reading.fields}
                active={undefined}
              />
            </details>
          )}
          <DayInput
            label={act === 'received' ? 'Received' : 'Date'}
            today={today}
            value={typed.day}
            error={mistakes['day']}
            onChange={(day) => change({ day })}
          />
          <Receipts act={act} expected={expected} typed={typed} mistakes={mistakes} onChange={change} />
          {act === 'received' && (
            <CertificateFields typed={typed} today={today} mistakes={mistakes} onChange={change} />
          )}
          <Textarea
            label={act === 'received' ? 'Memo' : 'Reason for the write-off'}
            required={act === 'written_off'}
            autosize
            minRows={2}
            maxLength={500}
            value={typed.memo}
            error={mistakes['memo']}
            onChange={(event) => change({ memo: event.currentTarget.value })}
          />
          <FileDrop
            label="Attachment"
            hint="Drop or choose a PDF, JPEG or PNG file of at most 10 MB."
            accept=".pdf,.jpg,.jpeg,.png"
            files={attachments.files}
            onAdd={attachments.add}
            onRemove={attachments.forget}
            onRetry={attachments.retry}
          />
        </>
      ) : (
        <Reviewed review={review} onBack={() => setReview(null)} />
      )}
    </TypingDialog>
  )
}

const taxWords = { '1321': 'income tax', '1325': 'VAT' } as const

/** Mistakes in fields that are not shown. */
function alertOf(mistakes: Mistakes): string | undefined {
  return mistakes[''] ?? mistakes['rows'] ?? mistakes['taxes'] ?? mistakes['partyId']
}

type Part = { typed: TypedCertificate; mistakes: Mistakes; onChange: (to: Partial<TypedCertificate>) => void }

function Receipts({
  act,
  expected,
  typed,
  mistakes,
  onChange,
}: Part & { act: CertificateAction; expected: ExpectedOf }) {
  const change = (key: string, to: Partial<TypedCertificate['rows'][number]>) => {
    const rows = typed.rows.map((row) => (rowKey(row) === key ? { ...row, ...to } : row))
    // The lines follow the selected receipts; the user types the amounts of the certificate.
    onChange(to.ticked === undefined || act === 'written_off' ? { rows } : { rows, taxes: linesOf(expected, rows) })
  }
  const ticked = typed.rows.filter((row) => row.ticked).map(rowKey)
  const isMixed = new Set(expected.items.map(({ account }) => account)).size > 1
  return (
    <fieldset className={classes.rows}>
      <legend>{act === 'received' ? 'Receipts covered' : 'Receipts to write off'}</legend>
      {expected.items.map((item) => {
        const { number, day } = item
        const key = rowKey(item)
        const row = typed.rows.find((one) => rowKey(one) === key)
        const place = `rows.${ticked.indexOf(key)}.amount`
        const what = isMixed ? `, ${taxWords[item.account]}` : ''
        return (
          <div key={key} className={classes.row}>
            <Checkbox
              label={`${number}, ${formatDay(day)}${what}`}
              checked={row?.ticked ?? false}
              onChange={(event) => change(key, { ticked: event.currentTarget.checked })}
            />
            <MoneyInput
              aria-label={`Tax of ${number}${what}`}
              disabled={!row?.ticked}
              value={row?.amount ?? ''}
              error={row?.ticked ? mistakes[place] : undefined}
              onChange={(amount) => change(key, { amount })}
            />
          </div>
        )
      })}
    </fieldset>
  )
}

function CertificateFields({ typed, today, mistakes, onChange }: Part & { today: Day }) {
  const change = (at: number, to: Partial<TypedCertificate['taxes'][number]>) =>
    onChange({ taxes: typed.taxes.map((line, i) => (i === at ? { ...line, ...to } : line)) })
  return (
    <>
      <div className={tax.fields}>
        <DayInput
          label="Period from"
          today={today}
          value={typed.from}
          error={mistakes['from']}
          onChange={(from) => onChange({ from })}
        />
        <DayInput
          label="To"
          today={today}
          value={typed.to}
          error={mistakes['to']}
          onChange={(to) => onChange({ to })}
        />
      </div>
      <fieldset className={classes.rows}>
        <legend>Certificate lines</legend>
        {typed.taxes.map(({ atc, base, tax }, at) => (
          <div key={at} className={classes.tax}>
            <TextInput
              aria-label={`ATC ${at + 1}`}
              placeholder="ATC"
              maxLength={5}
              autoComplete="off"
              value={atc}
              error={mistakes[`taxes.${at}.atc`]}
              onChange={(event) => change(at, { atc: event.currentTarget.value })}
            />
            <MoneyInput
              aria-label={`Income payment ${at + 1}`}
              placeholder="Income payment"
              value={base}
              error={mistakes[`taxes.${at}.base`]}
              onChange={(text) => change(at, { base: text })}
            />
            <MoneyInput
              aria-label={`Tax withheld ${at + 1}`}
              placeholder="Tax withheld"
              value={tax}
              error={mistakes[`taxes.${at}.tax`]}
              onChange={(text) => change(at, { tax: text })}
            />
            <ActionIcon
              variant="default"
              size={42}
              aria-label={`Remove line ${at + 1}`}
              onClick={() => onChange({ taxes: typed.taxes.filter((_, i) => i !== at) })}
            >
              ✕
            </ActionIcon>
          </div>
        ))}
        <div>
          <Button
            variant="default"
            size="sm"
            onClick={() => onChange({ taxes: [...typed.taxes, { atc: '', base: '', tax: '' }] })}
          >
            Add line
          </Button>
        </div>
      </fieldset>
    </>
  )
}

function Reviewed({ review: { numberToBe, receipt, warnings }, onBack }: { review: Review; onBack: () => void }) {
  return (
    <>
      <Text>
        {receipt.title} {numberToBe}, {formatMoney(receipt.totals.at(-1)?.amount ?? 0n)}
      </Text>
      <table className={classes.entry} aria-label="Journal entry">
        <tbody>
          {receipt.journal.map(({ account, name, debit, credit }, at) => (
            <tr key={at}>
              <td>
                {debit > 0n ? 'Debit' : 'Credit'} {account} {name}
              </td>
              <td>{formatMoney(debit > 0n ? debit : credit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {warnings.map((warning) => (
        <Text key={warning} size="sm">
          {warning}
        </Text>
      ))}
      <div>
        <Button variant="subtle" size="sm" onClick={onBack}>
          Back to edit
        </Button>
      </div>
    </>
  )
}

/** A chosen file is uploaded to the draft immediately and stays with it until the certificate is recorded. */
function useDraftAttachments(draftId: string) {
  const [files, setFiles] = useState<(DroppedFile & { file: File })[]>([])
  const set = (id: string, to: Partial<DroppedFile>) =>
    setFiles((all) => all.map((one) => (one.id === id ? { ...one, ...to } : one)))
  const detach = (attachmentId: string) => call(detachFile, { params: { draftId, attachmentId } })
  const send = async (id: string, file: File) => {
    set(id, { phase: 'sending' })
    try {
      const query = { id, kind: 'certificate' as const, name: file.name.slice(-200) }
      await call(attachFile, { params: { draftId }, query, file })
      set(id, { phase: 'there' })
    } catch (error) {
      set(id, { phase: 'failed', message: sentenceOf(error), again: true })
    }
  }
  return {
    files,
    busy: files.some(({ phase }) => phase === 'sending' || phase === 'waiting'),
    add: (picked: File[]) => {
      const added = picked.map((file) => ({
        id: newId(),
        name: file.name,
        detail: '',
        phase: 'waiting' as const,
        file,
      }))
      setFiles((all) => [...all, ...added])
      for (const { id, file } of added) void send(id, file)
    },
    forget: (id: string) => {
      const gone = files.find((one) => one.id === id)
      setFiles((all) => all.filter((one) => one.id !== id))
      if (gone?.phase === 'there') void detach(id).catch(() => gone && setFiles((all) => [...all, gone]))
    },
    retry: (id: string) => {
      const again = files.find((one) => one.id === id)
      if (again) void send(id, again.file)
    },
  }
}
