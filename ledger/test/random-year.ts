// A year of random documents: invoices, bills, petty cash, collections and voids, posted by the real rules.
import { accounts } from '../src/accounts/chart.ts'
import type { Day } from '../src/core/date.ts'
import { addDays, addMonths } from '../src/core/date.ts'
import { bill } from '../src/documents/bill/index.ts'
import { certificate } from '../src/documents/certificate/index.ts'
import { collection } from '../src/documents/collection/index.ts'
import { creditmemo } from '../src/documents/creditmemo/index.ts'
import { invoice } from '../src/documents/invoice/index.ts'
import type { FactKey, Facts, OpenItem } from '../src/documents/facts.ts'
import type { DocumentTypeName } from '../src/documents/words.ts'
import type { Posting } from '../src/documents/type.ts'
import { pettycash } from '../src/documents/pettycash/index.ts'
import type { TaxLine } from '../src/tax/tax-line.ts'
import type { ReceivedCertificate } from '../src/tax/returns/reconciliation.ts'
import { credit, debit, entry, reversal } from '../src/accounts/journal.ts'
import type { Entry } from '../src/accounts/journal.ts'
import type { Party } from '../src/core/party.ts'
import { purchaseCategories } from '../src/tax/vat.ts'
import type { PurchaseCategory, VatClass } from '../src/tax/vat.ts'
import { standardWithholdingCodes } from '../src/tax/standard-codes.ts'
import { facts as factsOf, holding, item, itemsOf, party as partyOf, posting } from './facts.ts'
import { posted } from './tax-lines.ts'

