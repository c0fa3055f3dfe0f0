// The annual statements of a fiscal year: the missing details, each part, and the files.
import { Button, NativeSelect, Text, Title } from '@mantine/core'
import {
  type AnnualFormat,
  annualFormats,
  type AnnualPlace,
  type AnnualStatements,
  changeAnnualProfile,
  printAnnualStatements,
  viewAnnualStatements,
} from '@talaan/contract/annual.ts'
import { dayMistake, formatLongDay } from '@talaan/ledger/core/date.ts'
import { type Part, type PartName, partNames, partWords } from '@talaan/ledger/reports/annual/parts.ts'
import { costMethodWords, frameworkWords } from '@talaan/ledger/reports/annual/profile.ts'
import type { Row } from '@talaan/ledger/reports/table.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { callBytes, saveFile, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import sheet from '../../app/table/sheet.module.css'
import { TableView } from '../../app/table/TableView.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { PeriodField } from '../../ui/PeriodField.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toast.ts'
import { ReportTabs } from '../reports/ReportTabs.tsx'
import { EditDialog } from '../settings/EditDialog.tsx'
import type { Field } from '../settings/fields.tsx'
import classes from './annual.module.css'

export function AnnualPage() {
  const [address, setAddress] = useSearchParams()
  const requested = address.get('to') ?? ''
  const query = useCall(
    viewAnnualStatements,
    { query: dayMistake(requested) === null ? { to: requested } : {} },
    { keepPrevious: true },
  )
  const change = (key: string, value: string) =>
    setAddress(
      (old) => {
        const next = new URLSearchParams(old)
        next.set(key, value)
        return next
      },
      { replace: true },
    )
  const name = partNames.find((one) => one === address.get('part')) ?? 'balance-sheet'
  return (
    <>
      <div className={sheet.screenOnly}>
        <PageTitle>Annual Statements</PageTitle>
        <ReportTabs />
      </div>
      <Answered query={query} loading={<SkeletonRows rows={14} />}>
        {(made) => <Statements made={made} name={name} onChange={change} />}
      </Answered>
    </>
  )
}

type Props = { made: AnnualStatements; name: PartName; onChange: (key: string, value: string) => void }

function Statements({ made, name, onChange }: Props) {
  const { to, years, profile, missing, parts, files } = made
  const [editing, setEditing] = useState(false)
  const part = parts.find((one) => one.name === name)
  const all = years.includes(to) ? years : [to, ...years]
  return (
    <>
      <div className={sheet.tools}>
        <PeriodField
          label="Fiscal year ended"
          value={to}
          choices={all
            .toSorted()
            .reverse()
            .map((value) => ({ value, label: formatLongDay(value) }))}
          unit="year"
          onChange={(value) => onChange('to', value)}
        />
        <div className={`${sheet.downloads} ${classes.files}`}>
          <Files label="Download all parts" to={to} />
          <Button variant="default" size="sm" onClick={() => setEditing(true)}>
            Edit details
          </Button>
        </div>
      </div>
      {missing.length > 0 && <Missing missing={missing} onEdit={() => setEditing(true)} />}
      <div className={sheet.tools}>
        <NativeSelect
          size="sm"
          label="Part"
          value={name}
          onChange={(event) => onChange('part', event.currentTarget.value)}
          data={partNames.map((value) => ({ value, label: partWords[value] }))}
        />
        <div className={`${sheet.downloads} ${classes.files}`}>
          <Files label={`Download ${partWords[name]}`} to={to} part={name} />
        </div>
      </div>
      {part !== undefined && <Sheet part={part} to={to} />}
      {files.length > 0 && (
        <section className={classes.names} aria-labelledby="names">
          <Title order={2} id="names">
            File names for eAFS
          </Title>
          <DataTable
            label="File names for eAFS"
            rows={files}
            rowKey={(file) => file.name}
            columns={[
              { key: 'name', title: 'File', card: 'heading', cell: (file) => `${file.name}.pdf` },
              { key: 'holds', title: 'Contents', cell: ({ holds }) => holds },
            ]}
          />
        </section>
      )}
      {editing && (
        <EditDialog
          title="Details of the annual statements"
          endpoint={changeAnnualProfile}
          fields={fields}
          values={profile}
          was={profile}
          savedMessage="Details saved"
          onClose={() => setEditing(false)}
        />
      )}
    </>
  )
}

