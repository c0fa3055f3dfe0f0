// A random year of a company's taxes in the real books: sales, purchases, settlements, certificates, write-offs, voids
// payroll and closing entries, with registrations that change, foreign parties and amounts typed into returns.
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { Refusal } from '@talaan/contract/problem.ts'
import { addDays, monthOf } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { partyFields } from '@talaan/ledger/core/party.ts'
import { applies } from '@talaan/ledger/tax/calendar/calendar.ts'
import { periodOf } from '@talaan/ledger/tax/calendar/forms.ts'
import type { Registrations } from '@talaan/ledger/tax/calendar/calendar.ts'
import type { WorksheetForm } from '@talaan/ledger/tax/calendar/forms.ts'
import { annualReturn, hasIn } from '@talaan/ledger/tax/registrations.ts'
import type { RegistrationKind } from '@talaan/ledger/tax/registrations.ts'
import { closingEntry } from '@talaan/ledger/tax/returns/closing-entry.ts'
import { writeOffLines } from '@talaan/ledger/tax/write-off.ts'
import { openItems } from '../src/books/open-items.ts'
import { recordWithin } from '../src/books/recording/record.ts'
import { voidDocument } from '../src/books/recording/void.ts'
import { claim } from '../src/features/certificates/claims.ts'
import { calculateReturn } from '../src/features/filings/calculate-return.ts'
import { readRules } from '../src/features/filings/rules.ts'
import { writtenOff } from '../src/features/filings/write-off.ts'
import { register } from '../src/features/parties/routes.ts'
import type { AppContext } from '../src/platform/context.ts'
import type { Tables } from '../src/platform/db/tables.ts'
import type { Viewer } from '../src/platform/viewer.ts'
import { randomFrom } from './extent.ts'
import { randomPayroll } from './random-payroll.ts'

type Trx = Transaction<Tables>
type Books = Pick<AppContext, 'clock' | 'env'>
type Party = { id: string; kind: 'individual' | 'non_individual'; is: 'government' | 'foreign' | 'domestic' }
type Fields = Record<string, unknown>

/** How often each kind of event happened. */
export type Events = Map<string, number>

const customers = [
  { registeredName: 'Alon Trading Corp.', tin: '111-222-333-00000', withholdingAgent: true },
  { registeredName: 'Kagawaran ng Daungan', tin: '222-333-444-00000', government: true, withholdingAgent: true },
  { registeredName: 'Overseas Buyer Ltd.', tin: '', noTin: 'foreign', country: 'US' },
]
const suppliers = [
  { registeredName: 'Bayani Builders Inc.', tin: '333-444-555-00000' },
  { kind: 'individual', lastName: 'Reyes', firstName: 'Juana', tin: '444-555-666-00000' },
  { registeredName: 'Sona Export Corp.', tin: '555-666-777-00000', withholdingExempt: 'BOI tax holiday' },
  { registeredName: 'Cloud Hosting Ltd.', tin: '', noTin: 'foreign', country: 'IE' },
]

