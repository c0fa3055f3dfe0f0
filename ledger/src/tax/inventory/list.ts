// The annual inventory list in the layout of the BIR, and how it compares with the books.
import { formatLongDay } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import { formatUnitPrice, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import type { CostMethod } from '../../reports/annual/profile.ts'
import type { Column, Row, Table } from '../../reports/table.ts'
import { holdingWords, holdings, inventoryClasses, inventoryClassWords, isOwned } from './count.ts'
import type { CountLine } from './count.ts'

const shortMethods = {
  fifo: 'FIFO',
  weighted: 'Weighted average',
  specific: 'Specific identification',
  standard: 'Standard cost',
} as const satisfies Record<CostMethod, string>

type ListFacts = { company: Table['company']; to: Day; method: CostMethod; lines: readonly CountLine[] }

/**
 * The list of merchandise, raw materials, goods in process and finished goods at the end of a year, due 30 days after
 * it (RR V-1, section 13; RMC 57-2015, Annex A). Goods owned by others are listed, because the goods at the address count,
 * whoever owns them.
 */
export function inventoryList({ company, to, method, lines }: ListFacts): Table {
  // A spreadsheet calculates with numbers; more decimals than its columns show stay as text.
  const hasPlainPrices = lines.every(({ unitPrice }) => !unitPrice.includes('.'))
  const hasPlainCounts = lines.every(({ quantity }) => !quantity.includes('.'))
  const columns: Column[] = [
    { key: 'code', title: 'Product code', kind: 'code' },
    { key: 'description', title: 'Item description', kind: 'text', width: 4 },
    { key: 'location', title: 'Location', kind: 'text', width: 3 },
    { key: 'holding', title: 'Code (note 1)', kind: 'text', width: 1 },
    { key: 'remarks', title: 'Remarks', kind: 'text', width: 2 },
    { key: 'method', title: 'Valuation method (note 2)', kind: 'text', width: 2 },
    { key: 'unitPrice', title: 'Unit price', kind: hasPlainPrices ? 'money' : 'code', width: 2 },
    { key: 'quantity', title: 'Quantity in stocks', kind: hasPlainCounts ? 'count' : 'code', width: 2 },
    { key: 'unit', title: 'Unit of measurement', kind: 'text', width: 1 },
    { key: 'weight', title: 'Total weight / volume', kind: 'text', width: 1 },
    { key: 'total', title: 'Total cost', kind: 'money', width: 2 },
  ]
  const blank = (words: string, total: Money | null): Row['cells'] => [
    words,
    ...columns.slice(1, -1).map(() => null),
    total,
  ]
  const rows = inventoryClasses.flatMap((of): Row[] => {
    const own = lines.filter((line) => line.class === of)
    if (own.length === 0) return []
    return [
      { cells: blank(inventoryClassWords[of], null), emphasis: 'heading' },
      ...own.map((line): Row => ({
        cells: [
          line.code,
          line.description,
          line.location,
          line.holding,
          line.remarks,
          shortMethods[method],
          hasPlainPrices ? BigInt(line.unitPrice) : formatUnitPrice(line.unitPrice),
          hasPlainCounts ? BigInt(line.quantity) : line.quantity,
          line.unit,
          line.weight,
          line.total,
        ],
      })),
      { cells: blank(`Total ${inventoryClassWords[of].toLowerCase()}`, totalOf(own)), emphasis: 'subtotal' },
    ]
  })
  return {
    name: 'inventory-list',
    title: 'Inventory of Merchandise, Raw Materials, Goods in Process and Finished Goods',
    period: `As of ${formatLongDay(to)}`,
    company,
    columns,
    rows: [...rows, { cells: blank('Total', totalOf(lines)), emphasis: 'total' }],
    notes: [
      `Note 1: ${holdings.map((code) => `${code}: ${holdingWords[code]}`).join('. ')}.`,
      'Note 2: the costing method applied. Unit prices are costs, not selling prices.',
      declaration,
      'Name and signature of the authorized representative: ______________________   TIN: ______________',
    ],
  }
}

/** The declaration under the list (RMC 57-2015, Annex A). */
const declaration =
  'We declare, under the penalties of perjury, that this schedule has been made in good faith, verified by us, and to the best of our knowledge and belief, is true and correct pursuant to the provisions of the National Internal Revenue Code, as amended, and the regulations issued under authority thereof.'

/** The text of the notarized certification that goes with the list and its soft copy (RMC 57-2015). */
export function swornDeclaration(facts: {
  company: Table['company']
  to: Day
  president: string
  count: number
  words: string
}): string[] {
  const { company, to, president, count, words } = facts
  return [
    `I, ${president || '______________'}, of legal age, authorized representative of ${company.name}, ${company.tinLine || 'TIN ______________'}, with principal office at ${company.address || '______________'}, after having been duly sworn, state:`,
    `1. The inventory list of ${company.name} as of ${formatLongDay(to)} has ${count.toLocaleString('en')} ${count === 1 ? 'item' : 'items'} with a total cost of ${words}.`,
    '2. The soft copy submitted with this certification contains the same list as the printed copy, and it is complete and correct.',
    '3. The list agrees with the financial statements and the annual income tax return, or the differences are explained.',
    'Signature: ______________________',
    'Subscribed and sworn to before me this ____ day of ______________ at ______________.',
  ]
}

const totalOf = (lines: readonly CountLine[]): Money => sum(lines.map(({ total }) => total))

export type InventoryBalance = { code: string; name: string; balance: Money }

/** The count of own goods against the inventory accounts; centavos. A positive difference is more in the books. */
export function compareWithBooks(
  lines: readonly CountLine[],
  balances: readonly InventoryBalance[],
): { counted: Money; others: Money; booked: Money; difference: Money } {
  const counted = totalOf(lines.filter(({ holding }) => isOwned(holding)))
  const booked = sum(balances.map(({ balance }) => balance))
  return { counted, others: totalOf(lines) - counted, booked, difference: booked - counted }
}

/** 'INV 2025-12-31', the reference of the adjustment. */
export const inventoryReference = (to: Day): string => `INV ${to}`

/**
 * The voucher that brings the books to the count: more in the books than counted is cost of goods sold, less reduces it
 * (PFRS for SMEs 13.20 to 13.22; NIRC section 41: inventories clearly reflect the income). Undefined without a
 * difference.
 */
export function inventoryVoucher(difference: Money, { to, day }: { to: Day; day: Day }) {
  if (difference === 0n) return undefined
  const size = difference < 0n ? -difference : difference
  const [debited, credited] = difference > 0n ? [costOfGoodsSold, merchandise] : [merchandise, costOfGoodsSold]
  return {
    day,
    reference: inventoryReference(to),
    memo: `Inventory adjusted to the count of ${formatLongDay(to)}`,
    lines: [
      { account: debited, debit: size, credit: 0n, memo: '' },
      { account: credited, debit: 0n, credit: size, memo: '' },
    ],
  }
}

const merchandise = '1210'
const costOfGoodsSold = '5010'
