// A worksheet is a return calculated box by box: each box has its rule, its items, and its manual adjustments with
// reasons. A form is a value; the arithmetic is shared.
import type { Day } from '../../core/date.ts'
import type { DocumentTypeName } from '../../documents/words.ts'
import { formatDay } from '../../core/date.ts'
import { divideRounded, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { displayName, formatTin } from '../../core/party.ts'
import type { DividedLine } from '../../payroll/year.ts'
import type { StatementAccount } from '../../reports/statements.ts'
import type { Row, Table } from '../../reports/table.ts'
import type { Duty, Period, WorksheetForm } from '../calendar/forms.ts'
import { dutyWords, formatPeriod } from '../calendar/forms.ts'
import { isExcessRow } from './excess.ts'
import type { ExcessUse } from './excess.ts'
import type { FilingRate } from '../rates.ts'
import type { IncomeTax, Registration } from '../registrations.ts'
import { lineKey, provedFor } from '../tax-line.ts'
import type { TaxLine } from '../tax-line.ts'

/** The figures of a box, in centavos: the taxed amount, and the tax. */
export type Figures = { base: Money; tax: Money }
export const nothing: Figures = { base: 0n, tax: 0n }

/** An item of a box: a posted line, an open invoice, an account of the statements, another box. */
export type Part = Figures & {
  key: string
  what: string
  day: Day | null
  document: { id: string; kind: DocumentTypeName; number: string; externalNo: string | null } | null
  party: { name: string; tin: string } | null
  /** The book line, if it is one. */
  line: { entryNo: bigint; position: number } | null
}

/** A manual adjustment of a box, and its reason. */
export type Entered = Figures & { reason: string }

export type FilingProfile = {
  taxpayer: 'corporation' | 'individual'
  /** At the end of the period, as the next three. */
  incomeTax: IncomeTax
  deduction: 'itemized' | 'osd'
  /** An individual with compensation income besides the business. */
  mixedIncome: boolean
  /** The annual income tax return of the taxable year before the period. */
  annualBefore: '1702-RT' | '1701' | '1701A'
  fiscalYearEnd: number
  /** Withholds VAT, so that form 1600-VT is filed. */
  withholdsVat: boolean
  /** Withholds final tax, so that forms 0619-F and 1601-FQ are filed. */
  withholdsFinalTax: boolean
  /** Output VAT on receivables that fall due on or after this date is recovered; null recovers none. */
  uncollectedFrom: Day | null
  /** Input VAT on bills that fall due on or after this date is deducted while they are unpaid; null deducts none. */
  unpaidFrom: Day | null
  /** The minimum corporate income tax applies to quarters that end on or after this date; null if not yet. */
  minimumTaxFrom: Day | null
  /** VAT, income tax and top withholding agent status with their dates. */
  history: readonly Registration[]
}

/** An invoice or a bill that fell due before the period, with its open amounts. */
export type OverdueDocument = {
  document: { id: string; kind: DocumentTypeName; number: string; externalNo: string | null }
  party: { name: string; tin: string } | null
  day: Day
  dueDay: Day
  /** The original debt, and the VAT within it. */
  total: Money
  vat: Money
  /** The open amount at the end of the previous period, and at the end of this one. */
  openBefore: Money
  openNow: Money
  /**
   * The amount written off or given as a discount after the VAT was deducted, by the same dates. It is neither open nor
   * paid.
   */
  lostBefore: Money
  lostNow: Money
}

/** The input of a worksheet; gathered by the caller, as forms never fetch. */
export type FilingFacts = {
  period: Period
  profile: FilingProfile
  /** The tax lines of the period. */
  lines: readonly TaxLine[]
  /**
   * The tax lines of the days that this return does not cover, in a quarter in which the company registers for VAT or
   * stops.
   */
  otherLines: readonly TaxLine[]
  /** The lines of the certificates (form 2307) of customers that are claimed in this return. */
  claims: readonly TaxLine[]
  rates: readonly FilingRate[]
  /** The manual adjustments, by box. */
  entries: ReadonlyMap<string, Entered>
  /** The boxes of other returns carried over into this one, by `referenceKey`. */
  others: ReadonlyMap<string, ReadonlyMap<string, Figures>>
  /** The boxes of this return as filed before, for an amendment. */
  filed: ReadonlyMap<string, Figures> | null
  /** The accountant's choice for the excess of this return; null until chosen. */
  excessUse: ExcessUse | null
  /** Invoices that fell due unpaid, with their open amounts. */
  uncollected: readonly OverdueDocument[]
  /** Input VAT of importations without a customs entry, which is not claimed yet. */
  unclaimedImports: Money
  /** Bills that fell due unpaid, with their open amounts. */
  unpaid: readonly OverdueDocument[]
  /**
   * The accounts of the statements, debits less credits: from the beginning of the taxable year in `amounts[0]`, and in
   * the period in `amounts[1]`.
   */
  statement: readonly StatementAccount[]
  /** The pay of employees in the registers of the period, divided as form 1601-C shows it. */
  payroll: readonly PaidEmployee[]
}

export type PaidEmployee = DividedLine & { name: string; tin: string }

export type Reference = { form: WorksheetForm; period: Period }
export const referenceKey = (form: Duty, to: Day): string => `${form} ${to}`

type Of = (box: string) => Figures

type Rule =
  /** Sums posted lines; a line that does not belong gives null. */
  | { how: 'lines'; pick: (line: TaxLine) => Figures | null; neverNegative?: true }
  /** Sums items that are not posted lines. */
  | { how: 'parts'; parts: Part[] }
  /** Adds and subtracts other boxes. */
  | { how: 'sum'; plus: readonly string[]; minus?: readonly string[] }
  /** Computes from other boxes. */
  | { how: 'formula'; from: readonly string[]; of: (box: Of) => Figures }
  /** Comes from another return. */
  | { how: 'carried'; figures: Figures }
  /** Entered manually. */
  | { how: 'entered' }

export type Box = Rule & {
  no: string
  label: string
  /** The figures shown on the form. */
  columns: 'base' | 'tax' | 'both'
  /** The rule of the box as a sentence. */
  rule: string
  emphasis?: 'subtotal' | 'total'
  /** The heading before this box. */
  heading?: string
  /** Rounded to whole pesos, 0.50 up, as income tax returns are. */
  whole?: true
}

/** A form in use: for periods that end on or after a date, with the boxes of one of the known layouts. */
export type FormRow = { form: WorksheetForm; revision: string; validFrom: Day; layout: string; source: string }

/** The boxes of a form. A dated row says which revision applies from when. */
export type FormRevision = {
  form: WorksheetForm
  /** The name of the layout: '2550Q 2024-04'. */
  layout: string
  /** As printed on the form: 'April 2024 (ENCS)'. */
  revision: string
  source: string
  /** The form has no centavos. */
  inPesos?: true
  /** The returns with boxes that are carried over. */
  asks: (period: Period, profile: FilingProfile) => Reference[]
  boxes: (facts: FilingFacts) => Box[]
  /** The box of the amount payable; negative is an excess. */
  payable: string
  /** Notes for the accountant about these figures. */
  notes: (facts: FilingFacts) => string[]
}

export type BoxFigures = Figures &
  Pick<Box, 'no' | 'label' | 'columns' | 'rule' | 'emphasis' | 'heading' | 'how'> & {
    parts: Part[]
    entered: Entered | null
  }

export type Worksheet = {
  form: WorksheetForm
  revision: string
  source: string
  period: Period
  boxes: BoxFigures[]
  /** The amount payable. */
  payable: Money
  notes: string[]
}

/**
 * Calculates a form. Boxes may refer to boxes before or after them; manual adjustments are added to the calculated box,
 * except for sums.
 */
export function worksheetOf(form: FormRevision, facts: FilingFacts): Worksheet {
  const boxes = form.boxes(facts)
  const known = new Map(boxes.map((box) => [box.no, box]))
  const done = new Map<string, BoxFigures>()
  const figuresOf = (no: string): Figures => {
    const box = known.get(no)
    if (box === undefined) throw new RangeError(`Form ${form.form} has no box ${no}.`)
    const made = done.get(no) ?? workOut(box, facts, figuresOf)
    done.set(no, made)
    return made
  }
  for (const { no } of boxes) figuresOf(no)
  return {
    form: form.form,
    revision: form.revision,
    source: form.source,
    period: facts.period,
    boxes: boxes.flatMap(({ no }) => done.get(no) ?? []),
    payable: figuresOf(form.payable).tax,
    notes: form.notes(facts),
  }
}

function workOut(box: Box, facts: FilingFacts, of: Of): BoxFigures {
  const entered = takesEntry(box) ? (facts.entries.get(box.no) ?? null) : null
  const parts = partsOf(box, facts, of)
  const own = box.how === 'formula' ? box.of(of) : box.how === 'carried' ? box.figures : total(parts)
  const { no, label, columns, rule, how, emphasis, heading } = box
  return {
    no,
    label,
    columns,
    rule,
    how,
    parts,
    entered,
    ...(emphasis && { emphasis }),
    ...(heading !== undefined && { heading }),
    base: columns === 'tax' ? 0n : rounded(box, floored(box, own.base + (entered?.base ?? 0n))),
    tax: columns === 'base' ? 0n : rounded(box, floored(box, own.tax + (entered?.tax ?? 0n))),
  }
}

const floored = (box: Box, amount: Money): Money =>
  box.how === 'lines' && box.neverNegative === true && amount < 0n ? 0n : amount

const rounded = ({ whole }: Box, amount: Money): Money => (whole ? divideRounded(amount, 100n) * 100n : amount)

/** Whether a box can be adjusted manually: not if it is calculated from other boxes. */
export const takesEntry = ({ how }: Pick<Box, 'how'>): boolean => how !== 'sum' && how !== 'formula'

function partsOf(box: Box, { lines }: FilingFacts, of: Of): Part[] {
  if (box.how === 'lines')
    return lines.flatMap((line) => {
      const figures = box.pick(line)
      return figures === null ? [] : [partOf(line, figures)]
    })
  if (box.how === 'parts') return box.parts
  if (box.how === 'sum') {
    const signed = (sign: 1n | -1n) => (no: string) => {
      const { base, tax } = of(no)
      return boxPart(no, { base: sign * base, tax: sign * tax })
    }
    return [...box.plus.map(signed(1n)), ...(box.minus ?? []).map(signed(-1n))]
  }
  return box.how === 'formula' ? box.from.map((no) => boxPart(no, of(no))) : []
}

/** The amount paid with the amended returns: their boxes, if payable. */
export function paidBefore({ filed }: Pick<FilingFacts, 'filed'>, boxes: readonly string[]): Figures {
  const paid = boxes.map((no) => filed?.get(no)?.tax ?? 0n).filter((tax) => tax > 0n)
  return { base: 0n, tax: sum(paid) }
}

const boxPart = (no: string, figures: Figures): Part => ({
  ...figures,
  key: `box ${no}`,
  what: `Box ${no}`,
  day: null,
  document: null,
  party: null,
  line: null,
})

/** The certificates claimed in a return: only tax with a received certificate counts. */
export const claimedParts = (form: WorksheetForm, claims: readonly TaxLine[]): Part[] =>
  provedFor(form, claims).flatMap((line) => (line.withheld === null ? [] : [partOf(line, line.withheld)]))

export function partOf(line: TaxLine, { base, tax }: Figures): Part {
  const { document, party, day, entryNo, position, reverses } = line
  return {
    base,
    tax,
    key: lineKey(line),
    what: reverses ? `Void of ${document.number}` : '',
    day,
    document: { id: document.id, kind: document.kind, number: document.number, externalNo: document.externalNo },
    party:
      party === null
        ? null
        : { name: displayName(party), tin: party.tin9 === null ? '' : formatTin(party.tin9, party.branchCode) },
    line: { entryNo, position },
  }
}

export const total = (parts: readonly Figures[]): Figures => ({
  base: sum(parts.map(({ base }) => base)),
  tax: sum(parts.map(({ tax }) => tax)),
})

export const boxesOf = ({ boxes }: Pick<Worksheet, 'boxes'>): Map<string, Figures> =>
  new Map(boxes.map(({ no, base, tax }) => [no, { base, tax }]))

/**
 * The changed boxes, current against filed. A return filed before the row of the excess existed is not changed by that
 * row.
 */
export function sinceFiling(
  now: Pick<Worksheet, 'boxes'>,
  filed: ReadonlyMap<string, Figures>,
): { no: string; label: string; filed: Figures; now: Figures }[] {
  const present = boxesOf(now)
  const label = new Map(now.boxes.map((box) => [box.no, box.label]))
  const hasExcess = [...filed.keys()].some(isExcessRow)
  return [...new Set([...present.keys(), ...filed.keys()])].flatMap((no) => {
    if (isExcessRow(no) && !hasExcess) return []
    const [is, was] = [present.get(no) ?? nothing, filed.get(no) ?? nothing]
    return is.base === was.base && is.tax === was.tax
      ? []
      : [{ no, label: label.get(no) ?? `Box ${no}, as filed`, filed: was, now: is }]
  })
}

// ── Print.

type Company = Table['company']

/** The worksheet as a report; each row links to the items of its box. */
export function worksheetTable(
  sheet: Worksheet,
  company: Company,
  head: readonly { label: string; value: string }[] = [],
): Table {
  return {
    name: `worksheet-${sheet.form.toLowerCase()}-${sheet.period.to}`,
    title: `${sheet.form} ${dutyWords[sheet.form].title}`,
    period: `For ${formatPeriod(sheet.period)}`,
    company,
    columns: [
      { key: 'box', title: 'Box', kind: 'code' },
      { key: 'label', title: 'Line', kind: 'text', width: 5 },
      { key: 'base', title: 'Amount', kind: 'money', width: 2 },
      { key: 'tax', title: 'Tax', kind: 'money', width: 2 },
      { key: 'rule', title: 'Calculation', kind: 'text', width: 5 },
    ],
    rows: [
      ...head.map(({ label, value }): Row => ({
        cells: [null, `${label}: ${value === '' ? 'not entered' : value}`, null, null, null],
      })),
      ...sheet.boxes.flatMap((box): Row[] => [
        ...(box.heading === undefined
          ? []
          : [{ cells: [null, box.heading, null, null, null], emphasis: 'heading' as const }]),
        {
          cells: [
            box.no,
            box.label,
            box.columns === 'tax' ? null : box.base,
            box.columns === 'base' ? null : box.tax,
            [box.rule, box.entered === null ? '' : `Entered manually: ${box.entered.reason}`]
              .filter((text) => text !== '')
              .join(' '),
          ],
          ...(box.emphasis && { emphasis: box.emphasis }),
        },
      ]),
    ],
    notes: [`Form ${sheet.form}, ${sheet.revision}. ${sheet.source}`, ...sheet.notes],
  }
}

/** The items of one box, down to the documents. */
export function boxTable(sheet: Worksheet, no: string, company: Company): Table | undefined {
  const box = sheet.boxes.find((one) => one.no === no)
  if (box === undefined) return undefined
  return {
    name: `worksheet-${sheet.form.toLowerCase()}-${sheet.period.to}-box-${no}`,
    title: `${sheet.form} box ${no}: ${box.label}`,
    period: `For ${formatPeriod(sheet.period)}`,
    company,
    columns: [
      { key: 'day', title: 'Date', kind: 'day' },
      { key: 'document', title: 'Document', kind: 'code', width: 2 },
      { key: 'external', title: 'External no.', kind: 'code', width: 2 },
      { key: 'party', title: 'Name', kind: 'text', width: 4 },
      { key: 'tin', title: 'TIN', kind: 'code', width: 2 },
      { key: 'base', title: 'Amount', kind: 'money', width: 2 },
      { key: 'tax', title: 'Tax', kind: 'money', width: 2 },
    ],
    rows: [
      ...box.parts.map((part): Row => ({
        cells: [
          part.day,
          part.document?.number ?? part.what,
          part.document?.externalNo ?? null,
          [part.party?.name ?? '', part.document === null ? '' : part.what].filter((text) => text !== '').join(' - '),
          part.party?.tin ?? null,
          part.base,
          part.tax,
        ],
        ...(part.document !== null && {
          link: { to: 'document' as const, id: part.document.id, kind: part.document.kind },
        }),
        ...(isAccount(part) && { link: { to: 'account' as const, code: part.key } }),
      })),
      ...(box.entered === null
        ? []
        : [{ cells: [null, 'Manual entry', null, box.entered.reason, null, box.entered.base, box.entered.tax] }]),
      ...leftOut(box),
      { cells: [null, 'Total', null, null, null, box.base, box.tax], emphasis: 'total' },
    ],
    notes: [box.rule],
  }
}

/** An account of the statements; its key is its code. */
const isAccount = ({ key, document }: Part): boolean => document === null && /^\d{4}$/.test(key)

/** A reversal above the lines of the period counts in no box that is never negative; and centavos in whole pesos. */
function leftOut({ how, base, tax, columns, parts, entered }: BoxFigures): Row[] {
  if (how !== 'lines' && how !== 'parts') return []
  const own = total([...parts, ...(entered === null ? [] : [entered])])
  const [more, moreTax] = [columns === 'tax' ? 0n : base - own.base, columns === 'base' ? 0n : tax - own.tax]
  if (more === 0n && moreTax === 0n) return []
  const [what, why] =
    how === 'parts' ? ['Rounding', 'To whole pesos'] : ['Not counted', 'A remittance is never less than zero']
  return [{ cells: [null, what, null, why, null, more, moreTax] }]
}

/** The changes since a return was filed, for the header of an amendment. */
export const filedWords = (filedOn: Day, reference: string): string =>
  `Filed ${formatDay(filedOn)}${reference === '' ? '' : `, reference ${reference}`}`
