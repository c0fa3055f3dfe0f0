// The pesos for one unit of the account's currency, and the inverse rate.
import { functionalCurrency } from '@talaan/ledger/accounts/exchange.ts'
import { below } from '../runtime/below.ts'
import type { Form, Typed } from '../runtime/formDefinition.ts'
import { TextInput } from './boxes.tsx'
import { otherWay, shownRate } from './typedMoney.ts'

type Props = ReturnType<Form<Typed>['input']> & { currency: string }

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
