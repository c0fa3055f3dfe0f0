// Whether the returns, the lists and the books agree: each figure with the account it must equal, and every difference
// with the document that causes it.
import { accounts } from '../../accounts/chart.ts'
import { formatMonth, monthOf } from '../../core/date.ts'
import type { Month } from '../../core/date.ts'
import type { WithholdingCode } from '../../documents/facts.ts'
import { divideRounded, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import type { Row, Table } from '../../reports/table.ts'
import type { Period } from '../calendar/forms.ts'
import { formatPeriod } from '../calendar/forms.ts'
import { certificatesOf } from '../certificates/form2307.ts'
import type { Certificate } from '../certificates/form2307.ts'
import { finalCertificatesOf } from '../certificates/form2306.ts'
import type { PayeeRow } from '../lists/alphalist.ts'
import {
  exemptByPayee,
  finalTaxByPayee,
  importationsByBill,
  purchasesBySupplier,
  salesByCustomer,
  summedPayees,
  withheldByPayee,
} from '../lists/summaries.ts'
import { listed } from '../lists/taxpayer.ts'
import type { Filer } from '../lists/taxpayer.ts'
import {
  isBusinessTaxForm,
  isExemptPayment,
  isFinalTaxByUs,
  isSale,
  isWithheldByUs,
  isVatWithheldByUs,
  isVatWithheldFromUs,
  isWithheldFromUs,
  lineKey,
  provedFor,
  purchaseBucket,
  purchaseFigures,
  saleBucket,
} from '../tax-line.ts'
import type { TaxLine } from '../tax-line.ts'
import { linesOf } from '../registrations.ts'
import type { Registration } from '../registrations.ts'
import { isTaxed } from './percentage-return.ts'
import type { Figures } from './worksheet.ts'

/** A part of a difference, with its document if it has one. */
export type Named = { what: string; amount: Money; document: TaxLine['document'] | null }

export type Reconciliation = {
  name: string
  /** Figures that must be equal, each with its explained difference from the first one. */
  sides: Side[]
  /** The unexplained rest; zero when the sides agree. */
  open: Money
}
export type Side = { what: string; amount: Money; named: Named[] }

export type ReconciliationFacts = {
  period: Period
  /** The tax lines of the period, including lines without a tax on tax accounts. */
  lines: readonly TaxLine[]
  /** The registrations, which decide the return of each line. */
  history: readonly Registration[]
  /** The current boxes of the returns for the period; undefined if the company does not file the form. */
  vat: ReadonlyMap<string, Figures> | undefined
  /** For a taxpayer without VAT. */
  percentage: ReadonlyMap<string, Figures> | undefined
  withholding: ReadonlyMap<string, Figures> | undefined
  /** Box 27 of the 1601-C of the months, and what was entered manually in it; undefined without payroll. */
  compensation?: MonthlyReturns | undefined
  /** Row A of the 1600-VT of the months; undefined if none is filed. */
  vatWithheld?: MonthlyReturns | undefined
  /** Form 1601-FQ. */
  finalTax?: ReadonlyMap<string, Figures> | undefined
  /** The credits that the VAT return takes over, in the accounts when the quarter began; undefined without VAT. */
  carried: CarriedCredits | undefined
  /** The documents with importations, whose VAT counts from its payment to Customs. */
  imports?: ReadonlySet<string>
  /** The returns of the period that claim customer certificates: VAT or percentage tax, and income tax. */
  credits: readonly CreditReturn[]
  /** The lines of the certificates claimed in a return of the period, of any date. */
  claims: readonly TaxLine[]
  /** Valid certificates of customers, with the receipts they prove. */
  received: readonly ReceivedCertificate[]
  /** The newest certificates issued to suppliers for the quarter, in centavos of tax. */
  issued: ReadonlyMap<string, { name: string; tax: Money }>
  /** The same on form 2306. */
  issuedFinal?: ReadonlyMap<string, { name: string; tax: Money }>
  /** The input for certificates. */
  filer: Filer
  codes: readonly WithholdingCode[]
}

/** The tax in the returns of the months, and how much of it was entered manually. */
export type MonthlyReturns = { withheld: Money; entered: Money }

/** The balances when the quarter began, after the closing entries of earlier quarters whenever they were recorded. */
export type CarriedCredits = {
  /** Account 1315. */
  inputVat: Money
  /** Account 1325, without the tax whose certificates no return has claimed yet. */
  withheld: Money
  /** The carried excess credits of the previous return: box 21.1. */
  taken: Money
  /** Excess credits of earlier returns claimed as a refund or certificate, which stay on 1325 until received. */
  claimedBack: Money
  /** The closing entries of earlier quarters that are not recorded, with what they would debit to 1315 and 1325. */
  missing: readonly { form: '2550Q' | '2551Q'; period: Period; inputVat: Money; withheld: Money }[]
}

/** The box of a return for certified tax; row O is that of returns filed on working lines. */
export const creditBoxes = {
  '2550Q': '16',
  '2551Q': '15',
  '1702Q': 'S4.5',
  '1701Q': '58',
  '1702-RT': '49',
  '1701': 'P7.4',
  '1701A': '60',
} as const
export type CreditReturn = { form: keyof typeof creditBoxes; boxes: ReadonlyMap<string, Figures> }

export type ReceivedCertificate = {
  document: TaxLine['document']
  act: 'received' | 'written_off'
  /** The receipts, and how much of their tax it proves or writes off; of account 1321, or of 1325. */
  account: string
  rows: readonly { documentId: string; amount: Money }[]
  /** Claimed in a return of this period, in another one, or not yet. */
  claimed: 'here' | 'elsewhere' | null
}

export function taxReconciliations(facts: ReconciliationFacts): Reconciliation[] {
  return [
    ...vatReconciliations(facts),
    ...carriedReconciliations(facts),
    ...percentageReconciliations(facts),
    ...withholdingReconciliations(facts),
    ...compensationReconciliations(facts),
    ...vatWithheldReconciliations(facts),
    ...finalTaxReconciliations(facts),
    ...creditReconciliations(facts),
  ]
}

function vatReconciliations({ vat, ...facts }: ReconciliationFacts): Reconciliation[] {
  if (vat === undefined) return []
  const lines = linesOf('2550Q', facts.lines, facts.history)
  const box = (no: string, column: keyof Figures) => vat.get(no)?.[column] ?? 0n
  const sales = lines.filter(isSale)
  const claimed = lines.filter((line) => purchaseFigures(line).tax !== 0n && purchaseBucket(line) !== null)
  const list = salesByCustomer(lines).rows
  const inList = sum(list.map(({ exempt, zeroRated, taxable }) => exempt + zeroRated + taxable))
  const byHand = (column: keyof Figures, counted: Money, ...boxes: string[]): Named[] =>
    handMade(counted - sum(boxes.map((no) => box(no, column))))
  const inBoxes = sales.filter((line) => saleBucket(line) !== null)
  const base = sum(inBoxes.map(({ tax }) => tax?.base ?? 0n))
  const output = sum(inBoxes.map(({ tax }) => tax?.vat ?? 0n))
  const input = sum(claimed.map((line) => purchaseFigures(line).tax))
  const purchases = purchasesBySupplier(lines).rows
  const imported = sum(importationsByBill(lines).map(({ vat: its }) => its))
  const outputByHand = byHand('tax', output, '34')
  const inputByHand = byHand('tax', input, '44', '45', '46')
  const baseByHand = byHand('base', base, '34')
  return [
    reconciliation('Sales of the quarter', { what: '2550Q box 34', amount: box('34', 'base') }, [
      side('Summary list of sales', inList, [...onNoList(inBoxes, ({ tax }) => tax?.base ?? 0n), ...baseByHand]),
      side('Sales journal lines with a VAT type', sum(sales.map(({ moved }) => -moved)), [
        ...sales
          .filter((line) => saleBucket(line) === null)
          .map((line) => named('Not subject to VAT', line, -line.moved)),
        ...baseByHand,
      ]),
    ]),
    reconciliation('Output tax', { what: '2550Q box 34', amount: box('34', 'tax') }, [
      side('Summary list of sales', sum(list.map(({ outputTax }) => outputTax)), [
        ...onNoList(inBoxes, ({ tax }) => tax?.vat ?? 0n),
        ...outputByHand,
      ]),
      side('Account 2110, credits less debits', -movedOn(lines, accounts.outputVat), [
        ...outsideOf(lines, accounts.outputVat, new Set(inBoxes.map(documentKey)), -1n),
        ...outputByHand,
      ]),
    ]),
    reconciliation(
      'Input tax',
      { what: '2550Q boxes 44 to 46', amount: box('44', 'tax') + box('45', 'tax') + box('46', 'tax') },
      [
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
            .map((line) => named('Paid immediately, recorded in another journal', line, -purchaseFigures(line).tax)),
          ...inputByHand,
        ]),
        side('Account 1310, debits less credits', movedOn(lines, accounts.inputVat), [
          ...importTiming(lines, claimed, facts.imports),
          ...outsideOf(lines, accounts.inputVat, new Set(claimed.map(documentKey)), 1n),
          ...inputByHand,
        ]),
      ],
    ),
  ]
}

