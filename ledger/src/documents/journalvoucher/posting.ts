// A journal voucher is a manual entry of the accountant that no other document posts. It balances, keeps open items
// correct, and can be reversed automatically on a chosen date.
import type { z } from '../../core/zod.ts'
import { itemAccounts, normalSideOf } from '../../accounts/chart.ts'
import { functionalCurrency } from '../../accounts/exchange.ts'
import { credit, debit, entry } from '../../accounts/journal.ts'
import type { Line } from '../../accounts/journal.ts'
import { formatDay } from '../../core/date.ts'
import { formatMoney, largestMoney, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { displayName } from '../../core/party.ts'
import { coverMistakes, dayMistakes, dayWarnings, moneyAccount } from '../common/posting.ts'
import { openingItems } from '../opening/fields.ts'
import { effects, linksToNumber, opens, settles } from '../effects.ts'
import type { ItemEffect, StatedEffect } from '../effects.ts'
import { itemKey } from '../facts.ts'
import type { AccountFact, FactRequest, Facts, MoneyFact } from '../facts.ts'
import type { FieldMistake, PostingResult, StoredFields, Total } from '../type.ts'
import { reversedOn } from './fields.ts'
import type { JournalVoucherFields, journalVoucherFields, Sides, VoucherLine } from './fields.ts'

/** A reversal is recorded with its voucher. */
const reversalLimitDays = 400

export type JournalVoucherFacts = Facts<'money' | 'items'>

export const journalVoucherFacts = ({
  day: of,
  reference,
  partyId,
  lines,
}: JournalVoucherFields): FactRequest<'money' | 'items'> => ({
  partyId,
  externalNo: reference === '' ? null : reference,
  day: of,
  money: [...new Set(lines.map(({ account }) => account))],
  items: [...new Set(lines.flatMap(({ settles }) => settles ?? []))],
})

export const journalVoucherStated = ({ reverses }: StoredFields<typeof journalVoucherFields>): StatedEffect[] =>
  linksToNumber('reversal_of', reverses)

export function postJournalVoucher(fields: JournalVoucherFields, facts: JournalVoucherFacts): PostingResult {
  const mistakes = mistakesOf(fields, facts)
  if (mistakes.length > 0) return { ok: false, mistakes }
  return {
    ok: true,
    posting: {
      day: fields.day,
      partyId: fields.partyId,
      externalNo: fields.reference === '' ? null : fields.reference,
      dueDay: null,
      memo: fields.memo,
      total: sum(fields.lines.map((line) => line.debit)),
      entry: entry('GJ', fields.day, fields.memo, ...fields.lines.map((line) => lineOf(line, fields, facts))),
      effects: effects(...itemsOf(fields, facts)),
      totals: totalsOf(fields.lines),
      warnings: warningsOf(fields, facts),
    },
  }
}

export const followJournalVoucher = (
  fields: JournalVoucherFields,
  number: string,
): z.input<typeof journalVoucherFields> | null => (fields.reverse ? reversalOf(fields, number) : null)

/** The reversing voucher: sides swapped, nothing else changed. */
function reversalOf(fields: JournalVoucherFields, number: string): z.input<typeof journalVoucherFields> {
  return {
    day: reversedOn(fields),
    partyId: fields.partyId,
    lines: fields.lines.map((line) => ({
      account: line.account,
      debit: line.credit.toString(),
      credit: line.debit.toString(),
      memo: line.memo,
      foreign: line.foreign?.toString() ?? null,
    })),
    revalues: fields.revalues,
    reverses: number,
    memo: `Reversal of ${number}: ${fields.memo}`.slice(0, 500).trim(),
  }
}

/** The side of a line, and whether it is the normal side of its account. */
const opensItem = ({ account, debit: debited }: Pick<VoucherLine, 'account' | 'debit'>): boolean =>
  normalSideOf(account) === (debited > 0n ? 'debit' : 'credit')

const sizeOf = (line: Sides): Money => line.debit + line.credit

function lineOf(
  line: VoucherLine,
  { partyId }: JournalVoucherFields,
  { money: held, items }: JournalVoucherFacts,
): Line {
  const whose = line.settles === null ? partyId : (items.get(itemKey(line.settles, line.account))?.partyId ?? null)
  const currency = held.get(line.account)?.currency ?? functionalCurrency
  const extras = {
    ...(line.memo !== '' && { memo: line.memo }),
    ...(whose !== null && { partyId: whose }),
    ...(line.foreign !== null && { foreign: { currency, amount: line.foreign } }),
  }
  return line.debit > 0n ? debit(line.account, line.debit, extras) : credit(line.account, line.credit, extras)
}

/** The items opened and settled by the voucher; lines on one item are summed. */
function itemsOf({ lines, partyId }: JournalVoucherFields, { items }: JournalVoucherFacts): ItemEffect[] {
  const byItem = Map.groupBy(
    lines.filter(({ account }) => itemAccounts.includes(account)),
    (line) => `${line.settles ?? ''} ${line.account}`,
  )
  return [...byItem.values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const { settles: documentId, account } = first
    const opened = sum(same.map((line) => (opensItem(line) ? sizeOf(line) : -sizeOf(line))))
    if (documentId === null) return [opens(account, partyId, opened)]
    return [settles(documentId, account, items.get(itemKey(documentId, account))?.partyId ?? null, -opened)]
  })
}

