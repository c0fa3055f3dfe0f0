// A journal voucher is an entry that the accountant writes: debits and credits that no paper of another kind makes. It
// balances, keeps open items true, and may be taken back by a voucher of its own on the first day of the next month.
import { z } from 'zod'
import { accounts, itemAccounts, normalSideOf } from '../accounts/chart.ts'
import { addMonths, day, formatDay, monthOf, startOfMonth } from '../core/date.ts'
import type { Day } from '../core/date.ts'
import { functionalCurrency } from '../accounts/exchange.ts'
import { accountCode, fieldSet, memo, optionalText } from '../core/fields.ts'
import { credit, debit, entry } from '../accounts/journal.ts'
import type { Line } from '../accounts/journal.ts'
import { amountInWords, formatMoney, largestMoney, money, sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { displayName } from '../core/party.ts'
import {
  balancesTable,
  companyHeading,
  coverMistakes,
  dayMistakes,
  dayWarnings,
  journalOf,
  moneyAccount,
  partyHeading,
} from './common.ts'
import { itemKey } from './type.ts'
import type { AccountFact, DocumentKind, Facts, FieldMistake, MoneyFact, Movement, Total } from './type.ts'
import { openingItems } from './opening.ts'
import { journalvoucherWords } from './journalvoucher/words.ts'

export const maximumVoucherLines = 200

const amount = money.refine((figure) => figure >= 0n, 'Enter the amount without a minus sign, on its side.')

const voucherLine = fieldSet({
  account: accountCode,
  debit: amount.default(0n),
  credit: amount.default(0n),
  memo: optionalText('explanation of the line', 200),
  /** On an account of open items: the document whose item this line settles; null opens one of the voucher's own. */
  settles: z.uuid('Choose the document from the list.').toLowerCase().nullable().default(null),
  /** What an account in foreign money moves, in its own minor units, on the side of the line. */
  foreign: money
    .refine((figure) => figure > 0n, 'Enter what moves in the currency of the account, more than zero.')
    .nullable()
    .default(null),
}).refine((line) => (line.debit === 0n) !== (line.credit === 0n), {
  path: ['debit'],
  error: 'Enter a debit or a credit, not both and not none.',
})

export const journalVoucherFields = fieldSet({
  day,
  /** Found again by it: a second voucher with the same reference is refused. */
  reference: optionalText('reference', 60),
  /** Whose open item a line opens. */
  partyId: z.uuid('Pick a customer or supplier from the list.').toLowerCase().nullable().default(null),
  lines: z
    .array(voucherLine, 'Enter the lines of the entry.')
    .min(2, 'An entry has two lines or more.')
    .max(maximumVoucherLines, `A journal voucher has at most ${maximumVoucherLines} lines; record the rest as another.`)
    .refine((lines) => differenceOf(lines) === 0n, {
      // An amount that is none is still text, and has its own sentence.
      when: ({ value }) => areRead(value),
      error: ({ input }) => balanceSentence(differenceOf(input as readonly Sides[])),
    }),
  /** Whether a voucher of its own takes it back on the first day of the next month. */
  reverse: z.boolean('Say whether the entry is taken back next month.').default(false),
  /** Values foreign money anew at a closing rate: its pesos change, and none of it moves. */
  revalues: z.boolean('Say whether the entry only values foreign money anew.').default(false),
  /** The number of the voucher that this one takes back. */
  reverses: z
    .string()
    .regex(/^JV-\d{4}-\d{6}$/, 'This is not the number of a journal voucher.')
    .nullable()
    .default(null),
  memo: memo.refine((text) => text !== '', 'Say what the entry is for; the general journal prints it.'),
})

export type JournalVoucherFields = z.output<typeof journalVoucherFields>
type VoucherLine = JournalVoucherFields['lines'][number]
type Sides = { debit: Money; credit: Money }

const areRead = (lines: unknown): lines is Sides[] =>
  Array.isArray(lines) &&
  lines.every((line: Partial<Sides> | null) => typeof line?.debit === 'bigint' && typeof line.credit === 'bigint')

/** Debits less credits, in centavos; zero when the lines balance. */
export const differenceOf = (lines: readonly Sides[]): Money => sum(lines.map((line) => line.debit - line.credit))

/** What is wrong with lines that are out of balance by so much, and what to do. */
export function balanceSentence(difference: Money): string {
  const size = formatMoney(difference < 0n ? -difference : difference)
  const [more, less] = difference > 0n ? ['Debits', 'credits'] : ['Credits', 'debits']
  return `${more} exceed ${less} by ${size}; correct a line or add one of ${size} to the ${less}.`
}

/** Whether a line may name the account: not a fund, which is moved by its counts, and nothing that is not active. */
export const takesVoucher = ({ code }: Pick<AccountFact, 'code'>): boolean => code !== accounts.pettyCash

/** The first day of the month after, on which an accrual is taken back. */
export const reversalDay = (of: Day): Day => startOfMonth(addMonths(monthOf(of), 1))

/** A reversal is recorded with its voucher, which may itself be dated a month ahead. */
const reversalLimitDays = 62

export const journalvoucher: DocumentKind<typeof journalVoucherFields> = {
  ...journalvoucherWords,
  fields: journalVoucherFields,
  mentions: ({ day: of, reference, partyId, lines }) => ({
    partyId,
    externalNo: reference === '' ? null : reference,
    day: of,
    money: [...new Set(lines.map(({ account }) => account))],
    documents: [...new Set(lines.flatMap(({ settles }) => settles ?? []))],
  }),

  post(fields, facts) {
    const mistakes = mistakesOf(fields, facts)
    if (mistakes.length > 0) return { ok: false, mistakes }
    const items = movementsOf(fields, facts)
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
        items,
        cheque: null,
        totals: totalsOf(fields.lines),
        warnings: warningsOf(fields, facts),
        receiptTo: null,
      },
    }
  },

  receipt(fields, facts, posting, number) {
    const explained = fields.lines.some((line) => line.memo !== '' || line.settles !== null || line.foreign !== null)
    const moved = [...movesOf(fields, facts)].map(([account, figure]) => ({ account, amount: figure }))
    return {
      title: 'Journal Voucher',
      number,
      status: number === null ? 'review' : 'recorded',
      day: fields.day,
      note: fields.reverses === null ? '' : `Takes back ${fields.reverses}`,
      company: companyHeading(facts.company),
      party: partyHeading('Party', facts.party),
      facts: [
        ...(fields.reference === '' ? [] : [{ label: 'Reference', value: fields.reference }]),
        ...(fields.reverse ? [{ label: 'Taken back on', value: formatDay(reversalDay(fields.day)) }] : []),
      ],
      lines: [],
      tables: [
        ...(explained ? [explanations(fields, facts)] : []),
        ...(moved.length > 0 ? [balancesTable(moved)] : []),
      ],
      totals: posting.totals,
      amountInWords: amountInWords(posting.total),
      memo: fields.memo,
      journal: journalOf(posting.entry, facts),
      attachments: facts.attachments.map(({ name }) => name),
    }
  },

  follow: (fields, number) => (fields.reverse ? reversalOf(fields, number) : null),
}

