// The effect of a document in plain words, for readers who do not know debits and credits.
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney, sum } from '@talaan/ledger/core/money.ts'
import type { Receipt } from '@talaan/ledger/documents/receipt.ts'

export type Plain = { amount: bigint; sentence: string }

export function inPlainWords({ journal, party, day }: Pick<Receipt, 'journal' | 'party' | 'day'>): Plain[] {
  const plainLines = journal.map(({ account, name, debit, credit }): Plain => {
    const amount = debit > 0n ? debit : credit
    return { amount, sentence: sentenceOf({ account, name, isDebit: debit > 0n, party, day }) }
  })
  // An account is credited once for each VAT class, but readers see one amount.
  const sentences = [...new Set(plainLines.map(({ sentence }) => sentence))]
  return sentences.map((sentence) => ({
    sentence,
    amount: sum(plainLines.filter((one) => one.sentence === sentence).map(({ amount }) => amount)),
  }))
}

type Side = Pick<Receipt, 'party' | 'day'> & { account: string; name: string; isDebit: boolean }

function sentenceOf({ account, name, isDebit, party, day }: Side): string {
  const who = party?.name ?? 'The customer'
  switch (account) {
    case accounts.receivables:
      return isDebit ? `${who} owes this amount from ${formatDay(day)}.` : `${who} no longer owes this amount.`
    case accounts.payables:
      return isDebit
        ? `reduces the amount payable to ${party?.name ?? 'the supplier'}.`
        : `is payable to ${party?.name ?? 'the supplier'} from ${formatDay(day)}.`
    case accounts.outputVat:
      return isDebit ? 'reduces the output VAT payable to the BIR.' : 'increases the output VAT payable to the BIR.'
    case accounts.inputVat:
      return isDebit ? 'is input VAT, deducted from the VAT payable to the BIR.' : 'reduces input VAT.'
    case accounts.ewtPayable:
      return isDebit ? 'reduces the withholding tax payable to the BIR.' : 'is withholding tax payable to the BIR.'
    case accounts.withheldWithCertificate:
    case accounts.withheldAwaitingCertificate:
    case accounts.vatWithheld:
      return isDebit
        ? `is tax withheld by ${who}, a credit against your own tax.`
        : `reduces the creditable tax withheld.`
    case accounts.customerAdvances:
      return isDebit ? `of the customer advance of ${who} is used.` : `becomes a customer advance of ${who}.`
    case accounts.cashOverShort:
      return isDebit ? 'is a cash shortage.' : 'is a cash overage.'
    case accounts.employeeAdvances:
      return isDebit ? 'is a cash advance to be liquidated.' : 'of cash advances is liquidated.'
    case accounts.fxGain:
      return isDebit ? `is reversed from ${name}.` : 'is a realized exchange gain.'
    case accounts.fxLoss:
      return isDebit ? 'is a realized exchange loss.' : `is reversed from ${name}.`
    case accounts.inTransit:
      return isDebit ? 'is in transit until a deposit is recorded.' : 'was in transit and is now received.'
    case accounts.unidentifiedDeposits:
      return isDebit ? 'is no longer an unidentified deposit.' : 'is an unidentified deposit until the sender is known.'
    case accounts.drawings:
      return isDebit ? 'is withdrawn by the owner.' : 'is returned by the owner.'
    case accounts.supplierAdvances:
      return isDebit
        ? `becomes a supplier advance to ${party?.name ?? 'the supplier'}.`
        : 'of the supplier advance is used.'
  }
  if (isMoney(account)) return isDebit ? `is received into ${name}.` : `is paid from ${name}.`
  switch (account[0]) {
    case '4':
    case '7':
      return isDebit ? `is reversed from ${name}.` : `is income, under ${name}.`
    case '5':
    case '6':
    case '8':
    case '9':
      return isDebit ? `is an expense, under ${name}.` : `reduces expenses, under ${name}.`
    case '1':
      return isDebit ? `increases ${name}.` : `reduces ${name}.`
    default:
      return isDebit ? `reduces ${name}.` : `increases ${name}.`
  }
}

/** Cash, funds, banks and wallets are at the start of the chart. */
const isMoney = (account: string) => account < accounts.inTransit

/** 'Metro Retail Corporation, 12,000.00' */
export function namedAmount(name: string, amount: bigint): string {
  return `${name}, ${formatMoney(amount)}`
}

/** An instant as a time in Manila: '14:03', with the date if it is not today. */
export function clockTime(instant: string, today: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Asia/Manila',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(new Date(instant))
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? ''
  const day = `${part('year')}-${part('month')}-${part('day')}`
  const time = `${part('hour')}:${part('minute')}`
  return day === today ? time : `${formatDay(day)}, ${time}`
}
