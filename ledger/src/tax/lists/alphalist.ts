// The alphabetical lists of the withholding returns as the BIR's alphalist modules read them: the quarterly list of payees
// (QAP), the list of payees of the year (1604-E), and the summary of taxes withheld from us (SAWT).
import type { Month } from '../../core/date.ts'
import { sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { displayName } from '../../core/party.ts'
import {
  amount,
  branch4,
  datNames,
  datText,
  filled,
  lines,
  monthDigits,
  monthSlashed,
  nameWidths,
  percent,
} from './dat.ts'
import { quoted } from './dat.ts'
import type { DatFile } from './dat.ts'
import { quarterEnd } from './taxpayer.ts'
import type { Filer, Listed, Taxpayer } from './taxpayer.ts'

/** Tax withheld from one payee under one code at one rate; the base is without VAT. Negative after a reversal. */
export type PayeeRow = { taxpayer: Listed; atc: string; /** '0.02' */ rate: string; base: Money; tax: Money }

/** Tax withheld from us by one customer, from its certificates. */
export type AgentRow = PayeeRow & { /** What the income was paid for. */ nature: string }

/** The returns a summary of withheld taxes is attached to. */
export const sawtForms = ['1702Q', '1702', '1701Q', '1701', '2550Q', '2551Q'] as const
export type SawtForm = (typeof sawtForms)[number]

/** The form of the summary of a return: 1702 for 1702-RT, and 1701 for 1701A. Undefined for returns without one. */
export function sawtFormOf(duty: string): SawtForm | undefined {
  const form = duty === '1702-RT' ? '1702' : duty === '1701A' ? '1701' : duty
  return sawtForms.find((one) => one === form)
}

/**
 * The quarterly alphalist of payees of form 1601-EQ (RMC 25-2024, annex B): `{TIN}{branch}{MMYYYY}1601EQ.DAT`, header
 * and control of 7 fields, details of 14. The period is the last month of the quarter that begins with `quarter`.
 * Payees exempt from withholding follow as schedule 2, with details of 12 fields; its control follows that of schedule
 * 1.
 */
export function qapFile({
  filer,
  quarter,
  rows,
  exempt = [],
}: {
  filer: Filer
  quarter: Month
  rows: readonly PayeeRow[]
  exempt?: readonly PayeeRow[]
}): DatFile {
  const period = monthSlashed(quarterEnd(quarter))
  const own = [filer.tin9, branch4(filer)]
  return {
    name: `${own.join('')}${monthDigits(quarterEnd(quarter))}1601EQ.DAT`,
    text: lines([
      ['HQAP', 'H1601EQ', ...own, quoted(headName(filer)), period, rdo(filer)],
      ...rows.map((row, i) => [
        ...['D1', '1601EQ', String(i + 1), ...payeeFields(row.taxpayer), period],
        ...[row.atc, percent(row.rate), amount(row.base), amount(row.tax)],
      ]),
      ['C1', '1601EQ', ...own, period, ...totals(rows)],
      ...exempt.map(({ taxpayer, atc, base }, i) => [
        ...['D2', '1601EQ', String(i + 1), ...payeeFields(taxpayer), period, atc, amount(base)],
      ]),
      ...(exempt.length === 0 ? [] : [['C2', '1601EQ', ...own, period, paidIn(exempt)]]),
    ]),
  }
}

/**
 * The alphalist of payees of the annual return 1604-E, schedule 3: `{TIN}{branch}1231{YYYY}1604E.DAT`. Several layout
 * versions exist; this is the one of published files of the module: header of 4 fields, details of 16, control of 6,
 * with only the tax. Payees exempt from withholding follow as schedule 4, in the same form without rate and tax.
 */
export function annualFile({
  filer,
  year,
  rows,
  exempt = [],
}: {
  filer: Filer
  year: number
  rows: readonly PayeeRow[]
  exempt?: readonly PayeeRow[]
}): DatFile {
  const own = [filer.tin9, branch4(filer), `12/31/${year}`]
  return {
    name: `${filer.tin9}${branch4(filer)}1231${year}1604E.DAT`,
    text: lines([
      ['H1604E', ...own],
      ...rows.map((row, i) => [
        ...['D3', '1604E', ...own, String(i + 1), ...payeeFields(row.taxpayer)],
        ...[row.atc, amount(row.base), percent(row.rate), amount(row.tax)],
      ]),
      ['C3', '1604E', ...own, amount(sum(rows.map(({ tax }) => tax)))],
      ...exempt.map(({ taxpayer, atc, base }, i) => [
        ...['D4', '1604E', ...own, String(i + 1), ...payeeFields(taxpayer), atc, amount(base)],
      ]),
      ...(exempt.length === 0 ? [] : [['C4', '1604E', ...own, paidIn(exempt)]]),
    ]),
  }
}

/**
 * The quarterly alphalist of payees of form 1601-FQ: `{TIN}{branch}{MMYYYY}1601FQ.DAT`, header and control of 7 fields as
 * for 1601-EQ, details of 14 with the period before the number of the line, as two public generators write them. A payee
 * abroad has no TIN.
 */
export function finalQapFile({
  filer,
  quarter,
  rows,
}: {
  filer: Filer
  quarter: Month
  rows: readonly PayeeRow[]
}): DatFile {
  const period = monthSlashed(quarterEnd(quarter))
  const own = [filer.tin9, branch4(filer)]
  return {
    name: `${own.join('')}${monthDigits(quarterEnd(quarter))}1601FQ.DAT`,
    text: lines([
      ['HQAP', 'H1601FQ', ...own, quoted(headName(filer)), period, rdo(filer)],
      ...rows.map((row, i) => [
        ...['D1', '1601FQ', ...payeeFields(row.taxpayer), period, String(i + 1)],
        ...[row.atc, percent(row.rate), amount(row.base), amount(row.tax)],
      ]),
      ['C1', '1601FQ', ...own, period, ...totals(rows)],
    ]),
  }
}

/**
 * The summary alphalist of withholding taxes attached to a return of income tax, VAT or percentage tax (RMC 3-2006, annex A; RR 2-2006):
 * `{TIN}{branch}{MMYYYY}{form}.DAT`, header of 10 fields, details of 15, control of 7. `month` is the last of the period.
 */
export function sawtFile({
  filer,
  form,
  month,
  rows,
}: {
  filer: Filer
  form: SawtForm
  month: Month
  rows: readonly AgentRow[]
}): DatFile {
  const period = monthSlashed(month)
  const own = [filer.tin9, branch4(filer)]
  return {
    name: `${own.join('')}${monthDigits(month)}${form}.DAT`,
    text: lines([
      ['HSAWT', `H${form}`, ...own, ...nameFields(filer), period, rdo(filer)],
      ...rows.map((row, i) => [
        ...['DSAWT', `D${form}`, String(i + 1), ...payeeFields(row.taxpayer), period],
        ...[filled(datText(row.nature, nameWidths.registered, 'dropped'))],
        ...[row.atc, percent(row.rate), amount(row.base), amount(row.tax)],
      ]),
      ['CSAWT', `C${form}`, ...own, period, ...totals(rows)],
    ]),
  }
}

const payeeFields = (taxpayer: Taxpayer): string[] => [taxpayer.tin9, branch4(taxpayer), ...nameFields(taxpayer)]

function nameFields(taxpayer: Taxpayer): string[] {
  const { registered, last, first, middle } = datNames(taxpayer, 'dropped', nameWidths.part)
  return [registered, last, first, middle].map(filled)
}

/** An individual filer is in the single field with the full name. */
const headName = (filer: Filer): string => datText(displayName(filer), nameWidths.registered, 'dropped')

const rdo = ({ rdoCode }: Filer): string => rdoCode.padStart(3, '0')

const paidIn = (rows: readonly PayeeRow[]): string => amount(sum(rows.map(({ base }) => base)))

const totals = (rows: readonly PayeeRow[]): string[] => [paidIn(rows), amount(sum(rows.map(({ tax }) => tax)))]
