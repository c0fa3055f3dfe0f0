// The layout approved for the company, from a month on: the columns of the two cash books, and the texts of cover and
// certificate.
import { Alert, Button, Checkbox, NativeSelect, Text, Textarea, TextInput, Title } from '@mantine/core'
import { bookChoices, bookTitle, getBookLayout, saveBookLayout } from '@talaan/contract/books.ts'
import { certificateWords, maxAccountColumns, omissible, type BookLayout } from '@talaan/ledger/looseleaf/layout.ts'
import { formatMonth } from '@talaan/ledger/core/date.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { call, keyOf, sentenceOf, useCall } from '../../app/api.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { useUnsaved } from '../../app/session/unsaved.ts'
import { toast } from '../../ui/toast.ts'
import classes from './books.module.css'
import panel from '../../ui/panel.module.css'
import { layoutOf, typedLayout, type TypedColumn, type TypedLayout } from './typedLayout.ts'
import './mantine.ts'

export function LayoutSection() {
  const { passwordDue } = useSession()
  const answer = useCall(getBookLayout, {}, { enabled: !passwordDue })
  const months = useCall(bookChoices, {}, { enabled: !passwordDue })
  const [editing, setEditing] = useState(false)
  return (
    <section className={panel.section} aria-labelledby="layout">
      <div className={panel.tools}>
        <Title order={2} id="layout">
          Columns and certificate
        </Title>
        {!editing && answer.data && months.data && (
          <Button variant="default" size="sm" onClick={() => setEditing(true)}>
            Change
          </Button>
        )}
      </div>
      <Answered query={answer} panel={panel.empty} loading={<SkeletonRows rows={2} />}>
        {({ layout, validFrom }) =>
          editing ? (
            <Editing
              layout={layout}
              months={(months.data?.months ?? []).map(({ month }) => month)}
              onEnd={() => setEditing(false)}
            />
          ) : (
            <div className={panel.empty}>
              <Text>
                {validFrom === null ? 'Standard columns.' : `Custom columns from ${formatMonth(validFrom)}.`} Receipts:{' '}
                {namesOf(layout.receipts)}. Disbursements: {namesOf(layout.disbursements)}.
              </Text>
              <Text mt="xs">
                {layout.officer === ''
                  ? 'Enter the name of the officer who signs the certificate.'
                  : `${layout.officer}${layout.position === '' ? '' : `, ${layout.position}`} signs the certificate.`}
              </Text>
            </div>
          )
        }
      </Answered>
    </section>
  )
}

const namesOf = (columns: BookLayout['receipts']) =>
  columns.map(({ title, side }) => `${side === 'debit' ? 'Dr' : 'Cr'} ${title}`).join(', ') || 'cash and sundry only'

type EditingProps = { layout: BookLayout; months: string[]; onEnd: () => void }

