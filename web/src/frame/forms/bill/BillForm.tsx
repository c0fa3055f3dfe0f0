// The bill: the supplier, the paper's number and days, its lines, and what of it is withheld.
import { Stack } from '@mantine/core'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { billFields } from '@talaan/ledger/documents/bill/fields.ts'
import { billFigures } from '@talaan/ledger/documents/bill/figures.ts'
import { billWords } from '@talaan/ledger/documents/bill/words.ts'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import { MoneyInput, selectAll } from '../../../ui/MoneyInput.tsx'
import { below } from '../../runtime/below.ts'
import { NativeSelect, TextInput, Textarea } from '../../fields/boxes.tsx'
import type { Channel } from '../../runtime/channel.ts'
import { DocumentForm } from '../../runtime/DocumentForm.tsx'
import css from '../../runtime/DocumentForm.module.css'
import { dueBase, dueDayOf } from '../../fields/due.ts'
import type { FormKind } from '../../runtime/formKind.ts'
import { PartyField } from '../../fields/PartyField.tsx'
import {
  AlikePapers,
  loadPurchases,
  Proposals,
  PurchaseGrid,
  TypeOfExpense,
  VatOnPaper,
  type LoadedPurchases,
  type PurchaseFigures,
  type PurchaseForm,
} from '../../fields/PurchaseFields.tsx'
import { ReceiptEmail } from '../../fields/ReceiptEmail.tsx'
import { inOrder, judgeTyped, onSheet, readTyped } from '../../runtime/typed.ts'
import {
  begunFor,
  copied,
  emptyPurchase,
  isBlank,
  like,
  linesOf,
  pricedOf,
  printedOf,
  restored,
  usedRows,
  type TypedPurchase,
} from '../../fields/typedPurchase.ts'
import { openChoice, useOpenItems } from '../../fields/useOpenItems.ts'
import { arrived, whomMendedBy, whomSet } from '../../runtime/whom.ts'

export function BillForm({ channel }: { channel: Channel }) {
  return <DocumentForm channel={channel} kind={billForm} />
}

const billForm: FormKind<TypedPurchase, LoadedPurchases, PurchaseFigures> = {
  document: billWords,
  load: loadPurchases,
  empty: ({ today }) => emptyPurchase(today),
  next: ({ email, emailFrom, day, priceMode }, { today }) =>
    emptyPurchase(today, { day, priceMode, email: emailFrom === '' ? email : '' }),
  copied,
  like: (fields, party, { today }) => like(fields, party, today),
  restored,
  ownReceipt: true,
  isBlank,
  // The receipt is for our own files, not for the supplier.
  arrived: (typed, party) => arrived(typed, { ...party, email: null }),
  set: whomSet,
  figures: (typed, { today, given }) => {
    const { priced, facts } = pricedOf(typed, given, today)
    return billFigures(priced, facts)
  },
  fieldsOf: billOf,
  mendedBy: { ...whomMendedBy, dueDay: ['day'], creditOf: ['nature'] },
  begunAs: (typed, { total }) => `Bill of ${begunFor(typed, total)}`,
  receiptTo: ({ email }) => email.trim(),
  Fields,
}

/** The fields of the bill's schema, and every mistake that can be seen without asking. */
export function billOf(typed: TypedPurchase, { today }: { today: string }) {
  const read = readTyped(today)
  const rows = usedRows(typed.lines)
  const used =
    typed.nature === 'credit' ? [] : Object.entries(typed.advances).filter(([, amount]) => amount.trim() !== '')
  const fields = {
    email: typed.email.trim(),
    partyId: typed.party?.id ?? '',
    nature: typed.nature,
    creditOf: typed.nature === 'credit' && typed.creditOf !== '' ? typed.creditOf : null,
    externalNo: typed.externalNo,
    day: read.day(typed.day, ['day']),
    dueDay:
      typed.dueDay.trim() === ''
        ? dueDayOf(typed, today).dueDay
        : read.day(typed.dueDay, ['dueDay'], dueBase(typed, today)),
    terms: typed.terms,
    priceMode: typed.priceMode,
    vatPrinted: printedOf(typed, read),
    lines: linesOf(typed, rows, read),
    advances: used.map(([documentId, amount], i) => ({
      documentId,
      amount: read.amount(amount, ['advances', i, 'amount']),
    })),
    memo: typed.memo,
  }
  const places = { names: { partyId: 'party', vatClass: 'vat', category: 'vat' }, rows: { lines: rows } }
  const placed = (mistakes: readonly FieldMistake[]) =>
    onSheet(mistakes, places).map((mistake) =>
      mistake.path[0] === 'advances' && typeof mistake.path[1] === 'number'
        ? { ...mistake, path: ['advances', used[mistake.path[1]]?.[0] ?? ''] }
        : mistake,
    )
  return {
    fields,
    mistakes: inOrder(placed(judgeTyped(billFields, fields, read.unread)), headOrder, cellOrder),
    onSheet: placed,
  }
}

const headOrder = [
  'email',
  'party',
  'nature',
  'creditOf',
  'externalNo',
  'day',
  'terms',
  'dueDay',
  'priceMode',
  'lines',
  'vatPrinted',
  'advances',
  'memo',
]
const cellOrder = ['expenseType', 'description', 'amount', 'vat', 'atc', 'account']

function Fields({ form }: { form: PurchaseForm }) {
  const { typed, today, input, typing } = form
  const due = dueDayOf(typed, today)
  const isCredit = typed.nature === 'credit'
  return (
    <>
      <Proposals form={form} kind="bill" />
      <Stack gap="md" className={css.fields}>
        <ReceiptEmail form={form} />
        <PartyField form={form} who="supplier" mails={false} />
        <div className={css.pair}>
          <TypeOfExpense form={form} type="bills" />
          <NativeSelect
            {...input('nature')}
            label="The paper is"
            data={[
              { value: 'invoice', label: 'An invoice to be paid' },
              { value: 'credit', label: 'A credit: returned or charged too much' },
            ]}
            size="md"
          />
        </div>
        {isCredit && <CreditOf form={form} />}
        <div className={css.pair}>
          <TextInput
            {...input('externalNo')}
            {...below('As printed on the paper.')}
            label={isCredit ? "Supplier's credit number" : "Supplier's invoice number"}
            spellCheck={false}
          />
          <DayInput {...typing('day')} label="Day" today={today} />
        </div>
        <AlikePapers form={form} />
        {!isCredit && (
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
                  : 'May be left out; +30 counts from the day of the bill.'
              }
            />
          </div>
        )}
      </Stack>
      <PurchaseGrid form={form} label="Lines of the bill" />
      <Stack gap="md" className={css.fields} mt="lg">
        <VatOnPaper form={form} />
        {!isCredit && <Advances form={form} />}
        <Textarea {...input('memo')} {...below('May be left out; it stands on the receipt.')} label="Memo" rows={2} />
      </Stack>
    </>
  )
}

function CreditOf({ form }: { form: PurchaseForm }) {
  const { items } = useOpenItems(form.channel, 'payable', form.typed.party?.id)
  return (
    <NativeSelect
      {...form.input('creditOf')}
      {...below('What exceeds the open amount is kept as an advance for later bills.')}
      label="Bill it is about"
      size="md"
      data={[
        { value: '', label: 'None: keep it for later bills' },
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
      {...below(`${formatMoney(open)} was paid ahead and is not used yet.`)}
      value={typed.advances[documentId] ?? ''}
      error={mistakes.get(`advances.${documentId}`)}
      onChange={(amount) => set({ advances: { ...typed.advances, [documentId]: amount } })}
      className={css.half}
    />
  ))
}