/** The amounts carried over from the previous quarter, in the boxes of the return and in the accounts. */
function carriedReconciliations({ vat, carried }: ReconciliationFacts): Reconciliation[] {
  if (vat === undefined || carried === undefined) return []
  const { inputVat, withheld, taken, claimedBack, missing } = carried
  const notClosed = (account: 'inputVat' | 'withheld'): Named[] =>
    missing
      .filter((entry) => entry[account] !== 0n)
      .map(({ form, period, ...entry }) => ({
        what: `The closing entry of ${form} for ${formatPeriod(period)} is not recorded`,
        amount: -entry[account],
        document: null,
      }))
  const box38 = vat.get('38')?.tax ?? 0n
  return [
    reconciliation('Input tax carried over', { what: '2550Q box 38', amount: box38 }, [
      side('Account 1315 at the start of the quarter', inputVat, notClosed('inputVat')),
    ]),
    reconciliation('Excess credits', { what: 'Box 21.1 of the previous 2550Q, included in box 19', amount: taken }, [
      side('Account 1325 at the start of the quarter, without unclaimed certificates', withheld, [
        ...(claimedBack === 0n
          ? []
          : [{ what: 'Claimed as a refund or tax credit certificate (TCC)', amount: claimedBack, document: null }]),
        ...notClosed('withheld'),
      ]),
    ]),
  ]
}

