// Collections and payments: the party, then the payment, the amount for each document, and the remainder.
import { Button, Group, Kbd, Skeleton, Stack } from '@mantine/core'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { nextLeaf } from '@talaan/contract/cheques.ts'
import { getDocument } from '@talaan/contract/documents.ts'
import { listMoneyAccounts } from '@talaan/contract/money-accounts.ts'
import { listOpenItems, listOpenParties, type OpenParty } from '@talaan/contract/open-items.ts'
import { getParty } from '@talaan/contract/parties.ts'
import { listPartyAccounts, type PartyAccount } from '@talaan/contract/party-accounts.ts'
import { getLastDocument, listExpenseTypes, nextReceiptNo } from '@talaan/contract/purchases.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { collectionWords } from '@talaan/ledger/documents/collection/words.ts'
import { paymentWords } from '@talaan/ledger/documents/payment/words.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { registeredOn } from '@talaan/ledger/tax/registrations.ts'
import { ChoiceInput } from '../../../ui/ChoiceInput.tsx'
import { SearchSelect } from '../../../ui/SearchSelect.tsx'
import { DayInput } from '../../../ui/DayInput.tsx'
import { MoneyInput } from '../../../ui/MoneyInput.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { AccountField } from '../../fields/AccountField.tsx'
import { below } from '../../runtime/below.ts'
import { NativeSelect, TextInput, Textarea } from '../../fields/boxes.tsx'
import type { Channel } from '../../runtime/channel.ts'
import { DocumentForm } from '../../runtime/DocumentForm.tsx'
import styles from '../../runtime/DocumentForm.module.css'
import { passedBox } from '../../runtime/field.ts'
import type { Form, FormDefinition } from '../../runtime/formDefinition.ts'
import { focusOn, startAt, usePayAllKey } from '../../runtime/formKeys.ts'
import { opens } from '../../runtime/opens.ts'
import { DifferenceHints } from '../../fields/DifferenceHints.tsx'
import { GridField } from '../../fields/GridField.tsx'
import { LineGrid, type Column } from '../../fields/LineGrid.tsx'
import { OpenParties } from '../../fields/OpenParties.tsx'
import { isForeign } from '../../fields/typedMoney.ts'
import { ReceiptEmail } from '../../fields/ReceiptEmail.tsx'
import { PesoRate } from '../../fields/PesoRate.tsx'
import type { RowChange } from '../../runtime/rows.ts'
import css from './SettlingForm.module.css'
import {
  allCleared,
  allFilled,
  codesFor,
  creditRows,
  dayOf,
  differenceHints,
  dueWords,
  fieldsOf,
  figuresOf,
  freed,
  isBlank,
  leftOfTotal,
  onlyPaid,
  prepared,
  refreshed,
  restTaken,
  rowsTyped,
  settledRows,
  setSettling,
  settlingModels,
  totalSpread,
  withChosen,
  withPicked,
  type SettlingReferenceData,
  type TypedCredit,
  type TypedRow,
  type TypedSettling,
} from './typedSettling.ts'
import { useMoneyAccounts } from '../../fields/useMoneyAccounts.ts'
import { namedAmount } from '../../runtime/words.ts'

type ReferenceData = SettlingReferenceData & { parties: readonly OpenParty[] }
type Figures = ReturnType<typeof figuresOf>
type ThisForm = Form<TypedSettling, ReferenceData, Figures>

export function CollectionForm({ channel }: { channel: Channel }) {
  return <DocumentForm channel={channel} kind={collectionForm} />
}

export function PaymentForm({ channel }: { channel: Channel }) {
  return <DocumentForm channel={channel} kind={paymentForm} />
}

const words = {
  receivable: {
    who: 'customer',
    someone: 'Another customer',
    title: 'Customers with unpaid invoices',
    documents: 'invoice',
    none: 'No unpaid invoices. Type a name to record a customer advance.',
    refundable: 'Supplier advance to refund',
    total: 'Total received',
    rows: 'Invoices collected',
    row: 'Invoice',
    credits: 'Customer credits',
    refunds: 'Supplier advances refunded',
    begun: 'Collection from',
  },
  payable: {
    who: 'supplier',
    someone: 'Another supplier',
    title: 'Suppliers with unpaid bills',
    documents: 'bill',
    none: 'No unpaid bills. Type a name to record a supplier advance.',
    refundable: 'Customer credit to refund',
    total: 'Total paid',
    rows: 'Bills paid',
    row: 'Bill',
    credits: 'Supplier advances',
    refunds: 'Customer credits refunded',
    begun: 'Payment to',
  },
} as const

