// Questions on the books: what is asked and what happened to it since. Reconciliation, closing and filings ask whether some are open.
import { sql } from 'kysely'
import type { Kysely, RawBuilder, Transaction } from 'kysely'
import { addDays } from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import { dayInManila } from '@talaan/ledger/core/date.ts'
import type { attachmentTypes } from '@talaan/contract/documents.ts'
import type { QuestionSubject } from '@talaan/contract/questions.ts'
import { instant } from '../platform/clock.ts'
import type { Tables } from '../platform/db/tables.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

/** A colleague, a person without an account, or null for every accountant. */
export type Recipient = { userId: string } | { name: string; email: string } | null

export const subjectColumns = (subject: QuestionSubject) => ({
  document_id: 'document' in subject ? subject.document : null,
  line_position: 'document' in subject ? (subject.line ?? null) : null,
  bank_line_id: 'bankLine' in subject ? subject.bankLine : null,
  return_duty: 'duty' in subject ? subject.duty : null,
  return_period: 'duty' in subject ? subject.period : null,
  return_box: 'duty' in subject ? (subject.box ?? null) : null,
  month: 'month' in subject ? subject.month : null,
})

/** For a query over `question_now`: those about a subject; of a document with its lines, of a return with its boxes. */
export function about(subject: QuestionSubject): RawBuilder<boolean> {
  if ('document' in subject) return sql`question_now.document_id = ${subject.document}::uuid`
  if ('bankLine' in subject) return sql`question_now.bank_line_id = ${subject.bankLine}::uuid`
  if ('month' in subject) return sql`question_now.month = ${subject.month}`
  return sql`question_now.return_duty = ${subject.duty} and question_now.return_period = ${subject.period}::date`
}

/** Neither settled nor withdrawn. */
export const isUnsettled = sql<boolean>`question_now.state in ('open', 'answered')`

type Asking = {
  id: string
  subject: QuestionSubject
  words: string
  due: Day
  to: Recipient
  picture?: AnswerFile | null
  by: string
  at: string
}

export async function writeQuestion(
  trx: Trx,
  { id, subject, words, due, to, picture = null, by, at }: Asking,
): Promise<void> {
  await trx
    .insertInto('question')
    .values({ id, ...subjectColumns(subject), words, due, asked_by: by, asked_at: at })
    .execute()
  await writeEvent(trx, { questionId: id, act: 'asked', to, file: picture, by, at })
}

export type AnswerFile = { name: string; type: keyof typeof attachmentTypes; bytes: number; sha256: string }
type Event = {
  questionId: string
  act: 'asked' | 'answered' | 'accepted' | 'withdrawn'
  words?: string
  to?: Recipient
  file?: AnswerFile | null
  by: string | null
  at: string
}

export async function writeEvent(
  trx: Trx,
  { questionId, act, words = '', to = null, file = null, by, at }: Event,
): Promise<bigint> {
  const { id } = await trx
    .insertInto('question_event')
    .values({
      question_id: questionId,
      act,
      words,
      to_user: to !== null && 'userId' in to ? to.userId : null,
      to_name: to !== null && 'name' in to ? to.name : null,
      to_email: to !== null && 'name' in to ? to.email : null,
      file_name: file?.name ?? null,
      file_type: file?.type ?? null,
      file_bytes: file?.bytes ?? null,
      sha256: file?.sha256 ?? null,
      by_user: by,
      at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Days until an answer is due, if nobody chose a date. */
const usualDays = 7

type Mark = { bankLineId: string; mark: string; note: string; by: string; at: string }

/** A mark of a bank line with words asks every accountant; one with an answer settles the questions on the line. */
export async function followMark(trx: Trx, { bankLineId, mark, note, by, at }: Mark): Promise<void> {
  if (mark === 'ask') {
    if (note.length < 3) return
    const due = addDays(dayInManila(instant(at)), usualDays)
    await writeQuestion(trx, {
      id: crypto.randomUUID(),
      subject: { bankLine: bankLineId },
      words: note,
      due,
      to: null,
      by,
      at,
    })
    return
  }
  const open = await trx
    .selectFrom('question_now')
    .select('id')
    .where(about({ bankLine: bankLineId }))
    .where(isUnsettled)
    .execute()
  for (const { id } of open)
    if (id !== null)
      await writeEvent(trx, {
        questionId: id,
        act: mark === 'answered' ? 'answered' : 'withdrawn',
        words: mark === 'answered' ? note : '',
        by,
        at,
      })
}

/** A settled question leaves no mark on its line. */
export async function unmark(
  trx: Trx,
  { bankLineId, by, at }: { bankLineId: string; by: string; at: string },
): Promise<void> {
  const isOpen = await isAnyOpen(trx, { bankLine: bankLineId })
  const last = await trx
    .selectFrom('bank_line_mark')
    .select('mark')
    .where('bank_line_id', '=', bankLineId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (isOpen || last?.mark !== 'ask') return
  await trx
    .insertInto('bank_line_mark')
    .values({ bank_line_id: bankLineId, mark: 'none', note: '', marked_by: by, marked_at: at })
    .execute()
}

/** Open questions that block closing a month: on the month, and on documents, bank lines and returns dated in it. */
export async function openInMonth(
  db: Db,
  { month, first, last }: { month: Month; first: Day; last: Day },
): Promise<{ id: string; words: string; by: string; to: string; due: Day }[]> {
  const { rows } = await sql<{ id: string; words: string; by: string; to: string; due: Day }>`
    select question_now.id, question_now.words, asker.client_id as by,
      coalesce(asked.client_id, question_now.to_name, 'the accountants') as to, question_now.due
    from question_now
    join users as asker on asker.id = question_now.asked_by
    left join users as asked on asked.id = question_now.to_user
    left join document on document.id = question_now.document_id
    left join bank_line on bank_line.id = question_now.bank_line_id
    where ${isUnsettled} and (question_now.month = ${month}
      or document.day between ${first}::date and ${last}::date
      or bank_line.day between ${first}::date and ${last}::date
      or question_now.return_period between ${first}::date and ${last}::date)
    order by question_now.asked_at, question_now.id`.execute(db)
  return rows
}

export async function isAnyOpen(db: Db, subject: QuestionSubject): Promise<boolean> {
  const found = await db
    .selectFrom('question_now')
    .select('id')
    .where(about(subject))
    .where(isUnsettled)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
