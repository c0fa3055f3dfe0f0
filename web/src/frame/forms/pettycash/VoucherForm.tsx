// The petty cash voucher: what was paid in cash from a fund, or handed out as an advance to be accounted for.
import { Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { getPettyCashFund } from '@talaan/contract/petty-cash.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { pettyCashFields } from '@talaan/ledger/documents/pettycash/fields.ts'
import { pettyCashFigures } from '@talaan/ledger/documents/pettycash/figures.ts'
import { pettycashWords } from '@talaan/ledger/documents/pettycash/words.ts'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { formatMoney, type Money } from '@talaan/ledger/core/money.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import { MoneyInput } from '../../../ui/MoneyInput.tsx'
import { AccountField } from '../../fields/AccountField.tsx'
import { below } from '../../runtime/below.ts'
import { NativeSelect, TextInput, Textarea } from '../../fields/boxes.tsx'
import type { Channel } from '../../runtime/channel.ts'
import { DocumentForm } from '../../runtime/DocumentForm.tsx'
import css from '../../runtime/DocumentForm.module.css'
import type { FormKind } from '../../runtime/formKind.ts'
import { PartyField } from '../../fields/PartyField.tsx'
import { PettyCashSheets } from '../../fields/PettyCashSheets.tsx'
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
  amountOf,
  begunFor,
  copied,
  emptyPurchase,
  isBlank,
  likeVoucher,
  linesOf,
  pricedOf,
  printedOf,
  restored,
  usedRows,
  type TypedPurchase,
} from '../../fields/typedPurchase.ts'
import { arrived, whomMendedBy, whomSet } from '../../runtime/whom.ts'

export function VoucherForm({ channel }: { channel: Channel }) {
  return <DocumentForm channel={channel} kind={voucherForm} />
}

const voucherForm: FormKind<TypedPurchase, LoadedPurchases, PurchaseFigures> = {
  document: pettycashWords,
  load: loadPurchases,
  empty: ({ today, given }) => emptyPurchase(today, { fund: firstFund(given) }),
  next: ({ email, emailFrom, day, priceMode, fund }, { today }) =>
    emptyPurchase(today, { day, priceMode, fund, email: emailFrom === '' ? email : '' }),
  copied,
  like: (fields, party, { today }) => likeVoucher(fields, party, today),
  restored,
  isBlank,
  // The receipt is for our own files, not for the supplier.
  arrived: (typed, party) => arrived(typed, { ...party, email: null }),
  set: whomSet,
  figures: (typed, { today, given }) => {
    if (typed.handed === 'advance') {
      const total = amountOf(typed.amount) ?? 0n
      return { totals: [{ label: 'Cash advance', amount: total, emphasis: 'grand' }], total, gross: 0n, vat: 0n }
    }
    const { priced, facts } = pricedOf(typed, given, today)
    return pettyCashFigures(priced, facts)
  },
  fieldsOf: (typed, { today, given }) => voucherOf(typed, { today, fund: firstFund(given) }),
  mendedBy: { ...whomMendedBy, paidTo: ['party', 'partySearch'], fund: ['lines', 'amount', 'day'] },
  begunAs: (typed, { total }) => `Voucher for ${begunFor(typed, total)}`,
  receiptTo: ({ email }) => email.trim(),
  Fields,
}

const fundsOf = ({ money }: LoadedPurchases) => money.filter(({ kind }) => kind === 'petty_cash')
const firstFund = (given: LoadedPurchases): string => fundsOf(given)[0]?.code ?? ''

/** The fields of the voucher's schema, and every mistake that can be seen without asking. */
export function voucherOf(typed: TypedPurchase, { today, fund }: { today: string; fund: string }) {
  const read = readTyped(today)
  const rows = usedRows(typed.lines)
  const shared = {
    email: typed.email.trim(),
    fund: typed.fund === '' ? fund : typed.fund,
    paidTo: typed.paidTo,
    day: read.day(typed.day, ['day']),
    memo: typed.memo,
  }
  const fields =
    typed.handed === 'advance'
      ? { ...shared, nature: 'advance', amount: read.amount(typed.amount, ['amount']) }
      : {
          ...shared,
          nature: 'expense',
          partyId: typed.party?.id ?? null,
          externalNo: typed.externalNo,
          priceMode: typed.priceMode,
          vatPrinted: printedOf(typed, read),
          lines: linesOf(typed, rows, read),
          advance: typed.advance === '' ? null : typed.advance,
        }
  const places = { names: { partyId: 'party', vatClass: 'vat', category: 'vat' }, rows: { lines: rows } }
  const unpicked =
    typed.handed === 'expense' && typed.party === null && typed.partySearch.trim() !== ''
      ? [{ path: ['party'], message: 'Pick the supplier from the list, or clear the field and say who was paid.' }]
      : []
  const mistakes = [...unpicked, ...onSheet(judgeTyped(pettyCashFields, fields, read.unread), places)]
  return {
    fields,
    mistakes: inOrder(mistakes, headOrder, cellOrder),
    onSheet: (found: readonly FieldMistake[]) => onSheet(found, places),
  }
}

