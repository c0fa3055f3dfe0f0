// Whether the returns, the lists and the books say the same: each figure beside the account it must equal, and every
// difference named by the document that makes it.
import { accounts } from '../chart.ts'
import { sum } from '../money.ts'
import type { Money } from '../money.ts'
import type { Row, Table } from '../reports/table.ts'
import type { Period } from './forms.ts'
import { formatPeriod } from './forms.ts'
import { isSale, isWithheldByUs, isWithheldFromUs, purchaseBucket, purchaseFigures, saleBucket } from './tax-line.ts'
import type { TaxLine } from './tax-line.ts'
import type { Figures } from './worksheet.ts'

/** A figure of the books that a return does not have, or the other way round, with the document it comes from. */
export type Named = { what: string; amount: Money; document: TaxLine['document'] | null }

export type Tie = {
  name: string
  /** What must be the same, each with where it comes from. The first is what the others are compared with. */
  sides: { what: string; amount: Money }[]
  /** What is on the last side and not on the first, by document: together the whole difference, or the tie is broken. */
  named: Named[]
  /** The difference that nothing explains; zero when the tie holds. */
  open: Money
}

export type TieFacts = {
  period: Period
  /** The tax lines of the period, those without a tax on tax accounts among them. */
  lines: readonly TaxLine[]
  /** The boxes of the returns for the period, as they stand; undefined where the company does not file the form. */
  vat: ReadonlyMap<string, Figures> | undefined
  withholding: ReadonlyMap<string, Figures> | undefined
  /** What the lists of the period come to, worked out by party. */
  lists: Lists
}

/** Totals of the summary lists and the certificates, as they would be handed in. */
export type Lists = {
  sales: { exempt: Money; zeroRated: Money; taxable: Money; outputTax: Money }
  purchases: { inputTax: Money; importTax: Money }
  payees: Figures
  issued: Money
  awaited: Money
}

export function tiesOf(facts: TieFacts): Tie[] {
  return [...vatTies(facts), ...withholdingTies(facts), ...creditTies(facts)]
}

function vatTies({ lines, vat, lists }: TieFacts): Tie[] {
  if (vat === undefined) return []
  const box = (no: string, column: keyof Figures) => vat.get(no)?.[column] ?? 0n
  const sales = lines.filter(isSale)
  const outside = sales.filter((line) => saleBucket(line) === null)
  const listed = lists.sales.exempt + lists.sales.zeroRated + lists.sales.taxable
  const claimed = lines.filter((line) => purchaseFigures(line).tax !== 0n && purchaseBucket(line) !== null)
  return [
    tie(
      'Sales of the quarter',
      [
        { what: '2550Q box 34', amount: box('34', 'base') },
        { what: 'Summary list of sales', amount: listed },
        { what: 'Sales journal, lines with a VAT class', amount: sum(sales.map(({ moved }) => -moved)) },
      ],
      [...outside.map((line) => named('Not subject to VAT', line, -line.moved)), ...byHand(vat, lines, 'base')],
    ),
    tie(
      'Output tax',
      [
        { what: '2550Q box 34', amount: box('34', 'tax') },
        { what: 'Summary list of sales', amount: lists.sales.outputTax },
        { what: 'Account 2110, credits less debits', amount: -movedOn(lines, accounts.outputVat) },
      ],
      outsideOf(lines, accounts.outputVat, new Set(sales.map(documentKey)), -1n),
    ),
    tie(
      'Input tax',
      [
        { what: '2550Q boxes 44 and 46', amount: box('44', 'tax') + box('46', 'tax') },
        {
          what: 'Summary lists of purchases and importations',
          amount: lists.purchases.inputTax + lists.purchases.importTax,
        },
        { what: 'Account 1310, debits less credits', amount: movedOn(lines, accounts.inputVat) },
      ],
      outsideOf(lines, accounts.inputVat, new Set(claimed.map(documentKey)), 1n),
    ),
    inputByJournal(lines, claimed),
  ]
}

