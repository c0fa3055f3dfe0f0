// The suggested month-end entries with their lines. They are recorded as shown, or opened in the form first.
import { Anchor, Button, TextInput } from '@mantine/core'
import { approvalWords, sendForApproval } from '@talaan/contract/approvals.ts'
import { type ForeignAnswer, keepRate, listSuggestions, type SuggestionAnswer } from '@talaan/contract/closing.ts'
import { recordDocument, reviewDraft, saveDraft } from '@talaan/contract/documents.ts'
import { formatMonth, type Month } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call, CallFailure, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './closing.module.css'

export function Suggestions({ month }: { month: Month }) {
  const suggestions = useCall(listSuggestions, { params: { month } })
  return (
    <section className={classes.list} aria-labelledby="month-end">
      <div className={classes.head}>
        <h2 id="month-end" tabIndex={-1}>
          Month-end entries
        </h2>
        <Anchor component={Link} size="sm" to={paths.monthEnd}>
          Recurring entries and fixed assets
        </Anchor>
      </div>
      <Answered query={suggestions} panel={classes.row} loading={<SkeletonRows rows={2} />}>
        {({ suggestions: found, foreign }) => (
          <>
            {foreign.length > 0 && <ClosingRates month={month} foreign={foreign} />}
            {found.length === 0 ? (
              <div className={classes.row}>
                <p className={classes.quiet}>
                  No month-end entries for {formatMonth(month)}. Add recurring entries and fixed assets to get them each
                  month.
                </p>
              </div>
            ) : (
              <ul>
                {found.map((each) => (
                  <SuggestionRow key={each.reference} suggestion={each} />
                ))}
              </ul>
            )}
            {dueOf(found).length > 1 && <RecordAll due={dueOf(found)} />}
          </>
        )}
      </Answered>
    </section>
  )
}

const dueOf = (suggestions: readonly SuggestionAnswer[]) =>
  suggestions.filter(({ kind, document, isWaiting }) => kind === 'journalvoucher' && document === null && !isWaiting)

/** Records all suggestions of a month, one after the other. The entry that closes the year is recorded separately. */
function RecordAll({ due }: { due: readonly SuggestionAnswer[] }) {
  const queries = useQueryClient()
  const record = useMutation({
    mutationFn: async () => {
      let sent = 0
      for (const each of due) if ('approvers' in (await recordedOrSent(each))) sent += 1
      return sent
    },
    onSuccess: (sent) => {
      const count = due.length - sent
      const words = [
        ...(count > 0 ? [`${count} ${count === 1 ? 'entry' : 'entries'} recorded`] : []),
        ...(sent > 0 ? [`${sent} sent for approval`] : []),
      ]
      toast({ title: words.join(', '), tone: 'good' })
    },
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
    onSettled: () => queries.invalidateQueries(),
  })
  return (
    <div className={classes.foot}>
      <p>All entries above will be recorded exactly as shown.</p>
      <Button variant="default" loading={record.isPending} onClick={() => record.mutate()}>
        Record all {due.length}
      </Button>
    </div>
  )
}

async function recordedOrSent({ kind, draftId, fields }: SuggestionAnswer) {
  const { digest, approval } = await call(reviewDraft, { params: { draftId }, body: { kind, fields } })
  return call(approval === null ? recordDocument : sendForApproval, { body: { draftId, digest } })
}

/** The closing rates of a month, one for each foreign currency. */
function ClosingRates({ month, foreign }: { month: Month; foreign: readonly ForeignAnswer[] }) {
  const currencies = [...Map.groupBy(foreign, ({ currency }) => currency)]
  return (
    <div className={classes.row}>
      <div className={classes.title}>
        <h3>Closing rates</h3>
      </div>
      <p className={classes.quiet}>
        Foreign currency balances are revalued at the closing rate. The unrealized difference is reversed on the first
        day of the next month.
      </p>
      {currencies.map(([currency, accounts]) => (
        // Starts again from the saved rates.
        <RateForm
          key={`${currency} ${accounts[0]?.rate} ${accounts[0]?.source}`}
          month={month}
          currency={currency}
          accounts={accounts}
        />
      ))}
    </div>
  )
}

type RateProps = { month: Month; currency: string; accounts: readonly ForeignAnswer[] }

