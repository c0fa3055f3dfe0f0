// Tests the mail server with a test e-mail, which is sent in the same way as every receipt.
import { Alert, Button, Text, TextInput } from '@mantine/core'
import { listTestEmails, sendTestEmail, settingsProblems } from '@talaan/contract/settings.ts'
import type { Settings } from '@talaan/contract/settings.ts'
import { email } from '@talaan/ledger/core/fields.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { moment } from '../../ui/moment.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Head } from './Head.tsx'
import classes from './settings.module.css'

const tones = { waiting: 'look', sent: 'good', failed: 'bad' } as const
const words = { waiting: 'Queued', sent: 'Sent', failed: 'Failed' } as const

export function MailSection({ settings: { mail } }: { settings: Settings }) {
  const [to, setTo] = useState('')
  const [mistake, setMistake] = useState<string>()
  const queries = useQueryClient()
  const [watching, setWatching] = useState(false)
  const emails = useCall(listTestEmails, {}, { refetchInterval: watching ? 2000 : undefined })
  const known = emails.data?.emails ?? []
  if (watching && known[0] !== undefined && known[0].status !== 'waiting') setWatching(false)
  const send = useMutation({
    mutationFn: (address: string) => call(sendTestEmail, { body: { to: address } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [listTestEmails.name] })
      setWatching(true)
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const read = email.safeParse(to)
    setMistake(read.success ? undefined : read.error.issues[0]?.message)
    if (read.success && !send.isPending) send.mutate(read.data)
  }
  return (
    <>
      <Head section="mail">
        {mail.server === null
          ? settingsProblems.noMailServer.sentence
          : `Talaan sends e-mail through ${mail.server} as ${mail.from}. A message that fails is retried for three days.`}
        {` ${returnsSentence(mail.returns)}`}
      </Head>
      <form className={classes.form} onSubmit={submit} noValidate aria-label="Test e-mail">
        <TextInput
          label="Recipient"
          type="email"
          autoComplete="email"
          maxLength={254}
          value={to}
          error={mistake}
          disabled={mail.server === null}
          onChange={(event) => {
            setTo(event.currentTarget.value)
            setMistake(undefined)
          }}
        />
        {send.isError && (
          <Alert color="red" role="alert" mt="md">
            <Text size="sm">{sentenceOf(send.error)}</Text>
          </Alert>
        )}
        <Button type="submit" mt="md" loading={send.isPending} disabled={mail.server === null}>
          Send test e-mail
        </Button>
      </form>
      {known.length > 0 && (
        <div className={classes.table} aria-live="polite">
          <DataTable
            label="Test e-mails"
            rows={known}
            rowKey={({ id }) => id}
            columns={[
              { key: 'to', title: 'To', card: 'heading', cell: (row) => row.to },
              {
                key: 'state',
                title: 'Status',
                card: 'amount',
                nowrap: true,
                cell: ({ status }) => <StatusBadge tone={tones[status]}>{words[status]}</StatusBadge>,
              },
              { key: 'at', title: 'Requested', nowrap: true, cell: ({ at }) => moment(at) },
              { key: 'tries', title: 'Tries', figure: true, cell: ({ attempts }) => attempts },
              { key: 'error', title: 'Server response', cell: ({ lastError }) => lastError ?? '' },
            ]}
          />
        </div>
      )}
    </>
  )
}

function returnsSentence(returns: Settings['mail']['returns']): string {
  if (returns === null)
    return 'The mailbox for returned e-mail isn’t set up, so messages that a mail server returns later are shown as sent. Ask your system administrator to set RETURNS_IMAP_URL.'
  const read =
    returns.readAt === null
      ? 'The mailbox has not been read yet.'
      : `The mailbox was last read on ${moment(returns.readAt)}.`
  return `Talaan reads returned e-mail from the mailbox of ${returns.mailbox} every ten minutes. ${read}`
}
