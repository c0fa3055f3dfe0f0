// OFX 1 (SGML: leaves need no end tag) and OFX 2 (XML) as banks write them, including mixtures and errors; both have
// the same tree. Source: Open Financial Exchange Specification 1.6 and 2.2, chapters 2 and 11.
import { dayMistake } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import type { Money } from '../../core/money.ts'
import { readMixedAmount } from './figures.ts'
import { counted, inOrderOfTime } from './statement.ts'
import type { FoundLine, Statement, StatementsRead } from './statement.ts'
import { atLine, quoted, UnreadableStatement } from './unreadable.ts'

/**
 * Reads the statements of all bank and card accounts in an OFX file. Amounts are minor units; dates are as the bank
 * wrote them, ignoring any time zone. Throws UnreadableStatement, with the line.
 */
export function readOfx(text: string): StatementsRead {
  const begins = text.search(/<OFX(\s[^<>]*)?>/i)
  if (begins < 0) throw new UnreadableStatement('This OFX file has only a header. Download it again.')
  if (/<!DOCTYPE|<!ENTITY/i.test(text))
    throw new UnreadableStatement(
      'This OFX file contains a document type definition, which Talaan does not accept. Download the statement again, or in another format.',
    )
  if (!/<\/OFX\s*>/i.test(text)) throw new UnreadableStatement('This OFX file is incomplete. Download it again.')
  const reading: Reading = { path: [], statements: [] }
  for (const part of partsOf(text, begins)) take(reading, part)
  if (reading.statements.length === 0)
    throw new UnreadableStatement(
      /<INVSTMTRS\s*>/i.test(text)
        ? 'This OFX file is for an investment account. Only bank accounts and cards can be reconciled.'
        : 'This OFX file has no account statement. Download the statement again.',
    )
  const notes: string[] = []
  return { statements: reading.statements.map((statement) => finished(statement, notes)), notes }
}

/** '-30.000' is 30.00: amounts of OFX have a decimal mark and no thousands separators (2.2, section 3.2.9.2). */
const ofxAmounts = { pointIsDecimal: true }

/** Group elements; any other element followed by text is a leaf. */
const groups = new Set(
  (
    'STMTTRNRS CCSTMTTRNRS STMTRS CCSTMTRS BANKACCTFROM CCACCTFROM BANKACCTTO CCACCTTO BANKTRANLIST STMTTRN STMTTRNP ' +
    'LEDGERBAL AVAILBAL BALLIST BAL PAYEE CURRENCY ORIGCURRENCY STATUS FI SONRS BANKTRANLISTP'
  ).split(' '),
)

type Part = { tag: string; ends: boolean; text: string; line: number }
type Leaves = Record<string, string | undefined>
type Building = {
  own: Leaves
  account: Leaves
  list: Leaves
  ledger: Leaves
  movements: { leaves: Leaves; line: number }[]
}
type Reading = { path: string[]; statements: Building[] }

/** The tags with the text after each; a '<' that begins no tag is part of the text. */
function* partsOf(text: string, from: number): Generator<Part> {
  const tags = /<(\/?)([A-Za-z][A-Za-z0-9._]*)(?:\s+xmlns[^<>]*?)?\s*(\/?)>/g
  tags.lastIndex = from
  let [line, counted] = [1, 0]
  let found = tags.exec(text)
  while (found !== null) {
    const { index } = found
    for (let at = text.indexOf('\n', counted); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) {
      line++
      counted = at + 1
    }
    const next = tags.exec(text)
    const [whole, slash = '', tag = '', empty = ''] = found
    const said = text.slice(index + whole.length, next?.index ?? text.length)
    yield { tag: tag.toUpperCase(), ends: slash !== '' || empty !== '', text: unescaped(said), line }
    found = next
  }
}

function take({ path, statements }: Reading, { tag, ends, text, line }: Part): void {
  if (groups.has(tag)) {
    if (ends) {
      const at = path.lastIndexOf(tag)
      if (at >= 0) path.splice(at)
      return
    }
    path.push(tag)
    if (path.length > 64) throw atLine(line, 'the nesting is too deep for a bank statement.')
    if (tag === 'STMTRS' || tag === 'CCSTMTRS')
      statements.push({ own: {}, account: {}, list: {}, ledger: {}, movements: [] })
    if (tag === 'STMTTRN') statements.at(-1)?.movements.push({ leaves: {}, line })
    return
  }
  const statement = statements.at(-1)
  if (ends || text === '' || statement === undefined) return
  const group = path.findLast((name) => name !== 'PAYEE')
  const leaves =
    group === 'STMTTRN'
      ? statement.movements.at(-1)?.leaves
      : group === 'BANKACCTFROM' || group === 'CCACCTFROM'
        ? statement.account
        : group === 'BANKTRANLIST'
          ? statement.list
          : group === 'LEDGERBAL'
            ? statement.ledger
            : group === 'STMTRS' || group === 'CCSTMTRS'
              ? statement.own
              : undefined
  if (leaves !== undefined) leaves[tag] ??= text
}

