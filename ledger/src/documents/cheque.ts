// A cheque credits the bank and debits what it pays: bills of a supplier, an expense or a debt of its own, or a cheque
// that went stale before.
import { z } from 'zod'
import { accounts, itemAccounts, takesPurchases } from '../accounts/chart.ts'
import { day, formatDay } from '../core/date.ts'
import type { Day } from '../core/date.ts'
import { functionalCurrency } from '../accounts/exchange.ts'
import { accountCode, fieldSet, memo, optionalEmail, shortText } from '../core/fields.ts'
import { credit, debit, entry } from '../accounts/journal.ts'
import { amountInWords, formatMoney, sum } from '../core/money.ts'
import { displayName } from '../core/party.ts'
import {
  balancesTable,
  companyHeading,
  coverMistakes,
  dayMistakes,
  dayWarnings,
  journalOf,
  missingAccounts,
  moneyAccount,
  partyHeading,
  partyMistakes,
} from './common.ts'
import { itemKey, leafKey } from './type.ts'
import type { AccountFact, DocumentKind, Facts, FieldMistake, Judgement, MoneyFact, Posting } from './type.ts'
import { leafMistake, payment } from './payment.ts'
import {
  computePurchase,
  maximumPurchaseLines,
  priceMode,
  purchaseDebits,
  purchaseLines,
  purchaseMistakes,
  purchaseTable,
  purchaseTotals,
  purchaseWarnings,
  withheldCredits,
} from './purchase-lines.ts'
import type { Computed, PurchaseLine } from './purchase-lines.ts'
import { postingDay, settlingFields } from './settling.ts'
import type { SettlingFields } from './settling.ts'
import { chequeWords } from './cheque/words.ts'

/** Open bills of the supplier; what is entered on the lines; a stale cheque written again. */
export const chequePurposes = ['bills', 'direct', 'stale'] as const
export type ChequePurpose = (typeof chequePurposes)[number]
export const chequePurposeWords = {
  bills: 'Bills of the supplier',
  direct: 'An expense or a debt, without a bill',
  stale: 'A stale cheque, written again',
} as const satisfies Record<ChequePurpose, string>

/** Rents are often paid by cheques for a whole year, given at once. */
const furthestCheque = 400

export const chequeFields = fieldSet({
  /** Where the voucher is mailed; may be left out. */
  email: optionalEmail,
  partyId: z.uuid('Pick a supplier from the list.').toLowerCase().nullable().default(null),
  /** The name on the cheque, which need not be the one in the register. */
  payee: shortText('name the cheque is made out to', 100),
  day,
  /** The bank account it is drawn on. */
  account: accountCode,
  chequeNo: z
    .string('Enter the number of the cheque.')
    .trim()
    .min(1, 'Enter the number of the cheque.')
    .regex(/^\d{4,12}$|^$/, 'A cheque has a number of 4 to 12 digits, with the zeros in front; check it.'),
  /** The date on it, where it is not the day of the document. */
  chequeDay: day.nullable().default(null),
  pays: z.enum(chequePurposes, 'Say what the cheque pays.').default('bills'),
  /** Documents it pays: bills, or stale cheques. */
  rows: settlingFields.shape.rows,
  priceMode: priceMode.default('inclusive'),
  lines: z.array(purchaseLines.element).max(maximumPurchaseLines).default([]),
  memo,
}).superRefine(({ pays, rows, lines, partyId }, context) => {
  const mistake = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (pays === 'direct' && rows.length > 0) mistake('rows', 'This cheque pays no documents; untick them.')
  if (pays !== 'direct' && lines.length > 0)
    mistake('lines', 'This cheque pays documents, not lines; clear the lines or record another cheque.')
  if (pays === 'direct' && lines.length === 0) mistake('lines', 'Say what the cheque is for: add at least one line.')
  if (pays === 'stale' && rows.length === 0) mistake('rows', 'Tick the stale cheque that is written again.')
  if (pays === 'bills' && partyId === null) mistake('partyId', 'Pick the supplier whose bills are paid.')
})

export type ChequeFields = z.output<typeof chequeFields>

/** What a cheque may pay without a bill: purchases, and debts that no other document keeps; not money, not sales. */
export function takesCheque(account: AccountFact): boolean {
  const { code, control, type } = account
  // Tax withheld is remitted by cheque.
  if (code === accounts.ewtPayable) return true
  if (takesPurchases(account)) return true
  return (type === 'liability' || type === 'equity') && !control && !itemAccounts.includes(code)
}