const formOf = (side: ReferenceData['side']): FormDefinition<TypedSettling, ReferenceData, Figures> => ({
  ...settlingModels[side],
  document: side === 'receivable' ? collectionWords : paymentWords,
  load: async (channel) => {
    const [{ parties }, { accounts }, { withholdingCodes, registrations }] = await Promise.all([
      channel.call(listOpenParties, { query: { side } }),
      channel.call(listMoneyAccounts),
      channel.call(listExpenseTypes),
    ])
    // Petty cash pays through its own vouchers, and cash on hand is only for deposits.
    const fitting = accounts.filter(({ kind }) => kind !== 'petty_cash' && (side === 'receivable' || kind !== 'cash'))
    return { side, parties, money: fitting, withholdingCodes, registrations }
  },
  copies: false,
  // Starts after the suggested receipt number, so that no key is needed to skip it.
  startsAt: '#account',
  isBlank,
  waits: isBlank,
  prepared: prepared(side),
  set: (typed, patch, { loaded }) => setSettling(typed, patch, loaded.money),
  figures: (typed, { today, loaded }) => figuresOf(typed, today, loaded),
  fieldsOf: (typed, { today, loaded }) => fieldsOf(typed, today, loaded),
  fixedBy: {
    rows: ['day', 'advance', 'total'],
    total: ['rows', 'advance', 'credits', 'refunds'],
    account: ['rows', 'advance', 'day', 'credits'],
    credits: ['rows'],
    reference: ['method', 'account'],
    payeeAccount: ['method'],
    moved: ['account'],
    rate: ['account'],
    advanceAtc: ['advanceWithheld'],
    advanceWithheld: ['advanceAtc'],
  },
  begunAs: ({ party }, { totals }) =>
    `${words[side].begun} ${namedAmount(party?.name ?? '', totals.at(-1)?.amount ?? 0n)}`,
  Start,
  Fields,
})

const collectionForm = formOf('receivable')
const paymentForm = formOf('payable')

function Start({ form, onStart }: { form: ThisForm; onStart: () => void }) {
  const { channel, today, loaded, update } = form
  const [busy, setBusy] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const kind = loaded.side === 'receivable' ? ('collection' as const) : ('payment' as const)

  const { about, party: opener } = channel.context
  const [opens, setOpens] = useState(about !== undefined || opener !== undefined)
  const fail = (error: unknown) => {
    setBusy(null)
    setOpens(false)
    setFailure(error instanceof Error ? error.message : listOpenItems.failure)
  }

  // If the form was opened for a document or a party, it starts with that document or party.
  const begin = useEffectEvent(async () => {
    if (about === undefined) return pick(opener ?? '')
    const { document } = await channel.call(getDocument, { params: { documentId: about } })
    if (document.partyId === null) setOpens(false)
    else pick(document.partyId, about)
  })
  const failed = useEffectEvent(fail)
  useEffect(() => {
    if (opens) begin().catch(failed)
  }, [opens])

  function pick(partyId: string, documentId?: string) {
    setBusy(partyId)
    setFailure(null)
    Promise.all([
      channel.call(getParty, { params: { partyId } }),
      channel.call(listOpenItems, { query: { side: loaded.side, partyId } }),
      // A failure is ignored, because the last document only gives suggestions.
      channel.call(getLastDocument, { query: { kind, partyId } }).catch(() => ({ document: null })),
      // The same applies to the receipt number.
      kind === 'collection'
        ? channel.call(nextReceiptNo, { query: { kind: 'collection' } }).catch(() => ({ no: null }))
        : { no: null },
    ])
      .then(([{ party }, open, { document: last }, { no: receiptNo }]) => {
        update((typed) => {
          const picked = withPicked(typed, { party, open, last, receiptNo }, loaded)
          return documentId === undefined ? picked : withChosen(picked, documentId, loaded, today)
        })
        onStart()
      })
      .catch(fail)
  }

  if (opens) return <Skeleton height={240} aria-busy="true" aria-label="The form is loading" />

  return (
    <OpenParties
      channel={channel}
      today={today}
      parties={loaded.parties}
      words={words[loaded.side]}
      busy={busy}
      failure={failure}
      onPick={pick}
    />
  )
}

