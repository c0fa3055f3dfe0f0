// The draft of a file that arrived: what was read, as the form restores it, with the file attached. A value without evidence is
// left empty, and so is one that is a question.
import type { Kysely } from 'kysely'
import type { ArrivalDraftKind } from '@talaan/contract/arrivals.ts'
import type { PartyRow } from '@talaan/contract/parties.ts'
import type { ReadFieldName } from '@talaan/ledger/capture/names.ts'
import type { ReadDocument } from '@talaan/ledger/capture/read-document.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { rateOn, vatInclusive } from '@talaan/ledger/tax/vat.ts'
import type { VatRate } from '@talaan/ledger/tax/vat.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>
type Usual = {
  account: string
  expenseType: string
  description: string
  category: string
  atc: string
  vatClass: string
}

type Begun = {
  kind: ArrivalDraftKind
  document: ReadDocument
  party: PartyRow | null
  usual: readonly Usual[]
  vatRates: readonly VatRate[]
  today: Day
}

/** The typed fields of the form; the form adds those that are missing. */
export function typedOf({ kind, document, party, usual, vatRates, today }: Begun): Record<string, unknown> {
  const read = (name: ReadFieldName) =>
    document.fields.find((field) => field.name === name && field.grade !== 'question')?.value
  const money = (name: ReadFieldName): Money => BigInt(read(name) ?? '0')
  const day = read('day')
  const head = {
    party,
    partySearch: party?.name ?? read('sellerName') ?? '',
    externalNo: read('number') ?? '',
    day: day === undefined ? '' : formatDay(day),
  }
  if (kind === 'invoice') return head
  if (kind === 'collection') {
    const { externalNo: receiptNo, ...rest } = head
    return { ...rest, receiptNo, total: read('total') === undefined ? '' : formatMoney(money('total')) }
  }
  const [vat, exempt, zeroRated, total] = [money('vat'), money('exempt'), money('zeroRated'), money('total')]
  // Of three amounts that add up, one may not be printed.
  const vatable = money('vatable') > 0n ? money('vatable') : vat > 0n ? total - vat - exempt - zeroRated : 0n
  const taxed = vatable > 0n ? (vat > 0n ? vatable + vat : total - exempt - zeroRated) : 0n
  const parts = [
    { vatClass: 'vatable', amount: taxed },
    { vatClass: 'zero_rated', amount: zeroRated },
    { vatClass: 'exempt', amount: exempt },
  ].filter(({ amount }) => amount > 0n)
  const lines = parts.length > 0 ? parts : total > 0n ? [{ vatClass: '', amount: total }] : []
  const rate = rateOn(day ?? today, vatRates)?.rate
  // Without a rate in force, the printed VAT is entered for the person to check.
  const computed = rate === undefined ? null : vatInclusive(taxed, rate).vat
  return {
    ...head,
    ...(kind === 'pettycash' && { paidTo: party === null ? head.partySearch : '' }),
    priceMode: 'inclusive',
    vatPrinted: vat > 0n && vat !== computed ? formatMoney(vat) : '',
    lines: lines.map(({ vatClass, amount }, at) => lineOf(String(at + 1), { vatClass, amount, usual })),
  }
}

type Part = { vatClass: string; amount: Money; usual: readonly Usual[] }

/** The account and the type of expense are those of the supplier's last bill. */
function lineOf(id: string, { vatClass, amount, usual }: Part) {
  const last = usual.find((one) => one.vatClass === vatClass) ?? usual[0]
  const isSame = last?.vatClass === vatClass || vatClass === ''
  const vat = vatClass === '' ? (last?.vatClass ?? '') : vatClass
  const category = last?.category ?? 'services'
  return {
    id,
    expenseType: last?.expenseType ?? '',
    description: last?.description ?? '',
    copied: last?.description ?? '',
    amount: formatMoney(amount),
    vat: vat === 'vatable' ? `vatable.${category}` : vat,
    category,
    atc: isSame ? (last?.atc ?? '') : '',
    account: last?.account ?? '',
  }
}

/** The lines of the supplier's last bill or voucher that was not voided. */
export async function usualLines(db: Db, partyId: string): Promise<Usual[]> {
  const last = await db
    .selectFrom('document')
    .select('fields')
    .where('party_id', '=', partyId)
    .where('kind', 'in', ['bill', 'pettycash'])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('document_void').select('document_id').whereRef('document_id', '=', 'document.id'))),
    )
    .orderBy('recorded_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { lines } = (last?.fields ?? {}) as { lines?: Partial<Record<keyof Usual, unknown>>[] }
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return (lines ?? []).map((line) => ({
    account: text(line.account),
    expenseType: text(line.expenseType),
    description: text(line.description),
    category: text(line.category) || 'services',
    atc: text(line.atc),
    vatClass: text(line.vatClass),
  }))
}