const id = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`

const customers = [
  partyOf({ id: id(1), tin9: '111222333', registeredName: 'Alon Trading Corp.' }),
  partyOf({ id: id(2), tin9: '222333444', registeredName: 'Kagawaran ng Daungan', government: true }),
  // A foreign buyer has no TIN and is in no list.
  partyOf({ id: id(3), tin9: null, noTin: 'foreign', country: 'US', registeredName: 'Overseas Buyer Ltd.' }),
]
const suppliers = [
  partyOf({ id: id(4), tin9: '333444555', registeredName: 'Bayani Builders Inc.' }),
  partyOf({
    id: id(5),
    tin9: '444555666',
    kind: 'individual',
    registeredName: '',
    lastName: 'Reyes',
    firstName: 'Juana',
  }),
  partyOf({ id: id(6), tin9: '333444555', branchCode: '00002', registeredName: 'Bayani Builders Inc.' }),
  partyOf({ id: id(7), tin9: '555666777', registeredName: 'Sona Export Corp.', withholdingExempt: 'BOI tax holiday' }),
]

/** Mulberry32: the same seed gives the same year. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const usual: Facts<FactKey> = factsOf({
  today: '2026-12-31',
  closedMonths: new Set(),
  booksBegin: null,
  withholdingCodes: standardWithholdingCodes,
  money: [holding('1020', 900_000_000_00n), holding('1031', 0n), holding('1040', 0n)],
  accounts: ['4090'],
})

/** A customer certificate, and the last day of the quarter whose return claims it. */
export type RandomCertificate = Omit<ReceivedCertificate, 'claimed'> & { claimedIn: Day | null }

export type RandomBooks = {
  lines: TaxLine[]
  certificates: RandomCertificate[]
  /** One company in four is not VAT-registered and pays percentage tax. */
  vatRegistered: boolean
}

/** The tax lines of 2026 for a seed, with the certificates among them; `count` is the number of documents. */
export function randomBooks(seed: number, count = 14): RandomBooks {
  const random = randomFrom(seed)
  const vatRegistered = seed % 4 !== 0
  const ready: Facts<FactKey> = { ...usual, company: { ...usual.company, vatRegistered } }
  const one = <T>(all: readonly T[]): T => all[random(all.length)] as T
  const documents: {
    kind: DocumentTypeName
    entry: Entry
    parties: readonly Party[]
    reverses?: boolean
    number: string
  }[] = []
  const open: OpenItem[] = []
  const expected: OpenItem[] = []
  const certificates: RandomCertificate[] = []
  const parties = [...customers, ...suppliers]
  const amount = () => BigInt(1 + random(50_000_00))
  const priceMode = () => one(['inclusive', 'exclusive'] as const)
  const dayAt = (at: number): Day =>
    addDays(`2026-01-${String(1 + random(9)).padStart(2, '0')}`, Math.floor((at * 355) / count))

  const sell = (day: Day): Posting => {
    const party = one(customers)
    const classes: VatClass[] = [
      ...(vatRegistered ? (['vatable', 'zero_rated'] as const) : []),
      'exempt',
      'not_subject',
      ...(vatRegistered && party.government ? ['govt_vatable' as const] : []),
    ]
    const lines = Array.from({ length: 1 + random(3) }, () => ({
      description: 'Goods',
      quantity: '1',
      unitPrice: String(amount()),
      discountPercent: null,
      discountAmount: null,
      vatClass: one(classes),
      account: one(['4010', '4020']),
    }))
    return posting(
      invoice.post(
        {
          email: 'a@example.com',
          partyId: party.id,
          externalNo: '1',
          zeroRatingCertificate: '',
          discountFor: '' as const,
          beneficiary: '',
          beneficiaryId: '',
          externalNoTo: '',
          zeroRating: lines.some(({ vatClass }) => vatClass === 'zero_rated') ? 'export_goods' : '',
          day,
          dueDay: null,
          terms: '',
          memo: '',
          priceMode: priceMode(),
          lines,
        },
        { ...ready, party },
      ),
    )
  }
  const creditSale = (day: Day): Posting => {
    const party = one(customers)
    const vatClass = one<VatClass>(
      vatRegistered ? ['vatable', 'zero_rated', 'exempt', 'not_subject'] : ['exempt', 'not_subject'],
    )
    return posting(
      creditmemo.post(
        {
          email: 'a@example.com',
          partyId: party.id,
          creditOf: null,
          externalNo: '1',
          day,
          reason: 'Returned',
          priceMode: priceMode(),
          memo: '',
          lines: [
            {
              description: 'Goods',
              quantity: '1',
              unitPrice: String(amount()),
              discountPercent: null,
              discountAmount: null,
              vatClass,
              account: '4080',
            },
          ],
        },
        { ...ready, party },
      ),
    )
  }
  const purchaseLines = (party: Party, categories: readonly PurchaseCategory[] = purchaseCategories) =>
    Array.from({ length: 1 + random(3) }, () => {
      const vatClass = one(['vatable', 'vatable', 'zero_rated', 'exempt', 'not_subject'] as const)
      const category = one(categories)
      return {
        expenseType: null,
        description: 'Things',
        amount: 10n + amount(),
        vatClass,
        account: '6130',
        category: vatClass === 'not_subject' && category === 'importation' ? ('services' as const) : category,
        finalAtc: null,
        atc: one([
          null,
          party.kind === 'individual' ? 'WI011' : 'WC120',
          party.kind === 'individual' ? 'WI120' : 'WC100',
        ]),
      }
    })
  const buy = (day: Day): Posting => {
    const party = one(suppliers)
    return posting(
      bill.post(
        {
          email: 'a@example.com',
          partyId: party.id,
          nature: one(['invoice', 'invoice', 'invoice', 'credit'] as const),
          creditOf: null,
          externalNo: '1',
          day,
          dueDay: null,
          terms: '',
          priceMode: priceMode(),
          vatPrinted: null,
          lines: purchaseLines(party),
          advances: [],
          memo: '',
        },
        { ...ready, party },
      ),
    )
  }
  const spend = (day: Day): Posting => {
    const party = one(suppliers)
    return posting(
      pettycash.post(
        {
          nature: 'expense',
          email: '',
          fund: '1020',
          paidTo: '',
          day,
          memo: '',
          partyId: party.id,
          externalNo: '',
          priceMode: priceMode(),
          vatPrinted: null,
          lines: purchaseLines(party, ['goods', 'services', 'capital_goods', 'not_creditable']),
          advance: null,
        },
        { ...ready, party },
      ),
    )
  }
  const collect = (day: Day): Posting | undefined => {
    const owed = open.pop()
    const party = customers.find(({ id: its }) => its === owed?.partyId)
    if (owed === undefined || party === undefined) return undefined
    const business = vatRegistered ? owed.vat / 3n : owed.net / 33n
    const [withheld, vatWithheld] = [party.tin9 === null ? 0n : owed.net / 50n, party.government ? business : 0n]
    const pay = owed.open - withheld - vatWithheld
    // A foreign buyer pays in dollars, with an exchange gain or loss.
    const dollars = party.tin9 === null && pay > 100n ? { moved: pay / 56n, rate: one(['55.10', '57.25']) } : null
    return posting(
      collection.post(
        {
          partyId: party.id,
          day,
          account: pay === 0n ? null : dollars === null ? '1031' : '1040',
          method: 'cash',
          receiptNo: '',
          reference: '',
          chequeDay: null,
          payeeAccount: null,
          chequeBank: '',
          credits: [],
          advance: 0n,
          advanceWithheld: 0n,
          advanceAtc: null,
          refunds: [],
          charge: 0n,
          ...(dollars ?? { moved: null, rate: null }),
          email: '',
          memo: '',
          rows: [
            {
              documentId: owed.documentId,
              pay,
              withheld,
              vatWithheld,
              discount: 0n,
              atc: withheld === 0n ? null : 'WC160',
            },
          ],
        },
        { ...ready, party, items: new Map([[`${owed.documentId} ${owed.account}`, owed]]) },
      ),
    )
  }

  // Part of each tax withheld by receipts is certified or written off, mostly certified.
  const prove = (day: Day, number: string): Posting | undefined => {
    const owed = expected.splice(random(expected.length), 1)[0]
    if (owed === undefined) return undefined
    const amount = random(3) === 0 ? owed.open / 2n + 1n : owed.open
    const isGivenUp = random(5) === 0
    const account = owed.account === accounts.vatWithheld ? accounts.vatWithheld : accounts.withheldAwaitingCertificate
    const atc = account === accounts.vatWithheld ? (vatRegistered ? 'WV020' : 'WB080') : 'WC160'
    const rows = [{ documentId: owed.documentId, account, amount }]
    const document = { id: number, kind: 'certificate' as const, number, externalNo: null, day }
    const act = isGivenUp ? ('written_off' as const) : ('received' as const)
    const quarter = one(['2026-03-31', '2026-06-30', '2026-09-30', '2026-12-31', null])
    certificates.push({ document, act, account, rows, claimedIn: isGivenUp ? null : quarter })
    const party = customers.find(({ id: its }) => its === owed.partyId) ?? one(customers)
    return posting(
      certificate.post(
        {
          act,
          partyId: party.id,
          day,
          rows,
          memo: isGivenUp ? 'It never came' : '',
          ...(isGivenUp ? { from: null, to: null } : { from: '2026-01-01', to: day }),
          taxes: isGivenUp ? [] : [{ atc, base: amount * 20n, tax: amount }],
        },
        { ...ready, party, items: new Map([[`${owed.documentId} ${owed.account}`, owed]]) },
      ),
    )
  }

  for (let at = 0; at < count; at += 1) {
    const day = dayAt(at)
    const kind = one([
      ...(['invoice', 'invoice', 'creditmemo', 'bill', 'bill', 'pettycash', 'collection', 'certificate'] as const),
    ])
    const number = `${kind}-${at}`
    const made =
      kind === 'certificate'
        ? prove(day, number)
        : { invoice: sell, creditmemo: creditSale, bill: buy, pettycash: spend, collection: collect }[kind](day)
    if (made === undefined) continue
    documents.push({ kind, entry: made.entry, parties, number })
    if (kind === 'collection') {
      for (const { account, amount: its } of itemsOf(made))
        if (account === accounts.withheldAwaitingCertificate || account === accounts.vatWithheld)
          expected.push(item({ documentId: number, account, opened: its, day, partyId: made.partyId }))
    } else if (kind === 'certificate') continue
    if (random(5) === 0) {
      const later = `${addMonths(day.slice(0, 7), random(3))}-28`
      if (later <= '2026-12-31' && later >= day)
        documents.push({ kind, entry: reversal(made.entry, later, ''), parties, number, reverses: true })
    } else if (kind === 'invoice') {
      const taxes = made.entry.lines.flatMap(({ tax }) => tax ?? [])
      const [net, vat] = [
        taxes.reduce((all, { base }) => all + base, 0n),
        taxes.reduce((all, { vat: its }) => all + its, 0n),
      ]
      open.push(
        item({
          documentId: id(100 + at),
          account: accounts.receivables,
          opened: made.total,
          net,
          vat,
          day,
          partyId: made.partyId,
        }),
      )
    }
  }
  // A journal voucher also moves tax accounts, as at the end of a quarter.
  const moved = amount()
  const closing = entry('GJ', '2026-06-30', '', debit(accounts.outputVat, moved), credit(accounts.inputVat, moved))
  const remitted = entry('CDJ', '2026-08-10', '', debit(accounts.ewtPayable, moved), credit('1031', moved))
  documents.push({ kind: 'journalvoucher', entry: closing, parties, number: 'JV-1' })
  documents.push({ kind: 'cheque', entry: remitted, parties, number: 'CV-1' })
  return { lines: posted(documents), certificates, vatRegistered }
}