/** The voucher that takes another back on the first day of the next month: sides swapped, nothing else changed. */
function reversalOf(fields: JournalVoucherFields, number: string): z.input<typeof journalVoucherFields> {
  return {
    day: reversalDay(fields.day),
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
    memo: `Takes back ${number}: ${fields.memo}`.slice(0, 500).trim(),
  }
}

/** The side a line stands on, and whether that is where its account usually stands. */
const opensItem = ({ account, debit: debited }: Pick<VoucherLine, 'account' | 'debit'>): boolean =>
  normalSideOf(account) === (debited > 0n ? 'debit' : 'credit')

const sizeOf = (line: Sides): Money => line.debit + line.credit

function lineOf(line: VoucherLine, { partyId }: JournalVoucherFields, { money: held, items }: Facts): Line {
  const whose = line.settles === null ? partyId : (items.get(itemKey(line.settles, line.account))?.partyId ?? null)
  const currency = held.get(line.account)?.currency ?? functionalCurrency
  const extras = {
    ...(line.memo !== '' && { memo: line.memo }),
    ...(whose !== null && { partyId: whose }),
    ...(line.foreign !== null && { foreign: { currency, amount: line.foreign } }),
  }
  return line.debit > 0n ? debit(line.account, line.debit, extras) : credit(line.account, line.credit, extras)
}

