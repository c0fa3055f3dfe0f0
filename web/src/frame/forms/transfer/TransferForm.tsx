// The fund transfer: local or foreign, accounts, rate, fee, and whether it has arrived.
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
import type { Form, FormDefinition } from '../../runtime/formDefinition.ts'
import { ReceiptEmail } from '../../fields/ReceiptEmail.tsx'
import { StartPage } from '../../runtime/StartPage.tsx'
import start from './TransferForm.module.css'
import { otherWay, shownRate } from '../../fields/typedMoney.ts'
import {
  changed,
  fieldsOf,
  figuresOf,
  hasRate,
  sources,
  targets,
  threeOf,
  transferModel,
  typeChosen,
  type Figures,
  type TypedTransfer,
} from './typedTransfer.ts'
import { useMoneyAccounts } from '../../fields/useMoneyAccounts.ts'
import { namedAmount } from '../../runtime/words.ts'

export function TransferForm({ channel }: { channel: Channel }) {
  return <DocumentForm channel={channel} kind={transferForm} />
}

type ReferenceData = { money: readonly MoneyAccount[] }
type ThisForm = Form<TypedTransfer, ReferenceData, Figures>

const transferForm: FormDefinition<TypedTransfer, ReferenceData, Figures> = {
  ...transferModel,
  document: transferWords,
  load: async (channel) => ({ money: (await channel.call(listMoneyAccounts)).accounts }),
  ownReceipt: true,
  copies: true,
  set: changed,
  figures: (typed, { loaded }) => figuresOf(typed, loaded.money),
  fieldsOf: (typed, { today, loaded }) => fieldsOf(typed, today, loaded.money),
  fixedBy: {
    from: ['type'],
    to: ['type', 'from'],
    amount: ['day', 'from', 'fee', 'feeFrom'],
    fee: ['amount'],
    rate: ['from', 'to'],
    inverse: ['from', 'to'],
    received: ['amount', 'rate', 'inverse'],
    arrived: ['type'],
  },
  begunAs: ({ type }, { totals }) =>
    `${transferTypeWords[type]} transfer, ${namedAmount(totals[0]?.label ?? '', totals[0]?.amount ?? 0n)}`,
  Start,
  Fields,
}

const typeHints = { local: 'Between two peso accounts', foreign: 'From or to a foreign-currency account' }

function Start({ form, onStart }: { form: ThisForm; onStart: () => void }) {
  const { typed, loaded, update } = form
  const chosen = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) chosen.current?.focus({ preventScroll: true })
  }, [])
  return (
    <StartPage
      about="Record money moved between your company’s accounts. Have the bank’s advice ready."
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
              onChange={() => update((now) => typeChosen(now, type, loaded.money))}
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

function Fields({ form }: { form: ThisForm }) {
  const { channel, typed, today, loaded, input, typing, update } = form
  const money = useMoneyAccounts({ channel, typedDay: typed.day, today, accounts: loaded.money })
  const { out, arriving, gain } = figuresOf(typed, money)
  const from = money.find(({ code }) => code === typed.from)
  const to = money.find(({ code }) => code === typed.to)
  const foreign = typed.type === 'foreign'
  const withRate = hasRate(typed, money)
  const feeFrom = input('feeFrom')
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
        className={css.half}
      />
      <div className={css.pair}>
        <AccountField {...typing('from')} accounts={sources(typed, money)} moves={out === null ? null : -out} />
        <AccountField
          {...typing('to')}
          accounts={targets(typed, money)}
          moves={!foreign && typed.arrived === 'no' ? null : arriving}
        />
      </div>
      <div className={css.pair}>
        <DayInput {...typing('day')} today={today} />
        <TextInput {...input('reference')} />
      </div>
      <MoneyInput
        {...typing('amount')}
        {...below(amountHint(typed, from))}
        {...(foreign && from && { label: `Amount, ${from.currency}` })}
        className={css.half}
      />
      {withRate && from && to && <Rate form={form} from={from.currency} to={to.currency} />}
      <div className={css.pair}>
        <MoneyInput {...typing('fee')} {...(foreign && { label: `Fee, ${feeUnit}` })} />
        <NativeSelect
          {...feeFrom}
          data={feeFrom.data?.map((one) =>
            one.value === 'source' && from ? { ...one, label: `${from.name}, added to the amount` } : one,
          )}
        />
      </div>
      {!foreign && (
        <NativeSelect
          {...input('arrived')}
          {...below(
            typed.arrived === 'yes'
              ? 'Both account balances change on the date above.'
              : 'The money is in transit. When it is received, record a deposit and select this transfer.',
          )}
          className={css.half}
        />
      )}
      <Outcome typed={typed} from={from} to={to} out={out} arriving={arriving} />
      <ExchangeDifference gain={gain} />
      <Textarea {...input('memo')} rows={2} />
    </Stack>
  )
}

function amountHint(typed: TypedTransfer, from: MoneyAccount | undefined): string {
  const { amount } = threeOf(typed)
  if (typed.amount.trim() === '' && amount !== null)
    return `${formatMoney(amount)}, from the rate and the amount received.`
  if (typed.type === 'local') return 'Not including the fee.'
  return from === undefined
    ? 'In the currency of the source account, not including the fee'
    : `In ${from.currency}, the currency of the source account, not including the fee`
}

/**
 * The rate from the source to the receiving account. It can be typed either way around, or is calculated from the
 * amount received.
 */
function Rate({ form: { typed, input, typing }, from, to }: { form: ThisForm; from: string; to: string }) {
  const three = threeOf(typed)
  const rate = typed.rate.trim() === '' ? three.rate : null
  const turned = typed.inverse.trim() === '' && three.rate !== null ? otherWay(three.rate) : null
  return (
    <>
      <div className={css.pair}>
        <TextInput
          {...input('rate')}
          {...(rate !== null && below(`${shownRate(rate)} ${to} for one ${from}.`))}
          label={`Exchange rate, ${to} for one ${from}`}
          inputMode="decimal"
        />
        <TextInput
          {...input('inverse')}
          {...(turned !== null && below(`${shownRate(turned)} ${from} for one ${to}.`))}
          label={`Or ${from} for one ${to}`}
          inputMode="decimal"
        />
      </div>
      <MoneyInput
        {...typing('received')}
        {...(typed.received.trim() === '' &&
          three.received !== null &&
          below(`${formatMoney(three.received)} at this rate. Enter the amount on the slip if it differs.`))}
        label={`Received, ${to}`}
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
      : ` ${formatMoney(out)} ${from.currency} sent, ${formatMoney(arriving)} ${to.currency} received.`
  const turned = otherWay(rate)
  return (
    <Text size="sm">
      1 {from.currency} = {shownRate(rate)} {to.currency}
      {turned !== null && `; 1 ${to.currency} = ${shownRate(turned)} ${from.currency}`}.{moves}
    </Text>
  )
}
