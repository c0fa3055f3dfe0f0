// The cheque disbursement: the payee, the account and leaf, and what the cheque pays.
import { Button, Group, Kbd, Stack, Text } from '@mantine/core'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { accountOption } from '@talaan/contract/account-option.ts'
import { listAccounts, type Account } from '@talaan/contract/accounts.ts'
import { listStaleCheques, nextLeaf } from '@talaan/contract/cheques.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { listMoneyAccounts, type MoneyAccount } from '@talaan/contract/money-accounts.ts'
import { listOpenItems } from '@talaan/contract/open-items.ts'
import { getLastDocument, listExpenseTypes } from '@talaan/contract/purchases.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { drawsCheques, takesCheque } from '@talaan/ledger/documents/cheque/fields.ts'
import { chequeWords } from '@talaan/ledger/documents/cheque/words.ts'
import { formatMoney, sum } from '@talaan/ledger/core/money.ts'
import { registeredOn } from '@talaan/ledger/tax/registrations.ts'
import { formatRate } from '@talaan/ledger/tax/vat.ts'
import { finalTaxCodes, purchaseCodes } from '@talaan/ledger/tax/withholding.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import { AccountField } from '../../fields/AccountField.tsx'
import { below } from '../../runtime/below.ts'
import { NativeSelect, TextInput, Textarea } from '../../fields/boxes.tsx'
import type { Channel } from '../../runtime/channel.ts'
import css from './ChequeForm.module.css'
import { DocumentForm } from '../../runtime/DocumentForm.tsx'
import styles from '../../runtime/DocumentForm.module.css'
import type { Form, FormDefinition } from '../../runtime/formDefinition.ts'
import { usePayAllKey } from '../../runtime/formKeys.ts'
import { finalTaxColumn } from '../../fields/finalTaxColumn.ts'
import { GridField } from '../../fields/GridField.tsx'
import type { Column } from '../../fields/LineGrid.tsx'
import { Notice } from '../../runtime/Notice.tsx'
import { PartyField } from '../../fields/PartyField.tsx'
import { StartPage } from '../../runtime/StartPage.tsx'
import {
  arrived,
  chequeLines,
  chequeModel,
  dayOf,
  fieldsOf,
  figuresOf,
  like,
  prepared,
  next,
  opened,
  paidInFull,
  paidRows,
  picked,
  postDatedTo,
  set,
  vatChoices,
  withLast,
  withLeaf,
  withOpen,
  withoutLast,
  type ChequeFigures,
  type ChequeReferenceData,
  type TypedCheque,
  type TypedLine,
  type OpenRow,
  type TypedRow,
} from './typedCheque.ts'
import { useLast } from '../../runtime/useLast.ts'
import { useUsual } from '../../fields/useUsual.ts'
import { useOpenItems } from '../../fields/useOpenItems.ts'
import { partyFixedBy } from '../../runtime/documentParty.ts'
import { namedAmount } from '../../runtime/words.ts'

export function ChequeForm({ channel }: { channel: Channel }) {
  return <DocumentForm channel={channel} kind={chequeForm} />
}

type StaleCheque = AnswerOf<typeof listStaleCheques>['cheques'][number]
type ReferenceData = ChequeReferenceData & {
  accounts: readonly Account[]
  money: readonly MoneyAccount[]
  stale: readonly StaleCheque[]
  /** The account of the last cheque, if it is still active, or one with a cheque book. */
  usual: string
}
type ThisForm = Form<TypedCheque, ReferenceData, ChequeFigures>

const chequeForm: FormDefinition<TypedCheque, ReferenceData, ChequeFigures> = {
  ...chequeModel,
  document: chequeWords,
  load: async (channel) => {
    const [
      { accounts, vatRates },
      { accounts: money },
      { withholdingCodes, registrations, withholdsFinalTax },
      { cheques },
      last,
    ] = await Promise.all([
      channel.call(listAccounts),
      channel.call(listMoneyAccounts),
      channel.call(listExpenseTypes),
      channel.call(listStaleCheques),
      // Suggestions may be missing.
      channel.call(getLastDocument, { query: { kind: 'cheque' } }).catch(() => ({ document: null })),
    ])
    const drawn = money.filter(drawsCheques)
    return {
      accounts: accounts.filter((account) => account.active && takesCheque(account)),
      money: drawn,
      usual: await usualAccount(channel, drawn, last.document?.fields.account),
      stale: cheques,
      codes: withholdingCodes,
      vatRates,
      registrations,
      withholdsFinalTax,
    }
  },
  empty: ({ today, loaded }) => chequeModel.empty({ today }, { account: loaded.usual, usualAccount: loaded.usual }),
  next,
  copies: true,
  like,
  prepared,
  opened,
  arrived,
  set,
  figures: figuresOf,
  fieldsOf: (typed, { today }) => fieldsOf(typed, today),
  fixedBy: {
    ...partyFixedBy,
    chequeNo: ['account'],
    account: ['rows', 'lines', 'day', 'chequeDay'],
    rows: ['party', 'pays'],
    lines: ['pays', 'party'],
  },
  begunAs: ({ payee, partySearch }, { amount }) =>
    `Cheque to ${namedAmount(payee || partySearch || 'no payee yet', amount)}`,
  Start,
  Fields,
}

