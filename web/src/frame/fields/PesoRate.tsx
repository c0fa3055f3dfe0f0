// Pesos for one unit of the account's currency, with the rate read the other way round beside it.
import type { ReactNode } from 'react'
import { functionalCurrency } from '@talaan/ledger/accounts/exchange.ts'
import { below } from '../runtime/below.ts'
import { TextInput } from './boxes.tsx'
import { otherWay, shownRate } from './typedMoney.ts'

type Props = {
  id: string
  value: string
  error: ReactNode
  onChange: (event: { currentTarget: { value: string } }) => void
  autoComplete: string
  currency: string
}

export function PesoRate({ currency, ...box }: Props) {
  const other = otherWay(box.value)
  return (
    <TextInput
      {...box}
      {...below(
        other === null
          ? `${functionalCurrency} for one ${currency}, for example 56.25.`
          : `1 ${currency} = ${box.value.trim()} ${functionalCurrency}; 1 ${functionalCurrency} = ${shownRate(other)} ${currency}.`,
      )}
      label={`Exchange rate, ${functionalCurrency} for one ${currency}`}
      inputMode="decimal"
      spellCheck={false}
      maw={352}
    />
  )
}
