// The basis of tax returns: registrations, and dated rows of rates, deadlines and holidays.
import { Button, Title } from '@mantine/core'
import {
  addClosedDay,
  addDeadline,
  addForm,
  addOwnDeadline,
  addRate,
  changeOtherDuties,
  changeTaxProfile,
  endOwnDeadline,
  type FilingRules,
  removeClosedDay,
  viewRules,
} from '@talaan/contract/filings.ts'
import { formatDay, monthNames } from '@talaan/ledger/core/date.ts'
import { efpsGroups } from '@talaan/ledger/tax/calendar/deadlines.ts'
import { duties, dutyWords } from '@talaan/ledger/tax/calendar/forms.ts'
import { salesSystemWords } from '@talaan/ledger/tax/calendar/other-duties.ts'
import { rateNames } from '@talaan/ledger/tax/rates.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { toast } from '../../ui/toast.ts'
import { ratePeriod } from './columns.tsx'
import { EditDialog } from './EditDialog.tsx'
import type { Field } from './fields.tsx'
import { Head } from './Head.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'
import classes from './settings.module.css'

const choices = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }))
const numbers = (all: readonly number[], none: string) =>
  all.map((one) => ({ value: String(one), label: one === 0 ? none : String(one) }))
const upTo = (last: number) => Array.from({ length: last + 1 }, (_, at) => at)

const groupOptions = efpsGroups.map((value) => ({
  value,
  label: value === '' ? 'Not an eFPS filer' : `Group ${value}`,
}))

const profileFields: Field[] = [
  {
    name: 'taxpayer',
    label: 'Taxpayer',
    kind: 'choice',
    options: choices({ corporation: 'Corporation or partnership', individual: 'Individual' }),
  },
  {
    name: 'withholdingAgent',
    label: 'Withholds income tax from suppliers',
    kind: 'yes',
    hint: '0619-E, 1601-EQ, 1604-E.',
  },
  {
    name: 'withholdsVat',
    label: 'Withholds VAT',
    kind: 'yes',
    hint: 'Form 1600-VT: government offices, and payments for services from abroad.',
  },
  {
    name: 'withholdsFinalTax',
    label: 'Withholds final tax',
    kind: 'yes',
    hint: '0619-F, 1601-FQ, 1604-F. Bills and cheques then have a column for final tax.',
  },
  {
    name: 'givesStatutoryDiscounts',
    label: 'Gives senior citizen and PWD discounts',
    kind: 'yes',
    hint: 'Invoices then have fields for the 20% discount.',
  },
  {
    name: 'efpsGroup',
    label: 'eFPS group',
    kind: 'choice',
    options: groupOptions,
    hint: 'Determines some filing deadlines.',
  },
  {
    name: 'classification',
    label: 'Taxpayer classification',
    kind: 'choice',
    options: choices({ '': 'Not entered', micro: 'Micro', small: 'Small', medium: 'Medium', large: 'Large' }),
  },
  {
    name: 'lastName',
    label: 'Last name',
    maxLength: 100,
    hint: 'Only for individual taxpayers. Leave empty for a corporation.',
  },
  { name: 'firstName', label: 'First name', maxLength: 100 },
  { name: 'middleName', label: 'Middle name', maxLength: 100 },
  { name: 'tradeName', label: 'Trade name', maxLength: 200, hint: 'Used in the summary lists of sales and purchases.' },
  { name: 'zipCode', label: 'ZIP code', maxLength: 4 },
  { name: 'phone', label: 'Contact number', maxLength: 40 },
  { name: 'email', label: 'E-mail address for returns', maxLength: 254 },
  {
    name: 'filesFrom',
    label: 'Prepare returns from',
    kind: 'day',
    hint: 'Leave empty to start from the first entry.',
  },
  {
    name: 'uncollectedFrom',
    label: 'Uncollected receivables from',
    kind: 'day',
    hint: 'Output VAT credit for uncollected invoices that fall due on or after this date (RA 11976). Leave empty if you do not use this credit.',
  },
  {
    name: 'unpaidFrom',
    label: 'Unpaid payables from',
    kind: 'day',
    hint: 'Input VAT on bills that fall due on or after this date is subtracted from allowable input VAT while the bills are unpaid. Leave empty if you do not make this deduction.',
  },
  {
    name: 'minimumTaxFrom',
    label: 'Minimum corporate income tax from',
    kind: 'day',
    hint: 'From the fourth year after operations began. Leave empty if the tax does not apply yet.',
  },
  {
    name: 'remindTo',
    label: 'Reminders go to',
    maxLength: 254,
    hint: 'Enter one e-mail address. Leave empty for no reminders.',
  },
  {
    name: 'remindDays',
    label: 'Days before a deadline',
    kind: 'number',
    options: numbers(upTo(30).slice(1), ''),
  },
]