/** Input tax by the book it stands in: what is not in the purchases journal was paid at once. */
function inputByJournal(lines: readonly TaxLine[], claimed: readonly TaxLine[]): Tie {
  const others = claimed.filter(({ journal }) => journal !== 'PJ')
  const taken = sum(claimed.map((line) => purchaseFigures(line).tax))
  const inJournal = sum(claimed.filter(({ journal }) => journal === 'PJ').map((line) => purchaseFigures(line).tax))
  const paidAtOnce = others.map((line) =>
    named('Paid at once, in the disbursements journal', line, -purchaseFigures(line).tax),
  )
  return tie(
    'Input tax in the purchases journal',
    [
      { what: 'Lines of purchases', amount: taken },
      { what: 'Purchases journal', amount: inJournal },
    ],
    together(paidAtOnce),
  )
}

function withholdingTies({ lines, withholding, lists }: TieFacts): Tie[] {
  if (withholding === undefined) return []
  const ours = lines.filter(isWithheldByUs)
  return [
    tie(
      'Tax withheld from suppliers',
      [
        { what: '1601-EQ box 19', amount: withholding.get('19')?.tax ?? 0n },
        { what: 'Alphalist of payees', amount: lists.payees.tax },
        { what: 'Certificates of the quarter', amount: lists.issued },
        { what: 'Account 2140, credits less debits', amount: -movedOn(lines, accounts.ewtPayable) },
      ],
      outsideOf(lines, accounts.ewtPayable, new Set(ours.map(lineOf)), -1n, lineOf),
    ),
    tie(
      'What tax was withheld on',
      [
        { what: '1601-EQ box 19', amount: withholding.get('19')?.base ?? 0n },
        { what: 'Alphalist of payees', amount: lists.payees.base },
      ],
      [],
    ),
  ]
}

function creditTies({ lines, lists }: TieFacts): Tie[] {
  const theirs = lines.filter(isWithheldFromUs)
  const collected = sum(theirs.flatMap(({ withheld }) => withheld?.tax ?? []))
  return [
    tie(
      'Tax withheld by customers',
      [
        { what: 'Lines of collections', amount: collected },
        { what: 'Certificates expected', amount: lists.awaited },
        {
          what: 'Accounts 1320 and 1321, debits less credits',
          amount:
            movedOn(lines, accounts.withheldAwaitingCertificate) + movedOn(lines, accounts.withheldWithCertificate),
        },
      ],
      [
        ...outsideOf(lines, accounts.withheldAwaitingCertificate, new Set(theirs.map(lineOf)), 1n, lineOf),
        ...outsideOf(lines, accounts.withheldWithCertificate, new Set(theirs.map(lineOf)), 1n, lineOf),
      ],
    ),
  ]
}

// ── Comparing.

function tie(name: string, sides: Tie['sides'], named: Named[]): Tie {
  const [first, ...others] = sides
  const own = first?.amount ?? 0n
  const explained = sum(named.map(({ amount }) => amount))
  const last = others.length - 1
  // Lists are the same to the centavo; only the books may have more, and then it is named.
  const open =
    others.map(({ amount }, at) => amount - own - (at === last ? explained : 0n)).find((gap) => gap !== 0n) ?? 0n
  return { name, sides, named: together(named), open }
}

const movedOn = (lines: readonly TaxLine[], account: string): Money =>
  sum(lines.filter((line) => line.account === account).map(({ moved }) => moved))

const documentKey = ({ document, reverses }: TaxLine): string => `${document.id} ${reverses}`
const lineOf = ({ entryNo, position }: TaxLine): string => `${entryNo}.${position}`

/** What stands on an account and comes from no line that the return counts. */
function outsideOf(
  lines: readonly TaxLine[],
  account: string,
  counted: ReadonlySet<string>,
  sign: 1n | -1n,
  key: (line: TaxLine) => string = documentKey,
): Named[] {
  return lines
    .filter((line) => line.account === account && !counted.has(key(line)))
    .map((line) => named(line.reverses ? 'Void' : 'Other entry', line, sign * line.moved))
}

/** What was entered by hand into box 31 to 33 is in the return and in no book. */
function byHand(vat: ReadonlyMap<string, Figures>, lines: readonly TaxLine[], column: keyof Figures): Named[] {
  const counted = sum(
    lines.filter((line) => saleBucket(line) !== null).map((line) => (column === 'base' ? (line.tax?.base ?? 0n) : 0n)),
  )
  const gap = counted - (vat.get('34')?.[column] ?? 0n)
  return gap === 0n ? [] : [{ what: 'Entered by hand into the return', amount: gap, document: null }]
}

