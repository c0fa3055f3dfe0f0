// The registers of recurring month-end entries, and their suggestions for a month. They are recorded through the
// regular write path: a suggestion has the id of its draft, so that it is recorded once however often it is requested.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { closingProblems } from '@talaan/contract/closing.ts'
import type { AssetRow, ForeignAnswer, SuggestionAnswer, RecurringRow, SaleOfAsset } from '@talaan/contract/closing.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { accounts, itemAccounts, nominalTypes, takesIncome } from '@talaan/ledger/accounts/chart.ts'
import type { AccountType, NormalSide } from '@talaan/ledger/accounts/chart.ts'
import { endOfMonth, formatMonth, monthOf } from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import { disposalFigures, disposalMistakes, disposalSuggestion } from '@talaan/ledger/accounts/disposal.ts'
import type { DisposalFields } from '@talaan/ledger/accounts/disposal.ts'
import { yearEndReference } from '@talaan/ledger/documents/yearend/fields.ts'
import { assetNumber, suggestionsFor, revaluationReference, writtenOffBy } from '@talaan/ledger/accounts/month-end.ts'
import type { Asset, AssetFields, RecurringFields, RecurringLine } from '@talaan/ledger/accounts/month-end.ts'
import { accountLabel } from '../../books/account-label.ts'
import { uuidOf } from '../../books/journal.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { disposalsOf, salesOfAssets } from './disposals.ts'
import type { Decided } from './disposals.ts'
import { stays } from '../../books/merged-parties.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>
type Who = { by: string; at: string }

// ── Month-end suggestions.

type Made = { id: string; number: string; total: bigint; reference: string; voided: boolean }

export async function suggestionsOf(db: Db, month: Month): Promise<SuggestionAnswer[]> {
  const registers = await registersOf(db)
  const gone = registers.assets.flatMap((asset) =>
    asset.disposal !== null && monthOf(asset.disposal.day) === month ? [disposalSuggestion(asset, asset.disposal)] : [],
  )
  const due = [...suggestionsFor(month, { ...registers, foreign: await foreignOf(db, month) }), ...gone]
  const yearEnd = await yearEndOf(db, month)
  const references = [...due.map(({ reference }) => reference), yearEndReference(endOfMonth(month))]
  const made = await madeOf(db, references)
  const names = await namesOf(db)
  const waiting = new Set(
    (await db.selectFrom('approval_waiting').select('draft_id').execute()).map((one) => one.draft_id),
  )
  const recordedOf = (reference: string) => {
    const own = made.filter((one) => one.reference === reference)
    const document = own.find(({ voided }) => !voided) ?? null
    // A voided entry may be recorded again, from another draft.
    const draftId = uuidOf(`${reference} ${own.filter(({ voided }) => voided).length}`)
    return {
      document: document && { id: document.id, number: document.number, total: document.total },
      draftId,
      isWaiting: waiting.has(draftId),
    }
  }
  const vouchers = due.map(({ reference, title, amount, fields }): SuggestionAnswer => {
    const lines = fields.lines.map(({ account, debit, credit }) => ({
      account,
      name: names.get(account) ?? '',
      debit,
      credit,
    }))
    const { reverse } = fields
    return {
      kind: 'journalvoucher',
      title,
      reference,
      amount,
      lines,
      reverse,
      ...recordedOf(reference),
      fields: { ...fields, lines: fields.lines.map((line) => ({ ...line, ...asSent(line) })) },
    }
  })
  if (yearEnd === null) return vouchers
  const reference = yearEndReference(yearEnd.day)
  const closed = recordedOf(reference)
  if (closed.document === null && yearEnd.isEmpty) return vouchers
  return [
    ...vouchers,
    {
      kind: 'yearend',
      title: 'Year closed to retained earnings',
      reference,
      lines: [],
      reverse: false,
      ...closed,
      amount: yearEnd.profit < 0n ? -yearEnd.profit : yearEnd.profit,
      fields: { day: yearEnd.day, memo: '' },
    },
  ]
}

