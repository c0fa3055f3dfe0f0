// The company details, which are printed on every document and determine taxes.
import { changeCompany } from '@talaan/contract/settings.ts'
import type { Settings } from '@talaan/contract/settings.ts'
import type { Field } from './fields.tsx'
import { Head } from './Head.tsx'
import { Registrations } from './Registrations.tsx'
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
    hint: nameIsConfigured
      ? 'The company name is set by the environment variable COMPANY_NAME. Change the variable and restart Talaan.'
      : undefined,
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
  { name: 'rdoCode', label: 'RDO code', maxLength: 4, hint: 'Revenue district office, for example 082 or 21A.' },
  {
    name: 'fiscalYearEnd',
    label: 'Last month of fiscal year',
    kind: 'number',
    options: months.map((label, i) => ({ value: String(i + 1), label })),
    hint: 'December for a calendar year.',
  },
  {
    name: 'permitNo',
    label: 'Permit number (PTU)',
    maxLength: 60,
    hint: 'Permit to use loose-leaf books. Printed on the books.',
  },
  { name: 'permitDay', label: 'Permit date', kind: 'day' },
  {
    name: 'firstInvoiceNo',
    label: 'First invoice number',
    maxLength: 30,
    hint: 'The next number in your invoice booklet. Your first invoice gets this number, and later invoices continue from it.',
  },
  {
    name: 'preparedBy',
    label: 'Prepared by',
    maxLength: 80,
    hint: 'Printed under the signature lines of new vouchers. Leave it empty to write the name by hand.',
  },
  { name: 'checkedBy', label: 'Checked by', maxLength: 80 },
  { name: 'approvedBy', label: 'Approved by', maxLength: 80 },
]

export function CompanySection({ settings }: { settings: Settings }) {
  const { company, nameIsConfigured } = settings
  const fields = fieldsOf(nameIsConfigured)
  return (
    <>
      <Head section="company">These details are printed on documents and books, and are used to calculate taxes.</Head>
      <SettingsForm values={company} fields={fields} endpoint={changeCompany} savedMessage="Company saved" />
      <Registrations settings={settings} />
    </>
  )
}
