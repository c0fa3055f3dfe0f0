// The model: what the books of a small company must contain after each act. It shares no code with the product.

/** A debit is positive, a credit negative; centavos. */
export type Line = {
  account: string
  amount: bigint
  /** Cents of an account in dollars, with the same sign. */ dollars?: bigint
}
export type Opened = { account: string; amount: bigint }
export type Settled = { account: string; key: string; amount: bigint }

/** A document as someone meant it. The key is the id of its draft. */
export type Intent = {
  key: string
  series: string
  /** The date of the document, and that of its entry. */
  day: string
  postedOn: string
  party: string | null
  lines: Line[]
  opens?: Opened[]
  settles?: Settled[]
  /** The settlement whose allocation this document removes. */
  removes?: string
  /** Used once in the books, like the number of an invoice or of a cheque. */
  takes?: string
  /** A receipt is sent by e-mail. */
  mailed?: boolean
  /** Nobody voids it. */
  stays?: boolean
}
export type Recorded = Intent & { documentId: string; number: string; by: string; voidedOn: string | null }

export type Company = {
  documents: Map<string, Recorded>
  /** By the id of the registration; the id of the party is '' while nobody was told. */
  parties: Map<string, { id: string; role: 'customer' | 'supplier' }>
  /** The last number of each series and year. */
  numbers: Map<string, number>
  closed: string[]
  inactive: Set<string>
  attachments: Map<string, { key: string; sha256: string }>
  /** Fixed assets by id: the depreciation of a month, the account that takes it, and the months of the life. */
  assets: Map<string, { monthly: bigint; account: string; first: string; months: number }>
  /** Bank statements by the digest of their file. */
  statements: Map<string, BankStatement>
  /** Changes that must be in the audit trail, by action. */
  acts: Map<string, number>
}

export type BankStatement = {
  account: string
  from: string
  to: string
  lines: readonly { day: string; amount: bigint }[]
  isRemoved: boolean
}

export const newCompany = (): Company => ({
  documents: new Map(),
  parties: new Map(),
  numbers: new Map(),
  closed: [],
  inactive: new Set(),
  attachments: new Map(),
  assets: new Map(),
  statements: new Map(),
  acts: new Map(),
})

/** Throws if someone meant an entry that is not balanced: a mistake of the simulation. */
export function assertBalanced({ series, lines }: Intent): void {
  const sum = lines.reduce((total, { amount }) => total + amount, 0n)
  if (sum !== 0n) throw new Error(`The simulation meant a ${series} that is out of balance by ${sum}.`)
}

/** The number that the next document of a series must get. */
export function nextNumber({ numbers }: Company, { series, postedOn }: Pick<Intent, 'series' | 'postedOn'>): string {
  const year = postedOn.slice(0, 4)
  const next = (numbers.get(`${series}-${year}`) ?? 0) + 1
  return `${series}-${year}-${String(next).padStart(6, '0')}`
}

export function record(
  company: Company,
  intent: Intent,
  { documentId, by }: { documentId: string; by: string },
): Recorded {
  const number = nextNumber(company, intent)
  const recorded: Recorded = { ...intent, documentId, number, by, voidedOn: null }
  company.documents.set(intent.key, recorded)
  company.numbers.set(number.slice(0, -7), Number(number.slice(-6)))
  noteAct(company, 'documents.record')
  return recorded
}

export function voidDocument(company: Company, key: string, day: string): void {
  const document = company.documents.get(key)
  if (document === undefined) throw new Error(`The simulation voids ${key}, which it never recorded.`)
  document.voidedOn = day
  noteAct(company, 'documents.void')
}

export function noteAct({ acts }: Company, action: string): void {
  acts.set(action, (acts.get(action) ?? 0) + 1)
}

const live = ({ documents }: Company) => [...documents.values()].filter(({ voidedOn }) => voidedOn === null)

/** The documents that settle an item of this one, so that it can't be voided. */
export const dependants = (company: Company, key: string): Recorded[] =>
  live(company).filter(({ settles = [] }) => settles.some((settled) => settled.key === key))

/** Settlements whose allocation was removed, and the documents that they had settled. */
export const inRemovals = (company: Company): Set<string> =>
  new Set(
    live(company).flatMap(({ removes, settles = [] }) =>
      removes === undefined ? [] : [removes, ...settles.map(({ key }) => key)],
    ),
  )

/** The net movement of each account on each day, as 'account day', in pesos or in dollars; zeros are left out. */
export function movements({ documents }: Company, unit: 'amount' | 'dollars' = 'amount'): Map<string, bigint> {
  const moved = new Map<string, bigint>()
  const add = (account: string, day: string, amount: bigint) => {
    const key = `${account} ${day}`
    moved.set(key, (moved.get(key) ?? 0n) + amount)
  }
  for (const { lines, postedOn, voidedOn } of documents.values())
    for (const line of lines) {
      const amount = line[unit] ?? 0n
      add(line.account, postedOn, amount)
      if (voidedOn !== null) add(line.account, voidedOn, -amount)
    }
  for (const [key, amount] of moved) if (amount === 0n) moved.delete(key)
  return moved
}

export type Item = { account: string; open: bigint; document: Recorded }

/** The open items by account and document. */
export function openItems(company: Company): Map<string, Item> {
  const items = new Map<string, Item>()
  for (const document of live(company))
    for (const { account, amount } of document.opens ?? [])
      items.set(`${account} ${document.number}`, { account, open: amount, document })
  for (const { settles = [] } of live(company))
    for (const { account, key, amount } of settles) {
      const number = company.documents.get(key)?.number ?? key
      const item = items.get(`${account} ${number}`)
      if (item === undefined) throw new Error(`The simulation settles ${account} of ${number}, which is not open.`)
      item.open -= amount
    }
  for (const [key, { open }] of items) if (open === 0n) items.delete(key)
  return items
}

export const partiesOf = ({ parties }: Company, role: 'customer' | 'supplier'): string[] =>
  [...parties.values()].filter((party) => party.role === role).map(({ id }) => id)

/** The money in an account, over all days. */
export const balanceOf = ({ documents }: Company, code: string, unit: 'amount' | 'dollars' = 'amount'): bigint =>
  [...documents.values()].reduce(
    (sum, { lines, voidedOn }) =>
      voidedOn === null
        ? lines.reduce((total, line) => (line.account === code ? total + (line[unit] ?? 0n) : total), sum)
        : sum,
    0n,
  )

/** The documents that moved an account, in the order in which they were recorded. */
export const documentsOn = ({ documents }: Company, code: string): Recorded[] =>
  [...documents.values()].filter(({ lines }) => lines.some(({ account }) => account === code))

/** The depreciation of a month by account; zeros are left out. */
export function depreciationOf({ assets }: Company, month: string): Map<string, bigint> {
  const worn = new Map<string, bigint>()
  for (const { monthly, account, first, months } of assets.values()) {
    const nth = monthNo(month) - monthNo(first)
    if (nth >= 0 && nth < months) worn.set(account, (worn.get(account) ?? 0n) + monthly)
  }
  return worn
}

const monthNo = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5))

export const isTaken = (company: Company, taken: string): boolean => live(company).some(({ takes }) => takes === taken)
