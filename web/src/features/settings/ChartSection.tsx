// The chart of accounts, where accounts are found, added, renamed, deactivated and activated.
import { Anchor, Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { changeAccount } from '@talaan/contract/settings.ts'
import type { ListedAccount, Settings } from '@talaan/contract/settings.ts'
import { accountTypes, accountTypeWords, isRuled, statementLines } from '@talaan/ledger/accounts/chart.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../app/session/session.ts'
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { stateAndChange } from './columns.tsx'
import { EditDialog } from './EditDialog.tsx'
import type { Field } from './fields.tsx'
import { Head } from './Head.tsx'
import classes from './settings.module.css'

const blank = { name: '', type: 'expense', normal: 'debit', statementLine: 'Operating', active: true } as const
const codeField: Field = {
  name: 'code',
  label: 'Code',
  required: true,
  maxLength: 4,
  hint: 'Four digits that no other account uses.',
}

export function ChartSection({ settings: { accounts } }: { settings: Settings }) {
  const { role } = useSession()
  const [search, setSearch] = useState('')
  const [which, setWhich] = useState('all')
  const [edited, setEdited] = useState<ListedAccount | 'new'>()
  const words = search.trim().toLowerCase()
  const rows = accounts.filter(
    ({ code, settings: { name, active } }) =>
      (which === 'all' || active === (which === 'active')) &&
      (code.startsWith(words) || name.toLowerCase().includes(words)),
  )
  const columns: DataColumn<ListedAccount>[] = [
    {
      key: 'name',
      title: 'Account',
      card: 'heading',
      cell: ({ code, settings: { name } }) => (
        <>
          <span className={classes.code}>
            {role === 'accountant' ? (
              <Anchor component={Link} inherit underline="always" to={paths.account(code)}>
                {code}
              </Anchor>
            ) : (
              code
            )}
          </span>{' '}
          {name}
        </>
      ),
    },
    { key: 'type', title: 'Type', cell: ({ settings: { type } }) => accountTypeWords[type] },
    {
      key: 'kept',
      title: 'Managed by',
      nowrap: true,
      cell: ({ code, isMoney, control }) =>
        isMoney ? 'cash or bank account' : control || isRuled(code) ? 'rules' : '',
    },
    {
      key: 'balance',
      title: 'Balance',
      figure: true,
      card: 'amount',
      cell: ({ balance }) => (balance === 0n ? '' : formatMoney(balance)),
    },
    ...stateAndChange<ListedAccount>(setEdited),
  ]
  return (
    <>
      <Head section="chart" action={<Button onClick={() => setEdited('new')}>Add account</Button>}>
        You cannot change the type of an account that has entries or is used by posting rules. You cannot deactivate an
        account that has a balance.
      </Head>
      <div className={classes.head}>
        <TextInput
          size="sm"
          w={260}
          maw="100%"
          aria-label="Search the chart"
          placeholder="Code or part of a name"
          leftSection={<Icon name="search" size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && setSearch('')}
        />
        <NativeSelect
          size="sm"
          aria-label="Filter accounts"
          value={which}
          onChange={(event) => setWhich(event.currentTarget.value)}
          data={[
            { value: 'all', label: `All ${accounts.length}` },
            { value: 'active', label: 'Active' },
            { value: 'away', label: 'Inactive' },
          ]}
        />
      </div>
      <div className={classes.table}>
        {rows.length === 0 ? (
          <Text p="sm">No accounts match. Press Esc in the search box to see all.</Text>
        ) : (
          <DataTable label="Chart of accounts" columns={columns} rows={rows} rowKey={({ code }) => code} />
        )}
      </div>
      {edited !== undefined && (
        <EditDialog
          title={edited === 'new' ? 'Add account' : `Account ${edited.code}`}
          endpoint={changeAccount}
          fields={fieldsOf(edited === 'new' ? undefined : edited)}
          values={edited === 'new' ? blank : edited.settings}
          was={edited === 'new' ? null : edited.settings}
          savedMessage={edited === 'new' ? 'Account added' : 'Account saved'}
          onClose={() => setEdited(undefined)}
          {...(edited === 'new' ? { codeField } : { code: edited.code })}
        />
      )}
    </>
  )
}

function fieldsOf(account: ListedAccount | undefined): Field[] {
  const isFixed =
    account !== undefined && (account.posted || account.control || account.isMoney || isRuled(account.code))
  const hasFixedName = account !== undefined && account.control && !account.isMoney && isRuled(account.code)
  const why = account?.posted
    ? 'Can’t be changed: the account has entries.'
    : 'Can’t be changed: posting rules use this account.'
  const fixed = { locked: isFixed, hint: isFixed ? why : undefined }
  return [
    {
      name: 'name',
      label: 'Name',
      required: true,
      wide: true,
      maxLength: 100,
      locked: hasFixedName,
      hint: hasFixedName ? 'Can’t be changed: posting rules use this account.' : undefined,
    },
    {
      name: 'type',
      label: 'Type',
      kind: 'choice',
      ...fixed,
      options: accountTypes.map((value) => ({ value, label: accountTypeWords[value] })),
    },
    {
      name: 'normal',
      label: 'Normal balance',
      kind: 'choice',
      ...fixed,
      options: [
        { value: 'debit', label: 'Debit' },
        { value: 'credit', label: 'Credit' },
      ],
    },
    {
      name: 'statementLine',
      label: 'Statement line',
      kind: 'choice',
      ...fixed,
      options: statementLines.map((value) => ({ value, label: value })),
    },
    {
      name: 'active',
      label: 'Active',
      kind: 'yes',
      hint: 'Inactive accounts do not appear in forms. Posted entries do not change.',
    },
  ]
}