/** Importations are on account 1310 from the date of the bill, and in the return from the payment to Customs. */
function importTiming(
  lines: readonly TaxLine[],
  claimed: readonly TaxLine[],
  imports: ReconciliationFacts['imports'] = new Set(),
): Named[] {
  return [...Map.groupBy(claimed, documentKey)].flatMap(([key, own]): Named[] => {
    const [first] = own
    const isImport = imports.has(first?.document.id ?? '') || own.some((line) => purchaseBucket(line) === 'importation')
    if (first === undefined || !isImport) return []
    const booked = sum(
      lines.filter((line) => line.account === accounts.inputVat && documentKey(line) === key).map(({ moved }) => moved),
    )
    const taken = sum(own.map((line) => purchaseFigures(line).tax))
    return [named('Importation, VAT paid to Customs in another period', first, booked - taken)]
  })
}

function percentageReconciliations({ percentage, ...facts }: ReconciliationFacts): Reconciliation[] {
  if (percentage === undefined) return []
  const sales = linesOf('2551Q', facts.lines, facts.history).filter(isSale)
  const amount = percentage.get('S1')?.base ?? 0n
  const counted = sum(sales.filter(isTaxed).map(({ tax }) => tax?.base ?? 0n))
  return [
    reconciliation('Sales of the quarter', { what: '2551Q schedule 1, sales', amount }, [
      side('Sales journal lines with a VAT type', sum(sales.map(({ moved }) => -moved)), [
        ...sales.filter((line) => !isTaxed(line)).map((line) => named('VAT-exempt', line, -line.moved)),
        ...handMade(counted - amount),
      ]),
    ]),
  ]
}

const inPurchases = ({ journal }: TaxLine): boolean => journal === 'PJ'

