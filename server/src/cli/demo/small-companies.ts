// Two smaller demo companies: a professional taxed at 8 %, and a VAT-registered exporter of services. Their documents
// repeat every month, so that each return can be calculated by hand; they are recorded, closed and filed as in the
// larger demo.
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { addDays, addMonths, dayInManila, monthOf, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import { partyFields } from '@talaan/ledger/core/party.ts'
import { quarterStart } from '@talaan/ledger/tax/lists/taxpayer.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { sealAuditEvents } from '../../platform/audit/sealing.ts'
import { timestamp } from '../../platform/clock.ts'
import { openItems } from '../../books/open-items.ts'
import { inBooks, recordWithin } from '../../books/recording/record.ts'
import { issue, owedOf } from '../../features/certificates/issued.ts'
import { register } from '../../features/parties/routes.ts'
import { setUp } from '../setup.ts'
import { certificatesOn, isCourierDay } from './certificates.ts'
import { closeDemoMonth } from './closing.ts'
import { assertEmpty, demoPassword, idFrom, isSunday, makeAccounts, morningOf } from './demo.ts'
import type { DemoOptions } from './demo.ts'
import { exporter } from './exporter.ts'
import { fileDemoReturns } from './filings.ts'
import { professional } from './professional.ts'
import type { DemoBooks, Plan, SmallCompany } from './small-company.ts'
import type { DemoDocument } from './purchases.ts'

export const smallCompanies = { professional, exporter } as const satisfies Record<string, SmallCompany>
export type SmallCompanyName = keyof typeof smallCompanies
export const isSmallCompany = (name: string): name is SmallCompanyName => Object.hasOwn(smallCompanies, name)

type SmallDemoOptions = Omit<DemoOptions, 'months' | 'large' | 'folder'> & {
  company: SmallCompanyName
  /** The day after the last documents; today by default. */
  until?: Day
}

/** Records last calendar year and what followed, closes its months, and files all returns that are due. */
export async function makeSmallDemo({
  db,
  env,
  passwordCost,
  today,
  company: name,
  until = today,
  open = false,
  tell = () => {},
}: SmallDemoOptions): Promise<void> {
  await assertEmpty(db)
  const company: SmallCompany = smallCompanies[name]
  const books = db.kysely
  const first: Day = `${Number(today.slice(0, 4)) - 1}-01-01`
  const time = { ms: morningOf(first) }
  const clock = { now: () => time.ms }
  const demoEnv = { ...env, adminClientId: 'carla', adminPassword: demoPassword }
  await setUp({ db, env: demoEnv, clock, passwordCost })
  const context: Pick<AppContext, 'clock' | 'env'> = { clock, env: demoEnv }
  const { ana, ben } = await makeAccounts(db, passwordCost, time.ms)
  await describe(db, company)

  const parties = new Map<string, string>()
  for (const [at, { role, ...given }] of company.parties.entries()) {
    time.ms += 60_000
    const registration = { registrationId: idFrom(1000 + at), role, fields: partyFields.parse(given) }
    const { party } = await inBooks(books, (trx) =>
      register(trx, context, { ...registration, lookAlikesSeen: true, viewer: ana, address: '' }),
    )
    parties.set(party.name, party.id)
  }

  let recorded = 0
  const oneDay = async (trx: Transaction<Tables>, day: Day, planned: readonly Plan[]) => {
    const record = async ({ kind, fields }: DemoDocument) => {
      time.ms += 60_000
      recorded += 1
      const given = { typeName: kind, draftId: idFrom(10_000 + recorded), input: fields, address: '' }
      await recordWithin(trx, context, { viewer: kind === 'certificate' ? ben : ana, ...given })
    }
    const isFirstMonth = monthOf(day) === monthOf(first)
    for (const make of planned)
      for (const document of make(await booksOn(trx, { day, isFirstMonth, parties, recorded }))) await record(document)
    for (const fields of await certificatesOn(trx, { day, lastCall: null }))
      await record({ kind: 'certificate', fields })
  }
  let closed: Month | null = null
  for (let day = first; day < today; day = addDays(day, 1)) {
    if (isSunday(day)) continue
    time.ms = morningOf(day)
    const planned = day < until ? [...(day === first ? [company.opening] : []), ...plannedOn(company, day)] : []
    if (planned.length > 0 || isCourierDay(day)) await inBooks(books, (trx) => oneDay(trx, day, planned))
    const month = addMonths(monthOf(day), -1)
    if (open || day.slice(8) < '12' || month < monthOf(first) || (closed !== null && month <= closed)) continue
    if (startOfMonth(month) >= until) continue
    await sealAuditEvents(books)
    await closeDemoMonth(db, context, ben, month)
    closed = month
  }
  tell(`Recorded ${recorded} documents from ${first} to ${addDays(until, -1)}.`)
  if (closed !== null) tell(`Closed the months up to ${closed}.`)

  if (!open) {
    const filed = await inBooks(books, async (trx) => {
      for (let quarter = monthOf(first); quarter < quarterStart(monthOf(today)); quarter = addMonths(quarter, 3)) {
        const partyIds = (await owedOf(trx, quarter)).map(({ partyId }) => partyId)
        if (partyIds.length > 0) await issue(trx, { quarter, partyIds, by: ben.userId, at: timestamp(time.ms) })
      }
      const act = { context, viewer: ben, address: '' }
      return fileDemoReturns(trx, act, { from: first, today: dayInManila(time.ms), leaveNewest: false })
    })
    tell(`Filed ${filed} returns and lists.`)
  }
  await sealAuditEvents(books)
}

const plannedOn = ({ monthly }: SmallCompany, day: Day) =>
  Object.entries(monthly).flatMap(([date, make]) => {
    const planned = `${day.slice(0, 8)}${date}`
    return planned === day || (isSunday(planned) && addDays(planned, 1) === day) ? [make] : []
  })

/** The company, its taxes and its registrations. */
async function describe(
  { kysely }: Database,
  { tin9, address, rdoCode, profile, registrations }: SmallCompany,
): Promise<void> {
  await kysely
    .updateTable('company')
    .set({ tin9, branch_code: '00000', address, rdo_code: rdoCode, fiscal_year_end: 12 })
    .execute()
  await kysely.updateTable('tax_profile').set(profile).execute()
  for (const { kind, value } of registrations)
    await kysely
      .insertInto('registration')
      .values({ kind, value, valid_from: '1990-01-01', source: 'Certificate of registration (form 2303)' })
      .execute()
}

async function booksOn(
  trx: Transaction<Tables>,
  {
    day,
    isFirstMonth,
    parties,
    recorded,
  }: Pick<DemoBooks, 'day' | 'isFirstMonth'> & { parties: ReadonlyMap<string, string>; recorded: number },
): Promise<DemoBooks> {
  const names = new Map([...parties].map(([name, id]) => [id, name]))
  const items = await openItems(trx, sql`item.open > 0`)
  let serial = recorded
  return {
    day,
    isFirstMonth,
    serial: () => String((serial += 1) + 1000).padStart(6, '0'),
    partyOf(name) {
      const id = parties.get(name)
      if (id === undefined) throw new Error(`${name} is not registered in this demo.`)
      return id
    },
    open: (account) =>
      items.flatMap((item) => (item.account === account ? [{ name: names.get(item.partyId ?? '') ?? '', item }] : [])),
  }
}
