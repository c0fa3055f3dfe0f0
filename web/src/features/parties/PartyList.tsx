// The register of customers and suppliers, searched by name or any part of a TIN.
import { Button, Group, SegmentedControl, Text, TextInput, Title } from '@mantine/core'
import { type PartyRole, type PartyRow, searchParties } from '@talaan/contract/parties.ts'
import { adminsAndAccountants } from '@talaan/contract/roles.ts'
import { tinOrReason } from '@talaan/ledger/core/party.ts'
import { useDeferredValue, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { DataTable, type DataColumn } from '../../ui/DataTable.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useScreenKeys } from '../../ui/keys.ts'
import { breakable } from '../../ui/breakable.tsx'
import classes from '../documents/documents.module.css'
import '../documents/mantine.ts'

export function PartyList() {
  const { passwordDue, role: viewerRole } = useSession()
  const [address] = useSearchParams()
  const requested = address.get('search') ?? ''
  const [typed, setTyped] = useState(requested)
  const [known, setKnown] = useState(requested)
  // The address may change the search while the list is shown.
  if (known !== requested) {
    setKnown(requested)
    setTyped(requested)
  }
  const [role, setRole] = useState<PartyRole | ''>('')
  const search = useDeferredValue(typed.trim())
  const query = useCall(
    searchParties,
    { query: { search: search === '' ? undefined : search, role: role === '' ? undefined : role } },
    { keepPrevious: true, enabled: !passwordDue },
  )
  const box = useRef<HTMLInputElement>(null)
  useScreenKeys('Register', [
    { keys: '/', does: 'Search customers and suppliers', run: () => box.current?.focus() },
    { keys: 'Esc', does: 'Clear the search' },
  ])
  return (
    <section className={classes.list} aria-labelledby="register">
      <div className={classes.tools}>
        <Title order={2} id="register">
          Register
        </Title>
        {adminsAndAccountants.includes(viewerRole) && (
          <Button component={Link} to={paths.customerMail} variant="default" size="sm">
            Statements and reminders
          </Button>
        )}
        <TextInput
          ref={box}
          size="sm"
          className={classes.search}
          aria-label="Search customers and suppliers"
          placeholder="Part of the name or TIN"
          maxLength={100}
          leftSection={<Icon name="search" size={16} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && setTyped('')}
        />
        <SegmentedControl
          size="sm"
          aria-label="Customers or suppliers"
          value={role}
          onChange={(value) => setRole(value === 'customer' || value === 'supplier' ? value : '')}
          data={[
            { value: '', label: 'All' },
            { value: 'customer', label: 'Customers' },
            { value: 'supplier', label: 'Suppliers' },
          ]}
        />
      </div>
      <Answered query={query} panel={classes.empty} loading={<SkeletonRows />}>
        {({ parties }) =>
          parties.length === 0 ? (
            <div className={classes.empty}>
              <Text>
                {typed.trim() === '' && role === ''
                  ? 'No customers or suppliers yet. Start with one of the cards above.'
                  : 'No matches. Register a new customer or supplier with one of the cards above.'}
              </Text>
            </div>
          ) : (
            <DataTable label="Customers and suppliers" columns={columns} rows={parties} rowKey={(row) => row.id} />
          )
        }
      </Answered>
    </section>
  )
}

const columns: DataColumn<PartyRow>[] = [
  {
    key: 'name',
    title: 'Name',
    card: 'heading',
    cell: (row) => (
      <Link className={classes.number} to={paths.party(row.id)}>
        {row.name}
      </Link>
    ),
  },
  { key: 'tin', title: 'TIN', nowrap: true, cell: (row) => tinOrReason(row) },
  {
    key: 'statement',
    title: 'Statement as',
    nowrap: true,
    cell: (row) => (
      <Group gap={8} component="span" display="inline-flex">
        {row.customer && (
          <Link className={classes.number} to={paths.statement('receivable', row.id)}>
            Customer
          </Link>
        )}
        {row.supplier && (
          <Link className={classes.number} to={paths.statement('payable', row.id)}>
            Supplier
          </Link>
        )}
      </Group>
    ),
  },
  { key: 'address', title: 'Address', card: 'bare', cell: (row) => row.address },
  { key: 'email', title: 'E-mail', card: 'bare', cell: (row) => breakable(row.email ?? '') },
]
