// The demo company's bank statements: made from its books, but with later dates, the bank's own words, and bank-only
// movements: charges, interest and its final tax, an unannounced deposit. A bank may use several formats.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { addDays, addMonths, daysBetween, endOfMonth, monthOf, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import { multiplyRate } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import type { StatementLine } from '@talaan/ledger/banking/formats/statement.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { bankAccount, previewFile, readStatementFile } from '../../features/statements/preview.ts'
import { store } from '../../features/statements/store.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { fileOf } from './statement-files.ts'
import type { DemoFormat, PrintedStatement } from './statement-files.ts'

type Db = Kysely<Tables>

/** The invented banks, and their files by month, newest first. */
const banks: Record<string, { bank: string; number: string; formats: readonly DemoFormat[] }> = {
  '1031': {
    bank: 'Bank of Luzon',
    number: '0012-3456-7890',
    formats: ['pdf', 'camt053', 'mt940', 'ofx1', 'xlsx', 'csv', 'qif', 'ofx2'],
  },
  '1032': { bank: 'Visayas Savings Bank', number: '2200-1144-5566', formats: ['csv', 'csv', 'xlsx'] },
  '1040': { bank: 'Bank of Luzon', number: '0012-3456-8808', formats: ['mt940', 'mt940', 'camt053'] },
  '1045': { bank: 'Perawallet', number: '0917-555-0142', formats: ['pdf'] },
}

export type DemoFile = {
  account: string
  month: Month
  format: DemoFormat
  name: string
  bytes: Uint8Array
  lines: number
}

/** Banks and account numbers, as in the settings. */
export async function nameDemoBanks(db: Db): Promise<void> {
  for (const [code, { bank, number }] of Object.entries(banks))
    await db.updateTable('money_account').set({ bank, bank_account_no: number }).where('code', '=', code).execute()
}

/** A file for each account and month from the beginning until yesterday; the last may be a partial month. */
export async function demoFiles(db: Db, { first, today }: { first: Day; today: Day }): Promise<DemoFile[]> {
  const files: DemoFile[] = []
  for (const [account, { bank, number, formats }] of Object.entries(banks)) {
    const { currency } = await bankAccount(db, account)
    const lines = await bankLines(db, { account, currency, first, today })
    let opening = 0n
    // To the month of today, also on its first day, so that each month has the format of its distance from today.
    const months = monthsBetween(monthOf(first), monthOf(today))
    for (const [at, month] of months.entries()) {
      const format = formats[(months.length - 1 - at) % formats.length] ?? 'csv'
      const [from, to] = [startOfMonth(month), endOfMonth(month) < today ? endOfMonth(month) : addDays(today, -1)]
      const own = printed(
        lines.filter(({ day }) => day >= from && day <= to),
        { opening, month, account },
      )
      const closing = own.at(-1)?.balance ?? opening
      // A table cannot represent a month without movements, so it has no statement.
      if (own.length > 0) {
        const statement: PrintedStatement = { account: number, bank, currency, from, to, opening, closing, lines: own }
        const name = `${account}-${month}.${extensions[format]}`
        files.push({ account, month, format, name, bytes: await fileOf(format, statement), lines: own.length })
      }
      opening = closing
    }
  }
  return files
}

const monthsBetween = (first: Month, last: Month): Month[] =>
  first > last ? [] : [first, ...monthsBetween(addMonths(first, 1), last)]

const extensions: Record<DemoFormat, string> = {
  csv: 'csv',
  xlsx: 'xlsx',
  ofx1: 'ofx',
  ofx2: 'ofx',
  qif: 'qif',
  mt940: 'sta',
  camt053: 'xml',
  pdf: 'pdf',
}

/** Uploads all files but the newest, which go to a folder for trying the upload; for an open year all of them do. */
export async function uploadDemoFiles(
  db: Db,
  viewer: Viewer,
  { files, today, folder, open }: Uploading,
): Promise<{ stored: number; latest: DemoFile[] }> {
  const isLatest = ({ month }: DemoFile) => open || month >= addMonths(monthOf(today), -1)
  const uploaded = files.filter((file) => !isLatest(file))
  for (const file of uploaded) await upload(db, viewer, file)
  const latest = files.filter(isLatest)
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true })
    for (const { name, bytes } of latest) writeFileSync(join(folder, name), bytes)
  }
  return { stored: uploaded.length, latest }
}

type Uploading = { files: readonly DemoFile[]; today: Day; folder: string | undefined; open: boolean }

async function upload(db: Db, viewer: Viewer, { account: code, month, name, bytes: content }: DemoFile): Promise<void> {
  const account = await bankAccount(db, code)
  const bytes = Buffer.from(content)
  const today = addDays(endOfMonth(month), 3)
  const read = await readStatementFile(db, { account: code, name }, bytes)
  const upload = { account, read, part: undefined, bytes, today }
  const { digest, findings } = await previewFile(db, upload)
  const questions = findings.filter(({ weight }) => weight === 'doubt')
  if (digest === null || questions.length > 0)
    throw new Error(
      `The demo's statement ${name} does not add up: ${[...questions, ...read.mistakes].map(({ message }) => message).join(' ')}`,
    )
  const at = timestamp(Date.parse(`${today}T01:00:00Z`))
  await db.transaction().execute((trx) => store(trx, { ...upload, name, digest, reason: '', viewer, at }))
}

