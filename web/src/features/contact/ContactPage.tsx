// Contact Us: the inquiry form, the company's other contact details, and past inquiries for the admin.
import { Alert, Anchor, Button, Group, NativeSelect, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { contactWords, type Inquiry, listInquiries, sendInquiry } from '@talaan/contract/contact.ts'
import { portalFacts } from '@talaan/contract/portal.ts'
import { admins } from '@talaan/contract/roles.ts'
import { dayInManila } from '@talaan/ledger/core/date.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { call, CallFailure, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../app/session/session.ts'
import { useUnsaved } from '../../app/session/unsaved.ts'
import { DayInput } from '../../ui/DayInput.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { breakable } from '../../ui/breakable.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './contact.module.css'
import './mantine.ts'
import { PastInquiries } from './PastInquiries.tsx'
import {
  afterSending,
  blank,
  type Field,
  firstMistake,
  isTyped,
  checked,
  type Mistakes,
  mistakesOf,
  type Typed,
} from './typedInquiry.ts'

export function ContactPage() {
  const { role } = useSession()
  return (
    <>
      <PageTitle
        action={
          <Button component={Link} to={paths.dashboard} variant="default">
            {contactWords.backToDashboard}
          </Button>
        }
      >
        Contact Us
      </PageTitle>
      <div className={classes.columns}>
        <InquiryForm />
        <Company />
      </div>
      {admins.includes(role) && <PastInquiries />}
    </>
  )
}

/** Used until the server has sent the company's date. */
const startedOn = dayInManila(Date.now())

function InquiryForm() {
  const { user } = useSession()
  const facts = useCall(portalFacts)
  const today = facts.data?.today ?? startedOn
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [known, setKnown] = useState(blank)
  const [typed, setTyped] = useState(blank)
  const [mistakes, setMistakes] = useState<Mistakes>({})

  // The company arrives with the session, possibly after the user has begun to type.
  const company = user?.company ?? ''
  if (known.company === '' && company !== '') {
    setKnown({ ...known, company })
    if (typed.company === '') setTyped({ ...typed, company })
  }
  useUnsaved(isTyped(typed, known))

  const send = useMutation({
    mutationFn: ({ body }: { body: Inquiry; sent: Typed }) => call(sendInquiry, { body }),
    onSuccess: (_, { sent }) => {
      const next = afterSending(sent)
      setKnown(next)
      // Input typed while the inquiry is being sent stays.
      setTyped((now) => (now === sent ? next : now))
      toast({ title: contactWords.sent, tone: 'good' })
      void queries.invalidateQueries({ queryKey: [listInquiries.name] })
    },
    onError: (error) => {
      toast({ title: contactWords.failed, tone: 'bad' })
      if (error instanceof CallFailure) point(mistakesOf(error.fields))
    },
  })

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const read = checked(typed, today)
    if ('mistakes' in read) return point(read.mistakes)
    send.mutate({ body: read.inquiry, sent: typed })
  }

  const point = (found: Mistakes) => {
    setMistakes(found)
    const field = firstMistake(found)
    const input = field === undefined ? null : form.current?.elements.namedItem(field)
    if (input instanceof HTMLElement) input.focus()
  }

  const type = (field: Field, value: string) => {
    setTyped((old) => ({ ...old, [field]: value }))
    setMistakes(({ [field]: _, ...others }) => others)
  }
  const field = (name: Field) => ({
    name,
    required: true,
    value: typed[name],
    error: mistakes[name],
    onChange: (event: { currentTarget: { value: string } }) => type(name, event.currentTarget.value),
  })

  return (
    <form className={classes.sheet} ref={form} onSubmit={submit} noValidate aria-label="Inquiry">
      <Stack gap="md">
        <div className={classes.pair}>
          <TextInput label="Name" autoComplete="name" {...field('name')} required={false} />
          <TextInput label="Company" autoComplete="organization" {...field('company')} />
        </div>
        <div className={classes.pair}>
          <TextInput
            label="Email"
            type="email"
            autoComplete="email"
            description={mistakes.email === undefined && 'The reply is sent to this address.'}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...field('email')}
          />
          <NativeSelect
            label="Topic"
            size="md"
            data={Object.entries(contactWords.topics).map(([value, label]) => ({ value, label }))}
            {...field('topic')}
          />
        </div>
        <Textarea label="Message" rows={5} {...field('message')} />
        {typed.topic === 'bug' && (
          <>
            <Textarea
              label="Bug description"
              rows={4}
              description="Describe your steps, the result you expected, and the actual result."
              {...field('bugDescription')}
            />
            <div className={classes.pair}>
              <TextInput label="Time encountered" type="time" {...field('timeEncountered')} />
              <DayInput
                label="Date encountered"
                today={today}
                hint="YYYY-MM-DD, or type today or -1 for yesterday"
                {...field('dateEncountered')}
                onChange={(value) => type('dateEncountered', value)}
              />
            </div>
          </>
        )}
        {send.isError && (
          <Alert color="red" role="alert" title={contactWords.failed}>
            <Text size="sm">{sentenceOf(send.error)} Your entries are still here.</Text>
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={send.isPending}>
            Send Inquiry
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Company() {
  const facts = useCall(portalFacts)
  const { company = '', contact = { email: null, details: [] } } = facts.data ?? {}
  return (
    <section className={classes.company} aria-labelledby="company">
      <span className={classes.mark}>
        <Mark size={40} />
      </span>
      <Title order={2} id="company">
        {company}
      </Title>
      <address className={classes.address}>
        {contact.details.map((line) => (
          <div key={line}>{line}</div>
        ))}
        {contact.email !== null && (
          <div className={classes.mail}>
            <Icon name="mail" size={16} />
            <Anchor size="sm" href={`mailto:${contact.email}`}>
              {breakable(contact.email)}
            </Anchor>
          </div>
        )}
      </address>
      <Text size="sm" c="dimmed">
        Your inquiry is e-mailed to the portal’s support team and stored for the administrator.
      </Text>
    </section>
  )
}
