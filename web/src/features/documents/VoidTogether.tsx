// Voids the selected documents: first what each void would change, then one reason for all of them. The documents are voided one
// after the other, each by itself, until all are done or the person stops; at the end the list says what happened to each.
import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type DocumentRow, voidDocument } from '@talaan/contract/documents.ts'
import { portalFacts } from '@talaan/contract/portal.ts'
import { previewVoid } from '@talaan/contract/related.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { call, CallFailure, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import '../../app/session/modal.ts'
import { useUnsaved } from '../../app/session/unsaved.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { count } from './count.ts'
import classes from './selection.module.css'
import { type Outcome, outcomesOf, planOf, type Plan } from './voidsTogether.ts'

type Props = { rows: readonly DocumentRow[]; onClose: (isDone: boolean) => void }
type Stage = 'loading' | 'asking' | 'running' | 'done'

export function VoidTogether({ rows, onClose }: Props) {
  const queries = useQueryClient()
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
      const found: Plan[] = []
      for (const row of rows) {
        const plan = row.status === 'void' ? planOf(row, today, null) : await look(row, today, controller.signal)
        if (controller.signal.aborted) return
        found.push(plan)
        setDone(found.length)
      }
      setPlans(found)
      setStage('asking')
    })()
    return () => controller.abort()
  }, [rows, today])

  const possible = plans.filter(({ refusal }) => refusal === null)

  async function run() {
    const parsed = voidDocument.body.safeParse({ day: possible[0]?.day, reason })
    if (!parsed.success) return setMistake(parsed.error.issues[0]?.message)
    stop.current = new AbortController()
    setDone(0)
    setStage('running')
    const told = new Map<string, string | null>()
    for (const { row, day } of possible) {
      // A void that has begun is never cut off.
      if (stop.current.signal.aborted) break
      try {
        await call(voidDocument, { params: { documentId: row.id }, body: { day, reason: parsed.data.reason } })
        told.set(row.id, null)
      } catch (error) {
        told.set(row.id, error instanceof CallFailure && error.fields[0] ? error.fields[0].message : sentenceOf(error))
      }
      setDone(told.size)
    }
    setOutcomes(outcomesOf(plans, told))
    setStage('done')
    await queries.invalidateQueries()
  }

  const close = () => {
    if (stage === 'running') return
    onClose(stage === 'done')
  }
  const title = stage === 'done' ? 'Void documents: result' : `Void ${count(possible.length || rows.length)}?`
  return (
    <Modal opened onClose={close} title={title} size={640} closeOnClickOutside={false}>
      <Stack gap="md">
        {(stage === 'loading' || stage === 'running') && (
          <>
            <Text size="sm" role="status">
              {stage === 'loading' ? 'Checking' : 'Voiding'} {Math.min(done + 1, of(stage))} of {of(stage)}
            </Text>
            <progress className={classes.bar} aria-label="Progress" value={done} max={of(stage)} />
          </>
        )}
        {stage === 'asking' && (
          <>
            <Text size="sm">
              Each document is voided by itself, with a reversal of its own. The numbers stay in the list with your
              reason. You cannot undo this.
            </Text>
            <ul className={classes.plans} aria-label="Consequences">
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
              <Alert color="yellow">None of these documents can be voided now.</Alert>
            ) : (
              <Textarea
                label="Reason"
                description="For all of them."
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
                <StatusBadge tone={tones[state]}>{words[state]}</StatusBadge>
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

const tones = { voided: 'good', refused: 'look', failed: 'bad', stopped: 'plain' } as const
const words = { voided: 'Voided', refused: 'Stays recorded', failed: 'Not voided', stopped: 'Stopped before' } as const

/** A document that may only be voided on another day, such as a post-dated cheque, is refused: it is voided on its own page. */
async function look(row: DocumentRow, day: Day, signal: AbortSignal): Promise<Plan> {
  try {
    return planOf(row, day, await call(previewVoid, { params: { documentId: row.id }, query: { day }, signal }))
  } catch (error) {
    return planOf(row, day, sentenceOf(error))
  }
}