function Fields({ form }: { form: ThisForm }) {
  const { channel, typed, today, loaded, figures, input, typing } = form
  const say = words[loaded.side]
  const incoming = loaded.side === 'receivable'
  const money = useMoneyAccounts({ channel, typedDay: typed.day, today, accounts: loaded.money }).filter(({ code }) =>
    loaded.money.some((one) => one.code === code),
  )
  const account = money.find(({ code }) => code === typed.account)
  const foreign = isForeign(account)
  const cheque = typed.method === 'cheque'
  const moves = foreign ? null : incoming ? figures.cash : -figures.cash
  useFreshItems(form)
  // The list shown before had the focus; now the first field gets it.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) startAt(document.getElementById('account'), { preventScroll: true })
  }, [])

  useNextLeaf(form, !incoming && cheque)

  const method = input('method')
  return (
    <>
      <Party form={form} />
      <div className={styles.row}>
        {incoming && <TextInput {...input('receiptNo')} />}
        <AccountField
          className={styles.medium}
          {...typing('account')}
          {...(typed.asIn !== '' && passedBox)}
          accounts={money}
          moves={moves}
          {...(typed.asIn !== '' && { hint: undefined })}
        />
        <NativeSelect
          {...method}
          {...(typed.asIn !== '' && passedBox)}
          {...(typed.asIn === '' ? {} : below(`Same as in ${typed.asIn}.`))}
          data={method.data?.filter(({ value }) => incoming || value !== 'cash')}
        />
        <TextInput
          {...input('reference')}
          {...(cheque && { label: 'Cheque number', ...below('As printed on the cheque, with leading zeros.') })}
        />
        {!incoming && <PaidInto form={form} />}
        <DayInput {...typing('day')} today={today} />
        {cheque && <DayInput {...typing('chequeDay')} today={today} />}
        {cheque && incoming && <TextInput {...input('chequeBank')} />}
        {foreign && (
          <>
            <MoneyInput
              {...typing('moved')}
              {...below(`${incoming ? 'Amount received' : 'Amount paid'}, in ${account.currency}`)}
              label={`Amount in ${account.currency}`}
            />
            <PesoRate {...input('rate')} currency={account.currency} />
          </>
        )}
      </div>
      <Rows form={form} />
      <Credits form={form} name="credits" title={say.credits} use="Use" />
      <Credits form={form} name="refunds" title={say.refunds} use={incoming ? 'Refunded' : 'Refund'} />
      {figures.credited > 0n && (
        <p className={css.credited} role="status">
          <StatusBadge tone="look">To be credited</StatusBadge>
          <span>
            The total exceeds the selected documents by {formatMoney(figures.credited)}, which becomes a credit of{' '}
            {typed.party?.name} for later documents.
          </span>
        </p>
      )}
      <Stack gap="md" className={styles.fields} mt="lg">
        <div className={styles.pair}>
          <MoneyInput {...typing('advance')} />
          <MoneyInput {...typing('charge')} />
        </div>
        {!incoming && typed.advance.trim() !== '' && (
          <div className={styles.pair}>
            <ChoiceInput {...typing('advanceAtc')} none="No tax withheld" options={codesFor(typed, loaded, today)} />
            <MoneyInput {...typing('advanceWithheld')} />
          </div>
        )}
        <ReceiptEmail form={form} />
        <Textarea {...input('memo')} rows={2} />
      </Stack>
    </>
  )
}

