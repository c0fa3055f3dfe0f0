// The year-end count of inventories as rows of a spreadsheet: its columns, and what its rows say.
import { quantity } from '../../core/fields.ts'
import { lineAmount, formatMoney, largestMoney, parseTypedAmount, parseTypedUnitPrice } from '../../core/money.ts'
import type { Money, UnitPrice } from '../../core/money.ts'
import { matchColumns } from '../../documents/import/mapping.ts'
import type { ImportColumn } from '../../documents/import/mapping.ts'

/** The classes of inventory in the heading of the list (RMC 57-2015, Annex A). */
export const inventoryClasses = ['merchandise', 'raw', 'process', 'finished'] as const
export type InventoryClass = (typeof inventoryClasses)[number]
export const inventoryClassWords = {
  merchandise: 'Merchandise',
  raw: 'Raw materials',
  process: 'Goods in process',
  finished: 'Finished goods',
} as const satisfies Record<InventoryClass, string>

/** Whose goods are where (RMC 57-2015, Annex A, note 1). */
export const holdings = ['O', 'CH', 'CO', 'P'] as const
export type Holding = (typeof holdings)[number]
export const holdingWords = {
  O: 'Goods owned by the taxpayer',
  CH: 'Goods on consignment held by the taxpayer',
  CO: 'Goods out on consignment, held by others',
  P: 'Parked goods, or goods owned by related parties',
} as const satisfies Record<Holding, string>

/** Goods owned by others are listed, but are not the taxpayer's inventory in the books. */
export const isOwned = (holding: Holding): boolean => holding === 'O' || holding === 'CO'

export type CountLine = {
  class: InventoryClass
  code: string
  description: string
  location: string
  holding: Holding
  remarks: string
  /** A decimal with at most four decimals. */
  quantity: string
  unit: string
  /** Total weight or volume, as text. */
  weight: string
  unitPrice: UnitPrice
  /** Quantity times unit price, in centavos. */
  total: Money
}

export const countColumns: readonly ImportColumn[] = [
  { key: 'class', title: 'Class', also: ['category', 'type', 'inventory class'], example: 'Merchandise' },
  {
    key: 'code',
    title: 'Product code',
    also: ['code', 'item code', 'inventory code', 'product / inventory code', 'product/inventory code', 'sku'],
    required: true,
    example: 'BP-010',
  },
  {
    key: 'description',
    title: 'Item description',
    also: ['description', 'item', 'product', 'name'],
    required: true,
    example: 'Bond paper A4',
  },
  { key: 'location', title: 'Location', also: ['address', 'warehouse', 'branch'], example: 'Main warehouse' },
  { key: 'holding', title: 'Location code', also: ['holding', 'ownership'], example: 'O' },
  { key: 'remarks', title: 'Remarks', also: ['remark', 'note'], example: '' },
  {
    key: 'unitPrice',
    title: 'Unit price',
    also: ['unit cost', 'price', 'cost'],
    required: true,
    example: '185.50',
  },
  {
    key: 'quantity',
    title: 'Quantity in stock',
    also: ['quantity', 'qty', 'quantity in stocks', 'count', 'on hand'],
    required: true,
    example: '120',
  },
  {
    key: 'unit',
    title: 'Unit of measurement',
    also: ['unit', 'uom', 'unit of measure'],
    required: true,
    example: 'ream',
  },
  { key: 'weight', title: 'Total weight/volume', also: ['weight', 'volume', 'total weight / volume'], example: '' },
  { key: 'total', title: 'Total cost', also: ['total', 'amount'], example: '22260.00' },
]

export type CountMistake = {
  /** The row of the file, from 1; 0 for the file itself. */
  row: number
  message: string
}

/**
 * The lines of a count, from a spreadsheet whose first row has the titles. A total in the file is checked against
 * quantity times unit price, and a product code is used once per location and holding. Empty rows are skipped.
 */
