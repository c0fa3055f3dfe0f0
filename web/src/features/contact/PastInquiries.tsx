// Past inquiries, newest first, with the status of their e-mails; only for administrators.
import { Anchor, Button, Modal, Text, Title } from '@mantine/core'
import { contactWords, listInquiries, type PastInquiry } from '@talaan/contract/contact.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, keyOf } from '../../app/api.ts'
import { Failed, SkeletonRows } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { moment } from '../../ui/moment.ts'
import { DataTable, type DataColumn } from '../../ui/DataTable.tsx'
import { Late } from '../../ui/Late.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './contact.module.css'

/** While an e-mail is queued, its status may change at any moment. */
const refreshMs = 5_000

export function PastInquiries() {
  const { passwordDue } = useSession()
  const [open, setOpen] = useState<PastInquiry>()
  const pages = useInfiniteQuery({
    queryKey: keyOf(listInquiries),
    queryFn: ({ pageParam, signal }) => call(listInquiries, { query: { after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ inquiries }) => inquiries.some(isWaiting)) ? refreshMs : false,
    enabled: !passwordDue,
  })
  const rows = pages.data?.pages.flatMap((page) => page.inquiries)

  return (
    <section className={classes.list} aria-labelledby="past">
      <Title order={2} id="past" className={classes.listTitle}>
        Past inquiries
      </Title>
      {rows === undefined ? (
        <div className={classes.empty}>
          {pages.isError ? (
            <Failed error={pages.error} onRetry={() => void pages.refetch()} busy={pages.isFetching} />
          ) : (
            <Late label="Loading the past inquiries">
              <SkeletonRows rows={3} />
            </Late>
          )}
        </div>
      ) : rows.length === 0 ? (
        <Text className={classes.empty}>No inquiries yet.</Text>
      ) : (
        <DataTable
          label="Past inquiries"
          columns={columnsThat(setOpen)}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={setOpen}
        />
      )}
      {pages.hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" onClick={() => void pages.fetchNextPage()} loading={pages.isFetchingNextPage}>
            Load more
          </Button>
        </div>
      )}
      {open && <Detail inquiry={rows?.find(({ id }) => id === open.id) ?? open} onClose={() => setOpen(undefined)} />}
    </section>
  )
}

const isWaiting = ({ delivery }: PastInquiry): boolean => delivery.status === 'waiting'

const columnsThat = (open: (row: PastInquiry) => void): DataColumn<PastInquiry>[] => [
  {
    key: 'name',
    title: 'From',
    card: 'heading',
    cell: (row) => (
      <Anchor component="button" type="button" size="sm" ta="left" onClick={() => open(row)}>
        {nameOf(row)}
      </Anchor>
    ),
  },
  { key: 'at', title: 'Date', nowrap: true, cell: (row) => moment(row.at) },
  { key: 'topic', title: 'Topic', nowrap: true, cell: (row) => contactWords.topics[row.topic] },
  { key: 'message', title: 'Message', cell: (row) => excerpt(row.message) },
  { key: 'delivery', title: 'E-mail', nowrap: true, card: 'amount', cell: (row) => <EmailBadge row={row} /> },
]

/** The sender chooses the name, but not the Client ID. */
const nameOf = ({ name = '', clientId }: PastInquiry): string => (name === '' ? clientId : `${name} (${clientId})`)

const longestExcerpt = 120
const excerpt = (text: string): string =>
  text.length <= longestExcerpt ? text : `${text.slice(0, longestExcerpt).trimEnd()}…`

function EmailBadge({ row }: { row: PastInquiry }) {
  const { status } = row.delivery
  if (status === 'sent') return <StatusBadge tone="good">Sent</StatusBadge>
  if (status === 'failed') return <StatusBadge tone="bad">Failed</StatusBadge>
  return <StatusBadge tone="look">Queued</StatusBadge>
}

function Detail({ inquiry, onClose }: { inquiry: PastInquiry; onClose: () => void }) {
  const { topic, company, email, at, message, delivery } = inquiry
  return (
    <Modal opened onClose={onClose} size="lg" title={`${contactWords.topics[topic]} inquiry`}>
      <dl className={classes.facts}>
        <dt>From</dt>
        <dd>
          {nameOf(inquiry)}, {company}
        </dd>
        <dt>Reply to</dt>
        <dd>
          <Anchor size="sm" href={`mailto:${email}`}>
            {email}
          </Anchor>
        </dd>
        <dt>Date</dt>
        <dd>{moment(at)}</dd>
        <dt>E-mail</dt>
        <dd>
          <EmailBadge row={inquiry} /> {outcome(delivery)}
        </dd>
        <dt>Message</dt>
        <dd className={classes.words}>{message}</dd>
        {topic === 'bug' && (
          <>
            <dt>Bug</dt>
            <dd className={classes.words}>{inquiry.bugDescription}</dd>
            <dt>Encountered</dt>
            <dd>
              {inquiry.dateEncountered !== undefined && formatDay(inquiry.dateEncountered)}, {inquiry.timeEncountered}
            </dd>
          </>
        )}
      </dl>
    </Modal>
  )
}

function outcome({ to, status, attempts, lastError, sentAt }: PastInquiry['delivery']): string {
  const reason = lastError === null ? '' : ` The mail server said: ${lastError}`
  if (status === 'sent') return `to ${to}${sentAt === null ? '' : `, ${moment(sentAt)}`}`
  if (status === 'failed') return `to ${to}. Talaan will not try again. Reply to the sender directly.${reason}`
  if (attempts > 0) return `to ${to}. Talaan will try again.${reason}`
  return `to ${to}. It has not been sent yet.`
}
