// What the company is: it stands on every paper, and taxes are computed by it.
import { Alert, Button, Group, Text } from '@mantine/core'
import { changeCompany, getSettings } from '@talaan/contract/settings.ts'
import type { Settings } from '@talaan/contract/settings.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useUnsaved } from '../session/unsaved.ts'
import { type Field, Fields, typedOf } from './fields.tsx'
import { Head } from './Head.tsx'
import classes from './settings.module.css'
import { useSaving } from './useSaving.ts'

const months = 'January February March April May June July August September October November December'.split(' ')

const fieldsOf = (nameIsConfigured: boolean): Field[] => [
  {
    ...{ name: 'name', label: 'Name', required: true, wide: true, locked: nameIsConfigured, maxLength: 200 },
    hint: nameIsConfigured ? 'COMPANY_NAME is set where the portal is run; the name is changed there.' : undefined,
  },
  { name: 'tin', label: 'TIN', maxLength: 60, hint: 'Nine digits, as on the certificate of registration.' },
  { name: 'branchCode', label: 'Branch code', maxLength: 5, hint: 'Five digits; the head office is 00000.' },
  {
    ...{ name: 'address', label: 'Registered address', wide: true, maxLength: 300 },
    hint: 'On one line, as it is printed on every paper and book.',
  },
  {
    ...{ name: 'vatRegistered', label: 'VAT-registered', kind: 'yes' },
    hint: 'Documents recorded from now on follow it; what is recorded stays.',
  },
  { name: 'rdoCode', label: 'RDO code', maxLength: 4, hint: 'Revenue district, as 082 or 21A.' },
  {
    ...{ name: 'fiscalYearEnd', label: 'Fiscal year ends with', kind: 'number' },
    options: months.map((label, i) => ({ value: String(i + 1), label })),
    hint: 'December for a calendar year.',
  },
  {
    ...{ name: 'topAgentFrom', label: 'Top withholding agent from', kind: 'day' },
    hint: 'The day the list of the BIR takes effect; empty if you are not on it.',
  },
  {
    ...{ name: 'withholdAt', label: 'Expanded tax is withheld', kind: 'choice' },
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
  const [known, setKnown] = useState(company)
  const [typed, setTyped] = useState(() => typedOf(company, fields))
  const begun = typedOf(known, fields)
  const isTyped = fields.some(({ name }) => typed[name] !== begun[name])
  // What somebody else saved meanwhile is shown, but never over what is being typed.
  if (known !== company && !isTyped) {
    setKnown(company)
    setTyped(typedOf(company, fields))
  }
  useUnsaved(isTyped)
  const queries = useQueryClient()
  const { save, mistakes, alert, busy, forget, today } = useSaving({
    endpoint: changeCompany,
    fields,
    said: 'Company saved',
    onSaved: (values) => {
      const saved = { ...company, ...values }
      setKnown(saved)
      setTyped(typedOf(saved, fields))
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!busy) save(typed, { was: known })
  }
  const begin = () => {
    setTyped(begun)
    void queries.invalidateQueries({ queryKey: [getSettings.name] })
  }
  return (
    <>
      <Head section="company">What stands at the head of every paper and book, and what taxes are computed by.</Head>
      <form className={classes.form} onSubmit={submit} noValidate aria-labelledby="section">
        <div className={classes.fields}>
          <Fields
            fields={fields}
            typed={typed}
            mistakes={mistakes}
            today={today}
            onType={(name, text) => {
              setTyped((old) => ({ ...old, [name]: text }))
              forget(name)
            }}
          />
        </div>
        {alert !== undefined && (
          <Alert color="red" variant="outline" role="alert" mt="md">
            <Text size="sm">{alert}</Text>
          </Alert>
        )}
        <Group justify="flex-end" gap="sm" mt="lg">
          {isTyped && (
            <Button variant="default" onClick={begin}>
              Undo
            </Button>
          )}
          <Button type="submit" loading={busy}>
            Save
          </Button>
        </Group>
      </form>
    </>
  )
}
