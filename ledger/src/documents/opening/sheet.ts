// Opening balances typed, pasted or read from a file: text cells become documents, or errors at their cell. Each open
// item is a document of its own, so that it can be paid by its number.
import { accounts, itemAccounts, normalSideOf } from '../../accounts/chart.ts'
import { parseTypedDay } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import type { FieldMistake } from '../type.ts'
import { openingItems } from './fields.ts'
import { formatMoney, parseTypedAmount, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'

export type BalanceRow = { account: string; debit: string; credit: string; foreign: string }
export type ItemRow = { account: string; party: string; number: string; day: string; dueDay: string; amount: string }
export type OpeningSheet = { day: string; rows: BalanceRow[]; items: ItemRow[] }

export const emptyBalance: BalanceRow = { account: '', debit: '', credit: '', foreign: '' }
export const emptyItem: ItemRow = { account: '', party: '', number: '', day: '', dueDay: '', amount: '' }

const isBlank = (row: object): boolean => Object.values(row).every((cell) => String(cell).trim() === '')

/** The documents as sent by the form of the type, with their rows of the sheet. */
export type OpeningDocument = {
  fields: Record<string, unknown>
  rows: number[] | null
  item: number | null
  amount: Money
}

export type ReadSheet = {
  documents: OpeningDocument[]
  mistakes: FieldMistake[]
  debits: Money
  credits: Money
}

/**
 * Reads the sheet. `partyOf` finds the only party with a name or TIN. A row of an open-item account is the sum of its
 * items.
 */
export function readSheet(
  sheet: OpeningSheet,
  { today, partyOf }: { today: Day; partyOf: (text: string) => PartyMatch },
): ReadSheet {
  const mistakes: FieldMistake[] = []
  const say = (path: (string | number)[], message: string) => void mistakes.push({ path, message })
  const begins = parseTypedDay(sheet.day, today)
  if (!begins.ok) say(['day'], sheet.day.trim() === '' ? 'Enter the opening date of the books.' : begins.message)

  const figure = (text: string, path: (string | number)[]): Money => {
    if (text.trim() === '') return 0n
    const read = parseTypedAmount(text)
    if (!read.ok) say(path, read.message)
    return read.ok ? read.amount : 0n
  }

  const items = sheet.items.flatMap((row, i) => {
    if (isBlank(row)) return []
    const at = (name: keyof ItemRow, message: string) => say(['items', i, name], message)
    const account = itemAccountOf(row.account)
    if (account === undefined)
      at('account', 'Choose the type: receivable, payable, customer advance or supplier advance.')
    const found = row.party.trim() === '' ? { id: null } : partyOf(row.party)
    if ('mistake' in found) at('party', found.mistake)
    const paper = parseTypedDay(row.day, today)
    if (!paper.ok) at('day', row.day.trim() === '' ? 'Enter the document date.' : paper.message)
    const due = row.dueDay.trim() === '' ? null : parseTypedDay(row.dueDay, today)
    if (due !== null && !due.ok) at('dueDay', due.message)
    const amount = figure(row.amount, ['items', i, 'amount'])
    if (row.amount.trim() === '') at('amount', 'Enter the open amount.')
    return [
      {
        i,
        account: account ?? '',
        amount,
        fields: {
          account: account ?? '',
          partyId: 'id' in found ? found.id : null,
          number: row.number.trim().toUpperCase(),
          day: paper.ok ? paper.day : '',
          dueDay: due?.ok ? due.day : null,
          amount: amount.toString(),
        },
      },
    ]
  })
  const seen = new Map<string, number>()
  for (const { i, fields } of items) {
    const key = `${fields.partyId} ${fields.number}`
    const before = seen.get(key)
    if (before === undefined) seen.set(key, i)
    else if (fields.number !== '')
      say(['items', i, 'number'], `This number is already in row ${before + 1}. List each document once.`)
  }

  const rows = sheet.rows.flatMap((row, i) => {
    if (isBlank(row)) return []
    const debit = figure(row.debit, ['rows', i, 'debit'])
    const credit = figure(row.credit, ['rows', i, 'credit'])
    const foreign = row.foreign.trim() === '' ? null : figure(row.foreign, ['rows', i, 'foreign'])
    // Trial balances also list accounts with a zero balance.
    if (debit === 0n && credit === 0n && foreign === null) return []
    // A negative debit is a credit.
    const net = debit - credit
    const code = row.account.trim().slice(0, 4)
    return [
      {
        i,
        code,
        debit: net > 0n ? net : 0n,
        credit: net < 0n ? -net : 0n,
        both: debit !== 0n && credit !== 0n,
        foreign,
      },
    ]
  })
  for (const { i, both } of rows) if (both) say(['rows', i, 'credit'], 'Enter a debit or a credit, not both.')
  const controls = rows.filter(({ code }) => itemAccounts.includes(code))
  for (const { i, code, debit, credit } of controls) {
    const onNormalSide = normalSideOf(code) === 'debit' ? debit - credit : credit - debit
    const listed = sum(items.filter(({ account }) => account === code).map(({ amount }) => amount))
    if (onNormalSide === listed) continue
    const word = openingItems[code]?.word.toLowerCase() ?? 'open item'
    const cell = debit > 0n ? 'debit' : 'credit'
    const difference = `${formatMoney(onNormalSide)} in this row, but the total of its open items below is ${formatMoney(listed)}`
    say(['rows', i, cell], `The balance of ${code} is ${difference}. List each ${word}, or correct the balance.`)
  }

  const balances = rows.filter(({ code }) => !itemAccounts.includes(code))
  const day = begins.ok ? begins.day : ''
  const documents: OpeningDocument[] = items.map(({ i, fields, amount }) => ({
    fields: { day, item: fields },
    rows: null,
    item: i,
    amount,
  }))
  if (balances.length > 0)
    documents.push({
      fields: {
        day,
        rows: balances.map(({ code, debit, credit, foreign }) => ({
          account: code,
          debit: debit.toString(),
          credit: credit.toString(),
          foreign: foreign === null ? null : foreign.toString(),
        })),
      },
      rows: balances.map(({ i }) => i),
      item: null,
      amount: sum(balances.map(({ debit }) => debit)),
    })
  return { documents, mistakes, ...sidesOf(sheet) }
}

export type PartyMatch = { id: string } | { mistake: string }

/** Debits and credits of the readable part of the sheet: balances, and items without a balance row. */
export function sidesOf(sheet: OpeningSheet): { debits: Money; credits: Money } {
  const read = (text: string): Money => {
    const typed = parseTypedAmount(text)
    return typed.ok ? typed.amount : 0n
  }
  const named = new Set(sheet.rows.map(({ account }) => account.trim().slice(0, 4)))
  let debits = sum(sheet.rows.map(({ debit }) => read(debit)))
  let credits = sum(sheet.rows.map(({ credit }) => read(credit)))
  for (const row of sheet.items) {
    const account = itemAccountOf(row.account)
    if (account === undefined || named.has(account)) continue
    if (normalSideOf(account) === 'debit') debits += read(row.amount)
    else credits += read(row.amount)
  }
  return { debits, credits }
}

/** The account for '1110', 'Receivable' or 'customer advances'. */
export function itemAccountOf(text: string): string | undefined {
  const typed = text.trim().toLowerCase()
  const code = typed.slice(0, 4)
  if (itemAccounts.includes(code)) return code
  const bare = typed.replace(/s$/, '')
  const known = Object.entries(openingItems).find(([, { word }]) => word.toLowerCase() === bare)
  if (known !== undefined) return known[0]
  return otherWords.get(bare)
}

const otherWords: ReadonlyMap<string, string> = new Map([
  ['ar', accounts.receivables],
  ['ap', accounts.payables],
  ['invoice', accounts.receivables],
  ['bill', accounts.payables],
  ['advance from customer', accounts.customerAdvances],
  ['advance to supplier', accounts.supplierAdvances],
])

// ── Files of other programs.

/** Finds balances and open items in a table by its header, or by the form of its first cells. */
export function sheetFromCells(cells: readonly (readonly string[])[]): Pick<OpeningSheet, 'rows' | 'items'> {
  const table = cells.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some((cell) => cell !== ''))
  const headAt = table.slice(0, 15).findIndex((row) => isBalanceHead(row) || isItemHead(row))
  const head = table[headAt]
  const body = table.slice(headAt + 1)
  if (head !== undefined && isItemHead(head)) {
    const at = placesOf(head, itemHeads)
    return { rows: [], items: body.filter((row) => !isTotal(row)).map((row) => pick(row, at, emptyItem)) }
  }
  if (head !== undefined) {
    const at = placesOf(head, balanceHeads)
    return { rows: body.filter((row) => !isTotal(row)).map((row) => pick(row, at, emptyBalance)), items: [] }
  }
  const looksLikeItems = (row: readonly string[]) => itemAccountOf(row[0] ?? '') !== undefined && row.length > 4
  return {
    rows: balancesWithoutHead(table.filter((row) => !looksLikeItems(row) && !isTotal(row))),
    items: table
      .filter(looksLikeItems)
      .map(([account = '', party = '', number = '', day = '', dueDay = '', amount = '']) => ({
        account,
        party,
        number,
        day,
        dueDay,
        amount,
      })),
  }
}

