// Mail leaves through the outbox: a row written with the document it tells of, sent after the commit, marked once sent.
import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { Insertable, Kysely, Transaction } from 'kysely'
import type { z } from '@talaan/ledger/core/zod.ts'
import { documentProblems, receipt as receiptSchema } from '@talaan/contract/documents.ts'
import type { receiptMail } from '@talaan/contract/documents.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { codeOfDigest } from '@talaan/ledger/proof/code.ts'
import type { Receipt } from '@talaan/ledger/documents/receipt.ts'
import { instant, timestamp } from './clock.ts'
import type { Environment } from './env/env.ts'
import type { AppContext } from './context.ts'
import { errorLine, messageId, postOverSmtp, rawLetter, receiptSubject, receiptText, refusedForGood } from './mail.ts'
import type { RawLetter } from './mail.ts'
import { fileName } from '../print/file-name.ts'
import { certificatesToPdf, form2307FromJson, form2307Name } from '../print/form2307.ts'
import { receiptToPdf } from '../print/pdf.ts'
import type { RowOf, Tables } from './db/tables.ts'

type Db = Kysely<Tables>
type OutboxRow = RowOf<'outbox'>
export type ReceiptMail = z.infer<typeof receiptMail>

const minute = 60_000
/** How long to wait after the first failure, the second …; after these, an hour each time. */
const waits = [1 * minute, 2 * minute, 5 * minute, 15 * minute, 60 * minute]
const patience = 72 * 60 * minute
/** Longer than any sending may take, so that nobody takes a letter out of another's hands. */
const lease = 5 * minute
const hands = 4

type NewReceipt = {
  documentId: string
  to: string
  receipt: Receipt
  /** env.mailFrom */
  mailFrom: string
  /** Milliseconds, from the clock. */
  now: number
}

/** Puts the receipt of a document into the outbox, once, in the transaction that records the document. */
export async function queueReceipt(trx: Transaction<Tables>, given: NewReceipt): Promise<void> {
  await trx.insertInto('outbox').values(receiptLetter(given)).execute()
}

/** The row alone, for the statement that writes the document. */
export const receiptLetter = ({
  documentId,
  to,
  receipt,
  mailFrom,
  now,
}: NewReceipt): Insertable<Tables['outbox']> => ({
  id: crypto.randomUUID(),
  topic: 'receipt',
  document_id: documentId,
  recipient: to,
  subject: receiptSubject(receipt),
  body: receiptText(receipt),
  message_id: messageId('receipt', documentId, mailFrom),
  created_at: timestamp(now),
  run_at: timestamp(now),
})

/** How the receipt of a document fares; null when none was asked for. */
export async function receiptMailOf(db: Db, documentId: string): Promise<ReceiptMail | null> {
  const row = await receiptRow(db, documentId)
  if (row === undefined) return null
  return {
    to: row.recipient,
    subject: row.subject,
    status: deliveryOf(row),
    attempts: row.attempts,
    lastError: row.last_error,
    sentAt: row.sent_at,
  }
}

export const deliveryOf = (letter: Pick<OutboxRow, 'sent_at' | 'failed_at'>): ReceiptMail['status'] =>
  letter.sent_at !== null ? 'sent' : letter.failed_at !== null ? 'failed' : 'waiting'

/** The bytes of the message as it goes out, or would. */
export async function receiptEml(db: Db, documentId: string, env: Sender): Promise<Buffer | undefined> {
  const row = await receiptRow(db, documentId)
  return row && (await written(db, row, env)).bytes
}

/** Tries again from the start, now. What has been sent is not sent again. */
export async function retryReceipt(trx: Transaction<Tables>, documentId: string, now: number): Promise<void> {
  const row = await receiptRow(trx, documentId)
  if (row === undefined) throw new Refusal(documentProblems.noReceipt)
  await trx
    .updateTable('outbox')
    .set({ run_at: timestamp(now), failed_at: null, attempts: 0 })
    .where('id', '=', row.id)
    .where('sent_at', 'is', null)
    .execute()
}

const receiptRow = (db: Db, documentId: string): Promise<OutboxRow | undefined> =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('topic', '=', 'receipt')
    .executeTakeFirst()

export type Outbox = {
  /** There is something to send: called after the commit. */
  poke(): void
  /** Takes nothing more out, and waits for what is being sent. */
  stop(): Promise<void>
}

type Given = Pick<AppContext, 'db' | 'clock' | 'env'>
type Pace = { pollMs?: number; sendLimitMs?: number; graceMs?: number; log?: (sentence: string) => void }

/** Sends what is due until stopped. Without a mail server letters wait in the outbox. */
export function startOutbox({ db, clock, env }: Given, pace: Pace = {}): Outbox {
  const { pollMs = 5_000, sendLimitMs = minute, graceMs = 10_000, log = console.error } = pace
  if (env.smtpUrl === null) return { poke: () => {}, stop: () => Promise.resolve() }
  const post = postOverSmtp(env.smtpUrl)
  let working: Promise<void> | undefined
  let again = false
  let stopped = false
  const giveUp = new AbortController()
  // A server that answers one byte a second is never idle, hence a limit on the whole.
  const send = (letter: RawLetter) => post(letter, AbortSignal.any([giveUp.signal, AbortSignal.timeout(sendLimitMs)]))

  const sendDue = async () => {
    while (!stopped) {
      const letters = await claim(db.kysely, clock.now())
      await Promise.all(letters.map((row) => deliver(db.kysely, row, { clock, env, send })))
      if (letters.length < hands) return
    }
  }
  // Whoever pokes may still stand in a transaction of their own; the outbox is outside of it.
  const outside = AsyncLocalStorage.snapshot()
  const poke = () => {
    if (stopped) return
    again = working !== undefined
    working ??= outside(sendDue)
      .catch((error: unknown) => log(`The outbox could not be worked on and is tried again: ${errorLine(error)}`))
      .finally(() => {
        working = undefined
        if (again) poke()
      })
  }
  const timer = setInterval(poke, pollMs)
  poke()
  return {
    poke,
    async stop() {
      stopped = true
      clearInterval(timer)
      const grace = setTimeout(() => giveUp.abort(), graceMs)
      await working
      clearTimeout(grace)
    },
  }
}