function withholdingReconciliations({
  lines,
  withholding,
  period,
  filer,
  codes,
  issued,
}: ReconciliationFacts): Reconciliation[] {
  if (withholding === undefined) return []
  const ours = lines.filter(isWithheldByUs)
  const payees = withheldByPayee(lines)
  const certificates = certificatesOf({ quarter: monthOf(period.from), filer, lines, codes })
  const [exempt, paid] = [exemptByPayee(lines), lines.filter(isExemptPayment)]
  const paidTo = (line: TaxLine) => line.withheld?.base ?? 0n
  const issuedTo = new Set(certificates.map(({ payee }) => payee.id))
  const tax = (line: TaxLine) => line.withheld?.tax ?? 0n
  const onList = ours.filter(({ party }) => party?.tin9 != null)
  return [
    reconciliation(
      'Tax withheld from suppliers',
      { what: '1601-EQ box 19', amount: withholding.get('19')?.tax ?? 0n },
      [
        side('Alphalist of payees', sum(payees.map((row) => row.tax)), onNoList(ours, tax)),
        side('Certificates issued (form 2307)', sum([...issued.values()].map((one) => one.tax)), [
          ...onNoList(ours, tax),
          ...onList
            .filter(({ party }) => party === null || !issuedTo.has(party.id))
            .map((line) => named('Reversed, no certificate needed', line, -tax(line))),
          ...betweenBooksAndIssued(certificates, issued),
        ]),
        side(
          'Account 2140, credits less debits',
          -movedOn(lines, accounts.ewtPayable),
          outsideOf(lines, accounts.ewtPayable, new Set(ours.map(lineKey)), -1n, lineKey),
        ),
      ],
    ),
    reconciliation(
      'Income payments subject to withholding',
      { what: '1601-EQ box 19', amount: withholding.get('19')?.base ?? 0n },
      [
        side(
          'Alphalist of payees',
          sum(payees.map(({ base }) => base)),
          onNoList(ours, ({ withheld }) => withheld?.base ?? 0n),
        ),
      ],
    ),
    ...(paid.length === 0
      ? []
      : [
          reconciliation(
            'Paid without withholding',
            { what: 'Purchases from exempt payees', amount: sum(paid.map(paidTo)) },
            [side('Alphalist, schedule of exempt payees', sum(exempt.map(({ base }) => base)), onNoList(paid, paidTo))],
          ),
        ]),
  ]
}

function compensationReconciliations({ lines, compensation }: ReconciliationFacts): Reconciliation[] {
  if (compensation === undefined) return []
  const { withheld, entered: byHand } = compensation
  const account = accounts.compensationTaxPayable
  const own = new Set(lines.filter((line) => line.account === account && line.document.kind === 'payroll').map(lineKey))
  return [
    reconciliation('Tax withheld from employees', { what: '1601-C box 27', amount: withheld }, [
      side('Account 2146, credits less debits', -movedOn(lines, account), [
        ...outsideOf(lines, account, own, -1n, lineKey),
        ...handMade(-byHand),
      ]),
    ]),
  ]
}

function vatWithheldReconciliations({ lines, vatWithheld }: ReconciliationFacts): Reconciliation[] {
  if (vatWithheld === undefined) return []
  const { withheld, entered: byHand } = vatWithheld
  const account = accounts.vatWithheldPayable
  const own = lines.filter(isVatWithheldByUs)
  const earlier = own.filter((line) => line.account !== account)
  return [
    reconciliation('VAT withheld from suppliers', { what: '1600-VT row A', amount: withheld }, [
      side('Account 2147, credits less debits', -movedOn(lines, account), [
        ...outsideOf(lines, account, new Set(own.map(lineKey)), -1n, lineKey),
        ...earlier.map((line) => named('On account 2145', line, line.moved)),
        ...handMade(-byHand),
      ]),
    ]),
  ]
}

