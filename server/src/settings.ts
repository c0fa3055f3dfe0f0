// Company settings: each change is one transaction that judges, writes, and audits what was and what is now.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { formScreens } from '@talaan/contract/cards.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import {
  addVatRate,
  addWithholdingRate,
  changeAccount,
  changeCompany,
  changeExpenseType,
  changeMoneyAccount,
  getSettings,
  listSettingsChanges,
  listTestLetters,
  sendTestLetter,
  settingsProblems,
} from '@talaan/contract/settings.ts'
import type {
  AccountSettings,
  CompanySettings,
  ExpenseTypeSettings,
  ListedAccount,
  ListedExpense,
  ListedMoney,
  MoneyAccountSettings,
  SettingsChange,
} from '@talaan/contract/settings.ts'
import type { BodyOf } from '@talaan/contract/endpoint.ts'
import { isRuled, itemAccounts } from '@talaan/ledger/chart.ts'
import { addDays, formatDay } from '@talaan/ledger/day.ts'
import { canonical } from '@talaan/ledger/digest.ts'
import { kinds } from '@talaan/ledger/documents/kinds.ts'
import { formatMoney } from '@talaan/ledger/money.ts'
import { audit } from './audit.ts'
import { instant, timestamp } from './clock.ts'
import { defaultCompanyName } from './env.ts'
import type { House } from './house.ts'
import { lockHead } from './journal.ts'
import { within } from './limits.ts'
import { messageId, subjectLine } from './mail.ts'
import { deliveryOf } from './outbox.ts'
import { answers } from './serve.ts'
import type { Room } from './serve.ts'
import type { Viewer } from './session.ts'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>
type Act = { house: House; viewer: Viewer; address: string }

export const settings: Room = (house) => {
  const db = house.db.kysely
  const write = (change: (trx: Trx) => Promise<void>) =>
    db
      .transaction()
      .execute(change)
      .then(() => ({ success: true as const }))

  return [
    answers(getSettings, () => settingsNow(house)),

    answers(changeCompany, ({ body, viewer, address }) =>
      write((trx) => putCompany(trx, { house, viewer, address }, body)),
    ),
    answers(changeAccount, ({ params, body, viewer, address }) =>
      write((trx) => putAccount(trx, { house, viewer, address }, params.code, body)),
    ),
    answers(changeMoneyAccount, ({ params, body, viewer, address }) =>
      write((trx) => putMoneyAccount(trx, { house, viewer, address }, params.code, body)),
    ),
    answers(changeExpenseType, ({ params, body, viewer, address }) =>
      write((trx) => putExpenseType(trx, { house, viewer, address }, params.code, body)),
    ),
    answers(addWithholdingRate, ({ body, viewer, address }) =>
      write((trx) => addRate(trx, { house, viewer, address }, body.now)),
    ),
    answers(addVatRate, ({ body, viewer, address }) =>
      write((trx) => addVat(trx, { house, viewer, address }, body.now)),
    ),

    answers(sendTestLetter, async ({ body, viewer, address }) => {
      if (house.env.smtpUrl === null) throw new Refusal(settingsProblems.noMailServer)
      // Counted even where nothing comes of it, hence outside of what may be taken back.
      const limit = { bucket: 'test-letters', atMost: 10, seconds: 3600 }
      if (!(await db.transaction().execute((trx) => within(trx, house.clock, limit))))
        throw new Refusal(settingsProblems.tooManyTests)
      const answer = await write((trx) => queueTest(trx, { house, viewer, address }, body.to))
      house.mailIsDue()
      return answer
    }),
    answers(listTestLetters, async () => ({ letters: await testLetters(db) })),
    answers(listSettingsChanges, ({ query }) => changes(db, query.before)),
  ]
}

// ── What there is.

