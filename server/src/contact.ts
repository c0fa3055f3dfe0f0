// An inquiry is kept, and mailed to the portal's own address: the person writes the words, never the recipient.
import { randomUUID } from 'node:crypto'
import { sendInquiry } from '@talaan/contract/contact.ts'
import type { inquiry } from '@talaan/contract/contact.ts'
import { common, Refusal } from '@talaan/contract/problem.ts'
import type { z } from 'zod'
import { audit } from './audit.ts'
import { timestamp } from './clock.ts'
import type { House } from './house.ts'
import { within } from './limits.ts'
import { messageId, subjectLine } from './mail.ts'
import { answers } from './serve.ts'
import type { Route } from './serve.ts'
import type { Viewer } from './session.ts'

export const contact = ({ db, clock, env, limits, mailIsDue }: House): Route[] => [
  answers(sendInquiry, async ({ viewer, body, address }) => {
    const taken = await db.kysely.transaction().execute(async (trx) => {
      const limit = { bucket: `inquiry:${viewer.userId}`, atMost: limits.inquiriesPerHour, seconds: 3600 }
      if (!(await within(trx, clock, limit))) return false
      const id = randomUUID()
      const now = timestamp(clock.now())
      await trx
        .insertInto('inquiry')
        .values({ id, user_id: viewer.userId, fields: JSON.stringify(body), created_at: now })
        .execute()
      await trx
        .insertInto('outbox')
        .values({
          id: randomUUID(),
          topic: 'inquiry',
          recipient: env.mailFrom,
          subject: subjectLine(`Inquiry (${body.topic}) from ${body.name}, ${body.company}`),
          body: letter(body, viewer),
          message_id: messageId('inquiry', id, env.mailFrom),
          created_at: now,
          run_at: now,
        })
        .execute()
      await audit(trx, clock, { viewer, action: sendInquiry.name, object: { type: 'inquiry', id }, address })
      return true
    })
    if (!taken) throw new Refusal(common.tooMany)
    mailIsDue()
    return { success: true as const }
  }),
]

const letter = (
  { name, company, email, topic, message, bugDescription, dateEncountered, timeEncountered }: z.output<typeof inquiry>,
  { clientId }: Viewer,
): string =>
  [
    `From: ${name}, ${company}`,
    `Answer to: ${email}`,
    `Account: ${clientId}`,
    `Topic: ${topic}`,
    '',
    message,
    ...(topic === 'bug'
      ? ['', `Bug: ${bugDescription ?? ''}`, `Encountered: ${dateEncountered ?? ''} ${timeEncountered ?? ''}`]
      : []),
    '',
  ].join('\n')
