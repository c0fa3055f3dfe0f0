// The setup checklist of a new company, below the cards of the dashboard until everything is done.
import { Anchor, Button } from '@mantine/core'
import { firstSteps, firstStepWords, markStepDone, type FirstStep } from '@talaan/contract/first-steps.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, keyOf, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../app/session/session.ts'
import { toast } from '../../ui/toast.ts'
import classes from './cards.module.css'

const places: Record<FirstStep, string> = {
  company: paths.settings(),
  taxes: paths.settings(),
  banks: paths.settings('money'),
  opening: paths.settings('opening'),
  mail: paths.settings('mail'),
  parties: paths.category('Tin'),
  accountant: paths.userManagement,
  document: paths.category('Invoice'),
}

/** Items that can be skipped; the others are required. */
const canBeMarked = (step: FirstStep): boolean => ['taxes', 'banks', 'opening', 'mail', 'accountant'].includes(step)

export function FirstSteps() {
  const { passwordDue } = useSession()
  const { data } = useCall(firstSteps, {}, { enabled: !passwordDue })
  if (data === undefined || data.steps.every(({ done }) => done)) return null
  const done = data.steps.filter((one) => one.done).length
  return (
    <section className={classes.steps} aria-labelledby="first-steps">
      <h2 id="first-steps">{firstStepWords.title}</h2>
      <p>
        {done} of {data.steps.length} done
      </p>
      <ol>
        {data.steps.map(({ step, done }) => (
          <li key={step} data-done={done || undefined}>
            <Anchor component={Link} to={places[step]} underline="always">
              {firstStepWords[step]}
            </Anchor>
            {done ? <span>✓ {firstStepWords.done}</span> : canBeMarked(step) && <MarkDone step={step} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

function MarkDone({ step }: { step: FirstStep }) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function mark() {
    setBusy(true)
    try {
      await call(markStepDone, { params: { step }, body: {} })
      await queries.invalidateQueries({ queryKey: keyOf(firstSteps, {}) })
    } catch (error) {
      toast({ title: sentenceOf(error), tone: 'bad' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={busy}
      onClick={() => void mark()}
      aria-label={`${firstStepWords.markDone}: ${firstStepWords[step]}`}
    >
      {firstStepWords.markDone}
    </Button>
  )
}
