// The senders whose e-mails are read from the mailbox, and the senders whose e-mails are not.
import { Button, Text, TextInput, Title } from '@mantine/core'
import {
  listArrivalMails,
  listArrivalSender,
  unlistArrivalSender,
  type ArrivalMails,
} from '@talaan/contract/arrival-mails.ts'
import { adminsAndAccountants } from '@talaan/contract/roles.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, sentenceOf } from '../../app/api.ts'
import { useSession } from '../../app/session/session.ts'
import { DataTable, type DataColumn } from '../../ui/DataTable.tsx'
import { moment } from '../../ui/moment.ts'
import { toast } from '../../ui/toast.ts'
import classes from './arrivals.module.css'

type Skipped = ArrivalMails['skipped'][number]

export function Senders({ answer: { mailbox, senders, skipped, skippedCount } }: { answer: ArrivalMails }) {
  const { role } = useSession()
  const mayChange = adminsAndAccountants.includes(role)
  const { add, remove } = useSenders()
  if (mailbox === null)
    return (
      <Text size="sm" c="dimmed" mt="md">
        Talaan can also read a mailbox. To set it up, ask your system administrator to set ARRIVALS_IMAP_URL.
      </Text>
    )
  const columns: DataColumn<Skipped>[] = [
    {
      key: 'sender',
      title: 'Sender',
      card: 'heading',
      cell: ({ sender, senderName }) => (
        <>
          {sender || 'Unknown sender'}
          <span className={classes.note}>{senderName}</span>
        </>
      ),
    },
    { key: 'subject', title: 'Last e-mail', card: 'bare', cell: ({ subject }) => subject || 'No subject' },
    { key: 'at', title: 'Sent', card: 'bare', nowrap: true, cell: ({ at }) => moment(at) },
    {
      key: 'count',
      title: 'Count',
      figure: true,
      nowrap: true,
      card: 'amount',
      cell: ({ count }) => count.toLocaleString('en'),
    },
    ...(mayChange
      ? [
          {
            key: 'add',
            title: 'Action',
            card: 'action' as const,
            cell: ({ sender }: Skipped) =>
              sender.includes('@') && (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={add.isPending && add.variables === sender}
                  aria-label={`Add sender ${sender}`}
                  onClick={() => add.mutate(sender)}
                >
                  Add sender
                </Button>
              ),
          },
        ]
      : []),
  ]
  return (
    <section className={classes.senders} aria-labelledby="senders">
      <Title order={2} size="h4" id="senders">
        Mailbox
      </Title>
      <Text size="sm">
        Talaan reads the mailbox {mailbox.name} every five minutes
        {mailbox.readAt === null ? '.' : `, last on ${moment(mailbox.readAt)}.`} Only e-mails from the senders in this
        list are added.
      </Text>
      {senders.length === 0 ? (
        <Text size="sm">
          <b>No senders are listed yet, so no e-mails are read.</b>
        </Text>
      ) : (
        <ul className={classes.chips} aria-label="Senders whose e-mails are read">
          {senders.map((sender) => (
            <li key={sender} className={classes.chip}>
              {sender}
              {mayChange && (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove sender ${sender}`}
                  onClick={() => remove.mutate(sender)}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && <AddSender add={add} />}
      {skippedCount > 0 && (
        <details className={classes.below}>
          <summary className={classes.summary}>
            {skippedCount === 1
              ? '1 e-mail was not read, because its sender is not listed'
              : `${skippedCount.toLocaleString('en')} e-mails were not read, because their senders are not listed`}
          </summary>
          <div className={classes.below}>
            <DataTable
              label="Senders that are not listed"
              columns={columns}
              rows={skipped}
              rowKey={({ sender }) => sender}
              framed
            />
          </div>
        </details>
      )}
    </section>
  )
}

function useSenders() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: [listArrivalMails.name] })
  const add = useMutation({
    mutationFn: (sender: string) => call(listArrivalSender, { body: { sender } }),
    onSuccess: async (_, sender) => {
      const message = 'E-mails from this sender that are already in the mailbox are read within five minutes.'
      toast({ title: `${sender} added`, message, tone: 'good' })
      await refresh()
    },
  })
  const remove = useMutation({
    mutationFn: (sender: string) => call(unlistArrivalSender, { params: { sender } }),
    onSuccess: async (_, sender) => {
      toast({ title: `${sender} removed`, message: 'Files that are already in Arrivals stay there.', tone: 'good' })
      await refresh()
    },
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  return { add, remove }
}

function AddSender({ add }: { add: ReturnType<typeof useSenders>['add'] }) {
  const [sender, setSender] = useState('')
  return (
    <form
      className={classes.addSender}
      onSubmit={(event) => {
        event.preventDefault()
        if (!add.isPending) add.mutate(sender, { onSuccess: () => setSender('') })
      }}
    >
      <TextInput
        label="Sender"
        placeholder="@example.com"
        inputMode="email"
        autoComplete="off"
        value={sender}
        error={add.error && sentenceOf(add.error)}
        onChange={(event) => setSender(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={add.isPending}>
        Add sender
      </Button>
    </form>
  )
}
