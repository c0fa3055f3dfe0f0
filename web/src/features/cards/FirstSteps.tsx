// The setup checklist of a new company, below the cards of the dashboard until everything is done.
import { Anchor, Button, Text } from '@mantine/core'
import { firstSteps, firstStepWords, markStepDone, stepMarks, type FirstStep } from '@talaan/contract/first-steps.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, keyOf, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../app/session/session.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './cards.module.css'

const places: Record<FirstStep, string> = {
  company: paths.settings(),
  taxes: paths.settings(),
  banks: paths.settings('money'),
  opening: paths.settings('opening'),
  numbers: paths.settings(),
  mail: paths.settings('mail'),
  parties: paths.category('Tin'),
  accountant: paths.userManagement,
  document: paths.category('Invoice'),
}

export function FirstSteps() {
  const { passwordDue } = useSession()
  const { data } = useCall(firstSteps, {}, { enabled: !passwordDue })
  if (data === undefined || data.steps.every(({ done }) => done)) return null
  const done = data.steps.filter((one) => one.done).length
  return (
    <section className={classes.steps} aria-labelledby="first-steps">
      <h2 id="first-steps">Setup checklist</h2>
      <p>
        {done} of {data.steps.length} done
      </p>
      <ProgressBar value={done} max={data.steps.length} aria-hidden />
      <ol>
        {data.steps.map(({ step, done }) => (
          <Step key={step} step={step} done={done} />
        ))}
      </ol>
    </section>
  )
}

function Step({ step, done }: { step: FirstStep; done: boolean }) {
  const [title, about] = firstStepWords[step]
  const mark = stepMarks[step]
  return (
    <li>
      <div>
        <Anchor component={Link} to={places[step]} underline="always" fw={600}>
          {title}
        </Anchor>
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      </div>
      {done ? <span>✓ Done</span> : mark !== undefined && <MarkDone step={step} words={mark} />}
    </li>
  )
}

function MarkDone({ step, words }: { step: FirstStep; words: string }) {
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
      aria-label={`${words}: ${firstStepWords[step][0]}`}
    >
      {words}
    </Button>
  )
}
