// Types of expense for bills and petty cash. Each has a name that everyone understands, its account, and its usual
// taxes.
import { Button } from '@mantine/core'
import { changeExpenseType } from '@talaan/contract/settings.ts'
import type { ListedExpense, Settings } from '@talaan/contract/settings.ts'
import { purchaseCategories, purchaseCategoryWords, vatClassWords } from '@talaan/ledger/tax/vat.ts'
import { useState } from 'react'
import { DataTable } from '../../ui/DataTable.tsx'
import { stateAndChange } from './columns.tsx'
import { EditDialog } from './EditDialog.tsx'
import type { Field } from './fields.tsx'
import { Head } from './Head.tsx'
import classes from './settings.module.css'

const blank = {
  name: '',
  account: '',
  vatClass: 'vatable',
  category: 'services',
  atcIndividual: null,
  atcNonIndividual: null,
  topAgentOnly: false,
  active: true,
}
const codeField: Field = {
  name: 'code',
  label: 'Code',
  required: true,
  maxLength: 40,
  hint: 'Lowercase letters, digits and _, for example office_rent. Cannot be changed later.',
}

export function ExpensesSection({ settings: { expenses, accounts } }: { settings: Settings }) {
  const [edited, setEdited] = useState<ListedExpense | 'new'>()
  const names = new Map(accounts.map(({ code, settings: { name } }) => [code, name]))
  const offered = accounts
    .filter(
      ({ control, isMoney, settings: its }) =>
        its.active &&
        !control &&
        !isMoney &&
        its.normal === 'debit' &&
        its.statementLine !== 'Cash' &&
        its.type !== 'revenue',
    )
    .map(({ code, settings: { name } }) => ({ value: code, label: `${code} ${name}` }))
  const fields: Field[] = [
    { name: 'name', label: 'Name', required: true, wide: true, maxLength: 80 },
    {
      name: 'account',
      label: 'Account',
      kind: 'choice',
      wide: true,
      options: [{ value: '', label: 'Pick an account' }, ...offered],
    },
    {
      name: 'vatClass',
      label: 'Default VAT',
      kind: 'choice',
      options: (['vatable', 'zero_rated', 'exempt', 'not_subject'] as const).map((value) => ({
        value,
        label: vatClassWords[value],
      })),
    },
    {
      name: 'category',
      label: 'Type of purchase',
      kind: 'choice',
      options: purchaseCategories.map((value) => ({ value, label: purchaseCategoryWords[value] })),
    },
    {
      name: 'atcIndividual',
      label: 'Tax code, individuals',
      kind: 'none',
      maxLength: 5,
      hint: 'For example, WI100. Leave empty for none.',
    },
    {
      name: 'atcNonIndividual',
      label: 'Tax code, non-individuals',
      kind: 'none',
      maxLength: 5,
      hint: 'For example, WC100. Leave empty for none.',
    },
    {
      name: 'topAgentOnly',
      label: 'Only for top withholding agents',
      kind: 'yes',
    },
    { name: 'active', label: 'Active', kind: 'yes' },
  ]
  return (
    <>
      <Head section="expenses" action={<Button onClick={() => setEdited('new')}>Add expense type</Button>}>
        You can choose these types on bills and petty cash vouchers. The VAT type and tax code are defaults that you can
        change on each line.
      </Head>
      <div className={classes.table}>
        <DataTable
          label="Expense types"
          rows={expenses}
          rowKey={({ code }) => code}
          columns={[
            { key: 'name', title: 'Name', card: 'heading', cell: ({ settings: { name } }) => name },
            {
              key: 'account',
              title: 'Account',
              cell: ({ settings: { account } }) => `${account} ${names.get(account) ?? ''}`,
            },
            { key: 'vat', title: 'Default VAT', cell: ({ settings: { vatClass } }) => vatClassWords[vatClass] },
            {
              key: 'atc',
              title: 'Tax codes',
              cell: ({ settings: { atcIndividual, atcNonIndividual, topAgentOnly } }) =>
                [atcIndividual, atcNonIndividual, topAgentOnly && 'top withholding agents only']
                  .filter(Boolean)
                  .join(', '),
            },
            ...stateAndChange<ListedExpense>(setEdited, {
              card: 'amount',
              nameOf: ({ settings: { name } }) => name,
            }),
          ]}
        />
      </div>
      {edited !== undefined && (
        <EditDialog
          title={edited === 'new' ? 'Add expense type' : edited.settings.name}
          endpoint={changeExpenseType}
          fields={fields}
          values={edited === 'new' ? blank : edited.settings}
          was={edited === 'new' ? null : edited.settings}
          savedMessage="Expense type saved"
          onClose={() => setEdited(undefined)}
          {...(edited === 'new' ? { codeField } : { code: edited.code })}
        />
      )}
    </>
  )
}
