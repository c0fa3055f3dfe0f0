// Voids the selected documents. The dialog shows the effects of each void, and asks for one reason. The documents are
// voided one after the other, until all are done or the user stops. At the end, the list shows the result for each.
import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { documentProblems, type DocumentRow, getDocument, voidDocument } from '@talaan/contract/documents.ts'
import { portalFacts } from '@talaan/contract/portal.ts'
import { previewVoid } from '@talaan/contract/related.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { type Day, formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { call, CallFailure, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import '../../app/session/modal.ts'
import { useSession } from '../../app/session/session.ts'
import { useUnsaved } from '../../app/session/unsaved.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { count } from './count.ts'
import classes from './selection.module.css'
import {
  type Outcome,
  outcomesOf,
  outcomeWords,
  type Plan,
  plansOf,
  sumOfOutcomes,
  type Told,
} from './voidsTogether.ts'

type Props = { rows: readonly DocumentRow[]; onClose: (isDone: boolean) => void }
type Stage = 'loading' | 'asking' | 'running' | 'done'

export function VoidTogether({ rows, onClose }: Props) {
  const queries = useQueryClient()
  const { clientId } = useSession()
  const today = useCall(portalFacts).data?.today
  const [stage, setStage] = useState<Stage>('loading')
  const [done, setDone] = useState(0)
  const [plans, setPlans] = useState<readonly Plan[]>([])
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const [reason, setReason] = useState('')
  const [mistake, setMistake] = useState<string>()
  const stop = useRef(new AbortController())
  useUnsaved(stage === 'running' || (stage === 'asking' && reason !== ''))

  useEffect(() => {
    if (today === undefined) return
    const controller = new AbortController()
    void (async () => {
      const looked: Parameters<typeof plansOf>[0][number][] = []
      for (const row of rows) {
        const preview = row.status === 'void' ? null : await look(row, today, controller.signal)
        if (controller.signal.aborted) return
        looked.push({ row, preview })
        setDone(looked.length)
      }
      setPlans(plansOf(looked))
      setStage('asking')
    })()
    return () => controller.abort()
  }, [rows, today])

  const possible = plans.filter(({ refusal }) => refusal === null)

  async function run() {
    if (today === undefined) return
    const parsed = voidDocument.body.safeParse({ day: today, reason })
    if (!parsed.success) return setMistake(parsed.error.issues[0]?.message)
    stop.current = new AbortController()
    setDone(0)
    setStage('running')
    const told = new Map<string, Told>()
    for (const { row } of possible) {
      // A void that has started is always completed.
      if (stop.current.signal.aborted) break
      const answer = await voided(row, parsed.data, clientId)
      told.set(row.id, answer)
      setDone(told.size)
      // Without a connection, the other voids would fail too.
      if (answer?.isUnknown) break
    }
    setOutcomes(outcomesOf(plans, told))
    setStage('done')
    await queries.invalidateQueries()
  }

  const close = () => {
    if (stage === 'running') return
    onClose(stage === 'done')
  }
  const title = stage === 'done' ? sumOfOutcomes(outcomes) : `Void ${count(possible.length || rows.length)}?`
  return (
    <Modal opened onClose={close} title={title} size={640} closeOnClickOutside={false}>
      <Stack gap="md">
        {(stage === 'loading' || stage === 'running') && (
          <>
            <Text size="sm" role="status">
              {stage === 'loading' ? 'Checking' : 'Voiding'} {Math.min(done + 1, of(stage))} of {of(stage)}
            </Text>
            <ProgressBar aria-label="Progress" value={done} max={of(stage)} />
          </>
        )}
        {stage === 'asking' && (
          <>
            <Text size="sm">
              Each document gets its own reversal, dated {formatDay(today ?? '')}, in the order below. The numbers stay
              in the list with your reason. You cannot undo this.
            </Text>
            <ul className={classes.plans} aria-label="Effects">
              {plans.map(({ row, refusal, consequences }) => (
                <li key={row.id}>
                  <Link className={classes.number} to={paths.document(row.kind, row.id)} target="_blank">
                    {row.number}
                  </Link>{' '}
                  {row.partyName} <span className={classes.amount}>{formatMoney(row.total)}</span>
                  {refusal !== null ? (
                    <span className={classes.detail}>
                      <StatusBadge tone="look">Stays recorded</StatusBadge> {refusal}
                    </span>
                  ) : (
                    consequences.map((sentence) => (
                      <span key={sentence} className={classes.detail}>
                        {sentence}
                      </span>
                    ))
                  )}
                </li>
              ))}
            </ul>
            {possible.length === 0 ? (
              <Alert color="yellow">You can’t void any of these documents now.</Alert>
            ) : (
              <Textarea
                label="Reason"
                description="The reason applies to all of these documents."
                required
                rows={2}
                maxLength={500}
                data-autofocus
                value={reason}
                error={mistake}
                onChange={(event) => {
                  setReason(event.currentTarget.value)
                  setMistake(undefined)
                }}
              />
            )}
          </>
        )}
        {stage === 'done' && (
          <ul className={classes.plans} aria-label="Result">
            {outcomes.map(({ row, state, detail }) => (
              <li key={row.id}>
                <Link className={classes.number} to={paths.document(row.kind, row.id)} target="_blank">
                  {row.number}
                </Link>{' '}
                <StatusBadge tone={tones[state]}>{outcomeWords[state]}</StatusBadge>
                {detail !== null && <span className={classes.detail}>{detail}</span>}
              </li>
            ))}
          </ul>
        )}
        <Group justify="flex-end" gap="sm">
          {stage === 'running' ? (
            <Button variant="default" onClick={() => stop.current.abort()}>
              Stop
            </Button>
          ) : (
            <Button variant="default" onClick={close}>
              {stage === 'done' || (stage === 'asking' && possible.length === 0) ? 'Close' : 'Cancel'}
            </Button>
          )}
          {stage === 'asking' && possible.length > 0 && (
            <Button color="red" onClick={() => void run()}>
              Void {count(possible.length)}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )

  function of(now: Stage): number {
    return now === 'running' ? possible.length : rows.length
  }
}

const tones = { voided: 'good', refused: 'look', failed: 'bad', unknown: 'look', stopped: 'plain' } as const

/**
 * A document that can only be voided on another date, such as a post-dated cheque, is refused here. It has to be voided
 * on its own page.
 */
async function look(row: DocumentRow, day: Day, signal: AbortSignal) {
  try {
    return await call(previewVoid, { params: { documentId: row.id }, query: { day }, signal })
  } catch (error) {
    return sentenceOf(error)
  }
}

/** Voids a document. If someone else has voided it, or if no answer arrives, the document is loaded to find out. */
async function voided(
  row: Pick<DocumentRow, 'id'>,
  body: { day: Day; reason: string },
  clientId: string,
): Promise<Told> {
  const params = { documentId: row.id }
  const toldBy = ({ document: { voided: how } }: AnswerOf<typeof getDocument>): Told =>
    how === null
      ? { sentence: voidDocument.failure, isUnknown: false }
      : how.by === clientId && how.reason === body.reason
        ? null
        : { sentence: `${documentProblems.alreadyVoid.sentence} ${how.by}: ${how.reason}`, isUnknown: false }
  try {
    return toldBy(await call(voidDocument, { params, body }))
  } catch (error) {
    const isRefused = error instanceof CallFailure && error.status >= 400 && error.status < 500
    if (isRefused) return { sentence: error.fields[0]?.message ?? error.sentence, isUnknown: false }
    try {
      return toldBy(await call(getDocument, { params }))
    } catch {
      return { sentence: 'The connection was lost. Open the document to see whether it is void.', isUnknown: true }
    }
  }
}