/** Foreign currency balances at the end of a month before its own revaluation, and the last entered rate. */
export async function foreignOf(db: Db, month: Month): Promise<ForeignAnswer[]> {
  const { rows } = await sql<ForeignAnswer>`
    select code as account, ${accountLabel('money_account.code')} as name, currency, coalesce(moved.held, 0)::bigint as held,
      coalesce(moved.carried, 0)::bigint as carried, trim_scale(entered.rate)::text as rate, entered.source
    from money_account
    left join lateral (
      select sum(case when line.debit > 0 then currency_amount else -currency_amount end) as held,
        sum(line.debit - line.credit) as carried
      from line join entry on entry.no = line.entry_no join document on document.id = entry.document_id
      where line.account = money_account.code and line.day <= ${endOfMonth(month)}::date
        and not (document.kind = 'journalvoucher' and document.external_no is not distinct from ${revaluationReference(month)})
    ) as moved on true
    left join lateral (
      select rate, source from closing_rate where month = ${month} and closing_rate.currency = money_account.currency
      order by id desc limit 1
    ) as entered on true
    where money_account.currency <> 'PHP' and (coalesce(moved.held, 0) <> 0 or coalesce(moved.carried, 0) <> 0)
    order by code`.execute(db)
  return rows
}

const asSent = ({ debit, credit }: { debit: bigint; credit: bigint }) => ({
  debit: debit.toString(),
  credit: credit.toString(),
})

/** Income and expense at the end of the fiscal year, if the month is its last. */
export async function yearEndOf(
  db: Db,
  month: Month,
): Promise<{ day: string; profit: bigint; isEmpty: boolean } | null> {
  const company = await db.selectFrom('company').select('fiscal_year_end').executeTakeFirstOrThrow()
  if (Number(month.slice(5)) !== company.fiscal_year_end) return null
  const { rows } = await sql<{ balance: bigint }>`
    select sum(debit - credit)::bigint as balance from account_month join account on code = account_month.account
    where month <= ${month} and type = any(${[...nominalTypes]}::text[])
    group by code having sum(debit - credit) <> 0`.execute(db)
  const profit = -rows.reduce((all, { balance }) => all + balance, 0n)
  return { day: endOfMonth(month), profit, isEmpty: rows.length === 0 }
}

async function madeOf(db: Db, references: readonly string[]): Promise<Made[]> {
  const { rows } = await sql<Made>`
    select id, number, total, external_no as reference, document_void.document_id is not null as voided
    from document left join document_void on document_void.document_id = document.id
    where kind in ('journalvoucher', 'yearend') and external_no = any(${[...references]}::text[])`.execute(db)
  return rows
}

const namesOf = async (db: Db): Promise<ReadonlyMap<string, string>> =>
  new Map((await db.selectFrom('account').select(['code', 'name']).execute()).map(({ code, name }) => [code, name]))

// ── The registers.

type StoredAsset = Asset & { id: string; disposal: Decided | null }

type StoredRecurring = Omit<RecurringRow, 'recorded'> & { partyId: string | null }

async function registersOf(db: Db): Promise<{ recurring: StoredRecurring[]; assets: StoredAsset[] }> {
  const entries = await db
    .selectFrom('recurring_entry')
    .leftJoin('party', (join) => join.on('party.id', '=', stays('recurring_entry.party_id')))
    .select(['recurring_entry.id', 'no', 'recurring_entry.name', 'recurring_entry.kind', 'party.id as partyId'])
    .select(['party.name as partyName', 'first_month as firstMonth', 'last_month as lastMonth'])
    .orderBy('no')
    .execute()
  const lines = Map.groupBy(await recurringLines(db), ({ entryId }) => entryId)
  const recurring = entries.map(({ partyName, ...entry }) => ({
    ...entry,
    party: entry.partyId === null ? null : { id: entry.partyId, name: partyName ?? '' },
    lines: (lines.get(entry.id) ?? []).map(({ entryId: _entryId, ...line }) => line),
  }))
  const assets = await db
    .selectFrom('asset')
    .select(['id', 'no', 'name', 'acquired_on as acquiredOn', 'cost', 'salvage', 'written_off as writtenOff'])
    .select(['life_months as lifeMonths', 'first_month as firstMonth', 'last_month as lastMonth'])
    .select(['accumulated_account as accumulatedAccount', 'expense_account as expenseAccount'])
    .orderBy('no')
    .execute()
  const disposals = await disposalsOf(db)
  return {
    recurring,
    assets: assets.map((asset) => {
      const disposal = disposals.get(asset.id) ?? null
      return { ...asset, disposal, disposedOn: disposal?.day ?? null }
    }),
  }
}

