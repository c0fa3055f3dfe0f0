// The importations of a month, each with its customs entry.
import { Button, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { portalFacts } from '@talaan/contract/portal.ts'
import { type CustomsEntry, type ImportationAnswer, saveCustomsEntry, viewTaxList } from '@talaan/contract/tax-lists.ts'
import { formatDay, parseTypedDay } from '@talaan/ledger/core/date.ts'
import { formatMoney, parseTypedAmount } from '@talaan/ledger/core/money.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx'
import { DayInput } from '../../ui/DayInput.tsx'
import { MoneyInput } from '../../ui/MoneyInput.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toast.ts'
import { mistakesIn, type Mistakes } from '../filings/mistakes.ts'
import classes from '../filings/lists.module.css'
import tax from '../filings/tax.module.css'

export function Importations({ importations }: { importations: readonly ImportationAnswer[] }) {
  const [open, setOpen] = useState<ImportationAnswer | null>(null)
  if (importations.length === 0) return null
  const columns: DataColumn<ImportationAnswer>[] = [
    {
      key: 'document',
      title: 'Bill',
      card: 'heading',
      nowrap: true,
      cell: ({ document }) => (
        <Link className={classes.link} to={paths.document(document.kind, document.id)}>
          {document.number}
        </Link>
      ),
    },
    { key: 'supplier', title: 'Supplier', cell: ({ supplier }) => supplier },
    {
      key: 'entry',
      title: 'Customs entry',
      cell: ({ entry }) =>
        entry === null ? (
          <StatusBadge tone="look">Missing</StatusBadge>
        ) : (
          <StatusBadge tone="good">{entry.entryNo}</StatusBadge>
        ),
    },
    {
      key: 'landed',
      title: 'Landed cost',
      figure: true,
      card: 'amount',
      cell: (row) => formatMoney(row.exempt + row.taxable),
    },
    { key: 'vat', title: 'VAT', figure: true, cell: ({ vat }) => formatMoney(vat) },
    {
      key: 'actions',
      title: 'Enter',
      nowrap: true,
      cell: (row) => (
        <Button size="sm" variant="default" onClick={() => setOpen(row)}>
          {row.entry === null ? 'Enter' : 'Edit'}
          <VisuallyHidden component="span"> customs entry of {row.document.number}</VisuallyHidden>
        </Button>
      ),
    },
  ]
  return (
    <section className={classes.below} aria-labelledby="customs">
      <h2 id="customs">Customs entries</h2>
      <DataTable label="Importations" columns={columns} rows={importations} rowKey={({ document }) => document.id} />
      {open && <EntryDialog importation={open} onClose={() => setOpen(null)} />}
    </section>
  )
}

type Typed = Record<keyof CustomsEntry, string>

function typedOf(entry: CustomsEntry | null): Typed {
  const empty: Typed = {
    entryNo: '',
    released: '',
    imported: '',
    country: '',
    dutiable: '',
    charges: '',
    receiptNo: '',
    paid: '',
  }
  if (entry === null) return empty
  const { released, imported, paid, dutiable, charges, ...texts } = entry
  return {
    ...texts,
    released: formatDay(released),
    imported: formatDay(imported),
    paid: formatDay(paid),
    dutiable: formatMoney(dutiable),
    charges: formatMoney(charges),
  }
}

/** The typed values, or the fields that can't be read. */
function entryOf(typed: Typed, today: string): { entry: CustomsEntry } | { mistakes: Mistakes } {
  const mistakes: Mistakes = {}
  const day = (name: 'released' | 'imported' | 'paid') => {
    const read = parseTypedDay(typed[name], today)
    if (!read.ok) mistakes[name] = read.message
    return read.ok ? read.day : ''
  }
  const amount = (name: 'dutiable' | 'charges') => {
    const read = parseTypedAmount(typed[name] === '' ? '0' : typed[name])
    if (!read.ok) mistakes[name] = read.message
    return read.ok ? read.amount : 0n
  }
  const { entryNo, country, receiptNo } = typed
  const entry = {
    entryNo,
    country,
    receiptNo,
    released: day('released'),
    imported: day('imported'),
    paid: day('paid'),
    dutiable: amount('dutiable'),
    charges: amount('charges'),
  }
  for (const name of ['entryNo', 'country', 'receiptNo'] as const)
    if (typed[name].trim() === '') mistakes[name] = 'Enter this field as shown on the customs document.'
  return Object.keys(mistakes).length > 0 ? { mistakes } : { entry }
}

function EntryDialog({ importation, onClose }: { importation: ImportationAnswer; onClose: () => void }) {
  const { document, entry: before, exempt, taxable } = importation
  const [begun] = useState(() => typedOf(before))
  const [typed, setTyped] = useState(begun)
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const queries = useQueryClient()
  const today = useCall(portalFacts).data?.today ?? document.day
  const save = useMutation({
    mutationFn: (body: CustomsEntry) => call(saveCustomsEntry, { params: { documentId: document.id }, body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [viewTaxList.name] })
      toast({ title: `Customs entry of ${document.number} saved`, tone: 'good' })
      onClose()
    },
    onError: (error) => setMistakes(mistakesIn(error)),
  })
  const box = (name: keyof Typed) => ({
    value: typed[name],
    error: mistakes[name],
    onChange: (text: string) => setTyped((old) => ({ ...old, [name]: text })),
  })
  const text = (name: 'entryNo' | 'country' | 'receiptNo', label: string) => {
    const { onChange, ...rest } = box(name)
    return (
      <TextInput
        {...rest}
        label={label}
        maxLength={50}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <TypingDialog
      title={`Customs entry of ${document.number}`}
      submit="Save"
      unsaved={
        !save.isSuccess && Object.keys(begun).some((name) => typed[name as keyof Typed] !== begun[name as keyof Typed])
      }
      busy={save.isPending}
      alert={mistakes['']}
      onSubmit={() => {
        const read = entryOf(typed, today)
        if ('mistakes' in read) setMistakes(read.mistakes)
        else save.mutate(read.entry)
      }}
      onClose={onClose}
    >
      <Text size="sm">
        The landed cost in the books is {formatMoney(exempt + taxable)}. The landed cost should equal the dutiable value
        plus other charges before release.
      </Text>
      <div className={tax.fields}>
        {text('entryNo', 'Import entry no.')}
        {text('country', 'Country of origin')}
        <DayInput label="Date of importation" today={today} {...box('imported')} />
        <DayInput label="Date of assessment and release" today={today} {...box('released')} />
        <MoneyInput label="Dutiable value" {...box('dutiable')} />
        <MoneyInput label="Other charges" {...box('charges')} />
        {text('receiptNo', 'Customs receipt no.')}
        <DayInput label="VAT paid" today={today} {...box('paid')} />
      </div>
    </TypingDialog>
  )
}
