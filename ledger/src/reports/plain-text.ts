// The journal as plain-text accounting: for hledger and ledger, or for beancount. Every entry includes its document,
// and a void is a reversing entry of its own, so that other programs get the same balances. Tags carry what tax returns
// are computed from, so that other programs get the same returns (docs/accounting/books.md).
import type { AccountType, NormalSide } from '../accounts/chart.ts'
import type { Day } from '../core/date.ts'
import { currencies, functionalCurrency } from '../accounts/exchange.ts'
import type { JournalCode, LineTax, Withheld } from '../accounts/journal.ts'
import { plainMoney } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import type { Party } from '../core/party.ts'

export const plainTextFormats = ['hledger', 'beancount'] as const
export type PlainTextFormat = (typeof plainTextFormats)[number]

export const plainTextWords: Readonly<Record<PlainTextFormat, { title: string; extension: string }>> = {
  hledger: { title: 'hledger and ledger', extension: 'journal' },
  beancount: { title: 'beancount', extension: 'beancount' },
}

export type PlainAccount = { code: string; name: string; type: AccountType; normal: NormalSide }

export type PlainLine = {
  account: string
  debit: Money
  credit: Money
  memo: string
  /** In the currency of a foreign account, on the side of the line. */
  foreign: { currency: string; amount: Money } | null
  /** VAT and tax withheld as frozen on the line; negative for a reversal. */
  tax?: LineTax
  withheld?: Withheld
  party?: Pick<Party, 'kind' | 'government' | 'noTin' | 'vatStatus'>
  /** The date that determines the period of the tax, if it is not the entry date; null while it is not known. */
  taxDay?: Day | null
}

export type PlainEntry = {
  no: bigint
  day: Day
  journal: JournalCode
  memo: string
  document: { number: string; externalNo: string | null; kind: string }
  party: { name: string; tin: string | null } | null
  /** The entry reversed by this one. */
  reverses: bigint | null
  /** Whether a later entry reverses this one. */
  voided: boolean
  lines: readonly PlainLine[]
  dueDay?: Day | null
  /** The changes of open items: positive opens, negative settles. `number` is that of the document of the item. */
  items?: readonly { account: string; number: string; amount: Money }[]
  /** The discounts in a collection or payment, by the number of the settled document. */
  discounts?: readonly { number: string; amount: Money }[]
  /** The return that claims a customer's certificate. */
  claimed?: { form: string; period: Day } | null
}

type Head = { company: string; period: string; from: Day; accounts: readonly PlainAccount[] }

/** The header: the company, the period, and the accounts. */
export function plainTextHead(format: PlainTextFormat, { company, period, from, accounts }: Head): string {
  const comment = format === 'hledger' ? ';' : ';;'
  const title = [`${comment} ${oneLine(company)}`, `${comment} ${oneLine(period)}, in ${functionalCurrency}`]
  const names = accounts.map(accountName)
  const lines =
    format === 'hledger'
      ? [
          ...currencies.map((currency) => `commodity ${currency}\n    format 1000.00 ${currency}`),
          '',
          ...[...factNames, ...tagNames, 'class'].map((name) => `tag ${name}`),
          '',
          ...names.map((name, at) => `account ${name}\n    ; class: ${accounts[at]?.type ?? ''}`),
        ]
      : [
          `option "title" ${quoted(company)}`,
          `option "operating_currency" "${functionalCurrency}"`,
          '',
          ...names.map((name, at) =>
            [
              `${from} open ${name}`,
              `  code: ${quoted(accounts[at]?.code ?? '')}`,
              `  class: ${quoted(accounts[at]?.type ?? '')}`,
            ].join('\n'),
          ),
        ]
  return `${[...title, '', ...lines].join('\n')}\n`
}

/** One entry, with an empty line before it. `accounts` has every account of its lines. */
export function plainTextEntry(
  format: PlainTextFormat,
  entry: PlainEntry,
  accounts: ReadonlyMap<string, PlainAccount>,
): string {
  const posted = entry.lines.map((line) => {
    const account = accounts.get(line.account)
    if (account === undefined)
      throw new Error(`Entry ${entry.no} is on account ${line.account}, which is not in the chart of accounts.`)
    const memo = format === 'hledger' ? untagged(line.memo) : oneLine(line.memo)
    return { name: accountName(account), amount: amountOf(line), memo, tags: tagsOf(line) }
  })
  const widest = Math.max(...posted.map(({ name }) => name.length))
  const comment = format === 'hledger' ? '  ; ' : ' ; '
  const postings = posted.flatMap(({ name, amount, memo, tags }) => [
    `${indent[format]}${name.padEnd(widest)}  ${amount}${memo === '' ? '' : comment + memo}`,
    ...tags.map(([key, value]) => `${indent[format].repeat(2)}${tagged[format](key, value)}`),
  ])
  return `\n${[...headOf[format](entry), ...postings].join('\n')}\n`
}

const indent: Record<PlainTextFormat, string> = { hledger: '    ', beancount: '  ' }

const headOf: Record<PlainTextFormat, (entry: PlainEntry) => string[]> = {
  hledger: (entry) => [
    `${entry.day} * (${entry.document.number}) ${description(entry)}`,
    ...facts(entry).map(([key, value]) => `    ${tagged.hledger(key, value)}`),
  ],
  beancount: (entry) => [
    `${entry.day} * ${entry.party === null ? '' : `${quoted(entry.party.name)} `}${quoted(entry.memo)} ^${entry.document.number}${isVoid(entry) ? ' #void' : ''}`,
    ...facts(entry).map(([key, value]) => `  ${tagged.beancount(key, value)}`),
  ],
}

