// Stores a statement as previewed: the file, its layout, its lines, and the lines of the account that they match. All of
// it or nothing, and one upload per account at a time.
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { formatNames, statementProblems } from '@talaan/contract/statements.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { formatDay, dayInManila } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { canonical } from '@talaan/ledger/core/digest.ts'
import { statementLayout } from '@talaan/ledger/banking/formats/layout.ts'
import { instant } from '../../platform/clock.ts'
import { sha256 } from '../../books/journal.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { FileRead } from '../../platform/reading/statement.ts'
import { storedLayouts, previewFile } from './preview.ts'
import type { BankAccount, CheckedFile } from './preview.ts'
import { storeContent } from '../../platform/disk/content.ts'

type Trx = Transaction<Tables>

export type ToStore = {
  account: BankAccount
  read: FileRead
  part: string | undefined
  bytes: Buffer
  name: string
  digest: string
  reason: string
  viewer: Viewer
  today: Day
  at: string
}
export type Stored = { statementId: string; lines: number; newLines: number; already: boolean }

/** The statement already stored from this file, if it was not removed. */
export async function storedBefore(trx: Trx, account: string, digest: string): Promise<Stored | undefined> {
  const before = await trx
    .selectFrom('bank_statement')
    .select(['id', 'lines'])
    .where('account', '=', account)
    .where('sha256', '=', digest)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return before && { statementId: before.id, lines: before.lines, newLines: 0, already: true }
}

/** Other uploads for this account wait until the transaction ends. */
export const lockAccount = (trx: Trx, account: string) =>
  trx.selectFrom('money_account').select('code').where('code', '=', account).forUpdate().executeTakeFirst()

export async function store(trx: Trx, upload: ToStore): Promise<Stored> {
  const { account, read, bytes, digest, reason, viewer, at } = upload
  await lockAccount(trx, account.code)
  const contentDigest = sha256(bytes)
  const before = await storedBefore(trx, account.code, contentDigest)
  if (before !== undefined) return before
  const preview = await previewFile(trx, upload)
  const { statement, findings, aligned } = preview
  if (statement === null)
    throw new Refusal(read.mistakes.length > 0 ? statementProblems.mistakes : statementProblems.open)
  if (preview.digest !== digest) throw new Refusal(statementProblems.lookAgain)
  if (reason === '' && findings.some(({ weight }) => weight === 'doubt')) {
    const { sentence } = statementProblems.reason
    throw new Refusal(statementProblems.reason, [{ path: ['reason'], message: sentence }])
  }
  await storeContent(trx, contentDigest, bytes)
  const statementId = crypto.randomUUID()
  await trx
    .insertInto('bank_statement')
    .values({
      id: statementId,
      account: account.code,
      sha256: contentDigest,
      file_name: upload.name,
      format: read.format,
      profile_version: await keepLayout(trx, upload),
      account_no: statement.account ?? '',
      currency: statement.currency ?? '',
      from_day: statement.from,
      to_day: statement.to,
      opening: statement.opening ?? null,
      closing: statement.closing ?? null,
      lines: statement.lines.length,
      findings: JSON.stringify(findings),
      reason,
      uploaded_by: viewer.userId,
      uploaded_at: at,
      removed_by: null,
      removed_at: null,
      removal_reason: null,
    })
    .execute()
  await storeLines(trx, { account: account.code, statementId, aligned })
  const newLines = aligned.filter(({ known }) => known === null).length
  return { statementId, lines: statement.lines.length, newLines, already: false }
}

/** The version of the layout this file was read by; a layout that differs from the last one becomes a new version. */
async function keepLayout(trx: Trx, { account, read, viewer, at }: ToStore): Promise<number | null> {
  const layout = statementLayout.safeParse(read.layout)
  if (!layout.success) return null
  const kept = await storedLayouts(trx, account.code)
  const same = kept.find((each) => canonical(each.layout) === canonical(layout.data))
  if (same !== undefined) return same.version
  const version = (kept[0]?.version ?? 0) + 1
  await trx
    .insertInto('statement_profile')
    .values({
      account: account.code,
      version,
      mapping: JSON.stringify(layout.data),
      made_by: viewer.userId,
      made_at: at,
    })
    .execute()
  return version
}

type Lines = { account: string; statementId: string; aligned: CheckedFile['aligned'] }

/** Stores new lines and this statement's details of each line, in two SQL statements for any number of lines. */
async function storeLines(trx: Trx, { account, statementId, aligned }: Lines): Promise<void> {
  const identified = aligned.map((each) => ({ ...each, id: each.known?.id ?? crypto.randomUUID() }))
  const fresh = identified.flatMap((each) =>
    each.known === null ? [{ id: each.id, ...each.line, fingerprint: sha256(each.identity) }] : [],
  )
  await sql`
    insert into bank_line
      (id, account, day, value_day, amount, balance, reference, cheque_no, description, fingerprint, position, first_statement_id)
    select id, ${account}, day, value_day, amount, balance, reference, cheque_no, description, fingerprint, position, ${statementId}::uuid
    from unnest(${fresh.map(({ id }) => id)}::uuid[], ${fresh.map(({ day }) => day)}::date[],
      ${fresh.map(({ valueDay }) => valueDay ?? null)}::date[], ${fresh.map(({ amount }) => amount)}::bigint[],
      ${fresh.map(({ balance }) => balance ?? null)}::bigint[], ${fresh.map(({ reference }) => reference ?? null)}::text[],
      ${fresh.map(({ chequeNo }) => chequeNo ?? null)}::text[], ${fresh.map(({ description }) => description)}::text[],
      ${fresh.map(({ fingerprint }) => fingerprint)}::text[], ${fresh.map(({ position }) => position)}::int[])
      as given (id, day, value_day, amount, balance, reference, cheque_no, description, fingerprint, position)
    order by position`.execute(trx)
  const lines = identified.map(({ id, line }) => ({ id, ...line }))
  await sql`
    insert into bank_line_seen (statement_id, position, line_id, value_day, balance, reference, cheque_no, description)
    select ${statementId}::uuid, position, line_id, value_day, balance, reference, cheque_no, description
    from unnest(${lines.map(({ position }) => position)}::int[], ${lines.map(({ id }) => id)}::uuid[],
      ${lines.map(({ valueDay }) => valueDay ?? null)}::date[], ${lines.map(({ balance }) => balance ?? null)}::bigint[],
      ${lines.map(({ reference }) => reference ?? null)}::text[], ${lines.map(({ chequeNo }) => chequeNo ?? null)}::text[],
      ${lines.map(({ description }) => description)}::text[])
      as given (position, line_id, value_day, balance, reference, cheque_no, description)`.execute(trx)
}

/** Who stored this file for this account and when, in a sentence. */
export async function alreadyStored(trx: Trx, account: string, bytes: Buffer): Promise<Refusal | undefined> {
  const found = await trx
    .selectFrom('bank_statement')
    .innerJoin('users', 'users.id', 'uploaded_by')
    .select(['file_name', 'format', 'client_id', 'uploaded_at', 'account'])
    .where('sha256', '=', sha256(bytes))
    .where('account', '=', account)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const day = formatDay(dayInManila(instant(found.uploaded_at)))
  return new Refusal(
    saying(
      statementProblems.already,
      `This file has already been uploaded for this account: ${found.file_name} (${formatNames[found.format]}), by ${found.client_id} on ${day}.`,
    ),
  )
}
