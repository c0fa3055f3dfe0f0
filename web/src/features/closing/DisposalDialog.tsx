// The disposal of an asset, with its gain or loss. Month Close then suggests the voucher.
import { NativeSelect, Text } from '@mantine/core'
import { listAccounts } from '@talaan/contract/accounts.ts'
import { keepDisposal, type AssetRow, type SaleOfAsset } from '@talaan/contract/closing.ts'
import { accounts as ruled } from '@talaan/ledger/accounts/chart.ts'
import { formatDay, parseTypedDay } from '@talaan/ledger/core/date.ts'
import {
  costAccountOf,
  disposalFields,
  disposalFigures,
  disposalReasons,
  disposalWords,
} from '@talaan/ledger/accounts/disposal.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { call, useCall } from '../../app/api.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { ChoiceInput } from '../../ui/ChoiceInput.tsx'
import { DayInput } from '../../ui/DayInput.tsx'
import { SearchSelect } from '../../ui/SearchSelect.tsx'
import { useToday } from '../../app/today.ts'
import { checkTyped, options, useRegister } from './RegisterDialogs.tsx'
import classes from './closing.module.css'

type Props = { row: AssetRow; sales: readonly SaleOfAsset[]; onClose: () => void }

export function DisposalDialog({ row, sales, onClose }: Props) {
  const accounts = useCall(listAccounts).data?.accounts ?? []
  const today = useToday()
  const { disposal } = row
  const { typed, typing, input, submit, ...dialog } = useRegister({
    row,
    onClose,
    savedMessage: 'Disposal saved',
    begun: {
      day: formatDay(disposal?.day ?? today),
      reason: disposal?.reason ?? 'sold',
      invoiceId: disposal?.invoiceId ?? '',
      costAccount: disposal?.costAccount ?? costAccountOf(row.accumulatedAccount),
    },
    check: (now) => {
      const day = parseTypedDay(now.day ?? '', today)
      const invoiceId = now.reason === 'sold' ? now.invoiceId || null : null
      const values = { ...now, day: day.ok ? day.day : '', invoiceId }
      return checkTyped(disposalFields, values, day.ok ? {} : { day: day.message })
    },
    save: (id, values) => call(keepDisposal, { params: { id }, body: values as never }),
  })
  const day = parseTypedDay(typed.day ?? '', today)
  const invoices = [
    ...(disposal?.invoiceId == null
      ? []
      : [
          {
            value: disposal.invoiceId,
            label: `${disposal.invoiceNumber ?? ''}, ${formatMoney(disposal.proceeds)}`,
          },
        ]),
    ...sales.map(({ id, number, day: of, amount }) => ({
      value: id,
      label: `${number}, ${formatDay(of)}, ${formatMoney(amount)}`,
    })),
  ]
  const proceeds =
    typed.reason !== 'sold'
      ? 0n
      : typed.invoiceId === disposal?.invoiceId
        ? (disposal?.proceeds ?? 0n)
        : sales.find(({ id }) => id === typed.invoiceId)?.amount
  return (
    <TypingDialog
      title={`Dispose of ${row.name}`}
      submit="Save disposal"
      onSubmit={submit}
      onClose={onClose}
      {...dialog}
    >
      <div className={classes.pair}>
        <DayInput {...typing('day')} label="Disposal date" today={today} />
        <NativeSelect
          size="md"
          {...input('reason')}
          label="Type of disposal"
          data={disposalReasons.map((value) => ({ value, label: disposalWords[value] }))}
        />
      </div>
      {typed.reason === 'sold' && (
        <SearchSelect
          size="md"
          {...typing('invoiceId')}
          label="Sales invoice to the buyer"
          description={`Record the invoice first, with its line on account ${ruled.disposals}.`}
          none="Choose a sales invoice"
          data={invoices}
        />
      )}
      <ChoiceInput
        {...typing('costAccount')}
        label="Asset account"
        none="Choose an account"
        options={options(accounts, ({ type, normal, control }) => type === 'asset' && normal === 'debit' && !control)}
      />
      <Text size="sm" role="status">
        {day.ok && proceeds !== undefined ? outcome(row, day.day, proceeds) : ' '}
      </Text>
    </TypingDialog>
  )
}

/** For example: 'Carrying amount 96,250.00 on 14 Feb 2026; sold for 88,000.00, net of VAT: a loss of 8,250.00.' */
function outcome(row: AssetRow, day: string, proceeds: bigint): string {
  const { carried } = disposalFigures(row, day)
  const gain = proceeds - carried
  const sold = proceeds === 0n ? '' : `; sold for ${formatMoney(proceeds)}, net of VAT`
  const result =
    gain === 0n ? 'no gain or loss' : gain > 0n ? `a gain of ${formatMoney(gain)}` : `a loss of ${formatMoney(-gain)}`
  return `Carrying amount ${formatMoney(carried)} on ${formatDay(day)}${sold}: ${result}.`
}
