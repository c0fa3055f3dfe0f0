// The company's registrations: those in force today, their history, and the dialog for adding a change from a date.
import { Button, Text, Title } from '@mantine/core'
import { addRegistration } from '@talaan/contract/settings.ts'
import type { ListedRegistration, Settings } from '@talaan/contract/settings.ts'
import { dayInManila, formatDay } from '@talaan/ledger/core/date.ts'
import { inForce, registrationKinds, registrationWords, sinceWords } from '@talaan/ledger/tax/registrations.ts'
import type { RegistrationKind } from '@talaan/ledger/tax/registrations.ts'
import { useState } from 'react'
import { DataTable } from '../../ui/DataTable.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { EditDialog } from './EditDialog.tsx'
import type { Field } from './fields.tsx'
import classes from './settings.module.css'

const valuesOf = (kind: RegistrationKind): Record<string, string> => registrationWords[kind].values
const wordsOf = ({ kind, value }: { kind: RegistrationKind; value: string }) => valuesOf(kind)[value] ?? value

export function Registrations({ settings: { registrations, today } }: { settings: Settings }) {
  const [changing, setChanging] = useState<RegistrationKind>()
  const valid = registrations.filter(({ corrected }) => !corrected)
  const current = registrationKinds.flatMap((kind) => inForce(valid, kind, today) ?? [])
  return (
    <section aria-labelledby="registrations">
      <div className={classes.head}>
        <Title order={3} id="registrations">
          Registrations
        </Title>
      </div>
      <Text component="div" className={classes.why}>
        Each document and return uses the registrations in force on its date. Recorded documents and filed returns do
        not change.
      </Text>
      <div className={classes.table}>
        <DataTable
          label="Registrations"
          rows={current}
          rowKey={({ kind }) => kind}
          columns={[
            {
              key: 'kind',
              title: 'Registration',
              card: 'heading',
              cell: ({ kind }) => <strong>{registrationWords[kind].label}</strong>,
            },
            { key: 'value', title: 'Status', cell: wordsOf },
            { key: 'from', title: 'Since', nowrap: true, cell: ({ validFrom }) => sinceWords(validFrom) },
            {
              key: 'change',
              title: 'Change',
              card: 'action',
              cell: ({ kind }) => (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Change ${registrationWords[kind].label}`}
                  onClick={() => setChanging(kind)}
                >
                  Change
                </Button>
              ),
            },
          ]}
        />
      </div>
      {registrations.length > registrationKinds.length && <History rows={registrations} />}
      {changing !== undefined && (
        <EditDialog
          title={`Change ${registrationWords[changing].label}`}
          endpoint={addRegistration}
          code={changing}
          fields={fieldsOf(changing)}
          values={{
            value: Object.keys(valuesOf(changing)).find((value) => value !== inForce(valid, changing, today)?.value),
            validFrom: null,
            source: '',
          }}
          savedMessage="Registration saved"
          onClose={() => setChanging(undefined)}
        />
      )}
    </section>
  )
}

const fieldsOf = (kind: RegistrationKind): Field[] => [
  {
    name: 'value',
    label: 'Status',
    kind: 'choice',
    wide: true,
    options: Object.entries(valuesOf(kind)).map(([value, label]) => ({ value, label })),
  },
  {
    name: 'validFrom',
    label: 'Effective from (optional)',
    kind: 'day',
    wide: true,
    hint: 'Leave empty if it has always applied.',
  },
  {
    name: 'source',
    label: 'Certificate or reason',
    required: true,
    wide: true,
    maxLength: 200,
    hint: sourceHints[kind],
  },
]

const sourceHints: Record<RegistrationKind, string> = {
  vat: 'For example, BIR form 2303 of 1 Jul 2026.',
  income_tax: 'For example, the option chosen in the first quarterly return.',
  deduction: 'For example, the choice in the first quarterly return (NIRC section 34(L)).',
  mixed_income: 'For example, form 2316 of the employer.',
  withhold_at: 'RR 4-2024 requires withholding when the payable is recorded.',
  top_agent: 'The BIR list, for example RMC 12-2026.',
}

function History({ rows }: { rows: readonly ListedRegistration[] }) {
  return (
    <>
      <div className={classes.head}>
        <Title order={3}>History of registrations</Title>
      </div>
      <div className={classes.table}>
        <DataTable
          label="History of registrations"
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            { key: 'from', title: 'From', nowrap: true, cell: ({ validFrom }) => sinceWords(validFrom) },
            {
              key: 'kind',
              title: 'Registration',
              card: 'heading',
              cell: (row) => (
                <>
                  <strong>{registrationWords[row.kind].label}</strong>: {wordsOf(row)}{' '}
                  {row.corrected && <StatusBadge tone="plain">Corrected</StatusBadge>}
                </>
              ),
            },
            { key: 'source', title: 'Source', cell: ({ source }) => source },
            {
              key: 'by',
              title: 'Entered',
              nowrap: true,
              cell: ({ by, at }) =>
                by === null || at === null ? '' : `${by}, ${formatDay(dayInManila(Date.parse(at)))}`,
            },
          ]}
        />
      </div>
    </>
  )
}
