// A customer or supplier: the balance, the documents, the statement of account, and the registered details with their
// corrections.
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { chooseReminders, listCustomerMessages } from '@talaan/contract/customer-mail.ts'
import {
  getParty,
  getPartyOverview,
  listCorrections,
  type PartyAnswer,
  type PartyCorrection,
  partyProblems,
} from '@talaan/contract/parties.ts'
import { adminsAndAccountants } from '@talaan/contract/roles.ts'
import { dayInManila, formatDay } from '@talaan/ledger/core/date.ts'
import { addressLine, tinOrReason, vatStatusWords } from '@talaan/ledger/core/party.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { call, CallFailure, sentenceOf, useCall } from '../../app/api.ts'
import { HistoryLink } from '../../app/HistoryLink.tsx'
import { usePageTitle } from '../../app/pageTitle.ts'
import { paths, withQuery } from '../../app/paths.ts'
import { Answered } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { later } from '../../ui/later.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { toast } from '../../ui/toast.ts'
import { Messages } from '../customer-mail/Messages.tsx'
import { breakable } from '../../ui/breakable.tsx'
import classes from '../documents/documents.module.css'
import '../documents/mantine.ts'
import { MergedHere, MergedInto } from './Merges.tsx'
import hub from './parties.module.css'
import { PartyDocuments } from './PartyDocuments.tsx'
import { PartyBalance } from './PartyBalance.tsx'

const MergeDialog = later(async () => (await import('./MergeDialog.tsx')).MergeDialog)
const BankAccounts = later(async () => (await import('./BankAccounts.tsx')).BankAccounts)
const FilesAndNotes = later(async () => (await import('../notes/FilesAndNotes.tsx')).FilesAndNotes)
const StatementOf = later(async () => (await import('../reports/PartyPages.tsx')).StatementOf)

export function PartyPage() {
  const { partyId = '' } = useParams()
  const query = useCall(getParty, { params: { partyId } })
  if (query.error instanceof CallFailure && (query.error.status === 404 || query.error.status === 400)) {
    return <NotFound />
  }
  return (
    <Answered query={query} loading={<Skeleton h={320} />}>
      {({ party }) => <PartyView party={party} />}
    </Answered>
  )
}

function NotFound() {
  usePageTitle('Customer or supplier not found')
  return (
    <>
      <PageTitle>Customer or supplier not found</PageTitle>
      <Text mb="md">{partyProblems.notThere.sentence}</Text>
      <Button component={Link} to={paths.category('Tin')}>
        Back to customers and suppliers
      </Button>
    </>
  )
}

const tabNames = {
  overview: 'Overview',
  transactions: 'Transactions',
  statement: 'Statement',
  details: 'Details',
  files: 'Files',
} as const
type Tab = keyof typeof tabNames

function PartyView({ party }: { party: PartyAnswer }) {
  const [address] = useSearchParams()
  const { id, name, customer, supplier, fields } = party
  usePageTitle(name)
  const wanted = address.get('tab') ?? ''
  const tab: Tab = Object.hasOwn(tabNames, wanted) ? (wanted as Tab) : 'overview'
  const roles = [customer ? 'Customer' : '', supplier ? 'Supplier' : ''].filter((word) => word !== '').join(', ')
  return (
    <>
      <div className={classes.screenOnly}>
        <PageTitle action={party.mergedInto === null && <Actions party={party} />}>{name}</PageTitle>
        <Text c="dimmed" mt={-10} mb="xs">
          {[roles, fields.tin === '' ? tinOrReason(fields) : `TIN ${tinOrReason(fields)}`]
            .filter((word) => word !== '')
            .join(' · ')}{' '}
          <HistoryLink type="party" id={id} />
        </Text>
        {party.mergedInto !== null && <MergedInto party={party} into={party.mergedInto} />}
        <nav className={hub.tabs} aria-label="Customer or supplier">
          {Object.entries(tabNames).map(([key, title]) => (
            <Link
              key={key}
              className={hub.tab}
              to={withQuery(paths.party(id), { tab: key === 'overview' ? undefined : key })}
              aria-current={key === tab ? 'page' : undefined}
            >
              {title}
            </Link>
          ))}
        </nav>
      </div>
      {tab === 'overview' && (
        <Stack gap="md">
          <PartyBalance partyId={id} customer={customer} supplier={supplier} />
          <PartyDocuments
            partyId={id}
            name={name}
            title="Last documents"
            atMost={8}
            begins={party.mergedInto === null}
          />
          {customer && fields.noTin !== 'various' && (
            <Messages
              of={{ party: id }}
              className={classes.panel}
              always
              action={(off) => party.mergedInto === null && <RemindersChoice partyId={id} off={off} />}
            />
          )}
        </Stack>
      )}
      {tab === 'transactions' && (
        <PartyDocuments partyId={id} name={name} title="All documents" begins={party.mergedInto === null} />
      )}
      {tab === 'statement' && (
        <Suspense fallback={<Skeleton h={320} />}>
          {customer && <StatementOf side="receivable" partyId={id} />}
          {supplier && <StatementOf side="payable" partyId={id} />}
        </Suspense>
      )}
      {tab === 'details' && <Details party={party} />}
      {tab === 'files' && (
        <Suspense fallback={<Skeleton h={240} />}>
          <FilesAndNotes
            subject={{ party: id }}
            title="Files and notes"
            hint="For example, contracts, registrations and correspondence. Every user can read them."
          />
        </Suspense>
      )}
    </>
  )
}

