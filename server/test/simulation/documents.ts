// Documents as people mean them: the fields that they type, and independently what the entry must be.
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { balanceOf, depreciationOf, documentsOn, inRemovals, openItems, partiesOf } from './company.ts'
import type { Company, Intent, Item } from './company.ts'
import { pick } from './world.ts'
import type { World } from './world.ts'

export type Meant = { kind: DocumentTypeName; fields: Record<string, unknown>; intent: Intent }

export const todayOf = ({ clock }: Pick<World, 'clock'>): string => dayAt(clock.now())

/** Manila is eight hours ahead of UTC all year. */
export const dayAt = (ms: number): string => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 10)

export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const beginningOfBooks = '2026-10-01'

/** The first day that is not in a closed month. */
export function firstOpenDay({ closed }: Company): string {
  const last = closed.at(-1)
  return last === undefined ? beginningOfBooks : `${daysLater(`${last}-28`, 5).slice(0, 7)}-01`
}

/** Today or a few days ago, in an open month. */
export function someDay(world: World): string {
  const day = daysLater(todayOf(world), -world.random(6))
  const first = firstOpenDay(world.company)
  return day < first ? first : day
}

const peso = 100n
/** A net amount whose VAT of 12% and withholding tax of 2% are whole centavos. */
const someNet = (world: World): bigint => BigInt(1 + world.random(400)) * 50n * peso

type Draft = Omit<Intent, 'key' | 'postedOn'> & { postedOn?: string }
const meant = (kind: DocumentTypeName, fields: Record<string, unknown>, intent: Draft): Meant => ({
  kind,
  fields,
  intent: { key: crypto.randomUUID(), postedOn: intent.day, ...intent },
})

const debit = (account: string, amount: bigint) => ({ account, amount })
const credit = (account: string, amount: bigint) => ({ account, amount: -amount })

const serial = () => crypto.randomUUID().slice(0, 8).toUpperCase()
const email = 'office@example.com'

export function invoice(world: World): Meant {
  const [day, party] = [someDay(world), pick(world, partiesOf(world.company, 'customer'))]
  const isInclusive = world.random(2) === 0
  const lines = Array.from({ length: 1 + world.random(3) }, () => ({
    net: someNet(world),
    vatClass: pick(world, ['vatable', 'vatable', 'exempt', 'zero_rated']),
    account: pick(world, ['4010', '4020']),
  }))
  const vatOf = (line: { net: bigint; vatClass: string }) =>
    line.vatClass === 'vatable' ? (line.net * 12n) / 100n : 0n
  const vat = lines.reduce((sum, line) => sum + vatOf(line), 0n)
  const gross = lines.reduce((sum, { net }) => sum + net, vat)
  const externalNo = serial()
  const fields = {
    email,
    partyId: party,
    externalNo,
    day,
    priceMode: isInclusive ? 'inclusive' : 'exclusive',
    lines: lines.map((line) => ({
      description: 'Bamboo',
      quantity: '1',
      unitPrice: String(line.net + (isInclusive ? vatOf(line) : 0n)),
      vatClass: line.vatClass,
      account: line.account,
    })),
  }
  return meant('invoice', fields, {
    series: 'SI',
    day,
    party,
    lines: [debit('1110', gross), credit('2110', vat), ...lines.map(({ account, net }) => credit(account, net))],
    opens: [{ account: '1110', amount: gross }],
    takes: `invoice ${externalNo}`,
    mailed: true,
  })
}

export function bill(world: World): Meant {
  const [day, party] = [someDay(world), pick(world, partiesOf(world.company, 'supplier'))]
  const isWithheld = world.random(2) === 0
  const net = someNet(world)
  const [vat, tax] = [(net * 12n) / 100n, isWithheld ? (net * 2n) / 100n : 0n]
  const account = isWithheld ? '6130' : '6070'
  const line = {
    description: 'Guards and goods',
    account,
    amount: String(net + vat),
    vatClass: 'vatable',
    category: isWithheld ? 'services' : 'goods',
    atc: isWithheld ? 'WC120' : null,
  }
  return meant(
    'bill',
    { email, partyId: party, externalNo: serial(), day, priceMode: 'inclusive', lines: [line] },
    {
      series: 'BL',
      day,
      party,
      lines: [debit(account, net), debit('1310', vat), credit('2140', tax), credit('2010', net + vat - tax)],
      opens: [{ account: '2010', amount: net + vat - tax }],
      mailed: true,
    },
  )
}

/** The items of one party that can be settled on a day. */
function itemsOn(world: World, account: string, day: string): Item[] {
  return [...openItems(world.company).values()].filter(
    (item) => item.account === account && item.document.day <= day && item.document.postedOn <= day,
  )
}