export const cheque: DocumentKind<typeof chequeFields> = {
  ...chequeWords,
  fields: chequeFields,
  mentions: (fields) => ({
    partyId: fields.partyId,
    externalNo: null,
    day: ledgerDay(fields),
    money: [fields.account],
    documents: fields.rows.map(({ documentId }) => documentId),
    leaves: [{ account: fields.account, no: fields.chequeNo }],
  }),

  post(fields, facts) {
    const mistakes = headMistakes(fields, facts)
    if (mistakes.length > 0) return { ok: false, mistakes }
    const judged = { bills: billsPaid, direct: directlyPaid, stale: writtenAgain }[fields.pays](fields, facts)
    if (!judged.ok) return judged
    const posting = { ...judged.posting, warnings: [...judged.posting.warnings, ...ownWarnings(fields, facts)] }
    return { ok: true, posting }
  },

  receipt(fields, facts, posting, number) {
    const account = facts.money.get(fields.account)
    return {
      title: 'Cheque Disbursement',
      number,
      status: number === null ? 'review' : 'recorded',
      day: fields.day,
      note: 'Cheque voucher',
      company: companyHeading(facts.company),
      party: partyHeading('Paid to', facts.party),
      facts: [
        { label: 'Pay to the order of', value: fields.payee },
        { label: 'From', value: account ? `${account.code} ${account.name}` : fields.account },
        { label: 'Cheque no.', value: fields.chequeNo },
        { label: 'Cheque date', value: formatDay(writtenDay(fields)) },
        ...(ledgerDay(fields) === fields.day ? [] : [{ label: 'Posted on', value: formatDay(ledgerDay(fields)) }]),
      ],
      lines: [],
      tables: [
        ...(fields.pays === 'direct' ? [purchaseTable({ ...fields, vatPrinted: null }, facts)] : []),
        ...(fields.pays === 'bills' ? billTables(fields, facts, posting) : []),
        ...(fields.pays === 'stale' ? [staleTable(fields, facts)] : []),
        ...(account ? [balancesTable([{ account, amount: -posting.total }])] : []),
      ],
      totals: posting.totals,
      amountInWords: amountInWords(posting.total),
      memo: fields.memo,
      journal: journalOf(posting.entry, facts),
      attachments: facts.attachments.map(({ name }) => name),
    }
  },
}

/** The date on the cheque. */
const writtenDay = ({ day: of, chequeDay }: Pick<ChequeFields, 'day' | 'chequeDay'>): Day => chequeDay ?? of

/** A post-dated cheque moves the money on its own day. */
const ledgerDay = ({ day: of, chequeDay }: Pick<ChequeFields, 'day' | 'chequeDay'>): Day =>
  postingDay({ day: of, chequeDay, method: 'cheque' })

function headMistakes(fields: ChequeFields, facts: Facts): FieldMistake[] {
  const { account, mistakes } = moneyAccount(fields.account, facts, ['account'])
  const found: FieldMistake[] = [...dayMistakes(fields.day, facts), ...mistakes]
  const mistake = (path: string, message: string) => found.push({ path: [path], message })
  if (ledgerDay(fields) !== fields.day)
    found.push(...dayMistakes(ledgerDay(fields), facts, ['chequeDay'], furthestCheque))
  found.push(...partyMistakes(fields.partyId, facts, 'supplier'))
  if (account === undefined) return found
  if (account.kind !== 'bank') {
    mistake('account', `${account.name} has no cheques; pick the bank account that the cheque is drawn on.`)
  } else if (account.currency !== functionalCurrency) {
    mistake(
      'account',
      `${account.name} is in ${account.currency}; record its cheques as a bills payment, which asks for the rate.`,
    )
  } else {
    const sentence = leafMistake(
      facts.leaves.get(leafKey(account.code, fields.chequeNo)),
      fields.chequeNo,
      account.name,
    )
    if (sentence !== undefined) mistake('chequeNo', sentence)
  }
  return found
}

/** A cheque for bills is a bills payment by cheque, made out to the name that is typed. */
function billsPaid(fields: ChequeFields, facts: Facts): Judgement {
  const paid = asPayment(fields)
  const judged = payment.post(paid, facts)
  if (!judged.ok) {
    const names: Record<string, string> = { reference: 'chequeNo', method: 'account' }
    const mistakes = judged.mistakes.map(({ path: [first, ...rest], message }) => ({
      path: first === undefined ? [] : [names[first] ?? first, ...rest],
      message,
    }))
    return { ok: false, mistakes }
  }
  const amount = judged.posting.cheque?.amount ?? 0n
  if (amount === 0n)
    return { ok: false, mistakes: [{ path: ['rows'], message: 'No money is paid; a cheque is for more than zero.' }] }
  const totals = judged.posting.totals.map((total) =>
    total.emphasis === 'grand' ? { ...total, label: 'Amount of the cheque' } : total,
  )
  return { ok: true, posting: { ...judged.posting, ...issued(fields, amount), totals } }
}