async function settingsNow({ db: { kysely: db }, env }: House) {
  const forms = formScreens.map(({ frame, title }) => {
    const outside = env.formUrls[frame]
    const variable = `FORM_URL_${frame.toUpperCase()}`
    return { title, variable, url: outside ?? `/forms/${frame}`, own: outside === undefined }
  })
  return {
    company: await companyNow(db),
    nameIsConfigured: env.companyName !== defaultCompanyName,
    accounts: await accountsNow(db),
    money: await moneyNow(db),
    expenses: await expensesNow(db),
    withholding: await db
      .selectFrom('withholding_code')
      .select(['code', 'payee', 'description', 'tax', 'source', 'valid_from as validFrom', 'valid_to as validTo'])
      .select(['withheld_by as withheldBy', 'paid_for as paidFor', 'likely'])
      .select(sql<string>`trim_scale(rate)::text`.as('rate'))
      .orderBy('code')
      .orderBy('payee')
      .orderBy('valid_from', 'desc')
      .execute(),
    vat: await db
      .selectFrom('vat_rate')
      .select(['source', 'valid_from as validFrom', 'valid_to as validTo'])
      .select(sql<string>`trim_scale(rate)::text`.as('rate'))
      .orderBy('valid_from', 'desc')
      .execute(),
    series: await seriesNow(db),
    forms,
    // The host alone: the rest of the address has the password in it.
    mail: { server: env.smtpUrl === null ? null : new URL(env.smtpUrl).host, from: env.mailFrom },
  }
}

const pluralOf = new Map(Object.values(kinds).map(({ series, words }) => [series, words.plural]))

async function seriesNow(db: Db) {
  const rows = await db
    .selectFrom('number_series')
    .select(['series', 'year', 'last'])
    .orderBy('year', 'desc')
    .orderBy('series')
    .execute()
  return rows.map((row) => ({ ...row, plural: pluralOf.get(row.series) ?? '' }))
}

async function companyNow(db: Db): Promise<CompanySettings> {
  const row = await db.selectFrom('company').selectAll().executeTakeFirstOrThrow()
  return {
    name: row.name,
    tin: row.tin9 ?? '',
    branchCode: row.branch_code,
    address: row.address,
    vatRegistered: row.vat_registered,
    rdoCode: row.rdo_code,
    fiscalYearEnd: row.fiscal_year_end,
    topAgentFrom: row.top_agent_from,
    withholdAt: row.withhold_at,
    permitNo: row.permit_no,
    permitDay: row.permit_day,
  }
}

async function accountsNow(db: Db, code: string | null = null): Promise<ListedAccount[]> {
  const { rows } = await sql<{
    code: string
    settings: AccountSettings
    control: boolean
    balance: bigint
    posted: boolean
    isMoney: boolean
  }>`
    select code, control,
      json_build_object('name', name, 'type', type, 'normal', normal, 'statementLine', statement_line, 'active', active) as settings,
      coalesce(case normal when 'debit' then moved.debit - moved.credit else moved.credit - moved.debit end, 0)::bigint as balance,
      moved.account is not null as posted,
      exists (select from money_account where money_account.code = account.code) as "isMoney"
    from account
    left join (select account, sum(debit) as debit, sum(credit) as credit from account_month group by account) as moved
      on moved.account = code
    where ${code}::text is null or code = ${code}
    order by code`.execute(db)
  return rows
}

async function moneyNow(db: Db, only: string | null = null): Promise<ListedMoney[]> {
  const { rows } = await sql<
    Omit<MoneyAccountSettings, 'bankAccountNo'> & {
      code: string
      bank_account_no: string
      balance: bigint
      posted: boolean
    }
  >`
    select code, name, kind, bank, bank_account_no, currency, overdraft, custodian, float, active,
      coalesce((select sum(debit - credit) from account_month where account = code), 0)::bigint as balance,
      exists (select from account_month where account = code) as posted
    from money_account join account using (code)
    where ${only}::text is null or code = ${only}
    order by code`.execute(db)
  return rows.map(({ code, balance, posted, bank_account_no: bankAccountNo, ...rest }) => ({
    code,
    balance,
    posted,
    settings: { ...rest, bankAccountNo },
  }))
}

