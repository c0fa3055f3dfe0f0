// Certificates from customers: those expected, those received, and the return in which each is claimed.
import { Alert, Button, Text } from '@mantine/core'
import { getArrival } from '@talaan/contract/arrivals.ts'
import {
  type CertificateInHand,
  chaseCertificates,
  type ExpectedOf,
  listReceivedCertificates,
  unclaimCertificate,
} from '@talaan/contract/certificates.ts'
import { documentPlaces } from '@talaan/contract/cards.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { portalFacts } from '@talaan/contract/portal.ts'
import { dayInManila, formatDay, formatMonth } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { formatMoney, sum } from '@talaan/ledger/core/money.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Term } from '../../ui/Term.tsx'
import { later } from '../../ui/later.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toast.ts'
import { counted } from './counted.ts'
import classes from '../filings/lists.module.css'
import tax from '../filings/tax.module.css'
import { TaxTabs } from '../filings/TaxTabs.tsx'

const MatchDialog = later(async () => (await import('./MatchDialog.tsx')).MatchDialog)
const ClaimDialog = later(async () => (await import('./ClaimDialog.tsx')).ClaimDialog)

type Open = { dialog: 'received' | 'written_off'; of: ExpectedOf } | { dialog: 'claim' }

export function ReceivedPage() {
  const [open, setOpen] = useState<Open | null>(null)
  const answer = useCall(listReceivedCertificates)
  const today = useCall(portalFacts).data?.today
  const queries = useQueryClient()
  const changed = () => queries.invalidateQueries({ queryKey: [listReceivedCertificates.name] })
  const [search, setSearch] = useSearchParams()
  const arrivalId = search.get('arrival')
  const file = useCall(getArrival, { params: { arrivalId: arrivalId ?? '' } }, { enabled: arrivalId !== null }).data
  const close = () => {
    setOpen(null)
    if (arrivalId !== null) setSearch({}, { replace: true })
  }
  return (
    <>
      <PageTitle
        term={<Term name="Form 2307" />}
        action={
          <Button component={Link} to={paths.certificateAgeing} variant="default">
            Aging
          </Button>
        }
      >
        Certificates from Customers
      </PageTitle>
      <TaxTabs />
      <Answered query={answer} loading={<SkeletonRows rows={10} />}>
        {({ expected, inHand, writtenOff }) => (
          <>
            {file !== undefined && open === null && <FromFile file={file} expected={expected} onOpen={setOpen} />}
            <Expected expected={expected} today={today ?? ''} changed={changed} onOpen={setOpen} />
            <InHand inHand={inHand} changed={changed} onClaim={() => setOpen({ dialog: 'claim' })} />
            {writtenOff.length > 0 && (
              <section className={classes.below} aria-labelledby="written-off">
                <h2 id="written-off">Written off</h2>
                <DataTable
                  framed
                  label="Written off"
                  columns={writtenOffColumns}
                  rows={writtenOff}
                  rowKey={({ documentId }) => documentId}
                />
              </section>
            )}
            <Suspense fallback={null}>
              {today !== undefined && (open?.dialog === 'received' || open?.dialog === 'written_off') && (
                <MatchDialog
                  act={open.dialog}
                  expected={open.of}
                  file={open.dialog === 'received' ? file : undefined}
                  today={today}
                  changed={changed}
                  onClose={close}
                />
              )}
              {today !== undefined && open?.dialog === 'claim' && (
                <ClaimDialog inHand={inHand} today={today} changed={changed} onClose={close} />
              )}
            </Suspense>
          </>
        )}
      </Answered>
    </>
  )
}

type Changed = () => Promise<unknown>

type FromFileProps = {
  file: AnswerOf<typeof getArrival>
  expected: readonly ExpectedOf[]
  onOpen: (open: Open) => void
}

