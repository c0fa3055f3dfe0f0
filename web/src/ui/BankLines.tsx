// The lines of a bank statement, each with its problems, before and after the statement is stored.
import { Fragment, useState, type ReactNode } from 'react'
import { formatDay, type Day } from '@talaan/ledger/core/date.ts'
import { formatMoney, type Money } from '@talaan/ledger/core/money.ts'
import bank from './bankLines.module.css'

type Line = {
  position: number
  day: Day
  description: string
  reference: string | null
  chequeNo: string | null
  amount: Money
  balance: Money | null
  isNew: boolean
}

type Props = {
  lines: readonly Line[]
  findings: readonly { line: number | null; message: string }[]
  /** The number of lines shown until the user shows all; lines with a finding are always shown. */
  shownFirst: number
  /** The note on a line that was already in another file. */
  known: string
  /** Such lines are dimmed. */
  knownStandBack?: boolean
  more: (words: string, showAll: () => void) => ReactNode
}

export function BankLines({ lines, findings, shownFirst, known, knownStandBack = false, more }: Props) {
  const [all, setAll] = useState(false)
  const atLine = Map.groupBy(
    findings.filter(({ line }) => line !== null),
    ({ line }) => line,
  )
  const hasBalance = lines.some(({ balance }) => balance !== null)
  const shown = all ? lines : lines.filter(({ position }, at) => at < shownFirst || atLine.has(position))
  return (
    <>
      <div className={bank.whole}>
        <table className={bank.lines} aria-label="Bank statement lines">
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Description</th>
              <th scope="col">Out</th>
              <th scope="col">In</th>
              {hasBalance && <th scope="col">Balance</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ position, day, description, reference, chequeNo, amount, balance, isNew }) => (
              <Fragment key={position}>
                <tr data-wrong={atLine.has(position) || undefined} data-known={(knownStandBack && !isNew) || undefined}>
                  <td>{formatDay(day)}</td>
                  <td>
                    {description}
                    <span className={bank.more}>
                      {[reference, chequeNo && `cheque ${chequeNo}`, !isNew && known].filter(Boolean).join(', ')}
                    </span>
                  </td>
                  <td data-label="Out">{amount < 0n ? formatMoney(-amount) : ''}</td>
                  <td data-label="In">{amount > 0n ? formatMoney(amount) : ''}</td>
                  {hasBalance && <td data-label="Balance">{balance === null ? '' : formatMoney(balance)}</td>}
                </tr>
                {atLine.get(position)?.map(({ message }) => (
                  <tr key={message} className={bank.wrong}>
                    <td colSpan={hasBalance ? 5 : 4}>
                      <span aria-hidden="true">✕</span> {message}
                    </td>
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < lines.length && more(`Show all ${lines.length.toLocaleString('en')} lines`, () => setAll(true))}
    </>
  )
}
