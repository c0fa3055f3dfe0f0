// The invoice: the customer, the number and dates, the lines and totals.
import { Stack } from '@mantine/core'
import { listAccounts } from '@talaan/contract/accounts.ts'
import { nextReceiptNo } from '@talaan/contract/purchases.ts'
import { takesIncome } from '@talaan/ledger/accounts/chart.ts'
import { registeredOn } from '@talaan/ledger/tax/registrations.ts'
import type { Registration } from '@talaan/ledger/tax/registrations.ts'
import { invoiceWords } from '@talaan/ledger/documents/invoice/words.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import { selectAll } from '../../../ui/MoneyInput.tsx'
import { NativeSelect, TextInput, Textarea } from '../../fields/boxes.tsx'
import { DueFields } from '../../fields/DueFields.tsx'
import { PartyField } from '../../fields/PartyField.tsx'
import { ReceiptEmail } from '../../fields/ReceiptEmail.tsx'
import { SaleGrid, type SaleReferenceData } from '../../fields/SaleGrid.tsx'
import { figuresOf, saleLines } from '../../fields/typedSale.ts'
import type { Channel } from '../../runtime/channel.ts'
import { DocumentForm } from '../../runtime/DocumentForm.tsx'
import css from '../../runtime/DocumentForm.module.css'
import type { Form, FormContext, FormDefinition } from '../../runtime/formDefinition.ts'
import { useLast } from '../../runtime/useLast.ts'
import { arrived, partyFixedBy } from '../../runtime/documentParty.ts'
import { namedAmount } from '../../runtime/words.ts'
import {
  fieldsOf,
  invoiceChanged,
  invoiceModel,
  isToExporter,
  isWalkIn,
  isZeroRated,
  nextInvoice,
  suggestedNumber,
  withLast,
  withoutLast,
  type TypedInvoice,
} from './typedInvoice.ts'

export function InvoiceForm({ channel }: { channel: Channel }) {
  return <DocumentForm channel={channel} kind={invoiceForm} />
}

type ReferenceData = SaleReferenceData & {
  registrations: readonly Registration[]
  givesStatutoryDiscounts: boolean
  /** The printed number after that of the last invoice; null if there is none. */
  nextNo: string | null
}
type InvoiceFigures = ReturnType<typeof figuresOf>

/** A company without VAT registration can't use the default VAT class. */
const bare = ({ today, loaded }: FormContext<ReferenceData>): TypedInvoice =>
  invoiceModel.empty(
    { today },
    registeredOn(loaded.registrations, today).vatRegistered
      ? {}
      : { lines: [{ ...saleLines.empty('1'), vatClass: 'not_subject' }] },
  )

const invoiceForm: FormDefinition<TypedInvoice, ReferenceData, InvoiceFigures> = {
  ...invoiceModel,
  document: invoiceWords,
  load: async (channel) => {
    const [{ accounts, ...rest }, { no: nextNo }] = await Promise.all([
      channel.call(listAccounts),
      // The number is only a suggestion.
      channel.call(nextReceiptNo, { query: { kind: 'invoice' } }).catch(() => ({ no: null })),
    ])
    return { ...rest, nextNo, accounts: accounts.filter((account) => account.active && takesIncome(account)) }
  },
  empty: (context) => ({ ...bare(context), ...suggestedNumber(context.loaded.nextNo) }),
  bare,
  next: (last, { today }) => nextInvoice(last, today),
  copies: true,
  arrived,
  set: invoiceChanged,
  figures: (typed, { today, loaded }) => figuresOf(typed, { today, vatRates: loaded.vatRates }),
  fieldsOf: (typed, { today }) => fieldsOf(typed, today),
  fixedBy: { ...partyFixedBy, dueDay: ['day'], beneficiary: ['discountFor'], beneficiaryId: ['discountFor'] },
  begunAs: ({ party, partySearch }, { total }) =>
    `Invoice for ${namedAmount(party?.name || partySearch || 'no customer yet', total)}`,
  Fields,
}

const suggesting = { without: withoutLast, with: withLast }

function Fields({ form }: { form: Form<TypedInvoice, ReferenceData, InvoiceFigures> }) {
  const { today, input, typing } = form
  const hasDiscount = form.loaded.givesStatutoryDiscounts || form.typed.discountFor !== ''
  return (
    <>
      <div className={css.head}>
        <div className={css.row}>
          <div className={css.wide}>
            <PartyField form={form} who="customer" />
          </div>
          <div>
            {!isWalkIn(form.typed) && <ReceiptEmail form={form} />}
            <FromLast form={form} />
          </div>
        </div>
        <div className={css.row}>
          <TextInput {...input('externalNo')} onFocus={selectAll()} />
          {isWalkIn(form.typed) && <TextInput {...input('externalNoTo')} />}
          <DayInput {...typing('day')} today={today} />
          {!isWalkIn(form.typed) && <DueFields form={form} />}
          <NativeSelect {...input('priceMode')} />
        </div>
        {hasDiscount && (
          <div className={css.row}>
            <NativeSelect {...input('discountFor')} />
            {form.typed.discountFor !== '' && (
              <>
                <TextInput {...input('beneficiary')} />
                <TextInput {...input('beneficiaryId')} />
              </>
            )}
          </div>
        )}
      </div>
      <SaleGrid form={form} label="Lines of the invoice" account="Income account" />
      <Stack gap="md" className={css.fields} mt="lg">
        {isZeroRated(form.typed) && <NativeSelect {...input('zeroRating')} className={css.half} />}
        {isToExporter(form.typed) && <TextInput {...input('zeroRatingCertificate')} className={css.half} />}
        <Textarea {...input('memo')} rows={2} />
      </Stack>
    </>
  )
}

/** Loads the last invoice of the chosen customer. */
function FromLast({ form }: { form: Form<TypedInvoice, ReferenceData, InvoiceFigures> }) {
  const { suggestedFrom } = form.typed
  useLast(form, 'invoice', suggesting)
  if (suggestedFrom === '') return null
  return <p className={css.suggested}>Terms and income account copied from {suggestedFrom}.</p>
}
