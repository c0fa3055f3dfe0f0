// The petty cash voucher: cash paid from a fund, or given to an employee as an advance.
import { Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { getPettyCashFund } from '@talaan/contract/petty-cash.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { pettyCashFields } from '@talaan/ledger/documents/pettycash/fields.ts'
import { pettyCashFigures } from '@talaan/ledger/documents/pettycash/figures.ts'
import { pettycashWords } from '@talaan/ledger/documents/pettycash/words.ts'
import { formatMoney, type Money } from '@talaan/ledger/core/money.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import { MoneyInput } from '../../../ui/MoneyInput.tsx'
import { SearchSelect } from '../../../ui/SearchSelect.tsx'
import { AccountField } from '../../fields/AccountField.tsx'
import { below } from '../../runtime/below.ts'
import { NativeSelect, TextInput, Textarea } from '../../fields/boxes.tsx'
import type { Channel } from '../../runtime/channel.ts'
import { DocumentForm } from '../../runtime/DocumentForm.tsx'
import css from '../../runtime/DocumentForm.module.css'
import type { FormDefinition } from '../../runtime/formDefinition.ts'
import { PartyField } from '../../fields/PartyField.tsx'
import { PettyCashForms } from '../../fields/PettyCashForms.tsx'
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
import { amountOf } from '../../fields/typedMoney.ts'
import { begunFor, pricedOf, withoutSuggestion, voucherTable, type TypedPurchase } from '../../fields/typedPurchase.ts'
import { formModel, type CheckedForm } from '../../runtime/formModel.ts'
import { arrived, partyFixedBy, partyChanged } from '../../runtime/documentParty.ts'

export function PettyCashVoucher({ channel }: { channel: Channel }) {
  return <DocumentForm channel={channel} kind={voucherForm} />
}

export const voucherModel = formModel(pettyCashFields, voucherTable)

const voucherForm: FormDefinition<TypedPurchase, LoadedPurchases, PurchaseFigures> = {
  ...voucherModel,
  document: pettycashWords,
  load: loadPurchases,
  empty: ({ today, loaded }) => voucherModel.empty({ today }, { fund: firstFund(loaded) }),
  copies: true,
  copied: (recorded) => withoutSuggestion(voucherModel.copied(recorded)),
  // The receipt is for the company's own files, not for the supplier.
  arrived: (typed, party) => arrived(typed, { ...party, email: null }),
  set: partyChanged,
  figures: (typed, { today, loaded }) => {
    if (typed.handed === 'advance') {
      const total = amountOf(typed.amount) ?? 0n
      return { totals: [{ label: 'Cash advance', amount: total, emphasis: 'grand' }], total, gross: 0n, vat: 0n }
    }
    const { priced, facts } = pricedOf(typed, loaded, today)
    return pettyCashFigures(priced, facts)
  },
  fieldsOf: (typed, { today, loaded }) => voucherOf(typed, { today, fund: firstFund(loaded) }),
  fixedBy: { ...partyFixedBy, paidTo: ['party', 'partySearch'], fund: ['lines', 'amount', 'day'] },
  begunAs: (typed, { total }) => `Voucher for ${begunFor(typed, total)}`,
  Fields,
}

const fundsOf = ({ money }: LoadedPurchases) => money.filter(({ kind }) => kind === 'petty_cash')
const firstFund = (loaded: LoadedPurchases): string => fundsOf(loaded)[0]?.code ?? ''

/** The fields of the voucher's schema, and every mistake that can be found in the browser. */
export function voucherOf(typed: TypedPurchase, { today, fund }: { today: string; fund: string }): CheckedForm {
  return voucherModel.check(typed, today, (read) => {
    const from = { fund: typed.fund === '' ? fund : typed.fund }
    if (typed.handed === 'advance') return { ...from, ...notOfAdvance }
    if (typed.party === null && typed.partySearch.trim() !== '')
      read.unread.push({
        path: ['partyId'],
        message: 'Choose the supplier from the list, or clear the field and enter the payee.',
      })
    return { ...from, amount: undefined }
  })
}

const notOfAdvance = {
  partyId: undefined,
  externalNo: undefined,
  advance: undefined,
  priceMode: undefined,
  lines: undefined,
  vatPrinted: undefined,
}

type Fund = AnswerOf<typeof getPettyCashFund>

function Fields({ form }: { form: PurchaseForm }) {
  const { typed, today, loaded, figures, input, typing } = form
  const fund = typed.fund === '' ? firstFund(loaded) : typed.fund
  const advances = useAdvances(form.channel, fund)
  const isAdvance = typed.handed === 'advance'
  const used = advances.find(({ documentId }) => documentId === typed.advance)
  const moves: Money = (used?.amount ?? 0n) - figures.total
  return (
    <>
      <PettyCashForms channel={form.channel} shown="pettycash" />
      <div className={css.head}>
        <div className={css.row}>
          {!isAdvance && (
            <div className={css.wide}>
              <PartyField form={form} who="supplier" label="Supplier TIN (optional)" mails={false} />
            </div>
          )}
          <TextInput
            {...input('paidTo')}
            {...(isAdvance && { label: 'Received by', ...below('The person who receives and liquidates the cash') })}
          />
          <div>
            <ReceiptEmail form={form} />
            {!isAdvance && <Suggestions form={form} kind="pettycash" />}
          </div>
        </div>
        <div className={css.row}>
          <TypeOfExpense form={form} type="pettycash" />
          <NativeSelect {...input('handed')} />
          <AccountField
            className={css.medium}
            {...typing('fund')}
            value={fund}
            accounts={fundsOf(loaded)}
            moves={moves}
          />
          {!isAdvance && <TextInput className={css.long} {...input('externalNo')} />}
          <DayInput {...typing('day')} today={today} />
          {isAdvance ? <MoneyInput {...typing('amount')} /> : <NativeSelect {...input('priceMode')} />}
          {!isAdvance && advances.length > 0 && (
            <SearchSelect
              {...typing('advance')}
              data={[
                { value: '', label: 'None' },
                ...advances.map(({ documentId, number, paidTo, amount }) => ({
                  value: documentId,
                  label: `${number}, ${paidTo}, ${formatMoney(amount)}`,
                })),
              ]}
            />
          )}
        </div>
        {!isAdvance && <PossibleDuplicates form={form} />}
      </div>
      {!isAdvance && <PurchaseGrid form={form} kind="pettycash" label="Lines of the voucher" />}
      <Stack gap="md" className={css.fields} mt="lg">
        {!isAdvance && <PrintedVat form={form} />}
        <Textarea {...input('memo')} rows={2} />
      </Stack>
    </>
  )
}

/** The fund's advances that are not liquidated yet. */
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