/** The green button is the usual next step: collecting or paying an open amount, or else a new document. */
function Actions({ party: { id, customer, supplier, fields } }: { party: PartyAnswer }) {
  const query = useCall(getPartyOverview, { params: { partyId: id } })
  const standing = query.data?.sides
  const owes = standing?.some(({ side, open }) => side === 'receivable' && open > 0n) ?? false
  const owed = standing?.some(({ side, open }) => side === 'payable' && open > 0n) ?? false
  const form = (frame: string) => paths.form(frame, { party: id })
  const walkIn = fields.noTin === 'various'
  const actions = [
    ...(customer ? [{ words: 'New invoice', to: form('invoice'), leads: !owes && !owed }] : []),
    ...(customer && !walkIn ? [{ words: 'Receive payment', to: form('collectionreceipt'), leads: owes }] : []),
    ...(supplier
      ? [
          { words: 'New bill', to: form('bills'), leads: !customer && !owed },
          { words: 'Write cheque', to: form('chequedisbursement'), leads: false },
          { words: 'Pay', to: form('payment'), leads: owed && !owes },
        ]
      : []),
  ]
  // The buttons keep their places; once the balances are loaded, one of them becomes green.
  return (
    <Group gap="sm" style={{ visibility: query.isPending ? 'hidden' : undefined }}>
      {actions
        .toSorted((a, b) => Number(a.leads) - Number(b.leads))
        .map(({ words, to, leads }) => (
          <Button key={words} component={Link} to={to} {...(!leads && { variant: 'default' })}>
            {words}
          </Button>
        ))}
    </Group>
  )
}

