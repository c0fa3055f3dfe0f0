// The withdrawal: where money was taken from, and what it was taken out for, line by line.
import { Stack } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { listAccounts, type Account } from '@talaan/contract/accounts.ts'
import { listMoneyAccounts } from '@talaan/contract/money-accounts.ts'
import { takesWithdrawal } from '@talaan/ledger/documents/withdrawal/fields.ts'
import { withdrawalWords } from '@talaan/ledger/documents/withdrawal/words.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import { AccountField } from '../../fields/AccountField.tsx'
import { below } from '../../runtime/below.ts'
import { TextInput, Textarea } from '../../fields/boxes.tsx'
import type { Channel } from '../../runtime/channel.ts'
import { DocumentForm } from '../../runtime/DocumentForm.tsx'
import css from '../../runtime/DocumentForm.module.css'
import { ExchangeDifference } from '../../fields/ExchangeDifference.tsx'
import type { Form, FormKind } from '../../runtime/formKind.ts'
import { LineGrid, type Column } from '../../fields/LineGrid.tsx'
import { PartyField } from '../../fields/PartyField.tsx'
import { PesoRate } from '../../fields/PesoRate.tsx'
import { ReceiptEmail } from '../../fields/ReceiptEmail.tsx'
import { rowsChanged, type RowChange } from '../../runtime/rows.ts'
import { StartPage } from '../../runtime/StartPage.tsx'
import {
  carriedOver,
  emptyWithdrawal,
  fieldsOf,
  figuresOf,
  isBlank,
  isForeign,
  like,
  needsSupplier,
  purposeRows,
  restored,
  set,
  supplierArrived,
  supplierPicked,
  taxWords,
  withLast,
  withoutLast,
  type Given as Asked,
  type TypedPurpose,
  type TypedWithdrawal,
} from './typedWithdrawal.ts'
import { useMoneyAccounts } from '../../fields/useMoneyAccounts.ts'
import { useLast } from '../../runtime/useLast.ts'
import { whomMendedBy } from '../../runtime/whom.ts'
import { namedAmount } from '../../runtime/words.ts'

export function WithdrawalForm({ channel }: { channel: Channel }) {
  return <DocumentForm channel={channel} kind={withdrawalForm} />
}

type Given = Asked & { accounts: readonly Account[]; vatRegistered: boolean }
type Figures = ReturnType<typeof figuresOf>
type Sheet = Form<TypedWithdrawal, Given, Figures>

const withdrawalForm: FormKind<TypedWithdrawal, Given, Figures> = {
  document: withdrawalWords,
  load: async (channel) => {
    const [{ accounts, vatRates, vatRegistered }, { accounts: money }] = await Promise.all([
      channel.call(listAccounts),
      channel.call(listMoneyAccounts),
    ])
    const purposes = accounts.filter((account) => account.active && takesWithdrawal(account))
    return { accounts: purposes, vatRates, vatRegistered, money }
  },
  empty: ({ today }) => emptyWithdrawal(today),
  next: (last, { today }) => emptyWithdrawal(today, carriedOver(last)),
  copied: (recorded) => ({ ...recorded, reference: '' }),
  like: (fields, party, { today }) => like(fields, party, today),
  restored,
  ownReceipt: true,
  isBlank,
  arrived: supplierArrived,
  set,
  figures: (typed, { today, given }) => figuresOf(typed, today, given),
  fieldsOf: (typed, { today, given }) => fieldsOf(typed, today, given),
  mendedBy: { ...whomMendedBy, party: ['partySearch', 'lines'], lines: ['day', 'account'], rate: ['account'] },
  begunAs: ({ account }, { totals }) =>
    `Withdrawal from ${namedAmount(account || 'no account yet', totals.at(-1)?.amount ?? 0n)}`,
  receiptTo: ({ email }) => email.trim(),
  Start,
  Fields,
}

function Start({ onStart }: { onStart: () => void }) {
  return (
    <StartPage
      about="Record money that was taken out of a bank account or wallet, with the withdrawal slip or the bank’s advice beside you."
      start="Record a withdrawal"
      onStart={onStart}
    />
  )
}

const proposing = { without: withoutLast, with: withLast }

function Fields({ form }: { form: Sheet }) {
  const { channel, typed, today, given, figures, input, typing, update } = form
  useLast(form, 'withdrawal', proposing)
  const money = useMoneyAccounts({ channel, typedDay: typed.day, today, accounts: given.money })
  const account = money.find(({ code }) => code === typed.account)
  const foreign = isForeign(account)
  // Picking a supplier leaves the address of the receipt alone.
  const supplierForm: Sheet = {
    ...form,
    update: (changed) =>
      update((now) => {
        const { party } = changed(now)
        return party === null ? changed(now) : supplierPicked(now, party)
      }),
  }
  return (
    <>
      <Stack gap="md" className={css.fields}>
        <ReceiptEmail form={form} />
        <AccountField
          {...typing('account')}
          label="Taken from"
          accounts={money.filter(({ kind }) => kind === 'bank' || kind === 'ewallet')}
          moves={-figures.taken}
          hint="The bank account or wallet on the slip."
        />
        <div className={css.pair}>
          <DayInput {...typing('day')} label="Day" today={today} />
          <TextInput
            {...input('reference')}
            {...below('Of the slip or the bank’s message; may be left out.')}
            label="Reference number"
            spellCheck={false}
          />
        </div>
        {foreign && <PesoRate {...input('rate')} currency={account?.currency ?? ''} />}
      </Stack>
      <Purposes form={form} currency={account?.currency ?? 'PHP'} />
      <Stack gap="md" className={css.fields} mt="lg">
        {needsSupplier(typed) && <PartyField form={supplierForm} who="supplier" />}
        {typed.proposedFrom !== '' && <p className={css.proposed}>The account is that of {typed.proposedFrom}.</p>}
        {foreign && <ExchangeDifference gain={figuresOf(typed, today, { ...given, money }).gain} />}
        <Textarea {...input('memo')} {...below('May be left out; it stands on the receipt.')} label="Memo" rows={2} />
      </Stack>
    </>
  )
}

function Purposes({ form: { given, typed, mistakes, update }, currency }: { form: Sheet; currency: string }) {
  const change = useCallback(
    (what: RowChange<TypedPurpose>) => update((now) => ({ ...now, lines: rowsChanged(now.lines, what, purposeRows) })),
    [update],
  )
  const columns = useMemo(
    () => purposeColumns(given.accounts, given.vatRegistered, currency),
    [given.accounts, given.vatRegistered, currency],
  )
  return (
    <LineGrid
      name="lines"
      label="What the money was taken out for"
      columns={columns}
      rows={typed.lines}
      isEmpty={purposeRows.isEmpty}
      mistakes={mistakes}
      change={change}
    />
  )
}

function purposeColumns(
  accounts: readonly Account[],
  vatRegistered: boolean,
  currency: string,
): readonly Column<TypedPurpose>[] {
  const tax: Column<TypedPurpose> = {
    kind: 'select',
    field: 'tax',
    label: 'VAT invoice',
    hint: 'and what it is for',
    width: 148,
    options: Object.entries(taxWords).map(([value, label]) => ({ value, label })),
  }
  return [
    { kind: 'text', field: 'description', label: 'Purpose', wide: true },
    {
      kind: 'combobox',
      field: 'account',
      label: 'Account',
      hint: 'number or part of its name',
      wide: true,
      options: accounts.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
    },
    ...(vatRegistered ? [tax] : []),
    { kind: 'money', field: 'amount', label: 'Amount', hint: currency === 'PHP' ? 'with VAT' : currency, width: 136 },
  ]
}