async function expensesNow(db: Db, only?: string): Promise<ListedExpense[]> {
  let select = db.selectFrom('expense_type').selectAll().orderBy('position').orderBy('code')
  if (only !== undefined) select = select.where('code', '=', only)
  return (await select.execute()).map((row) => ({
    code: row.code,
    settings: {
      name: row.name,
      account: row.account,
      vatClass: row.vat_class as ExpenseTypeSettings['vatClass'],
      category: row.category as ExpenseTypeSettings['category'],
      atcIndividual: row.atc_individual,
      atcNonIndividual: row.atc_non_individual,
      topAgentOnly: row.top_agent_only,
      active: row.active,
    },
  }))
}

// ── Changes. The head of the books is locked first: nothing is posted between what is judged here and what is written.

async function putCompany(trx: Trx, act: Act, { was, now }: BodyOf<typeof changeCompany>): Promise<void> {
  await lockHead(trx)
  const before = await companyNow(trx)
  refuseOvertaken(before, was)
  if (now.name !== before.name && act.house.env.companyName !== defaultCompanyName)
    refuse('name', 'COMPANY_NAME is set where the portal is run; the name is changed there.')
  if (before.tin !== '' && now.tin === '')
    refuse('tin', 'The TIN is printed on every paper; correct it, do not clear it.')
  await trx
    .updateTable('company')
    .set({
      name: now.name,
      tin9: now.tin === '' ? null : now.tin,
      branch_code: now.branchCode,
      address: now.address,
      vat_registered: now.vatRegistered,
      rdo_code: now.rdoCode,
      fiscal_year_end: now.fiscalYearEnd,
      top_agent_from: now.topAgentFrom,
      withhold_at: now.withholdAt,
      permit_no: now.permitNo,
      permit_day: now.permitDay,
    })
    .execute()
  await told(trx, act, { action: changeCompany.name, what: 'Company', before, now })
}

async function putAccount(trx: Trx, act: Act, code: string, { was, now }: BodyOf<typeof changeAccount>): Promise<void> {
  await lockHead(trx)
  const [found] = await accountsNow(trx, code)
  refuseUnlike(found?.settings, was, `Account ${code} is in the chart already; choose another code.`)
  const row = {
    name: now.name,
    type: now.type,
    normal: now.normal,
    statement_line: now.statementLine,
    active: now.active,
  }
  if (found === undefined) {
    if (isRuled(code)) refuse('code', `${code} belongs to the posting rules; choose another code.`)
    await trx
      .insertInto('account')
      .values({ ...row, code, control: false })
      .execute()
  } else {
    await judgeAccount(trx, found, now)
    await trx.updateTable('account').set(row).where('code', '=', code).execute()
  }
  const before = found?.settings ?? null
  await told(trx, act, { action: changeAccount.name, what: `Account ${code} ${now.name}`, before, now })
}

async function judgeAccount(
  trx: Trx,
  { code, settings: was, control, balance, posted, isMoney }: ListedAccount,
  now: AccountSettings,
) {
  const kindChanged = was.type !== now.type || was.normal !== now.normal || was.statementLine !== now.statementLine
  if (isRuled(code) && control && (kindChanged || was.name !== now.name) && !isMoney)
    refuse('name', `${code} is kept by the posting rules and their documents; it stays as it is.`)
  if (kindChanged && isRuled(code)) refuse('type', `Posting rules name ${code}; only its name can be changed.`)
  if (kindChanged && isMoney) refuse('type', `${code} holds money; only its name can be changed.`)
  if (kindChanged && control) refuse('type', `${code} is a control account; only its name can be changed.`)
  if (kindChanged && posted) {
    refuse(
      'type',
      `Something is posted to ${code}, and statements of earlier months would change. Add another account.`,
    )
  }
  if (!was.active || now.active) return
  if (balance !== 0n)
    refuse('active', `${code} ${was.name} holds ${formatMoney(balance)}; bring it to zero before it is put away.`)
  if (isMoney) refuse('active', `${code} is a money account; put it away among the money accounts.`)
  if (isRuled(code)) refuse('active', `Posting rules need ${code} ${was.name}; it stays active.`)
  const using = await trx
    .selectFrom('expense_type')
    .select('name')
    .where('account', '=', code)
    .where('active', '=', true)
    .orderBy('position')
    .executeTakeFirst()
  if (using !== undefined)
    refuse('active', `The expense type '${using.name}' posts to ${code}; give it another account first.`)
}

