// The fund transfer: local or foreign, from where to where, at which rate, with which fee, and whether it has arrived.
import { Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { listMoneyAccounts, type MoneyAccount } from '@talaan/contract/money-accounts.ts'
import { transferTypes, transferTypeWords } from '@talaan/ledger/documents/transfer/fields.ts'
import { transferWords } from '@talaan/ledger/documents/transfer/words.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import { MoneyInput } from '../../../ui/MoneyInput.tsx'
import { AccountField } from '../../fields/AccountField.tsx'
import { below } from '../../runtime/below.ts'
import { NativeSelect, TextInput, Textarea } from '../../fields/boxes.tsx'
import type { Channel } from '../../runtime/channel.ts'
import { DocumentForm } from '../../runtime/DocumentForm.tsx'
import css from '../../runtime/DocumentForm.module.css'
import { ExchangeDifference } from '../../fields/ExchangeDifference.tsx'
import type { Form, FormKind } from '../../runtime/formKind.ts'
import { ReceiptEmail } from '../../fields/ReceiptEmail.tsx'
import { StartPage } from '../../runtime/StartPage.tsx'
import start from './TransferForm.module.css'
import { otherWay, shownRate } from '../../fields/typedMoney.ts'
import {
  carriedOver,
  changed,
  emptyTransfer,
  fieldsOf,
  figuresOf,
  hasRate,
  isBlank,
  like,
  restored,
  sources,
  targets,
  threeOf,
  typeChosen,
  type Figures,
  type TypedTransfer,
} from './typedTransfer.ts'
import { useMoneyAccounts } from '../../fields/useMoneyAccounts.ts'
import { namedAmount } from '../../runtime/words.ts'

export function TransferForm({ channel }: { channel: Channel }) {
  return <DocumentForm channel={channel} kind={transferForm} />
}

type Given = { money: readonly MoneyAccount[] }
type Sheet = Form<TypedTransfer, Given, Figures>

const transferForm: FormKind<TypedTransfer, Given, Figures> = {
  document: transferWords,
  load: async (channel) => ({ money: (await channel.call(listMoneyAccounts)).accounts }),
  empty: ({ today }) => emptyTransfer(today),
  next: (last, { today }) => emptyTransfer(today, carriedOver(last)),
  copied: (recorded) => ({ ...recorded, reference: '' }),
  like: (fields, _, { today }) => like(fields, today),
  restored,
  ownReceipt: true,
  isBlank,
  set: changed,
  figures: (typed, { given }) => figuresOf(typed, given.money),
  fieldsOf: (typed, { today, given }) => fieldsOf(typed, today, given.money),
  mendedBy: {
    ...{ from: ['type'], to: ['type', 'from'], amount: ['day', 'from', 'fee', 'feeFrom'], fee: ['amount'] },
    ...{ rate: ['from', 'to'], inverse: ['from', 'to'], received: ['amount', 'rate', 'inverse'], arrived: ['type'] },
  },
  begunAs: ({ type }, { totals }) =>
    `${transferTypeWords[type]} transfer, ${namedAmount(totals[0]?.label ?? '', totals[0]?.amount ?? 0n)}`,
  receiptTo: ({ email }) => email.trim(),
  Start,
  Fields,
}

const typeHints = { local: 'Between two peso accounts.', foreign: 'From or to an account in foreign money.' }

function Start({ form, onStart }: { form: Sheet; onStart: () => void }) {
  const { typed, given, update } = form
  const chosen = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) chosen.current?.focus({ preventScroll: true })
  }, [])
  return (
    <StartPage
      about="Record money that was moved from one account of the company to another, with the bank’s advice beside you."
      start="Start recording"
      onStart={onStart}
    >
      <fieldset className={start.types}>
        <legend>Fund transfer type</legend>
        {transferTypes.map((type) => (
          <label key={type}>
            <input
              type="radio"
              name="type"
              ref={typed.type === type ? chosen : undefined}
              value={type}
              checked={typed.type === type}
              onChange={() => update((now) => typeChosen(now, type, given.money))}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
                event.preventDefault()
                onStart()
              }}
            />
            {transferTypeWords[type]}
            <span className={start.hint}>{typeHints[type]}</span>
          </label>
        ))}
      </fieldset>
    </StartPage>
  )
}