const sides = {
  collection: { kind: 'collection', series: 'CR', owed: '1110', credit: '2060', sign: 1n },
  payment: { kind: 'payment', series: 'PV', owed: '2010', credit: '1140', sign: -1n },
} as const

/** Pays an open document in part, in full, or with an excess that becomes a credit; perhaps with an earlier credit. */
export function settlement(world: World, which: 'collection' | 'payment', forced?: Item): Meant | undefined {
  const side = sides[which]
  const day = someDay(world)
  const item = forced ?? pick(world, itemsOn(world, side.owed, day))
  if (item === undefined) return undefined
  const { document, open } = item
  const how = forced === undefined ? world.random(4) : 0
  const pay = how === 1 && open > 2n * peso ? open / 2n : how === 2 ? open + 500n * peso : open
  const excess = pay > open ? pay - open : 0n
  const credits = itemsOn(world, side.credit, day).filter((each) => each.document.party === document.party)
  const used = forced === undefined && excess === 0n && world.random(2) === 0 ? pick(world, credits) : undefined
  const usedAmount = used === undefined ? 0n : min(used.open, pay - 1n)
  if (usedAmount < 0n) return undefined
  const cash = pay - usedAmount
  const inCash = which === 'collection' && world.random(2) === 0
  // A cheque dated later is posted on its date.
  const isLater = inCash && forced === undefined && world.random(3) === 0
  const postedOn = isLater ? daysLater(day, 1 + world.random(9)) : day
  const account = inCash ? '1010' : '1031'
  const charge = which === 'payment' && world.random(3) === 0 ? 15n * peso : 0n
  const isUsing = usedAmount > 0n
  const signed = (code: string, amount: bigint) => ({ account: code, amount: side.sign * amount })
  const fields = {
    partyId: document.party,
    day,
    account,
    ...(isLater
      ? { method: 'cheque', reference: '0099', chequeDay: postedOn }
      : inCash
        ? { method: 'cash' }
        : { method: 'transfer', reference: 'IP-1' }),
    rows: [{ documentId: document.documentId, pay: String(pay) }],
    ...(isUsing && { credits: [{ documentId: used?.document.documentId, amount: String(usedAmount) }] }),
    charge: String(charge),
  }
  return meant(side.kind, fields, {
    series: side.series,
    day,
    postedOn,
    party: document.party,
    lines: [
      signed(account, cash),
      signed(side.credit, usedAmount),
      signed(side.owed, -(pay - excess)),
      signed(side.credit, -excess),
      debit('6250', charge),
      credit('1031', charge),
    ],
    opens: [
      ...(inCash ? [{ account, amount: cash }] : []),
      ...(excess > 0n ? [{ account: side.credit, amount: excess }] : []),
    ],
    settles: [
      { account: side.owed, key: document.key, amount: pay - excess },
      ...(isUsing && used !== undefined ? [{ account: side.credit, key: used.document.key, amount: usedAmount }] : []),
    ],
  })
}

/** Takes a settled document out of its collection or payment: it is open again, and the money becomes a credit. */
export function removal(world: World): Meant | undefined {
  const day = someDay(world)
  const removed = inRemovals(world.company)
  const from = pick(
    world,
    [...world.company.documents.values()].filter(
      ({ series, key, voidedOn, postedOn, settles = [] }) =>
        ['CR', 'PV'].includes(series) &&
        voidedOn === null &&
        postedOn <= day &&
        settles.length === 1 &&
        !removed.has(key),
    ),
  )
  const [settled] = from?.settles ?? []
  const item = world.company.documents.get(settled?.key ?? '')
  if (from === undefined || settled === undefined || item === undefined) return undefined
  const { amount } = settled
  const side = from.series === 'CR' ? sides.collection : sides.payment
  const fields = {
    partyId: from.party,
    documentId: from.documentId,
    itemId: item.documentId,
    day,
    memo: 'Paid something else',
  }
  return meant('unapply', fields, {
    series: 'RA',
    day,
    party: from.party,
    lines: [
      { account: side.owed, amount: side.sign * amount },
      { account: side.credit, amount: -side.sign * amount },
    ],
    opens: [{ account: side.credit, amount }],
    settles: [{ ...settled, amount: -amount }],
    removes: from.key,
  })
}

const min = (one: bigint, other: bigint) => (one < other ? one : other)

