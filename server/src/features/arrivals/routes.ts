// Arrivals: files are added, listed, noted, assigned and set aside.
import {
  addArrival,
  arrivalProblems,
  assignArrival,
  attachArrival,
  dismissArrival,
  downloadArrival,
  draftArrival,
  getArrival,
  getArrivalOfDraft,
  getArrivalPage,
  getArrivalThumbnail,
  listArrivals,
  listArrivalWords,
  listMissing,
  nobody,
  listMonthReceipts,
  mergeArrivals,
  noteArrival,
  postponeArrival,
  readArrivalAgain,
  setArrivalLine,
  splitArrival,
  undoRearrangement,
} from '@talaan/contract/arrivals.ts'
import {
  addArrivalMail,
  arrivalMailProblems,
  downloadArrivalMail,
  listArrivalMails,
  listArrivalSender,
  maxArrivalSenders,
  unlistArrivalSender,
} from '@talaan/contract/arrival-mails.ts'
import type { Arrival, ArrivalDraftKind } from '@talaan/contract/arrivals.ts'
import { readersOf } from '@talaan/contract/documents.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { accountants } from '@talaan/contract/roles.ts'
import type { Transaction, Updateable } from 'kysely'
import { formatDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { isNeverInvoice } from '@talaan/ledger/capture/names.ts'
import { vatRatesNow } from '../../books/rates.ts'
import { sha256 } from '../../books/journal.ts'
import type { Feature } from '../../http/feature.ts'
import { answers } from '../../http/route.ts'
import type { Call } from '../../http/route.ts'
import { audit } from '../../platform/audit/audit.ts'
import { instant, timestamp, today } from '../../platform/clock.ts'
import { mailboxName } from '../../platform/mailbox.ts'
import { storedPosition } from '../../platform/mailbox-position.ts'
import { countStored, growthOfDraft, newContent } from '../../platform/disk/quota.ts'
import { assertRoomForFiles } from '../../platform/disk/space.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { cleanName } from '../../print/file-name.ts'
import { attach, typeOfFile } from '../documents/attachments.ts'
import { storeDraft } from '../documents/drafts.ts'
import { assertMayReadDocument } from '../documents/read.ts'
import { storeNote } from '../notes/notes.ts'
import { assertExists } from '../notes/subjects.ts'
import { pickedParty } from '../parties/rows.ts'
import { alikeTo } from './alike.ts'
import { typedOf, usualLines } from './draft.ts'
import { arrivalById, arrivalsIn, documentOf, newestReading, readingOf, wordsOf } from './list.ts'
import { assertTakesReceipt, lineOfArrival, receiptsOfMonth } from './lines.ts'
import { checkedMessage, mailDetail, storeMessage } from './mail.ts'
import { fileOfMail, listedSenders, mailById, mailsOf, skippedSenders } from './mails.ts'
import { arrivalsKey } from './read-mailbox.ts'
import { missingFiles } from './missing.ts'
import { enqueueReading, registeredParty } from './read.ts'
import { isMade, isSourceNow, mergedOf, partsOf, rearrange, rearrangementOf, restore, resultsOf } from './rearrange.ts'
import { documentsWith, fileOf, storeArrival } from './store.ts'

type Trx = Transaction<Tables>

export const arrivals: Feature = (context) => {
  const { env, clock } = context
  const db = context.db.kysely
  const now = () => timestamp(clock.now())

  /** Changes one arrival, with its audit event; a change that changes nothing has none. */
  const change = (
    { params: { arrivalId }, viewer, address }: Pick<Call<typeof noteArrival>, 'params' | 'viewer' | 'address'>,
    action: string,
    changed: (trx: Trx, before: Arrival) => Promise<{ set: Updateable<Tables['arrival']>; detail: Detail } | null>,
  ): Promise<Arrival> =>
    db.transaction().execute(async (trx) => {
      await trx.selectFrom('arrival').select('id').where('id', '=', arrivalId).forUpdate().executeTakeFirst()
      const before = await arrivalById(trx, arrivalId)
      const made = await changed(trx, before)
      if (made === null) return before
      if (Object.keys(made.set).length > 0)
        await trx.updateTable('arrival').set(made.set).where('id', '=', arrivalId).execute()
      const detail = { file: before.file.name, ...made.detail }
      await audit(trx, clock, { viewer, address, action, object: objectOf(arrivalId), detail })
      return arrivalById(trx, arrivalId)
    })

  const auditSender = (
    trx: Trx,
    who: Pick<Call<typeof noteArrival>, 'viewer' | 'address'> & { action: string },
    sender: string,
  ) => audit(trx, clock, { ...who, object: { type: 'arrivalSender', id: sender }, detail: { sender } })

  const mailboxNow = async () => {
    if (env.arrivalsImap === null) return null
    const { url } = env.arrivalsImap
    const position = await storedPosition(db, arrivalsKey(url))
    return { name: mailboxName(url), readAt: position === null ? null : timestamp(instant(position.readAt)) }
  }

  /** Bank lines are for those who reconcile. */
  const lineFor = async ({ role }: Viewer, arrivalId: string) =>
    accountants.includes(role) ? lineOfArrival(db, arrivalId) : null

  return [
    answers(listArrivals, async ({ query: { list = 'open', assignedTo } }) => {
      const on = today(clock)
      return { ...(await arrivalsIn(db, { list, assignedTo, today: on })), today: on }
    }),

    answers(addArrival, async ({ query: { id, name }, bytes, viewer, address }) => {
      const type = typeOfFile(bytes, name)
      await assertRoomForFiles(env)
      const digest = sha256(bytes)
      const stored = await db.transaction().execute(async (trx) => {
        await countStored(trx, context, viewer, newContent(digest, bytes.byteLength))
        const file = { name: cleanName(name), type, bytes, sha256: digest }
        const { arrival, already } = await storeArrival(trx, { id, file, by: viewer.userId, at: now() })
        if (!already) {
          await enqueueReading(trx, id, clock.now())
          const detail = { file: file.name, sha256: digest, bytes: bytes.byteLength }
          await audit(trx, clock, { viewer, address, action: addArrival.name, object: objectOf(id), detail })
        }
        return { arrival: already ? arrival : await arrivalById(trx, id), already }
      })
      context.jobsAreDue()
      const attachedTo = await documentsWith(db, digest)
      return { ...stored, attachedTo: attachedTo.filter(({ kind }) => readersOf(kind).includes(viewer.role)) }
    }),

    answers(listArrivalMails, async () => ({
      ...(await mailsOf(db)),
      ...(await skippedSenders(db)),
      mailbox: await mailboxNow(),
      senders: await listedSenders(db),
    })),

    answers(listArrivalSender, async ({ body: { sender }, viewer, address }) =>
      db.transaction().execute(async (trx) => {
        const senders = await listedSenders(trx)
        if (senders.includes(sender)) return { senders }
        if (senders.length >= maxArrivalSenders) throw new Refusal(arrivalMailProblems.tooManySenders)
        await trx
          .insertInto('arrival_sender')
          .values({ address: sender, added_by: viewer.userId, added_at: now() })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await auditSender(trx, { viewer, address, action: listArrivalSender.name }, sender)
        return { senders: await listedSenders(trx) }
      }),
    ),

    answers(unlistArrivalSender, async ({ params: { sender }, viewer, address }) =>
      db.transaction().execute(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('arrival_sender')
          .where('address', '=', sender)
          .executeTakeFirstOrThrow()
        if (numDeletedRows > 0n) await auditSender(trx, { viewer, address, action: unlistArrivalSender.name }, sender)
        return { senders: await listedSenders(trx) }
      }),
    ),

    answers(addArrivalMail, async ({ query: { id }, bytes, viewer, address }) => {
      await assertRoomForFiles(env)
      const message = await checkedMessage(context, bytes)
      const added = await db.transaction().execute(async (trx) => {
        const stored = await storeMessage(trx, context, message, { id, by: viewer.userId, place: null })
        if (stored.isNew) {
          const object = { type: 'arrivalMail', id: stored.mailId }
          const detail = mailDetail(message)
          await audit(trx, clock, { viewer, address, action: addArrivalMail.name, object, detail })
        }
        return { mail: await mailById(trx, stored.mailId), added: stored.added }
      })
      context.jobsAreDue()
      return added
    }),

    answers(downloadArrivalMail, async ({ params }) => ({
      ...(await fileOfMail(db, params.mailId)),
      type: 'message/rfc822',
    })),

    answers(getArrival, async ({ params: { arrivalId }, viewer }) => ({
      arrival: await arrivalById(db, arrivalId),
      reading: await readingOf(db, arrivalId),
      alike: await alikeTo(db, arrivalId, viewer.role),
      rearrangement: await rearrangementOf(db, arrivalId),
      line: await lineFor(viewer, arrivalId),
    })),

    answers(getArrivalPage, async ({ params: { arrivalId, page } }) => {
      const found = await db
        .selectFrom('arrival_page')
        .select('picture')
        .where('arrival_id', '=', arrivalId)
        .where('page', '=', Number(page))
        .executeTakeFirst()
      if (found === undefined) throw new Refusal(arrivalProblems.noPage)
      return { bytes: found.picture, type: 'image/png', name: `page-${page}.png` }
    }),

    answers(getArrivalThumbnail, async ({ params: { arrivalId } }) => {
      const found = await db
        .selectFrom('arrival_thumbnail')
        .select('picture')
        .where('arrival_id', '=', arrivalId)
        .executeTakeFirst()
      if (found === undefined) throw new Refusal(arrivalProblems.noPage)
      return { bytes: found.picture, type: 'image/png', name: 'thumbnail.png' }
    }),

    answers(listArrivalWords, async ({ params: { arrivalId } }) => ({ words: await wordsOf(db, arrivalId) })),

    answers(draftArrival, async ({ params: { arrivalId }, body: { kind }, viewer, address }) =>
      db.transaction().execute(async (trx) => {
        await trx.selectFrom('arrival').select('id').where('id', '=', arrivalId).forUpdate().executeTakeFirst()
        const { state, file, draft } = await arrivalById(trx, arrivalId)
        if (state === 'recorded') throw new Refusal(arrivalProblems.recorded)
        if (state === 'notDocument') throw new Refusal(arrivalProblems.notDocument)
        if (draft !== null && draft.by !== viewer.clientId) throw new Refusal(arrivalProblems.drafted)
        if (draft !== null) return { draftId: draft.id, kind: draft.kind }
        const reading = await newestReading(trx, arrivalId)
        if (reading !== undefined && isNeverInvoice(documentOf(reading).kind))
          throw new Refusal(arrivalProblems.neverInvoice)
        const [draftId, at] = [crypto.randomUUID(), now()]
        const fields = { typed: await typedFields(trx, arrivalId, { kind, on: today(clock) }) }
        await countStored(trx, context, viewer, growthOfDraft(draftId, JSON.stringify(fields)))
        await storeDraft(trx, viewer, { draftId, kind, fields, savedAt: at })
        const { content: bytes } = await fileOf(trx, arrivalId)
        const { name, type } = file
        await attach(trx, viewer, { id: crypto.randomUUID(), draftId, name, type, bytes, at })
        await trx.updateTable('arrival').set({ draft_id: draftId }).where('id', '=', arrivalId).execute()
        const detail = { file: name, draft: draftId }
        await audit(trx, clock, { viewer, address, action: draftArrival.name, object: objectOf(arrivalId), detail })
        return { draftId, kind }
      }),
    ),

    answers(listMissing, async ({ query, viewer }) =>
      missingFiles(db, { ...query, withLines: accountants.includes(viewer.role) }),
    ),

    answers(listMonthReceipts, async ({ params: { account, month } }) => receiptsOfMonth(db, account, month)),

    answers(setArrivalLine, async (call) => {
      const { lineId } = call.body
      const arrival = await change(call, setArrivalLine.name, async (trx, before) => {
        const line = await lineOfArrival(trx, before.id)
        if ((line?.id ?? null) === lineId) return null
        if (lineId === null) return { set: { bank_line_id: null }, detail: { line: 'no bank line' } }
        if (before.state === 'recorded') throw new Refusal(arrivalProblems.recorded)
        if (before.state === 'notDocument') throw new Refusal(arrivalProblems.notDocument)
        await assertTakesReceipt(trx, lineId, before.id)
        const { day, amount, description } = await trx
          .selectFrom('bank_line')
          .select(['day', 'amount', 'description'])
          .where('id', '=', lineId)
          .executeTakeFirstOrThrow()
        const words = `${description || 'a bank line'}, ${formatMoney(amount)} of ${formatDay(day)}`
        return { set: { bank_line_id: lineId }, detail: { line: words } }
      })
      return { arrival, line: await lineOfArrival(db, arrival.id) }
    }),

    answers(attachArrival, async (call) => {
      const { documentId } = call.body
      await assertMayReadDocument(db, documentId, call.viewer)
      const arrival = await change(call, attachArrival.name, async (trx, before) => {
        await assertExists(trx, { document: documentId })
        if (before.state === 'recorded' && before.document?.id === documentId) return null
        if (before.state === 'recorded') throw new Refusal(arrivalProblems.recorded)
        if (before.state === 'notDocument') throw new Refusal(arrivalProblems.notDocument)
        if (before.draft !== null) throw new Refusal(arrivalProblems.hasDraft)
        const { content: bytes } = await fileOf(trx, before.id)
        const { name, type } = before.file
        await storeNote(trx, {
          id: crypto.randomUUID(),
          subject: { document: documentId },
          text: '',
          file: { name, type, bytes, sha256: sha256(bytes) },
          by: call.viewer.userId,
          at: now(),
        })
        const { number } = await trx
          .selectFrom('document')
          .select('number')
          .where('id', '=', documentId)
          .executeTakeFirstOrThrow()
        return { set: {}, detail: { document: number } }
      })
      return { arrival }
    }),

    answers(getArrivalOfDraft, async ({ params: { draftId }, viewer }) => {
      const found = await db.selectFrom('arrival').select('id').where('draft_id', '=', draftId).executeTakeFirst()
      if (found === undefined) return { arrival: null, reading: null, line: null }
      return {
        arrival: await arrivalById(db, found.id),
        reading: await readingOf(db, found.id),
        line: await lineFor(viewer, found.id),
      }
    }),

    answers(readArrivalAgain, async ({ params: { arrivalId }, viewer, address }) => {
      const arrival = await db.transaction().execute(async (trx) => {
        const { file } = await arrivalById(trx, arrivalId)
        const queued = await enqueueReading(trx, arrivalId, clock.now())
        if (queued !== undefined) {
          const object = objectOf(arrivalId)
          await audit(trx, clock, {
            viewer,
            address,
            action: readArrivalAgain.name,
            object,
            detail: { file: file.name },
          })
        }
        return arrivalById(trx, arrivalId)
      })
      context.jobsAreDue()
      return { arrival }
    }),

    answers(splitArrival, async ({ params: { arrivalId }, body: { id, starts }, viewer, address }) => {
      if (await isMade(db, id)) return { arrivals: await resultsOf(db, id) }
      await assertRoomForFiles(env)
      const files = await partsOf(db, arrivalId, starts)
      const arrivals = await db.transaction().execute(async (trx) => {
        const made = await rearrange(trx, { context, viewer }, { id, how: 'split', sourceIds: [arrivalId], files })
        if (made === null) return resultsOf(trx, id)
        const detail = { file: namesOf(made.sources), parts: String(files.length), rearrangement: id }
        const object = objectOf(arrivalId)
        await audit(trx, clock, { viewer, address, action: splitArrival.name, object, detail })
        return made.results
      })
      context.jobsAreDue()
      return { arrivals }
    }),

    answers(mergeArrivals, async ({ body: { id, arrivalIds }, viewer, address }) => {
      const before = await resultsOf(db, id)
      if (before[0] !== undefined) return { arrival: before[0] }
      await assertRoomForFiles(env)
      const files = await mergedOf(db, arrivalIds)
      const [arrival] = await db.transaction().execute(async (trx) => {
        const made = await rearrange(trx, { context, viewer }, { id, how: 'merge', sourceIds: arrivalIds, files })
        if (made === null) return resultsOf(trx, id)
        const detail = { file: namesOf(made.results), files: namesOf(made.sources), rearrangement: id }
        const object = objectOf(made.results[0]?.id ?? '')
        await audit(trx, clock, { viewer, address, action: mergeArrivals.name, object, detail })
        return made.results
      })
      if (arrival === undefined) throw new Refusal(arrivalProblems.notThere)
      context.jobsAreDue()
      return { arrival }
    }),

    answers(undoRearrangement, async ({ params: { rearrangementId }, viewer, address }) => ({
      arrivals: await db.transaction().execute(async (trx) => {
        const { sources } = await restore(trx, rearrangementId, { by: viewer.userId, at: now() })
        const detail = { files: namesOf(sources), rearrangement: rearrangementId }
        const object = objectOf(sources[0]?.id ?? '')
        await audit(trx, clock, { viewer, address, action: undoRearrangement.name, object, detail })
        return sources
      }),
    })),

    answers(downloadArrival, async ({ params }) => {
      const { content, type, name } = await fileOf(db, params.arrivalId)
      return { bytes: content, type, name }
    }),

    answers(noteArrival, async (call) => ({
      arrival: await change(call, noteArrival.name, async (_, { note }) =>
        note === call.body.text ? null : { set: { note: call.body.text }, detail: { text: call.body.text, was: note } },
      ),
    })),

    answers(assignArrival, async (call) => ({
      arrival: await change(call, assignArrival.name, async (trx, { assignedTo }) => {
        const { to } = call.body
        if (to === assignedTo) return null
        const set = { assigned_to: to === null ? null : await personNamed(trx, to) }
        return { set, detail: { to: to ?? nobody, was: assignedTo ?? nobody } }
      }),
    })),

    answers(postponeArrival, async (call) => ({
      arrival: await change(call, postponeArrival.name, async (_, { laterUntil }) => {
        const { until } = call.body
        const on = today(clock)
        if (until !== null && until <= on) throw new Refusal(arrivalProblems.dayPassed)
        const before = laterUntil !== null && laterUntil > on ? laterUntil : null
        if (until === before) return null
        return { set: { later_until: until }, detail: { until: until ?? 'today', was: before ?? 'today' } }
      }),
    })),

    answers(dismissArrival, async (call) => ({
      arrival: await change(call, dismissArrival.name, async (trx, { dismissed }) => {
        const { isDocument, reason = '' } = call.body
        if (isDocument === (dismissed === null)) return null
        if (await isSourceNow(trx, call.params.arrivalId)) throw new Refusal(arrivalProblems.rearranged)
        if (isDocument)
          return {
            set: { dismissed_by: null, dismissed_at: null, dismissed_reason: '' },
            detail: { as: 'a document', was: dismissed?.reason ?? '' },
          }
        const set = { dismissed_by: call.viewer.userId, dismissed_at: now(), dismissed_reason: reason }
        return { set, detail: { as: reason === '' ? 'not a document' : `not a document: ${reason}`, was: '' } }
      }),
    })),
  ]
}

/** What was read, with the registered party as it is now; the form begins empty if nothing was read. */
async function typedFields(
  trx: Trx,
  arrivalId: string,
  { kind, on }: { kind: ArrivalDraftKind; on: Day },
): Promise<Record<string, unknown>> {
  const row = await newestReading(trx, arrivalId)
  if (row === undefined) return {}
  const document = documentOf(row)
  const partyId = await registeredParty(trx, document)
  const party = partyId === null ? null : await pickedParty(trx, partyId)
  const usual = partyId === null ? [] : await usualLines(trx, partyId)
  return typedOf({ kind, document, party, usual, vatRates: await vatRatesNow(trx), today: on })
}

type Detail = Record<string, string>

const namesOf = (arrivals: readonly Arrival[]): string => arrivals.map(({ file }) => file.name).join(', ')

const objectOf = (id: string) => ({ type: 'arrival', id })

async function personNamed(trx: Trx, clientId: string): Promise<string> {
  const person = await trx
    .selectFrom('users')
    .select('id')
    .where('client_id', '=', clientId)
    .where('seat', 'is not', null)
    .executeTakeFirst()
  if (person === undefined) throw new Refusal(arrivalProblems.noPerson)
  return person.id
}