async function putMoneyAccount(
  trx: Trx,
  act: Act,
  code: string,
  { was, now }: BodyOf<typeof changeMoneyAccount>,
): Promise<void> {
  await lockHead(trx)
  const [found] = await moneyNow(trx, code)
  refuseUnlike(found?.settings, was, `${code} is a money account already; choose another code.`)
  if (found === undefined) await makeCashAccount(trx, code, now)
  else judgeMoneyAccount(found, now)

  const row = {
    kind: now.kind,
    bank: now.bank,
    bank_account_no: now.bankAccountNo,
    currency: now.currency,
    overdraft: now.overdraft,
    custodian: now.custodian,
    float: now.float,
  }
  await trx
    .insertInto('money_account')
    .values({ code, ...row })
    .onConflict((conflict) => conflict.column('code').doUpdateSet(row))
    .execute()
  await trx.updateTable('account').set({ name: now.name, active: now.active }).where('code', '=', code).execute()
  const before = found?.settings ?? null
  await told(trx, act, { action: changeMoneyAccount.name, what: `Money account ${code} ${now.name}`, before, now })
}

function judgeMoneyAccount({ code, settings: was, balance, posted }: ListedMoney, now: MoneyAccountSettings): void {
  if (posted && was.currency !== now.currency)
    refuse('currency', `${code} has movements in ${was.currency}; open another account for ${now.currency}.`)
  if (was.kind !== now.kind && (posted || isRuled(code)))
    refuse('kind', `${code} is in use as it is; open another account instead.`)
  if (!was.active || now.active) return
  if (balance !== 0n)
    refuse('active', `${was.name} holds ${formatMoney(balance)} in pesos; bring it to zero before it is put away.`)
  if (isRuled(code)) refuse('active', `Posting rules need ${code} ${was.name}; it stays active.`)
}

/** The account of the chart behind a new money account: taken where it fits, else made. */
async function makeCashAccount(trx: Trx, code: string, { name }: MoneyAccountSettings): Promise<void> {
  const [account] = await accountsNow(trx, code)
  if (account === undefined) {
    const cash = { type: 'asset', normal: 'debit', statement_line: 'Cash', control: true, active: true } as const
    await trx
      .insertInto('account')
      .values({ code, name, ...cash })
      .execute()
    return
  }
  const { settings: its, posted } = account
  if (its.statementLine !== 'Cash' || its.normal !== 'debit')
    refuse('code', `${code} ${its.name} is not cash; choose a free code, or an account of the line Cash.`)
  if (isRuled(code) || itemAccounts.includes(code))
    refuse('code', `${code} ${its.name} is kept by the posting rules; choose another code.`)
  if (posted) refuse('code', `Something is posted to ${code} ${its.name} already; choose a free code.`)
  await trx.updateTable('account').set({ control: true }).where('code', '=', code).execute()
}

async function putExpenseType(
  trx: Trx,
  act: Act,
  code: string,
  { was, now }: BodyOf<typeof changeExpenseType>,
): Promise<void> {
  await lockHead(trx)
  const [found] = await expensesNow(trx, code)
  refuseUnlike(found?.settings, was, `There is an expense type ${code} already; choose another code.`)
  if (now.active) await judgeExpenseType(trx, now)
  const row = {
    name: now.name,
    account: now.account,
    vat_class: now.vatClass,
    category: now.category,
    atc_individual: now.atcIndividual,
    atc_non_individual: now.atcNonIndividual,
    top_agent_only: now.topAgentOnly,
    active: now.active,
  }
  if (found !== undefined) await trx.updateTable('expense_type').set(row).where('code', '=', code).execute()
  else {
    const position = sql<number>`(select coalesce(max(position), 0) + 1 from expense_type)`
    await trx
      .insertInto('expense_type')
      .values({ code, ...row, position })
      .execute()
  }
  const before = found?.settings ?? null
  await told(trx, act, { action: changeExpenseType.name, what: `Expense type ${now.name}`, before, now })
}