/** Matches a certificate in Arrivals with the customer whose TIN is printed on it. */
function FromFile({ file: { arrival, reading }, expected, onOpen }: FromFileProps) {
  const printed = reading?.fields.find(({ name }) => name === 'payorTin')?.value
  const payor = expected.find(({ tin }) => printed !== undefined && tin.slice(0, 11) === printed.slice(0, 11))
  const of = payor === undefined ? '' : ` of ${payor.name}`
  return (
    <Alert color={payor === undefined ? 'yellow' : 'blue'} variant="light" mb="md" title={arrival.file.name}>
      <Text size="sm" mb={payor === undefined ? 0 : 8}>
        {payor !== undefined
          ? `This certificate${of} is in Arrivals.`
          : printed === undefined
            ? 'The TIN on this certificate could not be read. Choose the customer in the list.'
            : `No certificate is expected from TIN ${printed}. Record the collection with the tax withheld first, or choose another customer in the list.`}
      </Text>
      {payor !== undefined && (
        <Button size="compact-sm" onClick={() => onOpen({ dialog: 'received', of: payor })}>
          Match certificate
        </Button>
      )}
    </Alert>
  )
}

function Expected({
  expected,
  today,
  changed,
  onOpen,
}: {
  expected: readonly ExpectedOf[]
  today: Day
  changed: Changed
  onOpen: (open: Open) => void
}) {
  const sendReminder = useMutation({
    mutationFn: (partyId: string) => call(chaseCertificates, { body: { partyId } }),
    onSuccess: async ({ to, mailReady }) => {
      await changed()
      toast({
        title: mailReady ? `Reminder to ${to} queued` : `Reminder to ${to} queued until e-mail is set up`,
        tone: 'good',
      })
    },
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  const columns: DataColumn<ExpectedOf>[] = [
    {
      key: 'name',
      title: 'Customer',
      card: 'heading',
      cell: ({ name, tin }) => (
        <>
          <strong>{name}</strong>
          <span className={classes.line}>{tin}</span>
        </>
      ),
    },
    {
      key: 'receipts',
      title: 'Receipts',
      cell: ({ items }) => (
        <>
          {items.slice(0, 3).map(({ documentId, account, kind, number, day }) => (
            <span key={`${documentId} ${account}`} className={classes.line}>
              <Link className={classes.link} to={paths.document(kind, documentId)}>
                {number}
              </Link>
              , {formatDay(day)}
              {account === '1325' && ', VAT'}
            </span>
          ))}
          {items.length > 3 && <span className={classes.line}>and {items.length - 3} more</span>}
        </>
      ),
    },
    { key: 'open', title: 'Expected', figure: true, card: 'amount', cell: ({ open }) => formatMoney(open) },
    {
      key: 'state',
      title: 'Due',
      card: 'line',
      cell: ({ items, asked }) => <Due items={items} asked={asked} today={today} />,
    },
    {
      key: 'actions',
      title: 'Actions',
      card: 'action',
      nowrap: true,
      cell: (of) => (
        <ActionMenu
          label={`Certificate of ${of.name}`}
          className={classes.menu}
          actions={[
            { label: 'Record certificate', onSelect: () => onOpen({ dialog: 'received', of }) },
            {
              label: 'Send reminder',
              onSelect: () => sendReminder.mutate(of.partyId),
              refused: of.email === null ? 'No e-mail address is on file.' : undefined,
            },
            { label: 'Write off', apart: true, onSelect: () => onOpen({ dialog: 'written_off', of }) },
          ]}
        >
          Actions
        </ActionMenu>
      ),
    },
  ]
  if (expected.length === 0) {
    return (
      <div className={classes.empty}>
        <Text>
          No certificates are expected. Talaan expects one for each{' '}
          <Link to={paths.category('CollectionReceipt')}>collection receipt</Link> from which a customer withheld tax.
        </Text>
      </div>
    )
  }
  return (
    <>
      <dl className={tax.facts}>
        <div>
          <dt>Expected</dt>
          <dd>{formatMoney(sum(expected.map(({ open }) => open)))}</dd>
        </div>
        <div>
          <dt>Past due</dt>
          <dd>
            {formatMoney(
              sum(
                expected.flatMap(({ items }) =>
                  items.filter(({ due }) => due !== null && due < today).map(({ open }) => open),
                ),
              ),
            )}
          </dd>
        </div>
      </dl>
      <DataTable
        framed
        label="Expected certificates"
        columns={columns}
        rows={expected}
        rowKey={({ partyId }) => partyId}
      />
    </>
  )
}

function Due({ items, asked, today }: Pick<ExpectedOf, 'items' | 'asked'> & { today: Day }) {
  const due = items.flatMap((item) => item.due ?? []).toSorted()[0] ?? today
  return (
    <>
      {due < today ? (
        <StatusBadge tone="bad">{`Since ${formatDay(due)}`}</StatusBadge>
      ) : (
        <StatusBadge tone="plain">{formatDay(due)}</StatusBadge>
      )}
      {asked && <span className={classes.line}>Reminded {formatDay(dayInManila(Date.parse(asked.at)))}</span>}
    </>
  )
}

function InHand({
  inHand,
  changed,
  onClaim,
}: {
  inHand: readonly CertificateInHand[]
  changed: Changed
  onClaim: () => void
}) {
  const unclaim = useMutation({
    mutationFn: (documentId: string) => call(unclaimCertificate, { params: { documentId } }),
    onSuccess: changed,
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  const columns: DataColumn<CertificateInHand>[] = [
    {
      key: 'number',
      title: 'Number',
      card: 'heading',
      nowrap: true,
      cell: ({ documentId, number }) => (
        <Link className={classes.link} to={paths.document('certificate', documentId)}>
          {number}
        </Link>
      ),
    },
    { key: 'name', title: 'Customer', cell: ({ name }) => name },
    {
      key: 'period',
      title: 'For',
      cell: ({ from, to }) => (
        <>
          <span className={classes.date}>{formatDay(from)} to</span>{' '}
          <span className={classes.date}>{formatDay(to)}</span>
        </>
      ),
    },
    {
      key: 'attachments',
      title: 'Attachment',
      cell: ({ attachments }) =>
        attachments > 0 ? <StatusBadge tone="good">Attached</StatusBadge> : <StatusBadge tone="look">None</StatusBadge>,
    },
    { key: 'tax', title: 'Tax', figure: true, card: 'amount', cell: ({ tax }) => formatMoney(tax) },
    { key: 'of', title: 'Of', cell: ({ of }) => (of === 'income' ? 'Income tax' : 'VAT') },
    {
      key: 'claim',
      title: 'Claimed in',
      cell: ({ claim }) => (claim === null ? 'Not yet' : `${claim.form}, ${formatMonth(claim.period)}`),
    },
    {
      key: 'actions',
      title: 'Actions',
      card: 'action',
      nowrap: true,
      cell: ({ documentId, number, claim }) =>
        claim !== null && (
          <Button
            size="sm"
            variant="default"
            loading={unclaim.isPending && unclaim.variables === documentId}
            aria-label={`Undo claim of ${number}`}
            onClick={() => unclaim.mutate(documentId)}
          >
            Undo claim
          </Button>
        ),
    },
  ]
  const unclaimed = inHand.filter(({ claim }) => claim === null).length
  return (
    <section className={classes.below} aria-labelledby="in-hand">
      <div className={tax.tools}>
        <h2 id="in-hand">{documentPlaces.certificate.list}</h2>
        <div className={classes.actions}>
          <Button component={Link} to={`${paths.taxLists}?list=sawt`} size="sm" variant="default">
            Summary of taxes withheld
          </Button>
          <Button size="sm" color="brand" disabled={unclaimed === 0} onClick={onClaim}>
            {counted('Claim', unclaimed)}
          </Button>
        </div>
      </div>
      {inHand.length === 0 ? (
        <div className={classes.empty}>
          <Text>{documentPlaces.certificate.none}</Text>
        </div>
      ) : (
        <DataTable
          framed
          label={documentPlaces.certificate.list}
          columns={columns}
          rows={inHand}
          rowKey={({ documentId }) => documentId}
        />
      )}
    </section>
  )
}

type WrittenOff = { documentId: string; number: string; day: Day; name: string; tax: bigint; memo: string }

const writtenOffColumns: DataColumn<WrittenOff>[] = [
  {
    key: 'number',
    title: 'Number',
    card: 'heading',
    nowrap: true,
    cell: ({ documentId, number }) => (
      <Link className={classes.link} to={paths.document('certificate', documentId)}>
        {number}
      </Link>
    ),
  },
  { key: 'day', title: 'Date', nowrap: true, cell: ({ day }) => formatDay(day) },
  { key: 'name', title: 'Customer', cell: ({ name }) => name },
  { key: 'memo', title: 'Reason', cell: ({ memo }) => memo },
  { key: 'tax', title: 'Tax', figure: true, card: 'amount', cell: ({ tax }) => formatMoney(tax) },
]