function RateForm({ month, currency, accounts }: RateProps) {
  const queries = useQueryClient()
  const [rate, setRate] = useState(accounts[0]?.rate ?? '')
  const [source, setSource] = useState(accounts[0]?.source ?? 'BAP')
  const keep = useMutation({
    mutationFn: () =>
      call(keepRate, { params: { month, currency }, body: { rate: rate.trim(), source: source.trim() } }),
    onSuccess: async () => {
      await queries.invalidateQueries()
      toast({ title: `Rate of ${currency} saved`, tone: 'good' })
    },
  })
  const mistakes = keep.error instanceof CallFailure ? keep.error.fields : []
  const mistakeOf = (name: string) => mistakes.find(({ path }) => path.at(-1) === name)?.message
  return (
    <form
      className={classes.rate}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        keep.mutate()
      }}
    >
      <p>
        {accounts
          .map(
            ({ name, held, carried }) =>
              `${name}: ${currency} ${formatMoney(held)}, carrying amount ${formatMoney(carried)}`,
          )
          .join('; ')}
      </p>
      <TextInput
        size="sm"
        label={`Pesos for one ${currency}`}
        inputMode="decimal"
        autoComplete="off"
        value={rate}
        error={mistakeOf('rate')}
        onChange={(event) => setRate(event.currentTarget.value)}
      />
      <TextInput
        size="sm"
        label="Source"
        autoComplete="off"
        value={source}
        error={mistakeOf('source')}
        onChange={(event) => setSource(event.currentTarget.value)}
      />
      <Button type="submit" size="sm" variant="default" loading={keep.isPending}>
        Save rate
      </Button>
      {keep.isError && mistakes.length === 0 && (
        <p className={classes.wrong} role="alert">
          {sentenceOf(keep.error)}
        </p>
      )}
    </form>
  )
}

function SuggestionRow({ suggestion }: { suggestion: SuggestionAnswer }) {
  const { kind, title, reference, amount, lines, reverse, draftId, fields, document, isWaiting } = suggestion
  const queries = useQueryClient()
  const go = useNavigate()
  const record = useMutation({
    mutationFn: () => recordedOrSent(suggestion),
    onSuccess: async (answer) => {
      await queries.invalidateQueries()
      if ('approvers' in answer)
        toast({ title: approvalWords.sent, message: answer.approvers.join(', '), tone: 'good' })
      else toast({ title: `${title} recorded`, message: answer.number, tone: 'good' })
    },
  })
  const change = useMutation({
    mutationFn: () => call(saveDraft, { params: { draftId }, body: { kind, fields } }),
    onSuccess: () => void go(paths.form('journalvoucher', { draft: draftId })),
  })
  const error = record.error ?? change.error
  return (
    <li className={classes.row}>
      <div className={classes.title}>
        <h3>
          {title} <span className={classes.reference}>{reference}</span>
        </h3>
        {document !== null ? (
          <StatusBadge tone="good">Recorded</StatusBadge>
        ) : (
          <StatusBadge tone="look">{isWaiting ? approvalWords.sent : 'Not recorded'}</StatusBadge>
        )}
      </div>
      {lines.length === 0 ? (
        <p className={classes.quiet}>
          {amount === null ? '' : `${formatMoney(amount)}: income and expenses are closed to account 3030.`}
        </p>
      ) : (
        <table className={classes.entry} aria-label={`Entry of ${title}`}>
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col">Debit</th>
              <th scope="col">Credit</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, at) => (
              <tr key={`${line.account} ${at}`}>
                <td>
                  {line.account} {line.name}
                </td>
                <td>{line.debit === 0n ? '' : formatMoney(line.debit)}</td>
                <td>{line.credit === 0n ? '' : formatMoney(line.credit)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {reverse && <p className={classes.quiet}>This entry is reversed on the first day of the next month.</p>}
      {error !== null && (
        <p className={classes.wrong} role="alert">
          {sentenceOf(error)}
        </p>
      )}
      {isWaiting ? (
        <Anchor component={Link} size="sm" to={paths.approval(draftId)}>
          Show the document that waits for approval
        </Anchor>
      ) : document === null ? (
        <div className={classes.actions}>
          <Button size="compact-sm" loading={record.isPending} onClick={() => record.mutate()}>
            Record
          </Button>
          {kind === 'journalvoucher' && (
            <Button size="compact-sm" variant="default" loading={change.isPending} onClick={() => change.mutate()}>
              Edit before recording
            </Button>
          )}
        </div>
      ) : (
        <Anchor component={Link} size="sm" to={paths.document(kind, document.id)}>
          {document.number}, {formatMoney(document.total)}
        </Anchor>
      )}
    </li>
  )
}
