// The e-mails sent to a customer or supplier, or about a document.
import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { type CustomerMessage, listCustomerMessages } from '@talaan/contract/customer-mail.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { moment } from '../../ui/moment.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

type Props = {
  of: { party: string } | { document: string }
  className: string | undefined
  /** Shows the section even if nothing was sent. */
  always?: boolean
  action?: (remindersOff: boolean) => ReactNode
}

export function Messages({ of, className, always = false, action }: Props) {
  const { data } = useCall(listCustomerMessages, { query: of })
  if (data === undefined || (data.messages.length === 0 && !always)) return null
  return (
    <section className={className} aria-labelledby="messages">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h3" id="messages">
          E-mails
        </Title>
        {action?.(data.remindersOff)}
      </Group>
      {data.remindersOff && (
        <Text size="sm" mb="xs">
          This customer gets no reminders.
        </Text>
      )}
      {data.messages.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing has been sent.
        </Text>
      ) : (
        <Stack gap="sm">
          {data.messages.map((one) => (
            <Message key={one.id} message={one} />
          ))}
        </Stack>
      )}
    </section>
  )
}

const states = {
  waiting: { tone: 'look', word: 'Queued' },
  sent: { tone: 'good', word: 'Sent' },
  failed: { tone: 'bad', word: 'Failed' },
} as const

export function MessageState({ status }: { status: CustomerMessage['status'] }) {
  return <StatusBadge tone={states[status].tone}>{states[status].word}</StatusBadge>
}

function Message({
  message: { kind, to, subject, at, by, document, status, lastError },
}: {
  message: CustomerMessage
}) {
  return (
    <div>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {subject}
        </Text>
        <MessageState status={status} />
      </Group>
      <Text size="sm" c="dimmed">
        {kind === 'reminder' ? 'Reminder' : `${kind === 'statement' ? 'Statement' : 'Document'}, sent by ${by ?? ''}`}{' '}
        on {moment(at)} to {to}
        {document !== null && (
          <>
            {' '}
            about{' '}
            <Anchor component={Link} size="sm" to={paths.document(document.kind, document.id)}>
              {document.number}
            </Anchor>
          </>
        )}
      </Text>
      {status !== 'sent' && lastError !== null && <Text size="sm">Mail server response: {lastError}</Text>}
    </div>
  )
}
