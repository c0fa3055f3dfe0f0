// The debit memo: the customer, the invoice, the reason, and the additional charges.
import { Stack, Text } from '@mantine/core'
import { listAccounts } from '@talaan/contract/accounts.ts'
import { takesIncome } from '@talaan/ledger/accounts/chart.ts'
import { debitmemoWords } from '@talaan/ledger/documents/debitmemo/words.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import { InvoiceField, useInvoiceCameFrom } from '../../fields/AboutInvoice.tsx'
import { NativeSelect, TextInput, Textarea } from '../../fields/boxes.tsx'
import { DueFields } from '../../fields/DueFields.tsx'
import { PartyField } from '../../fields/PartyField.tsx'
import { ReceiptEmail } from '../../fields/ReceiptEmail.tsx'
import { SaleGrid, type SaleFigures, type SaleReferenceData } from '../../fields/SaleGrid.tsx'
import { figuresOf } from '../../fields/typedSale.ts'
import type { Channel } from '../../runtime/channel.ts'
import { DocumentForm } from '../../runtime/DocumentForm.tsx'
import css from '../../runtime/DocumentForm.module.css'
import type { Form, FormDefinition } from '../../runtime/formDefinition.ts'
import { arrived, partyFixedBy, partyChanged } from '../../runtime/documentParty.ts'
import { namedAmount } from '../../runtime/words.ts'
import { debitMemoModel, fieldsOf, overInvoice, type TypedDebitMemo } from './typedDebitMemo.ts'

export function DebitMemoForm({ channel }: { channel: Channel }) {
  return <DocumentForm channel={channel} kind={debitMemoForm} />
}

const debitMemoForm: FormDefinition<TypedDebitMemo, SaleReferenceData, SaleFigures> = {
  ...debitMemoModel,
  document: debitmemoWords,
  load: async (channel) => {
    const { accounts, vatRates } = await channel.call(listAccounts)
    return { accounts: accounts.filter((account) => account.active && takesIncome(account)), vatRates }
  },
  copies: false,
  arrived,
  // If the customer changes, the invoice is cleared.
  set: (typed, patch) => ({
    ...partyChanged(typed, patch),
    ...('partySearch' in patch && { debitOf: '', debitOfWords: '' }),
  }),
  figures: (typed, { today, loaded }) => figuresOf(typed, { today, vatRates: loaded.vatRates }),
  fieldsOf: (typed, { today }) => fieldsOf(typed, today),
  fixedBy: { ...partyFixedBy, day: ['debitOf'], dueDay: ['day'] },
  begunAs: ({ party, partySearch }, { total }) =>
    `Debit memo for ${namedAmount(party?.name || partySearch || 'no customer yet', total)}`,
  Fields,
}

const taking = { isBlank: debitMemoModel.isBlank, takeOver: overInvoice }

function Fields({ form }: { form: Form<TypedDebitMemo, SaleReferenceData, SaleFigures> }) {
  const { today, input, typing } = form
  const failed = useInvoiceCameFrom(form, taking)
  return (
    <>
      {failed !== null && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert" mb="sm">
          {failed}
        </Text>
      )}
      <div className={css.head}>
        <div className={css.row}>
          <div className={css.wide}>
            <PartyField form={form} who="customer" />
          </div>
          <ReceiptEmail form={form} />
        </div>
        <div className={css.row}>
          <InvoiceField form={form} field="debitOf" words="debitOfWords" none="Choose" takeOver={overInvoice} />
          <TextInput {...input('externalNo')} />
          <DayInput {...typing('day')} today={today} />
          <DueFields form={form} />
        </div>
        <div className={css.row}>
          <TextInput {...input('reason')} className={css.wide} />
          <NativeSelect {...input('priceMode')} />
        </div>
      </div>
      <SaleGrid form={form} label="Lines charged" account="Income account" />
      <Stack gap="md" className={css.fields} mt="lg">
        <Textarea {...input('memo')} rows={2} />
      </Stack>
    </>
  )
}
