// The public API: each call is answered by the portal's own endpoints, in the notation and with the promises of docs/api.md.
import { z } from '@talaan/ledger/core/zod.ts'
import { listAccounts } from '@talaan/contract/accounts.ts'
import { sentAmounts, storedAmounts } from '@talaan/contract/api/amount.ts'
import { apiProblems, lacksScope } from '@talaan/contract/api/endpoint.ts'
import { adviceOf, problemsByCode } from '@talaan/contract/api/problems.ts'
import * as api from '@talaan/contract/api/resources.ts'
import { approvalProblems, sendForApproval } from '@talaan/contract/approvals.ts'
import { categoryPages, documentPlaces } from '@talaan/contract/cards.ts'
import {
  discardDraft,
  documentProblems,
  getDocument,
  getDraft,
  listDrafts,
  printVoucher,
  recordDocument,
  recordersOf,
  reviewDraft,
  saveDraft,
} from '@talaan/contract/documents.ts'
import type { Draft } from '@talaan/contract/documents.ts'
import { addressOf } from '@talaan/contract/endpoint.ts'
import type { AnswerOf, Endpoint } from '@talaan/contract/endpoint.ts'
import { viewCalendar } from '@talaan/contract/filings.ts'
import {
  beginImport,
  checkImport,
  importProblems,
  maximumRecordedAtOnce,
  recordImported,
} from '@talaan/contract/imports.ts'
import type { ImportedDocument } from '@talaan/contract/imports.ts'
import { listMoneyAccounts } from '@talaan/contract/money-accounts.ts'
import { listOpenItems, listOpenParties } from '@talaan/contract/open-items.ts'
import { checkParty, getParty, registerParty, searchParties } from '@talaan/contract/parties.ts'
import { common, Refusal, saying } from '@talaan/contract/problem.ts'
import { getReconciliation } from '@talaan/contract/reconciliation.ts'
import { printReport, reportProblems, viewReport } from '@talaan/contract/reports.ts'
import { getStatement, listStatements } from '@talaan/contract/statements.ts'
import { plainMoney, sum } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { importMappings } from '@talaan/ledger/documents/import/mappings.ts'
import { documentTypeOf } from '@talaan/ledger/documents/types.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { listTransactions } from '@talaan/contract/transactions.ts'
import { viewBoxWhy, viewWhy } from '@talaan/contract/why.ts'
import type { Why } from '@talaan/contract/why.ts'
import { plainTextWords } from '@talaan/ledger/reports/plain-text.ts'
import { sha256, uuidOf } from '../../books/journal.ts'
import { isOfApi } from '../../http/api/problem-json.ts'
import { answers } from '../../http/route.ts'
import type { Call, Download, Route } from '../../http/route.ts'
import type { HttpContext } from '../../http/context.ts'
import { notify } from '../../books/notify.ts'
import { timestamp, today } from '../../platform/clock.ts'
import type { ApiKeyOfCall } from '../../platform/viewer.ts'
import { pageOfParties } from '../parties/search.ts'
import { journalAsText } from '../reports/plain-text.ts'
import type { Ask, AskFile, Once } from './asking.ts'
import { fileRoutes } from './files.ts'
import { assertOwnDraft, launchOf, launchRoutes } from './launches.ts'
import { documentsAsZip, generalLedgerAsCsv, journalAsCsv } from './exports.ts'
import { choosing } from './choice.ts'
import type { ReadLinked } from './choice.ts'
import { paged } from './cursors.ts'
import { openItemsPage, titleOf } from './open-items-page.ts'
import { openApiOf, fieldsSchema } from './openapi.ts'
import { problemPage } from './problem-page.ts'
import { steadyText } from './steady-text.ts'
import { utc } from './times.ts'
import { webhookRoutes } from './webhooks.ts'

const partiesOfAPage = 100