const tagged: Record<PlainTextFormat, (key: string, value: string) => string> = {
  hledger: (key, value) => `; ${key}: ${untagged(value)}`,
  beancount: (key, value) => `${key}: ${quoted(value)}`,
}

/** Payee and memo, escaped where they would end the description or begin a comment. */
function description({ party, memo }: PlainEntry): string {
  const safe = (text: string) => oneLine(text).replaceAll(';', ',').replaceAll('|', '/')
  const [payee, note] = [safe(party?.name ?? ''), safe(memo)]
  return [payee, note].filter((part) => part !== '').join(' | ')
}

const factNames = [
  'entry',
  'book',
  'kind',
  'number',
  'paper',
  'tin',
  'reverses',
  'status',
  'due',
  'items',
  'discounts',
  'claimed',
] as const

function facts(entry: PlainEntry): [string, string][] {
  const { no, journal, document, party, reverses, dueDay, items = [], discounts = [], claimed = null } = entry
  return known<(typeof factNames)[number]>([
    ['entry', no.toString()],
    ['book', journal],
    ['kind', document.kind],
    ['number', document.number],
    ['paper', document.externalNo],
    ['tin', party?.tin],
    ['reverses', reverses?.toString()],
    ['status', isVoid(entry) ? 'void' : null],
    ['due', dueDay],
    ['items', items.map(({ account, number, amount }) => `${account}/${number}=${plainMoney(amount)}`).join(' ')],
    ['discounts', discounts.map(({ number, amount }) => `${number}=${plainMoney(amount)}`).join(' ')],
    ['claimed', claimed && `${claimed.form} ${claimed.period}`],
  ])
}

const tagNames = [
  'vat',
  'direction',
  'category',
  'vat-base',
  'vat-amount',
  'atc',
  'withheld-base',
  'withheld-rate',
  'withheld-amount',
  'party-kind',
  'party-status',
  'tax-date',
] as const

/** The tags of a line with a tax. A sale is a line with a VAT class and without a category of purchase. */
function tagsOf({ tax, withheld, party, taxDay }: PlainLine): [string, string][] {
  if (tax === undefined && withheld === undefined) return []
  return known<(typeof tagNames)[number]>([
    ['vat', tax?.vatClass],
    ['direction', tax && (tax.category === undefined ? 'sale' : 'purchase')],
    ['category', tax?.category],
    ['vat-base', tax && plainMoney(tax.base)],
    ['vat-amount', tax && plainMoney(tax.vat)],
    ['atc', withheld?.atc],
    ['withheld-base', withheld && plainMoney(withheld.base)],
    ['withheld-rate', withheld?.rate],
    ['withheld-amount', withheld && plainMoney(withheld.tax)],
    ['party-kind', party?.kind],
    ['party-status', party && statusOf(party)],
    ['tax-date', taxDay === null ? 'unknown' : taxDay],
  ])
}

const statusOf = ({ government, noTin, vatStatus }: NonNullable<PlainLine['party']>): string =>
  government ? 'government' : noTin === 'foreign' ? 'foreign' : vatStatus

const known = <Name extends string>(all: [Name, string | null | undefined][]): [string, string][] =>
  all.flatMap(([key, value]) =>
    value === null || value === undefined || value === '' ? [] : [[key, oneLine(value)] as [string, string]],
  )

const isVoid = ({ voided, reverses }: PlainEntry) => voided || reverses !== null

/** Debits are positive, credits negative; foreign currency has its peso cost. */
function amountOf({ debit, credit, foreign }: PlainLine): string {
  const pesos = debit - credit
  if (foreign === null || foreign.currency === functionalCurrency) return `${plainMoney(pesos)} ${functionalCurrency}`
  const amount = pesos < 0n ? -foreign.amount : foreign.amount
  return `${plainMoney(amount)} ${foreign.currency} @@ ${plainMoney(pesos < 0n ? -pesos : pesos)} ${functionalCurrency}`
}

/** 'Assets:1110-Accounts-receivable-trade': accepted by all three programs, with the code first, as in the chart. */
export function accountName({ code, name, type, normal }: PlainAccount): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return `${rootOf(type, normal)}:${code}${words === '' ? '' : `-${words}`}`
}

function rootOf(type: AccountType, normal: NormalSide): string {
  if (type === 'other') return normal === 'credit' ? 'Income' : 'Expenses'
  return roots[type]
}

const roots: Record<Exclude<AccountType, 'other'>, string> = {
  asset: 'Assets',
  liability: 'Liabilities',
  equity: 'Equity',
  revenue: 'Income',
  cost: 'Expenses',
  expense: 'Expenses',
  income_tax: 'Expenses',
}

/**
 * The text of a comment for hledger and ledger, which read `date:` and other words before a colon as tags, and text in
 * square brackets as a date that moves the posting (hledger manual, "Tags" and "Posting dates"; Ledger manual,
 * "Metadata").
 */
const untagged = (text: string) => oneLine(text).replaceAll(':', '\u2236').replaceAll('[', '(').replaceAll(']', ')')

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const quoted = (text: string) => `"${oneLine(text).replace(/["\\]/g, '\\$&')}"`
