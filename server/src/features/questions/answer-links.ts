// The question as a person without an account sees and answers it. Only a POST with the token does anything: programs that scan
// e-mails open links, but press no buttons. Whatever is wrong with a link, the answer is the same.
import type { Kysely, Transaction } from 'kysely'
import { Refusal } from '@talaan/contract/problem.ts'
import {
  answerQuestionLink,
  linkDays,
  linkHeader,
  openQuestionLink,
  pinTries,
  questionProblems,
} from '@talaan/contract/questions.ts'
import { linkIdOf, pinHash, storedKey } from '../../books/question-links.ts'
import type { LinkKey } from '../../books/question-links.ts'
import { writeEvent } from '../../books/questions.ts'
import type { HttpContext } from '../../http/context.ts'
import { countStranger, networkOf, within } from '../../http/limits.ts'
import { answers } from '../../http/route.ts'
import type { Route } from '../../http/route.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { companyHeader } from '../../print/company.ts'
import { checkedFile, fileDetail, storeFile } from './answer-files.ts'
import { aboutOf, newestLinks, pictureOf, rowOf } from './read.ts'
import type { QuestionRow } from './read.ts'

type Trx = Transaction<Tables>
type Attempt = { token: string; pin: string; address: string }

export function answerLinkRoutes(context: HttpContext): Route[] {
  const { clock, limits } = context
  const db = context.db.kysely
  return [
    answers(openQuestionLink, async ({ body: { token, pin }, address }) => {
      await assertWithinLimits(address)
      const shown = await db.transaction().execute(async (trx) => {
        const found = await questionBehind(trx, { token, pin, address })
        if (found instanceof Refusal) return found
        const { row, asker } = found
        await audit(trx, clock, {
          actorName: row.to_name ?? '',
          address,
          action: openQuestionLink.name,
          object: { type: 'question', id: row.id },
          detail: {},
        })
        return {
          company: (await companyHeader(trx)).name,
          by: asker,
          to: row.to_name ?? '',
          words: await latestWords(trx, row),
          about: (await aboutOf(trx, row, null)).words,
          due: row.due,
          picture: await pictureOf(trx, row),
        }
      })
      if (shown instanceof Refusal) throw shown
      return shown
    }),

    answers(
      answerQuestionLink,
      async ({ body: { token, pin, words, file }, address }) => {
        const checked = file === null ? null : await checkedFile(context, file)
        const done = await db.transaction().execute(async (trx) => {
          const found = await questionBehind(trx, { token, pin, address })
          if (found instanceof Refusal) return found
          const { row } = found
          // Files from outside count as those of the person who asked.
          const stored = checked === null ? null : await storeFile(trx, context, checked, row.asked_by)
          await writeEvent(trx, {
            questionId: row.id,
            act: 'answered',
            words,
            file: stored,
            by: null,
            at: timestamp(clock.now()),
          })
          await audit(trx, clock, {
            actorName: row.to_name ?? '',
            address,
            action: answerQuestionLink.name,
            object: { type: 'question', id: row.id },
            detail: { words, ...fileDetail(stored) },
          })
          return null
        })
        if (done !== null) throw done
        return { success: true as const }
      },
      async ({ address, request }) => {
        await assertWithinLimits(address)
        const link = await linkBehind(db, String(request.headers[linkHeader] ?? ''))
        if (link === undefined || (await openRow(db, link)) === undefined) throw new Refusal(questionProblems.badLink)
      },
    ),
  ]

  /** Counted before the token is looked at, and committed whatever comes of it. */
  async function assertWithinLimits(address: string): Promise<void> {
    const { perMinute, perHour } = limits.outsideAnswers
    const network = networkOf(address)
    const isWithin = await countStranger('stranger', () =>
      db.transaction().execute(async (trx) => {
        const minute = { bucket: `question:minute:${network}`, atMost: perMinute, seconds: 60 }
        const hour = { bucket: `question:hour:${network}`, atMost: perHour, seconds: 3600 }
        return (await within(trx, clock, minute)) && (await within(trx, clock, hour))
      }),
    )
    if (!isWithin) throw new Refusal(questionProblems.tooOften)
  }

  /** The question of a link that works, locked; a refusal is returned, so that a wrong PIN stays counted. */
  async function questionBehind(
    trx: Trx,
    { token, pin, address }: Attempt,
  ): Promise<{ row: QuestionRow; asker: string } | Refusal> {
    const bad = new Refusal(questionProblems.badLink)
    const link = await linkBehind(trx, token)
    if (link === undefined) return bad
    await trx.selectFrom('question').select('id').where('id', '=', link.questionId).forUpdate().execute()
    const row = await openRow(trx, link)
    if (row === undefined) return bad
    const { key, linkId } = link
    const isRight = await isRightPin(trx, { key, linkId, pin, hash: link.pinHash })
    if (isRight) return { row, asker: link.asker }
    await audit(trx, clock, {
      actorName: row.to_name ?? '',
      address,
      action: openQuestionLink.name,
      object: { type: 'question', id: row.id },
      outcome: 'refused',
      detail: { why: questionProblems.badPin.code },
    })
    return new Refusal(questionProblems.badPin)
  }

  /** A link with a valid signature that has not expired. */
  async function linkBehind(of: Kysely<Tables>, token: string) {
    const key = await storedKey(of)
    const linkId = key === null ? null : linkIdOf(key, token)
    if (key === null || linkId === null) return undefined
    const link = await of
      .selectFrom('question_link')
      .innerJoin('question_event', 'question_event.id', 'event_id')
      .innerJoin('users', 'users.id', 'made_by')
      .select(['question_id as questionId', 'pin_hash as pinHash', 'users.client_id as asker'])
      .where('question_link.id', '=', linkId)
      .where('expires_at', '>', timestamp(clock.now()))
      .executeTakeFirst()
    return link && { ...link, key, linkId }
  }

  /** The question of a link, if it is open and has no newer link. */
  async function openRow(
    of: Kysely<Tables>,
    { questionId, linkId }: { questionId: string; linkId: string },
  ): Promise<QuestionRow | undefined> {
    const row = await rowOf(of, questionId)
    const newest = (await newestLinks(of, [row.event_id])).get(row.event_id)
    return row.state === 'open' && newest?.id === linkId ? row : undefined
  }

  async function isRightPin(
    trx: Trx,
    { key, linkId, pin, hash }: { key: LinkKey; linkId: string; pin: string; hash: string | null },
  ): Promise<boolean> {
    if (hash === null) return true
    const bucket = `question:pin:${linkId}`
    // Counted first, so that simultaneous guesses are counted too; the right digits end the count.
    const mayTry = await within(trx, clock, { bucket, atMost: pinTries, seconds: linkDays * 86_400 })
    if (!mayTry || pinHash(key, linkId, pin) !== hash) return false
    await trx.deleteFrom('limiter').where('bucket', '=', bucket).execute()
    return true
  }
}

/** The question, or what was asked again. */
async function latestWords(trx: Trx, row: QuestionRow): Promise<string> {
  const { words } = await trx
    .selectFrom('question_event')
    .select('words')
    .where('id', '=', row.event_id)
    .executeTakeFirstOrThrow()
  return words === '' ? row.words : words
}