const otherFields: Field[] = [
  {
    name: 'inventory',
    label: 'Inventories',
    kind: 'yes',
    hint: 'The annual list is due 30 days after the end of the year.',
  },
  { name: 'stampTax', label: 'Documentary stamp tax', kind: 'yes', hint: 'Form 2000, each month.' },
  { name: 'sec', label: 'Registered with the SEC', kind: 'yes', hint: 'Audited statements and GIS.' },
  {
    name: 'annualMeeting',
    label: 'Annual meeting (optional)',
    maxLength: 5,
    hint: 'Month and day, such as 06-15. The GIS is due 30 days later.',
  },
  { name: 'permit', label: 'Business permit', kind: 'yes', hint: 'Renewed by 20 January.' },
  { name: 'localTax', label: 'Local business tax', kind: 'yes', hint: 'Paid by quarter.' },
  { name: 'renewals', label: 'Other renewals', kind: 'yes', hint: 'Registrations renewed each January.' },
  {
    name: 'eInvoicing',
    label: 'Electronic invoices',
    kind: 'yes',
    hint: 'Required for large taxpayers, users of a CAS, and e-commerce sellers that are not micro taxpayers (RR 26-2025).',
  },
  { name: 'salesSystem', label: 'Invoices are', kind: 'choice', options: choices(salesSystemWords), wide: true },
  { name: 'systemPermit', label: 'Permit or certificate no. (optional)', maxLength: 50, wide: true },
]

const everyWords = { month: 'Every month', quarter: 'Every quarter, in its first month', year: 'Every year' }
const ownFields: Field[] = [
  { name: 'name', label: 'Name', required: true, wide: true, maxLength: 100, hint: 'For example, FDA license.' },
  { name: 'every', label: 'Due', kind: 'choice', options: choices(everyWords) },
  {
    name: 'month',
    label: 'Month (yearly)',
    kind: 'number',
    options: ['None', ...monthNames].map((label, at) => ({ value: String(at), label })),
  },
  { name: 'dayOfMonth', label: 'Day of the month', kind: 'number', options: numbers(upTo(31).slice(1), '') },
  { name: 'from', label: 'From', kind: 'day', required: true },
  { name: 'note', label: 'Note (optional)', wide: true, maxLength: 300 },
]

function ownWords({ every, month, dayOfMonth }: FilingRules['ownDeadlines'][number]): string {
  const day = dayOfMonth === 31 ? 'last day' : `day ${dayOfMonth}`
  if (every === 'year') return `${day} of ${monthNames[month - 1] ?? ''}`
  return every === 'month' ? `${day} of each month` : `${day} of January, April, July and October`
}