/** Takes due letters for the time of the lease. A process that dies meanwhile leaves them to the next one. */
async function claim(db: Db, now: number): Promise<OutboxRow[]> {
  const at = timestamp(now)
  return db
    .updateTable('outbox')
    .set({ locked_until: timestamp(now + lease) })
    .where('id', 'in', (select) =>
      select
        .selectFrom('outbox')
        .select('id')
        .where('sent_at', 'is', null)
        .where('failed_at', 'is', null)
        .where('run_at', '<=', at)
        .where((or) => or.or([or('locked_until', 'is', null), or('locked_until', '<=', at)]))
        .orderBy('run_at')
        .orderBy('id')
        .limit(hands)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
}

type Delivery = Pick<AppContext, 'clock' | 'env'> & { send: (letter: RawLetter) => Promise<void> }

async function deliver(db: Db, row: OutboxRow, { clock, env, send }: Delivery): Promise<void> {
  try {
    await send(await written(db, row, env))
  } catch (error) {
    await putBack(db, row, error, clock.now())
    return
  }
  // Should this process die before the mark is made, the same message goes out again under the same Message-ID.
  await db
    .updateTable('outbox')
    .set({
      sent_at: timestamp(clock.now()),
      attempts: sql`attempts + 1`,
      locked_until: null,
      last_error: null,
      failed_at: null,
    })
    .where('id', '=', row.id)
    .where('sent_at', 'is', null)
    .execute()
}

/** Back for a later try, or given up; unless another process has taken the letter over since. */
async function putBack(db: Db, row: OutboxRow, error: unknown, now: number): Promise<void> {
  const attempts = row.attempts + 1
  const givenUp = refusedForGood(error) || waited(attempts) >= patience
  await db
    .updateTable('outbox')
    .set({
      attempts,
      last_error: errorLine(error),
      locked_until: null,
      ...(givenUp ? { failed_at: timestamp(now) } : { run_at: timestamp(now + waitAfter(attempts)) }),
    })
    .where('id', '=', row.id)
    .where('locked_until', '=', row.locked_until)
    .where('sent_at', 'is', null)
    .execute()
}

const hour = 60 * minute

/** A little more than the wait, each time differently, so that letters that failed together do not come back together. */
const waitAfter = (attempts: number): number => Math.round((waits[attempts - 1] ?? hour) * (1 + Math.random() / 10))

/** How long a letter has waited between its tries so far. */
const waited = (attempts: number): number =>
  Array.from({ length: attempts - 1 }, (_, i) => waits[i] ?? hour).reduce((sum, wait) => sum + wait, 0)

type Sender = Pick<Environment, 'mailFrom' | 'publicUrl'>

/** The letter of a row, with the document as it was recorded; if it has been voided since, its paper says so. */
async function written(db: Db, row: OutboxRow, { mailFrom, publicUrl }: Sender): Promise<RawLetter> {
  const document =
    row.document_id === null
      ? undefined
      : await db
          .selectFrom('document')
          .leftJoin('document_void', 'document_void.document_id', 'document.id')
          .leftJoin('entry', (join) => join.onRef('entry.document_id', '=', 'document.id').on('reverses', 'is', null))
          .select(['document.receipt', 'document.recorded_at as recordedAt', 'document_void.voided_at as voidedAt'])
          .select('entry.hash')
          .where('document.id', '=', row.document_id)
          .executeTakeFirstOrThrow()
  return rawLetter({
    from: mailFrom,
    to: row.recipient,
    ...(row.reply_to !== null && { replyTo: row.reply_to }),
    subject: row.subject,
    text: row.body,
    messageId: row.message_id,
    writtenAt: instant(row.created_at),
    ...(document && { attachment: await paper(document, publicUrl) }),
    ...(row.certificate_id !== null && { attachment: await certificate(db, row.certificate_id) }),
  })
}

/** Form 2307 as it was issued. */
async function certificate(db: Db, id: string) {
  const { content, issuedAt } = await db
    .selectFrom('certificate_issued')
    .select(['content', 'issued_at as issuedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const form = form2307FromJson(content)
  const bytes = await certificatesToPdf([form], { printedAt: instant(issuedAt), author: form.payor.name })
  return { name: form2307Name(form), type: 'application/pdf', bytes }
}

type Printed = { receipt: unknown; recordedAt: string; voidedAt: string | null; hash: string | null }

async function paper({ receipt, recordedAt, voidedAt, hash }: Printed, publicUrl: string | null) {
  const printed: Receipt = { ...receiptSchema.parse(receipt), status: voidedAt === null ? 'recorded' : 'void' }
  const bytes = await receiptToPdf(printed, {
    printedAt: instant(voidedAt ?? recordedAt),
    ...(hash !== null && { proof: { code: codeOfDigest(hash), publicUrl } }),
  })
  return { name: fileName(printed, 'pdf'), type: 'application/pdf', bytes }
}