function Editing({ layout, months, onEnd }: EditingProps) {
  const [begun] = useState(() => typedLayout(layout))
  const [typed, setTyped] = useState(begun)
  const [validFrom, setValidFrom] = useState(months[0] ?? '')
  const [mistakes, setMistakes] = useState<string[]>([])
  const [saving, setSaving] = useState(false)
  const queries = useQueryClient()
  useUnsaved(typed !== begun)
  const set = (changed: Partial<TypedLayout>) => setTyped({ ...typed, ...changed })

  async function save(event: SubmitEvent) {
    event.preventDefault()
    const read = layoutOf(typed)
    if ('mistakes' in read) return setMistakes([...new Set(read.mistakes.map(({ message }) => message))])
    setSaving(true)
    try {
      await call(saveBookLayout, { body: { layout: read.layout, validFrom } })
      await queries.invalidateQueries({ queryKey: keyOf(getBookLayout) })
      toast({ title: 'Columns saved', tone: 'good' })
      onEnd()
    } catch (error) {
      setMistakes([sentenceOf(error)])
      setSaving(false)
    }
  }

  return (
    <form className={classes.form} onSubmit={(event) => void save(event)}>
      <Text>
        Use the columns approved in your permit. Accounts without a column are listed under Sundry. Columns that are
        empty in the whole fiscal year are not printed.
      </Text>
      {mistakes.length > 0 && (
        <Alert color="red" role="alert">
          {mistakes.map((mistake) => (
            <Text key={mistake}>{mistake}</Text>
          ))}
        </Alert>
      )}
      <Columns legend="Cash Receipts Journal" columns={typed.receipts} onChange={(receipts) => set({ receipts })} />
      <Columns
        legend="Cash Disbursements Journal"
        columns={typed.disbursements}
        onChange={(disbursements) => set({ disbursements })}
      />
      <fieldset className={classes.fieldset}>
        <legend>Hidden text columns</legend>
        <div className={classes.omitted}>
          {omissible.map(({ id, book, title }) => (
            <Checkbox
              key={id}
              label={`${title}, ${bookTitle(book)}`}
              checked={typed.without.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                set({ without: checked ? [...typed.without, id] : typed.without.filter((one) => one !== id) })
              }
            />
          ))}
        </div>
      </fieldset>
      {(['tradeName', 'officer', 'position'] as const).map((name) => (
        <TextInput
          key={name}
          label={{ tradeName: 'Trade name', officer: 'Signing officer', position: 'Position' }[name]}
          value={typed[name]}
          maxLength={200}
          onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
        />
      ))}
      <Textarea
        label="Certificate text"
        description={`Placeholders: ${certificateWords.join(', ')}. No regulation prescribes the wording.`}
        rows={4}
        maxLength={2_000}
        value={typed.certificate}
        onChange={({ currentTarget }) => set({ certificate: currentTarget.value })}
      />
      <NativeSelect
        size="md"
        label="Effective from"
        description="Books that are already bound keep their columns."
        value={validFrom}
        onChange={({ currentTarget }) => setValidFrom(currentTarget.value)}
        data={months.map((month) => ({ value: month, label: formatMonth(month) }))}
      />
      <div className={classes.files}>
        <Button type="submit" loading={saving}>
          Save columns
        </Button>
        <Button variant="default" onClick={onEnd} disabled={saving}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type ColumnsProps = { legend: string; columns: TypedColumn[]; onChange: (columns: TypedColumn[]) => void }

function Columns({ legend, columns, onChange }: ColumnsProps) {
  const change = (at: number, changed: Partial<TypedColumn>) =>
    onChange(columns.map((column, i) => (i === at ? { ...column, ...changed } : column)))
  return (
    <fieldset className={classes.fieldset}>
      <legend>{legend}</legend>
      {columns.map(({ title, side, accounts }, i) => (
        // A column is identified by its position.
        <div className={classes.column} key={`${legend} ${i}`}>
          <TextInput
            aria-label={`Title of column ${i + 1}, ${legend}`}
            placeholder="Title"
            value={title}
            maxLength={40}
            onChange={({ currentTarget }) => change(i, { title: currentTarget.value })}
          />
          <NativeSelect
            size="md"
            aria-label={`Side of column ${i + 1}, ${legend}`}
            value={side}
            onChange={({ currentTarget }) => change(i, { side: currentTarget.value as TypedColumn['side'] })}
            data={[
              { value: 'debit', label: 'Debit' },
              { value: 'credit', label: 'Credit' },
            ]}
          />
          <TextInput
            aria-label={`Accounts of column ${i + 1}, ${legend}`}
            placeholder="Accounts, such as 6050, 6060"
            value={accounts}
            onChange={({ currentTarget }) => change(i, { accounts: currentTarget.value })}
          />
          <Button
            variant="default"
            h={42}
            aria-label={`Remove column ${i + 1}, ${legend}`}
            onClick={() => onChange(columns.filter((_, at) => at !== i))}
          >
            Remove
          </Button>
        </div>
      ))}
      {columns.length < maxAccountColumns && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => onChange([...columns, { title: '', side: 'debit', accounts: '' }])}
        >
          Add column
        </Button>
      )}
    </fieldset>
  )
}
