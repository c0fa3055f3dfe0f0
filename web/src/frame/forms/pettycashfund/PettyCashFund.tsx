// A petty cash fund: counting it by denomination, replenishing it from the count, and establishing, increasing and
// closing it.
import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { discardDraft } from '@talaan/contract/documents.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { listMoneyAccounts, type MoneyAccount } from '@talaan/contract/money-accounts.ts'
import { getPettyCashFund, keepCount } from '@talaan/contract/petty-cash.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { denominations, denominationWord, fundActionWords } from '@talaan/ledger/documents/pettycashfund/fields.ts'
import { differs } from '@talaan/ledger/documents/pettycashfund/figures.ts'
import { pettycashfundWords } from '@talaan/ledger/documents/pettycashfund/words.ts'
import { formatMoney, sum } from '@talaan/ledger/core/money.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import { MoneyInput } from '../../../ui/MoneyInput.tsx'
import { AccountField } from '../../fields/AccountField.tsx'
import { below } from '../../runtime/below.ts'
import { NativeSelect, TextInput, Textarea } from '../../fields/boxes.tsx'
import type { Channel } from '../../runtime/channel.ts'
import { DocumentForm } from '../../runtime/DocumentForm.tsx'
import css from '../../runtime/DocumentForm.module.css'
import type { Form, FormDefinition } from '../../runtime/formDefinition.ts'
import { GridField } from '../../fields/GridField.tsx'
import type { Column } from '../../fields/LineGrid.tsx'
import { Notice } from '../../runtime/Notice.tsx'
import { PettyCashForms } from '../../fields/PettyCashForms.tsx'
import { ReceiptEmail } from '../../fields/ReceiptEmail.tsx'
import {
  dayOf,
  fieldsOf,
  figuresOf,
  fundModel,
  missingOf,
  pieceRows,
  piecesOf,
  takesCount,
  type FundFigures,
  type FundNow,
  type TypedFund,
  type TypedPieces,
} from './typedFund.ts'
import { namedAmount } from '../../runtime/words.ts'

type Loaded = { money: readonly MoneyAccount[]; clientId: string }
type ThisForm = Form<TypedFund, Loaded, FundFigures>

export function PettyCashFund({ channel }: { channel: Channel }) {
  return <DocumentForm channel={channel} kind={fundForm} />
}

const fundForm: FormDefinition<TypedFund, Loaded, FundFigures> = {
  ...fundModel,
  document: pettycashfundWords,
  load: async (channel) => ({
    money: (await channel.call(listMoneyAccounts)).accounts,
    clientId: channel.context.clientId,
  }),
  empty: ({ today, loaded }) => {
    const fund = fundsOf(loaded)[0]
    return fundModel.empty(
      { today },
      {
        fund: fund?.code ?? '',
        countedBy: loaded.clientId,
        account: banksOf(loaded)[0]?.code ?? '',
        act: fund !== undefined && fund.float === 0n ? 'establish' : 'replenish',
      },
    )
  },
  copies: false,
  figures: (typed, { loaded }) => figuresOf(typed, nowOf(typed, loaded)),
  fieldsOf: (typed, { today, loaded }) => fieldsOf(typed, { today, now: nowOf(typed, loaded) }),
  fixedBy: { count: ['act', 'fund', 'day'], reason: ['count'], amount: ['count', 'act'], act: ['fund'] },
  begunAs: ({ act }, { counted }) => namedAmount(fundActionWords[act], counted),
  Fields,
}

const fundsOf = ({ money }: Loaded) => money.filter(({ kind }) => kind === 'petty_cash')
const banksOf = ({ money }: Loaded) =>
  money.filter(({ kind, currency }) => (kind === 'bank' || kind === 'ewallet') && currency === 'PHP')

/** The fund as it was when the form opened; the review checks it again. */
function nowOf({ fund }: TypedFund, loaded: Loaded): FundNow {
  const found = loaded.money.find(({ code }) => code === fund)
  return { held: found?.held ?? 0n, float: found?.float ?? 0n, custodian: found?.custodian ?? '' }
}

function Fields({ form }: { form: ThisForm }) {
  const { typed, today, loaded, figures, input, typing } = form
  const now = nowOf(typed, loaded)
  const counts = takesCount(typed.act)
  return (
    <>
      <PettyCashForms channel={form.channel} shown="pettycashfund" />
      <Stack gap="md" className={css.fields}>
        <div className={css.pair}>
          <NativeSelect {...input('act')} />
          <DayInput {...typing('day')} today={today} />
        </div>
        <AccountField
          {...typing('fund')}
          accounts={fundsOf(loaded)}
          moves={(figures.difference ?? 0n) + figures.moves}
        />
        {typed.fund !== '' && <FundStory form={form} />}
      </Stack>
      {counts && <CountForm form={form} />}
      <Stack gap="md" className={css.fields} mt="lg">
        {counts && (
          <>
            <div className={css.pair}>
              <TextInput {...input('countedBy')} />
              <TextInput {...input('witness')} />
            </div>
            {figures.difference !== null && figures.difference !== 0n && (
              <TextInput
                {...input('reason')}
                {...below(`The cash ${differs(figures.difference)}. The difference is posted.`)}
              />
            )}
          </>
        )}
        {typed.act !== 'count' && (
          <AccountField
            {...typing('account')}
            {...(typed.act === 'close' && { label: 'Return to' })}
            accounts={banksOf(loaded)}
            moves={-figures.moves}
          />
        )}
        {typed.act !== 'count' && typed.act !== 'close' && (
          <div className={css.pair}>
            <MoneyInput
              {...typing('amount')}
              {...below(
                typed.act === 'replenish'
                  ? `Leave empty to replenish the full amount: ${formatMoney(missingOf(typed, now))}.`
                  : typed.act === 'establish'
                    ? 'The fund amount (imprest)'
                    : `Added to the fund amount of ${formatMoney(now.float)}`,
              )}
            />
            <TextInput {...input('chequeNo')} inputMode="numeric" />
          </div>
        )}
        <TextInput
          {...input('custodian')}
          {...(now.custodian !== '' &&
            below(`${now.custodian} is the custodian. Type another name to change the custodian.`))}
        />
        <ReceiptEmail form={form} />
        <Textarea {...input('memo')} rows={2} />
        {typed.act === 'count' && figures.difference === 0n && <KeepCount form={form} />}
      </Stack>
    </>
  )
}