/** Code, optional name, debit, credit, optional foreign amount. */
function balancesWithoutHead(table: readonly (readonly string[])[]): BalanceRow[] {
  const named = table.some(([, second = '']) => second !== '' && !parseTypedAmount(second).ok)
  return table.map(([account = '', ...rest]) => {
    const [debit = '', credit = '', foreign = ''] = named ? rest.slice(1) : rest
    return { account, debit, credit, foreign }
  })
}

const balanceHeads: Record<keyof BalanceRow, RegExp> = {
  account: /^(account|acct|code|gl)\b(?!.*name)/i,
  debit: /^(debit|dr)\b/i,
  credit: /^(credit|cr)\b/i,
  foreign: /^(foreign|currency amount|in currency)/i,
}
const itemHeads: Record<keyof ItemRow, RegExp> = {
  account: /^(account|acct|type|kind)\b/i,
  party: /^(party|customer|supplier|vendor|name|tin)\b/i,
  number: /^(document|doc|number|no|invoice|bill|ref)\b/i,
  day: /^(day|date|document date|invoice date|bill date)\b/i,
  dueDay: /^due/i,
  amount: /^(amount|balance|open|outstanding)\b/i,
}

const has = (row: readonly string[], head: RegExp) => row.some((cell) => head.test(cell))
const isBalanceHead = (row: readonly string[]) =>
  has(row, balanceHeads.account) && has(row, balanceHeads.debit) && has(row, balanceHeads.credit)
const isItemHead = (row: readonly string[]) => has(row, itemHeads.party) && has(row, itemHeads.amount)
const isTotal = (row: readonly string[]) => row.some((cell) => /^(grand )?totals?:?$/i.test(cell))

function placesOf<K extends string>(head: readonly string[], heads: Record<K, RegExp>): Record<K, number> {
  const taken = new Set<number>()
  const place = (wanted: RegExp) => {
    const at = head.findIndex((cell, i) => !taken.has(i) && wanted.test(cell))
    if (at >= 0) taken.add(at)
    return at
  }
  // Dates first: 'Invoice date' is a date, not an invoice number.
  const order = (Object.keys(heads) as K[]).toSorted((a, b) => Number(b.includes('ay')) - Number(a.includes('ay')))
  return Object.fromEntries(order.map((key) => [key, place(heads[key])])) as Record<K, number>
}

function pick<R extends Record<string, string>>(row: readonly string[], at: Record<string, number>, empty: R): R {
  return Object.fromEntries(Object.keys(empty).map((key) => [key, row[at[key] ?? -1] ?? ''])) as R
}