/** The supplier's bank accounts; if there are none, no field is shown. */
function PaidInto({ form: { channel, typed, typing, update } }: { form: ThisForm }) {
  const [accounts, setAccounts] = useState<readonly PartyAccount[]>([])
  const partyId = typed.party?.id
  const transfers = typed.method === 'transfer' || typed.method === 'ewallet'
  useEffect(() => {
    if (partyId === undefined) return
    let left = false
    channel
      .call(listPartyAccounts, { params: { partyId } })
      .then(({ accounts: found }) => {
        if (!left) setAccounts(found.filter(({ active }) => active))
      })
      // If loading fails, the voucher shows no bank account.
      .catch(() => undefined)
    return () => {
      left = true
    }
  }, [channel, partyId])
  const chosen = typed.payeeAccount
  const clear = useEffectEvent(() => update((now) => ({ ...now, payeeAccount: '' })))
  useEffect(() => {
    if (!transfers && chosen !== '') clear()
  }, [transfers, chosen])
  if (!transfers || (accounts.length === 0 && chosen === '')) return null
  return (
    <SearchSelect
      {...typing('payeeAccount')}
      data={[
        { value: '', label: 'Not specified' },
        ...accounts.map(({ id, bank, masked, currency }) => ({
          value: id,
          label: `${bank} ${masked}${currency === 'PHP' ? '' : `, ${currency}`}`,
        })),
      ]}
    />
  )
}

/** The company's own cheque uses the next leaf of the account's book, unless the user types a number. */
function useNextLeaf({ channel, typed: { account }, update }: ThisForm, ours: boolean) {
  const suggest = useEffectEvent((no: string) =>
    update((now) => (now.reference.trim() === '' ? { ...now, reference: no } : now)),
  )
  useEffect(() => {
    if (!ours || account === '') return
    let left = false
    channel
      .call(nextLeaf, { params: { account } })
      .then(({ no }) => {
        if (!left && no !== null) suggest(no)
      })
      // If loading fails, the user has to type the number from the cheque.
      .catch(() => undefined)
    return () => {
      left = true
    }
  }, [channel, account, ours])
}

/** Open items are loaded again when a form opens, because some may have been settled since the draft was saved. */
function useFreshItems({ channel, typed, loaded, update }: ThisForm) {
  const partyId = typed.party?.id
  const merge = useEffectEvent((open: Parameters<typeof refreshed>[1]) => update((now) => refreshed(now, open)))
  useEffect(() => {
    if (partyId === undefined) return
    let left = false
    channel
      .call(listOpenItems, { query: { side: loaded.side, partyId } })
      .then((open) => {
        if (!left) merge(open)
      })
      // A failure is ignored, because the review checks the open items again.
      .catch(() => undefined)
    return () => {
      left = true
    }
  }, [channel, loaded.side, partyId])
}

function Party({ form: { channel, typed, loaded, figures, mistakes } }: { form: ThisForm }) {
  const { party } = typed
  if (party === null) return null
  const wrong = mistakes.get('party')
  return (
    <div className={css.party} {...opens('party', party.id)}>
      <div>
        <strong className={css.name}>{party.name}</strong>
        <span className={css.facts}>
          {party.tin === '' ? 'No TIN' : `TIN ${party.tin}`}
          {party.government && <StatusBadge tone="look">Government</StatusBadge>}
          {!party.government && typed.agent === 'yes' && loaded.side === 'receivable' && (
            <StatusBadge tone="plain">Withholds tax</StatusBadge>
          )}
        </span>
        {wrong !== undefined && <p className={css.wrong}>{wrong}</p>}
      </div>
      <div className={css.open}>
        <span>{loaded.side === 'receivable' ? 'Owes' : 'Payable'}</span>
        <strong>{formatMoney(figures.open)}</strong>
      </div>
      <Button size="compact-sm" variant="default" onClick={() => channel.say({ type: 'restart' })}>
        {words[loaded.side].someone}
      </Button>
    </div>
  )
}

