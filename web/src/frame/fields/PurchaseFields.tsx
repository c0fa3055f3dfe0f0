// Fields that bills and petty cash vouchers share: the type of expense, the lines, the VAT on the invoice, suggestions
// from the last document, and possible duplicates.
import { Anchor } from '@mantine/core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { accountOption, furtherWords } from '@talaan/contract/account-option.ts'
import { listAccounts, type Account } from '@talaan/contract/accounts.ts'
import { saveDraft } from '@talaan/contract/documents.ts'
import { listMoneyAccounts, type MoneyAccount } from '@talaan/contract/money-accounts.ts'
import { listAlike, listExpenseTypes, type AlikeDocument } from '@talaan/contract/purchases.ts'
import { nearDays } from '@talaan/ledger/documents/look-alikes.ts'
import { accounts as named, takesPurchases } from '@talaan/ledger/accounts/chart.ts'
import { formatDay, parseTypedDay } from '@talaan/ledger/core/date.ts'
import type { Total } from '@talaan/ledger/documents/type.ts'
import { formatMoney, type Money } from '@talaan/ledger/core/money.ts'
import { registeredOn } from '@talaan/ledger/tax/registrations.ts'
import { formatRate } from '@talaan/ledger/tax/vat.ts'
import { finalTaxCodes, purchaseCodes } from '@talaan/ledger/tax/withholding.ts'
import { MoneyInput } from '../../ui/MoneyInput.tsx'
import { below } from '../runtime/below.ts'
import { NativeSelect } from './boxes.tsx'
import type { Channel } from '../runtime/channel.ts'
import { useLast } from '../runtime/useLast.ts'
import css from '../runtime/DocumentForm.module.css'
import { passedBox } from '../runtime/field.ts'
import type { Form } from '../runtime/formDefinition.ts'
import { finalTaxColumn } from './finalTaxColumn.ts'
import { LineGrid, type Column } from './LineGrid.tsx'
import { Notice } from '../runtime/Notice.tsx'
import type { RowChange } from '../runtime/rows.ts'
import {
  linesChanged,
  purchaseLines,
  vatChoices,
  withLast,
  withoutLast,
  withSupplier,
  type PurchaseReferenceData,
  type TypedLine,
  type TypedPurchase,
} from './typedPurchase.ts'
import { useUsual } from './useUsual.ts'

export type LoadedPurchases = PurchaseReferenceData & { accounts: readonly Account[]; money: readonly MoneyAccount[] }
export type PurchaseFigures = { totals: readonly Total[]; total: Money; gross: Money; vat: Money }
export type PurchaseForm = Form<TypedPurchase, LoadedPurchases, PurchaseFigures>

export async function loadPurchases(channel: Channel): Promise<LoadedPurchases> {
  const [{ accounts, vatRates }, { types, withholdingCodes, registrations, withholdsFinalTax }, money] =
    await Promise.all([channel.call(listAccounts), channel.call(listExpenseTypes), channel.call(listMoneyAccounts)])
  return {
    accounts: accounts.filter(
      (account) =>
        account.active && (takesPurchases(account) || (withholdsFinalTax && account.code === named.dividends)),
    ),
    vatRates,
    types,
    codes: withholdingCodes,
    registrations,
    withholdsFinalTax,
    money: money.accounts,
  }
}

const expenseForms = { bills: 'bill', pettycash: 'pettycash' } as const