function Files({ label, to, part }: { label: string; to: string; part?: PartName }) {
  const save = useMutation({
    mutationFn: (format: AnnualFormat) =>
      callBytes(printAnnualStatements, { params: { format }, query: { to, ...(part !== undefined && { part }) } }),
    onSuccess: saveFile,
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  return (
    <div className={classes.files} role="group" aria-label={label}>
      {annualFormats.map((format) => (
        <Button
          key={format}
          variant={part === undefined ? 'filled' : 'default'}
          {...(part === undefined && { color: 'brand' })}
          size="sm"
          loading={save.isPending && save.variables === format}
          onClick={() => save.mutate(format)}
        >
          {part === undefined ? `All parts as ${format.toUpperCase()}` : format.toUpperCase()}
        </Button>
      ))}
    </div>
  )
}

const placeWords = {
  company: { words: 'Company settings', path: paths.settings('company') },
  close: { words: 'Month close', path: paths.monthClose },
  register: { words: 'Fixed assets', path: paths.monthEnd },
  inventory: { words: 'Inventory list', path: paths.inventory },
  opening: { words: 'Opening balances', path: paths.settings('opening') },
} as const satisfies Record<Exclude<AnnualPlace, 'details'>, { words: string; path: string }>

function Missing({ missing, onEdit }: { missing: AnnualStatements['missing']; onEdit: () => void }) {
  return (
    <ul className={`${classes.missing} ${sheet.screenOnly}`} aria-label="Missing">
      {missing.map(({ sentence, at }) => (
        <li key={sentence}>
          <StatusBadge tone="look">Missing</StatusBadge>
          <span>
            {sentence}{' '}
            {at === 'details' ? (
              <button type="button" className={classes.link} onClick={onEdit}>
                Edit details
              </button>
            ) : (
              <Link className={classes.link} to={placeWords[at].path}>
                {placeWords[at].words}
              </Link>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Sheet({ part, to }: { part: Part; to: string }) {
  const linkTo = (link: NonNullable<Row['link']>) =>
    link.to === 'account' ? paths.account(link.code, { to }) : undefined
  return (
    <div className={sheet.sheet}>
      <div className={sheet.head}>
        <Title order={2}>{part.title}</Title>
        <p>{part.period}</p>
      </div>
      {part.sections.map(({ title, text, table }, at) => (
        <section key={at} className={classes.section}>
          {title !== '' && <h3>{title}</h3>}
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {table !== null && <TableView table={table} linkTo={linkTo} />}
          {table?.notes.map((note) => (
            <Text key={note} size="sm" className={sheet.notes}>
              {note}
            </Text>
          ))}
        </section>
      ))}
    </div>
  )
}

const choices = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }))
const fields: Field[] = [
  { name: 'framework', label: 'Reporting framework', kind: 'choice', options: choices(frameworkWords) },
  { name: 'costMethod', label: 'Inventory valuation method', kind: 'choice', options: choices(costMethodWords) },
  {
    name: 'business',
    label: 'Line of business',
    wide: true,
    maxLength: 300,
    hint: 'For example, wholesale of office supplies.',
  },
  { name: 'secNo', label: 'SEC or DTI registration no.', maxLength: 60 },
  { name: 'registeredOn', label: 'Registered on', kind: 'day' },
  { name: 'chair', label: 'Chairperson of the board', maxLength: 100 },
  { name: 'president', label: 'President or owner', maxLength: 100 },
  { name: 'treasurer', label: 'Treasurer or finance officer', maxLength: 100 },
  { name: 'auditor', label: 'Independent auditor', maxLength: 200 },
  { name: 'approvedOn', label: 'Authorized for issue on', kind: 'day' },
  {
    name: 'taxCases',
    label: 'Tax assessments and cases',
    wide: true,
    maxLength: 1000,
    hint: 'Printed in the supplementary tax note. If there are none, enter None.',
  },
]
