// The company's cash, petty cash funds, bank accounts and e-wallets, each with its account in the chart.
import { Anchor, Button, Text } from '@mantine/core'
import { changeMoneyAccount, moneyKindWords, overLimitWords } from '@talaan/contract/settings.ts'
import type { ListedMoney, Settings } from '@talaan/contract/settings.ts'
import { currencies } from '@talaan/ledger/accounts/exchange.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { stateAndChange } from './columns.tsx'
import { EditDialog } from './EditDialog.tsx'
import type { Field } from './fields.tsx'
import { Head } from './Head.tsx'
import classes from './settings.module.css'

const blank = {
  name: '',
  kind: 'bank',
  bank: '',
  bankAccountNo: '',
  currency: 'PHP',
  overdraft: 0n,
  overLimit: 'refuse',
  custodian: '',
  float: 0n,
  active: true,
}

export function MoneySection({ settings: { money, accounts } }: { settings: Settings }) {
  const [edited, setEdited] = useState<ListedMoney | 'new'>()
  const taken = new Set(accounts.map(({ code }) => code))
  const free = Array.from({ length: 80 }, (_, i) => String(1020 + i)).find((code) => !taken.has(code))
  const codeField: Field = {
    name: 'code',
    label: 'Account code',
    required: true,
    maxLength: 4,
    hint: `An unused code, for example ${free ?? '1099'}, or an unused account on the statement line Cash.`,
  }
  return (
    <>
      <Head section="money" action={<Button onClick={() => setEdited('new')}>Add cash or bank account</Button>}>
        The currency cannot be changed once the account has transactions. Register cheque books under{' '}
        <Anchor component={Link} inherit underline="always" to={paths.category('ChequeDisbursement')}>
          cheque disbursement
        </Anchor>
        .
      </Head>
      <div className={classes.table}>
        <DataTable
          label="Cash and bank accounts"
          rows={money}
          rowKey={({ code }) => code}
          columns={[
            {
              key: 'name',
              title: 'Account',
              card: 'heading',
              cell: ({ code, settings: { name } }) => (
                <>
                  <span className={classes.code}>{code}</span> {name}
                </>
              ),
            },
            {
              key: 'kind',
              title: 'Type',
              nowrap: true,
              cell: ({ settings: { kind, currency } }) =>
                currency === 'PHP' ? moneyKindWords[kind] : `${moneyKindWords[kind]}, ${currency}`,
            },
            {
              key: 'bank',
              title: 'Bank or custodian',
              cell: ({ settings: { bank, bankAccountNo, custodian } }) =>
                [bank, bankAccountNo, custodian]
                  .filter((part) => part !== '')
                  .map((part, at) => (
                    <Fragment key={part}>
                      {at > 0 && ' · '}
                      <span className={part === bankAccountNo ? classes.number : undefined}>{part}</span>
                    </Fragment>
                  )),
            },
            {
              key: 'balance',
              title: 'In pesos',
              figure: true,
              card: 'amount',
              cell: ({ balance }) => (balance === 0n ? '' : formatMoney(balance)),
            },
            ...stateAndChange<ListedMoney>(setEdited),
          ]}
        />
        {money.length === 0 && <Text>No cash or bank accounts yet.</Text>}
      </div>
      {edited !== undefined && (
        <EditDialog
          title={edited === 'new' ? 'Add cash or bank account' : `Account ${edited.code}`}
          endpoint={changeMoneyAccount}
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

function fieldsOf(account: ListedMoney | undefined): Field[] {
  const posted = account?.posted === true
  return [
    {
      name: 'name',
      label: 'Name',
      required: true,
      wide: true,
      maxLength: 100,
      hint: 'As shown in forms, for example Isla Bank 777.',
    },
    {
      name: 'kind',
      label: 'Type',
      kind: 'choice',
      locked: posted,
      options: Object.entries(moneyKindWords).map(([value, label]) => ({ value, label })),
    },
    {
      name: 'currency',
      label: 'Currency',
      kind: 'choice',
      locked: posted,
      options: [...new Set([...currencies, account?.settings.currency ?? 'PHP'])].map((value) => ({
        value,
        label: value,
      })),
      hint: posted ? 'Can’t be changed: the account has transactions.' : undefined,
    },
    { name: 'bank', label: 'Bank', maxLength: 100 },
    { name: 'bankAccountNo', label: 'Account no.', maxLength: 40 },
    { name: 'overdraft', label: 'Overdraft', kind: 'money', hint: 'Overdraft limit agreed with the bank.' },
    {
      name: 'overLimit',
      label: 'When overdrawn',
      kind: 'choice',
      options: Object.entries(overLimitWords).map(([value, label]) => ({ value, label })),
      hint: 'If you often record receipts after payments, choose “Warn only”.',
    },
    { name: 'active', label: 'Active', kind: 'yes', hint: 'You can deactivate only an account with a zero balance.' },
    {
      name: 'custodian',
      label: 'Custodian of the fund',
      maxLength: 100,
      hint: 'Person responsible for the petty cash fund.',
    },
    { name: 'float', label: 'Fund amount', kind: 'money', hint: 'The fund is replenished up to this amount.' },
  ]
}
