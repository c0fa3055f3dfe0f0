// E-mails to customers and suppliers: statements in a batch, the schedule of reminders, recorded documents, and the list of what was sent.
import {
  chooseReminders,
  customerMailProblems,
  getReminders,
  listCustomerMessages,
  listStatementCustomers,
  mailDocuments,
  mailStatements,
  previewDocumentMail,
  saveReminders,
} from '@talaan/contract/customer-mail.ts'
import { partyProblems } from '@talaan/contract/parties.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { sql } from 'kysely'
import { withMerged } from '../../books/merged-parties.ts'
import { audit } from '../../platform/audit/audit.ts'
import { instant, timestamp, today } from '../../platform/clock.ts'
import { deliveryColumns, deliveryOf } from '../../platform/outbox.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import { mailBatchOfDocuments, recipientsOf } from './documents.ts'
import { remindersOf } from './reminders.ts'
import { customersWithBalance, mailBatch } from './statements.ts'

export const customerMail: Feature = ({ db: { kysely: db }, clock, env, jobsAreDue }) => {
  const mailReady = env.smtpUrl !== null
  return [
    answers(getReminders, async () => {
      const { settings, changed } = await remindersOf(db)
      return { settings, changed, mailReady }
    }),

    answers(saveReminders, async ({ body, viewer, address }) => {
      if (body.active && !mailReady) throw new Refusal(customerMailProblems.noMailServer)
      await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtext('reminders of customers'))`.execute(trx)
        const before = await remindersOf(trx)
        const row = {
          ...body,
          steps: [...body.steps].toSorted((a, b) => a - b),
          // Reminders that were due while they were switched off are not sent afterwards.
          since: body.active && before.settings.active && before.since !== null ? before.since : today(clock),
          changed_by: viewer.userId,
          changed_at: timestamp(clock.now()),
        }
        await trx
          .insertInto('reminder_settings')
          .values(row)
          .onConflict((conflict) => conflict.column('only_one').doUpdateSet(row))
          .execute()
        const { name: action } = saveReminders
        const object = { type: 'reminders', id: 'settings' }
        await audit(trx, clock, { viewer, address, action, object, detail: body })
      })
      return { success: true as const }
    }),

    answers(listStatementCustomers, async () => ({
      customers: await customersWithBalance(db, today(clock)),
      mailReady,
    })),

    answers(mailStatements, async ({ body, viewer, address }) => {
      if (body.from > body.to) throw new Refusal(customerMailProblems.daysReversed)
      const sending = { ...body, by: viewer.userId, now: clock.now(), mailFrom: env.mailFrom }
      const results = await db.transaction().execute(async (trx) => {
        const found = await mailBatch(trx, sending)
        const { name: action } = mailStatements
        const { batchId, from, to } = body
        for (const { partyId, result } of found)
          if (result === 'queued')
            await audit(trx, clock, {
              viewer,
              address,
              action,
              object: { type: 'party', id: partyId },
              detail: { batchId, from, to },
            })
        return found
      })
      jobsAreDue()
      return { results }
    }),

    answers(previewDocumentMail, async ({ body, viewer }) => {
      const found = await recipientsOf(db, body.documentIds, viewer)
      return { documents: found.map(({ id, to, refusal, last }) => ({ id, to, refusal, last })), mailReady }
    }),

    answers(mailDocuments, async ({ body, viewer, address }) => {
      const results = await db.transaction().execute(async (trx) => {
        const found = await mailBatchOfDocuments(trx, {
          ...body,
          viewer,
          now: clock.now(),
          mailFrom: env.mailFrom,
        })
        for (const { id, number, result, detail: to } of found)
          if (result === 'queued')
            await audit(trx, clock, {
              viewer,
              address,
              action: mailDocuments.name,
              object: { type: 'document', id },
              detail: { number, to, batchId: body.batchId },
            })
        return found
      })
      jobsAreDue()
      return { results: results.map(({ id, result, detail }) => ({ id, result, detail })) }
    }),

    answers(listCustomerMessages, async ({ query: { party, document } }) => {
      const rows = await db
        .selectFrom('customer_message')
        .innerJoin('outbox', 'outbox.id', 'customer_message.id')
        .innerJoin('job', 'job.id', 'outbox.id')
        .leftJoin('document', 'document.id', 'customer_message.document_id')
        .leftJoin('users', 'users.id', 'sent_by')
        .select([
          'customer_message.id',
          'customer_message.kind',
          'recipient as to',
          'subject',
          'outbox.created_at as at',
        ])
        .select([
          'users.client_id as by',
          'document.id as documentId',
          'document.kind as type',
          'number',
          ...deliveryColumns,
        ])
        .$if(party !== undefined, (of) => of.where(sql<boolean>`customer_message.party_id in ${withMerged(party)}`))
        .$if(document !== undefined, (of) => of.where('customer_message.document_id', '=', document ?? ''))
        .orderBy('outbox.created_at', 'desc')
        .limit(50)
        .execute()
      const off = await db
        .selectFrom('reminder_opt_out')
        .select('party_id')
        .where('party_id', '=', party ?? null)
        .executeTakeFirst()
      return {
        remindersOff: off !== undefined,
        messages: rows.map(({ id, kind, to, subject, at, by, documentId, type, number, ...job }) => {
          const { status, lastError } = deliveryOf(job)
          const about =
            documentId === null || number === null ? null : { id: documentId, number, kind: type as DocumentTypeName }
          return { id, kind, to, subject, at: timestamp(instant(at)), by, document: about, status, lastError }
        }),
      }
    }),

    answers(chooseReminders, async ({ params: { partyId }, body: { off }, viewer, address }) => {
      await db.transaction().execute(async (trx) => {
        const party = await trx.selectFrom('party').select('id').where('id', '=', partyId).executeTakeFirst()
        if (party === undefined) throw new Refusal(partyProblems.notThere)
        const chosen = { party_id: partyId, chosen_by: viewer.userId, chosen_at: timestamp(clock.now()) }
        if (off)
          await trx
            .insertInto('reminder_opt_out')
            .values(chosen)
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        else await trx.deleteFrom('reminder_opt_out').where('party_id', '=', partyId).execute()
        const object = { type: 'party', id: partyId }
        await audit(trx, clock, { viewer, address, action: chooseReminders.name, object, detail: { off } })
      })
      return { success: true as const }
    }),
  ]
}