function Rows({ form }: { form: ThisForm }) {
  const { typed, today, loaded, figures, mistakes, update } = form
  const say = words[loaded.side]
  const incoming = loaded.side === 'receivable'
  const change = useCallback(
    (what: RowChange<TypedRow>) => update((now) => rowsTyped(now, what, loaded, today)),
    [update, loaded, today],
  )
  const takeRest = useCallback(
    (id: string) => update((now) => restTaken(now, id, loaded, today)),
    [update, loaded, today],
  )
  const fillAll = useCallback(() => update((now) => allFilled(now, loaded, today)), [update, loaded, today])
  const government = incoming && typed.party?.government === true
  const { vatRegistered, withholdAt } = registeredOn(loaded.registrations, dayOf(typed, today))
  const held = typed.rows.some(({ atc, withheld }) => atc !== '' || withheld !== '')
  const [isExpanded, setExpanded] = useState(false)
  const withTax = government || held || isExpanded || (!incoming && withholdAt === 'payment')
  const codes = useMemo(
    () => (withTax ? codesFor(typed, loaded, today) : []),
    // oxlint-disable-next-line react/exhaustive-deps -- only these inputs determine the codes
    [withTax, loaded, today, typed.day, typed.party, typed.payee],
  )
  const columns = useMemo(
    () => rowColumns({ row: say.row, codes, withTax, government, vatRegistered }),
    [say.row, codes, withTax, government, vatRegistered],
  )
  usePayAllKey(fillAll)
  useFreeKey((at) => update((now) => freed(now, at, loaded, today)))
  const pinned = typed.rows.filter((row) => row.pinned === 'yes').length
  const hints = useMemo(
    () => differenceHints(typed, loaded, today),
    // oxlint-disable-next-line react/exhaustive-deps -- only these inputs determine the hints
    [typed.total, typed.rows, typed.advance, typed.credits, typed.refunds, typed.day, loaded, today],
  )

  const wrong = mistakes.get('rows')
  const left = leftOfTotal(typed)
  const spreads = left > 0n || typed.rows.some((row) => row.pinned !== 'yes' && !settledRows.isEmpty(row))
  return (
    <section className={styles.part} aria-labelledby="settled" data-spread={typed.total.trim() !== '' || undefined}>
      {typed.rows.length === 0 ? (
        <>
          <h2 id="settled">{say.rows}</h2>
          <p>No unpaid documents.</p>
        </>
      ) : (
        <>
          <Group gap="sm" align="flex-end" className={styles.hints}>
            <h2 id="settled" className={css.heading}>
              {say.rows}
            </h2>
            <MoneyInput
              id="total"
              data-control
              size="sm"
              w={180}
              label={say.total}
              {...below(
                'Applied to the oldest due date first. You can also select the documents that are paid in full. In an amount field, = enters the rest.',
              )}
              error={mistakes.get('total')}
              value={typed.total}
              onChange={(total) =>
                update((now) => (total === now.total ? now : totalSpread(now, total, loaded, today)))
              }
            />
            <Button size="sm" variant="default" onClick={fillAll} rightSection={<Kbd size="xs">Alt A</Kbd>}>
              Pay all in full
            </Button>
            <Button size="sm" variant="subtle" color="gray" onClick={() => update(allCleared)}>
              Clear
            </Button>
            {!withTax && incoming && (
              <Button size="sm" variant="subtle" color="gray" onClick={() => setExpanded(true)}>
                Tax was withheld
              </Button>
            )}
          </Group>
          <LineGrid
            name="rows"
            label={say.rows}
            columns={columns}
            rows={typed.rows}
            shown={(row) => ({
              number: [row.number, [row.externalNo, row.day && formatDay(row.day)].filter(Boolean).join(', ')].join(
                '\n',
              ),
              due: dueWords(row, today),
              open: formatMoney(BigInt(row.open || '0')),
            })}
            isEmpty={settledRows.isEmpty}
            onRest={takeRest}
            areDocuments
            fixed
            mistakes={mistakes}
            change={change}
          />
          <div className={css.sum} role="status">
            <span>
              {figures.ticked} of {typed.rows.length} selected
              {typed.total.trim() !== '' && pinned > 0 && (
                <>
                  , {pinned} entered by you (<span aria-hidden="true">✎</span>)
                  <span data-keys>
                    {' '}
                    (<Kbd size="xs">Alt K</Kbd> in a row recalculates it from the total)
                  </span>
                </>
              )}
            </span>
            {left !== 0n && (
              <>
                <strong>
                  {left > 0n ? `${formatMoney(left)} left to apply` : `${formatMoney(-left)} more than the total`}
                </strong>
                {spreads && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => update((now) => totalSpread(now, now.total, loaded, today))}
                  >
                    {left > 0n ? 'Apply the rest' : 'Reduce the others'}
                  </Button>
                )}
              </>
            )}
          </div>
          <DifferenceHints
            hints={hints.map(({ words, only, row }) =>
              only === undefined
                ? { words, label: 'Go to the amount', onAct: () => focusOn(amountOfRow(typed.rows, row)) }
                : { words, label: 'Pay only these', onAct: () => update((now) => onlyPaid(now, only, loaded, today)) },
            )}
          />
        </>
      )}
      {wrong !== undefined && (
        <p className={css.wrong} id="rows-mistake">
          {wrong}
        </p>
      )}
    </section>
  )
}

