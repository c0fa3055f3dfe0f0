// The deposit: the account, the selected receipts, other money with its account, and the bank charge.
import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import { accountOption } from '@talaan/contract/account-option.ts'
import { listAccounts, type Account } from '@talaan/contract/accounts.ts'
import { listMoneyAccounts } from '@talaan/contract/money-accounts.ts'
import { listUndeposited } from '@talaan/contract/open-items.ts'
import { takesDeposit } from '@talaan/ledger/documents/deposit/fields.ts'
import { depositWords } from '@talaan/ledger/documents/deposit/words.ts'
import { formatMoney, sum } from '@talaan/ledger/core/money.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import { MoneyInput } from '../../../ui/MoneyInput.tsx'
import { AccountField } from '../../fields/AccountField.tsx'
import { TextInput, Textarea } from '../../fields/boxes.tsx'
import type { Channel } from '../../runtime/channel.ts'
import { DocumentForm } from '../../runtime/DocumentForm.tsx'
import css from '../../runtime/DocumentForm.module.css'
import type { Form, FormDefinition } from '../../runtime/formDefinition.ts'
import { GridField } from '../../fields/GridField.tsx'
import type { Column } from '../../fields/LineGrid.tsx'
import { PesoRate } from '../../fields/PesoRate.tsx'
import { ReceiptEmail } from '../../fields/ReceiptEmail.tsx'
import { StartPage } from '../../runtime/StartPage.tsx'
import { TillReceipts } from '../../fields/TillReceipts.tsx'
import {
  depositModel,
  fieldsOf,
  figuresOf,
  otherMoney,
  ticked,
  type DepositReferenceData,
  type TypedDeposit,
  type TypedOther,
} from './typedDeposit.ts'
import { isForeign } from '../../fields/typedMoney.ts'
import { useMoneyAccounts } from '../../fields/useMoneyAccounts.ts'
import { namedAmount } from '../../runtime/words.ts'

export function DepositForm({ channel }: { channel: Channel }) {
  return <DocumentForm channel={channel} kind={depositForm} />
}

type ReferenceData = DepositReferenceData & { accounts: readonly Account[] }
type Figures = ReturnType<typeof figuresOf>
type ThisForm = Form<TypedDeposit, ReferenceData, Figures>

const depositForm: FormDefinition<TypedDeposit, ReferenceData, Figures> = {
  ...depositModel,
  document: depositWords,
  load: async (channel) => {
    const [{ accounts }, { accounts: money }, { items: undeposited }] = await Promise.all([
      channel.call(listAccounts),
      channel.call(listMoneyAccounts),
      channel.call(listUndeposited),
    ])
    return { accounts: accounts.filter((account) => account.active && takesDeposit(account)), money, undeposited }
  },
  ownReceipt: true,
  copies: true,
  openedFor: (typed, { id }, { loaded: { undeposited } }) =>
    ticked(typed, undeposited.some(({ documentId }) => documentId === id) ? [id] : [], true),
  figures: (typed, { loaded }) => figuresOf(typed, loaded),
  fieldsOf: (typed, { today, loaded }) => fieldsOf(typed, today, loaded),
  fixedBy: { account: ['day'], charge: ['others', 'receipts'], rate: ['account'] },
  begunAs: ({ account }, { totals }) =>
    `Deposit into ${namedAmount(account || 'no account yet', totals.at(-1)?.amount ?? 0n)}`,
  Start,
  Fields,
}

function Start({ form: { loaded }, onStart }: { form: ThisForm; onStart: () => void }) {
  const { undeposited } = loaded
  const waiting = formatMoney(sum(undeposited.map(({ open }) => open)))
  const waits =
    undeposited.length === 0
      ? 'No undeposited funds.'
      : `${waiting} of ${undeposited.length === 1 ? '1 document is waiting' : `${undeposited.length} documents are waiting`} to be deposited.`
  return (
    <StartPage
      about={`Record money deposited into a bank account or e-wallet. Have the deposit slip ready. ${waits}`}
      start="Record a deposit"
      onStart={onStart}
    />
  )
}

function Fields({ form }: { form: ThisForm }) {
  const { channel, typed, today, loaded, figures, input, typing } = form
  const money = useMoneyAccounts({ channel, typedDay: typed.day, today, accounts: loaded.money })
  const account = loaded.money.find(({ code }) => code === typed.account)
  return (
    <>
      <div className={css.row}>
        <AccountField
          className={css.medium}
          {...typing('account')}
          accounts={money.filter(({ kind }) => kind === 'bank' || kind === 'ewallet')}
          moves={figures.arrived}
        />
        <DayInput {...typing('day')} today={today} />
        <TextInput {...input('reference')} />
        {isForeign(account) && <PesoRate {...input('rate')} currency={account.currency} />}
        <ReceiptEmail form={form} />
      </div>
      <TillReceipts
        items={loaded.undeposited}
        ticked={typed.receipts}
        mistakes={form.mistakes}
        foreign={isForeign(account) ? account : null}
        onTick={(ids, on) => form.update((now) => ticked(now, ids, on))}
      />
      <Others form={form} currency={account?.currency ?? 'PHP'} />
      <Stack gap="md" className={css.fields} mt="lg">
        <MoneyInput {...typing('charge')} className={css.half} />
        <Textarea {...input('memo')} rows={2} />
      </Stack>
    </>
  )
}

function Others({ form, currency }: { form: ThisForm; currency: string }) {
  const { accounts } = form.loaded
  const columns = useMemo(() => otherColumns(accounts, currency), [accounts, currency])
  return (
    <section className={css.part} aria-labelledby="other-money">
      <h2 id="other-money">Other money</h2>
      <p>For example, capital, a loan, a refundable deposit or an unidentified deposit</p>
      <GridField form={form} name="others" of={otherMoney} label="Other money" columns={columns} />
    </section>
  )
}

function otherColumns(accounts: readonly Account[], currency: string): readonly Column<TypedOther>[] {
  return [
    { kind: 'text', field: 'description', label: 'Description', wide: true, required: true },
    {
      kind: 'combobox',
      field: 'account',
      label: 'Account',
      required: true,
      hint: 'number or part of the name',
      wide: true,
      options: accounts.map(accountOption),
    },
    {
      kind: 'money',
      field: 'amount',
      label: 'Amount',
      required: true,
      hint: currency === 'PHP' ? '' : currency,
      width: 144,
    },
  ]
}
