// The fields for a bank line that is one side of a transfer between the company's own accounts. A suggestion knows the
// other account; otherwise the user chooses it. Between two currencies, the user enters the rate.
import { TextInput } from '@mantine/core'
import { listMoneyAccounts } from '@talaan/contract/money-accounts.ts'
import { functionalCurrency } from '@talaan/ledger/accounts/exchange.ts'
import { useCall } from '../../app/api.ts'
import { SearchSelect } from '../../ui/SearchSelect.tsx'
import { Amount, DayField } from './inputs.tsx'
import { type Fields, textOf } from './useReviewed.ts'

type Props = {
  /** All fields except the receipt's e-mail address. */
  known: boolean
  /** The amount of the line; money in is positive. */
  moved: bigint
  fields: Fields
  mistakes: Record<string, string>
  change: (patch: Fields) => void
}

export function TransferFields({ known, moved, fields, mistakes, change }: Props) {
  return (
    <>
      {!known && <OtherEnd moved={moved} fields={fields} mistakes={mistakes} change={change} />}
      <TextInput
        label="Receipt e-mail"
        data-autofocus={known || undefined}
        value={textOf(fields.email)}
        error={mistakes.email}
        onChange={(event) => change({ email: event.currentTarget.value })}
      />
      {!known && <DayField value={fields.day} error={mistakes.day} onDay={(day) => change({ day })} />}
    </>
  )
}

function OtherEnd({ moved, fields, mistakes, change }: Omit<Props, 'known'>) {
  const accounts = useCall(listMoneyAccounts).data?.accounts ?? []
  const incoming = moved > 0n
  const [side, ownSide] = incoming ? (['from', 'to'] as const) : (['to', 'from'] as const)
  const currencyOf = (code: unknown) => accounts.find((each) => each.code === code)?.currency ?? functionalCurrency
  const own = currencyOf(fields[ownSide])
  const other = currencyOf(fields[side])
  const exchanged = textOf(fields[side]) !== '' && own !== other
  const size = (incoming ? moved : -moved).toString()
  const choose = (code: string) => {
    const exchanges = code !== '' && currencyOf(code) !== own
    const isForeign = [own, currencyOf(code)].some((currency) => currency !== functionalCurrency)
    change({
      [side]: code || null,
      type: isForeign ? 'foreign' : 'local',
      rate: null,
      // The bank shows the amount received; the amount sent is in the currency of the other account.
      ...(exchanges && incoming ? { amount: '', received: size } : { amount: size, received: null }),
    })
  }
  return (
    <>
      <SearchSelect
        label={incoming ? 'From account' : 'To account'}
        size="md"
        data-autofocus
        value={textOf(fields[side])}
        error={
          mistakes[side] ?? mistakes[ownSide] ?? mistakes.type ?? (exchanged && incoming ? undefined : mistakes.amount)
        }
        onChange={choose}
        none="Choose an account"
        data={[
          ...accounts
            .filter(({ code, kind }) => (kind === 'bank' || kind === 'ewallet') && code !== fields[ownSide])
            .map(({ code, label, currency }) => ({
              value: code,
              label: `${code} ${label}${currency === own ? '' : `, ${currency}`}`,
            })),
        ]}
      />
      {exchanged && incoming && (
        <Amount
          label={`Amount sent, ${other}`}
          value={fields.amount}
          error={mistakes.amount}
          onAmount={(amount) => change({ amount })}
        />
      )}
      {exchanged && (
        <TextInput
          label={incoming ? `Exchange rate, ${own} per ${other}` : `Exchange rate, ${other} per ${own}`}
          inputMode="decimal"
          value={textOf(fields.rate)}
          error={mistakes.rate ?? mistakes.received}
          onChange={(event) => change({ rate: event.currentTarget.value === '' ? null : event.currentTarget.value })}
        />
      )}
    </>
  )
}