/** Records the year 2025 in the books of `trx`; the same seed gives the same year. */
export async function randomTaxYear(
  trx: Trx,
  books: Books,
  { viewer, seed }: { viewer: Viewer; seed: number },
): Promise<Events> {
  const random = randomFrom(seed)
  const one = <T>(all: readonly T[]): T => all[random(all.length)] as T
  const chance = (percent: number) => random(100) < percent
  const amount = () => String(100 + random(chance(20) ? 50_000_000 : 2_000_000))
  const events: Events = new Map()
  const happened = (event: string) => events.set(event, (events.get(event) ?? 0) + 1)
  let serial = 0

  await registrations(trx, { random, one, chance })
  const parties = await registered(trx, books, viewer)
  const record = async (kind: DocumentTypeName, fields: Fields): Promise<string | undefined> => {
    serial += 1
    const draftId = idFrom(seed % 100_000, serial)
    try {
      const { documentId } = await recordWithin(trx, books, {
        viewer,
        typeName: kind,
        draftId,
        input: fields,
        address: '',
      })
      happened(kind)
      return documentId
    } catch (error) {
      // A random document may be impossible, for example because nothing is left of a balance.
      if (!(error instanceof Refusal)) throw error
      return undefined
    }
  }
  const entry = (day: Day, memo: string, lines: Fields[], reference = '') =>
    record('journalvoucher', { day, reference, lines, memo })
  const open = (account: string, day: Day) =>
    openItems(trx, sql`item.account = ${account} and item.open > 0 and document.day <= ${day}::date`)
  const partyOf = (id: string | null) => parties.find((party) => party.id === id)

  const saleLines = (party: Party, isRegistered: boolean, account?: string) =>
    Array.from({ length: 1 + random(3) }, () => ({
      description: 'Goods',
      quantity: '1',
      unitPrice: amount(),
      vatClass: one([
        ...(isRegistered ? ['vatable', 'vatable', party.is === 'government' ? 'govt_vatable' : 'zero_rated'] : []),
        'exempt',
        'not_subject',
      ]),
      account: account ?? one(['4010', '4020']),
    }))
  const due = (day: Day) => (chance(80) ? addDays(day, random(60)) : null)

  const acts: Record<string, (day: Day) => Promise<unknown>> = {
    async sale(day) {
      const party = one(parties.slice(0, customers.length))
      const { isRegistered } = await registeredNow(trx, day)
      const lines = saleLines(party, isRegistered)
      return record('invoice', {
        email: 'a@example.com',
        partyId: party.id,
        externalNo: String(serial),
        day,
        dueDay: due(day),
        zeroRating: lines.some(({ vatClass }) => vatClass === 'zero_rated') ? 'export_goods' : '',
        priceMode: one(['inclusive', 'exclusive']),
        lines,
        memo: '',
        terms: '',
      })
    },
    async credited(day) {
      const invoice = one(await open('1110', day))
      const party = partyOf(invoice?.partyId ?? null) ?? one(parties.slice(0, customers.length))
      const { isRegistered } = await registeredNow(trx, day)
      const lines = saleLines(party, isRegistered, '4080').slice(0, 1)
      const about = invoice?.kind === 'invoice' ? invoice.documentId : null
      return record('creditmemo', {
        email: 'a@example.com',
        partyId: party.id,
        creditOf: about,
        externalNo: String(serial),
        day,
        reason: 'Returned',
        priceMode: 'exclusive',
        memo: '',
        lines: smaller(lines, invoice?.open ?? 0n),
      })
    },
    async purchase(day) {
      const party = one(parties.slice(customers.length))
      const isAbroad = party.is === 'foreign'
      const isCredit = chance(12)
      const [bill] = isCredit ? (await open('2010', day)).filter(({ partyId }) => partyId === party.id) : []
      const lines = Array.from({ length: 1 + random(3) }, () => purchaseLine(party, { one, amount }))
      return record('bill', {
        email: 'a@example.com',
        partyId: party.id,
        nature: isCredit ? 'credit' : 'invoice',
        creditOf: bill?.documentId ?? null,
        externalNo: `B${serial}`,
        day,
        dueDay: isCredit ? null : due(day),
        priceMode: isAbroad ? 'exclusive' : one(['inclusive', 'exclusive']),
        lines,
        memo: '',
        terms: '',
      })
    },
    async collect(day) {
      const invoice = one((await open('1110', day)).filter(({ kind }) => kind === 'invoice' || kind === 'debitmemo'))
      const party = partyOf(invoice?.partyId ?? null)
      if (invoice === undefined || party === undefined) return undefined
      const part = chance(40) ? invoice.open / 2n + 1n : invoice.open
      const withholds = party.is !== 'foreign' && chance(60)
      const [withheld, vatWithheld] = [withholds ? part / 60n : 0n, party.is === 'government' ? part / 25n : 0n]
      const discount = chance(20) ? part / 40n : 0n
      const row = {
        documentId: invoice.documentId,
        pay: String(part - withheld - vatWithheld - discount),
        withheld: String(withheld),
        vatWithheld: String(vatWithheld),
        discount: String(discount),
        atc: withheld === 0n ? null : party.is === 'government' ? 'WC640' : 'WC158',
      }
      return record('collection', {
        partyId: party.id,
        day,
        account: '1031',
        method: 'cash',
        rows: [row],
        email: '',
        memo: '',
      })
    },
    async pay(day) {
      const bill = one((await open('2010', day)).filter(({ kind }) => kind === 'bill'))
      if (bill === undefined) return undefined
      const part = chance(40) ? bill.open / 2n + 1n : bill.open
      const discount = chance(20) ? part / 40n : 0n
      const row = { documentId: bill.documentId, pay: String(part - discount), discount: String(discount) }
      return record('payment', {
        partyId: bill.partyId,
        day,
        account: '1031',
        method: 'transfer',
        reference: `T${serial}`,
        rows: [row],
      })
    },
    async prove(day) {
      const item = one([...(await open('1321', day)), ...(await open('1325', day))])
      if (item === undefined) return undefined
      const amount = chance(30) ? item.open / 2n + 1n : item.open
      const { isRegistered } = await registeredNow(trx, day)
      const atc = item.account === '1325' ? (isRegistered ? 'WV010' : 'WB080') : 'WC158'
      const rows = [{ documentId: item.documentId, account: item.account, amount: String(amount) }]
      const common = { partyId: item.partyId, day, rows }
      if (chance(15)) return record('certificate', { ...common, act: 'written_off', memo: 'It never came' })
      const id = await record('certificate', {
        ...common,
        act: 'received',
        memo: '',
        from: '2025-01-01',
        to: day,
        taxes: [{ atc, base: String(amount * 20n), tax: String(amount) }],
      })
      if (id === undefined || !chance(80)) return id
      const { registrations: own } = await readRules(trx)
      const business = isRegistered ? ('2550Q' as const) : ('2551Q' as const)
      const form = item.account === '1325' ? business : own.taxpayer === 'individual' ? '1701Q' : '1702Q'
      await claim(trx, {
        documentIds: [id],
        form,
        by: viewer.userId,
        at: `${day}T01:00:00.000Z`,
        period: monthOf(periodOf(form, day, own.fiscalYearEnd).to),
      })
      happened('claim')
      return id
    },
    async writeOff(day) {
      // The invoices come with the earliest due date first.
      const invoice = (await open('1110', day)).find(({ kind }) => kind === 'invoice')
      if (invoice === undefined) return undefined
      const lost = await writtenOff(trx, await readRules(trx), invoice.documentId, day)
      const lines = writeOffLines(lost).map((line) => ({
        ...line,
        debit: String(line.debit),
        credit: String(line.credit),
      }))
      const id = await entry(day, `Write-off of ${invoice.number}`, lines)
      if (id !== undefined) happened(lost.deducted ? 'write-off after a deduction' : 'write-off')
      return id
    },
    async cleared(day) {
      const { rows } = await sql<{ id: string }>`
        select distinct entry.document_id as id from line join entry on entry.no = line.entry_no
        where purchase_category = 'importation' and not exists (select from customs_entry where customs_entry.document_id = entry.document_id)
        order by 1`.execute(trx)
      const bill = rows[0]
      if (bill === undefined) return undefined
      happened('customs entry')
      const at = { entered_by: viewer.userId, entered_at: `${day}T01:00:00.000Z` }
      return trx
        .insertInto('customs_entry')
        .values({
          document_id: bill.id,
          entry_no: `C${serial}`,
          released: day,
          imported: day,
          country: 'CN',
          ...at,
          dutiable: 0n,
          charges: 0n,
          receipt_no: `R${serial}`,
          paid: addDays(day, random(40)),
        })
        .execute()
    },
    async undo(day) {
      const { rows } = await sql<{ id: string; day: Day }>`
        select id, day from document where kind in ('invoice', 'creditmemo', 'bill', 'collection', 'payment', 'unapply')
          and not exists (select from document_void where document_id = document.id) order by number`.execute(trx)
      const document = one(rows)
      if (document === undefined) return undefined
      try {
        const reason = 'Recorded by mistake'
        await voidDocument(trx, books, viewer, {
          documentId: document.id,
          day: one([document.day, day]),
          reason,
          address: '',
        })
        happened('void')
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
      return document.id
    },
    async remove(day) {
      const { rows } = await sql<{ documentId: string; itemId: string; partyId: string }>`
        select document.id as "documentId", settles as "itemId", open_item.party_id as "partyId"
        from open_item join document on document.id = open_item.document_id
        where kind in ('collection', 'payment', 'creditmemo', 'bill') and account in ('1110', '2010') and settles <> document.id
          and amount < 0 and not exists (select from document_void where document_id = document.id)
        order by number, open_item.id`.execute(trx)
      const allocation = one(rows)
      if (allocation === undefined) return undefined
      const id = await record('unapply', { ...allocation, day, memo: 'Paid another document' })
      if (id !== undefined && (await hasTaxWithheld(trx, id))) happened('removal with tax withheld')
      return id
    },
    async type(day) {
      const { registrations: own } = await readRules(trx)
      const [form, box] = one([
        ['2550Q', '31'],
        ['2550Q', '40'],
        ['2550Q', '53.1'],
        ['2550Q', '17'],
        ['2550Q', '58'],
        ['2551Q', 'S2'],
        ['1601-EQ', '22'],
        ['0619-E', '14'],
        ['1600-VT', 'WV080'],
        ['1601-FQ', '21'],
        ...incomeBoxes(own, day),
      ] as const)
      const period = periodOf(form, day, own.fiscalYearEnd)
      if (!applies(form, period, own)) return undefined
      // Income tax returns are in whole pesos.
      const written = () => BigInt(amount()) * (form.startsWith('170') ? 100n : 1n)
      happened(`typed amount in ${form}`)
      return trx
        .insertInto('filing_entry')
        .values({
          form,
          box,
          base: written(),
          tax: written(),
          reason: 'Entered',
          entered_by: viewer.userId,
          period: period.to,
          entered_at: `${day}T01:00:00.000Z`,
        })
        .execute()
    },
    async choose(day) {
      const { registrations: own } = await readRules(trx)
      const year = periodOf('ITR', day, own.fiscalYearEnd)
      const form = one(['2550Q', '1601-EQ', annualReturn(own, year.to)] as const)
      const period = periodOf(form, day, own.fiscalYearEnd)
      if (!applies(form, period, own)) return undefined
      happened('choice for an excess')
      return trx
        .insertInto('excess_use')
        .values({
          form,
          use: one(['carried', 'refund', 'tcc'] as const),
          chosen_by: viewer.userId,
          period: period.to,
          chosen_at: `${day}T01:00:00.000Z`,
        })
        .execute()
    },
    async charge(day) {
      const invoice = one((await open('1110', day)).filter(({ kind }) => kind === 'invoice'))
      const party = partyOf(invoice?.partyId ?? null)
      if (invoice === undefined || party === undefined) return undefined
      const { isRegistered } = await registeredNow(trx, day)
      const lines = saleLines(party, isRegistered).slice(0, 1)
      return record('debitmemo', {
        email: 'a@example.com',
        partyId: party.id,
        debitOf: invoice.documentId,
        externalNo: String(serial),
        day,
        dueDay: due(day),
        reason: 'Freight',
        priceMode: 'exclusive',
        memo: '',
        lines,
      })
    },
    async direct(day) {
      const party = one(parties.slice(customers.length))
      return record('withdrawal', {
        email: 'a@example.com',
        day,
        account: '1031',
        reference: `W${serial}`,
        partyId: party.id,
        lines: [
          {
            description: 'Paid directly',
            account: '6130',
            amount: amount(),
            vatClass: one(['vatable', 'not_subject']),
            category: one(['goods', 'services', 'not_creditable']),
          },
        ],
      })
    },
    interest: (day) => entry(day, 'Interest', [line('1031', 80_00), line('8050', 20_00), line('7010', -100_00)]),
  }

  await entry('2025-01-01', 'Capital', [line('1031', 900_000_000_00), line('3010', -900_000_000_00)])
  const often = ['sale', 'sale', 'sale', 'purchase', 'purchase', 'purchase', 'collect', 'collect', 'pay', 'prove']
  const rare = ['credited', 'charge', 'direct', 'writeOff', 'cleared', 'undo', 'remove', 'type', 'choose', 'interest']
  let day: Day = '2025-01-02'
  const count = 55
  for (let at = 0; at < count; at += 1) {
    day = addDays('2025-01-02', Math.floor((at * 360) / count) + random(6))
    await acts[chance(72) ? one(often) : one(rare)]?.(day)
  }
  await randomPayroll(trx, {
    seed,
    by: viewer.userId,
    record: (fields) => record('payroll', fields),
    undo: (documentId, on) =>
      voidDocument(trx, books, viewer, { documentId, day: on, reason: 'Recorded by mistake', address: '' }),
    happened,
  })
  await close(trx, { entry, chance, happened })
  return events
}

/** Boxes of income tax returns that an accountant fills: income, deductions, losses and credits of earlier years. */
function incomeBoxes(own: Registrations, day: Day): (readonly [WorksheetForm, string])[] {
  const boxes = {
    '1702Q': ['S2.4', 'S2.6.1', 'S4.1', 'S4.6a', '17', 'N2023A', 'N2024A', 'M2024C'],
    '1702-RT': ['S1.9', '35', '52', 'N2022A'],
    '1701Q': ['39.1', '44', '48', '55', '60', 'N2023A', 'N2024A'],
    '1701': ['S2.4', 'S3.14', 'S3.20', 'S4.9', 'P7.5', 'N2022A'],
    '1701A': ['42', '51', '63'],
  } as const
  const annual = annualReturn(own, periodOf('ITR', day, own.fiscalYearEnd).to)
  const quarterly = own.taxpayer === 'individual' ? ('1701Q' as const) : ('1702Q' as const)
  return [quarterly, annual].flatMap((form) => boxes[form].map((box) => [form, box] as const))
}

/** The company of the year: its taxes, and one registration that may change in the year. */
async function registrations(
  trx: Trx,
  {
    random,
    one,
    chance,
  }: { random: (below: number) => number; one: <T>(all: readonly T[]) => T; chance: (percent: number) => boolean },
): Promise<void> {
  const taxpayer = chance(75) ? ('corporation' as const) : ('individual' as const)
  const vat = one(['yes', 'yes', 'yes', 'no', 'yes no', 'no yes', 'yes no yes'])
  const dayAt = () => addDays('2025-02-01', random(270))
  const [first, ...later] = vat.split(' ')
  const row = (kind: RegistrationKind, value: string, validFrom: Day) => ({
    kind,
    value,
    valid_from: validFrom,
    source: 'Random',
    entered_by: null,
    entered_at: null,
  })
  const changes = later.map(dayAt).toSorted()
  await trx
    .insertInto('registration')
    .values([
      row('vat', first ?? 'yes', '1990-01-01'),
      ...later.flatMap((value, at) => (changes[at] === undefined ? [] : row('vat', value, changes[at]))),
      row(
        'income_tax',
        one(taxpayer === 'corporation' ? ['regular', 'small'] : vat === 'no' ? ['eight_percent'] : ['graduated']),
        '1990-01-01',
      ),
      row('withhold_at', one(['bill', 'payment']), '1990-01-01'),
      row('deduction', one(['itemized', 'itemized', 'osd']), '1990-01-01'),
      row('mixed_income', taxpayer === 'individual' ? one(['no', 'yes']) : 'no', '1990-01-01'),
    ])
    .execute()
  const since = () => one([null, '2025-01-01', '2025-01-01', '2025-03-15'])
  await trx
    .updateTable('tax_profile')
    .set({
      taxpayer,
      withholding_agent: true,
      withholds_vat: true,
      withholds_final_tax: true,
      uncollected_from: since(),
      unpaid_from: since(),
      minimum_tax_from: one([null, '2025-06-30']),
    })
    .execute()
  await trx
    .updateTable('company')
    .set({ fiscal_year_end: one([12, 12, 12, 6, 11]) })
    .execute()
}

const hasTaxWithheld = async (trx: Trx, documentId: string): Promise<boolean> => {
  const row = await trx
    .selectFrom('line')
    .innerJoin('entry', 'entry.no', 'entry_no')
    .select('atc')
    .where('document_id', '=', documentId)
    .where('atc', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

const registeredNow = async (trx: Trx, day: Day): Promise<{ isRegistered: boolean }> => {
  const row = await trx
    .selectFrom('registration')
    .select('value')
    .where('kind', '=', 'vat')
    .where('valid_from', '<=', day)
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return { isRegistered: row?.value === 'yes' }
}

async function registered(trx: Trx, books: Books, viewer: Viewer): Promise<Party[]> {
  const parties: Party[] = []
  for (const [at, given] of [...customers, ...suppliers].entries()) {
    const fields = partyFields.parse({
      kind: 'non_individual',
      vatStatus: given.tin === '' ? 'non_vat' : 'vat',
      ...given,
    })
    const { party } = await register(trx, books, {
      registrationId: idFrom(99, at),
      role: at < customers.length ? 'customer' : 'supplier',
      fields,
      lookAlikesSeen: true,
      viewer,
      address: '',
    })
    const is = fields.government ? 'government' : fields.noTin === 'foreign' ? 'foreign' : 'domestic'
    parties.push({ id: party.id, kind: fields.kind, is })
  }
  return parties
}

function purchaseLine(
  party: Party,
  { one, amount }: { one: <T>(all: readonly T[]) => T; amount: () => string },
): Fields {
  const isAbroad = party.is === 'foreign'
  const vatClass = one(['vatable', 'vatable', 'vatable', 'zero_rated', 'exempt', 'not_subject'])
  const category = one(['goods', 'services', 'services', 'capital_goods', 'importation', 'not_creditable'])
  const own = party.kind === 'individual' ? ['WI120', 'WI100'] : ['WC120', 'WC100']
  const isDigital = isAbroad && vatClass === 'vatable' && category !== 'importation'
  const atc = isDigital ? 'WV080' : isAbroad ? null : one([null, ...own])
  const final = isAbroad ? ['WC230', 'WC180'] : party.kind === 'individual' ? ['WI202', 'WI260'] : ['WC250']
  return {
    expenseType: null,
    description: 'Things',
    amount: amount(),
    account: '6130',
    vatClass: isAbroad && vatClass === 'zero_rated' ? 'exempt' : vatClass,
    category: vatClass === 'not_subject' && category === 'importation' ? 'services' : category,
    atc,
    finalAtc: atc === null || isDigital ? one([null, null, ...final]) : null,
  }
}

/** The closing entries of VAT and percentage tax, of each quarter in turn; sometimes one is not recorded. */
async function close(
  trx: Trx,
  {
    entry,
    chance,
    happened,
  }: {
    entry: (day: Day, memo: string, lines: Fields[], reference: string) => Promise<unknown>
    chance: (percent: number) => boolean
    happened: (event: string) => unknown
  },
): Promise<void> {
  const rules = await readRules(trx)
  const { fiscalYearEnd, history } = rules.registrations
  for (const day of ['2025-01-31', '2025-04-30', '2025-07-31', '2025-10-31']) {
    if (chance(10)) continue
    const period = periodOf('2550Q', day, fiscalYearEnd)
    const forms = [
      ...(hasIn(history, 'vat', 'yes', period) ? ['2550Q' as const] : []),
      ...(hasIn(history, 'vat', 'no', period) ? ['2551Q' as const] : []),
    ]
    for (const form of forms) {
      const sheet = await calculateReturn(trx, rules, { form, period })
      const suggested = sheet && closingEntry(sheet)
      if (!suggested || period.to > '2025-12-31') continue
      const lines = suggested.lines.map((one) => ({ ...one, debit: String(one.debit), credit: String(one.credit) }))
      await entry(suggested.day, suggested.memo, lines, suggested.reference)
      happened('closing entry')
    }
  }
}

const line = (account: string, centavos: number): Fields => ({
  account,
  ...(centavos > 0 ? { debit: String(centavos), credit: '0' } : { debit: '0', credit: String(-centavos) }),
})

/** A credit memo below the open amount of its invoice. */
const smaller = (lines: Fields[], open: bigint): Fields[] =>
  lines.map((one) => (open > 400n ? { ...one, unitPrice: String(open / 3n) } : one))

/** Ids that are the same for a seed. */
const idFrom = (group: number, n: number): string =>
  `00000000-0000-4000-8000-${group.toString().padStart(6, '0')}${n.toString().padStart(6, '0')}`