const source: Field = { name: 'source', label: 'Law or regulation', required: true, wide: true, maxLength: 200 }
const from: Field = { name: 'validFrom', label: 'Effective from', kind: 'day', required: true }
const rateFields: Field[] = [
  { name: 'name', label: 'Rate or limit', kind: 'choice', options: choices(rateNames), wide: true },
  { name: 'value', label: 'Value', required: true, maxLength: 19, hint: 'Rate: 0.03 for 3%. Limit in pesos: 3000000.' },
  from,
  source,
]
const deadlineFields: Field[] = [
  {
    name: 'form',
    label: 'Return',
    kind: 'choice',
    wide: true,
    options: duties.map((value) => ({ value, label: `${value} ${dutyWords[value].title}` })),
  },
  { name: 'efpsGroup', label: 'For', kind: 'choice', options: groupOptions },
  { ...from, label: 'For periods ending on or after' },
  { name: 'monthsAfter', label: 'Months after the period', kind: 'number', options: numbers(upTo(12), 'None') },
  {
    name: 'dayOfMonth',
    label: 'Day of that month',
    kind: 'number',
    options: numbers(upTo(31), 'None'),
    hint: 'Enter 31 for the last day of the month.',
  },
  {
    name: 'decemberDay',
    label: 'Day for December',
    kind: 'number',
    wide: true,
    options: numbers(upTo(31), 'The same'),
  },
  {
    name: 'daysAfter',
    label: 'Or days after the period',
    kind: 'number',
    wide: true,
    options: numbers([0, 10, 15, 20, 25, 30, 45, 60, 75, 90, 105, 120], 'None'),
  },
  source,
]
const closedFields: Field[] = [
  { name: 'day', label: 'Date', kind: 'day', required: true },
  { name: 'name', label: 'Holiday or reason', required: true, maxLength: 100 },
  { ...source, label: 'Proclamation or law' },
]

const formFields = ({ layouts }: FilingRules): Field[] => [
  {
    name: 'layout',
    label: 'Form and its boxes',
    kind: 'choice',
    wide: true,
    options: layouts.map(({ form, layout, revision }) => ({ value: layout, label: `${form}, boxes of ${revision}` })),
  },
  { name: 'revision', label: 'Revision as printed', required: true, maxLength: 60, hint: 'April 2024 (ENCS)' },
  { ...from, label: 'For periods ending on or after' },
  { ...source, label: 'Circular or form' },
]

const values = {
  rate: { name: 'percentage_tax', value: '', validFrom: null, source: '' },
  deadline: {
    form: '2550Q',
    efpsGroup: '',
    validFrom: null,
    source: '',
    monthsAfter: 1,
    dayOfMonth: 25,
    decemberDay: 0,
    daysAfter: 0,
  },
  closed: { day: null, name: '', source: '' },
}

export function TaxPage() {
  return <SettingsFrame section="taxes">{() => <TaxSection />}</SettingsFrame>
}

function TaxSection() {
  const query = useCall(viewRules)
  return (
    <Answered query={query} panel={classes.body} loading={<SkeletonRows rows={12} />}>
      {(rules) => <Rules rules={rules} />}
    </Answered>
  )
}

