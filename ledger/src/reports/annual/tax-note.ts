// The supplementary tax information in the notes, as the BIR requires it.
import type { Money } from '../../core/money.ts'
import { sum } from '../../core/money.ts'
import type { PurchaseCategory, VatClass } from '../../tax/vat.ts'
import { purchaseCategoryWords } from '../../tax/vat.ts'
import type { Row, Table } from '../table.ts'
import { continued, toComplete } from './parts.ts'
import type { Section } from './parts.ts'

/** Figures of the year only, in centavos. */
export type TaxFacts = {
  vatRegistered: boolean
  /** Sales by account and VAT class, with their VAT. */
  sales: readonly { code: string; name: string; vatClass: VatClass; base: Money; vat: Money }[]
  /** Input VAT not yet used at the beginning and at the end of the year. */
  inputBefore: Money
  inputAfter: Money
  /** Purchases with input VAT, by category. */
  purchases: readonly { category: PurchaseCategory; base: Money; vat: Money }[]
  /** Dutiable value, and customs duties and other charges, of the importations paid for in the year. */
  imports: { dutiable: Money; charges: Money }
  /** Taxes and licenses by what was paid. */
  licenses: readonly { what: string; amount: Money }[]
  /** Tax withheld in the year, and what was still payable at its end. */
  withheld: Record<'compensation' | 'expanded' | 'final', { year: Money; payable: Money }>
  /** Assessments and cases as entered; '' until then. */
  cases: string
}

/**
 * The information on taxes, duties and license fees paid or accrued in the year that the notes must contain (RR
 * 15-2010, section 2, amending RR 21-2002): output VAT and its basis, input VAT, importations, excise, documentary
 * stamp tax, other taxes and licenses, withholding taxes, assessments and cases.
 */
export function taxNote(
  facts: TaxFacts,
  [title]: readonly [string, string],
  head: Pick<Table, 'company' | 'period'>,
): Section[] {
  const table = (words: string, columns: string[], rows: Row[]): Table => ({
    name: 'tax-note',
    title: words,
    ...head,
    columns: [
      { key: 'what', title: 'Description', kind: 'text', width: 4 },
      ...columns.map((column, at) => ({ key: `amount${at}`, title: column, kind: 'money' as const, width: 2 })),
    ],
    rows,
    notes: [],
  })
  const { licenses, withheld, imports } = facts
  const total = (words: string, ...amounts: Money[]): Row => ({ cells: [words, ...amounts], emphasis: 'total' })
  return [
    {
      title: 'Supplementary Information Required by the Bureau of Internal Revenue',
      text: [
        `As required by RR 15-2010, the taxes, duties and license fees paid or accrued in the year ended ${title} are as follows.`,
      ],
      table: null,
    },
    ...(facts.vatRegistered
      ? vatNotes(facts, table)
      : [{ title: `${continued}VAT`, text: ['The taxpayer is not registered for VAT.'], table: null }]),
    {
      title: `${continued}Importations`,
      text: imports.dutiable === 0n && imports.charges === 0n ? ['There were no importations in the year.'] : [],
      table:
        imports.dutiable === 0n && imports.charges === 0n
          ? null
          : table(
              'Importations',
              ['Amount'],
              [
                { cells: ['Dutiable value', imports.dutiable] },
                { cells: ['Customs duties and other charges', imports.charges] },
                total('Landed cost', imports.dutiable + imports.charges),
              ],
            ),
    },
    {
      title: `${continued}Excise tax and documentary stamp tax`,
      text: [
        'The books have no separate account for excise tax. Documentary stamp tax is included in taxes and licenses.',
      ],
      table: null,
    },
    {
      title: `${continued}Taxes and licenses`,
      text: licenses.length === 0 ? ['No taxes and licenses were charged to expense in the year.'] : [],
      table:
        licenses.length === 0
          ? null
          : table(
              'Taxes and licenses',
              ['Amount'],
              [
                ...licenses.map(({ what, amount }): Row => ({ cells: [what, amount] })),
                total('Total', sum(licenses.map(({ amount }) => amount))),
              ],
            ),
    },
    {
      title: `${continued}Withholding taxes`,
      text: [],
      table: table(
        'Withholding taxes',
        ['Withheld in the year', 'Payable at year-end'],
        [
          { cells: ['Tax on compensation', withheld.compensation.year, withheld.compensation.payable] },
          { cells: ['Creditable (expanded) withholding tax', withheld.expanded.year, withheld.expanded.payable] },
          { cells: ['Final withholding tax', withheld.final.year, withheld.final.payable] },
          total(
            'Total',
            sum(Object.values(withheld).map(({ year }) => year)),
            sum(Object.values(withheld).map(({ payable }) => payable)),
          ),
        ],
      ),
    },
    {
      title: `${continued}Assessments and tax cases`,
      text: [facts.cases || toComplete('deficiency assessments and tax cases, or that there are none')],
      table: null,
    },
  ]
}

const classWords = {
  vatable: 'Vatable',
  govt_vatable: 'Vatable, to government',
  zero_rated: 'Zero-rated',
  exempt: 'Exempt',
  not_subject: 'Not subject to VAT',
} satisfies Record<VatClass, string>

function vatNotes(
  { sales, purchases, inputBefore, inputAfter }: TaxFacts,
  table: (words: string, columns: string[], rows: Row[]) => Table,
): Section[] {
  const bought = sum(purchases.map(({ vat }) => vat))
  const legal = [
    ...(sales.some(({ vatClass }) => vatClass === 'zero_rated')
      ? ['Zero-rated sales are under sections 106(A)(2) and 108(B) of the NIRC.']
      : []),
    ...(sales.some(({ vatClass }) => vatClass === 'exempt') ? ['Exempt sales are under section 109 of the NIRC.'] : []),
  ]
  return [
    {
      title: `${continued}Output VAT`,
      text: legal,
      table: table(
        'Output VAT',
        ['Sales', 'Output VAT'],
        [
          ...sales.map(({ code, name, vatClass, base, vat }): Row => ({
            cells: [`${code} ${name}: ${classWords[vatClass]}`, base, vat],
          })),
          {
            cells: ['Total', sum(sales.map(({ base }) => base)), sum(sales.map(({ vat }) => vat))],
            emphasis: 'total',
          },
        ],
      ),
    },
    {
      title: `${continued}Input VAT`,
      text: [],
      table: table(
        'Input VAT',
        ['Purchases', 'Input VAT'],
        [
          { cells: ['Balance at the beginning of the year', null, inputBefore] },
          ...purchases.map(({ category, base, vat }): Row => ({ cells: [purchaseCategoryWords[category], base, vat] })),
          {
            cells: [
              'Input VAT applied against output VAT, refund claims and other adjustments',
              null,
              inputAfter - inputBefore - bought,
            ],
          },
          { cells: ['Balance at the end of the year', null, inputAfter], emphasis: 'total' },
        ],
      ),
    },
  ]
}