/** Switches between petty cash and bill: two forms of the same draft, with the same input and attachments. */
export function TypeOfExpense({ form, type }: { form: PurchaseForm; type: keyof typeof expenseForms }) {
  const { channel, typed } = form
  const { draftId } = channel.context
  const [failure, setFailure] = useState<string | null>(null)

  async function turnTo(to: keyof typeof expenseForms) {
    try {
      await channel.call(saveDraft, { params: { draftId }, body: { kind: expenseForms[to], fields: { typed } } })
      channel.say({ type: 'unsaved', unsaved: false })
      channel.navigate({ to, id: draftId })
    } catch (error) {
      setFailure(error instanceof Error ? error.message : saveDraft.failure)
    }
  }
  return (
    <NativeSelect
      id="typeOfExpense"
      label="Type of Expense"
      {...passedBox}
      value={type}
      error={failure}
      onChange={(event) => {
        const picked = event.currentTarget.value
        if ((picked === 'bills' || picked === 'pettycash') && picked !== type) void turnTo(picked)
      }}
      data={[
        { value: 'pettycash', label: 'Petty Cash' },
        { value: 'bills', label: 'Bill' },
      ]}
      size="md"
    />
  )
}

/** Loads the usual taxes and the last document of the chosen supplier. */
export function Suggestions({ form, kind }: { form: PurchaseForm; kind: 'bill' | 'pettycash' }) {
  const { typed, today, loaded, update } = form
  const { suggestedFrom } = typed
  const suggesting = useMemo(
    () => ({
      without: (now: TypedPurchase, partyId: string) => ({
        ...withSupplier(now, null, loaded, today),
        suggestedFor: partyId,
      }),
      with: withLast,
    }),
    [loaded, today],
  )
  useLast(form, kind, suggesting)

  if (suggestedFrom === '') return null
  return (
    <p className={css.suggested}>
      Copied from {suggestedFrom}.{' '}
      <Anchor component="button" type="button" size="sm" onClick={() => update(withoutLast)}>
        Remove
      </Anchor>
    </p>
  )
}