/** Final tax with its return, list and account; and the certificates, which show the VAT withheld as well. */
function finalTaxReconciliations({
  lines,
  finalTax,
  period,
  filer,
  codes,
  issuedFinal = new Map(),
}: ReconciliationFacts): Reconciliation[] {
  const ours = lines.filter(isFinalTaxByUs)
  const certified = lines.filter((line) => isFinalTaxByUs(line) || isVatWithheldByUs(line))
  const tax = (line: TaxLine) => line.withheld?.tax ?? 0n
  const certificates = finalCertificatesOf({ quarter: monthOf(period.from), filer, lines, codes })
  const issuedTo = new Set(certificates.map(({ payee }) => payee.id))
  const box = finalTax?.get('22')?.tax ?? 0n
  const total = sum(ours.map(tax))
  return [
    ...(finalTax === undefined
      ? []
      : [
          reconciliation('Final tax withheld', { what: '1601-FQ box 22', amount: box }, [
            side(
              'Alphalist of payees, final tax',
              sum(finalTaxByPayee(lines).map((row) => row.tax)),
              handMade(total - box),
            ),
            side('Account 2145, credits less debits', -movedOn(lines, accounts.finalTaxPayable), [
              ...outsideOf(lines, accounts.finalTaxPayable, new Set(ours.map(lineKey)), -1n, lineKey),
              ...handMade(total - box),
            ]),
          ]),
        ]),
    ...(certified.length === 0 && issuedFinal.size === 0
      ? []
      : [
          reconciliation(
            'Certificates of final tax',
            { what: 'Final tax and VAT withheld from payees', amount: sum(certified.map(tax)) },
            [
              side('Certificates issued (form 2306)', sum([...issuedFinal.values()].map((one) => one.tax)), [
                ...certified
                  .filter(({ party }) => party === null || !issuedTo.has(party.id))
                  .map((line) => named('Reversed, no certificate needed', line, -tax(line))),
                ...betweenBooksAndIssued(certificates, issuedFinal),
              ]),
            ],
          ),
        ]),
  ]
}

/** Tax withheld by customers: for income tax, and for VAT and percentage tax. */
function creditReconciliations(facts: ReconciliationFacts): Reconciliation[] {
  const { lines, claims, credits } = facts
  const business = facts.percentage === undefined ? 'VAT' : 'Percentage tax'
  const income = [accounts.withheldAwaitingCertificate, accounts.withheldWithCertificate]
  const sides = [
    {
      what: 'Income tax',
      accountsOf: 'Accounts 1320 and 1321',
      isTheirs: isWithheldFromUs,
      on: income,
      claimed: provedFor('1702Q', claims),
    },
    {
      what: business,
      accountsOf: 'Account 1325',
      isTheirs: isVatWithheldFromUs,
      on: [accounts.vatWithheld],
      claimed: provedFor('2550Q', claims),
    },
  ]
  return sides.flatMap(({ what, accountsOf, isTheirs, on, claimed }) => {
    const theirs = lines.filter(isTheirs)
    const counted = new Set(theirs.map(lineKey))
    const withheld = { what: 'Collections', amount: sum(theirs.map(({ moved }) => moved)) }
    const taxOf = ({ withheld: frozen }: TaxLine) => frozen?.tax ?? 0n
    const inSummary = sum(summedPayees(claimed.flatMap(agentOf)).map(({ tax }) => tax))
    const summary = 'Summary Alphalist of Withholding Taxes (SAWT)'
    const own = credits.find(({ form }) => isBusinessTaxForm(form) === (on.length === 1))
    const boxNo = own && (own.boxes.has('O') ? 'O' : creditBoxes[own.form])
    const box = own && (own.boxes.get(boxNo ?? '')?.tax ?? 0n)
    const inReturn = sum(claimed.map(taxOf))
    const rounding = on.length === 1 ? 0n : divideRounded(inReturn, 100n) * 100n - inReturn
    return [
      reconciliation(`${what} withheld by customers`, withheld, [
        side(
          `${accountsOf}, debits less credits`,
          sum(on.map((account) => movedOn(lines, account))),
          on.flatMap((account) => outsideOf(lines, account, counted, 1n, lineKey)),
        ),
        side(summary, inSummary, [
          ...betweenReceiptsAndClaims(
            theirs,
            facts.received.filter(({ account }) => account === on[0]),
          ),
          ...onNoList(claimed, taxOf),
        ]),
      ]),
      ...(own === undefined || box === undefined
        ? []
        : [
            reconciliation(
              `${what} withheld, as claimed in the return`,
              {
                what: `${own.form} ${boxNo === 'O' ? 'row' : 'box'} ${boxNo}`,
                amount: box,
              },
              [
                side(summary, inSummary, [
                  ...onNoList(claimed, taxOf),
                  ...(boxNo === 'O' || rounding === 0n
                    ? []
                    : [{ what: 'Rounding to whole pesos', amount: -rounding, document: null }]),
                  ...handMade(inReturn - box + (boxNo === 'O' ? 0n : rounding)),
                ]),
              ],
            ),
          ]),
    ]
  })
}

const agentOf = ({ party, withheld }: TaxLine): PayeeRow[] => {
  const taxpayer = listed(party)
  return taxpayer === null || withheld === null ? [] : [{ taxpayer, ...withheld }]
}

