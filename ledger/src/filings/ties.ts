// Whether the returns, the lists and the books say the same: each figure beside the account it must equal, and every
// difference named by the document that makes it.
import { accounts } from '../chart.ts'
import { monthOf } from '../day.ts'
import type { WithholdingCode } from '../documents/kind.ts'
import { sum } from '../money.ts'
import type { Money } from '../money.ts'
import type { Row, Table } from '../reports/table.ts'
import type { Period } from './forms.ts'
import { formatPeriod } from './forms.ts'
import { certificatesOf } from './form2307.ts'
import { importationsByBill, purchasesBySupplier, salesByCustomer, withheldByPayee } from './lists/summaries.ts'
import type { Filer } from './lists/taxpayer.ts'
import {
  isSale,
  isWithheldByUs,
  isWithheldFromUs,
  lineKey,
  purchaseBucket,
  purchaseFigures,
  saleBucket,
} from './tax-line.ts'
import type { TaxLine } from './tax-line.ts'
import type { Figures } from './worksheet.ts'

/** A part of a difference, with the document it comes from if it is one. */
export type Named = { what: string; amount: Money; document: TaxLine['document'] | null }

export type Tie = {
  name: string
  /** What must be the same, each with what it has beyond the first one, named. */
  sides: Side[]
  /** What nothing explains; zero when the tie holds. */
  open: Money
}
export type Side = { what: string; amount: Money; named: Named[] }

export type TieFacts = {
  period: Period
  /** The tax lines of the period, those without a tax on tax accounts among them. */
  lines: readonly TaxLine[]
  /** The boxes of the returns for the period, as they stand; undefined where the company does not file the form. */
  vat: ReadonlyMap<string, Figures> | undefined
  withholding: ReadonlyMap<string, Figures> | undefined
  /** What certificates are made with. */
  filer: Filer
  codes: readonly WithholdingCode[]
}

export function tiesOf(facts: TieFacts): Tie[] {
  return [...vatTies(facts), ...withholdingTies(facts), ...creditTies(facts)]
}

function vatTies({ lines, vat }: TieFacts): Tie[] {
  if (vat === undefined) return []
  const box = (no: string, column: keyof Figures) => vat.get(no)?.[column] ?? 0n
  const sales = lines.filter(isSale)
  const claimed = lines.filter((line) => purchaseFigures(line).tax !== 0n && purchaseBucket(line) !== null)
  const list = salesByCustomer(lines).rows
  const listed = sum(list.map(({ exempt, zeroRated, taxable }) => exempt + zeroRated + taxable))
  const byHand = (column: keyof Figures, counted: Money, ...boxes: string[]): Named[] =>
    handMade(counted - sum(boxes.map((no) => box(no, column))))
  const inBoxes = sales.filter((line) => saleBucket(line) !== null)
  const base = sum(inBoxes.map(({ tax }) => tax?.base ?? 0n))
  const output = sum(inBoxes.map(({ tax }) => tax?.vat ?? 0n))
  const input = sum(claimed.map((line) => purchaseFigures(line).tax))
  const purchases = purchasesBySupplier(lines).rows
  const imported = sum(importationsByBill(lines).map(({ vat: its }) => its))
  const outputByHand = byHand('tax', output, '34')
  const inputByHand = byHand('tax', input, '44', '46')
  const baseByHand = byHand('base', base, '34')
  return [
    tie('Sales of the quarter', { what: '2550Q box 34', amount: box('34', 'base') }, [
      side('Summary list of sales', listed, [...onNoList(inBoxes, ({ tax }) => tax?.base ?? 0n), ...baseByHand]),
      side('Sales journal, lines with a VAT class', sum(sales.map(({ moved }) => -moved)), [
        ...sales
          .filter((line) => saleBucket(line) === null)
          .map((line) => named('Not subject to VAT', line, -line.moved)),
        ...baseByHand,
      ]),
    ]),
    tie('Output tax', { what: '2550Q box 34', amount: box('34', 'tax') }, [
      side('Summary list of sales', sum(list.map(({ outputTax }) => outputTax)), [
        ...onNoList(inBoxes, ({ tax }) => tax?.vat ?? 0n),
        ...outputByHand,
      ]),
      side('Account 2110, credits less debits', -movedOn(lines, accounts.outputVat), [
        ...outsideOf(lines, accounts.outputVat, new Set(inBoxes.map(documentKey)), -1n),
        ...outputByHand,
      ]),
    ]),
    tie('Input tax', { what: '2550Q boxes 44 and 46', amount: box('44', 'tax') + box('46', 'tax') }, [
      side('Summary lists of purchases and importations', sum(purchases.map(({ inputTax }) => inputTax)) + imported, [
        ...onNoList(
          claimed.filter((line) => purchaseBucket(line) !== 'importation'),
          (line) => purchaseFigures(line).tax,
        ),
        ...inputByHand,
      ]),
      side('Purchases journal', sum(claimed.filter(inPurchases).map((line) => purchaseFigures(line).tax)), [
        ...claimed
          .filter((line) => !inPurchases(line))
          .map((line) => named('Paid at once, in another journal', line, -purchaseFigures(line).tax)),
        ...inputByHand,
      ]),
      side('Account 1310, debits less credits', movedOn(lines, accounts.inputVat), [
        ...outsideOf(lines, accounts.inputVat, new Set(claimed.map(documentKey)), 1n),
        ...inputByHand,
      ]),
    ]),
  ]
}

