// Facts for the browser before sign-in, and the monitoring of the portal: health and policy reports.
import { viewCompanyCalendar } from '@talaan/contract/calendar.ts'
import { formScreens } from '@talaan/contract/cards.ts'
import { firstSteps, markStepDone, steps } from '@talaan/contract/first-steps.ts'
import { cspReport, health, portalFacts } from '@talaan/contract/portal.ts'
import { common, Refusal } from '@talaan/contract/problem.ts'
import { sql } from 'kysely'
import { today } from '../../platform/clock.ts'
import { diskState, stateSentences } from '../../platform/disk/trouble.ts'
import { defaultCompanyName } from '../../platform/env/env.ts'
import { companyCalendar } from '../../books/fiscal-years.ts'
import { answers } from '../../http/route.ts'
import { putStepDone } from './steps.ts'
import type { Feature } from '../../http/feature.ts'

export const portal: Feature = ({ db, env, clock, identity, version, log }) => [
  answers(portalFacts, async () => {
    const company = await db.kysely.selectFrom('company').select('name').executeTakeFirstOrThrow()
    const forms = formScreens.map(({ frame }) => {
      const outside = env.formUrls[frame]
      return [frame, { url: outside ?? `/forms/${frame}`, own: outside === undefined }] as const
    })
    return {
      company: company.name,
      contact: { email: env.contactEmail, details: env.contactDetails },
      version,
      identity: identity.facts,
      forms: Object.fromEntries(forms),
      today: today(clock),
    }
  }),

  answers(viewCompanyCalendar, () => companyCalendar(db.kysely, today(clock))),

  answers(firstSteps, async () => {
    const found = await db.kysely
      .selectFrom('company')
      .select([
        sql<boolean>`name <> ${defaultCompanyName} and tin9 is not null and address <> ''`.as('company'),
        sql<boolean>`exists (select from registration where source <> 'First value')`.as('taxes'),
        sql<boolean>`exists (select from money_account where kind = 'bank' and bank_account_no <> '')`.as('banks'),
        sql<boolean>`exists (select from document where kind = 'opening')`.as('opening'),
        sql<boolean>`first_invoice_no <> '' or exists (select from document where kind = 'invoice')`.as('numbers'),
        sql<boolean>`exists (select from party where registered_by is not null)`.as('parties'),
        sql<boolean>`exists (select from users where role = 'accountant' and seat is not null)`.as('accountant'),
        sql<boolean>`exists (select from document where kind <> 'opening')`.as('document'),
        sql<string[]>`array(select step from setup_step)`.as('marked'),
      ])
      .executeTakeFirstOrThrow()
    const done = { ...found, mail: env.smtpUrl !== null }
    return { steps: steps.map((step) => ({ step, done: done[step] || found.marked.includes(step) })) }
  }),

  answers(markStepDone, async ({ viewer, params: { step } }) => {
    await db.kysely.transaction().execute((trx) => putStepDone(trx, { clock, viewer, step }))
    return { success: true as const }
  }),

  answers(health, async () => {
    try {
      await db.kysely.selectFrom('ledger_head').select('last_entry').executeTakeFirstOrThrow()
    } catch {
      throw new Refusal(common.unavailable)
    }
    const disk = await diskState(env)
    const message = disk === 'ok' ? {} : { message: stateSentences[disk] }
    return { status: 'ok' as const, database: db.engine, disk, version, ...message }
  }),

  answers(cspReport, async ({ bytes, reply }) => {
    // A report is untrusted input: on one line, shortened, and at most sixty a minute.
    const report = readReport(bytes)
    if (report !== undefined && mayLog(clock.now()))
      log.warn({ cspReport: report.slice(0, 512) }, 'A browser reported a violation of the content security policy.')
    return reply.status(204).send() as never
  }),
]

function readReport(bytes: Buffer): string | undefined {
  try {
    const report: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof report === 'object' && report !== null ? JSON.stringify(report) : undefined
  } catch {
    return undefined
  }
}

let minute = 0
let logged = 0
function mayLog(now: number): boolean {
  const current = Math.floor(now / 60_000)
  if (current !== minute) [minute, logged] = [current, 0]
  logged += 1
  return logged <= 60
}
