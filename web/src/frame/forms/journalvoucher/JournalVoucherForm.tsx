// The journal voucher: an entry line by line, the difference between debits and credits, and an optional reversal.
import { Button, Checkbox, Kbd, Stack } from '@mantine/core'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { accountOption } from '@talaan/contract/account-option.ts'
import { listAccounts, type Account } from '@talaan/contract/accounts.ts'
import { listMoneyAccounts, type MoneyAccount } from '@talaan/contract/money-accounts.ts'
import { listItemsOn, type OpenItemAnswer } from '@talaan/contract/open-items.ts'
import { formatDay, parseTypedDay } from '@talaan/ledger/core/date.ts'
import { reversedOn, takesVoucher } from '@talaan/ledger/documents/journalvoucher/fields.ts'
import { journalvoucherWords } from '@talaan/ledger/documents/journalvoucher/words.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import { TextInput, Textarea } from '../../fields/boxes.tsx'
import type { Channel } from '../../runtime/channel.ts'
import { DocumentForm } from '../../runtime/DocumentForm.tsx'
import css from '../../runtime/DocumentForm.module.css'
import type { Form, FormDefinition } from '../../runtime/formDefinition.ts'
import { focusOn } from '../../runtime/formKeys.ts'
import { DifferenceHints } from '../../fields/DifferenceHints.tsx'
import { GridField } from '../../fields/GridField.tsx'
import type { Column } from '../../fields/LineGrid.tsx'
import { PartyField } from '../../fields/PartyField.tsx'
import { useOwnUsual } from '../../fields/useUsual.ts'
import {
  balanced,
  corrected,
  figuresOf,
  hintsOf,
  like,
  movesForeign,
  oneSided,
  settledAccounts,
  voucherLines,
  voucherModel,
  type TypedLine,
  type TypedVoucher,
} from './typedJournalVoucher.ts'
import { arrived, partyFixedBy, partyChanged } from '../../runtime/documentParty.ts'
import { namedAmount } from '../../runtime/words.ts'

export function JournalVoucherForm({ channel }: { channel: Channel }) {
  return <DocumentForm channel={channel} kind={voucherForm} />
}

type ReferenceData = { accounts: readonly Account[]; money: readonly MoneyAccount[] }
type Figures = ReturnType<typeof figuresOf>
type ThisForm = Form<TypedVoucher, ReferenceData, Figures>

const voucherForm: FormDefinition<TypedVoucher, ReferenceData, Figures> = {
  ...voucherModel,
  document: journalvoucherWords,
  load: async (channel) => {
    const [{ accounts }, { accounts: money }] = await Promise.all([
      channel.call(listAccounts),
      channel.call(listMoneyAccounts),
    ])
    const funds = new Set(money.filter(({ kind }) => kind === 'petty_cash').map(({ code }) => code))
    return {
      accounts: accounts.filter((account) => account.active && takesVoucher(account) && !funds.has(account.code)),
      money,
    }
  },
  copies: true,
  like,
  arrived: (typed, party) => arrived(typed, { ...party, email: null }),
  set: partyChanged,
  figures: (typed) => figuresOf(typed),
  fixedBy: { ...partyFixedBy, lines: ['day', 'party'], reverse: ['day'], reverseOn: ['day', 'reverse'] },
  begunAs: ({ memo }, { totals }) =>
    `Journal voucher ${namedAmount(memo.trim() === '' ? 'without explanation' : `“${memo.trim().slice(0, 60)}”`, totals[0]?.amount ?? 0n)}`,
  Fields,
}

function Fields({ form }: { form: ThisForm }) {
  const { typed, today, input, typing, update } = form
  const day = parseTypedDay(typed.day, today)
  const chosen = typed.reverseOn.trim() === '' ? null : parseTypedDay(typed.reverseOn, today)
  const reversal = day.ok && chosen?.ok !== false ? reversedOn({ day: day.day, reverseOn: chosen?.day ?? null }) : null
  return (
    <>
      <div className={css.row}>
        <DayInput {...typing('day')} today={today} />
        <TextInput {...input('reference')} />
        <Textarea {...input('memo')} rows={1} className={css.wide} />
      </div>
      <Lines form={form} />
      <Stack gap="md" className={css.fields} mt="lg">
        <PartyField
          form={form}
          who={partyRole(typed)}
          label="Party (if a line opens a receivable or payable)"
          mails={false}
        />
        <Checkbox
          id="reverse"
          label={`Reverse on ${reversal === null ? 'a later date' : formatDay(reversal)}`}
          description="For accruals: Talaan also records the reversing voucher."
          checked={typed.reverse === 'yes'}
          error={form.mistakes.get('reverse')}
          onChange={({ currentTarget: { checked } }) =>
            update((now) => ({ ...now, reverse: checked ? 'yes' : '', reverseOn: '' }))
          }
        />
        {typed.reverse === 'yes' && (
          <div className={css.pair}>
            <DayInput {...typing('reverseOn')} today={today} />
          </div>
        )}
      </Stack>
    </>
  )
}

