// A batch of documents with its count and control total, entered first and compared as the documents are recorded.
import { Button, CloseButton, Text, TextInput } from '@mantine/core'
import { type Batch as StoredBatch, closeBatch, saveBatch, maxInBatch } from '@talaan/contract/batches.ts'
import { formatMoney, parseTypedAmount, sum } from '@talaan/ledger/core/money.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { call, CallFailure, sentenceOf } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { MoneyInput } from '../../ui/MoneyInput.tsx'
import classes from './batch.module.css'
import lists from '../documents/documents.module.css'

type Recorded = StoredBatch['documents'][number]

type Props = {
  form: string
  /** The batch as stored on the server when it was started, with the numbers recorded since then. */
  begun: { batchId: string; count: string; controlTotal: string; numbers: readonly string[] }
  onChange: (counted: { count: string; controlTotal: string }) => void
  onClose: () => void
}

/** A figure is saved after this pause in typing. */
const typingPauseMs = 400

export function Batch({ form, begun, onChange, onClose }: Props) {
  const { batchId, count, controlTotal, numbers } = begun
  const [stored, setStored] = useState<StoredBatch | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [explanation, setExplanation] = useState('')
  const of = Number(count)
  const read = parseTypedAmount(controlTotal)
  const isCounted = Number.isInteger(of) && of >= 1 && of <= maxInBatch && read.ok
  const total = read.ok ? read.amount : null

  useEffect(() => {
    if (!isCounted || total === null) return
    let left = false
    const timer = setTimeout(() => {
      call(saveBatch, { params: { batchId }, body: { form, count: of, total, numbers: [...numbers] } })
        .then(({ batch }) => {
          if (!left) setStored(batch)
        })
        .catch((error: unknown) => {
          if (!left) setProblem(sentenceOf(error))
        })
    }, typingPauseMs)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [batchId, form, isCounted, of, total, numbers])

  const documents = stored?.documents ?? []
  const state = stateOf({ documents, of, controlTotal: read })
  const closing = useMutation({
    mutationFn: async () => {
      // The last input may not have been saved yet.
      const now = isCounted ? await keep() : stored
      await call(closeBatch, {
        params: { batchId: now?.batchId ?? batchId },
        body: { explanation: explanation.trim() },
      })
    },
    onSuccess: onClose,
    onError: (error) =>
      setProblem(error instanceof CallFailure && error.fields[0] ? error.fields[0].message : sentenceOf(error)),
  })
  // Without a count, there is nothing to compare. Otherwise the server decides whether the batch agrees.
  const close = () => (isCounted || stored !== null ? closing.mutate() : onClose())
  async function keep(): Promise<StoredBatch> {
    const body = { form, count: of, total: total ?? 0n, numbers: [...numbers] }
    const answer = await call(saveBatch, { params: { batchId }, body })
    setStored(answer.batch)
    return answer.batch
  }
  const isLast = documents.length >= of && documents.length > 0
  const asks = state.wrong && isLast
  return (
    <section className={classes.batch} aria-label="Batch">
      <div className={classes.counted}>
        <TextInput
          size="sm"
          label="Number of documents"
          inputMode="numeric"
          autoComplete="off"
          value={count}
          onChange={(event) => onChange({ count: event.currentTarget.value, controlTotal })}
        />
        <MoneyInput
          size="sm"
          label="Control total"
          value={controlTotal}
          onChange={(typed) => onChange({ count, controlTotal: typed })}
        />
        <CloseButton aria-label="Close batch" onClick={close} />
      </div>
      <Text size="sm" role="status" c={state.wrong ? 'var(--mantine-color-error)' : undefined}>
        {state.words}
      </Text>
      {(asks || problem !== null) && documents.length > 0 && (
        <div className={classes.explained}>
          <TextInput
            size="sm"
            label="Explanation of the difference"
            description="Void the wrong document and record it again, or explain the difference here. The explanation is saved with the batch."
            maxLength={500}
            value={explanation}
            error={problem}
            onChange={(event) => {
              setExplanation(event.currentTarget.value)
              setProblem(null)
            }}
          />
          <Button size="sm" variant="default" onClick={close} loading={closing.isPending}>
            Close batch
          </Button>
        </div>
      )}
      {documents.length > 0 && (
        <ul className={classes.documents}>
          {documents.map(({ id, kind, number, total: its }) => (
            <li key={id}>
              <Link className={lists.number} to={paths.document(kind, id)}>
                {number}
              </Link>{' '}
              {formatMoney(its)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type Counted = { documents: readonly Recorded[]; of: number; controlTotal: ReturnType<typeof parseTypedAmount> }

/** The progress of the batch, in a sentence. */
export function stateOf({ documents, of, controlTotal }: Counted): { words: string; wrong: boolean } {
  const recordedTotal = sum(documents.map(({ total }) => total))
  if (!Number.isInteger(of) || of <= 0 || !controlTotal.ok)
    return {
      words:
        'Count your documents and add up their totals first. Talaan then shows how many documents are left to record.',
      wrong: false,
    }
  const [left, rest] = [of - documents.length, controlTotal.amount - recordedTotal]
  if (left > 0 && rest > 0n) {
    const more = left === 1 ? '1 document is' : `${left} documents are`
    return {
      words: `${more} left to record: ${formatMoney(rest)} of ${formatMoney(controlTotal.amount)}.`,
      wrong: false,
    }
  }
  if (left === 0 && rest === 0n)
    return {
      words: `The batch matches its control total: ${of === 1 ? '1 document' : `${of} documents`}, ${formatMoney(recordedTotal)}.`,
      wrong: false,
    }
  const off = `${formatMoney(rest < 0n ? -rest : rest)} ${rest < 0n ? 'more' : 'less'} than the control total`
  const done =
    left === 0
      ? 'All documents are recorded'
      : left < 0
        ? 'More documents are recorded than you counted'
        : left === 1
          ? '1 document is left'
          : `${left} documents are left`
  const words =
    rest === 0n
      ? `${done}, but the control total has already been reached.`
      : `${done}, but the total is ${formatMoney(recordedTotal)}, ${off}.`
  return { words: `${words} Compare each entry with its document.`, wrong: true }
}