/** Alt+K in a row recalculates its amount from the total. */
function useFreeKey(free: (at: number) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyK') return
    const at = event.target instanceof Element ? /^rows-(\d+)-/.exec(event.target.id)?.[1] : undefined
    if (at === undefined) return
    event.preventDefault()
    free(Number(at))
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** The field for the amount of a row, or for the total. */
const amountOfRow = (rows: readonly TypedRow[], id: string | undefined): HTMLElement | null => {
  const at = rows.findIndex((row) => row.id === id)
  return document.getElementById(at === -1 ? 'total' : `rows-${at}-pay`)
}

type Columns = {
  row: string
  codes: { value: string; label: string }[]
  withTax: boolean
  government: boolean
  vatRegistered: boolean
}

function rowColumns({ row, codes, withTax, government, vatRegistered }: Columns): readonly Column<TypedRow>[] {
  // Enter moves through checkboxes and amounts. An amount fills in its tax.
  const code: Column<TypedRow> = {
    kind: 'combobox',
    field: 'atc',
    label: 'Code',
    width: 116,
    passed: () => true,
    none: 'No tax',
    options: codes,
  }
  const tax: Column<TypedRow> = {
    kind: 'money',
    field: 'withheld',
    label: 'Tax withheld',
    width: 92,
    passed: () => true,
  }
  // Companies without VAT registration pay percentage tax, which a government office withholds.
  const label = vatRegistered ? 'VAT withheld' : 'PT withheld'
  const vat: Column<TypedRow> = { kind: 'money', field: 'vatWithheld', label, width: 88, passed: () => true }
  return [
    { kind: 'check', field: 'tick', label: 'Pay', width: 36 },
    { kind: 'shown', field: 'number', label: row },
    { kind: 'shown', field: 'due', label: 'Due', width: withTax ? 98 : 120 },
    { kind: 'shown', field: 'open', label: 'Open', width: 108, figure: true },
    { kind: 'money', field: 'pay', label: 'Amount paid', width: 116, passed: ({ tick }) => tick === 'yes' },
    ...(withTax ? [code, tax] : []),
    ...(government ? [vat] : []),
    { kind: 'money', field: 'discount', label: 'Discount', width: 76, passed: () => true },
  ]
}

type CreditProps = { form: ThisForm; name: 'credits' | 'refunds'; title: string; use: string }

function Credits({ form, name, title, use }: CreditProps) {
  const columns = useMemo((): readonly Column<TypedCredit>[] => {
    return [
      { kind: 'shown', field: 'number', label: 'Credit of' },
      { kind: 'shown', field: 'day', label: 'Date', width: 120 },
      { kind: 'shown', field: 'left', label: 'Left', width: 120, figure: true },
      { kind: 'money', field: 'amount', label: use, width: 128 },
    ]
  }, [use])
  if (form.typed[name].length === 0) return null
  return (
    <section className={`${styles.part} ${css.credits}`} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>{title}</h2>
      <GridField
        form={form}
        name={name}
        of={creditRows}
        label={title}
        columns={columns}
        shown={(row) => ({
          number: row.number,
          day: row.day === '' ? '' : formatDay(row.day),
          left: formatMoney(BigInt(row.open || '0')),
        })}
      />
    </section>
  )
}
