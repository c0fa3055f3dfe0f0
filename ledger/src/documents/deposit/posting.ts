// A deposit debits the bank: undeposited receipts, or other money with its own account.
import { accounts } from '../../accounts/chart.ts'
import { functionalCurrency } from '../../accounts/exchange.ts'
import { credit, debit, entry } from '../../accounts/journal.ts'
import type { Line } from '../../accounts/journal.ts'
import { formatDay } from '../../core/date.ts'
import { formatMoney, largestMoney, sum } from '../../core/money.ts'
import { dayMistakes, dayWarnings, inCurrency, missingAccounts, moneyAccount } from '../common/posting.ts'
import { details, effects, opens, settles } from '../effects.ts'
import type { StatedEffect } from '../effects.ts'
import { itemKey } from '../facts.ts'
import type { FactRequest, Facts, OpenItem } from '../facts.ts'
import type { FieldMistake, PostingResult, StoredFields } from '../type.ts'
import { takesDeposit } from './fields.ts'
import type { DepositFields, depositFields } from './fields.ts'
import { computeDeposit, depositTotals, tillAccounts } from './figures.ts'
import type { ComputedDeposit } from './figures.ts'

export type DepositFacts = Facts<'money' | 'items'>

export const depositFacts = ({ day: of, account, receipts }: DepositFields): FactRequest<'money' | 'items'> => ({
  partyId: null,
  externalNo: null,
  day: of,
  money: [account],
  items: receipts,
})

export const depositStated = ({ email }: StoredFields<typeof depositFields>): StatedEffect[] => details({ email })

export function postDeposit(fields: DepositFields, facts: DepositFacts): PostingResult {
  const computed = computeDeposit(fields, facts)
  const mistakes = mistakesOf(fields, facts, computed)
  const { account } = moneyAccount(fields.account, facts, ['account'])
  if (mistakes.length > 0 || account === undefined) return { ok: false, mistakes }

  const { items, others, charge, inPesos, arrived } = computed
  const unidentified = others.filter(({ account: code }) => code === accounts.unidentifiedDeposits)
  const memoLine = fields.memo === '' ? `Deposit${fields.reference === '' ? '' : ` ${fields.reference}`}` : fields.memo
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
        // Money that only moves between accounts is not in the cash receipts book.
        others.length === 0 ? 'GJ' : 'CRJ',
        fields.day,
        memoLine,
        debit(account.code, inPesos, inCurrency(account, arrived)),
        debit(accounts.bankCharges, charge),
        ...fromTill(items),
        ...others.map(({ account: code, pesos }) => credit(code, pesos)),
      ),
      effects: effects(
        ...items.map((item) => settles(item.documentId, item.account, item.partyId, item.open)),
        // Two unidentified amounts on one slip are one item of this deposit.
        opens(accounts.unidentifiedDeposits, null, sum(unidentified.map(({ pesos }) => pesos))),
      ),
      totals: depositTotals(computed),
      warnings: dayWarnings('The deposit', fields.day, facts.today),
    },
  }
}

function fromTill(items: readonly OpenItem[]): Line[] {
  return tillAccounts.map((code) =>
    credit(code, sum(items.filter(({ account }) => account === code).map(({ open }) => open))),
  )
}

function mistakesOf(
  fields: DepositFields,
  facts: DepositFacts,
  { items, inPesos, charge }: ComputedDeposit,
): FieldMistake[] {
  const { account, mistakes: found } = moneyAccount(fields.account, facts, ['account'])
  const mistakes: FieldMistake[] = [...dayMistakes(fields.day, facts), ...found]
  if (account !== undefined && account.kind !== 'bank' && account.kind !== 'ewallet') {
    mistakes.push({
      path: ['account'],
      message: `${account.name} is not a bank account or e-wallet. Choose where the money was deposited.`,
    })
  }
  const foreignAccount = account !== undefined && account.currency !== functionalCurrency
  if (foreignAccount && fields.rate === null)
    mistakes.push({
      path: ['rate'],
      message: `${account.name} is in ${account.currency}. Enter the exchange rate (PHP per ${account.currency}).`,
    })
  if (!foreignAccount && fields.rate !== null)
    mistakes.push({ path: ['rate'], message: 'The account is in pesos. Clear the exchange rate.' })
  if (foreignAccount && fields.receipts.length > 0)
    mistakes.push({
      path: ['receipts'],
      message: `The receipts are in pesos and ${account.name} is in ${account.currency}. Deposit them into a peso account, then record a fund transfer.`,
    })

  fields.receipts.forEach((id, i) => {
    const known = tillAccounts.flatMap((code) => facts.items.get(itemKey(id, code)) ?? [])
    const [item] = known
    if (item === undefined) {
      mistakes.push({
        path: ['receipts', i],
        message: 'This receipt is void or is not in undeposited funds. Deselect it.',
      })
    } else if (!known.some(({ open }) => open > 0n)) {
      const by = item.changedBy[0]
      mistakes.push({
        path: ['receipts', i],
        message: `${item.number} is already deposited${by ? ` with ${by}` : ''}. Deselect it.`,
      })
    } else if (items.some((one) => one.documentId === id && one.day > fields.day)) {
      mistakes.push({
        path: ['receipts', i],
        message: `${item.number} is dated ${formatDay(item.day)}, after this deposit. Deselect it or correct the date.`,
      })
    }
  })
  fields.others.forEach((line, i) => {
    const chosen = facts.accounts.get(line.account)
    if (chosen === undefined) {
      mistakes.push({
        path: ['others', i, 'account'],
        message: `Account ${line.account} is missing or inactive in the chart of accounts. Choose another account, or activate this one.`,
      })
    } else if (!takesDeposit(chosen)) {
      const message =
        chosen.type === 'revenue'
          ? `Only invoices can be posted to ${chosen.code} ${chosen.name}. Record the invoice and its collection receipt, then deposit the receipt.`
          : `${chosen.code} ${chosen.name} cannot be used here, because other types of documents post to it. Choose an account such as capital, a loan or unidentified deposits.`
      mistakes.push({ path: ['others', i, 'account'], message })
    }
  })
  if (fields.receipts.length === 0 && fields.others.length === 0)
    mistakes.push({ path: ['receipts'], message: 'Select the receipts deposited, or add other money.' })
  else if (mistakes.length === 0 && inPesos <= 0n)
    mistakes.push({
      path: ['charge'],
      message: 'The bank charge must be less than the deposit. Check the amounts.',
    })
  if (inPesos > largestMoney)
    mistakes.push({
      path: ['others'],
      message: `The deposit is more than ${formatMoney(largestMoney)}. Check the amounts.`,
    })
  return [...mistakes, ...missingAccounts('Deposits', charge > 0n ? [accounts.bankCharges] : [], facts)]
}
