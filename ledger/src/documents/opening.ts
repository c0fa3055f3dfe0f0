// Opening balances carry over what another set of books ended with: balances of accounts, or one open item, each against
// 3090 Opening balance equity. What the balances do not agree by stays there, and is to be looked for until it is zero.
import { z } from 'zod'
import { accounts, itemAccounts, normalSideOf } from '../accounts/chart.ts'
import { day, formatDay } from '../core/date.ts'
import { functionalCurrency } from '../accounts/exchange.ts'
import { accountCode, fieldSet, memo, shortText } from '../core/fields.ts'
import { credit, debit, entry } from '../accounts/journal.ts'
import type { Line } from '../accounts/journal.ts'
import { amountInWords, formatMoney, largestMoney, money, sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { displayName } from '../core/party.ts'
import { companyHeading, dayMistakes, dayWarnings, journalOf, missingAccounts, partyHeading } from './common.ts'
import type { DocumentKind, Facts, FieldMistake, Total } from './type.ts'
import { openingWords } from './opening/words.ts'

export const maximumOpeningRows = 400

/** What an open item on an account is called, and whose it is. */
export const openingItems: Readonly<
  Record<string, { word: string; party: 'customer' | 'supplier' | 'anyone' | null }>
> = {
  [accounts.receivables]: { word: 'Receivable', party: 'customer' },
  [accounts.payables]: { word: 'Payable', party: 'supplier' },
  [accounts.customerAdvances]: { word: 'Customer advance', party: 'customer' },
  [accounts.supplierAdvances]: { word: 'Supplier advance', party: 'supplier' },
  [accounts.employeeAdvances]: { word: 'Advance to officer or employee', party: 'anyone' },
  [accounts.withheldAwaitingCertificate]: { word: 'Certificate 2307 awaited', party: 'customer' },
  [accounts.undeposited]: { word: 'Cash not yet deposited', party: null },
  [accounts.inTransit]: { word: 'Transfer in transit', party: null },
  [accounts.staleCheques]: { word: 'Stale cheque', party: null },
  [accounts.unidentifiedDeposits]: { word: 'Unidentified deposit', party: null },
}

const amount = money.refine((figure) => figure >= 0n, 'Enter the amount without a minus sign, on its side.')

const openingRow = fieldSet({
  account: accountCode,
  debit: amount.default(0n),
  credit: amount.default(0n),
  /** What an account in foreign money holds, in its own minor units. */
  foreign: money
    .refine((figure) => figure > 0n, 'Enter what the account holds in its own currency, more than zero.')
    .nullable()
    .default(null),
}).refine((row) => (row.debit === 0n) !== (row.credit === 0n), {
  path: ['debit'],
  error: 'Enter a debit or a credit, not both and not none.',
})

const openingItem = fieldSet({
  account: accountCode.refine((code) => itemAccounts.includes(code), 'Choose what kind of open item this is.'),
  partyId: z.uuid('Name a party of the register.').toLowerCase().nullable().default(null),
  number: shortText('number of the document', 30).overwrite((text) => text.toUpperCase()),
  /** Of the paper: it is older than the day on which the books begin. */
  day,
  dueDay: day.nullable().default(null),
  amount: money.refine((figure) => figure > 0n, 'Enter what is still open, more than zero.'),
})

export const openingFields = fieldSet({
  /** The day the books begin with; entries stand on it. */
  day,
  rows: z
    .array(openingRow, 'Enter the balances of the accounts.')
    .max(maximumOpeningRows, `Opening balances have at most ${maximumOpeningRows} rows.`)
    .default([]),
  item: openingItem.nullable().default(null),
  memo,
})
  .refine(({ rows, item }) => rows.length > 0 !== (item !== null), {
    path: ['rows'],
    error: 'Enter balances of accounts, or one open item; each open item is a document of its own.',
  })
  .refine(({ item, day: begins }) => item === null || item.day <= begins, {
    path: ['item', 'day'],
    error: 'The paper is dated after the day the books begin; record it as a document of its own instead.',
  })
  .refine(({ item }) => item === null || item.dueDay === null || item.dueDay >= item.day, {
    path: ['item', 'dueDay'],
    error: 'The due day is before the day of the paper; correct one of them.',
  })

export type OpeningFields = z.output<typeof openingFields>
type Row = OpeningFields['rows'][number]
type Item = NonNullable<OpeningFields['item']>

/** By this a second set of balances for a day is found. Numbers of papers are upper case, so that none equals it. */
const balancesOf = (begins: string) => `Balances of ${begins}`

export const opening: DocumentKind<typeof openingFields> = {
  ...openingWords,
  fields: openingFields,
  mentions: ({ day: of, rows, item }) => ({
    partyId: item?.partyId ?? null,
    externalNo: item?.number ?? balancesOf(of),
    externalNoPerParty: item?.partyId != null,
    day: of,
    money: [...new Set(rows.map(({ account }) => account))],
  }),

  post(fields, facts) {
    const mistakes = [
      ...dayMistakes(fields.day, facts),
      ...(fields.item === null ? balanceMistakes(fields, facts) : itemMistakes(fields.item, facts)),
      ...missingAccounts('Opening balances', [accounts.openingBalance], facts),
    ]
    if (mistakes.length > 0) return { ok: false, mistakes }

    const { item } = fields
    const lines = item === null ? balanceLines(fields.rows, facts) : itemLines(item)
    const rest = sum(lines.map((line) => line.debit - line.credit))
    const remainder = rest > 0n ? credit(accounts.openingBalance, rest) : debit(accounts.openingBalance, -rest)
    const total = item?.amount ?? sum(lines.map((line) => line.debit)) + (rest < 0n ? -rest : 0n)
    return {
      ok: true,
      posting: {
        day: fields.day,
        partyId: item?.partyId ?? null,
        externalNo: item?.number ?? balancesOf(fields.day),
        // What is not said to be due later has been due since its day.
        dueDay: item === null ? null : (item.dueDay ?? item.day),
        memo: fields.memo,
        total,
        entry: entry('GJ', fields.day, memoOf(fields), ...lines, remainder),
        items:
          item === null
            ? []
            : [{ settles: 'itself', account: item.account, partyId: item.partyId, amount: item.amount }],
        cheque: null,
        totals: totalsOf(fields, rest, total),
        warnings: dayWarnings('The opening', fields.day, facts.today),
        receiptTo: null,
      },
    }
  },

  receipt(fields, facts, posting, number) {
    const { item } = fields
    return {
      title: item === null ? 'Opening Balances' : 'Opening Balance',
      number,
      status: number === null ? 'review' : 'recorded',
      day: fields.day,
      note: item === null ? '' : (openingItems[item.account]?.word ?? ''),
      company: companyHeading(facts.company),
      party: item === null ? null : partyHeading('Party', facts.party),
      facts:
        item === null
          ? []
          : [
              { label: 'Document no.', value: item.number },
              { label: 'Document day', value: formatDay(item.day) },
              ...(item.dueDay === null ? [] : [{ label: 'Due', value: formatDay(item.dueDay) }]),
              { label: 'Account', value: `${item.account} ${facts.accounts.get(item.account)?.name ?? ''}` },
            ],
      lines: [],
      tables: item === null ? [balancesIn(fields.rows, facts)] : [],
      totals: posting.totals,
      amountInWords: amountInWords(posting.total),
      memo: fields.memo,
      journal: journalOf(posting.entry, facts),
      attachments: facts.attachments.map(({ name }) => name),
    }
  },
}

const memoOf = ({ memo: words, item }: OpeningFields): string => {
  if (words !== '') return words
  return item === null ? 'Opening balances' : `Opening balance, document no. ${item.number}`
}

function balanceLines(rows: readonly Row[], { money: held }: Facts): Line[] {
  return rows.map((row) => {
    const currency = held.get(row.account)?.currency ?? functionalCurrency
    const extras = row.foreign === null ? {} : { foreign: { currency, amount: row.foreign } }
    return row.debit > 0n ? debit(row.account, row.debit, extras) : credit(row.account, row.credit, extras)
  })
}

function itemLines({ account, amount: open, partyId }: Item): Line[] {
  const extras = partyId === null ? {} : { partyId }
  return [normalSideOf(account) === 'debit' ? debit(account, open, extras) : credit(account, open, extras)]
}

function balanceMistakes({ rows, day: begins }: OpeningFields, facts: Facts): FieldMistake[] {
  const mistakes: FieldMistake[] = []
  const at = (i: number, name: keyof Row, message: string) => mistakes.push({ path: ['rows', i, name], message })
  if (facts.sameExternalNo !== undefined) {
    const message = `Balances of ${formatDay(begins)} are recorded as ${facts.sameExternalNo.number}; void that one first, then record all of them anew.`
    mistakes.push({ path: ['day'], message })
  }
  const firstRow = new Map<string, number>()
  rows.forEach((row, i) => {
    const account = facts.accounts.get(row.account)
    const before = firstRow.get(row.account)
    if (before === undefined) firstRow.set(row.account, i)
    if (account === undefined) {
      at(i, 'account', `Account ${row.account} is not in the chart or not active; add or activate it first.`)
      return
    }
    if (before !== undefined)
      at(i, 'account', `${row.account} stands in row ${before + 1} already; put the two together.`)
    if (row.account === accounts.openingBalance)
      at(i, 'account', `${row.account} takes what the balances do not agree by; leave it out.`)
    if (itemAccounts.includes(row.account))
      at(i, 'account', `${row.account} ${account.name} is made of open items; list them one by one.`)
    const { currency = functionalCurrency } = facts.money.get(row.account) ?? {}
    if (currency !== functionalCurrency && row.foreign === null)
      at(i, 'foreign', `${account.name} is in ${currency}; enter what it holds in ${currency} beside the pesos.`)
    if (currency === functionalCurrency && row.foreign !== null)
      at(i, 'foreign', `${account.name} is in ${functionalCurrency}; clear the foreign amount.`)
  })
  for (const side of ['debit', 'credit'] as const) {
    const whole = sum(rows.map((row) => row[side]))
    if (whole > largestMoney)
      mistakes.push({ path: ['rows'], message: `The ${side}s are more than ${formatMoney(largestMoney)}; check them.` })
  }
  return mistakes
}

function itemMistakes({ account: code, partyId, number }: Item, facts: Facts): FieldMistake[] {
  const mistakes: FieldMistake[] = []
  const at = (name: keyof Item, message: string) => mistakes.push({ path: ['item', name], message })
  const { party, sameExternalNo } = facts
  const whose = openingItems[code]?.party ?? null
  if (!facts.accounts.has(code)) at('account', `Account ${code} is not active; activate it in the chart of accounts.`)
  if (partyId !== null && party === undefined) {
    at('partyId', 'This party is not in the register any more; pick another or register it again.')
  } else if (party === undefined && (whose === 'customer' || whose === 'supplier')) {
    at('partyId', `Name the ${whose} whose ${openingItems[code]?.word.toLowerCase()} this is.`)
  } else if (
    party !== undefined &&
    ((whose === 'customer' && !party.customer) || (whose === 'supplier' && !party.supplier))
  ) {
    at('partyId', `${displayName(party)} is not registered as a ${whose}; register it as one first.`)
  }
  if (sameExternalNo !== undefined) {
    const name = party === undefined ? '' : ` of ${displayName(party)}`
    const remedy = 'void that one first, or add a letter to the number if this is another paper.'
    at('number', `Document no. ${number}${name} is already recorded as ${sameExternalNo.number}; ${remedy}`)
  }
  return mistakes
}

function totalsOf({ item }: OpeningFields, rest: Money, total: Money): Total[] {
  if (item !== null) return [{ label: 'Open amount', amount: total, emphasis: 'grand' }]
  const side = rest > 0n ? 'credit' : 'debit'
  return [
    ...(rest === 0n ? [] : [{ label: `To opening balance equity, ${side}`, amount: rest > 0n ? rest : -rest }]),
    { label: 'Total of each side', amount: total, emphasis: 'grand' },
  ]
}

function balancesIn(rows: readonly Row[], { accounts: chart, money: held }: Facts) {
  const hasForeign = rows.some(({ foreign }) => foreign !== null)
  return {
    title: 'Balances',
    columns: [
      { label: 'Account', numeric: false },
      ...(hasForeign ? [{ label: 'Foreign', numeric: true }] : []),
      { label: 'Debit', numeric: true },
      { label: 'Credit', numeric: true },
    ],
    rows: rows.map((row) => [
      `${row.account} ${chart.get(row.account)?.name ?? ''}`,
      ...(hasForeign
        ? [row.foreign === null ? '' : `${held.get(row.account)?.currency ?? ''} ${formatMoney(row.foreign)}`]
        : []),
      row.debit === 0n ? '' : formatMoney(row.debit),
      row.credit === 0n ? '' : formatMoney(row.credit),
    ]),
  }
}
