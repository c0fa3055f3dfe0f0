// The dialog for a recurring entry and its lines. Once the entry is recorded for a month, only its name and last month
// can change.
import { Alert, Button, CloseButton, NativeSelect, Text, TextInput } from '@mantine/core'
import { listAccounts, type Account } from '@talaan/contract/accounts.ts'
import { keepRecurring, type RecurringRow } from '@talaan/contract/closing.ts'
import { accounts as ruled, itemAccounts } from '@talaan/ledger/accounts/chart.ts'
import {
  partsOfPrepayment,
  recurringFields,
  recurringKinds,
  recurringKindWords,
} from '@talaan/ledger/accounts/month-end.ts'
import { formatMonth, monthOf } from '@talaan/ledger/core/date.ts'
import { formatMoney, parseTypedAmount, sum } from '@talaan/ledger/core/money.ts'
import { useState } from 'react'
import { call, useCall } from '../../app/api.ts'
import { PartySelect } from '../../app/PartySelect.tsx'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { useToday } from '../../app/today.ts'
import { ChoiceInput } from '../../ui/ChoiceInput.tsx'
import { MoneyInput } from '../../ui/MoneyInput.tsx'
import { amountIn, checkTyped, inPesos, options, useRegister, type Typed } from './RegisterDialogs.tsx'
import classes from './closing.module.css'

const cells = ['account', 'memo', 'debit', 'credit'] as const

type Begun = Pick<RecurringRow, 'name' | 'kind' | 'party' | 'lines' | 'firstMonth' | 'lastMonth'>
type Props = {
  row: RecurringRow | null
  /** The initial values of a new entry. */
  proposed?: Begun
  /** An existing entry that may already spread the same document. */
  same?: RecurringRow | undefined
  onClose: () => void
}

export function RecurringDialog({ row, proposed, same, onClose }: Props) {
  const begun: Begun | null = row ?? proposed ?? null
  const accounts = useCall(listAccounts).data?.accounts ?? []
  const today = useToday()
  const [ids, setIds] = useState(() => (begun === null ? [0, 1] : begun.lines.map((_, i) => i)))
  const partyBefore = begun?.party?.id ?? null
  const [partyId, setPartyId] = useState<string | null | undefined>(partyBefore)
  const {
    typed,
    typing,
    input,
    submit,
    unsaved,
    set: _set,
    ...dialog
  } = useRegister({
    row,
    onClose,
    savedMessage: 'Recurring entry saved',
    begun: {
      name: begun?.name ?? '',
      kind: begun?.kind ?? 'accrual',
      firstMonth: begun?.firstMonth ?? monthOf(today),
      lastMonth: begun?.lastMonth ?? '',
      ...begunLines(begun),
    },
    check: (now) => {
      const unread: Typed = {}
      const cell = (id: number, name: string) => now[`${id}.${name}`] ?? ''
      const lines = ids.map((id, i) => ({
        account: cell(id, 'account'),
        memo: cell(id, 'memo'),
        debit: amountIn(cell(id, 'debit'), `lines.${i}.debit`, unread) || '0',
        credit: amountIn(cell(id, 'credit'), `lines.${i}.credit`, unread) || '0',
      }))
      const { name, kind, firstMonth, lastMonth } = now
      if (partyId === undefined) unread.partyId = 'Choose a customer or supplier from the list, or clear this field.'
      const values = { name, kind, firstMonth, lastMonth: lastMonth || null, partyId: partyId ?? null, lines }
      return checkTyped(recurringFields, values, unread)
    },
    save: (id, values) => call(keepRecurring, { params: { id }, body: values as never }),
  })
  const fixed = row?.recorded === true
  const total = (side: 'debit' | 'credit') =>
    sum(
      ids.map((id) => {
        const read = parseTypedAmount(typed[`${id}.${side}`] ?? '')
        return read.ok ? read.amount : 0n
      }),
    )
  const parts =
    typed.kind === 'prepayment' ? partsOfPrepayment(total('debit'), typed.firstMonth ?? '', typed.lastMonth ?? '') : ''
  const isChanged = unsaved || partyId !== partyBefore || ids.length !== (begun?.lines.length ?? 2)
  return (
    <TypingDialog
      title={row?.name ?? 'Add recurring entry'}
      submit="Save"
      size={860}
      unsaved={isChanged}
      onSubmit={submit}
      onClose={onClose}
      {...dialog}
    >
      {same !== undefined && (
        <Alert color="yellow" role="status">
          R-{same.no}, {same.name}, already spreads this amount from {formatMonth(same.firstMonth)}. Save this entry
          only if it is a different prepayment.
        </Alert>
      )}
      {fixed && <Text size="sm">This entry was already recorded, so you can change only its name and last month.</Text>}
      <div className={classes.pair}>
        <TextInput {...input('name')} label="Name" data-autofocus maxLength={100} />
        <NativeSelect
          size="md"
          {...input('kind')}
          label="Type"
          disabled={fixed}
          data={recurringKinds.map((value) => ({ value, label: recurringKindWords[value] }))}
        />
      </div>
      <div className={classes.pair}>
        <TextInput {...input('firstMonth')} type="month" label="First month" disabled={fixed} />
        <TextInput
          {...input('lastMonth')}
          type="month"
          label={typed.kind === 'prepayment' ? 'Last month' : 'Last month (optional)'}
          disabled={fixed && typed.kind === 'prepayment'}
        />
      </div>
      <PartySelect
        label="Customer or supplier (optional)"
        value={partyId ?? ''}
        known={begun?.party ? [begun.party] : []}
        error={input('partyId').error}
        onChange={setPartyId}
        disabled={fixed}
      />
      <fieldset className={classes.lines}>
        <legend>
          {typed.kind === 'prepayment' ? 'Lines, with the total amounts' : 'Lines, with the monthly amounts'}
        </legend>
        {ids.map((id, i) => (
          <Line
            key={id}
            no={i + 1}
            accounts={accounts}
            fixed={fixed}
            cell={(name) => ({ ...typing(`${id}.${name}`), error: typing(`lines.${i}.${name}`).error })}
            {...(ids.length > 2 && !fixed && { onRemove: () => setIds(ids.filter((other) => other !== id)) })}
          />
        ))}
        <div className={classes.totals}>
          <Button size="sm" variant="default" disabled={fixed} onClick={() => setIds([...ids, Math.max(...ids) + 1])}>
            Add line
          </Button>
          <span>
            Debits {formatMoney(total('debit'))}, credits {formatMoney(total('credit'))}
          </span>
        </div>
        {parts !== '' && (
          <Text size="sm" role="status">
            Recorded in {parts}.
          </Text>
        )}
        {typing('lines').error !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {typing('lines').error}
          </Text>
        )}
      </fieldset>
    </TypingDialog>
  )
}