function Start({ onStart }: { onStart: () => void }) {
  return (
    <StartPage
      about="Record a cheque that pays bills, an expense or a liability. Talaan suggests the next cheque number."
      start="Record a cheque"
      onStart={onStart}
    />
  )
}

const suggesting = { without: withoutLast, with: withLast }

function Fields({ form }: { form: ThisForm }) {
  const { typed, today, loaded, figures, input, typing, update } = form
  const leaf = useNextLeaf(form)
  useLast(form, 'cheque', suggesting)
  const postDated = postDatedTo(typed, today)
  const pays = input('pays')
  // The name on the cheque follows the chosen party.
  const partyForm: ThisForm = {
    ...form,
    update: (change) =>
      update((now) => {
        const { party } = change(now)
        return party === null ? change(now) : picked(now, party)
      }),
  }
  return (
    <>
      <div className={styles.head}>
        <div className={styles.row}>
          <div className={styles.wide}>
            <PartyField form={partyForm} who="supplier" />
          </div>
          <div className={styles.wide}>
            <TextInput {...input('payee')} />
            {typed.suggestedFrom !== '' && (
              <p className={styles.suggested}>Account and purpose copied from {typed.suggestedFrom}.</p>
            )}
          </div>
          <NativeSelect
            {...pays}
            data={pays.data?.filter(
              ({ value }) => value !== 'stale' || loaded.stale.length > 0 || typed.pays === 'stale',
            )}
          />
        </div>
        <div className={styles.row}>
          <div className={styles.wide}>
            <AccountField {...typing('account')} accounts={loaded.money} moves={-figures.amount} />
          </div>
          <TextInput {...input('chequeNo')} {...below(leaf)} inputMode="numeric" />
          <DayInput {...typing('day')} today={today} />
          <DayInput {...typing('chequeDay')} today={today} base={dayOf(typed, today)} />
        </div>
        {postDated !== null && (
          <Notice tone="look" title="The cheque is post-dated.">
            Hold it until {formatDay(postDated)}. The cheque is posted on that date. Until then, it is listed under
            post-dated cheques.
          </Notice>
        )}
      </div>
      {typed.pays === 'direct' ? (
        <>
          <Unpaid form={form} />
          <Lines form={form} />
        </>
      ) : (
        <Paid form={form} />
      )}
      {figures.words !== '' && (
        <p className={css.words} aria-live="polite">
          <span>In words</span> {figures.words}
        </p>
      )}
      <Stack gap="md" className={styles.fields} mt="lg">
        <TextInput
          {...input('email')}
          {...(typed.emailFrom !== '' &&
            below(
              `Saved address: ${typed.emailFrom.replace(/\.$/, '')}. Enter another address to change it for this cheque.`,
            ))}
          inputMode="email"
          spellCheck={false}
        />
        <Textarea {...input('memo')} rows={2} />
      </Stack>
    </>
  )
}

/** The account of the last cheque or the only one; otherwise the first with cheques left in its book. */
async function usualAccount(channel: Channel, drawn: readonly MoneyAccount[], last: unknown): Promise<string> {
  const known = drawn.find(({ code }) => code === last) ?? (drawn.length === 1 ? drawn[0] : undefined)
  if (known !== undefined) return known.code
  const leaves = await Promise.all(
    // Without an answer, nothing is suggested.
    drawn.map(({ code }) => channel.call(nextLeaf, { params: { account: code } }).catch(() => ({ left: 0 }))),
  )
  return drawn[leaves.findIndex(({ left }) => left > 0)]?.code ?? ''
}