/** What the voucher opens and settles; lines on one item add up. */
function movementsOf({ lines, partyId }: JournalVoucherFields, { items }: Facts): Movement[] {
  const movements = new Map<string, Movement>()
  for (const line of lines.filter(({ account }) => itemAccounts.includes(account))) {
    const settles = line.settles ?? 'itself'
    const key = `${settles} ${line.account}`
    const whose = line.settles === null ? partyId : (items.get(itemKey(line.settles, line.account))?.partyId ?? null)
    const before = movements.get(key)?.amount ?? 0n
    const moved = opensItem(line) ? sizeOf(line) : -sizeOf(line)
    movements.set(key, { settles, account: line.account, partyId: whose, amount: before + moved })
  }
  return [...movements.values()]
}

function mistakesOf(fields: JournalVoucherFields, facts: Facts): FieldMistake[] {
  const limit = fields.reverses === null ? undefined : reversalLimitDays
  const mistakes = dayMistakes(fields.day, facts, ['day'], limit)
  if (facts.sameExternalNo !== undefined) {
    const message = `${fields.reference} is recorded already as ${facts.sameExternalNo.number}; void that one first, or choose another reference.`
    mistakes.push({ path: ['reference'], message })
  }
  if (fields.partyId !== null && facts.party === undefined)
    mistakes.push({
      path: ['partyId'],
      message: 'This party is not in the register any more; pick another or register it again.',
    })
  fields.lines.forEach((line, i) => {
    for (const [name, message] of lineMistakes(line, fields, facts))
      mistakes.push({ path: ['lines', i, name], message })
  })
  for (const side of ['debit', 'credit'] as const) {
    if (sum(fields.lines.map((line) => line[side])) > largestMoney)
      mistakes.push({
        path: ['lines'],
        message: `The ${side}s are more than ${formatMoney(largestMoney)}; check them.`,
      })
  }
  if (mistakes.length > 0) return mistakes
  return [...settledTwice(fields, facts), ...overdrawn(fields, facts)]
}

type LineMistake = readonly [name: keyof VoucherLine, message: string]

function lineMistakes(line: VoucherLine, fields: JournalVoucherFields, facts: Facts): LineMistake[] {
  const account = facts.accounts.get(line.account)
  if (account === undefined)
    return [['account', `Account ${line.account} is not in the chart or not active; pick another or activate it.`]]
  return [
    ...moneyMistakes(line, fields, facts),
    ...(itemAccounts.includes(line.account)
      ? itemMistakes(line, account, fields, facts)
      : line.settles === null
        ? []
        : ([['settles', `${account.code} ${account.name} has no open items; leave the document empty.`]] as const)),
  ]
}

function moneyMistakes(line: VoucherLine, { revalues }: JournalVoucherFields, facts: Facts): LineMistake[] {
  const held = facts.money.get(line.account)
  if (held === undefined)
    return line.foreign === null ? [] : [['foreign', 'This account is in pesos; clear the foreign amount.']]
  if (held.kind === 'petty_cash')
    return [['account', `${held.name} is filled up and emptied by its own counts; record that in the petty cash form.`]]
  const { mistakes } = moneyAccount(line.account, facts, [])
  if (mistakes.length > 0) return mistakes.map(({ message }) => ['account', message] as const)
  if (revalues) {
    const named = `${held.name} is in ${held.currency}`
    if (held.currency === functionalCurrency)
      return [['account', `${named}, which has no rate; this entry only values foreign money anew.`]]
    if (line.foreign !== null)
      return [['foreign', `${named}; clear the foreign amount, since only its worth in pesos changes.`]]
    return []
  }
  if (held.currency !== functionalCurrency && line.foreign === null)
    return [['foreign', `${held.name} is in ${held.currency}; enter what moves in ${held.currency} beside the pesos.`]]
  if (held.currency === functionalCurrency && line.foreign !== null)
    return [['foreign', `${held.name} is in ${functionalCurrency}; clear the foreign amount.`]]
  return []
}