/** The routes of the public API over the portal's. */
export function apiRoutesOf(context: HttpContext, portalRoutes: readonly Route[]): Route[] {
  const { clock, version, env } = context
  const db = context.db.kysely
  const handlers = new Map(portalRoutes.map(({ endpoint, handle }) => [endpoint.name, handle]))

  const ask: Ask = async (call, endpoint, parts = {}) => {
    const handle = handlers.get(endpoint.name)
    if (handle === undefined)
      throw new Error(`The API has no endpoint ${endpoint.name}. Check the method and the path.`)
    if (endpoint.access !== 'open' && !endpoint.access.includes(call.viewer.role)) throw new Refusal(common.notAllowed)
    // The getter `viewer` is read here, because spreading a call would lose it.
    return (await handle({ ...call, viewer: call.viewer, params: {}, query: {}, body: {}, ...parts })) as never
  }
  const file: AskFile = async (call, endpoint, parts) => (await ask(call, endpoint, parts)) as unknown as Download

  const draftOf = async (call: Call<Endpoint>, draftId: string): Promise<Draft> => {
    const { draft } = await ask(call, getDraft, { params: { draftId } })
    if (draft === null) throw new Refusal(documentProblems.draftNotThere)
    void call.reply.header('etag', tagOf(draft))
    return draft
  }
  const shown = (draft: Draft) => ({
    id: draft.draftId,
    kind: draft.kind,
    fields: inDecimals(draft.kind, draft.fields),
    attachments: draft.attachments,
    savedAt: utc(draft.savedAt),
    documentId: draft.documentId,
    url: `${env.publicUrl ?? ''}${listOf(draft.kind)}/${draft.draftId}`,
  })
  const save = async (call: Call<Endpoint>, draftId: string, body: { kind: DocumentTypeName; fields: Fields }) => {
    await ask(call, saveDraft, { params: { draftId }, body: { kind: body.kind, fields: inMinorUnits(body) } })
    await db
      .updateTable('draft')
      .set({ prepared_by: keyOf(call).id })
      .where('id', '=', draftId)
      .execute()
    return { draft: shown(await draftOf(call, draftId)) }
  }

  /**
   * Does the work of a call under an id that is derived from its Idempotency-Key: a repeated call finds what the first one did. The
   * same key with another request is refused. After a refusal nothing has changed, so the key can be used for the corrected request.
   */
  const once: Once = async (call, { name }, work) => {
    const key = idempotencyKey(call.request.headers['idempotency-key'])
    const { id: keyId } = keyOf(call)
    const content = call.bytes.length === 0 ? '' : sha256(call.bytes)
    const digest = sha256(steadyText({ name, params: call.params, query: call.query, body: call.body, content }))
    const inserted = await db
      .insertInto('api_request')
      .values({ key_id: keyId, idempotency_key: key, digest, at: timestamp(clock.now()) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('digest')
      .executeTakeFirst()
    if (inserted === undefined) {
      const before = await db
        .selectFrom('api_request')
        .select('digest')
        .where('key_id', '=', keyId)
        .where('idempotency_key', '=', key)
        .executeTakeFirst()
      if (before !== undefined && before.digest !== digest) throw new Refusal(apiProblems.otherRequest)
      void call.reply.header('idempotent-replayed', 'true')
    }
    try {
      return await work(uuidOf(`${keyId} ${key}`), inserted === undefined)
    } catch (error) {
      if (inserted !== undefined && error instanceof Refusal)
        await db.deleteFrom('api_request').where('key_id', '=', keyId).where('idempotency_key', '=', key).execute()
      throw error
    }
  }

  const routes: Route[] = [
    answers(api.readCompany, async ({ viewer }) => {
      const { name, scopes, expiresOn } = keyOf({ viewer })
      return {
        name: viewer.company,
        today: today(clock),
        version,
        key: { name, owner: viewer.clientId, role: viewer.role, scopes: [...scopes], expiresOn },
      }
    }),

    answers(api.readDocumentTypes, async ({ viewer }) => ({
      documentTypes: documentTypeNames.map((kind) => {
        const type = documentTypeOf(kind)
        const mayPrepare = recordersOf(kind).includes(viewer.role)
        return { kind, name: type.words.title, series: type.series, mayPrepare, fields: fieldsSchema(kind) }
      }),
    })),

    answers(api.readAccounts, (call) => ask(call, listAccounts)),

    answers(api.searchApiParties, async (call) => {
      const { search = '', role, after } = call.query
      if (search.trim() === '') return pageOfParties(db, { role, after, length: partiesOfAPage })
      return { ...(await ask(call, searchParties, { query: { search, role } })), next: null }
    }),

    answers(api.readParty, async (call) => {
      const { party } = await ask(call, getParty, { params: call.params })
      return { party: { ...party, mergedInto: party.mergedInto?.id ?? null } }
    }),

    answers(api.registerApiParty, (call) =>
      once(call, api.registerApiParty, (registrationId) =>
        ask(call, registerParty, { body: { registrationId, ...call.body } }),
      ),
    ),

    answers(api.checkApiParty, async (call) => {
      const { lookAlikes } = await ask(call, checkParty, { body: { ...call.body, country: '', foreignTaxNo: '' } })
      return { lookAlikes: lookAlikes.map(({ party: { id, name, tin }, ...why }) => ({ id, name, tin, ...why })) }
    }),

    answers(api.readOpenParties, async (call) => {
      const { parties } = await ask(call, listOpenParties, { query: call.query })
      return { parties: parties.map(({ open, ...party }) => ({ ...party, balance: open })) }
    }),

    answers(api.readOpenItemsPage, async (call) => {
      const { page } = call.params
      const side = page === 'unpaid-vendors' ? 'payable' : 'receivable'
      const { parties } = await ask(call, listOpenParties, { query: { side, ...call.query } })
      const html = openItemsPage(page, { parties, today: today(clock) })
      return { bytes: Buffer.from(html), type: 'text/html; charset=utf-8', name: `${titleOf(page)}.html` }
    }),

    answers(api.readOpenItems, async (call) => {
      const { items, credits, next } = await ask(call, listOpenItems, { query: call.query })
      const item = ({ opened, open, ...rest }: (typeof items)[number]) => ({ ...rest, original: opened, balance: open })
      return { items: items.map(item), credits: credits.map(item), next }
    }),

    answers(api.listApiDrafts, async (call) => {
      const launch = launchOf(call)
      const { drafts, next } = await ask(call, listDrafts, { query: call.query })
      if (launch === undefined) return { drafts: drafts.map(shown), next }
      const { draft } = await ask(call, getDraft, { params: { draftId: launch.draftId } })
      return { drafts: draft === null || draft.documentId !== null ? [] : [shown(draft)], next: null }
    }),

    answers(api.createApiDraft, (call) => {
      assertOwnDraft(call, null)
      return once(call, api.createApiDraft, async (draftId) => {
        const saved = await save(call, draftId, call.body)
        const { kind } = call.body
        const title = `${keyOf(call).name} prepared a draft: ${documentTypeOf(kind).words.title}`
        const owners = [call.viewer.userId]
        await db
          .transaction()
          .execute((trx) =>
            notify(trx, context, { kind: 'draftPrepared', key: draftId, title, document: kind, ref: draftId, owners }),
          )
        return saved
      })
    }),

    answers(api.readApiDraft, async (call) => {
      assertOwnDraft(call, call.params.draftId)
      return { draft: shown(await draftOf(call, call.params.draftId)) }
    }),

    answers(api.changeApiDraft, async (call) => {
      const { draftId } = call.params
      assertOwnDraft(call, draftId, call.body.kind)
      const { 'if-match': expected } = call.request.headers
      if (expected !== undefined && expected !== tagOf(await draftOf(call, draftId)))
        throw new Refusal(apiProblems.changed)
      return save(call, draftId, call.body)
    }),

    answers(api.discardApiDraft, async (call) => {
      assertOwnDraft(call, call.params.draftId)
      await ask(call, discardDraft, { params: call.params })
      return { discarded: true as const }
    }),

    answers(api.reviewApiDraft, async (call) => {
      assertOwnDraft(call, call.params.draftId)
      const { kind, fields } = await draftOf(call, call.params.draftId)
      const review = await ask(call, reviewDraft, { params: call.params, body: { kind, fields } })
      const { digest, numberToBe, receipt, warnings, approval } = review
      return {
        digest,
        title: receipt.title,
        numberToBe,
        total: totalOf(review),
        totals: receipt.totals.map(({ label, amount }) => ({ label, amount })),
        entry: receipt.journal,
        warnings,
        approval,
      }
    }),

    answers(api.sendApiDraft, async (call) => {
      assertOwnDraft(call, call.params.draftId)
      if (launchOf(call)?.mayRecord === false) throw new Refusal(apiProblems.launchPrepares)
      return ask(call, sendForApproval, { body: { ...call.params, ...call.body } })
    }),

    ...launchRoutes(context),

    answers(api.recordApiDraft, async (call) => {
      assertOwnDraft(call, call.body.draftId)
      await assertMayRecord(call)
      const { documentId, number, already } = await ask(call, recordDocument, { body: call.body })
      if (already) void call.reply.header('idempotent-replayed', 'true')
      return { documentId, number, already }
    }),

    answers(api.listApiDocuments, async (call) => {
      const { kind, partyId, totalFrom, totalTo, ...filters } = call.query
      const query = { ...filters, kinds: kind, party: partyId, least: totalFrom, most: totalTo }
      const { documents, next } = await ask(call, listTransactions, { query })
      return { documents: documents.map(documentShown), next }
    }),

    answers(api.readDocument, async (call) => {
      const { document } = await ask(call, getDocument, { params: call.params })
      return { document: wholeDocument(document) }
    }),

    answers(api.readVoucher, (call) => file(call, printVoucher, { params: call.params })),

    ...fileRoutes({ db, ask, file, draftOf, once }),

    answers(api.readBankAccounts, async (call) => {
      const { accounts } = await ask(call, listMoneyAccounts)
      return {
        accounts: accounts.map(({ code, label, currency, held }) => ({ code, name: label, currency, balance: held })),
      }
    }),

    answers(api.readBankStatements, async (call) => {
      const { statements } = await ask(call, listStatements, { query: call.query })
      return { statements: statements.filter(({ removed }) => removed === null) }
    }),

    answers(api.readBankLines, (call) => ask(call, getStatement, { params: call.params })),

    answers(api.readUnmatched, async (call) => {
      const { account, month } = call.params
      const { lines, books, open, next } = await ask(call, getReconciliation, {
        params: call.params,
        query: call.query,
      })
      const byKey = new Map(books.map((line) => [line.key, line]))
      return {
        open,
        lines: lines.map(({ id, day, amount, reference, chequeNo, description, suggestions }) => ({
          ...{ id, day, amount, reference, chequeNo, description },
          suggestions: suggestions.map(({ certainty, reasons, record, books: keys }) => ({
            certainty,
            reasons: reasons.map(({ words }) => words),
            books: keys.flatMap((key) => {
              const line = byKey.get(key)
              if (line === undefined) return []
              const { document } = line
              return [
                {
                  day: line.day,
                  amount: line.amount,
                  documentId: document?.id ?? null,
                  number: document?.number ?? null,
                },
              ]
            }),
            records: record?.words ?? null,
          })),
        })),
        url: `${env.publicUrl ?? ''}/bankreconciliation/${account}/${month}`,
        next,
      }
    }),

    answers(api.importRowsByApi, async (call) => {
      const { count, total, ...rows } = call.body
      const request = { ...rows, again: false }
      const { documents } = await ask(call, checkImport, { body: request })
      const mistakes = documents.flatMap((document) => document.mistakes)
      if (mistakes.length > 0)
        throw new Refusal(
          importProblems.mistakes,
          mistakes.slice(0, 50).map(({ row, column, message }) => ({ path: ['rows', row, column], message })),
        )
      await assertMayImport(call, documents)
      const due = documents.filter(({ number }) => number === null)
      const numbers: string[] = []
      if (due.length > 0) {
        const begun = await ask(call, beginImport, { body: { ...request, count, total, tags: {} } })
        const params = { batchId: begun.batchId }
        while (numbers.length < begun.due) {
          const body = { at: numbers.length, count: maximumRecordedAtOnce }
          const { recorded } = await ask(call, recordImported, { params, body })
          numbers.push(...recorded.map(({ number }) => number))
        }
      }
      return {
        documents: documents.map(({ rows: of, label, number }) => ({
          ...{ rows: of, label, already: number !== null },
          number: number ?? numbers.shift() ?? '',
        })),
      }
    }),

    answers(api.readEventList, async ({ query: { after, type } }) => {
      let query = db
        .selectFrom('event')
        .select(['id', 'seq', 'type', 'at', 'kind', 'object_id as objectId', 'label'])
        .where('type', '<>', 'test')
        .where('seq', '>', BigInt(after ?? '0'))
        .orderBy('seq')
        .limit(100)
      if (type !== undefined) query = query.where('type', '=', type)
      const rows = await query.execute()
      const events = rows.map(({ seq, at, ...row }) => ({ ...row, at: utc(at), sequence: seq.toString() }))
      return { events, next: events.at(-1)?.sequence ?? null }
    }),

    ...webhookRoutes({ db, ask, once }),

    answers(api.readReport, async (call) => {
      const { table, next } = await ask(call, viewReport, { params: call.params, query: call.query })
      const { title, period, columns, notes } = table
      const rows = table.rows.map(({ cells, emphasis = null }) => ({
        cells: cells.map((cell, at) => (columns[at]?.kind === 'money' ? asAmount(cell) : asText(cell))),
        emphasis,
      }))
      return { title, period, columns, rows, notes, next }
    }),

    answers(api.readReportFile, (call) => file(call, printReport, { params: call.params, query: call.query })),

    answers(api.explainFigure, async (call) =>
      explanationOf((await ask(call, viewWhy, { params: call.params, query: call.query })).why),
    ),

    answers(api.readJournal, ({ params: { format }, query }) => {
      const name = (extension: string) => exportName('journal', query, extension)
      if (format === 'csv') return csv(name('csv'), journalAsCsv(db, query))
      const as = format === 'ledger' ? 'hledger' : format
      const bytes = journalAsText(db, { format: as, ...query })
      return Promise.resolve({ bytes, type: 'text/plain; charset=utf-8', name: name(plainTextWords[as].extension) })
    }),

    answers(api.readGeneralLedger, ({ query }) =>
      csv(exportName('general-ledger', query, 'csv'), generalLedgerAsCsv(db, query)),
    ),

    answers(api.readDocumentArchive, (call) => {
      const name = exportName('documents', call.query, 'zip')
      const describe = async (documentId: string) => {
        const { document } = await ask(call, getDocument, { params: { documentId } })
        return z.encode(api.readDocument.answer, { document: wholeDocument(document) })
      }
      return Promise.resolve({
        bytes: documentsAsZip(context, call.query, describe),
        type: 'application/zip',
        name,
      })
    }),

    answers(api.readTaxCalendar, async (call) => {
      const { rows } = await ask(call, viewCalendar, { query: call.query })
      return {
        returns: rows.map(({ duty, period, due, state, payable }) => ({
          form: duty,
          from: period.from,
          to: period.to,
          due,
          state,
          payable,
        })),
      }
    }),

    answers(api.explainBox, async (call) =>
      explanationOf((await ask(call, viewBoxWhy, { params: call.params, query: call.query })).why),
    ),

    // Public, because it says nothing about the company.
    answers(api.readOpenApi, async ({ reply }) => {
      void reply.header('cache-control', 'public, max-age=3600')
      return openApiOf(api.apiEndpoints, version)
    }),

    answers(api.readProblem, async ({ params: { code }, request, reply }) => {
      const problem = problemsByCode.get(code)
      if (problem === undefined) throw new Refusal(common.notThere)
      const { status, sentence } = problem
      if (request.headers.accept?.includes('text/html') === true)
        return reply.type('text/html; charset=utf-8').send(problemPage(problem)) as never
      return { code, status, title: sentence, remedy: adviceOf(problem) }
    }),
  ]
  const byName = new Map(routes.map((route) => [route.endpoint.name, route]))
  const readLinked: ReadLinked = async (call, endpoint, id) => {
    const [, parameter = ''] = /:(\w+)/.exec(endpoint.path) ?? []
    const answer = await byName
      .get(endpoint.name)
      ?.handle({ ...call, viewer: call.viewer, params: { [parameter]: id }, query: {}, body: {} })
    return z.encode(endpoint.answer, answer) as Record<string, unknown>
  }
  /** A call that may have an Idempotency-Key, although repeating it changes nothing more. */
  const repeatable = ({ endpoint, handle, ...route }: Route): Route => ({
    ...route,
    endpoint,
    handle: (call: Call<Endpoint>) =>
      call.request.headers['idempotency-key'] === undefined ? handle(call) : once(call, endpoint, () => handle(call)),
  })
  return routes.map((route) => {
    const { endpoint } = route
    if (!isOfApi(endpoint)) return route
    const inPages = endpoint.pages ? paged(route) : route
    const chosen = endpoint.records.length > 0 ? choosing(context, { ...inPages, endpoint }, readLinked) : inPages
    return endpoint.idempotencyKey === 'accepted' ? repeatable(chosen) : chosen
  })

  /** Documents need the permission to record them, each up to its amount; parties that to register them. */
  async function assertMayImport(
    call: Call<typeof api.importRowsByApi>,
    documents: readonly ImportedDocument[],
  ): Promise<void> {
    if (launchOf(call) !== undefined) throw new Refusal(apiProblems.needsKey)
    const { records } = importMappings[call.body.kind]
    if ('role' in records) {
      if (!keyOf(call).scopes.includes('parties:write')) throw new Refusal(lacksScope('parties:write'))
      return
    }
    const upTo = await recordingLimit(call, records.kind)
    if (upTo === undefined) throw new Refusal(apiProblems.mayNotRecord)
    if (documents.some(({ total }) => total !== null && total > upTo)) throw new Refusal(apiProblems.aboveLimit)
  }

  /** Up to which amount an accountant lets the key record a type; undefined if not at all. */
  async function recordingLimit(
    call: Pick<Call<Endpoint>, 'viewer'>,
    kind: DocumentTypeName,
  ): Promise<Money | undefined> {
    const row = await db
      .selectFrom('api_key_recording')
      .select('up_to as upTo')
      .where('key_id', '=', keyOf(call).id)
      .where('kind', '=', kind)
      .executeTakeFirst()
    return row?.upTo
  }

  /** The accountant allows a key to record each type up to an amount; the digest binds the call to the amount reviewed. */
  async function assertMayRecord(call: Call<typeof api.recordApiDraft>): Promise<void> {
    const { draftId, digest } = call.body
    const launch = launchOf(call)
    if (launch !== undefined) {
      // The person has the form open and says yes there.
      if (!launch.mayRecord) throw new Refusal(apiProblems.launchPrepares)
      return
    }
    const { draft } = await ask(call, getDraft, { params: { draftId } })
    // Recorded before, or not there: answered by the call itself.
    if (draft === null || draft.documentId !== null) return
    const { kind, fields } = draft
    const upTo = await recordingLimit(call, kind)
    if (upTo === undefined) throw new Refusal(apiProblems.mayNotRecord)
    const review = await ask(call, reviewDraft, { params: { draftId }, body: { kind, fields } })
    if (review.digest !== digest) throw new Refusal(documentProblems.reviewAgain)
    if (totalOf(review) > upTo) throw new Refusal(apiProblems.aboveLimit)
    if (review.approval !== null) {
      const sentence = `${review.approval.rule} Send it with POST ${addressOf(api.sendApiDraft, { draftId })}.`
      throw new Refusal(saying(approvalProblems.needed, sentence))
    }
  }
}

/** The list of a type of document, where its drafts have their page. */
const listOf = (kind: DocumentTypeName): string =>
  categoryPages.find(({ category }) => category === documentPlaces[kind].category)?.path ?? '/dashboard'

type Fields = Record<string, unknown>

/** The total of a document; for one without totals the sum that its entry moves. */
function totalOf({ receipt: { totals, journal } }: AnswerOf<typeof reviewDraft>): Money {
  const grand = totals.find(({ emphasis }) => emphasis === 'grand')
  return grand?.amount ?? sum(journal.map(({ debit }) => debit))
}

const schemaOf = (kind: DocumentTypeName): z.core.$ZodType => documentTypeOf(kind).fields

const inDecimals = (kind: DocumentTypeName, fields: Fields): Fields => sentAmounts(schemaOf(kind), fields) as Fields

function inMinorUnits({ kind, fields }: { kind: DocumentTypeName; fields: Fields }): Fields {
  const { value, mistakes } = storedAmounts(schemaOf(kind), fields)
  if (mistakes.length > 0)
    throw new Refusal(
      common.badInput,
      mistakes.slice(0, 50).map(({ path, message }) => ({ path: ['fields', ...path], message })),
    )
  return value as Fields
}

function documentShown({ open, ...row }: AnswerOf<typeof listTransactions>['documents'][number]) {
  return { ...row, balance: open }
}

const wholeDocument = (document: AnswerOf<typeof getDocument>['document']) => ({
  ...documentShown(document),
  fields: inDecimals(document.kind, document.fields),
  entryNo: document.entryNo,
  entryDay: document.entryDay,
  entry: document.receipt.journal,
  attachments: document.attached,
  recordedAt: utc(document.recordedAt),
  voided: document.voided === null ? null : { ...document.voided, at: utc(document.voided.at) },
})

/** The name of the file of an export; refuses a period that ends before it starts. */
function exportName(of: string, { from, to }: { from: string; to: string }, extension: string): string {
  if (from > to) throw new Refusal(reportProblems.daysReversed)
  return `${of}-${from}-to-${to}.${extension}`
}

const csv = (name: string, bytes: AsyncGenerator<string>): Promise<Download> =>
  Promise.resolve({ bytes, type: 'text/csv; charset=utf-8', name })

function keyOf({ viewer }: Pick<Call<Endpoint>, 'viewer'>): ApiKeyOfCall {
  if (viewer.apiKey === undefined) throw new Error('A call to the public API has no key.')
  return viewer.apiKey
}

function idempotencyKey(header: unknown): string {
  const key = typeof header === 'string' ? header.replace(/^"(.*)"$/, '$1') : ''
  if (!/^[\x21-\x7e]{8,128}$/.test(key)) throw new Refusal(apiProblems.noIdempotencyKey)
  return key
}

/** Changes with all that a draft's answer shows, so that a program that has this version has all of it. */
const tagOf = ({ kind, fields, attachments, documentId }: Draft): string =>
  `"${sha256(steadyText({ kind, fields, attachments, documentId })).slice(0, 32)}"`

/** Percentages are in tenths. */
const figureText = ({ kind, amount }: Why): string =>
  kind === 'money' ? plainMoney(amount) : (Number(amount) / 10).toFixed(1)

const explanationOf = (why: Why) => ({
  ...why,
  figure: figureText(why),
  parts: why.parts.map(({ key, words, amount, figure }) => ({ key, words, amount, figure })),
  lines: why.lines.map(({ day, words, amount, document, by, at }) => ({
    day,
    words,
    amount,
    documentId: document?.id ?? null,
    number: document?.number ?? null,
    recordedBy: by,
    recordedAt: at,
  })),
})

const asAmount = (cell: string | Money | null): string | null => (typeof cell === 'bigint' ? plainMoney(cell) : cell)
const asText = (cell: string | Money | null): string | null => (typeof cell === 'bigint' ? cell.toString() : cell)
