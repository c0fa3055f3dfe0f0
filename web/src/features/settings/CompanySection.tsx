// The company details: they are printed on every document, and taxes are calculated by them.
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
    hint: nameIsConfigured ? 'The name is set by COMPANY_NAME. Change it there and restart Talaan.' : undefined,
  },
  { name: 'tin', label: 'TIN', maxLength: 60, hint: 'Nine digits, as on the certificate of registration.' },
  { name: 'branchCode', label: 'Branch code', maxLength: 5, hint: 'Five digits; the head office is 00000.' },
  {
    name: 'address',
    label: 'Registered address',
    wide: true,
    maxLength: 300,
    hint: 'One line, as printed on documents and books.',
  },
  {
    name: 'vatRegistered',
    label: 'VAT-registered',
    kind: 'yes',
    hint: 'Applies to documents recorded from now on.',
  },
  { name: 'rdoCode', label: 'RDO code', maxLength: 4, hint: 'Revenue district, for example 082 or 21A.' },
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
    hint: 'The date the BIR list takes effect; empty if you are not on it.',
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
  {
    name: 'permitNo',
    label: 'Permit number (PTU)',
    maxLength: 60,
    hint: 'Permit to use loose-leaf books; printed on them.',
  },
  { name: 'permitDay', label: 'Permit date', kind: 'day' },
]

export function CompanySection({ settings: { company, nameIsConfigured } }: { settings: Settings }) {
  const fields = fieldsOf(nameIsConfigured)
  return (
    <>
      <Head section="company">Company details printed on documents and books, and the basis for tax calculation.</Head>
      <SettingsForm values={company} fields={fields} endpoint={changeCompany} said="Company saved" />
    </>
  )
}