/** Payables list suppliers, everything else lists customers; both are in one register. */
const partyRole = ({ lines }: TypedVoucher) =>
  lines.some(({ account }) => /^(20|114)/.test(account)) ? 'supplier' : 'customer'

function Lines({ form }: { form: ThisForm }) {
  const { channel, typed, loaded, figures, mistakes, update } = form
  const settled = settledAccounts(typed).join(' ')
  const items = useOpenItems(channel, settled)
  const foreign = movesForeign(typed, loaded.money)
  const usual = useOwnUsual(channel, 'journalvoucher').account
  const columns = useMemo(
    () => lineColumns({ accounts: loaded.accounts, usual, items: settled === '' ? null : items, foreign }),
    [loaded.accounts, usual, items, settled, foreign],
  )
  // Typing a debit clears the credit of the line, and the other way around.
  const lines = {
    ...form,
    update: useCallback(
      (change: (typed: TypedVoucher) => TypedVoucher) =>
        update((now) => {
          const next = change(now)
          return { ...next, lines: oneSided(now.lines, next.lines) }
        }),
      [update],
    ),
  }
  const fill = (at: number | null) => update((now) => balanced(now, at))
  useBalanceKey(fill)
  const wrong = mistakes.get('lines')
  return (
    <section className={css.part} aria-labelledby="entry-lines">
      <h2 id="entry-lines">Entry</h2>
      <GridField form={lines} name="lines" of={voucherLines} label="Lines of the entry" columns={columns} />
      <div className={css.balance} role="status" data-open={figures.difference !== 0n || undefined}>
        <span>{figures.difference === 0n ? 'Debits and credits are equal.' : figures.sentence}</span>
        {figures.difference !== 0n && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => fill(null)}
            rightSection={<Kbd size="xs">Ctrl B</Kbd>}
          >
            Fill in {formatMoney(figures.difference < 0n ? -figures.difference : figures.difference)}
          </Button>
        )}
      </div>
      <DifferenceHints
        hints={hintsOf(typed).map((hint) => ({
          words: hint.words,
          ...(hint.instead === undefined
            ? { label: 'Go to the line', onAct: () => focusOn(document.getElementById(`lines-${hint.at}-account`)) }
            : {
                label: hint.instead.debit === hint.instead.credit ? 'Remove the line' : 'Correct the line',
                onAct: () => update((now) => corrected(now, hint)),
              }),
        }))}
      />
      {wrong !== undefined && figures.difference === 0n && <p className={css.wrong}>{wrong}</p>}
    </section>
  )
}

/** Ctrl B balances the entry on the current line, or on the first line without an amount. */
function useBalanceKey(fill: (at: number | null) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'b') return
    event.preventDefault()
    const row = event.target instanceof Element ? /^lines-(\d+)-/.exec(event.target.id)?.[1] : undefined
    fill(row === undefined ? null : Number(row))
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** The open items of the accounts that lines settle, each account loaded once. */
function useOpenItems(channel: Channel, accounts: string): readonly OpenItemAnswer[] {
  const [known, setKnown] = useState<Readonly<Record<string, readonly OpenItemAnswer[]>>>({})
  useEffect(() => {
    let left = false
    for (const account of accounts.split(' ').filter((code) => code !== '' && !(code in known)))
      channel
        .call(listItemsOn, { params: { account } })
        .then(({ items }) => {
          if (!left) setKnown((now) => ({ ...now, [account]: items }))
        })
        // If loading fails, the review still reports a missing document.
        .catch(() => undefined)
    return () => {
      left = true
    }
  }, [channel, accounts, known])
  return useMemo(() => Object.values(known).flat(), [known])
}

function lineColumns({
  accounts,
  usual,
  items,
  foreign,
}: {
  accounts: readonly Account[]
  usual: readonly string[]
  items: readonly OpenItemAnswer[] | null
  foreign: boolean
}): readonly Column<TypedLine>[] {
  const settles: Column<TypedLine> = {
    kind: 'combobox',
    field: 'settles',
    opens: 'document',
    label: 'Settles',
    hint: 'an open document',
    wide: true,
    options: (items ?? []).map(({ documentId, account, number, externalNo, partyName, open }) => ({
      value: documentId,
      label: [number, externalNo, partyName, `${formatMoney(open)} open on ${account}`].filter(Boolean).join(', '),
    })),
  }
  const inForeign: Column<TypedLine> = {
    kind: 'money',
    field: 'foreign',
    label: 'Foreign',
    hint: 'in its currency',
    width: 112,
  }
  return [
    {
      kind: 'combobox',
      field: 'account',
      opens: 'account',
      label: 'Account',
      required: true,
      hint: 'number or part of the name',
      wide: true,
      options: accounts.map(accountOption),
      usual,
    },
    { kind: 'text', field: 'memo', label: 'Explanation', hint: 'optional', wide: true, passed: () => true },
    ...(items === null ? [] : [settles]),
    ...(foreign ? [inForeign] : []),
    { kind: 'money', field: 'debit', label: 'Debit', width: 124 },
    { kind: 'money', field: 'credit', label: 'Credit', width: 124, passed: ({ debit }) => debit.trim() !== '' },
  ]
}