const inPurchases = ({ journal }: TaxLine): boolean => journal === 'PJ'

function withholdingTies({ lines, withholding, period, filer, codes }: TieFacts): Tie[] {
  if (withholding === undefined) return []
  const ours = lines.filter(isWithheldByUs)
  const payees = withheldByPayee(lines)
  const certificates = certificatesOf({ quarter: monthOf(period.from), filer, lines, codes })
  const issuedTo = new Set(certificates.map(({ payee }) => payee.id))
  const tax = (line: TaxLine) => line.withheld?.tax ?? 0n
  const onList = ours.filter(({ party }) => party?.tin9 != null)
  return [
    tie('Tax withheld from suppliers', { what: '1601-EQ box 19', amount: withholding.get('19')?.tax ?? 0n }, [
      side('Alphalist of payees', sum(payees.map((row) => row.tax)), onNoList(ours, tax)),
      side('Certificates of the quarter', sum(certificates.map((one) => one.tax)), [
        ...onNoList(ours, tax),
        ...onList
          .filter(({ party }) => party === null || !issuedTo.has(party.id))
          .map((line) => named('Taken back, so there is no certificate', line, -tax(line))),
      ]),
      side(
        'Account 2140, credits less debits',
        -movedOn(lines, accounts.ewtPayable),
        outsideOf(lines, accounts.ewtPayable, new Set(ours.map(lineKey)), -1n, lineKey),
      ),
    ]),
    tie('What tax was withheld on', { what: '1601-EQ box 19', amount: withholding.get('19')?.base ?? 0n }, [
      side(
        'Alphalist of payees',
        sum(payees.map(({ base }) => base)),
        onNoList(ours, ({ withheld }) => withheld?.base ?? 0n),
      ),
    ]),
  ]
}

function creditTies({ lines }: TieFacts): Tie[] {
  const theirs = lines.filter(isWithheldFromUs)
  const counted = new Set(theirs.map(lineKey))
  const onBoth = [accounts.withheldAwaitingCertificate, accounts.withheldWithCertificate]
  return [
    tie(
      'Tax withheld by customers',
      { what: 'Collections', amount: sum(theirs.map((line) => line.withheld?.tax ?? 0n)) },
      [
        side(
          'Accounts 1320 and 1321, debits less credits',
          sum(onBoth.map((account) => movedOn(lines, account))),
          onBoth.flatMap((account) => outsideOf(lines, account, counted, 1n, lineKey)),
        ),
      ],
    ),
  ]
}

// ── Comparing.

function tie(name: string, first: Omit<Side, 'named'>, others: Side[]): Tie {
  const gaps = others.map(({ amount, named: its }) => amount - first.amount - sum(its.map((one) => one.amount)))
  return { name, sides: [{ ...first, named: [] }, ...others], open: gaps.find((gap) => gap !== 0n) ?? 0n }
}

const side = (what: string, amount: Money, all: readonly Named[]): Side => ({ what, amount, named: together(all) })

const movedOn = (lines: readonly TaxLine[], account: string): Money =>
  sum(lines.filter((line) => line.account === account).map(({ moved }) => moved))

const documentKey = ({ document, reverses }: TaxLine): string => `${document.id} ${reverses}`

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
    .map((line) => named(line.reverses ? 'Void of another entry' : 'Other entry', line, sign * line.moved))
}

/** Who has no TIN stands in no list. */
const onNoList = (lines: readonly TaxLine[], of: (line: TaxLine) => Money): Named[] =>
  lines
    .filter(({ party }) => party === null || party.tin9 === null)
    .map((line) => named('Nobody with a TIN, so on no list', line, -of(line)))

const handMade = (amount: Money): Named[] =>
  amount === 0n ? [] : [{ what: 'Entered by hand into the return', amount, document: null }]

const named = (what: string, { document }: TaxLine, amount: Money): Named => ({ what, amount, document })

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
    rows: ties.flatMap(({ name, sides, open }): Row[] => [
      { cells: [name, null, null, null], emphasis: 'heading' },
      ...sides.flatMap(({ what, amount, named: reasons }, at): Row[] => [
        { cells: [what, null, amount, at === 0 ? null : amount - (sides[0]?.amount ?? 0n)] },
        ...reasons.map((one): Row => ({
          cells: [`of it: ${one.what}`, one.document?.number ?? null, null, one.amount],
          ...(one.document !== null && {
            link: { to: 'document' as const, id: one.document.id, kind: one.document.kind },
          }),
        })),
      ]),
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
