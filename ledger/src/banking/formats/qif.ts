// QIF, Quicken's old exchange format. It has neither currency nor balance, and no fixed order of day and month. Source:
// Intuit, Quicken Interchange Format (QIF) files.
import type { Day } from '../../core/date.ts'
import { readDay, readMixedAmount } from './figures.ts'
import type { DateOrder } from './figures.ts'
import { inOrderOfTime } from './statement.ts'
import type { FoundLine, Statement, StatementsRead } from './statement.ts'
import { atLine, quoted, UnreadableStatement } from './unreadable.ts'

type Row = { letter: string; text: string; line: number }

/** Sections with account movements, unlike lists of classes, categories and securities. */
const accountTypes = /^!type: ?(bank|cash|ccard|oth a|oth l)\b/i

/** The dates of the movements as written, to detect their order. */
export const qifDays = (text: string): string[] =>
  [...recordsOf(text)].flatMap(({ rows }) =>
    rows.filter(({ letter }) => letter === 'D').map((row) => plainDay(row.text)),
  )

/**
 * Reads the accounts of a QIF file; amounts are minor units, the caller gives the order of day and month. An opening
 * balance as the first movement becomes the opening balance. Throws UnreadableStatement, with the line.
 */
export function readQif(text: string, order: DateOrder): StatementsRead {
  const accounts = new Map<string, { found: FoundLine[]; opening?: bigint }>()
  for (const { account, rows } of recordsOf(text)) {
    const held = accounts.get(account) ?? { found: [] }
    accounts.set(account, held)
    const at = (letter: string) => rows.find((row) => row.letter === letter)
    const line = rows[0]?.line ?? 0
    const amountRow = at('T') ?? at('U')
    const dayRow = at('D')
    if (dayRow === undefined) throw atLine(line, 'this transaction has no date (D).')
    if (amountRow === undefined) throw atLine(line, 'this transaction has no amount (T).')
    const day = dayOf(dayRow, order)
    const amount = readMixedAmount(plainAmount(amountRow.text))
    if (!amount.ok) throw atLine(amountRow.line, amount.message)
    const payee = at('P')?.text ?? ''
    if (/^opening balance$/i.test(payee) && held.found.length === 0 && held.opening === undefined) {
      held.opening = amount.value
      continue
    }
    const number = at('N')?.text.trim() ?? ''
    const description = [payee, at('M')?.text ?? ''].filter((words) => words !== '').join(' ')
    if (amount.value === 0n) continue
    held.found.push({
      day,
      amount: amount.value,
      ...(/^\d{1,12}$/.test(number) ? { chequeNo: number } : number !== '' && { reference: number }),
      description: description === '' ? (at('L')?.text ?? '') : description,
    })
  }
  if (accounts.size === 0)
    throw new UnreadableStatement(
      'This QIF file has no bank transactions (no !Type:Bank). Download the statement again.',
    )
  return {
    statements: [...accounts].map(([account, { found, opening }]): Statement => ({
      ...(account !== '' && { account }),
      // The format has no closing balance: it is the opening balance plus all movements.
      ...(opening !== undefined && { opening, closing: found.reduce((all, { amount }) => all + amount, opening) }),
      lines: inOrderOfTime(found),
    })),
    notes: [],
  }
}

/** Without the currency sign, and without commas that can only group thousands. */
function plainAmount(text: string): string {
  const bare = text.replace(/^([-+]?)\s*[$₱]/, '$1')
  return /^[-+]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare) ? bare.replaceAll(',', '') : bare
}

/** 2/10'2020, 2/14'20 and 2/14' 9: an apostrophe precedes years of this century, and marks the year. */
const plainDay = (text: string): string =>
  text
    .trim()
    .replace(/' ?(\d{1,2})$/, (_, year: string) => `/20${year.padStart(2, '0')}`)
    .replace("'", '/')
    .replace(/\s+/g, '')

function dayOf({ text, line }: Row, order: DateOrder): Day {
  const read = readDay(plainDay(text), order)
  if (!read.ok) throw atLine(line, read.message)
  return read.value
}

/** The movements with their account; other sections are skipped. */
function* recordsOf(text: string): Generator<{ account: string; rows: Row[] }> {
  let section: 'movements' | 'account' | 'other' = 'other'
  let account = ''
  let rows: Row[] = []
  for (const [at, raw] of text.split('\n').entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#') || line.startsWith('//')) continue
    if (line.startsWith('!')) {
      if (rows.length > 0 && section === 'movements')
        throw atLine(at + 1, 'the previous transaction does not end with ^.')
      rows = []
      // Options are switches and begin no section.
      if (/^!(option|clear):/i.test(line)) continue
      section = accountTypes.test(line) ? 'movements' : /^!account/i.test(line) ? 'account' : 'other'
      continue
    }
    if (line !== '^') {
      rows.push({ letter: line.slice(0, 1).toUpperCase(), text: line.slice(1).trim(), line: at + 1 })
      continue
    }
    if (section === 'movements' && rows.length > 0) yield { account, rows }
    if (section === 'account') account = rows.find(({ letter }) => letter === 'N')?.text ?? ''
    rows = []
  }
  if (rows.length > 0 && section === 'movements')
    throw new UnreadableStatement(
      `The last transaction of this QIF file, ${quoted(rows[0]?.text ?? '')}, does not end with ^. The file is incomplete. Download it again.`,
    )
}
