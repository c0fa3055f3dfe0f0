// The bill: the supplier, the invoice number and dates, the lines, and the tax withheld.
import { Stack } from '@mantine/core'
import { billFields } from '@talaan/ledger/documents/bill/fields.ts'
import { billFigures } from '@talaan/ledger/documents/bill/figures.ts'
import { billWords } from '@talaan/ledger/documents/bill/words.ts'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import { SearchSelect } from '../../../ui/SearchSelect.tsx'
import { MoneyInput } from '../../../ui/MoneyInput.tsx'
import { NativeSelect, TextInput, Textarea } from '../../fields/boxes.tsx'
import { dueSent } from '../../fields/due.ts'
import { DueFields } from '../../fields/DueFields.tsx'
import { PartyField } from '../../fields/PartyField.tsx'
import {
  PossibleDuplicates,
  loadPurchases,
  Suggestions,
  PurchaseGrid,
  TypeOfExpense,
  PrintedVat,
  type LoadedPurchases,
  type PurchaseFigures,
  type PurchaseForm,
} from '../../fields/PurchaseFields.tsx'
import { ReceiptEmail } from '../../fields/ReceiptEmail.tsx'
import { begunFor, billTable, pricedOf, withoutSuggestion, type TypedPurchase } from '../../fields/typedPurchase.ts'
import { openChoice, useOpenItems } from '../../fields/useOpenItems.ts'
import { below } from '../../runtime/below.ts'
import type { Channel } from '../../runtime/channel.ts'
import { DocumentForm } from '../../runtime/DocumentForm.tsx'
import css from '../../runtime/DocumentForm.module.css'
import type { FormDefinition } from '../../runtime/formDefinition.ts'
import { formModel, type CheckedForm } from '../../runtime/formModel.ts'
import { arrived, partyFixedBy, partyChanged } from '../../runtime/documentParty.ts'

export function BillForm({ channel }: { channel: Channel }) {
  return <DocumentForm channel={channel} kind={billForm} />
}

export const billModel = formModel(billFields, billTable)

const billForm: FormDefinition<TypedPurchase, LoadedPurchases, PurchaseFigures> = {
  ...billModel,
  document: billWords,
  load: loadPurchases,
  ownReceipt: true,
  copies: true,
  copied: (recorded) => withoutSuggestion(billModel.copied(recorded)),
  // The receipt is for the company's own files, not for the supplier.
  arrived: (typed, party) => arrived(typed, { ...party, email: null }),
  set: partyChanged,
  figures: (typed, { today, loaded }) => {
    const { priced, facts } = pricedOf(typed, loaded, today)
    return billFigures(priced, facts)
  },
  fieldsOf: billOf,
  fixedBy: { ...partyFixedBy, dueDay: ['day'], creditOf: ['nature'] },
  begunAs: (typed, { total }) => `Bill of ${begunFor(typed, total)}`,
  Fields,
}

/** The fields of the bill's schema, and every mistake that can be found in the browser. */
export function billOf(typed: TypedPurchase, { today }: { today: string }): CheckedForm {
  const isCredit = typed.nature === 'credit'
  const used = isCredit ? [] : Object.entries(typed.advances).filter(([, amount]) => amount.trim() !== '')
  const { fields, mistakes, onForm } = billModel.check(typed, today, (read) => ({
    dueDay: dueSent(typed, today, read),
    ...(isCredit ? {} : { creditOf: null }),
    advances: used.map(([documentId, amount], i) => ({
      documentId,
      amount: read.amount(amount, ['advances', i, 'amount']),
    })),
  }))
  // The form identifies an advance by its document.
  const placed = (found: readonly FieldMistake[]) =>
    found.map(({ path, message }) =>
      path[0] === 'advances' && typeof path[1] === 'number'
        ? { path: ['advances', used[path[1]]?.[0] ?? ''], message }
        : { path, message },
    )
  return { fields, mistakes: placed(mistakes), onForm: (found) => placed(onForm(found)) }
}

function Fields({ form }: { form: PurchaseForm }) {
  const { typed, today, input, typing } = form
  const isCredit = typed.nature === 'credit'
  return (
    <>
      <div className={css.head}>
        <div className={css.row}>
          <div className={css.wide}>
            <PartyField form={form} who="supplier" mails={false} />
          </div>
          <div>
            <ReceiptEmail form={form} />
            <Suggestions form={form} kind="bill" />
          </div>
        </div>
        <div className={css.row}>
          <TypeOfExpense form={form} type="bills" />
          <NativeSelect {...input('nature')} />
          {isCredit && <CreditOf form={form} />}
          <NativeSelect {...input('priceMode')} />
        </div>
        <div className={css.row}>
          <TextInput {...input('externalNo')} {...(isCredit && { label: "Supplier's credit number" })} />
          <DayInput {...typing('day')} today={today} />
          {!isCredit && <DueFields form={form} />}
        </div>
        <PossibleDuplicates form={form} />
      </div>
      <PurchaseGrid form={form} kind="bill" label="Lines of the bill" />
      <Stack gap="md" className={css.fields} mt="lg">
        <PrintedVat form={form} />
        {!isCredit && <Advances form={form} />}
        <Textarea {...input('memo')} rows={2} />
      </Stack>
    </>
  )
}

function CreditOf({ form }: { form: PurchaseForm }) {
  const { items } = useOpenItems(form.channel, 'payable', form.typed.party?.id)
  return (
    <SearchSelect
      {...form.typing('creditOf')}
      data={[
        { value: '', label: 'None (keep as supplier advance)' },
        ...items.filter(({ kind }) => kind === 'bill').map(openChoice),
      ]}
    />
  )
}

function Advances({ form }: { form: PurchaseForm }) {
  const { channel, typed, mistakes, set } = form
  const { credits } = useOpenItems(channel, 'payable', typed.party?.id)
  return credits.map(({ documentId, number, open }) => (
    <MoneyInput
      key={documentId}
      id={`advances-${documentId}`}
      label={`Use of ${number}`}
      {...below(`${formatMoney(open)} of this advance is still available.`)}
      value={typed.advances[documentId] ?? ''}
      error={mistakes.get(`advances.${documentId}`)}
      onChange={(amount) => set({ advances: { ...typed.advances, [documentId]: amount } })}
      className={css.half}
    />
  ))
}
