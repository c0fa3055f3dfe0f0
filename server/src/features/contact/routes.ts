// An inquiry is stored and e-mailed to the company's contact address: the person writes the text, never the recipient.
import { randomUUID } from 'node:crypto'
import { contactProblems, listInquiries, sendInquiry } from '@talaan/contract/contact.ts'
import type { Inquiry } from '@talaan/contract/contact.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { audit } from '../../platform/audit/audit.ts'
import { instant, timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { within } from '../../http/limits.ts'
import { messageId, subjectLine } from '../../platform/mail.ts'
import { deliveryColumns, deliveryOf, queueMessage } from '../../platform/outbox.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Trx = Transaction<Tables>

const pageLength = 20
/** A person without an answer tries again; the same text within this time is the same inquiry. */
const sameWithin = 10 * 60_000

export const contact: Feature = (context) => [
  answers(sendInquiry, async ({ viewer, body, address }) => {
    const { db, clock, limits, jobsAreDue } = context
    const limit = { bucket: `inquiry:${viewer.userId}`, atMost: limits.inquiriesPerHour, seconds: 3600 }
    const taken = await db.kysely.transaction().execute(async (trx) => {
      await sql`select 1 from users where id = ${viewer.userId} for no key update`.execute(trx)
      if (await tookBefore(trx, context, { viewer, body })) return true
      if (!(await within(trx, clock, limit))) return false
      await keep(trx, context, { viewer, body, address })
      return true
    })
    if (!taken) {
      throw new Refusal(
        saying(contactProblems.tooMany, `You can send at most ${limit.atMost} inquiries an hour. Try again later.`),
      )
    }
    jobsAreDue()
    return { success: true as const }
  }),

  answers(listInquiries, ({ query }) => pastInquiries(context.db.kysely, query.after)),
]

type Sending = { viewer: Viewer; body: Inquiry }

async function tookBefore(trx: Trx, { clock }: AppContext, { viewer, body }: Sending): Promise<boolean> {
  const before = await trx
    .selectFrom('inquiry')
    .select('id')
    .where('user_id', '=', viewer.userId)
    .where('created_at', '>', timestamp(clock.now() - sameWithin))
    .where('fields', '=', sql<string>`${JSON.stringify(body)}::jsonb`)
    .executeTakeFirst()
  return before !== undefined
}

async function keep(
  trx: Trx,
  { clock, env }: AppContext,
  { viewer, body, address }: Sending & { address: string },
): Promise<void> {
  const id = randomUUID()
  const now = clock.now()
  await trx
    .insertInto('inquiry')
    .values({ id, user_id: viewer.userId, fields: JSON.stringify(body), created_at: timestamp(now) })
    .execute()
  await queueMessage(trx, {
    topic: 'inquiry',
    inquiry_id: id,
    recipient: env.contactEmail ?? env.mailFrom,
    reply_to: body.email,
    subject: subjectLine(`Inquiry (${body.topic}) from ${sender(body, viewer)}, ${body.company}`),
    body: messageFor(body, viewer),
    message_id: messageId('inquiry', id, env.mailFrom),
    now,
  })
  await audit(trx, clock, { viewer, action: sendInquiry.name, object: { type: 'inquiry', id }, address })
}

/** The name is optional; the account is always known. */
const sender = ({ name = '' }: Inquiry, { clientId }: Viewer): string => (name === '' ? clientId : name)

const messageFor = (inquiry: Inquiry, viewer: Viewer): string => {
  const { company, email, topic, message, bugDescription, dateEncountered, timeEncountered } = inquiry
  return [
    `From: ${sender(inquiry, viewer)}, ${company}`,
    `Reply to: ${email}`,
    `Account: ${viewer.clientId}`,
    `Topic: ${topic}`,
    '',
    message,
    ...(topic === 'bug'
      ? ['', `Bug: ${bugDescription ?? ''}`, `Encountered: ${dateEncountered ?? ''} ${timeEncountered ?? ''}`]
      : []),
    '',
  ].join('\n')
}

async function pastInquiries(db: Kysely<Tables>, cursor: string | undefined): Promise<AnswerOf<typeof listInquiries>> {
  let select = db
    .selectFrom('inquiry')
    .innerJoin('users', 'users.id', 'inquiry.user_id')
    .innerJoin('outbox', 'outbox.inquiry_id', 'inquiry.id')
    .innerJoin('job', 'job.id', 'outbox.id')
    .select(['inquiry.id', 'inquiry.fields', 'inquiry.created_at as at', 'users.client_id as clientId'])
    .select(['outbox.recipient', ...deliveryColumns])
    .orderBy('inquiry.created_at', 'desc')
    .orderBy('inquiry.id', 'desc')
    .limit(pageLength + 1)
  const after = cursorOf(cursor)
  if (after !== undefined) {
    select = select.where(
      sql<boolean>`(inquiry.created_at, inquiry.id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
    )
  }
  const found = await select.execute()
  const page = found.slice(0, pageLength)
  const last = page.at(-1)
  return {
    inquiries: page.map((row) => ({
      // Stored inquiries were validated when they were sent.
      ...(row.fields as Inquiry),
      id: row.id,
      clientId: row.clientId,
      at: isoTime(row.at),
      delivery: {
        to: row.recipient,
        ...deliveryOf(row),
      },
    })),
    next: found.length > pageLength && last !== undefined ? `${isoTime(last.at)}|${last.id}` : null,
  }
}

const isoTime = (at: string): string => timestamp(instant(at))

function cursorOf(text: string | undefined): { at: string; id: string } | undefined {
  const [, at = '', id] =
    /^(\d{4}-\d\d-\d\dT[\d:.]+Z)\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text ?? '') ?? []
  return id === undefined || Number.isNaN(instant(at)) ? undefined : { at: isoTime(at), id }
}
