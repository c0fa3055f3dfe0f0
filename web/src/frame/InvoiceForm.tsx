// The invoice: whom it is for, its number and days, its lines and what they come to.
import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useCallback, useEffect, useMemo } from 'react'
import { listAccounts, type Account } from '@talaan/contract/accounts.ts'
import { getLastDocument } from '@talaan/contract/purchases.ts'
import { takesIncome } from '@talaan/ledger/chart.ts'
import { formatDay } from '@talaan/ledger/day.ts'
import { invoice } from '@talaan/ledger/documents/invoice.ts'
import { formatMoney } from '@talaan/ledger/money.ts'
import { vatClasses, vatClassWords, type VatRate } from '@talaan/ledger/tax.ts'
import { DayInput } from '../ui/DayInput.tsx'
import { selectAll } from '../ui/MoneyInput.tsx'
import type { Channel } from './channel.ts'
import { dueBase, dueDayOf } from './due.ts'
import { DocumentForm } from './DocumentForm.tsx'
import css from './DocumentForm.module.css'
import { below } from './below.ts'
import type { Form, FormKind } from './formKind.ts'
import { LineGrid, type Column } from './LineGrid.tsx'
import { PartyField } from './PartyField.tsx'
import { ReceiptEmail } from './ReceiptEmail.tsx'
import type { RowChange } from './rows.ts'
import {
  carriedOver,
  changed,
  copied,
  emptyInvoice,
  fieldsOf,
  figuresOf,
  isBlank,
  isEmptyLine,
  onScreen,
  restored,
  withLast,
  withoutLast,
} from './typedInvoice.ts'
import type { TypedInvoice, TypedLine } from './typedInvoice.ts'
import { arrived, whomMendedBy, whomSet } from './whom.ts'
import { namedAmount } from './words.ts'

export function InvoiceForm({ channel }: { channel: Channel }) {
  return <DocumentForm channel={channel} kind={invoiceForm} />
}

type Given = { accounts: readonly Account[]; vatRates: readonly VatRate[]; vatRegistered: boolean }
type InvoiceFigures = ReturnType<typeof figuresOf>

const invoiceForm: FormKind<TypedInvoice, Given, InvoiceFigures> = {
  document: invoice,
  load: async (channel) => {
    const { accounts, vatRates, vatRegistered } = await channel.call(listAccounts)
    return { accounts: accounts.filter((account) => account.active && takesIncome(account)), vatRates, vatRegistered }
  },
  // A company without VAT has no use for the class that others use most.
  empty: ({ today, given }) => emptyInvoice(today, given.vatRegistered ? {} : { vatClass: 'exempt' }),
  next: (last, { today }) => emptyInvoice(today, carriedOver(last)),
  copied,
  restored,
  isBlank,
  arrived,
  set: whomSet,
  figures: (typed, { today, given }) => figuresOf(typed, { today, vatRates: given.vatRates }),
  fieldsOf: (typed, { today }) => {
    const { fields, rows, mistakes } = fieldsOf(typed, today)
    return { fields, mistakes, onSheet: (found) => onScreen(found, rows) }
  },
  mendedBy: { ...whomMendedBy, dueDay: ['day'] },
  begunAs: ({ party, partySearch }, { total }) =>
    `Invoice for ${namedAmount(party?.name || partySearch || 'no customer yet', total)}`,
  receiptTo: ({ email }) => email.trim(),
  Fields,
}

