// A customer or supplier: the registered details, links, and all corrections.
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import {
  getParty,
  listCorrections,
  type PartyAnswer,
  type PartyCorrection,
  partyProblems,
} from '@talaan/contract/parties.ts'
import { adminsAndAccountants } from '@talaan/contract/roles.ts'
import { dayInManila, formatDay } from '@talaan/ledger/core/date.ts'
import { addressLine, tinOrReason, vatStatusWords } from '@talaan/ledger/core/party.ts'
import { Link, useParams } from 'react-router'
import { CallFailure, useCall } from '../../app/api.ts'
import { paths, withQuery } from '../../app/paths.ts'
import { Answered } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { breakable } from '../documents/breakable.tsx'
import classes from '../documents/documents.module.css'

export function PartyPage() {
  const { partyId = '' } = useParams()
  const query = useCall(getParty, { params: { partyId } })
  if (query.error instanceof CallFailure && (query.error.status === 404 || query.error.status === 400)) {
    return (
      <>
        <PageTitle>{partyProblems.notThere.sentence}</PageTitle>
        <Button component={Link} to={paths.category('Tin')}>
          Back to customers and suppliers
        </Button>
      </>
    )
  }
  return (
    <Answered query={query} loading={<Skeleton h={320} />}>
      {({ party }) => <PartyView party={party} />}
    </Answered>
  )
}

function PartyView({ party }: { party: PartyAnswer }) {
  const { role } = useSession()
  const { id, name, customer, supplier, fields } = party
  const form = customer ? 'customertin' : 'vendortin'
  const flags = [
    fields.government ? 'Government office' : '',
    fields.withholdingAgent ? 'Withholding agent' : '',
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
    ['Also', flags.join(', ')],
  ] as const
  return (
    <>
      <PageTitle
        action={
          adminsAndAccountants.includes(role) &&
          fields.noTin !== 'various' && (
            <Button component={Link} to={paths.form(form, { about: id })} variant="default">
              Correct
            </Button>
          )
        }
      >
        {name}
      </PageTitle>
      <div className={classes.columns}>
        <Stack gap="md">
          <section className={classes.panel} aria-labelledby="registered">
            <Title order={2} size="h3" id="registered" mb="xs">
              Registration
            </Title>
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
          <Corrections partyId={id} />
        </Stack>
        <section className={classes.panel} aria-labelledby="ways">
          <Title order={2} size="h3" id="ways" mb="xs">
            Reports and documents
          </Title>
          <Group gap="sm">
            {customer && (
              <Button component={Link} to={paths.statement('receivable', id)} variant="default" size="sm">
                Statement as customer
              </Button>
            )}
            {supplier && (
              <Button component={Link} to={paths.statement('payable', id)} variant="default" size="sm">
                Statement as supplier
              </Button>
            )}
            <Button component={Link} to={withQuery(paths.transactions, { party: id })} variant="default" size="sm">
              Documents
            </Button>
          </Group>
          <Text size="sm" c="dimmed" mt="md">
            If this customer or supplier is registered twice, use only one registration from now on. Recorded documents
            do not change. You can remove a registration that has no documents.
          </Text>
        </section>
      </div>
    </>
  )
}

/** The limits for a party without a TIN. */
const missing = {
  '': '',
  foreign:
    'Sales are listed without a TIN and are not in the RELIEF file. Purchases have no input VAT: withhold VAT and final tax on services from abroad, and remit them with forms 1600-VT and 1601-FQ.',
  individual:
    'Without a TIN there is no input VAT, no tax withheld and no form 2307. Purchases are not in the RELIEF file.',
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