async function judgeExpenseType(trx: Trx, { account: code, atcIndividual, atcNonIndividual }: ExpenseTypeSettings) {
  const [account] = await accountsNow(trx, code)
  if (account === undefined || !account.settings.active)
    refuse('account', `Account ${code} is not in the chart or not active; pick another or activate it.`)
  if (account.control || account.isMoney || itemAccounts.includes(code))
    refuse('account', `${code} ${account.settings.name} is kept by its own documents; pick an expense or an asset.`)
  if (account.settings.normal !== 'debit')
    refuse('account', `${code} ${account.settings.name} stands on the credit side; pick an expense or an asset.`)
  for (const [field, atc, payee] of [
    ['atcIndividual', atcIndividual, 'individual'],
    ['atcNonIndividual', atcNonIndividual, 'non_individual'],
  ] as const) {
    if (atc === null) continue
    const known = await trx
      .selectFrom('withholding_code')
      .select('code')
      .where('code', '=', atc)
      .where('payee', '=', payee)
      .executeTakeFirst()
    if (known === undefined)
      refuse(
        field,
        `${atc} is not among the withholding codes for ${payee === 'individual' ? 'individuals' : 'others'}.`,
      )
  }
}

async function addRate(trx: Trx, act: Act, now: BodyOf<typeof addWithholdingRate>['now']): Promise<void> {
  await lockHead(trx)
  const { code, payee, validFrom } = now
  const last = await trx
    .selectFrom('withholding_code')
    .select(['valid_from as validFrom', 'valid_to as validTo'])
    .where('code', '=', code)
    .where('payee', '=', payee)
    .orderBy('valid_from', 'desc')
    .executeTakeFirst()
  refuseEarlier(code, validFrom, last)
  if (last !== undefined && (last.validTo === null || last.validTo >= validFrom))
    await trx
      .updateTable('withholding_code')
      .set({ valid_to: addDays(validFrom, -1) })
      .where('code', '=', code)
      .where('payee', '=', payee)
      .where('valid_from', '=', last.validFrom)
      .execute()
  const { percent, description, tax, source, withheldBy, paidFor, likely } = now
  await trx
    .insertInto('withholding_code')
    .values({
      ...{ code, payee, description, tax, source, rate: fraction(percent), valid_from: validFrom, valid_to: null },
      ...{ withheld_by: withheldBy, paid_for: paidFor, likely },
    })
    .execute()
  await told(trx, act, { action: addWithholdingRate.name, what: `Withholding code ${code}`, before: null, now })
}

async function addVat(trx: Trx, act: Act, now: BodyOf<typeof addVatRate>['now']): Promise<void> {
  await lockHead(trx)
  const last = await trx
    .selectFrom('vat_rate')
    .select(['valid_from as validFrom', 'valid_to as validTo'])
    .orderBy('valid_from', 'desc')
    .executeTakeFirst()
  refuseEarlier('VAT', now.validFrom, last)
  if (last !== undefined && (last.validTo === null || last.validTo >= now.validFrom))
    await trx
      .updateTable('vat_rate')
      .set({ valid_to: addDays(now.validFrom, -1) })
      .where('valid_from', '=', last.validFrom)
      .execute()
  await trx
    .insertInto('vat_rate')
    .values({ rate: fraction(now.percent), valid_from: now.validFrom, valid_to: null, source: now.source })
    .execute()
  await told(trx, act, { action: addVatRate.name, what: 'VAT rate', before: null, now })
}

function refuseEarlier(what: string, validFrom: string, last: { validFrom: string } | undefined): void {
  if (last === undefined || validFrom > last.validFrom) return
  refuse('validFrom', `${what} has a row from ${formatDay(last.validFrom)}; a new rate begins after that.`)
}

/** '0.5' percent is '0.005'. */
function fraction(percent: string): string {
  const [whole = '0', decimals = ''] = percent.split('.')
  const digits = `${whole.padStart(2, '0')}${decimals}`
  return `0.${digits}`
}

// ── Mail.