function Rules({ rules }: { rules: FilingRules }) {
  const [adding, setAdding] = useState<'rate' | 'deadline' | 'closed' | 'form' | 'other' | 'own'>()
  const close = () => setAdding(undefined)
  const add = { variant: 'default', size: 'compact-sm' } as const
  return (
    <>
      <Head section="taxes">
        These registrations determine which returns are due. VAT, income tax and top withholding agent status have
        effective dates and are set under Company. New rates and deadlines apply from their start date. Filed returns do
        not change.
      </Head>
      <SettingsForm
        values={rules.profile}
        fields={profileFields}
        endpoint={changeTaxProfile}
        savedMessage="Registrations saved"
      />

      <Part
        title="Rates and limits"
        action={
          <Button {...add} onClick={() => setAdding('rate')}>
            Add rate
          </Button>
        }
      >
        <DataTable
          label="Rates and limits"
          rows={rules.rates}
          rowKey={({ name, validFrom }) => `${name} ${validFrom}`}
          columns={[
            {
              key: 'name',
              title: 'Rate or limit',
              card: 'heading',
              cell: ({ name }) => (name in rateNames ? rateNames[name as keyof typeof rateNames] : name),
            },
            { key: 'value', title: 'Value', figure: true, card: 'amount', cell: rateWords },
            ratePeriod,
            { key: 'source', title: 'Source', cell: (row) => row.source },
          ]}
        />
      </Part>

      <Part
        title="Other deadlines of the year"
        action={
          <Button {...add} onClick={() => setAdding('other')}>
            Choose deadlines
          </Button>
        }
      >
        <DataTable
          label="Other deadlines of the year"
          rows={otherFields}
          rowKey={({ name }) => name}
          columns={[
            {
              key: 'what',
              title: 'Your company',
              card: 'heading',
              cell: ({ label }) => label.replace(' (optional)', ''),
            },
            { key: 'answer', title: 'Answer', card: 'bare', cell: (field) => answerWords(rules, field) },
            { key: 'hint', title: 'Deadline', cell: ({ hint = '' }) => hint },
          ]}
        />
      </Part>

      <Part
        title="Your own deadlines"
        action={
          <Button {...add} onClick={() => setAdding('own')}>
            Add deadline
          </Button>
        }
      >
        <OwnDeadlines rules={rules} />
      </Part>

      <Part
        title="Deadlines"
        action={
          <Button {...add} onClick={() => setAdding('deadline')}>
            Add deadline
          </Button>
        }
      >
        <DataTable
          label="Deadlines"
          rows={rules.deadlines}
          rowKey={({ form, efpsGroup, validFrom }) => `${form} ${efpsGroup} ${validFrom}`}
          columns={[
            {
              key: 'form',
              title: 'Return',
              card: 'heading',
              cell: ({ form, efpsGroup }) => `${form}${efpsGroup === '' ? '' : `, eFPS group ${efpsGroup}`}`,
            },
            { key: 'due', title: 'Due', cell: dueWords },
            { key: 'from', title: 'Periods ending from', nowrap: true, cell: ({ validFrom }) => formatDay(validFrom) },
            { key: 'source', title: 'Source', cell: (row) => row.source },
          ]}
        />
      </Part>

      <Part
        title="Holidays and closed dates"
        action={
          <Button {...add} onClick={() => setAdding('closed')}>
            Add date
          </Button>
        }
      >
        <ClosedDays rules={rules} />
      </Part>

      <Part
        title="Forms"
        action={
          <Button {...add} onClick={() => setAdding('form')}>
            Add revision
          </Button>
        }
      >
        <DataTable
          label="Forms"
          rows={rules.forms}
          rowKey={({ form, validFrom }) => `${form} ${validFrom}`}
          columns={[
            { key: 'form', title: 'Form', card: 'heading', cell: ({ form, title }) => `${form} ${title}` },
            { key: 'revision', title: 'Revision', cell: ({ revision }) => revision },
            { key: 'from', title: 'Periods ending from', nowrap: true, cell: ({ validFrom }) => formatDay(validFrom) },
            { key: 'source', title: 'Source', cell: (row) => row.source },
          ]}
        />
      </Part>

      {adding === 'rate' && (
        <EditDialog
          title="Add rate"
          endpoint={addRate}
          fields={rateFields}
          values={values.rate}
          savedMessage="Rate added"
          onClose={close}
        />
      )}
      {adding === 'deadline' && (
        <EditDialog
          title="Add deadline"
          endpoint={addDeadline}
          fields={deadlineFields}
          values={values.deadline}
          savedMessage="Deadline added"
          onClose={close}
        />
      )}
      {adding === 'other' && (
        <EditDialog
          title="Other deadlines of the year"
          endpoint={changeOtherDuties}
          fields={otherFields}
          values={rules.otherDuties}
          was={rules.otherDuties}
          savedMessage="Deadlines saved"
          onClose={close}
        />
      )}
      {adding === 'own' && (
        <EditDialog
          title="Add deadline"
          endpoint={addOwnDeadline}
          fields={ownFields}
          values={{ name: '', every: 'year', month: 1, dayOfMonth: 31, from: rules.today, note: '' }}
          savedMessage="Deadline added"
          onClose={close}
        />
      )}
      {adding === 'form' && (
        <EditDialog
          title="Add form revision"
          endpoint={addForm}
          fields={formFields(rules)}
          values={{ layout: rules.layouts[0]?.layout ?? '', revision: '', validFrom: null, source: '' }}
          savedMessage="Revision added"
          onClose={close}
        />
      )}
      {adding === 'closed' && (
        <EditDialog
          title="Add closed date"
          endpoint={addClosedDay}
          fields={closedFields}
          values={values.closed}
          savedMessage="Date added"
          onClose={close}
        />
      )}
    </>
  )
}