export function readCount(rows: readonly (readonly string[])[]): { lines: CountLine[]; mistakes: CountMistake[] } {
  const [titles = [], ...body] = rows
  const columns = matchColumns({ columns: countColumns }, titles)
  const absent = countColumns.filter(({ key, required }) => required && !columns.includes(key))
  if (absent.length > 0) {
    const names = absent.map(({ title }) => title).join(', ')
    return {
      lines: [],
      mistakes: [{ row: 0, message: `The first row has no column for: ${names}. Use the template.` }],
    }
  }
  const mistakes: CountMistake[] = []
  const seen = new Map<string, number>()
  const lines = body.flatMap((row, at): CountLine[] => {
    const cells = new Map(columns.flatMap((key, i) => (key === null ? [] : [[key, (row[i] ?? '').trim()]])))
    if ([...cells.values()].every((cell) => cell === '')) return []
    const no = at + 2
    const say = (message: string) => void mistakes.push({ row: no, message })
    const text = (key: string, most: number, missing = '') => {
      const written = cells.get(key) ?? ''
      if (written === '' && missing !== '') say(missing)
      if (written.length > most) say(`${titleOf(key)} can have at most ${most} characters.`)
      return written.slice(0, most)
    }
    const read = {
      quantity: quantityOf(cells.get('quantity') ?? '', say),
      price: priceOf(cells.get('unitPrice') ?? '', say),
    }
    const total = lineAmount(read.quantity, read.price)
    if (total > largestMoney) say('The total is too large. Check the quantity and the unit price.')
    const written = cells.get('total') ?? ''
    if (written !== '') {
      const given = parseTypedAmount(written)
      if (!given.ok) say(given.message)
      else if (given.amount !== total)
        say(
          `The total is ${formatMoney(given.amount)}, but the quantity times the unit price is ${formatMoney(total)}.`,
        )
    }
    const line: CountLine = {
      class: oneOf(cells.get('class') ?? '', inventoryClassWords, 'merchandise', say),
      code: text('code', 50, 'Enter the product code.'),
      description: text('description', 200, 'Enter the item description.'),
      location: text('location', 200),
      holding: oneOf(cells.get('holding') ?? '', holdingWords, 'O', say),
      remarks: text('remarks', 200),
      quantity: read.quantity,
      unit: text('unit', 30, 'Enter the unit of measurement.'),
      weight: text('weight', 60),
      unitPrice: read.price,
      total,
    }
    if (!isOwned(line.holding) && line.remarks === '') say('Enter the owner of the goods in the remarks.')
    if (line.holding === 'CO' && line.remarks === '') say('Enter who holds the goods in the remarks.')
    const key = [line.code, line.location, line.holding].join('\n').toLowerCase()
    const first = seen.get(key)
    if (first === undefined) seen.set(key, no)
    else if (line.code !== '') say(`Product code ${line.code} is already in row ${first} for the same location.`)
    return [line]
  })
  return { lines, mistakes }
}

const titleOf = (key: string): string => countColumns.find((column) => column.key === key)?.title ?? key

function quantityOf(written: string, say: (message: string) => void): string {
  const read = quantity.safeParse(written.replaceAll(',', ''))
  if (read.success) return read.data
  say(written === '' ? 'Enter the quantity.' : `Quantity: ${read.error.issues[0]?.message ?? written}`)
  return '0'
}

function priceOf(written: string, say: (message: string) => void): UnitPrice {
  const read = parseTypedUnitPrice(written)
  if (read.ok && !read.price.startsWith('-')) return read.price
  say(written === '' ? 'Enter the unit price.' : read.ok ? 'The unit price cannot be negative.' : read.message)
  return '0'
}

function oneOf<T extends string>(
  written: string,
  words: Readonly<Record<T, string>>,
  usual: NoInfer<T>,
  say: (message: string) => void,
): T {
  if (written === '') return usual
  const plain = written.toLowerCase()
  const found = (Object.keys(words) as T[]).find((value) =>
    [value, words[value]].some((word) => word.toLowerCase() === plain),
  )
  if (found === undefined) say(`Enter one of these: ${Object.keys(words).join(', ')}.`)
  return found ?? usual
}
