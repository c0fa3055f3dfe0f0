// What the company is: it stands on every paper, and taxes are computed by it.
import { changeCompany } from '@talaan/contract/settings.ts'
import type { Settings } from '@talaan/contract/settings.ts'
import type { Field } from './fields.tsx'
import { Head } from './Head.tsx'
import { SettingsForm } from './SettingsForm.tsx'

const months = 'January February March April May June July August September October November December'.split(' ')

const fieldsOf = (nameIsConfigured: boolean): Field[] => [
  {
    name: 'name',
    label: 'Name',
    required: true,
    wide: true,
    locked: nameIsConfigured,
    maxLength: 200,
    hint: nameIsConfigured ? 'COMPANY_NAME is set where the portal is run; the name is changed there.' : undefined,
  },
  { name: 'tin', label: 'TIN', maxLength: 60, hint: 'Nine digits, as on the certificate of registration.' },
  { name: 'branchCode', label: 'Branch code', maxLength: 5, hint: 'Five digits; the head office is 00000.' },
  {
    name: 'address',
    label: 'Registered address',
    wide: true,
    maxLength: 300,
    hint: 'On one line, as it is printed on every paper and book.',
  },
  {
    name: 'vatRegistered',
    label: 'VAT-registered',
    kind: 'yes',
    hint: 'Documents recorded from now on follow it; what is recorded stays.',
  },
  { name: 'rdoCode', label: 'RDO code', maxLength: 4, hint: 'Revenue district, as 082 or 21A.' },
  {
    name: 'fiscalYearEnd',
    label: 'Fiscal year ends with',
    kind: 'number',
    options: months.map((label, i) => ({ value: String(i + 1), label })),
    hint: 'December for a calendar year.',
  },
  {
    name: 'topAgentFrom',
    label: 'Top withholding agent from',
    kind: 'day',
    hint: 'The day the list of the BIR takes effect; empty if you are not on it.',
  },
  {
    name: 'withholdAt',
    label: 'Expanded tax is withheld',
    kind: 'choice',
    options: [
      { value: 'bill', label: 'with the bill' },
      { value: 'payment', label: 'with the payment' },
    ],
    hint: 'RR 4-2024: when the payable is recorded.',
  },
  { name: 'permitNo', label: 'Permit number (PTU)', maxLength: 60, hint: 'To use loose-leaf books; printed on them.' },
  { name: 'permitDay', label: 'Day of the permit', kind: 'day' },
]

export function CompanySection({ settings: { company, nameIsConfigured } }: { settings: Settings }) {
  const fields = fieldsOf(nameIsConfigured)
  return (
    <>
      <Head section="company">What stands at the head of every paper and book, and what taxes are computed by.</Head>
      <SettingsForm values={company} fields={fields} endpoint={changeCompany} said="Company saved" />
    </>
  )
}