function mistakesOf(fields: JournalVoucherFields, facts: JournalVoucherFacts): FieldMistake[] {
  const limit = fields.reverses === null ? undefined : reversalLimitDays
  const mistakes = [...dayMistakes(fields.day, facts, ['day'], limit), ...reversalMistakes(fields, facts)]
  if (facts.sameExternalNo !== undefined) {
    const message = `${fields.reference} is already recorded as ${facts.sameExternalNo.number}. Void that document first, or choose another reference.`
    mistakes.push({ path: ['reference'], message })
  }
  if (fields.partyId !== null && facts.party === undefined)
    mistakes.push({
      path: ['partyId'],
      message: 'This customer or supplier is no longer registered. Choose another one, or register this one again.',
    })
  fields.lines.forEach((line, i) => {
    for (const [name, message] of lineMistakes(line, fields, facts))
      mistakes.push({ path: ['lines', i, name], message })
  })
  for (const side of ['debit', 'credit'] as const) {
    if (sum(fields.lines.map((line) => line[side])) > largestMoney)
      mistakes.push({
        path: ['lines'],
        message: `The total of the ${side}s is more than ${formatMoney(largestMoney)}. Check the amounts.`,
      })
  }
  if (mistakes.length > 0) return mistakes
  return [...oversettled(fields, facts), ...overdrawn(fields, facts)]
}

/** The usual date needs no check: its month is after that of the voucher, and closed months are earlier. */
function reversalMistakes({ day: of, reverse, reverseOn }: JournalVoucherFields, facts: JournalVoucherFacts) {
  if (!reverse || reverseOn === null) return []
  if (reverseOn > of) return dayMistakes(reverseOn, facts, ['reverseOn'], reversalLimitDays)
  const message = `The reversal must be dated after the voucher. Choose a date after ${formatDay(of)}.`
  return [{ path: ['reverseOn'], message }]
}

type LineMistake = readonly [name: keyof VoucherLine, message: string]

function lineMistakes(line: VoucherLine, fields: JournalVoucherFields, facts: JournalVoucherFacts): LineMistake[] {
  const account = facts.accounts.get(line.account)
  if (account === undefined)
    return [
      [
        'account',
        `Account ${line.account} is missing or inactive in the chart of accounts. Choose another account, or activate this one.`,
      ],
    ]
  return [
    ...moneyMistakes(line, fields, facts),
    ...(itemAccounts.includes(line.account)
      ? itemMistakes(line, account, fields, facts)
      : line.settles === null
        ? []
        : ([['settles', `${account.code} ${account.name} has no open items. Clear Settles on this line.`]] as const)),
  ]
}

function moneyMistakes(
  line: VoucherLine,
  { revalues }: JournalVoucherFields,
  facts: JournalVoucherFacts,
): LineMistake[] {
  const held = facts.money.get(line.account)
  if (held === undefined)
    return line.foreign === null ? [] : [['foreign', 'This account is in pesos. Clear the foreign amount.']]
  if (held.kind === 'petty_cash')
    return [['account', `${held.name} is a petty cash fund. Use the petty cash form to replenish it.`]]
  const { mistakes } = moneyAccount(line.account, facts, [])
  if (mistakes.length > 0) return mistakes.map(({ message }) => ['account', message] as const)
  if (revalues) {
    const named = `${held.name} is in ${held.currency}`
    if (held.currency === functionalCurrency)
      return [['account', `${named}, so it cannot be revalued. Choose a foreign currency account.`]]
    if (line.foreign !== null) return [['foreign', `${named}. Clear the foreign amount; only the peso value changes.`]]
    return []
  }
  if (held.currency !== functionalCurrency && line.foreign === null)
    return [['foreign', `${held.name} is in ${held.currency}. Enter the amount both in ${held.currency} and in pesos.`]]
  if (held.currency === functionalCurrency && line.foreign !== null)
    return [['foreign', `${held.name} is in ${functionalCurrency}. Clear the foreign amount.`]]
  return []
}

