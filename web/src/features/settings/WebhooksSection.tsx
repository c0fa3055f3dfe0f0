// Webhooks: the addresses of other programs that are notified of events, and the messages sent to each of them.
import { Alert, Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import {
  changeWebhookSecret,
  eventTypes,
  eventTypeWords,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  resendDelivery,
  saveWebhook,
  secretOverlapHours,
  testWebhook,
} from '@talaan/contract/webhooks.ts'
import type { Delivery, EventType, Webhook } from '@talaan/contract/webhooks.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, CallFailure, sentenceOf, useCall } from '../../app/api.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { moment } from '../../ui/moment.ts'
import { newId } from '../../ui/newId.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toast.ts'
import { Head } from './Head.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import './mantine.ts'
import classes from './settings.module.css'

type Shown = { edit: Webhook | null } | { messages: Webhook } | { remove: Webhook } | { secret: string; url: string }

const tones = { delivered: 'good', waiting: 'look', failed: 'bad' } as const
const words = { delivered: 'Delivered', waiting: 'Waiting', failed: 'Failed' } as const

export function WebhooksSection() {
  const query = useCall(listWebhooks)
  const { role } = useSession()
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)
  const isAdmin = role === 'admin'
  return (
    <>
      <Head
        section="webhooks"
        action={isAdmin && <Button onClick={() => setShown({ edit: null })}>Add webhook</Button>}
      >
        Talaan notifies other programs of events: it sends a signed message to each address. Messages contain no amounts
        or names, only the ID and number of the record.
      </Head>
      <Answered query={query} panel={classes.body} loading={<SkeletonRows rows={3} />}>
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <Text className={classes.why}>No webhooks yet.</Text>
          ) : (
            <div className={classes.table}>
              <DataTable
                label="Webhooks"
                rows={webhooks}
                rowKey={({ id }) => id}
                faded={({ pausedAt }) => pausedAt !== null}
                columns={[
                  {
                    key: 'url',
                    title: 'Address',
                    card: 'heading',
                    cell: ({ url, pauseReason }) => (
                      <>
                        <strong style={{ overflowWrap: 'anywhere' }}>{url}</strong>
                        {pauseReason !== '' && (
                          <Text size="xs" c="dimmed">
                            {pauseReason}
                          </Text>
                        )}
                      </>
                    ),
                  },
                  { key: 'state', title: 'Status', card: 'amount', nowrap: true, cell: stateOf },
                  {
                    key: 'events',
                    title: 'Events',
                    cell: ({ types }) =>
                      types.length === eventTypes.length
                        ? 'All events'
                        : types.map((type) => eventTypeWords[type]).join(' · '),
                  },
                  {
                    key: 'last',
                    title: 'Last message',
                    cell: ({ last }) => (last === null ? 'None yet' : `${words[last.state]}, ${moment(last.at)}`),
                  },
                  {
                    key: 'act',
                    title: 'Change',
                    card: 'action',
                    cell: (webhook) => (
                      <Group gap="xs">
                        <Button
                          variant="default"
                          size="compact-sm"
                          aria-label={`Messages to ${webhook.url}`}
                          onClick={() => setShown({ messages: webhook })}
                        >
                          Messages
                        </Button>
                        {isAdmin && (
                          <>
                            <Button
                              variant="default"
                              size="compact-sm"
                              aria-label={`Change ${webhook.url}`}
                              onClick={() => setShown({ edit: webhook })}
                            >
                              Change
                            </Button>
                            <Button
                              variant="default"
                              size="compact-sm"
                              aria-label={`Remove ${webhook.url}`}
                              onClick={() => setShown({ remove: webhook })}
                            >
                              Remove
                            </Button>
                          </>
                        )}
                      </Group>
                    ),
                  },
                ]}
              />
            </div>
          )
        }
      </Answered>
      {shown !== undefined && 'edit' in shown && (
        <WebhookDialog webhook={shown.edit} onClose={close} onSecret={(secret, url) => setShown({ secret, url })} />
      )}
      {shown !== undefined && 'messages' in shown && <Messages webhook={shown.messages} onClose={close} />}
      {shown !== undefined && 'remove' in shown && <RemoveDialog webhook={shown.remove} onClose={close} />}
      {shown !== undefined && 'secret' in shown && (
        <SecretDialog
          title="Secret of the webhook"
          label="Secret"
          secret={shown.secret}
          copyLabel="Copy secret"
          onClose={close}
        >
          Copy the secret now. It is shown only once. The receiver at {shown.url} checks messages with it.
        </SecretDialog>
      )}
    </>
  )
}