/** Suggests the next leaf of the account, and returns the hint for its number. */
function useNextLeaf({ channel, typed, update }: ThisForm): string {
  const { account } = typed
  const [left, setLeft] = useState<number | null>(null)
  const suggest = useEffectEvent((leaf: AnswerOf<typeof nextLeaf>) => update((now) => withLeaf(now, leaf)))
  useEffect(() => {
    setLeft(null)
    if (account === '') return
    let stale = false
    channel
      .call(nextLeaf, { params: { account } })
      .then((leaf) => {
        if (stale) return
        setLeft(leaf.left)
        suggest(leaf)
      })
      // If loading fails, there is no suggestion, and the user types a number.
      .catch(() => undefined)
    return () => {
      stale = true
    }
  }, [channel, account])
  if (left === null) return 'As printed on the cheque, with leading zeros.'
  if (left === 0) return 'No cheques left. Register the next cheque book on the Cheque Disbursement page.'
  const leaves = left === 1 ? 'the last cheque' : `${left} cheques left`
  return typed.chequeNo === typed.suggestedNo
    ? `Next cheque; ${leaves}.`
    : `The next cheque is ${typed.suggestedNo}; ${leaves}.`
}

/** The supplier's open bills, or the payee's stale cheques. */
function Paid({ form }: { form: ThisForm }) {
  const { channel, typed, loaded, mistakes, update } = form
  const { pays, party } = typed
  const partyId = party?.id
  const [failure, setFailure] = useState<string | null>(null)
  const merge = useEffectEvent((open: readonly OpenRow[]) => update((now) => withOpen(now, open)))

  useEffect(() => {
    setFailure(null)
    if (pays === 'stale') {
      const own = loaded.stale.filter((one) => one.partyId === (partyId ?? null))
      merge(
        own.map(({ documentId, number, chequeNo, day, payee, open }) => ({
          id: documentId,
          number,
          externalNo: chequeNo,
          day: formatDay(day),
          due: payee,
          open: open.toString(),
        })),
      )
      return
    }
    if (partyId === undefined) return
    let left = false
    channel
      .call(listOpenItems, { query: { side: 'payable', partyId } })
      .then(({ items }) => {
        if (left) return
        merge(
          items.map(({ documentId, number, externalNo, day, dueDay, open }) => ({
            id: documentId,
            number,
            externalNo: externalNo ?? '',
            day: formatDay(day),
            open: open.toString(),
            due: dueDay === null ? '' : formatDay(dueDay),
          })),
        )
      })
      .catch((error: unknown) => {
        if (!left) setFailure(error instanceof Error ? error.message : listOpenItems.failure)
      })
    return () => {
      left = true
    }
  }, [channel, pays, partyId, loaded.stale])

  const payAll = useCallback(() => update((now) => paidInFull(now)), [update])
  const payInFull = useCallback((id: string) => update((now) => paidInFull(now, id)), [update])
  usePayAllKey(payAll)
  const columns = useMemo(() => paidColumns(pays === 'stale'), [pays])
  const wrong = mistakes.get('rows')
  const none =
    pays === 'stale'
      ? `${party?.name ?? 'an unregistered payee'} has no open stale cheques. Choose another supplier, or clear the name.`
      : party === null
        ? 'Choose the supplier to see open bills.'
        : `${party.name} has no open bills. To pay without a bill, choose an expense or liability.`
  return (
    <>
      {typed.rows.length === 0 ? (
        <Text c="dimmed" mt="lg" id="rows" tabIndex={-1}>
          {failure ?? none}
        </Text>
      ) : (
        <>
          <div className={css.tools}>
            <Text size="sm" c="dimmed">
              Enter the amount paid on each bill, or = for the full amount. Bills without an amount stay open.
            </Text>
            <Button size="compact-sm" variant="default" onClick={payAll} rightSection={<Kbd size="xs">Alt A</Kbd>}>
              Pay all in full
            </Button>
          </div>
          <GridField
            form={form}
            name="rows"
            of={paidRows}
            label={pays === 'stale' ? 'Stale cheques replaced' : 'Bills the cheque pays'}
            columns={columns}
            onRest={payInFull}
            shown={(row) => ({ ...row, open: formatMoney(BigInt(row.open)) })}
          />
        </>
      )}
      {wrong !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" mt="xs" role="alert">
          {wrong}
        </Text>
      )}
    </>
  )
}

/**
 * A bill that is paid as an expense would be recorded twice and stay open, so a warning is shown before the lines are
 * typed.
 */
