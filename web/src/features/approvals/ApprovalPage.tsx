// A document that was sent for approval: what it would record, its files and what happened, with Approve and Return for an approver
// and Withdraw for its preparer.
import { Alert, Anchor, Button, Group, List, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core'
import {
  approvalActWords,
  approvalProblems,
  approvalWords,
  approveDocument,
  getApproval,
  returnDocument,
  returnReasonLength,
  withdrawDocument,
} from '@talaan/contract/approvals.ts'
import { documentPlaces } from '@talaan/contract/cards.ts'
import { documentProblems } from '@talaan/contract/documents.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { accountants } from '@talaan/contract/roles.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { documentWords } from '@talaan/ledger/documents/words.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { call, CallFailure, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { useScreenKeys } from '../../ui/keys.ts'
import { moment } from '../../ui/moment.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toast.ts'
import { Attachments } from '../documents/Attachments.tsx'
import classes from '../documents/documents.module.css'
import { EntryTable } from '../documents/EntryTable.tsx'
import '../documents/mantine.ts'
import { ReceiptView } from '../documents/ReceiptView.tsx'

type Approval = AnswerOf<typeof getApproval>

export function ApprovalPage() {
  const { draftId = '' } = useParams()
  const query = useCall(getApproval, { params: { draftId } })
  return (
    <>
      {query.data === undefined && <PageTitle>Approval</PageTitle>}
      <Answered query={query} loading={<Skeleton h={480} />}>
        {(approval) => <Shown key={approval.events.length} draftId={draftId} approval={approval} />}
      </Answered>
    </>
  )
}

function Shown({ draftId, approval }: { draftId: string; approval: Approval }) {
  const { kind, title, day, total, state, preparedWith, mayApprove, mayWithdraw, review, problems } = approval
  const { role } = useSession()
  const go = useNavigate()
  const queries = useQueryClient()
  const [returning, setReturning] = useState(false)
  const params = { draftId }
  const refresh = () => queries.invalidateQueries()
  const failed = async (error: Error) => {
    toast({ title: sentenceOf(error), tone: 'bad' })
    // The page shows what has changed meanwhile.
    if (error instanceof CallFailure && isOutdated.has(error.code)) await refresh()
  }
  const approve = useMutation({
    mutationFn: (digest: string) => call(approveDocument, { params, body: { digest } }),
    onSuccess: async ({ documentId, number }) => {
      toast({ title: documentWords[kind].words.recorded, message: number, tone: 'good' })
      await go(paths.document(kind, documentId), { replace: true })
      await refresh()
    },
    onError: failed,
  })
  const withdraw = useMutation({
    mutationFn: () => call(withdrawDocument, { params }),
    onSuccess: async () => {
      await go(paths.form(documentPlaces[kind].frame, { draft: draftId }))
      await refresh()
    },
    onError: failed,
  })
  const mayRecord = mayApprove && review !== null
  useScreenKeys('This approval', [
    ...(mayRecord
      ? [{ keys: 'a', does: approvalWords.approve, run: () => !approve.isPending && approve.mutate(review.digest) }]
      : []),
    ...(mayApprove ? [{ keys: 'r', does: approvalWords.giveBack, run: () => setReturning(true) }] : []),
  ])
  return (
    <>
      <PageTitle
        action={
          <Group gap="sm">
            {mayWithdraw && (
              <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
                Withdraw and edit
              </Button>
            )}
            {mayApprove && (
              <Button variant="default" onClick={() => setReturning(true)} aria-keyshortcuts="r">
                {approvalWords.giveBack}
              </Button>
            )}
            {mayRecord && (
              <Button loading={approve.isPending} onClick={() => approve.mutate(review.digest)} aria-keyshortcuts="a">
                {approvalWords.approve}
              </Button>
            )}
          </Group>
        }
      >
        <Group gap="sm" component="span">
          {documentWords[kind].words.title} <StateBadge state={state} />
        </Group>
      </PageTitle>
      <Text mb="md">
        {title}, {formatDay(day)}, <strong>{formatMoney(total)}</strong>
        {preparedWith !== null && <>. Prepared with the API key “{preparedWith}”.</>}
      </Text>
      {problems.length > 0 && (
        <Alert
          color="red"
          variant="outline"
          role="alert"
          mb="md"
          title={
            mayApprove
              ? 'This document can’t be recorded as it is. Return it with a reason.'
              : 'This document can’t be recorded as it is.'
          }
        >
          <List size="sm">
            {problems.map((problem) => (
              <List.Item key={problem}>{problem}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {review !== null && review.warnings.length > 0 && (
        <Alert color="yellow" variant="outline" mb="md" title="Check these points">
          <List size="sm">
            {review.warnings.map((warning) => (
              <List.Item key={warning}>{warning}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <div className={classes.columns}>
        <Stack gap="md">
          {review === null ? (
            <Outcome approval={approval} draftId={draftId} />
          ) : (
            <>
              <ReceiptView receipt={review.receipt} />
              <section className={classes.panel} aria-labelledby="journal">
                <Title order={3} id="journal" mb="xs">
                  Journal entry
                </Title>
                <EntryTable lines={review.receipt.journal} linked={accountants.includes(role)} />
              </section>
            </>
          )}
        </Stack>
        <Stack gap="md">
          <section className={classes.panel} aria-labelledby="approval">
            <Title order={2} size="h3" id="approval" mb="xs">
              Approval
            </Title>
            <dl className={classes.facts}>
              {review !== null && (
                <>
                  <dt>Next number</dt>
                  <dd>{review.numberToBe}</dd>
                </>
              )}
              <dt>Approvers</dt>
              <dd>{approval.approvers.length === 0 ? 'None' : approval.approvers.join(', ')}</dd>
            </dl>
            <ol className={classes.history} aria-label="History">
              {approval.events.toReversed().map(({ act, by, at, reason }) => (
                <li key={`${at} ${act}`}>
                  <strong>{approvalActWords[act]}</strong> by {by}
                  <span className={classes.quiet}>{moment(at)}</span>
                  {reason !== '' && <span className={classes.said}>{reason}</span>}
                </li>
              ))}
            </ol>
          </section>
          <Attachments attached={approval.attachments} />
        </Stack>
      </div>
      {returning && (
        <ReturnDialog
          draftId={draftId}
          onReturned={async () => {
            setReturning(false)
            toast({ title: 'Returned to its preparer', tone: 'good' })
            await refresh()
          }}
          onClose={() => setReturning(false)}
        />
      )}
    </>
  )
}

const isOutdated: ReadonlySet<string> = new Set([
  approvalProblems.notWaiting.code,
  approvalProblems.notYours.code,
  documentProblems.reviewAgain.code,
  documentProblems.mistakes.code,
])

function StateBadge({ state }: Pick<Approval, 'state'>) {
  if (state === 'sent') return <StatusBadge tone="look">Waiting for approval</StatusBadge>
  if (state === 'approved') return <StatusBadge tone="good">Approved</StatusBadge>
  if (state === 'recorded') return <StatusBadge tone="good">Recorded</StatusBadge>
  if (state === 'discarded') return <StatusBadge tone="plain">Discarded</StatusBadge>
  return <StatusBadge tone={state === 'returned' ? 'bad' : 'plain'}>{approvalActWords[state]}</StatusBadge>
}

/** A document that waits no more, or can't be shown. */
function Outcome({ approval: { kind, state, documentId }, draftId }: { approval: Approval; draftId: string }) {
  if (documentId !== null)
    return (
      <Text>
        It is recorded.{' '}
        <Anchor component={Link} underline="always" to={paths.document(kind, documentId)}>
          Open the document
        </Anchor>
      </Text>
    )
  if (state === 'discarded') return <Text>The draft of this document was discarded. Nothing was posted.</Text>
  return (
    <Text>
      {state === 'sent'
        ? 'Nothing is posted. The preparer can withdraw and correct the document.'
        : 'Nothing is posted. The preparer can correct the document and send it again.'}{' '}
      <Anchor component={Link} underline="always" to={paths.document(kind, draftId)}>
        Open the draft
      </Anchor>
    </Text>
  )
}

function ReturnDialog({
  draftId,
  onReturned,
  onClose,
}: {
  draftId: string
  onReturned: () => Promise<void>
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const send = useMutation({
    mutationFn: () => call(returnDocument, { params: { draftId }, body: { reason } }),
    onSuccess: onReturned,
  })
  const mistake = send.error instanceof CallFailure ? send.error.fields[0]?.message : undefined
  return (
    <TypingDialog
      title="Return this document"
      submit={approvalWords.giveBack}
      unsaved={reason.trim() !== '' && !send.isSuccess}
      busy={send.isPending}
      alert={send.error !== null && mistake === undefined ? sentenceOf(send.error) : undefined}
      onSubmit={() => send.mutate()}
      onClose={onClose}
    >
      <Textarea
        label="Reason"
        description="The preparer sees this reason, corrects the document and sends it again."
        data-autofocus
        autosize
        minRows={3}
        maxLength={returnReasonLength}
        value={reason}
        error={mistake}
        onChange={(event) => {
          send.reset()
          setReason(event.currentTarget.value)
        }}
      />
    </TypingDialog>
  )
}