function Fields({ form }: { form: Form<TypedInvoice, Given, InvoiceFigures> }) {
  const { typed, today, input, typing } = form
  const due = dueDayOf(typed, today)
  return (
    <>
      <Stack gap="md" className={css.fields}>
        <ReceiptEmail form={form} />
        <PartyField form={form} who="customer" />
        <FromLast form={form} />
        <div className={css.pair}>
          <TextInput
            {...input('externalNo')}
            {...below('The serial printed on the paper.')}
            label="Invoice number"
            spellCheck={false}
          />
          <DayInput {...typing('day')} label="Day" today={today} />
        </div>
        <div className={css.pair}>
          <TextInput
            {...input('terms')}
            {...below('For example 30 days or COD; may be left out.')}
            label="Terms"
            onFocus={selectAll()}
          />
          <DayInput
            {...typing('dueDay')}
            label="Due day"
            today={today}
            base={dueBase(typed, today)}
            hint={
              due.from === 'terms' && due.dueDay
                ? `${formatDay(due.dueDay)}, from the terms.`
                : 'May be left out; +30 counts from the day of the invoice.'
            }
          />
        </div>
        <NativeSelect
          {...input('priceMode')}
          label="Prices on the paper"
          data={[
            { value: 'inclusive', label: 'Include VAT' },
            { value: 'exclusive', label: 'Do not include VAT' },
          ]}
          size="md"
          className={css.half}
        />
      </Stack>
      <Lines form={form} />
      <Stack gap="md" className={css.fields} mt="lg">
        <Textarea {...input('memo')} {...below('May be left out; it stands on the receipt.')} label="Memo" rows={2} />
      </Stack>
    </>
  )
}

/** Once a customer is picked: what the last invoice for them had. */
function FromLast({ form }: { form: Form<TypedInvoice, Given, InvoiceFigures> }) {
  const { channel, typed, update } = form
  const { party, proposedFor, proposedFrom } = typed
  const partyId = party?.id

  useEffect(() => {
    if (partyId === undefined || partyId === proposedFor) return
    update((now) => (now.party?.id === partyId ? withoutLast(now, partyId) : now))
    channel
      .call(getLastDocument, { query: { kind: 'invoice', partyId } })
      .then(({ document }) => {
        if (document !== null) update((now) => (now.party?.id === partyId ? withLast(now, document) : now))
      })
      // Nothing is proposed, and everything can be typed.
      .catch(() => undefined)
  }, [channel, partyId, proposedFor, update])

  if (proposedFrom === '') return null
  return <p className={css.proposed}>Terms and income account are those of {proposedFrom}.</p>
}

function Lines({ form }: { form: Form<TypedInvoice, Given, InvoiceFigures> }) {
  const { typed, given, figures, mistakes, update } = form
  const change = useCallback((what: RowChange<TypedLine>) => update((now) => changed(now, what)), [update])
  const columns = useMemo(
    () => lineColumns(typed.priceMode === 'inclusive' ? 'with VAT' : 'without VAT', given.accounts),
    [typed.priceMode, given.accounts],
  )
  return (
    <LineGrid
      name="lines"
      label="Lines of the invoice"
      columns={columns}
      rows={typed.lines}
      shown={(line, row) => ({ amount: isEmptyLine(line) ? '' : amountWords(figures.amounts[row]) })}
      isEmpty={isEmptyLine}
      mistakes={mistakes}
      change={change}
    />
  )
}

const amountWords = (amount: bigint | null | undefined) => (amount == null ? '–' : formatMoney(amount))

function lineColumns(prices: string, accounts: readonly Account[]): readonly Column<TypedLine>[] {
  return [
    { kind: 'text', field: 'description', label: 'Description', wide: true },
    { kind: 'quantity', field: 'quantity', label: 'Quantity', width: 84 },
    { kind: 'money', field: 'unitPrice', label: 'Unit price', hint: prices, width: 112 },
    { kind: 'money', field: 'discount', label: 'Discount', hint: '% or amount', width: 88, leave: /%$/ },
    {
      kind: 'select',
      field: 'vatClass',
      label: 'VAT',
      width: 124,
      options: vatClasses.map((value) => ({ value, label: vatClassWords[value] })),
    },
    {
      kind: 'select',
      field: 'account',
      label: 'Income account',
      width: 144,
      wide: true,
      none: 'Pick an account',
      options: accounts.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
    },
    { kind: 'shown', field: 'amount', label: 'Amount', hint: prices, width: 112, figure: true },
  ]
}