/** The fixed assets with their disposal dates. */
export const assetsOf = async (db: Db): Promise<Asset[]> => (await registersOf(db)).assets

const recurringLines = (db: Db): Promise<(RecurringLine & { entryId: string })[]> =>
  db
    .selectFrom('recurring_line')
    .select(['entry_id as entryId', 'account', 'memo', 'debit', 'credit'])
    .orderBy('entry_id')
    .orderBy('position')
    .execute()

type Registers = { recurring: RecurringRow[]; assets: AssetRow[]; sales: SaleOfAsset[] }

export async function registers(db: Db, lastMonth: Month): Promise<Registers> {
  const { recurring, assets } = await registersOf(db)
  const months = await recordedMonths(db)
  return {
    sales: await salesOfAssets(db),
    recurring: recurring.map(({ partyId: _partyId, ...row }) => ({
      ...row,
      recorded: (months.get(`R-${row.no}`)?.length ?? 0) > 0,
    })),
    assets: assets.map((row) => ({
      ...row,
      recorded: (months.get(assetNumber(row))?.length ?? 0) > 0,
      writtenOffByNow:
        row.disposal === null ? writtenOffBy(row, lastMonth) : disposalFigures(row, row.disposal.day).writtenOff,
    })),
  }
}

/** The months with recorded vouchers, by 'R-3' and, as in the lines of depreciation, 'FA-7'. */
async function recordedMonths(db: Db): Promise<ReadonlyMap<string, Month[]>> {
  const { rows } = await sql<{ reference: string; named: string[] }>`
    select external_no as reference, array_agg(line.memo) as named
    from document join entry on entry.document_id = document.id and reverses is null join line on line.entry_no = entry.no
    where kind = 'journalvoucher' and external_no ~ '^(R-[0-9]+|DEP) [0-9]{4}-[0-9]{2}$'
      and not exists (select from document_void where document_void.document_id = document.id)
    group by document.id, external_no`.execute(db)
  const months = new Map<string, Month[]>()
  for (const { reference, named } of rows) {
    const [name = '', month = ''] = reference.split(' ')
    const keys = name === 'DEP' ? named.flatMap((memo) => /^FA-\d+/.exec(memo)?.[0] ?? []) : [name]
    for (const key of keys) months.set(key, [...(months.get(key) ?? []), month])
  }
  return months
}

export async function keepRecurring(trx: Trx, id: string, fields: RecurringFields, { by, at }: Who): Promise<number> {
  await assertAccounts(
    trx,
    fields.lines.map(({ account }, i) => [['lines', i, 'account'], account] as const),
  )
  if (fields.partyId !== null) await assertParty(trx, fields.partyId)
  const before = await trx.selectFrom('recurring_entry').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  const row = {
    name: fields.name,
    kind: fields.kind,
    party_id: fields.partyId,
    first_month: fields.firstMonth,
    last_month: fields.lastMonth,
  }
  if (before === undefined) {
    const no = await insert(trx, 'recurring_entry', { id, ...row, registered_by: by, registered_at: at })
    await insertLines(trx, id, fields.lines)
    return no
  }
  const { name: _name, last_month: end, ...fixed } = row
  const stored = (await recurringLines(trx)).filter(({ entryId }) => entryId === id)
  const asText = (lines: readonly RecurringLine[]) =>
    lines.map(({ account, memo, debit, credit }) => [account, memo, debit, credit].join(' ')).join('\n')
  assertChangeAllowed(
    { ...fixed, lines: asText(fields.lines) },
    { ...before, lines: asText(stored) },
    end,
    (await recordedMonths(trx)).get(`R-${before.no}`) ?? [],
    fields.kind === 'prepayment',
  )
  await trx.updateTable('recurring_entry').set(row).where('id', '=', id).execute()
  await trx.deleteFrom('recurring_line').where('entry_id', '=', id).execute()
  await insertLines(trx, id, fields.lines)
  return before.no
}