type Cell = { value: string; error: string | undefined; onChange: (value: string) => void }

function Line({
  no,
  accounts,
  fixed,
  cell,
  onRemove,
}: {
  no: number
  accounts: readonly Account[]
  fixed: boolean
  cell: (name: (typeof cells)[number]) => Cell
  onRemove?: () => void
}) {
  const [account, memo] = [cell('account'), cell('memo')]
  return (
    <div className={classes.line}>
      <ChoiceInput
        size="sm"
        {...account}
        aria-label={`Account of line ${no}`}
        none="Choose an account"
        disabled={fixed}
        options={options(accounts, byHand)}
      />
      <TextInput
        size="sm"
        aria-label={`Explanation of line ${no}`}
        placeholder="Explanation (optional)"
        value={memo.value}
        error={memo.error}
        onChange={(event) => memo.onChange(event.currentTarget.value)}
        disabled={fixed}
        maxLength={200}
        autoComplete="off"
      />
      <MoneyInput
        size="sm"
        {...cell('debit')}
        aria-label={`Debit of line ${no}`}
        placeholder="Debit"
        disabled={fixed}
      />
      <MoneyInput
        size="sm"
        {...cell('credit')}
        aria-label={`Credit of line ${no}`}
        placeholder="Credit"
        disabled={fixed}
      />
      {onRemove && <CloseButton aria-label={`Remove line ${no}`} onClick={onRemove} />}
    </div>
  )
}

const byHand = ({ code, control }: Account) =>
  !control && !itemAccounts.includes(code) && code !== ruled.openingBalance && code !== ruled.undeposited

const begunLines = (begun: Begun | null): Typed =>
  Object.fromEntries(
    (begun?.lines ?? []).flatMap(({ account, memo, debit, credit }, i) => [
      [`${i}.account`, account],
      [`${i}.memo`, memo],
      [`${i}.debit`, inPesos(debit)],
      [`${i}.credit`, inPesos(credit)],
    ]),
  )
