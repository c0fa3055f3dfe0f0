// The budget of a fiscal year in a grid. Amounts can be typed, pasted from a spreadsheet, copied from last year, or
// divided over the months.
import { Alert, Button, Text, TextInput, Title } from '@mantine/core'
import { getBudget, saveBudget } from '@talaan/contract/budgets.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { budgetFromCells, raised, spreadEvenly } from '@talaan/ledger/accounts/budget.ts'
import { formatMonth } from '@talaan/ledger/core/date.ts'
import { divideRounded, formatMoney, parseTypedAmount, sum } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ClipboardEvent, type KeyboardEvent, memo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call, keyOf, sentenceOf, useCall } from '../../app/api.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useUnsaved } from '../../app/session/unsaved.ts'
import { moment } from '../../ui/moment.ts'
import { newId } from '../../ui/newId.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { PeriodField } from '../../ui/PeriodField.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './budget.module.css'
import { ReportTabs } from '../reports/ReportTabs.tsx'

type Budget = AnswerOf<typeof getBudget>
type Account = Budget['accounts'][number]
/** The texts of the twelve cells of each account. */
type Cells = Record<string, readonly string[]>

export function BudgetPage() {
  const [query, setQuery] = useSearchParams()
  const from = query.get('year') ?? undefined
  const budget = useCall(getBudget, { query: from === undefined ? {} : { from } })
  return (
    <>
      <PageTitle>Budget</PageTitle>
      <ReportTabs />
      <Answered query={budget} loading={<SkeletonRows rows={12} />}>
        {(answer) => (
          <Grid
            // The grid starts over when the year changes and after saving.
            key={`${answer.from} ${answer.changes[0]?.at ?? ''}`}
            budget={answer}
            onYear={(year) => setQuery({ year })}
          />
        )}
      </Answered>
    </>
  )
}

