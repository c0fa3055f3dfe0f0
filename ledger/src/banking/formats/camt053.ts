// CAMT.053, the bank-to-customer statement of ISO 20022, in all its versions: elements that moved between versions are
// looked up in both places. Source: ISO 20022 message definition camt.053, versions 001.02 to 001.10.
import { dayMistake } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import type { Money } from '../../core/money.ts'
import { counted } from './statement.ts'
import type { FoundLine, Statement, StatementsRead } from './statement.ts'
import { quoted, UnreadableStatement } from './unreadable.ts'
import { allInside, inside, readXml, textInside } from './xml.ts'
import type { Element } from './xml.ts'

/**
 * Reads all statements of a CAMT.053 file. Amounts are minor units. Pending entries are left out and counted in a note;
 * a batch stays one line, as the bank booked it. Throws UnreadableStatement.
 */
export function readCamt053(text: string): StatementsRead {
  const message = inside(readXml(text), 'BkToCstmrStmt')
  const found = allInside(message, 'Stmt')
  if (found.length === 0)
    throw new UnreadableStatement('There is no statement in this CAMT.053 file. Download the statement again.')
  const notes: string[] = []
  return { statements: found.map((statement, at) => statementOf(statement, at + 1, notes)), notes }
}

function statementOf(element: Element, no: number, notes: string[]): Statement {
  const account = textInside(element, 'Acct', 'Id', 'IBAN') ?? textInside(element, 'Acct', 'Id', 'Othr', 'Id')
  const balances = allInside(element, 'Bal')
  const ofKind = (...kinds: string[]) =>
    kinds
      .map((kind) => balances.find((each) => textInside(each, 'Tp', 'CdOrPrtry', 'Cd') === kind))
      .find((each) => each !== undefined)
  const [opening, closing] = [
    ofKind('OPBD', 'PRCD'),
    balances.findLast((each) => textInside(each, 'Tp', 'CdOrPrtry', 'Cd') === 'CLBD'),
  ]
  const currency =
    textInside(element, 'Acct', 'Ccy') ??
    inside(opening ?? closing ?? allInside(element, 'Ntry')[0], 'Amt')?.attributes['Ccy']
  const entries = allInside(element, 'Ntry')
  const booked = entries.filter(
    (entry) => (textInside(entry, 'Sts', 'Cd') ?? textInside(entry, 'Sts') ?? 'BOOK') === 'BOOK',
  )
  notes.push(
    ...counted(
      entries.length - booked.length,
      'One transaction is pending and was not imported. It will be on the next statement.',
      (count) => `${count} transactions are pending and were not imported. They will be on the next statement.`,
    ),
  )
  const lines = booked.map((entry) => lineOf(entry, { no, nth: entries.indexOf(entry) + 1 }))
  const from =
    dayIn(inside(element, 'FrToDt', 'FrDtTm')) ?? (lines.length === 0 ? dayAt(inside(opening, 'Dt')) : undefined)
  const to = dayIn(inside(element, 'FrToDt', 'ToDtTm')) ?? dayAt(inside(closing, 'Dt'))
  return {
    ...(account !== undefined && { account }),
    ...(currency !== undefined && { currency }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(opening && { opening: signed(opening, `Statement ${no}, opening balance`) }),
    ...(closing && { closing: signed(closing, `Statement ${no}, closing balance`) }),
    lines: lines.filter(({ amount }) => amount !== 0n).map((line, at) => ({ ...line, position: at + 1 })),
  }
}

function lineOf(entry: Element, { no, nth }: { no: number; nth: number }): FoundLine {
  const place = `Statement ${no}, entry ${nth}`
  const valueDay = dayAt(inside(entry, 'ValDt'))
  const day = dayAt(inside(entry, 'BookgDt')) ?? valueDay
  if (day === undefined) throw new UnreadableStatement(`${place}: the date (BookgDt) is missing.`)
  const details = allInside(entry, 'NtryDtls').flatMap((each) => allInside(each, 'TxDtls'))
  const [only, more] = details
  const ordinal = textInside(entry, 'NtryRef')
  const reference =
    textInside(entry, 'AcctSvcrRef') ??
    (more === undefined ? textInside(only, 'Refs', 'AcctSvcrRef') : undefined) ??
    // An entry counter of this file does not identify the same movement in another.
    (ordinal !== undefined && /^\d+$/.test(ordinal) && Number(ordinal) === nth ? undefined : ordinal)
  const chequeNo = details.map((each) => textInside(each, 'Refs', 'ChqNb')).find((number) => number !== undefined)
  const amount = signed(entry, place)
  return {
    day,
    ...(valueDay !== undefined && valueDay !== day && { valueDay }),
    amount,
    ...(reference !== undefined && { reference }),
    ...(chequeNo !== undefined && { chequeNo }),
    description: describe(entry, details, amount),
  }
}

/** The counterparty, their message, and the bank's name for it; for a batch its size and first entry. */
function describe(entry: Element, details: readonly Element[], amount: Money): string {
  // In a reversal the parties are those of the reversed movement.
  const isReversal = /^(true|1)$/.test(textInside(entry, 'RvslInd') ?? '')
  const other = amount < 0n === isReversal ? 'Dbtr' : 'Cdtr'
  const count = Math.max(
    details.length,
    ...allInside(entry, 'NtryDtls').map((each) => Number(textInside(each, 'Btch', 'NbOfTxs') ?? 0) || 0),
  )
  const descriptions = details.slice(0, 3).map((each) => {
    const party = inside(each, 'RltdPties', other)
    const written = [
      textInside(party, 'Nm') ?? textInside(party, 'Pty', 'Nm'),
      ...allInside(inside(each, 'RmtInf'), 'Ustrd').map((line) => line.text.replace(/\s+/g, ' ').trim()),
      textInside(each, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
      textInside(each, 'AddtlTxInf'),
    ]
    return written.filter((text) => text !== undefined && text !== '').join(' ')
  })
  const parts = [
    count > 1 ? `${count} payments:` : '',
    descriptions.filter((text) => text !== '').join('; '),
    details.length > 3 ? '…' : '',
    textInside(entry, 'AddtlNtryInf') ?? '',
  ]
  return parts.filter((text) => text !== '').join(' ')
}

function signed(element: Element, place: string): Money {
  const text = textInside(element, 'Amt') ?? ''
  const shape = /^(\d{1,13})(?:\.(\d{0,2})0*)?$/.exec(text)
  if (shape === null) throw new UnreadableStatement(`${place}: ${quoted(text)} is not an amount.`)
  const size = BigInt(`${shape[1]}${(shape[2] ?? '').padEnd(2, '0')}`)
  const mark = textInside(element, 'CdtDbtInd')
  if (mark !== 'CRDT' && mark !== 'DBIT')
    throw new UnreadableStatement(
      `${place}: ${mark === undefined ? 'it is not stated' : `${quoted(mark)} does not state`} whether this is a credit (CRDT) or a debit (DBIT).`,
    )
  // In a reversal the indicator already gives the actual direction.
  return mark === 'DBIT' ? -size : size
}

/** A Dt or DtTm child; for DtTm the date as the bank wrote it, in any time zone. */
const dayAt = (element: Element | undefined): Day | undefined =>
  dayIn(inside(element, 'Dt')) ?? dayIn(inside(element, 'DtTm'))

function dayIn(element: Element | undefined): Day | undefined {
  if (element === undefined) return undefined
  // Some banks put a DtTm inside a Dt, or a time into a Dt.
  const text = (textInside(element) ?? textInside(element, 'DtTm') ?? '').slice(0, 10)
  const mistake = dayMistake(text)
  if (mistake !== null) throw new UnreadableStatement(`The file contains ${quoted(text)} as a date. ${mistake}`)
  return text
}
