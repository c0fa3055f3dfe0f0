// The account that receives or pays the money, with its currency, and its balance before and after the document.
import type { MoneyAccount } from '@talaan/contract/money-accounts.ts'
import { formatMoney, type Money } from '@talaan/ledger/core/money.ts'
import { opens } from '../runtime/opens.ts'
import type { passedBox, requiredBox } from '../runtime/field.ts'
import { SearchSelect } from '../../ui/SearchSelect.tsx'
import css from './AccountField.module.css'

type Props = {
  id: string
  label: string
  /** The code of the chosen account, or ''. */
  value: string
  onChange: (code: string) => void
  error?: string
  /** The date of the document, for the balance. */
  accounts: readonly MoneyAccount[]
  /** The change of the balance in the account's currency: negative for money out, null if it can't be read. */
  moves?: Money | null
  /** The hint while no account is chosen. */
  hint?: string
  className?: string | undefined
} & Partial<typeof requiredBox> &
  Partial<typeof passedBox>

export function AccountField({
  id,
  label,
  value,
  onChange,
  error,
  accounts,
  moves = null,
  hint,
  className,
  labelProps,
  'aria-required': isRequired,
  'data-pass': pass,
}: Props) {
  const picked = accounts.find(({ code }) => code === value)
  return (
    <div className={className} {...opens('account', picked?.code)}>
      <SearchSelect
        id={id}
        label={label}
        labelProps={labelProps}
        aria-required={isRequired}
        // Without an account, the field does not count as filled in, although it shows a hint.
        data-pass={pass && 'chosen'}
        value={value}
        onChange={onChange}
        error={error}
        description={picked ? undefined : hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        size="md"
        none={accounts.length === 0 ? 'No accounts yet' : 'Choose an account'}
        data={accounts.map(({ code, label: called, currency }) => ({
          value: code,
          label: `${code} ${called}${currency === 'PHP' || called.includes(currency) ? '' : `, ${currency}`}`,
        }))}
      />
      {picked && <Balance account={picked} moves={moves} />}
    </div>
  )
}

function Balance({ account, moves }: { account: MoneyAccount; moves: Money | null }) {
  const { currency, held, lowestHeld, overdraft } = account
  const after = moves === null || moves === 0n ? null : held + moves
  const lowest = lowestHeld + (moves ?? 0n)
  return (
    <dl className={css.balance}>
      <Figure label="Holds" amount={held} currency={currency} />
      {after !== null && <Figure label="Then" amount={after} currency={currency} />}
      {lowestHeld < held && <Figure label="Lowest balance after" amount={lowest} currency={currency} />}
      {overdraft > 0n && <Figure label="Overdraft allowed" amount={overdraft} currency={currency} />}
    </dl>
  )
}

function Figure({ label, amount, currency }: { label: string; amount: Money; currency: string }) {
  return (
    <div data-short={amount < 0n || undefined}>
      <dt>{label}</dt>
      <dd>
        {formatMoney(amount)} {currency}
      </dd>
    </div>
  )
}
