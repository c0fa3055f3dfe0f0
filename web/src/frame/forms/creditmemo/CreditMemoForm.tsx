// The credit memo: the customer, the credited invoice, the reason, and the credited lines.
import { Stack, Text } from '@mantine/core'
import { listAccounts } from '@talaan/contract/accounts.ts'
import { takesReturns } from '@talaan/ledger/accounts/chart.ts'
import { creditmemoWords } from '@talaan/ledger/documents/creditmemo/words.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import { InvoiceField, useInvoiceCameFrom } from '../../fields/AboutInvoice.tsx'
import { NativeSelect, TextInput, Textarea } from '../../fields/boxes.tsx'
import type { Channel } from '../../runtime/channel.ts'
import { DocumentForm } from '../../runtime/DocumentForm.tsx'
import css from '../../runtime/DocumentForm.module.css'
import type { Form, FormDefinition } from '../../runtime/formDefinition.ts'
import { PartyField } from '../../fields/PartyField.tsx'
import { ReceiptEmail } from '../../fields/ReceiptEmail.tsx'
import { SaleGrid, type SaleFigures, type SaleReferenceData } from '../../fields/SaleGrid.tsx'
import { creditMemoModel, overInvoice, type TypedCreditMemo } from './typedCreditMemo.ts'
import { figuresOf } from '../../fields/typedSale.ts'
import { arrived, partyFixedBy, partyChanged } from '../../runtime/documentParty.ts'
import { namedAmount } from '../../runtime/words.ts'

export function CreditMemoForm({ channel }: { channel: Channel }) {
  return <DocumentForm channel={channel} kind={creditMemoForm} />
}

type ThisForm = Form<TypedCreditMemo, SaleReferenceData, SaleFigures>

const creditMemoForm: FormDefinition<TypedCreditMemo, SaleReferenceData, SaleFigures> = {
  ...creditMemoModel,
  document: creditmemoWords,
  load: async (channel) => {
    const { accounts, vatRates } = await channel.call(listAccounts)
    return { accounts: accounts.filter((account) => account.active && takesReturns(account)), vatRates }
  },
  copies: false,
  arrived,
  // If the customer changes, the invoice is cleared.
  set: (typed, patch) => ({
    ...partyChanged(typed, patch),
    ...('partySearch' in patch && { creditOf: '', creditOfWords: '' }),
  }),
  figures: (typed, { today, loaded }) =>
    figuresOf(
      { ...typed, discountFor: typed.discountOf === typed.creditOf ? typed.discountFor : '' },
      { today, vatRates: loaded.vatRates },
    ),
  fixedBy: { ...partyFixedBy, day: ['creditOf'] },
  begunAs: ({ party, partySearch }, { total }) =>
    `Credit memo for ${namedAmount(party?.name || partySearch || 'no customer yet', total)}`,
  Fields,
}

const taking = { isBlank: creditMemoModel.isBlank, takeOver: overInvoice }

function Fields({ form }: { form: ThisForm }) {
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
          <InvoiceField form={form} field="creditOf" words="creditOfWords" none="None" takeOver={overInvoice} />
          <TextInput {...input('externalNo')} />
          <DayInput {...typing('day')} today={today} />
        </div>
        <div className={css.row}>
          <TextInput {...input('reason')} className={css.wide} />
          <NativeSelect {...input('priceMode')} />
        </div>
      </div>
      <SaleGrid form={form} label="Lines credited" account="Account" />
      <Stack gap="md" className={css.fields} mt="lg">
        <Textarea {...input('memo')} rows={2} />
      </Stack>
    </>
  )
}