/** Possible duplicates: similar documents of this supplier. */
export function PossibleDuplicates({ form }: { form: PurchaseForm }) {
  const { channel, typed, today, figures } = form
  const [found, setFound] = useState<readonly AlikeDocument[]>([])
  const partyId = typed.party?.id
  const externalNo = typed.externalNo.trim().slice(0, 30)
  const read = parseTypedDay(typed.day, today)
  const day = read.ok ? read.day : undefined
  const { gross } = figures

  useEffect(() => {
    if (partyId === undefined || (externalNo === '' && gross === 0n)) return setFound([])
    let stale = false
    const timer = setTimeout(() => {
      const query = {
        partyId,
        draftId: channel.context.draftId,
        ...(externalNo !== '' && { externalNo }),
        ...(day !== undefined && { day }),
        ...(gross > 0n && { gross }),
      }
      channel
        .call(listAlike, { query })
        .then(({ documents }) => {
          if (!stale) setFound(documents)
        })
        .catch(() => undefined)
    }, 300)
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [channel, partyId, externalNo, day, gross])

  if (found.length === 0) return null
  const same = found.some(({ likeness }) => likeness === 'same_number')
  return (
    <Notice tone="look" title={same ? 'This document may already be recorded.' : 'Possible duplicate'}>
      <ul className={css.alike}>
        {found.map(({ documentId, kind, number, externalNo: other, day: on, gross: amount, likeness }) => (
          <li key={documentId}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => channel.navigate({ to: 'document', id: documentId, kind })}
            >
              {number}
            </Anchor>
            : {other === null ? '' : `no. ${other}, `}
            {formatDay(on)}, {formatMoney(amount)}. {likenessWords[likeness]}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const likenessWords = {
  same_number: 'Same number, same supplier.',
  near_number: 'Similar number.',
  same_amount: `Same amount within ${nearDays} days.`,
} as const

const isOnlySuggested = ({ suggested, amount }: TypedLine) => suggested !== '' && amount.trim() === ''

export function PurchaseGrid({ form, kind, label }: { form: PurchaseForm; kind: 'bill' | 'pettycash'; label: string }) {
  const { channel, typed, today, loaded, mistakes, update } = form
  const usual = useUsual(channel, kind, typed.party?.id)
  const change = useCallback(
    (what: RowChange<TypedLine>) => update((now) => linesChanged(now, what, loaded, today)),
    [update, loaded, today],
  )
  const read = parseTypedDay(typed.day, today)
  const day = read.ok ? read.day : today
  const payee = typed.party?.kind
  const isAbroad = typed.party?.noTin === 'foreign'
  const mode = typed.priceMode === 'inclusive' ? 'with VAT' : 'net of VAT'
  const columns = useMemo(
    () => lineColumns(mode, loaded, { payee, isAbroad, day, usual }),
    [mode, loaded, payee, isAbroad, day, usual],
  )
  return (
    <>
      <LineGrid
        name="lines"
        label={label}
        columns={columns}
        rows={typed.lines}
        isEmpty={purchaseLines.isEmpty}
        isSuggested={isOnlySuggested}
        mistakes={mistakes}
        change={change}
      />
      {typed.lines.some(isOnlySuggested) && <p className={css.suggested}>Lines without an amount are ignored.</p>}
    </>
  )
}

type LineContext = {
  payee: 'individual' | 'non_individual' | undefined
  isAbroad: boolean
  day: string
  usual: ReturnType<typeof useUsual>
}

function lineColumns(
  mode: string,
  { types, accounts, codes, registrations, withholdsFinalTax }: LoadedPurchases,
  { payee, isAbroad, day, usual }: LineContext,
): readonly Column<TypedLine>[] {
  const { topAgentFrom } = registeredOn(registrations, day)
  const offered = payee === undefined ? [] : purchaseCodes({ day, payee, topAgentFrom }, codes)
  // Enter skips what the last document or the type of expense has filled in.
  const isSuggested = ({ suggested }: TypedLine) => suggested !== ''
  const hasType = ({ expenseType }: TypedLine) => expenseType !== ''
  return [
    {
      kind: 'combobox',
      field: 'expenseType',
      passed: isSuggested,
      usual: usual.expenseType,
      label: 'Type',
      width: withholdsFinalTax ? 112 : 130,
      wide: true,
      options: types.map(({ code, name }) => ({ value: code, label: name, also: furtherWords(name) })),
    },
    { kind: 'text', field: 'description', label: 'Description', required: true, wide: true, passed: isSuggested },
    { kind: 'money', field: 'amount', label: 'Amount', hint: mode, width: 96, required: true },
    {
      kind: 'combobox',
      field: 'vat',
      passed: ({ vat }) => vat !== '',
      label: 'VAT',
      required: true,
      width: withholdsFinalTax ? 92 : 108,
      none: 'Choose',
      options: vatChoices,
    },
    {
      kind: 'combobox',
      field: 'atc',
      passed: hasType,
      usual: usual.atc,
      label: 'Withheld',
      width: withholdsFinalTax ? 88 : 96,
      none: 'None',
      options: offered.map(({ code, rate, description }) => ({
        value: code,
        label: `${code} ${formatRate(rate)} ${description}`,
      })),
    },
    ...(withholdsFinalTax
      ? [finalTaxColumn(payee === undefined ? [] : finalTaxCodes({ day, payee, isAbroad }, codes))]
      : []),
    {
      kind: 'combobox',
      field: 'account',
      opens: 'account',
      label: 'Account',
      required: true,
      passed: ({ account }) => account !== '',
      usual: usual.account,
      width: withholdsFinalTax ? 112 : 130,
      wide: true,
      options: accounts.map(accountOption),
    },
  ]
}

/** Suppliers may round differently, so the VAT is recorded as printed on the invoice. */
export function PrintedVat({ form }: { form: PurchaseForm }) {
  const { figures, typing } = form
  return (
    <MoneyInput
      {...typing('vatPrinted')}
      {...(figures.vat !== 0n &&
        below(
          `Calculated VAT: ${formatMoney(figures.vat)}. Enter an amount only if the invoice shows a different amount.`,
        ))}
      className={css.half}
    />
  )
}