export function depositOfReceipts(world: World): Meant | undefined {
  const day = someDay(world)
  const receipts = itemsOn(world, '1010', day).slice(0, 1 + world.random(4))
  if (receipts.length === 0) return undefined
  const total = receipts.reduce((sum, { open }) => sum + open, 0n)
  const ids = receipts.map(({ document }) => document.documentId)
  return meant(
    'deposit',
    { email, day, account: '1031', receipts: ids },
    {
      series: 'DS',
      day,
      party: null,
      lines: [debit('1031', total), credit('1010', total)],
      settles: receipts.map(({ document, open }) => ({ account: '1010', key: document.key, amount: open })),
      mailed: true,
    },
  )
}

export function capital(account: string, amount: bigint, day = beginningOfBooks): Meant {
  return meant(
    'deposit',
    { email, day, account, others: [{ description: 'Capital', account: '3010', amount: String(amount) }] },
    { series: 'DS', day, party: null, lines: [debit(account, amount), credit('3010', amount)], mailed: true },
  )
}

export function withdrawal(world: World): Meant {
  const [day, amount] = [someDay(world), someNet(world)]
  const account = pick(world, ['1010', '3020'])
  return meant(
    'withdrawal',
    { email, day, account: '1031', lines: [{ description: 'Taken out', account, amount: String(amount) }] },
    {
      series: 'WD',
      day,
      party: null,
      lines: [debit(account, amount), credit('1031', amount)],
      opens: account === '1010' ? [{ account, amount }] : [],
      mailed: true,
    },
  )
}

export function transfer(world: World): Meant {
  const [day, amount] = [someDay(world), someNet(world)]
  const [from, to] = world.random(2) === 0 ? ['1031', '1032'] : ['1032', '1031']
  const fee = BigInt(world.random(2)) * 25n * peso
  return meant(
    'transfer',
    { email, day, type: 'local', from, to, amount: String(amount), fee: String(fee) },
    {
      series: 'FT',
      day,
      party: null,
      lines: [debit(to, amount), debit('6250', fee), credit(from, amount + fee)],
      mailed: true,
    },
  )
}

/** Of a bought dollar in centavos of a peso, and its inverse, which is the rate that the form takes. */
const bought = { price: 56n, rate: '0.0178571429' }

/**
 * Buys dollars, or sells some or all of them: they leave at their average cost, and the rest of the pesos is a gain or a loss.
 * The average is that of a day, so these documents are made in the order of their days.
 */
export function dollars(world: World): Meant | undefined {
  const day = todayOf(world)
  const earlier = documentsOn(world.company, '1040')
  if (day < firstOpenDay(world.company) || earlier.some((each) => each.day > day || (each.voidedOn ?? '') > day))
    return undefined
  const [held, cost] = [balanceOf(world.company, '1040', 'dollars'), balanceOf(world.company, '1040')]
  const head = { email, day, type: 'foreign', reference: `FX ${serial()}` }
  const intent = { series: 'FT', day, party: null, mailed: true }
  if (held === 0n || world.random(2) === 0) {
    const cents = BigInt(1_000 + world.random(200_000))
    // Each purchase has another price, so that the average is no round number.
    const pesos = cents * bought.price + BigInt(world.random(100))
    return meant(
      'transfer',
      { ...head, from: '1031', to: '1040', amount: String(pesos), rate: bought.rate, received: String(cents) },
      { ...intent, lines: [{ ...debit('1040', pesos), dollars: cents }, credit('1031', pesos)] },
    )
  }
  const cents = world.random(4) === 0 ? held : 1n + (held * BigInt(world.random(90))) / 100n
  const price = BigInt(54 + world.random(5))
  const carried = cents === held ? cost : (2n * cost * cents + held) / (2n * held)
  const gain = cents * price - carried
  const fee = cents * price > 200n * peso ? BigInt(world.random(2)) * 150n * peso : 0n
  return meant(
    'transfer',
    {
      ...head,
      from: '1040',
      to: '1031',
      amount: String(cents),
      rate: String(price),
      fee: String(fee),
      feeFrom: 'received',
    },
    {
      ...intent,
      lines: [
        debit('1031', cents * price - fee),
        debit('6250', fee),
        { ...credit('1040', carried), dollars: -cents },
        gain < 0n ? debit('8020', -gain) : credit('7030', gain),
      ],
    },
  )
}

/** The depreciation of a month, as its month end must suggest it. */
export function depreciation(company: Company, month: string, day: string): Omit<Intent, 'key'> | undefined {
  const worn = [...depreciationOf(company, month)]
  if (worn.length === 0) return undefined
  const total = worn.reduce((sum, [, amount]) => sum + amount, 0n)
  const lines = [debit('6160', total), ...worn.map(([account, amount]) => credit(account, amount))]
  return { series: 'JV', day, postedOn: day, party: null, lines, stays: true }
}

/** More than there can ever be. */
export function overdraft(world: World): Meant {
  const given = transfer(world)
  return { ...given, fields: { ...given.fields, amount: '9900000000000' } }
}

