// The demo company's products and invoices.
import { addDays } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { InvoiceFields } from '@talaan/ledger/documents/invoice/fields.ts'
import type { PartyFields } from '@talaan/ledger/core/party.ts'

export type Random = (below: number) => number

export function invoiceOf({
  buyer,
  day,
  serial,
  random,
}: {
  buyer: { id: string; fields: PartyFields }
  day: Day
  serial: number
  random: Random
}) {
  const { fields } = buyer
  const vatClass: InvoiceFields['lines'][number]['vatClass'] = fields.government
    ? 'govt_vatable'
    : fields.tradeName.includes('PEZA')
      ? 'zero_rated'
      : 'vatable'
  const count = 1 + random(4)
  const lines = Array.from({ length: count }, () => {
    const item = goods[random(goods.length)] ?? goods[0]!
    const exempt = item.exempt === true
    return {
      description: item.name,
      quantity: String(item.service ? 1 + random(3) : 1 + random(40)),
      unitPrice: String(item.price + random(20) * 500),
      discountPercent: random(6) === 0 ? '5' : null,
      discountAmount: null,
      vatClass: exempt ? 'exempt' : vatClass,
      account: item.service ? '4020' : '4010',
    }
  })
  return {
    email: fields.email,
    partyId: buyer.id,
    externalNo: serial.toString().padStart(6, '0'),
    day,
    dueDay: random(3) === 0 ? null : addDays(day, 30),
    terms: random(3) === 0 ? '' : 'Net 30 days',
    priceMode: random(3) === 0 ? 'exclusive' : 'inclusive',
    lines,
    memo: random(5) === 0 ? `Delivery receipt ${4000 + serial}` : '',
  }
}

/** One unit of the first line is returned. */
export function creditOf(
  { email, partyId, day, priceMode, lines }: ReturnType<typeof invoiceOf>,
  { documentId, externalNo }: { documentId: string; externalNo: string },
) {
  return {
    email,
    partyId,
    creditOf: documentId,
    externalNo,
    day,
    priceMode,
    reason: 'One item was returned damaged',
    lines: lines.slice(0, 1).map((line) => ({ ...line, quantity: '1', account: '4080' })),
  }
}

const goods: { name: string; price: number; service?: boolean; exempt?: boolean }[] = [
  { name: 'Bond paper, A4, 70 gsm, ream', price: 21_500 },
  { name: 'Bond paper, long, 70 gsm, ream', price: 24_500 },
  { name: 'Ballpen, black, box of 50', price: 35_000 },
  { name: 'Record book, 300 leaves', price: 14_500 },
  { name: 'Toner cartridge, black', price: 325_000 },
  { name: 'Filing cabinet, 4 drawers, steel', price: 895_000 },
  { name: 'Office chair, mesh back', price: 429_500 },
  { name: 'Folding table, 1.8 m', price: 215_000 },
  { name: 'Rice, sinandomeng, 50 kg', price: 245_000, exempt: true },
  { name: 'Printer maintenance, per visit', price: 180_000, service: true },
  { name: 'Delivery within Metro Manila', price: 95_000, service: true },
  { name: 'Layout and printing of forms, per job', price: 650_000, service: true },
]

/** Whole numbers below a bound, the same sequence for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