function stateOf({ pausedAt, last, waiting }: Webhook) {
  if (pausedAt !== null) return <StatusBadge tone="look">Paused</StatusBadge>
  if (last?.state === 'failed') return <StatusBadge tone="bad">Failing</StatusBadge>
  return waiting > 0 ? (
    <StatusBadge tone="look">{`${waiting} waiting`}</StatusBadge>
  ) : (
    <StatusBadge tone="good">Active</StatusBadge>
  )
}

type DialogProps = { webhook: Webhook | null; onClose: () => void; onSecret: (secret: string, url: string) => void }

function WebhookDialog({ webhook, onClose, onSecret }: DialogProps) {
  const queries = useQueryClient()
  const [webhookId] = useState(() => webhook?.id ?? newId())
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [types, setTypes] = useState<readonly EventType[]>(webhook?.types ?? ['document.recorded'])
  const [paused, setPaused] = useState(webhook !== null && webhook.pausedAt !== null)
  const save = useMutation({
    mutationFn: () => call(saveWebhook, { params: { webhookId }, body: { url, types: [...types], paused } }),
    onSuccess: ({ secret }) => {
      void queries.invalidateQueries({ queryKey: [listWebhooks.name] })
      if (secret === null) {
        toast({ title: 'Webhook saved', tone: 'good' })
        onClose()
      } else onSecret(secret, url)
    },
  })
  const change = useMutation({
    mutationFn: () => call(changeWebhookSecret, { params: { webhookId } }),
    onSuccess: ({ secret }) => onSecret(secret, url),
  })
  const failure = save.error ?? change.error
  const mistakes = failure instanceof CallFailure ? failure.fields : []
  const mistakeAt = (field: string) => mistakes.find(({ path }) => path[0] === field)?.message
  return (
    <TypingDialog
      title={webhook === null ? 'Add webhook' : 'Change webhook'}
      submit={webhook === null ? 'Add webhook' : 'Save'}
      unsaved={!save.isSuccess && url !== (webhook?.url ?? '')}
      busy={save.isPending || change.isPending}
      alert={failure !== null && mistakes.length === 0 ? sentenceOf(failure) : undefined}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextInput
        label="Address"
        description="For example, https://n8n.example.com/webhook/talaan"
        maxLength={500}
        data-autofocus
        value={url}
        error={mistakeAt('url')}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      <Checkbox.Group
        label="Events"
        value={[...types]}
        error={mistakeAt('types')}
        onChange={(values) => setTypes(eventTypes.filter((type) => values.includes(type)))}
      >
        <Stack gap={6} mt={6}>
          {eventTypes.map((type) => (
            <Checkbox key={type} value={type} label={eventTypeWords[type]} />
          ))}
        </Stack>
      </Checkbox.Group>
      {webhook !== null && (
        <>
          <Checkbox
            label="Paused"
            description="Messages wait until the webhook is resumed."
            checked={paused}
            onChange={({ currentTarget }) => setPaused(currentTarget.checked)}
          />
          <Group>
            <Button variant="default" loading={change.isPending} onClick={() => change.mutate()}>
              Change secret
            </Button>
            <Text size="sm" c="dimmed">
              For {secretOverlapHours} hours, messages are signed with both secrets.
            </Text>
          </Group>
        </>
      )}
    </TypingDialog>
  )
}

