// Checks of a statement, by itself and against earlier ones of the account; findings are shown at their line. A lost
// line, a wrong sign or an altered file breaks the chain of balances; a changed line differs from the earlier file.
import { addDays, formatDay } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import { formatMoney } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import type { Finding } from './finding.ts'
import type { Aligned } from './identity.ts'
import { plainWords } from './identity.ts'
import { daysOf } from '../formats/statement.ts'
import type { Statement, StatementLine } from '../formats/statement.ts'

const maxOfAKind = 20
/** Unrelated files are reported with fewer lines than this. */
const maxCompared = 500

/**
 * The balances of one statement: each running balance follows from the previous one, the closing balance from the
 * opening balance and all lines. Amounts are minor units. Only the first broken line of a series is reported.
 */
export function checkBalances({ lines, opening, closing }: Statement): Finding[] {
  const broken: Finding[] = []
  let before = opening
  for (const { balance, amount, position } of lines) {
    if (balance !== undefined && before !== undefined && before + amount !== balance)
      broken.push({
        kind: 'balance',
        weight: 'doubt',
        line: position,
        message: `The previous balance was ${formatMoney(before)} and this line changes it to ${formatMoney(before + amount)}, but the statement shows ${formatMoney(balance)}: ${differs(balance - before - amount)}. A line is missing or was changed here.`,
      })
    before = balance ?? (before === undefined ? undefined : before + amount)
  }
  const sum = lines.reduce((all, { amount }) => all + amount, 0n)
  const total: Finding[] =
    opening !== undefined && closing !== undefined && opening + sum !== closing
      ? [
          {
            kind: 'sum',
            weight: 'doubt',
            line: null,
            message: `The opening balance of ${formatMoney(opening)} plus all lines is ${formatMoney(opening + sum)}, but the closing balance is ${formatMoney(closing)}: ${differs(closing - opening - sum)}.`,
          },
        ]
      : []
  return [...total, ...atMost(broken)]
}

const differs = (difference: Money): string =>
  `${formatMoney(difference < 0n ? -difference : difference)} too ${difference > 0n ? 'much' : 'little'}`

/** Findings of one kind are listed up to a limit; the last one counts the rest. */
function atMost(found: Finding[]): Finding[] {
  const [listed, rest] = [found.slice(0, maxOfAKind), found.length - maxOfAKind]
  const last = listed.at(-1)
  if (rest > 0 && last !== undefined)
    last.message += ` ${rest} more ${rest === 1 ? 'line has' : 'lines have'} the same problem.`
  return listed
}

/** An earlier statement that was not removed, with its lines. */
export type EarlierStatement = {
  id: string
  fileName: string
  from: Day
  to: Day
  opening?: Money
  closing?: Money
  lines: readonly (StatementLine & { lineId: string })[]
}

/**
 * Compares a statement with the earlier ones of its account. Days fully covered by both must have the same lines:
 * differences are altered, added or missing lines. Its opening balance must be the closing balance of the previous
 * statement, and its closing balance the opening balance of the next.
 */
export function checkAgainstEarlier(
  statement: Statement,
  aligned: readonly Aligned[],
  earlier: readonly EarlierStatement[],
): Finding[] {
  const own = daysOf(statement)
  if (own === null) return []
  return [
    ...gaps(statement, own, earlier),
    ...earlier.flatMap((each) => differences(own, aligned, each)),
    ...overlap(aligned),
  ]
}

type Days = { from: Day; to: Day }

function gaps({ opening, closing }: Statement, own: Days, earlier: readonly EarlierStatement[]): Finding[] {
  const before = earlier
    .filter(({ from, to }) => to < own.from || (to === own.from && from < own.from))
    .toSorted(byEnd)
    .at(-1)
  const after = earlier.filter(({ from, to }) => from > own.to || (from === own.to && to > own.to)).toSorted(byStart)[0]
  const found: Finding[] = []
  const gap = (message: string) => found.push({ kind: 'gap', weight: 'doubt', line: null, message })
  const isCovered = (day: Day) => earlier.some(({ from, to }) => from < day && day <= to)
  if (before !== undefined && !isCovered(own.from)) {
    if (before.closing !== undefined && opening !== undefined && before.closing !== opening)
      gap(
        `The opening balance is ${formatMoney(opening)}, but ${before.fileName} ended on ${formatDay(before.to)} with ${formatMoney(before.closing)}. Transactions totaling ${formatMoney(opening - before.closing)} are missing between the two statements.`,
      )
    else if ((before.closing === undefined || opening === undefined) && addDays(before.to, 1) < own.from)
      gap(
        `No statement covers ${formatDay(addDays(before.to, 1))} to ${formatDay(addDays(own.from, -1))}, and the statements show no balances, so Talaan cannot tell whether transactions are missing.`,
      )
  }
  if (after !== undefined && !earlier.some(({ from, to }) => from <= own.to && own.to < to && from !== after.from)) {
    if (closing !== undefined && after.opening !== undefined && closing !== after.opening)
      gap(
        `The closing balance is ${formatMoney(closing)}, but ${after.fileName} starts on ${formatDay(after.from)} with ${formatMoney(after.opening)}. Transactions totaling ${formatMoney(after.opening - closing)} are missing between the two statements.`,
      )
  }
  return found
}