function itemMistakes(
  line: VoucherLine,
  { code, name }: AccountFact,
  { partyId, reverse, day: of }: JournalVoucherFields,
  { items, party }: Facts,
): LineMistake[] {
  const called = `${code} ${name}`
  if (reverse)
    return [
      [
        'account',
        `${called} is made of open items, which no later voucher takes back by itself; void this one instead.`,
      ],
    ]
  if (opensItem(line)) {
    if (line.settles !== null)
      return [['settles', `This side of ${called} opens an item of its own; leave the document empty or change sides.`]]
    const whose = openingItems[code]?.party ?? null
    if (party === undefined && whose !== null && whose !== 'anyone')
      return [['account', `Name the ${whose} whose ${openingItems[code]?.word.toLowerCase()} this is.`]]
    if (party !== undefined && whose === 'customer' && !party.customer)
      return [['account', `${displayName(party)} is not registered as a customer; register it as one first.`]]
    if (party !== undefined && whose === 'supplier' && !party.supplier)
      return [['account', `${displayName(party)} is not registered as a supplier; register it as one first.`]]
    return []
  }
  if (line.settles === null)
    return [['settles', `${called} is made of open items; choose the document that this line settles.`]]
  const item = items.get(itemKey(line.settles, code))
  if (item === undefined || item.open === 0n)
    return [['settles', `The document has nothing open on ${called}; choose another.`]]
  if (item.day > of)
    return [['settles', `${item.number} is of ${formatDay(item.day)}, after this voucher; choose a later day.`]]
  return partyId !== null && item.partyId !== null && item.partyId !== partyId
    ? [['settles', `${item.number} is of somebody else than the party above; choose another, or clear the party.`]]
    : []
}

/** Lines that together take more from an item than is open. */
function settledTwice({ lines }: JournalVoucherFields, { items }: Facts): FieldMistake[] {
  const taken = new Map<string, Money>()
  return lines.flatMap((line, i) => {
    if (line.settles === null) return []
    const key = itemKey(line.settles, line.account)
    const total = (taken.get(key) ?? 0n) + sizeOf(line)
    taken.set(key, total)
    const item = items.get(key)
    if (item === undefined || total <= item.open) return []
    const message = `${item.number} has ${formatMoney(item.open)} open and would be settled by ${formatMoney(total)}; lower the amount.`
    return [{ path: ['lines', i, line.debit > 0n ? 'debit' : 'credit'], message }]
  })
}

/** What the voucher puts into each money account, in that account's currency; below zero what it takes out. */
function movesOf({ lines, revalues }: JournalVoucherFields, { money: held }: Facts): Map<MoneyFact, Money> {
  const moves = new Map<MoneyFact, Money>()
  for (const line of lines) {
    const account = held.get(line.account)
    if (account === undefined || revalues) continue
    const size = line.foreign ?? sizeOf(line)
    moves.set(account, (moves.get(account) ?? 0n) + (line.debit > 0n ? size : -size))
  }
  return moves
}

function overdrawn(fields: JournalVoucherFields, facts: Facts): FieldMistake[] {
  return [...movesOf(fields, facts)].flatMap(([account, moved]) => {
    if (moved >= 0n) return []
    const at = fields.lines.findIndex((line) => line.account === account.code && line.credit > 0n)
    return coverMistakes(account, -moved, fields.day, ['lines', at, 'credit'])
  })
}

function totalsOf(lines: readonly Sides[]): Total[] {
  return [{ label: 'Total of each side', amount: sum(lines.map((line) => line.debit)), emphasis: 'grand' }]
}

function warningsOf(
  { day: of, lines }: JournalVoucherFields,
  { accounts: chart, money: held, today }: Facts,
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
          `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} kept by documents, which lists and returns read; a voucher moves the balance and is in none of them.`,
        ]),
  ]
}

function explanations({ lines }: JournalVoucherFields, { accounts: chart, items, money: held }: Facts) {
  const foreign = lines.some((line) => line.foreign !== null)
  return {
    title: 'Lines',
    columns: [
      { label: 'Account', numeric: false },
      { label: 'Explanation', numeric: false },
      ...(foreign ? [{ label: 'Foreign', numeric: true }] : []),
      { label: 'Debit', numeric: true },
      { label: 'Credit', numeric: true },
    ],
    rows: lines.map((line) => {
      const item = line.settles === null ? undefined : items.get(itemKey(line.settles, line.account))
      const settled = item === undefined ? '' : `settles ${item.number}`
      const inForeign =
        line.foreign === null ? '' : `${held.get(line.account)?.currency ?? ''} ${formatMoney(line.foreign)}`
      return [
        `${line.account} ${chart.get(line.account)?.name ?? ''}`.trim(),
        [line.memo, settled].filter((text) => text !== '').join('; '),
        ...(foreign ? [inForeign] : []),
        line.debit === 0n ? '' : formatMoney(line.debit),
        line.credit === 0n ? '' : formatMoney(line.credit),
      ]
    }),
  }
}