async function insertLines(trx: Trx, entryId: string, lines: readonly RecurringLine[]): Promise<void> {
  const rows = lines.map((line, i) => ({ entry_id: entryId, position: i + 1, ...line }))
  await trx.insertInto('recurring_line').values(rows).execute()
}

async function assertParty(trx: Trx, id: string): Promise<void> {
  const found = await trx
    .selectFrom('party')
    .select('id')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (found !== undefined) return
  const message = 'This customer or supplier is no longer registered. Choose another one.'
  throw refuse([{ path: ['partyId'], message }])
}

export async function keepAsset(trx: Trx, id: string, fields: AssetFields, { by, at }: Who): Promise<number> {
  await assertAccounts(trx, [
    [
      'accumulatedAccount',
      fields.accumulatedAccount,
      (account) => account.type === 'asset' && account.normal === 'credit',
    ],
    ['expenseAccount', fields.expenseAccount, ({ type }) => type === 'expense' || type === 'cost'],
  ])
  const before = await trx.selectFrom('asset').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  const row = {
    name: fields.name,
    acquired_on: fields.acquiredOn,
    cost: fields.cost,
    salvage: fields.salvage,
    written_off: fields.writtenOff,
    life_months: fields.lifeMonths,
    first_month: fields.firstMonth,
    accumulated_account: fields.accumulatedAccount,
    expense_account: fields.expenseAccount,
    last_month: fields.lastMonth,
  }
  if (before === undefined) return insert(trx, 'asset', { id, ...row, registered_by: by, registered_at: at })
  const voucher = (await disposalsOf(trx)).get(id)?.voucher ?? null
  if (voucher !== null)
    throw refuse([{ path: [''], message: `This asset was disposed of in ${voucher.number}. Void that voucher first.` }])
  const { name: _name, last_month: end, ...fixed } = row
  assertChangeAllowed(fixed, before, end, (await recordedMonths(trx)).get(assetNumber(before)) ?? [])
  await trx.updateTable('asset').set(row).where('id', '=', id).execute()
  return before.no
}

/** Decides the disposal of an asset, replacing an earlier decision; returns the month that suggests the voucher. */
export async function keepDisposal(
  trx: Trx,
  id: string,
  fields: DisposalFields,
  { by, at, today }: Who & { today: Day },
): Promise<Month> {
  const { asset, disposal } = await lockedAsset(trx, id)
  const closed = await trx.selectFrom('period').select('month').execute()
  const mistakes = disposalMistakes(asset, fields, {
    today,
    closedMonths: new Set(closed.map(({ month }) => month)),
    recorded: (await recordedMonths(trx)).get(assetNumber(asset)) ?? [],
    voucher: disposal?.voucher?.number ?? null,
  })
  if (mistakes.length > 0) throw refuse(mistakes)
  await assertAccounts(trx, [
    ['costAccount', fields.costAccount, ({ type, normal }) => type === 'asset' && normal === 'debit'],
    ['costAccount', accounts.disposals, takesIncome],
  ])
  if (fields.invoiceId !== null) {
    const sales = await salesOfAssets(trx)
    if (fields.invoiceId !== disposal?.invoiceId && !sales.some((sale) => sale.id === fields.invoiceId)) {
      const message = `Choose a sales invoice with a line on account ${accounts.disposals} that is not used for another disposal.`
      throw refuse([{ path: ['invoiceId'], message }])
    }
  }
  const row = { day: fields.day, reason: fields.reason, invoice_id: fields.invoiceId, cost_account: fields.costAccount }
  const decided = { ...row, decided_by: by, decided_at: at }
  if (disposal === null)
    await trx
      .insertInto('asset_disposal')
      .values({ asset_id: id, ...decided })
      .execute()
  else await trx.updateTable('asset_disposal').set(decided).where('no', '=', disposal.no).execute()
  return monthOf(fields.day)
}

