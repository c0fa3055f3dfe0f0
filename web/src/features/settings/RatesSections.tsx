// Tax rates with their dates. A changed rate is a new row with its legal basis; recorded documents keep the old rate.
import { Button, Text, TextInput } from '@mantine/core'
import { addVatRate, addWithholdingRate } from '@talaan/contract/settings.ts'
import type { ListedRate, Settings } from '@talaan/contract/settings.ts'
import { formatRate } from '@talaan/ledger/tax/vat.ts'
import { useState } from 'react'
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ratePeriod } from './columns.tsx'
import { EditDialog } from './EditDialog.tsx'
import type { Field } from './fields.tsx'
import { Head } from './Head.tsx'
import classes from './settings.module.css'

type Rate = Pick<ListedRate, 'rate' | 'validFrom' | 'validTo' | 'source'>

const rateColumns: DataColumn<Rate>[] = [
  { key: 'rate', title: 'Rate', figure: true, card: 'amount', cell: ({ rate }) => formatRate(rate) },
  ratePeriod,
  { key: 'source', title: 'Source', cell: ({ source }) => source },
]

const rateFields: Field[] = [
  { name: 'percent', label: 'Rate (%)', required: true, maxLength: 7, hint: 'For example, 2 or 0.5.' },
  { name: 'validFrom', label: 'Effective from', kind: 'day', required: true },
  {
    name: 'source',
    label: 'Law or regulation',
    required: true,
    wide: true,
    maxLength: 200,
    hint: 'For example, RR 11-2018.',
  },
]

const payees = { individual: 'Individuals', non_individual: 'Non-individuals' } as const
const taxes = { ewt: 'Income tax', final: 'Final tax', vat: 'VAT', percentage: 'Percentage tax' } as const
const withholders = {
  anyone: 'Anyone',
  top_agent: 'Top withholding agents',
  government: 'Government offices',
} as const
const paidFor = { either: 'Goods or services', goods: 'Goods', services: 'Services' } as const
const choices = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }))

const codeFields: Field[] = [
  {
    name: 'code',
    label: 'Code',
    required: true,
    maxLength: 5,
    hint: 'Two letters and three digits, for example WC158.',
  },
  { name: 'payee', label: 'Withheld from', kind: 'choice', options: choices(payees) },
  { name: 'description', label: 'Description', required: true, wide: true, maxLength: 200 },
  { name: 'tax', label: 'Tax', kind: 'choice', options: choices(taxes) },
  { name: 'withheldBy', label: 'Withheld by', kind: 'choice', options: choices(withholders) },
  { name: 'paidFor', label: 'Paid for', kind: 'choice', options: choices(paidFor) },
  {
    name: 'likely',
    label: 'Customers usually withhold under this code',
    kind: 'yes',
    hint: 'Bank matching then also checks amounts net of this tax.',
  },
  ...rateFields,
]

export function WithholdingSection({ settings: { withholding } }: { settings: Settings }) {
  const [adding, setAdding] = useState<Partial<ListedRate>>()
  const [search, setSearch] = useState('')
  const words = search.trim().toLowerCase()
  const rows = withholding.filter(
    ({ code, description }) => code.toLowerCase().startsWith(words) || description.toLowerCase().includes(words),
  )
  return (
    <>
      <Head section="withholding" action={<Button onClick={() => setAdding({})}>Add rate</Button>}>
        A new rate applies from its start date, and the previous rate ends the day before. Recorded documents do not
        change.
      </Head>
      <div className={classes.head}>
        <TextInput
          size="sm"
          w={260}
          maw="100%"
          aria-label="Search the codes"
          placeholder="Code or part of its description"
          leftSection={<Icon name="search" size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && setSearch('')}
        />
      </div>
      <div className={classes.table}>
        <DataTable
          label="Withholding codes"
          rows={rows}
          rowKey={({ code, payee, validFrom }) => `${code} ${payee} ${validFrom}`}
          columns={[
            {
              key: 'code',
              title: 'Code',
              card: 'heading',
              cell: (row) => (
                <>
                  <strong>{row.code}</strong> {row.description}
                  <Text span display="block" size="xs" c="dimmed" fw={400}>
                    {wordsOfUse(row)}
                  </Text>
                </>
              ),
            },
            { key: 'payee', title: 'Payee', cell: ({ payee }) => payees[payee] },
            ...rateColumns,
            {
              key: 'new',
              title: 'Change',
              card: 'action',
              cell: (row) =>
                row.validTo === null && (
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`New rate for ${row.code}`}
                    onClick={() => setAdding(row)}
                  >
                    New rate
                  </Button>
                ),
            },
          ]}
        />
      </div>
      {adding !== undefined && (
        <EditDialog
          title={adding.code === undefined ? 'Add rate' : `New rate for ${adding.code}`}
          endpoint={addWithholdingRate}
          fields={codeFields}
          values={{
            code: '',
            payee: 'non_individual',
            description: '',
            tax: 'ewt',
            withheldBy: 'anyone',
            paidFor: 'either',
            likely: false,
            ...adding,
            percent: '',
            validFrom: null,
            source: '',
          }}
          savedMessage="Rate added"
          onClose={() => setAdding(undefined)}
        />
      )}
    </>
  )
}

/** For example: 'Top withholding agents · Goods · Usual with our customers'; '' if the code has no restrictions. */
const wordsOfUse = ({ withheldBy, paidFor: what, likely }: ListedRate): string =>
  [
    ...(withheldBy === 'anyone' ? [] : [withholders[withheldBy]]),
    ...(what === 'either' ? [] : [paidFor[what]]),
    ...(likely ? ['Usual for customers'] : []),
  ].join(' · ')

export function VatSection({ settings: { vat } }: { settings: Settings }) {
  const [adding, setAdding] = useState(false)
  return (
    <>
      <Head section="vat" action={<Button onClick={() => setAdding(true)}>Add rate</Button>}>
        Each document uses the rate in force on its date. When you add a rate, enter the law or regulation that sets it.
      </Head>
      <div className={classes.table}>
        <DataTable
          label="VAT rates"
          rows={vat}
          rowKey={({ validFrom }) => validFrom}
          columns={[{ key: 'name', title: 'Tax', card: 'heading', cell: () => 'VAT' }, ...rateColumns]}
        />
      </div>
      {adding && (
        <EditDialog
          title="Add VAT rate"
          endpoint={addVatRate}
          fields={rateFields}
          values={{ percent: '', validFrom: null, source: '' }}
          savedMessage="Rate added"
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}