/** Values below 1 are percentages, and larger values are pesos; some rules are yes or no. */
function rateWords({ name, value }: FilingRules['rates'][number]): string {
  const rate = Number(value)
  if (name === 'uncollected_vat') return rate === 0 ? 'No' : 'Yes'
  return rate < 1
    ? rate.toLocaleString('en', { style: 'percent', maximumFractionDigits: 4 })
    : rate.toLocaleString('en', { minimumFractionDigits: 2 })
}

function dueWords({ monthsAfter, dayOfMonth, decemberDay, daysAfter }: FilingRules['deadlines'][number]): string {
  if (daysAfter !== null) return `${daysAfter} ${daysAfter === 1 ? 'day' : 'days'} after the period`
  const day = dayOfMonth === 31 ? 'last day' : `day ${dayOfMonth ?? 1}`
  const usual =
    monthsAfter === 1 ? `${day} of the following month` : `${day}, ${monthsAfter ?? 0} months after the period`
  return decemberDay === null ? usual : `${usual}; day ${decemberDay} for December`
}

function Part({ title, action, children }: { title: string; action?: React.ReactNode; children: React.ReactNode }) {
  return (
    <section aria-label={title}>
      <div className={classes.head}>
        <Title order={3}>{title}</Title>
        {action}
      </div>
      <div className={classes.table}>{children}</div>
    </section>
  )
}

function ClosedDays({ rules: { closed, today } }: { rules: FilingRules }) {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: (day: string) => call(removeClosedDay, { params: { day } }),
    onSuccess: () => toast({ title: 'Date removed', tone: 'good' }),
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
    onSettled: () => queries.invalidateQueries(),
  })
  // Past dates are not shown, because they no longer matter.
  const ahead = closed.filter(({ day }) => day >= `${today.slice(0, 4)}-01-01`)
  return (
    <DataTable
      label="Holidays and closed dates"
      rows={ahead}
      rowKey={({ day }) => day}
      columns={[
        { key: 'day', title: 'Date', nowrap: true, card: 'heading', cell: ({ day }) => formatDay(day) },
        { key: 'name', title: 'Holiday or reason', cell: ({ name }) => name },
        { key: 'source', title: 'Source', cell: (row) => row.source },
        {
          key: 'remove',
          title: 'Remove',
          card: 'action',
          cell: ({ day }) => (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Remove ${formatDay(day)}`}
              loading={remove.isPending && remove.variables === day}
              onClick={() => remove.mutate(day)}
            >
              Remove
            </Button>
          ),
        },
      ]}
    />
  )
}

/** Yes or No, or what was entered. */
function answerWords({ otherDuties }: FilingRules, { name, options }: Field): string {
  const value = otherDuties[name as keyof typeof otherDuties]
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return options?.find((option) => option.value === value)?.label ?? (value || 'Not entered')
}

function OwnDeadlines({ rules: { ownDeadlines } }: { rules: FilingRules }) {
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: (id: string) => call(endOwnDeadline, { params: { id } }),
    onSuccess: () => toast({ title: 'Deadline ended', tone: 'good' }),
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
    onSettled: () => queries.invalidateQueries(),
  })
  return (
    <DataTable
      label="Your own deadlines"
      rows={ownDeadlines}
      rowKey={({ id }) => id}
      columns={[
        { key: 'name', title: 'Deadline', card: 'heading', cell: ({ name }) => name },
        { key: 'due', title: 'Due', cell: ownWords },
        { key: 'from', title: 'From', nowrap: true, cell: ({ from: since }) => formatDay(since) },
        { key: 'note', title: 'Note', cell: ({ note }) => note },
        {
          key: 'end',
          title: 'End',
          card: 'action',
          cell: ({ id, name }) => (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`End ${name}`}
              loading={end.isPending && end.variables === id}
              onClick={() => end.mutate(id)}
            >
              End
            </Button>
          ),
        },
      ]}
    />
  )
}