function finished({ own, account, list, ledger, movements }: Building, notes: string[]): Statement {
  const found = signedByType(
    corrected(movements, notes).map(({ leaves, line }) => ({ type: leaves['TRNTYPE'] ?? '', ...lineOf(leaves, line) })),
    notes,
  )
  const lines = inOrderOfTime(found.filter(({ amount }) => amount !== 0n))
  const [from, to] = [dayOf(list['DTSTART']), dayOf(list['DTEND'])]
  const closing = ledger['BALAMT'] === undefined ? null : readMixedAmount(ledger['BALAMT'], ofxAmounts)
  const asOf = dayOf(ledger['DTASOF'])
  // The ledger balance is as of the download: it is the closing balance only if no movement can be in between.
  const closes =
    closing?.ok === true && (asOf === undefined || to === undefined || asOf <= to || asOf === lines.at(-1)?.day)
  return {
    ...(account['ACCTID'] !== undefined && { account: account['ACCTID'] }),
    ...(own['CURDEF'] !== undefined && { currency: own['CURDEF'] }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && {
      to: asOf !== undefined && closes && asOf < to && asOf >= (lines.at(-1)?.day ?? asOf) ? asOf : to,
    }),
    // The format has no opening balance: it is the closing balance less all movements.
    ...(closes && {
      opening: lines.reduce((rest, { amount }) => rest - amount, closing.value),
      closing: closing.value,
    }),
    lines,
  }
}

/**
 * A movement may correct or delete another one of the file. Some banks send the correction under the id of the movement it
 * corrects, and some repeat the id of the movement itself, which corrects nothing.
 */
function corrected(movements: Building['movements'], notes: string[]): Building['movements'] {
  const gone = new Set<Building['movements'][number]>()
  const byId = Map.groupBy(
    movements.map((movement, at) => ({ movement, at })),
    ({ movement }) => movement.leaves['FITID'],
  )
  let astray = 0
  for (const [at, correction] of movements.entries()) {
    const { CORRECTFITID: corrects, CORRECTACTION: action } = correction.leaves
    if (corrects === undefined) continue
    const found = (byId.get(corrects) ?? []).filter(
      ({ movement, at: other }) => other !== at && (other < at || movement.leaves['CORRECTFITID'] !== corrects),
    )
    if (found.length === 0) astray++
    for (const { movement } of found) gone.add(movement)
    if (action?.toUpperCase() === 'DELETE') gone.add(correction)
  }
  notes.push(
    ...counted(
      astray,
      'One transaction corrects a transaction that is not in this file. Check the earlier statement.',
      (count) => `${count} transactions correct transactions that are not in this file. Check the earlier statements.`,
    ),
  )
  return movements.filter((movement) => !gone.has(movement))
}

const paysOut = /^(debit|check|atm|pos|fee|srvchg|payment|directdebit|repeatpmt|cash)$/i

/** Amounts have a sign. If none in the file has one, the type gives the direction. */
function signedByType(found: readonly (FoundLine & { type: string })[], notes: string[]): FoundLine[] {
  const isUnsigned = found.every(({ amount }) => amount >= 0n) && found.some(({ type }) => paysOut.test(type))
  if (isUnsigned)
    notes.push('The amounts in this file have no sign. Debits, cheques and charges are treated as money out.')
  return found.map(({ type, ...line }) => (isUnsigned && paysOut.test(type) ? { ...line, amount: -line.amount } : line))
}

function lineOf(leaves: Leaves, line: number): FoundLine {
  const posted = leaves['DTPOSTED']
  if (posted === undefined) throw atLine(line, 'this transaction has no date (DTPOSTED).')
  const day = dayOf(posted)
  if (day === undefined) throw atLine(line, `${quoted(posted)} is not a date such as 20260331.`)
  const text = leaves['TRNAMT']
  if (text === undefined) throw atLine(line, 'this transaction has no amount (TRNAMT).')
  const amount = readMixedAmount(text, ofxAmounts)
  if (!amount.ok) throw atLine(line, amount.message)
  const valueDay = dayOf(leaves['DTAVAIL'])
  const words = [leaves['EXTDNAME'] ?? leaves['NAME'], leaves['MEMO']].filter((said) => said !== undefined)
  return {
    day,
    ...(valueDay !== undefined && valueDay !== day && { valueDay }),
    amount: amount.value satisfies Money,
    ...(leaves['FITID'] !== undefined && { reference: leaves['FITID'] }),
    ...(leaves['CHECKNUM'] !== undefined && /[1-9]/.test(leaves['CHECKNUM']) && { chequeNo: leaves['CHECKNUM'] }),
    // Some banks repeat the words, and some cut the name and continue it in the memo.
    description: (words[1]?.startsWith(words[0] ?? '') ? [words[1]] : words).join(' ') || (leaves['TRNTYPE'] ?? ''),
  }
}

/** '20260331120000.000[+8:PHT]': the date as written; undefined if it is not a date or missing. */
function dayOf(text: string | undefined): Day | undefined {
  const digits = /^\d{8}/.exec(text?.trim() ?? '')?.[0]
  if (digits === undefined) return undefined
  const day = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
  return dayMistake(day) === null ? day : undefined
}

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ntilde: 'ñ',
  Ntilde: 'Ñ',
}

/** Known entities are decoded; any other ampersand is left unchanged. Some banks write `&amp;amp;`. */
const unescaped = (text: string): string =>
  text
    .replace(/&amp;(?=#?\w{2,6};)/gi, '&')
    .replace(
      /&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]{2,6}));/gi,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return named[name] ?? named[name.toLowerCase()] ?? whole
        const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
        return code < 32 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? whole : String.fromCodePoint(code)
      },
    )
    .replace(/\s+/g, ' ')
    .trim()
