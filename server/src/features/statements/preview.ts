// A file as it would be stored: read, compared with the earlier statements of the account, and checked. Nothing is stored.
import type { Kysely } from 'kysely'
import { statementProblems } from '@talaan/contract/statements.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { canonical } from '@talaan/ledger/core/digest.ts'
import { checkAgainstEarlier, checkBalances } from '@talaan/ledger/banking/checks/statement-checks.ts'
import type { Finding } from '@talaan/ledger/banking/checks/finding.ts'
import { alignLines } from '@talaan/ledger/banking/checks/identity.ts'
import type { Aligned } from '@talaan/ledger/banking/checks/identity.ts'
import { layoutDraft, statementLayout } from '@talaan/ledger/banking/formats/layout.ts'
import type { LayoutDraft, StatementLayout } from '@talaan/ledger/banking/formats/layout.ts'
import { daysOf, isWithinReason, joined, sameAccount } from '@talaan/ledger/banking/formats/statement.ts'
import type { Statement } from '@talaan/ledger/banking/formats/statement.ts'
import { maxLines } from '@talaan/ledger/banking/formats/table.ts'
import { accountLabel } from '../../books/account-label.ts'
import { sha256 } from '../../books/journal.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { assertEnding } from '../../platform/reading/endings.ts'
import { readUploaded } from '../../platform/reading/reader.ts'
import type { FileRead } from '../../platform/reading/statement.ts'
import { earlierStatements, knownLines } from './known.ts'

type Db = Kysely<Tables>

export type BankAccount = { code: string; name: string; label: string; bank: string; number: string; currency: string }

/** The accounts that can have statements: active bank accounts and e-wallets. */
export const bankAccounts = (db: Db): Promise<BankAccount[]> =>
  db
    .selectFrom('money_account')
    .innerJoin('account', 'account.code', 'money_account.code')
    .select(['money_account.code', 'account.name', 'bank', 'bank_account_no as number', 'currency'])
    .select(accountLabel('money_account.code').as('label'))
    .where('money_account.kind', 'in', ['bank', 'ewallet'])
    .where('account.active', '=', true)
    .orderBy('money_account.code')
    .execute()

export async function bankAccount(db: Db, code: string): Promise<BankAccount> {
  const found = (await bankAccounts(db)).find((account) => account.code === code)
  if (found === undefined) {
    const { sentence } = statementProblems.account
    throw new Refusal(statementProblems.account, [{ path: ['account'], message: sentence }])
  }
  return found
}

export type StatementRequest = { account: string; name: string; layout?: string | undefined; part?: string | undefined }

/** The contents of the file, before it is compared with anything. */
export async function readStatementFile(
  db: Db,
  { account, layout, name }: StatementRequest,
  bytes: Buffer,
): Promise<FileRead> {
  const kept = await storedLayouts(db, account)
  const file = { bytes, said: saidLayout(layout), kept: kept.map((each) => each.layout) }
  const read = await readUploaded('statement', file, { problems: statementProblems })
  assertEnding(name, read.format, statementProblems.unreadable)
  return read
}

