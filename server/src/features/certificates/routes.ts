// Withholding tax certificates: issued to suppliers each quarter, and collected from customers.
import {
  certificateProblems,
  chaseCertificates,
  claimCertificates,
  handCertificate,
  issueCertificates,
  listOwedCertificates,
  listReceivedCertificates,
  mailCertificates,
  packCertificates,
  printCertificate,
  printCertificates,
  unclaimCertificate,
} from '@talaan/contract/certificates.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { endOfMonth, formatDay } from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import { certificateDue } from '@talaan/ledger/tax/certificates/form2307.ts'
import { quarterEnd } from '@talaan/ledger/tax/lists/taxpayer.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { NewAuditEvent } from '../../platform/audit/audit.ts'
import { chase, claim, unclaim } from './claims.ts'
import { handOver, issue, issuedForms, mail, owedOf } from './issued.ts'
import { packedCertificates } from './pack.ts'
import { expectedByCustomer, certificatesInHand, writtenOff } from './received.ts'
import { instant, timestamp, today } from '../../platform/clock.ts'
import { deadlineRules } from '../../books/deadline-rules.ts'
import { certificatesToPdf, formNo } from '../../print/certificate.ts'
import type { CertificateForm } from '../../print/certificate.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'

export const certificates: Feature = ({ db: { kysely: db }, clock, env, jobsAreDue }) => {
  const now = () => timestamp(clock.now())
  const log = (event: NewAuditEvent) => db.transaction().execute((trx) => audit(trx, clock, event))
  const mailReady = env.smtpUrl !== null
  return [
    answers(listOwedCertificates, async ({ query: { quarter } }) => ({
      certificates: await owedOf(db, quarter),
      due: certificateDue(quarter, { rules: await deadlineRules(db) }),
      over: isOver(quarter, today(clock)),
      mailReady,
    })),

    answers(issueCertificates, async ({ body, viewer, address }) => {
      if (!isOver(body.quarter, today(clock))) throw new Refusal(certificateProblems.notOver)
      const issued = await db.transaction().execute(async (trx) => {
        const fresh = await issue(trx, { ...body, by: viewer.userId, at: now() })
        const { name: action } = issueCertificates
        for (const { id, digest } of fresh) {
          const object = { type: 'certificate', id }
          await audit(trx, clock, { viewer, address, action, object, detail: { quarter: body.quarter, digest } })
        }
        return fresh.length
      })
      return { issued }
    }),

    answers(printCertificates, async ({ query: { quarter }, viewer, address }) => {
      const forms = await issuedForms(db, { quarter })
      const [first] = forms
      if (first === undefined) throw new Refusal(certificateProblems.noneIssued)
      const object = { type: 'certificates', id: quarter }
      await log({ viewer, address, action: printCertificates.name, object, detail: { printed: forms.length } })
      const printedAt = Math.max(...forms.map(({ at }) => instant(at)))
      const bytes = await certificatesToPdf(
        forms.map(({ form }) => form),
        { printedAt, author: first.form.payor.name },
      )
      return { bytes, type: 'application/pdf', name: `${nameOfAll(quarter, forms)}.pdf` }
    }),

    answers(packCertificates, async ({ query: { quarter }, viewer, address }) => {
      const forms = await issuedForms(db, { quarter })
      const [first] = forms
      if (first === undefined) throw new Refusal(certificateProblems.noneIssued)
      const object = { type: 'certificates', id: quarter }
      await log({ viewer, address, action: packCertificates.name, object, detail: { packed: forms.length } })
      const name = nameOfAll(quarter, forms)
      const certificates = forms.map((one) => ({ ...one, at: instant(one.at) }))
      const bytes = packedCertificates(certificates, { author: first.form.payor.name, together: `${name}.pdf` })
      return { bytes, type: 'application/zip', name: `${name}.zip` }
    }),

    answers(printCertificate, async ({ params: { certificateId }, viewer, address }) => {
      const [found] = await issuedForms(db, { certificateId })
      if (found === undefined) throw new Refusal(certificateProblems.notThere)
      const { form, at, name } = found
      await log({ viewer, address, action: printCertificate.name, object: { type: 'certificate', id: certificateId } })
      const bytes = await certificatesToPdf([form], { printedAt: instant(at), author: form.payor.name })
      return { bytes, type: 'application/pdf', name }
    }),

    answers(mailCertificates, async ({ body: { certificateIds }, viewer, address }) => {
      const sent = await db.transaction().execute(async (trx) => {
        const queued = await mail(trx, { certificateIds, mailFrom: env.mailFrom, now: clock.now() })
        const { name: action } = mailCertificates
        for (const { id, to } of queued.emails)
          await audit(trx, clock, { viewer, address, action, object: { type: 'certificate', id }, detail: { to } })
        return { queued: queued.emails.length, withoutAddress: queued.withoutAddress }
      })
      jobsAreDue()
      return sent
    }),

    answers(handCertificate, async ({ params: { certificateId }, body, viewer, address }) => {
      await db.transaction().execute(async (trx) => {
        await handOver(trx, { certificateId, ...body, today: today(clock), by: viewer.userId, at: now() })
        const object = { type: 'certificate', id: certificateId }
        await audit(trx, clock, { viewer, address, action: handCertificate.name, object, detail: body })
      })
      return { success: true as const }
    }),

    answers(listReceivedCertificates, async () => ({
      expected: await expectedByCustomer(db),
      inHand: await certificatesInHand(db),
      writtenOff: await writtenOff(db),
    })),

    answers(chaseCertificates, async ({ body: { partyId }, viewer, address }) => {
      const to = await db.transaction().execute(async (trx) => {
        const sent = await chase(trx, { partyId, today: today(clock), now: clock.now(), mailFrom: env.mailFrom })
        const object = { type: 'party', id: partyId }
        await audit(trx, clock, { viewer, address, action: chaseCertificates.name, object, detail: { to: sent } })
        return sent
      })
      jobsAreDue()
      return { to, mailReady }
    }),

    answers(claimCertificates, async ({ body, viewer, address }) => {
      await db.transaction().execute(async (trx) => {
        await claim(trx, { ...body, by: viewer.userId, at: now() })
        const { form, period } = body
        for (const id of body.documentIds)
          await audit(trx, clock, {
            viewer,
            address,
            action: claimCertificates.name,
            object: { type: 'document', id },
            detail: { form, until: formatDay(endOfMonth(period)) },
          })
      })
      return { claimed: body.documentIds.length }
    }),

    answers(unclaimCertificate, async ({ params: { documentId }, viewer, address }) => {
      await db.transaction().execute(async (trx) => {
        if (!(await unclaim(trx, documentId))) return
        const object = { type: 'document', id: documentId }
        await audit(trx, clock, { viewer, address, action: unclaimCertificate.name, object })
      })
      return { success: true as const }
    }),
  ]
}

/** Of one form, or of both. */
function nameOfAll(quarter: Month, forms: readonly { form: CertificateForm }[]): string {
  const [no, ...others] = new Set(forms.map(({ form }) => formNo(form)))
  return `${others.length === 0 ? `form-${no}` : 'certificates'}-${quarter}-to-${quarterEnd(quarter)}`
}

const isOver = (quarter: Month, day: Day): boolean => endOfMonth(quarterEnd(quarter)) < day
