// Company settings: each change is one transaction that validates, writes, and audits the old and new values. The head
// of the books is locked first: nothing is posted between the check and the write.
import type { Kysely, Transaction } from 'kysely'
import { formScreens } from '@talaan/contract/cards.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import {
  addRegistration,
  addVatRate,
  addWithholdingRate,
  changeAccount,
  changeCompany,
  changeExpenseType,
  changeMoneyAccount,
  changeTag,
  getSettings,
  listSettingsChanges,
  listTestEmails,
  sendTestEmail,
  settingsProblems,
} from '@talaan/contract/settings.ts'
import { documentTypes } from '@talaan/ledger/documents/types.ts'
import { defaultCompanyName } from '../../platform/env/env.ts'
import { instant, timestamp, today } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { mailboxName } from '../../platform/mailbox.ts'
import { storedPosition } from '../../platform/mailbox-position.ts'
import { within } from '../../http/limits.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import { accountsNow, putAccount } from './accounts.ts'
import { changesOfSettings } from './changes.ts'
import { companyNow, putCompany } from './company.ts'
import { expensesNow, putExpenseType } from './expense-types.ts'
import { moneyNow, putMoneyAccount } from './money-accounts.ts'
import { addRate, addVat, vatNow, withholdingNow } from './rates.ts'
import { listedRegistrations, putRegistration } from './registrations.ts'
import { putTag } from './tags.ts'
import { queueTest, testEmails } from './test-emails.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Trx = Transaction<Tables>

export const settings: Feature = (context) => {
  const db = context.db.kysely
  const write = (change: (trx: Trx) => Promise<void>) =>
    db
      .transaction()
      .execute(change)
      .then(() => ({ success: true as const }))

  return [
    answers(getSettings, () => settingsNow(context)),

    answers(changeCompany, ({ body, viewer, address }) =>
      write((trx) => putCompany(trx, { context, viewer, address }, body)),
    ),
    answers(addRegistration, ({ params, body, viewer, address }) =>
      write((trx) => putRegistration(trx, { context, viewer, address }, params.code, body.now)),
    ),
    answers(changeAccount, ({ params, body, viewer, address }) =>
      write((trx) => putAccount(trx, { context, viewer, address }, params.code, body)),
    ),
    answers(changeMoneyAccount, ({ params, body, viewer, address }) =>
      write((trx) => putMoneyAccount(trx, { context, viewer, address }, params.code, body)),
    ),
    answers(changeExpenseType, ({ params, body, viewer, address }) =>
      write((trx) => putExpenseType(trx, { context, viewer, address }, params.code, body)),
    ),
    answers(changeTag, ({ params, body, viewer, address }) =>
      write((trx) => putTag(trx, { context, viewer, address }, params.code, body)),
    ),
    answers(addWithholdingRate, ({ body, viewer, address }) =>
      write((trx) => addRate(trx, { context, viewer, address }, body.now)),
    ),
    answers(addVatRate, ({ body, viewer, address }) =>
      write((trx) => addVat(trx, { context, viewer, address }, body.now)),
    ),

    answers(sendTestEmail, async ({ body, viewer, address }) => {
      if (context.env.smtpUrl === null) throw new Refusal(settingsProblems.noMailServer)
      // Counted even if the message fails, so outside the transaction that may be rolled back.
      const limit = { bucket: 'test-letters', atMost: 10, seconds: 3600 }
      if (!(await db.transaction().execute((trx) => within(trx, context.clock, limit))))
        throw new Refusal(settingsProblems.tooManyTests)
      const answer = await write((trx) => queueTest(trx, { context, viewer, address }, body.to))
      context.jobsAreDue()
      return answer
    }),
    answers(listTestEmails, async () => ({ emails: await testEmails(db) })),
    answers(listSettingsChanges, ({ query }) => changesOfSettings(db, query.before)),
  ]
}

async function settingsNow({ db: { kysely: db }, env, clock }: AppContext) {
  const forms = formScreens.map(({ frame, title }) => {
    const outside = env.formUrls[frame]
    const variable = `FORM_URL_${frame.toUpperCase()}`
    return { title, variable, url: outside ?? `/forms/${frame}`, own: outside === undefined }
  })
  return {
    company: await companyNow(db),
    today: today(clock),
    registrations: await listedRegistrations(db),
    nameIsConfigured: env.companyName !== defaultCompanyName,
    accounts: await accountsNow(db),
    money: await moneyNow(db),
    expenses: await expensesNow(db),
    withholding: await withholdingNow(db),
    vat: await vatNow(db),
    series: await seriesNow(db),
    forms,
    // Only the host: the rest of the address includes the password.
    mail: {
      server: env.smtpUrl === null ? null : new URL(env.smtpUrl).host,
      from: env.mailFrom,
      returns: await returnsNow(db, env.returnsImapUrl),
    },
  }
}

async function returnsNow(db: Kysely<Tables>, url: string | null) {
  if (url === null) return null
  const mailbox = mailboxName(url)
  const position = await storedPosition(db, mailbox)
  return { mailbox, readAt: position === null ? null : timestamp(instant(position.readAt)) }
}

const pluralOf = new Map(Object.values(documentTypes).map(({ series, words }) => [series, words.plural]))

async function seriesNow(db: Kysely<Tables>) {
  const rows = await db
    .selectFrom('number_series')
    .select(['series', 'year', 'last'])
    .orderBy('year', 'desc')
    .orderBy('series')
    .execute()
  return rows.map((row) => ({ ...row, plural: pluralOf.get(row.series) ?? '' }))
}