async function queueTest(trx: Trx, { house: { env, clock }, viewer, address }: Act, to: string): Promise<void> {
  const id = randomUUID()
  const now = timestamp(clock.now())
  const { name } = await trx.selectFrom('company').select('name').executeTakeFirstOrThrow()
  await trx
    .insertInto('outbox')
    .values({
      id,
      topic: 'test',
      recipient: to,
      subject: subjectLine(`Test letter - ${name}`),
      body: [
        'Good day,',
        '',
        `this letter shows that the bookkeeping portal of ${name} can send mail. ${viewer.clientId} asked for it.`,
        'Nothing needs to be done.',
        '',
      ].join('\n'),
      message_id: messageId('test', id, env.mailFrom),
      created_at: now,
      // Before all that waits: somebody sits there and looks.
      run_at: timestamp(0),
    })
    .execute()
  await audit(trx, clock, {
    viewer,
    address,
    action: sendTestLetter.name,
    object: { type: 'letter', id },
    detail: { what: 'Test letter', was: {}, now: { to } },
  })
}

async function testLetters(db: Db) {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'recipient', 'subject', 'attempts', 'created_at', 'last_error', 'sent_at', 'failed_at'])
    .where('topic', '=', 'test')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(5)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: timestamp(instant(row.created_at)),
    to: row.recipient,
    subject: row.subject,
    status: deliveryOf(row),
    attempts: row.attempts,
    lastError: row.last_error,
    sentAt: row.sent_at,
  }))
}

// ── What was changed.

type Values = Record<string, unknown>

/** Only the fields that differ are kept, as text. Saving what is there already is no change. */
async function told(
  trx: Trx,
  { house, viewer, address }: Act,
  { action, what, before, now }: { action: string; what: string; before: Values | null; now: Values },
): Promise<void> {
  const names = Object.keys(now).filter((name) => textOf(before?.[name] ?? null) !== textOf(now[name]))
  if (names.length === 0) return
  const kept = (values: Values) => Object.fromEntries(names.map((name) => [name, textOf(values[name])]))
  await audit(trx, house.clock, {
    viewer,
    address,
    action,
    object: { type: 'settings', id: what },
    detail: { what, was: before === null ? null : kept(before), now: kept(now) },
  })
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'bigint') return formatMoney(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const pageLength = 30

async function changes(db: Db, before: string | undefined) {
  let select = db
    .selectFrom('audit')
    .select(['seq', 'at', 'actor_name as by', 'detail'])
    .where(sql<boolean>`action like 'settings.%'`)
    .where('outcome', '=', 'done')
    .orderBy('seq', 'desc')
    .limit(pageLength + 1)
  if (before !== undefined) select = select.where('seq', '<', BigInt(before))
  const rows = await select.execute()
  const page = rows.slice(0, pageLength)
  return {
    changes: page.map((row): SettingsChange => {
      const { what, was, now } = row.detail as { what: string; was: Texts | null; now: Texts }
      const fields = Object.entries(now).map(([field, text]) => ({ field, was: was?.[field] ?? null, now: text }))
      return { seq: row.seq.toString(), at: timestamp(instant(row.at)), by: row.by, what, fields }
    }),
    next: rows.length > pageLength ? (page.at(-1)?.seq.toString() ?? null) : null,
  }
}
type Texts = Record<string, string | null>

// ── Refusing.

function refuse(field: string, message: string): never {
  const path = field === 'code' ? ['code'] : ['now', field]
  throw new Refusal(saying(settingsProblems.refused, message), [{ path, message }])
}

/** What a person saw when they began is what is there now, or somebody else was quicker. */
function refuseOvertaken(is: Values, was: Values): void {
  if (canonical(is) !== canonical(was)) throw new Refusal(settingsProblems.changedMeanwhile)
}

function refuseUnlike(is: Values | undefined, was: Values | null, taken: string): void {
  if (was === null) {
    if (is !== undefined) throw new Refusal(saying(settingsProblems.taken, taken), [{ path: ['code'], message: taken }])
    return
  }
  if (is === undefined) throw new Refusal(settingsProblems.notThere)
  refuseOvertaken(is, was)
}
