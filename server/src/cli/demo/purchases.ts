// The demo company's purchases: monthly rent, utilities and paper, and small items from a petty cash fund that is
// counted and replenished.
import { addDays, endOfMonth, monthOf } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { denominations } from '@talaan/ledger/documents/pettycashfund/fields.ts'

export type DemoDocument = { kind: DocumentTypeName; fields: Record<string, unknown> }

const float = 1_000_000n
/** The cost of the stock room shelves without VAT, and of a year of fire insurance. */
export const shelves = 24_000_000n
export const firePremium = 3_600_000n
const email = 'accounting@demo.example'

/** The documents of one day, called day after day from the first on; `partyOf` finds suppliers by name. */
export function purchasesFrom(first: Day, partyOf: (name: string) => string): (day: Day) => DemoDocument[] {
  let cash = 0n
  let serial = 700
  const opening = weekdayFrom(first)

  return (day) => {
    const documents: DemoDocument[] = []
    const number = () => String((serial += 3)).padStart(6, '0')
    const dated = day.slice(8)

    if (day === opening) {
      documents.push(capital(day), established(day))
      cash = float
    }
    if (day === furnished(first)) documents.push(bill(day, number(), furniture, partyOf))
    const monthly = billsOf[dated]
    if (monthly !== undefined) documents.push(bill(day, number(), monthly, partyOf))
    for (const small of vouchersOf[dated] ?? []) {
      if (cash < small.amount) continue
      cash -= small.amount
      documents.push(voucher(day, small, partyOf))
    }
    // Counted on the last working day of the month; once there was a shortage of twenty pesos.
    if (day === lastWorkday(day) && cash < float && day !== opening) {
      const counted = monthOf(day).endsWith('5') || monthOf(day).endsWith('9') ? cash - 2_000n : cash
      documents.push(replenished(day, counted, cash - counted))
      cash = float
    }
    return documents
  }
}

type Line = {
  type: string
  description: string
  amount: bigint
  vat?: 'goods' | 'services' | 'capital_goods'
  atc?: string
  account: string
}
type Bought = { supplier: string; terms: string; lines: Line[] }

const billsOf: Record<string, Bought> = {
  '04': {
    supplier: 'Haligi Realty and Leasing, Inc.',
    terms: 'Net 15 days',
    lines: [
      {
        type: 'office_rent',
        description: 'Office rent',
        amount: 4_480_000n,
        vat: 'services',
        atc: 'WC100',
        account: '6050',
      },
    ],
  },
  '11': {
    supplier: 'Papel at Tinta Trading Corporation',
    terms: 'Net 30 days',
    lines: [
      {
        type: 'merchandise',
        description: 'Bond paper, A4, 70 gsm, 500 reams',
        amount: 8_736_000n,
        vat: 'goods',
        account: '1210',
      },
      { type: 'merchandise', description: 'Ballpens, 100 boxes', amount: 2_240_000n, vat: 'goods', account: '1210' },
      { type: 'freight_in', description: 'Delivery', amount: 168_000n, vat: 'services', atc: 'WC120', account: '5030' },
    ],
  },
  '18': {
    supplier: 'Kuryente Power Distribution Company',
    terms: 'Net 10 days',
    lines: [
      {
        type: 'electricity',
        description: 'Office electricity',
        amount: 1_254_400n,
        vat: 'services',
        account: '6060',
      },
    ],
  },
  '23': {
    supplier: 'Magsaysay, Teresita Lim',
    terms: 'COD',
    lines: [
      { type: 'contractor', description: 'Bookbinding of ledgers', amount: 650_000n, atc: 'WI120', account: '6130' },
    ],
  },
}

/** The purchase date of the shelves. */
export const furnished = (first: Day): Day => weekdayFrom(addDays(first, 8))

/** Bought once, and depreciated monthly. */
const furniture: Bought = {
  supplier: 'Papel at Tinta Trading Corporation',
  terms: 'Net 30 days',
  lines: [
    {
      type: 'furniture',
      description: 'Stock room shelves and cabinets',
      account: '1530',
      amount: shelves + (shelves * 12n) / 100n,
      vat: 'capital_goods',
    },
  ],
}

