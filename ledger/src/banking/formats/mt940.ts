// MT940, the customer statement message of SWIFT, as banks write it: with and without the envelope, several in one
// file, bank-specific text structure. Source: SWIFT User Handbook, Category 9, MT 940.
import { dayMistake, endOfMonth } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import type { Money } from '../../core/money.ts'
import { readMixedAmount } from './figures.ts'
import type { FoundLine, Statement, StatementsRead } from './statement.ts'
import { atLine, quoted, UnreadableStatement } from './unreadable.ts'

type Tag = { name: string; value: string; line: number }

/**
 * Reads all statements of an MT940 file. Amounts are minor units. Throws UnreadableStatement, with the line, if a
 * required tag is missing or unreadable. An impossible date, such as 30 February, becomes the last day of its month
 * with a note.
 */
export function readMt940(text: string): StatementsRead {
  const notes: string[] = []
  const statements: Statement[] = []
  let open: Building | undefined
  const finish = () => {
    if (open !== undefined) statements.push(finished(open))
    open = undefined
  }
  for (const tag of tagsOf(text)) {
    if (tag.name === '20') {
      finish()
      open = { found: [], line: tag.line }
      continue
    }
    if (open === undefined) throw atLine(tag.line, `Tag ${tag.name} appears before tag 20, which starts a statement.`)
    readTag(open, tag, notes)
  }
  finish()
  if (statements.length === 0)
    throw new UnreadableStatement('This MT940 file has no statement (tag 20 is missing). Download the statement again.')
  return { statements, notes }
}

type Building = Pick<Statement, 'account' | 'currency' | 'from' | 'to' | 'opening' | 'closing'> & {
  found: FoundLine[]
  line: number
  /** The last tag read other than texts: :86: belongs to the :61: before it, or to the whole statement. */
  last?: string
}

function readTag(open: Building, tag: Tag, notes: string[]): void {
  switch (tag.name) {
    case '25':
    case '25P':
      open.account = tag.value.split('\n')[0]?.trim() ?? ''
      break
    case '60F':
    case '60M': {
      const { day, currency, amount } = balanceOf(tag, notes)
      // Further pages begin with an intermediate balance; only the first has the opening balance.
      if (open.opening === undefined) Object.assign(open, { opening: amount, from: day, ...currency })
      break
    }
    case '62F':
    case '62M': {
      const { day, currency, amount } = balanceOf(tag, notes)
      Object.assign(open, { closing: amount, to: day, ...(open.currency === undefined && currency) })
      break
    }
    case '61':
      open.found.push(lineOf(tag, notes))
      break
    case '86': {
      const line = open.found.at(-1)
      // Some banks repeat the tag in each row of the text.
      if (open.last !== '61' || line === undefined) return
      line.description = described(line.description, textOf86(tag.value))
      return
    }
    // Bank-specific movement codes between the movement and its text.
    case 'NS':
      return
    default:
  }
  open.last = tag.name
}

function finished({ found, line, last: _, ...statement }: Building): Statement {
  if (statement.opening === undefined || statement.closing === undefined)
    throw atLine(
      line,
      `the statement that starts here has no ${statement.opening === undefined ? 'opening balance (:60F:)' : 'closing balance (:62F:)'}. The file may be incomplete. Download it again.`,
    )
  // Some banks send information as movements of zero.
  const moved = found.filter(({ amount }) => amount !== 0n)
  return { ...statement, lines: moved.map((each, at) => ({ ...each, position: at + 1 })) }
}

/** The tags with their continuation lines, without the message envelope. */
function tagsOf(text: string): Tag[] {
  const tags: Tag[] = []
  let ended = false
  for (const [at, raw] of text.split('\n').entries()) {
    // {1:F01…}{2:…}{3:{108:…}}{4: may precede the first tag on its line; -} or - alone ends a message, and another may
    // follow on the same line.
    if (/^-(\}|\s*$)/.test(raw)) ended = true
    const line = raw.replace(/^(?:-\}|\{(?:[1-5]|S):(?:[^{}]|\{[^{}]*\})*\}|\{4:)+/, '').trimEnd()
    if (line === '-' || line.trim() === '') continue
    const begins = /^:(\d{2}[A-Z]?|NS):(.*)$/.exec(line)
    const before = tags.at(-1)
    if (begins) tags.push({ name: begins[1] ?? '', value: begins[2] ?? '', line: at + 1 })
    // Text between two messages is ignored.
    else if (before !== undefined && !ended) before.value += `\n${line}`
    if (begins) ended = false
  }
  return tags
}

