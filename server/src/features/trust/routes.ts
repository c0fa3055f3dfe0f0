// The Trust page: the results of the checks, a new run, and the signed report.
import {
  getTrustKey,
  getTrustReport,
  getTrustSignature,
  runTrust,
  trustProblems,
  viewTrust,
} from '@talaan/contract/trust.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import type { Feature } from '../../http/feature.ts'
import { answers } from '../../http/route.ts'
import { audit } from '../../platform/audit/audit.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { trustView } from './read.ts'
import { checksOf, requestedRun } from './run.ts'
import { reportOf } from './report.ts'
import { publicKeyPem, signed } from './key.ts'

export const trust: Feature = (context) => {
  const { db, clock, jobsAreDue } = context
  return [
    answers(viewTrust, () => trustView(context)),

    answers(runTrust, async ({ viewer, address }) => {
      await db.kysely.transaction().execute(async (trx) => {
        const id = await enqueue(trx, requestedRun, {
          payload: {},
          key: 'one',
          total: checksOf(context).length,
          requestedBy: viewer.userId,
          now: clock.now(),
        })
        if (id === undefined) throw new Refusal(trustProblems.running)
        await audit(trx, clock, { viewer, address, action: runTrust.name })
      })
      jobsAreDue()
      return { success: true as const }
    }),

    answers(getTrustReport, async () => {
      const { bytes, name } = await reportOf(context)
      return { bytes, type: 'application/pdf', name }
    }),

    answers(getTrustSignature, async () => {
      const { bytes, name } = await reportOf(context)
      return { bytes: await signed(context, bytes), type: 'application/octet-stream', name: `${name}.sig` }
    }),

    answers(getTrustKey, async () => ({
      bytes: Buffer.from(await publicKeyPem(context)),
      type: 'application/x-pem-file',
      name: 'talaan-trust.pem',
    })),
  ]
}
