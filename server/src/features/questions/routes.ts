// Questions: asked, answered by a colleague, settled, and answered from outside by a link.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import {
  answerQuestion,
  askQuestion,
  downloadAnswer,
  getQuestion,
  linkDays,
  listAskable,
  listQuestions,
  makeQuestionLink,
  maximumQuestions,
  questionProblems,
  settleQuestion,
} from '@talaan/contract/questions.ts'
import type { AskedTo } from '@talaan/contract/questions.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { linkKey, linkOf, pinHash } from '../../books/question-links.ts'
import { about, unmark, writeEvent, writeQuestion } from '../../books/questions.ts'
import type { Recipient } from '../../books/questions.ts'
import { sha256 } from '../../books/journal.ts'
import type { Feature } from '../../http/feature.ts'
import { answers } from '../../http/route.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp, today } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { mailLink } from './mail.ts'
import { checkedFile, checkedPicture, fileDetail, storeFile } from './answer-files.ts'
import { answerLinkRoutes } from './answer-links.ts'
import {
  aboutOf,
  assertMayOpen,
  assertMayRead,
  assertSubject,
  isAsked,
  maySettle,
  pictureOf,
  questionOf,
  questionsAbout,
  rowOf,
} from './read.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

export const questions: Feature = (context) => {
  const { clock } = context
  const db = context.db.kysely
  const now = () => timestamp(clock.now())
  const reader = (viewer: Viewer) => ({ viewer, now: clock.now() })
  return [
    ...answerLinkRoutes(context),

    answers(listQuestions, async ({ query, viewer }) => {
      await assertMayOpen(db, query, viewer)
      return { questions: await questionsAbout(db, query, reader(viewer)) }
    }),

    answers(listAskable, async () => {
      const rows = await db
        .selectFrom('users')
        .select('client_id as name')
        .where('seat', 'is not', null)
        .orderBy('client_id')
        .execute()
      return { people: rows.map(({ name }) => name) }
    }),

    answers(getQuestion, async ({ params, viewer }) => {
      const row = await rowOf(db, params.questionId)
      await assertMayRead(db, row, viewer)
      return {
        question: await questionOf(db, params.questionId, reader(viewer)),
        about: await aboutOf(db, row, viewer),
        picture: await pictureOf(db, row),
      }
    }),

    answers(askQuestion, async ({ params: { questionId }, query, body, viewer, address }) => {
      const checked = await checkedPicture(context, body.picture)
      await db.transaction().execute(async (trx) => {
        await assertMayOpen(trx, query, viewer)
        await assertSubject(trx, query)
        if (body.due < today(clock)) {
          const { sentence: message } = questionProblems.duePassed
          throw new Refusal(questionProblems.duePassed, [{ path: ['due'], message }])
        }
        const to = await recipientOf(trx, body.to)
        await sql`select pg_advisory_xact_lock(741638)`.execute(trx)
        const before = await trx.selectFrom('question').selectAll().where('id', '=', questionId).executeTakeFirst()
        if (before !== undefined) {
          if (before.words !== body.words || before.asked_by !== viewer.userId)
            throw new Refusal(questionProblems.idUsed)
          return
        }
        await assertRoom(trx, query)
        const picture = checked === null ? null : await storeFile(trx, context, checked, viewer.userId)
        await writeQuestion(trx, {
          id: questionId,
          subject: query,
          words: body.words,
          due: body.due,
          to,
          picture,
          by: viewer.userId,
          at: now(),
        })
        const detail = { words: body.words, due: body.due, to: nameOf(body.to), ...fileDetail(picture) }
        await audit(trx, clock, { viewer, address, action: askQuestion.name, object: auditObject(questionId), detail })
      })
      return { question: await questionOf(db, questionId, reader(viewer)) }
    }),

    answers(answerQuestion, async ({ params: { questionId }, body: { words, file = null }, viewer, address }) => {
      const checked = file === null ? null : await checkedFile(context, file)
      await db.transaction().execute(async (trx) => {
        await lockQuestion(trx, questionId)
        const row = await rowOf(trx, questionId)
        if (!isAsked(row, viewer) && !maySettle(row, viewer)) throw new Refusal(questionProblems.notAsked)
        if (row.state !== 'open') throw new Refusal(questionProblems.notOpen)
        const stored = checked === null ? null : await storeFile(trx, context, checked, viewer.userId)
        await writeEvent(trx, { questionId, act: 'answered', words, file: stored, by: viewer.userId, at: now() })
        if (row.bank_line_id !== null) await unmark(trx, { bankLineId: row.bank_line_id, by: viewer.userId, at: now() })
        await audit(trx, clock, {
          viewer,
          address,
          action: answerQuestion.name,
          object: auditObject(questionId),
          detail: { words, ...fileDetail(stored) },
        })
      })
      return { question: await questionOf(db, questionId, reader(viewer)) }
    }),

    answers(settleQuestion, async ({ params: { questionId }, body, viewer, address }) => {
      const checked = body.act === 'askAgain' ? await checkedPicture(context, body.picture) : null
      await db.transaction().execute(async (trx) => {
        await lockQuestion(trx, questionId)
        const row = await rowOf(trx, questionId)
        if (!maySettle(row, viewer)) throw new Refusal(questionProblems.notYours)
        const isUnsettled = row.state === 'open' || row.state === 'answered'
        const by = { questionId, by: viewer.userId, at: now() }
        const picture = checked === null ? null : await storeFile(trx, context, checked, viewer.userId)
        if (body.act === 'accept') {
          if (row.state !== 'answered') throw new Refusal(questionProblems.notOpen)
          await writeEvent(trx, { ...by, act: 'accepted' })
        } else if (body.act === 'withdraw') {
          if (!isUnsettled) throw new Refusal(questionProblems.notOpen)
          await writeEvent(trx, { ...by, act: 'withdrawn' })
        } else {
          const to = await recipientOf(trx, body.to)
          await writeEvent(trx, { ...by, act: 'asked', words: body.words, to, file: picture })
        }
        if (row.bank_line_id !== null) await unmark(trx, { bankLineId: row.bank_line_id, by: viewer.userId, at: now() })
        const detail =
          body.act === 'askAgain'
            ? { act: body.act, words: body.words, to: nameOf(body.to), ...fileDetail(picture) }
            : body
        await audit(trx, clock, {
          viewer,
          address,
          action: settleQuestion.name,
          object: auditObject(questionId),
          detail,
        })
      })
      return { question: await questionOf(db, questionId, reader(viewer)) }
    }),

    answers(makeQuestionLink, async ({ params: { questionId }, body: { pin }, viewer, address }) => {
      const made = await db.transaction().execute(async (trx) => {
        await lockQuestion(trx, questionId)
        const row = await rowOf(trx, questionId)
        if (!maySettle(row, viewer)) throw new Refusal(questionProblems.notYours)
        if (row.state !== 'open') throw new Refusal(questionProblems.notOpen)
        if (row.to_name === null) throw new Refusal(questionProblems.notOutside)
        const key = await linkKey(trx, now())
        const linkId = crypto.randomUUID()
        const expiresAt = timestamp(clock.now() + linkDays * 86_400_000)
        await trx
          .insertInto('question_link')
          .values({
            id: linkId,
            event_id: row.event_id,
            pin_hash: pin === '' ? null : pinHash(key, linkId, pin),
            expires_at: expiresAt,
            made_by: viewer.userId,
            made_at: now(),
          })
          .execute()
        const mailed = await mailLink(trx, context, { row, linkId, expiresAt, by: viewer.clientId, isReminder: false })
        const detail = { to: row.to_name, expiresAt, pin: pin !== '', mailed }
        await audit(trx, clock, {
          viewer,
          address,
          action: makeQuestionLink.name,
          object: auditObject(questionId),
          detail,
        })
        return { url: linkOf(key, { publicUrl: context.env.publicUrl, linkId }), expiresAt, mailed }
      })
      context.jobsAreDue()
      return made
    }),

    answers(downloadAnswer, async ({ params: { questionId }, query: { event }, viewer }) => {
      await assertMayRead(db, await rowOf(db, questionId), viewer)
      const file = await db
        .selectFrom('question_event')
        .innerJoin('attachment_content', 'attachment_content.sha256', 'question_event.sha256')
        .select(['content', 'file_type as type', 'file_name as name', 'question_event.sha256'])
        .where('question_id', '=', questionId)
        // Without an event, the last answer; the picture of a question is asked for by its event.
        .$if(event === undefined, (query) => query.where('act', '=', 'answered'))
        .$if(event !== undefined, (query) =>
          query.where('question_event.id', '=', (of) =>
            of
              .selectFrom('question_event as one')
              .select('one.id')
              .where('one.question_id', '=', questionId)
              .orderBy('one.id')
              .offset(Number(event))
              .limit(1),
          ),
        )
        .orderBy('question_event.id', 'desc')
        .executeTakeFirst()
      if (file === undefined) throw new Refusal(questionProblems.noFile)
      if (sha256(file.content) !== file.sha256)
        throw new Error(`The file of question ${questionId} was changed after it was stored.`)
      return { bytes: file.content, type: file.type ?? '', name: file.name ?? '' }
    }),
  ]
}

export const auditObject = (questionId: string) => ({ type: 'question', id: questionId })

/** Two answers at once: the second one sees the first. */
export const lockQuestion = (trx: Trx, questionId: string) =>
  sql`select from question where id = ${questionId} for update`.execute(trx)

const nameOf = (to: AskedTo): string | null => ('person' in to ? to.person : to.name)

async function recipientOf(trx: Db, to: AskedTo): Promise<Recipient> {
  if (!('person' in to)) return { name: to.name, email: to.email }
  if (to.person === null) return null
  const found = await trx
    .selectFrom('users')
    .select('id')
    .where(sql`lower(client_id)`, '=', to.person.toLowerCase())
    .where('seat', 'is not', null)
    .executeTakeFirst()
  if (found === undefined) throw new Refusal(questionProblems.noPerson)
  return { userId: found.id }
}

async function assertRoom(trx: Db, subject: Parameters<typeof about>[0]): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from question_now where ${about(subject)}`.execute(trx)
  if ((rows[0]?.count ?? 0) >= maximumQuestions) throw new Refusal(questionProblems.tooMany)
}