function Unpaid({ form: { channel, typed, update } }: { form: ThisForm }) {
  const { party } = typed
  const { items } = useOpenItems(channel, 'payable', party?.id)
  if (party === null || items.length === 0) return null
  const payThem = () => {
    update((now) => set(now, { pays: 'bills' }))
    document.getElementById('pays')?.focus()
  }
  const [bills, them] =
    items.length === 1 ? ['An open bill', 'this bill'] : [`${items.length} open bills`, 'these bills']
  return (
    <Stack className={styles.fields} mt="md">
      <Notice tone="look" title={`${bills} of ${party.name}: ${formatMoney(sum(items.map(({ open }) => open)))}.`}>
        <Group gap="sm">
          If the cheque pays {them}, do not record an expense for the same payment.
          <Button size="compact-sm" variant="default" onClick={payThem}>
            Pay {them}
          </Button>
        </Group>
      </Notice>
    </Stack>
  )
}

const paidColumns = (stale: boolean): readonly Column<TypedRow>[] => [
  { kind: 'shown', field: 'number', label: stale ? 'Stale cheque' : 'Bill', width: 148 },
  { kind: 'shown', field: 'externalNo', label: stale ? 'Cheque no.' : 'Reference no.' },
  { kind: 'shown', field: 'day', label: stale ? 'Since' : 'Date', width: 116 },
  stale
    ? { kind: 'shown', field: 'due', label: 'Payee on cheque', wide: true }
    : { kind: 'shown', field: 'due', label: 'Due', width: 116 },
  { kind: 'shown', field: 'open', label: 'Open', width: 124, figure: true },
  { kind: 'money', field: 'pay', label: 'Pay', width: 136 },
]

function Lines({ form }: { form: ThisForm }) {
  const { channel, typed, today, loaded, mistakes, input } = form
  const usual = useUsual(channel, 'cheque', typed.party?.id)
  const payee = typed.party?.kind
  const isAbroad = typed.party?.noTin === 'foreign'
  const day = dayOf(typed, today)
  const mode = typed.priceMode === 'inclusive' ? 'with VAT' : 'net of VAT'
  const taxed = typed.lines.some(({ vat }) => vat.startsWith('vatable'))
  const columns = useMemo(
    () => lineColumns(loaded, { payee, isAbroad, day, mode, usual }),
    [loaded, payee, isAbroad, day, mode, usual],
  )
  const wrong = mistakes.get('lines')
  return (
    <>
      {taxed && <NativeSelect {...input('priceMode')} mt="md" className={css.priceMode} />}
      <GridField form={form} name="lines" of={chequeLines} label="Cheque lines" columns={columns} />
      {wrong !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" mt="xs" role="alert">
          {wrong}
        </Text>
      )}
    </>
  )
}

function lineColumns(
  { accounts, codes, registrations, withholdsFinalTax }: ReferenceData,
  {
    payee,
    isAbroad,
    day,
    mode,
    usual,
  }: {
    payee: 'individual' | 'non_individual' | undefined
    isAbroad: boolean
    day: string
    mode: string
    usual: ReturnType<typeof useUsual>
  },
): readonly Column<TypedLine>[] {
  const { topAgentFrom } = registeredOn(registrations, day)
  const offered = payee === undefined ? [] : purchaseCodes({ day, payee, topAgentFrom }, codes)
  return [
    { kind: 'text', field: 'description', label: 'For', wide: true, required: true },
    {
      kind: 'combobox',
      field: 'account',
      label: 'Account',
      required: true,
      hint: 'number or part of the name',
      usual: usual.account,
      width: withholdsFinalTax ? 160 : 188,
      wide: true,
      options: accounts.map(accountOption),
    },
    {
      kind: 'combobox',
      field: 'vat',
      label: 'VAT',
      width: withholdsFinalTax ? 108 : 120,
      options: vatChoices,
      passed: () => true,
    },
    {
      kind: 'combobox',
      field: 'atc',
      label: 'Withheld',
      width: withholdsFinalTax ? 96 : 112,
      usual: usual.atc,
      passed: () => true,
      none: 'None',
      options: offered.map(({ code, rate, description }) => ({
        value: code,
        label: `${code} ${formatRate(rate)} ${description}`,
      })),
    },
    ...(withholdsFinalTax
      ? [finalTaxColumn(payee === undefined ? [] : finalTaxCodes({ day, payee, isAbroad }, codes))]
      : []),
    { kind: 'money', field: 'amount', label: 'Amount', hint: mode, width: 128, required: true },
  ]
}