/** Some banks leave out the currency. */
function balanceOf(
  { name, value, line }: Tag,
  notes: string[],
): { day: Day; currency: { currency?: string }; amount: Money } {
  const parts = /^([CD])(\d{6}) ?([A-Z]{3})? ?([\d.,]+)$/.exec(value.trim())
  if (parts === null) throw atLine(line, `:${name}:${quoted(value)} is not a balance such as C260331PHP1234,56.`)
  const [, mark, date = '', currency, figure = ''] = parts
  const amount = readMixedAmount(figure)
  if (!amount.ok) throw atLine(line, amount.message)
  return {
    day: possible(dayOf(date), line, notes),
    currency: currency === undefined ? {} : { currency },
    amount: mark === 'D' ? -amount.value : amount.value,
  }
}

function lineOf({ value, line }: Tag, notes: string[]): FoundLine {
  const [first = '', ...supplementary] = value.split('\n')
  const parts = /^(\d{6})(\d{4}| +)?(R?[CD])([A-Z])?([\d.,]+)(?:([NFS])([A-Z0-9]{3}))?(.*)$/.exec(first.trim())
  if (parts === null)
    throw atLine(line, `:61:${quoted(first)} is not a transaction such as 2603310331D1234,56NTRFREF//BANKREF.`)
  const [, valueText = '', entryText, mark = '', , figure = '', , code = '', references = ''] = parts
  const amount = readMixedAmount(figure)
  if (!amount.ok) throw atLine(line, amount.message)
  const valueDay = possible(dayOf(valueText), line, notes)
  const day =
    entryText === undefined || entryText.trim() === '' ? valueDay : possible(entryDay(entryText, valueDay), line, notes)
  const [own = '', bank = ''] = references.split('//').map((part) => part.trim())
  // A reversed credit takes money out, a reversed debit puts it back.
  const incoming = mark === 'C' || mark === 'RD'
  const chequeNo = code === 'CHK' && /^\d+$/.test(own) ? own : undefined
  const reference = bank !== '' ? bank : own
  return {
    day,
    ...(valueDay !== day && { valueDay }),
    amount: incoming ? amount.value : -amount.value,
    ...(reference !== '' && reference !== 'NONREF' && { reference }),
    ...(chequeNo !== undefined && { chequeNo }),
    description: oneLine(supplementary.join(' ')),
  }
}

const dayOf = (yymmdd: string): Day => `20${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4, 6)}`

/** The entry date has no year: the nearest to the value date applies. */
function entryDay(mmdd: string, valueDay: Day): Day {
  const year = Number(valueDay.slice(0, 4))
  const [month, own] = [Number(mmdd.slice(0, 2)), Number(valueDay.slice(5, 7))]
  const turned = month - own > 6 ? year - 1 : own - month > 6 ? year + 1 : year
  return `${turned}-${mmdd.slice(0, 2)}-${mmdd.slice(2, 4)}`
}

function possible(day: Day, line: number, notes: string[]): Day {
  if (dayMistake(day) === null) return day
  const month = day.slice(0, 7)
  if (dayMistake(`${month}-01`) !== null || Number(day.slice(8)) > 31 || day.endsWith('-00'))
    throw atLine(line, `${quoted(day)} is not a date.`)
  const last = endOfMonth(month)
  notes.push(`Line ${line}: ${day} is not a valid date, so Talaan uses ${last}.`)
  return last
}

/**
 * The text of a line: ?20 to ?29 and ?60 to ?63 are text, ?32 and ?33 the counterparty; or /TAG/value; or free text.
 */
function textOf86(value: string): string {
  const whole = value.replaceAll('\n', '')
  // After the three-digit transaction code the bank may use another separator than '?'.
  const own = /^\d{3}([+<>~^@#&|*])(?=\d{2})/.exec(whole)?.[1]
  const plain = own === undefined ? whole : whole.replaceAll(own, '?')
  const fields = [...plain.matchAll(/\?(\d{2})([^?]*)/g)]
  if (fields.length > 0 && /^\d{0,3}\?/.test(plain)) {
    const at = (from: number, to: number) =>
      fields
        .filter(([, code]) => Number(code) >= from && Number(code) <= to)
        .map(([, , text = '']) => text)
        .join('')
    return [at(32, 33), at(0, 0), at(20, 29) + at(60, 63)]
      .map(oneLine)
      .filter((text) => text !== '')
      .join(' ')
  }
  if (/^\/[A-Z0-9]{2,8}\//.test(plain)) {
    const tagged = plain.split(/\/(?=[A-Z0-9]{2,8}\/)/).map((part) => part.replace(/^[A-Z0-9]{2,8}\//, ''))
    return oneLine(tagged.map((part) => part.replace(/^\/|\/$/g, '')).join(' '))
  }
  return oneLine(value)
}

const described = (before: string, more: string): string => [before, more].filter((text) => text !== '').join(' ')
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
