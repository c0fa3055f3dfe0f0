// Reads each file that arrived, in the background: its words in a separate process, then its facts by the rules.
import type { Insertable, Kysely, Transaction } from 'kysely'
import { arrivalProblems, arrivalWord, maxArrivalWords } from '@talaan/contract/arrivals.ts'
import type { ArrivalWord } from '@talaan/contract/arrivals.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { bestLook } from '@talaan/ledger/capture/looks.ts'
import type { Best, Layout } from '@talaan/ledger/capture/looks.ts'
import { learnLabels, withLearned } from '@talaan/ledger/capture/learned-labels.ts'
import type { RecordedDocument } from '@talaan/ledger/capture/learned-labels.ts'
import { pointsOf } from '@talaan/ledger/capture/points.ts'
import { rulesVersion } from '@talaan/ledger/capture/names.ts'
import { readDocument } from '@talaan/ledger/capture/read-document.ts'
import type { Known, ReadDocument } from '@talaan/ledger/capture/read-document.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { searchName, tinParts } from '@talaan/ledger/core/party.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { rateOn, vatExclusive } from '@talaan/ledger/tax/vat.ts'
import { readingOfArrival } from '../../books/arrivals.ts'
import { vatRatesNow } from '../../books/rates.ts'
import { timestamp, today } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { handles } from '../../platform/jobs/handler.ts'
import type { JobHandler } from '../../platform/jobs/handler.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { JobKind } from '../../platform/jobs/queue.ts'
import { readUploaded } from '../../platform/reading/reader.ts'
import type { PagesRead } from '../../platform/reading/pages.ts'
import { fileOf } from './store.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

const readArrival: JobKind<{ arrivalId: string }> = {
  name: 'arrivals.read',
  payload: z.strictObject({ arrivalId: z.uuid() }),
}

/** Once while it waits. */
export const enqueueReading = (trx: Trx, arrivalId: string, now: number) =>
  enqueue(trx, readArrival, { payload: { arrivalId }, key: arrivalId, now })

/** Processor time for the pages of one file. */
const limitSeconds = 60

type Context = Pick<AppContext, 'db' | 'clock'>

export function readsArrivals({ db: { kysely: db }, clock }: Context): JobHandler {
  return handles(readArrival, {
    retryAfter: (attempts) => (attempts < 3 ? 60_000 : null),
    async run({ payload: { arrivalId }, finish }) {
      const began = performance.now()
      const file = await fileOf(db, arrivalId)
      const known = await knownFacts(db, today(clock))
      try {
        const { pages, document: read, otherWords, isPoor: poor } = await best(file, known)
        const party = await registeredParty(db, read)
        const labels = poor || party === null ? {} : learnLabels(await recordedOf(db, party), known)
        const document = withLearned(read, pages.words, labels, known)
        const points = pointsOf(document, party !== null)
        const fields = poor ? [] : document.fields
        const value = (of: string) => fields.find(({ name }) => name === of)?.value ?? null
        await finish(async (trx) => {
          await storePictures(trx, arrivalId, pages)
          await storeReading(trx, arrivalId, {
            source: pages.words.length === 0 ? 'none' : pages.source,
            result: poor ? 'poor' : 'read',
            reason: poor ? poorReason : '',
            confidence: pages.confidence,
            pages: pages.pages,
            kind: document.kind,
            is_own: document.isOwn,
            names_us: document.namesUs,
            currency: document.currency,
            party_id: party,
            seller_tin: value('sellerTin') ?? value('payorTin'),
            seller_name: value('sellerName') ?? value('payorName'),
            number: value('number'),
            day: value('day'),
            total: value('total') === null ? null : BigInt(value('total') ?? ''),
            is_ready: !poor && points.length === 0,
            fields: JSON.stringify(fields),
            words: JSON.stringify(storedWords(pages.words)),
            other_words: otherWords.slice(0, maxArrivalWords).map((word) => word.slice(0, 100)),
          })
        })
      } catch (error) {
        if (!(error instanceof Refusal) || error.problem.status !== 422) throw error
        const reason = error.problem.sentence
        await finish((trx) => storeReading(trx, arrivalId, { ...nothing, reason }))
      }

      async function storeReading(trx: Trx, id: string, reading: Reading) {
        await trx
          .insertInto('arrival_reading')
          .values({
            ...reading,
            arrival_id: id,
            rules_version: rulesVersion,
            read_at: timestamp(clock.now()),
            took_ms: Math.round(performance.now() - began),
          })
          .execute()
      }
    },
  })
}

type Reading = Omit<Insertable<Tables['arrival_reading']>, 'arrival_id' | 'rules_version' | 'read_at' | 'took_ms'>

