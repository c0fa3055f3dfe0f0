// The invoice: whom it is for, its number and days, its lines and what they come to.
import { Stack } from '@mantine/core'
import { listAccounts } from '@talaan/contract/accounts.ts'
import { takesIncome } from '@talaan/ledger/accounts/chart.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { invoiceWords } from '@talaan/ledger/documents/invoice/words.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import { selectAll } from '../../../ui/MoneyInput.tsx'
import { TextInput, Textarea } from '../../fields/boxes.tsx'
import type { Channel } from '../../runtime/channel.ts'
import { dueBase, dueDayOf } from '../../fields/due.ts'
import { DocumentForm } from '../../runtime/DocumentForm.tsx'
import css from '../../runtime/DocumentForm.module.css'
import { below } from '../../runtime/below.ts'
import type { Form, FormKind } from '../../runtime/formKind.ts'
import { PartyField } from '../../fields/PartyField.tsx'
import { ReceiptEmail } from '../../fields/ReceiptEmail.tsx'
import { PriceMode } from '../../fields/PriceMode.tsx'
import { SaleGrid, type SaleGiven } from '../../fields/SaleGrid.tsx'
import {
  carriedOver,
  changed,
  copied,
  emptyInvoice,
  fieldsOf,
  isBlank,
  like,
  restored,
  withLast,
  withoutLast,
} from './typedInvoice.ts'
import type { TypedInvoice } from './typedInvoice.ts'
import { figuresOf, onScreen } from '../../fields/typedSale.ts'
import { useLast } from '../../runtime/useLast.ts'
import { arrived, whomMendedBy, whomSet } from '../../runtime/whom.ts'
import { namedAmount } from '../../runtime/words.ts'

export function InvoiceForm({ channel }: { channel: Channel }) {
  return <DocumentForm channel={channel} kind={invoiceForm} />
}

type Given = SaleGiven & { vatRegistered: boolean }
type InvoiceFigures = ReturnType<typeof figuresOf>

const invoiceForm: FormKind<TypedInvoice, Given, InvoiceFigures> = {
  document: invoiceWords,
  load: async (channel) => {
    const { accounts, vatRates, vatRegistered } = await channel.call(listAccounts)
    return { accounts: accounts.filter((account) => account.active && takesIncome(account)), vatRates, vatRegistered }
  },
  // A company without VAT has no use for the class that others use most.
  empty: ({ today, given }) => emptyInvoice(today, given.vatRegistered ? {} : { vatClass: 'exempt' }),
  next: (last, { today }) => emptyInvoice(today, carriedOver(last)),
  copied,
  like: (fields, party, { today }) => like(fields, party, today),
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

const proposing = { without: withoutLast, with: withLast }

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
        <PriceMode {...input('priceMode')} />
      </Stack>
      <SaleGrid form={form} change={changed} label="Lines of the invoice" account="Income account" />
      <Stack gap="md" className={css.fields} mt="lg">
        <Textarea {...input('memo')} {...below('May be left out; it stands on the receipt.')} label="Memo" rows={2} />
      </Stack>
    </>
  )
}

/** Once a customer is picked: what the last invoice for them had. */
function FromLast({ form }: { form: Form<TypedInvoice, Given, InvoiceFigures> }) {
  const { proposedFrom } = form.typed
  useLast(form, 'invoice', proposing)
  if (proposedFrom === '') return null
  return <p className={css.proposed}>Terms and income account are those of {proposedFrom}.</p>
}