export function journalVoucher(world: World): Meant {
  const [day, amount] = [someDay(world), someNet(world)]
  const lines = [
    { account: '6050', debit: String(amount) },
    { account: '2020', credit: String(amount) },
  ]
  return meant(
    'journalvoucher',
    { day, memo: 'Rent that is not billed yet', lines },
    { series: 'JV', day, party: null, lines: [debit('6050', amount), credit('2020', amount)] },
  )
}

/** A cheque for an expense, on the next leaf of the book. */
export function cheque(world: World): Meant | undefined {
  const [day, amount] = [someDay(world), someNet(world)]
  const leaves = [...world.company.documents.values()].filter(({ series }) => series === 'CV').length
  const chequeNo = String(leaves + 1).padStart(7, '0')
  if (leaves >= 900) return undefined
  const line = {
    description: 'Permit',
    account: '6240',
    amount: String(amount),
    vatClass: 'not_subject',
    category: 'not_creditable',
    atc: null,
  }
  return meant(
    'cheque',
    { day, account: '1031', chequeNo, payee: 'City Treasurer', pays: 'direct', priceMode: 'inclusive', lines: [line] },
    {
      series: 'CV',
      day,
      party: null,
      lines: [debit('6240', amount), credit('1031', amount)],
      takes: `cheque ${chequeNo}`,
    },
  )
}

const fundSize = 10_000n * peso
const fund = { fund: '1020', account: '1031', countedBy: 'Ana Santos' }

export function pettyCash(world: World): Meant | undefined {
  const day = todayOf(world)
  const { documents } = world.company
  const isEarlier = [...documents.values()].some(
    (each) => each.day > day && each.lines.some(({ account }) => account === '1020'),
  )
  // The cash in the box is counted as of a day, so its documents are made in the order of their days.
  if (isEarlier || day < firstOpenDay(world.company)) return undefined
  const held = balanceOf(world.company, '1020')
  if (held === 0n)
    return fundDocument(day, { act: 'establish', custodian: 'Ana Santos' }, { added: fundSize, short: 0n })
  if (held < 6_000n * peso) {
    const short = BigInt(world.random(2)) * 5n * peso
    const count = piecesOf(held - short)
    return fundDocument(
      day,
      { act: 'replenish', count, reason: 'A coin was lost' },
      { added: fundSize - held + short, short },
    )
  }
  const amount = BigInt(1 + world.random(10)) * 100n * peso
  const line = {
    description: 'Fares',
    account: '6090',
    amount: String(amount),
    vatClass: 'not_subject',
    category: 'services',
    atc: null,
  }
  const fields = { nature: 'expense', fund: '1020', priceMode: 'inclusive', day, paidTo: 'Jeepney', lines: [line] }
  return meant('pettycash', fields, {
    series: 'PCV',
    day,
    party: null,
    lines: [debit('6090', amount), credit('1020', amount)],
  })
}

function fundDocument(day: string, fields: object, { added, short }: { added: bigint; short: bigint }): Meant {
  return meant(
    'pettycashfund',
    { ...fund, day, amount: String(added), ...fields },
    {
      series: 'PCF',
      day,
      party: null,
      lines: [debit('1020', added - short), debit('7060', short), credit('1031', added)],
    },
  )
}

/** The fewest notes and coins. */
export function piecesOf(amount: bigint): number[] {
  let left = amount
  return [100_000n, 50_000n, 20_000n, 10_000n, 5_000n, 2_000n, 1_000n, 500n, 100n, 25n, 10n, 5n, 1n].map((value) => {
    const pieces = left / value
    left -= pieces * value
    return Number(pieces)
  })
}

/** Closes the income and expenses of a year to retained earnings. */
export function yearEnd({ documents }: Company, year: string): Omit<Intent, 'key'> | undefined {
  const balances = new Map<string, bigint>()
  const last = `${year}-12-31`
  for (const { lines, postedOn, voidedOn } of documents.values())
    for (const { account, amount } of lines)
      for (const [day, signed] of [
        [postedOn, amount],
        [voidedOn, -amount],
      ] as const)
        if (day !== null && day <= last && account >= '4000')
          balances.set(account, (balances.get(account) ?? 0n) + signed)
  const lines = [...balances]
    .filter(([, amount]) => amount !== 0n)
    .map(([account, amount]) => ({ account, amount: -amount }))
  if (lines.length === 0) return undefined
  const result = lines.reduce((sum, { amount }) => sum + amount, 0n)
  return {
    series: 'YE',
    day: last,
    postedOn: last,
    party: null,
    lines: [...lines, { account: '3030', amount: -result }],
  }
}