function asPayment(fields: ChequeFields): SettlingFields {
  const { partyId, day: of, account, chequeNo, chequeDay, rows, email, memo: words } = fields
  const usual = settlingFields.parse({ partyId: partyId ?? '', day: of })
  return { ...usual, account, method: 'cheque', reference: chequeNo, chequeDay, rows, email, memo: words }
}

function directlyPaid(fields: ChequeFields, facts: Facts): Judgement {
  const bought = { ...fields, vatPrinted: null }
  const computed = computePurchase(bought, facts, true)
  const amount = computed.payable
  const account = facts.money.get(fields.account)
  const mistakes = [
    ...purchaseMistakes(bought, facts, computed, 'cheque', takesCheque),
    ...lineMistakes(fields.lines, facts),
    ...(account ? coverMistakes(account, amount, ledgerDay(fields), ['account']) : []),
  ]
  if (mistakes.length > 0) return { ok: false, mistakes }
  return {
    ok: true,
    posting: {
      ...common(fields),
      ...issued(fields, amount),
      entry: entry(
        'CDJ',
        ledgerDay(fields),
        entryMemo(fields),
        ...directDebits(fields, computed, facts),
        ...withheldCredits(computed, fields.partyId),
        credit(fields.account, amount, withParty(fields)),
      ),
      items: [],
      totals: purchaseTotals(bought, computed, 'Amount of the cheque').map((total) =>
        total.emphasis === 'grand' ? { ...total, label: 'Amount of the cheque' } : total,
      ),
      warnings: [
        ...dayWarnings('The cheque voucher', fields.day, facts.today),
        ...purchaseWarnings(bought, facts, computed),
        ...(computed.vat > 0n
          ? [
              'An expense with a VAT invoice is better recorded as a bill and paid; so the supplier stands in the book of purchases.',
            ]
          : []),
      ],
    },
  }
}

/** Only what was bought is a purchase; paying a debt or an owner bears no VAT class. */
function directDebits(fields: ChequeFields, computed: Computed, facts: Facts) {
  return purchaseDebits({ ...fields, vatPrinted: null }, computed, facts, fields.partyId).map(({ tax, ...line }) => {
    const account = facts.accounts.get(line.account)
    return tax && account && takesPurchases(account) ? { ...line, tax } : line
  })
}

function lineMistakes(lines: readonly PurchaseLine[], { accounts: chart }: Facts): FieldMistake[] {
  return lines.flatMap((line, i): FieldMistake[] => {
    const account = chart.get(line.account)
    if (line.category === 'importation')
      return [
        {
          path: ['lines', i, 'category'],
          message: 'Record an importation as a bill, which knows what customs is owed.',
        },
      ]
    if (account === undefined || takesPurchases(account) || !takesCheque(account)) return []
    if (line.vatClass !== 'not_subject')
      return [
        {
          path: ['lines', i, 'vatClass'],
          message: `Paying ${account.code} ${account.name} bears no VAT; choose Not subject to VAT.`,
        },
      ]
    return line.atc === null
      ? []
      : [{ path: ['lines', i, 'atc'], message: `No tax is withheld from paying ${account.name}; choose no code.` }]
  })
}

/** Stale cheques that are paid again, each whole. */
function writtenAgain(fields: ChequeFields, facts: Facts): Judgement {
  const account = facts.money.get(fields.account)
  const mistakes: FieldMistake[] = fields.rows.flatMap((row, i) => {
    const at = (message: string): FieldMistake[] => [{ path: ['rows', i, 'pay'], message }]
    const found = facts.items.get(itemKey(row.documentId, accounts.staleCheques))
    if (found === undefined) return at('This stale cheque is void or was never written back; untick it.')
    const by = found.changedBy[0] === undefined ? '' : ` by ${found.changedBy[0]}`
    if (found.open === 0n) return at(`${found.number} is paid already${by}; untick it.`)
    if (row.pay <= 0n) return at('Enter what is paid, more than zero.')
    if (row.pay > found.open)
      return at(`${found.number} has ${formatMoney(found.open)} open; a cheque for it pays no more than that.`)
    if (row.withheld + row.vatWithheld + row.discount > 0n)
      return at('Nothing is withheld or discounted from a stale cheque; clear it.')
    if (found.partyId !== fields.partyId) return at(`${found.number} is of another payee; pick that one.`)
    return found.day > fields.day ? at(`${found.number} is of ${formatDay(found.day)}, after this day.`) : []
  })
  const amount = sum(fields.rows.map(({ pay }) => pay))
  if (mistakes.length === 0 && account) mistakes.push(...coverMistakes(account, amount, ledgerDay(fields), ['account']))
  mistakes.push(...missingAccounts('Cheques', [accounts.staleCheques], facts))
  if (mistakes.length > 0) return { ok: false, mistakes }
  return {
    ok: true,
    posting: {
      ...common(fields),
      ...issued(fields, amount),
      entry: entry(
        'CDJ',
        ledgerDay(fields),
        entryMemo(fields),
        debit(accounts.staleCheques, amount, withParty(fields)),
        credit(fields.account, amount, withParty(fields)),
      ),
      items: fields.rows.map(({ documentId, pay }) => ({
        settles: documentId,
        account: accounts.staleCheques,
        partyId: fields.partyId,
        amount: -pay,
      })),
      totals: [{ label: 'Amount of the cheque', amount, emphasis: 'grand' }],
      warnings: dayWarnings('The cheque voucher', fields.day, facts.today),
    },
  }
}

