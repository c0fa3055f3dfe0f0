// The chart of accounts and the VAT rates of this company.
import { Text, Title } from '@mantine/core'
import { listAccounts, type Account } from '@talaan/contract/accounts.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { registrationWords, sinceWords } from '@talaan/ledger/tax/registrations.ts'
import { formatRate } from '@talaan/ledger/tax/vat.ts'
import { Link } from 'react-router'
import { useCall } from '../../../app/api.ts'
import { paths } from '../../../app/paths.ts'
import { Answered, SkeletonRows } from '../../../app/problems.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import classes from './documentation.module.css'
import { WordsTable } from './Figures.tsx'

export function ChartTables() {
  const chart = useCall(listAccounts)
  return (
    <Answered query={chart} loading={<SkeletonRows rows={12} />}>
      {({ accounts }) => {
        const active = accounts.filter((account) => account.active)
        const waiting = accounts.filter((account) => !account.active)
        return (
          <>
            <AccountTable label="Active accounts" accounts={active} />
            {waiting.length > 0 && (
              <>
                <Title order={3}>Inactive accounts</Title>
                <AccountTable label="Inactive accounts" accounts={waiting} />
              </>
            )}
          </>
        )
      }}
    </Answered>
  )
}

function AccountTable({ label, accounts }: { label: string; accounts: readonly Account[] }) {
  return (
    <div className={classes.table}>
      <DataTable
        label={label}
        rows={accounts}
        rowKey={({ code }) => code}
        columns={[
          {
            key: 'name',
            title: 'Account',
            card: 'heading',
            cell: ({ code, name }) => (
              <>
                <Link to={paths.account(code)}>{code}</Link> {name}
              </>
            ),
          },
          { key: 'type', title: 'Type', cell: ({ type }) => typeWords[type] },
          { key: 'normal', title: 'Normal balance', cell: ({ normal }) => normal },
          { key: 'control', title: 'Control', cell: ({ control }) => (control ? 'yes' : '') },
        ]}
      />
    </div>
  )
}

const typeWords = {
  asset: 'asset',
  liability: 'liability',
  equity: 'equity',
  revenue: 'revenue',
  cost: 'cost',
  expense: 'expense',
  other: 'other',
  income_tax: 'income tax',
} satisfies Record<Account['type'], string>

export function RatesTable() {
  const chart = useCall(listAccounts)
  return (
    <Answered query={chart} loading={<SkeletonRows rows={1} />}>
      {({ vatRates, registrations }) => (
        <>
          <WordsTable
            label="VAT rates of this company"
            titles={['Rate', 'From', 'To', 'Source']}
            rows={vatRates.map(({ rate, validFrom, validTo, source }) => [
              formatRate(rate),
              formatDay(validFrom),
              validTo === null ? 'further notice' : formatDay(validTo),
              source,
            ])}
          />
          <Text size="sm" mt="xs">
            {registrations
              .filter(({ kind }) => kind === 'vat')
              .map(
                ({ value, validFrom }) =>
                  `${registrationWords.vat.values[value as 'yes' | 'no']}: ${sinceWords(validFrom).toLowerCase()}.`,
              )
              .join(' ')}
          </Text>
        </>
      )}
    </Answered>
  )
}