function RemoveDialog({ webhook: { id, url }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(removeWebhook, { params: { webhookId: id } }),
    onSuccess: () => {
      toast({ title: 'Webhook removed', message: url, tone: 'good' })
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [listWebhooks.name] }),
  })
  return (
    <ConfirmDialog
      opened
      title="Remove this webhook?"
      cancel="Keep webhook"
      confirm="Remove webhook"
      destroys
      busy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate()}
    >
      {url} gets no more messages, and the waiting messages are not sent.
      {remove.isError && (
        <Alert color="red" variant="outline" role="alert" mt="md">
          {sentenceOf(remove.error)}
        </Alert>
      )}
    </ConfirmDialog>
  )
}

function Messages({ webhook: { id, url, pausedAt }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { role } = useSession()
  const queries = useQueryClient()
  const query = useCall(listDeliveries, { params: { webhookId: id } }, { refetchInterval: 5_000 })
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: [listDeliveries.name] })
    void queries.invalidateQueries({ queryKey: [listWebhooks.name] })
  }
  const test = useMutation({
    mutationFn: () => call(testWebhook, { params: { webhookId: id } }),
    onSettled: refresh,
  })
  const resend = useMutation({
    mutationFn: (deliveryId: string) => call(resendDelivery, { params: { deliveryId } }),
    onSettled: refresh,
  })
  const failure = test.error ?? resend.error
  const mayAct = role === 'admin' && pausedAt === null
  return (
    <Modal
      opened
      onClose={onClose}
      title={<span style={{ overflowWrap: 'anywhere' }}>Messages to {url}</span>}
      size={900}
    >
      <Stack gap="md">
        {mayAct && (
          <Group>
            <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
              Send test message
            </Button>
          </Group>
        )}
        {failure !== null && (
          <Alert color="red" variant="outline" role="alert">
            {sentenceOf(failure)}
          </Alert>
        )}
        <Answered query={query} loading={<SkeletonRows rows={5} />}>
          {({ deliveries }) =>
            deliveries.length === 0 ? (
              <Text size="sm">No messages yet.</Text>
            ) : (
              <DataTable
                label="Messages"
                rows={deliveries}
                rowKey={(delivery) => delivery.id}
                columns={[
                  {
                    key: 'event',
                    title: 'Event',
                    card: 'heading',
                    cell: ({ type, label, at }) => (
                      <>
                        {eventTypeWords[type as EventType] ?? 'Test message'}
                        <Text size="xs" c="dimmed">
                          {[type === 'test' ? null : label, moment(at)].filter((part) => part !== null).join(' · ')}
                        </Text>
                      </>
                    ),
                  },
                  {
                    key: 'state',
                    title: 'Status',
                    card: 'amount',
                    nowrap: true,
                    cell: ({ state }) => <StatusBadge tone={tones[state]}>{words[state]}</StatusBadge>,
                  },
                  { key: 'tries', title: 'Tries', cell: (delivery) => <Tries delivery={delivery} /> },
                  {
                    key: 'act',
                    title: 'Action',
                    card: 'action',
                    cell: (delivery) =>
                      mayAct && (
                        <Button
                          variant="default"
                          size="compact-sm"
                          aria-label={`Send again: ${delivery.label ?? delivery.type}`}
                          loading={resend.isPending && resend.variables === delivery.id}
                          onClick={() => resend.mutate(delivery.id)}
                        >
                          Send again
                        </Button>
                      ),
                  },
                ]}
              />
            )
          }
        </Answered>
      </Stack>
    </Modal>
  )
}

function Tries({ delivery: { attempts, state, nextTryAt } }: { delivery: Delivery }) {
  const last = attempts.at(-1)
  if (last === undefined) return 'None yet'
  return (
    <>
      {attempts.length}, last {last.status === null ? 'without an answer' : `with status ${last.status}`} in{' '}
      {last.tookMs} ms
      {last.error !== '' && (
        <Text size="xs" c="dimmed">
          {last.error}
        </Text>
      )}
      {last.answer !== '' && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }} lineClamp={3}>
          Answer: {last.answer}
        </Text>
      )}
      {state === 'waiting' && nextTryAt !== null && (
        <Text size="xs" c="dimmed">
          Next try {moment(nextTryAt)}
        </Text>
      )}
    </>
  )
}