function RemindersChoice({ partyId, off }: { partyId: string; off: boolean }) {
  const { role } = useSession()
  const queries = useQueryClient()
  const choose = useMutation({
    mutationFn: () => call(chooseReminders, { params: { partyId }, body: { off: !off } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [listCustomerMessages.name] }),
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  if (!adminsAndAccountants.includes(role)) return null
  return (
    <Button variant="default" size="compact-sm" loading={choose.isPending} onClick={() => choose.mutate()}>
      {off ? 'Allow reminders' : 'Send no reminders'}
    </Button>
  )
}

function Details({ party }: { party: PartyAnswer }) {
  const { role } = useSession()
  const [merging, setMerging] = useState(false)
  const { id, customer, supplier, fields } = party
  const form = customer ? 'customertin' : 'vendortin'
  const flags = [
    fields.government ? 'Government office' : '',
    fields.withholdingAgent ? 'Withholding agent' : '',
    fields.registeredEnterprise ? 'Registered business enterprise' : '',
  ].filter((flag) => flag !== '')
  const facts = [
    [
      'Registered as',
      [customer ? 'Customer' : '', supplier ? 'Supplier' : ''].filter((word) => word !== '').join(', '),
    ],
    ['Type', fields.kind === 'individual' ? 'Individual' : 'Company or other organization'],
    ['TIN', tinOrReason(fields)],
    ['Foreign tax number', fields.foreignTaxNo],
    ['Trade name', fields.tradeName],
    ['Address', addressLine(fields)],
    ['VAT status', fields.noTin === '' ? vatStatusWords[fields.vatStatus] : ''],
    ['RDO code', fields.rdoCode],
    ['E-mail', fields.email && breakable(fields.email)],
    ['Phone', fields.phone],
    ['Line of business', fields.lineOfBusiness],
    ['Withholding exemption', fields.withholdingExempt],
    ['VAT zero-rating certificate', fields.zeroRatingCertificate],
    ['Also', flags.join(', ')],
  ] as const
  return (
    <Stack gap="md">
      <section className={classes.panel} aria-labelledby="registered">
        <Group justify="space-between" mb="xs">
          <Title order={2} size="h3" id="registered">
            Registration
          </Title>
          {adminsAndAccountants.includes(role) && fields.noTin !== 'various' && party.mergedInto === null && (
            <Group gap="xs">
              <Button variant="default" size="sm" onClick={() => setMerging(true)}>
                Merge
              </Button>
              <Button component={Link} to={paths.form(form, { about: id })} variant="default" size="sm">
                Correct
              </Button>
            </Group>
          )}
        </Group>
        <dl className={classes.facts}>
          {facts.map(
            ([label, value]) =>
              value !== '' && [<dt key={`${label} t`}>{label}</dt>, <dd key={`${label} d`}>{value}</dd>],
          )}
        </dl>
        {missing[fields.noTin] !== '' && (
          <Text size="sm" c="dimmed" mt="xs">
            {missing[fields.noTin]}
          </Text>
        )}
      </section>
      {merging && (
        <Suspense fallback={null}>
          <MergeDialog party={party} onClose={() => setMerging(false)} />
        </Suspense>
      )}
      {fields.noTin !== 'various' && (
        <Suspense fallback={<Skeleton h={96} />}>
          <BankAccounts partyId={id} name={party.name} mayChange={party.mergedInto === null} />
        </Suspense>
      )}
      <MergedHere merged={party.merged} />
      <Corrections partyId={id} />
    </Stack>
  )
}

/** The restrictions for a party without a TIN. */
const missing = {
  '': '',
  foreign:
    'Sales are listed without a TIN and are not in the RELIEF file. On services from abroad, withhold VAT (form 1600-VT) and final tax (form 1601-FQ). As input VAT, you can claim only VAT on importations and VAT that you withheld.',
  individual:
    'Without a TIN, you can’t claim input VAT, withhold tax or issue form 2307. Purchases are not in the RELIEF file.',
  various:
    'For walk-in cash sales. Record one invoice for each day, with its first and last invoice number. The sales are not in the RELIEF file.',
} satisfies Record<PartyAnswer['fields']['noTin'], string>

function Corrections({ partyId }: { partyId: string }) {
  const query = useCall(listCorrections, { params: { partyId } })
  return (
    <section className={classes.panel} aria-labelledby="corrections">
      <Title order={2} size="h3" id="corrections" mb="xs">
        Corrections
      </Title>
      <Answered query={query} loading={<Skeleton h={40} />}>
        {({ corrections }) =>
          corrections.length === 0 ? (
            <Text size="sm" c="dimmed">
              No corrections have been made.
            </Text>
          ) : (
            <Stack gap="md">
              {corrections.map((one) => (
                <Corrected key={one.at} {...one} />
              ))}
            </Stack>
          )
        }
      </Answered>
    </section>
  )
}

function Corrected({ reason, by, at, changes }: PartyCorrection) {
  return (
    <div>
      <Text size="sm">
        {formatDay(dayInManila(Date.parse(at)))} by {by}: {reason}
      </Text>
      <dl className={classes.facts}>
        {changes.map(({ label, before, after }) => [
          <dt key={`${label} t`}>{label}</dt>,
          <dd key={`${label} d`}>
            <s>{before || 'nothing'}</s> {after || 'nothing'}
          </dd>,
        ])}
      </dl>
    </div>
  )
}
