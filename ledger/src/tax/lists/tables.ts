// The lists as tables, for the screen and for XLSX, PDF and CSV: the same rows as the text files, with the registered
// spelling.
import { formatMonth } from '../../core/date.ts'
import type { Month } from '../../core/date.ts'
import { sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { addressLine, displayName, formatTin } from '../../core/party.ts'
import type { Cell, Column, Row, Table } from '../../reports/table.ts'
import type { AgentRow, PayeeRow, SawtForm } from './alphalist.ts'
import type { ListedImportation } from './checks.ts'
import { percent } from './dat.ts'
import type { PurchasesRow, SalesRow } from './relief.ts'
import { quarterWords } from './taxpayer.ts'
import type { Taxpayer } from './taxpayer.ts'

type Company = Table['company']
const figure = (key: string, title: string): Column => ({ key, title, kind: 'money', width: 2 })
const tin: Column = { key: 'tin', title: 'TIN', kind: 'code', width: 2 }

const who = (taxpayer: Taxpayer): Cell[] => [
  taxpayer.tin9 === '' ? 'No TIN' : formatTin(taxpayer.tin9, taxpayer.branchCode),
  displayName(taxpayer),
]

function totaled(rows: Row[], before: number, figures: readonly (readonly (Money | null)[])[], count: number): Row[] {
  const totals = Array.from({ length: count }, (_, at) => {
    const column = figures.map((row) => row[at] ?? null).filter((cell) => cell !== null)
    return column.length === 0 && figures.length > 0 ? null : sum(column)
  })
  const label = Array.from({ length: before }, (_, at): Cell => (at === Math.min(1, before - 1) ? 'Total' : null))
  return [...rows, { cells: [...label, ...totals], emphasis: 'total' }]
}

export function salesTable({
  company,
  month,
  rows,
  withoutTin = null,
}: {
  company: Company
  month: Month
  rows: readonly SalesRow[]
  /** Sales to customers without a TIN: shown below the total of the list. */
  withoutTin?: Omit<SalesRow, 'taxpayer'> | null
}): Table {
  const others =
    withoutTin === null ? [] : [withoutTin.exempt, withoutTin.zeroRated, withoutTin.taxable, withoutTin.outputTax]
  const figures = rows.map((row) => [row.exempt, row.zeroRated, row.taxable, row.outputTax])
  return {
    name: 'summary-list-of-sales',
    title: 'Summary List of Sales',
    period: formatMonth(month),
    company,
    columns: [
      tin,
      { key: 'name', title: 'Customer', kind: 'text' },
      { key: 'address', title: 'Address', kind: 'text' },
      figure('exempt', 'Exempt'),
      figure('zeroRated', 'Zero-rated'),
      figure('taxable', 'Taxable'),
      figure('outputTax', 'Output tax'),
    ],
    rows: [
      ...totaled(
        rows.map(({ taxpayer }, at): Row => ({
          cells: [...who(taxpayer), addressLine(taxpayer), ...(figures[at] ?? [])],
          link: { to: 'statement', side: 'receivable', party: taxpayer.id },
        })),
        3,
        figures,
        4,
      ),
      ...(others.some((amount) => amount !== 0n)
        ? [{ cells: [null, 'Customers without a TIN, not in the file', null, ...others] }]
        : []),
    ],
    notes: ['Sales to government offices are taxable sales. Voids are listed in the month of the void.'],
  }
}

export function purchasesTable({
  company,
  month,
  rows,
}: {
  company: Company
  month: Month
  rows: readonly PurchasesRow[]
}): Table {
  const figures = rows.map((row) => [
    ...[row.exempt, row.zeroRated, row.services, row.capitalGoods, row.otherGoods],
    row.inputTax,
  ])
  return {
    name: 'summary-list-of-purchases',
    title: 'Summary List of Purchases',
    period: formatMonth(month),
    company,
    columns: [
      tin,
      { key: 'name', title: 'Supplier', kind: 'text' },
      figure('exempt', 'Exempt'),
      figure('zeroRated', 'Zero-rated'),
      figure('services', 'Services'),
      figure('capitalGoods', 'Capital goods'),
      figure('otherGoods', 'Other goods'),
      figure('inputTax', 'Input tax'),
    ],
    rows: totaled(
      rows.map(({ taxpayer }, at): Row => ({
        cells: [...who(taxpayer), ...(figures[at] ?? [])],
        link: { to: 'statement', side: 'payable', party: taxpayer.id },
      })),
      2,
      figures,
      6,
    ),
    notes: [
      'Exempt purchases include purchases from non-VAT suppliers and purchases with VAT that is not creditable. Importations are on a separate list.',
    ],
  }
}

export function importationsTable({
  company,
  month,
  entries,
}: {
  company: Company
  month: Month
  entries: readonly ListedImportation[]
}): Table {
  const figures = entries.map(({ details, exempt, taxable, vat }) => [
    ...[details?.dutiable ?? null, details?.charges ?? null],
    ...[exempt, taxable, vat],
  ])
  return {
    name: 'summary-list-of-importations',
    title: 'Summary List of Importations',
    period: formatMonth(month),
    company,
    columns: [
      { key: 'document', title: 'Bill', kind: 'code', width: 2 },
      { key: 'supplier', title: 'Supplier', kind: 'text' },
      { key: 'entryNo', title: 'Entry no.', kind: 'code', width: 2 },
      { key: 'released', title: 'Released', kind: 'day', width: 1.5 },
      { key: 'imported', title: 'Imported', kind: 'day', width: 1.5 },
      { key: 'country', title: 'Country of origin', kind: 'text', width: 2 },
      { key: 'receiptNo', title: 'Customs receipt', kind: 'code', width: 2 },
      { key: 'paid', title: 'Paid', kind: 'day', width: 1.5 },
      figure('dutiable', 'Dutiable value'),
      figure('charges', 'Charges'),
      figure('exempt', 'Exempt'),
      figure('taxable', 'Taxable'),
      figure('vat', 'VAT'),
    ],
    rows: totaled(
      entries.map(({ document, details }, at): Row => ({
        cells: [
          ...[document.number, details?.supplier ?? null, details?.entryNo ?? null],
          ...[details?.released ?? null, details?.imported ?? null, details?.country ?? null],
          ...[details?.receiptNo ?? null, details?.paid ?? null, ...(figures[at] ?? [])],
        ],
        link: { to: 'document', id: document.id, kind: document.kind },
      })),
      8,
      figures,
      5,
    ),
    notes: [],
  }
}

const withheldColumns: Column[] = [
  tin,
  { key: 'name', title: 'Name', kind: 'text' },
  { key: 'atc', title: 'ATC', kind: 'code' },
  { key: 'rate', title: 'Rate, %', kind: 'code' },
  figure('base', 'Income payment'),
  figure('tax', 'Tax withheld'),
]

type Withheld = {
  company: Company
  rows: readonly PayeeRow[]
  /** Paid without withholding. */ exempt?: readonly PayeeRow[]
}

function withheldTable(
  { company, rows, exempt = [] }: Withheld,
  side: 'receivable' | 'payable',
  about: Pick<Table, 'name' | 'title' | 'period' | 'notes'>,
): Table {
  const schedule = (listed: readonly PayeeRow[]): Row[] => {
    const figures = listed.map(({ base, tax }) => [base, tax])
    const one = ({ taxpayer, atc, rate }: PayeeRow, at: number): Row => ({
      cells: [...who(taxpayer), atc, percent(rate), ...(figures[at] ?? [])],
      link: { to: 'statement', side, party: taxpayer.id },
    })
    return totaled(listed.map(one), 4, figures, 2)
  }
  const heading: Row = { cells: [null, 'Exempt from withholding', null, null, null, null], emphasis: 'heading' }
  return {
    ...about,
    company,
    columns: withheldColumns,
    rows: [...schedule(rows), ...(exempt.length === 0 ? [] : [heading, ...schedule(exempt)])],
  }
}

export const qapTable = ({ quarter, ...list }: Withheld & { quarter: Month }): Table =>
  withheldTable(list, 'payable', {
    name: 'alphalist-of-payees',
    title: 'Quarterly Alphalist of Payees (1601-EQ)',
    period: `For the ${quarterWords(quarter)}`,
    notes: ['Income payments are net of VAT. Amounts reversed in another quarter are negative.'],
  })

export const annualTable = ({ year, ...list }: Withheld & { year: number }): Table =>
  withheldTable(list, 'payable', {
    name: 'annual-alphalist-of-payees',
    title: 'Annual Alphalist of Payees (1604-E)',
    period: `For the year ${year}`,
    notes: ['Income payments are net of VAT.'],
  })

export const finalQapTable = ({ quarter, ...list }: Withheld & { quarter: Month }): Table =>
  withheldTable(list, 'payable', {
    name: 'alphalist-of-payees-final-tax',
    title: 'Quarterly Alphalist of Payees, Final Tax (1601-FQ)',
    period: `For the ${quarterWords(quarter)}`,
    notes: ['Income payments are net of VAT. Amounts reversed in another quarter are negative.'],
  })

export const finalAnnualTable = ({ year, ...list }: Withheld & { year: number }): Table =>
  withheldTable(list, 'payable', {
    name: 'annual-alphalist-of-payees-final-tax',
    title: 'Annual Alphalist of Payees, Final Tax (1604-F)',
    period: `For the year ${year}`,
    notes: [
      'Income payments are net of VAT. Copy the list into the data entry module, with the status code of each payee.',
    ],
  })

export function sawtTable({
  form,
  month,
  ...list
}: {
  company: Company
  form: SawtForm
  month: Month
  rows: readonly AgentRow[]
}): Table {
  return withheldTable(list, 'receivable', {
    name: 'summary-of-taxes-withheld',
    title: `Summary Alphalist of Withholding Taxes (${form})`,
    period: `For the period ending ${formatMonth(month)}`,
    notes: ['One line for each customer and ATC on the certificates claimed in this return.'],
  })
}