/** Cancels a planned disposal; a recorded one is undone by voiding the voucher. Nothing to cancel is no error. */
export async function cancelDisposal(trx: Trx, id: string): Promise<void> {
  const { asset, disposal } = await lockedAsset(trx, id)
  if (disposal === null) return
  if (disposal.voucher !== null) {
    const message = `${assetNumber(asset)} ${asset.name} was disposed of in ${disposal.voucher.number}. Void that voucher to restore the asset.`
    throw refuse([{ path: [''], message }])
  }
  await trx.deleteFrom('asset_disposal').where('no', '=', disposal.no).execute()
}

async function lockedAsset(trx: Trx, id: string): Promise<{ asset: StoredAsset; disposal: Decided | null }> {
  await trx.selectFrom('asset').select('id').where('id', '=', id).forUpdate().execute()
  const asset = (await registersOf(trx)).assets.find((one) => one.id === id)
  if (asset === undefined) throw new Refusal(closingProblems.noAsset)
  return { asset, disposal: asset.disposal }
}

async function insert(trx: Trx, table: 'recurring_entry' | 'asset', row: Record<string, unknown>): Promise<number> {
  const { no } = await trx
    .insertInto(table)
    .values(row as never)
    .returning('no')
    .executeTakeFirstOrThrow()
  return Number(no)
}

const refuse = (mistakes: FieldMistake[]): Refusal =>
  new Refusal(saying(closingProblems.mistakes, mistakes[0]?.message ?? closingProblems.mistakes.sentence), mistakes)

/**
 * Recorded entries depend on the register: only the name can change, and the end, not before the last recorded month.
 */
function assertChangeAllowed(
  fixed: Record<string, unknown>,
  before: Record<string, unknown>,
  end: Month | null,
  recorded: readonly Month[],
  spread = false,
): void {
  const last = recorded.toSorted().at(-1)
  if (last === undefined) return
  const changed = Object.entries(fixed).some(([key, value]) => before[key] !== value)
  const message = `This entry is recorded up to ${formatMonth(last)}, so you can change only its name and last month. To change anything else, end this entry and add a new one.`
  if (changed || (spread && end !== before.last_month)) throw refuse([{ path: [''], message }])
  if (end !== null && end < last)
    throw refuse([
      {
        path: ['lastMonth'],
        message: `This entry is recorded up to ${formatMonth(last)}. Choose that month or a later one.`,
      },
    ])
}

type Fits = (account: { type: AccountType; normal: NormalSide; control: boolean }) => boolean

async function assertAccounts(
  trx: Trx,
  accountFields: readonly (readonly [field: string | readonly (string | number)[], code: string, fits?: Fits])[],
): Promise<void> {
  const rows = await trx
    .selectFrom('account')
    .select(['code', 'name', 'type', 'normal', 'active', 'control'])
    .where(
      'code',
      'in',
      accountFields.map(([, code]) => code),
    )
    .execute()
  const funds = await trx.selectFrom('money_account').select('code').execute()
  const mistakes = accountFields.flatMap(([field, code, fits]): FieldMistake[] => {
    const path = typeof field === 'string' ? [field] : [...field]
    const account = rows.find((row) => row.code === code)
    if (account === undefined || !account.active)
      return [{ path, message: `Account ${code} does not exist or is inactive. Choose another account.` }]
    const named = `${code} ${account.name}`
    if (itemAccounts.includes(code) || code === accounts.openingBalance || funds.some((fund) => fund.code === code))
      return [
        {
          path,
          message: `${named} cannot be used here, because other types of documents post to it. Choose another account.`,
        },
      ]
    if (fits !== undefined && !fits(account as Parameters<Fits>[0]))
      return [{ path, message: `${named} is not the right type of account. Choose another account.` }]
    return []
  })
  if (mistakes.length > 0) throw refuse(mistakes)
}
