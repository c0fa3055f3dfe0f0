// Documents: the calls of drafts, recording, lists, vouchers and voids. Recording is in books/recording/record.ts.
import {
  attachFile,
  detachFile,
  discardDraft,
  documentProblems,
  downloadAttachment,
  getAttachmentPage,
  listAttachmentPages,
  downloadReceiptMail,
  getDocument,
  getDraft,
  listDocuments,
  listDrafts,
  countPrint,
  printVoucher,
  printVouchers,
  recordDocument,
  reprintMark,
  recordersOf,
  retryReceipt,
  reviewDraft,
  saveDraft,
  voidDocument as voidCall,
} from '@talaan/contract/documents.ts'
import { commentOnDocument, getRelated, previewVoid } from '@talaan/contract/related.ts'
import { checkOpening, readOpeningFile } from '@talaan/contract/opening.ts'
import { common, Refusal } from '@talaan/contract/problem.ts'
import { accountants } from '@talaan/contract/roles.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp, today } from '../../platform/clock.ts'
import { countStored, growthOfDraft, newContent } from '../../platform/disk/quota.ts'
import { assertRoomForFiles } from '../../platform/disk/space.ts'
import { attach, contentOf, detach, typeOfFile } from './attachments.ts'
import { companyWarnings } from './company-warnings.ts'
import { discardDraft as discard, draftById, numberToBe, assertTextLength, pageOfDrafts, storeDraft } from './drafts.ts'
import { approvalNeeded, endWaiting, isOwnDraft } from '../../books/approvals.ts'
import { sha256 } from '../../books/journal.ts'
import { checkFields } from '../../books/recording/check-fields.ts'
import { notePrints } from './prints.ts'
import { storeReview } from '../../books/recording/reviews.ts'
import { checkSheet, tablesInFile } from './opening.ts'
import { pageOf, pictureOf } from './pages.ts'
import { assertMayRead, assertMayReadDocument, documentById, listOfDocuments, printedReceipt } from './read.ts'
import { relatedTo } from './related.ts'
import { inBooks, recordDraft } from '../../books/recording/record.ts'
import { payingFromLine } from '../reconciliation/receipts.ts'
import { voidDocument } from '../../books/recording/void.ts'
import { voidPreview } from '../../books/void-preview.ts'
import { receiptEml, receiptMailOf, retryReceipt as retry } from '../../books/mail.ts'
import { fileName } from '../../print/file-name.ts'
import { receiptsToPdf, receiptToPdf } from '../../print/pdf.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import type { Viewer } from '../../platform/viewer.ts'