/** From the tax withheld in collections of the period to the tax claimed in its returns, document by document. */
function betweenReceiptsAndClaims(theirs: readonly TaxLine[], papers: readonly ReceivedCertificate[]): Named[] {
  const left = new Map<string, { document: TaxLine['document']; amount: Money }>()
  for (const { document, moved } of theirs)
    left.set(document.id, { document, amount: (left.get(document.id)?.amount ?? 0n) + moved })
  const found: Named[] = []
  for (const { document, act, rows, claimed } of papers) {
    for (const { documentId, amount } of rows) {
      const receipt = left.get(documentId)
      if (receipt === undefined) {
        if (claimed === 'here') found.push({ what: 'Withheld in another period', amount, document })
        continue
      }
      receipt.amount -= amount
      if (claimed !== 'here') found.push({ what: notHere(act, claimed), amount: -amount, document })
    }
  }
  const expected = [...left.values()].map(({ document, amount }) => ({
    what:
      amount >= 0n
        ? 'Certificate still expected'
        : document.kind === 'unapply'
          ? 'Removed from a receipt'
          : 'Void of a receipt',
    amount: -amount,
    document,
  }))
  return [...found, ...expected]
}

const notHere = (act: ReceivedCertificate['act'], claimed: ReceivedCertificate['claimed']): string =>
  act === 'written_off'
    ? 'Certificate written off'
    : claimed === null
      ? 'Received, not claimed yet'
      : 'Claimed in another return'

/** From the tax withheld from payees in the books to the issued certificates. */
function betweenBooksAndIssued(
  certificates: readonly { payee: Certificate['payee']; tax: Money; form: { payee: { name: string } } }[],
  issued: ReconciliationFacts['issued'],
): Named[] {
  const owed = new Map(certificates.map(({ payee, tax, form }) => [payee.id, { name: form.payee.name, tax }]))
  return [...new Set([...owed.keys(), ...issued.keys()])].flatMap((id): Named[] => {
    const [booked, given] = [owed.get(id), issued.get(id)]
    const name = booked?.name ?? given?.name ?? ''
    const amount = (given?.tax ?? 0n) - (booked?.tax ?? 0n)
    const what = given === undefined ? `Not issued yet, ${name}` : `Changed since it was issued, ${name}`
    return amount === 0n ? [] : [{ what, amount, document: null }]
  })
}

// ── Comparing.

function reconciliation(name: string, first: Omit<Side, 'named'>, others: Side[]): Reconciliation {
  const gaps = others.map(({ amount, named: its }) => amount - first.amount - sum(its.map((one) => one.amount)))
  return { name, sides: [{ ...first, named: [] }, ...others], open: gaps.find((gap) => gap !== 0n) ?? 0n }
}

const side = (what: string, amount: Money, all: readonly Named[]): Side => ({ what, amount, named: together(all) })

const movedOn = (lines: readonly TaxLine[], account: string): Money =>
  sum(lines.filter((line) => line.account === account).map(({ moved }) => moved))

const documentKey = ({ document, reverses }: TaxLine): string => `${document.id} ${reverses}`

/** The balance of an account from lines that the return does not count. */
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

/** Parties without a TIN are in no list. */
const onNoList = (lines: readonly TaxLine[], of: (line: TaxLine) => Money): Named[] =>
  lines
    .filter(({ party }) => party === null || party.tin9 === null)
    .map((line) => named('No TIN, not on any list', line, -of(line)))

const handMade = (amount: Money): Named[] =>
  amount === 0n ? [] : [{ what: 'Manual entry in the return', amount, document: null }]

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

// ── Print.