function itemMistakes(
  line: VoucherLine,
  { code, name }: AccountFact,
  { partyId, reverse, day: of }: JournalVoucherFields,
  { items, party }: JournalVoucherFacts,
): LineMistake[] {
  const called = `${code} ${name}`
  if (reverse)
    return [
      [
        'account',
        `The balance of ${called} consists of open items, so entries on this account cannot be reversed automatically. Void this voucher later instead.`,
      ],
    ]
  if (opensItem(line)) {
    if (line.settles !== null)
      return [
        [
          'settles',
          `This side of ${called} creates a new open item. Clear the document, or enter the amount on the opposite side.`,
        ],
      ]
    const whose = openingItems[code]?.party ?? null
    if (party === undefined && whose !== null && whose !== 'anyone')
      return [['account', `Choose the ${whose} of this ${openingItems[code]?.word.toLowerCase()}.`]]
    if (party !== undefined && whose === 'customer' && !party.customer)
      return [['account', `${displayName(party)} is not registered as a customer. Register it as a customer first.`]]
    if (party !== undefined && whose === 'supplier' && !party.supplier)
      return [['account', `${displayName(party)} is not registered as a supplier. Register it as a supplier first.`]]
    return []
  }
  if (line.settles === null)
    return [
      [
        'settles',
        `The balance of ${called} consists of open items. Choose the document that this line pays or applies to.`,
      ],
    ]
  const item = items.get(itemKey(line.settles, code))
  if (item === undefined || item.open === 0n)
    return [['settles', `The document has no open balance on ${called}. Choose another one.`]]
  if (item.day > of)
    return [['settles', `${item.number} is dated ${formatDay(item.day)}, after this voucher. Choose a later date.`]]
  return partyId !== null && item.partyId !== null && item.partyId !== partyId
    ? [
        [
          'settles',
          `${item.number} belongs to another customer or supplier. Choose another document, or clear the customer or supplier.`,
        ],
      ]
    : []
}

/** Lines that together exceed the open amount of an item. */
function oversettled({ lines }: JournalVoucherFields, { items }: JournalVoucherFacts): FieldMistake[] {
  const taken = new Map<string, Money>()
  return lines.flatMap((line, i) => {
    if (line.settles === null) return []
    const key = itemKey(line.settles, line.account)
    const total = (taken.get(key) ?? 0n) + sizeOf(line)
    taken.set(key, total)
    const item = items.get(key)
    if (item === undefined || total <= item.open) return []
    const message = `${item.number} has an open balance of ${formatMoney(item.open)}, but this entry settles ${formatMoney(total)}. Lower the amount.`
    return [{ path: ['lines', i, line.debit > 0n ? 'debit' : 'credit'], message }]
  })
}

/** The movement of each money account in its own currency; negative is an outflow. */
export function movesOf(
  { lines, revalues }: JournalVoucherFields,
  { money: held }: JournalVoucherFacts,
): Map<MoneyFact, Money> {
  const moves = new Map<MoneyFact, Money>()
  for (const line of lines) {
    const account = held.get(line.account)
    if (account === undefined || revalues) continue
    const size = line.foreign ?? sizeOf(line)
    moves.set(account, (moves.get(account) ?? 0n) + (line.debit > 0n ? size : -size))
  }
  return moves
}

function overdrawn(fields: JournalVoucherFields, facts: JournalVoucherFacts): FieldMistake[] {
  return [...movesOf(fields, facts)].flatMap(([account, moved]) => {
    if (moved >= 0n) return []
    const at = fields.lines.findIndex((line) => line.account === account.code && line.credit > 0n)
    return coverMistakes(account, -moved, fields.day, ['lines', at, 'credit'])
  })
}

function totalsOf(lines: readonly Sides[]): Total[] {
  return [{ label: 'Total debits and total credits', amount: sum(lines.map((line) => line.debit)), emphasis: 'grand' }]
}

function warningsOf(
  { day: of, lines }: JournalVoucherFields,
  { accounts: chart, money: held, today }: JournalVoucherFacts,
): string[] {
  const kept = lines
    .map(({ account }) => chart.get(account))
    .filter((account) => account !== undefined)
    .filter(({ control, code }) => control && !held.has(code) && !itemAccounts.includes(code))
  const names = [...new Set(kept.map(({ code, name }) => `${code} ${name}`))]
  return [
    ...dayWarnings('The voucher', of, today),
    ...(names.length === 0
      ? []
      : [
          `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} normally changed only by documents. A journal voucher changes the balance, but not the lists or the tax returns.`,
        ]),
  ]
}
