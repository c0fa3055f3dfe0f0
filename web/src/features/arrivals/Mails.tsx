// The e-mails that brought files to Arrivals: the sender, and the result for each file.
import { Anchor, Button, Text } from '@mantine/core'
import {
  downloadArrivalMail,
  listArrivalMails,
  maxArrivalMails,
  type ArrivalMail,
} from '@talaan/contract/arrival-mails.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { callBytes, saveFile, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { DataTable, type DataColumn } from '../../ui/DataTable.tsx'
import { moment } from '../../ui/moment.ts'
import panel from '../../ui/panel.module.css'
import { toast } from '../../ui/toast.ts'
import classes from './arrivals.module.css'
import { Senders } from './Senders.tsx'

export function Mails() {
  const query = useCall(listArrivalMails)
  return (
    <Answered query={query} loading={<SkeletonRows rows={8} />}>
      {(answer) => (
        <>
          <Senders answer={answer} />
          {answer.mails.length === 0 ? (
            <Text className={panel.empty}>
              No e-mails yet. Save a supplier’s e-mail as .eml in your mail program and drop it above.
            </Text>
          ) : (
            <div className={classes.missing}>
              <DataTable label="E-mails" columns={columns} rows={answer.mails} rowKey={({ id }) => id} framed />
              {answer.count > answer.mails.length && (
                <Text size="sm" c="dimmed" mt="sm">
                  These are the last {maxArrivalMails} of {answer.count.toLocaleString('en')}.
                </Text>
              )}
            </div>
          )}
        </>
      )}
    </Answered>
  )
}

const columns: readonly DataColumn<ArrivalMail>[] = [
  {
    key: 'subject',
    title: 'E-mail',
    card: 'heading',
    cell: ({ subject, sender, senderName }) => (
      <>
        {subject || 'No subject'}
        <span className={classes.note}>{[senderName, sender].filter((part) => part !== '').join(', ')}</span>
      </>
    ),
  },
  {
    key: 'sent',
    title: 'Sent',
    card: 'bare',
    cell: ({ sentAt, at, by }) => (
      <>
        {moment(sentAt ?? at)}
        {by !== null && <span className={classes.note}>Added by {by}</span>}
      </>
    ),
  },
  { key: 'files', title: 'Files', card: 'bare', cell: (mail) => <Files mail={mail} /> },
]

function Files({ mail: { id, subject, parts, reason, isStored } }: { mail: ArrivalMail }) {
  const download = useMutation({
    mutationFn: async () => saveFile(await callBytes(downloadArrivalMail, { params: { mailId: id } })),
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  return (
    <div className={classes.remedy}>
      {reason !== '' && <Text size="sm">{reason}</Text>}
      {parts.map(({ name, arrivalId, refusal }) =>
        arrivalId === null ? (
          <Text key={refusal + name} size="sm" className={classes.name ?? ''}>
            {name} <span className={classes.note}>{refusal}</span>
          </Text>
        ) : (
          <Anchor
            key={arrivalId + name}
            component={Link}
            to={paths.arrivals(arrivalId)}
            size="sm"
            className={classes.name ?? ''}
          >
            {name}
          </Anchor>
        ),
      )}
      {isStored && (
        <Button
          size="compact-sm"
          variant="default"
          loading={download.isPending}
          aria-label={`Download e-mail ${subject}`}
          onClick={() => download.mutate()}
        >
          Download e-mail
        </Button>
      )}
    </div>
  )
}