const withParty = ({ partyId }: ChequeFields) => (partyId === null ? {} : { partyId })

const entryMemo = ({ memo: words, payee, chequeNo }: ChequeFields) =>
  words === '' ? `Cheque ${chequeNo} to ${payee}` : words

const common = (fields: ChequeFields) => ({
  day: fields.day,
  partyId: fields.partyId,
  dueDay: null,
  memo: fields.memo,
  receiptTo: fields.email === '' ? null : fields.email,
})

/** What makes it a cheque: its leaf, its number, and the amount that is written on it. */
const issued = (fields: ChequeFields, amount: bigint): Pick<Posting, 'payee' | 'externalNo' | 'total' | 'cheque'> => ({
  payee: fields.payee,
  externalNo: fields.chequeNo,
  total: amount,
  cheque: { account: fields.account, no: fields.chequeNo, payee: fields.payee, day: writtenDay(fields), amount },
})

function ownWarnings(fields: ChequeFields, { party, today }: Facts): string[] {
  const found: string[] = []
  if (ledgerDay(fields) !== fields.day && fields.pays !== 'bills')
    found.push(
      `The cheque is post-dated: it is posted on its day, ${formatDay(ledgerDay(fields))}, and held until then.`,
    )
  if (writtenDay(fields) < fields.day)
    found.push(`The cheque is dated ${formatDay(writtenDay(fields))}, before the day of the voucher.`)
  if (party && !sameName(fields.payee, displayName(party)))
    found.push(
      `The name on the cheque, ${fields.payee}, is not the one in the register, ${displayName(party)}: compare them.`,
    )
  if (party === undefined && today >= fields.day && fields.pays === 'direct')
    found.push('No supplier is picked: the cheque stands in no list of what was paid to a TIN.')
  return found
}

const sameName = (one: string, other: string) =>
  one
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim() ===
  other
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function billTables(fields: ChequeFields, facts: Facts, posting: Posting) {
  const { tables = [] } = payment.receipt(asPayment(fields), facts, posting, null)
  return tables.filter(({ title, rows }) => title !== 'Balances' && rows.length > 0)
}

const staleTable = (fields: ChequeFields, { items }: Facts) => ({
  title: 'Stale cheques written again',
  columns: [
    { label: 'Document', numeric: false },
    { label: 'Stale since', numeric: false },
    { label: 'Amount', numeric: true },
  ],
  rows: fields.rows.map(({ documentId, pay }) => {
    const found = items.get(itemKey(documentId, accounts.staleCheques))
    return [found?.number ?? '', found ? formatDay(found.day) : '', formatMoney(pay)]
  }),
})

/**
 * What the lines of a direct cheque come to as far as they are filled in, by the arithmetic that posts them, for a form
 * that shows it while one types.
 */
export function directFigures(
  fields: Parameters<typeof computePurchase>[0],
  facts: Parameters<typeof computePurchase>[1],
): { totals: Posting['totals']; amount: bigint } {
  const computed = computePurchase(fields, facts, true)
  const totals = purchaseTotals(fields, computed, 'Amount of the cheque').map((total) =>
    total.emphasis === 'grand' ? { ...total, label: 'Amount of the cheque' } : total,
  )
  return { totals, amount: computed.payable }
}

/** Accounts that cheques are drawn on. */
export const drawsCheques = ({ kind, currency, active }: Pick<MoneyFact, 'kind' | 'currency' | 'active'>): boolean =>
  kind === 'bank' && currency === functionalCurrency && active
