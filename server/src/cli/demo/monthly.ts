// The documents of the smaller demo companies, which repeat every month.
import { addDays } from '@talaan/ledger/core/date.ts'
import type { DemoDocument } from './purchases.ts'
import type { DemoBooks } from './small-company.ts'

const email = 'accounting@demo.example'

type Line = { description: string; centavos: number; vatClass: string; account?: string; atc?: string }

/** Prices are without VAT. */
export const invoice = (
  { day, serial, partyOf }: DemoBooks,
  customer: string,
  { description, centavos, vatClass }: Line,
): DemoDocument => ({
  kind: 'invoice',
  fields: {
    email,
    partyId: partyOf(customer),
    externalNo: serial(),
    day,
    dueDay: addDays(day, 30),
    terms: 'Net 30 days',
    priceMode: 'exclusive',
    zeroRating: vatClass === 'zero_rated' ? 'export_services' : '',
    lines: [{ description, quantity: '1', unitPrice: String(centavos), vatClass, account: '4020' }],
  },
})

export const bill = (
  { day, serial, partyOf }: DemoBooks,
  supplier: string,
  { description, centavos, vatClass, account, atc }: Line,
): DemoDocument => ({
  kind: 'bill',
  fields: {
    email,
    partyId: partyOf(supplier),
    externalNo: serial(),
    day,
    dueDay: addDays(day, 30),
    terms: 'Net 30 days',
    priceMode: 'exclusive',
    lines: [{ description, amount: String(centavos), vatClass, category: 'services', account, atc: atc ?? null }],
  },
})

type Owed = ReturnType<DemoBooks['open']>[number]
type Collecting = {
  account: string
  withheldPercent?: bigint
  atc?: string
  /** Paid in dollars, invoiced at one rate in pesos and received at another. */
  dollarsAt?: { invoiced: bigint; rate: string }
}

export function collectionOf(
  { day, serial }: DemoBooks,
  { item: { documentId, partyId, open, net } }: Owed,
  { account, withheldPercent = 0n, atc, dollarsAt }: Collecting,
): DemoDocument {
  const withheld = (net * withheldPercent) / 100n
  const row = { documentId, pay: `${open - withheld}`, withheld: `${withheld}`, atc: withheld === 0n ? null : atc }
  return {
    kind: 'collection',
    fields: {
      email,
      partyId,
      day,
      account,
      method: 'transfer',
      reference: `FT${serial()}`,
      rows: [row],
      ...(dollarsAt && { moved: `${open / dollarsAt.invoiced}`, rate: dollarsAt.rate }),
    },
  }
}

export const paymentOf = ({ day, serial }: DemoBooks, { item: { documentId, partyId, open } }: Owed): DemoDocument => ({
  kind: 'payment',
  fields: {
    partyId,
    day,
    account: '1031',
    method: 'transfer',
    reference: `PT${serial()}`,
    rows: [{ documentId, pay: `${open}` }],
  },
})

export const withdrawal = (
  { day, serial }: DemoBooks,
  { description, account, centavos }: { description: string; account: string; centavos: number },
): DemoDocument => ({
  kind: 'withdrawal',
  fields: {
    email,
    day,
    account: '1031',
    reference: `WS-${serial()}`,
    lines: [{ description, account, amount: String(centavos) }],
  },
})
