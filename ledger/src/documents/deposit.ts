// A deposit debits the bank with what was put in: receipts that lay in the till, or other money with its own account.
import { z } from 'zod'
import { accounts, itemAccounts } from '../accounts/chart.ts'
import { day, formatDay } from '../core/date.ts'
import { convert, exchangeRate, functionalCurrency } from '../accounts/exchange.ts'
import { accountCode, email, fieldSet, memo, optionalText, shortText } from '../core/fields.ts'
import { credit, debit, entry } from '../accounts/journal.ts'
import type { Line } from '../accounts/journal.ts'
import { amountInWords, formatMoney, largestMoney, money, sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import {
  balancesTable,
  companyHeading,
  dayMistakes,
  dayWarnings,
  inCurrency,
  journalOf,
  missingAccounts,
  moneyAccount,
} from './common.ts'
import { itemKey } from './type.ts'
import type { AccountFact, DocumentKind, Facts, FieldMistake, Movement, OpenItem, Total } from './type.ts'
import { depositWords } from './deposit/words.ts'

export const maximumDepositLines = 100

const otherMoney = fieldSet({
  description: shortText('description', 200),
  account: accountCode,
  /** Minor units of the receiving account's currency. */
  amount: money.refine((amount) => amount > 0n, 'Enter the amount that was deposited, more than zero.'),
})

export const depositFields = fieldSet({
  /** Where the receipt is mailed. */
  email,
  day,
  /** Where the money went: a bank or a wallet. */
  account: accountCode,
  /** Number of the deposit slip or of the bank's message. */
  reference: optionalText('reference', 60),
  /** Documents whose money lay in the till or was on its way, each deposited whole. */
  receipts: z.array(z.uuid('Pick receipts from the list.').toLowerCase()).max(500).default([]),
  others: z
    .array(otherMoney)
    .max(maximumDepositLines, `A deposit has at most ${maximumDepositLines} other lines; record the rest as another.`)
    .default([]),
  /** What the bank or the card company kept back. */
  charge: money.refine((amount) => amount >= 0n, 'A charge is entered without a minus sign.').default(0n),
  /** Pesos for one unit, when the account is in foreign money. */
  rate: exchangeRate.nullable().default(null),
  memo,
}).refine((fields) => new Set(fields.receipts).size === fields.receipts.length, {
  path: ['receipts'],
  error: 'A receipt is deposited once; it is ticked twice here.',
})

export type DepositFields = z.output<typeof depositFields>

/** Accounts a deposit may credit by itself: not sales, not money, not what has documents of its own. */
export function takesDeposit({ code, control, type }: Pick<AccountFact, 'code' | 'control' | 'type'>): boolean {
  if (code === accounts.unidentifiedDeposits) return true
  return !control && !itemAccounts.includes(code) && type !== 'revenue'
}

export const deposit: DocumentKind<typeof depositFields> = {
  ...depositWords,
  fields: depositFields,
  mentions: ({ day: of, account, receipts }) => ({
    partyId: null,
    externalNo: null,
    day: of,
    money: [account],
    documents: receipts,
  }),

  post(fields, facts) {
    const computed = compute(fields, facts)
    const mistakes = mistakesOf(fields, facts, computed)
    const { account } = moneyAccount(fields.account, facts, ['account'])
    if (mistakes.length > 0 || account === undefined) return { ok: false, mistakes }

    const { items, others, charge, inPesos, arrived } = computed
    const movements: Movement[] = [
      ...items.map((item) => ({
        settles: item.documentId,
        account: item.account,
        partyId: item.partyId,
        amount: -item.open,
      })),
      ...others.flatMap(({ account: code, pesos }) =>
        code === accounts.unidentifiedDeposits
          ? [{ settles: 'itself', account: code, partyId: null, amount: pesos }]
          : [],
      ),
    ]
    const memoLine =
      fields.memo === '' ? `Deposit${fields.reference === '' ? '' : ` ${fields.reference}`}` : fields.memo
    return {
      ok: true,
      posting: {
        day: fields.day,
        partyId: null,
        externalNo: fields.reference === '' ? null : fields.reference,
        dueDay: null,
        memo: fields.memo,
        total: inPesos,
        entry: entry(
          // Money that only changes its place stays out of the book of receipts.
          others.length === 0 ? 'GJ' : 'CRJ',
          fields.day,
          memoLine,
          debit(account.code, inPesos, inCurrency(account, arrived)),
          debit(accounts.bankCharges, charge),
          ...fromTill(items),
          ...others.map(({ account: code, pesos }) => credit(code, pesos)),
        ),
        items: merged(movements),
        cheque: null,
        totals: totalsOf(computed),
        warnings: dayWarnings('The deposit', fields.day, facts.today),
        receiptTo: fields.email,
      },
    }
  },

  receipt(fields, facts, posting, number) {
    const { items, arrived } = compute(fields, facts)
    const account = facts.money.get(fields.account)
    return {
      title: 'Deposit',
      number,
      status: number === null ? 'review' : 'recorded',
      day: fields.day,
      note: '',
      company: companyHeading(facts.company),
      party: null,
      facts: [
        { label: 'Into', value: account ? `${account.code} ${account.name}` : fields.account },
        ...(fields.reference === '' ? [] : [{ label: 'Slip no.', value: fields.reference }]),
        ...(fields.rate === null
          ? []
          : [{ label: 'Rate', value: `${fields.rate} pesos for one ${account?.currency}` }]),
      ],
      lines: [],
      tables: [
        {
          title: 'Receipts deposited',
          columns: [
            { label: 'Document', numeric: false },
            { label: 'Day', numeric: false },
            { label: 'Paper no.', numeric: false },
            { label: 'Amount', numeric: true },
          ],
          rows: items.map((item) => [item.number, formatDay(item.day), item.externalNo ?? '', formatMoney(item.open)]),
        },
        {
          title: 'Other money',
          columns: [
            { label: 'Description', numeric: false },
            { label: 'Account', numeric: false },
            { label: 'Amount', numeric: true },
          ],
          rows: fields.others.map((line) => [
            line.description,
            `${line.account} ${facts.accounts.get(line.account)?.name ?? ''}`.trim(),
            formatMoney(line.amount),
          ]),
        },
        ...(account ? [balancesTable([{ account, amount: arrived }])] : []),
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
  /** The ticked items that are there, in the order they were ticked. */
  items: OpenItem[]
  others: { account: string; amount: Money; pesos: Money }[]
  charge: Money
  /** What arrived, in pesos and in the account's currency. */
  inPesos: Money
  arrived: Money
}

/** What a deposit comes to, for its form: what arrives in the account's currency, and its totals. */
export function depositFigures(
  fields: Computing,
  facts: Pick<Facts, 'items' | 'money'>,
): { arrived: Money; totals: Total[] } {
  const computed = compute(fields, facts)
  return { arrived: computed.arrived, totals: totalsOf(computed) }
}

type Computing = Pick<DepositFields, 'account' | 'receipts' | 'charge' | 'rate'> & {
  others: readonly Pick<DepositFields['others'][number], 'account' | 'amount'>[]
}

function compute(fields: Computing, facts: Pick<Facts, 'items' | 'money'>): Computed {
  const currency = facts.money.get(fields.account)?.currency ?? functionalCurrency
  const toPesos = (amount: Money) =>
    currency === functionalCurrency || fields.rate === null ? amount : convert(amount, fields.rate)
  const items = fields.receipts.flatMap((id) =>
    tillAccounts.flatMap((account) => {
      const item = facts.items.get(itemKey(id, account))
      return item && item.open > 0n ? [item] : []
    }),
  )
  const others = fields.others.map(({ account, amount }) => ({ account, amount, pesos: toPesos(amount) }))
  const received = sum(items.map(({ open }) => open))
  const charge = toPesos(fields.charge)
  return {
    items,
    others,
    charge,
    inPesos: received + sum(others.map(({ pesos }) => pesos)) - charge,
    arrived: received + sum(others.map(({ amount }) => amount)) - fields.charge,
  }
}

/** Where money waits until it is deposited: in the till, or on its way from another account. */
const tillAccounts = [accounts.undeposited, accounts.inTransit] as const

function fromTill(items: readonly OpenItem[]): Line[] {
  return tillAccounts.map((code) =>
    credit(code, sum(items.filter(({ account }) => account === code).map(({ open }) => open))),
  )
}

/** One movement for each item: two unidentified amounts on one slip are one item of this deposit. */
function merged(movements: readonly Movement[]): Movement[] {
  const byItem = Map.groupBy(movements, ({ settles, account }) => `${settles} ${account}`)
  return [...byItem.values()].flatMap((group) => {
    const [first] = group
    return first ? [{ ...first, amount: sum(group.map(({ amount }) => amount)) }] : []
  })
}

function mistakesOf(fields: DepositFields, facts: Facts, { items, inPesos, charge }: Computed): FieldMistake[] {
  const { account, mistakes: found } = moneyAccount(fields.account, facts, ['account'])
  const mistakes: FieldMistake[] = [...dayMistakes(fields.day, facts), ...found]
  if (account !== undefined && account.kind !== 'bank' && account.kind !== 'ewallet') {
    mistakes.push({
      path: ['account'],
      message: `${account.name} is not a bank account or wallet; pick where the money was deposited.`,
    })
  }
  const foreignAccount = account !== undefined && account.currency !== functionalCurrency
  if (foreignAccount && fields.rate === null)
    mistakes.push({
      path: ['rate'],
      message: `${account.name} is in ${account.currency}; enter the rate in pesos for one ${account.currency}.`,
    })
  if (!foreignAccount && fields.rate !== null)
    mistakes.push({ path: ['rate'], message: 'Both sides are in pesos, so there is no rate; clear it.' })
  if (foreignAccount && fields.receipts.length > 0)
    mistakes.push({
      path: ['receipts'],
      message: `The receipts are in pesos and ${account.name} is in ${account.currency}; deposit them into a peso account and record the exchange as a fund transfer.`,
    })

  fields.receipts.forEach((id, i) => {
    const known = tillAccounts.flatMap((code) => facts.items.get(itemKey(id, code)) ?? [])
    const [item] = known
    if (item === undefined) {
      mistakes.push({
        path: ['receipts', i],
        message: 'This receipt is void or brought no money into the till; untick it.',
      })
    } else if (!known.some(({ open }) => open > 0n)) {
      const by = item.changedBy[0]
      mistakes.push({
        path: ['receipts', i],
        message: `${item.number} is deposited already${by ? ` with ${by}` : ''}; untick it.`,
      })
    } else if (items.some((one) => one.documentId === id && one.day > fields.day)) {
      mistakes.push({
        path: ['receipts', i],
        message: `${item.number} is of ${formatDay(item.day)}, after this deposit; untick it or correct the day.`,
      })
    }
  })
  fields.others.forEach((line, i) => {
    const chosen = facts.accounts.get(line.account)
    if (chosen === undefined) {
      mistakes.push({
        path: ['others', i, 'account'],
        message: `Account ${line.account} is not in the chart or not active; pick another or activate it.`,
      })
    } else if (!takesDeposit(chosen)) {
      const message =
        chosen.type === 'revenue'
          ? `${chosen.code} ${chosen.name} is credited by invoices; record the invoice and its collection receipt, then deposit that.`
          : `${chosen.code} ${chosen.name} is kept by its own documents; pick what the money is, such as capital, a loan, or an unidentified deposit.`
      mistakes.push({ path: ['others', i, 'account'], message })
    }
  })
  if (fields.receipts.length === 0 && fields.others.length === 0)
    mistakes.push({ path: ['receipts'], message: 'Tick the receipts that were deposited, or add other money.' })
  else if (mistakes.length === 0 && inPesos <= 0n)
    mistakes.push({ path: ['charge'], message: 'The charge takes all that was deposited; check the amounts.' })
  if (inPesos > largestMoney)
    mistakes.push({
      path: ['others'],
      message: `The deposit is more than ${formatMoney(largestMoney)}; check the figures.`,
    })
  return [...mistakes, ...missingAccounts('Deposits', charge > 0n ? [accounts.bankCharges] : [], facts)]
}

function totalsOf({ items, others, charge, inPesos }: Computed): Total[] {
  const received = sum(items.map(({ open }) => open))
  return [
    ...(items.length > 0 && (others.length > 0 || charge > 0n) ? [{ label: 'Receipts', amount: received }] : []),
    ...(others.length > 0 && (items.length > 0 || charge > 0n)
      ? [{ label: 'Other money', amount: sum(others.map(({ pesos }) => pesos)) }]
      : []),
    ...(charge > 0n ? [{ label: 'Less charge', amount: -charge }] : []),
    { label: 'Total deposited', amount: inPesos, emphasis: 'grand' },
  ]
}