export function reconciliationTable(
  reconciliations: readonly Reconciliation[],
  period: Period,
  company: Table['company'],
): Table {
  return {
    name: `tax-reconciliation-${period.to}`,
    title: 'Tax Returns Reconciled with the Books',
    period: `For ${formatPeriod(period)}`,
    company,
    columns: [
      { key: 'what', title: 'Figure', kind: 'text', width: 5 },
      { key: 'document', title: 'Document', kind: 'code', width: 2 },
      { key: 'amount', title: 'Amount', kind: 'money', width: 2 },
      { key: 'difference', title: 'Difference', kind: 'money', width: 2 },
    ],
    // What does not agree comes first.
    rows: reconciliations
      .toSorted((a, b) => Number(b.open !== 0n) - Number(a.open !== 0n))
      .flatMap(({ name, sides, open }): Row[] => [
        { cells: [name, null, null, null], emphasis: 'heading' },
        ...sides.flatMap(({ what, amount, named: reasons }, at): Row[] => [
          { cells: [what, null, amount, at === 0 ? null : amount - (sides[0]?.amount ?? 0n)] },
          ...reasons.map((one): Row => ({
            cells: [`of which:  ${one.what}`, one.document?.number ?? null, null, one.amount],
            ...(one.document !== null && {
              link: { to: 'document' as const, id: one.document.id, kind: one.document.kind },
            }),
          })),
        ]),
        { cells: [open === 0n ? 'Agrees' : 'Unexplained', null, null, open], emphasis: 'subtotal' },
      ]),
    notes: ['The totals of the lists are calculated by customer, supplier and code, separately from the return.'],
  }
}

// ── The examiner's matrix.

export type MatrixFigures = {
  /** Revenue accounts, credits less debits. */
  books: Money
  /** Boxes 31 to 33 of the VAT return, or the sales of the percentage tax return; for a month their lines. */
  declared: Money
  /** Sales not subject to VAT, which have no box. */
  outside: Money
  /** Row A of the income tax return, for this quarter only; for a month its accounts. */
  income: Money
  /** The amounts settled by collection receipts, in money, tax and discount, and the VAT charged. */
  collected: Money
  vat: Money
}

/** A month, with the documents that moved revenue without a VAT type. */
export type MatrixMonth = MatrixFigures & { month: Month; untaxed: Named[] }
export type MatrixQuarter = MatrixFigures & { period: Period; months: MatrixMonth[] }

/** Sales from four sources, by month with the returns of each quarter, for comparison as in a tax audit. */
export function matrixTable(quarters: readonly MatrixQuarter[], period: string, company: Table['company']): Table {
  const cells = (one: MatrixFigures): Money[] => [
    one.books,
    one.declared,
    one.outside,
    one.books - one.declared - one.outside,
    one.income,
    one.books - one.income,
    one.vat,
    one.collected,
  ]
  const add = (of: (quarter: MatrixFigures) => Money) => sum(quarters.map(of))
  const whole = {
    books: add(({ books }) => books),
    declared: add(({ declared }) => declared),
    outside: add(({ outside }) => outside),
    income: add(({ income }) => income),
    collected: add(({ collected }) => collected),
    vat: add(({ vat }) => vat),
  }
  const figure = (key: string, title: string) => ({ key, title, kind: 'money' as const, width: 2 })
  const months = ({ month, untaxed, ...figures }: MatrixMonth): Row[] => [
    { cells: [formatMonth(month), ...cells(figures)], link: { to: 'salesList', month } },
    ...untaxed.map(({ what, document, amount }): Row => ({
      cells: [`of which:  ${document?.number ?? ''} ${what}`, null, null, null, amount, null, null, null, null],
      ...(document !== null && { link: { to: 'document' as const, id: document.id, kind: document.kind } }),
    })),
  ]
  return {
    name: 'examiners-matrix',
    title: "Examiner's Matrix of Sales",
    period,
    company,
    columns: [
      { key: 'period', title: 'Period', kind: 'text', width: 3 },
      figure('books', 'Sales in the books'),
      figure('declared', 'Sales on the tax return'),
      figure('outside', 'Not subject to VAT'),
      figure('gap', 'Books less tax returns'),
      figure('income', 'Sales for income tax'),
      figure('incomeGap', 'Books less income tax'),
      figure('vat', 'Output VAT'),
      figure('collected', 'Collected'),
    ],
    rows: [
      ...quarters.flatMap((quarter): Row[] => [
        ...quarter.months.flatMap(months),
        { cells: [`${formatPeriod(quarter.period)}, as filed`, ...cells(quarter)], emphasis: 'subtotal' },
      ]),
      { cells: ['Total for the year', ...cells(whole)], emphasis: 'total' },
    ],
    notes: [
      'Collections include VAT and tax withheld, and are received after the sales are recorded.',
      'Differences between the books and the tax returns come from sales recorded without a VAT type, such as general journal entries.',
    ],
  }
}
