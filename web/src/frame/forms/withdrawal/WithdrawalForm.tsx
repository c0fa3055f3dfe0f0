// The withdrawal: the account, and the purposes line by line.
import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import { accountOption } from '@talaan/contract/account-option.ts'
import { listAccounts, type Account } from '@talaan/contract/accounts.ts'
import { listMoneyAccounts } from '@talaan/contract/money-accounts.ts'
import { parseTypedDay } from '@talaan/ledger/core/date.ts'
import { registeredOn } from '@talaan/ledger/tax/registrations.ts'
import type { Registration } from '@talaan/ledger/tax/registrations.ts'
import { takesWithdrawal } from '@talaan/ledger/documents/withdrawal/fields.ts'
import { withdrawalWords } from '@talaan/ledger/documents/withdrawal/words.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import { AccountField } from '../../fields/AccountField.tsx'
import { TextInput, Textarea } from '../../fields/boxes.tsx'
import type { Channel } from '../../runtime/channel.ts'
import { DocumentForm } from '../../runtime/DocumentForm.tsx'
import css from '../../runtime/DocumentForm.module.css'
import { ExchangeDifference } from '../../fields/ExchangeDifference.tsx'
import type { Form, FormDefinition } from '../../runtime/formDefinition.ts'
import { GridField } from '../../fields/GridField.tsx'
import type { Column } from '../../fields/LineGrid.tsx'
import { PartyField } from '../../fields/PartyField.tsx'
import { PesoRate } from '../../fields/PesoRate.tsx'
import { ReceiptEmail } from '../../fields/ReceiptEmail.tsx'
import { StartPage } from '../../runtime/StartPage.tsx'
import {
  fieldsOf,
  figuresOf,
  needsSupplier,
  purposes,
  supplierArrived,
  supplierPicked,
  taxWords,
  withdrawalModel,
  withLast,
  withoutLast,
  type WithdrawalReferenceData,
  type TypedPurpose,
  type TypedWithdrawal,
} from './typedWithdrawal.ts'
import { isForeign } from '../../fields/typedMoney.ts'
import { useMoneyAccounts } from '../../fields/useMoneyAccounts.ts'
import { useOwnUsual } from '../../fields/useUsual.ts'
import { useLast } from '../../runtime/useLast.ts'
import { partyFixedBy, partyChanged } from '../../runtime/documentParty.ts'
import { namedAmount } from '../../runtime/words.ts'

export function WithdrawalForm({ channel }: { channel: Channel }) {
  return <DocumentForm channel={channel} kind={withdrawalForm} />
}

type ReferenceData = WithdrawalReferenceData & { accounts: readonly Account[]; registrations: readonly Registration[] }
type Figures = ReturnType<typeof figuresOf>
type ThisForm = Form<TypedWithdrawal, ReferenceData, Figures>

const withdrawalForm: FormDefinition<TypedWithdrawal, ReferenceData, Figures> = {
  ...withdrawalModel,
  document: withdrawalWords,
  load: async (channel) => {
    const [{ accounts, vatRates, registrations }, { accounts: money }] = await Promise.all([
      channel.call(listAccounts),
      channel.call(listMoneyAccounts),
    ])
    return {
      accounts: accounts.filter((account) => account.active && takesWithdrawal(account)),
      vatRates,
      registrations,
      money,
    }
  },
  ownReceipt: true,
  copies: true,
  arrived: supplierArrived,
  set: partyChanged,
  figures: (typed, { today, loaded }) => figuresOf(typed, today, loaded),
  fieldsOf: (typed, { today, loaded }) => fieldsOf(typed, today, loaded),
  fixedBy: { ...partyFixedBy, party: ['partySearch', 'lines'], lines: ['day', 'account'], rate: ['account'] },
  begunAs: ({ account }, { totals }) =>
    `Withdrawal from ${namedAmount(account || 'no account yet', totals.at(-1)?.amount ?? 0n)}`,
  Start,
  Fields,
}

function Start({ onStart }: { onStart: () => void }) {
  return (
    <StartPage
      about="Record money withdrawn from a bank account or e-wallet. Have the withdrawal slip or bank’s advice ready."
      start="Record a withdrawal"
      onStart={onStart}
    />
  )
}

const suggesting = { without: withoutLast, with: withLast }

function Fields({ form }: { form: ThisForm }) {
  const { channel, typed, today, loaded, figures, input, typing, update } = form
  useLast(form, 'withdrawal', suggesting)
  const money = useMoneyAccounts({ channel, typedDay: typed.day, today, accounts: loaded.money })
  const account = money.find(({ code }) => code === typed.account)
  const foreign = isForeign(account)
  // Choosing a supplier does not change the receipt's address.
  const supplierForm: ThisForm = {
    ...form,
    update: (changed) =>
      update((now) => {
        const { party } = changed(now)
        return party === null ? changed(now) : supplierPicked(now, party)
      }),
  }
  return (
    <>
      <div className={css.row}>
        <AccountField
          className={css.medium}
          {...typing('account')}
          accounts={money.filter(({ kind }) => kind === 'bank' || kind === 'ewallet')}
          moves={-figures.taken}
        />
        <DayInput {...typing('day')} today={today} />
        <TextInput {...input('reference')} />
        {foreign && <PesoRate {...input('rate')} currency={account.currency} />}
        <ReceiptEmail form={form} />
      </div>
      <Purposes form={form} currency={account?.currency ?? 'PHP'} />
      <Stack gap="md" className={css.fields} mt="lg">
        {needsSupplier(typed) && <PartyField form={supplierForm} who="supplier" />}
        {typed.suggestedFrom !== '' && <p className={css.suggested}>Account copied from {typed.suggestedFrom}.</p>}
        {foreign && <ExchangeDifference gain={figuresOf(typed, today, { ...loaded, money }).gain} />}
        <Textarea {...input('memo')} rows={2} />
      </Stack>
    </>
  )
}

function Purposes({ form, currency }: { form: ThisForm; currency: string }) {
  const { accounts, registrations } = form.loaded
  const read = parseTypedDay(form.typed.day, form.today)
  const { vatRegistered } = registeredOn(registrations, read.ok ? read.day : form.today)
  const usual = useOwnUsual(form.channel, 'withdrawal').account
  const columns = useMemo(
    () => purposeColumns({ accounts, usual, vatRegistered, currency }),
    [accounts, usual, vatRegistered, currency],
  )
  return <GridField form={form} name="lines" of={purposes} label="Lines of the withdrawal" columns={columns} />
}

function purposeColumns({
  accounts,
  usual,
  vatRegistered,
  currency,
}: {
  accounts: readonly Account[]
  usual: readonly string[]
  vatRegistered: boolean
  currency: string
}): readonly Column<TypedPurpose>[] {
  const tax: Column<TypedPurpose> = {
    kind: 'combobox',
    field: 'tax',
    label: 'VAT invoice',
    passed: () => true,
    hint: 'and category',
    width: 132,
    options: Object.entries(taxWords).map(([value, label]) => ({ value, label })),
  }
  return [
    { kind: 'text', field: 'description', label: 'Purpose', wide: true, required: true },
    {
      kind: 'combobox',
      field: 'account',
      label: 'Account',
      required: true,
      hint: 'number or part of the name',
      wide: true,
      options: accounts.map(accountOption),
      usual,
    },
    ...(vatRegistered ? [tax] : []),
    {
      kind: 'money',
      field: 'amount',
      label: 'Amount',
      required: true,
      hint: currency === 'PHP' ? 'with VAT' : currency,
      width: 136,
    },
  ]
}
