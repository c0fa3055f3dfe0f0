// A withdrawal credits the bank and debits what the money was taken out for: the till, an owner, an expense, a loan.
import { z } from 'zod'
import { accounts, itemAccounts } from '../accounts/chart.ts'
import { day, formatDay } from '../core/date.ts'
import { carryingAmount, convert, exchangeRate, functionalCurrency } from '../accounts/exchange.ts'
import { accountCode, email, fieldSet, memo, optionalText, shortText } from '../core/fields.ts'
import { credit, debit, entry } from '../accounts/journal.ts'
import type { LineExtras } from '../accounts/journal.ts'
import { amountInWords, formatMoney, largestMoney, money, sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { displayName } from '../core/party.ts'
import { formatRate, purchaseCategories, rateOn, vatInclusive } from '../tax/vat.ts'
import {
  balancesTable,
  companyHeading,
  coverMistakes,
  dayMistakes,
  dayWarnings,
  inCurrency,
  journalOf,
  missingAccounts,
  moneyAccount,
  partyHeading,
} from './common.ts'
import type { AccountFact, DocumentKind, Facts, FieldMistake, Total } from './type.ts'
import { withdrawalWords } from './withdrawal/words.ts'

export const maximumWithdrawalLines = 100

const purpose = fieldSet({
  description: shortText('description', 200),
  /** 1010 is cash taken into the till. */
  account: accountCode,
  /** Minor units of the account's currency, VAT included. */
  amount: money.refine((amount) => amount > 0n, 'Enter the amount that was withdrawn, more than zero.'),
  /** Vatable only with a VAT invoice of the supplier; its VAT is then input VAT. */
  vatClass: z.enum(['vatable', 'not_subject'], 'Say whether there is a VAT invoice.').default('not_subject'),
  category: z.enum(purchaseCategories, 'Choose what was bought.').default('services'),
})

export const withdrawalFields = fieldSet({
  /** Where the receipt is mailed. */
  email,
  day,
  /** Where the money was taken from: a bank or a wallet. */
  account: accountCode,
  reference: optionalText('reference', 60),
  /** Who was paid, when a line has a VAT invoice. */
  partyId: z.uuid('Pick a supplier from the list.').toLowerCase().nullable().default(null),
  lines: z
    .array(purpose, 'Say what the money was taken out for.')
    .min(1, 'Say what the money was taken out for.')
    .max(
      maximumWithdrawalLines,
      `A withdrawal has at most ${maximumWithdrawalLines} lines; record the rest as another.`,
    ),
  /** Pesos for one unit, when the account is in foreign money. */
  rate: exchangeRate.nullable().default(null),
  memo,
})

export type WithdrawalFields = z.output<typeof withdrawalFields>

/** Accounts money may be taken out for: not sales, not other money, not what has documents of its own. */
export function takesWithdrawal({ code, control, type }: Pick<AccountFact, 'code' | 'control' | 'type'>): boolean {
  if (code === accounts.undeposited) return true
  return !control && !itemAccounts.includes(code) && type !== 'revenue'
}

export const withdrawal: DocumentKind<typeof withdrawalFields> = {
  ...withdrawalWords,
  fields: withdrawalFields,
  mentions: ({ day: of, account, partyId }) => ({ partyId, externalNo: null, day: of, money: [account] }),

  post(fields, facts) {
    const { account, mistakes: unknown } = moneyAccount(fields.account, facts, ['account'])
    const computed = compute(fields, facts)
    const mistakes = [...dayMistakes(fields.day, facts), ...unknown, ...mistakesOf(fields, facts, computed)]
    if (mistakes.length > 0 || account === undefined) return { ok: false, mistakes }

    const { taken, lines, vat, outPesos, gain } = computed
    const toTill = sum(lines.filter((line) => line.account === accounts.undeposited).map(({ net }) => net))
    const onlyToTill = lines.every((line) => line.account === accounts.undeposited)
    return {
      ok: true,
      posting: {
        day: fields.day,
        partyId: fields.partyId,
        externalNo: fields.reference === '' ? null : fields.reference,
        dueDay: null,
        memo: fields.memo,
        total: sum(lines.map(({ net }) => net)) + vat,
        entry: entry(
          // Money that only changes its place stays out of the book of disbursements.
          onlyToTill ? 'GJ' : 'CDJ',
          fields.day,
          fields.memo === '' ? (fields.lines[0]?.description ?? 'Withdrawal') : fields.memo,
          ...lines.map(({ account: code, net, extras }) => debit(code, net, extras)),
          debit(accounts.inputVat, vat, fields.partyId === null ? {} : { partyId: fields.partyId }),
          debit(accounts.fxLoss, gain < 0n ? -gain : 0n),
          credit(account.code, outPesos, inCurrency(account, taken)),
          credit(accounts.fxGain, gain > 0n ? gain : 0n),
        ),
        items: toTill > 0n ? [{ settles: 'itself', account: accounts.undeposited, partyId: null, amount: toTill }] : [],
        cheque: null,
        totals: totalsOf(computed),
        warnings: warningsOf(fields, facts),
        receiptTo: fields.email,
      },
    }
  },

  receipt(fields, facts, posting, number) {
    const account = facts.money.get(fields.account)
    const { taken } = compute(fields, facts)
    return {
      title: 'Withdrawal',
      number,
      status: number === null ? 'review' : 'recorded',
      day: fields.day,
      note: '',
      company: companyHeading(facts.company),
      party: partyHeading('Paid to', facts.party),
      facts: [
        { label: 'From', value: account ? `${account.code} ${account.name}` : fields.account },
        ...(fields.reference === '' ? [] : [{ label: 'Reference', value: fields.reference }]),
        ...(fields.rate === null
          ? []
          : [{ label: 'Rate', value: `${fields.rate} pesos for one ${account?.currency}` }]),
      ],
      lines: [],
      tables: [
        {
          title: 'Taken out for',
          columns: [
            { label: 'Description', numeric: false },
            { label: 'Account', numeric: false },
            { label: 'VAT', numeric: false },
            { label: 'Amount', numeric: true },
          ],
          rows: fields.lines.map((line) => [
            line.description,
            `${line.account} ${facts.accounts.get(line.account)?.name ?? ''}`.trim(),
            line.vatClass === 'vatable' ? 'VAT invoice' : '',
            formatMoney(line.amount),
          ]),
        },
        ...(account ? [balancesTable([{ account, amount: -taken }])] : []),
      ],
      totals: posting.totals,
      amountInWords: amountInWords(posting.total),
      memo: fields.memo,
      journal: journalOf(posting.entry, facts),
      attachments: facts.attachments.map(({ name }) => name),
    }
  },
}

type Computed = {
  /** Out of the account, in its currency, and the pesos it carried that at. */
  taken: Money
  outPesos: Money
  lines: { account: string; net: Money; extras: LineExtras }[]
  vat: Money
  vatRate: string
  gain: Money
}

/**
 * What a withdrawal comes to, for its form: what leaves in the account's currency, and its totals. The gain or loss stands
 * apart from them, since it depends on what the account holds on the day.
 */
export function withdrawalFigures(
  fields: Computing,
  facts: Pick<Facts, 'money' | 'vatRates'>,
): { taken: Money; gain: Money; totals: Total[] } {
  const computed = compute(fields, facts)
  return { taken: computed.taken, gain: computed.gain, totals: totalsOf({ ...computed, gain: 0n }) }
}

type Computing = Pick<WithdrawalFields, 'account' | 'day' | 'rate' | 'partyId'> & {
  lines: readonly Pick<WithdrawalFields['lines'][number], 'account' | 'amount' | 'vatClass' | 'category'>[]
}

function compute(fields: Computing, facts: Pick<Facts, 'money' | 'vatRates'>): Computed {
  const account = facts.money.get(fields.account)
  const foreign = account !== undefined && account.currency !== functionalCurrency
  const vatRate = rateOn(fields.day, facts.vatRates)?.rate ?? '0'
  const lines = fields.lines.map((line) => {
    const pesos = foreign && fields.rate !== null ? convert(line.amount, fields.rate) : line.amount
    const party = fields.partyId === null ? {} : { partyId: fields.partyId }
    if (line.vatClass === 'not_subject') return { account: line.account, net: pesos, vat: 0n, extras: party }
    const { net, vat } = vatInclusive(pesos, vatRate)
    const tax = { vatClass: 'vatable', base: net, vat, category: line.category } as const
    return { account: line.account, net, vat, extras: { ...party, tax } }
  })
  const taken = sum(fields.lines.map(({ amount }) => amount))
  const vat = sum(lines.map((line) => line.vat))
  const worth = sum(lines.map(({ net }) => net)) + vat
  const outPesos = foreign && account.held >= taken ? carryingAmount(account, taken) : worth
  return { taken, outPesos, lines, vat, vatRate, gain: worth - outPesos }
}

function totalsOf({ lines, vat, vatRate, gain }: Computed): Total[] {
  const net = sum(lines.map((line) => line.net))
  return [
    ...(vat > 0n
      ? [
          { label: 'Without VAT', amount: net },
          { label: `Input VAT ${formatRate(vatRate)}`, amount: vat },
        ]
      : []),
    ...(gain === 0n ? [] : [{ label: gain > 0n ? 'Realised exchange gain' : 'Realised exchange loss', amount: gain }]),
    { label: 'Total withdrawn', amount: net + vat, emphasis: 'grand' },
  ]
}

function mistakesOf(fields: WithdrawalFields, facts: Facts, { taken, vat, gain, lines }: Computed): FieldMistake[] {
  const mistakes: FieldMistake[] = []
  const account = facts.money.get(fields.account)
  if (account !== undefined && account.kind !== 'bank' && account.kind !== 'ewallet')
    mistakes.push({
      path: ['account'],
      message: `${account.name} is not a bank account or wallet; pick where the money was taken from.`,
    })
  const foreign = account !== undefined && account.currency !== functionalCurrency
  if (foreign && fields.rate === null)
    mistakes.push({
      path: ['rate'],
      message: `${account.name} is in ${account.currency}; enter the rate in pesos for one ${account.currency}.`,
    })
  if (!foreign && fields.rate !== null)
    mistakes.push({ path: ['rate'], message: 'Both sides are in pesos, so there is no rate; clear it.' })

  const taxed = fields.lines.findIndex(({ vatClass }) => vatClass === 'vatable')
  if (taxed >= 0 && fields.partyId === null)
    mistakes.push({
      path: ['partyId'],
      message: 'Input VAT needs the supplier of the VAT invoice; pick the supplier, or say there is no VAT invoice.',
    })
  if (fields.partyId !== null && facts.party === undefined)
    mistakes.push({
      path: ['partyId'],
      message: 'This supplier is no longer in the register; pick another or register the supplier again.',
    })
  fields.lines.forEach((line, i) => {
    const chosen = facts.accounts.get(line.account)
    if (chosen === undefined) {
      mistakes.push({
        path: ['lines', i, 'account'],
        message: `Account ${line.account} is not in the chart or not active; pick another or activate it.`,
      })
    } else if (!takesWithdrawal(chosen)) {
      mistakes.push({
        path: ['lines', i, 'account'],
        message: `${chosen.code} ${chosen.name} is kept by its own documents; pick what the money was taken out for.`,
      })
    }
    if (line.vatClass === 'vatable' && chosen?.code === accounts.undeposited)
      mistakes.push({
        path: ['lines', i, 'vatClass'],
        message: 'Cash into the till bears no VAT; choose no VAT invoice.',
      })
    else if (line.vatClass === 'vatable' && !facts.company.vatRegistered)
      mistakes.push({
        path: ['lines', i, 'vatClass'],
        message: `${facts.company.name} is not VAT-registered and has no input VAT; choose no VAT invoice.`,
      })
    else if (line.vatClass === 'vatable' && facts.party && facts.party.vatStatus !== 'vat')
      mistakes.push({
        path: ['lines', i, 'vatClass'],
        message: `${displayName(facts.party)} is not registered as a VAT supplier; choose no VAT invoice, or correct the register.`,
      })
  })
  if (taken > largestMoney || sum(lines.map(({ net }) => net)) > largestMoney)
    mistakes.push({
      path: ['lines'],
      message: `The withdrawal is more than ${formatMoney(largestMoney)}; check the figures.`,
    })
  if (taxed >= 0 && rateOn(fields.day, facts.vatRates) === undefined)
    mistakes.push({
      path: ['day'],
      message: `No VAT rate is in force on ${formatDay(fields.day)}; check the day or add the rate in the company settings.`,
    })
  if (mistakes.length > 0 || account === undefined) return mistakes
  const needed = [
    ...(vat > 0n ? [accounts.inputVat] : []),
    ...(gain > 0n ? [accounts.fxGain] : gain < 0n ? [accounts.fxLoss] : []),
  ]
  return [
    ...coverMistakes(account, taken, fields.day, ['lines', fields.lines.length - 1, 'amount']),
    ...missingAccounts('Withdrawals', needed, facts),
  ]
}

function warningsOf(fields: WithdrawalFields, facts: Facts): string[] {
  const expensed = fields.lines.filter(({ account }) => facts.accounts.get(account)?.type === 'expense')
  return [
    ...dayWarnings('The withdrawal', fields.day, facts.today),
    ...(expensed.some(({ vatClass }) => vatClass === 'vatable')
      ? [
          'An expense with a VAT invoice is better recorded as a bill and paid; so the supplier stands in the book of purchases.',
        ]
      : []),
  ]
}