type BankLine = Omit<StatementLine, 'position' | 'balance'>

/** The book lines of an account, as seen by its bank. */
async function bankLines(
  db: Db,
  { account, currency, first, today }: { account: string; currency: string; first: Day; today: Day },
): Promise<BankLine[]> {
  const { rows } = await sql<{
    no: bigint
    day: Day
    kind: string
    amount: bigint
    held: bigint | null
    party: string | null
    reference: string | null
    chequeNo: string | null
  }>`
    select entry.no, entry.day, document.kind, (line.debit - line.credit)::bigint as amount,
      case when line.debit > 0 then line.currency_amount else -line.currency_amount end as held,
      document.party_name as party, cheque.no as "chequeNo",
      case when document.kind not in ('cheque', 'stalecheque') then external_no end as reference
    from line join entry on entry.no = line.entry_no join document on document.id = entry.document_id
    left join cheque on cheque.document_id = document.id and cheque.account = line.account
    where line.account = ${account} and entry.reverses is null
      and not exists (select from document_void where document_void.document_id = document.id)
    order by entry.no, line.position`.execute(db)
  const bankLines = rows.flatMap(({ no, day, kind, amount, held, party, reference, chequeNo }): BankLine[] => {
    const moved = currency === 'PHP' ? amount : held
    // Revalued, but nothing moved at the bank.
    if (moved === null || moved === 0n) return []
    return [
      {
        day: onWorkday(addDays(day, lag({ no, isCheque: chequeNo !== null, kind }))),
        amount: moved,
        ...(chequeNo !== null && { chequeNo }),
        description: words({ kind, moved, party, reference, isCheque: chequeNo !== null }),
      },
    ]
  })
  return [...bankLines, ...onlyTheBank({ account, first, today })]
    .filter(({ day }) => day < today)
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

/** Cheques take time for clearing and with their payees; late deposits of a day are booked the next. */
function lag({ no, isCheque, kind }: { no: bigint; isCheque: boolean; kind: string }): number {
  if (isCheque) return 4 + Number(no % 6n)
  return kind === 'deposit' || kind === 'collection' ? Number(no % 2n) : 0
}

type BankMovement = { kind: string; moved: Money; party: string | null; reference: string | null; isCheque: boolean }

function words({ kind, moved, party, reference, isCheque }: BankMovement): string {
  const act = isCheque
    ? 'INWARD CHECK'
    : kind === 'deposit'
      ? 'CASH/CHECK DEPOSIT'
      : kind === 'withdrawal'
        ? 'DEBIT MEMO'
        : kind === 'transfer'
          ? moved < 0n
            ? 'INSTAPAY TRANSFER OUT'
            : 'INSTAPAY TRANSFER IN'
          : moved < 0n
            ? 'PESONET DEBIT'
            : 'PESONET CREDIT'
  // Banks truncate names and drop accents.
  const plain = (party ?? '')
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 ]/g, '')
    .toUpperCase()
    .slice(0, 22)
    .trim()
  return [act, isCheque ? '' : plain, reference ?? ''].filter((part) => part !== '').join(' ')
}

/** By month: a service charge, interest less its final tax of 20 %, and once an unannounced deposit. */
function onlyTheBank({ account, first, today }: { account: string; first: Day; today: Day }): BankLine[] {
  if (account !== '1031' && account !== '1032') return []
  const lines: BankLine[] = []
  for (let [at, month] = [0, monthOf(first)]; startOfMonth(month) < today; at++, month = addMonths(month, 1)) {
    const day = endOfMonth(month)
    const interest = BigInt(account === '1031' ? 41_250 + at * 1_115 : 18_405 + at * 730)
    lines.push(
      { day, amount: interest, description: 'INTEREST PAY SYS-GEN' },
      { day, amount: -multiplyRate(interest, '0.20'), description: 'INTEREST WITHHELD' },
    )
    if (account === '1031') lines.push({ day, amount: -30_000n, description: 'SERVICE CHARGE' })
    if (account === '1031' && at === 2)
      lines.push({ day: onWorkday(`${month}-17`), amount: 1_500_000n, description: 'PESONET CREDIT UNKNOWN SENDER' })
  }
  return lines
}

function printed(
  lines: readonly BankLine[],
  { opening, month, account }: { opening: Money; month: Month; account: string },
): PrintedStatement['lines'] {
  let balance = opening
  return lines.map((line, at) => {
    balance += line.amount
    const reference = `${account}${month.replace('-', '').slice(2)}${String(at + 1).padStart(4, '0')}`
    return { ...line, balance, reference, position: at + 1 }
  })
}

// 1 January 1990 was a Monday.
const onWorkday = (day: Day): Day => {
  const weekday = (daysBetween('1990-01-01', day) + 1) % 7
  return weekday === 0 ? addDays(day, 1) : weekday === 6 ? addDays(day, 2) : day
}
