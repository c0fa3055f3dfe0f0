// Both sides of an account for the matching rules, and the earlier decisions on it.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { addDays, endOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import type {
  BankLine,
  BookLine,
  ElsewhereLine,
  Memory,
  OpenDocument,
  WithheldFromUs,
} from '@talaan/ledger/banking/matching/lines.ts'
import { descriptionKey } from '@talaan/ledger/banking/matching/text.ts'
import { accountLabel } from '../../books/account-label.ts'
import { bankLineIsFree, bankLineStands, freeBooks, lastMark } from '../../books/bank-positions.ts'
import type { BankAccount, FreeBook } from '../../books/bank-positions.ts'
import { openItems } from '../../books/open-items.ts'
import { ratesNow } from '../../books/rates.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { registrationsNow } from '../../books/registrations.ts'
import { withholdingCodes } from '../../books/withholding-codes.ts'
import { rulesOf } from './stored-rules.ts'

type Db = Kysely<Tables>

/** Book lines may be late: the days after the month that are also considered. */
export const lastBookDay = (month: Month): Day => addDays(endOfMonth(month), 20)

/** The maximum number of open documents, earliest due first. */
const maxOpen = 5000

/** The maximum number of remembered decisions, latest first. */
const maxDecisions = 3000

export type MarkedLine = BankLine & { seq: number; mark: 'ask' | 'bank_error' | null; note: string }

export async function freeBankLines(db: Db, account: string, until: Day): Promise<MarkedLine[]> {
  const { rows } = await sql<Omit<MarkedLine, 'mark'> & { mark: 'ask' | 'answered' | 'bank_error' | 'none' | null }>`
    select id, seq::int, day, amount, reference, cheque_no as "chequeNo", description, position, ${lastMark} as mark,
      coalesce((select note from bank_line_mark where bank_line_mark.bank_line_id = bank_line.id
        order by bank_line_mark.id desc limit 1), '') as note
    from bank_line where account = ${account} and day <= ${until}::date and ${bankLineStands} and ${bankLineIsFree}
    order by day, seq`.execute(db)
  return rows.map((row) => ({ ...row, mark: row.mark === 'none' || row.mark === 'answered' ? null : row.mark }))
}

export async function sidesOf(db: Db, account: BankAccount, month: Month) {
  const until = endOfMonth(month)
  const bank = await freeBankLines(db, account.code, until)
  const books = (await freeBooks(db, account.code, lastBookDay(month))).map(bookLineOf)
  const inPesos = account.currency === 'PHP'
  return {
    account,
    bank,
    books,
    open: inPesos && bank.length > 0 ? await openDocuments(db, until) : [],
    elsewhere: bank.length > 0 ? await elsewhere(db, account, until) : [],
    memory: await memoryOf(db, account.code),
    taxes: await withheldFromUs(db),
    rules: (await rulesOf(db, account.code)).flatMap(({ fields, retired }) => (retired ? [] : [fields])),
  }
}

export async function withheldFromUs(db: Db): Promise<WithheldFromUs> {
  return { codes: await withholdingCodes(db), rates: await ratesNow(db), registrations: await registrationsNow(db) }
}

export const bookLineOf = (book: FreeBook): BookLine => ({
  key: book.key,
  day: book.day,
  amount: book.amount,
  document:
    book.documentId === null || book.kind === null || book.number === null
      ? null
      : { id: book.documentId, kind: book.kind, number: book.number },
  chequeNo: book.chequeNo,
  references: book.reference === null || book.reference === '' ? [] : [book.reference],
  party: book.party ?? '',
  memo: book.memo,
  otherSide:
    book.otherAccount === null || book.otherDay === null ? null : { account: book.otherAccount, day: book.otherDay },
})

async function openDocuments(db: Db, until: Day): Promise<OpenDocument[]> {
  const items = await openItems(
    db,
    sql`item.account in (${accounts.receivables}, ${accounts.payables}) and item.open > 0 and item.party_id is not null
      and document.day <= ${until}::date`,
    maxOpen,
  )
  const parties = await db.selectFrom('party').select(['id', 'name', 'government']).execute()
  const byId = new Map(parties.map((party) => [party.id, party]))
  return items.flatMap(({ partyId, account, documentId, number, day, dueDay, open, net, vat }): OpenDocument[] => {
    const party = partyId === null ? undefined : byId.get(partyId)
    if (party === undefined) return []
    const side = account === accounts.receivables ? 'receivable' : 'payable'
    const { id, name, government } = party
    return [{ documentId, number, day, dueDay, open, net, vat, side, partyId: id, party: name, government }]
  })
}

async function elsewhere(db: Db, { code, currency }: BankAccount, until: Day): Promise<ElsewhereLine[]> {
  const { rows } = await sql<ElsewhereLine>`
    select bank_line.id, bank_line.day, amount, reference, bank_line.account, ${accountLabel('bank_line.account')} as name
    from bank_line
    join money_account on money_account.code = bank_line.account
    where bank_line.account <> ${code} and currency = ${currency} and day between ${addDays(until, -45)}::date and ${addDays(until, 5)}::date
      and ${bankLineStands} and ${bankLineIsFree}
    order by bank_line.day, seq limit 5000`.execute(db)
  return rows
}

/** Confirmed and rejected decisions on lines with such words. */
async function memoryOf(db: Db, account: string): Promise<Memory> {
  const { rows } = await sql<{ description: string; recorded: string | null; party: string | null }>`
    select bank_line.description, latest.recorded, named.party
    from (
      select id, recorded from bank_match where account = ${account}
        and not exists (select from bank_match_undo where match_id = bank_match.id)
      order by matched_at desc limit ${maxDecisions}
    ) as latest
    join bank_match_part on bank_match_part.match_id = latest.id
    join bank_line on bank_line.id = bank_match_part.bank_line_id
    left join lateral (
      select document.party_name as party from bank_match_part as book
      join entry on entry.no = book.entry_no join document on document.id = entry.document_id
      where book.match_id = latest.id and document.party_name is not null limit 1
    ) as named on true`.execute(db)
  const confirmed = new Map<string, Map<string, number>>()
  const count = (key: string, what: string) => {
    const before = confirmed.get(key) ?? new Map<string, number>()
    confirmed.set(key, before.set(what, (before.get(what) ?? 0) + 1))
  }
  for (const { description, recorded, party } of rows) {
    const key = descriptionKey(description)
    if (key === '') continue
    if (recorded !== null) count(key, `record:${recorded}`)
    if (party !== null) count(key, `party:${party}`)
  }
  return { confirmed, refused: await refusalsOf(db, account) }
}

/** Rejected suggestions, by `refusalKey`. */
export async function refusalsOf(db: Db, account: string): Promise<Set<string>> {
  const refused = await db
    .selectFrom('bank_refusal')
    .innerJoin('bank_line', 'bank_line.id', 'bank_line_id')
    .select('proposal')
    .where('account', '=', account)
    .execute()
  return new Set(refused.map(({ proposal }) => proposal))
}