const named = (what: string, line: TaxLine, amount: Money): Named => ({ what, amount, document: line.document })

/** One row for each document and reason. */
function together(all: readonly Named[]): Named[] {
  const groups = Map.groupBy(all, ({ what, document }) => `${what} ${document?.id ?? ''}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const amount = sum(group.map((one) => one.amount))
    return first === undefined || amount === 0n ? [] : [{ ...first, amount }]
  })
}

// ── Printed.

export function tiesTable(ties: readonly Tie[], period: Period, company: Table['company']): Table {
  return {
    name: `tax-ties-${period.to}`,
    title: 'Returns Compared with the Books',
    period: `For ${formatPeriod(period)}`,
    company,
    columns: [
      { key: 'what', title: 'Figure', kind: 'text', width: 5 },
      { key: 'document', title: 'Document', kind: 'code', width: 2 },
      { key: 'amount', title: 'Amount', kind: 'money', width: 2 },
      { key: 'difference', title: 'Difference', kind: 'money', width: 2 },
    ],
    rows: ties.flatMap(({ name, sides, named: reasons, open }): Row[] => [
      { cells: [name, null, null, null], emphasis: 'heading' },
      ...sides.map(({ what, amount }, at): Row => ({
        cells: [what, null, amount, at === 0 ? null : amount - (sides[0]?.amount ?? 0n)],
      })),
      ...reasons.map(({ what, amount, document }): Row => ({
        cells: [`of it: ${what}`, document?.number ?? null, null, amount],
        ...(document !== null && { link: { to: 'document' as const, id: document.id, kind: document.kind } }),
      })),
      { cells: [open === 0n ? 'Agrees' : 'Not explained', null, null, open], emphasis: 'subtotal' },
    ]),
    notes: ['A figure of the lists is worked out by customer, supplier and code, apart from the return.'],
  }
}

// ── The examiner's matrix.

export type MatrixQuarter = {
  period: Period
  /** Revenue accounts, credits less debits. */
  books: Money
  /** Boxes 31 to 33 of the VAT return, or the sales of the percentage tax return. */
  declared: Money
  /** Sales that are not subject to VAT, which no box has. */
  outside: Money
  /** Row A of the income tax return, of this quarter alone. */
  income: Money
  /** What collection receipts settled, in money, tax and discount, and the VAT that was charged. */
  collected: Money
  vat: Money
}

/** Sales as four sources have them, quarter by quarter, as an examiner sets them side by side. */
export function matrixTable(quarters: readonly MatrixQuarter[], period: string, company: Table['company']): Table {
  const cells = (one: Omit<MatrixQuarter, 'period'>): Money[] => [
    one.books,
    one.declared,
    one.outside,
    one.books - one.declared - one.outside,
    one.income,
    one.books - one.income,
    one.vat,
    one.collected,
  ]
  const add = (of: (quarter: MatrixQuarter) => Money) => sum(quarters.map(of))
  const whole = {
    books: add(({ books }) => books),
    declared: add(({ declared }) => declared),
    outside: add(({ outside }) => outside),
    income: add(({ income }) => income),
    collected: add(({ collected }) => collected),
    vat: add(({ vat }) => vat),
  }
  const figure = (key: string, title: string) => ({ key, title, kind: 'money' as const, width: 2 })
  return {
    name: 'examiners-matrix',
    title: "Examiner's Matrix of Sales",
    period,
    company,
    columns: [
      { key: 'quarter', title: 'Quarter', kind: 'text', width: 3 },
      figure('books', 'Sales in the books'),
      figure('declared', 'Sales on the tax return'),
      figure('outside', 'Not subject to VAT'),
      figure('gap', 'Books less returns'),
      figure('income', 'Sales for income tax'),
      figure('incomeGap', 'Books less income tax'),
      figure('vat', 'Output VAT'),
      figure('collected', 'Collected'),
    ],
    rows: [
      ...quarters.map((quarter): Row => ({ cells: [formatPeriod(quarter.period), ...cells(quarter)] })),
      { cells: ['The year', ...cells(whole)], emphasis: 'total' },
    ],
    notes: [
      'Collections include VAT and tax withheld, and follow sales by the time customers take to pay.',
      'A difference between books and returns is a sale that was recorded without a VAT class, such as an entry of the general journal.',
    ],
  }
}