/** Positions to a ten-thousandth of the page. */
function storedWords(words: PagesRead['words']): ArrivalWord[] {
  const at = (of: number) => Math.round(of * 10_000) / 10_000
  return words
    .slice(0, maxArrivalWords)
    .map(({ page, text, x0, y0, x1, y1 }) => [page, text.slice(0, 100), at(x0), at(y0), at(x1), at(y1)])
}

/** A file that can't be opened. */
const nothing = {
  source: 'none',
  result: 'failed',
  pages: 0,
  kind: 'unknown',
  is_own: false,
  names_us: false,
  is_ready: false,
  fields: '[]',
} as const satisfies Reading

const poorReason = 'The picture is too dark, too small or blurred. Take it again, or enter the document manually.'

async function knownFacts(db: Db, on: Day): Promise<Known> {
  const { name, tin9 } = await db.selectFrom('company').select(['name', 'tin9']).executeTakeFirstOrThrow()
  const rate = rateOn(on, await vatRatesNow(db))?.rate
  const vatPercent = rate === undefined ? null : vatExclusive(100n, rate).vat
  return { ownTin9: tin9 ?? '', ownName: name, today: on, vatPercent }
}

type Look = { pages: PagesRead; words: PagesRead['words']; document: ReadDocument }

type File = Awaited<ReturnType<typeof fileOf>>

/** A picture of which something is missing gets another look with another layout; words of two looks are never mixed. */
async function best(file: File, known: Known): Promise<Best<Look>> {
  const look = async (layout: Layout) => {
    const { content: bytes, type } = file
    const pages = await readUploaded(
      'pages',
      { bytes, type, layout, withPictures: layout === 'anywhere' },
      { problems: arrivalProblems, seconds: limitSeconds },
    )
    return { pages, words: pages.words, document: readDocument(pages.words, known) }
  }
  const first = await look('anywhere')
  if (first.pages.source === 'text') return { ...first, otherWords: [], isPoor: false }
  const found = await bestLook(async (layout) => (layout === 'anywhere' ? first : look(layout)))
  const { pictures, thumbnail } = first.pages
  return { ...found, pages: { ...found.pages, pictures, thumbnail } }
}

/** The registered supplier, or customer of a certificate, by TIN and branch, by TIN alone if there is one branch, or else by name. */
export async function registeredParty(db: Db, { isOwn, fields }: ReadDocument): Promise<string | null> {
  if (isOwn) return null
  const value = (of: string) => fields.find(({ name }) => name === of)?.value
  const present = db.selectFrom('party').where('removed_at', 'is', null).where('merged_into', 'is', null).select('id')
  const [tin, name] = [value('sellerTin') ?? value('payorTin'), value('sellerName') ?? value('payorName')]
  if (tin !== undefined) {
    const { tin9, branchCode } = tinParts(tin)
    const rows = await present.select('branch_code as branchCode').where('tin9', '=', tin9).limit(2).execute()
    const found = rows.find((row) => row.branchCode === branchCode) ?? (rows.length === 1 ? rows[0] : undefined)
    return found?.id ?? null
  }
  const searched = name === undefined ? '' : searchName(name)
  if (searched === '') return null
  const named = await present.where('search_name', '=', searched).limit(2).execute()
  return named.length === 1 ? (named[0]?.id ?? null) : null
}

/** As many as a change of the supplier's form needs to be noticed soon. */
const maxRecorded = 4

/** The last documents of a supplier that were recorded from files, with the words of these. */
async function recordedOf(db: Db, partyId: string): Promise<RecordedDocument[]> {
  const rows = await db
    .selectFrom('document')
    .innerJoin('arrival', 'arrival.draft_id', 'document.draft_id')
    .innerJoinLateral(readingOfArrival, (join) => join.onTrue())
    .select(['document.external_no as number', 'document.day', 'document.total', 'reading.words'])
    .where('document.party_id', '=', partyId)
    .where('document.kind', 'in', ['bill', 'pettycash'])
    .where('reading.result', '=', 'read')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('document_void').select('document_id').whereRef('document_id', '=', 'document.id'))),
    )
    .orderBy('document.recorded_at', 'desc')
    .limit(maxRecorded)
    .execute()
  return rows.map(({ number, day, total, words }) => ({
    words: z
      .array(arrivalWord)
      .parse(words)
      .map(([page, text, x0, y0, x1, y1]) => ({ page, text, x0, y0, x1, y1, confidence: 100 })),
    values: { day, total: total.toString(), ...(number !== null && { number }) },
  }))
}

async function storePictures(trx: Trx, arrivalId: string, { pictures, thumbnail }: PagesRead): Promise<void> {
  for (const [at, picture] of pictures.entries())
    await trx
      .insertInto('arrival_page')
      .values({ arrival_id: arrivalId, page: at + 1, picture: Buffer.from(picture) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  if (thumbnail !== null)
    await trx
      .insertInto('arrival_thumbnail')
      .values({ arrival_id: arrivalId, picture: Buffer.from(thumbnail) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