function CountForm({ form }: { form: ThisForm }) {
  const numbers = piecesOf(form.typed)
  return (
    <div className={css.count}>
      <GridField
        form={form}
        name="count"
        of={pieceRows}
        label="Count by denomination"
        columns={countColumns}
        shown={({ pieces }, at) => {
          const value = denominations[at] ?? 0n
          return {
            denomination: denominationWord(value),
            amount: pieces.trim() === '' ? '' : formatMoney(value * BigInt(numbers[at] ?? 0)),
          }
        }}
        slim
      />
    </div>
  )
}

const countColumns: readonly Column<TypedPieces>[] = [
  { kind: 'shown', field: 'denomination', label: 'Value', figure: true },
  { kind: 'quantity', field: 'pieces', label: 'Pieces', width: 96 },
  { kind: 'shown', field: 'amount', label: 'Amount', width: 116, figure: true },
]

type Fund = AnswerOf<typeof getPettyCashFund>

/** What the cash was used for since the last replenishment. */
function FundStory({ form }: { form: ThisForm }) {
  const { channel, typed, today } = form
  const [fund, setFund] = useState<Fund | null>(null)
  const day = dayOf(typed, today)
  useEffect(() => {
    let left = false
    channel
      .call(getPettyCashFund, { params: { account: typed.fund }, query: { day } })
      .then((found) => {
        if (!left) setFund(found)
      })
      .catch(() => {
        if (!left) setFund(null)
      })
    return () => {
      left = true
    }
  }, [channel, typed.fund, day])

  if (fund === null || fund.float === 0n) return null
  const vouchers = sum(fund.vouchers.map(({ amount }) => amount))
  const earlier = fund.float - fund.balance - vouchers
  const last = fund.counts[0]
  return (
    <div>
      <dl className={css.story} aria-label="Fund since the last replenishment">
        <div>
          <dt>Fund amount</dt>
          <dd>{formatMoney(fund.float)}</dd>
        </div>
        <div>
          <dt>{fund.vouchers.length === 1 ? '1 voucher' : `${fund.vouchers.length} vouchers`} since</dt>
          <dd>{formatMoney(-vouchers)}</dd>
        </div>
        {earlier !== 0n && (
          <div>
            <dt>Earlier</dt>
            <dd>{formatMoney(-earlier)}</dd>
          </div>
        )}
        <div data-emphasis="grand">
          <dt>Cash expected</dt>
          <dd>{formatMoney(fund.balance)}</dd>
        </div>
      </dl>
      {last !== undefined && (
        <Text size="sm" c="dimmed" mt={4}>
          Last counted {formatDay(last.day)}
          {last.countedBy === '' ? '' : ` by ${last.countedBy}`}:{' '}
          {last.difference === 0n ? 'no difference' : `it ${differs(last.difference).replace('is', 'was')}`}.
        </Text>
      )}
    </div>
  )
}

/** The cash agrees with the books, so nothing is posted and only the count is saved. */
function KeepCount({ form }: { form: ThisForm }) {
  const { channel, typed, today } = form
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaved, setSaved] = useState(false)

  async function keep() {
    setBusy(true)
    setFailure(null)
    const { draftId } = channel.context
    try {
      await channel.call(keepCount, {
        body: {
          id: draftId,
          account: typed.fund,
          day: dayOf(typed, today),
          count: piecesOf(typed),
          countedBy: typed.countedBy.trim(),
          witness: typed.witness,
          custodian: typed.custodian,
          memo: typed.memo,
        },
      })
      await channel.call(discardDraft, { params: { draftId } }).catch(() => undefined)
      channel.say({ type: 'unsaved', unsaved: false })
      setSaved(true)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : keepCount.failure)
    } finally {
      setBusy(false)
    }
  }

  if (isSaved) {
    return (
      <Notice tone="look" title="Count saved.">
        <Button size="sm" mt="xs" data-step onClick={() => channel.say({ type: 'restart' })}>
          Start another count
        </Button>
      </Notice>
    )
  }
  return (
    <div>
      <Text size="sm" mb={8}>
        The cash counted equals the book balance, so nothing is posted.
      </Text>
      <Button data-step loading={busy} onClick={() => void keep()}>
        Save count
      </Button>
      {failure !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
          {failure}
        </Text>
      )}
    </div>
  )
}
