// The register of customers and suppliers with their balances, which can be searched by name or any part of a TIN.
import { Button, SegmentedControl, Text, TextInput, Title } from '@mantine/core'
import {
  firstListed,
  type ListedParty,
  listParties,
  mostListed,
  type PartyOrder,
  type PartyRole,
} from '@talaan/contract/parties.ts'
import { adminsAndAccountants } from '@talaan/contract/roles.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { tinOrReason } from '@talaan/ledger/core/party.ts'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
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
import own from './parties.module.css'

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
  const [order, setOrder] = useState<PartyOrder>('name')
  const [limit, setLimit] = useState<number>(firstListed)
  const search = useDeferredValue(typed.trim())
  const query = useCall(
    listParties,
    {
      query: {
        search: search === '' ? undefined : search,
        role: role === '' ? undefined : role,
        order: order === 'name' ? undefined : order,
        limit,
      },
    },
    { keepPrevious: true, enabled: !passwordDue },
  )
  const columns = useMemo(() => columnsFor(role), [role])
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
          onChange={(value) => {
            setRole(value === 'customer' || value === 'supplier' ? value : '')
            setOrder('name')
          }}
          data={[
            { value: '', label: 'All' },
            { value: 'customer', label: 'Customers' },
            { value: 'supplier', label: 'Suppliers' },
          ]}
        />
      </div>
      <Answered query={query} panel={classes.empty} loading={<SkeletonRows />}>
        {({ parties, hasMore }) =>
          parties.length === 0 ? (
            <div className={classes.empty}>
              <Text>
                {typed.trim() === '' && role === ''
                  ? 'No customers or suppliers yet. Start with one of the cards above.'
                  : 'No matches. Register a new customer or supplier with one of the cards above.'}
              </Text>
            </div>
          ) : (
            <>
              <DataTable
                label="Customers and suppliers"
                columns={columns}
                rows={parties}
                rowKey={(row) => row.id}
                sorted={{ order, ascending: order === 'name' }}
                onSort={(sorted) => setOrder(sorted.order as PartyOrder)}
              />
              {hasMore && (
                <div className={classes.more}>
                  {limit < mostListed ? (
                    <Button
                      variant="default"
                      loading={query.isPlaceholderData}
                      onClick={() => setLimit((now) => Math.min(mostListed, now * 3))}
                    >
                      Show more
                    </Button>
                  ) : (
                    <Text size="sm" c="dimmed">
                      The first {mostListed} are shown. Search by name or TIN to find others.
                    </Text>
                  )}
                </div>
              )}
            </>
          )
        }
      </Answered>
    </section>
  )
}

const columnsFor = (role: PartyRole | ''): DataColumn<ListedParty>[] => [
  {
    key: 'name',
    title: 'Name',
    card: 'heading',
    order: 'name',
    ascendsFirst: true,
    cell: (row) => (
      <Link className={classes.number} to={paths.party(row.id)}>
        {row.name}
      </Link>
    ),
  },
  { key: 'tin', title: 'TIN', nowrap: true, cell: (row) => tinOrReason(row) },
  ...(role === 'supplier' ? [] : [balanceColumn('receivable', 'Receivable')]),
  ...(role === 'customer' ? [] : [balanceColumn('payable', 'Payable')]),
  {
    key: 'address',
    title: 'Address',
    card: 'bare',
    cell: (row) => (
      <span className={own.address} title={row.address}>
        {row.address}
      </span>
    ),
  },
  // If both balances are shown, the table has no space for this column.
  ...(role === '' ? [] : [emailColumn]),
]

const emailColumn: DataColumn<ListedParty> = {
  key: 'email',
  title: 'E-mail',
  card: 'bare',
  cell: (row) => breakable(row.email ?? ''),
}

/** The balance links to the statement of account. */
const balanceColumn = (side: 'receivable' | 'payable', title: string): DataColumn<ListedParty> => ({
  key: side,
  title,
  figure: true,
  nowrap: true,
  order: side,
  cell: (row) => {
    const amount = row[side]
    if (amount === null || amount === 0n) return amount === null ? '' : formatMoney(amount)
    return (
      <Link
        className={classes.number}
        to={paths.statement(side, row.id)}
        aria-label={`${formatMoney(amount)}, statement of account`}
      >
        {formatMoney(amount)}
      </Link>
    )
  },
})