type Small = { paidTo?: string; supplier?: string; type: string; description: string; amount: bigint; account: string }

const vouchersOf: Record<string, Small[]> = {
  '03': [
    {
      paidTo: 'Mang Ben, tricycle',
      type: 'transportation',
      description: 'Fare to the bank',
      amount: 12_000n,
      account: '6090',
    },
  ],
  '07': [
    { paidTo: 'Aling Nena', type: 'meals', description: 'Overtime meals for three', amount: 54_000n, account: '6100' },
  ],
  '12': [
    {
      supplier: 'Papel at Tinta Trading Corporation',
      type: 'office_supplies',
      description: 'Folders and clips',
      amount: 112_000n,
      account: '6070',
    },
  ],
  '16': [
    {
      paidTo: 'Leo Santos',
      type: 'transportation',
      description: 'Taxi to the BIR, round trip',
      amount: 68_000n,
      account: '6090',
    },
    {
      paidTo: 'Quezon City Post Office',
      type: 'postage',
      description: 'Registered mail',
      amount: 21_500n,
      account: '6290',
    },
  ],
  '21': [{ paidTo: 'Aling Nena', type: 'pantry', description: 'Coffee and water', amount: 87_500n, account: '6070' }],
  '25': [
    { paidTo: 'Leo Santos', type: 'transportation', description: 'Parking and toll', amount: 43_000n, account: '6090' },
  ],
}

function bill(
  day: Day,
  externalNo: string,
  { supplier, terms, lines }: Bought,
  partyOf: (name: string) => string,
): DemoDocument {
  return {
    kind: 'bill',
    fields: {
      email,
      partyId: partyOf(supplier),
      externalNo,
      day,
      dueDay: addDays(day, Number(/\d+/.exec(terms)?.[0] ?? 0)),
      terms,
      priceMode: 'inclusive',
      lines: lines.map(lineOf),
    },
  }
}

function voucher(day: Day, { paidTo = '', supplier, ...line }: Small, partyOf: (name: string) => string): DemoDocument {
  return {
    kind: 'pettycash',
    fields: {
      nature: 'expense',
      fund: '1020',
      day,
      paidTo,
      partyId: supplier === undefined ? null : partyOf(supplier),
      externalNo: supplier === undefined ? '' : `OR ${day.replaceAll('-', '')}`,
      priceMode: 'inclusive',
      lines: [lineOf({ ...line, ...(supplier !== undefined && { vat: 'goods' as const }) })],
    },
  }
}

const lineOf = ({ type, description, amount, vat, atc, account }: Line) => ({
  expenseType: type,
  description,
  amount: String(amount),
  vatClass: vat === undefined ? 'not_subject' : 'vatable',
  category: vat ?? 'services',
  atc: atc ?? null,
  account,
})

const capital = (day: Day): DemoDocument => ({
  kind: 'deposit',
  fields: {
    email,
    day,
    account: '1031',
    reference: '',
    others: [{ description: 'Paid-in capital', account: '3010', amount: '250000000' }],
  },
})

const established = (day: Day): DemoDocument => ({
  kind: 'pettycashfund',
  fields: { act: 'establish', fund: '1020', day, account: '1031', amount: String(float), custodian: 'Tess Cruz' },
})

function replenished(day: Day, counted: bigint, missing: bigint): DemoDocument {
  return {
    kind: 'pettycashfund',
    fields: {
      act: 'replenish',
      fund: '1020',
      day,
      account: '1031',
      amount: String(float - counted),
      count: piecesOf(counted),
      countedBy: 'ana',
      witness: 'Tess Cruz',
      reason: missing === 0n ? '' : 'Wrong change given; acknowledged by the custodian',
    },
  }
}

function piecesOf(amount: bigint): number[] {
  let rest = amount
  return denominations.map((value) => {
    const number = rest / value
    rest %= value
    return Number(number)
  })
}

const isSunday = (day: Day): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() === 0

function weekdayFrom(day: Day): Day {
  return isSunday(day) ? addDays(day, 1) : day
}

function lastWorkday(day: Day): Day {
  const last = endOfMonth(monthOf(day))
  return isSunday(last) ? addDays(last, -1) : last
}