export const documents: Feature = (context) => {
  const { clock, env, jobsAreDue } = context
  const db = context.db.kysely
  const now = () => timestamp(clock.now())

  return [
    answers(saveDraft, async ({ params, body, viewer, address }) => {
      assertMayRecord(body.kind, viewer)
      const savedAt = now()
      const growth = growthOfDraft(params.draftId, JSON.stringify(body.fields))
      await inBooks(db, async (trx) => {
        await countStored(trx, context, viewer, growth)
        const { wasSent } = await storeDraft(trx, viewer, { ...params, ...body, savedAt })
        if (wasSent) await endWaiting(trx, clock, { ...params, viewer, address, how: 'changed' })
      })
      return { savedAt }
    }),

    answers(getDraft, async ({ params, viewer }) => ({ draft: await draftById(db, viewer, params.draftId) })),

    answers(listDrafts, ({ query, viewer }) => pageOfDrafts(db, viewer, query)),

    answers(discardDraft, async ({ params, viewer, address }) => {
      await inBooks(db, async (trx) => {
        const isOwn = await isOwnDraft(trx, viewer, params.draftId)
        if (isOwn) await endWaiting(trx, clock, { ...params, viewer, address, how: 'discarded' })
        await discard(trx, viewer, params.draftId)
      })
      return { success: true as const }
    }),

    answers(reviewDraft, async ({ params: { draftId }, body, viewer, address }) => {
      assertMayRecord(body.kind, viewer)
      assertTextLength(body.fields)
      const checked = await checkFields(db, { typeName: body.kind, draftId, input: body.fields, today: today(clock) })
      const growth = growthOfDraft(draftId, JSON.stringify(body.fields), JSON.stringify(checked.fields))
      await inBooks(db, async (trx) => {
        await countStored(trx, context, viewer, growth)
        const review = { draftId, checked, typed: body.fields, savedAt: now() }
        const { wasSent } = await storeReview(trx, viewer, review)
        if (wasSent) await endWaiting(trx, clock, { draftId, viewer, address, how: 'changed' })
      })
      const { digest, receipt, posting, facts } = checked
      const warnings = [
        ...companyWarnings(facts.company, { kindName: body.kind, party: receipt.party }),
        ...posting.warnings,
      ]
      const needed = await approvalNeeded(db, checked.approvalRule, viewer)
      return {
        digest,
        receipt,
        warnings,
        numberToBe: await numberToBe(db, checked),
        approval: needed && { rule: needed.rule, approvers: needed.approvers.map(({ name }) => name) },
      }
    }),

    answers(recordDocument, async ({ body, viewer, address }) => {
      const recorded = await recordDraft(db, context, viewer, { ...body, address }, async (typeName) =>
        typeName === 'bill' ? payingFromLine(context, body.draftId, { viewer, address }) : undefined,
      )
      jobsAreDue()
      return { ...recorded, mailReady: env.smtpUrl !== null }
    }),

    answers(listDocuments, async ({ query, viewer }) => listOfDocuments(db, query, viewer, today(clock))),

    answers(getDocument, async ({ params, viewer }) => {
      const document = await documentById(db, params.documentId, env)
      assertMayRead(document.kind, viewer)
      return { document }
    }),

    answers(getRelated, async ({ params, viewer }) => {
      await assertMayReadDocument(db, params.documentId, viewer)
      const { role } = viewer
      return relatedTo(db, params.documentId, { withBankLines: accountants.includes(role), role })
    }),

    answers(printVoucher, async ({ params, viewer, address }) => {
      await assertMayReadDocument(db, params.documentId, viewer)
      const { receipt, print } = await printedReceipt(db, params.documentId, env)
      const prints = await notePrints(db, [params.documentId], { how: printVoucher.name, viewer, address, clock })
      const mark = reprintMark(prints.get(params.documentId) ?? 0, today(clock))
      const bytes = await receiptToPdf(receipt, { ...print, mark })
      return { bytes, type: 'application/pdf', name: fileName(receipt, 'pdf') }
    }),

    answers(countPrint, async ({ params: { documentId }, viewer, address }) => {
      await assertMayReadDocument(db, documentId, viewer)
      const prints = await notePrints(db, [documentId], { how: countPrint.name, viewer, address, clock })
      return { reprint: prints.get(documentId) ?? 0, day: today(clock) }
    }),

    answers(printVouchers, async ({ body: { documentIds }, viewer, address }) => {
      const printed: Parameters<typeof receiptsToPdf>[0][number][] = []
      for (const documentId of documentIds) {
        await assertMayReadDocument(db, documentId, viewer)
        printed.push(await printedReceipt(db, documentId, env))
      }
      const prints = await notePrints(db, documentIds, { how: printVoucher.name, viewer, address, clock })
      const [first, ...others] = printed.map(({ receipt, print }, i) => ({
        receipt,
        print: { ...print, mark: reprintMark(prints.get(documentIds[i] ?? '') ?? 0, today(clock)) },
      }))
      if (first === undefined) throw new Refusal(documentProblems.notThere)
      const words = `${printed.length} ${printed.length === 1 ? 'document' : 'documents'}`
      const bytes = await receiptsToPdf([first, ...others], { title: words, printedAt: clock.now() })
      const object = { type: 'report', id: 'vouchers' }
      const detail = { count: words, documents: printed.flatMap(({ receipt }) => receipt.number ?? []) }
      await inBooks(db, (trx) =>
        audit(trx, clock, { viewer, address, action: printVouchers.name, object, outcome: 'done', detail }),
      )
      return { bytes, type: 'application/pdf', name: `${words.replace(' ', '-')}.pdf` }
    }),

    answers(commentOnDocument, async ({ params, body, viewer, address }) => {
      await assertMayReadDocument(db, params.documentId, viewer)
      const object = { type: 'document', id: params.documentId }
      const detail = { text: body.text }
      await inBooks(db, (trx) =>
        audit(trx, clock, { viewer, address, action: commentOnDocument.name, object, outcome: 'done', detail }),
      )
      return { success: true as const }
    }),

    answers(downloadReceiptMail, async ({ params, viewer }) => {
      await assertMayReadDocument(db, params.documentId, viewer)
      const bytes = await receiptEml(db, params.documentId, env)
      if (bytes === undefined) throw new Refusal(documentProblems.noReceipt)
      return { bytes, type: 'message/rfc822', name: 'receipt.eml' }
    }),

    answers(retryReceipt, async ({ params, viewer }) => {
      await assertMayReadDocument(db, params.documentId, viewer)
      await inBooks(db, (trx) => retry(trx, params.documentId, clock.now()))
      jobsAreDue()
      const mail = await receiptMailOf(db, params.documentId)
      if (mail === null || mail === undefined) throw new Refusal(documentProblems.noReceipt)
      return { mail }
    }),

    answers(previewVoid, async ({ params, query, viewer }) => {
      await assertMayReadDocument(db, params.documentId, viewer)
      return inBooks(db, (trx) => voidPreview(trx, { ...params, ...query, today: today(clock) }))
    }),

    answers(voidCall, async ({ params, body, viewer, address }) => {
      await inBooks(db, (trx) => voidDocument(trx, context, viewer, { ...params, ...body, address }))
      return { document: await documentById(db, params.documentId, env) }
    }),

    answers(attachFile, async ({ params: { draftId }, query: { id, name }, bytes, viewer, address }) => {
      const type = typeOfFile(bytes, name)
      await assertRoomForFiles(env)
      const content = newContent(sha256(bytes), bytes.byteLength)
      const attachment = await inBooks(db, async (trx) => {
        await countStored(trx, context, viewer, content)
        const stored = await attach(trx, viewer, { id, draftId, name, type, bytes, at: now() })
        await endWaiting(trx, clock, { draftId, viewer, address, how: 'changed' })
        return stored
      })
      return { attachment }
    }),

    answers(detachFile, async ({ params, viewer, address }) => {
      await inBooks(db, async (trx) => {
        await detach(trx, viewer, params)
        if (await isOwnDraft(trx, viewer, params.draftId))
          await endWaiting(trx, clock, { draftId: params.draftId, viewer, address, how: 'changed' })
      })
      return { success: true as const }
    }),

    answers(listAttachmentPages, async ({ params, viewer }) => {
      const { content } = await contentOf(db, viewer, params.attachmentId)
      return { pages: (await pageOf(content, null)).pages }
    }),

    answers(getAttachmentPage, async ({ params: { attachmentId, page }, viewer }) => {
      const { content } = await contentOf(db, viewer, attachmentId)
      return pictureOf(content, Number(page))
    }),

    answers(downloadAttachment, async ({ params, viewer }) => {
      const { content, type, name } = await contentOf(db, viewer, params.attachmentId)
      return { bytes: content, type, name }
    }),

    answers(checkOpening, ({ params: { importId }, body }) =>
      checkSheet(db, { importId, sheet: body.sheet, today: today(clock) }),
    ),

    answers(readOpeningFile, async ({ bytes, query }) => ({ tables: await tablesInFile(bytes, query.name) })),
  ]
}

function assertMayRecord(kind: DocumentTypeName, { role }: Viewer): void {
  if (!recordersOf(kind).includes(role)) throw new Refusal(common.notAllowed)
}