function saidLayout(text: string | undefined): LayoutDraft | null {
  if (text === undefined) return null
  const read = layoutDraft.safeParse(parsed(text))
  if (!read.success) throw new Refusal(statementProblems.open)
  return read.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The newest version first. */
export async function storedLayouts(db: Db, account: string): Promise<{ version: number; layout: StatementLayout }[]> {
  const rows = await db
    .selectFrom('statement_profile')
    .select(['version', 'mapping'])
    .where('account', '=', account)
    .orderBy('version', 'desc')
    .limit(20)
    .execute()
  return rows.flatMap(({ version, mapping }) => {
    const read = statementLayout.safeParse(mapping)
    return read.success ? [{ version, layout: read.data }] : []
  })
}

export type CheckedFile = {
  /** The printed numbers of the accounts in the file, where there are several and none is chosen. */
  accounts: string[]
  statement: (Statement & { from: Day; to: Day }) | null
  aligned: Aligned[]
  findings: Finding[]
  digest: string | null
}

/** The chosen statement, its lines as lines of the account, and all problems found. */
export async function previewFile(
  db: Db,
  {
    account,
    read,
    part,
    bytes,
    today,
  }: { account: BankAccount; read: FileRead; part: string | undefined; bytes: Buffer; today: Day },
): Promise<CheckedFile> {
  const { statements, accounts } = ofAccount(read.statements, account, part)
  const nothing: CheckedFile = { accounts, statement: null, aligned: [], findings: [], digest: null }
  if (statements.length === 0 || read.mistakes.length > 0) return nothing
  const { statement, notes } = joined(statements)
  const days = daysOf(statement)
  if (days === null)
    throw new Refusal(
      saying(
        statementProblems.unreadable,
        'This file has no transactions and no dated balance. Download a statement for a longer period from your bank.',
      ),
    )
  if (statement.lines.length > maxLines)
    throw new Refusal(
      saying(
        statementProblems.unreadable,
        `This statement has more than ${maxLines.toLocaleString('en')} lines. Download a shorter period.`,
      ),
    )
  if (!isWithinReason(statement))
    throw new Refusal(
      saying(statementProblems.unreadable, 'The amounts in this file are too large. Check the columns.'),
    )
  if (statement.currency !== undefined && statement.currency.toUpperCase() !== account.currency)
    throw new Refusal(
      saying(
        statementProblems.currency,
        `This statement is in ${statement.currency.toUpperCase()}, but account ${account.code} ${account.name} is in ${account.currency}. Choose the account that the statement belongs to.`,
      ),
    )
  const around = { account: account.code, ...days }
  const known = await knownLines(db, around)
  const aligned = alignLines(statement.lines, known, { account: account.code, fingerprint: sha256 })
  const findings: Finding[] = [
    ...ofOtherAccount(statement, account),
    ...notYet(days, today),
    ...checkBalances(statement),
    ...checkAgainstEarlier(statement, aligned, await earlierStatements(db, around)),
    ...[...read.notes, ...notes].map((message): Finding => ({ kind: 'reader', weight: 'note', line: null, message })),
  ]
  const dated = { ...statement, ...days }
  const lines = aligned.map(({ line, known: same }) => ({ ...line, known: same?.id }))
  const digest = sha256(
    canonical({
      account: account.code,
      file: sha256(bytes),
      layout: read.layout ?? undefined,
      statement: { ...dated, lines },
      findings,
    }),
  )
  return { accounts, statement: dated, aligned, findings, digest }
}

/** Of several accounts in a file, the chosen one, else the one with the stored account number. */
function ofAccount(
  statements: readonly Statement[],
  { number }: BankAccount,
  part: string | undefined,
): { statements: Statement[]; accounts: string[] } {
  const accounts = [...new Set(statements.map((each) => each.account ?? ''))]
  if (accounts.length <= 1) return { statements: [...statements], accounts: [] }
  const meant = part ?? (number === '' ? undefined : accounts.find((each) => each !== '' && sameAccount(each, number)))
  return { statements: statements.filter((each) => (each.account ?? '') === meant), accounts }
}

function ofOtherAccount({ account }: Statement, { code, name, number }: BankAccount): Finding[] {
  if (sameAccount(account, number)) return []
  const message = `The statement is for account no. ${account}, but the account no. of ${code} ${name} is ${number}.`
  return [{ kind: 'account', weight: 'doubt', line: null, message }]
}

function notYet({ to }: { to: Day }, today: Day): Finding[] {
  if (to <= today) return []
  const message = `The statement has dates up to ${formatDay(to)}, which are in the future. The day and month may be reversed.`
  return [{ kind: 'reader', weight: 'doubt', line: null, message }]
}
