// The account that money goes into or out of: its bank and currency, and what it holds before and after.
import { NativeSelect } from '@mantine/core'
import { formatMoney, type Money } from '@talaan/ledger/money.ts'
import css from './AccountField.module.css'

export type MoneyAccount = {
  code: string
  name: string
  /** Bank and account number as people know it; '' for cash. */
  bank: string
  /** 'PHP' */
  currency: string
  /** In minor units of its currency; null where it is not known, or not for this person to see. */
  balance: Money | null
}

type Props = {
  id: string
  label: string
  /** The code of the account picked, or ''. */
  value: string
  onChange: (code: string) => void
  error?: string
  accounts: readonly MoneyAccount[]
  /** What the document puts in, below zero what it takes out; null while it cannot be read. */
  moves?: Money | null
  /** Said below while nothing is picked. */
  hint?: string
}

export function AccountField({ id, label, value, onChange, error, accounts, moves = null, hint }: Props) {
  const picked = accounts.find(({ code }) => code === value)
  return (
    <div>
      <NativeSelect
        id={id}
        label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        description={picked ? undefined : hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        size="md"
      >
        <option value="">{accounts.length === 0 ? 'No account is set up yet' : 'Pick an account'}</option>
        {accounts.map(({ code, name, bank, currency }) => (
          <option key={code} value={code}>
            {[`${code} ${name}`, bank, currency === 'PHP' ? '' : currency].filter((part) => part !== '').join(', ')}
          </option>
        ))}
      </NativeSelect>
      {picked && <Balance account={picked} moves={moves} />}
    </div>
  )
}

function Balance({ account: { bank, currency, balance }, moves }: { account: MoneyAccount; moves: Money | null }) {
  const after = balance === null || moves === null || moves === 0n ? null : balance + moves
  return (
    <dl className={css.balance}>
      <div>
        <dt>{bank === '' ? 'Cash' : bank}</dt>
        <dd>{currency}</dd>
      </div>
      {balance !== null && (
        <div>
          <dt>Holds</dt>
          <dd>{formatMoney(balance)}</dd>
        </div>
      )}
      {after !== null && (
        <div data-short={after < 0n || undefined}>
          <dt>Then</dt>
          <dd>
            {formatMoney(after)}
            {after < 0n && ', below zero'}
          </dd>
        </div>
      )}
    </dl>
  )
}