/**
 * Gaps between the statements of an account, unless the balances before and after agree. `moved` is the net movement in
 * the gap, in minor units; null if a balance is missing.
 */
export function uncovered(
  statements: readonly (Days & { opening?: Money | null; closing?: Money | null })[],
): { from: Day; to: Day; moved: Money | null }[] {
  const ordered = statements.toSorted(byStart)
  const found: { from: Day; to: Day; moved: Money | null }[] = []
  let last = ordered[0]
  for (const each of ordered.slice(1)) {
    if (last === undefined) break
    const known = last.closing != null && each.opening != null ? each.opening - last.closing : null
    if (addDays(last.to, 1) < each.from && known !== 0n)
      found.push({ from: addDays(last.to, 1), to: addDays(each.from, -1), moved: known })
    if (each.to >= last.to) last = each
  }
  return found
}

const byEnd = (a: Days, b: Days): number => (a.to < b.to ? -1 : a.to > b.to ? 1 : 0)
const byStart = (a: Days, b: Days): number => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0)

/** Only days fully covered by both files. The first and last day of a file may be incomplete. */
function differences(own: Days, aligned: readonly Aligned[], earlier: EarlierStatement): Finding[] {
  const from = own.from > earlier.from ? own.from : earlier.from
  const to = own.to < earlier.to ? own.to : earlier.to
  const isWhole = (day: Day) =>
    day >= from && day <= to && ![own.to, earlier.to].includes(day) && (day > from || own.from === earlier.from)
  const shown = new Set(earlier.lines.map(({ lineId }) => lineId))
  const knownIds = new Set(aligned.flatMap(({ known }) => (known === null ? [] : [known.id])))
  const added = aligned.filter(({ line, known }) => isWhole(line.day) && (known === null || !shown.has(known.id)))
  const missing = earlier.lines.filter(({ day, lineId }) => isWhole(day) && !knownIds.has(lineId))
  const found: Finding[] = []
  const altered = new Set<StatementLine>()
  const ofDay = Map.groupBy(missing, ({ day }) => day)
  const withReference = Map.groupBy(missing, ({ reference }) => reference)
  for (const { line } of added.slice(0, maxCompared)) {
    const candidates = [
      ...(line.reference === undefined ? [] : (withReference.get(line.reference) ?? [])),
      ...(ofDay.get(line.day) ?? []),
    ]
    const before = candidates.find((each) => !altered.has(each) && isAlteration(line, each))
    if (before === undefined) {
      found.push({
        kind: 'added',
        weight: 'doubt',
        line: line.position,
        message: `${earlier.fileName} covers ${formatDay(line.day)} but does not show this line.`,
      })
      continue
    }
    altered.add(before)
    found.push({
      kind: 'altered',
      weight: 'doubt',
      line: line.position,
      message: `${earlier.fileName} shows this line differently: ${formatDay(before.day)}, ${formatMoney(before.amount)}${before.balance === undefined ? '' : ` with the balance ${formatMoney(before.balance)}`}, '${before.description}'.`,
    })
  }
  for (const line of missing.filter((each) => !altered.has(each)))
    found.push({
      kind: 'missing',
      weight: 'doubt',
      line: null,
      message: `${earlier.fileName} shows ${formatMoney(line.amount)} on ${formatDay(line.day)}, '${line.description}'; this file does not.`,
    })
  return atMost(found)
}

/**
 * The same movement in other words: the same reference, or the same words on the day, or the same amount in the same
 * position.
 */
function isAlteration(line: StatementLine, before: StatementLine): boolean {
  if (line.reference !== undefined && line.reference === before.reference) return true
  if (line.day !== before.day) return false
  return (plainWords(line) !== '' && plainWords(line) === plainWords(before)) || line.amount === before.amount
}

function overlap(aligned: readonly Aligned[]): Finding[] {
  const known = aligned.filter((each) => each.known !== null).length
  if (known === 0) return []
  const said = known === 1 ? 'One line is' : `${known} of ${aligned.length} lines are`
  return [
    {
      kind: 'overlap',
      weight: 'note',
      line: null,
      message: `${said} already on earlier statements and will not be saved twice.`,
    },
  ]
}