function Fields({ form }: { form: Sheet }) {
  const { channel, typed, today, given, input, typing, update } = form
  const money = useMoneyAccounts({ channel, typedDay: typed.day, today, accounts: given.money })
  const { out, arriving, gain } = figuresOf(typed, money)
  const from = money.find(({ code }) => code === typed.from)
  const to = money.find(({ code }) => code === typed.to)
  const foreign = typed.type === 'foreign'
  const withRate = hasRate(typed, money)
  const feeUnit = (typed.feeFrom === 'source' ? from : to)?.currency ?? 'PHP'
  return (
    <Stack gap="md" className={css.fields}>
      <ReceiptEmail form={form} />
      <NativeSelect
        {...input('type')}
        {...below(typeHints[typed.type])}
        onChange={({ currentTarget: { value } }) =>
          update((now) => typeChosen(now, value === 'foreign' ? 'foreign' : 'local', money))
        }
        label="Fund transfer type"
        data={transferTypes.map((value) => ({ value, label: transferTypeWords[value] }))}
        size="md"
        className={css.half}
      />
      <div className={css.pair}>
        <AccountField
          {...typing('from')}
          label="From"
          accounts={sources(typed, money)}
          moves={out === null ? null : -out}
          hint="The account the money leaves."
        />
        <AccountField
          {...typing('to')}
          label="To"
          accounts={targets(typed, money)}
          moves={!foreign && typed.arrived === 'no' ? null : arriving}
          hint="The account that receives it."
        />
      </div>
      <div className={css.pair}>
        <DayInput {...typing('day')} label="Day" today={today} />
        <TextInput
          {...input('reference')}
          {...below('Of the bank’s advice; may be left out.')}
          label="Reference number"
          spellCheck={false}
        />
      </div>
      <MoneyInput
        {...typing('amount')}
        {...below(amountHint(typed, from))}
        label={foreign && from ? `Amount, ${from.currency}` : 'Amount'}
        className={css.half}
      />
      {withRate && from && to && <Rate form={form} from={from.currency} to={to.currency} />}
      <div className={css.pair}>
        <MoneyInput
          {...typing('fee')}
          {...below('What the bank took for it; may be left out.')}
          label={foreign ? `Fee, ${feeUnit}` : 'Fee'}
        />
        <NativeSelect
          {...input('feeFrom')}
          label="Fee taken from"
          data={[
            { value: 'source', label: from ? `${from.name}, on top` : 'The source, on top' },
            { value: 'received', label: 'What arrives' },
          ]}
          size="md"
        />
      </div>
      {!foreign && (
        <NativeSelect
          {...input('arrived')}
          {...below(
            typed.arrived === 'yes'
              ? 'Both accounts move on the day above.'
              : 'It waits in transit; record a deposit when it has arrived, and tick it there.',
          )}
          label="The money"
          data={[
            { value: 'yes', label: 'Has arrived' },
            { value: 'no', label: 'Is on its way' },
          ]}
          size="md"
          className={css.half}
        />
      )}
      <Outcome typed={typed} from={from} to={to} out={out} arriving={arriving} />
      <ExchangeDifference gain={gain} />
      <Textarea {...input('memo')} {...below('May be left out; it stands on the receipt.')} label="Memo" rows={2} />
    </Stack>
  )
}

function amountHint(typed: TypedTransfer, from: MoneyAccount | undefined): string {
  const { amount } = threeOf(typed)
  if (typed.amount.trim() === '' && amount !== null) return `${formatMoney(amount)}, by the rate and what arrived.`
  if (typed.type === 'local') return 'Without the fee.'
  return from === undefined
    ? 'In the currency of the source account, without the fee.'
    : `Currency ${from.currency}, that of the source account; without the fee.`
}

/** The rate from the source to the receiving account, typed either way round, or told by what arrived. */
function Rate({ form: { typed, input, typing }, from, to }: { form: Sheet; from: string; to: string }) {
  const three = threeOf(typed)
  const rate = typed.rate.trim() === '' ? three.rate : null
  const turned = typed.inverse.trim() === '' && three.rate !== null ? otherWay(three.rate) : null
  return (
    <>
      <div className={css.pair}>
        <TextInput
          {...input('rate')}
          {...below(
            rate === null ? 'From the source to the receiving account.' : `${shownRate(rate)} ${to} for one ${from}.`,
          )}
          label={`Exchange rate, ${to} for one ${from}`}
          inputMode="decimal"
          spellCheck={false}
        />
        <TextInput
          {...input('inverse')}
          {...below(
            turned === null ? 'If the slip has it this way round.' : `${shownRate(turned)} ${from} for one ${to}.`,
          )}
          label={`Or ${from} for one ${to}`}
          inputMode="decimal"
          spellCheck={false}
        />
      </div>
      <MoneyInput
        {...typing('received')}
        {...below(
          typed.received.trim() === '' && three.received !== null
            ? `${formatMoney(three.received)} by the rate; type what the slip says if it differs.`
            : 'What the slip says, before the fee; with it the rate may be left out.',
        )}
        label={`Arrives, ${to}`}
        className={css.half}
      />
    </>
  )
}

type Sides = { typed: TypedTransfer; from: MoneyAccount | undefined; to: MoneyAccount | undefined }

/** '1 USD = 56.42 PHP; 1,000.00 USD leaves, 56,420.00 PHP arrives.' */
function Outcome({ typed, from, to, out, arriving }: Sides & Pick<Figures, 'out' | 'arriving'>) {
  const { rate } = threeOf(typed)
  if (from === undefined || to === undefined || from.currency === to.currency || rate === null) return null
  const moves =
    out === null || arriving === null
      ? ''
      : ` ${formatMoney(out)} ${from.currency} leaves, ${formatMoney(arriving)} ${to.currency} arrives.`
  const turned = otherWay(rate)
  return (
    <Text size="sm">
      1 {from.currency} = {shownRate(rate)} {to.currency}
      {turned !== null && `; 1 ${to.currency} = ${shownRate(turned)} ${from.currency}`}.{moves}
    </Text>
  )
}
