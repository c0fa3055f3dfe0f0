// The schedule of reminders and their template, with a preview of the e-mail.
import { Alert, Button, Checkbox, Skeleton, Text, TextInput, Textarea, Title } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import {
  filledIn,
  getReminders,
  placeholders,
  type ReminderFields,
  reminderFields,
  saveReminders,
  stepWords,
} from '@talaan/contract/customer-mail.ts'
import { dayInManila, formatDay } from '@talaan/ledger/core/date.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { Answered } from '../../app/problems.tsx'
import { useUnsaved } from '../../app/session/unsaved.ts'
import { toast } from '../../ui/toast.ts'
import classes from './customerMail.module.css'

export function Reminders() {
  const query = useCall(getReminders)
  return (
    <Answered query={query} loading={<Skeleton h={420} />}>
      {({ settings, changed, mailReady }) => (
        <>
          {!mailReady && (
            <Alert color="yellow" mb="md">
              E-mail isn’t set up yet. You can prepare the text now, and switch reminders on when your system
              administrator has set SMTP_URL.
            </Alert>
          )}
          <ReminderForm key={changed?.at ?? ''} settings={settings} mailReady={mailReady} />
          {changed !== null && (
            <Text size="sm" c="dimmed" mt="md">
              Changed on {formatDay(dayInManila(Date.parse(changed.at)))} by {changed.by}.
            </Text>
          )}
        </>
      )}
    </Answered>
  )
}

type Typed = { active: boolean; before: string; after: string; subject: string; body: string }

const typedOf = ({ active, steps, subject, body }: ReminderFields): Typed => ({
  active,
  before: steps
    .filter((step) => step < 0)
    .map((step) => -step)
    .toSorted((a, b) => b - a)
    .join(', '),
  after: steps
    .filter((step) => step >= 0)
    .toSorted((a, b) => a - b)
    .join(', '),
  subject,
  body,
})

const numbersIn = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
    .map(Number)

const fieldsOf = ({ before, after, ...rest }: Typed) => ({
  ...rest,
  steps: [...numbersIn(before).map((days) => -days), ...numbersIn(after)],
})

function ReminderForm({ settings, mailReady }: { settings: ReminderFields; mailReady: boolean }) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState(() => typedOf(settings))
  const [mistakes, setMistakes] = useState<Record<string, string>>({})
  const begun = typedOf(settings)
  const saving = useMutation({
    mutationFn: (body: ReminderFields) => call(saveReminders, { body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [getReminders.name] })
      toast({ title: typed.active ? 'Reminders are on' : 'Reminders saved but switched off', tone: 'good' })
    },
  })
  useUnsaved(!saving.isSuccess && Object.entries(begun).some(([name, value]) => typed[name as keyof Typed] !== value))
  const change = (to: Partial<Typed>) => {
    saving.reset()
    setMistakes({})
    setTyped({ ...typed, ...to })
  }
  const read = reminderFields.safeParse(fieldsOf(typed))
  const save = () => {
    if (read.success) saving.mutate(read.data)
    else setMistakes(Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), message])))
  }
  return (
    <div className={classes.columns}>
      <form
        className={classes.form}
        aria-label="Reminders"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!saving.isPending) save()
        }}
      >
        <Checkbox
          label="Send reminders"
          description="Reminders stop when the invoice is paid. To exclude a customer, open the customer’s page and choose Send no reminders."
          checked={typed.active}
          disabled={!mailReady && !typed.active}
          onChange={(event) => change({ active: event.currentTarget.checked })}
        />
        <div className={classes.days}>
          <TextInput
            label="Days before the due date"
            description="For example: 3"
            inputMode="numeric"
            value={typed.before}
            onChange={(event) => change({ before: event.currentTarget.value })}
          />
          <TextInput
            label="Days after the due date"
            description="For example: 7, 30"
            value={typed.after}
            error={mistakes['steps']}
            onChange={(event) => change({ after: event.currentTarget.value })}
          />
        </div>
        <TextInput
          label="Subject"
          maxLength={120}
          value={typed.subject}
          error={mistakes['subject']}
          onChange={(event) => change({ subject: event.currentTarget.value })}
        />
        <Textarea
          label="Text"
          description={`Placeholders: ${Object.keys(placeholders)
            .map((name) => `{${name}}`)
            .join(', ')}`}
          rows={10}
          maxLength={3000}
          value={typed.body}
          error={mistakes['body']}
          onChange={(event) => change({ body: event.currentTarget.value })}
        />
        {saving.isError && (
          <Alert color="red" role="alert">
            {sentenceOf(saving.error)}
          </Alert>
        )}
        <Button type="submit" color="brand" loading={saving.isPending} style={{ alignSelf: 'start' }}>
          Save reminders
        </Button>
      </form>
      <section className={classes.preview} aria-labelledby="preview">
        <Title order={2} size="h3" id="preview" mb="xs">
          Preview
        </Title>
        <Text size="sm" fw={600}>
          {filledIn(typed.subject, placeholders)}
        </Text>
        <p className={classes.text}>{filledIn(typed.body, placeholders)}</p>
        <Text size="sm" c="dimmed">
          {read.success
            ? `Sent ${[...read.data.steps]
                .toSorted((a, b) => a - b)
                .map(stepWords)
                .join(', ')}, with the invoice attached as a PDF file.`
            : 'Correct the marked fields to see when reminders are sent.'}
        </Text>
      </section>
    </div>
  )
}