function Grid({ budget, onYear }: { budget: Budget; onYear: (from: string) => void }) {
  const queries = useQueryClient()
  const { accounts, months } = budget
  const [begun] = useState<Cells>(() => Object.fromEntries(accounts.map((one) => [one.code, one.budget.map(shown)])))
  const [cells, setCells] = useState(begun)
  const [percent, setPercent] = useState('')
  const [messages, setMessages] = useState<string[]>([])
  const [changeId] = useState(newId)
  const changed = cells !== begun
  useUnsaved(changed)

  const save = useMutation({
    mutationFn: async () => {
      const amounts = accounts.flatMap(({ code, budget: was }) =>
        (cells[code] ?? []).flatMap((text, at) => {
          const amount = amountOf(text) ?? 0n
          return amount === was[at] ? [] : [{ account: code, month: months[at] ?? '', amount }]
        }),
      )
      if (amounts.length > 0) await call(saveBudget, { params: { from: budget.from, changeId }, body: { amounts } })
    },
    onSuccess: () => {
      toast({ title: `Budget of ${budget.label} saved`, tone: 'good' })
      setCells(begun)
      void queries.invalidateQueries({ queryKey: keyOf(getBudget) })
    },
  })

  const put = (code: string, at: number, text: string) =>
    setCells((old) => ({ ...old, [code]: (old[code] ?? []).with(at, text) }))
  const putRow = (code: string, amounts: readonly Money[]) =>
    setCells((old) => ({ ...old, [code]: amounts.map(shown) }))

  /** Rows that begin with an account code go to that account. Other figures fill the cells from the focused one. */
  const paste = (event: ClipboardEvent, code: string, at: number) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(text.trim())) return
    event.preventDefault()
    const table = text
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
      .map((row) => row.split('\t'))
    const read = budgetFromCells(table, new Set(accounts.map((one) => one.code)))
    if (read.rows.length + read.mistakes.length > 0) {
      setMessages(read.mistakes)
      setCells((old) => ({
        ...old,
        ...Object.fromEntries(read.rows.map(({ account, amounts }) => [account, amounts.map(shown)])),
      }))
      return
    }
    const first = accounts.findIndex((one) => one.code === code)
    setMessages([])
    setCells((old) => {
      const next = { ...old }
      for (const [down, row] of table.entries()) {
        const own = accounts[first + down]?.code
        if (own === undefined) break
        next[own] = (next[own] ?? []).map((was, month) => row[month - at]?.trim() ?? was)
      }
      return next
    })
  }

  const takeOver = () => {
    const read = percent.trim() === '' ? { ok: true as const, amount: 0n } : parseTypedAmount(percent)
    if (!read.ok) return setMessages(['Enter a percentage such as 5 or -2.5, or leave it empty.'])
    setMessages([])
    setCells(
      Object.fromEntries(
        accounts.map((one) => [one.code, one.lastYear.map((amount) => shown(wholePesos(raised(amount, read.amount))))]),
      ),
    )
  }

  const mistyped = accounts.some(({ code }) => (cells[code] ?? []).some((text) => amountOf(text) === null))
  return (
    <>
      <div className={classes.tools}>
        <PeriodField
          label="Fiscal year"
          value={budget.from}
          choices={budget.years.map(({ from, label }) => ({ value: from, label: label.replace('Fiscal year ', '') }))}
          unit="year"
          onChange={onYear}
        />
        <TextInput
          size="sm"
          w={140}
          label="Increase, %"
          placeholder="0"
          inputMode="decimal"
          value={percent}
          onChange={(event) => setPercent(event.currentTarget.value)}
        />
        <Button size="sm" variant="default" onClick={takeOver}>
          Copy last year
        </Button>
        <Button size="sm" disabled={!changed || mistyped} loading={save.isPending} onClick={() => save.mutate()}>
          Save budget
        </Button>
      </div>
      <Text size="sm" className={classes.quiet}>
        Enter income and expenses as positive amounts. An annual amount is spread evenly over the twelve months. To
        paste rows from a spreadsheet, include the account codes or select the first cell to fill.
      </Text>
      {(messages.length > 0 || save.isError || mistyped) && (
        <Alert color="red" role="alert" my="sm">
          {messages.map((sentence) => (
            <div key={sentence}>{sentence}</div>
          ))}
          {mistyped && <div>Some cells do not contain an amount. Correct the marked cells.</div>}
          {save.isError && sentenceOf(save.error)}
        </Alert>
      )}
      <table className={classes.grid} aria-label={`Budget of ${budget.label}`}>
        <thead>
          <tr>
            <th scope="col">Account</th>
            {months.map((month) => (
              <th key={month} scope="col" data-figure>
                {formatMonth(month).slice(0, 3)}
              </th>
            ))}
            <th scope="col" data-figure>
              Year
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <Row
              key={account.code}
              account={account}
              months={months}
              texts={cells[account.code] ?? noTexts}
              onPut={put}
              onRow={putRow}
              onPaste={paste}
            />
          ))}
        </tbody>
      </table>
      <section className={classes.changes} aria-labelledby="changes">
        <Title order={2} size="h4" id="changes">
          Change history
        </Title>
        {budget.changes.length === 0 ? (
          <Text size="sm">No budget has been entered for this year yet.</Text>
        ) : (
          <ul>
            {budget.changes.map(({ at, by, figures, accounts: of }) => (
              <li key={at}>
                {moment(at)}, {by}: {figures} {figures === 1 ? 'figure' : 'figures'} of {of}{' '}
                {of === 1 ? 'account' : 'accounts'}
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

const noTexts: readonly string[] = []

type RowProps = {
  account: Account
  months: readonly string[]
  texts: readonly string[]
  onPut: (code: string, at: number, text: string) => void
  onRow: (code: string, amounts: readonly Money[]) => void
  onPaste: (event: ClipboardEvent, code: string, at: number) => void
}

/** Rendered again only when one of its own cells changes; the handlers stay the same. */
const Row = memo(RowOfGrid, (was, now) => was.texts === now.texts && was.account === now.account)

function RowOfGrid({ account, months, texts, onPut, onRow, onPaste }: RowProps) {
  const { code, name } = account
  const amounts = texts.map(amountOf)
  const total = sum(amounts.map((amount) => amount ?? 0n))
  const [typedYear, setTypedYear] = useState<string>()
  const spread = () => {
    const read = typedYear === undefined ? undefined : amountOf(typedYear)
    setTypedYear(undefined)
    if (read !== undefined && read !== null && read !== total) onRow(code, spreadEvenly(read))
  }
  return (
    <tr>
      <th scope="row">
        {code} {name}
      </th>
      {months.map((month, at) => (
        <td key={month} data-title={formatMonth(month).slice(0, 3)}>
          <input
            aria-label={`${code} ${name}, ${formatMonth(month)}`}
            aria-invalid={amounts[at] === null}
            inputMode="decimal"
            autoComplete="off"
            value={texts[at] ?? ''}
            onChange={(event) => onPut(code, at, event.currentTarget.value)}
            onFocus={(event) => event.currentTarget.select()}
            onBlur={() => {
              const amount = amounts[at]
              if (amount !== null && amount !== undefined && shown(amount) !== texts[at]) onPut(code, at, shown(amount))
            }}
            onKeyDown={moveOn}
            onPaste={(event) => onPaste(event, code, at)}
          />
        </td>
      ))}
      <td data-title="Year">
        <input
          aria-label={`${code} ${name}, the year`}
          inputMode="decimal"
          autoComplete="off"
          value={typedYear ?? shown(total)}
          onChange={(event) => setTypedYear(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={spread}
          onKeyDown={moveOn}
        />
      </td>
    </tr>
  )
}

/** Whole pesos, as users enter budgets; '' if there is no amount. */
const shown = (amount: Money): string => (amount === 0n ? '' : formatMoney(amount).replace(/\.00$/, ''))

/** Amounts with centavos are rounded to the peso. */
const wholePesos = (amount: Money): Money => divideRounded(amount, 100n) * 100n

/** Null is no amount. */
function amountOf(text: string): Money | null {
  if (text.trim() === '' || text.trim() === '-') return 0n
  const read = parseTypedAmount(text)
  return read.ok ? read.amount : null
}

/** Enter goes to the next cell; Ctrl and the arrows to the row above or below. */
function moveOn(event: KeyboardEvent<HTMLInputElement>): void {
  const inputs = [...(event.currentTarget.closest('table')?.querySelectorAll('input') ?? [])]
  const at = inputs.indexOf(event.currentTarget)
  const row = event.ctrlKey ? { ArrowDown: 13, ArrowUp: -13 }[event.key] : undefined
  const step = event.key === 'Enter' ? (event.shiftKey ? -1 : 1) : (row ?? 0)
  if (step === 0) return
  event.preventDefault()
  inputs[at + step]?.focus()
}
