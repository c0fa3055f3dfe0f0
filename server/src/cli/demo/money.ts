// The demo company's money: initial capital, collections deposited each Friday, withdrawals for the owner and the bank
// loan, transfers between banks and the wallet, dollars bought and sold.
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { addDays, daysBetween } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { openItems } from '../../books/open-items.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { firePremium } from './purchases.ts'
import type { DemoDocument } from './purchases.ts'

const email = 'accounting@sampaguita.example'

/** The documents of a working day, in order; `first` and `today` are the ends of the demo. */
export async function moneyOf(
  db: Kysely<Tables>,
  { day, first, today }: { day: Day; first: Day; today: Day },
): Promise<DemoDocument[]> {
  const due = Object.entries(plan).flatMap(([count, make]) =>
    isOn(day, addDays(first, Number(count))) ? [make(day)] : [],
  )
  const monthly = Object.entries(everyMonth).flatMap(([date, make]) =>
    daysBetween(first, day) > 20 && isOn(day, `${day.slice(0, 8)}${date}`) ? [make(day)] : [],
  )
  const last =
    daysBetween(day, today) === 2 || (daysBetween(day, today) === 1 && isSunday(addDays(day, -1))) ? recent(day) : []
  return [...due, ...monthly, ...(weekday(day) === 5 ? await banked(db, day) : []), ...last]
}

/** Days from the beginning. */
const plan: Record<number, (day: Day) => DemoDocument> = {
  0: (day) =>
    deposit(day, {
      account: '1031',
      reference: 'DS 000417',
      others: [
        { description: 'Capital contribution by the shareholders', account: '3010', amount: '190000000' },
        { description: 'Loan from a shareholder', account: '2080', amount: '60000000' },
      ],
      memo: 'Opening capital and loan',
    }),
  1: (day) =>
    transfer(day, {
      to: '1032',
      amount: '60000000',
      fee: '2500',
      reference: 'IP-883120',
      memo: 'Working fund, second bank',
    }),
  3: (day) =>
    deposit(day, {
      account: '1031',
      reference: 'LN 2-0091',
      others: [{ description: 'Loan proceeds, working capital', account: '2210', amount: '40000000' }],
    }),
  7: (day) =>
    withdrawal(day, {
      reference: 'PN-55120',
      lines: [{ description: 'Fire insurance, one year', account: '1340', amount: `${firePremium}` }],
    }),
  9: (day) => bought(day, { amount: '28150000', rate: '0.0177619893', reference: 'FX 3308' }),
  51: (day) => bought(day, { amount: '16980000', rate: '0.0176678445', reference: 'FX 3391' }),
  80: (day) => sold(day, { amount: '300000', rate: '57.1', fee: '15000', feeFrom: 'received', reference: 'FX 3467' }),
  122: (day) => sold(day, { amount: '150000', rate: '56.2', fee: '15000', feeFrom: 'received', reference: 'FX 3522' }),
  197: (day) => bought(day, { amount: '22410000', rate: '0.0174520070', reference: 'FX 3604' }),
  268: (day) => sold(day, { amount: '250000', rate: '57.4', fee: '15000', feeFrom: 'received', reference: 'FX 3688' }),
  331: (day) => sold(day, { amount: '200000', rate: '56.9', fee: '15000', feeFrom: 'received', reference: 'FX 3751' }),
}

/** By day of the month, from the second month on. */
const everyMonth: Record<string, (day: Day) => DemoDocument> = {
  '05': (day) =>
    withdrawal(day, {
      reference: `DM-${day.slice(5, 7)}05`,
      lines: [
        { description: 'Loan amortization, principal', account: '2210', amount: '2500000' },
        { description: 'Loan amortization, interest', account: '8010', amount: '280000' },
      ],
    }),
  '12': (day) => transfer(day, { to: '1045', amount: '2000000', fee: '1500', reference: `EW-${day.slice(5, 7)}12` }),
  '25': (day) =>
    withdrawal(day, {
      account: '1032',
      reference: `WS-${day.slice(5, 7)}25`,
      lines: [{ description: 'Repayment of the loan from a shareholder', account: '2080', amount: '3500000' }],
    }),
}

/** Undeposited, or in transit, for the next deposit. */
const recent = (day: Day): DemoDocument[] => [
  withdrawal(day, {
    reference: 'WS-0901',
    lines: [{ description: "Cash for customers' change", account: '1010', amount: '1500000' }],
  }),
  transfer(day, { to: '1032', amount: '8000000', fee: '2500', arrived: false, reference: 'IP-901774' }),
]

/** All undeposited collections until then go to the bank on one slip. */
async function banked(db: Kysely<Tables>, day: Day): Promise<DemoDocument[]> {
  const found = await openItems(
    db,
    sql`item.account = '1010' and item.open > 0 and document.kind = 'collection' and began.day <= ${day}::date`,
  )
  if (found.length === 0) return []
  const receipts = found.map(({ documentId }) => documentId)
  return [deposit(day, { account: '1031', receipts, reference: `DS 0${day.slice(5, 7)}${day.slice(8)}` })]
}

const deposit = (day: Day, more: object): DemoDocument => ({ kind: 'deposit', fields: { email, day, ...more } })
const withdrawal = (day: Day, more: object): DemoDocument => ({
  kind: 'withdrawal',
  fields: { email, day, account: '1031', ...more },
})
const transfer = (day: Day, more: object): DemoDocument => ({
  kind: 'transfer',
  fields: { email, day, type: 'local', from: '1031', ...more },
})
const bought = (day: Day, more: object): DemoDocument => transfer(day, { type: 'foreign', to: '1040', ...more })
const sold = (day: Day, more: object): DemoDocument =>
  transfer(day, { type: 'foreign', from: '1040', to: '1031', ...more })

/** On the date itself, or on Monday if it is a Sunday. */
const isOn = (day: Day, due: Day): boolean => day === due || (isSunday(due) && day === addDays(due, 1))

// 1 January 1990 was a Monday.
const weekday = (day: Day): number => (daysBetween('1990-01-01', day) + 1) % 7
const isSunday = (day: Day): boolean => weekday(day) === 0