const headOrder = [
  'email',
  'party',
  'paidTo',
  'fund',
  'externalNo',
  'day',
  'advance',
  'amount',
  'priceMode',
  'lines',
  'vatPrinted',
  'memo',
]
const cellOrder = ['expenseType', 'description', 'amount', 'vat', 'atc', 'account']

type Fund = AnswerOf<typeof getPettyCashFund>

function Fields({ form }: { form: PurchaseForm }) {
  const { typed, today, given, figures, input, typing } = form
  const fund = typed.fund === '' ? firstFund(given) : typed.fund
  const advances = useAdvances(form.channel, fund)
  const isAdvance = typed.handed === 'advance'
  const used = advances.find(({ documentId }) => documentId === typed.advance)
  const moves: Money = (used?.amount ?? 0n) - figures.total
  return (
    <>
      <PettyCashSheets channel={form.channel} sheet="pettycash" />
      {!isAdvance && <Proposals form={form} kind="pettycash" />}
      <Stack gap="md" className={css.fields}>
        <ReceiptEmail form={form} />
        {!isAdvance && <PartyField form={form} who="supplier" label="Supplier TIN (may be left out)" mails={false} />}
        <div className={css.pair}>
          <TypeOfExpense form={form} type="pettycash" />
          <NativeSelect
            {...input('handed')}
            label="The cash is"
            data={[
              { value: 'expense', label: 'Spent' },
              { value: 'advance', label: 'An advance, to be accounted for' },
            ]}
            size="md"
          />
        </div>
        <TextInput
          {...input('paidTo')}
          {...below(
            isAdvance
              ? 'Who takes the cash and accounts for it.'
              : 'Who got the cash; may be left out with a supplier.',
          )}
          label={isAdvance ? 'Taken by' : 'Paid to'}
        />
        <AccountField
          {...typing('fund')}
          value={fund}
          label="Petty cash fund"
          accounts={fundsOf(given)}
          moves={moves}
        />
        <div className={css.pair}>
          {!isAdvance && (
            <TextInput
              {...input('externalNo')}
              {...below('As printed; may be left out.')}
              label="Receipt number"
              spellCheck={false}
            />
          )}
          <DayInput {...typing('day')} label="Day" today={today} />
        </div>
        {!isAdvance && <AlikePapers form={form} />}
        {!isAdvance && advances.length > 0 && (
          <NativeSelect
            {...input('advance')}
            {...below('What was not spent goes back to the fund.')}
            label="Accounts for the advance"
            size="md"
          >
            <option value="">None</option>
            {advances.map(({ documentId, number, paidTo, amount }) => (
              <option key={documentId} value={documentId}>
                {number}, {paidTo}, {formatMoney(amount)}
              </option>
            ))}
          </NativeSelect>
        )}
        {isAdvance && <MoneyInput {...typing('amount')} label="Amount" className={css.half} />}
      </Stack>
      {!isAdvance && <PurchaseGrid form={form} label="Lines of the voucher" />}
      <Stack gap="md" className={css.fields} mt="lg">
        {!isAdvance && <VatOnPaper form={form} />}
        <Textarea {...input('memo')} {...below('May be left out; it stands on the receipt.')} label="Memo" rows={2} />
      </Stack>
    </>
  )
}

/** Advances of a fund that nobody has accounted for yet. */
function useAdvances(channel: Channel, fund: string): Fund['advances'] {
  const [advances, setAdvances] = useState<Fund['advances']>([])
  useEffect(() => {
    let left = false
    if (fund === '') return
    channel
      .call(getPettyCashFund, { params: { account: fund } })
      .then((found) => {
        if (!left) setAdvances(found.advances)
      })
      .catch(() => undefined)
    return () => {
      left = true
    }
  }, [channel, fund])
  return advances
}
