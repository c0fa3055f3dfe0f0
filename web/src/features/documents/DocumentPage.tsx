// A document: its receipt, attachments, e-mail and journal entry, and a button to void it for users who may do so.
import { Anchor, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { begunAt, depositedAt, documentPlaces, settledAt } from '@talaan/contract/cards.ts'
import {
  attachmentTypes,
  copiedTypes,
  type Attachment,
  documentProblems,
  documentWords,
  downloadAttachment,
  downloadReceiptMail,
  countPrint,
  getDocument,
  printVoucher,
  recordersOf,
  reprintMark,
  retryReceipt,
} from '@talaan/contract/documents.ts'
import { sentTypes } from '@talaan/contract/customer-mail.ts'
import { getRelated } from '@talaan/contract/related.ts'
import { getRuleOf } from '@talaan/contract/recurring.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { accountants, adminsAndAccountants, type Role } from '@talaan/contract/roles.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { recurs, refusedAsTemplate } from '@talaan/ledger/documents/recurring/occurrence.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { call, callBytes, CallFailure, keyOf, sentenceOf, useCall } from '../../app/api.ts'
import { useListBehind } from '../../app/listBehind.ts'
import { usePageTitle } from '../../app/pageTitle.ts'
import { paths } from '../../app/paths.ts'
import { Answered } from '../../app/problems.tsx'
import { remember } from '../../app/session/recent.ts'
import { useSession } from '../../app/session/session.ts'
import { moment } from '../../ui/moment.ts'
import { Icon } from '../../ui/Icon.tsx'
import { later } from '../../ui/later.tsx'
import { useScreenKeys } from '../../ui/keys.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toast.ts'
import { ChequePanel } from './ChequePanel.tsx'
import { DocumentBadge } from './DocumentBadge.tsx'
import { Messages } from '../customer-mail/Messages.tsx'
import classes from './documents.module.css'
import { DraftPage } from './Drafts.tsx'
import { EntryTable } from './EntryTable.tsx'
import './mantine.ts'
import { Facts, SaveButton, Tags } from './DocumentParts.tsx'
import { ReceiptView } from './ReceiptView.tsx'
import { History } from './History.tsx'
import { Related } from './Related.tsx'

const WriteOffButton = later(async () => (await import('./WriteOff.tsx')).WriteOffButton)
const AddedLater = later(async () => (await import('./AddedLater.tsx')).AddedLater)
const FilePreview = later(async () => (await import('../../app/files/FilePreview.tsx')).FilePreview)
const VoidDialog = later(async () => (await import('./VoidDialog.tsx')).VoidDialog)

type Detail = AnswerOf<typeof getDocument>['document']

export function DocumentPage() {
  const { documentId = '' } = useParams()
  const { pathname } = useLocation()
  const query = useCall(getDocument, { params: { documentId } })
  if (query.error instanceof CallFailure && (query.error.status === 404 || query.error.status === 400)) {
    const back = pathname.slice(0, pathname.lastIndexOf('/'))
    const notFound = <NotFound back={back} />
    return query.error.status === 400 ? notFound : <DraftPage draftId={documentId} back={back} instead={notFound} />
  }
  return (
    <Answered
      query={query}
      loading={
        <>
          <Skeleton h={36} w={280} mb="md" />
          <div className={classes.columns}>
            <Skeleton h={480} />
            <Skeleton h={240} />
          </div>
        </>
      }
    >
      {({ document }) => <DocumentView document={document} />}
    </Answered>
  )
}

function NotFound({ back }: { back: string }) {
  usePageTitle('Document not found')
  return (
    <>
      <PageTitle>Document not found</PageTitle>
      <Text mb="md">This document does not exist. Check the address, or look for the document in the list.</Text>
      <Button component={Link} to={back}>
        Back to the list
      </Button>
    </>
  )
}

function DocumentView({ document }: { document: Detail }) {
  const { role, clientId } = useSession()
  usePageTitle(document.number)
  const [voiding, setVoiding] = useState(false)
  const go = useNavigate()
  const copy = mayCopy(document, role)
    ? paths.form(documentPlaces[document.kind].frame, { about: document.id })
    : undefined
  const list = useListBehind()
  const back = { path: list?.path ?? paths.list(document.kind), title: list?.title ?? 'Back to the list' }
  const [mark, setMark] = useState('')
  const print = async () => {
    try {
      const { reprint, day } = await call(countPrint, { params: { documentId: document.id } })
      flushSync(() => setMark(reprintMark(reprint, day)))
      window.print()
    } catch (error) {
      toast({ title: sentenceOf(error), tone: 'bad' })
    }
  }
  const related = useCall(getRelated, { params: { documentId: document.id } })
  const isOpen = document.status === 'recorded' && document.open > 0n
  const [settle, ...otherwise] = [
    ...(isOpen ? settledAt(document.kind) : []),
    ...(related.data !== undefined && related.data.undeposited > 0n ? [depositedAt] : []),
  ].map(({ frame, words }) => ({ words, path: paths.form(frame, { about: document.id }) }))
  useScreenKeys('This document', [
    ...(settle === undefined ? [] : [{ keys: 'r', does: settle.words, run: () => void go(settle.path) }]),
    ...(list?.next ? [{ keys: 'j', does: 'Next document in the list', run: list.next }] : []),
    ...(list?.previous ? [{ keys: 'k', does: 'Previous document in the list', run: list.previous }] : []),
    ...(copy === undefined ? [] : [{ keys: 'c', does: documentWords.copy, run: () => void go(copy) }]),
    { keys: 'p', does: 'Print', run: () => void print() },
    { keys: 'u', does: 'Back to the list', run: () => void go(back.path) },
  ])
  const { id, kind, number, partyName } = document
  useEffect(
    () => remember(clientId, { path: paths.document(kind, id), title: number, detail: partyName ?? '' }),
    [clientId, id, kind, number, partyName],
  )
  const mayVoid = adminsAndAccountants.includes(role) && document.status === 'recorded'
  return (
    <>
      <div className={classes.screenOnly}>
        <nav className={classes.way} aria-label="List">
          <Anchor component={Link} size="sm" to={back.path}>
            ‹ {back.title}
          </Anchor>
          {list && list.rows.length > 1 && (
            <span className={classes.steps}>
              <Button size="compact-sm" variant="subtle" disabled={!list.previous} onClick={list.previous}>
                Previous
              </Button>
              <Button size="compact-sm" variant="subtle" disabled={!list.next} onClick={list.next}>
                Next
              </Button>
            </span>
          )}
        </nav>
        <PageTitle
          action={
            <Group gap="sm">
              <Button variant="default" leftSection={<Icon name="print" size={16} />} onClick={() => void print()}>
                Print
              </Button>
              <SaveButton
                words="Save PDF"
                get={() => callBytes(printVoucher, { params: { documentId: document.id } })}
              />
              {otherwise.map(({ words, path }) => (
                <Button key={path} component={Link} to={path} variant="default">
                  {words}
                </Button>
              ))}
              {settle && (
                <Button component={Link} to={settle.path}>
                  {settle.words}
                </Button>
              )}
            </Group>
          }
        >
          <Group gap="sm" component="span">
            {document.number}
            <DocumentBadge row={document} />
          </Group>
        </PageTitle>
      </div>
      {mark !== '' && <p className={classes.mark}>{mark}</p>}
      {document.voided && (
        <p className={classes.void}>
          Voided on {formatDay(document.voided.day)} by {document.voided.by}: {document.voided.reason}
          <br />
          <EntryLink id="reversal">Reversal, entry {document.voided.entryNo}</EntryLink>
        </p>
      )}
      {document.partyNow && (
        <p className={classes.corrected}>
          The registered details changed after this document was recorded. The current details are{' '}
          <Link to={paths.party(document.partyNow.id)}>{document.partyNow.name}</Link>, {document.partyNow.tinLine}
          {document.partyNow.address !== '' && `, ${document.partyNow.address}`}. This document keeps its original
          details.
        </p>
      )}
      <div className={classes.columns}>
        <Stack gap="md">
          <ReceiptView receipt={document.receipt} />
          <Journal document={document} />
        </Stack>
        <div className={classes.screenOnly}>
          <Stack gap="md">
            <Facts document={document} />
            <Group gap="xs">
              {copy !== undefined && (
                <Button component={Link} to={copy} size="compact-sm" variant="default">
                  {documentWords.copy}
                </Button>
              )}
              {copy !== undefined && refusedAsTemplate(kind, document.fields) === null && (
                <Button component={Link} to={paths.recurring(id)} size="compact-sm" variant="default">
                  Make recurring
                </Button>
              )}
              {document.status === 'recorded' && accountants.includes(role) && isPrepaid(document) && (
                <Button component={Link} to={paths.spread(id)} size="compact-sm" variant="default">
                  Spread over months
                </Button>
              )}
              {document.status === 'recorded' &&
                begunAt(kind).map(({ frame, words }) => (
                  <Button
                    key={frame}
                    component={Link}
                    to={paths.form(frame, { about: id })}
                    size="compact-sm"
                    variant="default"
                  >
                    {words}
                  </Button>
                ))}
              {kind === 'invoice' && isOpen && accountants.includes(role) && (
                <Suspense fallback={null}>
                  <WriteOffButton documentId={id} number={number} />
                </Suspense>
              )}
              {mayVoid && (
                <Button
                  size="compact-sm"
                  variant="default"
                  c="var(--mantine-color-error)"
                  onClick={() => setVoiding(true)}
                >
                  Void document
                </Button>
              )}
            </Group>
            <Tags document={document} />
            <Related query={related} of={document} />
            <MadeBy document={document} />
            <ChequePanel document={document} />
            <Attachments attached={document.attached} />
            <Suspense fallback={<Skeleton h={160} />}>
              <AddedLater document={document} />
            </Suspense>
            <Mail document={document} />
            {sentTypes.includes(kind) && <Messages of={{ document: id }} className={classes.panel} />}
            <History query={related} documentId={document.id} />
          </Stack>
        </div>
      </div>
      {voiding && (
        <Suspense fallback={null}>
          <VoidDialog document={document} onClose={() => setVoiding(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The recurring document that created this document, and the recurring documents created from it. */
function MadeBy({ document: { id, kind } }: { document: Detail }) {
  const { data } = useCall(getRuleOf, { params: { documentId: id } }, { enabled: recurs(kind) })
  if (data === undefined || (data.madeBy === null && data.madeFromIt.length === 0)) return null
  const { madeBy, madeFromIt } = data
  return (
    <section className={classes.panel} aria-labelledby="made-by">
      <Title order={3} id="made-by" mb="xs">
        Recurring document
      </Title>
      {madeBy && (
        <Text size="sm">
          Made by {madeBy.isRemoved ? madeBy.name : <Link to={paths.recurring()}>{madeBy.name}</Link>},{' '}
          {formatDay(madeBy.day)}
          {madeBy.isAutomatic && ', recorded automatically'}
        </Text>
      )}
      {madeFromIt.map(({ id: ruleId, name }) => (
        <Text key={ruleId} size="sm">
          Repeated by <Link to={paths.recurring()}>{name}</Link>
        </Text>
      ))}
    </section>
  )
}

/** Revaluations of foreign currency are calculated each month, not copied. */
const mayCopy = ({ kind, fields }: Detail, role: Role): boolean =>
  copiedTypes.includes(kind) && recordersOf(kind).includes(role) && fields.revalues !== true

function Attachments({ attached }: { attached: readonly Attachment[] }) {
  const [shown, setShown] = useState<Attachment>()
  return (
    <section className={classes.panel} aria-labelledby="files">
      <Title order={3} id="files" mb="xs">
        Files
      </Title>
      {attached.length === 0 && (
        <Text size="sm" c="dimmed">
          No files attached.
        </Text>
      )}
      <Stack gap="xs" align="flex-start">
        {attached.map((file) => (
          <Group key={file.id} gap={4}>
            <SaveButton
              quiet
              words={`${file.name} (${attachmentTypes[file.type]}, ${kilobytes(file.bytes)})`}
              get={async () => ({
                ...(await callBytes(downloadAttachment, { params: { attachmentId: file.id } })),
                name: file.name,
              })}
            />
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Preview ${file.name}`}
              onClick={() => setShown(file)}
            >
              Preview
            </Button>
          </Group>
        ))}
      </Stack>
      {shown !== undefined && (
        <Suspense fallback={null}>
          <FilePreview file={{ ...shown, of: 'document' }} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

function Mail({ document }: { document: Detail }) {
  const queries = useQueryClient()
  const retry = useMutation({
    mutationFn: () => call(retryReceipt, { params: { documentId: document.id } }),
    onSuccess: () =>
      queries.invalidateQueries({ queryKey: keyOf(getDocument, { params: { documentId: document.id } }) }),
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  const { mail } = document
  return (
    <section className={classes.panel} aria-labelledby="mail">
      <Title order={3} id="mail" mb="xs">
        Receipt by e-mail
      </Title>
      {mail === null ? (
        <Text size="sm" c="dimmed">
          {documentProblems.noReceipt.sentence}
        </Text>
      ) : (
        <Stack gap="xs" align="flex-start">
          <MailBadge status={mail.status} />
          <Text size="sm">To {mail.to}</Text>
          {mail.status === 'sent' && mail.sentAt && <Text size="sm">Sent {moment(mail.sentAt)}</Text>}
          {mail.status === 'waiting' && (
            <Text size="sm">
              {!document.mailReady
                ? documentWords.receiptWaiting
                : mail.attempts === 0
                  ? documentWords.receiptQueued
                  : documentWords.receiptRetried}
            </Text>
          )}
          {mail.lastError && (
            <Text size="sm">
              Mail server response: {mail.lastError} (after {mail.attempts}{' '}
              {mail.attempts === 1 ? 'attempt' : 'attempts'})
            </Text>
          )}
          <Group gap="sm">
            <SaveButton
              quiet
              words="Download e-mail"
              get={() => callBytes(downloadReceiptMail, { params: { documentId: document.id } })}
            />
            {mail.status !== 'sent' && (
              <Button size="compact-sm" variant="default" onClick={() => retry.mutate()} loading={retry.isPending}>
                Send now
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </section>
  )
}

function MailBadge({ status }: { status: 'waiting' | 'sent' | 'failed' }) {
  if (status === 'sent') return <StatusBadge tone="good">Sent</StatusBadge>
  if (status === 'failed') return <StatusBadge tone="bad">Failed</StatusBadge>
  return <StatusBadge tone="look">Queued</StatusBadge>
}

const isPrepaid = ({ receipt }: Detail): boolean =>
  receipt.journal.some(({ account, debit }) => account === accounts.prepaidExpenses && debit > 0n)

/** Leads to the entry of this document, or to its reversal. */
function EntryLink({ id, children }: { id: 'journal' | 'reversal'; children: ReactNode }) {
  const show = () => {
    const heading = window.document.getElementById(id)
    heading?.scrollIntoView({ block: 'start' })
    heading?.focus({ preventScroll: true })
  }
  return (
    <Anchor component="button" type="button" inherit underline="always" onClick={show}>
      {children}
    </Anchor>
  )
}

function Journal({ document }: { document: Detail }) {
  const linked = accountants.includes(useSession().role)
  const { entryNo, voided } = document
  const lines = document.receipt.journal
  return (
    <section className={`${classes.panel} ${classes.screenOnly}`} aria-labelledby="journal">
      <Title order={3} id="journal" mb="xs" tabIndex={-1}>
        Journal entry
      </Title>
      {voided && (
        <Text size="sm" mb="xs">
          Reversed by <EntryLink id="reversal">entry {voided.entryNo}</EntryLink>
        </Text>
      )}
      <EntryTable lines={lines} linked={linked} />
      {voided && (
        <>
          <Title order={3} id="reversal" mt="lg" mb="xs" tabIndex={-1}>
            Reversal, {formatDay(voided.day)}
          </Title>
          <Text size="sm" mb="xs">
            Entry {voided.entryNo} reverses <EntryLink id="journal">entry {entryNo}</EntryLink>
          </Text>
          <EntryTable
            lines={lines.map((line) => ({ ...line, debit: line.credit, credit: line.debit }))}
            linked={linked}
          />
        </>
      )}
    </section>
  )
}

const kilobytes = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
