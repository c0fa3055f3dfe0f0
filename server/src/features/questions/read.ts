// Questions as a person may see them: the person who asked, the person asked, and everyone who can open what they are about.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { documentProblems } from '@talaan/contract/documents.ts'
import { common, Refusal } from '@talaan/contract/problem.ts'
import { questionProblems } from '@talaan/contract/questions.ts'
import type { getQuestion, Question, QuestionSubject } from '@talaan/contract/questions.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { accountants } from '@talaan/contract/roles.ts'
import { formatDay, formatMonth, monthOf } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { documentWords } from '@talaan/ledger/documents/words.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { dutyWords } from '@talaan/ledger/tax/calendar/forms.ts'
import type { Duty } from '@talaan/ledger/tax/calendar/forms.ts'
import { accountLabel } from '../../books/account-label.ts'
import { sha256 } from '../../books/journal.ts'
import { about } from '../../books/questions.ts'
import { instant, timestamp } from '../../platform/clock.ts'
import type { RowOf, Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { assertMayReadDocument } from '../documents/read.ts'

type Db = Kysely<Tables>
export type QuestionRow = RowOf<'question'> & {
  state: Question['state']
  event_id: bigint
  to_user: string | null
  to_name: string | null
  to_email: string | null
}
export type Reader = { viewer: Viewer; now: number }

/** Bank lines, returns and months are for accountants, documents for those who may read their type. */
export async function assertMayOpen(db: Db, subject: QuestionSubject, viewer: Viewer): Promise<void> {
  if ('document' in subject) await assertMayReadDocument(db, subject.document, viewer)
  else if (!accountants.includes(viewer.role)) throw new Refusal(common.notAllowed)
}

export async function assertSubject(db: Db, subject: QuestionSubject): Promise<void> {
  if ('month' in subject || 'duty' in subject) return
  const found =
    'document' in subject
      ? await sql`select from document where id = ${subject.document} and (${subject.line ?? null}::int is null or exists (
          select from entry join line on line.entry_no = entry.no
          where entry.document_id = document.id and reverses is null and position = ${subject.line ?? null}))`.execute(
          db,
        )
      : await sql`select from bank_line where id = ${subject.bankLine}`.execute(db)
  if (found.rows.length === 0) throw new Refusal('document' in subject ? documentProblems.notThere : common.notThere)
}

export function subjectOf(row: QuestionRow): QuestionSubject {
  if (row.document_id !== null)
    return { document: row.document_id, ...(row.line_position !== null && { line: row.line_position }) }
  if (row.bank_line_id !== null) return { bankLine: row.bank_line_id }
  if (row.month !== null) return { month: row.month }
  return {
    duty: row.return_duty as Duty,
    period: row.return_period ?? '',
    ...(row.return_box !== null && { box: row.return_box }),
  }
}

export async function rowOf(db: Db, questionId: string): Promise<QuestionRow> {
  const { rows } = await sql<QuestionRow>`select * from question_now where id = ${questionId}`.execute(db)
  if (rows[0] === undefined) throw new Refusal(questionProblems.notThere)
  return rows[0]
}

/** Whether the question is for this person: for a colleague by name, or for every accountant. */
export const isAsked = ({ to_user, to_name }: QuestionRow, { userId, role }: Viewer): boolean =>
  to_user === userId || (to_user === null && to_name === null && accountants.includes(role))

export const maySettle = ({ asked_by }: QuestionRow, { userId, role }: Viewer): boolean =>
  asked_by === userId || accountants.includes(role)

export async function assertMayRead(db: Db, row: QuestionRow, viewer: Viewer): Promise<void> {
  if (isAsked(row, viewer) || row.asked_by === viewer.userId) return
  await assertMayOpen(db, subjectOf(row), viewer)
}

export async function questionsAbout(db: Db, subject: QuestionSubject, reader: Reader): Promise<Question[]> {
  const { rows } = await sql<QuestionRow>`
    select * from question_now where ${about(subject)} order by event_id desc`.execute(db)
  return shown(db, rows, reader)
}

export async function questionOf(db: Db, questionId: string, reader: Reader): Promise<Question> {
  const [question] = await shown(db, [await rowOf(db, questionId)], reader)
  if (question === undefined) throw new Refusal(questionProblems.notThere)
  return question
}

async function shown(db: Db, rows: readonly QuestionRow[], { viewer, now }: Reader): Promise<Question[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const events = await db
    .selectFrom('question_event as event')
    .leftJoin('users as writer', 'writer.id', 'event.by_user')
    .leftJoin('users as asked', 'asked.id', 'event.to_user')
    .select(['event.question_id', 'event.act', 'event.words', 'event.at', 'event.file_name', 'event.file_bytes'])
    .select(['event.to_name', 'event.to_email', 'writer.client_id as by', 'asked.client_id as to'])
    .where('event.question_id', 'in', ids)
    .orderBy('event.id')
    .execute()
  const links = await newestLinks(
    db,
    rows.map(({ event_id }) => event_id),
  )
  const byQuestion = Map.groupBy(events, ({ question_id }) => question_id)
  return rows.map((row) => {
    const own = byQuestion.get(row.id) ?? []
    const link = row.state === 'open' ? links.get(row.event_id) : undefined
    const asked = own.filter(({ act }) => act === 'asked').at(-1)
    return {
      id: row.id,
      words: row.words,
      part: row.line_position === null ? row.return_box : `line ${row.line_position}`,
      due: row.due,
      state: row.state,
      by: own[0]?.by ?? '',
      at: timestamp(instant(row.asked_at)),
      to: { name: asked?.to ?? asked?.to_name ?? null, email: asked?.to_email ?? null },
      events: own.map(({ act, words, at, file_name, file_bytes, to_name, to_email, by, to }) => ({
        act,
        words,
        to: act === 'asked' ? { name: to ?? to_name, email: to_email } : null,
        file: file_name === null || file_bytes === null ? null : { name: file_name, bytes: file_bytes },
        by,
        at: timestamp(instant(at)),
      })),
      link:
        link === undefined || instant(link.expiresAt) <= now
          ? null
          : { expiresAt: timestamp(instant(link.expiresAt)), hasPin: link.pinHash !== null },
      mayAnswer: row.state === 'open' && (isAsked(row, viewer) || maySettle(row, viewer)),
      maySettle: maySettle(row, viewer),
    }
  })
}

export type LinkRow = { id: string; eventId: bigint; pinHash: string | null; expiresAt: string }

/** The newest link of each asking; earlier ones don't work. */
export async function newestLinks(db: Db, eventIds: readonly bigint[]): Promise<Map<bigint, LinkRow>> {
  const { rows } = await sql<LinkRow>`
    select distinct on (event_id) id, event_id as "eventId", pin_hash as "pinHash", expires_at as "expiresAt"
    from question_link where event_id = any(${[...eventIds]}::bigint[]) order by event_id, seq desc`.execute(db)
  return new Map(rows.map((row) => [row.eventId, row]))
}

/** The picture of the question as it is asked now. */
export async function pictureOf(
  db: Db,
  { id, event_id }: QuestionRow,
): Promise<AnswerOf<typeof getQuestion>['picture']> {
  const file = await db
    .selectFrom('question_event')
    .innerJoin('attachment_content', 'attachment_content.sha256', 'question_event.sha256')
    .select(['content', 'file_type as type', 'file_name as name', 'question_event.sha256'])
    .where('question_event.id', '=', event_id)
    .executeTakeFirst()
  if (file === undefined || file.type === null || file.name === null || file.type === 'application/pdf') return null
  if (sha256(file.content) !== file.sha256)
    throw new Error(`The picture of question ${id} was changed after it was stored.`)
  return { name: file.name, type: file.type as 'image/jpeg' | 'image/png', content: file.content.toString('base64') }
}

type About = AnswerOf<typeof getQuestion>['about']

/** What a question is about, in one line; without the place for those who may not open it. */
export async function aboutOf(db: Db, row: QuestionRow, viewer: Viewer | null): Promise<About> {
  const subject = subjectOf(row)
  const mayOpen =
    viewer !== null &&
    (await assertMayOpen(db, subject, viewer).then(
      () => true,
      () => false,
    ))
  const { words, place } = await placeOf(db, subject)
  return { words, place: mayOpen ? place : null }
}

async function placeOf(db: Db, subject: QuestionSubject): Promise<About> {
  if ('month' in subject) return { words: formatMonth(subject.month), place: { to: 'month', month: subject.month } }
  if ('duty' in subject) {
    const { duty, period, box } = subject
    const words = `${dutyWords[duty].title}, period ending ${formatDay(period)}${box === undefined ? '' : `, ${box}`}`
    return { words, place: { to: 'return', duty, period } }
  }
  if ('bankLine' in subject) {
    const line = await bankLine(db, subject.bankLine)
    return {
      words: `${line.label}, ${formatDay(line.day)}, ${formatMoney(line.amount)}, ${line.description}`,
      place: { to: 'bank', account: line.account, month: monthOf(line.day) },
    }
  }
  const { kind, number, day, total, name } = await documentRow(db, subject.document)
  const line = subject.line === undefined ? '' : await entryLine(db, subject.document, subject.line)
  const of = [documentWords[kind].words.title, number].join(' ')
  const words = [of, formatDay(day), name, formatMoney(total), line]
    .filter((part) => part !== null && part !== '')
    .join(', ')
  return { words, place: { to: 'document', kind, id: subject.document } }
}

async function bankLine(db: Db, id: string) {
  const { rows } = await sql<{ account: string; label: string; day: Day; amount: Money; description: string }>`
    select account, ${accountLabel('bank_line.account')} as label, day, amount, description
    from bank_line where id = ${id}`.execute(db)
  if (rows[0] === undefined) throw new Refusal(common.notThere)
  return rows[0]
}

async function documentRow(db: Db, id: string) {
  const row = await db
    .selectFrom('document')
    .select(['kind', 'number', 'day', 'total', 'party_name as name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, kind: row.kind as DocumentTypeName }
}

async function entryLine(db: Db, documentId: string, position: number): Promise<string> {
  const { rows } = await sql<{ account: string; name: string; amount: Money }>`
    select line.account, account.name, greatest(debit, credit) as amount
    from entry join line on line.entry_no = entry.no join account on account.code = line.account
    where entry.document_id = ${documentId} and reverses is null and position = ${position}`.execute(db)
  const [line] = rows
  return line === undefined ? '' : `line ${position}: ${line.account} ${line.name} ${formatMoney(line.amount)}`
}
